"""Find and load libasyncir_runtime, the C++ runtime that compiled programs call.

The library is looked for where ASYNCIR_RUNTIME says (a file, or a folder with it), else in the installed package,
else in the build folder of a checkout, else where an editable install puts it. Only ctypes is imported here.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import struct
import sys
import sysconfig
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from asyncir.diagnostics import DiagnosticError, failure
from asyncir.diagnostics.parameters import expect, whole_number
from asyncir.launch.abi import bind, filled
from asyncir.launch.failures import ProgramError, take_error

ABI_VERSION = 9
"""ASYNCIR_ABI_VERSION of the runtime.h that the emitter was written for."""

_SHARED = "libasyncir_runtime.so"
_STATIC = "libasyncir_runtime.a"
_PACKAGE = Path(__file__).parents[1]
FOLDERS = (
    _PACKAGE / "_runtime",
    _PACKAGE.parents[1] / "build" / "runtime",
    Path(sysconfig.get_path("platlib"), "asyncir", "_runtime"),
)


@dataclass(frozen=True, slots=True)
class Counts:
    """What is alive in the runtime, and how many tasks it has started. Exact while no program runs."""

    tasks: int
    errors: int
    started: int


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """What tasks have of the system's memory, in bytes; what is free for reuse is part of it. `limit` 0: none."""

    in_use: int
    limit: int


_CONFIG = struct.Struct("qqii")
"""`asyncir_runtime_config` of runtime.h: threads, bytes of a stack, pin, loan."""


@cache
def library() -> Any:
    """The runtime, loaded once, with the types of its functions declared."""
    path = shared_library()
    try:
        loaded = ctypes.CDLL(str(path))
        version = loaded.asyncir_runtime_abi_version
    except (OSError, AttributeError) as error:
        _refuse(f"'{path}' cannot be loaded as asyncir's runtime: {error}")
    version.restype = ctypes.c_uint32
    if version() != ABI_VERSION:
        _refuse(f"'{path}' has version {version()} of the runtime's interface, and {ABI_VERSION} is needed")
    bind(loaded)
    # As with threads, the process ends when what it started has ended, or can never end.
    atexit.register(loaded.asyncir_runtime_stop)
    atexit.register(loaded.asyncir_runtime_end_stuck, None)  # the later one is called first
    atexit.register(_leave)
    return loaded


def _leave() -> None:
    """Before the process waits: what a Ctrl-C has ended waits for nothing, and another one ends the process at once."""
    import signal  # late: who does not load the runtime does without it

    interrupted = issubclass(getattr(sys, "last_type", None) or Exception, KeyboardInterrupt)
    pending = sys.modules.get("asyncir.launch.pending") if interrupted else None
    if pending is not None:
        pending.cancel_calls()
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if usual and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def shared_library() -> Path:
    """Where the runtime is that this process loads."""
    return _find(_SHARED)


def static_library() -> Path:
    """Where the runtime is that executables are linked with."""
    return _find(_STATIC)


def _find(name: str) -> Path:
    chosen = os.environ.get("ASYNCIR_RUNTIME")
    if chosen:
        path = Path(chosen)
        if path.is_dir():
            path /= name
        elif path.suffix != Path(name).suffix:  # a file is of one kind; the other lies beside it
            path = path.with_name(name)
        if not path.is_file():
            _refuse(f"ASYNCIR_RUNTIME is '{chosen}', but there is no file '{path}'")
        return path
    found = next((folder / name for folder in FOLDERS if (folder / name).is_file()), None)
    if found is None:
        _refuse(f"the runtime's library '{name}' is neither in '{FOLDERS[0]}' nor in '{FOLDERS[1]}'")
    return found


def _refuse(message: str) -> NoReturn:
    help = "install asyncir from a wheel, or build the runtime with `make runtime`"
    raise failure("R003", message, help)


@cache
def symbols() -> Mapping[str, int]:
    """What the runtime offers to programs: its interface, and the functions of MLIR's runner utilities."""
    loaded = library()
    names = loaded.asyncir_runtime_symbols().decode().split()
    return {name: ctypes.cast(getattr(loaded, name), ctypes.c_void_p).value or 0 for name in names}


def start(threads: int = 0) -> None:
    """Make the pool have that many workers (0: as ASYNCIR_NUM_THREADS says, else one for each CPU)."""
    refuse_if_forked()
    if library().asyncir_runtime_start(_number(threads)) != 0:
        raise _start_error()


def limit_memory(size: int | str | None) -> None:
    """Bound the memory of all tasks together: bytes, or a text such as "512M" or "2G"; at least 1M.

    None: what ASYNCIR_MEMORY_LIMIT says, else no limit. At the limit, tasks that would be launched fail with R004 instead.
    """
    if size is not None:
        expect(size, (int, str), "the memory limit", "a size", 'give bytes, a text such as "512M", or None')
    text = None if size is None else str(size).encode()
    if library().asyncir_runtime_limit_memory(text) != 0:
        raise _start_error()


def memory() -> MemoryUse:
    """What tasks have of the system's memory, and how much they may have."""
    return filled(MemoryUse, library().asyncir_runtime_memory)


def _number(threads: int) -> int:
    return whole_number(threads, "the number of threads", "1 to 1024 can be asked for")


def _start_error() -> DiagnosticError:
    return failure("R001", library().asyncir_runtime_start_error().decode(errors="replace"))


def refuse_if_forked() -> None:
    """Raise R008 in a process that was forked from one whose workers were running: it has none of them."""
    if library().asyncir_runtime_forked():
        message = "this process was forked from one whose workers were running, and has none of them"
        raise failure("R008", message, "start it in another way: multiprocessing.get_context('spawn')")


class Runtime:
    """Workers of their own, beside those that the process has anyway: `compiled.on(runtime)` runs on them.

    `threads` is their number, by default ASYNCIR_NUM_THREADS or the number of CPUs. With `pin` each stays on one
    CPU, by default as ASYNCIR_PIN says; no two share one while there are enough. With `loan` a thread that waits for a
    call is one of the `threads`, and runs tasks meanwhile, by default as ASYNCIR_LOAN says. At the end of a `with` block,
    or with `close`, the runtime waits until none of its tasks is queued or running, and its workers end. What still waits
    then goes on in the process's own runtime.
    """

    def __init__(self, threads: int = 0, *, pin: bool | None = None, loan: bool | None = None):
        refuse_if_forked()
        for name, value in (("pin", pin), ("loan", loan)):
            if value is not None:
                expect(value, bool, name, "True, False or None")
        wishes = (-1 if wish is None else int(wish) for wish in (pin, loan))
        config = _CONFIG.pack(ctypes.c_int64(_number(threads)).value, 0, *wishes)
        self._handle: int | None = library().asyncir_runtime_create(config)
        if self._handle is None:
            raise _start_error()

    @property
    def threads(self) -> int:
        """The number of workers."""
        with self.selected():
            return worker_count()

    @contextmanager
    def selected(self) -> Generator[None]:
        """Meanwhile, what this thread runs, it runs here."""
        if self._handle is None:
            raise failure("R009", "the runtime is closed", "make another one")
        select = library().asyncir_runtime_select
        before = select(self._handle)
        try:
            yield
        finally:
            select(before)

    def close(self) -> None:
        """Wait until nothing runs here, and end the workers. The second time nothing is done."""
        handle, self._handle = self._handle, None
        if handle is not None and not library().asyncir_runtime_destroy(handle):
            self._handle = handle
            message = "a runtime is closed by one of its own workers, which cannot wait for itself"
            raise failure("R009", message, "close it in a thread of your own")

    def __enter__(self) -> Runtime:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "closed" if self._handle is None else f"threads={self.threads}"
        return f"<asyncir.Runtime {state}>"


def stop() -> None:
    """Wait until nothing runs, end what is stuck, stop the workers. The next program starts them again."""
    library().asyncir_runtime_stop()


def worker_count() -> int:
    """The number of workers; starts them if nothing has yet."""
    refuse_if_forked()
    count = library().asyncir_runtime_worker_count()
    if count == 0:
        raise _start_error()
    return count


def end_stuck() -> ProgramError | None:
    """Wait until nothing runs; end what still waits, as after a deadlock. The first such error; None: nothing did."""
    why = ctypes.c_void_p()
    runtime = library()
    if not runtime.asyncir_runtime_end_stuck(ctypes.byref(why)):
        return None
    assert why.value is not None
    return take_error(runtime, why.value)


@contextmanager
def blocking() -> Generator[None]:
    """What blocks inside keeps no worker: if this thread runs one, another does so meanwhile."""
    runtime = library()
    thread = runtime.asyncir_blocking_begin()
    try:
        yield
    finally:
        runtime.asyncir_blocking_end(thread)


@contextmanager
def crash_reports() -> Generator[None]:
    """Meanwhile, if the program makes this process crash, say so and exit with 1."""
    runtime = library()
    runtime.asyncir_crash_reports_begin(None)
    try:
        yield
    finally:
        runtime.asyncir_crash_reports_end()


def on_worker() -> bool:
    """Whether this thread runs a worker now, as where it is told that a call is over."""
    return library().asyncir_worker_current() is not None


def counts() -> Counts:
    """Wait until nothing runs and count what is alive."""
    runtime = library()
    runtime.asyncir_runtime_wait_idle()
    return filled(Counts, runtime.asyncir_runtime_counts)
