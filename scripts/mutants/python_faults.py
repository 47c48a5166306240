"""Faults in Python: mutmut's operators, applied to one place of a module at a time.

Only mutmut's operators are used, not its runner. Its runner starts a session of pytest for every
mutant in a copy of the code, so that every mutant builds the corpus anew (30 seconds), and it
leaves decorated functions and constants of modules alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import libcst as cst
from libcst.metadata import MetadataWrapper
from mutmut.mutation.file_mutation import Mutation, MutationVisitor
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

from mutants.mutant import Mutant, Planting

#: Names of types: what is assigned to them is read by mypy alone.
_TYPE = re.compile(r"_?[A-Z][a-z]\w*")


def faults(file: str, code: str) -> Iterator[Planting]:
    """Every mutant of a module, each made when it is asked for: to write one takes a while."""
    wrapper = MetadataWrapper(cst.parse_module(code))
    visitor = _Places(mutation_operators, IgnoredCode(set(), set(), set()))
    module = wrapper.visit(visitor)
    mutated: set[int] = set()
    for one in visitor.mutations:
        if not _is_another_wording(one, mutated) and not _is_of_an_invariant(one):
            yield partial(_planted, file, code, module, one)


def _planted(file: str, code: str, module: cst.Module, one: Mutation) -> Mutant | None:
    """The mutant of a mutation; None where that is no other program."""
    node = module.deep_replace(one.original_node, one.mutated_node)
    assert isinstance(node, cst.Module)
    if node.code == code or not _compiles(node.code):
        return None
    return Mutant.of(file, code, node.code)


class _Places(MutationVisitor):
    """Where faults are planted: in decorated functions too, but not in what only mypy reads."""

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef):
            node = node.with_changes(decorators=())
        return _is_for_types(node) or super()._skip_node_and_children(node)


def _is_for_types(node: cst.CSTNode) -> bool:
    """Whether a statement gives a type a name, or calls `cast`, or asserts what holds anyway."""
    match node:
        case cst.Assert() | cst.Arg(keyword=cst.Name(value="strict")):
            return True
        case cst.Assign(targets=[cst.AssignTarget(target=cst.Name(value=name))]):
            return _TYPE.fullmatch(name) is not None
        case cst.Call(func=cst.Name(value="cast")):
            return True
    return False


def _is_of_an_invariant(one: Mutation) -> bool:
    """Whether it only takes `strict` from `zip`: like an assertion, it holds for whatever we do."""
    before, after = one.original_node, one.mutated_node
    if not (isinstance(before, cst.Call) and isinstance(after, cst.Call)):
        return False
    is_zip = isinstance(before.func, cst.Name) and before.func.value == "zip"
    return is_zip and _positional(before) == _positional(after)


def _positional(call: cst.Call) -> list[cst.BaseExpression]:
    return [argument.value for argument in call.args if argument.keyword is None]


def _is_another_wording(one: Mutation, mutated: set[int]) -> bool:
    """Whether it spoils a string that has been spoilt: mutmut does it in three ways."""
    if not isinstance(one.original_node, cst.SimpleString):
        return False
    known = id(one.original_node) in mutated
    mutated.add(id(one.original_node))
    return known


def _compiles(code: str) -> bool:
    try:
        compile(code, "mutant", "exec")
    except SyntaxError:
        return False
    return True
