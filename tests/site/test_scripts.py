"""The scripts of the site as a program: modules that import one another, bundled by esbuild."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from node import NODE

from kb.core.errors import BuildError
from kb.publishing.browser.page_scripts import page_scripts
from kb.publishing.browser.scripts import DATA, bundle, bundles
from support.homes import REPOSITORY

#: What pages load, each with all that it imports; the last two are for benches and tests.
ENTRIES = {
    *(f"site/{path.removesuffix('.js')}.js" for path in page_scripts(REPOSITORY)),
    "site/linker/tag.js",
    "site/offline/worker.js",
    "site/paste/page.js",
    "site/previews/page.js",
    "site/search/worker.js",
    "scripts/browser/linker.js",
    "scripts/browser/search.js",
}

_IMPORTS = re.compile(
    r"""^(?:import|export)\b[^;"]*?(?:\{([^}]*)\} )?from "(\.[^"]+)";""", re.MULTILINE
)
_TYPES = re.compile(r"""@import \{([^}]*)\} from "(\.[^"]+)\"""")
_EXPORTS = re.compile(
    r"^export (?:async )?(?:const|let|class|function\*?) (\w+|[\[{][\w, ]+[\]}])", re.MULTILINE
)


def modules() -> dict[str, str]:
    """Every module by its path below the repository."""
    paths = [*(REPOSITORY / "site").rglob("*.js"), *(REPOSITORY / "scripts/browser").glob("*.js")]
    return {
        path.relative_to(REPOSITORY).as_posix(): path.read_text(encoding="utf-8") for path in paths
    }


def imports(name: str, source: str, pattern: re.Pattern[str] = _IMPORTS) -> dict[str, set[str]]:
    """What a module imports: names by the path of the module that they come from."""
    found: dict[str, set[str]] = {}
    for names, target in pattern.findall(source):
        path = (REPOSITORY / name).parent / target
        imported = {one.strip().partition(" as ")[0] for one in names.split(",") if one.strip()}
        found.setdefault(path.resolve().relative_to(REPOSITORY).as_posix(), set()).update(imported)
    return found


GRAPH = {name: imports(name, source) for name, source in modules().items()}


def reached(name: str) -> set[str]:
    found, left = set(), [name]
    while left:
        if (here := left.pop()) not in found:
            found.add(here)
            left += GRAPH[here]
    return found


def test_every_module_is_part_of_a_script() -> None:
    assert set(GRAPH) == set().union(*map(reached, ENTRIES))


def test_modules_import_in_no_circle() -> None:
    """What stands at the top of a module needs that what it imports is there already."""
    for name, targets in GRAPH.items():
        for target in targets:
            assert name not in reached(target), f"{name} and {target} import each other"


def test_every_export_is_imported_somewhere() -> None:
    types = (imports(name, source, _TYPES) for name, source in modules().items())
    used = {
        (target, name)
        for targets in (*GRAPH.values(), *types)
        for target, names in targets.items()
        for name in names
    }
    exported = {
        (path, name)
        for path, source in modules().items()
        for names in _EXPORTS.findall(source)
        for name in re.findall(r"\w+", names)
    }
    assert exported - used == set()


def test_the_tag_has_no_module_that_reads_markdown_or_html() -> None:
    for name in ("blocks", "inline", "emphasis", "markdown", "elements", "entities", "html"):
        assert f"site/linker/{name}.js" in reached("site/paste/page.js")
        assert f"site/linker/{name}.js" not in reached("site/linker/tag.js")


# --- bundling ------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with a module of its own, and the bundler."""
    (tmp_path / "node_modules").symlink_to(REPOSITORY / "node_modules")
    (tmp_path / "site").mkdir()
    return tmp_path


def run(script: bytes) -> str:
    """What a script writes in Node."""
    ran = subprocess.run(
        [NODE], input=script.decode("ascii"), capture_output=True, check=True, text=True
    )
    return ran.stdout


def test_a_module_has_what_python_knows(home: Path) -> None:
    code = f'import {{ words }} from "{DATA}"; console.log(JSON.stringify(words));'
    (home / "site/a.js").write_text(code, encoding="utf-8")
    words = {"ß": "</script>\u2028\U0001f600", "a": [1, None, 'say "no"']}
    script = bundle(home, "site/a.js", {"words": words, "others": ["not imported"]})
    assert json.loads(run(script)) == words
    assert b"</script" not in script
    assert b"not imported" not in script


def test_a_script_is_ascii_whatever_its_modules_are(home: Path) -> None:
    code = "console.log(/^[łđß–…]$/u.test('ł'), `${'…'}`.length, '\U0001f600'.length);"
    (home / "site/a.js").write_text(code, encoding="utf-8")
    script = bundle(home, "site/a.js", {})
    assert script.isascii()
    assert run(script) == "true 1 2\n"


def test_a_script_is_strict_and_shares_no_names(home: Path) -> None:
    (home / "site/a.js").write_text("export const own = 1; console.log(typeof this, own);")
    (home / "site/b.js").write_text(
        "try { undeclared = 1; } catch (error) { console.log(error.name); }"
    )
    made = bundles(home, {"a": "site/a.js", "folder/b": "site/b.js"})
    assert run(made["a"] + made["folder/b"]) == "undefined 1\nReferenceError\n"


def test_without_npm_the_build_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="need esbuild from npm") as raised:
        bundle(tmp_path, "site/a.js", {})
    assert raised.value.hint == "Run: make setup"


def test_a_bundler_that_does_not_run_is_named(home: Path) -> None:
    (home / "node_modules").unlink()
    program = home / "node_modules/@esbuild/none/bin/esbuild"
    program.parent.mkdir(parents=True)
    program.touch()
    with pytest.raises(BuildError, match=re.escape(f"{program}: Permission denied")) as raised:
        bundle(home, "site/a.js", {})
    assert raised.value.hint == "Run: make setup"


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (None, 'Could not resolve "site/a.js"'),
        ("const;", "Expected identifier"),
        ('import { b } from "./b.js"; b();', 'Could not resolve "./b.js"'),
        (f'import {{ b }} from "{DATA}"; b();', 'No matching export .* for import "b"'),
    ],
)
def test_a_module_that_is_missing_or_broken_is_named(
    home: Path, code: str | None, why: str
) -> None:
    if code is not None:
        (home / "site/a.js").write_text(code)
    with pytest.raises(BuildError, match=f"(?s){why}") as raised:
        bundle(home, "site/a.js", {"a": 1})
    assert raised.value.hint == "Restore or correct the module that is named."


def test_the_same_modules_give_the_same_bytes_wherever_they_are(tmp_path: Path) -> None:
    here = page_scripts(REPOSITORY)
    shutil.copytree(REPOSITORY / "site", tmp_path / "elsewhere/site")
    (tmp_path / "elsewhere/node_modules").symlink_to(REPOSITORY / "node_modules")
    assert page_scripts(tmp_path / "elsewhere") == here


# --- packages ------------------------------------------------------------------------------------


def test_minisearch_is_on_no_page() -> None:
    package = json.loads((REPOSITORY / "package.json").read_text(encoding="utf-8"))
    assert [*package["dependencies"]] == ["esbuild"]
    assert not [name for name, source in modules().items() if "minisearch" in source.lower()]
