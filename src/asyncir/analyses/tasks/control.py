"""Loops, branches and calls on one path.

What has nothing to do with tasks is taken as one step where it is long, or hangs on what is not known: what it touches
is a set of elements then, with a number for each loop (`touches_of_leaf`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from asyncir.analyses.in_flight.accesses import Touched, touches_of_leaf
from asyncir.analyses.in_flight.exprs import Lin, constant
from asyncir.analyses.in_flight.facts import feasible
from asyncir.analyses.in_flight.lookup import condition_of
from asyncir.analyses.in_flight.state import GiveUp, Split, ThreadEnds, decide
from asyncir.analyses.in_flight.world import UNKNOWN
from asyncir.analyses.tasks.activations import ActivationFails, PathEnds, RunningTask, TaskFrame
from asyncir.analyses.tasks.machine import TOO_DEEP, PathMachine, Run, Steps
from asyncir.analyses.tasks.shadow import with_bound_names
from asyncir.dialects.branches import forwarded_values
from asyncir.dialects.counted_loops import counts_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, Region, SSAValue
from asyncir.ir.dense import all_elements

_FEW_ITERATIONS = 3
"""A loop that may run any number of times is followed for so many."""
_MOST_WRITTEN_OUT = 500
"""A loop that is known to run more often is not looked at iteration by iteration, if one can stand for all."""
_FEW_CALLS = 3
"""A function that calls itself, as often as what is not known says, is followed for so many calls."""
_MOST_ITERATIONS = 17
"""A loop of which it is not known how often it runs, but how often at most, is followed for so many iterations."""


class ControlMachine(PathMachine):
    """Executes what directs control."""

    def branch(self, frame: TaskFrame, op: Operation) -> Block:
        """Where a branch goes on; its arguments get their values."""
        ways = forwarded_values(op)
        target, values = ways[self._way(frame, op, len(ways))]
        self.bind(frame, target.args, self.values(frame, values))
        return target

    def _way(self, frame: TaskFrame, op: Operation, ways: int) -> int:
        if ways == 1:
            return 0
        if kind_of(op) is OpKind.BRANCH:
            return 0 if self.holds(frame, op.operands[0]) else 1
        if kind_of(op) is not OpKind.SWITCH_BRANCH:
            raise GiveUp(f"{op.name} is not followed", op)
        values: Any = op.properties.get("case_values")
        flag = self.number(frame, op.operands[0])
        cases = [] if values is None else [int(v) for v in all_elements(values)]
        return next((n for n, case in enumerate(cases, 1) if self.is_equal(flag - case)), 0)

    # ---- what is one step

    def _is_one_step(self, op: Operation) -> bool:
        return self.program.is_leaf(op) and self.program.cost(op) > self.limits.unrolled

    def _as_one_step(self, frame: TaskFrame, op: Operation) -> None:
        ev = frame.evaluator
        self.look_around(frame)
        since = self.world.fresh_symbols
        ev.in_loop = True
        found = self.attempt(lambda: touches_of_leaf(self.program.effects, ev, op))
        ev.in_loop = False
        facts = self.path.facts
        own = {Touched(t.kind, with_bound_names(t.access, since, facts)): None for t in found}
        self.change(frame, op, own)
        ev.be_anything(op)
        self.path.derived = self.path.derived or bool(op.results)

    # ---- structured control flow

    def _counted(self, frame: TaskFrame, op: Operation) -> Run:
        if self._is_one_step(op):
            self._as_one_step(frame, op)
            return
        lower, upper, step = (self.number(frame, v) for v in op.operands[:3])
        if "unsignedCmp" in op.properties:
            ev = frame.evaluator
            lower, upper = (self.attempt(lambda v=v: ev.unsigned(v)) for v in op.operands[:2])
        if not self.is_not_negative(step - 1):
            raise ThreadEnds
        carried = self.values(frame, op.operands[3:])
        block = op.regions[0].blocks.first
        assert block is not None
        if (
            step.is_const
            and self.path.facts.decide(upper - lower - 1) is not False
            and not self._is_short(upper - lower, step.const)
        ):
            if not self.is_not_negative(upper - lower - 1):
                self.bind(frame, op.results, carried)
                return
            result = yield from self.accelerated(frame, op, (lower, upper, step.const), carried)
            if result is not None:
                self.bind(frame, op.results, result)
                return
        counter, at, around = lower, 0, frame.where
        while self._goes_on(op, upper - counter - 1, step, at):
            frame.where = (*around, at)
            self.bind(frame, block.args, [counter, *carried])
            last = yield from self.block(frame, block)
            carried = self.values(frame, last.operands)
            counter, at = counter + step, at + 1
        frame.where = around
        self.bind(frame, op.results, carried)

    def _is_short(self, length: Lin, step: int) -> bool:
        """Whether there are at most so many iterations that each can be looked at."""
        if length.is_const:
            return length.const <= step * _MOST_WRITTEN_OUT or self.limits.together == 0
        return self.path.facts.implies(constant(step * _MOST_ITERATIONS) - length)

    def accelerated(
        self, frame: TaskFrame, op: Operation, bounds: tuple[Lin, Lin, int], carried: list[Any]
    ) -> Steps[list[Any] | None]:
        """What the loop hands on, once all of its iterations have been looked at; None where they could not be."""
        raise NotImplementedError

    def _goes_on(self, op: Operation, left: Lin, step: Lin, at: int) -> bool:
        """Whether there is an iteration more; of those that are not known to end, some."""
        self.step(op)
        if left.is_const:
            return left.const >= 0
        known = self.path.facts.decide(left)
        if known is not None:
            return known
        bounded = step.is_const and not feasible(
            self.path.facts, (left - step.const * max(_MOST_ITERATIONS - at, 0),)
        )
        if at >= (_MOST_ITERATIONS if bounded else _FEW_ITERATIONS):
            self.incomplete = (f"it was followed for {at} iterations of `{op.name}` only", op)
            self.path.facts = self.path.facts.plus(left.opposite)
            return False
        return self.is_not_negative(left)

    def _while(self, frame: TaskFrame, op: Operation) -> Run:
        before, after = (region.blocks.first for region in op.regions)
        assert before is not None
        assert after is not None
        carried, at, around, forks = self.values(frame, op.operands), 0, frame.where, 0
        while True:
            self.step(op)
            if not self.program.is_leaf(op):
                self.drain()  # What was launched may decide whether the loop goes on.
            self.bind(frame, before.args, carried)
            condition = yield from self.block(frame, before)
            carried = self.values(frame, condition.operands[1:])
            asked = self.decisions.at
            if self.program.is_leaf(op) and not self._is_decided(frame, condition.operands[0]):
                self._as_one_step(frame, op)
                frame.where = around
                return
            goes_on = self.holds(frame, condition.operands[0])
            forks += self.decisions.at - asked
            if not goes_on:
                break
            if forks > _FEW_ITERATIONS:
                self.incomplete = (f"it was followed for {at} iterations of `{op.name}` only", op)
                raise PathEnds
            frame.where = (*around, at)
            at += 1
            self.bind(frame, after.args, carried)
            last = yield from self.block(frame, after)
            carried = self.values(frame, last.operands)
        frame.where = around
        self.bind(frame, op.results, carried)

    def drain(self) -> None:
        """Let all others run until they wait or end."""
        running = self.running
        self.run()
        self.running = running

    def _is_decided(self, frame: TaskFrame, value: SSAValue) -> bool:
        try:
            decide(self.path, condition_of(self.world, frame.evaluator.lane, value))
        except Split:
            return False
        return True

    def _if(self, frame: TaskFrame, op: Operation) -> Run:
        condition = condition_of(self.world, frame.evaluator.lane, op.operands[0])
        try:
            truth = decide(self.path, condition)
        except Split as split:
            if self.program.is_leaf(op) and any(s.startswith(UNKNOWN) for s in split.e.symbols):
                self._as_one_step(frame, op)
                return
            truth = self.holds(frame, op.operands[0])
        region = op.regions[0 if truth else 1]
        if region.blocks:
            yield from self._inside(frame, op, region)

    def _switch(self, frame: TaskFrame, op: Operation) -> Run:
        cases: Any = op.properties["cases"]
        flag = self.number(frame, op.operands[0])
        regions = zip(cases.get_values(), op.regions[1:], strict=False)
        chosen = next((r for case, r in regions if self.is_equal(flag - int(case))), op.regions[0])
        yield from self._inside(frame, op, chosen)

    def _region(self, frame: TaskFrame, op: Operation) -> Run:
        outer, frame.on_stack = frame.on_stack, [] if kind_of(op) is OpKind.STACK_REGION else frame.on_stack
        yield from self._inside(frame, op, op.regions[0])
        if kind_of(op) is OpKind.STACK_REGION:
            self.end_of_stack(frame, op)
            frame.on_stack = outer

    def _inside(self, frame: TaskFrame, op: Operation, region: Region) -> Run:
        last = yield from self.body(frame, region)
        self.bind(frame, op.results, self.values(frame, last.operands))

    def _assert(self, frame: TaskFrame, op: Operation) -> Run:
        if not self.holds(frame, op.operands[0]):
            raise ActivationFails
        return
        yield

    def _parallel(self, frame: TaskFrame, op: Operation) -> Run:
        """Iterations in no order: each is an activation of its own, and all are over behind the loop."""
        if self._is_one_step(op) or not counts_of(op):
            if not self.program.is_leaf(op):
                raise GiveUp(f"{op.name} is not followed here", op)
            self._as_one_step(frame, op)
            return
        block = op.regions[0].blocks.first
        assert block is not None
        act, ends = frame.act, list[tuple[int, int, None]]()
        self.detach(act)
        act.strand.used = True
        own, around = act.strand, frame.where
        for at, point in enumerate(self._points(frame, op)):
            act.strand = self.order.fork(own)
            frame.where = (*around, at)
            for count, value in zip(counts_of(op), point, strict=True):
                self.bind(frame, count.values, [value] * len(count.values))
            yield from self.block(frame, block)
            known, segment = self.order.publish(act.strand)
            ends.append((known, segment, None))
        act.strand, frame.where = own, around
        self.order.join(own, ends)
        frame.evaluator.be_anything(op)

    def _points(self, frame: TaskFrame, op: Operation) -> list[tuple[Lin, ...]]:
        """What the counters are in each iteration."""
        found: list[tuple[Lin, ...]] = [()]
        for count in counts_of(op):
            lower, upper = self.number(frame, count.lower), self.number(frame, count.upper)
            step = constant(count.step) if isinstance(count.step, int) else self.number(frame, count.step)
            if not self.is_not_negative(step - 1):
                raise ThreadEnds
            along: list[Lin] = []
            while self._goes_on(op, upper - lower - 1, step, len(along)):
                along.append(lower)
                lower = lower + step
            found = [(*point, e) for point in found for e in along]
        return found

    # ---- calls

    def _call(self, frame: TaskFrame, op: Operation) -> Run:
        callee = self.program.callee(op)
        if callee is None:
            self.plain(frame, op)
            return
        yield from self.call(frame, op, callee, list(op.operands))

    def _call_of_value(self, frame: TaskFrame, op: Operation) -> Run:
        name = frame.evaluator.lane.env.get(op.operands[0])
        callee = self.program.functions.get(name) if isinstance(name, str) else None
        if callee is None or not callee.regions[0].blocks:
            raise GiveUp("it is not known which function is called here", op)
        yield from self.call(frame, op, callee, list(op.operands[1:]))

    def _function_value(self, frame: TaskFrame, op: Operation) -> Run:
        named: Any = op.properties["value"]
        env: dict[Any, Any] = frame.evaluator.lane.env
        env[op.results[0]] = named.root_reference.data
        return
        yield

    def call(self, frame: TaskFrame, op: Operation, callee: Operation, given: list[Any]) -> Run:
        """Execute a function in the same activation."""
        inner = self.frame_of(frame, frame.act, op, callee, given)
        last = yield from self.framed(inner, callee)
        self.bind(frame, op.results, self.values(inner, last.operands))

    def framed(self, frame: TaskFrame, op: Operation) -> Steps[Operation]:
        """The body of a function or task, and the end of its stack, however it ends."""
        try:
            last = yield from self.body(frame, op.regions[0])
        except ActivationFails:
            self.end_of_stack(frame, op)
            raise
        self.end_of_stack(frame, op)
        return last

    def frame_of(
        self, frame: TaskFrame, act: RunningTask, op: Operation, callee: Operation, given: list[Any]
    ) -> TaskFrame:
        """A frame for a function that is called here."""
        again = [decided for function, decided in frame.inside if function is callee]
        if len(frame.calls) >= self.limits.depth:
            self.incomplete = (TOO_DEEP, op)
            raise PathEnds
        if len(again) >= _FEW_CALLS and self.decisions.at - again[0] >= _FEW_CALLS:
            self.incomplete = (f"it was followed for {len(again)} nested calls only", op)
            raise PathEnds
        block = callee.regions[0].blocks.first
        assert block is not None
        inside = (*frame.inside, (callee, self.decisions.at))
        inner = TaskFrame(act, self.evaluator({}), (*frame.calls, op), inside=inside)
        self.bind(inner, block.args, self.values(frame, given))
        return inner

    def detach(self, act: RunningTask) -> None:
        """An `async.func` that waits for the first time goes on beside its caller."""
        if act.hot:
            act.strand, act.hot = self.order.fork(act.strand), False

    def other(self, frame: TaskFrame, op: Operation) -> Run:
        """An op that is nothing of its own to control flow or tasks."""
        if op.regions and not self.program.is_leaf(op) and kind_of(op) is not OpKind.CONSTANT:
            raise GiveUp(f"{op.name} is not followed", op)
        self.plain(frame, op)
        return
        yield

    handlers: ClassVar[dict[OpKind, Callable[[Any, TaskFrame, Operation], Run]]] = {
        OpKind.COUNTED_LOOP: _counted,
        OpKind.CONDITIONAL_LOOP: _while,
        OpKind.IF: _if,
        OpKind.SWITCH: _switch,
        OpKind.REGION: _region,
        OpKind.STACK_REGION: _region,
        OpKind.ASSERT: _assert,
        OpKind.PARALLEL_LOOP: _parallel,
        OpKind.CALL: _call,
        OpKind.CALL_OF_VALUE: _call_of_value,
        OpKind.FUNCTION_VALUE: _function_value,
    }
