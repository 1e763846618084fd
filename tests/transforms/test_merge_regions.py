"""Merged regions give the same, fail where they failed, and are fewer; what may not be merged stays."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.regions.graphs import Graph, graph

COUNT = 12
PIPELINES = ["merge-regions", "merge-regions{least-work=0}", "merge-regions,merge-regions"]

pytestmark = pytest.mark.feature("S1-8")


def _regions(text: str) -> int:
    return text.count("async.region")


def _merged(text: str, pipeline: str = "merge-regions") -> str:
    module = parse_module(text, "program.mlir")
    run_pipeline(module, pipeline)
    return print_module(module)


def _check(program: Graph, text: str, order: str) -> None:
    memory = np.zeros(COUNT, np.int64)
    outcome = interpret(parse_module(text, "merged.mlir"), "main", [3, -5, memory], parse_schedule(order))
    if program.failing:
        said = str(outcome.diagnostics)
        assert any(f"{message}'" in said for message in program.failing)
        return
    # That nobody waits for a task that fails is a warning.
    assert {each.code for each in outcome.diagnostics} <= {"S008"}
    assert list(outcome.results) == program.results
    assert {n: memory[n] for n in program.cells} == program.cells


@pytest.mark.parametrize("fails", [False, True], ids=["right", "failing"])
@pytest.mark.parametrize("pipeline", PIPELINES)
def test_graphs_give_the_same_in_each_order(pipeline: str, fails: bool) -> None:
    before, after = 0, 0
    for seed in range(100):
        program = graph(seed, COUNT, fails)
        text = _merged(program.text, pipeline)
        before, after = before + _regions(program.text), after + _regions(text)
        for order in ("latest", "seed:1"):
            _check(program, text, order)
    assert after < (0.95 if "least-work" in pipeline else 0.75) * before


@pytest.mark.parametrize("seed", range(300, 320))
def test_graphs_give_the_same_natively(seed: int) -> None:
    program = graph(seed, COUNT, fails=seed % 2 == 0)
    main = asyncir.compile(_merged(program.text), threads=2).main
    memory = np.zeros(COUNT, np.int64)
    if program.failing:
        with pytest.raises(asyncir.ProgramError) as caught:
            main(3, -5, memory)
        assert any(caught.value.chain[-1].message.endswith(message) for message in program.failing)
    else:
        found = main(3, -5, memory)
        assert list(found if isinstance(found, tuple) else [found]) == program.results
        assert {n: memory[n] for n in program.cells} == program.cells


@pytest.mark.parametrize(
    ("pipeline", "message"),
    [
        ("merge-regions{least-work=-1}", "'least-work' is not negative"),
        ("form-regions{least-work=-1}", "'least-work' is not negative"),
        ("form-regions{longest=101}", "from 0 to 100"),
        ("form-regions{longest=-1}", "from 0 to 100"),
    ],
)
def test_options_out_of_range_are_refused(pipeline: str, message: str) -> None:
    with pytest.raises(asyncir.DiagnosticError, match=message) as caught:
        asyncir.run_pipeline(asyncir.parse("func.func @main() { return }"), pipeline)
    assert caught.value.diagnostics[0].code == "P003"
