"""Random tensor programs, sequentially and on Dask: the results have to be equal.

    python -m bench.distributed.campaign --programs 300 --seed 50000

Programs are those of bench.tensor_programs. Each is compiled as it is and run in this process; then `form-regions` makes as
many regions of it as it can, and it runs on two workers, every second one with each region a task of its own. A program that
cannot leave the process, or that has no machine code, is counted by its code.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from typing import Any

import asyncir
from asyncir.driver.distribute import distribute
from asyncir.launch.dask.clusters import local_cluster, silence_log
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from bench.tensor_programs.draw import Program, program
from bench.tensor_programs.running import Unlike, compare, copies
from distributed import Client

SPLIT = "form-regions{least-work=1 longest=100}"


def on_dask(each: Program, client: Any, cut: bool, inputs: int, seen: Counter[str]) -> tuple[Any, ...]:
    """What two workers come to."""
    module = parse_module(each.text, f"seed-{each.seed}.mlir")
    run_pipeline(module, SPLIT)
    function = distribute(module, client, entry=each.name, cut=cut, progress=False)
    seen["regions"] += function.regions
    seen["tasks"] += len(function.tasks)
    seen["programs of several tasks"] += len(function.tasks) > 1
    found = function(*copies(each.inputs(inputs)))
    client.unregister_worker_plugin(function.code.name)
    return found if isinstance(found, tuple) else (found,)


def judge(seed: int, client: Any, seen: Counter[str]) -> str | None:
    """What is wrong with one program, if anything is."""
    each = program(seed)
    number = seed % 2
    try:
        native = asyncir.compile(each.text)[each.name](*copies(each.inputs(number)))
    except asyncir.DiagnosticError as error:
        seen[f"not compiled: {error.diagnostics[0].code}"] += 1
        return None
    expected = native if isinstance(native, tuple) else (native,)
    try:
        compare(each.results, expected, on_dask(each, client, seed % 4 < 2, number, seen))
    except Unlike as unlike:
        return str(unlike)
    except asyncir.DiagnosticError as error:
        code = error.diagnostics[0].code
        seen[f"refused: {code}"] += 1
        return None if code.startswith("P20") else str(error)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    seen["equal"] += 1
    return None


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=50000)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    asked = parser.parse_args()
    seen: Counter[str] = Counter()
    faults = 0
    silence_log()
    begin = time.perf_counter()
    with local_cluster(2) as cluster, Client(cluster) as client:
        for seed in range(asked.seed, asked.seed + asked.programs):
            if time.perf_counter() - begin > asked.seconds:
                print(f"stopped before seed {seed}")
                break
            wrong = judge(seed, client, seen)
            if wrong is not None:
                faults += 1
                print(f"seed {seed}: {wrong}", flush=True)
    for what, count in sorted(seen.items()):
        print(f"{count:7} {what}")
    print(f"{faults} faults, {time.perf_counter() - begin:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
