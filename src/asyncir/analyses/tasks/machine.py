"""Executes one path of a program with tasks, symbolically.

Activations take turns: each runs until it has to wait. That is one order of many, and it does not matter which: what
happens before what is the same in all of them (`happens_before.py`), and as long as no race was met, so are the values.
Where something does hang on the order (the rank in a group, the result of an atomic update, `is_error` of what is in
flight) it is a number of which nothing is known.

Where a number decides that is not known, the path goes on both ways, one after the other: `paths.py` executes the
program again and takes the other way there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Generator, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from asyncir.analyses.in_flight.accesses import Touched, touches
from asyncir.analyses.in_flight.exprs import Lin, constant
from asyncir.analyses.in_flight.facts import Facts
from asyncir.analyses.in_flight.lookup import condition_of, is_bit, is_number, memref, touches_nothing
from asyncir.analyses.in_flight.state import (
    Condition,
    Dead,
    FlightAccess,
    GiveUp,
    Lane,
    Memory,
    Split,
    ThreadEnds,
    TooMuch,
    Value,
    decide,
    decide_sign,
)
from asyncir.analyses.in_flight.views import identity_dims
from asyncir.analyses.in_flight.world import UNKNOWN, UNKNOWN_OBJECT, World
from asyncir.analyses.tasks.activations import ActivationFails, PathEnds, RunningTask, TaskFrame
from asyncir.analyses.tasks.completions import Awaitable, AwaitableGroup
from asyncir.analyses.tasks.happens_before import Edge, SegmentOrder
from asyncir.analyses.tasks.memory import ObjectStore, PathState, TaskEvaluator
from asyncir.analyses.tasks.program import TaskProgram
from asyncir.analyses.tasks.shadow import OUTPUT, AccessHistory, TaskAccess, TaskMeeting
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, Region, SSAValue

_T = TypeVar("_T")
Steps = Generator[Awaitable | AwaitableGroup, None, _T]
Run = Steps[None]

TOO_MANY_STEPS = "there are too many steps to look at"
_FOR_A_COMPARISON = 4
"""To ask whether two sets of elements overlap takes as long as so many ops."""
TOO_DEEP = "calls are nested too deeply"


PRINTED = (Touched("P", OUTPUT),)
"""What is seen from outside has a place in the order."""


class PathDecisions:
    """Which way the path takes where a number decides that is not known; what it has not decided yet, it decides with yes."""

    def __init__(self, taken: Sequence[bool] = ()):
        self.taken = list(taken)
        self.at = 0

    def next(self) -> bool:
        """The next decision."""
        if self.at == len(self.taken):
            self.taken.append(True)
        self.at += 1
        return self.taken[self.at - 1]

    def other(self) -> list[bool] | None:
        """The decisions of the path that comes behind this one; None behind the last."""
        taken = self.taken[: self.at]
        while taken and not taken[-1]:
            taken.pop()
        return [*taken[:-1], False] if taken else None


@dataclass(frozen=True, slots=True)
class PathLimits:
    """How far a path is followed."""

    steps: int = 60_000
    """Ops."""
    unrolled: int = 8_000
    """What has nothing to do with tasks and takes more ops than this is one step."""
    depth: int = 120
    """Calls that are nested."""
    args_alias: bool = False
    """Whether arrays that are passed to the entry may overlap."""
    together: int = 1
    """So many iterations of a loop are taken as one that stands for all; 0: none is."""
    coarse: bool = False
    """Whether a call of a function with long loops and without tasks is one step (`coarse.py`)."""
    without: frozenset[Edge] = frozenset()
    """Waits that are taken not to order anything."""


class TaskScheduler:
    """The activations of a path, and who waits for what."""

    def __init__(self, steps: int):
        self.order = SegmentOrder()
        self.shadow = AccessHistory()
        self.store = ObjectStore()
        self.ready: deque[tuple[RunningTask, Run]] = deque()
        self.waiting: dict[RunningTask, tuple[Run, Awaitable | AwaitableGroup]] = {}
        self.waiters: dict[Awaitable | AwaitableGroup, list[RunningTask]] = {}
        self.steps: int = steps
        self.stalled: list[RunningTask] = []
        self.groups: list[AwaitableGroup] = []
        self.failures: int = 0
        """How many completions have failed."""
        self.running: RunningTask | None = None

    def park(self, act: RunningTask, run: Run, target: Awaitable | AwaitableGroup) -> None:
        """The activation waits for the target; it is asked again when something happens to it."""
        self.waiting[act] = (run, target)
        self.waiters.setdefault(target, []).append(act)
        if isinstance(target, AwaitableGroup):
            for member, _, _ in target.members:
                if not member.done:
                    self.waiters.setdefault(member, []).append(act)

    def wake(self, target: Awaitable | AwaitableGroup) -> None:
        """Something has happened to the target."""
        for act in self.waiters.pop(target, ()):
            found = self.waiting.pop(act, None)
            if found is not None:
                self.ready.append((act, found[0]))

    def complete(self, act: RunningTask, failed: bool) -> None:
        """The activation is at its end."""
        completion = act.completion
        completion.known, completion.segment = self.order.publish(act.strand)
        completion.done, completion.failed = True, failed
        self.failures += int(failed)
        self.wake(completion)

    def stall(self, act: RunningTask) -> None:
        """The activation has come to something undefined, and does nothing more."""
        act.completion.stalled = True
        self.stalled.append(act)

    def run(self) -> None:
        """Let all activations run until none can go on."""
        while self.ready:
            self.advance(*self.ready.popleft())

    def advance(self, act: RunningTask, run: Run) -> None:
        """Let one run until it waits, or ends."""
        self.running = act
        self.go_on(act, run)

    def go_on(self, act: RunningTask, run: Run) -> None:
        """The same, perhaps inside of another one; what is undefined in an `async.func` that is hot is so in its caller."""
        try:
            target = next(run)
        except StopIteration:
            self.complete(act, failed=False)
        except ActivationFails:
            self.complete(act, failed=True)
        except ThreadEnds:
            self.stall(act)
            if act.hot:
                raise
        else:
            self.park(act, run, target)

    def blocked(self) -> dict[RunningTask, Awaitable | AwaitableGroup]:
        """Those that wait for what never comes, though nothing undefined has happened to it, and for what."""
        found = {act: target for act, (_, target) in self.waiting.items()}
        excused = {act.completion for act in self.stalled}
        while late := [act for act, target in found.items() if _hangs_on(target, excused)]:
            for act in late:
                excused.add(act.completion)
                del found[act]
        return found

    def is_excused(self, target: Awaitable | AwaitableGroup) -> bool:
        """Whether the target never comes because of something undefined."""
        excused = {act.completion for act in self.stalled}
        excused |= {act.completion for act in self.waiting.keys() - self.blocked().keys()}
        return _hangs_on(target, excused)


def _hangs_on(target: Awaitable | AwaitableGroup, excused: set[Awaitable]) -> bool:
    if isinstance(target, AwaitableGroup):
        return any(member in excused for member, _, _ in target.members)
    return target in excused


class PathMachine(TaskScheduler):
    """One path of one entry."""

    def __init__(self, program: TaskProgram, world: World, decisions: PathDecisions, limits: PathLimits):
        super().__init__(limits.steps)
        self.program = program
        self.world = world
        self.decisions = decisions
        self.limits = limits
        self.path = PathState([], Facts())
        self.incomplete: tuple[str, Operation | None] | None = None
        """Why the path was not followed to its end."""
        self.guessed = False
        """Whether a number decided on the way of which nothing is known."""
        self.unfinished: dict[Operation, tuple[TaskAccess, TaskAccess]] = {}
        """What may still write memory of the caller's when the entry returns: the access and the return, as one."""
        self.ends: dict[Hashable, dict[int, dict[tuple[Lin, tuple[Lin, ...]], None]]] = {}
        """How far each object is touched, by dimension."""
        self.trial: int = 0
        """Whether what is executed now may be executed again, in another state."""
        self.log: list[tuple[FlightAccess, str, TaskAccess]] | None = None
        """The accesses, where somebody asks for them."""
        self.has_accelerated = False
        """Whether one iteration stood for all of a loop somewhere."""
        self.waits_met: dict[Edge, None] = {}
        self.values_used: set[Edge] = set()
        """The waits that hand on a value that is used."""
        self.failing: set[Edge] = set()
        """The waits that hand on an error."""

    watched: Collection[Operation] = ()
    """Ops in front of which `come_to` is executed."""

    # ---- running

    def start(self) -> None:
        """Execute the entry, and all that it launches."""
        entry = self.program.entry
        act = RunningTask(entry, self.order.first(), Awaitable(entry))
        self.entry_act = act
        frame = TaskFrame(act, self.evaluator({}))
        self._bind_arguments(frame)
        returned: list[TaskAccess] = []
        self.ready.append((act, self._whole(frame, entry, returned)))
        self.run()
        for seen in returned:  # Now all that the entry launched has done what it does.
            self.shadow.hand_over(seen, act.strand, self.unfinished)

    def _whole(self, frame: TaskFrame, function: Operation, returned: list[TaskAccess]) -> Run:
        yield from self.framed(frame, function)
        returned.append(frame.seen(function, "R"))

    def _bind_arguments(self, frame: TaskFrame) -> None:
        block = self.program.entry.regions[0].blocks.first
        assert block is not None
        memory = [a for a in block.args if memref(a.type) is not None]
        for argument in block.args:
            type_, env = argument.type, frame.evaluator.lane.env
            if is_number(type_):
                e = env[argument] = self.world.parameter(f"a{argument.index}")
                if is_bit(type_):
                    self.path.facts = self.path.facts.plus(e, constant(1) - e)
            elif memref(type_) is not None:
                shared = self.limits.args_alias and len(memory) > 1
                root = UNKNOWN_OBJECT if shared else ("arg", argument.index)
                env[argument] = Memory(root, (), None if shared else identity_dims(type_, given=True))
            elif isinstance(type_, CompletionType):
                raise GiveUp("a token, value or group comes from the caller", self.program.entry)

    def evaluator(self, env: dict[SSAValue, Value]) -> TaskEvaluator:
        """For a frame with these values."""
        lane = Lane(0, env=env)
        self.path.lanes = [lane]
        return TaskEvaluator(self.world, self.path, lane, self.store)

    def step(self, op: Operation) -> None:
        """One op more."""
        self.steps -= 1
        if self.steps < 0:
            raise TooMuch(TOO_MANY_STEPS, op)

    # ---- decisions

    def choose(self, e: Lin) -> None:
        """Decide whether `e` is negative."""
        if any(s.startswith(UNKNOWN) for s in e.symbols):
            self.guessed = True
        truth = self.decisions.next()
        self.path.facts = self.path.facts.plus(e if truth else e.opposite)

    def attempt(self, ask: Callable[[], _T]) -> _T:
        """What `ask` says, where it is asked again whenever something had to be decided first."""
        while True:
            try:
                return ask()
            except Split as split:
                self.choose(split.e)
            except Dead:
                raise PathEnds from None

    def holds(self, frame: TaskFrame, value: SSAValue) -> bool:
        """Whether a truth value is true."""
        ev = frame.evaluator
        return self.attempt(lambda: decide(self.path, condition_of(self.world, ev.lane, value)))

    def is_not_negative(self, e: Lin) -> bool:
        """Whether the number is not negative."""
        return self.attempt(lambda: decide_sign(self.path, e))

    def is_equal(self, e: Lin) -> bool:
        """Whether the number is zero."""
        return self.attempt(lambda: decide(self.path, Condition("eq", e))) if e.terms else not e.const

    def number(self, frame: TaskFrame, value: SSAValue) -> Lin:
        """An integer."""
        return self.attempt(lambda: frame.evaluator.number(value))

    # ---- regions and blocks

    def body(self, frame: TaskFrame, region: Region) -> Steps[Operation]:
        """Execute a region; the terminator at which control leaves it."""
        block = region.blocks.first
        assert block is not None
        while True:
            last = yield from self.block(frame, block)
            if not last.successors:
                return last
            self.step(last)
            block = self.branch(frame, last)

    def block(self, frame: TaskFrame, block: Block) -> Steps[Operation]:
        """Execute the ops of a block; its terminator."""
        last = block.last_op
        assert last is not None
        for op in block.ops:
            if op in self.watched:
                yield from self.come_to(frame, op)
            if op is last:
                break
            self.step(op)
            handler = self.handlers.get(kind_of(op))
            if handler is not None:
                yield from handler(self, frame, op)
            else:
                yield from self.other(frame, op)
        return last

    def come_to(self, frame: TaskFrame, op: Operation) -> Run:
        """Do what is to be done in front of an op that is watched."""
        raise NotImplementedError

    def branch(self, frame: TaskFrame, op: Operation) -> Block:
        """Where a branch goes on; its arguments get their values."""
        raise NotImplementedError

    def other(self, frame: TaskFrame, op: Operation) -> Run:
        """An op that is nothing of its own to control flow or tasks."""
        raise NotImplementedError

    def framed(self, frame: TaskFrame, op: Operation) -> Steps[Operation]:
        """The body of a function or task, and the end of its stack, however it ends."""
        raise NotImplementedError

    handlers: ClassVar[dict[OpKind, Callable[[Any, TaskFrame, Operation], Run]]]

    def values(self, frame: TaskFrame, values: Iterable[SSAValue]) -> list[Any]:
        """What is known of some values."""
        return [self.value(frame, v) for v in values]

    def value(self, frame: TaskFrame, value: SSAValue) -> Any:
        """What is known of a value."""
        ev = frame.evaluator
        known = ev.lane.env.get(value)
        if known is None and is_number(value.type):
            return condition_of(self.world, ev.lane, value) if is_bit(value.type) else ev.number(value)
        if known is None and isinstance(value.type, CompletionType):
            raise GiveUp(f"{value.type} is not followed here", value.owner)
        return known

    def bind(self, frame: TaskFrame, targets: Iterable[SSAValue], values: Iterable[Any]) -> None:
        """Give values to names."""
        env = frame.evaluator.lane.env
        for target, value in zip(targets, values, strict=False):
            if value is None:
                env.pop(target, None)
            else:
                env[target] = value

    # ---- accesses

    def conditions_of(self, meeting: TaskMeeting) -> tuple[Lin, ...]:
        """When the two meet, as far as a run with numbers for that is likely to show it."""
        return meeting.conditions

    def touch(self, frame: TaskFrame, op: Operation, touched: Iterable[Touched]) -> None:
        """What the op touches, now."""
        self.shadow.vague = self.guessed or self.path.derived
        for each in touched:
            seen = frame.seen(op, each.kind)
            if self.log is not None:
                self.log.append((each.access, each.kind, seen))
            self.shadow.touch(each.access, each.kind, seen, frame.act.strand, self.path.facts)
            self._note_end(each.access)
        self.steps -= _FOR_A_COMPARISON * self.shadow.compared
        self.shadow.compared = 0

    def _note_end(self, access: FlightAccess) -> None:
        """Note how far the object is touched: a caller has to make it as large as that."""
        for d, (e, size) in enumerate(zip(access.index or (), access.sizes or (), strict=False)):
            self.ends.setdefault(access.root, {}).setdefault(d, {})[e + size, access.where] = None

    def plain(self, frame: TaskFrame, op: Operation) -> None:
        """An op that computes or touches memory."""
        ev, kind = frame.evaluator, kind_of(op)
        if kind is OpKind.CONSTANT:
            return
        if (callee_name(op) is not None and touches_nothing(op)) or kind is OpKind.PRINT:
            self.touch(frame, op, PRINTED)
        elif not self.program.effects.is_pure(op):
            self._memory_op(frame, op, kind)
        if op.results:
            self.attempt(lambda: ev.run(op))
            if kind is OpKind.ALLOCATE_ON_STACK:
                frame.on_stack.append(ev.memory(op.results[0]))

    def look_around(self, frame: TaskFrame) -> None:
        """Note whether others may do something where this activation ends."""
        self.path.others = bool(self.ready or self.waiting) or frame.act is not self.running

    def _memory_op(self, frame: TaskFrame, op: Operation, kind: OpKind) -> None:
        ev = frame.evaluator
        if kind is OpKind.STORE and memref(op.operands[0].type) is not None:
            raise GiveUp("views in memory are not followed", op)
        self.look_around(frame)
        found = self.attempt(lambda: touches(self.program.effects, ev, op))
        if kind is OpKind.STORE:
            self.touch(frame, op, found)
            self.attempt(lambda: ev.store(op))
        else:
            self.change(frame, op, found)

    def change(self, frame: TaskFrame, op: Operation, touched: Collection[Touched]) -> None:
        """What the op touches; of what it writes, nothing is known behind it."""
        self.touch(frame, op, touched)
        for root in {t.access.root for t in touched if t.kind not in "RP"}:
            frame.evaluator.forget(root)

    def end_of_stack(self, frame: TaskFrame, op: Operation) -> None:
        """Memory on the stack of the frame ends."""
        self.touch(frame, op, [Touched("F", FlightAccess(memory.root, None)) for memory in frame.on_stack])
        frame.on_stack.clear()
