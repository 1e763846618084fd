"""Small changes of a loop before it is cut into statements."""

from __future__ import annotations

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.ranges import range_of
from asyncir.dialects import arith, scf
from asyncir.dialects.elementwise import IntegerOverflowAttr, IntegerOverflowFlag
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.pipelining import body_of, carried_index, inits_of
from asyncir.ir import Block, BlockArgument, IntegerAttr, Operation, SSAValue
from asyncir.ir.walk import block_of, terminator_of
from asyncir.transforms._blocks import at, erase, replace_all
from asyncir.transforms._building import INDEX


def settle(loop: Operation) -> None:
    """Let what the loop carries unchanged be what it is in front of the loop."""
    body, inits = body_of(loop), list(inits_of(loop))
    assert body.last_op is not None
    first = len(body.args) - len(loop.results)
    instead: dict[SSAValue, SSAValue] = {}
    for index, value in enumerate(body.last_op.operands):
        if isinstance(value, BlockArgument) and value.block is body and carried_index(value) == index:
            own = [a for region in loop.regions for a in region.block.args if carried_index(a) == index]
            instead.update(dict.fromkeys(own, inits[index]))
            instead.update((loop.results[a.index - first], inits[index]) for a in own if a.block is body)
    for value, init in instead.items():
        value.replace_all_uses_with(init)
    if kind_of(loop) is OpKind.CONDITIONAL_LOOP:
        _settle_handed_on(loop)


def _settle_handed_on(loop: Operation) -> None:
    """Let what the condition hands on, and does not come from an iteration, be what it is in front of the loop."""
    condition = terminator_of(loop.regions[0].block)
    for argument, result, value in zip(body_of(loop).args, loop.results, condition.operands[1:], strict=True):
        if carried_index(argument) is None:
            argument.replace_all_uses_with(value)
            result.replace_all_uses_with(value)


def with_counter(loop: Operation) -> Operation:
    """An `scf.while` in place of `loop`, whose first argument counts its iterations from 0 on."""
    assert loop.parent is not None
    before, after = (loop.detach_region(0) for _ in range(2))
    tested, counter = (region.block.insert_arg(INDEX, 0) for region in (before, after))
    condition, end = before.block.last_op, after.block.last_op
    assert condition is not None
    assert end is not None
    condition.operands = [condition.operands[0], tested, *condition.operands[1:]]
    one = _constant(1, after.block, end)
    more = at(arith.AddiOp(counter, one), loop.location)
    after.block.insert_op_before(more, end)
    end.operands = [more.results[0], *end.operands]
    zero = at(arith.ConstantOp(IntegerAttr(0, INDEX)), loop.location)
    loop.parent.insert_op_before(zero, loop)
    new = scf.WhileOp([zero.results[0], *loop.operands], [INDEX, *loop.result_types], before, after)
    new.attributes.update(loop.attributes)
    loop.parent.insert_op_before(at(new, loop.location), loop)
    replace_all(loop.results, new.results[1:])
    erase(loop)
    return new


def count_iterations(loop: Operation) -> tuple[list[Operation], list[Operation]]:
    """Let an `scf.for` go from 0 on in steps of 1.

    What computes in front of it how often it runs, and what computes its counter, first in its body.
    """
    lower, upper, step = loop.operands[:3]
    before: list[Operation] = []

    def add(op: Operation) -> SSAValue:
        block_of(loop).insert_op_before(at(op, loop.location), loop)
        before.append(op)
        return op.results[0]

    zero, one = (add(arith.ConstantOp(IntegerAttr(n, INDEX))) for n in (0, 1))
    # A loop that runs not at all may have any step; the difference of bounds that are far apart is right without a sign.
    distance = upper if constant_of(lower) == 0 else add(arith.SubiOp(upper, lower))
    by = add(arith.MaxSIOp(step, one))
    number = add(arith.CeilDivUIOp(distance, by))
    runs = add(arith.CmpiOp(lower, upper, "slt"))
    loop.operands = [zero, add(arith.SelectOp(runs, number, zero)), one, *loop.operands[3:]]
    block = body_of(loop)
    # From a lower bound that is not negative on, what the counter has grown by does not wrap, nor does the counter.
    ops: list[Operation] = [arith.MuliOp(block.args[0], by)]
    if constant_of(lower) != 0:
        ops.append(arith.AddiOp(lower, ops[0].results[0]))
    for op in ops if range_of(lower)[0] >= 0 else ():
        op.properties["overflowFlags"] = IntegerOverflowAttr([IntegerOverflowFlag.NSW])
    first, counter = block.first_op, ops[-1].results[0]
    assert first is not None
    for op in ops:
        block.insert_op_before(at(op, loop.location), first)
    block.args[0].replace_uses_with_if(counter, lambda use: use.operation not in ops)
    counter.name_hint = block.args[0].name_hint
    return before, ops


def _constant(number: int, block: Block, before: Operation) -> SSAValue:
    op = at(arith.ConstantOp(IntegerAttr(number, INDEX)), before.location)
    block.insert_op_before(op, before)
    return op.results[0]
