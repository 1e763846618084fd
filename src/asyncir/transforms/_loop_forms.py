"""Small changes of a loop before it is cut into statements."""

from __future__ import annotations

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.ranges import range_of
from asyncir.dialects import arith, scf
from asyncir.dialects.elementwise import IntegerOverflowAttr, IntegerOverflowFlag
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.pipelining import body_of, carried_index, inits_of
from asyncir.ir import BlockArgument, Operation, SSAValue
from asyncir.ir.walk import first_of, terminator_of
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import INDEX, Builder


def settle(loop: Operation) -> None:
    """Let what the loop carries unchanged be what it is in front of the loop."""
    body, inits = body_of(loop), list(inits_of(loop))
    first = len(body.args) - len(loop.results)
    instead: dict[SSAValue, SSAValue] = {}
    for index, value in enumerate(terminator_of(body).operands):
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
    before, after = (loop.detach_region(0) for _ in range(2))
    tested, counter = (region.block.insert_arg(INDEX, 0) for region in (before, after))
    condition, end = terminator_of(before.block), terminator_of(after.block)
    condition.operands = [condition.operands[0], tested, *condition.operands[1:]]
    one = Builder(end).index(1)
    end.operands = [Builder(end, loop).plus(counter, one), *end.operands]
    build = Builder(loop)
    types, inits = [INDEX, *loop.result_types], [build.index(0), *loop.operands]
    new = build.add(scf.WhileOp(inits, types, before, after))
    new.attributes.update(loop.attributes)
    replace_all(loop.results, new.results[1:])
    erase(loop)
    return new


def count_iterations(loop: Operation) -> tuple[list[Operation], list[Operation]]:
    """Let an `scf.for` go from 0 on in steps of 1.

    What computes in front of it how often it runs, and what computes its counter, first in its body.
    """
    lower, upper, step = loop.operands[:3]
    build = Builder(loop)
    zero, one = build.index(0), build.index(1)
    # A loop that runs not at all may have any step; the difference of bounds that are far apart is right without a sign.
    distance = upper if constant_of(lower) == 0 else build.minus(upper, lower)
    by = build.value(arith.MaxSIOp(step, one))
    number = build.value(arith.CeilDivUIOp(distance, by))
    number = build.either(build.test(lower, "slt", upper), number, zero)
    loop.operands = [zero, number, one, *loop.operands[3:]]
    block = body_of(loop)
    # From a lower bound that is not negative on, what the counter has grown by does not wrap, nor does the counter.
    ops: list[Operation] = [arith.MuliOp(block.args[0], by)]
    if constant_of(lower) != 0:
        ops.append(arith.AddiOp(lower, ops[0].results[0]))
    for op in ops if range_of(lower)[0] >= 0 else ():
        op.properties["overflowFlags"] = IntegerOverflowAttr(frozenset({IntegerOverflowFlag.NSW}))
    counter, inside = ops[-1].results[0], Builder(first_of(block), loop)
    for op in ops:
        inside.add(op)
    block.args[0].replace_uses_with_if(counter, lambda use: use.operation not in ops)
    counter.name_hint = block.args[0].name_hint
    return build.made, ops
