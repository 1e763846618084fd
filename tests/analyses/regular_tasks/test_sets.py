"""Relations between instances: what is asked of isl, and what is too much to ask."""

from __future__ import annotations

import pytest

from asyncir.analyses.regular_tasks.answer import NoProof
from asyncir.analyses.regular_tasks.sets import Budget, relation
from asyncir.analyses.regular_tasks.world import RegularWorld
from asyncir.source.text import parse_module


def _related(count: int) -> object:
    names = [f"q{n}" for n in range(count)]
    entry = next(iter(parse_module("func.func @main() {\n  return\n}").ops))
    return relation(RegularWorld(entry), ("A", ["q0"]), ("B", ["q0"]), ["q0 >= 0"], names)


def test_a_relation_with_very_many_variables_is_too_hard() -> None:
    assert "A[i0] -> B" in str(_related(40))
    with pytest.raises(NoProof, match="too hard"):
        _related(41)


def test_questions_are_counted() -> None:
    budget = Budget(1)
    assert budget.ask(lambda: 1) == 1
    with pytest.raises(NoProof, match="too much"):
        budget.ask(lambda: 1)
