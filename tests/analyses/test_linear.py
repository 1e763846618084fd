"""Sums of values with constant factors."""

from __future__ import annotations

from hypothesis import given, strategies as st

from asyncir.analyses.integers.linear import Linear, linear_of
from tests.analyses.reading import module_of, value

SUMS = st.builds(Linear, st.integers(-9, 9), st.dictionaries(st.sampled_from("xyz"), st.integers(1, 5)))


def at(sum_: Linear, numbers: dict[str, int]) -> int:
    return sum_.constant + sum(factor * numbers[str(term)] for term, factor in sum_.terms.items())


@given(SUMS, SUMS, st.integers(-4, 4), st.fixed_dictionaries({n: st.integers(-9, 9) for n in "xyz"}))
def test_sums_compute(a: Linear, b: Linear, factor: int, numbers: dict[str, int]) -> None:
    assert at(a + b, numbers) == at(a, numbers) + at(b, numbers)
    assert at(a - b, numbers) == at(a, numbers) - at(b, numbers)
    assert at(a * factor, numbers) == at(a, numbers) * factor
    assert 0 not in (a - a).terms.values()


def test_of_a_program() -> None:
    module = module_of("""
func.func @main(%n: index, %m: index) {
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %twice = arith.muli %n, %c2 : index
  %sum = arith.addi %twice, %m : index
  %left = arith.subi %c7, %sum : index
  %product = arith.muli %n, %m : index
  return
}
""")
    left = linear_of(value(module, "left"))
    terms = {getattr(term, "name_hint", term): factor for term, factor in left.terms.items()}
    assert (left.constant, terms) == (7, {"n": -2, "m": -1})
    product = linear_of(value(module, "product"))
    assert (product.constant, list(product.terms)) == (0, [value(module, "product")])
