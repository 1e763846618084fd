# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A trace with more synchronisation in it: as if there were a wait, a fence or a barrier before an instruction.

Waits and fences are put in front of each execution. A barrier takes more: who comes to it early has to be held until all
have come, so that later events of these threads come later, and so do those that hang on them. Events are gone through in
order; those of threads that are held are put aside, in order, and tried again when the barrier is complete. If some are
left at the end, the barrier would never be complete, and there is no such trace.

The periods of the trace are gone: what a kernel with another text does in all runs, is asked of that text.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from asyncir.analyses.kernels.trace import (
    WARP,
    Arrived,
    BarrierMet,
    Cut,
    Fenced,
    Issued,
    KernelTrace,
    PhaseCompleted,
    PhaseSeen,
    TraceEvent,
    Waited,
    WarpMet,
)

INSERTED = -2
"""The instruction number of the first insertion; the others go on downwards."""

RANKS = {"wait": 0, "fence": 1, "warp barrier": 2, "barrier": 3}
"""Of several insertions before one instruction waits come first, barriers last."""

TAIL = -2

NEW_BARRIER = 100
"""Barriers that are inserted have numbers that no barrier of the text has."""


@dataclass(frozen=True, slots=True, order=True)
class Insertion:
    """Something before instruction `before`: `what` is a wait (of `queue`, at most `count` in flight), a fence of kind
    `queue`, a barrier of the lanes of each warp, or a barrier of all threads that come there.

    With `behind`, threads come there behind each event of that instruction, which `before` has none of: it is the first
    behind a loop that waits. With `TAIL` for it, `before` is where all threads come once, and nothing comes before again.
    """

    what: Literal["wait", "fence", "warp barrier", "barrier"]
    before: int
    queue: str = ""
    count: int = 0
    behind: int = -1


def with_insertions(trace: KernelTrace, insertions: Iterable[Insertion]) -> KernelTrace | None:
    """The trace with all of these; None if a barrier would wait for ever."""
    events: tuple[TraceEvent, ...] | None = trace.events
    for number, insertion in enumerate(sorted(set(insertions), key=lambda i: (RANKS[i.what], i))):
        entries = _marked(events, insertion, INSERTED - number, trace.block)
        events = _held(entries, trace, INSERTED - number) if insertion.what == "barrier" else tuple(entries)
        if events is None:
            return None
    return replace(trace, events=events, periods=(), open_loops={})


def threads_at(traces: Iterable[KernelTrace], instruction: int) -> frozenset[int]:
    """All threads that ever come to an instruction with an event."""
    return frozenset(
        thread
        for trace in traces
        for event in trace.events
        if event.instruction == instruction and not isinstance(event, (PhaseCompleted, Cut))
        for thread in event.threads.tolist()
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Meeting(TraceEvent):
    """Threads come to the barrier that is inserted."""


def _marked(events: Iterable[TraceEvent], insertion: Insertion, number: int, block: int) -> list[TraceEvent]:
    """The events with one more before each execution of the instruction."""
    if insertion.behind == TAIL:
        return _before_tail(events, insertion, number, block)
    found: list[TraceEvent] = []
    last: TraceEvent | None = None
    for event in events:
        if isinstance(event, (PhaseCompleted, Cut)):
            found.append(event)
            continue
        if insertion.behind >= 0:
            found.append(event)
            if event.instruction == insertion.behind and len(event.threads):
                found += _events(insertion, number, event, block)
            continue
        if event.instruction == insertion.before and len(event.threads):
            again = (
                last is not None
                and last.instruction == event.instruction
                and np.array_equal(last.threads, event.threads)
                and type(last) is not type(event)
            )
            if not again:
                found += _events(insertion, number, event, block)
        found.append(event)
        last = event
    return found


def _before_tail(
    events: Iterable[TraceEvent], insertion: Insertion, number: int, block: int
) -> list[TraceEvent]:
    """The events with one more before the first that each thread has from an instruction on."""
    found: list[TraceEvent] = []
    there: set[int] = set()
    for event in events:
        if event.instruction >= insertion.before and not isinstance(event, (PhaseCompleted, Cut)):
            new = [thread for thread in event.threads.tolist() if thread not in there]
            if new:
                there.update(new)
                found += _events(insertion, number, replace(event, threads=np.array(new, np.int32)), block)
        found.append(event)
    return found


def _events(insertion: Insertion, number: int, event: TraceEvent, block: int) -> list[TraceEvent]:
    """What is inserted, for the threads of an event."""
    if insertion.what == "barrier":
        blocks = event.threads // block
        return [_Meeting(number, event.threads[blocks == b]) for b in np.unique(blocks)]
    if insertion.what == "warp barrier":
        warps = event.threads // block * block + event.threads % block // WARP
        return [WarpMet(number, event.threads[warps == warp]) for warp in np.unique(warps)]
    if insertion.what == "fence":
        return [Fenced(number, event.threads, insertion.queue)]
    queue, dot, _ = insertion.queue.partition(".read")
    return [Waited(number, event.threads, queue, insertion.count, "read" if dot else "written")]


def _held(entries: list[TraceEvent], trace: KernelTrace, number: int) -> tuple[TraceEvent, ...] | None:
    """The events in an order in which all threads of a block meet at the barrier each time; blocks have one each."""
    meetings = [entry.threads for entry in entries if isinstance(entry, _Meeting)]
    everyone = np.unique(np.concatenate(meetings)) if meetings else np.zeros(0, np.int32)
    for block in np.unique(everyone // trace.block):
        who = everyone[everyone // trace.block == block]
        met = BarrierMet(number, who, NEW_BARRIER - number, who, (number,))
        out: list[TraceEvent] = []
        waiting = entries
        while waiting:
            left = _pass(waiting, out, trace.threads, met)
            if left is None:
                return None
            waiting = left
        entries = out
    return tuple(entries)


def _pass(
    entries: list[TraceEvent], out: list[TraceEvent], threads: int, met: BarrierMet
) -> list[TraceEvent] | None:
    """Goes through the events until the barrier is complete; what is left then, or None if it never is."""
    held = np.zeros(threads, bool)
    came = np.zeros(threads, bool)
    aside: list[TraceEvent] = []
    phases: set[tuple[int, int]] = set()
    for k, entry in enumerate(entries):
        if held[entry.threads].any() or _phase(entry) in phases:
            aside.append(entry)
            held[entry.threads] = True
            if isinstance(entry, (Arrived, Issued, PhaseCompleted)) and entry.mbarrier >= 0:
                phases.add((entry.mbarrier, entry.phase))
        elif isinstance(entry, _Meeting) and np.isin(entry.threads, met.threads).all():
            came[entry.threads] = held[entry.threads] = True
            if came[met.threads].all():
                out.append(met)
                return [*aside, *entries[k + 1 :]]
        else:
            out.append(entry)
    return None if held.any() else []


def _phase(entry: TraceEvent) -> tuple[int, int] | None:
    """The phase that an event has to come behind."""
    return (entry.mbarrier, entry.phase) if isinstance(entry, (PhaseCompleted, PhaseSeen)) else None
