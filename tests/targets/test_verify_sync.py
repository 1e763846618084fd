"""Programs in the sync dialect that do not fit a machine: one test per diagnostic."""

from __future__ import annotations

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.source.text import parse_module
from asyncir.targets.machine import read_machine
from asyncir.targets.verify_sync import ensure_fits, verify_sync

MACHINE = read_machine(
    """
    issued-by = "core"
    [[engine]]
    name = "core"
    [[engine]]
    name = "dma"
    [[engine]]
    name = "vector"
    [[resource]]
    name = "event"
    kind = "flag"
    pairs = ["dma -> vector"]
    count = 2
    [[resource]]
    name = "lock"
    kind = "semaphore"
    capacity = 4
    users = ["core", "dma"]
    [[resource]]
    name = "time"
    kind = "timeline"
    [[resource]]
    name = "full"
    kind = "phases"
    [[resource]]
    name = "copies"
    kind = "groups"
    engines = ["dma"]
    most = 3
    """,
    "machine.toml",
)

WRONG = {
    'sync.work on "dmb" { }': ("M020", 'has no engine "dmb"', "dma"),
    'sync.process on "x" { }': ("M020", 'has no engine "x"', "it has core, dma, vector"),
    'sync.barrier on "x"': ("M020", 'has no engine "x"', "it has"),
    'sync.signal "evnt"[0] from "dma" to "vector"': ("M021", 'has no resource "evnt"', "event"),
    'sync.commit "event"': ("M021", "is for groups", "of the kind groups"),
    'sync.signal "copies"': ("M021", "is of the kind groups", "name a resource"),
    'sync.arm "event"[0] from "dma" to "vector"': ("M021", "is for phases", "of the kind phases"),
    'sync.wait "copies", 0 until "read"': ("M021", 'waits until "read"', "reads = true"),
    'sync.signal "event"[0]': ("M022", "none is named", 'write from "A" to "B"'),
    'sync.signal "event"[0] from "vector" to "dma"': ("M022", "has no instances", '"dma" to "vector"'),
    'sync.signal "lock"[0] from "dma" to "vector"': ("M022", "has no pairs", "leave `from` and `to` out"),
    'sync.commit "copies" on "dma"': ("M022", "executed by the process", "leave `on` out"),
    'sync.wait "copies", 0 on "dma"': ("M022", "executed by the process", "leave `on` out"),
    'sync.signal "lock"[0] on "vector"': ("M023", '"vector" cannot use "lock"', '"core", "dma"'),
    'sync.process on "vector" { sync.wait "lock"[0] }': ("M023", '"vector" cannot use', "users"),
    'sync.signal "event"[2] from "dma" to "vector"': ("M011", "instances 0 to 1, and 2", "from 0"),
    'sync.signal "event"[0], 2 from "dma" to "vector"': ("M010", "the number is 2, not 1", "see"),
    'sync.wait "full"[0], 2': ("M010", "0 or 1, not 2", "see"),
    'sync.wait "full"[0]': ("M010", "the parity of a phase", "write `sync.wait"),
    'sync.signal "time"[0]': ("M010", "the number that it is set to", "write"),
    'sync.signal "time"[0], 0': ("M010", "1 is the least", "see"),
    'sync.wait "copies", 4': ("M010", "at most 3", "see"),
    'sync.wait "copies", -1': ("M010", "the count is -1", "see"),
}

RIGHT = (
    'sync.wait "lock"[0], 3',
    'sync.wait "time"[0], 0',
    'sync.init "lock"[0], 0',
    'sync.wait "copies", 3',
    'sync.work on "core" { }',
    'sync.wait "event"[1] from "dma" to "vector"',
)


@pytest.mark.parametrize("op", WRONG)
def test_an_op_that_does_not_fit(op: str) -> None:
    code, message, help = WRONG[op]
    module = parse_module(f"func.func @main() {{\n  {op}\n  return\n}}\n", "program.mlir")
    (found,) = verify_sync(module, MACHINE)
    assert found.code == code
    assert message in found.message
    assert help in found.help
    assert found.span is not None
    assert found.span.line == 2


def test_all_that_is_wrong_is_said_at_once() -> None:
    module = parse_module("func.func @main() {\n" + "\n".join(WRONG) + "\n  return\n}\n")
    with pytest.raises(DiagnosticError) as raised:
        ensure_fits(module, MACHINE)
    assert {d.code for d in raised.value.diagnostics} == {code for code, _, _ in WRONG.values()}
    assert len(raised.value.diagnostics) >= len(WRONG)


@pytest.mark.parametrize("op", RIGHT)
def test_an_op_that_fits(op: str) -> None:
    assert verify_sync(parse_module(f"func.func @main() {{\n  {op}\n  return\n}}\n"), MACHINE) == []
