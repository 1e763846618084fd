"""Random functions that write in the midst of expressions, and where they read: as in CPython and NumPy."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import asyncir
from asyncir.launch import runtime
from tests.jit.programs import defined, outcome, same
from tests.jit.random_effects import EffectsGenerator

pytestmark = pytest.mark.feature("S4-22")

HELPERS = ("helper", "chain", "tail", "bump", "turned", "largest")
ARGUMENTS = [(3, -7, 1.5), (0, 0, 0.0), (-12, 40, -2.25)]


def differences(seed: int) -> list[str]:
    """What differs for that seed."""
    generator = EffectsGenerator(seed)
    generator.left = 12
    text = generator.text()
    plain, function = defined(text), defined(text)
    space = function.__globals__
    space.update({name: asyncir.jit(bounds=True)(space[name]) for name in HELPERS})
    compiled = asyncir.jit(bounds=True, cached=False, opt_level=seed % 4)(function)
    found = []
    for a, b, x in ARGUMENTS:
        array = np.array([0.5, -1.0, 2.0, 4.0, x])
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            expected = outcome(plain, a, b, x, array)
        got = outcome(compiled, a, b, x, array)
        if isinstance(got[0], asyncir.DiagnosticError) and got[0].diagnostics[0].code in ("J007", "J006"):
            return found  # a variable that never has a value, or one of several types
        if not same(expected, got, exact=False):
            found.append(f"seed {seed}, {a, b, x}: {expected} in Python, {got} compiled\n{text}")
    return found


@pytest.mark.parametrize("block", range(6))
def test_random_effects(block: int) -> None:
    for seed in range(block * 4, block * 4 + 4):
        assert differences(seed) == []
    assert runtime.counts().errors == 0


@pytest.mark.long
def test_many_random_effects() -> None:
    for seed in range(1000, 1200):
        assert differences(seed) == []
