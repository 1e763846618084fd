"""What a plan has to keep: results, no race in any order, and what the analysis says of itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

import asyncir
from asyncir.analyses.memory.lives import lives_of
from asyncir.analyses.memory.ordering import unordered
from asyncir.analyses.memory.problem import faults
from asyncir.dialects.func import FuncOp
from asyncir.ir import ModuleOp
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.source.verify import ensure_valid
from asyncir.transforms import run_pipeline
from bench.memory_programs.draw import OUT, Drawn

ORDERS = ("latest", "seed:1", "seed:2")


class PlanFault(Exception):
    """A program that is not what it was."""


def interpreted(module: ModuleOp, order: str) -> tuple[Any, Any]:
    """The array that the program fills, and what it returns; a race, or anything else that is wrong, is a fault."""
    out = np.zeros(OUT, np.int64)
    outcome = interpret(module, "main", [out], parse_schedule(order))
    if outcome.diagnostics:
        first = outcome.diagnostics[0]
        raise PlanFault(f"{order}: {first.code} {first.message}")
    return out, [np.asarray(each) for each in outcome.results]


def same(one: tuple[Any, Any], other: tuple[Any, Any], what: str) -> None:
    """Raise where two runs came to different things."""
    if not np.array_equal(one[0], other[0]):
        raise PlanFault(f"{what}: {other[0].tolist()}, not {one[0].tolist()}")
    for a, b in zip(one[1], other[1], strict=True):
        if not np.array_equal(a, b):
            raise PlanFault(f"{what}: returned {b.tolist()}, not {a.tolist()}")


def judged(
    drawn: Drawn, *, natively: bool, counts: Counter[str], plan: Callable[..., None] = run_pipeline
) -> None:
    """Plan the program without and with limits, and compare."""
    name = f"seed-{drawn.seed}.mlir"
    given = parse_module(drawn.text, name)
    expected = interpreted(given, "earliest")
    ways = ["split-regions,regions-to-execute,plan-memory" if drawn.seed % 4 == 0 else "plan-memory"]
    lives = next(lives_of(op) for op in given.ops if isinstance(op, FuncOp))
    assert lives is not None
    problem = lives.problem()
    free = unordered(problem)
    wrong = faults(problem, free)
    if wrong:
        raise PlanFault(wrong[0])
    kept = sum(each.size or 0 for each in lives.kept)
    counts["fixed" if problem.is_fixed else "may be ordered"] += 1
    counts["shares bytes"] += free.peak < sum(problem.sizes)
    if free.peak > problem.least:
        ways += [
            f"plan-memory{{memory-limit={kept + max(1, problem.least)}}}",
            f"plan-memory{{memory-limit={kept + (problem.least + free.peak) // 2}}}",
            f"plan-memory{{memory-limit={kept + (problem.least + 3 * free.peak) // 4}}}",
        ]
    for way in ways:
        module = parse_module(drawn.text, name)
        try:
            plan(module, way)
        except asyncir.DiagnosticError as error:
            if error.diagnostics[0].code != "P231":
                raise
            counts["no plan within the limit"] += 1
            continue
        ensure_valid(module, {name: drawn.text})
        counts["planned with a limit" if "limit" in way else "planned"] += 1
        for order in ORDERS:
            same(expected, interpreted(module, order), f"{way}, {order}")
        if natively:
            _natively(module, expected, way)
            counts["natively"] += 1


def _natively(module: ModuleOp, expected: tuple[Any, Any], way: str) -> None:
    compiled = asyncir.compile(print_module(module))
    for threads in (1, 2):
        with asyncir.Runtime(threads=threads) as runtime:
            out = np.zeros(OUT, np.int64)
            found = compiled.on(runtime)["main"](out)
            returned = [] if found is None else [np.asarray(found)]
            same(expected, (out, returned), f"{way}, natively, threads: {threads}")
