"""The table of bench/runtime: every contestant computes what it says, what fails is seen, figures are judged rightly."""

from __future__ import annotations

import asyncio
import json
import os
import select
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import asyncio_programs
import pytest
import turns
from contestants import CONTESTANTS, Contestant, NotMeasured, tool
from export import as_markdown
from goals import Figure, Goal, against, speed_up
from measure import Outcome
from rows import DEPTH, PINGPONG, PROGRAMS, ROWS
from turns import SLICE, Failed, Process, Samples, idle, take_turns

from tests.oracle import needs, needs_mlir

TABLE = Path(__file__).parents[2] / "bench" / "runtime" / "table.py"
TINY = {
    (entry.contestant, entry.program, threads): entry.tiny
    for row in ROWS
    for entry in row.entries
    for threads in entry.threads
}


def installed(package: str) -> pytest.MarkDecorator:
    """Needs a package of the extra `bench`."""
    return needs(package in PACKAGES, f"{package} is not installed (the extra `bench`)")


PACKAGES = {distribution.name for distribution in metadata.distributions()}


def process(name: str, program: str, threads: int, *, off: int = 0) -> Process:
    """A contestant on a tiny size; `off` makes what is expected wrong."""
    size, facts = TINY[name, program, threads], PROGRAMS[program]
    command = CONTESTANTS[name].command(program, threads, size)
    return Process(command, {}, facts.expected(size) + off, facts.units(size))


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where machine code is found again by the next test."""
    return tmp_path_factory.mktemp("cache")


def play(name: str, program: str, threads: int) -> None:
    """Two turns, whose results are checked."""
    contestant = process(name, program, threads)
    assert take_turns([contestant], 1) == []
    contestant.close()
    assert len(contestant.samples.wall) == len(contestant.samples.cpu) > 0


def parts(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("name", "program", "threads"), [p for p in sorted(TINY) if p[0] in names])


@parts("plain C", "plain C -O3", "libgomp")
def test_c_and_openmp_compute_what_they_say(name: str, program: str, threads: int) -> None:
    play(name, program, threads)


@installed("tbb-devel")
@parts("oneTBB")
def test_onetbb_computes_what_it_says(name: str, program: str, threads: int) -> None:
    play(name, program, threads)


@installed("numba")
@pytest.mark.parametrize("program", ["launch", "saxpy", "sum"])
def test_numba_computes_what_it_says(program: str) -> None:
    play("numba", program, 2)


@needs_mlir
@pytest.mark.parametrize("program", ["fib", "structured", "sum"])
def test_mlirs_runtime_computes_what_it_says(program: str) -> None:
    play("MLIR", program, 2)


@needs_mlir
def test_what_mlir_refuses_is_not_measured() -> None:
    with pytest.raises(
        NotMeasured, match=r"mlir-opt-22 refuses mlir-chain\.so: async reference counting can't handle"
    ):
        CONTESTANTS["MLIR"].command("chain", 1, 10)


@parts("asyncir")
def test_our_programs_compute_what_they_say(name: str, program: str, threads: int) -> None:
    play(name, program, threads)


@installed("scikit-learn")
@installed("scipy")
@parts("demo")
def test_the_demo_computes_what_it_says(
    name: str, program: str, threads: int, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASYNCIR_CACHE_DIR", str(cache))
    play(name, program, threads)


@pytest.mark.parametrize("program", sorted(asyncio_programs.PROGRAMS))
def test_asyncio_computes_what_it_says(program: str) -> None:
    size = TINY["asyncio", program, 1]
    assert asyncio.run(asyncio_programs.PROGRAMS[program](size)) == PROGRAMS[program].expected(size)


def test_each_size_has_its_result() -> None:
    assert [PROGRAMS["fib"].expected(n) for n in range(8)] == [0, 1, 1, 2, 3, 5, 8, 13]
    assert [PROGRAMS["fib"].units(n) for n in range(6)] == [1, 1, 3, 5, 9, 15]
    assert [PROGRAMS["sum"].expected(n) for n in (0, 5, 8, 19)] == [
        sum(i % 8 for i in range(n)) for n in (0, 5, 8, 19)
    ]
    assert [PROGRAMS["wavefront"].expected(n) for n in (1, 2)] == [4, 3 * 7 + 13]


def test_a_wrong_result_is_seen() -> None:
    wrong, right = process("plain C", "fib", 1, off=1), process("plain C", "fib", 1)
    [(failed, reason)] = take_turns([wrong, right], 2)
    for contestant in (wrong, right):
        contestant.close()
    assert failed is wrong
    assert reason == "wrong result: 55, not 56"
    assert len(right.samples.wall) >= 2


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import os; print('ready', flush=True); input(); os.abort()", r"crashed \(SIGABRT\)"),
        (
            "print('ready', flush=True); input(); raise SystemExit('no more')",
            r"crashed \(exit status 1\): no more",
        ),
    ],
)
def test_a_crash_is_seen(code: str, reason: str) -> None:
    contestant = Process([sys.executable, "-c", code], {}, 0, 1)
    with pytest.raises(Failed, match=reason):
        contestant.first_turn()


def test_one_that_does_not_start_is_seen() -> None:
    with pytest.raises(Failed, match=r"crashed \(exit status 3\)"):
        Process([sys.executable, "-c", "raise SystemExit(3)"], {}, 0, 1)


SLOW_AT_FIRST = """
import json
print("ready", flush=True)
wall = 10e6
while True:
    runs = int(input())
    print(json.dumps({"wall": runs * wall, "cpu": runs * wall, "result": 0, "growth": 0}), flush=True)
    wall = 2e6
"""


def test_turns_are_as_long_for_one_whose_first_run_is_slow() -> None:
    contestant = Process([sys.executable, "-c", SLOW_AT_FIRST], {}, 0, 1)
    contestant.first_turn()
    contestant.turn()
    contestant.close()
    assert contestant.runs == SLICE / 2e6
    assert contestant.samples.wall == [2e6]


RESTLESS = """
import hashlib
import json
import threading

def spin():
    hashlib.pbkdf2_hmac("sha256", b"", b"", 10**9)  # without Python's lock

print("ready", flush=True)
for _ in range(8):
    threading.Thread(target=spin, daemon=True).start()
while True:
    runs = int(input())
    print(json.dumps({"wall": runs * 50e6, "cpu": runs * 50e6, "result": 0, "growth": 0}), flush=True)
"""


def test_behind_its_turn_a_contestant_has_stopped() -> None:
    contestant = Process([sys.executable, "-c", RESTLESS], {}, 0, 1)
    threads = Path(f"/proc/{contestant._process.pid}/task")  # pyright: ignore[reportPrivateUsage]
    contestant.first_turn()
    for _ in range(20):
        contestant.turn()
        states = {(thread / "stat").read_text().rpartition(")")[2].split()[0] for thread in threads.iterdir()}
        assert states == {"T"}
    contestant.close()


def test_one_that_does_not_answer_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "SECONDS_PER_TURN", 0.5)
    contestant = Process([sys.executable, "-c", "print('ready', flush=True)\nwhile True: pass"], {}, 0, 1)
    with pytest.raises(Failed, match="no answer in"):
        contestant.first_turn()


DRIVER = """
from contestants import CONTESTANTS
from turns import Process

contestant = Process(CONTESTANTS["plain C"].command("fib", 1, 10), {}, 55, 1)
contestant.first_turn()
print(contestant._process.pid, flush=True)
input()
"""


def test_a_stopped_contestant_ends_with_the_table() -> None:
    command = [sys.executable, "-c", DRIVER]
    with subprocess.Popen(command, cwd=TABLE.parent, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as driver:
        assert driver.stdout is not None
        contestant = os.pidfd_open(int(driver.stdout.readline()))
        assert select.select([contestant], [], [], 0)[0] == []
        driver.kill()
    assert select.select([contestant], [], [], 60)[0] == [contestant]
    os.close(contestant)


def test_what_is_not_installed_is_named() -> None:
    with pytest.raises(NotMeasured, match="no-such-tool is not installed"):
        tool("no-such-tool")
    with pytest.raises(NotMeasured, match="no_such_package is not installed"):
        Contestant("none", lambda program: [program], needs=["no_such_package"]).command("fib", 1, 1)


def test_a_process_that_is_not_idle_is_seen() -> None:
    spin = "print('ready', flush=True)\nwhile True: pass"
    wait = "print('ready', flush=True)\ninput()"
    contestants = [Process([sys.executable, "-c", code], {}, 0, 1) for code in (spin, wait)]
    idle(contestants, 0.05)
    for contestant in contestants:
        contestant.close()
    busy, resting = (contestant.samples.cpu[0] for contestant in contestants)
    assert busy > resting


@pytest.mark.parametrize(
    ("mine", "verdict"),
    [
        ([1.0, 2.0, 3.0], "met"),
        ([4.0, 5.0, 6.0], "missed"),
        ([1.0, 5.0, 6.0], "met by the minimum only"),
        ([], "not measured"),
    ],
)
def test_a_figure_is_judged_by_median_and_minimum(mine: list[float], verdict: str) -> None:
    results = {("other", 1): Samples(cpu=[1.0, 2.0, 3.0])}
    if mine:
        results["asyncir", 1] = Samples(cpu=mine)
    goal = against("other", 1, 1)
    assert goal.verdict(results) == verdict
    assert (goal.text, goal.bound) == ("1 thread, against other", "≤ 1")


def test_two_threads_are_judged_on_the_wall() -> None:
    results = {("asyncir", n): Samples(wall=[4.0 / n, 6.0 / n], cpu=[5.0, 5.0]) for n in (1, 2)}
    assert [speed_up(times).verdict(results) for times in (2.0, 2.1)] == ["met", "missed"]
    results["other", 2] = Samples(wall=[2.0, 3.0], cpu=[1.0, 1.0])
    assert against("other", 1, 2).verdict(results) == "met"


def test_memory_is_judged() -> None:
    goal = Goal("memory", Figure("asyncir", 1, "growth"), at_most=110, unit="bytes a frame")
    assert [goal.verdict({("asyncir", 1): Samples(growth=g)}) for g in (110, 111)] == ["met", "missed"]
    assert goal.bound == "≤ 110 bytes a frame"


def test_who_fails_has_missed_the_goal() -> None:
    goal = against("other", 1, 1)
    results = {("other", 1): Samples(cpu=[1.0])}
    assert goal.verdict(results, failed={("asyncir", 1)}) == "missed"
    assert goal.verdict(results, failed={("asyncir", 2)}) == "not measured"


def test_turns_that_were_disturbed_are_left_out_if_others_are_left() -> None:
    calm = Samples(wall=[9.0, 1.0, 2.0, 3.0], cpu=[8.0, 1.0, 2.0, 3.0], waited=[0.5, 0.0, 0.01, 0.02])
    calm.keep_calm()
    assert (calm.wall, calm.cpu, calm.waited) == ([1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [0.0, 0.01, 0.02])
    busy = Samples(wall=[9.0, 1.0, 2.0], cpu=[8.0, 1.0, 2.0], waited=[0.5, 0.0, 0.01])
    busy.keep_calm()
    assert busy.wall == [9.0, 1.0, 2.0]


def test_a_goal_on_the_wall_says_that_it_was_disturbed() -> None:
    results = {("asyncir", n): Samples(wall=[1.0], cpu=[1.0], waited=[0.1 * n]) for n in (1, 2)}
    results |= {("other", n): Samples(wall=[1.0], cpu=[1.0], waited=[0.0]) for n in (1, 2)}
    assert against("other", 1, 2).disturbed(results)
    assert not against("other", 1, 1).disturbed(results)  # processor time
    results["asyncir", 2].waited[:] = [0.01]
    assert not against("other", 1, 2).disturbed(results)


def table(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, TABLE, "--tiny", "--repeat", "1", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_table_as_data() -> None:
    done = table("--only", "spawn", "--threads", "1", "--json")
    assert done.returncode == 0, done.stderr
    [row] = json.loads(done.stdout)["rows"]
    assert row["name"] == "spawn"
    assert row["failed"] == []
    assert {"plain C", "asyncir", "libgomp", "asyncio"} <= {sample["name"] for sample in row["samples"]}
    assert {sample["threads"] for sample in row["samples"]} == {1}
    verdicts = {goal["figure"]: goal["verdict"] for goal in row["goals"]}
    assert verdicts["2 threads against 1"] == "not measured"
    assert verdicts["memory, 1 thread"] in ("met", "missed")


def test_the_table_as_markdown() -> None:
    def samples(cpu: float, wall: float) -> Samples:
        return Samples(cpu=[cpu], wall=[wall], waited=[0.0], growth=100)

    depth = {
        ("asyncir, calls", 1): samples(20, 21),
        ("asyncir, tasks", 1): samples(30, 31),
        ("asyncir, tasks", 2): samples(70, 40),
    }
    game = {
        ("plain C, a call", 1): samples(1, 1.5),
        ("asyncir", 1): samples(80, 81),
        ("libgomp", 2): samples(9, 1800),
    }
    outcomes = [
        (
            DEPTH,
            Outcome(
                depth, without={("MLIR, calls", 1): "refuses it"}, failed={("asyncir, calls", 2): "crashed"}
            ),
        ),
        (PINGPONG, Outcome(game, failed={("oneTBB", 1): "crashed"})),
    ]
    assert as_markdown(outcomes).splitlines() == [
        "|  | plain C | asyncir | oneTBB | libgomp | numba | asyncio | MLIR |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        "| depth, calls |  | 20 |  |  |  |  | refuses |",
        "| depth, tasks |  | 30 / 40 |  |  |  |  |  |",
        "| pingpong | 1 | 80 | fails | / 1800 |  |  |  |",
        "",
        "| row | figure | goal | median | minimum |  |",
        "| --- | --- | --- | --- | --- | --- |",
        "| depth | memory of calls, threads: 1 | ≤ 110 bytes a frame | 100 | 100 | met |",
        "| depth | memory of calls, threads: 2 | ≤ 110 bytes a frame |  |  | missed |",
        "| depth | memory of tasks, threads: 1 | ≤ 110 bytes a frame | 100 | 100 | met |",
        "| depth | memory of tasks, threads: 2 | ≤ 110 bytes a frame | 100 | 100 | met |",
        "| pingpong | 1 thread, against a plain C call | ≤ 100 | 80 | 80 | met |",
        "| pingpong | 2 threads, against oneTBB | ≤ 1 |  |  | not measured |",
        "| pingpong | 2 threads, against libgomp | ≤ 1 |  |  | not measured |",
    ]


def test_the_table_as_text() -> None:
    done = table("--only", "idle")
    assert done.returncode == 0, done.stderr
    for text in ("milliseconds in 10 s", "libgomp", "What it must show", "2 threads, in 10 s"):
        assert text in done.stdout


def test_an_unknown_row_is_refused() -> None:
    done = table("--only", "fibb")
    assert done.returncode == 2
    assert "no row is called fibb; there are fib, spawn" in done.stderr
