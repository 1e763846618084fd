"""Modulo schedules of the loops of real kernels: the optimal interval, that of a list schedule, the lower bound.

    python bench/schedules.py [--machine dma-vector-tensor] [--limit 2] [--json OUT]

For each loop of bench/loops: how many cycles lie between two iterations, at best (CP-SAT) and in a list schedule, and what no
schedule can do better. Each schedule is played, cycle by cycle, by code that shares none with the schedulers
(tests/pipelines/occupancy.py), and the pipelined loop is run by the interpreter beside the loop as it was. Exit status 1
where a claim fails: the optimum is the lower bound on 90 % of the loops, it is never worse than the list schedule, nothing is
broken, all results are the same.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

import numpy  # noqa: E402

from asyncir.analyses.modulo.loop import problem_of  # noqa: E402
from asyncir.analyses.modulo.optimal import listed, optimal  # noqa: E402
from asyncir.analyses.modulo.problem import Problem  # noqa: E402
from asyncir.dialects.memref_layout import shape_of  # noqa: E402
from asyncir.dialects.pipelining import statements_of  # noqa: E402
from asyncir.ir import MemRefType, ModuleOp  # noqa: E402
from asyncir.semantics import interpret, parse_schedule  # noqa: E402
from asyncir.source.text import parse_module  # noqa: E402
from asyncir.transforms import run_pipeline  # noqa: E402
from tests.pipelines.occupancy import faults  # noqa: E402

LOOPS = ROOT / "bench" / "loops"
SHARE = 0.9


@dataclass(frozen=True)
class Row:
    """What was found for one loop."""

    loop: str
    statements: int
    sequential: int
    bound: int
    bound_by: str
    optimal: int
    proved: bool
    list: int
    stages: int
    list_stages: int
    seconds: float
    list_seconds: float
    wrong: tuple[str, ...]


def problem_in(module: ModuleOp, machine: str, stages: int = 8) -> Problem:
    """The scheduling problem of the program's loop."""
    run_pipeline(module, f"form-statements,assign-latencies{{machine={machine}}}")
    loop = next(op for op in module.walk() if statements_of(op))
    return problem_of(loop, statements_of(loop), most_stages=stages)


def row_of(file: Path, machine: str, limit: float, *, run: bool = True) -> Row:
    """Schedule the loop of a file in both ways, and judge both."""
    problem = problem_in(parse_module(file.read_text(), file.name), machine)
    started = time.perf_counter()
    quick = listed(problem)
    list_seconds = time.perf_counter() - started
    started = time.perf_counter()
    best = optimal(problem, limit)
    seconds = time.perf_counter() - started
    wrong = [
        fault
        for schedule in (quick.schedule, best.schedule)
        for fault in faults(problem, schedule.interval, schedule.starts)
    ]
    if run:
        wrong += [
            f"{method}: {fault}" for method in ("optimal", "list") for fault in changed(file, machine, method)
        ]
    return Row(
        *(file.stem, len(problem.tasks), problem.sequential, best.bound.interval, best.bound.kind),
        *(best.schedule.interval, best.optimal, quick.schedule.interval),
        *(best.schedule.stages, quick.schedule.stages, seconds, list_seconds, tuple(wrong)),
    )


def changed(file: Path, machine: str, method: str) -> list[str]:
    """What the pipelined loop does otherwise than the loop."""
    before = _outcome(parse_module(file.read_text(), file.name), "latest")
    if before[1]:
        return [f"the loop itself goes wrong: {before[1][0]}"]
    module = parse_module(file.read_text(), file.name)
    run_pipeline(module, f"software-pipeline{{machine={machine} schedule={method}}}")
    return [
        f"{schedule}: another result, or a race"
        for schedule in ("latest", "earliest")
        if _outcome(module, schedule) != before
    ]


def _outcome(module: ModuleOp, schedule: str) -> tuple[list[object], list[tuple[str, str]], object]:
    """What the arrays hold, and what is wrong, races included."""
    function = next(op for op in module.walk() if op.name == "func.func")
    arguments = [_argument(number, value.type) for number, value in enumerate(function.regions[0].block.args)]
    end = interpret(module, "main", arguments, parse_schedule(schedule))
    arrays = [a.tolist() for a in arguments if isinstance(a, numpy.ndarray)]
    return arrays, [(d.code, d.message) for d in end.diagnostics], end.races


def _argument(number: int, type_: object) -> object:
    if not isinstance(type_, MemRefType):
        return 0.5
    shape = [size or 1 for size in shape_of(type_)]
    kind = {"f32": "float32", "i32": "int32", "i8": "int8"}[str(type_.element_type)]
    rng = numpy.random.default_rng(number)
    values = rng.integers(1, 9, shape)
    return (values / 8 if kind == "float32" else values).astype(kind)


def table(rows: list[Row]) -> str:
    """The rows as text."""
    head = f"{'loop':18} {'stmts':>5} {'seq':>7} {'bound':>7} {'by':10} {'optimal':>8} {'list':>7} {'stages':>6} {'s':>7}"
    lines = [head]
    for r in rows:
        mark = "=" if r.optimal == r.bound else "proved" if r.proved else "?"
        lines.append(
            f"{r.loop:18} {r.statements:5} {r.sequential:7} {r.bound:7} {r.bound_by:10} {r.optimal:8} {r.list:7} "
            f"{r.stages:6} {r.seconds:7.2f}  {mark}{'  WRONG: ' + r.wrong[0] if r.wrong else ''}"
        )
    return "\n".join(lines)


def failed_claims(rows: list[Row]) -> list[str]:
    """The claims that the rows do not bear out."""
    equal = sum(row.optimal == row.bound for row in rows)
    found: list[str] = []
    if len(rows) < 12:
        found.append(f"there are {len(rows)} loops, and at least 12 are needed")
    if equal < SHARE * len(rows):
        found.append(f"the optimum is the lower bound on {equal} of {len(rows)} loops")
    found += [f"{row.loop}: a list schedule is better" for row in rows if row.optimal > row.list]
    found += [f"{row.loop}: {fault}" for row in rows for fault in row.wrong]
    return found


def main() -> int:
    """Print the table; 1 where a claim fails."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--machine", default="dma-vector-tensor")
    parser.add_argument("--limit", type=float, default=2.0)
    parser.add_argument("--json")
    options = parser.parse_args()
    rows = [row_of(file, options.machine, options.limit) for file in sorted(LOOPS.glob("*.mlir"))]
    print(table(rows))
    equal, proved = sum(row.optimal == row.bound for row in rows), sum(row.proved for row in rows)
    shorter, longer = sum(r.optimal < r.list for r in rows), sum(r.optimal > r.list for r in rows)
    print(f"{options.machine}: optimal = lower bound on {equal} of {len(rows)} loops; proved on {proved};")
    print(f"shorter than the list schedule on {shorter}, longer on {longer}")
    if options.json:
        Path(options.json).write_text(json.dumps([asdict(row) for row in rows], indent=1))
    failed = failed_claims(rows)
    for claim in failed:
        print(f"FAILED: {claim}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
