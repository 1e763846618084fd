"""Why a loop cannot be a software pipeline, whatever its schedule is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from asyncir.analyses.loop_carried import computed_by
from asyncir.analyses.statements import LoopBody
from asyncir.analyses.trip_counts import trips_of
from asyncir.diagnostics.words import counted
from asyncir.dialects.async_types import AsyncOpInterface
from asyncir.dialects.effects import Effects, Milestone, callee_name
from asyncir.dialects.execution_traits import Waits
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.pipelining import LOOPS, body_of, carried_index, integers
from asyncir.dialects.queue_checks import awaits_of_host, fault_in_flight
from asyncir.ir import BlockArgument, IndexType, Operation
from asyncir.ir.marks import ASYNC, ASYNC_STAGES, SCHEDULE
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import is_defined_below, outermost, walk


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What is in the way."""

    reason: str
    help: str
    """What its author can do about it."""
    op: Operation


def obstacle(
    loop: Operation,
    body: LoopBody,
    stages: Sequence[int] | None,
    asynchronous: Collection[int],
    effects: Effects,
) -> Obstacle | None:
    """The first thing that keeps the loop from being a pipeline, its statements being in these stages, some asynchronous.

    None is for stages that are still to be found.
    """
    return (
        (_of_bounds(loop, stages) if kind_of(loop) is OpKind.COUNTED_LOOP else _of_condition(loop, effects))
        or _of_what_is_carried(loop, body)
        or (_of_what_is_tested(loop, body, stages) if kind_of(loop) is OpKind.CONDITIONAL_LOOP else None)
        or _of_statements(body, asynchronous, effects)
    )


def _of_bounds(loop: Operation, stages: Sequence[int] | None) -> Obstacle | None:
    if "unsignedCmp" in loop.properties:
        help = "where no bound is negative, leave `unsigned` out"
        return Obstacle("its bounds are compared without a sign", help, loop)
    type_ = body_of(loop).args[0].type
    if not isinstance(type_, IndexType):
        help = "cast the bounds to index, and the counter back"
        return Obstacle(f"its counter is an {type_}, and no index", help, loop)
    most, last = trips_of(loop).most, max(stages) - min(stages) if stages else 0
    if most is not None and most < last:
        help = "give it fewer stages"
        reason = f"it has at most {counted(most, 'iteration')}, and its last stage is {last} behind its first"
        return Obstacle(reason, help, loop)
    return None


def _of_condition(loop: Operation, effects: Effects) -> Obstacle | None:
    """What the condition does; it is evaluated when statements of earlier iterations are still to come."""
    before = loop.regions[0].block
    for op in before.ops:
        if effects.of(op):
            help = "let a statement of the first stage do that, and carry what it computes"
            return Obstacle("its condition does more than compute", help, op)
    assert before.last_op is not None
    for value in before.last_op.operands[1:]:
        if value.owner is not before and is_defined_below(value, loop):
            return Obstacle("its condition hands on what it computes", "compute it in the body", loop)
    return None


def _of_what_is_carried(loop: Operation, body: LoopBody) -> Obstacle | None:
    block = body_of(loop)
    assert block.last_op is not None
    for index, value in enumerate(block.last_op.operands):
        unchanged = isinstance(value, BlockArgument) and carried_index(value) == index
        computed = computed_by(value, block)
        if not unchanged and (computed is None or computed.value.op in body.memory):
            help = "compute what it carries in the loop"
            return Obstacle("it carries a value that no statement computes", help, loop)
    return None


def _of_what_is_tested(loop: Operation, body: LoopBody, stages: Sequence[int] | None) -> Obstacle | None:
    """A value that has not been computed yet when the next iteration begins."""
    if stages is None:
        return Obstacle("schedules are found for an scf.for only", "give `software_pipeline_stage`", loop)
    number = {op: n for n, statement in enumerate(body.statements) for op in statement.ops}
    before = loop.regions[0].block
    for op in walk(loop.regions[0]):
        tested = op.operands[:1] if op is before.last_op else op.operands
        for computed in filter(None, (computed_by(value, body_of(loop)) for value in tested)):
            n = number.get(computed.value.op)
            if n is None or n >= len(stages):
                continue
            late = stages[n] - min(stages) - computed.distance + 1
            if late > 0:
                reason = (
                    f"its condition depends on what statement {n} computes, which comes too late by {late}"
                )
                help = f"give statement {n} stage {stages[n] - late}: then the next iteration knows whether it is one"
                return Obstacle(reason, help, computed.value.op)
    return None


def _of_statements(body: LoopBody, asynchronous: Collection[int], effects: Effects) -> Obstacle | None:
    for number, statement in enumerate(body.statements):
        inside = [inner for outer in statement.ops for inner in walk(outer)]
        for op in inside:
            if _goes_on(op, inside, effects):
                reason = f"what statement {number} starts may go on when the statement has ended"
                if _is_awaited(op, inside):
                    reason = (
                        f"statement {number} starts a task, which is not followed, though it is awaited there"
                    )
                help = "do it at once, and let the stage be asynchronous: `software_pipeline_async_stages`"
                return Obstacle(reason, help, op)
        fault = fault_of_statement(inside) if number in asynchronous else None
        if fault is not None:
            op, what = fault
            reason = f"statement {number} is asynchronous, and cannot {what} as {op.name} does"
            help = f"move {op.name} to a statement of a stage that is not asynchronous"
            return Obstacle(reason, help, op)
    return None


def _goes_on(op: Operation, inside: Sequence[Operation], effects: Effects) -> bool:
    """Whether the op starts work of its own; what is committed to a queue of the IR is a pipeline's, and waited for there."""
    if (op.regions and not op.has_trait(AsyncOpInterface)) or op.has_trait(Waits):
        return False
    awaits = awaits_of_host(op)
    if awaits and all(wait in inside for wait in awaits):
        return False
    return any(effect.milestone is not Milestone.ISSUE for effect in effects.of(op))


def _is_awaited(op: Operation, inside: Sequence[Operation]) -> bool:
    """Whether whatever stands for the work that the op starts is awaited in the same statement."""
    users = [[use.operation for use in result.uses] for result in op.results]
    return bool(users) and all(
        any(kind_of(user) is OpKind.AWAIT and user in inside for user in used) for used in users
    )


def fault_of_statement(inside: Sequence[Operation]) -> tuple[Operation, str] | None:
    """Of the ops in a statement, the first that does what nothing in flight can do, and what that is.

    What they call is looked at, too, since statements take it in.
    """
    return _not_in_flight(inside, set())


def _not_in_flight(inside: Sequence[Operation], seen: set[Operation]) -> tuple[Operation, str] | None:
    own: set[Operation] = set()
    for op in inside:
        awaits = awaits_of_host(op)
        if awaits and all(wait in inside for wait in awaits):
            own.update((op, *awaits))
        function = _callee(op)
        if function is None:
            what = "" if op in own else fault_in_flight(op) or _will_wait(op)
        elif function not in seen:
            seen.add(function)
            deeper = _not_in_flight([inner for inner in walk(function) if inner is not function], seen)
            what = "" if deeper is None else fault_in_flight(op) or deeper[1]
        else:
            what = ""
        if what:
            return op, what
    return None


def _will_wait(op: Operation) -> str:
    """What a loop does that is to become a pipeline with asynchronous stages of its own."""
    wishes = op.name in LOOPS and (integers(op.attributes.get(ASYNC_STAGES)) or SCHEDULE in op.attributes)
    return "wait for what is asynchronous inside" if wishes or ASYNC in op.attributes else ""


def _callee(call: Operation) -> Operation | None:
    """The function of this module that is called by name, and waited for."""
    name = callee_name(call)
    if name is None or kind_of(call) is not OpKind.CALL:
        return None
    return next((op for op in outermost(call).regions[0].block.ops if symbol_name(op) == name), None)
