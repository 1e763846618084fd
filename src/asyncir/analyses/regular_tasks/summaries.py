"""What a call of a function that calls itself does, by its arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from asyncir.analyses.regular_tasks.places import BoundSum, CallPart
from asyncir.dialects.effects import Access, Effect, Resource
from asyncir.ir import Operation

BoundOf = tuple[tuple[int, ...], int]
"""Arguments by their numbers, which are added up, and a constant."""

Ranges = tuple[tuple[BoundOf, BoundOf] | None, ...]
"""For each dimension, the first element and the one behind the last; None: all."""


@dataclass(frozen=True)
class Summary:
    """What is taken to be true of a call, and shown of the function where that is true of the calls in it."""

    accesses: Mapping[int, frozenset[Access]] = field(default_factory=lambda: MappingProxyType({}))
    """How memory is touched that is given as an argument, by its number; what is not listed is not touched."""
    ranges: Mapping[int, Ranges] = field(default_factory=lambda: MappingProxyType({}))
    """Within which bounds; where nothing is said, anywhere."""
    globals: Mapping[str, frozenset[Access]] = field(default_factory=lambda: MappingProxyType({}))
    large: frozenset[int] = frozenset()
    """The arguments which may be any number of 64 bits; others are at most 2^57."""
    plain: frozenset[int] = frozenset()
    """The arguments that are not only updated atomically."""
    fails: bool = False
    """Whether it may end with an error."""

    def effects_at(self, call: Operation, atomic: bool) -> list[Effect | CallPart]:
        """What a call touches: atomically, or otherwise."""
        found: list[Effect | CallPart] = []
        for number, accesses in sorted(self.accesses.items()):
            if atomic is (number in self.plain):
                continue
            ranges = tuple(
                None if ends is None else (_bound(call, ends[0]), _bound(call, ends[1]))
                for ends in self.ranges.get(number, ())
            )
            kinds = sorted(accesses, key=lambda each: each.name)
            found += [CallPart(access, call.operands[number], ranges) for access in kinds]
        for name, accesses in () if atomic else sorted(self.globals.items()):
            found += [
                Effect(access, Resource(name)) for access in sorted(accesses, key=lambda each: each.name)
            ]
        return found


def _bound(call: Operation, bound: BoundOf) -> BoundSum:
    return BoundSum(tuple(call.operands[number] for number in bound[0]), bound[1])
