"""Locks, semaphores and those who dine: programs of several processes, in all orders.

The programs beside this file begin with a sentence and

    // ends: right              (in every order; else the codes of what orders are found guilty of)
    // leaves: [1, 2]           (what is in the array in the end, of one that is right)
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from asyncir.semantics.machines.engine import Played, Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import MachineModel, load_machine
from tests.machines.locks.philosophers import Manners, philosophers

HERE = Path(__file__).parent
PROGRAMS = sorted(HERE.glob("*.mlir"))
ONE_ORDER = ("earliest", "latest", *(f"seed:{n}" for n in range(5)), "timed")
A_FEW = 50
"""So many runs find the deadlock of the philosophers, however many there are."""


@cache
def machine() -> MachineModel:
    return load_machine(str(HERE / "locks.toml"))


def codes(played: Played) -> frozenset[str]:
    """Of all that the outcomes have wrong."""
    return frozenset(d.code for one in (played, *played.others) for d in one.diagnostics)


@pytest.mark.parametrize("file", PROGRAMS, ids=lambda file: file.stem)
def test_program_ends_as_it_says(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    header = dict(re.findall(r"^// (\w+): (.*)$", text, re.MULTILINE))
    assert text.startswith("// ")
    size = re.search(r"memref<(\d+)xi64>", text)
    assert size is not None
    player = Player(parse_module(text, str(file)), "main", machine())
    found: set[str] = set()
    for order in (*ONE_ORDER, "exhaustive"):
        array = np.zeros(int(size[1]), np.int64)
        played = player.play([array], order)
        found |= codes(played)
        if header["ends"] == "right":
            assert not found, order
            assert not played.others
            assert str(array.tolist()) == header["leaves"], order
    assert sorted(found) == ([] if header["ends"] == "right" else header["ends"].split())


def played(number: int, manners: Manners, order: str, meals: int = 1) -> tuple[Played, list[int]]:
    """What comes of a dinner, and what is on the plates after it."""
    plates = np.zeros(number, np.int64)
    found = _player(number, manners, meals).play([plates], order)
    return found, plates.tolist()


@cache
def _player(number: int, manners: Manners, meals: int) -> Player:
    return Player(parse_module(philosophers(number, manners, meals)), "main", machine())


@pytest.mark.parametrize("number", [2, 3, 5])
def test_deadlock_of_philosophers_is_found(number: int) -> None:
    player = Player(
        parse_module(philosophers(number, Manners.LEFT_FIRST)), "main", machine(), stops_at_memory=True
    )
    found = player.explore([np.zeros(number, np.int64)], A_FEW)
    assert found.deadlock is not None
    waiting = [process for process in range(number) if f'"p{process}"' in found.deadlock.message]
    assert waiting == list(range(number))


@pytest.mark.parametrize("manners", [Manners.ORDERED, Manners.WAITER])
@pytest.mark.parametrize("number", [2, 3, 5])
@pytest.mark.parametrize("order", ONE_ORDER)
def test_well_mannered_philosophers_eat(number: int, manners: Manners, order: str) -> None:
    found, plates = played(number, manners, order, meals=2)
    assert found.ok
    assert plates == [4] * number


# With three a search takes 9000 runs where forks are ordered, with a waiter or five of them more than is tried.
@pytest.mark.parametrize(
    ("number", "manners", "meals"),
    [(2, Manners.ORDERED, 1), (2, Manners.WAITER, 1), (2, Manners.WAITER, 2), (3, Manners.ORDERED, 1)],
)
def test_no_order_stops_well_mannered_philosophers(number: int, manners: Manners, meals: int) -> None:
    found, plates = played(number, manners, "exhaustive", meals)
    assert found.ok
    assert not found.others
    assert plates == [2 * meals] * number


@pytest.mark.parametrize("manners", [Manners.ORDERED, Manners.WAITER])
def test_some_orders_of_five_philosophers(manners: Manners) -> None:
    player = Player(parse_module(philosophers(5, manners)), "main", machine(), stops_at_memory=True)
    assert codes(player.explore([np.zeros(5, np.int64)], 500)) == {"S009"}
