"""Finds the line of everything in a TOML file, because the parser of Python does not tell it."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator

import tree_sitter_toml
from tree_sitter import Language, Node, Parser

#: The way to a value in a file: the keys from the top, and the numbers (from 0) of list items.
KeyPath = tuple[str | int, ...]


def lines_of(source: str) -> dict[KeyPath, int]:
    r"""The line, from 1, on which each key, list item and table of a valid file begins.

    A table that `[a.b]` makes before `[a]` stands has the line of its own head, `[a]`.

    >>> lines_of('a = 1\n[[b]]\nc = [2,\n  3]\n')["b", 0, "c", 1]
    4
    """
    tree = Parser(Language(tree_sitter_toml.language())).parse(source.encode())
    lines: dict[KeyPath, int] = {}
    numbers: Counter[KeyPath] = Counter()
    for node in tree.root_node.named_children:
        inside: KeyPath = ()
        if node.type in ("table", "table_array_element"):
            inside = _numbered(_keys(node.named_children[0]), numbers)
            if node.type == "table_array_element":
                inside = (*inside, numbers[inside])
                numbers[inside[:-1]] += 1
            lines[inside] = _line(node)
            for above in range(1, len(inside)):
                lines.setdefault(inside[:above], _line(node))
        pairs = [node] if node.type == "pair" else node.named_children
        for pair in pairs:
            if pair.type == "pair":
                lines |= dict(_of_pair(pair, inside))
    return lines


def _numbered(keys: KeyPath, numbers: Counter[KeyPath]) -> KeyPath:
    """The keys of a head with the numbers of the [[tables]] around it: the last of each."""
    inside: KeyPath = ()
    for key in keys[:-1]:
        inside = (*inside, key)
        if inside in numbers:
            inside = (*inside, numbers[inside] - 1)
    return (*inside, keys[-1])


def _of_pair(pair: Node, inside: KeyPath) -> Iterator[tuple[KeyPath, int]]:
    """The lines of a `key = value` and of all that is in its value."""
    key, *values = (node for node in pair.named_children if node.type != "comment")
    place = (*inside, *_keys(key))
    yield place, _line(pair)
    for value in values:
        yield from _of_value(value, place)


def _of_value(value: Node, place: KeyPath) -> Iterator[tuple[KeyPath, int]]:
    if value.type == "inline_table":
        for pair in value.named_children:
            yield from _of_pair(pair, place)
    elif value.type == "array":
        items = (node for node in value.named_children if node.type != "comment")
        for number, item in enumerate(items):
            yield (*place, number), _line(item)
            yield from _of_value(item, (*place, number))


def _keys(node: Node) -> KeyPath:
    """The parts of a dotted key, quoted ones without their quotes and escapes."""
    parts = node.named_children if node.type == "dotted_key" else [node]
    if node.type == "dotted_key" and parts and parts[0].type == "dotted_key":
        return (*_keys(parts[0]), *(key for part in parts[1:] for key in _keys(part)))
    return tuple(_key(part) for part in parts)


def _key(node: Node) -> str:
    raw = (node.text or b"").decode()
    return next(iter(tomllib.loads(f"{raw} = 0"))) if node.type == "quoted_key" else raw


def _line(node: Node) -> int:
    return node.start_point.row + 1
