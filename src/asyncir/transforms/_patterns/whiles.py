"""Patterns on `scf.while`: what it carries for nothing, and what its body knows of the condition."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects import arith
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, BlockArgument, Operation, SSAValue
from asyncir.ir.walk import is_defined_below, terminator_of, walk
from asyncir.transforms._blocks import erase, move_ops
from asyncir.transforms._folds.constants import Key, integer, make
from asyncir.transforms._patterns.arithmetic import NEGATED, SWAPPED, predicate_of
from asyncir.transforms._patterns.ifs import yielded_at_once
from asyncir.transforms._patterns.structured import inline_block
from asyncir.transforms._rebuilding import rebuilt
from asyncir.transforms._rewriting import Pattern, Rewriter


def _blocks(op: Operation) -> tuple[Block, Block]:
    """The block that says whether to go on, and the body."""
    before, body = (region.block for region in op.regions)
    return before, body


def _runs_once(op: Operation, rewriter: Rewriter) -> bool:
    before, _ = _blocks(op)
    never = integer(terminator_of(before).operands[0]) == 0
    return never and inline_block(op, before, tuple(op.operands), rewriter)


def _condition_in_body(op: Operation, rewriter: Rewriter) -> bool:
    """What the condition passes on when it is true is known to be true in the body."""
    before, body = _blocks(op)
    condition, *passed = terminator_of(before).operands
    changed = False
    for value, argument in zip(passed, body.args, strict=True):
        if value is condition and argument.first_use is not None:
            true = rewriter.constant(make(argument.type, [1]), argument.type, body, op.location)
            rewriter.replace_values([argument], [true])
            changed = True
    return changed


def _comparison_in_body(op: Operation, rewriter: Rewriter) -> bool:
    """The body need not compare again what the condition has compared."""
    before, body = _blocks(op)
    condition, *passed = terminator_of(before).operands
    compare = condition.owner
    if not isinstance(compare, arith.CmpiOp) or compare.parent is not before:
        return False
    in_body = dict(zip(passed, body.args, strict=True))
    left, right = (
        in_body.get(operand) if is_defined_below(operand, op) else operand for operand in compare.operands
    )
    if left is None or right is None:
        return False
    changed = False
    inside = next((value for value in (left, right) if value in body.args), None)
    for use in list(inside.uses) if inside is not None else ():
        known = _known(use.operation, left, right, predicate_of(compare))
        if known is None:
            continue
        user = use.operation
        type_ = user.results[0].type
        rewriter.replace(user, [rewriter.constant(make(type_, [known]), type_, user, user.location)])
        changed = True
    return changed


def _known(op: Operation, left: SSAValue, right: SSAValue, predicate: int) -> bool | None:
    """What a comparison comes to where another one of these two values holds; None where that does not say."""
    if not isinstance(op, arith.CmpiOp):
        return None
    asked = predicate_of(op)
    if tuple(op.operands) == (right, left) and left is not right:
        asked = SWAPPED[asked]
    elif tuple(op.operands) != (left, right):
        return None
    if asked == predicate:
        return True
    return False if asked == NEGATED[predicate] else None


def _carries_less(op: Operation, rewriter: Rewriter) -> bool:
    """What never changes, comes twice, or is used by nobody is not handed around."""
    before, body = _blocks(op)
    condition, end = terminator_of(before), terminator_of(body)
    changed = _forward_results(op, tuple(condition.operands)[1:], rewriter)
    passed, yielded = tuple(condition.operands)[1:], tuple(end.operands)
    for argument, first, next_ in zip(before.args, op.operands, yielded, strict=True):
        comes_back = (
            isinstance(next_, BlockArgument) and next_.block is body and passed[next_.index] is argument
        )
        if argument.first_use is not None and (next_ is first or comes_back):
            rewriter.replace_values([argument], [first])
            changed = True
    arguments = [index for index, argument in enumerate(before.args) if argument.first_use is not None]
    results = [
        index
        for index, result in enumerate(op.results)
        if result.first_use is not None or body.args[index].first_use is not None
    ]
    if len(arguments) == len(before.args) and len(results) == len(op.results):
        return changed
    _keep(op, arguments, results, rewriter)
    return True


def _forward_results(op: Operation, passed: Sequence[SSAValue], rewriter: Rewriter) -> bool:
    """Use what the condition hands on directly where it is from outside, or is handed on twice."""
    _, body = _blocks(op)
    changed = False
    places: dict[SSAValue, int] = {}
    for index, value in enumerate(passed):
        at_first = places.setdefault(value, index)
        olds = [body.args[index], op.results[index]]
        if not is_defined_below(value, op):
            news = [value, value]
        elif at_first != index:
            news = [body.args[at_first], op.results[at_first]]
        else:
            continue
        if any(old.first_use is not None for old in olds):
            rewriter.replace_values(olds, news)
            changed = True
    return changed


def _keep(op: Operation, arguments: Sequence[int], results: Sequence[int], rewriter: Rewriter) -> None:
    """Let the loop have only these arguments of its first block, and only these results."""
    before, body = _blocks(op)
    condition, end = terminator_of(before), terminator_of(body)
    handed = tuple(condition.operands)
    rewriter.set_operands(condition, (handed[0], *(handed[1 + index] for index in results)))
    rewriter.set_operands(end, [end.operands[index] for index in arguments])
    _erase_others(before, arguments)
    _erase_others(body, results)
    kept = [op.results[index] for index in results]
    new = rebuilt(op, [op.operands[index] for index in arguments], [result.type for result in kept])
    rewriter.push(new)
    rewriter.replace_values(kept, new.results)
    rewriter.erase(op)


def _erase_others(block: Block, keep: Sequence[int]) -> None:
    for argument in reversed(tuple(block.args)):
        if argument.index not in keep:
            block.erase_arg(argument)


def _same_order(op: Operation, rewriter: Rewriter) -> bool:
    """The condition hands on the loop's own values in the order in which they came, if it hands on all of them."""
    before, body = _blocks(op)
    condition = terminator_of(before)
    passed = tuple(condition.operands)[1:]
    arguments = tuple(before.args)
    if passed == arguments or len(passed) != len(arguments) or set(passed) != set(arguments):
        return False
    places = [passed.index(argument) for argument in arguments]
    rewriter.set_operands(condition, (condition.operands[0], *arguments))
    old = tuple(body.args)
    new_arguments = [body.insert_arg(argument.type, len(body.args), op.location) for argument in arguments]
    rewriter.replace_values([old[place] for place in places], new_arguments)
    for argument in reversed(old):
        body.erase_arg(argument)
    new = rebuilt(op, tuple(op.operands), [argument.type for argument in arguments])
    rewriter.push(new)
    rewriter.replace_values([op.results[place] for place in places], new.results)
    rewriter.erase(op)
    return True


def _branch_into_body(op: Operation, rewriter: Rewriter) -> bool:
    """What is done last before the body, if it goes on, is done first in the body.

    What an `scf.if` there gives is, handed on, what its first branch yields in the body, and what its second one yields
    behind the loop.
    """
    before, body = _blocks(op)
    condition = terminator_of(before)
    branch = condition.prev_op
    if branch is None or kind_of(branch) is not OpKind.IF or branch.operands[0] is not condition.operands[0]:
        return False
    others = yielded_at_once(branch.regions[1])
    if others is None or any(
        use.operation is not condition for result in branch.results for use in result.uses
    ):
        return False
    inside = branch.regions[0].block
    end = terminator_of(inside)
    handed = {
        value: argument
        for value, argument in zip(tuple(condition.operands)[1:], body.args, strict=True)
        if value not in branch.results
    }
    needed = {
        operand: None
        for inner in walk(branch.regions[0])
        for operand in inner.operands
        if operand not in handed and is_defined_below(operand, op) and not is_defined_below(operand, branch)
    }
    for value in needed:
        handed[value] = body.insert_arg(value.type, len(body.args), op.location)
    for inner in walk(branch.regions[0]):
        if any(operand in handed for operand in inner.operands):
            rewriter.set_operands(inner, [handed.get(operand, operand) for operand in inner.operands])
    yielded = tuple(end.operands)
    for place, value in enumerate(tuple(condition.operands)[1:]):
        if value in branch.results:
            rewriter.replace_values([body.args[place]], [yielded[branch.results.index(value)]])
    erase(end)
    rewriter.push(*inside.ops)
    first = body.first_op
    assert first is not None
    move_ops(inside.ops, first)
    rewriter.set_operands(condition, (*condition.operands, *needed))
    if branch.results:
        rewriter.replace_values(branch.results, others)
    rewriter.erase(branch)
    new = rebuilt(op, tuple(op.operands), [*op.result_types, *(value.type for value in needed)])
    rewriter.push(new)
    rewriter.replace(op, new.results[: len(op.results)])
    return True


PATTERNS: dict[Key, Sequence[Pattern]] = {
    OpKind.CONDITIONAL_LOOP: (
        _runs_once,
        _condition_in_body,
        _comparison_in_body,
        _carries_less,
        _same_order,
        _branch_into_body,
    ),
}
