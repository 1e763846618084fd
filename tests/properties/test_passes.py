"""Passes on random programs: each leaves a valid program with the same outcome, and a second run changes nothing."""

from __future__ import annotations

from functools import cache

import pytest

from asyncir.dialects.verification import diagnose
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.differential.compare import call_of
from tests.differential.gen_core import Seeded
from tests.differential.generator import Program, generate
from tests.differential.interpreted import run_module
from tests.differential.outcome import Outcome

SAME = ("canonicalize", "cse", "licm", "dce", "inline", "convert-scf-to-cf")
"""Passes that must not change what a program does."""

TOGETHER = (
    "inline,canonicalize,cse,licm,canonicalize,dce",
    "convert-scf-to-cf,canonicalize,cse,dce",
    "licm,cse,licm,dce,convert-scf-to-cf,canonicalize,inline,canonicalize,cse",
)

IDEMPOTENT = ("canonicalize", "cse", "licm", "dce", "convert-scf-to-cf")
SEEDS = (*range(10), *range(60, 70))
SCHEDULES = ("earliest", "latest", "seed:1")


@cache
def program(seed: int) -> Program:
    return generate(Seeded(seed))


@cache
def before(seed: int) -> Outcome:
    """What the program comes to as it is."""
    made = program(seed)
    return run_module(parse_module(made.text), call_of(made), schedule_of(seed))


def schedule_of(seed: int) -> str:
    return SCHEDULES[seed % len(SCHEDULES)]


@cache
def after(text: str, pipeline: str) -> str:
    module = parse_module(text)
    run_pipeline(module, pipeline)
    assert diagnose(module) == [], text
    return print_module(module)


def unchanged(seed: int, pipeline: str) -> None:
    made = program(seed)
    text = after(made.text, pipeline)
    found = run_module(parse_module(text), call_of(made), schedule_of(seed))
    assert found.same(before(seed)), (
        f"seed {seed}, {schedule_of(seed)}: {before(seed)} became {found}\n{made.text}\n--- after\n{text}"
    )


@pytest.mark.parametrize("pipeline", [*SAME, *TOGETHER])
@pytest.mark.parametrize("first", [0, 10])
def test_the_outcome_stays(pipeline: str, first: int) -> None:
    for seed in SEEDS[first : first + 10]:
        unchanged(seed, pipeline)


@pytest.mark.parametrize("name", IDEMPOTENT)
def test_a_second_run_changes_nothing(name: str) -> None:
    for seed in SEEDS:
        once = after(program(seed).text, name)
        assert after(once, name) == once, f"seed {seed}\n{program(seed).text}"


def test_less_is_left_where_there_was_something_to_drop() -> None:
    """The passes do something: over all programs, ops go."""
    before = sum(program(seed).text.count("\n") for seed in range(20))
    left = sum(after(program(seed).text, "canonicalize,cse,dce").count("\n") for seed in range(20))
    assert left < before
