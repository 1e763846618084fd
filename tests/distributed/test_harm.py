"""Workers and schedulers that die, or are stuck, in the middle of a run; and the command line. Clusters are their own."""

from __future__ import annotations

import contextlib
import os
import pty
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.driver.distribute import distribute
from asyncir.launch.dask import running
from asyncir.launch.dask.clusters import connected, local_cluster, silence_log
from bench.distributed.killed import scheduler_process
from bench.distributed.programs import products_text, rotation
from tests.distributed import texts

ROTATION = rotation(192)


@pytest.fixture
def own() -> Iterator[Any]:
    """A client of a cluster that may be harmed."""
    from distributed import Client

    silence_log()
    with local_cluster(2) as cluster, Client(cluster, set_as_default=False) as client:
        yield client


@contextlib.contextmanager
def when_in_flight(client: Any, act: Any) -> Iterator[None]:
    """Do something as soon as the scheduler has results of some tasks, and others to do."""

    def watch() -> None:
        while not over.is_set():
            if client.run_on_scheduler(_in_flight):
                act()
                return

    over = threading.Event()
    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _in_flight(dask_scheduler: Any) -> bool:
    states = [task.state for task in dask_scheduler.tasks.values()]
    return states.count("memory") > 3 and "processing" in states


def failing(function: Any, *arguments: Any) -> Any:
    with pytest.raises(DiagnosticError) as caught:
        function(*arguments)
    return caught.value.diagnostics[0]


def test_a_worker_is_killed_in_the_middle(own: Any) -> None:
    function = distribute(products_text(4, 60, 192), own, cut=False)
    expected = function(ROTATION)
    victim = next(iter(own.run(os.getpid).values()))
    with when_in_flight(own, lambda: os.kill(victim, signal.SIGKILL)):
        found = function(ROTATION)
    for one, other in zip(expected, found, strict=True):
        np.testing.assert_array_equal(one, other)
    assert victim not in own.run(os.getpid).values()


def test_there_are_as_many_workers_as_are_asked_for() -> None:
    silence_log()
    for count in (1, 3):
        with connected(f"local:{count}") as client:
            assert list(client.nthreads().values()) == [1] * count


def test_a_region_that_kills_its_workers() -> None:
    import dask
    from distributed import Client

    silence_log()
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        local_cluster(1) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        function = distribute(texts.TRAPS, client)
        assert function(3) == 1
        diagnostic = failing(function, 0)
    assert diagnostic.code == "R230"
    assert "the region 'x' was on 1 workers that died" in diagnostic.message


def test_no_worker_is_left(own: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "NOBODY", 0.5)
    monkeypatch.setattr(running, "LOOK", 0.1)
    function = distribute(texts.DIAMOND, own)
    own.cluster.scale(0)
    a = np.zeros(4, np.float32)
    while own.nthreads():
        own.sync(own.scheduler.identity)
    assert failing(function, a, a).code == "R232"


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_the_scheduler_is_gone(how: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import Client

    silence_log()
    monkeypatch.setattr(running, "SILENCE", 1.0)
    monkeypatch.setattr(running, "LOOK", 0.5)
    with scheduler_process(1) as (process, address):
        client = Client(address, timeout=60, set_as_default=False)
        function = distribute(texts.WORKS, client)
        threading.Timer(0.3, lambda: process.send_signal(how)).start()
        diagnostic = failing(function, 1_000_000_000, 0.5)
        process.kill()
        with contextlib.suppress(TimeoutError):
            client.close(timeout=0.1)
    assert diagnostic.code == "R231"
    assert address in diagnostic.message


def command(file: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "asyncir", "run", str(file), *options]


def test_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "fails.mlir"
    file.write_text(texts.FAILS)
    with scheduler_process(2) as (_, address):
        for options, code, shown in (
            (["2", "--dask", address], 0, "4"),
            (["2", "--dask", address, "--no-cut", "--retries", "1", "--gather-limit", "1M"], 0, "4"),
            (["5", "--dask", address], 1, "error[R101]: assertion failed: n is too large"),
        ):
            done = subprocess.run(command(file, *options), capture_output=True, text=True, timeout=180)
            assert done.returncode == code, done.stderr
            assert shown in done.stdout + done.stderr
            assert "Traceback" not in done.stderr


def test_ctrl_c_ends_a_local_run_and_its_workers(tmp_path: Path) -> None:
    """The bar is drawn on a terminal, and says when there is something to interrupt."""
    file = tmp_path / "works.mlir"
    file.write_text(texts.WORKS)
    master, slave = pty.openpty()
    started = subprocess.Popen(
        command(file, "100000000000", "0.5", "--dask", "local:1"), stdout=subprocess.PIPE, stderr=slave
    )
    os.close(slave)
    shown = b""
    while b"0/1" not in shown:
        shown += os.read(master, 4096)
    children = psutil.Process(started.pid).children(recursive=True)
    started.send_signal(signal.SIGINT)
    out, _ = started.communicate(timeout=120)
    os.close(master)
    assert (started.returncode, out) == (130, b"")
    assert children
    # A worker that computes is killed by the system, which takes it a moment.
    _, left = psutil.wait_procs(children, timeout=60)
    assert not [one for one in left if one.is_running() and one.status() != psutil.STATUS_ZOMBIE]


@pytest.mark.parametrize(
    "options",
    [
        ["--retries", "1"],
        ["--no-cut"],
        ["--gather-limit", "1M"],
        ["--dask", "local:2", "--threads", "2"],
        ["--dask", "local:2", "--interpret", "latest"],
        ["--dask", "local:2", "--runtime", "serial"],
        ["--dask", "local:2", "--stats"],
        ["--dask", "local:2", "--memory-limit", "1G"],
        ["--dask", "local:2", "--detect-races"],
        ["--dask", "local:2", "--deterministic-reductions"],
        ["--dask", "local:2", "--timeline", "x.html"],
        ["--dask", "local:2", "--trace", "x"],
        ["--dask", "local:2", "--callbacks", "x.py"],
    ],
    ids=" ".join,
)
def test_options_that_do_not_fit(options: list[str], tmp_path: Path) -> None:
    from click.testing import CliRunner

    from asyncir.tools.cli import cli

    file = tmp_path / "program.mlir"
    file.write_text(texts.FAILS)
    result = CliRunner().invoke(cli, ["run", str(file), "2", *options])
    assert isinstance(result.exception, DiagnosticError)
    assert result.exception.diagnostics[0].code == "C074"
