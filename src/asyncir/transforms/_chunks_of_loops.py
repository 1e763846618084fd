"""A loop over a range as a loop over chunks of it, so that code between two chunks can look around.

Before, the head compares the counter `i` with the end:

    ^head(i, ...):  if i < end: ^body else: ^behind

Behind, the loop is the same but for that end, so that it can be vectorised as ever:

    ^chunk(i, ...): limit = min(i + 65536, end)
    ^head(i, ...):  if i < limit: ^body else: ^more
    ^more:          if i < end: ^look else: ^behind
    ^look:          rt.check, or rt.poll; go to ^chunk(i, ...)
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import cast

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.widths import width_of
from asyncir.dialects import arith, cf, rt
from asyncir.ir import (
    Attribute,
    Block,
    BlockArgument,
    IndexType,
    IntegerAttr,
    Operation,
    SSAValue,
    UnitAttr,
)
from asyncir.ir.walk import predecessors
from asyncir.transforms._building import Builder

CHUNKS = (1 << 16, 1 << 6)
"""How many turns go by between two looks, of innermost loops and of those that have only such in them: 0.1 ms where a turn
takes a nanosecond, tens of milliseconds where it takes twenty and the loop inside is just too short to look.
"""


def counts(head: Block, loop: Container[Block]) -> bool:
    """Whether the loop is one over a range: a look in each turn would keep it from being vectorised."""
    return _test_of(head, loop) is not None


def is_brief(head: Block, loop: Container[Block], chunk: int) -> bool:
    """Whether the loop is known to have no more turns than a chunk."""
    test = _test_of(head, loop)
    if test is None or (end := constant_of(test.rhs)) is None:
        return False
    place = _place(test)
    entries = [block for block in predecessors(head) if block not in loop]
    starts = [constant_of(value) for block in entries for value in _handed(block, head, place)]
    steps = [_step(value, test.lhs) for value in _next_of(head, loop, place)]
    if not starts or any(step is None or constant_of(step) is None for step in steps):
        return False
    return all(start is not None and end - start <= chunk for start in starts)


def in_chunks(
    head: Block, loop: Container[Block], size: int, look: Callable[[], Operation]
) -> tuple[Block, ...]:
    """Make a loop over chunks of so many turns, with a look between two; of another kind of loop, have each turn look.

    Returns the blocks that are new: they are in all loops that this one is in.
    """
    test, branch = _test_of(head, loop), head.last_op
    region, origin = head.parent, head.first_op
    assert region is not None
    assert origin is not None
    if test is None:
        Builder(origin).add(look())
        return ()
    assert isinstance(branch, cf.ConditionalBranchOp)
    types = [argument.type for argument in head.args]
    chunk, more, pause = Block(arg_types=types), Block(), Block()
    region.insert_block_before(chunk, head)
    region.insert_block_after([more, pause], head)
    for block in predecessors(head):
        if block not in loop and block is not chunk:
            _redirect(block, head, chunk)

    begin = Builder(chunk, origin)
    counter = chunk.args[_place(test)]
    turns = begin.value(arith.ConstantOp(IntegerAttr(size, cast("IndexType", counter.type))))
    after = begin.value(arith.AddiOp(counter, turns))
    fits = begin.value(arith.CmpiOp(after, counter, "sgt"))
    reached = begin.value(arith.SelectOp(fits, after, test.rhs))
    limit = begin.value(arith.MinSIOp(reached, test.rhs))
    begin.add(cf.BranchOp(head, *chunk.args))

    behind = Builder(more, origin)
    goes_on = behind.value(arith.CmpiOp(test.lhs, test.rhs, "slt"))
    behind.add(cf.ConditionalBranchOp(goes_on, pause, [], branch.else_block, list(branch.else_arguments)))
    between = Builder(pause, origin)
    pause_look = look()
    if isinstance(pause_look, rt.CheckOp):
        pause_look.seldom = UnitAttr()
    between.add(pause_look)
    between.add(cf.BranchOp(chunk, *head.args))

    inner = Builder(branch, branch)
    within = inner.value(arith.CmpiOp(test.lhs, limit, "slt"))
    new = inner.add(cf.ConditionalBranchOp(within, branch.then_block, list(branch.then_arguments), more, []))
    new.attributes.update(branch.attributes)
    branch.detach()
    branch.erase()
    return chunk, more, pause


def _test_of(head: Block, loop: Container[Block]) -> arith.CmpiOp | None:
    """The comparison of the loop's counter, an argument of its head that only grows, with an end; None: another loop."""
    branch = head.last_op
    if not isinstance(branch, cf.ConditionalBranchOp):
        return None
    test = branch.cond.owner
    # What else is in the head would be done once more for each chunk.
    if not isinstance(test, arith.CmpiOp) or list(head.ops) != [test, branch] or not _is_wide(test.lhs.type):
        return None
    counter = test.lhs
    if not isinstance(counter, BlockArgument) or counter.block is not head:
        return None
    if test.predicate.value.data != _LESS or _is_made_inside(test.rhs, loop):
        return None
    if branch.then_block not in loop or branch.else_block in loop:
        return None
    steps = [_step(value, counter) for value in _next_of(head, loop, counter.index)]
    ahead = all(step is not None and not _is_made_inside(step, loop) for step in steps)
    return test if steps and ahead else None


_LESS = 2
"""`slt`."""

_NARROWEST = 32
"""Bits of a counter to which the turns of a chunk can be added."""


def _is_wide(type: Attribute) -> bool:
    width = width_of(type)
    return width is not None and width >= _NARROWEST


def _next_of(head: Block, loop: Container[Block], place: int) -> list[SSAValue | None]:
    """What the loop hands to its head as that argument; None: nobody knows."""
    blocks = [block for block in predecessors(head) if block in loop]
    return [value for block in blocks for value in (_handed(block, head, place) or [None])]


def _step(value: SSAValue | None, counter: SSAValue) -> SSAValue | None:
    """What is added to the counter; None if that is no sum, or surely does not grow."""
    op = value.owner if value is not None else None
    if not isinstance(op, arith.AddiOp) or counter not in op.operands:
        return None
    step = op.rhs if op.lhs is counter else op.lhs
    number = constant_of(step)
    return step if number is None or number > 0 else None


def _place(test: arith.CmpiOp) -> int:
    assert isinstance(test.lhs, BlockArgument)
    return test.lhs.index


def _is_made_inside(value: SSAValue, loop: Container[Block]) -> bool:
    owner = value.owner
    home = owner if isinstance(owner, Block) else owner.parent
    return home is not None and home in loop


def _handed(block: Block, head: Block, place: int) -> list[SSAValue]:
    """What that block hands to the head as its argument of that place."""
    last = block.last_op
    if isinstance(last, cf.BranchOp):
        return [last.arguments[place]]
    if isinstance(last, cf.ConditionalBranchOp):
        ways = ((last.then_block, last.then_arguments), (last.else_block, last.else_arguments))
        return [arguments[place] for target, arguments in ways if target is head]
    return []


def _redirect(block: Block, head: Block, chunk: Block) -> None:
    last = block.last_op
    assert isinstance(last, Operation)
    for place, target in enumerate(last.successors):
        if target is head:
            last.successors[place] = chunk
