"""Each program of tests/programs comes to what its header says: natively, interpreted, and in mlir-runner."""

from __future__ import annotations

import pytest

from tests.differential import corpus, mlir_runner
from tests.differential.compare import CONFIGURATIONS, SCHEDULES, Call
from tests.differential.corpus import CorpusProgram, Run
from tests.differential.outcome import Outcome
from tests.differential.worker import Worker
from tests.oracle import mlir_opt, needs, needs_mlir

PROGRAMS = corpus.programs()
each = pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
READ = [p for p in PROGRAMS if not p.extension]
LOWERED = [p for p in PROGRAMS if p.mlir]
needs_runner = needs(mlir_runner.AVAILABLE, "mlir-runner 22 is not installed")


def call_of(run: Run) -> Call:
    """The call that a header's line describes."""
    return Call(run.entry, tuple(run.arguments), tuple(t for _, t in run.results))


def check(program: CorpusProgram, run: Run, how: str, found: Outcome) -> None:
    """The outcome is the expected one; a link of the expected chain without a message stands for any."""
    expected = run.expected
    where = f"{program.path}, @{run.entry}, {how}: {found}; expected: {expected}"
    assert found.kind == expected.kind, where
    if expected.kind == "values":
        assert found.values == (*expected.values, *corpus.expected_arrays(run.arguments)), where
    else:
        shown = tuple(
            a if " " in e else a.split(" ")[0] for a, e in zip(found.chain, expected.chain, strict=False)
        )
        assert (len(found.chain), shown) == (len(expected.chain), expected.chain), where
    if run.prints is not None:
        assert found.detail.split() == run.prints, where


def test_the_corpus_is_large() -> None:
    assert len(PROGRAMS) >= 60
    assert sum(len(p.runs) for p in PROGRAMS) >= 90


@each
def test_natively(program: CorpusProgram, worker: Worker) -> None:
    """-O0 and -O2, 1 and 2 threads; nothing stays alive. S4-1 S4-3 S4-4 S4-16 S4-17"""
    for run in program.runs:
        found = worker.native(program.text, call_of(run), CONFIGURATIONS)
        for how, outcome in zip(CONFIGURATIONS, found, strict=False):
            check(program, run, f"-O{how[0]}, {how[1]} threads", outcome)
        assert len(found) == len(CONFIGURATIONS)


@each
def test_interpreted(program: CorpusProgram, worker: Worker) -> None:
    """Under four schedules."""
    for run in program.runs:
        found = worker.interpreted(program.text, call_of(run), SCHEDULES)
        for how, outcome in zip(SCHEDULES, found, strict=False):
            check(program, run, how, outcome)
        assert len(found) == len(SCHEDULES)


@needs_mlir
@pytest.mark.parametrize("program", READ, ids=lambda p: p.name)
def test_mlir_opt_reads_it(program: CorpusProgram) -> None:
    mlir_opt(program.text)


@needs_runner
@pytest.mark.parametrize("program", LOWERED, ids=lambda p: p.name)
def test_mlir_runner_agrees(program: CorpusProgram) -> None:
    """S4-26"""
    for run in program.runs:
        if run.expected.kind == "values" and not any(a.is_memref for a in run.arguments):
            arguments = [(a.text, a.type) for a in run.arguments]
            whole = mlir_runner.with_entry(program.text, arguments, [t for _, t in run.results], run.entry)
            found = mlir_runner.run(whole, "entry")
            assert found.kind == "values", f"{program.path}: {found}"
            assert list(found.values) == [*(run.prints or []), *run.expected.values], program.path
