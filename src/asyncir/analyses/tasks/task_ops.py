"""Launches, waits, groups and promises on one path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from asyncir.analyses.in_flight.accesses import touches
from asyncir.analyses.in_flight.state import GiveUp
from asyncir.analyses.tasks.activations import ActivationFails, RunningTask, TaskFrame
from asyncir.analyses.tasks.completions import Awaitable, AwaitableGroup, TokenOf
from asyncir.analyses.tasks.control import ControlMachine
from asyncir.analyses.tasks.happens_before import Edge
from asyncir.analyses.tasks.machine import PRINTED, Run, Steps
from asyncir.dialects.async_types import AsyncOpInterface, CompletionType, TokenType
from asyncir.dialects.interfaces.completion import (
    IsBarrier,
    commits,
    issues,
    waits_by_count,
    waits_finished,
)
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation, SSAValue

_FOR_A_LAUNCH = 6
"""To launch a task takes as long as so many other ops."""

Target = tuple[TokenOf | AwaitableGroup, Edge]


class AsyncMachine(ControlMachine):
    """Executes the async dialect."""

    # ---- waits

    def wait(self, frame: TaskFrame, targets: Sequence[Target]) -> Steps[bool]:
        """Wait for all of these; whether one of them failed."""
        self.detach(frame.act)
        failed = False
        for target, _ in targets:
            what = target.of if isinstance(target, TokenOf) else target
            while not self.is_done(what):
                yield what
        sources: list[tuple[int, int, Edge | None]] = []
        for target, edge in targets:
            what = target.of if isinstance(target, TokenOf) else target
            self.waits_met[edge] = None
            if edge not in self.limits.without:
                sources += what.sources(edge)
            failed = failed or what.failed
            if what.failed or what.outside:
                self.failing.add(edge)
        self.order.join(frame.act.strand, sources)
        self._hand_on(frame.act, targets)
        return failed

    def _hand_on(self, act: RunningTask, targets: Sequence[Target]) -> None:
        """What may fail makes who waits for it fail: that is an order, too, on which the program relies."""
        for target, _ in targets:
            if isinstance(target, TokenOf) and target.of.may_fail:
                act.completion.may_fail = True
                self.shadow.relied_on[target.of.segment, act.strand.segment] = None

    def is_done(self, what: Awaitable | AwaitableGroup) -> bool:
        """Whether it is complete."""
        if isinstance(what, Awaitable):
            return what.done
        if what.broken:
            return True
        return self.is_not_negative(what.count - what.size) and all(
            member.done for member, _, _ in what.members
        )

    def part(self, frame: TaskFrame, value: SSAValue) -> Any:
        """What a token, value or group stands for."""
        found = self.value(frame, value)
        if not isinstance(found, TokenOf | AwaitableGroup):
            raise GiveUp(f"what this {value.type} stands for is not followed", value.owner)
        return found

    def _await(self, frame: TaskFrame, op: Operation) -> Run:
        target = self.part(frame, op.operands[0])
        failed = yield from self.wait(frame, [(target, (op, 0))])
        if failed and kind_of(op) is not OpKind.AWAIT_PROMISE:
            raise ActivationFails
        if op.results:
            self.use(op, 0, op.results[0])
            self.bind(frame, op.results, [_payload(target)])

    def use(self, op: Operation, operand: int, value: SSAValue) -> None:
        """Note that a wait hands on a value that somebody uses."""
        if value.uses:
            self.values_used.add((op, operand))

    # ---- launches

    def _execute(self, frame: TaskFrame, op: Any) -> Run:
        self.steps -= _FOR_A_LAUNCH
        strand = self.order.fork(frame.act.strand)
        act = RunningTask(op, strand, Awaitable(op))
        env = {v: x for v in self.captured(op) if (x := frame.evaluator.lane.env.get(v)) is not None}
        inner = TaskFrame(act, self.evaluator(env), frame.calls, frame.where, frame.inside)
        waits = [(self.part(frame, v), (op, n)) for n, v in enumerate(op.operands)]
        self.ready.append((act, self.task(inner, op, waits)))
        values = [TokenOf(act.completion, n) for n in range(len(op.results) - 1)]
        self.bind(frame, op.results, [TokenOf(act.completion), *values])
        return
        yield

    def captured(self, op: Operation) -> Iterable[SSAValue]:
        """What the body of a task takes from around it."""
        return self.program.free(op)

    def task(self, frame: TaskFrame, op: Any, waits: list[Target]) -> Run:
        """The whole of a task."""
        if waits and (yield from self.wait(frame, waits)):
            raise ActivationFails
        block = op.regions[0].blocks.first
        first = len(op.dependencies)
        for n, (argument, (part, _)) in enumerate(zip(block.args, waits[first:], strict=True)):
            self.use(op, first + n, argument)
            self.bind(frame, [argument], [_payload(part)])
        last = yield from self.framed(frame, op)
        self.keep(frame, last)

    def keep(self, frame: TaskFrame, last: Operation) -> None:
        """What the activation yields is what its values hold."""
        frame.act.completion.values.update(enumerate(self.values(frame, last.operands)))

    def _task_call(self, frame: TaskFrame, op: Operation) -> Run:
        callee = self.program.callee(op)
        if callee is None:
            raise GiveUp(f"the body of what {op.name} calls is not known", op)
        act = RunningTask(op, frame.act.strand, Awaitable(op), hot=True)
        inner = self.frame_of(frame, act, op, callee, list(op.operands))
        inner.where = frame.where
        self.bind(frame, op.results, _parts(op, act.completion))
        self.go_on(act, self._function(inner, callee))
        return
        yield

    def _function(self, frame: TaskFrame, callee: Operation) -> Run:
        last = yield from self.framed(frame, callee)
        self.keep(frame, last)

    def _outside(self, frame: TaskFrame, op: Operation) -> Run:
        """An op that starts something outside of the program: what it touches is in flight from now on."""
        strand = self.order.fork(frame.act.strand)
        act = RunningTask(op, strand, Awaitable(op, outside=True))
        inner = TaskFrame(act, frame.evaluator, frame.calls, frame.where)
        found = self.attempt(lambda: touches(self.program.effects, frame.evaluator, op))
        waits = [
            (self.part(frame, v), (op, n))
            for n, v in enumerate(op.operands)
            if isinstance(v.type, CompletionType)
        ]
        self.bind(frame, op.results, _parts(op, act.completion))

        def run() -> Run:
            if waits and (yield from self.wait(inner, waits)):
                raise ActivationFails
            self.change(inner, op, [*found, *PRINTED])

        self.ready.append((act, run()))
        return
        yield

    # ---- groups

    def _group(self, frame: TaskFrame, op: Operation) -> Run:
        size = self.number(frame, op.operands[0])
        group = AwaitableGroup(op, size)
        group.broken = not self.is_not_negative(size)
        self.groups.append(group)
        self.bind(frame, op.results, [group])
        return
        yield

    def _add(self, frame: TaskFrame, op: Operation) -> Run:
        part, group = (self.part(frame, v) for v in op.operands)
        act = frame.act
        if group.broken or not self.is_not_negative(group.size - group.count - 1):
            if group.adders & ~act.strand.whole:
                raise GiveUp("which of the tasks adds one member too many hangs on their order", op)
            raise ActivationFails
        if op.results[0].uses:
            frame.evaluator.be_anything(op)
            self.path.derived = True
            if not group.adders & ~act.strand.whole and self._adds_alone(op):
                self.bind(frame, op.results, [group.count])
        known, at = self.order.publish(act.strand)
        group.adders |= 1 << at
        group.members.append((part.of, known, at))
        group.count = group.count + 1
        self.wake(group)
        return
        yield

    def _adds_alone(self, op: Operation) -> bool:
        """Whether nobody else adds to groups: no other op in the program does."""
        return sum(kind_of(each) is kind_of(op) for f in self.program.reached for each in f.walk()) == 1

    # ---- promises

    def _promise(self, frame: TaskFrame, op: Operation) -> Run:
        number = -1 if isinstance(op.results[0].type, TokenType) else 0
        self.bind(frame, op.results, [TokenOf(Awaitable(op), number)])
        return
        yield

    def _settle(self, frame: TaskFrame, op: Operation) -> Run:
        part = self.part(frame, op.operands[0])
        if not isinstance(part, TokenOf) or self.trial:
            raise GiveUp("what keeps a promise in a loop is not followed", op)
        completion = part.of
        if completion.done or kind_of(completion.op) is not OpKind.PROMISE:
            raise GiveUp("what completes a second time is not followed", op)
        completion.known, completion.segment = self.order.publish(frame.act.strand)
        completion.done = True
        completion.failed = kind_of(op) is OpKind.BREAK_PROMISE
        self.failures += int(completion.failed)
        self.wake(completion)
        return
        yield

    def _put(self, frame: TaskFrame, op: Operation) -> Run:
        part = self.part(frame, op.operands[1])
        if self.trial:
            raise GiveUp("what keeps a promise in a loop is not followed", op)
        part.of.values[0] = self.value(frame, op.operands[0])
        return
        yield

    def _take(self, frame: TaskFrame, op: Operation) -> Run:
        part = self.part(frame, op.operands[0])
        if not part.of.done:
            raise GiveUp("the value is taken before anybody has waited for it", op)
        self.bind(frame, op.results, [_payload(part)])
        return
        yield

    def _has_failed(self, frame: TaskFrame, op: Operation) -> Run:
        part = self.part(frame, op.operands[0])
        what = part.of if isinstance(part, TokenOf) else part
        known = all(frame.act.strand.known >> at & 1 for _, at, _ in what.sources(None))
        if known and isinstance(what, Awaitable) and what.done:
            self.bind(frame, op.results, [what.failed])
        else:
            frame.evaluator.be_anything(op)
            self.path.derived = True
        return
        yield

    def _nothing(self, frame: TaskFrame, op: Operation) -> Run:
        return
        yield

    def _ready(self, frame: TaskFrame, op: Operation) -> Run:
        completion = Awaitable(op, done=True)
        completion.values[0] = self.value(frame, op.operands[0]) if op.operands else None
        self.bind(frame, op.results, [TokenOf(completion, 0 if op.operands else -1)])
        return
        yield

    def other(self, frame: TaskFrame, op: Operation) -> Run:
        """Ops that start something outside; those of queues are not followed beside tasks."""
        if op.has_trait(AsyncOpInterface, value_if_unregistered=False):
            if any(isinstance(v.type, CompletionType) for v in op.results):
                return self._outside(frame, op)
            raise GiveUp(f"{op.name} is not followed", op)
        if issues(op) or commits(op) or waits_by_count(op) or waits_finished(op):
            raise GiveUp(f"{op.name} is of a queue, and is not followed beside tasks", op)
        ours = any(isinstance(v.type, CompletionType) for v in (*op.operands, *op.results))
        if op.has_trait(IsBarrier) or (ours and kind_of(op) is not OpKind.SELECT):
            raise GiveUp(f"{op.name} is not followed beside tasks", op)
        return super().other(frame, op)

    handlers: ClassVar[dict[OpKind, Callable[[Any, TaskFrame, Operation], Run]]] = {
        **ControlMachine.handlers,
        OpKind.TASK: _execute,
        OpKind.TASK_CALL: _task_call,
        OpKind.AWAIT: _await,
        OpKind.AWAIT_ALL: _await,
        OpKind.AWAIT_PROMISE: _await,
        OpKind.READY: _ready,
        OpKind.GROUP: _group,
        OpKind.PROMISE_GROUP: _group,
        OpKind.ADD_TO_GROUP: _add,
        OpKind.PROMISE_TO_GROUP: _add,
        OpKind.PROMISE: _promise,
        OpKind.KEEP_PROMISE: _settle,
        OpKind.BREAK_PROMISE: _settle,
        OpKind.PUT_PROMISED: _put,
        OpKind.TAKE_PROMISED: _take,
        OpKind.HAS_FAILED: _has_failed,
        OpKind.REFERENCE: _nothing,
        OpKind.DROP_REFERENCE: _nothing,
    }


def _payload(part: TokenOf | AwaitableGroup) -> Any:
    """What a value holds."""
    return part.of.values.get(part.number) if isinstance(part, TokenOf) else None


def _parts(op: Operation, completion: Awaitable) -> list[TokenOf]:
    """What the results of an op that starts something stand for."""
    found: list[TokenOf] = []
    number = 0
    for result in op.results:
        if isinstance(result.type, TokenType):
            found.append(TokenOf(completion))
        else:
            found.append(TokenOf(completion, number))
            number += 1
    return found
