"""Orders inside of branches: who is given no work in the side that is taken waits for nothing."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.dialects.sync import BarrierOp, SignalOp, WaitOp
from asyncir.ir import Context, ModuleOp, Operation
from asyncir.ir.walk import enclosing, walk
from asyncir.semantics.machines.engine import Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.insert_sync import InsertSync
from bench.sync_programs.draw import program as drawn
from bench.sync_programs.judge import judge

pytestmark = pytest.mark.feature("S3-11", "S3-17")

ORDERS = ("earliest", "latest", "seed:1", "seed:2")
NONE, ALL, SOME = (np.array(flags, np.int32) for flags in ([0] * 8, [1] * 8, [1, 0, 0, 1, 1, 0, 1, 0]))

ROW = "memref<4xf32>"
ROWS = "memref<8x4xf32>"
VIEW = "memref<4xf32, strided<[1], offset: ?>>"


def work(engine: str, reads: str, writes: str) -> str:
    types = {name: ROW if name in "abd" else ROWS for name in (reads, writes)}
    touched = f"reads(%{reads} : {types[reads]}) writes(%{writes} : {types[writes]})"
    return f'sync.work on "{engine}" {touched} {{ sync.opaque "{engine}" }}\n'


LOAD, STORE = work("mte2", "x", "a"), work("mte3", "b", "y")
VECTOR, MATRIX = work("v", "a", "b"), work("m", "a", "b")


TWO_SLOTS = f"""
%slot = arith.remui %i, %c2 : index
%row = memref.subview %in[%slot, 0] [1, 4] [1, 1] : memref<2x4xf32> to {VIEW}
sync.work on "mte2" reads(%x : {ROWS}) writes(%row : {VIEW}) {{ sync.opaque "load" }}
"""
ON_SLOT = f'sync.work on "v" reads(%row : {VIEW}) writes(%d : {ROW}) {{ sync.opaque "v" }}\n'


def either(first: str, other: str = "", condition: str = "%c") -> str:
    return f"scf.if {condition} {{\n{first}}}" + (f" else {{\n{other}}}\n" if other else "\n")


def loop(body: str) -> str:
    """A loop that looks up in each iteration which way to go."""
    return f"""
scf.for %i = %c0 to %n step %c1 {{
  %flag = memref.load %flags[%i] : memref<8xi32>
  %c = arith.cmpi ne, %flag, %zero : i32
  %first = arith.cmpi ult, %i, %c2 : index
  {body}
}}
"""


def module_of(body: str) -> ModuleOp:
    return parse_module(
        f"""
func.func @f(%x: {ROWS} {{llvm.noalias}}, %y: {ROWS} {{llvm.noalias}}, %flags: memref<8xi32> {{llvm.noalias}}, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %f0 = arith.constant 0.0 : f32
  %a = memref.alloc() : {ROW}
  %b = memref.alloc() : {ROW}
  %d = memref.alloc() : {ROW}
  %in = memref.alloc() : memref<2x4xf32>
  {body}
  return
}}
""",
        "sides",
    )


def inserted(body: str, machine: str = "ascend-a2") -> ModuleOp:
    module = module_of(body)
    InsertSync(machine=machine).apply(Context(), module)
    module.verify()
    return module


def inside(op: Operation) -> bool:
    return any(around.name == "scf.if" for around in enclosing(op))


def waits(module: ModuleOp, *, in_sides: bool) -> list[str]:
    """Who waits for whom, in branches or elsewhere in the loop."""
    return sorted(
        f"{op.source.data} {op.target.data}"
        for op in walk(module)
        if isinstance(op, WaitOp)
        and op.source
        and op.target
        and inside(op) == in_sides
        and any(around.name == "scf.for" for around in enclosing(op))
    )


def is_right(module: ModuleOp, body: str, machine: str = "ascend-a2") -> bool:
    """Whether it is proved, and comes to what the program comes to in order, whatever arrives first."""
    model = load_machine(machine)
    answer = checked(MachineProgram(next(iter(module.ops)), model))
    player, plain = Player(module, "f", model), Player(module_of(body), "f", model)
    for flags in (NONE, ALL, SOME):
        for count in (0, 1, 4):
            found: list[np.ndarray] = []
            for who, order in ((plain, "earliest"), *((player, order) for order in ORDERS)):
                y = np.zeros((8, 4), np.float32)
                played = who.play([np.ones((8, 4), np.float32), y, flags.copy(), count], order)
                if who is player and (played.races or played.misuses or played.deadlock):
                    return False
                found.append(y)
            if not all(np.array_equal(found[0], one) for one in found):
                return False
    return answer.proved


ONE_SIDE = ["mte2 v", "mte3 v", "v mte2", "v mte3"]
BOTH_SIDES = sorted([*ONE_SIDE, "mte2 m", "mte3 m", "m mte2", "m mte3"])


@pytest.mark.parametrize(
    ("sides", "orders"),
    [
        (either(VECTOR), ONE_SIDE),
        (either(VECTOR, MATRIX), BOTH_SIDES),
        (either(either(VECTOR, MATRIX, "%first")), BOTH_SIDES),
    ],
    ids=["one side is empty", "an engine for each side", "a branch in a branch"],
)
def test_all_orders_stand_in_the_sides(sides: str, orders: list[str]) -> None:
    body = loop(LOAD + sides + STORE)
    module = inserted(body)
    assert waits(module, in_sides=True) == orders
    assert waits(module, in_sides=False) == []
    assert is_right(module, body)


def test_where_nothing_is_done_nothing_is_waited_for_but_the_end() -> None:
    body = loop(LOAD + either(VECTOR) + STORE)
    module, machine = inserted(body), load_machine("ascend-a2")
    player = Player(module, "f", machine)
    given = [np.ones((8, 4), np.float32), np.zeros((8, 4), np.float32), NONE, 8]
    assert not player.play(given).deadlock
    outside = [op for op in walk(module) if isinstance(op, WaitOp | SignalOp | BarrierOp) and not inside(op)]
    assert len(outside) == 1


def test_what_both_sides_wait_for_is_waited_for_once() -> None:
    body = loop(LOAD + either(VECTOR, VECTOR) + STORE)
    module = inserted(body)
    assert waits(module, in_sides=True) == []
    assert is_right(module, body)


def test_an_order_that_both_ways_need_stays_outside() -> None:
    """The store reads what was loaded, whether it has been changed or not."""
    body = loop(LOAD + either(work("v", "a", "a")) + work("mte3", "a", "y"))
    module = inserted(body)
    assert "v mte3" in waits(module, in_sides=False)
    assert is_right(module, body)


def test_a_wait_that_would_hold_up_the_next_load_stays_outside() -> None:
    """With two slots, a load must not wait for the work of the iteration before. So v signals in each iteration, and has to
    know in each that the wait for its last signal is over."""
    body = loop(TWO_SLOTS + either(ON_SLOT))
    module = inserted(body)
    assert waits(module, in_sides=True) == []
    assert waits(module, in_sides=False) == ["mte2 v", "v mte2"]
    assert is_right(module, body)


def test_sides_that_are_taken_in_turn_wait_for_what_is_two_iterations_back() -> None:
    """v in even iterations, m in odd ones: v's order to the load after next stands where m works."""
    even = "%even = arith.cmpi eq, %slot, %c0 : index\n"
    other = ON_SLOT.replace('"v"', '"m"').replace("%d", "%a")
    body = loop(TWO_SLOTS + even + either(ON_SLOT, other, "%even"))
    module = inserted(body)
    branch = next(op for op in walk(module) if op.name == "scf.if")
    sides = [
        {op.source.data for op in side.blocks[0].ops if isinstance(op, WaitOp) and op.source}
        for side in branch.regions
    ]
    assert sides == [{"mte2", "m"}, {"mte2", "v"}]
    assert waits(module, in_sides=False) == []
    assert is_right(module, body)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", ["aie2", "ascend-a2", "bismo", "cuda-sm90", "hexagon"])
def test_random_programs_with_many_branches_are_right(name: str, seed: int) -> None:
    machine = load_machine(name)
    text = drawn(seed + 40, [engine.name for engine in machine.engines], size=2, nesting=2, branches=0.6)
    judged = judge(text, machine, minimal=False)
    assert not judged.refused
    assert judged.faults == []
    assert judged.proved
