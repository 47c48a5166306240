// What happens when the script is there.

if (PRESENT) window.kodeksLinker = PRESENT;
else {
  Object.assign(window.kodeksLinker, { link, unlink });
  if (SETTINGS.isHere) whenRead(begin);
}

function whenRead(action) {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", action);
  else action();
}

function begin() {
  preview();
  if (!SETTINGS.auto) return;
  link();
  if (SETTINGS.watch) watch(rootsOf());
}
