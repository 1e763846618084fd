"""Orders that phases and timelines make: where they can, how many instances they take, and for how long.

- A *timeline* gets one instance for each order. What a signal sets it to is the number of the execution of the edge's block:
  it follows from the counters of the loops around, if they have a known number of iterations but for the outermost; else the
  loops carry it, if nothing but loops is around the block in which it is counted.
- *Phases* are waited for by the process, which arms them before the work. In a loop slots are taken in turn, and the phase
  follows from the iteration. Where it does not, since the block is executed now and then, and where the loop is executed
  again, each execution has its phases for itself: they are initialised before and freed behind.
"""

from __future__ import annotations

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.machines.program import LOOPS, MachineProgram
from asyncir.dialects import sync
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation
from asyncir.ir.walk import block_of
from asyncir.targets.resources import ResourceKind, SyncResource


def lasting_between(
    program: MachineProgram, x: int, y: int, block: Block, distance: int
) -> tuple[SyncResource, int] | None:
    """What engine x can tell y with in a block, so many iterations later, of which a wait takes nothing; and who waits."""
    names = program.engines
    for resource in program.machine.resources:
        waits = y if resource.kind is ResourceKind.TIMELINE else 0
        if not _is_between(resource, names[x], names[waits]):
            continue
        if resource.kind is ResourceKind.TIMELINE and not resource.initialised:
            if is_counted(program, block, distance):
                return resource, waits
        elif resource.kind is ResourceKind.PHASES and x and _has_phases(program, resource, block, distance):
            return resource, waits
    return None


def _is_between(resource: SyncResource, giver: str, waiter: str) -> bool:
    """Whether one engine can give signals for which the other one waits."""
    if resource.pairs is not None:
        return (giver, waiter) in resource.pairs
    return resource.users is None or {giver, waiter} <= resource.users


def _has_phases(program: MachineProgram, resource: SyncResource, block: Block, distance: int) -> bool:
    """Whether it is known in which phase each execution of the block is."""
    if distance and loop_of(block) is None:
        return False
    return resource.initialised or not is_repeated(program, _around(block))


def _around(block: Block) -> Block:
    """The block in which phases begin: of a loop's body, the one around the loop."""
    loop = loop_of(block)
    return block if loop is None else block_of(loop)


def loop_of(block: Block) -> Operation | None:
    """The loop with a counter whose body the block is."""
    loop = block.parent_op()
    return loop if loop is not None and kind_of(loop) is OpKind.COUNTED_LOOP else None


def trips_of(loop: Operation) -> int | None:
    """How many iterations a loop with a counter has, where that is a number."""
    low, high, step = (constant_of(value) for value in loop.operands[:3])
    if low is None or high is None or step is None or step <= 0:
        return None
    return max(0, -(-(high - low) // step))


def is_counted(program: MachineProgram, block: Block, distance: int) -> bool:
    """Whether the number of the execution of a block can be told there; with a distance, none may be left out."""
    if program.calls.is_called(program.function):
        return False  # The values of a call would have to go on from those of the call before.
    return (
        follows_from_counters(program, block, distance)
        or carrying_loops(program, block, distance) is not None
    )


def follows_from_counters(program: MachineProgram, block: Block, distance: int) -> bool:
    """Whether the number of the execution of a block can be computed there from the counters around."""
    at = block.parent_op()
    while at is not None and at is not program.function:
        outer = block_of(at)
        if kind_of(at) is OpKind.COUNTED_LOOP:
            is_outermost = not is_repeated(program, outer)
            if not is_outermost and trips_of(at) is None:
                return False
        elif kind_of(at) in LOOPS or distance:
            return False
        at = outer.parent_op()
    return at is not None


def carrying_loops(program: MachineProgram, block: Block, distance: int = 0) -> list[Operation] | None:
    """The loops, innermost first, that can carry the number of the execution of a block, or of the body that it is in."""
    found: list[Operation] = []
    at = block.parent_op()
    while at is not None and at is not program.function:
        if kind_of(at) is OpKind.COUNTED_LOOP:
            found.append(at)
        elif kind_of(at) in LOOPS or distance or found:
            return None
        at = block_of(at).parent_op()
    return None if at is None or not found else found


def is_repeated(program: MachineProgram, block: Block) -> bool:
    """Whether a block may be executed more than once in a call."""
    at = block.parent_op()
    while at is not None and at is not program.function:
        if kind_of(at) in LOOPS:
            return True
        at = at.parent_op()
    return at is None or program.calls.is_called(program.function)


def slots_in_turn(source: Operation, target: Operation, distance: int) -> int:
    """How many slots phases need, waited for so many iterations later: each is armed behind the wait for its last use."""
    behind = source is not target and source.is_before_in_block(target)
    return max(1, distance + behind)


def is_for_itself(program: MachineProgram, resource: SyncResource, block: Block) -> bool:
    """Whether phases of a block's orders are freed behind it: in a loop, behind the loop."""
    return resource.initialised and (resource.freed or is_repeated(program, _around(block)))


def free_instances(program: MachineProgram, resource: SyncResource) -> range:
    """The instances of which the program has said nothing."""
    first = 0
    for op in program.calls.inside(program.function):
        if isinstance(op, sync.OfResource) and op.resource.data == resource.name:
            if op.dynamic_instance is not None:
                return range(0)
            first = max(first, 1 + (0 if op.instance is None else op.instance.value.data))
    return range(first, resource.count)
