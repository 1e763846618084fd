"""The waits of a transformed program against those of its source, one dynamic wait after the other.

Both programs store to the argument `marks` behind each wait of the source; so the waits of the transformed program
between two stores are what became of one wait. Only groups that hold something are counted: how many empty ones
a pass adds or drops is nobody's business.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from asyncir.ir import MemRefType, i64
from asyncir.simulation.events import AccessEvent, CommitEvent, Event, WaitEvent
from tests.queues.formula import Thread
from tests.queues.syntax import Program


@dataclass(frozen=True)
class Inexact:
    """A dynamic wait that keeps another number of groups in flight than its source allows."""

    wait: int
    fifo: int
    asked: int
    """How many groups it retires."""
    exact: int
    """How many its source awaits."""


@dataclass
class Exactness:
    """The figures of one or more runs."""

    waits: int = 0
    inexact: list[Inexact] = field(default_factory=list[Inexact])
    strict: Counter[int] = field(default_factory=Counter[int])


def _filled(groups: Iterable[bool]) -> list[int]:
    """How many of the first n groups hold something, for each n."""
    found = [0]
    for filled in groups:
        found.append(found[-1] + filled)
    return found


def compare(program: Program, source: Thread, events: Sequence[Event]) -> Exactness:
    """The waits of one thread; `events` are those of the transformed program's thread, in order."""
    groups: dict[int, list[bool]] = defaultdict(list)
    fifos: dict[Hashable, int] = {}
    windows: list[list[WaitEvent]] = [[]]
    for event in events:
        match event:
            case CommitEvent():
                fifo = program.fifo(event.queue) if isinstance(event.queue, int) else 0
                fifos[event.fifo] = fifo
                groups[fifo].append(bool(event.members))
            case WaitEvent():
                windows[-1].append(event)
            case AccessEvent(kind="write") if _is_mark(event):
                windows.append([])
            case _:
                pass
    assert len(windows) == len(source.waits) + 1, "the programs do not reach the same waits"
    filled = {fifo: _filled(g) for fifo, g in groups.items()}
    filled_source = {fifo: _filled(map(bool, g)) for fifo, g in source.groups.items()}
    result, before = Exactness(), Counter[int]()
    for entries, number, window in zip(source.waits, source.numbers, windows, strict=False):
        exact, asked = Counter[int](before), Counter[int](before)
        for entry in entries:
            exact[entry.fifo] = max(before[entry.fifo], filled_source[entry.fifo][entry.retired])
        for wait in window:
            if wait.fifo in fifos:
                fifo = fifos[wait.fifo]
                asked[fifo] = max(asked[fifo], filled.get(fifo, [0])[wait.upto])
        result.waits += 1
        wrong = [fifo for fifo in sorted({*exact, *asked}) if asked[fifo] != exact[fifo]]
        result.inexact += [Inexact(number, fifo, asked[fifo], exact[fifo]) for fifo in wrong]
        result.strict[number] += bool(wrong)
        before = exact
    return result


def _is_mark(event: AccessEvent) -> bool:
    """Whether it is a store to `marks`, the only memory of i64."""
    of = event.op.operands[1].type
    return event.op.name == "memref.store" and isinstance(of, MemRefType) and of.element_type == i64
