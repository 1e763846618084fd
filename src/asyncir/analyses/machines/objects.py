"""Which objects may be the same memory.

An object is a pair: the value that stands for it, and which execution made it, 0 where that does not matter; or a resource,
for a global. Most are what one allocation made, or an array that is passed; only others are compared with each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from typing import Any

from asyncir.analyses.aliasing import Root, RootKind, roots
from asyncir.dialects.effects import Resource
from asyncir.ir import SSAValue


class Objects:
    """Answers about the objects of one program, remembered for all walks over it."""

    def __init__(self, args_alias: bool):
        self._args_alias = args_alias
        self._roots: dict[SSAValue | Resource, frozenset[Root]] = {}
        self._answers: dict[tuple[Hashable, Hashable], bool] = {}
        self._plain: dict[SSAValue, bool] = {}

    def roots(self, obj: Any) -> frozenset[Root]:
        """What the object may be."""
        base = obj if isinstance(obj, Resource) else obj[0]
        found = self._roots.get(base)
        if found is None:
            found = self._roots[base] = roots(base)
        return found

    def is_plain(self, obj: Any) -> bool:
        """Whether it is no other object but those of which nothing is known."""
        if isinstance(obj, Resource):
            return False
        found = self._plain.get(obj[0])
        if found is None:
            (root, *others) = self.roots(obj)
            known = root.is_only_itself or (root.kind is RootKind.ARGUMENT and not self._args_alias)
            found = self._plain[obj[0]] = not others and root.identity is obj[0] and known
        return found

    def may_be(self, one: Any, other: Any) -> bool:
        """Whether two objects may be the same memory."""
        if one == other:
            return True
        bases = tuple(obj if isinstance(obj, Resource) else (obj[0], bool(obj[1])) for obj in (one, other))
        found = self._answers.get(bases)  # pyright: ignore[reportArgumentType]
        if found is None:
            new = all(not isinstance(base, Resource) and base[1] for base in bases)
            found = any(self._may_be(r, s, new) for r in self.roots(one) for s in self.roots(other))
            self._answers[bases] = found  # pyright: ignore[reportArgumentType]
        return found

    def _may_be(self, one: Root, other: Root, new: bool) -> bool:
        if one == other:
            return not new
        passed = one.kind is RootKind.ARGUMENT and other.kind is RootKind.ARGUMENT
        return one.may_be(other) and (self._args_alias or not passed)


class Met:
    """The objects that a walk has met, found by those that they may be."""

    def __init__(self, objects: Objects):
        self._objects = objects
        self._plain: dict[Hashable, None] = {}
        self._others: dict[Hashable, None] = {}
        self._wild: dict[Hashable, list[Hashable]] = defaultdict(list)

    def add(self, obj: Hashable) -> None:
        """A walk has met the object."""
        (self._plain if self._objects.is_plain(obj) else self._others)[obj] = None

    def like(self, obj: Hashable) -> list[Hashable]:
        """Those that may be the object."""
        if self._objects.is_plain(obj):
            found = [obj] if obj in self._plain else []
            candidates = self._others
        else:
            found, candidates = [], {**self._plain, **self._others}
        if candidates:
            found += [one for one in candidates if self._objects.may_be(one, obj)]
        return found
