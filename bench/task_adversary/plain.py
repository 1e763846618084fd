"""Every order of a program's tasks, without any reduction, against the reduction of the interpreter.

A run stops at every scheduling point at which the machine lets it, and goes on with each task that can.
"""

import time
from collections import Counter
from dataclasses import dataclass, replace

import asyncir
from asyncir.diagnostics import Severity
from asyncir.semantics.core.faults import InterpreterFault, error_diagnostic
from asyncir.semantics.core.outcome import Outcome, Outcomes, arguments_of, exported
from asyncir.semantics.core.program import Program
from asyncir.semantics.tasks.explore import OrderExplorer
from asyncir.semantics.tasks.machine import TaskMachine
from asyncir.semantics.tasks.schedules import Policy, SeededPolicy

from .judge import LIMITS, MOST_STEPS, UNJUDGED, arguments

INPUTS = ((2, 1), (0, 3), (-1, 2), (3, 2))
MOST_RUNS = 1500
AT_RANDOM = 100
"""Runs beside these, for orders that differ early."""


class EveryChoice:
    """All runs, one after the other: at each choice first one, then the next."""

    def __init__(self):
        self.path = []
        """For each choice: which was taken, and how many there are."""

    def next(self):
        """Whether there is another run."""
        while self.path:
            taken, among = self.path[-1]
            if taken + 1 < among:
                self.path[-1] = (taken + 1, among)
                return True
            self.path.pop()
        return False


class PlainPolicy(Policy):
    """Follows the choices, and then takes the first."""

    switches_before = True
    switches_after = True

    def __init__(self, choices):
        self.choices, self.ready, self.depth = choices, [], 0

    def enabled(self, task):
        self.ready.append(task)

    def pick(self):
        if len(self.ready) < 2:
            return self.ready.pop() if self.ready else None
        self.ready.sort(key=lambda task: task.identity)
        path = self.choices.path
        if self.depth == len(path):
            path.append((0, len(self.ready)))
        taken = path[self.depth][0]
        self.depth += 1
        return self.ready.pop(taken)


class Searches:
    """Both searches over the runs of a module's `@main`."""

    def __init__(self, module):
        self.machine = TaskMachine()
        self.machine.max_steps = MOST_STEPS
        self.machine.max_tasks = LIMITS.max_tasks
        self.function = Program(module, self.machine).functions["main"]

    def run(self, given, make_policy):
        """One run: its outcome."""
        machine, function = self.machine, self.function
        values = arguments_of(function, given).values
        entry = machine.reset(make_policy)
        entry.op = function.op
        results = ()
        try:
            entry.enter(function.code, values)
            machine.policy.enabled(entry)
            machine.run()
            if entry.error is None and entry.results is not None:
                types = list(function.op.function_type.outputs.data)
                results = exported(entry.results, types, function.op)
            errors = [] if entry.error is None else [entry.error]
            said = [error_diagnostic(error) for error in errors]
            said += [error_diagnostic(e, Severity.WARNING) for e in machine.unseen if not e.seen]
        except InterpreterFault as fault:
            said = [fault.diagnostic]
        return Outcome(results, "".join(machine.output), tuple(said), tuple(machine.trace))

    def plain(self, numbers, most=MOST_RUNS):
        """The outcomes of every order, and whether these were all; how many runs it took."""
        given, choices, runs = arguments(numbers), EveryChoice(), 0
        outcomes = Outcomes(given)
        while True:
            outcomes.restore()
            _keep(outcomes, self.run(given, lambda task: PlainPolicy(choices)))
            runs += 1
            if not choices.next():
                return outcomes, True, runs
            if runs >= most:
                break
        for seed in range(AT_RANDOM):
            outcomes.restore()
            _keep(outcomes, self.run(given, lambda task, seed=seed: SeededPolicy(seed)))
        return outcomes, False, runs + AT_RANDOM

    def reduced(self, numbers, most=MOST_RUNS):
        """The same by the interpreter's search, which ends at the first run that is wrong."""
        given = arguments(numbers)
        outcomes = Outcomes(given)
        explorer = OrderExplorer(self.machine, replace(LIMITS, max_runs=most))

        def run(make_policy):
            outcomes.restore()
            outcome = self.run(given, make_policy)
            if not explorer.redundant:
                _keep(outcomes, outcome)
            return explorer.redundant or not _wrong(outcome)

        return outcomes, explorer.explore(run) is None, explorer.runs


def _keep(outcomes, outcome):
    said = sorted(f"{d.code} {d.message} {d.notes}" for d in outcome.diagnostics)
    outcomes.add(outcome, *said)


def _wrong(outcome):
    return any(d.severity is Severity.ERROR and d.code[0] == "S" for d in outcome.diagnostics)


@dataclass
class Compared:
    """Both searches with one input."""

    standing: str
    """`all`, `in part`, `left out`, or `DIFFERENT`."""
    detail: str = ""
    runs: tuple[int, int] = (0, 0)
    outcomes: int = 0
    wrong: bool = False
    """Whether both have a fault that ends a run."""


def compare(searches, numbers, most=MOST_RUNS):
    """Whether the searches agree: on what is wrong, and where nothing is on all outcomes."""
    reduced, full, few = searches.reduced(numbers, most)
    count = len(reduced.found)
    if not full or _codes(reduced) & set(UNJUDGED):
        return Compared("left out", "a limit was met", (few, 0), count)
    plain, whole, many = searches.plain(numbers, most)
    runs = (few, many)
    if _codes(plain) & set(UNJUDGED):
        return Compared("left out", "a limit was met", runs, count)
    wrong = [any(_wrong(o) for o, _ in found.found.values()) for found in (reduced, plain)]
    if wrong[0] and (wrong[1] or not whole):
        # The reduction has ended at its first fault.
        return Compared("all" if whole else "in part", "", runs, count, wrong=wrong[1])
    missed, invented = set(plain.found) - set(reduced.found), set(reduced.found) - set(plain.found)
    if invented and whole:
        detail = f"no plain run has {_said(reduced.found[min(invented, key=repr)][0])}"
        return Compared("DIFFERENT", detail, runs, count)
    if missed:
        detail = f"the reduction misses {_said(plain.found[min(missed, key=repr)][0])}"
        return Compared("DIFFERENT", detail, runs, count)
    return Compared("all" if whole else "in part", "", runs, count)


def _codes(outcomes):
    return {d.code for o, _ in outcomes.found.values() for d in o.diagnostics}


def _said(outcome):
    said = "; ".join(f"{d.code} {d.message}" for d in outcome.diagnostics)
    return f"[{said}] output {outcome.output!r} results {outcome.results} order {' '.join(outcome.trace)}"


def examine_plain(text, most=MOST_RUNS):
    """A record: how the searches compare with each input."""
    before = time.process_time()
    record = {"faults": [], "plain": Counter(), "runs": [0, 0], "several": 0, "wrong": 0}
    searches = Searches(asyncir.parse(text, "p.mlir"))
    for numbers in INPUTS:
        one = compare(searches, numbers, most)
        record["plain"][one.standing] += 1
        record["runs"] = [a + b for a, b in zip(record["runs"], one.runs, strict=True)]
        record["several"] += one.outcomes > 1
        record["wrong"] += one.wrong
        if one.standing == "DIFFERENT":
            record["faults"].append(("difference", f"main{numbers}: {one.detail}"))
    return {**record, "standing": "plain", "judging": time.process_time() - before}
