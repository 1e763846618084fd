"""`linalg.pack` and `linalg.unpack`: interpreted, as what they are made of, and natively."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir
from tests.transforms.elementwise_running import interpreted, same_bits
from tests.transforms.pack_programs import PackProgram

PASS = "linalg-decompose-aggregated-ops"


@pytest.mark.parametrize("seed", range(60))
def test_random_packs_and_unpacks_give_the_same(seed: int) -> None:
    program = PackProgram(seed)
    text, arguments = program.text(), program.arguments()
    expected = interpreted(text, "", arguments)
    assert np.array_equal(expected[1], arguments[0])
    assert same_bits(expected, interpreted(text, PASS, arguments))


@pytest.mark.parametrize("seed", range(100, 108))
def test_random_packs_and_unpacks_give_the_same_natively(seed: int) -> None:
    program = PackProgram(seed)
    text, arguments = program.text(), program.arguments()
    assert same_bits(interpreted(text, "", arguments), asyncir.compile(text)["main"](*arguments))
