"""Barriers with phases: who has arrived, which phase a wait is for, and what it orders.

The question
------------
The threads of a block run one after the other here, in one order of many. What a wait orders must not hang on that order:
a wait for a parity may find its phase over because another thread happened to run first. So a wait is taken for what it is
for *in every order*, and a thread learns from it what it would learn in each of them.

What a thread knows
-------------------
`known_phases` is the number of phases of which the thread knows that they are over: it was told so (`clocks.py`), or it
knows of all arrivals in them. If it waits for the parity of the next one, phase `known`, it can go on when that one is over,
and all that was done before the arrivals in it happens before what follows. If it waits for the other parity, the phase
before is over, and it goes on at once, having learned nothing; also if other threads are further by now, for in another
order they are not.

    arrivals in phase 0      phase 0 is over, 1 begins     arrivals in phase 1      phase 1 is over ...
    wait 0 waits             wait 0 goes on                                         wait 0 may wait for phase 2
    wait 1 goes on at once   wait 1 waits                                           wait 1 goes on

Where the order does matter
---------------------------
Two things hang on the order of threads, and then one run says nothing of the others (S027):

- an arrival in a phase whose thread does not know that the one before is over: it may count for that one;
- a wait that does not happen before the end of the phase behind its own: the barrier may be too far ahead, and the wait
  would be for another phase.

If neither happens, each arrival and each wait belongs to the same phase in every order; so one run finds all races. If one
does, what else the run tells is of a program in which each wait goes on as soon as it may in some order.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from asyncir.diagnostics import Note
from asyncir.dialects.nvgpu_mbarrier import MBarrierCreateOp, MBarrierGroupType, MBarrierTestWaitOp
from asyncir.ir import ModuleOp, Operation
from asyncir.semantics.blocks.clocks import Clocks, Told, joined
from asyncir.semantics.core.faults import InterpreterFault, fault, span_of

MOST = (1 << 20) - 1
"""The largest count of arrivals, and of bytes, that a barrier can hold."""


@dataclass(slots=True, eq=False)
class Deed:
    """What a thread did at a barrier, and when."""

    op: Operation
    thread: int
    stamp: int


@dataclass(slots=True, eq=False)
class Arrival(Deed):
    """A thread arrived."""

    count: int
    may_end: bool
    """Whether the phase may end with it: another arrival is sure to come behind it, or it is of the kind that may."""


@dataclass(slots=True, eq=False)
class PhaseWait(Deed):
    """A thread knows that a phase is over."""

    phase: int


@dataclass(slots=True, eq=False)
class PhaseBarrier:
    """One barrier; so many of its phases are over."""

    number: int
    """Which one it is of all barriers of the program."""
    name: str
    told: Told = ()
    """What those know that have arrived so far."""
    init: Deed | None = None
    count: int = 0
    """So many arrive in each phase."""
    pending: int = 0
    """So many have not arrived yet in the phase at hand."""
    bytes: int = 0
    """So many are to be written before the phase ends."""
    phase: int = 0
    arrivals: list[list[Arrival]] = field(default_factory=list[list[Arrival]])
    """Those in each phase."""
    ends: list[Told] = field(default_factory=list[Told])
    """For each phase that is over what those know who had arrived by then."""
    waits: dict[int, PhaseWait] = field(default_factory=dict[int, PhaseWait])
    """The last one of each thread."""
    is_awaited: bool = False
    """Whether some thread waits or looks here."""
    early: InterpreterFault | None = None
    """S027: an arrival that may be in an earlier phase. Where nobody waits it is no matter."""


@dataclass(slots=True, eq=False)
class PhaseToken:
    """The phase that an arrival was in."""

    barrier: PhaseBarrier
    phase: int
    looked: bool = False
    """Whether somebody has asked for it."""


def numbered_barriers(module: ModuleOp) -> dict[Operation, range]:
    """The numbers of the barriers that each op of the module makes."""
    numbers: dict[Operation, range] = {}
    first = 0
    for op in module.walk():
        if isinstance(op, MBarrierCreateOp):
            assert isinstance(op.barriers.type, MBarrierGroupType)
            count = op.barriers.type.num_barriers.data
            numbers[op] = range(first, first + count)
            first += count
    return numbers


class Phases:
    """The barriers with phases of a block."""

    def __init__(self, threads: int, numbers: dict[Operation, range]):
        self.numbers = numbers
        total = sum(map(len, numbers.values()))
        self.clocks = Clocks(threads, total)
        self.barriers = [
            PhaseBarrier(number, f"barrier {at} of {len(those)}" if len(those) > 1 else "the barrier")
            for those in numbers.values()
            for at, number in enumerate(those)
        ]
        self.changes = 0
        """How often something has changed at one of them."""
        self._late: InterpreterFault | None = None
        """S027: a wait that may be for a later phase."""

    def made_by(self, op: Operation) -> list[PhaseBarrier]:
        """The barriers that the op makes: the same ones each time, for they are a place in the block's memory."""
        return [self.barriers[number] for number in self.numbers[op]]

    def meet(self) -> None:
        """All threads are at a barrier of the block."""
        self.clocks.meet([barrier.phase for barrier in self.barriers])

    # ---- arriving ----

    def init(self, thread: int, barrier: PhaseBarrier, count: int, op: Operation) -> None:
        """The first phase begins; each ends when so many have arrived."""
        if barrier.init is not None:
            raise _initialised_again(barrier, op)
        _check_count(count, 1, "arrivals", op)
        barrier.init = Deed(op, thread, self.clocks.now[thread])
        barrier.count = barrier.pending = count
        barrier.told = self.clocks.nothing
        barrier.arrivals.append([])
        self.changes += 1

    def arrive(
        self,
        thread: int,
        barrier: PhaseBarrier,
        op: Operation,
        *,
        count: int = 1,
        may_end: bool = True,
        bytes: int = 0,
    ) -> PhaseToken:
        """The thread arrives for so many; it happens before what follows a wait for the phase."""
        self._check_initialised(thread, barrier, op)
        _check_count(count, 1, "arrivals", op)
        _check_count(bytes, 0, "bytes", op)
        if count > barrier.pending:
            raise _too_many(barrier, count, op)
        phase = barrier.phase
        if self.known_phases(thread, barrier) < phase:
            barrier.early = barrier.early or _early_arrival(barrier, op, thread)
        for other in barrier.arrivals[phase]:
            other.may_end = other.may_end or self.clocks.knows(thread, other.thread, other.stamp)
        barrier.arrivals[phase].append(Arrival(op, thread, self.clocks.now[thread], count, may_end))
        barrier.told = joined(barrier.told, self.clocks.tells(thread))
        barrier.pending -= count
        barrier.bytes += bytes
        self.changes += 1
        if not barrier.pending and not barrier.bytes:
            self._end(barrier)
        return PhaseToken(barrier, phase)

    def _end(self, barrier: PhaseBarrier) -> None:
        """The phase is over, and the next one begins."""
        phase = barrier.phase
        wrong = next((arrival for arrival in barrier.arrivals[phase] if not arrival.may_end), None)
        barrier.phase += 1
        barrier.pending = barrier.count
        barrier.arrivals.append([])
        barrier.told = self.clocks.with_phases(barrier.told, barrier.number, barrier.phase)
        barrier.ends.append(barrier.told)
        for wait in barrier.waits.values():
            if wait.phase == phase - 1 and barrier.told[wait.thread] < wait.stamp:
                self._late = self._late or _late_wait(barrier, wait.op, wait.thread, wait.phase)
        if wrong is not None:
            raise _may_end_the_phase(barrier, wrong)

    def known_phases(self, thread: int, barrier: PhaseBarrier) -> int:
        """Of how many phases the thread knows that they are over."""
        told = known = self.clocks.phases(thread, barrier.number)
        while (
            known < barrier.phase and self._known_arrivals(thread, barrier.arrivals[known]) == barrier.count
        ):
            known += 1
        if known > told:
            self.clocks.finds_out(thread, barrier.number, known)
        return known

    def _known_arrivals(self, thread: int, arrivals: list[Arrival]) -> int:
        knows = self.clocks.knows
        return sum(each.count for each in arrivals if knows(thread, each.thread, each.stamp))

    # ---- waiting ----

    def awaited(self, thread: int, barrier: PhaseBarrier, parity: int, op: Operation) -> int:
        """The phase that a wait for the parity is for; -1 is the one before the first."""
        self._check_initialised(thread, barrier, op)
        barrier.is_awaited = True
        known = self.known_phases(thread, barrier)
        return known if known % 2 == parity else known - 1

    def looked_at(self, thread: int, barrier: PhaseBarrier, token: PhaseToken, op: Operation) -> int:
        """The phase that a look is for: the token's, which must be one of the barrier's (S028)."""
        self._check_initialised(thread, barrier, op)
        if token.barrier is not barrier:
            message = f"`{op.name}` asks {barrier.name} for a token that another one has given"
            help = "pass the token to the barrier at which it arrived"
            raise fault("S028", message, op, "of another barrier", help)
        barrier.is_awaited = True
        return token.phase

    def passes(self, thread: int, barrier: PhaseBarrier, phase: int, op: Operation) -> None:
        """The thread has waited for a phase, which is over."""
        wait = PhaseWait(op, thread, self.clocks.now[thread], phase)
        if phase >= self.clocks.phases(thread, barrier.number):
            self.clocks.is_told(thread, barrier.ends[phase])
        if barrier.phase > phase + 1:
            self._late = self._late or _late_wait(barrier, op, thread, phase)
        barrier.waits[thread] = wait

    @property
    def doubt(self) -> InterpreterFault | None:
        """S027: what hangs on the order of the threads."""
        early = (barrier.early for barrier in self.barriers if barrier.is_awaited)
        return self._late or next((found for found in early if found is not None), None)

    def _check_initialised(self, thread: int, barrier: PhaseBarrier, op: Operation) -> None:
        """S023, unless the thread knows that the barrier was initialised."""
        init = barrier.init
        if init is None or not self.clocks.knows(thread, init.thread, init.stamp):
            raise _not_initialised(barrier, op, thread)


# ---- what is wrong with a program ----


def _check_count(count: int, least: int, what: str, op: Operation) -> None:
    if not least <= count <= MOST:
        help = f"it is {least} at least and {MOST} at most"
        raise fault("S025", f"the number of {what} is {count}", op, "out of range", help)


def _not_initialised(barrier: PhaseBarrier, op: Operation, thread: int) -> InterpreterFault:
    message = f"thread {thread} uses {barrier.name} before it is initialised"
    help = "let one thread initialise it, and put a `gpu.barrier` behind that"
    notes: tuple[Note, ...] = ()
    if barrier.init is not None:
        message = f"thread {thread} may use {barrier.name} before it is initialised"
        text = f"thread {barrier.init.thread} initialises it here, and nothing orders the two"
        notes = (Note(text, span_of(barrier.init.op)),)
    return fault("S023", message, op, "uses it", help, notes)


def _initialised_again(barrier: PhaseBarrier, op: Operation) -> InterpreterFault:
    assert barrier.init is not None
    message = f"{barrier.name} is initialised again while it is in use"
    help = "let one thread initialise it, once"
    notes = (Note(f"thread {barrier.init.thread} has initialised it here", span_of(barrier.init.op)),)
    return fault("S024", message, op, "initialises it again", help, notes)


def _too_many(barrier: PhaseBarrier, count: int, op: Operation) -> InterpreterFault:
    message = f"{count} arrive at {barrier.name}, and its phase {barrier.phase} waits for {barrier.pending}"
    help = "initialise it with as many arrivals as each phase has"
    return fault("S026", message, op, "too many", help)


def _may_end_the_phase(barrier: PhaseBarrier, arrival: Arrival) -> InterpreterFault:
    message = (
        f"phase {barrier.phase - 1} of {barrier.name} may end with an arrival that must not end it: "
        "no other one is sure to come behind it"
    )
    help = "let the thread arrive once more behind it, with an arrival that may end the phase"
    return fault("S026", message, arrival.op, f"thread {arrival.thread} arrives here", help)


def _early_arrival(barrier: PhaseBarrier, op: Operation, thread: int) -> InterpreterFault:
    message = (
        f"the order of the threads decides which phase of {barrier.name} this arrival is in: "
        f"{barrier.phase}, or one before"
    )
    help = "let the thread wait for the end of one phase before it arrives in the next"
    return fault("S027", message, op, f"thread {thread} arrives here", help)


def _late_wait(barrier: PhaseBarrier, op: Operation, thread: int, phase: int) -> InterpreterFault:
    if isinstance(op, MBarrierTestWaitOp):
        message = (
            f"the order of the threads decides whether {barrier.name} still knows of phase {phase}: "
            f"it does not if phase {phase + 1} is over, too, when the thread looks"
        )
        help = "let the thread look before it lets others end the next phase"
        return fault("S027", message, op, f"thread {thread} looks here", help)
    waited = f"phase {phase}" if phase >= 0 else "the phase before the first"
    message = (
        f"the order of the threads decides which phase of {barrier.name} this wait is for: "
        f"{waited}, or a later one if phase {phase + 1} is over, too, when the thread looks"
    )
    help = "let nobody end a phase before all have seen the end of the one before, or correct the parity"
    return fault("S027", message, op, f"thread {thread} waits here", help)
