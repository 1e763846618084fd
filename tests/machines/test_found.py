"""Small programs for which `insert-sync` failed once: each is a reasonable one, and gets what it lacks."""

from __future__ import annotations

import pytest

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.dialects.sync import WaitOp
from asyncir.ir import Context
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.insert_sync import InsertSync
from bench.sync_programs.executed import faults

SYNCHRONISED_LOOP = """
func.func @f(%x: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = memref.alloc() : memref<4xf32>
  sync.signal "event"[0] from "v" to "mte2"
  scf.for %i = %c0 to %n step %c1 {
    sync.wait "event"[0] from "v" to "mte2"
    sync.work on "mte2" { memref.copy %x, %p : memref<4xf32> to memref<4xf32> }
    sync.signal "event"[0] from "mte2" to "v"
    sync.wait "event"[0] from "mte2" to "v"
    sync.work on "v" reads(%p : memref<4xf32>) { sync.opaque "use" }
    sync.signal "event"[0] from "v" to "mte2"
  }
  sync.wait "event"[0] from "v" to "mte2"
  return
}
"""
"""Only the wait at the return is missing."""

TWO_CHANNELS = """
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    sync.work on "s2mm0" writes(%p : memref<4xf32>) { sync.opaque "load" }
    scf.for %j = %c0 to %n step %c1 {
      sync.work on "s2mm1" reads(%p : memref<4xf32>) { sync.opaque "feed" }
    }
  }
  return
}
"""
"""One channel fills what another takes away, several times."""

TWO_REGISTER_GROUPS = """
func.func @f(%x: memref<4xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    sync.work on "conv" writes(%acc : memref<4xf32>) { sync.opaque "zero" }
    scf.for %j = %c0 to %n step %c1 {
      sync.work on "bdma" reads(%x : memref<4xf32>) { sync.opaque "load" }
      sync.work on "conv" reads(%acc : memref<4xf32>) writes(%acc : memref<4xf32>) { sync.opaque "mad" }
    }
    sync.work on "sdp" reads(%acc : memref<4xf32>) { sync.opaque "drain" }
  }
  return
}
"""
"""Engines with room for one work that waits, and two interrupts each."""

VALUES_BEHIND_WAITS = """
!row = memref<4xf32, strided<[1], offset: ?>>
func.func @f(%x: memref<10x4xf32> {llvm.noalias}, %y: memref<10x4xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %t = memref.subview %y[%i, 0] [1, 4] [1, 1] : memref<10x4xf32> to !row
    sync.work on "transfer" reads(%a : memref<4xf32>) writes(%t : !row) { sync.opaque "w" }
  }
  %u = memref.subview %y[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to !row
  %v = memref.subview %x[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to !row
  sync.work on "transfer" reads(%u : !row) writes(%v : !row) { sync.opaque "w" }
  scf.for %i = %c0 to %c2 step %c1 {
    %g = memref.subview %y[%i, 0] [1, 4] [1, 1] : memref<10x4xf32> to !row
    sync.work on "graphics" reads(%g : !row) writes(%d : memref<4xf32>) { sync.opaque "w" }
    %h = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<10x4xf32> to !row
    sync.work on "compute" reads(%d, %h : memref<4xf32>, !row) writes(%a : memref<4xf32>) { sync.opaque "w" }
  }
  return
}
"""
"""The transfers reach graphics by way of compute, which waits for them before it gives the value of the first iteration."""

NINE_LOADS = "\n".join(
    [
        "func.func @f(%x: memref<4xf32> {llvm.noalias}, %n: index) {",
        *(f"  %p{i} = memref.alloc() : memref<4xf32>" for i in range(9)),
        *(
            f'  sync.work on "mte2" {{ memref.copy %x, %p{i} : memref<4xf32> to memref<4xf32> }}'
            for i in range(9)
        ),
        *(f'  sync.work on "v" reads(%p{i} : memref<4xf32>) {{ sync.opaque "use" }}' for i in range(9)),
        "  return",
        "}",
    ]
)
"""One event more than there are; the wait at the return is implied by the last of those that are merged."""

RING_IN_A_LOOP = """
func.func @f(%x: memref<10x4xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %q = memref.alloc() : memref<3x4xf32>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %slot = arith.remui %j, %c3 : index
      %to = memref.subview %q[%slot, 0] [1, 4] [1, 1] : memref<3x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      sync.work on "block" writes(%to : memref<4xf32, strided<[1], offset: ?>>) { sync.opaque "fill" }
      sync.work on "mma" writes(%to : memref<4xf32, strided<[1], offset: ?>>) { sync.opaque "add" }
    }
  }
  return
}
"""
"""Behind the inner loop its last phases are waited for: which they are depends on how often it went round."""

INNER_LOOP_THAT_IS_NEVER_COME_TO = """
!row = memref<4xf32, strided<[1], offset: ?>>
func.func @f(%y: memref<10x4xf32>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %l1 = memref.alloc() : memref<4xf32>
  %q = memref.alloc() : memref<3x4xf32>
  scf.for %v2 = %c0 to %c3 step %c1 {
    %v3 = memref.subview %y[%v2, 0] [1, 4] [1, 1] : memref<10x4xf32> to !row
    sync.work on "mte1" reads(%v3, %l1 : !row, memref<4xf32>) writes(%l1 : memref<4xf32>) { sync.opaque "w2" }
  }
  scf.for %v7 = %c0 to %m step %c1 {
    scf.for %v8 = %c0 to %c3 step %c1 {
      %v9 = arith.remui %v8, %c3 : index
      %v10 = memref.subview %q[%v9, 0] [1, 4] [1, 1] : memref<3x4xf32> to !row
      %v11 = memref.subview %y[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to !row
      sync.work on "fix" reads(%v10 : !row) writes(%v11 : !row) { sync.opaque "w4" }
      %v15 = arith.addi %v8, %c1 : index
      %v16 = arith.remui %v15, %c3 : index
      %v17 = memref.subview %q[%v16, 0] [1, 4] [1, 1] : memref<3x4xf32> to !row
      sync.work on "mte1" writes(%v17 : !row) { sync.opaque "w6" }
    }
  }
  return
}
"""
"""Slots taken in turn in the inner loop: each execution of that begins anew. Without one, nothing waits for mte1."""

GROUPS_OF_ANOTHER_LOOP = """
!row = memref<4xf32, strided<[1], offset: ?>>
func.func @f(%x: memref<10x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloc() : memref<4xf32>
  %p = memref.alloc() : memref<2x4xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    %s = arith.remui %i, %c2 : index
    %r = memref.subview %p[%s, 0] [1, 4] [1, 1] : memref<2x4xf32> to !row
    sync.work on "vmem" writes(%r : !row) { sync.opaque "fill" }
  }
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %t = memref.subview %x[%j, 0] [1, 4] [1, 1] : memref<10x4xf32> to !row
      sync.work on "vmem" reads(%a : memref<4xf32>) writes(%t : !row) { sync.opaque "store" }
      sync.work on "workgroup" reads(%a : memref<4xf32>) { sync.opaque "use" }
    }
  }
  return
}
"""
"""The youngest store is a group that the process has given something behind; before the second loop there are others."""

GROUPS_THAT_MET = """
!row = memref<4xf32, strided<[1], offset: ?>>
func.func @f(%x: memref<10x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %t = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<10x4xf32> to !row
    sync.work on "vmem" reads(%b : memref<4xf32>) writes(%t : !row) { sync.opaque "store" }
  }
  scf.for %i = %c0 to %n step %c1 {
    sync.work on "vmem" reads(%a, %b : memref<4xf32>, memref<4xf32>) { sync.opaque "look" }
    scf.for %j = %c0 to %c3 step %c1 {
      sync.work on "vmem" writes(%a : memref<4xf32>) { sync.opaque "fill" }
      sync.work on "workgroup" reads(%b : memref<4xf32>) { sync.opaque "use" }
    }
  }
  return
}
"""
"""As many groups as the first loop has had iterations are in flight where the second one begins."""

PLACES_BEHIND_A_LOOP = """
!row = memref<4xf32, strided<[1], offset: ?>>
func.func @f(%y: memref<10x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %q = memref.alloc() : memref<3x4xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = memref.subview %q[%c0, 0] [1, 4] [1, 1] : memref<3x4xf32> to !row
      sync.work on "s2mm0" reads(%b : memref<4xf32>) writes(%s : !row) { sync.opaque "fill" }
      sync.work on "s2mm1" reads(%a : memref<4xf32>) { sync.opaque "look" }
      %k = arith.remui %j, %c3 : index
      %t = memref.subview %q[%k, 0] [1, 4] [1, 1] : memref<3x4xf32> to !row
      sync.work on "core" writes(%t : !row) { sync.opaque "clear" }
    }
    %u = memref.subview %y[%i, 0] [1, 4] [1, 1] : memref<10x4xf32> to !row
    sync.work on "s2mm0" reads(%a, %b : memref<4xf32>, memref<4xf32>) writes(%u : !row) { sync.opaque "store" }
    sync.work on "mm2s1" reads(%b : memref<4xf32>) writes(%a : memref<4xf32>) { sync.opaque "next" }
  }
  return
}
"""
"""The core has waited for what the loop gave to s2mm0; without an iteration, only one work has a place in its queue."""

LOOPS_IN_TURN = """
func.func @f(%x: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %s = memref.alloc() : memref<4x4xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %k = arith.muli %i, %c2 : index
      %l = arith.addi %k, %j : index
      %t = memref.subview %s[%l, 0] [1, 4] [1, 1] : memref<4x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      sync.work on "mte2" writes(%t : memref<4xf32, strided<[1], offset: ?>>) { sync.opaque "fill" }
      sync.work on "mte3" reads(%t : memref<4xf32, strided<[1], offset: ?>>) writes(%x : memref<4xf32>) { sync.opaque "add" }
    }
  }
  return
}
"""
"""Four uses of one edge are under way, two of them of the inner loop's execution before, which began with the first flag."""

TWO_WAITS_WITHOUT_ROOM = """
func.func @f(%z: memref<16xf32>, %n: index, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : memref<16xf32>
  %u = memref.alloc() : memref<16xf32>
  %t = memref.alloc() : memref<16xf32>
  scf.for %i = %c0 to %n step %c1 {
    scf.if %b {
      scf.for %j = %c0 to %n step %c1 {
        %x = memref.load %u[%c0] : memref<16xf32>
        memref.store %x, %z[%c0] : memref<16xf32>
        sync.work on "sdp" reads(%s : memref<16xf32>) writes(%s : memref<16xf32>) { sync.opaque "add" }
        sync.work on "pdp" reads(%u : memref<16xf32>) { sync.opaque "look" }
      }
    }
    %y = memref.load %t[%c0] : memref<16xf32>
    memref.store %y, %z[%c0] : memref<16xf32>
  }
  return
}
"""
"""Of two waits in front of the inner loop one becomes a barrier while the walk goes through both."""

SIDE_WITH_A_WORK = """
func.func @f(%x: memref<4xf32>, %h: memref<4xf32>, %a: i1) {
  %l = memref.alloc() : memref<4xf32>
  %o = memref.alloc() : memref<4xf32>
  sync.work on "conv" writes(%o : memref<4xf32>) { sync.opaque "w1" }
  sync.work on "conv" reads(%h : memref<4xf32>) writes(%l : memref<4xf32>) { sync.opaque "w2" }
  scf.if %a {
    sync.work on "conv" reads(%x : memref<4xf32>) { sync.opaque "w3" }
  }
  sync.work on "conv" reads(%x : memref<4xf32>) writes(%l : memref<4xf32>) { sync.opaque "w4" }
  sync.work on "conv" reads(%x : memref<4xf32>) { sync.opaque "w5" }
  return
}
"""
"""What a wait tells behind the branch depends on the side; once that was an error of ours."""

FOUND = [
    pytest.param(LOOPS_IN_TURN, "ascend-a2", id="loops-in-turn"),
    pytest.param(
        LOOPS_IN_TURN.replace("%c0 to %c2 step %c1 {\n      %k", "%c0 to %c1 step %c1 {\n      %k"),
        "ascend-a2",
        id="loops-of-one-in-turn",
    ),
    pytest.param(PLACES_BEHIND_A_LOOP, "aie2", id="places-behind-a-loop"),
    pytest.param(GROUPS_OF_ANOTHER_LOOP, "cdna3", id="groups-of-another-loop"),
    pytest.param(GROUPS_THAT_MET, "cdna3", id="groups-that-met"),
    pytest.param(INNER_LOOP_THAT_IS_NEVER_COME_TO, "ascend-a2", id="inner-loop-that-is-never-come-to"),
    pytest.param(RING_IN_A_LOOP, "cuda-sm100", id="ring-in-a-loop"),
    pytest.param(VALUES_BEHIND_WAITS, "vulkan", id="values-behind-waits"),
    pytest.param(
        NINE_LOADS,
        "ascend-a2",
        id="nine-loads",
    ),
    pytest.param(
        SYNCHRONISED_LOOP,
        "ascend-a2",
        id="synchronised-loop",
    ),
    pytest.param(TWO_CHANNELS, "aie2", id="two-channels"),
    pytest.param(TWO_REGISTER_GROUPS, "nvdla", id="two-register-groups"),
]


def test_two_waits_of_which_one_becomes_a_barrier_are_both_made() -> None:
    module = parse_module(TWO_WAITS_WITHOUT_ROOM)
    InsertSync(machine="nvdla").apply(Context(), module)
    module.verify()
    assert checked(MachineProgram(next(iter(module.ops)), load_machine("nvdla"))).proved


@pytest.mark.parametrize("bounds", ["%z to %m step %e", "%z to %k step %e"])
def test_loops_may_count_in_other_integers(bounds: str) -> None:
    """Slots are taken in turn, and signals of first and last iterations know how many there are."""
    module = parse_module(f"""
!row = memref<4xf32, strided<[1], offset: ?>>
func.func @f(%x: memref<4xf32>, %y: memref<4xf32> {{llvm.noalias}}, %n: index) {{
  %z = arith.constant 0 : i32
  %e = arith.constant 1 : i32
  %k = arith.constant 5 : i32
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %m = arith.index_cast %n : index to i32
  %p = memref.alloc() : memref<3x4xf32>
  scf.for %w = {bounds} : i32 {{
    %i = arith.index_cast %w : i32 to index
    %s = arith.remui %i, %c3 : index
    %t = memref.subview %p[%s, 0] [1, 4] [1, 1] : memref<3x4xf32> to !row
    sync.work on "mte2" reads(%x : memref<4xf32>) writes(%t : !row) {{ sync.opaque "load" }}
    sync.work on "v" reads(%t : !row) writes(%t : !row) {{ sync.opaque "add" }}
    sync.work on "mte3" reads(%t : !row) writes(%y : memref<4xf32>) {{ sync.opaque "store" }}
  }}
  return
}}
""")
    InsertSync(machine="ascend-a2").apply(Context(), module)
    module.verify()
    assert checked(MachineProgram(next(iter(module.ops)), load_machine("ascend-a2"))).proved


@pytest.mark.parametrize(("text", "machine"), FOUND)
def test_what_was_found_is_right_now(text: str, machine: str) -> None:
    module = parse_module(text)
    InsertSync(machine=machine).apply(Context(), module)
    module.verify()
    assert faults(module, parse_module(text), load_machine(machine), [(n,) for n in range(5)]) == []
    assert checked(MachineProgram(next(iter(module.ops)), load_machine(machine))).proved


def test_what_is_in_flight_before_a_loop_makes_no_wait_in_it_stronger() -> None:
    module = parse_module("""
func.func @f(%x: memref<4xf32>, %a: memref<4xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  sync.work on "vmem" reads(%a : memref<4xf32>) { sync.opaque "before" }
  scf.for %i = %c0 to %n step %c1 {
    sync.work on "workgroup" reads(%x : memref<4xf32>) { sync.opaque "use" }
    sync.work on "vmem" writes(%x : memref<4xf32>) { sync.opaque "fill" }
    sync.work on "vmem" reads(%a : memref<4xf32>) { sync.opaque "first" }
    sync.work on "vmem" reads(%a : memref<4xf32>) { sync.opaque "second" }
  }
  return
}
""")
    InsertSync(machine="cdna3").apply(Context(), module)
    waits = [
        op for op in walk(module) if isinstance(op, WaitOp) and op.parent_op() is not next(iter(module.ops))
    ]
    assert [wait.amount for wait in waits] == [2]
    assert checked(MachineProgram(next(iter(module.ops)), load_machine("cdna3"))).proved


def test_a_work_on_one_side_takes_a_place_in_the_queue() -> None:
    module = parse_module(SIDE_WITH_A_WORK)
    InsertSync(machine="nvdla").apply(Context(), module)
    module.verify()
    program = MachineProgram(next(iter(module.ops)), load_machine("nvdla"))
    assert checked(program).proved
    calls = [(side,) for side in (False, True)]
    assert faults(module, parse_module(SIDE_WITH_A_WORK), load_machine("nvdla"), calls) == []
