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
FENCE = (
    '[[engine]]\nname = "tma"\nproxy = "async"\n[[resource]]\nname = "f"\nkind = "fence"\nto = "async"\n\n'
)
OP = '[[op]]\nname = "npu.f"\nengine = "dma"\n'
SYNC = '[[sync]]\nop = "npu.set"\ndoes = "signal"\nresource = "flag"\n'
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
        ('[[engine]]\nname = "all"\n', 9, "'all' is what `barriers` calls the barrier of all engines"),
        ('[[engine]]\nname = "v"\ntakes = []\n', 10, "'takes' names no kind of work"),
        ('[[engine]]\nname = "v"\ntakes = ["copy", "copy"]\n', 10, "'copy' is there twice in 'takes'"),
        ('[[engine]]\nname = "v"\nwhen-full = "drop"\n', 10, "its queue is never full: it has no end"),
        ('[[engine]]\nname = "v"\n[[engine]]\nname = "core"\n', 11, "two engines are called 'core'"),
        (UB + '[[memory]]\nname = "ub"\nspace = "2"\n', 12, "two tables [[memory]] are called 'ub'"),
        (FLAG + FLAG, 12, "two tables [[resource]] are called 'flag'"),
        ('[[memory]]\nname = "ub"\nspace = []\n', 10, "'space' names no memory space"),
        (UB + 'seen-by = ["core", "core"]\n', 11, "'core' is there twice in 'seen-by'"),
        (FENCE + "memories = []\n", 16, "'memories' names no memory"),
        (FLAG + 'pairs = ["dma -> dma"]\n', 11, "'dma -> dma' is one engine, and a pair is of two"),
        ('[[resource]]\nname = "g"\nkind = "groups"\n', 8, "of whose works the groups are is not said"),
        (GROUPS + "initialise = true\n", 12, f"'initialise' is for {SEVERAL}, not for groups"),
        (GROUPS + 'at-exit = "clear"\n', 12, "'at-exit' is for flag and semaphore, not for groups"),
        ('[names]\ndma = "core"\n', 9, "'dma' is an engine itself"),
        (OP + "reads = [0, 0]\n", 11, "'reads' names 0 twice"),
        (
            OP + "reads = 65536\n",
            11,
            '\'reads\' has 65536 in it, which is neither "ins", "outs" nor the number of an operand',
        ),
        (FLAG + SYNC + "instance = { operand = 65536 }\n", 15, "no op has an operand 65536"),
        (
            FLAG + SYNC + "instance = { operand = 0 }\nnumber = { operand = 0 }\n",
            16,
            "'instance' and 'number' are both the operand 0",
        ),
        (
            OP + 'reads = ["ins"]\n' + OP + 'reads = ["outs"]\n',
            13,
            "no 'npu.f' is left for this [[op]]: one before it takes them all",
        ),
        (FLAG + SYNC + SYNC, 16, "no 'npu.set' is left for this [[sync]]: one before it takes them all"),
        (
            FLAG + SYNC + OP.replace("npu.f", "npu.set") + "reads = 0\n",
            16,
            "a [[sync]] says what 'npu.set' is: it is no work",
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
