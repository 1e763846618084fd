"""The litmus programs with queues, natively: what comes out is what the rules allow, in every order of the tasks.

Features: S0-31.
"""

from __future__ import annotations

import re

import numpy as np
import pytest

from asyncir.driver.compile import lower
from asyncir.launch import jit, serial
from asyncir.launch.compiled import Compiled
from asyncir.launch.failures import ProgramError
from tests.differential import native
from tests.litmus.extract import QUEUES, Litmus, litmus_programs

pytestmark = pytest.mark.feature("S0-31")

ENDS = ("ok", "error S018")
"""Programs with races are wrong, and may do anything natively."""

ALONE = [
    p
    for p in litmus_programs(QUEUES)
    if "queue." in p.text and not re.search(r"\b(gpu|nvgpu)\.", p.text) and p.result in ENDS
]
"""What one thread does."""


def _run(program: Litmus, loaded: Compiled) -> tuple[str, str, list[object]]:
    """What was printed, the code of the first error, and the arrays."""
    arguments, code = program.values(), ""
    with native.captured() as printed:
        try:
            loaded["main"].call(arguments)
        except ProgramError as error:
            code = native.chain(error)[-1].split()[0]
    arrays = [a.tolist() for a in arguments if isinstance(a, np.ndarray)]
    return "".join(printed().split()), code, arrays


def test_there_are_many() -> None:
    assert len(ALONE) >= 40


@pytest.mark.parametrize("program", ALONE, ids=lambda p: p.name)
def test_what_comes_out_is_allowed(program: Litmus) -> None:
    lowered = lower(program.text)
    code = jit.emit_object(lowered.text, opt_level=1)
    orders: list[Compiled] = [native.load(lowered, code, threads) for threads in (1, 2, 4)]
    seen = [_run(program, loaded) for loaded in orders]
    for seed in range(8):
        with serial.order(seed=seed):
            seen.append(_run(program, native.load(lowered, code, None)))
    for printed, wrong, arrays in seen:
        assert (wrong != "") == (program.result != "ok"), (printed, wrong)
        if program.allowed is not None and not wrong:
            assert printed in program.allowed
        if program.after is not None and not wrong:
            assert arrays == list(program.after)
