"""What a run did, step by step, for those who judge it by other means: `interpret(..., record=True)`.

The events of one thread are in its program order; `position` numbers them. Those of different threads are ordered by
barriers only, which `epoch` counts.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from asyncir.dialects.effects import Milestone
from asyncir.ir import Operation

Cell = tuple[str, int]
"""One element: the identity of its object, and where it is in it."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a thread does."""

    thread: int
    position: int
    """How many events of this thread came before."""
    epoch: int
    """How many barriers the thread has passed."""
    op: Operation
    iteration: tuple[int, ...]
    """For each loop around it, outermost first and through calls, how many iterations came before this one."""


@dataclass(frozen=True, slots=True)
class IssueEvent(Event):
    """An async op starts."""

    id: int
    """A number of its own."""
    reads: frozenset[Cell]
    writes: frozenset[Cell]


@dataclass(frozen=True, slots=True)
class CommitEvent(Event):
    """A group is closed, and is the youngest of its FIFO from now on."""

    fifo: Hashable
    queue: int | str
    group: int
    """How many groups this thread committed to the FIFO before."""
    members: tuple[int, ...]
    """The `id`s of the async ops in it."""


@dataclass(frozen=True, slots=True)
class WaitEvent(Event):
    """A wait, for one FIFO. A wait for tokens of several FIFOs is an event for each, one for none has no FIFO."""

    fifo: Hashable | None
    queue: int | str | None
    """As the op names it; None where it waits for tokens."""
    kind: str
    """`count`, `token` or `finished`."""
    milestone: Milestone
    """`SOURCE_READ` or `WRITTEN`: what is known of the groups afterwards."""
    count: int | None
    """As the op says; None where it waits for tokens."""
    committed: int
    """How many groups the thread had committed to the FIFO."""
    upto: int
    """The groups before this one are asked to be complete: 2 is groups 0 and 1."""
    retired: tuple[int, ...]
    """The groups that no wait before had asked for, at this milestone."""


@dataclass(frozen=True, slots=True)
class BarrierEvent(Event):
    """The thread passes a barrier; `epoch` still counts those before."""


@dataclass(frozen=True, slots=True)
class ReachedEvent(Event):
    """The op is executed: one of the `marks` that were asked for, outside of async ops."""


@dataclass(frozen=True, slots=True)
class TouchedEvent(Event):
    """Memory is accessed for the first time, by the next event; `op` is what allocated it. Only where there are marks."""

    object: str
    """Its identity, as in cells."""
    size: int
    """How many elements it has."""


@dataclass(frozen=True, slots=True)
class AccessEvent(Event):
    """Elements are read or written by the thread itself, at once."""

    kind: str
    """`read`, `write`, `atomic` or `free` (the whole object)."""
    cells: frozenset[Cell]
