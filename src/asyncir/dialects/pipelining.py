"""Software pipelines in IR: what the marks (`ir/marks.py`) on a loop and on its statements say.

A *statement* is an `scf.execute_region no_inline` with the attribute `software_pipeline_statement`, its name. It is what a
schedule moves as a whole: everything that its author wants grouped. See docs/pipelines.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from asyncir.ir import (
    ArrayAttr,
    Attribute,
    Block,
    BlockArgument,
    DenseArrayBase,
    IntegerAttr,
    IntegerType,
    Operation,
    SSAValue,
    StringAttr,
    i1,
    i64,
)
from asyncir.ir.marks import GLOBALS, QUEUE, SCHEDULE, STAGES, STATEMENT
from asyncir.ir.walk import walk


def is_statement(op: Operation) -> bool:
    """Whether `op` is a statement."""
    return op.name == "scf.execute_region" and isinstance(op.attributes.get(STATEMENT), StringAttr)


LOOPS = ("scf.for", "scf.while")
"""What can be a software pipeline."""


def body_of(loop: Operation) -> Block:
    """The block that each iteration of the loop runs, one whose regions have one block each."""
    return loop.regions[-1].block


def statements_of(loop: Operation) -> list[Operation]:
    """The statements of a loop's body, in program order."""
    if loop.name not in LOOPS:
        return []
    return [op for op in body_of(loop).ops if is_statement(op)]


def loose_ops(loop: Operation) -> list[Operation]:
    """The ops of the body of a loop with statements that belong to none: not its end, nor what counts an `scf.while`."""
    body = body_of(loop)
    end = body.last_op
    known: set[object] = {end}
    if loop.name == "scf.while" and end is not None and end.operands:
        counts = end.operands[0].owner
        known.add(counts)
        if isinstance(counts, Operation):
            known.update(operand.owner for operand in counts.operands)
    return [op for op in body.ops if not is_statement(op) and op not in known]


def loops_to_schedule(root: Operation) -> list[Operation]:
    """The loops of statements for which a schedule is asked."""
    return [op for op in walk(root) if SCHEDULE in op.attributes and statements_of(op) and not loose_ops(op)]


def scheduled_statements(loop: Operation) -> list[Operation]:
    """The statements of a loop of which each has a stage, if there is nothing else in its body; else none."""
    statements = statements_of(loop)
    all_have = all(STAGES in one.attributes for one in statements)
    return statements if statements and all_have and not loose_ops(loop) else []


def counter_of(loop: Operation) -> BlockArgument | None:
    """The argument of the body that tells iterations apart; None in an `scf.while` that has no statements yet.

    In an `scf.for` that is its induction variable; `form-statements` lets an `scf.while` count from 0 on.
    """
    return body_of(loop).args[0] if loop.name == "scf.for" or statements_of(loop) else None


def inits_of(loop: Operation) -> Sequence[SSAValue]:
    """What the loop is entered with."""
    return loop.operands[3:] if loop.name == "scf.for" else loop.operands


def carried_index(argument: BlockArgument) -> int | None:
    """Which of the values that a loop carries an argument of its body, or of its condition, is; None if it is none."""
    loop = argument.block.parent_op()
    if loop is None or loop.name not in LOOPS:
        return None
    if loop.name == "scf.for":
        return argument.index - 1 if argument.index else None
    if argument.block is not body_of(loop):
        return argument.index
    condition = loop.regions[0].block.last_op
    assert condition is not None
    value = condition.operands[argument.index + 1]
    return value.index if isinstance(value, BlockArgument) and value.block.parent_op() is loop else None


def integers(attribute: Attribute | None) -> list[int] | None:
    """The numbers of `[0, 1]` or `array<i64: 0, 1>`; None where it is no list of integers."""
    if isinstance(attribute, DenseArrayBase):
        type_ = cast("DenseArrayBase[Any]", attribute).elt_type
        of_integers = isinstance(type_, IntegerType) and type_ != i1
        return [int(v) for v in attribute.get_values()] if of_integers else None
    if isinstance(attribute, ArrayAttr):
        items = cast("ArrayAttr[Attribute]", attribute).data
        numbers = [cast("IntegerAttr[Any]", item) for item in items if isinstance(item, IntegerAttr)]
        found = [item.value.data for item in numbers if item.type != i1]
        return found if len(found) == len(items) else None
    return None


def pairs_of(op: Operation, name: str) -> list[tuple[int, int]]:
    """The pairs of arguments in such an attribute of a function or loop; none where it is something else."""
    attribute = op.attributes.get(name)
    items = cast("ArrayAttr[Attribute]", attribute).data if isinstance(attribute, ArrayAttr) else ()
    found = [(*numbers, GLOBALS) for item in items if (numbers := integers(item))]
    return [(pair[0], pair[1]) for pair in found if len(pair) in (2, 3)]


def pairs_attribute(pairs: Iterable[tuple[int, int]]) -> ArrayAttr[Attribute]:
    """The attribute that says these pairs."""
    return ArrayAttr(ArrayAttr([IntegerAttr(n, i64) for n in pair if n != GLOBALS]) for pair in sorted(pairs))


def number(attributes: Mapping[str, Attribute], name: str) -> int | None:
    """The number that is a statement's stage or place."""
    attribute = attributes.get(name)
    return attribute.value.data if isinstance(attribute, IntegerAttr) else None


def queue_of(statement: Operation) -> int:
    """The queue of a statement that has a stage, counted from the first of its loop."""
    queue, stage = number(statement.attributes, QUEUE), number(statement.attributes, STAGES)
    return (stage or 0) if queue is None else queue
