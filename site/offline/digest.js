// The digest of a file, in eight characters: enough to tell the versions of a site apart.

/** @param {ArrayBuffer} content */
export async function digest(content) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content)).subarray(0, 6);
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}
