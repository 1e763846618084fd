"""Random functions that write in the midst of expressions, and where they read: as in CPython and NumPy."""

from __future__ import annotations

import pytest

import asyncir
from asyncir.launch import runtime
from tests.jit.programs import compared, defined
from tests.jit.random_effects import EffectsGenerator

pytestmark = pytest.mark.feature("S4-22")

HELPERS = ("helper", "chain", "tail", "bump", "turned", "largest")


def differences(seed: int) -> list[str]:
    """What differs for that seed."""
    generator = EffectsGenerator(seed)
    generator.left = 12
    text = generator.text()
    plain, function = defined(text), defined(text)
    space = function.__globals__
    space.update({name: asyncir.jit(bounds=True)(space[name]) for name in HELPERS})
    compiled = asyncir.jit(bounds=True, cached=False, opt_level=seed % 4)(function)
    # A variable that never has a value, or one of several types, is refused.
    return compared(plain, compiled, f"seed {seed}\n{text}", ("J007", "J006"))


@pytest.mark.parametrize("block", range(6))
def test_random_effects(block: int) -> None:
    for seed in range(block * 4, block * 4 + 4):
        assert differences(seed) == []
    assert runtime.counts().errors == 0


@pytest.mark.long
def test_many_random_effects() -> None:
    for seed in range(1000, 1200):
        assert differences(seed) == []
