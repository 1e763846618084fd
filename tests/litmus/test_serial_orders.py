"""The litmus programs with tasks, natively: the serial runtime comes to all that the rules allow, and no more."""

from __future__ import annotations

import re

import numpy as np
import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.driver.compile import lower
from asyncir.launch import jit, runtime, serial
from asyncir.launch.compiled import Compiled
from asyncir.launch.failures import ProgramError
from tests.differential import native
from tests.litmus.extract import PAGE, Litmus, litmus_programs

TASKS = [p for p in litmus_programs(PAGE) if "async." in p.text and p.result.split()[0] in ("ok", "error")]

Ended = tuple[str, tuple[str, ...], tuple[str, ...]]
"""What was printed, the chain of the error, and the arrays."""


def _ended(program: Litmus, loaded: Compiled) -> Ended:
    arguments = program.values()
    chain: tuple[str, ...] = ()
    with native.captured() as printed:
        try:
            loaded["main"].call(arguments)
        except ProgramError as error:
            chain = native.chain(error)
        except DiagnosticError as error:
            chain = (error.diagnostics[0].code,)
        if runtime.end_stuck():
            chain = chain or ("R104",)
    arrays = tuple(str(a.tolist()) for a in arguments if isinstance(a, np.ndarray))
    return "".join(printed().split()), chain, arrays


def _expected_chain(result: str) -> list[tuple[str, str | None]]:
    """Codes, and the messages that the header gives."""
    if result == "ok":
        return []
    links = [
        re.fullmatch(r'(R\d+)(?: "(.*)")?', part.strip()) for part in result[len("error ") :].split("<-")
    ]
    return [(link[1], link[2]) for link in links if link]


def test_there_are_many() -> None:
    assert len(TASKS) >= 25


@pytest.mark.parametrize("program", TASKS, ids=lambda p: p.name)
def test_all_orders(program: Litmus) -> None:
    lowered = lower(program.text)
    loaded = native.load(lowered, jit.emit_object(lowered.text, opt_level=1), None)
    found = serial.explore(lambda: _ended(program, loaded))
    assert found.complete
    if program.allowed is not None:
        assert {printed for printed, _, _ in found.outcomes} == program.allowed
    expected = _expected_chain(program.result)
    for _, chain, arrays in found.outcomes:
        assert [link.split(" ")[0] for link in chain] == [code for code, _ in expected]
        for link, (_, message) in zip(chain, expected, strict=True):
            assert message is None or link.endswith(f'"{message}"')
        if program.after is not None:
            assert arrays == tuple(str(array) for array in program.after)
