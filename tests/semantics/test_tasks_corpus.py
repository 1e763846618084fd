"""What the headers of tests/tasks_corpus say is true by the interpreter."""

from __future__ import annotations

from collections import Counter

import pytest

import asyncir
from asyncir.semantics import Outcome
from tests.oracle import mlir_opt, needs_mlir
from tests.semantics.tasks_corpus import CORPUS, CorpusProgram

FAULTY = [p for p in CORPUS if p.verdict != "proved-or-unknown"]
CLEAN = [p for p in CORPUS if p.verdict == "proved-or-unknown"]


def codes(outcomes: tuple[Outcome, ...]) -> set[str]:
    return {d.code for outcome in outcomes for d in outcome.diagnostics}


@pytest.mark.parametrize("program", FAULTY, ids=lambda p: p.name)
def test_the_fault_is_shown(program: CorpusProgram) -> None:
    module = program.module()
    for call in program.show:
        assert program.fault & codes(call.run(module, call.schedule or "latest")), call


@pytest.mark.parametrize("program", [p for p in FAULTY if p.quiet], ids=lambda p: p.name)
def test_other_arguments_show_nothing(program: CorpusProgram) -> None:
    module = program.module()
    for call in program.quiet:
        assert codes(call.run(module, "latest")) <= {"S008"}, call


@pytest.mark.parametrize("program", CLEAN, ids=lambda p: p.name)
def test_no_order_has_a_fault(program: CorpusProgram) -> None:
    module = program.module()
    seen: set[str] = set()
    for call in program.clean:
        found = codes(call.run(module, "exhaustive"))
        assert found <= program.codes, call
        seen |= found
    assert seen == program.codes


def test_there_are_enough_of_each_kind() -> None:
    counted = Counter(p.verdict for p in CORPUS)
    assert counted["racy"] >= 60
    assert counted["proved-or-unknown"] >= 50
    assert counted["deadlock"] >= 8


def test_headers_fit_their_verdicts() -> None:
    for program in CORPUS:
        clean = program.verdict == "proved-or-unknown"
        assert bool(program.clean) is clean, program.name
        assert bool(program.show) is not clean, program.name
        assert not (clean and program.quiet), program.name
        assert program.text.startswith("// "), program.name


@needs_mlir
def test_mlir_opt_reads_those_that_are_no_extension() -> None:
    texts = [p.text for p in CORPUS if not p.extension]
    assert len(texts) >= 80
    mlir_opt("\n// -----\n".join(texts), "--split-input-file")


UNKNOWN = {
    "atomic_tickets_differ",
    "blocks_carry_a_token",
    "guard_that_never_holds",
    "hot_calls_hot",
    "ranks_differ",
    "recursion_hands_on_a_token",
    "table_without_duplicates",
}
"""Programs without a fault that are not proved yet."""
NOT_SHOWN = {"rank_that_depends_on_the_order", "stuck_in_one_order_only"}
"""Programs with a fault that is not shown yet."""


@pytest.mark.parametrize("program", CORPUS, ids=lambda p: p.name)
def test_the_check_says_so_too(program: CorpusProgram) -> None:
    said = asyncir.check(program.text, filename=program.name).standing
    if program.verdict == "proved-or-unknown":
        assert said == ("unknown" if program.name in UNKNOWN else "proved")
    else:
        assert said == ("unknown" if program.name in NOT_SHOWN else "refuted")
