"""The serial runtime: programs run by one thread at a time, in an order that is chosen (docs/serial-runtime.md).

`order` runs what is called inside it in one order, from a seed or a schedule. `try_seeds` and `explore` run something again
and again, in many orders or in all, and say what it can come to. The machine code is the same.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

from asyncir.diagnostics import failure
from asyncir.diagnostics.parameters import expect, whole_number, wrong
from asyncir.launch import runtime

T = TypeVar("T", bound=Hashable)

MOST_ORDERS = 100_000
"""As many orders `explore` tries if it is not told otherwise."""

_MOST_CHOICES = 1 << 20
_ORDER = struct.Struct("QPqq")
"""`asyncir_serial_order` of serial.h: seed, schedule, its length, threads."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice: number `chosen` of `of` things that could go on."""

    chosen: int
    of: int


@dataclass(frozen=True, slots=True)
class FoundOrder:
    """How often an outcome was found, and how to get it again: a seed, or a schedule."""

    count: int
    seed: int | None = None
    schedule: tuple[int, ...] | None = None

    def __str__(self) -> str:
        """As options of the command line."""
        if self.schedule is None:
            return f"--seed {self.seed}"
        return f"--schedule {schedule_text(self.schedule)}"


@dataclass(frozen=True, slots=True)
class Orders(Generic[T]):
    """What was found in `tried` orders. `complete`: there are no others."""

    tried: int
    complete: bool
    outcomes: dict[T, FoundOrder]


def schedule_text(schedule: Sequence[int]) -> str:
    """A schedule as the command line has it: numbers with commas between them, or `first`, if it has none."""
    return ",".join(map(str, schedule)) or "first"


@contextmanager
def order(
    *, seed: int | None = None, schedule: Sequence[int] | None = None, threads: int = 0
) -> Generator[None]:
    """Meanwhile tasks run one at a time, in one order: that of the seed (0 if there is neither), or that of the schedule.

    A schedule says which of the things that can go on is chosen, each time that there are several; behind its end that
    is always the first. Programs are told that there are `threads` workers (0: ASYNCIR_NUM_THREADS, else 4).
    """
    with _serial():
        _begin(seed, schedule, threads)
        yield


def choices() -> list[Choice]:
    """What was chosen since the order began. Exact while nothing runs; of the first million choices."""
    library = runtime.library()
    count = min(_MOST_CHOICES, library.asyncir_serial_choices(None, 0))
    words = (ctypes.c_uint32 * (2 * count))()
    library.asyncir_serial_choices(ctypes.cast(words, ctypes.c_void_p), count)
    pairs = iter(words)
    return [Choice(chosen, of) for chosen, of in zip(pairs, pairs, strict=True)]


def is_exact() -> bool:
    """Whether the order, up to now, can be repeated: nothing came from outside while tasks ran, and the schedule fitted."""
    return runtime.library().asyncir_serial_exact()


def try_seeds(run: Callable[[], T], seeds: Iterator[int] | range, *, threads: int = 0) -> Orders[T]:
    """Call `run` once for each seed. It returns when all that it has started is complete (`runtime.end_stuck`)."""
    outcomes: dict[T, FoundOrder] = {}
    tried = 0
    with _serial():
        for seed in seeds:
            _begin(seed, None, threads)
            outcome = run()
            before = outcomes.get(outcome, FoundOrder(0, seed))
            outcomes[outcome] = FoundOrder(before.count + 1, before.seed)
            tried += 1
    return Orders(tried, False, outcomes)


def explore(run: Callable[[], T], *, limit: int = MOST_ORDERS, threads: int = 0) -> Orders[T]:
    """Call `run` once for each order that there is, at most `limit` times.

    It must do the same each time but for the order, and return when all that it has started is complete. The search
    is depth first: each run repeats the choices of the one before up to the last that had an alternative, and takes that.
    """
    outcomes: dict[T, FoundOrder] = {}
    schedule: list[int] | None = []
    tried = 0
    with _serial():
        while schedule is not None and tried < limit:
            _begin(None, schedule, threads)
            outcome = run()
            made = choices()
            tried += 1
            before = outcomes.get(outcome, FoundOrder(0, None, tuple(c.chosen for c in made)))
            outcomes[outcome] = FoundOrder(before.count + 1, None, before.schedule)
            schedule = _next(made, len(schedule))
    return Orders(tried, schedule is None, outcomes)


def _next(made: list[Choice], given: int) -> list[int] | None:
    """The schedule that differs from the one that was run in its last choice that can differ; None: all were tried."""
    message = ""
    if len(made) < given or not is_exact():
        message = "the program cannot be explored: it did not do the same when it ran a second time"
    elif len(made) >= _MOST_CHOICES:
        message = f"the program cannot be explored: there are {_MOST_CHOICES} choices in one run, or more"
    if message:
        raise failure("R220", message, "try seeds instead: --seeds 1000")
    while made and made[-1].chosen + 1 == made[-1].of:
        made.pop()
    if not made:
        return None
    return [*(c.chosen for c in made[:-1]), made[-1].chosen + 1]


@contextmanager
def _serial() -> Generator[None]:
    library = runtime.library()
    try:
        yield
    finally:
        library.asyncir_serial_end()


def _begin(seed: int | None, schedule: Sequence[int] | None, threads: int) -> None:
    first = _in_range(seed or 0, 64, "the seed")
    workers = ctypes.c_int64(whole_number(threads, "the number of threads")).value
    address, choices = 0, list[int]()
    if schedule is not None:
        expect(schedule, Iterable, "the schedule", "a list of choices")
        choices = [_in_range(choice, 32, "a choice of the schedule") for choice in schedule]
        numbers = (ctypes.c_uint32 * max(1, len(choices)))(*choices)
        address = ctypes.addressof(numbers)
    library = runtime.library()
    if library.asyncir_serial_begin(_ORDER.pack(first, address, len(choices), workers)) != 0:
        message = library.asyncir_runtime_start_error().decode(errors="replace")
        raise failure("R001", message)


def _in_range(number: int, bits: int, what: str) -> int:
    if not 0 <= whole_number(number, what) < 1 << bits:
        raise wrong(what, number, f"one from 0 to {(1 << bits) - 1}")
    return number
