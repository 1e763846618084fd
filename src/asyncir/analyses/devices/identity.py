"""Which engine a device is: a value that is selected, counted to, carried by loops, or handed to a launch.

`engines_of` gives all engines that it may be, `compare` says of two whether they are one. None and `UNKNOWN` are always
right; both look at values where they stand, in one iteration of the loops around.
"""

from __future__ import annotations

from enum import Enum

from asyncir.analyses.flow import sources
from asyncir.analyses.integers.linear import offset_of
from asyncir.analyses.integers.ranges import range_of
from asyncir.dialects.interfaces.launches import NamesEngine, launches, names_engine
from asyncir.ir import BlockArgument, Operation, OpResult, SSAValue


class Identity(Enum):
    """Whether two devices are one."""

    EQUAL = "equal"
    DIFFERENT = "different"
    UNKNOWN = "unknown"


def engines_of(device: SSAValue) -> frozenset[str] | None:
    """The engines that the device may be; None where that cannot be told."""
    found: set[str] = set()
    seen: set[SSAValue] = set()
    left = [device]
    while left:
        value = outside(left.pop())
        if value in seen:
            continue
        seen.add(value)
        named = _named(value)
        if named is not None:
            op, trait = named
            found.update(_counted_to(op, trait))
            continue
        others = sources(value)
        if not others:
            return None
        left += others
    return frozenset(found)


def compare(one: SSAValue, other: SSAValue) -> Identity:
    """Whether two devices are one, in every execution that comes to both in one iteration."""
    one, other = outside(one), outside(other)
    if one is other:
        return Identity.EQUAL
    some, others = engines_of(one), engines_of(other)
    if some is None or others is None:
        return Identity.UNKNOWN
    if not some & others:
        return Identity.DIFFERENT
    if len(some | others) == 1:
        return Identity.EQUAL
    return _compare_numbers(one, other)


def is_in_range(op: Operation) -> bool:
    """Whether an op that names an engine certainly counts to one of its names."""
    trait = names_engine(op)
    if trait is None:
        return True
    which, names = trait.which(op), trait.names(op)
    low, high = (0, 0) if which is None else range_of(which)
    return 0 <= low <= high < len(names)


def outside(value: SSAValue) -> SSAValue:
    """What a launch is handed, in place of what its region has for it."""
    while isinstance(value, BlockArgument):
        around = value.block.parent_op()
        trait = launches(around)
        region = None if trait is None else trait.region(around)
        if trait is None or region is None or value.block is not region.first_block:
            break
        value = trait.handed(around)[value.index]
    return value


def _named(value: SSAValue) -> tuple[Operation, NamesEngine] | None:
    trait = names_engine(value.op) if isinstance(value, OpResult) else None
    return None if trait is None or not isinstance(value, OpResult) else (value.op, trait)


def _counted_to(op: Operation, trait: NamesEngine) -> list[str]:
    names, which = list(trait.names(op)), trait.which(op)
    if which is None:
        return names
    low, high = range_of(which)
    return names[max(low, 0) : high + 1] if high >= 0 else []


def _compare_numbers(one: SSAValue, other: SSAValue) -> Identity:
    """Of devices that are counted to in one list of names."""
    some, others = _named(one), _named(other)
    if some is None or others is None or some[1].names(some[0]) != others[1].names(others[0]):
        return Identity.UNKNOWN
    first, second = some[1].which(some[0]), others[1].which(others[0])
    if first is None or second is None:
        return Identity.UNKNOWN
    (base, more), (other_base, other_more) = offset_of(first), offset_of(second)
    if base is not other_base:
        return Identity.UNKNOWN
    return Identity.EQUAL if more == other_more else Identity.DIFFERENT
