"""Numbers that loops carry: the first iterations tell of later ones only where they grow evenly or come round (cycles.py)."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.ir import ModuleOp
from asyncir.semantics.machines.engine import play
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine

pytestmark = pytest.mark.feature("S3-3", "S3-12", "N5")

MACHINE = load_machine("bismo")
REGISTER = 10
"""So many ones are handed on, one in each iteration: the sum of them grows evenly and then stays."""


def program(loop: str, slots: int, end: str) -> ModuleOp:
    """Two iterations may be under way at once, each with the slot of its own."""
    view = "memref<4xf32, strided<[1], offset: ?>>"
    return parse_module(f"""
func.func @f(%x: memref<40x4xf32> {{llvm.noalias}}, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = memref.alloc() : memref<{slots}x4xf32>
  sync.signal "token" from "execute" to "fetch"
  sync.signal "token" from "execute" to "fetch"
  {loop}
    %v = memref.subview %t[%slot, 0] [1, 4] [1, 1] : memref<{slots}x4xf32> to {view}
    sync.wait "token" from "execute" to "fetch"
    sync.work on "fetch" writes(%v : {view}) {{ sync.opaque "in" }}
    sync.signal "token" from "fetch" to "execute"
    sync.wait "token" from "fetch" to "execute"
    sync.work on "execute" reads(%v : {view}) {{ sync.opaque "use" }}
    sync.signal "token" from "execute" to "fetch"
    {end}
  }}
  return
}}
""")


def is_proved(module: ModuleOp) -> bool:
    return checked(MachineProgram(next(iter(module.ops)), MACHINE)).proved


def races(module: ModuleOp, trips: int) -> bool:
    return bool(play(module, "f", [np.zeros((40, 4), np.float32), trips], MACHINE, "earliest").races)


def registers(slot: str, is_while: bool) -> tuple[str, str]:
    """A loop that carries a number to which the first of some others is added, and what ends its body."""
    names = [f"%e{n}" for n in range(REGISTER)]
    first = [
        "%at = %c0",
        *(f"{name} = {'%c1' if n < REGISTER - 1 else '%c0'}" for n, name in enumerate(names)),
    ]
    next_ = ", ".join(["%next", *names[1:], names[-1]])
    types = ", ".join(["index"] * (REGISTER + 1))
    body = f"%slot = {slot}\n%next = arith.addi %at, %e0 : index"
    if not is_while:
        head = f"%r:{REGISTER + 1} = scf.for %i = %c0 to %n step %c1 iter_args({', '.join(first)}) -> ({types}) {{"
        return f"{head}\n{body}", f"scf.yield {next_} : {types}"
    args = ", ".join(f"{name}: index" for name in ("%at", *names))
    handed = ", ".join(("%k", "%p_at", *(f"%p{n}" for n in range(REGISTER))))
    given = ", ".join(
        f"{h} = {f.split('= ')[1]}" for h, f in zip(handed.split(", "), ["k = %c0", *first], strict=True)
    )
    head = f"""%r:{REGISTER + 2} = scf.while ({given}) : (index, {types}) -> (index, {types}) {{
    %more = arith.cmpi slt, %k, %n : index
    scf.condition(%more) {handed} : index, {types}
  }} do {{
  ^bb0(%i: index, {args}):
    %more_i = arith.addi %i, %c1 : index"""
    return f"{head}\n{body}", f"scf.yield %more_i, {next_} : index, {types}"


@pytest.mark.parametrize("is_while", [False, True])
@pytest.mark.parametrize(
    ("slot", "slots"), [("arith.remui %at, %c2 : index", 2), ("arith.addi %at, %c0 : index", 16)]
)
def test_what_grows_evenly_at_first_may_stay_later(slot: str, slots: int, is_while: bool) -> None:
    head, end = registers(slot, is_while)
    module = program(head, slots, end)
    assert not races(module, REGISTER - 2)
    assert races(module, REGISTER + 3)
    assert not is_proved(module)


def while_counter(condition: str, first: str, handed: str) -> ModuleOp:
    head = f"""%r = scf.while (%k = {first}) : (index) -> index {{
    {condition}
    scf.condition(%more) {handed} : index
  }} do {{
  ^bb0(%i: index):
    %slot = arith.remui %i, %c2 : index
    %next = arith.addi %i, %c1 : index"""
    return program(head, 2, "scf.yield %next : index")


def test_a_loop_with_a_condition_may_count_for_itself() -> None:
    module = while_counter("%more = arith.cmpi slt, %k, %n : index", "%c0", "%k")
    assert not any(races(module, trips) for trips in range(8))
    assert is_proved(module)


def test_its_condition_may_hand_on_what_it_computes() -> None:
    """Then the body gets one more each time, and adds one: every slot is 1."""
    steps = "%more = arith.cmpi slt, %k, %n : index\n%other = arith.addi %k, %c1 : index"
    module = while_counter(steps, "%c0", "%other")
    assert races(module, 8)
    assert not is_proved(module)


def test_numbers_that_change_places_are_not_told() -> None:
    head = """%r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%at = %c0, %other = %c0) -> (index, index) {
    %slot = arith.remui %at, %c2 : index
    %next = arith.addi %at, %c1 : index"""
    module = program(head, 2, "scf.yield %other, %next : index, index")
    assert races(module, 5)
    assert not is_proved(module)
