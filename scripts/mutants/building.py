"""A build of the corpus by mutated code, and whether it is another than that of the usual code."""

from __future__ import annotations

import hashlib
import importlib
import sys
from pathlib import Path

_DIGEST = "digest"


def built(kept: Path) -> None:
    """Build the corpus where tests look for what is kept, and write down what came out."""
    sys.path.insert(0, "tests")
    copied = importlib.import_module("support.homes").copy_corpus
    from kb.build import build
    from kb.corpus import manifest

    kept.mkdir(parents=True)
    store = build(manifest.load(copied(kept / "built"))).store
    found = hashlib.sha256()
    for name, of_file in sorted(store.files.items()):
        found.update(f"{name} {of_file}\n".encode())
    (kept / "built.done").touch()
    (kept / _DIGEST).write_text(found.hexdigest(), encoding="utf-8")


def digest_of(kept: Path) -> str:
    """What was written down of a build; empty where it failed."""
    path = kept / _DIGEST
    return path.read_text(encoding="utf-8") if path.exists() else ""
