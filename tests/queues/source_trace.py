"""The trace of a source program, from its syntax tree: with it, the definition judges the program before it is printed."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from tests.queues.formula import Inputs, Run
from tests.queues.syntax import (
    Async,
    Cell,
    Commit,
    Overwrite,
    Program,
    Stmt,
    Use,
    Wait,
)
from tests.queues.verdicts import Cells, Op, Trace, Waited


class _Tracing(Run):
    def __init__(self, program: Program, inputs: Inputs, thread: int):
        super().__init__(program, inputs, thread, strict=False, limit=100_000)
        self.ops: list[Op] = []
        self.waits: list[Waited] = []
        self.position = 0
        self.buffers = {b.name: (i, b) for i, b in enumerate(program.buffers)}
        self.pending: list[int] = []

    def cells(self, cells: tuple[Cell, ...]) -> Cells:
        found: set[tuple[int, int]] = set()
        for cell in cells:
            number, buffer = self.buffers[cell.buffer]
            start = self.index(cell.row) * buffer.columns + self.index(cell.column)
            own = 1000 * (self.thread + 1) if buffer.space == "own" else 0
            found |= {(number + own, start + k) for k in range(cell.width)}
        return frozenset(found)

    def record(self, op: object, reads: tuple[Cell, ...], writes: tuple[Cell, ...], flying: bool) -> None:
        epoch = self.result.barriers
        cells = self.cells(reads), self.cells(writes)
        self.ops.append(Op(op, (), self.thread, self.position, epoch, *cells, flying))

    def step(self, stmt: Stmt) -> None:
        self.position += 1
        match stmt:
            case Async(reads, writes):
                self.pending.append(len(self.ops))
                self.record(stmt, reads, writes, True)
            case Use(cell):
                self.record(stmt, (cell,), (), False)
            case Overwrite(cell):
                self.record(stmt, (), (cell,), False)
            case _:
                pass
        super().step(stmt)
        if isinstance(stmt, Commit):
            self.close(self.program.fifo(stmt.queue))
        elif isinstance(stmt, Wait):
            for e in self.result.waits[-1]:
                count = e.committed - e.retired
                wait = Waited(
                    stmt, self.thread, self.position, self.result.barriers, e.fifo, e.committed, count
                )
                self.waits.append(replace(wait, by_token=True))

    def close(self, fifo: int) -> None:
        group = len(self.result.groups[fifo]) - 1
        self.position += 1
        for i in self.pending:
            self.ops[i] = replace(self.ops[i], fifo=fifo, group=group, committed=self.position)
        self.pending.clear()


def trace_of(program: Program, inputs: Inputs) -> Trace:
    """The execution of all threads. Positions are per thread, epochs count barriers."""
    trace = Trace()
    barriers: dict[int, int] = defaultdict(int)
    for thread in range(program.threads):
        run = _Tracing(program, inputs, thread)
        run.block(program.body)
        trace.ops += run.ops
        trace.waits += run.waits
        barriers[thread] = run.result.barriers
    assert len(set(barriers.values())) <= 1, "threads pass different numbers of barriers"
    return trace
