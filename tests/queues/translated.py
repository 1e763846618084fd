"""Translations between the ways to wait, judged by the interpreter: what is waited for at each step, before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from asyncir.dialects.interfaces.completion import waits_by_count
from asyncir.dialects.verification import diagnose
from asyncir.ir import ModuleOp, SSAValue
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import collect_remarks, run_pipeline
from tests.queues.count_programs import CELLS, INPUTS, generate_counts
from tests.queues.generator import Options, generate
from tests.queues.inputs import random_inputs
from tests.queues.printer import arguments, text_of
from tests.queues.retired import Run, is_as_loose, run

Arguments = Callable[[], Sequence[object]]
"""Makes the arguments of a run anew."""


@dataclass(frozen=True, slots=True)
class Source:
    """A program that waits by count, and how to run it."""

    name: str
    module: ModuleOp
    forms: frozenset[str]
    inputs: tuple[Arguments, ...]
    hardware: bool = False


@dataclass(slots=True)
class Judgement:
    """What became of one program."""

    runs: Counter[str] = field(default_factory=Counter[str])
    """How many runs wait for the same, for less (looser), for more (stricter), or do something else (different)."""
    races: int = 0
    """Runs that race before."""
    counts: Counter[str] = field(default_factory=Counter[str])
    """Of the waits by literal counts of the original: how many have the same one again, another, or went away."""
    remarks: Counter[str] = field(default_factory=Counter[str])
    text: str = ""

    @property
    def is_right(self) -> bool:
        """Whether no run does something else, or waits for more without a remark that says why.

        A group that is committed to a computed queue has no constant age in the FIFO of one of them (Q020, Q022).
        """
        limited = self.remarks["Q020"] or self.remarks["Q022"]
        return set(self.runs) <= {"same", "looser", *(("stricter",) if limited else ())}


def count_source(seed: int, *, finished: bool = False, runs: int = 4) -> Source:
    """A random program with any counts, of which most race."""
    program = generate_counts(seed, finished=finished)
    chosen = [INPUTS[(seed + k) % len(INPUTS)] for k in range(runs)]
    inputs = tuple(lambda n=n, p=p, s=s: _arguments(n, p, s) for n, p, s in chosen)
    return Source(f"counts {seed}", parse_module(program.text, "p.mlir"), frozenset(program.forms), inputs)


def _arguments(n: int, p: bool, s: int) -> Sequence[object]:
    return [np.arange(CELLS, dtype=np.float32), np.zeros(CELLS, np.float32), n, p, s]


def right_source(seed: int, *, runs: int = 2) -> Source:
    """A random program with tokens that is right, its waits made counts by `assign-wait-counts`."""
    hardware = seed % 3 == 0
    program = generate(seed, Options(threads=1 + seed % 2, nvgpu=hardware))
    module = parse_module(text_of(program), "p.mlir")
    run_pipeline(module, "assign-wait-counts")
    # Parsed again, so that each op has a place of its own.
    module = parse_module(print_module(module), "p.mlir")
    inputs = tuple(lambda each=each: arguments(program, each) for each in random_inputs(program, runs, seed))
    return Source(f"tokens {seed}", module, frozenset({"right"}), inputs, hardware)


def judge_translation(source: Source, pipeline: str) -> Judgement:
    """Translate the program and compare all runs."""
    new = source.module.clone()
    judgement = Judgement()
    with collect_remarks() as remarks:
        run_pipeline(new, pipeline)
    judgement.remarks.update(remark.code for remark in remarks)
    judgement.text = print_module(new)
    assert diagnose(new) == [], f"{source.name}\n{judgement.text}"
    for make in source.inputs:
        before, after = run(source.module, make()), run(new, make())
        judgement.races += bool(before.races)
        judgement.runs[_verdict(before, after)] += 1
    judgement.counts = _compared(source.module, new)
    return judgement


def _verdict(before: Run, after: Run) -> str:
    """What the translation did to one run."""
    if before.failed != after.failed:
        return "different"
    if before.races == after.races and is_as_loose(after, before):
        return "same" if before.steps == after.steps else "looser"
    if after.races <= before.races and is_as_loose(before, after):
        return "stricter"
    return "different"


def _compared(old: ModuleOp, new: ModuleOp) -> Counter[str]:
    """For each literal count, whether all waits at its place have it again."""
    before, after = _literals(old), _literals(new)
    found: Counter[str] = Counter()
    for place, counts in before.items():
        if place not in after:
            found["gone"] += 1
        elif after[place] == counts:
            found["same"] += 1
        else:
            found["varies"] += 1
    return found


def _literals(module: ModuleOp) -> dict[str, set[int]]:
    """The literal counts of the waits at each place of the text; -1 for a computed one."""
    found: dict[str, set[int]] = {}
    for op in module.walk():
        trait = waits_by_count(op)
        if trait is not None:
            count = trait.count(op)
            number = -1 if isinstance(count, SSAValue) or count is None else count
            found.setdefault(str(op.location), set()).add(number)
    return {place: counts for place, counts in found.items() if counts != {-1}}
