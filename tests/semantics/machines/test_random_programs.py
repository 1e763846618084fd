"""Random programs: clocks decide the same in all orders, and an exhaustive search knows what any order shows."""

from __future__ import annotations

import pytest

from asyncir.semantics.machines.engine import Played, Player
from asyncir.source.text import parse_module
from tests.litmus.machines.programs import machine_of
from tests.semantics.machines.random_programs import program

ORDERS = ("earliest", "latest", "seed:0", "seed:1", "seed:2", "seed:3", "timed")


def player(seed: int, *, processes: bool, with_data: bool = True) -> Player:
    module = parse_module(program(seed, processes=processes), f"program-{seed}.mlir")
    return Player(module, "main", machine_of("small"), with_data=with_data)


def is_open(one: Player) -> bool:
    """Whether the order of what is done to some instance, as far as this run shows, makes a difference."""
    return any(instance.is_open for instance in one.machine.instances.values())


def verdict(played: Played) -> tuple[bool, str]:
    """Whether it is right, and what it prints if it is."""
    return played.ok, played.output if played.ok else ""


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 200, 50))
def test_what_clocks_decide_does_not_depend_on_the_order(first: int) -> None:
    right = wrong = 0
    for seed in range(first, first + 50):
        one = player(seed, processes=False)
        verdicts = {verdict(one.play([], order)) for order in ORDERS}
        if not is_open(one):
            assert len(verdicts) == 1, seed
            right, wrong = right + next(iter(verdicts))[0], wrong + 1
    assert right > 5
    assert wrong > 5


@pytest.mark.slow
@pytest.mark.parametrize("processes", [False, True])
@pytest.mark.parametrize("first", range(1000, 1040, 20))
def test_an_exhaustive_search_knows_what_any_order_shows(first: int, processes: bool) -> None:
    compared = 0
    for seed in range(first, first + 20):
        one = player(seed, processes=processes)
        whole = one.explore([], most_runs=600)
        if any(fault.code == "S009" for fault in whole.faults):
            continue
        compared += 1
        known = {(each.output, each.deadlock is None) for each in (whole, *whole.others)}
        for order in ORDERS:
            played = one.play([], order)
            if played.ok:
                assert (played.output, True) in known, (seed, order)
            elif played.deadlock is not None:
                assert False in {alive for _, alive in known}, (seed, order)
            else:
                assert not all(each.ok for each in (whole, *whole.others)), (seed, order)
    assert compared > 8


@pytest.mark.slow
def test_without_data_the_same_is_misused() -> None:
    for seed in range(2000, 2060):
        found = []
        for with_data in (True, False):
            played = player(seed, processes=True, with_data=with_data).play([], "latest")
            found.append(({misuse.code for misuse in played.misuses}, played.deadlock is None))
        assert found[0] == found[1], seed


@pytest.mark.slow
def test_a_run_in_time_takes_as_long_with_data_as_without() -> None:
    for seed in range(3000, 3040):
        whole = player(seed, processes=True).time([])
        bare = player(seed, processes=True, with_data=False).time([], with_spans=False)
        assert whole.run is not None
        assert bare.run is not None
        assert whole.run.cycles == bare.run.cycles, seed
