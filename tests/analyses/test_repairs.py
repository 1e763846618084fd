"""The search for smallest repairs, against trying all sets."""

import itertools
import random

import pytest

from asyncir.analyses import repairs
from asyncir.analyses.repairs import (
    Lacking,
    OutOfWork,
    RepairLimits,
    RightSet,
    UnknownSet,
    WrongSet,
    added,
    cheapest,
    smallest_growth,
    smallest_repair,
)

pytestmark = pytest.mark.feature("N2")


def subsets(universe):
    for size in range(len(universe) + 1):
        yield from map(frozenset, itertools.combinations(universe, size))


def hits(chosen, clauses, conflicts=()):
    return all(k & chosen for k in clauses) and not any(f <= chosen for f in conflicts)


def random_problem(rng):
    universe = range(rng.randint(1, 8))
    some = [frozenset(rng.sample(universe, rng.randint(1, min(4, len(universe))))) for _ in range(9)]
    costs = {c: (rng.choice((1, 1, 2)), rng.randint(0, 5)) for c in universe}
    split = rng.randint(0, 6)
    return universe, some[:split], some[split : split + rng.randint(0, 3)], costs


class Oracle:
    """Knows all clauses and conflicts, and gives away one at a time."""

    def __init__(self, rng, clauses, conflicts):
        self.rng, self.clauses, self.conflicts, self.asked = rng, clauses, conflicts, []

    def __call__(self, chosen):
        self.asked.append(chosen)
        open_ = [k for k in self.clauses if not k & chosen]
        broken = [f for f in self.conflicts if f <= chosen]
        if open_ and (not broken or self.rng.random() < 0.5):
            return WrongSet((self.rng.choice(open_),))
        return WrongSet((), (self.rng.choice(broken),)) if broken else RightSet()


@pytest.mark.parametrize("seed", range(400))
def test_what_is_found_is_as_cheap_as_any(seed):
    rng = random.Random(seed)
    universe, clauses, conflicts, costs = random_problem(rng)
    right = [s for s in subsets(universe) if hits(s, clauses, conflicts)]
    oracle = Oracle(rng, clauses, conflicts)
    found = smallest_repair(oracle, costs.__getitem__)
    assert found.shown
    assert len(set(oracle.asked)) == len(oracle.asked) == found.questions
    if not right:
        assert found.chosen is None
        return
    assert found.chosen in right
    assert found.cost == min(added(costs[c] for c in s) for s in right) == added(map(costs.get, found.chosen))


@pytest.mark.parametrize("seed", range(200))
def test_sets_that_are_aside_are_passed_over(seed):
    """Among the sets of which each member hits something that no other one does."""
    rng = random.Random(seed)
    universe, clauses, conflicts, costs = random_problem(rng)
    needed = [
        s
        for s in subsets(universe)
        if hits(s, clauses, conflicts) and not any(hits(s - {c}, clauses) for c in s)
    ]
    aside = set(rng.sample(needed, len(needed) // 2))
    left = [s for s in needed if s not in aside]
    found = cheapest(clauses, conflicts, costs, aside)
    assert found not in aside
    if left:
        assert added(map(costs.get, found)) <= min(added(map(costs.get, s)) for s in left)


def test_without_clauses_nothing_is_changed():
    found = smallest_repair(lambda chosen: RightSet(), {}.__getitem__)
    assert (found.chosen, found.cost, found.shown, found.questions) == (frozenset(), (), True, 1)


def test_an_empty_clause_says_that_nothing_is_right():
    found = smallest_repair(lambda chosen: WrongSet((frozenset(),), reason="no token"), {}.__getitem__)
    assert (found.chosen, found.shown, found.reason) == (None, True, "no token")


def test_an_empty_conflict_says_so_too():
    found = smallest_repair(lambda chosen: WrongSet((), (frozenset(),)), {}.__getitem__)
    assert (found.chosen, found.shown, found.reason) == (None, True, repairs.NOTHING_HELPS)


def test_what_is_unknown_is_put_aside_and_nothing_is_claimed():
    def ask(chosen):
        if not chosen:
            return WrongSet((frozenset("ab"),))
        return UnknownSet("too deep") if chosen == {"a"} else RightSet()

    found = smallest_repair(ask, {"a": (1,), "b": (2,)}.__getitem__)
    assert (found.chosen, found.shown, found.reason) == ({"b"}, False, "too deep")


def test_what_is_uncertain_is_followed_and_nothing_is_claimed():
    def ask(chosen):
        return RightSet() if chosen else WrongSet((frozenset("a"),), certain=False)

    found = smallest_repair(ask, {"a": (1,)}.__getitem__)
    assert (found.chosen, found.shown, found.reason) == ({"a"}, False, repairs.UNCERTAIN)


def test_an_oracle_that_teaches_nothing_is_not_asked_forever():
    found = smallest_repair(lambda chosen: WrongSet((frozenset("a"),)), {"a": (1,)}.__getitem__)
    assert (found.chosen, found.shown, found.reason) == (None, False, repairs.TAUGHT_NOTHING)


def test_questions_are_bounded():
    numbers = itertools.count()

    def ask(chosen):
        return WrongSet((frozenset([next(numbers)]),))

    found = smallest_repair(ask, lambda c: (1,), RepairLimits(questions=5))
    assert (found.chosen, found.shown, found.reason, found.questions) == (None, False, repairs.GAVE_UP, 5)


def test_nodes_are_bounded():
    rng = random.Random(3)
    clauses = tuple(frozenset(rng.sample(range(60), 6)) for _ in range(60))
    costs = {c: (1, rng.randint(1, 100)) for c in range(60)}

    def ask(chosen):
        return RightSet() if hits(chosen, clauses) else WrongSet(clauses)

    found = smallest_repair(ask, costs.__getitem__, RepairLimits(nodes=20))
    assert (found.chosen, found.shown, found.reason) == (None, False, repairs.GAVE_UP)


def test_many_candidates_that_cut_the_same_are_one():
    """200 spots for a wait in each of 6 places."""
    clauses = [frozenset((place, spot) for spot in range(200)) for place in range(6)]
    costs = {c: (1, c[1]) for k in clauses for c in k}
    assert cheapest(clauses, (), costs, nodes=20) == {(place, 0) for place in range(6)}


# Changes that may do harm themselves


def test_growing_finds_a_smallest_set_although_what_it_is_told_holds_for_larger_sets_only():
    rng = random.Random(7)
    for _ in range(400):
        sets = [frozenset(rng.sample(range(6), rng.randint(0, 4))) for _ in range(rng.randint(0, 6))]
        right = {chosen: rng.randint(0, 2) for chosen in sets}

        def ask(chosen, right=right):
            lacking = [sorted(other - chosen) for other in right if chosen < other]
            return Lacking(tuple(dict.fromkeys(c for each in lacking for c in each)), 0, right.get(chosen))

        found = smallest_growth(ask, lambda one, other: False, 10_000)
        least = min((len(chosen) + finish for chosen, finish in right.items()), default=None)
        assert (None if found.chosen is None else len(found.chosen) + found.finish) == least
        assert found.shown
        assert found.chosen is None or right[found.chosen] == found.finish


def test_growing_gives_up_and_says_so():
    found = smallest_growth(lambda chosen: Lacking((1, 2, 3)), lambda one, other: False, 3)
    assert (found.chosen, found.shown, found.questions) == (None, False, 3)
    found = smallest_growth(lambda chosen: Lacking((1, 2), finish=2), lambda one, other: False, 1)
    assert (found.chosen, found.finish, found.shown) == (frozenset(), 2, False)


def test_changes_that_exclude_each_other_are_not_made_together():
    def ask(chosen):
        assert not {1, 2} <= chosen
        return Lacking((1, 2, 3), finish=0 if chosen == {1, 3} else None)

    found = smallest_growth(ask, lambda one, other: {one, other} == {1, 2}, 50)
    assert found.chosen == {1, 3}


def test_who_has_done_all_its_work_has_the_best_so_far() -> None:
    def ask(chosen: frozenset[int]) -> Lacking[int]:
        if chosen:
            raise OutOfWork
        return Lacking((1, 2), finish=3)

    found = smallest_growth(ask, lambda one, other: False, 50)
    assert (found.chosen, found.finish, found.shown, found.questions) == (frozenset(), 3, False, 1)


@pytest.mark.parametrize("told", list(itertools.permutations("abcd")))
def test_of_candidates_that_cost_the_same_the_first_that_is_told_is_taken(told):
    found = smallest_repair(
        lambda chosen: RightSet() if chosen else WrongSet((told,)), dict.fromkeys("abcd", (1, 0)).__getitem__
    )
    assert found.chosen == {told[0]}
    assert found.cost == (1, 0)
