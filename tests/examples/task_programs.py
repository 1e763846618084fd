"""The programs of examples/tasks: what they compute, and how each of them can be broken so that it races.

`PROGRAMS` is the table. A broken variant is a few edits of the program's text, with arguments that show a race.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).parents[2] / "examples" / "tasks"

Arguments = tuple[Any, ...]


@cache
def text_of(name: str) -> str:
    """A program as it is."""
    return (FOLDER / f"{name}.mlir").read_text(encoding="utf-8")


@dataclass(frozen=True, eq=False)
class Broken:
    """A variant that races."""

    name: str
    edits: tuple[tuple[str, str], ...]
    """Old text, which is there once, and new."""
    shows: Arguments
    """With these it races."""
    schedule: str = "latest"
    """In an order in which it comes to both accesses, where another error may end the run before."""

    def text(self, right: str) -> str:
        for old, new in self.edits:
            assert right.count(old) == 1, (self.name, old, right.count(old))
            right = right.replace(old, new)
        return right


@dataclass(frozen=True, eq=False)
class TaskProgram:
    """A program, whose entry is `@main`."""

    name: str
    reference: Callable[..., Any]
    """What is to be seen, from the arguments."""
    inputs: tuple[Arguments, ...]
    broken: tuple[Broken, ...]
    seen: Callable[[Arguments, Arguments], Any] = lambda results, arguments: results[0]
    """What a run shows, from its results and the arguments as they are behind it."""

    @property
    def text(self) -> str:
        return text_of(self.name)

    def variants(self) -> list[tuple[Broken, str]]:
        return [(broken, broken.text(self.text)) for broken in self.broken]


def given(arguments: Arguments) -> Arguments:
    """Arguments that a run may change."""
    return copy.deepcopy(arguments)


def matrix(rows: int, columns: int) -> np.ndarray:
    return np.random.default_rng(rows * 100 + columns).integers(-4, 5, (rows, columns)).astype(np.float64)


def positive_definite(n: int) -> np.ndarray:
    half = np.random.default_rng(n).standard_normal((n, n))
    return half @ half.T + np.eye(n)


def numbers(n: int) -> np.ndarray:
    return np.random.default_rng(n).integers(-50, 50, n)


def zeros(n: int) -> np.ndarray:
    return np.zeros(n, dtype=np.int64)


def letters(word: str) -> np.ndarray:
    return np.frombuffer(word.encode(), dtype=np.int8).copy()


def edit_distance(a: np.ndarray, b: np.ndarray, size: int) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row = row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(above[j - 1] + int(x != y), above[j] + 1, row[-1] + 1))
    return row[-1]


def queens(n: int, columns: tuple[int, ...] = ()) -> int:
    row = len(columns)
    if row == n:
        return 1
    free = [c for c in range(n) if all(c != d and abs(c - d) != row - r for r, d in enumerate(columns))]
    return sum(queens(n, (*columns, c)) for c in free)


def filtered_maxima(x: np.ndarray, out: np.ndarray, size: int) -> list[int]:
    maxima: list[int] = []
    echo = highest = before = 0
    for value in x.tolist():
        echo = (echo >> 1) + value - before
        before, highest = value, max(highest, echo)
        maxima.append(highest)
    return maxima


def _without(line: str) -> tuple[str, str]:
    return line, ""


CHOLESKY = TaskProgram(
    "cholesky_loops",
    lambda a, size: np.linalg.cholesky(a),
    tuple((positive_definite(n), size) for n, size in ((0, 2), (1, 3), (4, 2), (7, 2), (8, 3), (5, 9))),
    (
        Broken("column", (_without("    async.await_all %near\n"),), (positive_definite(4), 2)),
        Broken("behind", (_without("    async.await_all %far\n"),), (positive_definite(6), 2)),
        Broken("panel", (_without("    async.await_all %panel\n"),), (positive_definite(4), 2)),
        Broken(
            "wrong tile",
            (("%b = func.call @tile(%A, %size, %j, %k)", "%b = func.call @tile(%A, %size, %j, %j)"),),
            (positive_definite(6), 2),
        ),
    ),
    lambda results, arguments: np.tril(arguments[0]),
)

WAVEFRONT = TaskProgram(
    "wavefront",
    edit_distance,
    tuple(
        (letters(a), letters(b), size)
        for a, b, size in (
            ("", "", 2),
            ("", "abc", 2),
            ("a", "", 1),
            ("a", "b", 1),
            ("kitten", "sitting", 2),
            ("wavefronts", "dependences", 3),
            ("ordered", "or", 1),
            ("at", "once", 9),
        )
    ),
    (
        Broken(
            "diagonal", (_without("    async.await_all %diagonal\n"),), (letters("abc"), letters("acd"), 2)
        ),
        Broken(
            "every other diagonal",
            (
                (
                    "    async.await_all %diagonal\n",
                    "    %c2 = arith.constant 2 : index\n    %half = arith.remui %d, %c2 : index\n"
                    "    %odd = arith.cmpi ne, %half, %c0 : index\n    scf.if %odd {\n"
                    "      async.await_all %diagonal\n    }\n",
                ),
            ),
            (letters("abc"), letters("acd"), 2),
        ),
        Broken(
            "a row too many",
            (
                (
                    "%down = arith.addi %i, %size : index\n",
                    "%high = arith.addi %i, %size : index\n  %down = arith.addi %high, %c1 : index\n",
                ),
            ),
            (letters("abcd"), letters("acd"), 2),
        ),
    ),
)

REDUCTION_TREE = TaskProgram(
    "reduction_tree",
    lambda x: x.sum(),
    tuple((matrix(1, n)[0],) for n in (0, 1, 2, 3, 7, 16, 33)),
    (
        Broken("left", (_without("    async.await %left : !async.token\n"),), (matrix(1, 4)[0],)),
        Broken("right", (_without("    async.await %right : !async.token\n"),), (matrix(1, 4)[0],)),
        Broken("root", (_without("  async.await %done : !async.token\n"),), (matrix(1, 2)[0],)),
    ),
)

MERGE_SORT = TaskProgram(
    "merge_sort",
    np.sort,
    tuple((numbers(n),) for n in (0, 1, 2, 3, 8, 21)),
    (
        Broken("left", (_without("    async.await %done : !async.token\n"),), (numbers(4),)),
        Broken(
            "halves that overlap",
            (
                (
                    "%right = memref.subview %x[%half]",
                    "%early = arith.subi %half, %c1 : index\n    %right = memref.subview %x[%early]",
                ),
            ),
            (numbers(4),),
        ),
        Broken("one scratch for both", (("%scratch[%half]", "%scratch[0]"),), (numbers(4),)),
    ),
    lambda results, arguments: arguments[0],
)

N_QUEENS = TaskProgram(
    "n_queens",
    queens,
    tuple((n,) for n in (0, 1, 2, 3, 4, 5)),
    (
        Broken("counts", (_without("    async.await_all %all\n"),), (2,)),
        Broken(
            "one board for all",
            (
                (
                    "%own = memref.alloc(%n) : memref<?xindex>\n",
                    "%own = memref.cast %board : memref<?xindex> to memref<?xindex>\n",
                ),
                _without("          memref.copy %board, %own : memref<?xindex> to memref<?xindex>\n"),
                _without("          memref.dealloc %own : memref<?xindex>\n"),
            ),
            (2,),
        ),
        Broken(
            "one count for all",
            (("memref.store %below, %counts[%column]", "memref.store %below, %counts[%c0]"),),
            (2,),
        ),
    ),
)

PRODUCER_CONSUMER = TaskProgram(
    "producer_consumer",
    lambda items, sums: np.cumsum(items * items),
    tuple((numbers(n), zeros(n)) for n in (0, 1, 2, 3, 4, 20)),
    (
        Broken("slot free", ((" [%used3]", ""),), (numbers(4), zeros(4))),
        Broken("item made", (("[%made, %used1]", "[%used1]"),), (numbers(1), zeros(1)), "earliest"),
        Broken("one at a time", (("[%made, %used1]", "[%made]"),), (numbers(2), zeros(2))),
        Broken(
            "a slot less", (("%c3 = arith.constant 3", "%c3 = arith.constant 2"),), (numbers(3), zeros(3))
        ),
        Broken(
            "tokens in the wrong order",
            (("scf.yield %used2, %used1, %used", "scf.yield %used3, %used2, %used"),),
            (numbers(5), zeros(5)),
        ),
    ),
    lambda results, arguments: arguments[1],
)

TASK_PIPELINE = TaskProgram(
    "task_pipeline",
    filtered_maxima,
    tuple((numbers(n), zeros(n), size) for n, size in ((0, 1), (1, 1), (1, 4), (6, 2), (11, 3), (20, 1))),
    (
        Broken(
            "stage before",
            (("[%differs, %filtered_before]", "[%filtered_before]"),),
            (numbers(1), zeros(1), 1),
            "earliest",
        ),
        Broken("block before", (("[%differs, %filtered_before]", "[%differs]"),), (numbers(2), zeros(2), 1)),
        Broken("last stage", (("[%filtered, %stored_before]", "[%filtered]"),), (numbers(2), zeros(2), 1)),
        Broken("wrong stage", (("async.await %last#1", "async.await %last#0"),), (numbers(1), zeros(1), 1)),
        Broken(
            "blocks that overlap",
            (
                (
                    "%end = arith.minsi %up, %n : index",
                    "%one = arith.constant 1 : index\n    %over = arith.addi %up, %one : index\n"
                    "    %end = arith.minsi %over, %n : index",
                ),
            ),
            (numbers(4), zeros(4), 2),
        ),
    ),
    lambda results, arguments: arguments[1],
)

DOUBLE_BUFFER = TaskProgram(
    "double_buffer",
    lambda path, blocks, size: math.comb(blocks * size, 2),
    tuple(
        (letters("numbers"), blocks, size)
        for blocks, size in ((0, 2), (1, 1), (1, 5), (2, 3), (5, 4), (8, 1))
    ),
    (
        Broken(
            "write",
            (_without("    %written = async.await %write : !async.value<index>\n"),),
            (letters("numbers"), 3, 1),
            "earliest",
        ),
        Broken(
            "buffers not exchanged",
            (("    scf.yield %other, %buffer, %next : ", "    scf.yield %buffer, %other, %next : "),),
            (letters("numbers"), 2, 1),
        ),
        Broken("same buffer", (("%file[%at], %other", "%file[%at], %buffer"),), (letters("numbers"), 2, 1)),
        Broken(
            "last write",
            (_without("  %written = async.await %end#2 : !async.value<index>\n"),),
            (letters("numbers"), 1, 1),
            "earliest",
        ),
    ),
)

FORK_JOIN_SUM = TaskProgram(
    "fork_join_sum",
    lambda x, cutoff: int(x.sum()),
    tuple((numbers(n), cutoff) for n, cutoff in ((0, 1), (1, 0), (2, 1), (9, 2), (30, 4), (5, 100))),
    (
        Broken(
            "left half",
            (("%a = async.await %forked : !async.value<i64>", "%a = arith.constant 0 : i64"),),
            (numbers(2), 1),
        ),
        Broken(
            "copy in a task",
            (
                (
                    "  memref.copy %x, %own : memref<?xi64> to memref<?xi64>\n",
                    "  %t = async.execute {\n    memref.copy %x, %own : memref<?xi64> to memref<?xi64>\n"
                    "    async.yield\n  }\n",
                ),
            ),
            (numbers(1), 1),
        ),
    ),
)

MATMUL_TILES = TaskProgram(
    "matmul_tiles",
    lambda a, b, size: a @ b,
    tuple(
        (matrix(n, k), matrix(k, m), size)
        for n, k, m, size in (
            (0, 0, 0, 1),
            (1, 1, 1, 1),
            (2, 0, 3, 2),
            (0, 2, 3, 2),
            (4, 3, 5, 2),
            (3, 4, 3, 8),
        )
    ),
    (
        Broken("turned", (_without("  async.await_all %turned\n"),), (matrix(1, 1), matrix(1, 1), 1)),
        Broken("multiplied", (_without("  async.await_all %multiplied\n"),), (matrix(1, 1), matrix(1, 1), 1)),
        Broken(
            "tiles that overlap",
            (
                (
                    "%rows = arith.minsi %below, %size : index",
                    "%more = arith.addi %size, %c1 : index\n    %rows = arith.minsi %below, %more : index",
                ),
            ),
            (matrix(2, 1), matrix(1, 1), 1),
        ),
    ),
)

PROGRAMS = (
    CHOLESKY,
    WAVEFRONT,
    REDUCTION_TREE,
    MERGE_SORT,
    N_QUEENS,
    PRODUCER_CONSUMER,
    TASK_PIPELINE,
    DOUBLE_BUFFER,
    FORK_JOIN_SUM,
    MATMUL_TILES,
)
