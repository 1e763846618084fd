"""The values that a loop carries and that grow by a constant."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.analyses.in_flight.code import FlatLoop
from asyncir.analyses.in_flight.cycles import cycle_of, literal
from asyncir.dialects.branches import forwarded_values
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, BlockArgument, Operation, SSAValue

_LONGEST_CHAIN = 100
"""Through so many blocks and additions a number is followed."""


def _step_of(value: SSAValue, argument: SSAValue) -> int | None:
    """The constant c where `value` is `argument + c`."""
    op = value.owner
    if value is argument:
        return 0
    if not isinstance(op, Operation) or kind_of(op) not in (OpKind.ADD, OpKind.SUBTRACT):
        return None
    left, right = op.operands
    if kind_of(op) is OpKind.ADD and right is argument:
        left, right = right, left
    c = literal(right)
    if left is not argument or c is None:
        return None
    return c if kind_of(op) is OpKind.ADD else -c


def find_inductions(
    loop: FlatLoop,
    carried: Sequence[SSAValue],
    inits: Sequence[SSAValue],
    back: Sequence[SSAValue],
    stands_for: Sequence[SSAValue],
    names: Sequence[SSAValue] | None = None,
) -> None:
    """Note the carried values that grow by a constant; `names[i]` holds what `stands_for[i]` held at the head."""
    from_head = dict(zip(stands_for if names is None else names, stands_for, strict=False))
    for argument, init, end in zip(carried, inits, back, strict=False):
        for name, source in from_head.items():
            step = _step_of(end, name) if source is argument else None
            cycle = cycle_of(end) if source is argument and step is None else None
            if step is not None:
                loop.inductions[argument] = (init, step)
                break
            if cycle is not None and cycle[0] is name:
                loop.inductions[argument], loop.moduli[argument] = (init, cycle[1]), cycle[2]
                break


def find_graph_inductions(loop: FlatLoop, block: Block, members: frozenset[Block]) -> None:
    """Note the arguments of a loop's head, one of a control-flow graph, that grow by a constant."""
    for index, argument in enumerate(block.args):
        inits: set[SSAValue] = set()
        steps: set[int | None] = set()
        for use in block.uses:
            op = use.operation
            way = forwarded_values(op)[use.index]
            if op.parent in members:
                steps.add(_graph_step(way[1][index], argument))
            else:
                inits.add(way[1][index])
        if len(inits) == 1 and len(steps) == 1 and (step := next(iter(steps))) is not None:
            loop.inductions[argument] = (next(iter(inits)), step)


def _graph_step(value: SSAValue, argument: SSAValue) -> int | None:
    """The constant c where `value` is `argument + c`, handed on from block to block."""
    total = 0
    for _ in range(_LONGEST_CHAIN):
        value = _origin(value)
        if value is argument:
            return total
        op = value.owner
        if not isinstance(op, Operation) or kind_of(op) not in (OpKind.ADD, OpKind.SUBTRACT):
            return None
        left, right = op.operands
        c = literal(right)
        if c is None and kind_of(op) is OpKind.ADD:
            left, c = right, literal(left)
        if c is None:
            return None
        value = left
        total += c if kind_of(op) is OpKind.ADD else -c
    return None


def _origin(value: SSAValue) -> SSAValue:
    """What a block argument is another name of, where control comes to its block on one way only."""
    for _ in range(_LONGEST_CHAIN):
        if not isinstance(value, BlockArgument):
            break
        uses = list(value.block.uses)
        if len(uses) != 1:
            break
        value = forwarded_values(uses[0].operation)[uses[0].index][1][value.index]
    return value
