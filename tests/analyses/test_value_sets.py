"""The few numbers that a value can be: each that a run comes to is among them, in integers of any width."""

from __future__ import annotations

from random import Random

import pytest

from asyncir.analyses.value_sets import possible_values
from tests.analyses.integer_programs import expression, function, outcomes
from tests.analyses.reading import module_of, value


@pytest.mark.parametrize("type_", ["i2", "i8", "i32", "index"])
def test_what_runs_come_to_is_among_them(type_: str) -> None:
    random = Random(type_)
    told = 0
    for _ in range(40):
        text = function(expression(random, type_), "%r", type_)
        found = possible_values(value(module_of(text), "r"))
        results = {result for result in outcomes(text) if result is not None}
        assert found is None or results <= found, text
        told += found is not None and len(results) == len(found)
    assert told >= 3, "some have to be told exactly"


LOOP = """
func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %UPPER step %c1 {
    %ring = arith.remui %i, %c4 : index
    %left = arith.subi %c4, %i : index
  }
  return
}
"""


def test_rings_and_what_is_left() -> None:
    short = module_of(LOOP.replace("UPPER", "c4"))
    assert possible_values(value(short, "i")) == {0, 1, 2, 3}
    assert possible_values(value(short, "left")) == {1, 2, 3, 4}
    long = module_of(LOOP.replace("UPPER", "n"))
    assert possible_values(value(long, "i")) is None
    assert possible_values(value(long, "left")) is None
    assert possible_values(value(long, "ring")) == {0, 1, 2, 3}
