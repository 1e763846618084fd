"""What the runs of a program show: its entry with each of some arguments, in all orders of its tasks that can differ."""

import shlex
from collections import Counter
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from asyncir.semantics import Exhaustive, Seeded, interpret, parse_schedule

from .writer import EXTENT

NUMBERS = (0, 1, 2, 3, -1)
INPUTS = tuple(product(NUMBERS, repeat=2))
MOST_STEPS = 20_000
LIMITS = Exhaustive(max_tasks=40, max_runs=1500)
UNJUDGED = {
    "S009": "too many orders or tasks",
    "S010": "too many steps",
    "S011": "too deep",
    "S012": "not interpreted",
}


def arguments(numbers):
    """What `@main` is called with: the numbers, and two arrays."""
    return [*numbers, *(np.arange(start, start + EXTENT, dtype=np.int64) for start in (0, 3))]


@dataclass
class Judged:
    """What was seen, by the numbers that were given."""

    races: dict[tuple[int, ...], tuple[str, str]] = field(default_factory=dict)
    """What the interpreter says, and the order in which tasks went on."""
    deadlocks: dict[tuple[int, ...], str] = field(default_factory=dict)
    fails: dict[tuple[int, ...], str] = field(default_factory=dict)
    undefined: dict[tuple[int, ...], str] = field(default_factory=dict)
    unjudged: Counter[str] = field(default_factory=Counter)
    warned: int = 0

    @property
    def verdict(self):
        if self.races:
            return "racy"
        if self.deadlocks:
            return "deadlocks"
        if self.unjudged:
            return "not judged"
        if self.undefined:
            return "undefined"
        return "fails" if self.fails else "clean"

    def shows_a_fault(self):
        return bool(self.races or self.deadlocks)


def judge(module, inputs=INPUTS, limits=LIMITS):
    """All orders with each of the inputs."""
    found = Judged()
    for numbers in inputs:
        outcome = interpret(module, "main", arguments(numbers), limits, max_steps=MOST_STEPS)
        codes = _note(found, numbers, outcome)
        if "S001" not in codes and any(c[0] == "S" and c not in UNJUDGED and c != "S008" for c in codes):
            # Such a fault ends the search; behind it, or in another order, there may be a race.
            for seed in range(12):
                outcome = interpret(module, "main", arguments(numbers), Seeded(seed), max_steps=MOST_STEPS)
                if any(d.code == "S001" for d in outcome.diagnostics):
                    _note(found, numbers, outcome)
                    break
    return found


def _note(found, numbers, outcome):
    """Write down what one search has come to; the codes that it has said."""
    codes = set()
    for each in (outcome, *outcome.others):
        for said in each.diagnostics:
            codes.add(said.code)
            if said.code == "S001":
                found.races.setdefault(numbers, (said.message, " ".join(each.trace)))
            elif said.code == "R104":
                found.deadlocks.setdefault(numbers, said.message)
            elif said.code in UNJUDGED:
                found.unjudged[f"{UNJUDGED[said.code]} ({said.code})"] += 1
            elif said.code == "S008":
                found.warned += 1
            elif said.code[0] == "S":
                found.undefined.setdefault(numbers, f"{said.code}: {said.message}")
            else:
                found.fails.setdefault(numbers, f"{said.code}: {said.message}")
    return codes


def replay(module, command):
    """The codes that the command line of a witness shows: `asyncir run FILE --entry E --interpret HOW ARGUMENTS`."""
    from asyncir.driver.signatures import public_functions  # late: only a refutation has a command
    from asyncir.tools.literals import read_arguments

    words = shlex.split(command)[3:]
    given = {"--entry": "main", "--interpret": "latest"}
    texts = []
    while words:
        word = words.pop(0)
        if word in given:
            given[word] = words.pop(0)
        elif word != "--":
            texts.append(word)
    signature = next(s for s in public_functions(module) if s.name == given["--entry"])
    values = read_arguments(signature, tuple(texts))
    schedule = parse_schedule(given["--interpret"])
    outcome = interpret(module, signature.name, values, schedule, max_steps=10 * MOST_STEPS)
    return {d.code for each in (outcome, *outcome.others) for d in each.diagnostics}
