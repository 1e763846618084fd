"""Edges that others make redundant: none is left, and finding them takes as many steps as the program is long."""

from __future__ import annotations

import pytest

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.edges import Missing, Needed, OrderEdge, completed
from asyncir.analyses.machines.orders import orders_of
from asyncir.analyses.machines.program import MachineItem, MachineProgram
from asyncir.analyses.machines.redundant import settled
from asyncir.analyses.machines.walk import Walk, WalkIteration
from asyncir.ir import Context
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.insert_sync import InsertSync
from bench.sync_growth import SHAPES, program as growing
from bench.sync_programs.draw import program as drawn


def _is_enough(program: MachineProgram, edges: list[OrderEdge]) -> bool:
    try:
        Needed(program, edges, frozen=True).run()
    except Missing:
        return False
    return True


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", ["ascend-a2", "aie2"])
def test_none_of_the_edges_can_go(name: str, seed: int) -> None:
    machine = load_machine(name)
    text = drawn(seed + 300, [engine.name for engine in machine.engines], size=5, nesting=3)
    (function,) = parse_module(text).ops
    program = MachineProgram(function, machine)
    edges = settled(program, [])
    assert _is_enough(program, edges)
    for edge in edges:
        assert not _is_enough(program, [one for one in edges if one is not edge])


def test_a_barrier_in_the_way_of_a_trial() -> None:
    """A barrier at a branch that waits for an engine on which the branch does nothing."""
    machine = load_machine("bismo")
    text = drawn(8001162, [engine.name for engine in machine.engines], size=4)
    module = parse_module(text)
    InsertSync(machine="bismo").apply(Context(), module)
    (function,) = module.ops
    assert checked(MachineProgram(function, machine)).proved


LOOPS = """
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  sync.work on "mte2" writes(%a : memref<4xf32>) { sync.opaque "w" }
  sync.signal "event"[7] from "mte3" to "v"
  scf.for %i = %c0 to %n step %c1 {
    sync.wait "event"[7] from "mte3" to "v"
    sync.work on "v" writes(%b : memref<4xf32>) { sync.opaque "w" }
    sync.signal "event"[6] from "v" to "mte3"
    sync.wait "event"[6] from "v" to "mte3"
    sync.work on "mte3" reads(%b : memref<4xf32>) { sync.opaque "r" }
    sync.signal "event"[7] from "mte3" to "v"
  }
  sync.wait "event"[7] from "mte3" to "v"
  sync.work on "v" reads(%a : memref<4xf32>) writes(%b : memref<4xf32>) { sync.opaque "x" }
  sync.work on "mte3" reads(%b : memref<4xf32>) { sync.opaque "y" }
  return
}
"""


def test_a_loop_that_is_left_in_several_ways_hides_no_need() -> None:
    """A wait of the author's behind a loop is looked at for each number of iterations."""
    module = parse_module(LOOPS)
    InsertSync(machine="ascend-a2").apply(Context(), module)
    (function,) = module.ops
    program = MachineProgram(function, load_machine("ascend-a2"))
    assert checked(program).proved
    made = [order for order in orders_of(program) if "[0]" in str(order.ops[0])]
    assert len(made) == 2
    for order in made:
        assert not checked(program.without(order.ops)).proved


def test_some_edges_go() -> None:
    """Else the test above says nothing of how they are found."""
    machine = load_machine("ascend-a2")
    gone = 0
    for seed in range(300, 312):
        text = drawn(seed, [engine.name for engine in machine.engines], size=5, nesting=3)
        (function,) = parse_module(text).ops
        program = MachineProgram(function, machine)
        found = completed(program, [])
        gone += len(found) - len(settled(program, found))
    assert gone > 5


@pytest.mark.parametrize("shape", SHAPES)
def test_steps_grow_as_the_program_does(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = 0
    leaf = vars(Walk)["_leaf"]

    def counted(self: Walk, iteration: WalkIteration, item: MachineItem) -> None:
        nonlocal steps
        steps += 1
        leaf(self, iteration, item)

    monkeypatch.setattr(Walk, "_leaf", counted)
    spent: list[int] = []
    for size in (150, 300, 600):
        steps = 0
        InsertSync(machine="ascend-a2").apply(Context(), parse_module(growing(shape, size)))
        spent.append(steps)
    assert spent[2] <= 2.3 * spent[1] <= 2.3 * 2.3 * spent[0]
