"""Numbers that are the smaller or larger one of two: what two ranges have in common, against all numbers that there are."""

import random
from itertools import product

import pytest

from asyncir.analyses.in_flight.exprs import constant, evaluated, symbol
from asyncir.analyses.in_flight.facts import Facts
from asyncir.analyses.in_flight.state import FlightAccess
from asyncir.analyses.in_flight.world import World
from asyncir.analyses.tasks.extrema import Extrema, Extremum

pytestmark = pytest.mark.feature("N12")

NUMBERS = ("a0", "a1")
ROOT = ("arg", 0)
SPACE = [dict(zip(NUMBERS, values, strict=True)) for values in product(range(6), repeat=2)]
FACTS = Facts().plus(*(symbol(n) for n in NUMBERS), *(constant(5) - symbol(n) for n in NUMBERS))


def some_extrema(rng):
    """Names, each for an extremum of what was there before it."""
    extrema, world = Extrema(), World()
    known = [symbol(n) for n in NUMBERS] + [constant(rng.randrange(6))]
    for _ in range(rng.randint(1, 4)):
        first, second = (rng.choice(known) + rng.choice(known).scaled(rng.choice((0, -1, 1))) for _ in "12")
        known.append(extrema.name(Extremum(rng.random() < 0.7, first, second), world))
    return extrema, known


def elements(access, values):
    begin, size = evaluated(access.index[0], values), evaluated(access.sizes[0], values)
    return set(range(begin, begin + size))


@pytest.mark.parametrize("seed", range(60))
def test_ranges_are_apart_exactly_where_no_numbers_make_them_meet(seed):
    rng = random.Random(seed)
    extrema, known = some_extrema(rng)
    for _ in range(20):
        a, b = (FlightAccess(ROOT, (rng.choice(known),), (rng.choice(known),)) for _ in "ab")
        meet = False
        for values in SPACE:
            whole = {**values, **extrema.values(values)}
            meet = meet or not elements(a, whole).isdisjoint(elements(b, whole))
        common = extrema.overlap(a, b, FACTS)
        assert (common is not None) == meet
        some = any(elements(a, {**v, **extrema.values(v)}) for v in SPACE)
        assert (extrema.touched(a, FACTS) is not None) == some


@pytest.mark.parametrize("least", [True, False])
def test_what_a_number_stands_for(least):
    extrema, world = Extrema(), World()
    a, b = (symbol(n) for n in NUMBERS)
    what = Extremum(least, a, b)
    number = extrema.name(what, world)
    assert extrema.name(Extremum(least, a, b), world) is number
    for values in SPACE:
        whole = {**values, **extrema.values(values)}
        assert evaluated(number, whole) == (min if least else max)(values.values())
        assert all(evaluated(e, whole) >= 0 for e in what.bounds(number))
        chosen = [v for v, where in what.choices() if evaluated(where, whole) >= 0]
        assert {evaluated(v, whole) for v in chosen} == {evaluated(number, whole)}


def test_a_copy_forgets_what_is_learnt_later():
    extrema, world = Extrema(), World()
    a, b = (symbol(n) for n in NUMBERS)
    size = extrema.name(Extremum(True, a, b), world)
    one, other = (FlightAccess(ROOT, (begin,), (size,)) for begin in (constant(0), a))
    saved = extrema.copy()
    assert extrema.overlap(one, other, FACTS) is None
    assert extrema.apart
    assert not saved.apart
