"""Every page says what it may load and run, and neither it nor its scripts want more."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from kb.core.errors import BuildError
from kb.publishing.parts.policy import policy, with_policy

RUN = {None, "", "module", "text/javascript"}
HANDLER = re.compile(r"on[a-z]+")


class Reader(HTMLParser):
    """What a page says of its policy, and what of it the policy is about."""

    def __init__(self) -> None:
        super().__init__()
        self.first: list[str] = []
        self.policies: list[str] = []
        self.inline: dict[str, list[str]] = {"script": [], "style": []}
        self.loads: list[str] = []
        self.faults: list[str] = []
        self._taking = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.first.append(tag)
        if found.get("http-equiv", "") == "Content-Security-Policy":
            self.policies.append(found["content"] or "")
            assert self.first == ["html", "head", "meta"], "before anything that it is about"
        self.faults += [f"<{tag} {name}>" for name in found if HANDLER.fullmatch(name)]
        self.faults += [f"<{tag} style>"] if "style" in found else []
        if (found.get("href") or "").lower().startswith("javascript:"):
            self.faults.append(str(found["href"]))
        if tag in ("script", "img", "iframe") or (tag == "link" and found["rel"] == "stylesheet"):
            self.loads += [url for name in ("src", "href") if (url := found.get(name))]
        if tag in self.inline and "src" not in found and found.get("type") in RUN:
            self._taking = tag
            self.inline[tag].append("")

    def handle_data(self, data: str) -> None:
        if self._taking:
            self.inline[self._taking][-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._taking = ""


def hashed(content: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


def directives(said: str) -> dict[str, list[str]]:
    parts = (part.split() for part in said.split("; "))
    return {name: values for name, *values in parts}


def check(html: str) -> None:
    """That a page has one policy, which allows its inline scripts and styles and no more."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    (said,) = reader.policies
    found = directives(said)
    for tag, name in (("script", "script-src"), ("style", "style-src")):
        assert found[name][0] == "'self'"
        assert set(found[name][1:]) == {hashed(one) for one in reader.inline[tag]}
    assert "unsafe" not in said
    assert found["default-src"] == found["base-uri"] == ["'none'"]
    assert found["form-action"] == found["connect-src"] == found["worker-src"] == ["'self'"]
    assert not reader.faults
    assert not [url for url in reader.loads if re.match(r"(?!data:)[a-z]+:|//", url)]
    assert html.index("charset=") < 1024, "browsers look no further for it"


def kind(path: Path) -> str:
    """Pages of one kind have the same frame: one language, one number of each edition."""
    plain = re.sub(r"^(?!hu)[a-z]{2}/", "pl/", path.as_posix())
    plain = re.sub("/concepts/(?!index|subject)[^/]+", "/concepts/x", plain)
    return re.sub("/[0-9]+/", "/1/", plain)


@pytest.mark.slow
def test_every_kind_of_page_has_its_policy(site: Path) -> None:
    seen: dict[str, Path] = {}
    for path in site.rglob("*.html"):
        seen.setdefault(kind(path.relative_to(site)), path)
    for path in seen.values():
        check(path.read_text(encoding="utf-8"))
    assert {"index.html", "404.html", "hu/index.html", "hu/bridge/1/index.html"} <= seen.keys()


@pytest.mark.slow
def test_every_page_has_its_policy(site: Path) -> None:
    for path in site.rglob("*.html"):
        check(path.read_text(encoding="utf-8"))


def test_data_in_a_script_element_is_no_script() -> None:
    html = '<script type="application/json">{"a": 1}</script><script src="x.js"></script>'
    assert "sha256" not in policy(html)
    assert hashed("run()") in policy(html + "<script>run()</script>")
    assert hashed("p {}") in policy(html + "<style>p {}</style>")


def test_a_page_without_a_head_has_no_policy_and_is_refused() -> None:
    with pytest.raises(BuildError):
        with_policy("<p>27")


KINDS = [
    "",
    "nowhere/",
    "en/",
    "en/bridge-2017/27/",
    "hr/bridge-2017/27/",
    "en/bridge-2017/print/",
    "en/search/?q=revoke",
    "en/offline/",
    "en/about/",
    "en/bridge/27/#27.B.1.b",
    "en/bridge-1997_bridge-2017/27/",
    "en/bridge-2017/definitions/",
    "en/concepts/",
    "en/concepts/subject-index/",
    "en/irregularities/2/",
    "en/ulti-2017/bids/",
    "en/linker/",
    "en/rulings/elegtelen-licit/",
]


def watched(context: BrowserContext) -> tuple[Page, list[str]]:
    """A tab, and what its pages wanted that their policies forbid."""
    violations: list[str] = []
    context.expose_function("violated", lambda said: violations.append(said))
    context.add_init_script(
        "addEventListener('securitypolicyviolation', (event) =>"
        " violated(`${location} ${event.violatedDirective} ${event.blockedURI}`))"
    )
    return context.new_page(), violations


@pytest.mark.slow
def test_no_page_wants_what_its_policy_forbids(address: str, desk: BrowserContext) -> None:
    page, violations = watched(desk)
    for path in KINDS:
        page.goto(address + path, wait_until="load")
        page.wait_for_timeout(100)
    page.goto(f"{address}en/bridge/27/#27.B.1.b")
    page.wait_for_url("**/en/bridge-2017/27/#27.B.1.b")
    assert not violations


@pytest.mark.slow
def test_terms_previews_filter_and_linker_want_nothing_that_is_forbidden(
    address: str, desk: BrowserContext
) -> None:
    page, violations = watched(desk)
    page.goto(f"{address}hu/bridge-2017/27/")
    page.locator('.kb-words a[href^="#term-"]:visible').first.hover()
    page.goto(f"{address}en/rulings/elegtelen-licit/")
    page.locator("a.kodeks-law").first.hover()
    page.locator("kodeks-preview").wait_for(state="attached")
    page.goto(f"{address}en/concepts/")
    page.get_by_role("searchbox").last.fill("revoke")
    page.goto(f"{address}en/linker/")
    page.locator("textarea").first.fill("See Law 27B1(b).")
    page.locator(".kb-linked a").first.wait_for()
    assert not violations


@pytest.mark.slow
def test_a_script_that_somebody_smuggles_in_is_not_run(address: str, desk: BrowserContext) -> None:
    page, violations = watched(desk)
    page.goto(f"{address}en/")
    page.evaluate(
        """() => new Promise((done) => {
          addEventListener("securitypolicyviolation", () => done());
          const script = document.createElement("script");
          script.textContent = "window.smuggled = true";
          document.body.append(script);
        })"""
    )
    assert page.evaluate("window.smuggled") is None
    assert "script-src" in violations[0]
