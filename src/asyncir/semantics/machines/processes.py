"""Processes: who executes ops in order, gives works, and waits."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from asyncir.dialects.sync import SignalOp
from asyncir.ir import Operation
from asyncir.semantics.core.machine import Runner
from asyncir.semantics.core.program import Segment
from asyncir.semantics.core.values import Value
from asyncir.semantics.machines.entries import GivenWork
from asyncir.semantics.machines.groups import GroupFifo
from asyncir.semantics.machines.knowledge import Clock, ClockSlots, joined, told

if TYPE_CHECKING:
    from asyncir.semantics.machines.engines import PlayedEngine
    from asyncir.semantics.machines.launches import Launch


class Status(Enum):
    """What a process does."""

    READY = auto()
    WAITING = auto()
    DONE = auto()


class Process(Runner):
    """One process. It is the `AccessingActor` of what it does itself.

    `giver_step` is the number of its next step: what it gives, signals, commits. Where its engine overlaps with
    itself (MAC-8), what it did itself is over for others from `prev` on, the last barrier, and what waits told it is
    `untold` until the next.
    """

    is_work = False
    __slots__ = (
        "barrier",
        "entry",
        "fifos",
        "giver_slot",
        "giver_step",
        "home",
        "known",
        "label",
        "last",
        "launch",
        "launches",
        "number",
        "op",
        "prev",
        "read_slot",
        "results",
        "slot",
        "slot_of_steps",
        "status",
        "time",
        "untold",
        "want",
    )

    def __init__(
        self,
        number: int,
        home: PlayedEngine,
        known: Clock,
        slots: ClockSlots,
        entry: GivenWork | None = None,
        launch: Launch | None = None,
    ):
        super().__init__()
        self.number = number
        self.label: tuple[int, ...] = (number,) if launch is None else launch.label
        """Which it is, however processes take turns."""
        self.launch = launch
        """What it executes, if that was launched."""
        self.launches = 0
        """So many it has launched."""
        self.home = home
        self.entry = entry
        self.known = known
        slot = slots.fresh() if launch is None or launch.behind is None else launch.behind.slot_of_steps
        self.slot_of_steps = self.giver_slot = self.slot = self.read_slot = slot
        self.giver_step = 1
        self.prev = 0
        self.untold: Clock | None = None
        if home.overlaps and launch is None:
            self.slot = self.read_slot = slots.fresh()
        self.status = Status.READY
        self.results: list[Value] = []
        self.want: Want | None = None
        self.fifos: dict[int, GroupFifo] = {}
        """Its groups, by the number of the resource."""
        self.op: Operation | None = None
        self.time = 0
        """Where it is, where time counts, and what held it up last."""
        self.last: Any = None
        self.barrier: Everything | None = None
        """The barrier of all that it is at."""

    @property
    def name(self) -> str:
        """The engine that it is on."""
        return self.home.name

    @property
    def is_to_signal(self) -> bool:
        """Whether it waits with a signal for room, and not with a wait for a signal."""
        return isinstance(self.segment.end_op, SignalOp)

    @property
    def who(self) -> object:
        """Who waits: see `Doing`."""
        return self

    @property
    def rank(self) -> tuple[int, int]:
        """See `AccessingActor`."""
        return (self.number, 0) if self.launch is None else (self.launch.giver, 1)

    def next_step(self) -> None:
        """It has given or signalled something."""
        self.giver_step += 1

    def learn(self, clock: Clock) -> None:
        """A wait has told it something."""
        if self.slot == self.slot_of_steps:
            self.known = joined(self.known, clock)
        else:
            self.untold = clock if self.untold is None else joined(self.untold, clock)

    def meet(self) -> None:
        """A barrier on its own engine, which overlaps with itself."""
        if self.untold is not None:
            self.known, self.untold = joined(self.known, self.untold), None
        self.prev = self.giver_step
        self.known = told(self.known, ((self.slot, self.prev),))
        self.next_step()

    def release(self) -> Clock:
        """What is known behind something that it does itself now: all that it did and knows."""
        known = self.known if self.untold is None else joined(self.known, self.untold)
        return told(known, ((self.slot_of_steps, self.giver_step), (self.slot, self.giver_step)))

    def wait(self, want: Want, again: Segment) -> None:
        """It cannot go on: it tries again there when it is woken."""
        self.want = want
        self.segment = again
        self.status = Status.WAITING
        want.waiters.append(self)

    def wake(self) -> bool:
        """What it waits for has changed; whether it was waiting."""
        if self.status is not Status.WAITING:
            return False
        self.status = Status.READY
        self.want = None
        return True


class OwnWork:
    """A work that a process does itself, on an engine that overlaps with itself: an `AccessingActor`.

    It is in order with itself, but not with what the process does beside it.
    """

    is_work = True

    def __init__(self, process: Process):
        self.name = process.name
        self.rank = process.number, 1
        self.iteration = process.iteration
        self.known = process.known
        self.giver_slot, self.giver_step = process.giver_slot, process.giver_step
        self.slot, self.read_slot, self.prev = process.slot, process.read_slot, process.prev


class Want:
    """What processes and engines wait for. It wakes its waiters when it has changed, for good or not."""

    __slots__ = ("waiters",)

    def __init__(self) -> None:
        self.waiters: list[Any] = []

    def words(self) -> str:
        """What is waited for: `room in the queue of "v"`."""
        raise NotImplementedError

    @property
    def stall(self) -> str:
        """The same where time is counted by what it was lost to."""
        return "waits for all works"


class Room(Want):
    """Room in the queue of an engine."""

    __slots__ = ("engine",)

    def __init__(self, engine: PlayedEngine):
        super().__init__()
        self.engine = engine

    def words(self) -> str:
        """See `Want`."""
        return f'room in the queue of "{self.engine.name}"'


class Everything(Want):
    """All entries that were given up to now (MAC-7)."""

    __slots__ = ("left", "upto")

    def __init__(self, upto: int, left: int):
        super().__init__()
        self.upto = upto
        """The number of the last of them."""
        self.left = left
        """So many of them are not over."""

    def words(self) -> str:
        """See `Want`."""
        return "all that was given"


class GroupsWant(Want):
    """That at most some groups of one process are in flight."""

    __slots__ = ("left", "name", "read", "stay", "works")

    def __init__(self, name: str, works: Sequence[GivenWork], stay: int, read: bool, left: int):
        super().__init__()
        self.name = name
        self.works = works
        self.stay = stay
        self.read = read
        self.left = left
        """Of so many works that get there the wait wants to hear before it looks again."""

    def words(self) -> str:
        """See `Want`."""
        return f'that at most {self.stay} groups of "{self.name}" are in flight'
