"""Recordings written out by hand, event by event."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy

from asyncir.launch.tracing import EVENT, OUTSIDE, EventKind, Origin, Sort, Trace, Worker

A, B, C, D = 0x7F0000001000, 0x7F0000002000, 0x7F0000003000, 0x7F0000004000
"""Addresses of tasks."""

FILE = "graph.mlir"
MAIN, LEAF = Origin("main", f"{FILE}:1:1"), Origin("main_execute_0", f"{FILE}:2:12")
PROGRAM = """\
func.func @main() {
  %first = async.execute {
    func.call @leaf() : () -> ()
    async.yield
  }
  async.await %first : !async.token
  return
}
func.func @leaf() { return }
"""


@dataclass
class Recorder:
    """Collects events of several workers, in the order in which their logs are read."""

    begin: int = 1_000_000
    rows: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])

    def __call__(
        self,
        time: int,
        kind: EventKind,
        worker: int,
        task: int = 0,
        other: int = 0,
        detail: int = 0,
        flags: int = 0,
    ) -> Recorder:
        self.rows.append((self.begin + time, task, other, detail, worker, int(kind), flags))
        return self

    def trace(self, end: int, workers: int = 2, dropped: int = 0) -> Trace:
        return Trace(
            events=numpy.array(self.rows, EVENT),
            origins=(MAIN, LEAF),
            workers=tuple(Worker(n, 0, n) for n in range(workers)),
            begin=self.begin,
            end=self.begin + end,
            dropped=dropped,
        )


def two_workers() -> Trace:
    """Worker 0 runs A, which launches B and waits for it; worker 1 steals B, runs it; A goes on there."""
    record = Recorder()
    record(0, EventKind.CREATED, OUTSIDE, D, flags=Sort.CALL)
    record(100, EventKind.WAKES, 0)
    record(110, EventKind.RUNS, 0, D)
    record(120, EventKind.CREATED, 0, A, detail=0)
    record(120, EventKind.RUNS, 0, A)
    record(200, EventKind.CREATED, 0, B, detail=1)
    record(400, EventKind.SUSPENDED, 0, A, B)
    record(410, EventKind.FINISHED, 0, D)
    record(500, EventKind.SLEEPS, 0)
    record(150, EventKind.WAKES, 1)
    record(300, EventKind.STOLEN, 1, B, detail=0)
    record(310, EventKind.RUNS, 1, B)
    record(710, EventKind.FINISHED, 1, B)
    record(710, EventKind.WOKEN, 1, A, B)
    record(750, EventKind.RUNS, 1, A)
    record(900, EventKind.FINISHED, 1, A, flags=1)
    return record.trace(1000)
