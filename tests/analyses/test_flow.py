"""Where values come from when control flow carries them."""

from __future__ import annotations

import pytest

from asyncir.analyses.flow import handed_over, sources
from tests.analyses.reading import module_of, value

PROGRAM = """
func.func @main(%c: i1, %a: i32, %b: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = arith.addi %a, %b : i32
  %picked = arith.select %c, %a, %b : i32
  %branch = scf.if %c -> i32 {
    scf.yield %a : i32
  } else {
    scf.yield %sum : i32
  }
  %loop = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %a) -> i32 {
    scf.yield %b : i32
  }
  %once = scf.execute_region -> i32 {
    scf.yield %b : i32
  }
  cf.cond_br %c, ^bb1(%a : i32), ^bb1(%loop : i32)
^bb1(%joined: i32):
  return %joined : i32
}
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("sum", set()),
        ("branch", {"a", "sum"}),
        ("loop", {"a", "b"}),
        ("carried", {"a", "b"}),
        ("once", {"b"}),
        ("joined", {"a", "loop"}),
        ("i", set()),
    ],
)
def test_what_a_value_may_be_a_copy_of(name: str, expected: set[str]) -> None:
    found = sources(value(module_of(PROGRAM), name))
    assert found is not None
    assert {source.name_hint for source in found} == expected


def test_a_region_that_is_entered_once_hands_its_value_over() -> None:
    module = module_of(PROGRAM)
    assert handed_over(value(module, "once")) is value(module, "b")
    assert handed_over(value(module, "branch")) is value(module, "branch")


def test_an_argument_of_a_function_is_where_it_stands() -> None:
    """What callers pass is theirs: control flow of the function does not carry it."""
    assert sources(value(module_of(PROGRAM), "a")) == ()
