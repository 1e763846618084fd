"""The programs of examples/tasks: right natively and interpreted; each broken variant has a race that a run shows."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.ir import ModuleOp
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module
from tests.examples.task_programs import FOLDER, PROGRAMS, Arguments, Broken, TaskProgram, given
from tests.oracle import mlir_opt, needs_mlir

SCHEDULES = ("earliest", "latest", "seed:1", "exhaustive")
VARIANTS = [
    pytest.param(broken, text, id=f"{program.name}-{broken.name.replace(' ', '_')}")
    for program in PROGRAMS
    for broken, text in program.variants()
]
INPUTS = [
    pytest.param(program, arguments, id=f"{program.name}-{n}")
    for program in PROGRAMS
    for n, arguments in enumerate(program.inputs)
]


@cache
def compiled(program: TaskProgram) -> asyncir.Compiled:
    return asyncir.compile(program.text, filename=f"{program.name}.mlir", threads=2)


@cache
def module(program: TaskProgram) -> ModuleOp:
    return parse_module(program.text, f"{program.name}.mlir")


def assert_right(program: TaskProgram, given: Arguments, results: Arguments, after: Arguments) -> None:
    expected: Any = program.reference(*given)
    np.testing.assert_allclose(program.seen(results, after), expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize(("program", "arguments"), INPUTS)
def test_natively(
    program: TaskProgram, arguments: Arguments, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    passed = given(arguments)
    result = compiled(program).main(*passed)
    assert_right(program, arguments, (result,), passed)


@pytest.mark.parametrize(("program", "arguments"), INPUTS)
def test_interpreted(program: TaskProgram, arguments: Arguments) -> None:
    for schedule in SCHEDULES:
        passed = given(arguments)
        outcome = interpret(module(program), "main", passed, parse_schedule(schedule))
        assert outcome.diagnostics == ()
        assert outcome.others == ()
        assert_right(program, arguments, outcome.results, passed)


@pytest.mark.parametrize(("broken", "text"), VARIANTS)
def test_a_broken_variant_races(broken: Broken, text: str) -> None:
    outcome = interpret(parse_module(text), "main", given(broken.shows), parse_schedule(broken.schedule))
    assert [d.code for d in outcome.diagnostics] == ["S001"]


def test_each_program_is_in_the_table_and_can_be_broken() -> None:
    assert {program.name for program in PROGRAMS} == {path.stem for path in FOLDER.glob("*.mlir")}
    for program in PROGRAMS:
        assert len(program.broken) >= 2
        names = [broken.name for broken in program.broken]
        assert len(set(names)) == len(names)


@needs_mlir
def test_mlir_opt_reads_those_that_use_nothing_of_ours() -> None:
    texts = [p.text for p in PROGRAMS if "async.ready" not in p.text and " io." not in p.text]
    assert len(texts) >= 5
    mlir_opt("\n// -----\n".join(texts), "--split-input-file")


def test_each_says_how_to_run_it() -> None:
    for program in PROGRAMS:
        assert re.search(rf"^// asyncir run examples/tasks/{program.name}\.mlir", program.text, re.MULTILINE)
