"""What tasks are called, and what a history comes to."""

from __future__ import annotations

import pytest

from asyncir.launch.tracing import EventKind, Origin
from asyncir.source.text import parse_module
from asyncir.tools.seeing.history import NOTHING, history_of
from asyncir.tools.seeing.labels import Label, labels_of
from asyncir.tools.seeing.totals import CALLS, UNKNOWN, totals_of
from tests.seeing.events import FILE, LEAF, MAIN, PROGRAM, A, B, Recorder, two_workers


def test_a_task_is_called_by_what_it_calls_and_by_its_token() -> None:
    labels = labels_of((MAIN, LEAF), parse_module(PROGRAM, FILE), PROGRAM, FILE)
    assert labels == (Label("main", "", "line 1", 1), Label("leaf", "%first", "line 2", 2))


BUSY = """\
func.func @work(%m: memref<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %token_3, %value_4 = async.execute -> !async.value<index> {
    func.call @f() : () -> ()
    func.call @g() : () -> ()
    async.yield %n : index
  }
  async.execute {
    scf.for %i = %c0 to %n step %n {
      func.call @f() : () -> ()
    }
    async.yield
  }
  return
}
func.func @f() { return }
func.func @g() { return }
"""


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        (Origin("work_execute_0", "f.mlir:3:24"), Label("work line 3", "%value_4", "line 3", 3)),
        (Origin("work_execute_1", "f.mlir:8:3"), Label("work line 8", "", "line 8", 8)),
        (Origin("work_execute_2", "f.mlir:9:5"), Label("work line 9", "", "line 9", 9)),
        (Origin("work_execute_2", "other.mlir:9:5"), Label("work line 9", "", "other.mlir:9:5", 0)),
        (Origin("work_execute_2", ""), Label("work", "", "", 0)),
        (Origin("f", "f.mlir:900:1"), Label("f", "", "f.mlir:900:1", 0)),
        (Origin("", ""), Label("unnamed", "", "", 0)),
    ],
)
def test_other_tasks_are_called_by_function_and_line(origin: Origin, expected: Label) -> None:
    assert labels_of((origin,), parse_module(BUSY, "f.mlir"), BUSY, "f.mlir") == (expected,)


def test_kinds_are_summed_up_the_longest_first() -> None:
    history = history_of(two_workers())
    totals = totals_of(history, ["main", "leaf"])
    rows = [
        (k.kind, k.tasks, k.running, k.longest, k.queued, k.suspended, k.stolen, k.failed)
        for k in totals.kinds
    ]
    assert rows == [
        ("main", 1, 430, 430, 0, 1, 0, 1),
        ("leaf", 1, 400, 400, 110, 0, 1, 0),
        (CALLS, 1, 20, 20, 110, 0, 0, 0),
    ]
    assert totals.kind_of.tolist() == [2, 0, 1]


def test_workers_are_summed_up() -> None:
    workers = totals_of(history_of(two_workers()), ["main", "leaf"]).workers
    assert [(w.running, w.asleep, w.spans, w.steals) for w in workers] == [(300, 600, 3, 0), (550, 150, 2, 1)]


def test_origins_of_one_kind_are_one_row_and_older_tasks_are_another() -> None:
    record = Recorder()
    record(0, EventKind.CREATED, 0, A, detail=0)
    record(0, EventKind.RUNS, 0, A)
    record(5, EventKind.FINISHED, 0, A)
    record(6, EventKind.CREATED, 0, A, detail=1)
    record(7, EventKind.RUNS, 0, A)
    record(9, EventKind.SUSPENDED, 0, A, B)  # B is older, and never runs
    record(10, EventKind.RUNS, 0, 0x999000)
    record(20, EventKind.SUSPENDED, 0, 0x999000)
    history = history_of(record.trace(30, workers=1))
    totals = totals_of(history, ["same", "same"])
    assert [(k.kind, k.tasks, k.running, k.longest) for k in totals.kinds] == [
        (UNKNOWN, 1, 10, 10),
        ("same", 2, 7, 5),
    ]
    assert totals.kind_of.tolist() == [1, 1, 0, NOTHING]
