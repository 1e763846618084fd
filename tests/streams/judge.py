"""Whether a program is what it was before passes: no race, and the same cells, in several orders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from asyncir.dialects.verification import diagnose
from asyncir.ir import ModuleOp
from asyncir.semantics import Earliest, Latest, Outcome, Seeded, TaskSchedule, interpret
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.streams.structured import random_program

CELLS = 16
CASES = [(c, n) for c in (0, 1) for n in (0, 1, 3)]
"""Conditions and trip counts."""

Expected = dict[tuple[int, int], tuple[list[int], str]]


def schedules(seed: int) -> list[TaskSchedule]:
    """A few orders."""
    return [Earliest(), Latest(), Seeded(seed), Seeded(seed + 1)]


def run(module: ModuleOp, case: Sequence[int], schedule: TaskSchedule) -> tuple[Outcome, list[int]]:
    """One run: how it ended, and what is in the cells."""
    cells = np.zeros(CELLS, np.int64)
    outcome = interpret(module, "main", [cells, *case], schedule, max_steps=200_000)
    return outcome, cells.tolist()


@cache
def expected(seed: int) -> Expected:
    """For each case in which the program does not race, what comes out."""
    module, found = parse_module(random_program(seed)), Expected()
    for case in CASES:
        runs = [run(module, case, schedule) for schedule in schedules(seed)]
        if all(outcome.ok for outcome, _ in runs):
            found[case] = runs[0][1], runs[0][0].output
    return found


def difference(seed: int, pipeline: str) -> str:
    """What is wrong with a random program behind the passes; empty where nothing is."""
    module = parse_module(random_program(seed))
    wanted = expected(seed)
    run_pipeline(module, pipeline)
    assert diagnose(module) == []
    for case, (cells, output) in wanted.items():
        for schedule in schedules(seed):
            outcome, found = run(module, case, schedule)
            if not outcome.ok:
                return f"{case} {schedule}: {outcome.diagnostics[0]}"
            if (found, outcome.output) != (cells, output):
                return f"{case} {schedule}: {found} is not {cells}"
    return ""
