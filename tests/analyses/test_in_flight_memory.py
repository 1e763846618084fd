"""What groups in flight may touch, by age: committing, waiting, joining paths, loops."""

from __future__ import annotations

from asyncir.analyses.aliasing import Root, RootKind
from asyncir.analyses.in_flight_memory import AGES, InFlight, MemoryTouch

READ, WRITE = (MemoryTouch(None, Root(RootKind.ALLOCATION), reads) for reads in (True, False))


def committed(*touches: MemoryTouch | None) -> InFlight:
    """Groups of one FIFO, the oldest first; None is an empty group."""
    state = InFlight()
    for touch in touches:
        state.age("q", maybe=False)
        if touch is not None:
            state.add("q", touch, 1)
    return state


def test_groups_grow_older_one_by_one() -> None:
    state = committed(WRITE, READ)
    assert state.from_age("q", 0) == [WRITE, READ]
    assert state.from_age("q", 1) == [WRITE]
    assert state.from_age("q", 2) == []


def test_a_group_that_may_be_committed_leaves_both_ages() -> None:
    state = committed(WRITE)
    state.age("q", maybe=True)
    assert state.from_age("q", 1) == [WRITE]
    state.retire("q", 1, reads_only=False)
    assert state.from_age("q", 0) == [WRITE]


def test_a_wait_retires_from_an_age_on() -> None:
    state = committed(WRITE, None, READ)
    state.retire("q", 2, reads_only=False)
    assert state.from_age("q", 0) == [READ]


def test_a_wait_for_sources_keeps_what_is_written() -> None:
    state = committed(WRITE, READ)
    state.retire("q", 0, reads_only=True)
    assert state.from_age("q", 0) == [WRITE]


def test_what_is_in_flight_on_one_path_is_in_flight_behind_both() -> None:
    state = committed(WRITE)
    assert state.join(committed(READ))
    assert state.from_age("q", 0) == [WRITE, READ]
    assert not state.join(committed(READ)), "that is known"


def test_very_old_groups_are_of_any_age() -> None:
    state = committed(WRITE, *[None] * (AGES + 3))
    assert state.from_age("q", AGES + 40) == [WRITE]
    state.retire("q", AGES, reads_only=False)
    assert state.from_age("q", 0) == [WRITE], "which group it is of is not known any more"
    state.retire("q", 0, reads_only=False)
    assert state.from_age("q", 0) == []


def test_a_copy_is_not_changed_with_its_original() -> None:
    state = committed(WRITE)
    kept = state.copy()
    state.retire("q", 0, reads_only=False)
    assert kept.from_age("q", 0) == [WRITE]
