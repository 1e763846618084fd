"""Which memories may have no room for a buffer, and who has to be done with one before there is room again (DEV-13).

A memory is *crowded* if all buffers that are ever made in it may take more than its bytes. Whoever waits there goes on once
all others in it are gone. So each buffer of a crowded memory has to end: by a `device.dealloc` in the block where it is
made, for which nobody waits who is not named by `ends_of`. Those that have no such end stay, and the others need the room
that is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from asyncir.analyses.trip_counts import trips_of
from asyncir.dialects.execution_traits import may_wait
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.interfaces.launches import gives_room, launches, takes_room
from asyncir.ir import Operation, SSAValue
from asyncir.ir.walk import walk
from asyncir.targets.machine import MachineModel
from asyncir.targets.verify_devices import bytes_of_buffer


@dataclass(frozen=True, slots=True)
class CrowdedMemory:
    """A memory in which somebody may have to wait for room."""

    name: str
    made: tuple[Operation, ...]
    """What makes buffers there that end."""
    too_large: Operation | None
    """What makes a buffer for which there may never be room; None: there is none."""


def crowded_memories(function: Operation, machine: MachineModel) -> list[CrowdedMemory]:
    """Those among the memories of the machine that have an end."""
    by_name: dict[str, list[Operation]] = {}
    for op in walk(function):
        trait = takes_room(op)
        if trait is not None:
            by_name.setdefault(trait.memory(op), []).append(op)
    sizes = {memory.name: memory.bytes for memory in machine.memories}
    found = (_crowded(name, sizes.get(name), ops, function) for name, ops in by_name.items())
    return [one for one in found if one is not None]


def _crowded(name: str, size: int | None, ops: list[Operation], function: Operation) -> CrowdedMemory | None:
    if size is None:
        return None
    every = [_most_bytes(op, function) for op in ops]
    if None not in every and sum(each or 0 for each in every) <= size:
        return None
    ending = [op for op in ops if end_of(op) is not None]
    stay = [most for op, most in zip(ops, every, strict=True) if op not in ending]
    left = -1 if None in stay else size - sum(each or 0 for each in stay)
    large = [op for op in ops if (own := _bytes(op)) is None or own > (left if op in ending else size)]
    return CrowdedMemory(name, tuple(ending), next(iter(ops if left < 0 else large), None))


def end_of(made: Operation) -> Operation | None:
    """What is certainly given to end a buffer, whenever the op that makes it is given; None where nothing is."""
    trait = takes_room(made)
    assert trait is not None
    for use in trait.buffer(made).uses:
        end = gives_room(use.operation)
        if end is not None and use.operation.parent is made.parent:
            return use.operation
    return None


def ends_of(made: Operation) -> Iterator[SSAValue]:
    """The events that have to happen for a buffer to be gone: those of its end, and those that its giver awaits before."""
    end = end_of(made)
    assert end is not None
    trait = launches(end)
    assert trait is not None
    yield from trait.waits(end)
    between = made.next_op
    while between is not None and between is not end:
        yield from _awaited(between)
        between = between.next_op


def _awaited(op: Operation) -> Iterator[SSAValue]:
    """What the process awaits in an op, which is not what launches await that it gives."""
    if launches(op) is not None:
        return
    if may_wait(type(op)):
        yield from op.operands
    for region in op.regions:
        for block in region.blocks:
            for inner in block.ops:
                yield from _awaited(inner)


def _bytes(op: Operation) -> int | None:
    trait = takes_room(op)
    assert trait is not None
    return bytes_of_buffer(trait.buffer(op).type)


def _most_bytes(op: Operation, function: Operation) -> int | None:
    """The bytes of all buffers that the op makes; None where nobody knows how often it is executed."""
    most = _bytes(op)
    around = op.parent_op()
    while most is not None and around is not None and around is not function:
        if kind_of(around) is OpKind.COUNTED_LOOP:
            trips = trips_of(around).most
            most = None if trips is None else most * trips
        elif launches(around) is None and kind_of(around) not in (OpKind.IF, OpKind.REGION):
            most = None
        around = around.parent_op()
    return most
