"""Executes a path with some waits added, and notes where each of the others would wait, and for what.

A wait that is added is executed. One that is only thought of (a *ghost*) neither waits nor orders: its spot begins a new
segment, and what it would wait for is written down. Where the path is over, it is known which segments that comes behind, and
so which orders the wait would make: what happens before what is the same in all orders that tasks take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from asyncir.analyses.in_flight.accesses import Touched
from asyncir.analyses.in_flight.exprs import constant
from asyncir.analyses.in_flight.facts import Facts
from asyncir.analyses.in_flight.state import GiveUp
from asyncir.analyses.in_flight.world import World
from asyncir.analyses.tasks.activations import ActivationFails, RunningTask, TaskFrame
from asyncir.analyses.tasks.additions import AddedWait, AdditionKind, Additions
from asyncir.analyses.tasks.completions import Awaitable, AwaitableGroup, TokenOf
from asyncir.analyses.tasks.loops import LoopMachine
from asyncir.analyses.tasks.machine import PathDecisions, PathLimits, Run
from asyncir.analyses.tasks.program import TaskProgram
from asyncir.analyses.tasks.task_ops import Target
from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.ir import Operation, SSAValue

_GHOSTS_PER_STEP = 4


@dataclass(slots=True)
class Ghost:
    """One execution of a wait that is not there."""

    wait: AddedWait
    target: Awaitable | AwaitableGroup
    segment: int
    """The one that would begin behind the wait."""

    def is_done(self, facts: Facts) -> bool:
        """Whether what it would wait for has completed, as far as this path was followed."""
        if isinstance(self.target, Awaitable):
            return self.target.done
        if not all(member.done for member, _, _ in self.target.members):
            return False
        return self.target.broken or facts.implies(self.target.count - self.target.size)

    def is_surely_open(self, facts: Facts) -> bool:
        """Whether it has certainly not."""
        if isinstance(self.target, Awaitable) or self.is_done(facts):
            return not self.is_done(facts)
        lacks = facts.implies(self.target.size - self.target.count - 1)
        return not self.target.broken and (lacks or not all(m.done for m, _, _ in self.target.members))

    def sources(self) -> set[int]:
        """The segments that would come directly before it."""
        return {at for _, at, _ in self.target.sources(None)}


def _gathering(
    launch: Callable[[Any, TaskFrame, Operation], Run],
) -> Callable[[Any, TaskFrame, Operation], Run]:
    def run(machine: TryingMachine, frame: TaskFrame, op: Operation) -> Run:
        yield from launch(machine, frame, op)
        machine.gather(frame, op)

    return run


class TryingMachine(LoopMachine):
    """Executes the waits of `added`, and notes the others."""

    def __init__(
        self,
        additions: Additions,
        added: frozenset[AddedWait],
        program: TaskProgram,
        world: World,
        decisions: PathDecisions,
        limits: PathLimits,
    ):
        super().__init__(program, world, decisions, limits)
        self.additions = additions
        self.added = added
        self.loops = frozenset(additions.gathered.values())
        self.watched = self.loops.union(additions.before)
        self.ghosts: list[Ghost] = []
        self.stuck_at: dict[RunningTask, AddedWait] = {}
        """By activation: the added wait that it is at."""
        self.lets_go = False
        """Whether a ghost is in an `async.func` that has not waited yet: a wait there lets its caller go on beside it, which
        takes orders away, and nothing that is seen on this path is certain of programs with it."""
        self.busy = 0
        """The segments in which something is touched."""
        self.launched: dict[tuple[TaskFrame, Operation], list[tuple[Awaitable, int, int]]] = {}
        """By frame and loop: what the loop has launched."""

    def touch(self, frame: TaskFrame, op: Operation, touched: Iterable[Touched]) -> None:
        """What the op touches, now."""
        touched = list(touched)
        super().touch(frame, op, touched)
        if touched:
            self.busy |= 1 << frame.act.strand.segment

    def come_to(self, frame: TaskFrame, op: Operation) -> Run:
        """Wait where that was added, and note where it was not."""
        if op in self.loops:
            self.launched[frame, op] = []
        yield from self.try_all(frame, self.additions.before.get(op, ()))

    def try_all(self, frame: TaskFrame, waits: Iterable[AddedWait]) -> Run:
        """The waits at one spot."""
        met = [(wait, self.target_of(frame, wait)) for wait in waits]
        for number, (wait, target) in enumerate(met):
            if target is None or wait not in self.added:
                continue
            self.stuck_at[frame.act] = wait
            failed = yield from self.wait(frame, [(target, (wait.before, -1 - number))])
            del self.stuck_at[frame.act]
            if failed:
                raise ActivationFails
        ghosts = [(wait, target) for wait, target in met if target is not None and wait not in self.added]
        self.lets_go = self.lets_go or (frame.act.hot and bool(ghosts))
        segment = self.order.mark(frame.act.strand)
        self.steps -= len(met) // _GHOSTS_PER_STEP
        for wait, target in ghosts:
            what = target.of if isinstance(target, TokenOf) else target
            self.ghosts.append(Ghost(wait, what, segment))

    def target_of(self, frame: TaskFrame, wait: AddedWait) -> TokenOf | AwaitableGroup | None:
        """What would be waited for; None where that is not followed."""
        if wait.kind is AdditionKind.GROUP:
            assert wait.loop is not None
            members = self.launched.get((frame, wait.loop))
            if members is None:
                return None
            size = constant(len(members))
            return AwaitableGroup(wait.loop, size, size, list(members))
        try:
            return self.part(frame, wait.of)
        except GiveUp:
            return None

    def captured(self, op: Operation) -> Iterable[SSAValue]:
        """What the body of a task takes from around it, or could."""
        return self.additions.captured.get(op) or super().captured(op)

    def task(self, frame: TaskFrame, op: Any, waits: list[Target]) -> Run:
        """The whole of a task, with the dependencies that it could have."""
        if op in self.additions.at_launch:
            yield from self.try_all(frame, self.additions.at_launch[op])
        yield from super().task(frame, op, waits)

    def gather(self, frame: TaskFrame, op: Operation) -> None:
        """Note what was launched in a loop."""
        loop = self.additions.gathered.get(op)
        members = None if loop is None else self.launched.get((frame, loop))
        if members is not None:
            part, strand = self.part(frame, op.results[0]), frame.act.strand
            members.append((part.of, strand.known, strand.segment))

    handlers: ClassVar[dict[OpKind, Callable[[Any, TaskFrame, Operation], Run]]] = {
        **LoopMachine.handlers,
        **{kind: _gathering(LoopMachine.handlers[kind]) for kind in (OpKind.TASK, OpKind.TASK_CALL)},
    }
