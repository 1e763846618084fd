"""Short ways to run a program with queues."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

import numpy as np

from asyncir.semantics import Outcome, interpret, parse_schedule
from asyncir.source.text import parse_module

SCHEDULES = ("earliest", "latest", "seed:0", "seed:1", "exhaustive")


def text_of(lines: Sequence[str], threads: int = 1, attributes: str = "") -> str:
    """`@main(%m: memref<8xi64>)` with these lines, the numbers `%c0` to `%c7` and `%v0` to `%v7`, and the thread's `%id`."""
    block = f"gpu.known_block_size = array<i32: {threads}, 1, 1>" if threads > 1 else ""
    given = ", ".join(part for part in (block, attributes) if part)
    constants = [f"%c{i} = arith.constant {i} : index" for i in range(8)]
    constants += [f"%v{i} = arith.constant {i} : i64" for i in range(8)]
    return "\n".join(
        [
            "func.func private @printI64(i64)",
            f"func.func @main(%m: memref<8xi64>) attributes {{{given}}} {{",
            *constants,
            "%id = gpu.thread_id x",
            *lines,
            "return",
            "}",
        ]
    )


_names = count()


def copy(source: str, target: str) -> str:
    """An async op that copies an element of `%m` to another one."""
    name = f"%copied{next(_names)}"
    return (
        f"queue.async {{\n{name} = memref.load %m[%{source}] : memref<8xi64>\n"
        f"memref.store {name}, %m[%{target}] : memref<8xi64>\n}}"
    )


def load(index: str) -> str:
    """A read of an element of `%m`."""
    return f"%loaded{next(_names)} = memref.load %m[%{index}] : memref<8xi64>"


def show(index: str) -> list[str]:
    """Print an element of `%m`."""
    name = f"%shown{next(_names)}"
    return [
        f"{name} = memref.load %m[%{index}] : memref<8xi64>",
        f"func.call @printI64({name}) : (i64) -> ()",
    ]


def store(index: str, value: str = "v7") -> str:
    """A write of an element of `%m`."""
    return f"memref.store %{value}, %m[%{index}] : memref<8xi64>"


def commit(*ops: str, queue: int | str = 0) -> str:
    """A commit of async ops."""
    inner = "\n".join(ops)
    return f"queue.commit({queue}) {{\n{inner}\n}}"


def run(
    lines: Sequence[str],
    schedule: str = "earliest",
    *,
    threads: int = 1,
    record: bool = False,
    attributes: str = "",
    memory: np.ndarray[Any, Any] | None = None,
) -> Outcome:
    """Parse and interpret; the elements of `%m` are 0 to 7 unless given."""
    given = np.arange(8) if memory is None else memory
    return run_text(text_of(lines, threads, attributes), schedule, given, record=record)


def run_text(text: str, schedule: str, *args: object, record: bool = False) -> Outcome:
    """The same for a whole program."""
    module = parse_module(text, "test.mlir")
    return interpret(module, "main", args, parse_schedule(schedule), record=record)


def kinds(outcome: Outcome) -> set[str]:
    """The races, as `RAW queue.async memref.load`."""
    return {f"{race.kind} {race.first.op.name} {race.second.op.name}" for race in outcome.races}
