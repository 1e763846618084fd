"""`asyncir run --timeline`, `--trace`, `--stats`: what they write and say, and what they leave alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

from asyncir.driver.compile import compile
from asyncir.launch import runtime
from asyncir.launch.tracing import EventKind, Sort, recording
from asyncir.tools.seeing import packets
from asyncir.tools.seeing.history import NOTHING, history_of, own_times
from tests.cli.command import Shell

TASKS = """\
func.func @main(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %group = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %piece = async.execute {
      %done = func.call @work(%i) : (index) -> index
      async.yield
    }
    %rank = async.add_to_group %piece, %group : !async.token
  }
  async.await_all %group
  return %n : index
}
func.func @work(%x: index) -> index attributes {no_inline} {
  return %x : index
}
"""
FAILS = """\
func.func @main() {
  %token = async.execute {
    %no = arith.constant false
    cf.assert %no, "no"
    async.yield
  }
  async.await %token : !async.token
  return
}
"""

LAUNCHES = """\
func.func @main() {
  %a = async.execute { async.yield }
  %b = async.execute { async.yield }
  %c = async.execute { async.yield }
  return
}
"""


def cells(page: str, kind: str) -> list[str]:
    """The row of a kind of task."""
    (row,) = re.findall(rf"<tr data-kind[^>]*><th[^>]*>{kind}</th>.*?</tr>", page)
    return re.findall(r"<td[^>]*>([^<]*)", row)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_page_and_a_trace_of_a_run(asyncir: Shell, threads: int) -> None:
    file = asyncir.write("tasks.mlir", TASKS)
    outcome = asyncir("run", file, "50", "-j", str(threads), "--timeline", "t.html", "--trace", "t.pftrace")
    assert (outcome.status, outcome.out, outcome.err) == (0, "50\n", "")
    page = Path("t.html").read_text(encoding="utf-8")
    assert cells(page, "work")[0] == "50"
    assert cells(page, "main")[0] == "1"
    assert f"{threads} worker" in page
    trace = packets.require().Trace.FromString(Path("t.pftrace").read_bytes())
    names = {entry.iid: entry.name for packet in trace.packet for entry in packet.interned_data.event_names}
    begun = [
        names[packet.track_event.name_iid]
        for packet in trace.packet
        if packet.track_event.type == packet.track_event.TYPE_SLICE_BEGIN
    ]
    assert begun.count("piece") >= 50
    assert list(Path().glob(".asyncir-*")) == []


def in_a_new_process(*args: object) -> subprocess.CompletedProcess[str]:
    """What the command line says where nobody has started workers before, as other tests may have here."""
    command = [sys.executable, "-m", "asyncir", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_counters_are_said_beside_the_results(asyncir: Shell) -> None:
    file = asyncir.write("tasks.mlir", TASKS)
    outcome = in_a_new_process("run", file, "1000", "-j", "2", "--stats")
    assert (outcome.returncode, outcome.stdout) == (0, "1000\n")
    said = dict(
        line.split(maxsplit=1) for line in outcome.stderr.replace("peak frames", "frames").splitlines()
    )
    assert list(said) == ["tasks", "steals", "suspensions", "wake-ups", "frames", "workers"]
    assert said["tasks"] == "1,000"
    assert re.fullmatch(r"2  idle \d+\.\d% of .*s", said["workers"])


def test_counters_as_json(asyncir: Shell) -> None:
    file = asyncir.write("tasks.mlir", TASKS)
    outcome = in_a_new_process("run", file, "30", "-j", "1", "--stats", "--json")
    assert outcome.stderr == ""
    answer = json.loads(outcome.stdout)
    stats = answer.pop("stats")
    assert answer == {"results": [30]}
    assert (stats["tasks"], stats["steals"], stats["workers"]) == (30, 0, 1)
    assert stats["peak_frames"] > 0
    assert stats["peak_frame_bytes"] > 0
    assert 0 <= stats["idle_share"] <= 1
    assert json.loads(asyncir("run", file, "30", "--json").out) == {"results": [30]}


def test_tasks_that_a_thread_outside_launches_are_counted(asyncir: Shell) -> None:
    """The caller of a function that waits for nothing runs it itself."""
    file = asyncir.write("f.mlir", LAUNCHES)
    stats = json.loads(asyncir("run", file, "-j", "1", "--stats", "--json").out)["stats"]
    assert stats["tasks"] == 3


def test_counters_grow_with_what_is_alive(asyncir: Shell) -> None:
    """A thousand tasks that wait for a token keep a thousand frames."""
    waiting = TASKS.replace("%done =", "async.await %gate : !async.token\n      %done =")
    waiting = waiting.replace(
        "%group = async", "%gate = async.runtime.create : !async.token\n  %group = async", 1
    )
    waiting = waiting.replace(
        "async.await_all", "async.runtime.set_available %gate : !async.token\n  async.await_all"
    )
    file = asyncir.write("waiting.mlir", waiting)
    stats = json.loads(asyncir("run", file, "20000", "-j", "1", "--stats", "--json").out)["stats"]
    assert stats["suspensions"] >= 20000
    assert stats["peak_frames"] >= 20000
    assert stats["peak_frame_bytes"] >= 20000 * 64


def test_of_a_program_that_fails_there_is_a_page_too(asyncir: Shell) -> None:
    outcome = asyncir("run", asyncir.write("f.mlir", FAILS), "--timeline", "t.html", "--stats")
    assert outcome.status == 1
    assert outcome.codes == ["R102"]
    page = Path("t.html").read_text(encoding="utf-8")
    assert cells(page, "main line 2")[-1] == "1"
    assert "tasks " in outcome.err


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--timeline", "missing/t.html"), "C002"),
        (("--trace", "missing/t.pftrace"), "C002"),
        (("--timeline", "tasks.mlir"), "C002"),
        (("--timeline", "t.out", "--trace", "t.out"), "C002"),
        (("--stats", "--interpret", "latest"), "C031"),
        (("--timeline", "t.html", "--interpret", "latest"), "C031"),
    ],
)
def test_what_cannot_be_shown_is_refused_before_anything_runs(
    asyncir: Shell, options: tuple[str, ...], code: str
) -> None:
    file = asyncir.write("tasks.mlir", TASKS)
    outcome = asyncir("run", "tasks.mlir", "5", *options)
    assert (outcome.status, outcome.codes, outcome.out) == (2, [code], "")
    assert file.read_text() == TASKS
    assert list(Path().glob("t.*")) == []


def test_the_page_may_go_to_standard_output(asyncir: Shell) -> None:
    outcome = asyncir("run", asyncir.write("tasks.mlir", TASKS), "5", "--json", "--timeline", "-")
    assert outcome.status == 0
    assert "<!DOCTYPE html>" in outcome.out


# ---- what is recorded


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_every_task_is_recorded_from_its_creation_to_its_end(threads: int) -> None:
    program = compile(TASKS, filename="tasks.mlir", threads=threads)
    program.main(1)  # the workers are there
    with recording() as trace:
        program.main(200)
        runtime.counts()  # waits for the end of all
    history = history_of(trace)
    assert trace.dropped == 0
    numbers = numpy.flatnonzero(history.tasks["sort"] == Sort.TASK)
    tasks = history.tasks[numbers]
    assert len(tasks) == 201
    assert (tasks["created"] != NOTHING).all()
    assert (tasks["finished"] >= tasks["created"]).all()
    names = [history.origins[origin].name for origin in tasks["origin"]]
    assert sorted(set(names)) == ["main", "main_execute_0"]
    assert (own_times(history)[numbers] > 0).all()
    launcher = numbers[names.index("main")]
    assert [parent == launcher for parent in tasks["parent"]] == [name != "main" for name in names]
    assert (history.spans["worker"] < threads).all()
    assert len(history.workers) == threads
    runtime.stop()


@pytest.mark.parametrize("threads", [1, 2])
def test_callbacks_are_calls_with_a_beginning_and_an_end(threads: int) -> None:
    text = """
func.func @later(%ns: i64) -> !async.token {
  %timer = io.sleep %ns : i64
  %task = async.execute [%timer] {
    async.yield
  }
  return %task : !async.token
}
"""
    program = compile(text, filename="later.mlir", threads=threads)
    program.later(1).result()
    with recording() as trace:
        for _ in range(10):
            program.later(1_000_000).result()
            program.later.task(1_000_000).result()
    history = history_of(trace)
    ran = history.tasks[numpy.unique(history.spans["task"])]
    assert (ran["created"] != NOTHING).all()
    # The result is there while the last callbacks still run, one on each thread.
    assert numpy.count_nonzero(ran["finished"] == NOTHING) <= threads
    assert numpy.count_nonzero(ran["sort"] == Sort.CALL) >= 20


def test_traced_programs_tell_of_what_is_complete_already() -> None:
    """One worker runs a launched task at once: the wait for it never has to wait."""
    for traced in (False, True):
        program = compile(FAILS.replace("false", "true"), filename="f.mlir", threads=1, traced=traced)
        with recording() as trace:
            program.main()
        needs = history_of(trace).needs
        assert len(needs) == (1 if traced else 0)
        assert (needs["task"] != NOTHING).all()
        assert (needs["by"] != needs["task"]).all()


def test_outside_of_a_recording_nothing_is_recorded() -> None:
    program = compile(TASKS, filename="tasks.mlir")
    with recording() as trace:
        pass
    program.main(50)
    assert not (trace.events["kind"] == EventKind.CREATED).any()


def test_a_small_limit_keeps_the_beginning_and_says_what_is_missing() -> None:
    program = compile(TASKS, filename="tasks.mlir", threads=2)
    with recording(10) as trace:
        program.main(20000)
    assert 0 < len(trace.events) <= 5 * 2048
    assert trace.dropped > 20000
    history = history_of(trace)
    assert history.dropped == trace.dropped
    assert history.tasks["created"].min() >= NOTHING
