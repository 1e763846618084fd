"""Ages of tokens: joining paths, adding commits."""

from __future__ import annotations

from hypothesis import given, strategies as st

from asyncir.analyses.ages import BEGIN, COMMIT, Age, Ages, equal, later, merged, same, wider
from tests.analyses.reading import module_of

AGES = st.tuples(st.integers(0, 6), st.integers(0, 6)).map(lambda pair: Age(min(pair), max(pair)))
(OP,) = module_of("func.func @f() {\n  return\n}").ops
LIMIT = 8


@given(AGES, AGES)
def test_one_path_or_the_other(one: Age, other: Age) -> None:
    both = wider(one, other)
    assert (both.least, both.most) == (min(one.least, other.least), max(one.most, other.most))


@given(AGES, st.tuples(st.integers(0, 4), st.integers(0, 4)).map(sorted))
def test_further_commits_make_it_older(age: Age, more: list[int]) -> None:
    least, most = more
    found = later(age, (least, most), LIMIT, (OP, None))
    assert (found.least, found.most) == (min(LIMIT, age.least + least), min(LIMIT, age.most + most))


def test_roots_are_joined_one_by_one() -> None:
    left: Ages = {COMMIT: Age(1, 2)}
    right: Ages = {COMMIT: Age(0, 1), BEGIN: Age(5, 5)}
    both = merged([left, right])
    assert same(both, {COMMIT: Age(0, 2), BEGIN: Age(5, 5)})
    assert not same(both, left)


def test_a_path_is_evidence_and_no_part_of_the_number() -> None:
    way = later(Age(0, 0), (1, 1), LIMIT, (OP, None))
    assert way.nearest is not None
    assert equal(way, Age(1, 1))
