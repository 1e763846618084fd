"""A path on which a call of a long computation is one step.

A tile of a factorisation is computed by a function of hundreds of lines, with loops that run as often as the tile is large.
Which elements it touches is then of no interest: it touches the views that it is given. So a call of a function that has
loops of unknown length, and nothing to do with tasks, is one step that may touch all elements of these views. A view that
is left is undefined, so that is no less than what happens.

The functions around these are followed, since they say which views these are. `min` and `max` get names there
(`extrema.py`).

**A function that may fail** (`cf.assert`) is one step, too, where failing only takes away. An activation that fails has
done a part of what it does here, in the same order, and who waits for it fails as well: all that happens then happens on
this path, with the same order, whatever the function has computed up to there. So no execution that fails is looked at for
itself. This needs that nobody asks whether something failed, nobody waits for what was only promised (members of a group,
promises), and no memory ends when a function does. What is lost with a wait is that its waiter fails: an order on which
the program relies (`AsyncMachine.wait`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from asyncir.analyses.in_flight.accesses import Touched, touches
from asyncir.analyses.in_flight.exprs import Lin
from asyncir.analyses.in_flight.lookup import memref
from asyncir.analyses.in_flight.world import World
from asyncir.analyses.tasks.activations import TaskFrame
from asyncir.analyses.tasks.conditional_loops import ConditionalLoopMachine
from asyncir.analyses.tasks.extrema import Extremum
from asyncir.analyses.tasks.machine import PathDecisions, PathLimits, Run
from asyncir.analyses.tasks.program import TaskProgram
from asyncir.analyses.tasks.shadow import TaskMeeting
from asyncir.dialects.async_types import AsyncOpInterface, CompletionType
from asyncir.dialects.effect_types import FAILURE, HEAP, Access, Effect, Resource
from asyncir.dialects.effects import callee_name
from asyncir.dialects.execution_traits import may_fail, may_wait
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.interfaces.memory import atomic_memory
from asyncir.ir import MemRefType, Operation, SSAValue, UnrankedMemRefType
from asyncir.ir.walk import walk

_ASKS_AFTER_FAILURES = frozenset(
    {OpKind.GROUP, OpKind.PROMISE_GROUP, OpKind.PROMISE, OpKind.HAS_FAILED, OpKind.AWAIT_PROMISE}
)
_WITHIN = frozenset(
    {
        OpKind.SUBVIEW,
        OpKind.CAST_OF_MEMORY,
        OpKind.TRANSPOSE,
        OpKind.COLLAPSE,
        OpKind.EXPAND,
        OpKind.ASSUME_ALIGNMENT,
        OpKind.ALLOCATE,
        OpKind.ALLOCATE_ON_STACK,
    }
)
"""What makes memory of its own, or views without an element that the given view has not: a reinterpretation may have more."""
_LOOPS = frozenset({OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP, OpKind.PARALLEL_LOOP})


class CoarseCalls:
    """Which calls of a program are one step."""

    def __init__(self, program: TaskProgram, longest: int):
        self.program = program
        self.longest = longest
        """A loop that takes more ops is long."""
        self.known: dict[Operation, bool] = {}
        self.failing: dict[Operation, bool] = {}

    def is_step(self, op: Operation) -> bool:
        """Whether the call can be one."""
        callee = self.program.callee(op)
        if callee is None or not all(map(_is_plain, op.results)):
            return False
        known = self.known.get(callee)
        if known is None:
            known = self.known[callee] = self._has_long_loops(callee) and self._is_computation(op, callee)
        return known

    def may_fail(self, op: Operation) -> bool:
        """Whether the callee of such a call may fail."""
        callee = self.program.callee(op)
        assert callee is not None
        if callee not in self.failing:
            ops = (each for function in self._reached(callee) for each in walk(function))
            self.failing[callee] = any(kind_of(each) is OpKind.ASSERT for each in ops)
        return self.failing[callee]

    @cached_property
    def only_takes_away(self) -> bool:
        """Whether what happens where a function fails is a part of what happens where it does not."""
        for function in self.program.reached:
            has_tasks = self.program.has_tasks(function)
            for op in walk(function):
                kind = kind_of(op)
                if kind in _ASKS_AFTER_FAILURES or (kind is OpKind.ALLOCATE_ON_STACK and has_tasks):
                    return False
        return True

    def _has_long_loops(self, callee: Operation) -> bool:
        return any(
            (kind_of(op) in _LOOPS or any(len(region.blocks) > 1 for region in op.regions))
            and self.program.cost(op) > self.longest
            for op in walk(callee)
        )

    def _is_computation(self, call: Operation, callee: Operation) -> bool:
        """Whether all that the call does is to compute what is in the views that it is given."""
        if not all(map(self._touches_given, self.program.effects.of(call))):
            return False
        return all(self._computes(op) for function in self._reached(callee) for op in walk(function))

    def _touches_given(self, effect: Effect) -> bool:
        if isinstance(effect.root, Resource):
            return effect.root in (FAILURE, HEAP)
        return effect.access in (Access.READ, Access.WRITE)

    def _computes(self, op: Operation) -> bool:
        kind = kind_of(op)
        if kind is OpKind.ASSERT:
            return True
        if kind is OpKind.CALL_OF_VALUE or may_wait(type(op)) or may_fail(type(op)):
            return False
        if op.has_trait(AsyncOpInterface, value_if_unregistered=False) or atomic_memory(op) is not None:
            return False
        if callee_name(op) is not None and self.program.callee(op) is None:
            return False
        if kind is OpKind.STORE and memref(op.operands[0].type) is not None:
            return False
        if kind not in _WITHIN and any(
            isinstance(v.type, MemRefType | UnrankedMemRefType) for v in op.results
        ):
            return False
        return not any(isinstance(v.type, CompletionType) for v in (*op.operands, *op.results))

    def _reached(self, callee: Operation) -> Iterator[Operation]:
        """The function, and all that it calls."""
        seen, pending = {callee}, [callee]
        while pending:
            function = pending.pop()
            yield function
            callees = {c for op in walk(function) if (c := self.program.callee(op)) is not None}
            pending += callees - seen
            seen |= callees


def _is_plain(value: SSAValue) -> bool:
    return not isinstance(value.type, MemRefType | UnrankedMemRefType | CompletionType)


def has_long_computations(program: TaskProgram, longest: int) -> bool:
    """Whether some call of the program can be one step; a loop of more than `longest` ops is long."""
    calls = CoarseCalls(program, longest)
    return any(calls.is_step(op) for function in program.reached for op in walk(function) if callee_name(op))


class CoarseMachine(ConditionalLoopMachine):
    """Executes a path; computations are one step."""

    def __init__(self, program: TaskProgram, world: World, decisions: PathDecisions, limits: PathLimits):
        super().__init__(program, world, decisions, limits)
        self.calls = CoarseCalls(program, limits.unrolled)

    def _call(self, frame: TaskFrame, op: Operation) -> Run:
        if self.calls.is_step(op):
            fails = self.calls.may_fail(op)
            if not fails or (not self.trial and self.calls.only_takes_away):
                self._as_one_call(frame, op, fails)
                return
        yield from super()._call(frame, op)

    def _as_one_call(self, frame: TaskFrame, op: Operation, fails: bool) -> None:
        ev = frame.evaluator
        self.look_around(frame)
        found = self.attempt(lambda: touches(self.program.effects, ev, op))
        self.change(frame, op, [Touched(t.kind, replace(t.access, exact=False)) for t in found])
        ev.be_anything(op)
        self.path.derived = self.path.derived or fails or bool(op.results)
        frame.act.completion.may_fail = frame.act.completion.may_fail or fails

    def _extremum(self, frame: TaskFrame, op: Operation) -> Run:
        """A name for what is the smaller or larger one of two, where that is not known."""
        if self.trial or op.results[0] not in self.world.matters:
            self.plain(frame, op)
            return
        ev, extrema = frame.evaluator, self.shadow.extrema
        first, second = (self.attempt(lambda v=v: ev.signed(v)) for v in op.operands)
        what = Extremum(kind_of(op) is OpKind.MINIMUM, first, second)
        known = what in extrema.names
        if not known and self.path.facts.decide(first - second) is not None:
            self.plain(frame, op)
        else:
            self.bind(frame, op.results, [extrema.name(what, self.world)])
            if not known:
                self._note(what)
        return
        yield

    def _note(self, what: Extremum) -> None:
        """What is true of the number whichever it is."""
        number = self.shadow.extrema.names[what]
        facts = self.path.facts.plus(*what.bounds(number))
        for sign in (1, -1):
            if facts.implies(what.first.scaled(sign)) and facts.implies(what.second.scaled(sign)):
                facts = facts.plus(number.scaled(sign))
        self.path.facts = facts

    def conditions_of(self, meeting: TaskMeeting) -> tuple[Lin, ...]:
        """When the two meet; and where that can be, no view is empty that either is given, so that each does something."""
        tasks = {meeting.first.task, meeting.second.task}
        sizes = [
            size - 1
            for history in self.shadow.histories.values()
            for access, slot in history.slots.items()
            if not tasks.isdisjoint(slot.tasks())
            for size in access.sizes or ()
        ]
        for asked in ((*meeting.conditions, *sizes), meeting.conditions):
            found = self.shadow.extrema.possible(tuple(dict.fromkeys(asked)), meeting.facts)
            if found is not None:
                return found
        return meeting.conditions

    handlers: ClassVar[dict[OpKind, Callable[[Any, TaskFrame, Operation], Run]]] = {
        **ConditionalLoopMachine.handlers,
        OpKind.CALL: _call,
        OpKind.MINIMUM: _extremum,
        OpKind.MAXIMUM: _extremum,
    }
