"""Every pattern that Python's `re` is given in a package, and how it is used."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from regexps.found import Found
from regexps.python_tree import python_tree

#: Functions of `re` with the place of their flags.
_FLAGS_AT = {
    "compile": 1,
    "search": 2,
    "match": 2,
    "fullmatch": 2,
    "split": 3,
    "findall": 2,
    "finditer": 2,
    "sub": 4,
    "subn": 4,
}
_AT_ONE_PLACE = ("match", "fullmatch")
_OTHERS = ("escape", "purge", "error")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SCOPES = (*_FUNCTIONS, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def python_patterns(root: Path, package: str) -> list[Found]:
    """The patterns of all modules of a package, in the order of files and lines."""
    modules = [_Module(path, root) for path in sorted((root / package).rglob("*.py"))]
    return [pattern for module in modules for pattern in module.patterns(modules)]


def compiled_in(root: Path, package: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """The patterns that modules hold once they are loaded, with their files."""
    for path in sorted((root / package).rglob("*.py")):
        module = _Module(path, root)
        if "re" in module.names:
            for value in vars(module.loaded()).values():
                yield from ((module.file, pattern) for pattern in _held(value))


def _held(value: object) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, (tuple, list, set, frozenset)):
        for item in value:
            yield from _held(item)
    elif isinstance(value, dict):
        yield from _held(tuple(value.values()))


@dataclass(frozen=True)
class _Call:
    """A call of a function of `re`, with the scopes around it, the outermost first."""

    call: ast.Call
    does: str
    around: tuple[ast.AST, ...]


class _Module:
    def __init__(self, path: Path, root: Path) -> None:
        self.file = path.relative_to(root).as_posix()
        parts = path.relative_to(root).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self._tree = ast.parse(path.read_text(encoding="utf-8"))
        self.names: set[str] = set()
        self._imports: set[tuple[str | None, str]] = set()
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Name):
                self.names.add(node.id)
            elif isinstance(node, ast.ImportFrom):
                self._imports.update((node.module, alias.name) for alias in node.names)

    def loaded(self) -> ModuleType:
        """The module itself."""
        return importlib.import_module(self.name)

    def patterns(self, others: list[_Module]) -> Iterator[Found]:
        """Its patterns. Raises `ValueError` where `re` is used in a way that is not known."""
        for node in ast.walk(self._tree):
            if isinstance(node, ast.ImportFrom) and node.module == "re":
                raise ValueError(f"{self.file}:{node.lineno}: import re as a whole")
            names = node.names if isinstance(node, ast.Import) else []
            if any(
                alias.name in ("regex", "re2") or (alias.name == "re" and alias.asname)
                for alias in names
            ):
                raise ValueError(f"{self.file}: patterns of another kind")
        for call in self._calls(self._tree, ()):
            yield self._found(call, others)

    def _calls(self, node: ast.AST, around: tuple[ast.AST, ...]) -> Iterator[_Call]:
        for child in ast.iter_child_nodes(node):
            inside = around
            if isinstance(child, _SCOPES):
                inside = (*around, child)
            if isinstance(child, ast.Attribute) and _is_re(child.value):
                used = isinstance(node, ast.Call) and node.func is child
                if child.attr in _FLAGS_AT:
                    if not isinstance(node, ast.Call) or not used:
                        raise ValueError(f"{self.file}:{child.lineno}: re.{child.attr} not called")
                    yield _Call(node, child.attr, around)
                elif not child.attr.isupper() and child.attr not in (*_OTHERS, "Pattern", "Match"):
                    raise ValueError(f"{self.file}:{child.lineno}: re.{child.attr} is not known")
            yield from self._calls(child, inside)

    def _found(self, used: _Call, others: list[_Module]) -> Found:
        functions = (node for node in used.around if isinstance(node, _FUNCTIONS))
        function = ".".join(getattr(node, "name", "lambda") for node in functions)
        given, flags = used.call.args[0], _argument(used.call, _FLAGS_AT[used.does], "flags")
        names = {
            node.id
            for part in (given, flags)
            if part
            for node in ast.walk(part)
            if isinstance(node, ast.Name)
        }
        written = ast.unparse(given)
        if names & _locals(used.around):
            return Found(self.file, used.call.lineno, function, written, None, True)
        pattern, flag = self._value(given), self._value(flags) if flags else 0
        if not isinstance(pattern, (str, bytes)):  # re.search(compiled, text)
            raise ValueError(f"{self.file}:{used.call.lineno}: {written} is no string")
        searched = used.does not in _AT_ONE_PLACE
        if used.does == "compile" and not used.around:
            searched = self._is_searched(used.call, others)
        text = pattern if isinstance(pattern, str) else repr(pattern)
        tree = python_tree(pattern, int(flag))  # type: ignore[call-overload]
        return Found(self.file, used.call.lineno, function, text, tree, searched)

    def _value(self, node: ast.expr) -> object:
        code = compile(ast.Expression(node), self.file, "eval")
        return eval(code, vars(self.loaded()))  # noqa: S307 - our own source

    def _is_searched(self, call: ast.Call, others: list[_Module]) -> bool:
        """Whether the name that a pattern is given is used for more than a match at one place."""
        names = [
            node.targets[0] if isinstance(node, ast.Assign) else node.target
            for node in self._tree.body
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is call
        ]
        if not names or not isinstance(names[0], ast.Name):
            return True
        name = names[0].id
        users = [self._tree, *(other._tree for other in others if other.has_from(self.name, name))]
        return any(_more_than_one_place(tree, name) for tree in users)

    def has_from(self, module: str, name: str) -> bool:
        """Whether it imports a name from another module."""
        return (module, name) in self._imports


def _is_re(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "re"


def _argument(call: ast.Call, at: int, name: str) -> ast.expr | None:
    if len(call.args) > at:
        return call.args[at]
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def _locals(around: tuple[ast.AST, ...]) -> set[str]:
    """The names that are bound in some functions and comprehensions."""
    names: set[str] = set()
    for function in around:
        for node in ast.walk(function):
            if isinstance(node, ast.arg):
                names.add(node.arg)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
    return names


def _more_than_one_place(tree: ast.AST, name: str) -> bool:
    """Whether a pattern is used otherwise than by `name.match(text)` or `name.fullmatch(text)`."""
    at_one_place: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            once = node.func.attr in _AT_ONE_PLACE and len(node.args) == 1 and not node.keywords
            if once and not isinstance(node.args[0], ast.Starred):
                at_one_place.add(node.func.value)
        elif isinstance(node, ast.Attribute) and node.attr in ("pattern", "flags"):
            at_one_place.add(node.value)
    return any(
        isinstance(node, ast.Name)
        and node.id == name
        and isinstance(node.ctx, ast.Load)
        and node not in at_one_place
        for node in ast.walk(tree)
    )
