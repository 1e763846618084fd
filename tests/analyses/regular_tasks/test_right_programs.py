"""Programs that are right for all sizes, or at any depth, are proved; with a wait or an index changed they are not."""

from __future__ import annotations

import pytest

from asyncir.analyses.regular_tasks import RegularAnswer, prove
from asyncir.ir.symbols import ops_of, symbol_name
from asyncir.source.text import parse_module

from .more_programs import RIGHT
from .programs import Right
from .recursive_programs import RECURSIVE


def answer(text: str, args_alias: bool = False) -> RegularAnswer:
    module = parse_module(text)
    entry = next(op for op in ops_of(module) if symbol_name(op) == "main")
    return prove(module, entry, args_alias=args_alias)


ALL = [*RIGHT, *RECURSIVE]
CHANGED = [
    pytest.param(right, change, id=f"{right.name}: {number}")
    for right in ALL
    for number, change in enumerate(right.changes)
]


@pytest.mark.parametrize("right", ALL, ids=lambda right: right.name)
def test_right_programs_are_proved(right: Right) -> None:
    found = answer(right.text)
    assert (found.proved, found.reason) == (True, "")


@pytest.mark.parametrize(("right", "change"), CHANGED)
def test_wrong_programs_are_not(right: Right, change: tuple[str, str]) -> None:
    assert change[0] in right.text
    found = answer(right.text.replace(*change))
    assert not found.proved
    assert found.reason
