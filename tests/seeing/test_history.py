"""From events to tasks and spans."""

from __future__ import annotations

import numpy
import pytest

from asyncir.launch.tracing import OUTSIDE, EventKind, Sort, Trace, Worker
from asyncir.tools.seeing.history import NOTHING, Ending, History, first_starts, history_of, own_times
from tests.seeing.events import LEAF, MAIN, A, B, C, Recorder, two_workers


def spans(history: History) -> list[tuple[int, int, int, int, int]]:
    """Task, worker, start, end, how."""
    return history.spans[["task", "worker", "start", "end", "how"]].tolist()


def test_a_task_runs_in_spans_on_the_workers_that_it_visits() -> None:
    history = history_of(two_workers())
    call, main, leaf = 0, 1, 2  # in the order of creation
    assert spans(history) == [
        (call, 0, 110, 120, Ending.CALLED),
        (main, 0, 120, 400, Ending.SUSPENDED),
        (leaf, 1, 310, 710, Ending.FINISHED),
        (call, 0, 400, 410, Ending.FINISHED),
        (main, 1, 750, 900, Ending.FINISHED),
    ]
    assert own_times(history).tolist() == [20, 430, 400]
    assert first_starts(history).tolist() == [110, 120, 310]


def test_tasks_have_origins_parents_and_ends() -> None:
    history = history_of(two_workers())
    assert history.origins == (MAIN, LEAF)
    assert history.tasks["origin"][1:].tolist() == [0, 1]
    assert history.tasks["parent"].tolist() == [NOTHING, 0, 1]
    assert history.tasks["created"].tolist() == [0, 120, 200]
    assert history.tasks["finished"].tolist() == [410, 900, 710]
    assert history.tasks["failed"].tolist() == [False, True, False]
    assert history.tasks["worker"].tolist() == [NOTHING, 0, 0]
    assert history.tasks["sort"].tolist() == [Sort.CALL, Sort.TASK, Sort.TASK]


def test_steals_wakes_and_sleeps() -> None:
    history = history_of(two_workers())
    assert history.steals.tolist() == [(300, 2, 1, 0)]
    assert history.spans["victim"].tolist() == [NOTHING, NOTHING, 0, NOTHING, NOTHING]
    assert history.spans["awaited"].tolist() == [NOTHING, 2, NOTHING, NOTHING, NOTHING]
    assert history.wakes.tolist() == [(710, 1, 2, 1)]
    # Both slept when the recording began, and worker 0 does when it ends.
    assert sorted(history.sleeps.tolist()) == [(0, 100, 0), (0, 150, 1), (500, 1000, 0)]
    assert (history.workers, history.duration) == (("worker 0", "worker 1"), 1000)


def test_an_address_that_is_used_again_is_another_task() -> None:
    record = Recorder()
    for n in range(3):
        record(100 * n, EventKind.CREATED, 0, A, detail=n % 2)
        record(100 * n + 10, EventKind.RUNS, 0, A)
        record(100 * n + 60, EventKind.FINISHED, 0, A)
    history = history_of(record.trace(400))
    assert spans(history) == [(n, 0, 100 * n + 10, 100 * n + 60, Ending.FINISHED) for n in range(3)]
    assert history.tasks["origin"].tolist() == [0, 1, 0]


def test_what_is_older_than_the_recording_is_behind_the_others() -> None:
    record = Recorder()
    record(10, EventKind.RUNS, 0, B)
    record(20, EventKind.CREATED, 0, A)
    record(30, EventKind.FINISHED, 0, B)
    record(40, EventKind.CREATED, 0, B)  # the address of the older one
    history = history_of(record.trace(50, workers=1))
    assert history.tasks["created"].tolist() == [20, 40, NOTHING]
    assert spans(history) == [(2, 0, 10, 30, Ending.FINISHED)]
    assert history.tasks["parent"].tolist() == [2, NOTHING, NOTHING]


def test_a_launched_task_runs_in_the_place_of_its_launcher_which_goes_on_behind_it() -> None:
    record = Recorder()
    record(0, EventKind.CREATED, 0, A)
    record(0, EventKind.RUNS, 0, A)
    record(10, EventKind.CREATED, 0, B)
    record(10, EventKind.RUNS, 0, B)
    record(30, EventKind.FINISHED, 0, B)
    record(31, EventKind.RUNS, 0, A)  # said or not: it runs since 30
    record(50, EventKind.FINISHED, 0, A)
    assert spans(history_of(record.trace(60))) == [
        (0, 0, 0, 10, Ending.CALLED),
        (1, 0, 10, 30, Ending.FINISHED),
        (0, 0, 30, 50, Ending.FINISHED),
    ]


def test_a_launcher_that_is_stolen_goes_on_elsewhere() -> None:
    record = Recorder()
    record(0, EventKind.CREATED, 0, A)
    record(0, EventKind.RUNS, 0, A)
    record(10, EventKind.CREATED, 0, B)
    record(10, EventKind.RUNS, 0, B)
    record(30, EventKind.FINISHED, 0, B)
    record(31, EventKind.LEFT, 0, A)
    record(35, EventKind.CREATED, 0, C)
    record(35, EventKind.RUNS, 0, C)
    record(45, EventKind.FINISHED, 0, C)
    record(15, EventKind.STOLEN, 1, A, detail=0)
    record(16, EventKind.RUNS, 1, A)
    record(40, EventKind.FINISHED, 1, A)
    history = history_of(record.trace(60))
    assert spans(history) == [
        (0, 0, 0, 10, Ending.CALLED),
        (1, 0, 10, 30, Ending.FINISHED),
        (0, 1, 16, 40, Ending.FINISHED),
        (2, 0, 35, 45, Ending.FINISHED),
    ]
    assert history.spans["victim"].tolist() == [NOTHING, NOTHING, 0, NOTHING]


def test_a_launcher_that_stays_in_the_deque_does_not_run() -> None:
    record = Recorder()
    record(0, EventKind.CREATED, 0, A)
    record(0, EventKind.RUNS, 0, A)
    record(10, EventKind.CREATED, 0, B)
    record(10, EventKind.RUNS, 0, B)
    record(30, EventKind.SUSPENDED, 0, B, C)
    record(32, EventKind.LEFT, 0, A)
    record(40, EventKind.RUNS, 0, A)
    record(50, EventKind.FINISHED, 0, A)
    assert spans(history_of(record.trace(60))) == [
        (0, 0, 0, 10, Ending.CALLED),
        (1, 0, 10, 30, Ending.SUSPENDED),
        (0, 0, 40, 50, Ending.FINISHED),
    ]


def test_while_a_thread_blocks_another_one_runs_its_worker() -> None:
    """A blocks in a native frame, which C does too; A goes on first."""
    record = Recorder()
    for task in (A, B, C):
        record(0, EventKind.CREATED, 0, task)
    record(5, EventKind.RUNS, 0, A)
    record(10, EventKind.LENT, 0, other=71)
    record(12, EventKind.RUNS, 0, B)
    record(20, EventKind.FINISHED, 0, B)
    record(22, EventKind.RUNS, 0, C)
    record(30, EventKind.LENT, 0, other=72)
    record(30, EventKind.TAKEN_BACK, 0, other=71)
    record(45, EventKind.FINISHED, 0, A)
    record(50, EventKind.TAKEN_BACK, 0, other=72)
    record(55, EventKind.FINISHED, 0, C)
    assert spans(history_of(record.trace(60))) == [
        (0, 0, 5, 10, Ending.SUSPENDED),
        (1, 0, 12, 20, Ending.FINISHED),
        (2, 0, 22, 30, Ending.SUSPENDED),
        (0, 0, 30, 45, Ending.FINISHED),
        (2, 0, 50, 55, Ending.FINISHED),
    ]
    assert len(history_of(record.trace(60)).tasks) == 3


def test_workers_of_runtimes_that_did_nothing_are_not_shown() -> None:
    record = Recorder()
    record(0, EventKind.CREATED, 5, A)
    record(1, EventKind.RUNS, 5, A)
    record(2, EventKind.STOLEN, 5, B, detail=4)
    trace = record.trace(10)
    trace.workers = (Worker(0), Worker(4, 1, 0), Worker(5, 1, 1), Worker(6, 1, 2, active=False))
    history = history_of(trace)
    assert history.workers == ("runtime 1 worker 0", "runtime 1 worker 1")
    assert history.spans["worker"].tolist() == [1]
    assert history.steals["victim"].tolist() == [0]


def test_what_runs_at_the_end_is_open() -> None:
    record = Recorder()
    record(0, EventKind.CREATED, 0, A)
    record(5, EventKind.RUNS, 0, A)
    assert spans(history_of(record.trace(60))) == [(0, 0, 5, 60, Ending.OPEN)]


def test_groups_and_tokens_are_told_apart_and_never_run() -> None:
    record = Recorder()
    record(0, EventKind.CREATED, 0, A, flags=Sort.GROUP)
    record(5, EventKind.CREATED, OUTSIDE, B, flags=Sort.TOKEN)
    record(7, EventKind.FINISHED, OUTSIDE, B)
    record(7, EventKind.WOKEN, OUTSIDE, A, B)
    record(8, EventKind.FINISHED, OUTSIDE, A)
    history = history_of(record.trace(9))
    assert history.tasks["sort"].tolist() == [Sort.GROUP, Sort.TOKEN]
    assert history.tasks["finished"].tolist() == [8, 7]
    assert history.wakes.tolist() == [(7, 0, 1, NOTHING)]
    assert len(history.spans) == 0


@pytest.mark.parametrize("workers", [0, 3])
def test_nothing_happened(workers: int) -> None:
    history = history_of(Trace(workers=tuple(Worker(n, 0, n) for n in range(workers)), begin=100, end=150))
    assert (history.duration, len(history.workers), len(history.tasks), len(history.spans)) == (
        50,
        workers,
        0,
        0,
    )


def test_random_recordings_keep_each_worker_to_one_task_at_a_time() -> None:
    """Whatever order the logs are read in: spans of a worker and spans of a task do not overlap."""
    for seed in range(30):
        history = history_of(random_trace(seed))
        for column in ("worker", "task"):
            for value in numpy.unique(history.spans[column]):
                mine = history.spans[history.spans[column] == value]
                assert (mine["start"][1:] >= mine["end"][:-1]).all()
        assert (history.spans["end"] >= history.spans["start"]).all()
        assert own_times(history).sum() <= len(history.workers) * history.duration


def random_trace(seed: int) -> Trace:
    """Workers that start, suspend, resume and finish tasks at few addresses."""
    random = numpy.random.default_rng(seed)
    record, time = Recorder(), 0
    running: dict[int, int] = {}
    suspended: list[int] = []
    addresses = [0x1000 * (n + 1) for n in range(12)]
    for _ in range(200):
        time += int(random.integers(1, 50))
        worker = int(random.integers(3))
        task = running.pop(worker, None)
        if task is not None and random.random() < 0.5:
            record(time, EventKind.SUSPENDED, worker, task)
            suspended.append(task)
        elif task is not None:
            record(time, EventKind.FINISHED, worker, task)
            addresses.append(task)
        elif suspended and random.random() < 0.5:
            running[worker] = suspended.pop(int(random.integers(len(suspended))))
            record(time, EventKind.RUNS, worker, running[worker])
        elif addresses:
            running[worker] = addresses.pop()
            record(time, EventKind.CREATED, worker, running[worker])
            record(time, EventKind.RUNS, worker, running[worker])
    record.rows.sort(key=lambda row: row[4])  # thread by thread, as they are read
    return record.trace(time + 10, workers=3)
