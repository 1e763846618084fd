"""How often loops run: what a run counts lies between the bounds."""

from __future__ import annotations

from random import Random

import pytest

from asyncir.analyses.trip_counts import Trips, trips_of
from tests.analyses.integer_programs import expression, function, outcomes
from tests.analyses.reading import module_of, only

COUNTED = """
  %lower = arith.{a} %r, %small : {type}
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %many = scf.for{unsigned} %i = %r to %lower step %step iter_args(%n = %zero) -> i32{suffix} {{
    %more = arith.addi %n, %one : i32
    scf.yield %more : i32
  }}
"""


@pytest.mark.parametrize("unsigned", [False, True])
@pytest.mark.parametrize("type_", ["i8", "i32", "index"])
def test_what_a_run_counts_lies_between_the_bounds(type_: str, unsigned: bool) -> None:
    random = Random(f"{type_} {unsigned}")
    exact = 0
    for _ in range(30):
        body = expression(random, type_) + (
            f"\n  %small = arith.constant {random.choice([0, 1, 3, 7])} : {type_}"
            f"\n  %step = arith.constant {random.choice([1, 2, 3])} : {type_}"
        )
        body += COUNTED.format(
            a=random.choice(["addi", "maxsi", "subi"]),
            type=type_,
            unsigned=" unsigned" if unsigned else "",
            suffix="" if type_ == "index" else f" : {type_}",
        )
        text = function(body, "%many", "i32")
        trips = trips_of(only(module_of(text), "scf.for"))
        for count in outcomes(text):
            if count is not None:
                assert trips.least <= count, text
                assert trips.most is None or count <= trips.most, text
        exact += trips.least == trips.most
    assert exact >= 3, "some have to be told exactly"


SIMPLE = """
func.func @main(%n: index) {{
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %more = arith.maxsi %n, %c2 : index
  scf.for %i = %c0 to %{upper} step %c2 {{
  }}
  return
}}
"""


@pytest.mark.parametrize(
    ("upper", "trips"),
    [("c9", Trips(5, 5)), ("n", Trips(0, None)), ("more", Trips(1, None)), ("c0", Trips(0, 0))],
)
def test_bounds_that_are_told(upper: str, trips: Trips) -> None:
    assert trips_of(only(module_of(SIMPLE.format(upper=upper)), "scf.for")) == trips
