"""The litmus programs of the pages on semantics: each under every schedule, and read by mlir-opt."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from asyncir.diagnostics import Diagnostic, DiagnosticError, Severity
from asyncir.ir import ModuleOp
from asyncir.semantics import Outcome, interpret, parse_schedule
from asyncir.source.text import parse_module
from tests.litmus.extract import PAGE, QUEUES, Litmus, litmus_programs
from tests.oracle import mlir_opt, needs_mlir

PROGRAMS = [*litmus_programs(PAGE), *litmus_programs(QUEUES)]
REFUSED = [p for p in PROGRAMS if p.result.startswith("refused")]
SEEDS = 5
WITHOUT_LITMUS = {"SEM-11"}
"""Rules that the litmus program of another rule shows."""


def _schedules() -> list[tuple[Litmus, str]]:
    pairs: list[tuple[Litmus, str]] = []
    for program in PROGRAMS:
        if program in REFUSED:
            continue
        for schedule in program.schedules:
            seeds = [f"seed:{n}" for n in range(SEEDS)]
            pairs += [(program, s) for s in (seeds if schedule == "seed" else [schedule])]
    return pairs


@cache
def _module(text: str) -> ModuleOp:
    return parse_module(text, "litmus.mlir")


def _printed(outcome: Outcome) -> str:
    return "".join(outcome.output.split())


def _chain(diagnostic: Diagnostic) -> list[tuple[str, str]]:
    links = [(diagnostic.code, diagnostic.message)]
    for note in diagnostic.notes:
        found = re.fullmatch(r"caused by (R\d+): (.*)", note.message)
        assert found, note.message
        links.append((found[1], found[2]))
    return links


def _check_result(program: Litmus, outcome: Outcome) -> None:
    errors = [d for d in outcome.diagnostics if d.severity is Severity.ERROR]
    kind, _, rest = program.result.partition(" ")
    if kind == "ok":
        assert errors == []
        assert outcome.races == ()
        return
    assert errors, f"no {program.result}"
    error, *more = errors
    # What an operation does after a race may be undefined besides: it may touch what is freed. And a parity that is
    # wrong shows as a race, and as a wait whose phase the order decides.
    assert kind == "race" or more == []
    assert {d.code for d in more} <= {"S002", "S006", "S027"}
    assert error.code == "R104" or error.span is not None
    if kind == "race":
        assert error.code == "S001"
        assert len(error.notes) == 1
        assert error.notes[0].span is not None
        if program.rule.startswith("QUE") and rest:
            assert sorted(race.kind for race in outcome.races) == sorted(rest.split())
        else:
            assert not rest or error.message[6:9] in rest.split()
    elif kind == "undefined" or rest.startswith("S"):
        assert error.code == rest
    else:
        assert kind == "error"
        wanted = [re.fullmatch(r'(R\d+)(?: "(.*)")?', part.strip()) for part in rest.split("<-")]
        chain = _chain(error) if error.code != "R104" else [(error.code, error.message)]
        assert [w[1] for w in wanted if w] == [code for code, _ in chain]
        for link, (_, message) in zip(wanted, chain, strict=True):
            assert link is not None
            assert link[2] is None or message == f"assertion failed: {link[2]}"


def run_litmus(program: Litmus, schedule: str) -> None:
    """Run the program and compare what comes out with its header."""
    arguments = program.values()
    outcome = interpret(_module(program.text), "main", arguments, parse_schedule(schedule))
    for one in (outcome, *outcome.others):
        _check_result(program, one)
        warnings = {d.code for d in one.diagnostics if d.severity is Severity.WARNING}
        assert warnings == program.warnings
    printed = {_printed(one) for one in (outcome, *outcome.others)}
    if program.allowed is not None and schedule == "exhaustive":
        assert printed == program.allowed
    elif program.allowed is not None:
        assert printed <= program.allowed
    if program.after is not None:
        arrays = [a.tolist() for a in arguments if isinstance(a, np.ndarray)]
        assert arrays == list(program.after)


@pytest.mark.feature("S0-25", "S0-35", "S2-2", "S2-7", "S2-9", "S2-11", "S2-13", "S2-17")
@pytest.mark.parametrize(("program", "schedule"), _schedules(), ids=lambda x: getattr(x, "name", x))
def test_litmus(program: Litmus, schedule: str) -> None:
    run_litmus(program, schedule)


@pytest.mark.parametrize("program", REFUSED, ids=lambda p: p.name)
def test_refused(program: Litmus) -> None:
    with pytest.raises(DiagnosticError) as raised:
        _module(program.text)
    assert {d.code for d in raised.value.diagnostics} == {program.result.split()[1]}


@needs_mlir
@pytest.mark.parametrize("program", [p for p in PROGRAMS if not p.extension], ids=lambda p: p.name)
def test_mlir_opt_reads_it(program: Litmus) -> None:
    mlir_opt(program.text)


@pytest.mark.parametrize(("page", "prefix"), [(PAGE, "SEM"), (QUEUES, "QUE")])
def test_every_rule_has_a_litmus_program(page: Path, prefix: str) -> None:
    rules = re.findall(rf"^\*\*({prefix}-\d+) ", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert rules == [f"{prefix}-{n}" for n in range(1, len(rules) + 1)]
    assert set(rules) - {p.rule for p in PROGRAMS} == WITHOUT_LITMUS & set(rules)


def test_every_rule_about_queues_has_a_source() -> None:
    text = QUEUES.read_text(encoding="utf-8")
    rules = set(re.findall(r"^\*\*(QUE-\d+) ", text, re.MULTILINE))
    table = text[text.index("| rule | source |") :]
    named = set(re.findall(r"QUE-\d+", table))
    for first, last in re.findall(r"QUE-(\d+) … QUE-(\d+)", table):
        named |= {f"QUE-{n}" for n in range(int(first), int(last) + 1)}
    assert rules <= named
