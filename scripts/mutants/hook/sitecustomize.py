"""Puts a mutant in the place of its module in whatever Python starts with this on its path.

The file on disk stays as it is: a build's fingerprint covers the code, and a build of other code
would be made anew. `KODEKS_MUTANT` names the module's file and, after a colon, the file with the
mutant. Python imports a module of this name when it starts.
"""

from __future__ import annotations

import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType


class _Loader(SourceFileLoader):
    """Loads a module from its own file, but takes its code from the mutant."""

    def __init__(self, name: str, path: str, mutant: str) -> None:
        super().__init__(name, path)
        self._mutant = mutant

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002  # importlib says it
        """Compile the mutant as if it stood in the module's file; caches know the module only."""
        return self.source_to_code(self.get_data(self._mutant), self.path)


class _Finder(MetaPathFinder):
    """Finds one module by its file."""

    def __init__(self, file: str, mutant: str) -> None:
        self._file = os.path.realpath(file)
        self._mutant = mutant
        self._stem = os.path.splitext(os.path.basename(file))[0]  # noqa: PTH119, PTH122

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        """The module with the mutant's loader; None for any other."""
        if not fullname.startswith("kb"):
            return None
        if self._stem not in (fullname.rpartition(".")[2], "__init__"):
            return None
        spec = PathFinder.find_spec(fullname, path, target)  # type: ignore[arg-type]
        if spec is None or not spec.origin or os.path.realpath(spec.origin) != self._file:
            return None
        spec.loader = _Loader(fullname, spec.origin, self._mutant)
        return spec


def plant(mutant: str) -> None:
    """Let imports find a mutant: `module's file:mutant's file`."""
    sys.meta_path.insert(0, _Finder(*mutant.split(":", 1)))


if "KODEKS_MUTANT" in os.environ:
    plant(os.environ["KODEKS_MUTANT"])
