"""How many orders a partial order leaves, against counting them one by one."""

from __future__ import annotations

import random
from itertools import permutations
from math import factorial

import pytest

from asyncir.semantics.tasks import linear_extensions
from asyncir.semantics.tasks.linear_extensions import LinearExtensions

pytestmark = pytest.mark.feature("S4-9")


def drawn(rng: random.Random, size: int, share: float) -> list[int]:
    """An order of some elements: for each the bits of those that come before it."""
    before: list[int] = []
    for _ in range(size):
        mask = 0
        for earlier in range(len(before)):
            if rng.random() < share:
                mask |= 1 << earlier | before[earlier]
        before.append(mask)
    return before


def one_by_one(before: list[int]) -> int:
    found = 0
    for order in permutations(range(len(before))):
        seen = 0
        for element in order:
            if before[element] & ~seen:
                break
            seen |= 1 << element
        else:
            found += 1
    return found


@pytest.mark.parametrize("seed", range(40))
def test_as_many_as_there_are(seed: int) -> None:
    rng = random.Random(seed)
    before = drawn(rng, rng.randrange(7), rng.choice([0.1, 0.3, 0.5]))
    assert LinearExtensions(before).count() == one_by_one(before)


def test_parts_beside_each_other_and_one_after_the_other_are_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear_extensions, "MOST_SETS", 200)
    free, chain = [0] * 60, [(1 << n) - 1 for n in range(60)]
    assert LinearExtensions(free).count() == factorial(60)
    assert LinearExtensions(chain).count() == 1
    assert LinearExtensions([*free, *[(1 << 60) - 1] * 3]).count() == factorial(60) * 6


def test_what_takes_too_long_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear_extensions, "MOST_SETS", 10)
    crown = [0] * 5 + [0b11111 & ~(1 << n) for n in range(5)]
    assert LinearExtensions(crown).count() is None
