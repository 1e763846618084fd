"""What a machine file says twice, or says of nothing, is an error with its line (S0-31)."""

from __future__ import annotations

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.targets.machine import read_machine

pytestmark = pytest.mark.feature("S0-31")

ENGINES = """[[engine]]
name = "dma"
takes = ["copy"]

[[engine]]
name = "core"
takes = ["scalar"]
"""
FLAG = '[[resource]]\nname = "flag"\nkind = "flag"\n'
GROUPS = '[[resource]]\nname = "copies"\nkind = "groups"\nengines = ["dma"]\n'
SEVERAL = "flag, semaphore, timeline and phases"
UB = '[[memory]]\nname = "ub"\nspace = "1"\n'


@pytest.mark.parametrize(
    ("more", "line", "message"),
    [
        (FLAG + 'pairs = ["dma -> core", "dma->core"]\n', 11, "the pair 'dma -> core' is there twice"),
        (GROUPS + "count = 2\n", 12, f"'count' is for {SEVERAL}, not for groups"),
        (GROUPS + 'pairs = "all"\n', 12, f"'pairs' is for {SEVERAL}, not for groups"),
        (FLAG + "pairs = []\n", 11, "'pairs' names no pair"),
        (FLAG + "users = []\n", 11, "'users' names no engine"),
        (UB + "seen-by = []\n", 11, "'seen-by' names no engine"),
        (
            UB + '[[memory]]\nname = "l1"\nspace = ["2", "1"]\n',
            13,
            "'ub' and 'l1' both have the memory space '1'",
        ),
        (
            '[[memory]]\nname = "a"\n[[memory]]\nname = "b"\n',
            10,
            "'a' and 'b' both have the memrefs without a memory space",
        ),
    ],
)
def test_what_contradicts_itself_is_said(more: str, line: int, message: str) -> None:
    with pytest.raises(DiagnosticError) as error:
        read_machine(ENGINES + more, "machine.toml")
    [found] = error.value.diagnostics
    assert found.span is not None
    assert (found.span.line, found.message) == (line, message)
    assert found.help is not None


def test_what_is_said_once_is_read() -> None:
    text = ENGINES + UB + 'seen-by = ["core"]\n' + FLAG + 'pairs = ["dma -> core", "core -> dma"]\n'
    machine = read_machine(text, "machine.toml")
    assert machine.resources[0].pairs == {("dma", "core"), ("core", "dma")}
