"""What happened to tasks while a program ran, as the runtime recorded it (asyncir/trace.h), as NumPy arrays."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy
from numpy.typing import NDArray

from asyncir.launch import runtime

MOST_EVENTS = 1 << 22
"""How many events are kept by default; they take 128 MiB."""

OUTSIDE = 0xFFFF
"""The worker of events on threads that are no workers."""

EVENT = numpy.dtype(
    [
        ("time", "<u8"),
        ("task", "<u8"),
        ("other", "<u8"),
        ("detail", "<u4"),
        ("worker", "<u2"),
        ("kind", "u1"),
        ("flags", "u1"),
    ]
)
"""asyncir_trace_event of trace.h; times are in nanoseconds."""


class EventKind(IntEnum):
    """asyncir_trace_kind of trace.h."""

    CREATED = 1
    RUNS = 2
    SUSPENDED = 3
    LEFT = 4
    FINISHED = 5
    WOKEN = 6
    STOLEN = 7
    SLEEPS = 8
    WAKES = 9
    LENT = 10
    TAKEN_BACK = 11
    NEEDED = 12
    NAMED = 13


class Sort(IntEnum):
    """asyncir_trace_sort of trace.h: what was created."""

    TASK = 0
    TOKEN = 1
    GROUP = 2
    CALL = 3
    OPERATION = 4


@dataclass(frozen=True, slots=True)
class Origin:
    """Where tasks come from: the function, and the place that launched them, `file:line:column`; empty if unknown."""

    name: str
    location: str


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker of some runtime; runtime 0 is the one that is always there."""

    number: int
    """In events."""
    runtime: int = 0
    index: int = 0
    active: bool = True


@dataclass(slots=True)
class Trace:
    """Events of all threads, those of one thread in order, and the origins that they refer to by number."""

    events: NDArray[Any] = field(default_factory=lambda: numpy.empty(0, EVENT))
    origins: tuple[Origin, ...] = ()
    workers: tuple[Worker, ...] = ()
    """Those that there were at the end, and those that were gone by then."""
    begin: int = 0
    """When recording began, on the clock of the events."""
    end: int = 0
    dropped: int = 0
    """How many events came after the limit was reached and are not there."""


@contextmanager
def recording(most: int = MOST_EVENTS) -> Generator[Trace]:
    """Record what tasks do meanwhile, up to `most` events; what was recorded is there at the end."""
    library = runtime.library()
    trace = Trace(begin=time.monotonic_ns())
    library.asyncir_trace_begin(most)
    try:
        yield trace
    finally:
        library.asyncir_trace_end()
        trace.end = time.monotonic_ns()
        trace.workers = tuple(_workers(library))
        trace.dropped = library.asyncir_trace_dropped()
        trace.events = _events(library)
        trace.origins = tuple(_origins(library))
        library.asyncir_trace_forget()


def _events(library: Any) -> NDArray[Any]:
    events = numpy.empty(library.asyncir_trace_size(), EVENT)
    count = library.asyncir_trace_read(events.ctypes.data, len(events))
    return events[:count]


def _workers(library: Any) -> Generator[Worker]:
    rows = numpy.empty((library.asyncir_trace_workers(None, 0), 4), numpy.uint16)
    library.asyncir_trace_workers(rows.ctypes.data, len(rows))
    for number, index_of_runtime, index, active in rows.tolist():
        yield Worker(number, index_of_runtime, index, bool(active))


def _origins(library: Any) -> Generator[Origin]:
    number = 0
    while (name := library.asyncir_trace_origin_name(number)) is not None:
        location = library.asyncir_trace_origin_location(number)
        yield Origin(name.decode(errors="replace"), location.decode(errors="replace"))
        number += 1
