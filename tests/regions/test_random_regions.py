"""Random programs of regions give what they have to give: interpreted in several orders, natively, and in the other forms."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.regions.programs import program

SEEDS = range(120)

pytestmark = pytest.mark.feature("S1-1", "S1-2", "S1-14", "S1-17")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_program_gives_the_same_in_each_order(seed: int) -> None:
    text, results, cells = program(seed)
    module = parse_module(text, f"{seed}.mlir")
    assert print_module(parse_module(print_module(module), "again.mlir")) == print_module(module)
    for order in ("earliest", "latest", "seed:1", "seed:2"):
        memory = np.zeros(len(cells), np.int64)
        outcome = interpret(module, "main", [3, -5, memory], parse_schedule(order))
        assert not outcome.diagnostics
        assert [list(outcome.results), memory.tolist()] == [results, cells]


@pytest.mark.parametrize(
    "pipeline",
    ["regions-to-execute", "split-regions", "split-regions,regions-to-execute", "canonicalize,cse"],
)
def test_passes_leave_what_a_program_gives(pipeline: str) -> None:
    for seed in SEEDS:
        text, results, cells = program(seed)
        module = parse_module(text, f"{seed}.mlir")
        run_pipeline(module, pipeline)
        parse_module(print_module(module), f"{seed}.mlir")
        memory = np.zeros(len(cells), np.int64)
        outcome = interpret(module, "main", [3, -5, memory], parse_schedule("latest"))
        assert not outcome.diagnostics
        assert [list(outcome.results), memory.tolist()] == [results, cells]


@pytest.mark.parametrize("seed", range(200, 230))
def test_a_program_gives_the_same_natively(seed: int) -> None:
    text, results, cells = program(seed)
    for level in (0, 2):
        main = asyncir.compile(text, opt_level=level, threads=2).main
        for _ in range(20):
            memory = np.zeros(len(cells), np.int64)
            found = main(3, -5, memory)
            assert [list(found) if isinstance(found, tuple) else [found], memory.tolist()] == [results, cells]


def test_the_programs_have_all_that_regions_have() -> None:
    """Or the tests above would say little."""
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        text, _, _ = program(seed)
        for word in (
            "token(",
            "token_counts",
            " as %c",
            "scf.if",
            "scf.for",
            "memref.store",
            "async.region [%t",
            "async.await",
        ):
            seen[word] += word in text
    assert min(seen.values()) >= 10, seen
