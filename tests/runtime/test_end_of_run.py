"""How runs end natively: when every task is complete (SEM-11), or with R104 where one never can be (SEM-23)."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

import asyncir
from asyncir.launch import runtime
from asyncir.launch.executable import COMPILERS
from tests.oracle import needs

PROGRAM = """
func.func private @printI64(i64)
func.func @detached_and_stuck() -> i32 {
  %size = arith.constant SIZE : index
  %result = arith.constant 7 : i32
  %group = async.create_group %size : !async.group
  %stuck = async.execute {
    async.await_all %group
    async.yield
  }
  return %result : i32
}
func.func @detached_and_slow() {
  %size = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %group = async.create_group %size : !async.group
  %slow = async.execute {
    async.await_all %group
    func.call @printI64(%one) : (i64) -> ()
    async.yield
  }
  %member = async.execute {
    async.yield
  }
  %rank = async.add_to_group %member, %group : !async.token
  return
}
func.func @returned_and_stuck() -> !async.token {
  %size = arith.constant SIZE : index
  %group = async.create_group %size : !async.group
  %stuck = async.execute {
    async.await_all %group
    async.yield
  }
  return %stuck : !async.token
}
""".replace("SIZE", "3")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "program.mlir"
    path.write_text(PROGRAM)
    return path


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    code = "from asyncir.tools.cli import main; main()"
    environment = {**os.environ, "ASYNCIR_LEAK_CHECK": "1"}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True, text=True, timeout=120, env=environment, check=False,
    )  # fmt: skip


NOTHING_ALIVE = "asyncir: alive at exit: 0 tasks, 0 errors\n"


def test_a_run_waits_for_tasks_that_nobody_awaits(file: Path) -> None:
    done = command("run", str(file), "--entry", "detached_and_slow")
    assert (done.returncode, done.stdout, done.stderr) == (0, "1", NOTHING_ALIVE)


def test_a_task_that_nobody_awaits_may_be_in_a_deadlock(file: Path) -> None:
    done = command("run", str(file), "--entry", "detached_and_stuck")
    assert done.returncode == 1
    assert done.stdout == ""
    assert (
        done.stderr
        == f"""\
error[R104]: deadlock: a task that nothing waits for can never complete
  = note: caused by: [R104] deadlock: a group of size 3 is awaited, but no member was added
 --> {file}:6:12
  |
6 |   %group = async.create_group %size : !async.group
  |            ^^^^^^^^^^^^^^^^^^
  = help: complete what it waits for, or give the group as many members as its size says
{NOTHING_ALIVE}"""
    )


@needs(any(os.access(f"/usr/bin/{c}", os.X_OK) for c in COMPILERS), "no compiler links")
def test_an_executable_ends_likewise(file: Path, tmp_path: Path) -> None:
    program = str(tmp_path / "program")
    environment = {"ASYNCIR_LEAK_CHECK": "1", "ASYNCIR_NUM_THREADS": "2"}
    for entry, code, out, err in (
        ("detached_and_slow", 0, "1", NOTHING_ALIVE),
        (
            "detached_and_stuck",
            1,
            "",
            "error[R104]: deadlock: a task that nothing waits for can never complete\n"
            "   = note: caused by: [R104] deadlock: a group of size 3 is awaited, but no member was added\n"
            f"  --> {file}:6:12\n{NOTHING_ALIVE}",
        ),
    ):
        made = command("compile", str(file), "--emit", "exe", "--entry", entry, "-o", program)
        assert made.returncode == 0, made.stderr
        done = subprocess.run(
            [program], capture_output=True, text=True, timeout=120, env=environment, check=False
        )
        assert (done.returncode, done.stdout, done.stderr) == (code, out, err)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_call_that_waits_in_vain_names_the_wait(threads: int) -> None:
    program = asyncir.compile(
        """
func.func @main() {
  %size = arith.constant 3 : index
  %group = async.create_group %size : !async.group
  async.await_all %group
  return
}
""",
        filename="vain.mlir",
        threads=threads,
    )
    with pytest.raises(asyncir.ProgramError) as caught:
        program["main"]()
    assert [(link.code, link.span.line if link.span else None) for link in caught.value.chain] == [
        ("R104", 2),
        ("R102", 5),
        ("R104", 4),
    ]
    assert caught.value.diagnostics[0].help.startswith("complete what is waited for")
    message = caught.value.causes[-1].message
    assert message == "deadlock: a group of size 3 is awaited, but no member was added"
    alive = runtime.counts()
    assert (alive.tasks, alive.errors) == (0, 0)


def failure(program: asyncir.Compiled) -> asyncir.ProgramError:
    async def wait() -> None:
        await program["returned_and_stuck"]()

    with pytest.raises(asyncir.ProgramError) as caught:
        asyncio.run(wait())
    return caught.value


@pytest.mark.parametrize("threads", [1, 2])
def test_asyncio_hears_of_a_deadlock_and_nothing_stays_alive(threads: int) -> None:
    program = asyncir.compile(PROGRAM, threads=threads)
    error = failure(program)
    with pytest.raises(asyncir.ProgramError) as caught:
        program["returned_and_stuck"]().result()
    assert caught.value.code == error.code == "R102"
    (cause,) = error.causes
    assert cause.code == "R104"
    assert cause.span is not None
    assert (
        PROGRAM.splitlines()[cause.span.line - 1].strip()
        == "%group = async.create_group %size : !async.group"
    )
    assert cause.message == "deadlock: a group of size 3 is awaited, but no member was added"
    alive = runtime.counts()
    assert (alive.tasks, alive.errors) == (0, 0)
