"""Threads that stand at barriers with phases: who can go on, and that nobody can.

A thread that waits goes on when its phase is over. One that only looks (`test.wait`) lets the others go on when the answer
is no, and looks again once the phase is over, or when nobody else can go on. If it comes back to where it was, with the
same values everywhere and no barrier changed, it will do so for ever: it looks in vain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from asyncir.diagnostics import Note, Span
from asyncir.ir import Operation
from asyncir.semantics.blocks.phases import PhaseBarrier, Phases
from asyncir.semantics.core.faults import InterpreterFault, fault, span_of

if TYPE_CHECKING:
    from asyncir.semantics.blocks.thread import Thread

MOST_LOOKS = 100_000
"""Who has looked so often while nothing changed is taken to look for ever."""

_MOST_NOTES = 8

_NUMBERS = (int, float, bool)


@dataclass(slots=True, eq=False)
class Waiting:
    """What a thread waits for."""

    op: Operation
    barrier: PhaseBarrier
    phase: int
    looks: bool
    """Whether it goes on with a no where nobody else can go on."""

    @property
    def is_over(self) -> bool:
        """Whether it can go on."""
        return self.barrier.phase > self.phase


@dataclass(slots=True, eq=False)
class Looks:
    """The looks of a thread since a barrier has changed last."""

    changes: int
    """How many changes there had been."""
    number: int = 0
    then: Sequence[Any] = field(default=())
    """Where the thread was at one of them, and all its values."""
    in_vain: bool = False

    def another(self, now: Sequence[Any]) -> None:
        """The answer is no once more. The place to compare with is moved at powers of two, so that any circle is found."""
        self.number += 1
        self.in_vain = self.number > MOST_LOOKS or _same(self.then, now)
        if self.number & (self.number - 1) == 0:
            self.then = now


def _same(then: Sequence[Any], now: Sequence[Any]) -> bool:
    return len(then) == len(now) and all(
        a is b or (type(a) is type(b) and type(a) in _NUMBERS and a == b)
        for a, b in zip(then, now, strict=True)
    )


def place_and_values(thread: Thread) -> list[Any]:
    """Where the thread is, in all its calls, and what is in its registers."""
    found: list[Any] = [thread.segment, *thread.registers]
    for registers, back, *_ in thread.stack:
        found += [back, *registers]
    return found


def looks_again(thread: Thread, phases: Phases) -> None:
    """The thread stands behind a look whose answer was no."""
    if thread.looks is None or thread.looks.changes != phases.changes:
        thread.looks = Looks(phases.changes)
    thread.looks.another(place_and_values(thread))


def those_that_go_on(waiting: Sequence[Thread], phases: Phases) -> list[Thread]:
    """Which of the threads that wait can go on, now that no other thread can."""
    over = [thread for thread in waiting if thread.waiting is not None and thread.waiting.is_over]
    return over or [thread for thread in waiting if _looks(thread, phases)]


def _looks(thread: Thread, phases: Phases) -> bool:
    looks = thread.looks
    in_vain = looks is not None and looks.in_vain and looks.changes == phases.changes
    return thread.waiting is not None and thread.waiting.looks and not in_vain


def deadlock(threads: Sequence[Thread], waiting: Sequence[Thread]) -> InterpreterFault:
    """S022: no thread can go on, and some wait for phases."""
    first, *_ = waiting
    assert first.waiting is not None
    others = [thread for thread in threads if thread is not first]
    notes = [Note(*_whereabouts(thread)) for thread in others[:_MOST_NOTES]]
    if len(others) > _MOST_NOTES:
        notes.append(Note(f"{len(others) - _MOST_NOTES} more threads do not go on either"))
    message = f"deadlock: {_awaits(first.waiting, first.number, '')}, and no thread of the block can go on"
    help = "let as many arrive in each phase as the barrier is initialised for, and wait for the right parity"
    return fault("S022", message, first.waiting.op, f"thread {first.number} waits here", help, tuple(notes))


def _whereabouts(thread: Thread) -> tuple[str, Span | None]:
    """Where a thread is that cannot go on, in words and in the text."""
    if thread.waiting is not None:
        return _awaits(thread.waiting, thread.number, " here"), span_of(thread.waiting.op)
    if thread.barrier is not None:
        return f"thread {thread.number} is at this barrier of the block", span_of(thread.barrier)
    return f"thread {thread.number} is at its end", None


def _awaits(waiting: Waiting, number: int, here: str) -> str:
    """What a thread waits for, and what is missing."""
    barrier = waiting.barrier
    missing = [f"{barrier.pending} of {barrier.count} arrivals"] if barrier.pending else []
    if barrier.bytes:
        missing.append(f"{barrier.bytes} bytes")
    how = "looks in vain" if waiting.looks else "waits"
    phase = f"phase {waiting.phase} of {barrier.name}"
    return f"thread {number} {how}{here} for {phase}, which lacks {' and '.join(missing)}"
