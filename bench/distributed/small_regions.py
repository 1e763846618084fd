"""Many small regions on Dask, beside the same graph of plain functions by `dask.delayed`, in one run.

    python -m bench.distributed.small_regions [--width 100] [--layers 50] [--workers 2] [--rounds 5]

The graph is a stencil: each region adds three of the layer before it. `delayed` has its graph made before the clock starts;
ours makes it in each call. The three take turns, and the median of the rounds is compared. Goals: uncut at most 1.2 times as
long as delayed, cut for locality at most 0.8 times.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import dask
import numpy as np

from asyncir.driver.distribute import distribute
from asyncir.launch.dask.clusters import local_cluster
from bench.distributed.programs import SIZE, stencil_graph, stencil_text
from distributed import Client

GOALS = {"uncut": 1.2, "cut": 0.8}


def measured(functions: dict[str, Callable[[], Any]], rounds: int) -> tuple[dict[str, float], dict[str, Any]]:
    """The median seconds of each, which take turns after a first call; and what each gave."""
    results = {name: function() for name, function in functions.items()}
    times: dict[str, list[float]] = {name: [] for name in functions}
    for _ in range(rounds):
        for name, function in functions.items():
            start = time.perf_counter()
            function()
            times[name].append(time.perf_counter() - start)
    return {name: statistics.median(each) for name, each in times.items()}, results


def main() -> int:
    """Measure and print; 1 where a goal is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--width", type=int, default=100)
    parser.add_argument("--layers", type=int, default=50)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    text, a = stencil_text(asked.width, asked.layers), np.arange(SIZE, dtype=np.float32)
    with local_cluster(asked.workers) as cluster, Client(cluster) as client:
        start = time.perf_counter()
        uncut = distribute(text, client, cut=False, progress=False)
        prepared = time.perf_counter() - start
        cut = distribute(text, client, progress=False)
        delayed = stencil_graph(a, asked.width, asked.layers, lambda f: dask.delayed(f, pure=False))
        functions = {
            "delayed": lambda: client.compute(delayed).result(),
            "uncut": lambda: uncut(a),
            "cut": lambda: cut(a),
        }
        times, results = measured(functions, asked.rounds)
    same = all(np.allclose(results["delayed"], each, rtol=1e-4) for each in results.values())
    print(
        f"{uncut.regions} regions on {asked.workers} workers; prepared in {prepared:.1f} s; results equal: {same}"
    )
    print(f"tasks: delayed {uncut.regions}, uncut {len(uncut.tasks)}, cut {len(cut.tasks)}")
    met = same
    for name, seconds in times.items():
        ratio = seconds / times["delayed"]
        print(f"{name:8} {seconds:7.3f} s  {ratio:5.2f} x")
        met = met and ratio <= GOALS.get(name, ratio)
    print(f"goal: {'met' if met else 'missed'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
