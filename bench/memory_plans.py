"""Memory against overlap: plans beside what is simple, beside the solver's optimum, and beside IREE and onnxruntime.

    python -m bench.memory_plans --graphs [--folder build/networks] [--seconds 10]
    python -m bench.memory_plans --growth
    python -m bench.memory_plans --peaks --folder build/networks [--only inception_v1,resnet50]
    python -m bench.memory_plans --times --folder build/networks [--rounds 3]

`--graphs` plans 20 graphs: layered ones, chains, trees and diamonds from seeds, and the networks that bench.networks.prepare
wrote. Of each are shown bytes and longest chain one behind the other, with no dependency added, by first fit in the order of
the text, the front of plans that is found without a solver, and how far its plans are from the best that CP-SAT finds with
`--seconds` of work for each graph, and how far that is from what CP-SAT proves that nothing can be below (the gap); bytes
first, then time. It exits with 1 if a plan is wrong, or if one of the front is dominated by what is simple.

`--growth` has 128 to 8,192 independent reductions: seconds of this process for `form-regions` and `plan-memory`, and the
ratio of one number to the one before. `--peaks` has bytes that a network needs for what it computes, beside what
`iree-compile` says of its own and how much memory a first run of onnxruntime takes. `--times` compiles networks with and
without a plan, checks results, and shows times in turns, and how much a first run takes of memory (the peak of the process,
set back before).
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import asyncir
from asyncir.analyses.memory.lives import lives_of
from asyncir.analyses.memory.optimum import quickest, smallest
from asyncir.analyses.memory.ordering import front, unordered
from asyncir.analyses.memory.packing import clashes, fitted
from asyncir.analyses.memory.problem import MemoryPlan, MemoryProblem, faults, path_of
from asyncir.dialects.func import FuncOp
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from bench.networks.times import inputs

BEFORE = (
    "generate-runtime-verification,linalg-decompose-aggregated-ops,convert-elementwise-to-linalg,tile-linalg,"
    "linalg-fuse-elementwise-ops,approximate-math"
)
REGIONS = f"{BEFORE},form-regions{{longest=100}},split-regions,regions-to-execute,one-shot-bufferize"
SEQUENTIAL = f"{BEFORE},one-shot-bufferize"
APART = f"{BEFORE},one-shot-bufferize{{apart}},form-regions{{longest=100}},split-regions,regions-to-execute"
PIPELINES = {"sequential": SEQUENTIAL, "regions first": REGIONS, "memory first": APART}


# ---- graphs ----


def problem_of(before: list[list[int]], random: Random) -> MemoryProblem:
    """Each job makes a buffer, which those read that wait for it."""
    over, ended = [0] * len(before), [0] * len(before)
    users: list[list[int]] = [[job] for job in range(len(before))]
    for job, waits in enumerate(before):
        for each in waits:
            over[job] |= ended[each]
            users[each].append(job)
        ended[job] = over[job] | 1 << job
    jobs = range(len(before))
    return MemoryProblem(
        sizes=tuple(64 * random.randint(1, 64) for _ in jobs),
        uses=tuple(map(tuple, users)),
        past=tuple(over),
        job_of=tuple(jobs),
        costs=tuple(random.randint(1, 1000) for _ in jobs),
        before=tuple(map(tuple, before)),
    )


def layered(random: Random, jobs: int, width: int) -> list[list[int]]:
    """Each job waits for one to three of the layer before it, and at times for one further back."""
    before: list[list[int]] = []
    layers: list[list[int]] = []
    while len(before) < jobs:
        layer = list(range(len(before), min(jobs, len(before) + random.randint(1, width))))
        for _ in layer:
            waits = (
                set(random.sample(layers[-1], min(len(layers[-1]), random.randint(1, 3))))
                if layers
                else set[int]()
            )
            if len(layers) > 1 and random.random() < 0.2:
                waits.add(random.choice(random.choice(layers[:-1])))
            before.append(sorted(waits))
        layers.append(layer)
    return before


def chains(length: int, count: int) -> list[list[int]]:
    """Chains beside one another, which one job ends."""
    before = [[n - count] if n >= count else [] for n in range(length * count)]
    return [*before, list(range(len(before) - count, len(before)))]


def tree(leaves: int) -> list[list[int]]:
    """Pairs are joined until one is left."""
    before: list[list[int]] = [[] for _ in range(leaves)]
    row = list(range(leaves))
    while len(row) > 1:
        pairs = [row[n : n + 2] for n in range(0, len(row), 2)]
        row = []
        for pair in pairs:
            row.append(len(before))
            before.append(pair)
    return before


def diamonds(count: int, width: int) -> list[list[int]]:
    """One job, some that need it, one that needs all of those, and so on: a network with branches."""
    before: list[list[int]] = [[]]
    for _ in range(count):
        start = len(before) - 1
        before += [[start] for _ in range(width)]
        before.append(list(range(start + 1, start + 1 + width)))
    return before


def graphs(folder: Path | None) -> Iterator[tuple[str, MemoryProblem]]:
    """All graphs, with names."""
    for seed, (jobs, width) in enumerate([(16, 4), (20, 5), (24, 3), (32, 4), (40, 4), (60, 6), (100, 8)]):
        yield f"layers of {width}, {jobs}", problem_of(layered(Random(seed), jobs, width), Random(seed))
    for length, count in ((6, 3), (10, 4)):
        yield f"{count} chains of {length}", problem_of(chains(length, count), Random(length))
    for leaves in (8, 16, 32):
        yield f"tree, {leaves} leaves", problem_of(tree(leaves), Random(leaves))
    for count, width in ((5, 3), (9, 4)):
        yield f"{count} diamonds of {width}", problem_of(diamonds(count, width), Random(count))
    for place in networks(folder):
        module = parse_module((place / "model.mlir").read_text())
        run_pipeline(module, REGIONS)
        yield place.name, main_of(module)


def networks(folder: Path | None) -> list[Path]:
    """The folders of networks."""
    return (
        []
        if folder is None
        else [
            p
            for p in sorted(folder.iterdir())
            if (p / "model.onnx").exists() and (p / "expected.npy").exists()
        ]
    )


def main_of(module: ModuleOp) -> MemoryProblem:
    """The function with the most buffers, as a problem."""
    found = [lives for op in module.ops if isinstance(op, FuncOp) and (lives := lives_of(op)) is not None]
    return max(found, key=lambda lives: len(lives.buffers)).problem()


def simple(problem: MemoryProblem) -> dict[str, MemoryPlan]:
    """What somebody would do without a planner: written down here without the planner's own code, packing apart."""
    order = sorted(range(len(problem.sizes)), key=lambda b: problem.uses[b][0])
    matrix = clashes(problem, problem.past)
    offsets, peak = fitted(problem.sizes, matrix, order, tight=False)
    found = {"first fit": MemoryPlan(tuple(offsets), peak, path_of(problem, ()))}
    each: list[int] = []
    top = 0
    for size in problem.sizes:
        each.append(top)
        top += size
    found["greatest concurrency"] = MemoryPlan(tuple(each), top, path_of(problem, ()))
    # One behind the other, as the text has them: a buffer lives from its first moment to its last one.
    spans = [(uses[0], uses[-1]) for uses in problem.uses]
    near = np.array([[a[0] <= b[1] and b[0] <= a[1] for b in spans] for a in spans])
    np.fill_diagonal(near, False)
    offsets, peak = fitted(problem.sizes, near, order, tight=False)
    chain = tuple((a, a + 1) for a in range(len(problem.costs) - 1) if problem.tasks[a])
    found["sequential"] = MemoryPlan(tuple(offsets), peak, path_of(problem, chain), chain)
    return found


@dataclass
class Gaps:
    """How far plans are from what the solver found, and from what it proved that nothing can be below."""

    plans: int = 0
    proved: int = 0
    best: int = 0
    apart: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])
    open: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])

    def cell(self, problem: MemoryProblem, plan: MemoryPlan, seconds: float, bad: list[str]) -> str:
        """One plan beside the best with as long a chain, and beside the best with as many bytes."""
        exact = smallest(problem, plan.path, seconds, plan)
        quick = quickest(problem, plan.peak, seconds, plan)
        solved = (exact.plan, quick.plan)
        bad += ["the solver's plan is wrong" for each in solved if each is None or faults(problem, each)]
        assert exact.plan is not None
        assert quick.plan is not None
        over = plan.peak / exact.plan.peak - 1, plan.path / quick.plan.path - 1
        gap = exact.plan.peak / max(exact.bound, 1) - 1, quick.plan.path / max(quick.bound, 1) - 1
        self.plans += 1
        self.proved += exact.is_proved and quick.is_proved
        self.best += exact.is_proved and quick.is_proved and max(over) <= 0
        self.apart.append(over)
        self.open.append(gap)
        return f"{plan.peak}@{plan.path} +{over[0]:.1%}/+{over[1]:.1%}, gap {gap[0]:.1%}/{gap[1]:.1%}"

    def __str__(self) -> str:
        if not self.plans:
            return "no plan was held against the solver"
        cells = [
            [max(column), sum(column) / len(column)]
            for rows in (self.apart, self.open)
            for column in zip(*rows, strict=True)
        ]
        over_b, over_t, gap_b, gap_t = (f"{mean:.1%} (at most {most:.1%})" for most, mean in cells)
        return (
            f"{self.plans} plans, {self.proved} with both optima proved, {self.best} of them are it; above the best that "
            f"is known: bytes {over_b}, time {over_t}; that above what is proved: bytes {gap_b}, time {gap_t}"
        )


def compare(folder: Path | None, seconds: float) -> int:
    """All graphs, `seconds` of the solver's work for each; how many of them have a plan that is wrong or dominated."""
    wrong = 0
    gaps = Gaps()
    print(
        "graph                 jobs buffers | sequential            first fit              | front without a solver, optimum"
    )
    for name, problem in graphs(folder):
        beside = simple(problem)
        start = time.process_time()
        found = front(problem)
        took = time.process_time() - start
        bad = [each for plan in (*found, *beside.values()) for each in faults(problem, plan)]
        for what, plan in beside.items():
            if not any(mine.peak <= plan.peak and mine.path <= plan.path for mine in found):
                bad.append(f"dominated by {what}: {plan.peak} bytes, {plan.path} ns")
        share = seconds / (2 * len(found))
        cells = [
            gaps.cell(problem, plan, share, bad) if seconds else f"{plan.peak}@{plan.path}" for plan in found
        ]
        one, fit = beside["sequential"], beside["first fit"]
        print(
            f"{name:20} {len(problem.costs):5} {len(problem.sizes):7} | {one.peak}@{one.path} | {fit.peak}@{fit.path} | "
            f"{took:.1f} s: {'; '.join(cells)}",
            flush=True,
        )
        for each in bad:
            print(f"  WRONG: {each}")
        wrong += bool(bad)
    print(gaps)
    return wrong


# ---- growth ----


def reductions(count: int) -> str:
    """So many sums of rows, which need nothing of each other."""
    of, row = "tensor<64x1024xf32>", "tensor<64xf32>"
    arguments = ", ".join(f"%a{n}: {of}" for n in range(count))
    lines = [
        f"  %e{n} = tensor.empty() : {row}\n"
        f"  %f{n} = linalg.fill ins(%zero : f32) outs(%e{n} : {row}) -> {row}\n"
        f"  %r{n} = linalg.reduce {{ arith.addf }} ins(%a{n} : {of}) outs(%f{n} : {row}) dimensions = [1]"
        for n in range(count)
    ]
    results, types = ", ".join(f"%r{n}" for n in range(count)), ", ".join([row] * count)
    body = "\n".join(lines)
    zero, end = "  %zero = arith.constant 0.0 : f32", f"  return {results} : {types}"
    return f"func.func @main({arguments}) -> ({types}) {{\n{zero}\n{body}\n{end}\n}}\n"


def growth() -> None:
    """Seconds for extraction and planning."""
    gc.disable()
    last: float | None = None
    for count in (64, 128, 256, 512, 1024, 2048, 4096, 8192):
        module = parse_module(reductions(count))
        took: list[float] = []
        for step in (
            "form-regions{least-work=1000}",
            "split-regions,regions-to-execute,one-shot-bufferize",
            "plan-memory",
        ):
            start = time.process_time()
            run_pipeline(module, step)
            took.append(time.process_time() - start)
        both = took[0] + took[2]
        ratio = "" if last is None or count == 128 else f", {both / last:.2f} times the one before"
        print(
            f"{count:5} reductions: form-regions {took[0]:.3f} s, plan-memory {took[2]:.3f} s, both {both:.3f} s{ratio}",
            flush=True,
        )
        last = both


# ---- networks ----


def peaks(folder: Path, only: list[str]) -> None:
    """Bytes for what a network computes, weights apart."""
    for place in networks(folder):
        if only and place.name not in only:
            continue
        print(place.name)
        for name, pipeline in PIPELINES.items():
            module = parse_module((place / "model.mlir").read_text())
            run_pipeline(module, pipeline)
            problem = main_of(module)
            plans = front(problem)
            shown = ", ".join(f"{p.peak} at {p.path / plans[0].path:.3f}" for p in plans)
            print(
                f"  {name:14} apart {sum(problem.sizes)}, at once {unordered(problem).peak}, "
                f"bound {problem.least}; front: {shown}",
                flush=True,
            )
        print(f"  IREE           {iree_bytes(place)}")
        said = in_process("onnxruntime", place)
        print(f"  onnxruntime    {said.get('peak', said)} bytes more while it runs", flush=True)


def iree_bytes(place: Path) -> str:
    """What `iree-compile` says that a run allocates for a while."""
    tool, source = shutil.which("iree-compile"), place / "imported.mlir"
    if tool is None or not source.exists():
        return "is not there, or bench.networks.times has not imported the model for it"
    command = [
        tool,
        source,
        "--iree-hal-target-backends=llvm-cpu",
        "--iree-llvmcpu-target-cpu=host",
        "--iree-opt-level=O3",
        "--iree-scheduling-dump-statistics-format=json",
        "--iree-scheduling-dump-statistics-file=-",
        "-o",
        os.devnull,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return done.stderr.strip().splitlines()[0]
    text = done.stdout
    said = json.loads(text[text.index("{") : text.rindex("}") + 1])["stream-aggregate"]
    return f"{said['execution']['transient-memory-size']} bytes, {said['execution']['dispatch-count']} dispatches"


def resident() -> tuple[int, int]:
    """Bytes of this process in memory, and the most since the last call of `forget_peak`."""
    fields = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    now, peak = (int(fields[name].split()[0]) << 10 for name in ("VmRSS", "VmHWM"))
    return now, peak


def forget_peak() -> None:
    """Let the peak of this process count from now on."""
    Path("/proc/self/clear_refs").write_text("5")


def run_here(way: str, place: Path) -> None:
    """Run a network in this process, and say what that took."""
    given = inputs(place)
    if way == "onnxruntime":
        # late: only this process needs it
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # An arena is there, and touched, before the first run.
        session = onnxruntime.InferenceSession(
            str(place / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )
        named = dict(zip([each.name for each in session.get_inputs()], given, strict=True))

        def call() -> Any:
            return session.run(None, named)[0]
    else:
        program = asyncir.compile((place / f"{way}.planned.mlir").read_text())
        function = program[next(iter(program))]

        def call() -> Any:
            return function(*given)

    gc.collect()
    result = None
    grown: list[int] = []
    for _ in range(2):
        forget_peak()
        before, _ = resident()
        result = call()
        grown.append(resident()[1] - before)
    best, end = float("inf"), time.perf_counter() + 2.0
    while time.perf_counter() < end:
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    off = float(np.abs(np.asarray(result).ravel() - np.load(place / "expected.npy").ravel()).max())
    print(json.dumps({"ms": best * 1e3, "peak": max(grown), "off": off}))


def in_process(way: str, place: Path, threads: int = 1) -> dict[str, Any]:
    """The same in a process of its own."""
    environment = {**os.environ, "ASYNCIR_NUM_THREADS": str(threads), "OMP_NUM_THREADS": str(threads)}
    if way == "onnxruntime":
        environment["MALLOC_MMAP_THRESHOLD_"] = (
            "65536"  # What it frees goes back at once, and counts no more.
        )
    command = [sys.executable, "-m", "bench.memory_plans", "--one", way, str(place)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        return {"why": (done.stderr.strip().splitlines() or ["?"])[-1]}
    return json.loads(done.stdout.splitlines()[-1])


def times(folder: Path, only: list[str], rounds: int, threads: int) -> None:
    """Networks with and without plans."""
    ways = {name.replace(" ", "_"): pipeline for name, pipeline in PIPELINES.items()}
    ways |= {f"{name}_planned": f"{pipeline},plan-memory" for name, pipeline in ways.items()}
    for place in networks(folder):
        if only and place.name not in only:
            continue
        for way, pipeline in ways.items():
            module = parse_module((place / "model.mlir").read_text())
            run_pipeline(module, pipeline)
            (place / f"{way}.planned.mlir").write_text(print_module(module))
            in_process(way, place, threads)  # compiles it
        best: dict[str, dict[str, Any]] = {}
        for _ in range(rounds):
            for way in ways:
                said = in_process(way, place, threads)
                known = best.get(way)
                if known is None or said.get("ms", 1e9) < known.get("ms", 1e9):
                    best[way] = said
        print(f"{place.name}, {threads} threads")
        for way, said in best.items():
            if "ms" in said:
                print(
                    f"  {way:24} {said['ms']:8.2f} ms, first run: {said['peak'] / 1e6:6.1f} MB more, off by {said['off']:.1e}"
                )
            else:
                print(f"  {way:24} {said}")
            (place / f"{way}.planned.mlir").unlink()
        sys.stdout.flush()


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--graphs", action="store_true")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--peaks", action="store_true")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--only", default="", help="names of networks, with commas")
    parser.add_argument(
        "--seconds", type=float, default=10, help="of the solver's work for each graph; 0: none"
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--one", nargs=2, metavar=("WAY", "FOLDER"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    only = [each for each in asked.only.split(",") if each]
    if asked.one:
        run_here(asked.one[0], Path(asked.one[1]))
    if asked.growth:
        growth()
    if (asked.peaks or asked.times) and asked.folder is None:
        parser.error("--peaks and --times need --folder")
    if asked.peaks:
        peaks(asked.folder, only)
    if asked.times:
        times(asked.folder, only, asked.rounds, asked.threads)
    return 1 if asked.graphs and compare(asked.folder, asked.seconds) else 0


if __name__ == "__main__":
    sys.exit(main())
