"""A worker of a Dask cluster is killed at a random moment of a run, again and again: the result has to be the same.

    python -m bench.distributed.killed [--kills 20] [--workers 2,4] [--seed 0]
    python -m bench.distributed.killed --scheduler [--kills 5]

The program multiplies matrices, in layers. A run that takes more than `--most` seconds counts as one that hangs. With
`--scheduler` that is killed instead, and each run has to end with R231 within ten seconds.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import numpy as np

import asyncir
from asyncir.driver.distribute import distribute
from asyncir.launch.dask.clusters import local_cluster, silence_log
from bench.distributed.programs import products_text, rotation
from distributed import Client

WIDTH, LAYERS, SIZE = 4, 40, 384


@contextmanager
def scheduler_process(workers: int) -> Generator[tuple[subprocess.Popen[str], str]]:
    """A scheduler and workers, each a process of its own; all are gone afterwards."""
    command = [
        sys.executable,
        "-m",
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-dashboard",
    ]
    started = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    processes = [started]
    assert started.stderr is not None
    draining = threading.Thread(target=started.stderr.read, daemon=True)
    try:
        address = next(line.split()[-1] for line in started.stderr if "Scheduler at:" in line)
        draining.start()
        worker = [
            sys.executable,
            "-m",
            "distributed.cli.dask_worker",
            address,
            "--no-dashboard",
            "--nthreads",
            "1",
            "--no-nanny",
        ]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        processes += [subprocess.Popen([*worker, "--death-timeout", "5"], **quiet) for _ in range(workers)]
        yield started, address
    finally:
        for process in processes:
            process.kill()
            process.wait()
        if draining.ident is not None:
            draining.join()
        started.stderr.close()


def beside(seconds: float, action: Any) -> threading.Thread:
    """Do something after so many seconds, in another thread."""

    def act() -> None:
        time.sleep(seconds)
        action()

    thread = threading.Thread(target=act)
    thread.start()
    return thread


def pids_of(client: Any, workers: int) -> list[int]:
    """The processes of the workers, once all are there: one that has just died may still be listed."""
    while True:
        client.wait_for_workers(workers)
        pids = list(client.run(os.getpid, on_error="return").values())
        if len(pids) == workers and all(isinstance(each, int) for each in pids):
            return pids


def worker_kills(workers: int, kills: int, most: float, draw: random.Random) -> bool:
    """Kill workers; whether all runs came to the same."""
    a, text = rotation(SIZE), products_text(WIDTH, LAYERS, SIZE)
    with local_cluster(workers) as cluster, Client(cluster) as client:
        function = distribute(text, client, cut=False, progress=False)
        expected = function(a)
        start = time.perf_counter()
        function(a)
        usual = time.perf_counter() - start
        times: list[float] = []
        same = 0
        for _ in range(kills):
            victim = draw.choice(pids_of(client, workers))
            thread = beside(draw.uniform(0, usual), lambda victim=victim: os.kill(victim, signal.SIGKILL))
            start = time.perf_counter()
            try:
                found = function.call([a], timeout=most)
                same += all(np.array_equal(x, y) for x, y in zip(expected, found, strict=True))
            except asyncir.DiagnosticError as error:
                print(f"  {error}")
            times.append(time.perf_counter() - start)
            thread.join()
    print(
        f"{workers} workers, {function.regions} regions, {len(function.tasks)} tasks: {same} of {kills} the same; "
        f"{usual:.2f} s without a kill, with one {min(times):.2f} to {max(times):.2f} s",
        flush=True,
    )
    return same == kills


def scheduler_kills(kills: int, most: float, draw: random.Random) -> bool:
    """Kill schedulers; whether all runs ended with the error in time."""
    a, text = rotation(SIZE), products_text(WIDTH, LAYERS, SIZE)
    ended, slowest = 0, 0.0
    for number in range(kills):
        with scheduler_process(2) as (process, address):
            client = Client(address, timeout=5)
            try:
                client.wait_for_workers(2)
                function = distribute(text, client, cut=False, progress=False)
                at = draw.uniform(0.05, 0.5)
                # In every second run it only stops, and its connections stay.
                how = signal.SIGKILL if number % 2 == 0 else signal.SIGSTOP
                thread = beside(at, lambda p=process, how=how: p.send_signal(how))
                start = time.perf_counter()
                try:
                    function.call([a], timeout=most)
                    print(
                        f"  a run was over after {time.perf_counter() - start:.2f} s, before the kill at {at:.2f} s?"
                    )
                except asyncir.DiagnosticError as error:
                    took = time.perf_counter() - start - at
                    slowest = max(slowest, took)
                    ended += error.diagnostics[0].code == "R231" and took < 10
                    print(f"  {how.name}, {took:.2f} s: {error}")
                thread.join()
            finally:
                process.kill()
                with contextlib.suppress(TimeoutError):
                    client.close(timeout=0.1)
    print(f"the scheduler gone: {ended} of {kills} runs ended with R231, after at most {slowest:.2f} s")
    return ended == kills


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--workers", default="2,4")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--most", type=float, default=60.0)
    parser.add_argument("--scheduler", action="store_true")
    asked = parser.parse_args()
    draw = random.Random(asked.seed)
    silence_log()
    if asked.scheduler:
        return 0 if scheduler_kills(asked.kills, asked.most, draw) else 1
    good = [worker_kills(int(n), asked.kills, asked.most, draw) for n in asked.workers.split(",")]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
