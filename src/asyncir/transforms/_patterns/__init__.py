"""Patterns: how an op and what is around it become something simpler. One file per subject.

A file whose patterns are for ops of some dialects alone is loaded where a program has such ops: their dialects are large.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import cast

from asyncir.transforms._rewriting import Key, Pattern

_ANY = frozenset[str]()
_FILES: Mapping[str, frozenset[str]] = {
    "arithmetic": _ANY,
    "conversions": _ANY,
    "selects": _ANY,
    "structured": _ANY,
    "ifs": _ANY,
    "whiles": _ANY,
    "parallels": _ANY,
    "foralls": _ANY,
    "carried_casts": frozenset({"tensor"}),
    "memory": _ANY,
    "views": _ANY,
    "tensors": frozenset({"tensor"}),
    "reshapes": frozenset({"memref", "tensor"}),
    "slices": frozenset({"tensor"}),
    "fills": frozenset({"tensor", "linalg"}),
    "structured_ops": frozenset({"linalg"}),
    "vectors": frozenset({"vector"}),
    "vector_accesses": frozenset({"vector"}),
    "tasks": frozenset({"async", "cf"}),
}
"""By file: the dialects whose ops its patterns are for. The order is that in which they are tried."""


def patterns_for(dialects: frozenset[str]) -> Mapping[Key, Sequence[Pattern]]:
    """The patterns of each kind of ops, by the kind, or the class where it has none, for ops of these dialects."""
    return _joined(tuple(file for file, of in _FILES.items() if of is _ANY or not of.isdisjoint(dialects)))


@cache
def _joined(files: tuple[str, ...]) -> Mapping[Key, Sequence[Pattern]]:
    """One table; where several have patterns for a kind, they are tried one table after the other."""
    joined: dict[Key, tuple[Pattern, ...]] = {}
    for file in files:
        table = cast("Mapping[Key, Sequence[Pattern]]", import_module(f"{__name__}.{file}").PATTERNS)
        for key, patterns in table.items():
            joined[key] = (*joined.get(key, ()), *patterns)
    return joined


__all__ = ["Pattern", "patterns_for"]
