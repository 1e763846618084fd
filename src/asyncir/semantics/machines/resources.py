"""The instances of resources: what signals change, and what ends a wait.

A wait is over when the numbers say so; this is played. What it tells (MAC-11) has to be true in every order, so it is
as little as must have happened: of the units that a semaphore was given, those without which there would not be
enough; of a timeline, the first signal that is late enough; of phases, the first that ends after those which the
waiter knows to have ended.

A signal that is too many, or a wait that freezes, is found in all orders that are played, if the order of signals and
waits on the instance is the same in all: the signal has to *know* that there is room, the wait that a signal was
given.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from asyncir.ir import Operation
from asyncir.semantics.machines.knowledge import Clock, joined, knows
from asyncir.semantics.machines.misuse import IN_SOME_ORDER, Misuse
from asyncir.semantics.machines.processes import Want
from asyncir.targets.resources import ResourceKind, SyncResource, WhenFull

if TYPE_CHECKING:
    from collections.abc import Sequence

    from asyncir.semantics.machines.engines import PlayedEngine
    from asyncir.semantics.machines.machine import SyncMachine


class Doing:
    """An op on an instance, as it is done: by an engine or a process, with what is known there."""

    __slots__ = ("clock", "given", "iteration", "mark", "op", "who")

    def __init__(
        self,
        op: Operation,
        iteration: tuple[int, ...],
        clock: Clock,
        mark: tuple[int, int],
        given: tuple[int, int],
        who: object,
    ):
        self.op = op
        self.iteration = iteration
        self.clock = clock
        """What is known where it is done; of a signal, what it tells."""
        self.mark = mark
        """The slot and the step by which others know that it is done, and"""
        self.given = given
        """that it was given."""
        self.who = who


class ResourceInstance(Want):
    """One instance of a resource."""

    __slots__ = ("active", "first", "free_again", "given", "machine", "name", "resource", "sources", "used")

    def __init__(self, machine: SyncMachine, resource: SyncResource, name: str):
        super().__init__()
        self.machine = machine
        self.resource = resource
        self.name = name
        self.active = not resource.initialised
        """Whether it may be used."""
        self.first: Doing | None = None
        """Its initialisation."""
        self.given = 0
        """So many signals were given and have not acted."""
        self.sources: dict[PlayedEngine, int] = {}
        """By engine: how many of these it has."""
        self.free_again = False
        self.used: dict[int, Doing] = {}
        """Since it was initialised, the last signal or wait of each who used it, by the slot of its mark."""

    def words(self) -> str:
        """See `Want`."""
        return self.name

    # ---- what each kind says for itself ----

    def met(self, amount: int, clock: Clock) -> bool:
        """Whether a wait is over."""
        raise NotImplementedError

    def take(self, amount: int, doing: Doing) -> Clock:
        """A wait is over: what it tells."""
        raise NotImplementedError

    def blocks(self, amount: int) -> bool:
        """Whether a signal has to wait for room."""
        return False

    def signal(self, amount: int, doing: Doing) -> Clock | None:
        """A signal acts; what it is told in turn, if it had to wait for something."""
        raise NotImplementedError

    def begin(self, amount: int | None) -> None:
        """It is initialised."""
        raise NotImplementedError

    def state(self) -> str:
        """Its content in words."""
        raise NotImplementedError

    # ---- what they have in common ----

    def announce(self, engine: PlayedEngine) -> None:
        """A signal was given to an engine, and will act."""
        self.given += 1
        self.sources[engine] = self.sources.get(engine, 0) + 1

    def retract(self, engine: PlayedEngine) -> None:
        """It acts now."""
        self.given -= 1
        left = self.sources[engine] - 1
        if left:
            self.sources[engine] = left
        else:
            del self.sources[engine]

    def misused(
        self,
        code: str,
        doing: Doing,
        message: str,
        help: str,
        other: Operation | None = None,
        stops: bool = False,
    ) -> None:
        """The program does what the machine does not allow."""
        found = Misuse(code, doing.op, doing.iteration, message, help, other, stops, self.name)
        self.machine.add(found)

    @property
    def is_open(self) -> bool:
        """Whether the order of what is done to it makes a difference."""
        return False

    def use(self, doing: Doing) -> None:
        """A signal or a wait uses it: it has to be initialised by then, whatever the order (MAC-17)."""
        self.used[doing.mark[0]] = doing
        if not self.resource.initialised:
            return
        help = f'put `sync.init "{self.resource.name}"` where it comes first on every path'
        if not self.active:
            why = "was freed" if self.free_again else "is not initialised"
            self.misused("M004", doing, f"{self.name} {why} when it is used", help, stops=True)
        elif self.first is not None and not knows(doing.clock, *self.first.mark):
            text = f"{self.name} is used uninitialised{IN_SOME_ORDER}it was initialised"
            self.misused("M004", doing, text, help, self.first.op)

    def initialise(self, amount: int | None, doing: Doing) -> None:
        """`sync.init`."""
        if self.resource.initialised and self.active:
            text = f"{self.name} is initialised while it is in use"
            self.misused("M005", doing, text, f'`sync.free "{self.resource.name}"` it first')
        self.active = True
        self.first = doing
        self.used.clear()
        self.begin(amount)
        self.machine.wake(self)

    def free(self, doing: Doing) -> None:
        """`sync.free`."""
        if self.resource.initialised and not self.active:
            text = f"{self.name} is freed and is not initialised"
            self.misused("M004", doing, text, "free it once, behind its last use")
        elif self.given or self.waiters:
            text = f"{self.name} is freed while signals or waits for it are to come"
            self.misused("M005", doing, text, "wait for what uses it before")
        else:
            for use in self.used.values():
                if not knows(doing.clock, *use.mark):
                    text = f"{self.name} is freed{IN_SOME_ORDER}what uses it is over"
                    self.misused("M005", doing, text, "wait for what uses it before", use.op)
                    break
        self.active, self.free_again, self.first = False, True, None
        self.used.clear()

    def arm(self, doing: Doing) -> None:
        """`sync.arm`; only phases are armed."""


class Semaphore(ResourceInstance):
    """MAC-12, MAC-13."""

    __slots__ = (
        "_clocks",
        "_signalled",
        "_signallers",
        "_signals",
        "_sums",
        "_taken",
        "_takers",
        "_takes",
        "_took",
        "initial",
        "value",
    )

    def __init__(self, machine: SyncMachine, resource: SyncResource, name: str):
        super().__init__(machine, resource, name)
        self.begin(None)

    def begin(self, amount: int | None) -> None:
        """See `ResourceInstance`."""
        self.initial = self.value = self.resource.initial if amount is None else amount
        self._signalled = self._taken = 0
        self._sums: list[int] = []
        """After each signal, how many units there were in all; beside it what is known then, and the signal."""
        self._clocks: list[Clock] = []
        self._signals: list[Doing] = []
        self._takes: list[int] = []
        """After each wait, how many units were taken in all; beside it the wait."""
        self._took: list[Doing] = []
        self._signallers: set[object] = set()
        self._takers: set[object] = set()

    @property
    def is_open(self) -> bool:
        """See `ResourceInstance`. Who waits when all is over would have come in time in another order."""
        signallers, takers = self._signallers.copy(), self._takers.copy()
        for waiter in self.waiters:
            (signallers if waiter.is_to_signal else takers).add(waiter.who)
        return len(signallers) > 1 or len(takers) > 1

    def met(self, amount: int, clock: Clock) -> bool:
        """See `ResourceInstance`."""
        return self.value >= amount

    def state(self) -> str:
        """See `ResourceInstance`."""
        if self.resource.kind is ResourceKind.FLAG:
            return "is set" if self.value else "is not set"
        return f"is {self.value}"

    def blocks(self, amount: int) -> bool:
        """See `ResourceInstance`."""
        return self.resource.when_full is WhenFull.BLOCK and self.value + amount > self.resource.capacity

    def signal(self, amount: int, doing: Doing) -> Clock | None:
        """See `ResourceInstance`."""
        self._signallers.add(doing.who)
        if self.value + amount > self.resource.capacity:
            self._too_many(doing, "")
            return None
        back = self._room(amount, doing)
        self.value += amount
        self._signalled += amount
        several = len(self._signallers) > 1 and self._clocks
        self._sums.append(self._signalled)
        self._clocks.append(joined(self._clocks[-1], doing.clock) if several else doing.clock)
        self._signals.append(doing)
        return back

    def _room(self, amount: int, doing: Doing) -> Clock | None:
        """There is room now: does the signal know it, or has it waited for it?"""
        needed = self.initial + self._signalled + amount - self.resource.capacity
        if needed <= 0:
            return None
        took = self._took[bisect_left(self._takes, needed)]
        if self.resource.when_full is WhenFull.BLOCK:
            return took.clock
        alone = len(self._signallers) == 1 and len(self._takers) == 1
        if alone and not knows(doing.clock, *took.mark):
            self._too_many(doing, f"{IN_SOME_ORDER}this wait is over", took.op)
        return None

    def _too_many(self, doing: Doing, why: str, other: Operation | None = None) -> None:
        resource, flag = self.resource, self.resource.kind is ResourceKind.FLAG
        what = "is set twice" if flag else f"gets more than its {resource.capacity}"
        help = "let the signal come behind what the wait tells: a signal back, that is waited for"
        if resource.when_full is WhenFull.DROP:
            text = f"a signal is lost: {self.name} {what}{why}"
            self.misused("M001", doing, text, help, other)
        else:
            self.misused("M002", doing, f"{self.name} {what}{why}", help, other, stops=not why)

    def take(self, amount: int, doing: Doing) -> Clock:
        """See `ResourceInstance`."""
        self._takers.add(doing.who)
        self.value -= amount
        self._taken += amount
        self._takes.append(self._taken)
        self._took.append(doing)
        unit = self._taken - self.initial
        if unit <= 0:
            return doing.clock
        at = bisect_left(self._sums, unit)
        signal = self._signals[at]
        alone = len(self._signallers) == 1 and len(self._takers) == 1
        if self.resource.freezes and alone and not knows(doing.clock, *signal.given):
            self.misused(
                "M008",
                doing,
                f"the wait for {self.name} freezes the machine{IN_SOME_ORDER}its signal was given",
                "give the signal first, or let the wait come behind something that tells so",
                signal.op,
            )
        return self._clocks[at]


class TimelineInstance(ResourceInstance):
    """MAC-14."""

    __slots__ = ("_signals", "_values", "value")

    def __init__(self, machine: SyncMachine, resource: SyncResource, name: str):
        super().__init__(machine, resource, name)
        self.begin(None)

    def begin(self, amount: int | None) -> None:
        """See `ResourceInstance`."""
        self.value = amount or 0
        self._values: list[int] = []
        self._signals: list[Doing] = []

    def met(self, amount: int, clock: Clock) -> bool:
        """See `ResourceInstance`."""
        return self.value >= amount

    def state(self) -> str:
        """See `ResourceInstance`."""
        return f"is {self.value}"

    def signal(self, amount: int, doing: Doing) -> Clock | None:
        """See `ResourceInstance`."""
        help = "let each signal set a greater number than all before"
        if amount <= self.value:
            text = f"{self.name} is set to {amount} and is {self.value} already"
            self.misused("M012", doing, text, help)
            return None
        if self._signals and not knows(doing.clock, *self._signals[-1].mark):
            before = self._signals[-1]
            text = (
                f"{self.name} goes back{IN_SOME_ORDER}it was set to {self.value} before it is set to {amount}"
            )
            self.misused("M012", doing, text, help, before.op)
            doing.clock = joined(doing.clock, before.clock)
        self.value = amount
        self._values.append(amount)
        self._signals.append(doing)
        return None

    def take(self, amount: int, doing: Doing) -> Clock:
        """See `ResourceInstance`."""
        at = bisect_left(self._values, amount)
        return self._signals[at].clock if at < len(self._signals) and amount > 0 else doing.clock


class PhasedInstance(ResourceInstance):
    """MAC-15."""

    __slots__ = ("_armed", "_ended", "_left", "_now", "_per_phase", "_runs_ahead", "_takes")

    def __init__(self, machine: SyncMachine, resource: SyncResource, name: str):
        super().__init__(machine, resource, name)
        self.begin(None)

    def begin(self, amount: int | None) -> None:
        """See `ResourceInstance`."""
        self._per_phase: int = 1 if amount is None else amount
        self._left: int = self._per_phase
        self._ended: list[tuple[Clock, Sequence[Doing]]] = []
        """For each phase that has ended what its end tells, and its signals."""
        self._now: list[Doing] = []
        self._armed: Doing | None = None
        self._takes: dict[object, Doing] = {}
        """By waiter its last wait."""
        self._runs_ahead = False
        """Whether signals and waits may meet other phases in another order."""

    @property
    def is_open(self) -> bool:
        """See `ResourceInstance`. Who waits in the end may, in another order, have come before the newest phase was over."""
        return self._runs_ahead or bool(self._ended and self.waiters)

    def met(self, amount: int, clock: Clock) -> bool:
        """See `ResourceInstance`."""
        return (len(self._ended) - 1) % 2 == amount

    def state(self) -> str:
        """See `ResourceInstance`."""
        return f"has ended {len(self._ended)} phases, and {self._left} signals of the next are missing"

    def arm(self, doing: Doing) -> None:
        """See `ResourceInstance`."""
        if self._armed is not None:
            text = f"a phase of {self.name} is armed twice"
            self.misused("M007", doing, text, "arm it once, before its signals", self._armed.op)
        self._armed = doing

    def signal(self, amount: int, doing: Doing) -> Clock | None:
        """See `ResourceInstance`."""
        self._check_armed(doing)
        if self._ended and not self._known(len(self._ended) - 1, doing.clock):
            self._runs_ahead = True  # it may come in time for the phase before
        while amount:
            part = min(amount, self._left)
            amount -= part
            self._left -= part
            self._now.append(doing)
            if self._left == 0:
                clock = self._ended[-1][0] if self._ended else self._now[0].clock
                for one in self._now:
                    clock = joined(clock, one.clock)
                waits = self._takes.values()
                # Before the first has ended, a wait for parity 1 is over.
                aware = all(knows(clock, *one.mark) for one in waits)
                if not aware or (self._ended and not waits):
                    self._runs_ahead = True
                self._ended.append((clock, self._now))
                self._now, self._left, self._armed = [], self._per_phase, None
                if amount:
                    self._check_armed(doing)
        return None

    def _check_armed(self, doing: Doing) -> None:
        if not self.resource.armed:
            return
        help = f'put `sync.arm "{self.resource.name}"` before the signals of the phase'
        if self._armed is None:
            text = f"{self.name} gets a signal of a phase that is not armed"
            self.misused("M007", doing, text, help)
        elif not knows(doing.clock, *self._armed.mark):
            text = f"{self.name} gets a signal of a phase that is not armed{IN_SOME_ORDER}it is armed"
            self.misused("M007", doing, text, help, self._armed.op)

    def take(self, amount: int, doing: Doing) -> Clock:
        """See `ResourceInstance`."""
        self._takes[doing.who] = doing
        at = len(self._ended) - 1
        while at >= 2 and not self._known(at - 1, doing.clock):
            at -= 2
        if at == 1 and not self._known(0, doing.clock):
            return doing.clock  # before any has ended, the parity is the same
        return self._ended[at][0] if at >= 0 else doing.clock

    def _known(self, phase: int, clock: Clock) -> bool:
        return all(knows(clock, *one.mark) for one in self._ended[phase][1])


KINDS: dict[ResourceKind, type[ResourceInstance]] = {
    ResourceKind.FLAG: Semaphore,
    ResourceKind.SEMAPHORE: Semaphore,
    ResourceKind.TIMELINE: TimelineInstance,
    ResourceKind.PHASES: PhasedInstance,
}
