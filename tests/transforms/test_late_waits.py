"""insert-sync: waits stand as late as is legal. Moved behind the next work of its engine, each would come too late."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from asyncir.dialects.sync import WaitOp, WorkOp
from asyncir.ir import Block, ModuleOp, Operation
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.transforms import run_pipeline
from bench.sync_programs.changing import Call, calls_of, wrong_run
from bench.sync_programs.crowd import ENGINES
from bench.sync_programs.draw import function, small

pytestmark = pytest.mark.feature("S3-17")

ORDERS = ("earliest", "latest", "seed:1", "seed:2")


def waits_of(module: ModuleOp) -> list[WaitOp]:
    """Those of engines, which hold up works."""
    return [op for op in walk(module) if isinstance(op, WaitOp) and op.target is not None]


def held_up(wait: WaitOp) -> Operation | None:
    """The next op of the block in which the engine of a wait has a work."""
    at = wait.next_op
    while at is not None and not any(_is_on(inner, wait) for inner in walk(at)):
        at = at.next_op
    return at


def _is_on(op: Operation, wait: WaitOp) -> bool:
    return isinstance(op, WorkOp) and wait.target is not None and op.engine.data == wait.target.data


def moved_behind(module: ModuleOp) -> Iterator[ModuleOp]:
    """The program with one wait behind what it holds up, for each wait."""
    for number in range(len(waits_of(module))):
        copy = module.clone()
        wait = waits_of(copy)[number]
        place = held_up(wait)
        if place is not None and place.next_op is not None:
            block = wait.parent
            assert isinstance(block, Block)
            wait.detach()
            block.insert_op_before(wait, place.next_op)
            yield copy


def is_wrong(module: ModuleOp, machine: MachineModel, some: list[Call]) -> bool:
    return wrong_run(module, machine, some, ORDERS) is not None


@pytest.mark.parametrize(("kind", "name"), [("flags", "ascend-a2"), ("FIFOs", "bismo")])
def test_no_wait_of_straight_code_can_come_later(kind: str, name: str) -> None:
    """In loops one wait may stand for two, where that costs little: here each order has its own."""
    machine, tried = load_machine(name), 0
    for seed in range(40):
        text = small(seed, list(ENGINES[kind]), most=6)
        if "scf." in text:
            continue
        module = parse_module(text)
        run_pipeline(module, f"insert-sync{{machine={name}}}")
        for later in moved_behind(module):
            assert is_wrong(later, machine, calls_of(text)), f"seed {seed}\n{later}"
            tried += 1
        if tried > 6:
            break
    assert tried > 6


ROW = "memref<4xf32, strided<[1], offset: ?>>"
LOOP = f"""
  %seven = arith.constant 7 : index
  %last = memref.subview %x[%seven, 0] [1, 4] [1, 1] : memref<10x4xf32> to {ROW}
  sync.work on "mte2" writes(%last : {ROW}) {{ sync.opaque "load" }}
  sync.work on "v" writes(%l0 : memref<4xf32>) {{ sync.opaque "before" }}
  scf.for %i = %c0 to %n step %c1 {{
    sync.work on "v" reads(%l0 : memref<4xf32>) {{ sync.opaque "other" }}
    %r = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<10x4xf32> to {ROW}
    sync.work on "v" reads(%r : {ROW}) {{ sync.opaque "row" }}
  }}
"""


def test_a_wait_that_first_iterations_do_not_need_is_in_front_of_the_loop() -> None:
    """Only iteration 7 reads what is loaded. In the loop the wait would be executed in each iteration, or in none."""
    module = parse_module(function([LOOP]))
    run_pipeline(module, "insert-sync{machine=ascend-a2}")
    number, wait = next((n, wait) for n, wait in enumerate(waits_of(module)) if _is_from_load(wait))
    work = next(op for op in walk(module) if isinstance(op, WorkOp) and "before" in str(op))
    loop = next(op for op in walk(module) if op.name == "scf.for")
    assert work.is_before_in_block(wait)
    assert held_up(wait) is loop
    later = list(moved_behind(module))[number]
    assert wrong_run(later, load_machine("ascend-a2"), [(5, 5, False, False)], ORDERS) is None
    assert wrong_run(later, load_machine("ascend-a2"), [(8, 8, False, False)], ORDERS) is not None


def _is_from_load(wait: WaitOp) -> bool:
    return wait.source is not None and wait.source.data == "mte2"
