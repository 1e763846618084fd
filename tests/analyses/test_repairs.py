"""The search for smallest repairs, against trying all sets."""

import random
from itertools import combinations

import pytest

from asyncir.analyses.repairs import cheapest_hitting_set, smallest_repair

pytestmark = pytest.mark.feature("N2")


def cost(chosen, costs):
    return sum(costs[c] for c in chosen)


def subsets(costs):
    for size in range(len(costs) + 1):
        yield from map(frozenset, combinations(costs, size))


@pytest.mark.parametrize("seed", range(150))
def test_the_answer_is_a_cheapest_one(seed):
    rng = random.Random(seed)
    costs = {n: rng.randint(1, 4) for n in range(rng.randint(0, 7))}
    ways = [frozenset(c for c in costs if rng.random() < 0.5) for _ in range(rng.randint(0, 4))]

    def is_right(chosen):
        return any(way <= chosen for way in ways)

    found = smallest_repair(costs, is_right)
    right = [s for s in subsets(costs) if is_right(s)]
    assert (found.chosen is None) == (not right)
    if right:
        assert is_right(frozenset(found.chosen))
        assert cost(found.chosen, costs) == min(cost(s, costs) for s in right)
        assert found.is_smallest
        assert found.questions <= 2 ** len(costs)


@pytest.mark.parametrize("seed", range(150))
def test_a_hitting_set_is_a_cheapest_one(seed):
    rng = random.Random(seed)
    costs = {n: rng.randint(1, 5) for n in range(7)}
    cores = [frozenset(rng.sample(range(7), rng.randint(1, 4))) for _ in range(rng.randint(0, 6))]
    found = cheapest_hitting_set(cores, costs)
    hitting = [s for s in subsets(costs) if all(s & core for core in cores)]
    assert found in hitting
    assert cost(found, costs) == min(cost(s, costs) for s in hitting)


def test_where_there_are_too_many_questions_nothing_that_is_chosen_can_be_left_out():
    costs = dict.fromkeys(range(12), 1)
    asked = []

    def is_right(chosen):
        asked.append(chosen)
        return sum(n in chosen for n in (2, 5, 7, 9)) == 4 or {0, 1} <= chosen

    found = smallest_repair(costs, is_right, most=5)
    assert not found.is_smallest
    assert is_right(frozenset(found.chosen))
    assert not any(is_right(frozenset(found.chosen) - {each}) for each in found.chosen)
    assert smallest_repair(costs, is_right).chosen == (0, 1)
    assert smallest_repair(costs, is_right).is_smallest


def test_what_nothing_repairs():
    found = smallest_repair({"a": 1}, lambda _: False)
    assert found.chosen is None
    assert found.questions == 1
    assert smallest_repair({}, lambda _: True).chosen == ()
