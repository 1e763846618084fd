"""What loops carry from iteration to iteration, against going through the iterations one by one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, strategies as st

from asyncir.analyses.ages import COMMIT, ZERO, Age, Ages, merged, same
from asyncir.analyses.token_loops import State, run_loop
from asyncir.analyses.trip_counts import Trips
from asyncir.ir import SSAValue
from tests.analyses.reading import module_of

LIMIT = 12
CARRIED: tuple[SSAValue, ...] = tuple(
    next(iter(module_of("func.func @f(%a: index, %b: index, %c: index) { return }").ops))
    .regions[0]
    .block.args
)
RESULT = CARRIED[0]


def older(age: Age, by: Age) -> Age:
    return Age(min(LIMIT, age.least + by.least), min(LIMIT, age.most + by.most))


def through(ages: Ages, state: State, low: int, high: int | None) -> Ages:
    """Ages inside of the loop, seen from around it: a carried value is as old as it was, and older by that."""
    return merged(
        {COMMIT: age} if root is COMMIT else {r: older(before, age) for r, before in state[root].items()}
        for root, age in ages.items()
    )


def states(first: State, back: State) -> Iterator[State]:
    state = first
    while True:
        yield state
        state = {argument: through(ages, state, 0, None) for argument, ages in back.items()}


NEXT = st.one_of(
    st.just({COMMIT: ZERO}),
    st.tuples(st.sampled_from(CARRIED), st.integers(0, 2)).map(lambda t: {t[0]: Age(t[1], t[1])}),
)


@given(
    st.tuples(*[st.integers(0, 5)] * 3),
    st.tuples(*[NEXT] * 3),
    st.sampled_from([(0, 0), (1, 1), (3, 3), (2, 5), (40, 40), (0, None), (2, None)]),
)
def test_results_are_those_of_all_iterations_that_may_be_the_last(
    begin: tuple[int, ...], following: tuple[Ages, ...], trips: tuple[int, int | None]
) -> None:
    first: State = {a: {COMMIT: Age(n, n)} for a, n in zip(CARRIED, begin, strict=True)}
    back: State = dict(zip(CARRIED, following, strict=True))
    least, most = trips
    found = run_loop(Trips(least, most), first, back, {RESULT: {CARRIED[2]: ZERO}}, through, LIMIT, None)
    seen = [
        s[CARRIED[2]]
        for _, s in zip(range(100 if most is None else most + 1), states(first, back), strict=False)
    ]
    expected, told = merged(seen[least:])[COMMIT], found.results[RESULT][COMMIT]
    assert told.least <= expected.least
    assert expected.most <= told.most
    if least == most:
        assert same({COMMIT: expected}, {COMMIT: told})


@pytest.mark.parametrize(("trips", "age"), [(Trips(4, 4), 4), (Trips(4, 6), None), (Trips(0, None), None)])
def test_a_ring_of_tokens(trips: Trips, age: int | None) -> None:
    a = CARRIED[0]
    found = run_loop(
        trips, {a: {COMMIT: ZERO}}, {a: {a: Age(1, 1)}}, {RESULT: {a: ZERO}}, through, LIMIT, None
    )
    told = found.results[RESULT][COMMIT]
    if age is not None:
        assert (told.least, told.most) == (age, age)
    else:
        assert (told.least, told.most) == (trips.least, LIMIT if trips.most is None else trips.most)


@pytest.mark.parametrize("times", [4, 5, 40, 41])
def test_two_tokens_that_change_places(times: int) -> None:
    a, b, _ = CARRIED
    first: State = {a: {COMMIT: Age(1, 1)}, b: {COMMIT: Age(2, 2)}}
    back: State = {a: {b: ZERO}, b: {a: ZERO}}
    found = run_loop(Trips(times, times), first, back, {RESULT: {a: ZERO}}, through, 0, None)
    assert same(found.results[RESULT], {COMMIT: Age(1 + times % 2, 1 + times % 2)})
