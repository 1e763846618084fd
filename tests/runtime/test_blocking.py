"""Native and Python frames, called by tasks, that wait: the workers go on meanwhile, be there one or two."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import asyncir
from asyncir.launch import runtime
from tests.oracle import needs
from tests.runtime.on_a_worker import on_a_worker

pytestmark = pytest.mark.feature("S4-7")

SQUARE = """
func.func @later(%x: i64) -> !async.value<i64> {
  %t, %r = async.execute -> !async.value<i64> {
    %y = arith.muli %x, %x : i64
    async.yield %y : i64
  }
  return %r : !async.value<i64>
}
func.func @waited(%x: i64) -> i64 {
  %t, %r = async.execute -> !async.value<i64> {
    %y = arith.muli %x, %x : i64
    async.yield %y : i64
  }
  %v = async.await %r : !async.value<i64>
  return %v : i64
}
"""


@pytest.fixture(params=[1, 2])
def threads(request: pytest.FixtureRequest) -> int:
    runtime.start(request.param)
    return request.param


@pytest.mark.usefixtures("threads")
def test_python_in_a_task_runs_programs_ten_deep() -> None:
    program = asyncir.compile(SQUARE)
    seen: list[int] = []

    def descend(depth: int) -> None:
        if depth > 0:
            on_a_worker(lambda: descend(depth - 1))
        seen.append(program.waited(depth))

    on_a_worker(lambda: descend(10))
    assert seen == [n * n for n in range(11)]


@pytest.mark.usefixtures("threads")
def test_a_callback_of_a_pending_result_may_call_programs_and_wait() -> None:
    program = asyncir.compile(SQUARE)
    squares: list[int] = []
    ended = threading.Event()

    def again(pending: Any) -> None:
        value: int = pending.result()
        squares.append(value)
        assert program.waited(3) == 9
        if value < 2**32:
            program.later(value).add_done_callback(again)
        else:
            ended.set()

    program.later(2).add_done_callback(again)
    assert ended.wait(60)
    assert squares == [4, 16, 256, 65536, 2**32]


@pytest.mark.usefixtures("threads")
def test_a_callback_may_wait_for_a_result_with_a_time_limit() -> None:
    """The limit keeps the wait in Python, which the runtime knows nothing of."""
    program = asyncir.compile(SQUARE)
    found: list[int] = []

    def wait() -> None:
        pending = program.later(5)
        found.append(pending.result(60))
        assert program.waited.task(6).exception(60) is None

    on_a_worker(wait)
    assert found == [25]


@pytest.mark.usefixtures("threads")
def test_the_task_that_could_be_helped_with_needs_the_one_that_waits() -> None:
    """Were `second` run on top of `first`, which waits for it to have begun, neither would ever go on."""
    library: Any = ctypes.CDLL(str(runtime.shared_library()))
    library.asyncir_task_create.restype = ctypes.c_void_p
    library.asyncir_task_set.argtypes = [*[ctypes.c_void_p] * 3, ctypes.c_uint32]
    library.asyncir_task_block.argtypes = library.asyncir_task_release.argtypes = [ctypes.c_void_p]
    library.asyncir_task_block.restype = ctypes.c_bool
    library.asyncir_worker_current.restype = ctypes.c_void_p
    gates = [library.asyncir_task_create(ctypes.c_int64(0), ctypes.c_int64(1), 0) for _ in range(3)]
    order: list[str] = []

    def open_gate(gate: int) -> None:
        library.asyncir_task_set(gate, None, library.asyncir_worker_current(), 0)

    def first() -> None:
        library.asyncir_operation_end()
        assert library.asyncir_task_block(gates[0])
        order.append("first goes on")
        open_gate(gates[1])

    def second() -> None:
        library.asyncir_operation_end()
        open_gate(gates[0])
        assert library.asyncir_task_block(gates[1])
        order.append("second goes on")
        open_gate(gates[2])

    for _ in range(2):  # until both run, neither waits in vain
        library.asyncir_operation_begin()
    callers = [threading.Thread(target=on_a_worker, args=(body,)) for body in (first, second)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(60)
    assert library.asyncir_task_block(gates[2])
    assert order == ["first goes on", "second goes on"]
    for gate in gates:
        library.asyncir_task_release(gate, 1)


NATIVE = """
#include "asyncir/runtime.h"
#include <unistd.h>
static int ends[2];
void test_open_pipe(void) { if (pipe(ends)) _exit(3); }
void test_read_pipe(void) {
  char byte;
  asyncir_worker *worker = asyncir_blocking_begin();
  if (read(ends[0], &byte, 1) != 1) _exit(3);
  asyncir_blocking_end(worker);
}
void test_write_pipe(void) { if (write(ends[1], "x", 1) != 1) _exit(3); }
"""

READER = """
func.func private @test_open_pipe()
func.func private @test_read_pipe()
func.func private @test_write_pipe()
func.func @main() {
  func.call @test_open_pipe() : () -> ()
  %a = async.execute {
    func.call @test_read_pipe() : () -> ()
    async.yield
  }
  %b = async.execute {
    func.call @test_read_pipe() : () -> ()
    async.yield
  }
  %c = async.execute {
    func.call @test_write_pipe() : () -> ()
    func.call @test_write_pipe() : () -> ()
    async.yield
  }
  async.await %a : !async.token
  async.await %b : !async.token
  async.await %c : !async.token
  return
}
"""


@needs(shutil.which("cc") is not None, "no C compiler to make a library with")
def test_an_external_function_lends_its_worker_while_it_reads(tmp_path: Path, threads: int) -> None:
    source, library = tmp_path / "native.c", tmp_path / "native.so"
    source.write_text(NATIVE)
    include = Path(__file__).parents[2] / "runtime" / "include"
    shared = runtime.shared_library()
    command = ["cc", "-shared", "-fPIC", f"-I{include}", "-o", library, source, shared]
    subprocess.run(command, check=True)
    program = tmp_path / "program.py"
    program.write_text(
        f"import ctypes, asyncir\n"
        f"ctypes.CDLL({str(library)!r}, mode=ctypes.RTLD_GLOBAL)\n"
        f"asyncir.compile({READER!r}, threads={threads}).main()\n"
        f"print('done')\n"
    )
    environment = {"LD_LIBRARY_PATH": str(shared.parent), "ASYNCIR_RUNTIME": str(shared)}
    environment["PYTHONPATH"] = str(Path(asyncir.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, program], capture_output=True, text=True, timeout=60, env=environment, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")
