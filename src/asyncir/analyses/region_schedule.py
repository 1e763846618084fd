"""When the regions of a function run on some number of lanes, by what they are expected to cost: a list schedule.

What a region needs is what its tokens say: the regions that it depends on, looked for through branches, loops, groups and
tasks, those whose tokens it uses inside, and those that its launcher has waited for before. What it waits for in the middle
counts as if it waited at its begin. Where one of these is behind another one, it is left out. So each
region has an earliest begin, and the longest way through the graph, the *critical path*, bounds every execution from below.

The schedule is that of `chain_costs`: whenever a lane is free and a region has all that it needs, the one begins from which
the longest way leads to the end.

A region is executed once here, also where it stands in a loop. What is launched inside of a region or task counts as a part
of it (`split-regions` takes out what can leave), and what the launcher does itself takes no time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from asyncir.analyses.chain_costs import begins, lanes as planned
from asyncir.analyses.completion_sources import sources_of
from asyncir.analyses.op_costs import costs_of
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.async_types import CompletionType, GroupType
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import BlockArgument, Operation, SSAValue
from asyncir.ir.walk import walk

_AWAITS = frozenset({OpKind.AWAIT, OpKind.AWAIT_ALL, OpKind.AWAIT_PROMISE})
_ADDS = frozenset({OpKind.ADD_TO_GROUP, OpKind.PROMISE_TO_GROUP})


@dataclass(frozen=True, slots=True)
class ScheduledRegion:
    """One region; times are nanoseconds, as `op_costs` expects them."""

    op: RegionOp
    needs: tuple[int, ...]
    """The numbers of the regions that have to be over, without those that others of these need."""
    work: float
    earliest: float
    """When it can begin where there are lanes enough."""
    lane: int
    begin: float
    """When it begins on its lane."""

    @property
    def end(self) -> float:
        """When it ends on its lane."""
        return self.begin + self.work

    @property
    def earliest_end(self) -> float:
        """When it can end where there are lanes enough."""
        return self.earliest + self.work


@dataclass(frozen=True, slots=True)
class RegionSchedule:
    """All regions that a function launches itself, in the order of its text, on so many lanes."""

    regions: tuple[ScheduledRegion, ...]
    lanes: int
    critical: tuple[int, ...]
    """The regions of a longest way, in order."""

    @property
    def work(self) -> float:
        """All of it, one behind the other."""
        return sum((region.work for region in self.regions), 0.0)

    @property
    def critical_length(self) -> float:
        """How long the longest way is."""
        return max((region.earliest_end for region in self.regions), default=0.0)

    @property
    def length(self) -> float:
        """When the last region ends."""
        return max((region.end for region in self.regions), default=0.0)


def launched_regions(function: Operation) -> list[RegionOp]:
    """The regions that a function launches itself, in loops and branches, too, but not in tasks and regions."""
    return [op for op in _own_ops(function) if isinstance(op, RegionOp)]


def needs_of(function: Operation) -> list[list[int]]:
    """For each region that a function launches itself the numbers of those that have to be over before it begins."""
    return _Needs(function).found


def region_schedule(function: Operation, lanes: int) -> RegionSchedule:
    """Plan the regions of a function on at least one lane."""
    needs = _Needs(function)
    costs = costs_of(function)
    work = [costs[op] for op in needs.regions]
    earliest = begins(needs.found, work)
    placed = planned(needs.found, work, lanes)
    regions = tuple(
        ScheduledRegion(op, tuple(needed), work[number], earliest[number], *placed[number])
        for number, (op, needed) in enumerate(zip(needs.regions, needs.found, strict=True))
    )
    return RegionSchedule(regions, lanes, _critical(regions))


class _Needs:
    """Which regions each one needs."""

    def __init__(self, function: Operation):
        ops = list(_own_ops(function))
        self.regions = [op for op in ops if isinstance(op, RegionOp)]
        self.found: list[list[int]] = []
        self._number: dict[Operation, int] = {op: number for number, op in enumerate(self.regions)}
        self._members: dict[SSAValue, list[SSAValue]] = {}
        for op in ops:
            if kind_of(op) in _ADDS:
                for group in sources_of(op.operands[1]):
                    self._members.setdefault(group.value, []).append(op.operands[0])
        self._reached: list[int] = []  # for each region those before it, a bit for each
        awaited: list[int] = []
        for op in ops:
            if isinstance(op, RegionOp):
                needed = self._reduced({*awaited, *self._behind(_used(op))})
                self.found.append(needed)
                self._reached.append(self._and_before(needed))
            elif kind_of(op) in _AWAITS:
                awaited = self._reduced({*awaited, *self._behind(list(op.operands))})

    def _behind(self, values: Sequence[SSAValue]) -> set[int]:
        """The regions that are over when these are complete, as far as they were launched before."""
        found = set[int]()
        seen = set[SSAValue]()
        pending = list(values)
        while pending:
            for source in sources_of(pending.pop()):
                made = source.value.owner
                if source.back or source.value in seen:
                    continue
                seen.add(source.value)
                if not isinstance(made, Operation):
                    pending += _given(source.value)
                    continue
                number = self._number.get(made)
                if number is not None:
                    found |= {number} if number < len(self.found) else set()
                elif isinstance(source.value.type, GroupType):
                    pending += self._members.get(source.value, [])
                else:
                    pending += [v for v in made.operands if isinstance(v.type, CompletionType | GroupType)]
        return found

    def _reduced(self, needed: set[int]) -> list[int]:
        """Without those that are behind another one; in order."""
        covered = 0
        kept: list[int] = []
        for number in sorted(needed, reverse=True):
            if not covered >> number & 1:
                kept.append(number)
                covered |= self._reached[number]
        return kept[::-1]

    def _and_before(self, numbers: Sequence[int]) -> int:
        bits = 0
        for number in numbers:
            bits |= self._reached[number] | 1 << number
        return bits


def _used(region: RegionOp) -> list[SSAValue]:
    """The completions that a region depends on, unless it begins without them, and those that anything in it uses."""
    ops = walk(region) if region.region_token() is None else walk(region.body)
    return [v for op in ops for v in op.operands if isinstance(v.type, CompletionType | GroupType)]


def _given(argument: SSAValue) -> list[SSAValue]:
    """What an argument of a region's body stands for: what is captured, or all that the region depends on."""
    around = argument.block.parent_op() if isinstance(argument, BlockArgument) else None
    if not isinstance(around, RegionOp) or not isinstance(argument, BlockArgument):
        return []
    captures = list(around.captures)
    return [captures[argument.index]] if argument.index < len(captures) else list(around.dependencies_)


def _own_ops(root: Operation) -> Iterator[Operation]:
    """What an activation does itself, in the order of the text: not what is in regions and tasks."""
    stack = _inside_last_first(root)
    while stack:
        op = stack.pop()
        yield op
        if not isinstance(op, RegionOp) and kind_of(op) is not OpKind.TASK:
            stack += _inside_last_first(op)


def _inside_last_first(op: Operation) -> list[Operation]:
    ops = [inner for region in op.regions for block in region.blocks for inner in block.ops]
    return ops[::-1]


def _critical(regions: Sequence[ScheduledRegion]) -> tuple[int, ...]:
    """A longest way, from its last region back."""
    if not regions:
        return ()
    way = [max(range(len(regions)), key=lambda number: regions[number].earliest_end)]
    while needed := regions[way[-1]].needs:
        way.append(max(needed, key=lambda number: regions[number].earliest_end))
    return tuple(reversed(way))
