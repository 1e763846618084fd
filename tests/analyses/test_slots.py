"""How many copies a schedule needs: against a simulation of iterations, for all small schedules."""

from __future__ import annotations

from itertools import product

import pytest

from asyncir.analyses.slots import Finish, PipelineSchedule, commit_groups, finishes, slots_needed


def schedule(times: list[tuple[int, int]], asynchronous: list[bool]) -> PipelineSchedule:
    return PipelineSchedule(tuple(times), tuple(asynchronous), tuple(0 for _ in times))


def copies_by_simulation(written: tuple[int, int], read: tuple[int, int]) -> int:
    """Synchronous statements run at (iteration + stage, place): the fewest slots that keep what is read."""
    iterations = range(12)
    for slots in range(1, 9):
        order = sorted(
            [(i + written[0], written[1], "w", i) for i in iterations]
            + [(i + read[0], read[1], "r", i) for i in iterations]
        )
        holds: dict[int, int] = {}
        right = True
        for _, _, what, i in order:
            if what == "w":
                holds[i % slots] = i
            else:
                right = right and holds.get(i % slots) == i
        if right:
            return slots
    raise AssertionError("no number of copies is enough")


@pytest.mark.parametrize("lag", range(5))
@pytest.mark.parametrize("places", [(0, 1), (1, 0)])
def test_a_synchronous_producer_and_its_consumer(lag: int, places: tuple[int, int]) -> None:
    written, read = (0, places[0]), (lag, places[1])
    if read < written:
        return  # it would read what was never written
    both = schedule([written, read], [False, False])
    assert slots_needed(both, finishes(both, []), {(1, 0): 1}) == copies_by_simulation(written, read)


def test_a_write_must_come_behind_the_access() -> None:
    over = Finish((2, 1))
    when = schedule([(0, 0), (2, 1)], [False, False])
    assert [over.allows(when, 0, distance) for distance in (1, 2, 3)] == [False, False, True]


def test_statements_that_share_a_commit() -> None:
    """Asynchronous ones of one stage that follow each other; none that needs another."""
    for asynchronous in product([False, True], repeat=3):
        groups = commit_groups(schedule([(0, 0), (0, 1), (1, 2)], list(asynchronous)), [])
        expected = [[0, 1], [2]] if asynchronous[:2] == (True, True) else [[0], [1], [2]]
        assert groups == expected
