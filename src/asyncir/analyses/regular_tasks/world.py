"""What is the same for all instances of all places of a program: its parameters, and what is known of them."""

from __future__ import annotations

from asyncir.analyses.affine_accesses import Parameters
from asyncir.analyses.integers.widths import INDEX_WIDTH, width_of
from asyncir.analyses.regular_tasks.places import LoopPlace
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import BlockArgument, Operation, SSAValue
from asyncir.ir.walk import home_of

MOST_EXTENT = 1 << 57
"""No array has more elements along a dimension; and no argument is larger, but those of `RegularWorld.large`."""

_ONCE = (OpKind.IF, OpKind.SWITCH, OpKind.REGION, OpKind.STACK_REGION, OpKind.TASK)


class RegularWorld:
    """What is the same for all instances of all places."""

    def __init__(self, entry: Operation, large: frozenset[int] = frozenset()):
        self.entry = entry
        self.large = large
        """The arguments, by number, of which it is not taken for granted that they are small."""
        self.parameters = Parameters()
        self.loops: dict[Operation, list[LoopPlace]] = {}
        """The places of a loop, one for each dimension."""
        self._extents: dict[tuple[SSAValue, int], str] = {}
        self._trips: dict[tuple[object, ...], str] = {}

    def is_argument(self, value: SSAValue) -> bool:
        """Whether it is an argument of the entry."""
        return isinstance(value, BlockArgument) and value.block.parent_op() is self.entry

    def is_small(self, value: SSAValue) -> bool:
        """Whether the value is an argument of 64 bits that is at most 2^57 in magnitude."""
        if not isinstance(value, BlockArgument) or not self.is_argument(value):
            return False
        return width_of(value.type) == INDEX_WIDTH and value.index not in self.large

    def repeats(self, value: SSAValue) -> bool:
        """Whether the value may be made more than once in an execution of the entry."""
        block = home_of(value)
        while block is not None:
            around, region = block.parent_op(), block.parent
            if around is self.entry:
                return False
            if around is None or region is None or region.first_block is not region.last_block:
                return True
            if kind_of(around) not in _ONCE:
                return True
            block = around.parent
        return True

    def extent(self, memory: SSAValue, dimension: int) -> str:
        """The parameter for the length of an array that the entry is given."""
        key = memory, dimension
        if key not in self._extents:
            name = self._extents[key] = f"d{len(self._extents)}"
            self.parameters.conditions.append(f"0 <= {name} <= {MOST_EXTENT}")
        return self._extents[key]

    def given(self) -> dict[str, str]:
        """The parameters that the caller chooses: arguments by their number, extents of arrays by that and the dimension."""
        arguments = self.entry.regions[0].block.args
        numbers: dict[SSAValue, str] = {value: str(number) for number, value in enumerate(arguments)}
        found = {name: numbers[value] for value, name in self.parameters.names.items() if value in numbers}
        for (memory, dimension), name in self._extents.items():
            if memory in numbers:
                found[name] = f"{numbers[memory]}.{dimension}"
        return found

    def names(self) -> list[str]:
        """All parameters."""
        return [*self.parameters.names.values(), *self._extents.values(), *self._trips.values()]

    def trips(self, lower: SSAValue | None, upper: SSAValue, step: SSAValue) -> str:
        """The parameter for how often a loop with such a step runs; with no `lower`, for the quotient upwards, too."""
        start = None if lower is None else self.parameters.name(lower)
        key = start, self.parameters.name(upper), self.parameters.name(step)
        if key not in self._trips:
            name = self._trips[key] = f"h{len(self._trips)}"
            least = f"-{MOST_EXTENT}" if lower is None else "0"
            self.parameters.conditions.append(f"{least} <= {name} <= {MOST_EXTENT}")
        return self._trips[key]
