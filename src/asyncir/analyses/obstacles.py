"""Why a loop cannot be a software pipeline, whatever its schedule is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from asyncir.analyses.loop_carried import computed_by
from asyncir.analyses.statements import Body
from asyncir.analyses.symbols import symbol_name
from asyncir.analyses.walk import walk
from asyncir.dialects.async_types import AsyncOpInterface
from asyncir.dialects.effects import Effects, Milestone, callee_name
from asyncir.dialects.execution_traits import Waits
from asyncir.dialects.queue_checks import awaits_of_host, not_in_flight
from asyncir.ir import IndexType, Operation


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What is in the way."""

    reason: str
    help: str
    """What its author can do about it."""
    op: Operation


def obstacle(loop: Operation, body: Body, asynchronous: Collection[int], effects: Effects) -> Obstacle | None:
    """The first thing that keeps an `scf.for` from being a pipeline, its statements of these numbers being asynchronous."""
    block = loop.regions[0].block
    if "unsignedCmp" in loop.properties:
        help = "where no bound is negative, leave `unsigned` out"
        return Obstacle("its bounds are compared without a sign", help, loop)
    if not isinstance(block.args[0].type, IndexType):
        help = "cast the bounds to index, and the counter back"
        return Obstacle(f"its counter is an {block.args[0].type}, and no index", help, loop)
    assert block.last_op is not None
    for argument, operand in zip(block.args[1:], block.last_op.operands, strict=True):
        computed = computed_by(operand, block)
        if operand is not argument and (computed is None or computed.value.op in body.memory):
            help = "compute what it carries in the loop"
            return Obstacle("it carries a value that no statement computes", help, loop)
    return _of_statements(body, asynchronous, effects)


def _of_statements(body: Body, asynchronous: Collection[int], effects: Effects) -> Obstacle | None:
    for number, statement in enumerate(body.statements):
        inside = [inner for outer in statement.ops for inner in walk(outer)]
        for op in inside:
            if _goes_on(op, inside, effects):
                reason = f"what statement {number} starts may go on when the statement has ended"
                help = "do it at once, and let the stage be asynchronous: `software_pipeline_async_stages`"
                return Obstacle(reason, help, op)
        fault = _not_in_flight(inside, set()) if number in asynchronous else None
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


def _not_in_flight(inside: Sequence[Operation], seen: set[Operation]) -> tuple[Operation, str] | None:
    """The first op that does what nothing in flight can do, and what that is. Statements take in what they call."""
    own: set[Operation] = set()
    for op in inside:
        awaits = awaits_of_host(op)
        if awaits and all(wait in inside for wait in awaits):
            own.update((op, *awaits))
        function = _callee(op)
        if function is None:
            what = "" if op in own else not_in_flight(op)
        elif function not in seen:
            seen.add(function)
            deeper = _not_in_flight([inner for inner in walk(function) if inner is not function], seen)
            what = "" if deeper is None else not_in_flight(op)
        else:
            what = ""
        if what:
            return op, what
    return None


def _callee(call: Operation) -> Operation | None:
    """The function of this module that is called by name, and waited for."""
    name, module = callee_name(call), call
    if name is None or call.name != "func.call":
        return None
    while (above := module.parent_op()) is not None:
        module = above
    return next((op for op in module.regions[0].block.ops if symbol_name(op) == name), None)


__all__ = ["Obstacle", "obstacle"]
