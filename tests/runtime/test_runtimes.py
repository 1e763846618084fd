"""asyncir.Runtime; processes made by fork."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import asyncir
from asyncir.launch import runtime
from tests.runtime.on_a_worker import on_a_worker

PROGRAM = """
func.func @workers() -> index {
  %t, %r = async.execute -> !async.value<index> {
    %n = async.runtime.num_worker_threads : index
    async.yield %n : index
  }
  %v = async.await %r : !async.value<index>
  return %v : index
}
func.func @later(%x: i64) -> !async.value<i64> {
  %t, %r = async.execute -> !async.value<i64> {
    async.yield %x : i64
  }
  return %r : !async.value<i64>
}
func.func @plain() -> i64 {
  %c = arith.constant 7 : i64
  return %c : i64
}
func.func @stuck() {
  %c1 = arith.constant 1 : index
  %g = async.create_group %c1 : !async.group
  async.await_all %g
  return
}
"""


def code(error: asyncir.DiagnosticError) -> str:
    (diagnostic,) = error.diagnostics
    return diagnostic.code


@pytest.fixture(scope="module")
def program() -> asyncir.Compiled:
    return asyncir.compile(PROGRAM)


@pytest.mark.feature("S4-8")
def test_a_program_runs_on_the_workers_of_its_runtime(program: asyncir.Compiled) -> None:
    runtime.start(2)
    with asyncir.Runtime(threads=3) as three, asyncir.Runtime(threads=5) as five:
        assert (three.threads, five.threads) == (3, 5)
        here, there = program.on(three), program.on(five)
        assert (here.workers(), there.workers(), program.workers()) == (3, 5, 2)
        assert here.later(4).result() == 4

        def workers_of_both(_: int) -> tuple[int, int]:
            return here.workers(), there.workers()

        with ThreadPoolExecutor(4) as callers:
            assert list(callers.map(workers_of_both, range(20))) == [(3, 5)] * 20


@pytest.mark.feature("S4-8")
def test_a_deadlock_in_one_runtime_is_found_there(program: asyncir.Compiled) -> None:
    with asyncir.Runtime(threads=2) as two, pytest.raises(asyncir.ProgramError) as caught:
        program.on(two).stuck()
    assert caught.value.code == "R104"


def test_workers_are_pinned_on_request(program: asyncir.Compiled) -> None:
    def cpus() -> list[set[int]]:
        threads = [int(entry) for entry in os.listdir("/proc/self/task")]
        found = [thread for thread in threads if thread not in before and _name(thread).startswith("asyncir")]
        return [os.sched_getaffinity(thread) for thread in found]

    runtime.stop()
    # A thread that stood in for one that blocked stays for a while, and is not of these runtimes.
    before = {int(entry) for entry in os.listdir("/proc/self/task")}
    with asyncir.Runtime(threads=2, pin=True) as pinned:
        program.on(pinned).workers()
        assert [len(each) for each in cpus()] == [1, 1]
        assert len({cpu for each in cpus() for cpu in each}) == min(2, len(os.sched_getaffinity(0)))
    before = {int(entry) for entry in os.listdir("/proc/self/task")}
    with asyncir.Runtime(threads=2, pin=False) as free:
        program.on(free).workers()
        assert cpus() == [os.sched_getaffinity(0)] * 2


def _name(thread: int) -> str:
    with open(f"/proc/self/task/{thread}/comm") as file:
        return file.read().strip()


def test_a_closed_runtime_is_refused(program: asyncir.Compiled) -> None:
    one = asyncir.Runtime(threads=1)
    there = program.on(one)
    assert there.workers() == 1
    assert repr(one) == "<asyncir.Runtime threads=1>"
    one.close()
    one.close()
    assert repr(one) == "<asyncir.Runtime closed>"
    with pytest.raises(asyncir.DiagnosticError) as caught:
        there.workers()
    assert code(caught.value) == "R009"


def test_a_runtime_is_not_closed_by_its_own_worker(program: asyncir.Compiled) -> None:
    with asyncir.Runtime(threads=1) as one:
        with one.selected(), pytest.raises(asyncir.DiagnosticError) as caught:
            on_a_worker(one.close)
        assert code(caught.value) == "R009"
        assert program.on(one).workers() == 1


@pytest.mark.parametrize("threads", [-1, 1025])
def test_a_runtime_with_a_bad_number_of_threads_is_refused(threads: int) -> None:
    with pytest.raises(asyncir.DiagnosticError) as caught:
        asyncir.Runtime(threads=threads)
    assert code(caught.value) == "R001"


def test_a_bad_pin_setting_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASYNCIR_PIN", "2")
    with pytest.raises(asyncir.DiagnosticError) as caught:
        asyncir.Runtime(threads=1)
    assert code(caught.value) == "R001"


FORKING = """
import multiprocessing, os, sys
import asyncir
from asyncir.launch import runtime
from tests.runtime.on_a_worker import on_a_worker

program = asyncir.compile({program!r})
fork = multiprocessing.get_context("fork")

def refused(name, *arguments):
    try:
        program[name](*arguments)
    except asyncir.DiagnosticError as error:
        return error.diagnostics[0].code
    return "nothing"

def child(answers):
    answers.put([refused("workers"), refused("later", 1), program.plain()])
    for use in (asyncir.Runtime, lambda: runtime.start(2), runtime.worker_count):
        try:
            use()
        except asyncir.DiagnosticError as error:
            answers.put(error.diagnostics[0].code)

def ask():
    answers = fork.Queue()
    process = fork.Process(target=child, args=(answers,))
    process.start()
    found = [answers.get(timeout=60) for _ in range(4)]
    process.join(60)
    return found, process.exitcode

program.workers()
print(ask())
print(program.workers() > 0, program.later(5).result())
sys.stdout.flush()
if (pid := os.fork()) == 0:
    sys.exit(0)  # the end of the process stops nothing that is not there
print(os.waitpid(pid, 0)[1])
"""


@pytest.mark.parametrize("loan", ["0", "1"])
def test_a_forked_process_is_refused_and_its_parent_is_as_before(loan: str) -> None:
    """With a loan there is no thread but the one that forks."""
    environment = {**os.environ, "PYTHONWARNINGS": "ignore", "ASYNCIR_LEAK_CHECK": "1", "ASYNCIR_LOAN": loan}
    environment["ASYNCIR_NUM_THREADS"] = "1"
    done = subprocess.run(
        [sys.executable, "-c", FORKING.format(program=PROGRAM)],
        capture_output=True,
        text=True,
        timeout=120,
        env=environment,
        check=False,
    )
    assert done.stdout == "([['R008', 'R008', 7], 'R008', 'R008', 'R008'], 0)\nTrue 5\n0\n"
    assert done.stderr == "asyncir: alive at exit: 0 tasks, 0 errors\n"
    assert done.returncode == 0


def test_an_error_of_a_forked_process_reaches_its_parent(program: asyncir.Compiled) -> None:
    """As multiprocessing sends it: pickled."""
    import pickle

    with pytest.raises(asyncir.ProgramError) as caught:
        program.stuck()
    back = pickle.loads(pickle.dumps(caught.value))
    assert (type(back), back.code, str(back)) == (asyncir.ProgramError, "R104", str(caught.value))


def test_a_spawned_process_has_workers_of_its_own(program: asyncir.Compiled) -> None:
    program.workers()
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(runtime.worker_count) > 0
    assert subprocess.run([sys.executable, "-c", "pass"], check=False).returncode == 0
