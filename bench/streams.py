"""Streams and events of random graphs of works, and how long `assign-streams` takes.

    python -m bench.streams [--programs 1000] [--times]

Each graph becomes a program in which every dependence is seen (`tests/streams/dags.py`): a lost one is a race, and a wrong
number in some order. It is run in random orders, small ones in all; streams are compared with the width, events with the
edges of the transitive reduction between streams. `--times` takes graphs of 512 to 8,192 works.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
from collections import Counter

import numpy as np

from asyncir.analyses.chain_covers import partial_order, width
from asyncir.analyses.stream_plans import StreamPlan, plan_streams
from asyncir.ir import ModuleOp
from asyncir.semantics import Exhaustive, Latest, Seeded, TaskSchedule, interpret
from asyncir.transforms import run_pipeline
from tests.streams.dags import Dag, expected, parse_dag, random_dag, reduced_edges, widest

SMALL = 8
"""Graphs of so many works are run in all orders, and their width is found by trying all sets."""
ORDERS = 4
GRAPHS = 4


def plan_of(module: ModuleOp, streams: int = 0) -> StreamPlan:
    """The plan for the function of a module; the host's waits are where they were."""
    return plan_streams(list(module.ops)[-1].regions[0], streams)


def cross_edges(dag: Dag, plan: StreamPlan) -> int:
    """How many edges of the transitive reduction go from one stream to another."""
    streams = list(plan.stream_of.values())  # works are in the order of the program
    return sum(streams[i] != streams[n] for i, n in reduced_edges(dag))


def runs_right(module: ModuleOp, dag: Dag, schedules: list[TaskSchedule]) -> bool:
    """Whether every order gives the right sums and none races."""
    for schedule in schedules:
        cells = np.zeros(max(len(dag), 1), np.int64)
        outcome = interpret(module, "main", [cells], schedule)
        if not outcome.ok or outcome.others or cells.tolist()[: len(dag)] != expected(dag):
            return False
    return True


def one(seed: int, count: Counter[str]) -> None:
    """Judge one graph."""
    rng = random.Random(seed)
    size = rng.randrange(1, SMALL + 1) if seed % 2 else rng.randrange(8, 33)
    dag = random_dag(rng, size, rng.choice([0.05, 0.15, 0.3, 0.5]), rng.choice([4, 8, 1 << 30]))
    module = parse_dag(dag)
    plan = plan_of(module)
    streams = len(set(plan.stream_of.values()))
    wide = widest(dag) if size <= SMALL else width(partial_order(dag))
    in_cross = sum(len(atoms) for waits in plan.waits.values() for _, atoms in waits)
    edges = cross_edges(dag, plan)
    host = len({atom for atoms in plan.host_waits.values() for atom in atoms})
    waited = {atom for waits in plan.waits.values() for _, atoms in waits for atom in atoms}
    count["programs"] += 1
    count["works"] += size
    count["streams"] += streams
    count["events for streams"] += len(waited)
    count["edges between streams"] += edges
    count["streams not the width"] += streams != wide
    count["more events than edges"] += len(waited) > edges or in_cross > edges
    count["events for the host"] += host
    run_pipeline(module, "assign-streams")
    schedules: list[TaskSchedule] = [Latest(), *(Seeded(seed * ORDERS + n) for n in range(ORDERS))]
    if size <= SMALL:
        schedules.append(Exhaustive(max_runs=2000))
    count["wrong"] += not runs_right(module, dag, schedules)
    few = parse_dag(dag)
    limit = max(1, wide // 2)
    run_pipeline(few, f"assign-streams{{streams={limit}}}")
    count["wrong with half of the streams"] += not runs_right(few, dag, schedules[:3])


def times() -> None:
    """How long planning and the whole pass take: processor time, the mean of four graphs."""
    gc.disable()
    print("works   plan (ms)   ratio   pass (ms)   ratio   streams")
    before: tuple[float, float] | None = None
    for size in (512, 1024, 2048, 4096, 8192):
        planned, whole, streams = 0.0, 0.0, 0
        for seed in range(GRAPHS):
            module = parse_dag(random_dag(random.Random(size + seed), size, 0.05, 40))
            began = time.process_time()
            plan = plan_of(module)
            planned += (time.process_time() - began) / GRAPHS
            streams += len(set(plan.stream_of.values())) // GRAPHS
            began = time.process_time()
            run_pipeline(module, "assign-streams")
            whole += (time.process_time() - began) / GRAPHS
        now = planned, whole
        ratios = ["", ""] if before is None else [f"{a / b:.2f}" for a, b in zip(now, before, strict=True)]
        print(
            f"{size:5}   {now[0] * 1e3:9.1f}   {ratios[0]:5}   {now[1] * 1e3:9.1f}   {ratios[1]:5}   {streams:7}"
        )
        before = now


def main() -> None:
    """Judge programs, or take times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--times", action="store_true")
    asked = parser.parse_args()
    if asked.times:
        times()
        return
    count: Counter[str] = Counter()
    for seed in range(asked.programs):
        one(seed, count)
    for name, number in count.items():
        print(f"{name:32}{number:8}")


if __name__ == "__main__":
    main()
