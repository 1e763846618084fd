"""The litmus programs of docs/semantics.md: each under every schedule, and read by mlir-opt."""

from __future__ import annotations

import re
from functools import cache

import pytest

from asyncir.diagnostics import Diagnostic, Severity
from asyncir.ir import ModuleOp
from asyncir.semantics import Outcome, interpret, parse_schedule
from asyncir.source.text import parse_module
from tests.litmus.extract import PAGE, Litmus, litmus_programs
from tests.oracle import mlir_opt, needs_mlir

PROGRAMS = litmus_programs()
SEEDS = 5
WITHOUT_LITMUS = {"SEM-11"}
"""Rules that the litmus program of another rule shows."""


def _schedules() -> list[tuple[Litmus, str]]:
    pairs: list[tuple[Litmus, str]] = []
    for program in PROGRAMS:
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


def _check_result(expected: str, outcome: Outcome) -> None:
    errors = [d for d in outcome.diagnostics if d.severity is Severity.ERROR]
    kind, _, rest = expected.partition(" ")
    if kind == "ok":
        assert errors == []
        return
    (error,) = errors
    assert error.code == "R104" or error.span is not None
    if kind == "race":
        assert error.code == "S001"
        assert not rest or error.message[6:9] in rest.split()
        assert len(error.notes) == 1
        assert error.notes[0].span is not None
    elif kind == "undefined":
        assert error.code == rest
    else:
        assert kind == "error"
        wanted = [re.fullmatch(r'(R\d+)(?: "(.*)")?', part.strip()) for part in rest.split("<-")]
        chain = _chain(error) if error.code != "R104" else [(error.code, error.message)]
        assert [w[1] for w in wanted if w] == [code for code, _ in chain]
        for link, (_, message) in zip(wanted, chain, strict=True):
            assert link is not None
            assert link[2] is None or message == f"assertion failed: {link[2]}"


@pytest.mark.parametrize(("program", "schedule"), _schedules(), ids=lambda x: getattr(x, "name", x))
def test_litmus(program: Litmus, schedule: str) -> None:
    outcome = interpret(_module(program.text), "main", [], parse_schedule(schedule))
    for one in (outcome, *outcome.others):
        _check_result(program.result, one)
        warnings = {d.code for d in one.diagnostics if d.severity is Severity.WARNING}
        assert warnings == program.warnings
    printed = {_printed(one) for one in (outcome, *outcome.others)}
    if program.allowed is not None and schedule == "exhaustive":
        assert printed == program.allowed
    elif program.allowed is not None:
        assert printed <= program.allowed


@needs_mlir
@pytest.mark.parametrize("program", [p for p in PROGRAMS if not p.extension], ids=lambda p: p.name)
def test_mlir_opt_reads_it(program: Litmus) -> None:
    mlir_opt(program.text)


def test_every_rule_has_a_litmus_program() -> None:
    rules = re.findall(r"^\*\*(SEM-\d+) ", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rules == [f"SEM-{n}" for n in range(1, len(rules) + 1)]
    assert set(rules) - {p.rule for p in PROGRAMS} == WITHOUT_LITMUS
