"""Conditions that are computed once and asked several times: each way is looked at by itself."""

from __future__ import annotations

import pytest

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.orders import orders_of, superfluous
from asyncir.analyses.machines.program import MachineProgram
from asyncir.analyses.sync_report import Standing
from asyncir.driver.machines import check_on_machine
from asyncir.ir import ModuleOp
from asyncir.semantics.machines.engine import Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine

WRITE = 'sync.work on "mte2" writes(%p : memref<4xf32>) { sync.opaque "write" }\n'
READ = 'sync.work on "v" reads(%p : memref<4xf32>) { sync.opaque "read" }\n'
TELL = 'sync.signal "event"[0] from "mte2" to "v"\n'
HEAR = 'sync.wait "event"[0] from "mte2" to "v"\n'
BACK = 'sync.signal "event"[1] from "v" to "mte2"\n'
AGAIN = 'sync.wait "event"[1] from "v" to "mte2"\n'


def when(condition: str, *lines: str) -> str:
    return f"scf.if %{condition} {{\n{''.join(lines)}}}\n"


def unless(condition: str, *lines: str) -> str:
    return f"scf.if %{condition} {{\n}} else {{\n{''.join(lines)}}}\n"


def looped(*lines: str) -> str:
    return f"scf.for %i = %c0 to %n step %c1 {{\n{''.join(lines)}}}\n"


def looped_when(first: str, second: str, last: str) -> str:
    inside = looped(when(first, AGAIN, WRITE, TELL), when(second, HEAR, READ, BACK))
    return when("some", BACK) + inside + when(last, AGAIN)


PROGRAMS = {
    "either writes or reads": (when("some", WRITE) + unless("some", READ), True),
    "writes and reads": (when("some", WRITE) + when("some", READ), False),
    "signal and wait": (when("some", WRITE, TELL) + when("some", HEAR, READ), True),
    "an argument": (when("a", WRITE, TELL) + when("a", HEAR, READ), True),
    "a wait on the other way": (when("some", WRITE, TELL) + unless("some", HEAR, READ), False),
    "another condition": (when("some", WRITE, TELL) + when("a", HEAR, READ), False),
    "in a loop": (looped_when("some", "some", "some"), True),
    "the last one is not waited for": (looped_when("some", "some", "a"), False),
    "half of it": (looped_when("some", "a", "some"), False),
    "computed in the loop": (
        looped("%odd = arith.cmpi eq, %i, %c1 : index\n", when("odd", WRITE, TELL), when("odd", HEAR, READ)),
        None,
    ),
}
"""By name: what is done, and whether that is right; None: it is, and is not seen."""


def parsed(body: str) -> ModuleOp:
    return parse_module(f"""func.func @f(%n: index, %a: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %some = arith.cmpi sge, %n, %c2 : index
  %p = memref.alloc() : memref<4xf32>
  {body}
  sync.barrier
  return
}}""")


def machine_program(body: str) -> MachineProgram:
    return MachineProgram(next(iter(parsed(body).ops)), load_machine("ascend-a2"))


@pytest.mark.parametrize(("body", "is_right"), PROGRAMS.values(), ids=PROGRAMS)
def test_each_way_is_looked_at(body: str, is_right: bool | None) -> None:
    assert checked(machine_program(body)).proved is bool(is_right)
    player = Player(parsed(body), "f", load_machine("ascend-a2"))
    runs = [player.play([n, way], "earliest").ok for n in (0, 1, 2, 3) for way in (False, True)]
    assert all(runs) is (is_right is not False)


@pytest.mark.parametrize("name", [name for name, (_, is_right) in PROGRAMS.items() if is_right])
def test_orders_are_told_on_each_way_too(name: str) -> None:
    """The last barrier is not needed, and each order of signals and waits is."""
    program = machine_program(PROGRAMS[name][0])
    orders = orders_of(program)
    (gone,) = superfluous(program, orders)
    assert [op.name for op in gone.ops] == ["sync.barrier"]
    assert sum(len(order.ops) for order in orders) == PROGRAMS[name][0].count('"event"') + 1
    (answer,) = check_on_machine(parsed(PROGRAMS[name][0]), "ascend-a2", certify_minimal=True)
    assert answer.standing is Standing.PROVED
    assert all(order.without is not None for order in answer.orders if order.verdict == "needed")
