"""What a walk over a program on a machine knows: where works are ordered already, and where they are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.analyses.machines.checked import MachineAnswer, checked
from asyncir.analyses.machines.orders import orders_of, superfluous
from asyncir.analyses.machines.program import MachineProgram
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine

pytestmark = pytest.mark.feature("S3-3", "S3-12", "N5")


def asked(body: str, machine: str = "ascend-a2", arguments: str = "%n: index, %c: i1") -> MachineProgram:
    text = f"""
func.func @f({arguments}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %p = memref.alloc() : memref<2x4xf32>
  {body}
  return
}}
"""
    module = parse_module(text)
    return MachineProgram(next(iter(module.ops)), load_machine(machine))


def answer(body: str, machine: str = "ascend-a2") -> MachineAnswer:
    return checked(asked(body, machine))


def work(engine: str, reads: str = "", writes: str = "") -> str:
    text = f'sync.work on "{engine}"'
    for word, names in (("reads", reads), ("writes", writes)):
        if names:
            types = ", ".join(["memref<4xf32>"] * len(names.split(",")))
            text += f" {word}({names} : {types})"
    return text + ' { sync.opaque "w" }\n'


SIGNAL = 'sync.signal "event"[0] from "mte2" to "v"\n'
WAIT = 'sync.wait "event"[0] from "mte2" to "v"\n'
WRITE, READ = work("mte2", writes="%a"), work("v", reads="%a")
LOOP = "scf.for %i = %c0 to %n step %c1 {\n"

PROVED = {
    "reads of one memory": work("mte2", reads="%a") + READ,
    "an engine that is in order": work("mte2", writes="%a") * 2,
    "a signal and a wait": WRITE + SIGNAL + WAIT + READ,
    "a barrier of all": WRITE + "sync.barrier\n" + READ,
    "an order by way of a third engine": WRITE
    + 'sync.signal "event"[0] from "mte2" to "m"\nsync.wait "event"[0] from "mte2" to "m"\n'
    + 'sync.signal "event"[0] from "m" to "v"\nsync.wait "event"[0] from "m" to "v"\n'
    + READ,
    "works of a loop, with signals both ways": 'sync.signal "event"[0] from "v" to "mte2"\n'
    + LOOP
    + 'sync.wait "event"[0] from "v" to "mte2"\n'
    + WRITE
    + SIGNAL
    + WAIT
    + READ
    + 'sync.signal "event"[0] from "v" to "mte2"\n}\nsync.wait "event"[0] from "v" to "mte2"\n',
    "a branch on both ways of which the same is known": "scf.if %c {\n"
    + WRITE
    + "}\n"
    + SIGNAL
    + WAIT
    + READ,
}

NOT_PROVED = {
    "no order at all": WRITE + READ,
    "an engine that overlaps with itself": work("v", writes="%a") + READ,
    "a signal before the work": SIGNAL + WRITE + WAIT + READ,
    "a wait on another engine": WRITE
    + 'sync.signal "event"[0] from "mte2" to "m"\nsync.wait "event"[0] from "mte2" to "m"\n'
    + READ,
    "a loop without a way back": LOOP + WRITE + SIGNAL + WAIT + READ + "}\n",
    "an order on one way only": "scf.if %c {\n" + WRITE + "sync.barrier\n} else {\n" + WRITE + "}\n" + READ,
}

MISUSED = {
    "a wait that nobody signals": (WAIT, "empty"),
    "a signal that is left": (SIGNAL, "left"),
    "a signal that comes twice": (SIGNAL + SIGNAL + WAIT + WAIT, "full"),
    "a signal that comes again before the wait is known to be over": ((SIGNAL + WAIT) * 2, "full"),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_is_in_order_is_proved(name: str) -> None:
    found = answer(PROVED[name])
    assert found.proved, (found.unknown, list(found.races), list(found.misuses))


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_is_not_in_order_is_not_proved(name: str) -> None:
    found = answer(NOT_PROVED[name])
    assert found.races


@pytest.mark.parametrize("name", MISUSED)
def test_misuses_are_found(name: str) -> None:
    body, why = MISUSED[name]
    assert why in {misuse.why for misuse in answer(body).misuses}


def test_groups_are_waited_for_by_count() -> None:
    first, second = work("cp.async", writes="%a"), work("cp.async", writes="%b")
    groups = first + 'sync.commit "group"\n' + second + 'sync.commit "group"\n'
    behind = (
        'sync.barrier on "block"\n'
        + work("block", reads="%a")
        + 'sync.wait "group", 0\nsync.barrier on "block"\n'
    )
    assert answer(groups + 'sync.wait "group", 1\n' + behind, "cuda-sm80").proved
    assert answer(groups + 'sync.wait "group", 2\n' + behind, "cuda-sm80").races


def test_slots_are_told_apart() -> None:
    slots = """
  scf.for %i = %c0 to %n step %c1 {
    %s = arith.remui %i, %c2 : index
    %j = arith.addi %i, %c1 : index
    %t = arith.remui %j, %c2 : index
    %u = memref.subview %p[%s, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %v = memref.subview %p[%SECOND, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.work on "mte2" writes(%u : memref<4xf32, strided<[1], offset: ?>>) { sync.opaque "a" }
    sync.work on "v" reads(%v : memref<4xf32, strided<[1], offset: ?>>) { sync.opaque "b" }
    sync.barrier
  }
"""
    assert answer(slots.replace("%SECOND", "%t")).proved
    assert answer(slots.replace("%SECOND", "%s")).races


def test_orders_are_what_belongs_together() -> None:
    program = asked(WRITE + SIGNAL + WAIT + "sync.barrier\n" + READ + "sync.barrier\n")
    orders = orders_of(program)
    assert [[op.name for op in order.ops] for order in orders] == [
        ["sync.signal", "sync.wait"],
        ["sync.barrier"],
        ["sync.barrier"],
    ]
    # Nobody sees what is in flight in the end, and the later one of two that do the same goes.
    assert superfluous(program, orders) == orders[1:]


def test_of_a_program_that_is_not_followed_nothing_is_known() -> None:
    found = answer(
        "cf.br ^end\n^end:",
    )
    assert found.unknown
    assert not found.proved


FAR = """
  %k = arith.constant 16 : index
  %x = memref.alloc() : memref<99x4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.addi %i, %k : index
    %r = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<99x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %s = memref.subview %x[%j, 0] [1, 4] [1, 1] : memref<99x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.work on "mte2" writes(%s : memref<4xf32, strided<[1], offset: ?>>) { sync.opaque "w" }
    sync.work on "m" reads(%r : memref<4xf32, strided<[1], offset: ?>>) { sync.opaque "r" }
  }
"""

LATE = """
  %k = arith.constant 100 : index
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%m = %c0) -> (index) {
    sync.work on "mte2" writes(%a : memref<4xf32>) { sync.opaque "w" }
    %early = arith.cmpi slt, %m, %k : index
    scf.if %early { sync.barrier }
    sync.work on "m" reads(%a : memref<4xf32>) { sync.opaque "r" }
    sync.barrier
    %next = arith.addi %m, %c1 : index
    scf.yield %next : index
  }
"""


NEGATIVE = """
  %k = arith.constant 100 : index
  scf.for %i = %c0 to %n step %c1 {
    sync.work on "mte2" writes(%a : memref<4xf32>) { sync.opaque "w" }
    %m = arith.subi %i, %k : index
    %r = arith.remsi %m, %c2 : index
    %odd = arith.cmpi eq, %r, %c1 : index
    scf.if %odd { sync.work on "m" reads(%a : memref<4xf32>) { sync.opaque "r" } }
    sync.barrier on "mte2"
  }
"""


@pytest.mark.parametrize("body", [FAR, LATE, NEGATIVE])
def test_what_only_later_iterations_do_is_not_proved(body: str) -> None:
    assert not answer(body).proved


def _locks(*uses: tuple[str, str]) -> str:
    return "".join(f'sync.{use} "lock"[0] on "{engine}"\n' for use, engine in uses)


_IN, _OUT = work("s2mm0", writes="%a"), work("mm2s0", reads="%a")
_OPEN = "in an order that is open"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (_IN + _locks(("signal", "s2mm0"), ("signal", "s2mm1"), ("wait", "mm2s0")) + _OUT, _OPEN),
        (
            _IN
            + _locks(("signal", "s2mm0"), ("wait", "mm2s1"))
            + _locks(("signal", "s2mm0"), ("wait", "mm2s0")),
            _OPEN,
        ),
        (_locks(("signal", "s2mm0"), ("wait", "core"), ("signal", "s2mm1"), ("wait", "core")), ""),
    ],
)
def test_one_lock_of_several_engines(body: str, why: str) -> None:
    """Which wait takes which signal is open, unless they take turns."""
    assert why in answer(body, "aie2").unknown
    assert bool(answer(body, "aie2").unknown) == bool(why)


_MACHINE = """
format = 1
issued-by = "core"
[[engine]]
name = "core"
[[engine]]
name = "dma"
asynchronous = true
[[engine]]
name = "alu"
asynchronous = true
[[resource]]
name = "group"
kind = "groups"
engines = ["dma"]
[[resource]]
name = "event"
kind = "flag"
pairs = "all"
"""


def test_a_group_does_not_tell_what_its_engine_waits_for_behind_its_works(tmp_path: Path) -> None:
    machine = tmp_path / "m.toml"
    machine.write_text(_MACHINE, encoding="utf-8")
    order = 'sync.signal "event"[0] from "alu" to "dma"\nsync.wait "event"[0] from "alu" to "dma"\n'
    groups = 'sync.commit "group"\nsync.wait "group", 0\n'
    copy, compute = work("dma", writes="%a"), work("alu", writes="%b")
    assert answer(copy + compute + groups + work("core", reads="%a"), str(machine)).proved
    assert answer(copy + compute + order + groups + work("core", reads="%b"), str(machine)).races


def test_a_call_of_what_gives_work_is_followed() -> None:
    text = f"""
func.func private @g(%a: memref<4xf32>) {{
  {work("s2mm0", writes="%a")}
  return
}}
func.func @f() {{
  %a = memref.alloc() : memref<4xf32>
  func.call @g(%a) : (memref<4xf32>) -> ()
  {work("mm2s0", reads="%a")}
  return
}}
"""
    module = parse_module(text)
    assert checked(MachineProgram(list(module.ops)[-1], load_machine("aie2"))).races


def test_a_copy_that_no_engine_does_is_not_done_at_once() -> None:
    shared = "memref<4xf32, #gpu.address_space<workgroup>>"
    body = f"""
  %s = memref.alloc() : {shared}
  %t = nvgpu.device_async_copy %a[%c0], %s[%c0], 4 : memref<4xf32> to {shared}
"""
    assert "nvgpu.device_async_copy" in answer(body, "hexagon").unknown
