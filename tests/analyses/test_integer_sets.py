"""The few numbers that a value can be: each that a run comes to is among them, in integers of any width."""

from __future__ import annotations

from random import Random

import pytest

from asyncir.analyses.integers.sets import possible_values
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


STEPS = """
func.func @main() {
  %c3 = arith.constant 3 : i8
  %c100 = arith.constant 100 : i8
  %last = arith.constant LAST : i8
  scf.for UNSIGNED %i = %c3 to %last step %c100 : i8 {
    %x = arith.addi %i, %c100 : i8
  }
  return
}
"""


@pytest.mark.parametrize(
    ("unsigned", "last", "numbers"),
    [("", 127, {3, 103}), ("", 3, set[int]()), ("unsigned", 127, {3, 103}), ("unsigned", -1, {3, 103, -53})],
)
def test_counters_of_loops_with_a_step(unsigned: str, last: int, numbers: set[int]) -> None:
    module = module_of(STEPS.replace("UNSIGNED", unsigned).replace("LAST", str(last)))
    found = possible_values(value(module, "i"))
    assert found is None or numbers <= found
    assert found is not None or unsigned or not numbers
