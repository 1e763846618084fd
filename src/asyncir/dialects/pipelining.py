"""Attributes of software pipelines: TVM's annotations on a loop, and what each statement of a loop has.

A *statement* is an `scf.execute_region no_inline` with the attribute `software_pipeline_statement`, its name. It is what a
schedule moves as a whole: everything that its author wants grouped. See docs/pipelines.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
)

STAGES = "software_pipeline_stage"
"""On a loop: the stage of each statement, in program order. On a statement: its stage."""
ORDERS = "software_pipeline_order"
"""On a loop: the place of each statement in the body, a permutation. On a statement: its place."""
ASYNC_STAGES = "software_pipeline_async_stages"
"""On a loop: the stages whose statements are asynchronous."""
ANNOTATIONS = (STAGES, ORDERS, ASYNC_STAGES)

SCHEDULE = "software_pipeline_schedule"
"""On a loop without annotations: it wants a schedule. Alone, or `"optimal"` or `"list"`: by which method."""
METHODS = ("optimal", "list")
ENGINES = "software_pipeline_engines"
"""On a loop: what its machine has, `{dma = {count = 2 : i64, asynchronous}}`, by the name of the engine."""
MODULO_SCHEDULE = "software_pipeline_modulo_schedule"
"""On a loop: the schedule that was found, and what bounds it; a record for readers, which no pass needs."""
ARGS_ALIAS = "software_pipeline_args_alias"
"""On a loop: arrays that are passed to its function may overlap."""
DISTINCT_ARGS = "software_pipeline_distinct_args"
"""On a function: `[[0, 1]]`, pairs of its arguments, arrays which must not overlap; `[2]`: nor with any global."""
GLOBALS = -1
"""In place of the second argument of such a pair."""
SAME_OR_DISTINCT_ARGS = "software_pipeline_same_or_distinct_args"
"""On a function: pairs of arrays which may be the same one, with the same shape and strides, but must not overlap else."""
PARTS = "software_pipeline_parts"
"""On a loop with annotations: they count prologue, body and epilogue of a loop inside of it, to be expanded first."""
ON_LOOPS = (STAGES, ORDERS, ASYNC_STAGES, SCHEDULE, ENGINES, MODULO_SCHEDULE, ARGS_ALIAS, PARTS)
MOST_STAGES = 255
"""The greatest stage: prologue and epilogue grow with the square of the number of stages."""

STATEMENT = "software_pipeline_statement"
VALUES = ".values"
"""The end of the name of what an asynchronous statement loads and computes for others, as a statement before it."""
ASYNC = "software_pipeline_async"
"""On a statement: it is asynchronous. On a `queue.commit` or a `queue.await` in a statement: it is there for that."""
IN_ORDER = "software_pipeline_in_order"
"""On such a wait: it is needed only while iterations run one after the other."""
ENGINE = "software_pipeline_engine"
"""On a statement, or an op that becomes part of one: the name of the engine that it runs on."""
LATENCY = "software_pipeline_latency"
"""On a statement, or an op of one: after how many cycles others can use what it computes."""
BUSY = "software_pipeline_busy"
"""On a statement: for how many cycles it keeps which engines busy. On an op of one: a number, of its own engine."""

QUEUE = "software_pipeline_queue"
"""On an asynchronous statement: its queue, counted from the first of its loop; that of its stage where it is missing."""

ON_STATEMENTS = (STATEMENT, ASYNC, ENGINE, LATENCY, BUSY, QUEUE)

PRIVATE = "software_pipeline_private"
"""On an allocation in front of a loop: it stood in the body, so that each iteration had memory of its own."""


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


def pairs_of(function: Operation, name: str) -> list[tuple[int, int]]:
    """The pairs of arguments in such an attribute of a function; none where it is something else."""
    attribute = function.attributes.get(name)
    items = cast("ArrayAttr[Attribute]", attribute).data if isinstance(attribute, ArrayAttr) else ()
    found = [(*numbers, GLOBALS) for item in items if (numbers := integers(item))]
    return [(pair[0], pair[1]) for pair in found if len(pair) in (2, 3)]


def number(attributes: Mapping[str, Attribute], name: str) -> int | None:
    """The number that is a statement's stage or place."""
    attribute = attributes.get(name)
    return attribute.value.data if isinstance(attribute, IntegerAttr) else None


def queue_of(statement: Operation) -> int:
    """The queue of a statement that has a stage, counted from the first of its loop."""
    queue, stage = number(statement.attributes, QUEUE), number(statement.attributes, STAGES)
    return (stage or 0) if queue is None else queue
