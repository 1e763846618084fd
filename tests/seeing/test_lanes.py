"""Timers and I/O on lanes of their own, and the critical path through tasks and them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from asyncir.launch.tracing import OUTSIDE, EventKind, Origin, Sort, Trace
from asyncir.source.text import parse_module
from asyncir.tools.seeing.critical import CriticalPath, critical_path
from asyncir.tools.seeing.history import history_of
from asyncir.tools.seeing.html import html_of
from asyncir.tools.seeing.labels import Label, labels_of
from asyncir.tools.seeing.lanes import MOST_LANES, OutsideLanes, lanes_of
from asyncir.tools.seeing.page import page_of
from asyncir.tools.seeing.totals import totals_of
from tests.cli.command import Shell
from tests.cli.conftest import asyncir as asyncir
from tests.seeing.events import A, B, C, Recorder, two_workers
from tests.seeing.test_history import random_trace

NAMES = ("main", "io.sleep", "io.read", "@host", "leaf")
LABELS = tuple(Label(name, "", "line 1", 1) for name in NAMES)


def operations(*times: tuple[int, int, int]) -> Trace:
    """Operations from a start to an end, each of one of the names; 0: not named."""
    record = Recorder()
    for n, (start, end, origin) in enumerate(times):
        address = 0x5000 + 64 * n
        record(start, EventKind.CREATED, 0, address, flags=Sort.OPERATION)
        if origin:
            record(start, EventKind.NAMED, 0, address, detail=origin)
        if end < 1000:
            record(end, EventKind.FINISHED, OUTSIDE, address)
    trace = record.trace(1000)
    trace.origins = tuple(Origin(name, "") for name in NAMES)
    return trace


def lanes(trace: Trace) -> tuple[OutsideLanes, list[tuple[str, int, int]]]:
    history = history_of(trace)
    found = lanes_of(history, LABELS)
    names = found.with_workers(history)
    return found, [(names[row], start, end) for start, end, _, row, *_ in found.spans.tolist()]


def path_of(trace: Trace) -> CriticalPath:
    history = history_of(trace)
    return critical_path(history, lanes_of(history, LABELS))


def steps(path: CriticalPath) -> list[tuple[int, int, int]]:
    return [(step.task, step.start, step.end) for step in path.steps]


def test_what_is_in_flight_at_the_same_time_has_lanes_by_its_sort() -> None:
    _, found = lanes(operations((10, 50, 1), (20, 30, 2), (20, 70, 1), (60, 90, 1), (5, 1000, 3), (1, 2, 0)))
    assert found == [
        ("operations", 1, 2),
        ("calls of the host", 5, 1000),
        ("timers 1", 10, 50),
        ("I/O", 20, 30),
        ("timers 2", 20, 70),
        ("timers 1", 60, 90),
    ]


def test_there_are_only_so_many_lanes() -> None:
    found, _ = lanes(operations(*((n, 500 + n, 1) for n in range(20))))
    assert len(found.names) == MOST_LANES
    assert len(found.spans) == 20


def test_operations_are_no_tasks() -> None:
    trace = operations((10, 50, 1))
    history = history_of(trace)
    totals = totals_of(history, NAMES)
    assert totals.kinds == ()
    assert history.tasks["origin"].tolist() == [1]
    assert list(history.workers) == ["worker 0", "worker 1"]


# ---- the critical path


def test_the_path_goes_through_launches_and_waits() -> None:
    """The call launches A at once, A works for 80 and launches B, which A waits for."""
    path = path_of(two_workers())
    assert steps(path) == [(0, 110, 120), (1, 120, 200), (2, 310, 710), (1, 750, 900)]
    assert path.length == 640


def test_what_nobody_waits_for_long_is_not_on_it() -> None:
    """A launches B, which ends first, and waits for it without effect."""
    record = Recorder()
    record(0, EventKind.CREATED, 0, A, detail=0)
    record(0, EventKind.RUNS, 0, A)
    record(100, EventKind.CREATED, 0, B, detail=1)
    record(110, EventKind.RUNS, 1, B)
    record(150, EventKind.FINISHED, 1, B)
    record(300, EventKind.NEEDED, 0, A, B)
    record(400, EventKind.FINISHED, 0, A)
    assert steps(path_of(record.trace(1000))) == [(0, 0, 400)]


def test_a_wait_for_what_is_complete_already_may_be_on_it() -> None:
    """B ran long before A came to it; A began late, behind nothing."""
    record = Recorder()
    record(0, EventKind.CREATED, 0, B, detail=1)
    record(0, EventKind.CREATED, 0, A, detail=0)
    record(0, EventKind.RUNS, 1, B)
    record(500, EventKind.FINISHED, 1, B)
    record(600, EventKind.RUNS, 0, A)
    record(650, EventKind.NEEDED, 0, A, B)
    record(700, EventKind.FINISHED, 0, A)
    assert steps(path_of(record.trace(1000))) == [(0, 0, 500), (1, 650, 700)]


def test_timers_groups_and_tokens_are_passed() -> None:
    """A starts a timer and waits for a group of it and of the token that C sets."""
    timer, group, token = 0x8000, 0x8100, 0x8200
    record = Recorder()
    record(0, EventKind.CREATED, 0, A, detail=0)
    record(0, EventKind.RUNS, 0, A)
    for address, sort in ((timer, Sort.OPERATION), (group, Sort.GROUP), (token, Sort.TOKEN)):
        record(100, EventKind.CREATED, 0, address, flags=sort)
    record(110, EventKind.CREATED, 0, C, detail=0)
    record(120, EventKind.SUSPENDED, 0, A, group)
    record(130, EventKind.RUNS, 1, C)
    record(200, EventKind.FINISHED, 1, token)
    record(200, EventKind.WOKEN, 1, group, token)
    record(210, EventKind.FINISHED, 1, C)
    record(400, EventKind.FINISHED, OUTSIDE, timer)
    record(401, EventKind.WOKEN, OUTSIDE, group, timer)
    record(401, EventKind.WOKEN, OUTSIDE, A, group)
    record(450, EventKind.RUNS, 0, A)
    record(500, EventKind.FINISHED, 0, A)
    assert steps(path_of(record.trace(1000))) == [(0, 0, 100), (1, 100, 400), (0, 450, 500)]
    record.rows = [row for row in record.rows if row[1] != timer and row[2] != timer]
    record.rows = [(r[0], r[1], r[2], r[3], 1 if r[4] == OUTSIDE else r[4], *r[5:]) for r in record.rows]
    assert steps(path_of(record.trace(1000))) == [(0, 0, 110), (3, 130, 200), (0, 450, 500)]


@pytest.mark.parametrize("seed", range(20))
def test_pieces_follow_each_other_and_fit_into_the_run(seed: int) -> None:
    history = history_of(random_trace(seed))
    path = critical_path(history, lanes_of(history, LABELS))
    assert all(step.start < step.end for step in path.steps)
    assert all(a.end <= b.start for a, b in zip(path.steps, path.steps[1:], strict=False))
    longest = max((history.spans["end"] - history.spans["start"]).tolist(), default=0)
    assert longest <= path.length <= history.duration


# ---- the page and the trace of a run

IO = """\
func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ns = arith.constant 3000000 : i64
  %f = io.open read "program.mlir"
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %nap = io.sleep %ns : i64
    %after = async.execute [%nap] {
      async.yield
    }
    %rank = async.add_to_group %after, %g : !async.token
  }
  async.await_all %g
  %again = io.sleep %ns : i64
  async.await %again : !async.token
  %fd = async.await %f : !async.value<i32>
  return
}
"""


def test_the_page_of_a_run_has_lanes_and_the_path(asyncir: Shell) -> None:
    file = asyncir.write("program.mlir", IO)
    # In a process of its own: the runtimes of other tests, if they are heard in this one, have lanes, too.
    command = ["run", file, "3", "--timeline", "out.html", "--trace", "out.pftrace", "--threads", "2"]
    outcome = subprocess.run(
        [sys.executable, "-m", "asyncir", *command], capture_output=True, text=True, check=False
    )
    assert (outcome.returncode, outcome.stderr) == (0, "")
    text = Path("out.html").read_text(encoding="utf-8")
    found = re.search(r'id="head">(.*?)</script>', text)
    assert found is not None
    head = json.loads(found[1])
    assert head["workers"] == ["worker 0", "worker 1", "timers 1", "timers 2", "timers 3", "I/O"]
    assert head["lanes"] == 4
    assert ["%nap", "io.sleep", "line 8", 8] in head["labels"]
    assert sum(end - start for _, start, end, _ in head["path"]) >= 6_000_000
    assert {row for *_, row in head["path"]} & {2, 3, 4}
    assert "The critical path is" in text
    assert re.search(r"<th>io.sleep</th><td>2</td>", text)
    assert "5 operations" in text
    assert b"timers 2" in Path("out.pftrace").read_bytes()
    assert b"critical path" in Path("out.pftrace").read_bytes()


def test_a_page_without_operations_has_no_lanes() -> None:
    trace = two_workers()
    text = "func.func @main() {\n  return\n}\n"
    labels = labels_of(trace.origins, parse_module(text, "p.mlir"), text, "p.mlir")
    history = history_of(trace)
    page = page_of("p", text, history, labels, totals_of(history, [label.kind for label in labels]))
    assert page.head["lanes"] == 0
    assert page.path is not None
    assert page.path.kinds[0][1:3] == (1, 400)
    assert "in flight: no worker does it" not in html_of(page)


def test_too_long_a_recording_has_no_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asyncir.tools.seeing.critical.MOST_EVENTS", 3)
    path = path_of(two_workers())
    assert (path.steps, path.is_known) == ((), False)
