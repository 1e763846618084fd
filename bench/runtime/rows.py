"""The rows of the table: programs, who runs them on what size, and what must come out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from goals import Figure, Goal, against, cpu1, speed_up, wall

BOTH = (1, 2)


def fib(n: int) -> int:
    """The Fibonacci number."""
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def calls(n: int) -> int:
    """How often the recursion calls itself, the first call included."""
    return 2 * fib(n + 1) - 1


def corner(n: int) -> int:
    """The last cell of the wavefront, modulo 2**64."""
    row = [1] * (n + 1)
    for _ in range(n):
        for j in range(1, n + 1):
            row[j] = (3 * row[j] + row[j - 1]) % 2**64
    return row[n]


@dataclass(frozen=True)
class Program:
    """What a program of a size computes, and how many units of work that is."""

    unit: str
    expected: Callable[[int], int] = lambda size: size
    units: Callable[[int], float] = lambda size: size


PROGRAMS: Mapping[str, Program] = {
    "fib": Program("call", fib, calls),
    "spawn": Program("task"),
    "structured": Program("task"),
    "chain": Program("task"),
    "wavefront": Program("cell", corner, lambda n: n * n),
    "depth_calls": Program("frame"),
    "depth_tasks": Program("frame"),
    "alive": Program("task"),
    "pingpong": Program("round"),
    "saxpy": Program("element"),
    "sum": Program("element", lambda n: sum(i % 8 for i in range(n % 8)) + n // 8 * 28),
    "launch": Program("loop", lambda _: 1000),
    "cholesky": Program("run", lambda _: 1, lambda _: 1),
}


@dataclass(frozen=True)
class Entry:
    """A contestant's part in a row; `size` is the whole program's, `quick` that of a quick table, `tiny` that of a test."""

    contestant: str
    program: str
    size: int
    quick: int
    tiny: int
    threads: tuple[int, ...] = BOTH
    label: str = ""
    environment: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def name(self) -> str:
        """What the row calls it."""
        return self.label or self.contestant


@dataclass(frozen=True)
class Row:
    """A table with what it must show."""

    name: str
    title: str
    entries: tuple[Entry, ...]
    goals: tuple[Goal, ...]
    memory: bool = False
    """Whether memory is of interest."""
    idle: bool = False
    """Measure not the program but the time after it."""

    @property
    def unit(self) -> str:
        """Of what the figures are."""
        ours = next(entry for entry in self.entries if entry.name.startswith("asyncir"))
        return PROGRAMS[ours.program].unit


def entries(program: str, sizes: tuple[int, int, int], *names: str) -> tuple[Entry, ...]:
    """The same size for all; plain C and asyncio have one thread."""
    alone = ("plain C", "plain C -O3", "asyncio")
    return tuple(Entry(name, program, *sizes, threads=(1,) if name in alone else BOTH) for name in names)


MILLION = (1_000_000, 100_000, 100)
A_CALL = "plain C, a call"
SMALL_STACK = {"ASYNCIR_STACK_MB": "1"}
"""A stack that a million frames do not fit on."""

FORK_JOIN = Row(
    "fib",
    "fork-join: fib(32), one call of two in a task, no cut-off",
    (
        *entries("fib", (32, 27, 10), "plain C", "asyncir", "oneTBB", "libgomp"),
        Entry("MLIR", "fib", 25, 20, 10),
        Entry("asyncio", "fib", 20, 17, 10, threads=(1,)),
    ),
    (
        against("plain C", 19, 1, unit="a plain C call"),
        against("plain C", 11, 1, unit="a plain C call (then on to)"),
        speed_up(1.7),
        # Of all calls but the leaves, each has one async.execute: half of the calls less a half.
        Goal("tasks counted, per call", Figure("asyncir", 1, "tasks"), at_least=0.49, unit=""),
    ),
)

ASYNCIO = Goal(
    "asyncio's create_task against it, 1 thread", cpu1("asyncio"), at_least=100, over=cpu1("asyncir")
)

SPAWN = Row(
    "spawn",
    "1e6 empty tasks into a group that the caller waits for",
    (
        *entries("spawn", MILLION, "plain C", "asyncir", "oneTBB", "libgomp", "MLIR"),
        Entry("asyncio", "spawn", 100_000, 20_000, 100, threads=(1,)),
    ),
    (
        against("oneTBB", 1, 1),
        Goal("memory, 1 thread", Figure("asyncir", 1, "growth"), at_most=120, unit="bytes a task"),
        # No slower: two processes with the same program differ by so much.
        Goal("2 threads against 1", wall("asyncir", 2), at_most=1.03, over=wall("asyncir", 1)),
        ASYNCIO,
    ),
    memory=True,
)

STRUCTURED = Row(
    "structured",
    "structured spawn: 1e6 tasks that set a byte each, joined before the function returns",
    (
        *entries("structured", MILLION, "plain C", "asyncir", "oneTBB", "libgomp", "MLIR"),
        Entry("asyncio", "structured", 100_000, 20_000, 100, threads=(1,)),
    ),
    (
        against("oneTBB", 0.3, 1),
        ASYNCIO,
        # A million tasks in one megabyte: not one of them has a frame that stays.
        Goal("memory, 1 thread", Figure("asyncir", 1, "growth"), at_most=1, unit="bytes a task"),
        Goal("memory, 2 threads", Figure("asyncir", 2, "growth"), at_most=1, unit="bytes a task"),
    ),
    memory=True,
)

CHAIN = Row(
    "chain",
    "chain: 1e6 tasks that each wait for the one before (oneTBB: each launches the next)",
    (
        *entries("chain", MILLION, "plain C", "asyncir", "oneTBB", "libgomp", "MLIR"),
        Entry("asyncio", "chain", 100_000, 20_000, 100, threads=(1,)),
    ),
    (against("oneTBB", 0.7, 1), against("oneTBB", 0.7, 2)),
    memory=True,
)

WAVEFRONT = Row(
    "wavefront",
    "wavefront: 1000 by 1000 cells, a task each, that wait for two others",
    entries("wavefront", (1000, 300, 10), "plain C", "asyncir", "oneTBB", "libgomp", "MLIR"),
    (against("oneTBB", 0.7, 1), against("oneTBB", 0.7, 2)),
    memory=True,
)

DEPTH = Row(
    "depth",
    "await depth 1e6, on stacks of 1 MB: calls of an async.func; tasks that each launch the next",
    (
        Entry("asyncir", "depth_calls", *MILLION, label="asyncir, calls", environment=SMALL_STACK),
        Entry("asyncir", "depth_tasks", *MILLION, label="asyncir, tasks", environment=SMALL_STACK),
        Entry("MLIR", "depth_calls", *MILLION, label="MLIR, calls"),
    ),
    tuple(
        Goal(
            f"memory of {what}, threads: {n}",
            Figure(f"asyncir, {what}", n, "growth"),
            at_most=110,
            unit="bytes a frame",
        )
        for what in ("calls", "tasks")
        for n in BOTH
    ),
    memory=True,
)

ALIVE = Row(
    "alive",
    "1e7 tasks alive at once, in a group, that wait for one token",
    entries("alive", (10_000_000, 1_000_000, 100), "asyncir"),
    tuple(
        # Together two gigabytes.
        Goal(f"memory, threads: {n}", Figure("asyncir", n, "growth"), at_most=200, unit="bytes a task")
        for n in BOTH
    ),
    memory=True,
)

PINGPONG = Row(
    "pingpong",
    "ping-pong: two tasks that wake each other through events",
    (
        Entry("plain C", "fib", 32, 27, 10, threads=(1,), label=A_CALL),
        *entries("pingpong", (320_000, 32_000, 160), "asyncir", "oneTBB"),
        Entry("libgomp", "pingpong", 320_000, 32_000, 160, threads=(2,)),
        *entries("pingpong", (320_000, 32_000, 160), "MLIR"),
        Entry("asyncio", "pingpong", 32_000, 3_200, 160, threads=(1,)),
    ),
    (
        against(A_CALL, 100, 1, unit="a plain C call"),
        against("oneTBB", 1, 2),
        against("libgomp", 1, 2),
    ),
)

LOOPS = ("plain C -O3", "asyncir", "libgomp", "oneTBB", "numba", "MLIR")

SAXPY = Row(
    "saxpy",
    "saxpy over 1e7 doubles",
    entries("saxpy", (10_000_000, 1_000_000, 1000), *LOOPS),
    (against("libgomp", 1.03, 1), against("libgomp", 1.03, 2)),
)

SUM = Row(
    "sum",
    "the sum of 1e7 doubles, in any order",
    entries("sum", (10_000_000, 1_000_000, 1000), *LOOPS),
    (against("libgomp", 1.03, 1), against("libgomp", 1.03, 2)),
)

LAUNCH = Row(
    "launch",
    "launch of a loop over 1000 elements, 1e4 times",
    entries("launch", (10_000, 2_000, 10), *LOOPS),
    (against("oneTBB", 1, 1), against("oneTBB", 1, 2)),
)

DEMO = Row(
    "demo",
    "the demo, examples/cholesky",
    (Entry("demo", "cholesky", 1797, 900, 120, label="asyncir"),),
    (speed_up(1.8),),
)

IDLE = Row(
    "idle",
    "processor time of an idle runtime",
    tuple(
        Entry(name, "spawn", 100_000, 10_000, 100, threads=(2,))
        for name in ("asyncir", "oneTBB", "libgomp", "MLIR")
    ),
    (Goal("2 threads, in 10 s", Figure("asyncir", 2, "cpu"), at_most=10, unit="ms"),),
    idle=True,
)

ROWS = (
    FORK_JOIN,
    SPAWN,
    STRUCTURED,
    CHAIN,
    WAVEFRONT,
    DEPTH,
    ALIVE,
    PINGPONG,
    SAXPY,
    SUM,
    LAUNCH,
    DEMO,
    IDLE,
)
