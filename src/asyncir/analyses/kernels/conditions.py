# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values that are not known and yet the same: what is computed twice from one loaded value, and comes out equal.

Each execution of a load gives a value of its own (`Opaque`), with the place that it was loaded from as its root. What is
computed from it has the roots of all that it was computed from; the same operation on the same values gives the same
object again. Comparisons are kept in one form (equal, less), so that `ne` is the opposite of `eq`, and `gt` is `lt` with
its sides changed. So a run that has decided a condition knows it again, and its opposite too.

Conditions with a root in common that are not the same may still depend on each other: a path on which both were decided
freely may be one that no data take.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from asyncir.analyses.kernels.values import ANYWHERE, UNIFORM, VARYING, Opaque, Value, is_array
from asyncir.ptx.program import Address, PtxInstruction

MOST_ROOTS: Final = 16
"""A value that comes from more places may come from anywhere."""

MOST_MADE: Final = 1024
"""Results of operations on one value that are kept."""

_OF_LANES: Final = frozenset({"shfl", "vote", "redux", "match", "activemask", "elect"})
_INTEGER: Final = re.compile(r"[sub]\d+")
MOST_FACTS: Final = 64
"""Facts that are looked at for another condition."""

_OPPOSITES: Final = {"ne": "eq", "ge": "lt", "le": "gt", "hs": "lo", "ls": "hi"}
_TURNED: Final = {"gt": "lt", "hi": "lo"}


@dataclass(frozen=True, slots=True)
class OperationKey:
    """What an operation is: two that are equal give the same for the same values. `swaps` changes the sides of the first
    two operands, `inverts` the result.
    """

    name: tuple[str, ...]
    swaps: bool = False
    inverts: bool = False

    def part(self, place: int) -> OperationKey:
        """The key of one of several results; the second one of a comparison is its opposite."""
        if self.name[0] == "setp":
            return replace(self, inverts=self.inverts != (place == 1))
        return OperationKey((*self.name, str(place)))


GUARDED: Final = OperationKey(("guarded",))
"""A register that is set where a predicate holds: the operands are the predicate, the new value, the old one."""


def key_of(instruction: PtxInstruction) -> OperationKey | None:
    """The key of what an instruction computes; None where that is more than its operands: memory, or other lanes that run."""
    if instruction.name in _OF_LANES or any(isinstance(o, Address) for o in instruction.operands):
        return None
    parts = instruction.modifiers
    if (
        instruction.name == "setp"
        and len(instruction.operands) == 3
        and len(parts) == 2
        and _INTEGER.fullmatch(parts[1])
    ):
        return _key_of_comparison(*parts)  # of floats, which may be no number, eq is not the opposite of ne
    return OperationKey((instruction.opcode,))


@lru_cache(maxsize=256)
def _key_of_comparison(name: str, kind: str) -> OperationKey:
    plain = _OPPOSITES.get(name, name)
    swaps = plain in _TURNED
    plain = _TURNED.get(plain, plain)
    if plain in ("eq", "lo") or kind[0] != "s":
        plain, kind = ("lo" if plain == "lt" and kind[0] in "ub" else plain), kind.lstrip("sub")
    return OperationKey(("setp", plain, kind), swaps, name in _OPPOSITES)


def derived(value: Value, key: OperationKey | None, sources: Sequence[Value]) -> Value:
    """A result, which gets an identity where it is not known and comes from values that have one."""
    if key is None or (value is not UNIFORM and value is not VARYING):
        return value
    unknown = [source for source in sources if type(source) is Opaque]
    if not unknown or any(ANYWHERE in source.roots for source in unknown):
        return value
    order = [sources[1], sources[0], *sources[2:]] if key.swaps else sources
    home = unknown[0]
    name = (key.name, value.uniform, *map(_name_of, order))
    found = home.made.get(name)
    if found is None:
        roots = frozenset[object]().union(*(source.roots for source in unknown))
        if len(roots) > MOST_ROOTS:
            return value
        if len(home.made) >= MOST_MADE:
            home.made.clear()
        found = home.made[name] = Opaque(value.uniform, roots)
        if key.name[0] == "setp":
            found.source = (key.name, *order)
    return found.opposite() if key.inverts else found


def _name_of(value: Value) -> object:
    """What stands for a known value in a name; an unknown one stands for itself."""
    if is_array(value):
        return value.dtype.str, value.tobytes()
    return value if not isinstance(value, bool) else ("pred", value)


def several(values: Sequence[Value], key: OperationKey | None, sources: Sequence[Value]) -> tuple[Value, ...]:
    """The same for an operation with several results."""
    if key is None:
        return tuple(values)
    return tuple(derived(v, key.part(k), sources) for k, v in enumerate(values))


def loaded(place: object, uniform: bool) -> Opaque:
    """A value that was loaded from a place: a new one each time."""
    return Opaque(uniform, frozenset({place}))


def place_of(space: str, addresses: Sequence[Value], offset: int) -> object:
    """The root of a load: equal for loads of the same place, whatever was stored there between them."""
    return (space, offset, *map(_name_of, addresses))


@dataclass(frozen=True, slots=True)
class _Compared:
    """A comparison of an unknown number with a known one."""

    number: Opaque
    width: int
    constant: int
    holds: Callable[[int], bool]


def _compared(condition: Opaque) -> _Compared | None:
    """What a condition compares, where that is a number with a constant."""
    if len(condition.source) != 3 or condition.source[0][0] != "setp":
        return None
    (_, name, kind), left, right = condition.source
    first = type(left) is Opaque
    number, constant = (left, right) if first else (right, left)
    if type(number) is not Opaque or type(constant) is not int:
        return None
    width = int(kind.lstrip("sub"))
    flip = 1 << (width - 1) if name == "lt" else 0  # the order of numbers with a sign

    def holds(value: int) -> bool:
        sides = (value, constant) if first else (constant, value)
        if name == "eq":
            return sides[0] == sides[1]
        return sides[0] ^ flip < sides[1] ^ flip

    return _Compared(number, width, constant, holds)


def implied(condition: Opaque, facts: Mapping[Opaque, bool]) -> bool | None:
    """Whether facts on comparisons of the same number with constants leave one way only.

    All of these comparisons are the same between two neighbouring constants, so a few numbers stand for all.
    """
    turned = not condition.source
    asked = _compared(condition.opposite() if turned else condition)
    if asked is None or len(facts) > MOST_FACTS:
        return None
    pairs = [(c, way) for fact, way in facts.items() if (c := _compared(fact)) is not None]
    known = [(c, way) for c, way in pairs if c.number is asked.number and c.width == asked.width]
    if not known:
        return None
    whole, middle = 1 << asked.width, 1 << (asked.width - 1)
    places = {0, middle, asked.constant, *(c.constant for c, _ in known)}
    numbers = {(place + by) % whole for place in places for by in (-1, 0, 1)}
    left = {asked.holds(n) for n in numbers if all(c.holds(n) == way for c, way in known)}
    return None if len(left) != 1 else left.pop() != turned
