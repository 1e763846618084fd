"""Token to count on one random program: is it right, and how exact is it?"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from asyncir.diagnostics import DiagnosticError
from tests.queues.exactness import Inexact, compare
from tests.queues.forms import forms
from tests.queues.formula import Thread, execute
from tests.queues.generator import generate
from tests.queues.inputs import random_inputs
from tests.queues.printer import arguments
from tests.queues.running import Runner, module_of, with_counts
from tests.queues.syntax import Program


@dataclass
class Counted:
    """What was found."""

    seed: int
    forms: set[str] = field(default_factory=set[str])
    runs: int = 0
    waits: int = 0
    """Dynamic ones."""
    inexact: Counter[str] = field(default_factory=Counter[str])
    """Dynamic waits that ask for more than the source does, by reason."""
    races: list[str] = field(default_factory=list[str])
    differences: list[str] = field(default_factory=list[str])
    source: list[str] = field(default_factory=list[str])
    """What is wrong with the token program itself."""


def count(seed: int, inputs: int = 4) -> Counted:
    """Make the program of the seed, and look at it."""
    program = generate(seed)
    return count_program(program, inputs)


def count_program(program: Program, number: int = 4) -> Counted:
    """Compare the program with what assign-wait-counts makes of it, on random inputs."""
    found = Counted(program.seed, forms(program))
    source = module_of(program, marks=True)
    try:
        target = with_counts(source.clone())
    except DiagnosticError as error:
        found.differences.append(f"refused: {error}")
        return found
    run_source, run_target = Runner(source), Runner(target, record=True)
    varying: dict[tuple[int, int], set[float]] = defaultdict(set)
    wrong: list[Inexact] = []
    for k, inputs in enumerate(random_inputs(program, number, 0)):
        expected = run_source(arguments(program, inputs, marks=True))
        if expected.failed or expected.outcome.races:
            found.source.append(expected.failed or f"race: {expected.outcome.races[0]}")
            continue
        for schedule in ("latest", f"seed:{k}" if k else "earliest"):
            ran = run_target(arguments(program, inputs, marks=True), schedule)
            found.runs += 1
            if ran.outcome.races:
                found.races.append(f"{inputs}: {ran.outcome.races[0]}")
            elif ran.failed or ran.memory != expected.memory:
                found.differences.append(f"{inputs}: {schedule}: {ran.failed or 'another result'}")
            if schedule != "latest" or ran.failed:
                continue
            for thread in range(program.threads):
                exact = execute(program, inputs, thread)
                events = [e for e in ran.outcome.events if e.thread == thread]
                figures = compare(program, exact, events)
                found.waits += figures.waits
                wrong += figures.inexact
                _note_counts(varying, exact)
    for one in wrong:
        found.inexact[_reason(one, varying[one.wait, one.fifo])] += 1
    return found


def _note_counts(varying: dict[tuple[int, int], set[float]], run: Thread) -> None:
    """Add the exact counts of a run's waits, FIFO by FIFO; a ready token sets no bound."""
    for number, entries in zip(run.numbers, run.waits, strict=True):
        of = {entry.fifo: entry.count for entry in entries}
        for fifo in run.groups:
            varying[number, fifo].add(of.get(fifo, math.inf))


def _reason(one: Inexact, counts: set[float]) -> str:
    """Why a dynamic wait is not exact."""
    if one.asked < one.exact:
        return "asks for less than the source"
    if counts == {math.inf}:
        return "another FIFO is waited for"
    if counts - {math.inf} and math.inf in counts:
        return "now and then the token is ready"
    if len(counts) > 1:
        return "the exact count varies"
    return "not explained"
