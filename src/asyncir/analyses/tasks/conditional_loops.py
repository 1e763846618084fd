"""Loops with a condition of their own: one iteration stands for all, as for loops that count (`loops.py`).

Nothing is known of how often the condition holds, but that it holds at the start of each iteration and does not at the end.
A loop of which it is known if it begins is executed as it is: its numbers may be known, and it may end soon.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from asyncir.analyses.in_flight.exprs import Lin, constant
from asyncir.analyses.in_flight.state import GiveUp, ThreadEnds
from asyncir.analyses.tasks.activations import ActivationFails, PathEnds, TaskFrame
from asyncir.analyses.tasks.loops import AnyIteration, LoopMachine, LoopNotFollowed
from asyncir.analyses.tasks.machine import PathDecisions, Run, Steps
from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.ir import Operation


class ConditionalLoopMachine(LoopMachine):
    """Takes one iteration for all, of loops with a condition, too."""

    def _while(self, frame: TaskFrame, op: Operation) -> Run:
        """A loop that ends when a condition fails: where it is not known of the first time, it runs any number of times."""
        known = self.program.is_leaf(op) or self.limits.together == 0 or self._is_decided_at_first(frame, op)
        result = None if known else (yield from self._any_number(frame, op))
        if result is None:
            yield from super()._while(frame, op)
        else:
            self.bind(frame, op.results, result)

    def _is_decided_at_first(self, frame: TaskFrame, op: Operation) -> bool:
        """Whether it is known if the loop begins; also where this cannot be looked at."""
        self.drain()
        if self.waiting:
            return True
        saved, log, decisions = self.save(frame), self.log, self.decisions
        self.log, self.decisions = None, PathDecisions()
        self.trial += 1
        try:
            loop = _AnyTurn(self, frame, op, self.values(frame, op.operands))
            condition = loop.executed(op.regions[0], loop.initial)
            return self.decisions.at > 0 or self._is_decided(frame, condition.operands[0])
        except (LoopNotFollowed, GiveUp, ActivationFails, ThreadEnds, PathEnds):
            return True
        finally:
            self.trial -= 1
            self.restore(frame, saved)
            self.log, self.decisions = log, decisions

    def _any_number(self, frame: TaskFrame, op: Operation) -> Steps[list[Any] | None]:
        """What such a loop hands on, once all of its iterations have been looked at."""
        saved = self.save(frame)
        carried = self.tried(frame, saved, _AnyTurn(self, frame, op, self.values(frame, op.operands)))
        if carried is None:
            return None
        before = op.regions[0].blocks.first
        assert before is not None
        self.bind(frame, before.args, carried)
        condition = yield from self.block(frame, before)
        if self.holds(frame, condition.operands[0]):
            raise PathEnds
        return self.values(frame, condition.operands[1:])

    handlers: ClassVar[dict[OpKind, Callable[[Any, TaskFrame, Operation], Run]]] = {
        **LoopMachine.handlers,
        OpKind.CONDITIONAL_LOOP: _while,
    }


class _AnyTurn(AnyIteration):
    """One execution of a loop that runs any number of times, each as long as its condition holds."""

    def __init__(self, machine: LoopMachine, frame: TaskFrame, op: Operation, initial: list[Any]):
        super().__init__(machine, frame, op, (constant(0), 1), initial, machine.count())

    def body(self, head: list[Any], at: Lin) -> list[Any]:
        before, after = self.op.regions
        condition = self.executed(before, head)
        handed_on = self.machine.values(self.frame, condition.operands[1:])
        if not self.machine.holds(self.frame, condition.operands[0]):
            raise PathEnds  # There is no such iteration.
        last = self.executed(after, handed_on)
        return self.machine.values(self.frame, last.operands)

    def type_of(self, number: int) -> object:
        return self.op.operands[number].type
