"""insert-sync on machines with phases and timelines: which orders they make, and where barriers of all are left."""

from __future__ import annotations

import pytest

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.dialects import scf
from asyncir.dialects.sync import ArmOp, BarrierOp, FreeOp, InitOp, SignalOp, WaitOp
from asyncir.ir import IndexType, ModuleOp, Operation
from asyncir.ir.walk import walk
from asyncir.semantics.machines.engine import play
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms import run_pipeline
from bench.kernel_sync import inserted
from bench.sync_programs.executed import executed
from tests.machines.programs import KERNELS, fits

pytestmark = pytest.mark.feature("S3-11", "S3-12", "S3-13", "S3-14", "N5")

ORDERS = ("earliest", "latest", "seed:1", "seed:2")
PAIRS = [(k, m) for k in KERNELS for m in ("cuda-sm90", "cuda-sm100", "vulkan") if fits(k, m)]


@pytest.mark.parametrize(("kernel", "machine"), PAIRS)
def test_kernels_do_without_barriers_of_all(kernel: str, machine: str) -> None:
    assert executed(inserted(kernel, machine), load_machine(machine), [4]).barriers == 0


def put_in(body: str, machine: str) -> ModuleOp:
    """A program with what `insert-sync` puts into it, which is proved and right."""
    shared = ", #gpu.address_space<workgroup>" if machine != "vulkan" else ""
    module = parse_module(
        f"""
func.func @f(%n: index, %c: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc() : memref<4xf32{shared}>
  %b = memref.alloc() : memref<4xf32{shared}>
  {body}
  return
}}
""".replace("memref<4xf32>", f"memref<4xf32{shared}>")
    )
    model = load_machine(machine)
    run_pipeline(module, f"insert-sync{{machine={machine}}}")
    found = checked(MachineProgram(next(iter(module.ops)), model))
    assert found.proved, (found.unknown, list(found.races), list(found.misuses), str(module))
    for n in range(6):
        for order in ORDERS:
            played = play(module, "f", [n, bool(n % 2)], model, order)
            assert [*played.races, *played.misuses, *played.faults] == []
            assert played.deadlock is None
    return module


def work(engine: str, reads: str = "", writes: str = "") -> str:
    listed = "".join(f" {w}({n} : memref<4xf32>)" for w, n in (("reads", reads), ("writes", writes)) if n)
    return f'sync.work on "{engine}"{listed} {{ sync.opaque "w" }}\n'


def of(module: ModuleOp, *kinds: type[Operation]) -> list[Operation]:
    return [op for op in walk(module) if isinstance(op, kinds)]


LOOP = "scf.for %i = %c0 to %n step %c1 {\n"
LOAD, USE = work("tma-load", writes="%a"), work("block", reads="%a")


def test_phases_begin_before_the_loop() -> None:
    module = put_in(LOOP + LOAD + USE + "}\n", "cuda-sm90")
    (init,), (arm,) = of(module, InitOp), of(module, ArmOp)
    assert init.parent_op() is module.ops.first
    assert isinstance(arm.next_op, Operation)
    assert arm.next_op.name == "sync.work"
    assert not of(module, FreeOp)
    assert all(isinstance(op, BarrierOp) and op.engine is not None for op in of(module, BarrierOp))


def test_a_loop_in_a_loop_has_its_phases_for_itself() -> None:
    module = put_in(LOOP + "scf.for %j = %c0 to %n step %c1 {\n" + LOAD + USE + "}\n}\n", "cuda-sm90")
    (init,), (free,) = of(module, InitOp), of(module, FreeOp)
    outer, inner = [op for op in walk(module) if op.name == "scf.for"]
    assert init.parent_op() is free.parent_op() is outer
    assert init.is_before_in_block(inner)
    assert inner.is_before_in_block(free)


def test_a_branch_in_a_loop_begins_and_ends_its_phases() -> None:
    module = put_in(LOOP + "scf.if %c {\n" + LOAD + USE + "}\n}\n", "cuda-sm90")
    around = {op.parent for op in of(module, InitOp, ArmOp, SignalOp, WaitOp, FreeOp)}
    assert len(around) == 1


def test_what_is_loaded_ahead_takes_slots_in_turn() -> None:
    ahead = (
        LOOP + work("block", reads="%a") + work("block", reads="%b") + work("tma-load", writes="%b") + "}\n"
    )
    module = put_in(work("tma-load", writes="%b") + ahead, "cuda-sm90")
    assert len(of(module, InitOp)) == 2
    assert all(op.engine is not None for op in of(module, BarrierOp) if isinstance(op, BarrierOp))


def test_an_inner_loop_whose_last_phase_is_open_waits_for_it() -> None:
    inner = "scf.for %j = %c0 to %n step %c1 {\n" + USE + LOAD + "}\n"
    module = put_in(LOOP + inner + "}\n", "cuda-sm90")
    behind = [op for op in of(module, WaitOp) if op.parent_op() is not None]
    assert len(behind) >= 2
    assert of(module, FreeOp)


def test_while_loops_have_phases_in_each_iteration() -> None:
    body = (
        "%r = scf.while (%k = %c0) : (index) -> index {\n%m = arith.cmpi ult, %k, %n : index\n"
        "scf.condition(%m) %k : index\n} do {\n^bb(%k: index):\n"
        + LOAD
        + USE
        + "%o = arith.addi %k, %c1 : index\nscf.yield %o : index\n}\n"
    )
    module = put_in(body, "cuda-sm90")
    assert len({op.parent for op in of(module, InitOp, ArmOp, SignalOp, FreeOp)}) == 1


MAKE, TAKE = work("transfer", writes="%a"), work("compute", reads="%a")


def test_timelines_get_a_value_for_each_iteration() -> None:
    module = put_in(LOOP + MAKE + TAKE + "}\n", "vulkan")
    assert not of(module, BarrierOp)
    assert {op.properties["resource"] for op in of(module, WaitOp)} == {
        op.properties["resource"] for op in of(module, SignalOp)
    }
    assert all(op.operands for op in of(module, WaitOp))


@pytest.mark.parametrize("step", ["%c2", "%c3"])
def test_values_count_iterations_whatever_the_step(step: str) -> None:
    module = put_in(LOOP.replace("step %c1", f"step {step}") + MAKE + TAKE + "}\n", "vulkan")
    assert not of(module, BarrierOp)


@pytest.mark.parametrize("step", ["%c2", "%c3"])
def test_phases_follow_from_the_iteration_whatever_the_step(step: str) -> None:
    module = put_in(LOOP.replace("step %c1", f"step {step}") + LOAD + USE + "}\n", "cuda-sm90")
    assert len(of(module, InitOp)) == 1


def test_values_go_on_through_an_inner_loop_of_known_length() -> None:
    module = put_in(LOOP + "scf.for %j = %c0 to %c3 step %c1 {\n" + MAKE + TAKE + "}\n}\n", "vulkan")
    assert not of(module, BarrierOp)


def test_loops_of_unknown_length_carry_the_value() -> None:
    module = put_in(LOOP + "scf.for %j = %c0 to %n step %c1 {\n" + MAKE + TAKE + "}\n}\n", "vulkan")
    assert not of(module, BarrierOp)
    outer = next(op for op in walk(module) if isinstance(op, scf.ForOp))
    assert [value.type for value in outer.results] == [IndexType()]


def test_where_an_order_is_in_a_branch_the_loops_around_carry_the_value() -> None:
    inside = "scf.for %j = %c0 to %n step %c1 {\nscf.if %c {\n" + MAKE + TAKE + "}\n}\n"
    module = put_in(LOOP + inside + "}\n", "vulkan")
    assert of(module, SignalOp)


def test_a_loop_of_unknown_length_in_a_branch_in_a_loop_has_barriers() -> None:
    inside = "scf.if %c {\nscf.for %j = %c0 to %n step %c1 {\n" + MAKE + TAKE + "}\n}\n"
    module = put_in(LOOP + inside + "}\n", "vulkan")
    assert of(module, BarrierOp)


def test_instances_that_the_program_uses_are_left_alone() -> None:
    own = (
        work("transfer", writes="%b")
        + 'sync.signal "timeline"[3], 1 on "transfer"\nsync.wait "timeline"[3], 1\n'
    )
    module = put_in(own + LOOP + MAKE + TAKE + "}\n", "vulkan")
    used = [op.properties["instance"] for op in of(module, WaitOp)]
    assert len(used) == len(set(used)) > 1
