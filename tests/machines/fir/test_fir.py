"""EQueue's filter on described AI Engines: the cycles that EQueue reports, and right in every order that is tried."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from asyncir.semantics.machines.engine import Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from tests.machines.fir.programs import GROUP, OUTPUTS, SAMPLES, TAPS, fir
from tests.machines.fir.regions import fir_of_launches

MACHINE = Path(__file__).parent / "aie-fir.toml"

CYCLES = {(1, False): 2048, (16, False): 143, (16, True): 588, (4, True): 538}
"""By cores and whether there are streams (Li et al., HPCA 2022)."""


@cache
def player_of_launches(cores: int, streams: bool) -> Player:
    machine = load_machine(str(MACHINE.with_name("aie-fir-regions.toml")))
    return Player(parse_module(fir_of_launches(cores, streams=streams)), "main", machine)


@cache
def player(cores: int, streams: bool) -> Player:
    return Player(parse_module(fir(cores, streams=streams)), "main", load_machine(str(MACHINE)))


def values(seed: int, count: int) -> Any:
    """Small integers, whose sums are exact."""
    numbers = np.random.default_rng(seed).integers(-8, 8, (2, count))
    return (numbers[0] + 1j * numbers[1]).astype(np.complex64)


@pytest.mark.parametrize("order", ["timed", "earliest", "latest", "seed:0"])
@pytest.mark.parametrize(("cores", "streams"), CYCLES)
@pytest.mark.parametrize("launches", [False, True], ids=["processes", "launches"])
def test_filter(cores: int, streams: bool, order: str, launches: bool) -> None:
    x, h = values(0, SAMPLES), values(1, TAPS)
    y = np.zeros((OUTPUTS // GROUP, GROUP), np.complex64)
    play = player_of_launches if launches else player
    played = play(cores, streams).play([x, h, y], order)
    assert played.ok, played.diagnostics
    assert np.array_equal(y.reshape(-1), np.convolve(x, h[::-1], "valid")[:OUTPUTS])
    if order == "timed":
        assert played.run is not None
        assert played.run.cycles == CYCLES[cores, streams]


@pytest.mark.parametrize(("cores", "streams"), CYCLES)
def test_cycles_are_what_the_page_derives(cores: int, streams: bool) -> None:
    """docs/fir.md: when the last core begins, and a group each period after its first."""
    steps = 16 // cores
    transfer = 4 if streams else 0
    wait_for_samples = max(0, transfer - steps // 2)
    last_begins = wait_for_samples + (cores - 1) * (steps + transfer)
    period = max(steps, transfer)
    first_ends = last_begins + steps
    assert first_ends + (OUTPUTS // GROUP - 1) * period == CYCLES[cores, streams]
