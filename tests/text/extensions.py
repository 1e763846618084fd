"""What our text has beyond MLIR 22's. Everything else that we accept, mlir-opt 22 accepts too."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Extension:
    """One thing that mlir-opt 22 refuses; `name` is also that of its test program."""

    name: str
    what: str
    why: str


EXTENSIONS: tuple[Extension, ...] = (
    Extension(
        "ready",
        "`async.ready : !async.token` and `async.ready %x : !async.value<T>`",
        "A completion that is there from the start: what a loop that carries tokens starts with.",
    ),
    Extension(
        "region",
        "`async.region`: a region that runs beside what follows, with tokens and values of their own types",
        "The op of MLIR's first proposal: for programs on tensors, and parts that are complete one after the other.",
    ),
    Extension(
        "execute_blocks",
        "several blocks in `async.execute`, each ending in a branch or in `async.yield`",
        "Control flow in a task, without a region of its own around it.",
    ),
    Extension(
        "implicit_yield",
        "`async.execute` without its `async.yield`, where it yields nothing",
        "As in `scf.for`. The yield is always printed.",
    ),
    Extension(
        "nested_values",
        "a task that yields tokens and values: `async.execute -> !async.value<!async.value<f32>>`",
        "MLIR has the type and cannot yield into it.",
    ),
    Extension(
        "queue",
        "the dialect `queue`: `queue.async`, `queue.commit`, and waits by count and by token",
        "Groups of async ops in queues, and waits that say how many may stay in flight.",
    ),
    Extension(
        "sync",
        "the dialect `sync`: works on the engines of a described machine, signals, waits and barriers",
        "What vendors' ops mean, in one vocabulary for all machines.",
    ),
    Extension(
        "device",
        "the dialect `device`: regions launched on the engines of a described machine, in the order of events",
        "Devices are values, and buffers are in memories of the machine, as in EQueue.",
    ),
    Extension(
        "stream",
        "the dialect `stream`: streams, events and submissions of a device; tokens of `gpu` in `async.region`",
        "What devices have in place of tokens. MLIR lowers its tokens to calls of a library at once.",
    ),
    Extension(
        "ready_copies",
        "`async.ready : !nvgpu.device.async.token`",
        "As `ready`, for loops that carry the tokens of copies.",
    ),
    Extension(
        "operations",
        "the dialect `io`: timers, files and processes as tokens and values",
        "What the operating system does while the program computes. mlir-opt reads the generic form.",
    ),
)
