"""How much memory the results of regions take over time, in a schedule: an estimate.

A result that is a tensor or a memref, of a size that the text says, is there from when its region begins until the last
region that uses it ends. What the launcher itself uses, or returns, stays until all is over. What a region only hands on is
not counted. Bufferisation may need less, where it writes over what nobody reads any more, and more for what regions make
inside.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import cast

from asyncir.analyses.region_schedule import RegionSchedule
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.linalg_structured import extents_of
from asyncir.ir import Attribute, IndexType, MemRefType, Operation, SSAValue, TensorType
from asyncir.ir.walk import is_defined_below
from asyncir.ir.wide_elements import element_size


@dataclass(frozen=True, slots=True)
class RegionMemory:
    """Memory over time, in nanoseconds and bytes."""

    steps: tuple[tuple[float, int], ...]
    """From which time on how much is there, until the next one."""
    unknown: int
    """How many results are not counted, as only the run tells their size."""

    @property
    def peak(self) -> int:
        """The most at any time."""
        return max((size for _, size in self.steps), default=0)


def region_memory(schedule: RegionSchedule) -> RegionMemory:
    """What is there when, if regions run as planned."""
    number = {region.op: n for n, region in enumerate(schedule.regions)}
    changes: dict[float, int] = {}
    unknown = 0
    for region in schedule.regions:
        for value in _made(region.op):
            size = static_bytes(value.type)
            if size is None:
                unknown += 1
                continue
            users = [_user(use.operation, number) for use in value.uses]
            ends = (schedule.length if user is None else schedule.regions[user].end for user in users)
            end = max(ends, default=region.end)
            changes[region.begin] = changes.get(region.begin, 0) + size
            changes[end] = changes.get(end, 0) - size
    steps: list[tuple[float, int]] = []
    there = 0
    for time in sorted(changes):
        if changes[time]:
            there += changes[time]
            steps.append((time, there))
    return RegionMemory(tuple(steps), unknown)


def static_bytes(of: Attribute) -> int | None:
    """The bytes of a tensor or memref; None where the type does not say how many, or is another one."""
    if not isinstance(of, TensorType | MemRefType):
        return None
    shaped = cast("TensorType[Attribute]", of)
    extents = extents_of(shaped)
    if any(extent is None for extent in extents):
        return None
    element = shaped.element_type
    size = 8 if isinstance(element, IndexType) else element_size(element)
    return prod(extent or 0 for extent in extents) * size


def _made(op: RegionOp) -> list[SSAValue]:
    """The tensors and memrefs that come to be in a region."""
    handed_on = set[SSAValue]()
    for end in op.ends():
        for (_, values), given in zip(op.parts(), op.yielded(end), strict=True):
            for value, inner in zip(values, given.values, strict=True):
                if not is_defined_below(inner, op) or inner in list(op.body.blocks[0].args):
                    handed_on.add(value)
    return [
        each
        for each in op.results
        if isinstance(each.type, TensorType | MemRefType) and each not in handed_on
    ]


def _user(op: Operation, number: dict[RegionOp, int]) -> int | None:
    """The region that an op is in, or is; None for the launcher."""
    current: Operation | None = op
    while current is not None:
        if isinstance(current, RegionOp) and current in number:
            return number[current]
        current = current.parent_op()
    return None
