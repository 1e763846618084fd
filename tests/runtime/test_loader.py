"""Finding and loading the runtime; what it refuses; what it counts."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.launch import runtime
from tests.oracle import needs


@pytest.fixture
def unloaded() -> None:
    """The loader as in a new process; the library that this process uses stays loaded."""
    runtime.library.cache_clear()


def refused(code: str, error: DiagnosticError) -> str:
    (diagnostic,) = error.diagnostics
    assert diagnostic.code == code
    return diagnostic.message


@pytest.mark.parametrize("threads", [-1, 1025, 1 << 40])
def test_a_bad_number_of_threads_is_refused(threads: int) -> None:
    with pytest.raises(DiagnosticError) as caught:
        runtime.start(threads)
    assert str(threads) in refused("R001", caught.value)


@pytest.mark.parametrize("text", ["0", "-3", "two", "", "1025", " 1", "1.5"])
def test_a_bad_environment_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASYNCIR_NUM_THREADS", text)
    with pytest.raises(DiagnosticError) as caught:
        runtime.start()
    expected = f"ASYNCIR_NUM_THREADS is '{text}', but must be a whole number from 1 to 1024"
    assert refused("R001", caught.value) == expected


REFUSED = """
Start = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
for name in ("run", "task_error", "error_message", "task_create"):
    getattr(lib, "asyncir_" + name).restype = ctypes.c_char_p if "message" in name else ctypes.c_void_p
print(lib.asyncir_runtime_worker_count())
for deadlock in None, ctypes.byref(ctypes.c_bool()):
    task = lib.asyncir_run(Start(lambda context, worker: print("started")), None, deadlock)
    print(lib.asyncir_error_message(ctypes.c_void_p(lib.asyncir_task_error(ctypes.c_void_p(task)))).decode())
"""


def test_what_is_run_in_a_bad_environment_fails() -> None:
    done = in_process(REFUSED, ASYNCIR_NUM_THREADS="none")
    message = "ASYNCIR_NUM_THREADS is 'none', but must be a whole number from 1 to 1024\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, "0\n" + 2 * message, "")


def test_a_pool_that_starts_where_nobody_can_be_told_ends_the_process_in_a_bad_environment() -> None:
    waits = "\nlib.asyncir_task_block(ctypes.c_void_p(lib.asyncir_task_create(ctypes.c_int64(0), ctypes.c_int64(8), 0)))"
    done = in_process(REFUSED + waits, ASYNCIR_NUM_THREADS="none")
    assert done.returncode == 2
    assert done.stderr.startswith("error[R001]: ASYNCIR_NUM_THREADS is 'none'")


NO_THREADS = """
import resource, sys
import asyncir
program = asyncir.compile(open(sys.argv[1]).read())
used = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmSize")) << 10
resource.setrlimit(resource.RLIMIT_AS, (used + (256 << 20),) * 2)  # less than the stack of a thread
for name in "waits", "starts":
    try:
        print(name, program[name]())
    except asyncir.DiagnosticError as error:
        print(name, error.diagnostics[0])
"""

PROGRAM = """
func.func @waits() {
  %t = async.execute {
    async.yield
  }
  async.await %t : !async.token
  return
}
async.func @starts() -> !async.token {
  async.return
}
"""


def test_a_program_fails_where_the_system_gives_no_thread(tmp_path: Path) -> None:
    file = tmp_path / "program.mlir"
    file.write_text(PROGRAM)
    environment = os.environ | {"ASYNCIR_STACK_MB": "1024", "ASYNCIR_NUM_THREADS": "1"}
    command = [sys.executable, "-c", NO_THREADS, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment, check=False)
    message = "[R001] thread 1 of 1 cannot be created: Resource temporarily unavailable"
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [f"waits {message}", f"starts {message}"]


def test_the_pool_has_as_many_workers_as_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for threads in (3, 1, 2):
        runtime.start(threads)
        assert runtime.worker_count() == threads
    monkeypatch.setenv("ASYNCIR_NUM_THREADS", "3")
    runtime.start()
    assert runtime.worker_count() == 3
    runtime.stop()


def test_what_is_alive_is_counted() -> None:
    loaded = runtime.library()
    before = runtime.counts()
    loaded.asyncir_group_create.restype = ctypes.c_void_p
    group = loaded.asyncir_group_create(ctypes.c_int64(-1), b"here.mlir:1:2", None)
    assert runtime.counts().tasks == before.tasks + 1
    assert runtime.counts().errors == before.errors + 1
    error = loaded.asyncir_task_error(group)
    assert loaded.asyncir_error_code(error) == b"R013"
    assert loaded.asyncir_error_location(error) == b"here.mlir:1:2"
    loaded.asyncir_task_release(group, 1)
    assert runtime.counts() == before
    assert not runtime.end_stuck()


@needs(shutil.which("nm") is not None, "nm is not installed")
def test_the_table_of_symbols_is_that_of_the_library() -> None:
    command = ["nm", "-D", "--defined-only", str(runtime.shared_library())]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert sorted(line.split()[2] for line in lines) == sorted(runtime.symbols())
    assert all(runtime.symbols().values())


@pytest.mark.usefixtures("unloaded")
def test_a_library_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ASYNCIR_RUNTIME", str(tmp_path))
    with pytest.raises(DiagnosticError) as caught:
        runtime.library()
    assert refused("R003", caught.value).startswith(f"ASYNCIR_RUNTIME is '{tmp_path}', but there is no file")


@pytest.mark.usefixtures("unloaded")
def test_a_library_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "libasyncir_runtime.so").write_text("no library")
    monkeypatch.setenv("ASYNCIR_RUNTIME", str(tmp_path / "libasyncir_runtime.so"))
    with pytest.raises(DiagnosticError) as caught:
        runtime.library()
    assert "cannot be loaded" in refused("R003", caught.value)


@pytest.mark.usefixtures("unloaded")
def test_a_library_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    version = runtime.ABI_VERSION
    monkeypatch.setattr(runtime, "ABI_VERSION", 99)
    with pytest.raises(DiagnosticError) as caught:
        runtime.library()
    assert f"has version {version} of the runtime's interface, and 99 is needed" in refused(
        "R003", caught.value
    )


def test_a_folder_or_a_file_may_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    shared, static = runtime.shared_library(), runtime.static_library()
    for chosen in (shared.parent, shared, static):
        monkeypatch.setenv("ASYNCIR_RUNTIME", str(chosen))
        assert runtime.shared_library() == shared
        assert runtime.static_library() == static


def in_process(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process of its own, which it may end; `lib` is the library."""
    program = f"import ctypes\nlib = ctypes.CDLL({str(runtime.shared_library())!r})\n{code}"
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment, check=False)


HUGE = "(ctypes.c_int64(2**62), ctypes.c_int64(16))"


def test_a_frame_that_no_memory_can_hold_is_null() -> None:
    code = f"lib.asyncir_frame_allocate.restype = ctypes.c_void_p\nprint(lib.asyncir_frame_allocate(None, *{HUGE}))"
    done = in_process(code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "None\n", "")


def test_a_frame_written_out_by_hand_that_no_memory_can_hold_ends_the_process() -> None:
    done = in_process(f"lib.asyncir_handle_allocate(*{HUGE})")
    assert done.returncode == 2
    assert done.stderr == "error[R004]: no memory for a coroutine's frame of 4611686018427387904 bytes\n"


BLOCKING = """
import resource
Start = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
inner = Start(lambda context, worker: None)
lib.asyncir_runtime_start(1)
used = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmSize")) << 10
resource.setrlimit(resource.RLIMIT_AS, (used + (256 << 20),) * 2)  # less than the stack of one more thread
outer = Start(lambda context, worker: lib.asyncir_run(inner, None, None))
lib.asyncir_run(outer, None, None)
"""


def test_a_process_whose_threads_all_block_ends_where_there_can_be_no_more() -> None:
    done = in_process(BLOCKING, ASYNCIR_STACK_MB="1024")
    assert done.returncode == 2
    assert done.stderr.startswith("error[R005]: no thread can be created for the worker of one that blocks: ")


LEAKING = "lib.asyncir_runtime_start(2)\nlib.asyncir_task_create(ctypes.c_int64(8), ctypes.c_int64(8), 0)"


def test_counts_are_printed_at_exit_if_asked_for() -> None:
    done = in_process(LEAKING, ASYNCIR_LEAK_CHECK="1")
    assert (done.returncode, done.stderr) == (0, "asyncir: alive at exit: 1 tasks, 0 errors\n")
    assert in_process(LEAKING, ASYNCIR_LEAK_CHECK="0").stderr == ""
