"""Whether what is written on the statements of a loop is a schedule: passes write it so, and so may a program's author."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.analyses.loop_carried import computed_by
from asyncir.diagnostics import Diagnostic
from asyncir.dialects.pipelining import (
    body_of,
    carried_index,
    counter_of,
    inits_of,
    loose_ops,
    number,
    statements_of,
)
from asyncir.dialects.verification import span_of
from asyncir.ir import BlockArgument, IndexType, Operation, UnitAttr
from asyncir.ir.marks import ASYNC, MOST_STAGES, ORDERS, QUEUE, STAGES


def faults_of_schedule(loop: Operation) -> list[Diagnostic]:
    """What is wrong with the stages and places of the loop's statements; nothing where none has a stage."""
    statements = statements_of(loop)
    if not any(STAGES in one.attributes for one in statements):
        return []
    faults = [
        _refused("P101", op, "this belongs to no statement of the loop", "put it into a statement")
        for op in loose_ops(loop)[:1]
    ]
    faults += [fault for one in statements for fault in _of_statement(one)]
    return faults or _of_places(loop, statements) or _of_what_is_carried(loop)


def _refused(code: str, op: Operation, message: str, help: str) -> Diagnostic:
    return Diagnostic(code, message, span_of(op), help=help)


def _of_statement(statement: Operation) -> list[Diagnostic]:
    """What is wrong with one statement's attributes."""
    found: list[Diagnostic] = []
    stage = number(statement.attributes, STAGES)
    if STAGES not in statement.attributes:
        help = "give it one: software_pipeline_stage = 0 : i64"
        found.append(
            _refused("P101", statement, "this statement has no stage, as others of its loop have", help)
        )
    elif stage is None or not 0 <= stage <= MOST_STAGES:
        written = statement.attributes[STAGES]
        message = f"the stage of a statement is {written}"
        found.append(_refused("P103", statement, message, f"stages are numbers from 0 to {MOST_STAGES}"))
    queue = number(statement.attributes, QUEUE)
    if QUEUE in statement.attributes and (queue is None or queue < 0):
        message = f"the queue of a statement is {statement.attributes[QUEUE]}"
        found.append(_refused("P103", statement, message, "queues are numbers from 0 on"))
    if not isinstance(statement.attributes.get(ASYNC, UnitAttr()), UnitAttr):
        message = f"{ASYNC} is {statement.attributes[ASYNC]}, and stands for itself"
        found.append(_refused("P101", statement, message, f"write {ASYNC} alone"))
    return found


def _of_places(loop: Operation, statements: Sequence[Operation]) -> list[Diagnostic]:
    """Places are given to all statements or to none."""
    places = [number(one.attributes, ORDERS) for one in statements]
    given = any(ORDERS in one.attributes for one in statements)
    if not given or sorted(-1 if p is None else p for p in places) == list(range(len(statements))):
        return []
    written = ", ".join(str(one.attributes.get(ORDERS, "none")) for one in statements)
    message = f"the places of the statements are {written}, which is no order of {len(statements)}"
    return [_refused("P103", loop, message, f"use each number from 0 to {len(statements) - 1} once")]


def _of_what_is_carried(loop: Operation) -> list[Diagnostic]:
    """What `form-statements` has seen to."""
    counter, end = counter_of(loop), body_of(loop).last_op
    assert end is not None
    if counter is None or not isinstance(counter.type, IndexType):
        help = "let form-statements make the statements, from annotations of the loop"
        return [_refused("P101", loop, "a loop whose statements have stages counts by an index", help)]
    for index, value in enumerate(end.operands):
        same = isinstance(value, BlockArgument) and carried_index(value) == index
        if not same and value is not inits_of(loop)[index] and computed_by(value, body_of(loop)) is None:
            help = "compute what it carries in a statement"
            return [_refused("P101", loop, "the loop carries a value that no statement computes", help)]
    return []
