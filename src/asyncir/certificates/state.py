"""What may be true of a thread at a point, and what is assumed of numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from asyncir.certificates.answers import NotFollowed as NotFollowed, Refused as Refused
from asyncir.certificates.values import IN, SET, BoundedInteger, Function, Relation, fixed, function, isl

GIVEN = 1 << 48
"""What a program is given (arguments, extents, elements of memory) is smaller than this."""
COUNTED = 1 << 62
"""Where paths meet, integers of 64 bits are smaller than this: none counts that far in small steps."""
STEP = 1 << 16
"""Who counts does so in steps smaller than this."""


@dataclass(slots=True)
class ProofState:
    """What may be true of a thread: `reach` is where control gets, a set of coordinates."""

    reach: Relation
    env: dict[object, Any] = field(default_factory=dict[object, Any])
    """Integers: numbers. Tokens: FIFO and age. Memory: views. `#FIFO`: how many groups were committed to it.
    `OBJECT[INDEX...]`: the number that is kept there."""
    flying: dict[str, Relation] = field(default_factory=dict[str, Relation])
    """`FIFO:KIND:OBJECT` in flight: from the coordinates to (age, element...). In the place of the FIFO: `open` until
    the commit, `%OP` while only the token of that op stands for it, `never` when nothing can commit it any more; and
    `past` is what this thread touched since the last barrier, or had in flight there."""
    limits: list[Relation] = field(default_factory=list[Relation])
    """What else is true of coordinates, asked for only where it matters: these bounds are far away."""

    def copy(self, where: Relation) -> ProofState:
        """One that can be changed alone, where a condition holds."""
        return ProofState(self.reach.intersect(where), dict(self.env), dict(self.flying), list(self.limits))

    def fixed(self, value: int) -> BoundedInteger:
        """A literal."""
        return fixed(value, self.reach.get_space())

    def coordinate(self, index: int) -> Function:
        """The value of a coordinate."""
        return isl.PwAff.var_on_domain(isl.LocalSpace.from_space(self.reach.get_space()), SET, index)

    def fresh(self, low: int, high: int) -> BoundedInteger:
        """A number of which nothing but bounds is known: one more coordinate."""
        self.reach = self.reach.add_dims(SET, 1)
        self.flying = {key: relation.add_dims(IN, 1) for key, relation in self.flying.items()}
        made = self.coordinate(self.reach.dim(SET) - 1)
        space = self.reach.get_space()
        within = made.ge_set(function(low, space)).intersect(made.le_set(function(high, space)))
        if high - low < 1 << 16:
            self.reach = self.reach.intersect(within)
        else:
            self.limits.append(within)
        return BoundedInteger(made, low, high)

    def wide(self, relation: Relation) -> Relation:
        """A function or relation that was made when there were fewer coordinates."""
        more = self.reach.dim(SET) - relation.dim(IN)
        return relation.add_dims(IN, more) if more else relation

    def widened(self, number: BoundedInteger) -> BoundedInteger:
        """A number that was made when there were fewer coordinates."""
        return BoundedInteger(self.wide(number.of), number.low, number.high)

    def map(self, *numbers: Function) -> Relation:
        """From the coordinates, where control gets, to the numbers."""
        whole = isl.Map.from_domain(self.reach)
        for number in numbers:
            whole = whole.flat_range_product(self.wide(number).as_map())
        return whole

    def add(self, key: str, relation: Relation) -> None:
        """Say that more may be so."""
        self.flying[key] = self.flying[key].union(relation) if key in self.flying else relation

    def move(self, owner: str, other: str) -> None:
        """What belonged to one owner belongs to another now."""
        for key in [key for key in self.flying if key.partition(":")[0] == owner]:
            self.add(f"{other}:{key.partition(':')[2]}", self.flying.pop(key))
