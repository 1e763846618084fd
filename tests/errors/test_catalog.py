"""Every code that can be shown has a page and a test, and every page is of a code that can be shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.diagnostics.catalog import codes, explain

ROOT = Path(__file__).parents[2]
CODE = re.compile(r"\b[TVPLRSQCMXJ]\d{3}\b")


def _mentioned(*folders: str, suffixes: tuple[str, ...]) -> set[str]:
    files = [f for folder in folders for f in (ROOT / folder).rglob("*") if f.suffix in suffixes]
    return {code for file in files for code in CODE.findall(file.read_text(encoding="utf-8"))}


def _used() -> set[str]:
    return _mentioned("src", "runtime/src", suffixes=(".py", ".cpp", ".hpp"))


def test_every_code_has_a_page() -> None:
    assert sorted(_used() - set(codes())) == []


def test_every_page_is_of_a_code_that_is_used() -> None:
    assert sorted(set(codes()) - _used()) == []


def test_every_code_has_a_test() -> None:
    tested = _mentioned("tests", "runtime/test", suffixes=(".py", ".mlir", ".cpp"))
    assert sorted(_used() - tested - _litmus_results()) == []


def _litmus_results() -> set[str]:
    """What the litmus programs of the semantics expect; the tests run them."""
    text = (ROOT / "docs" / "semantics.md").read_text(encoding="utf-8")
    lines = re.findall(r"^// (?:result|warning): .*$", text, re.MULTILINE)
    return {code for line in lines for code in CODE.findall(line)}


@pytest.mark.parametrize("code", codes())
def test_a_page_has_a_title_and_an_explanation(code: str) -> None:
    title, empty, *rest = explain(code).split("\n")
    assert title
    assert not title.endswith(".")
    assert empty == ""
    assert "".join(rest).strip()


def test_codes_may_be_written_in_small_letters_and_brackets() -> None:
    assert explain("[c001]") == explain("C001")


def test_an_unknown_code_gets_the_nearest() -> None:
    with pytest.raises(DiagnosticError) as caught:
        explain("C0001")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "C011"
    assert "C001" in diagnostic.help
