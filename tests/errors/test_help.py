"""Each diagnostic says what to do: its own help line, else its code's, but for those whose message says it all."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from asyncir.diagnostics import Diagnostic
from asyncir.diagnostics.advice import ADVICE
from asyncir.diagnostics.catalog import codes

SOURCES = Path(__file__).parents[2] / "src" / "asyncir"
CODE = re.compile(r"[TVPLRSQCMXJ]\d{3}")

SAYS_IT_ALL = {
    "P003": "names the option and the values that it takes",
    "P006": "a remark: why a loop stays as it is",
    "Q007": "a warning: why there is no certificate",
    "Q008": "a warning: there is nothing to check",
    **dict.fromkeys(("Q020", "Q021", "Q022", "Q023", "Q024", "Q025"), "a remark: the count of a wait"),
    **dict.fromkeys(("Q026", "Q027", "Q028"), "a remark: why a wait stays as it is"),
    "Q029": "a remark: why a region stays as it is",
    **dict.fromkeys(("P120", "P121"), "a remark: why there is less at once than there could be"),
    "R101": "the program's own assertion",
    "R102": "what it waited for failed; that is shown, too",
    "R105": "the program wanted it",
    **dict.fromkeys(("R301", "R302", "R305"), "what the system, or Python, has said"),
    "T001": "names what is expected there",
    "V001": "names the rule that the op breaks",
}
"""Codes of which a diagnostic may do without, and why."""

PLACES = {"Diagnostic": 4, "Fault": 5, "CodedFault": 3}
"""By the name of what is called: where help stands among the arguments. Functions with a parameter `help` are found."""


def _calls() -> Iterator[tuple[str, ast.Call]]:
    files = [file for file in sorted(SOURCES.rglob("*.py")) if file.name != "advice.py"]
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                names = [a.arg for a in node.args.args if a.arg not in ("self", "cls")]
                if "help" in names:
                    PLACES.setdefault(node.name, names.index("help"))
    for file, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield f"{file.relative_to(SOURCES)}:{node.lineno}", node


def _is_empty(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == ""


def _lacks_help(call: ast.Call) -> bool:
    named = [keyword.value for keyword in call.keywords if keyword.arg in ("help", "help_")]
    place = PLACES.get(ast.unparse(call.func).rpartition(".")[2])
    given = named or ([] if place is None else call.args[place : place + 1])
    return not given or _is_empty(given[0])


@cache
def _without_help() -> dict[str, list[str]]:
    """The codes that are given to a call without help, and where."""
    found: dict[str, list[str]] = {}
    for place, call in _calls():
        for argument in call.args:
            if (
                isinstance(argument, ast.Constant)
                and CODE.fullmatch(str(argument.value))
                and _lacks_help(call)
            ):
                found.setdefault(str(argument.value), []).append(place)
    return found


def test_every_diagnostic_says_what_to_do() -> None:
    missing = {
        code: places for code, places in _without_help().items() if code not in ADVICE.keys() | SAYS_IT_ALL
    }
    assert missing == {}


def test_no_code_is_excused_in_vain() -> None:
    assert SAYS_IT_ALL.keys() - _without_help().keys() == set()
    assert SAYS_IT_ALL.keys() & ADVICE.keys() == set()


@pytest.mark.parametrize("code", ADVICE)
def test_advice_is_of_a_code_and_short(code: str) -> None:
    assert code in codes()
    assert 10 < len(ADVICE[code]) <= 120
    assert not ADVICE[code].endswith(".")


def test_own_help_comes_first() -> None:
    assert Diagnostic("T012", "deep", help="mine").help == "mine"
    assert Diagnostic("T012", "deep").help == ADVICE["T012"]
    assert Diagnostic("R101", "assertion failed").help == ""
