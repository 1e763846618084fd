"""scf.parallel in a program with queues: a thread takes the iterations in order, and no two of them may conflict (SEM-32)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from asyncir.dialects.interfaces.completion import (
    Commits,
    IsBarrier,
    IssuesAsync,
    WaitsByCount,
    WaitsByToken,
    WaitsFinished,
)
from asyncir.ir import Operation
from asyncir.semantics.blocks.compiler import BlockCompiler, handles
from asyncir.semantics.blocks.flights import AccessKind, Actor
from asyncir.semantics.blocks.thread import Thread
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.lift import attribute
from asyncir.semantics.core.memory import Buffer
from asyncir.semantics.core.parallel import parallel
from asyncir.semantics.core.program import Compiler

_ASYNCHRONOUS = (IssuesAsync, Commits, WaitsByCount, WaitsByToken, WaitsFinished, IsBarrier)


class Iterations:
    """One execution of a parallel loop by a thread, and who touched what in it."""

    __slots__ = ("around", "iterations", "number", "touched")

    def __init__(self, thread: Thread, ranges: Sequence[range]):
        self.iterations: Iterator[tuple[int, ...]] = product(*ranges)
        self.number = -1
        self.around = thread.iteration
        self.touched: dict[tuple[Buffer, int], dict[tuple[Operation, AccessKind], tuple[int, Actor]]] = {}
        """For each element and op that touched it, the iteration in which it did first."""
        thread.loops.append(self)

    def begin(self, runner: Thread, point: tuple[int, ...]) -> None:
        """The next iteration begins."""
        self.number += 1
        runner.iteration = (*self.around, self.number)

    def finish(self, runner: Thread) -> None:
        """An iteration is over."""

    def leave(self, runner: Thread) -> None:
        """All iterations are over."""
        runner.iteration = self.around
        runner.loops.remove(self)

    def touch(
        self, buffer: Buffer, place: int, kind: AccessKind, who: Actor
    ) -> Iterator[tuple[Actor, AccessKind]]:
        """The accesses of other iterations with which one conflicts."""
        at = self.touched.setdefault((buffer, place), {})
        for (_, other), (number, actor) in at.items():
            if number != self.number and other.conflicts(kind):
                yield actor, other
        at.setdefault((who.op, kind), (self.number, who))


@handles("scf.parallel")
def _parallel(op: Any, c: BlockCompiler) -> None:
    inner = _asynchronous(op, c)
    if inner is not None:
        message = f"the interpreter does not know `{inner.name}` in `{op.name}`"
        raise fault("S012", message, inner, "unknown here")
    parallel(op, c, Iterations)


def _asynchronous(loop: Operation, c: Compiler) -> Operation | None:
    """What issues, commits, waits or meets other threads in a loop, or in what it calls."""
    pending, seen = [loop], set[str]()
    while pending:
        for op in pending.pop().walk():
            if any(op.has_trait(trait) for trait in _ASYNCHRONOUS) or op.name.startswith("nvgpu.mbarrier."):
                return op
            callee = attribute(op, "callee") if op.name == "func.call" else None
            function = c.program.functions.get(callee.string_value()) if callee is not None else None
            if function is not None and function.name not in seen:
                seen.add(function.name)
                pending.append(function.op)
    return None
