"""Programs that call themselves are proved by induction; with a wait or a bound changed they are not."""

from __future__ import annotations

import pytest

from .programs import Right
from .recursive_programs import RECURSIVE
from .test_right_programs import answer

CHANGED = [
    pytest.param(right, change, id=f"{right.name}: {number}")
    for right in RECURSIVE
    for number, change in enumerate(right.changes)
]


@pytest.mark.parametrize("right", RECURSIVE, ids=lambda right: right.name)
def test_right_programs_are_proved(right: Right) -> None:
    found = answer(right.text)
    assert (found.proved, found.reason) == (True, "")


@pytest.mark.parametrize(("right", "change"), CHANGED)
def test_wrong_programs_are_not(right: Right, change: tuple[str, str]) -> None:
    assert change[0] in right.text
    found = answer(right.text.replace(*change))
    assert not found.proved
    assert found.reason
