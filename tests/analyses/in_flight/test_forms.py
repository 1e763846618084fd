"""Every form of control flow, computed counts, tokens, threads; and witnesses that the interpreter replays."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.analyses.in_flight import check_module
from asyncir.analyses.sync_report import SparseArray, Standing
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module
from tests.analyses.in_flight.programs import CONSTANTS, checked, copy, deep, is_proved, main, read, verdicts

FLAGS = ("%A: memref<16xf32>", "%flags: memref<16xi1>", "%n: index")


def predicated(count: int) -> str:
    """A copy under a condition from memory, and its consumer under the same one, one iteration later."""
    return main(
        f"""
    %B = memref.alloc() : memref<2xf32>
    scf.for %i = %c0 to %c8 step %c1 {{
      %slot = arith.remui %i, %c2 : index
      %f = memref.load %flags[%i] : memref<16xi1>
      scf.if %f {{{copy("%A", "%i", "%B", "%slot", 2)}
      }} else {{
        queue.commit(0) {{
        }}
      }}
      %late = arith.cmpi sge, %i, %c1 : index
      scf.if %late {{
        %before = arith.subi %i, %c1 : index
        %old = arith.remui %before, %c2 : index
        %g = memref.load %flags[%before] : memref<16xi1>
        queue.wait(0, {count})
        scf.if %g {{{read("%B", "%old", 2)}
        }}
      }}
    }}""",
        FLAGS,
    )


@pytest.mark.feature("N4")
@pytest.mark.feature("S0-21")
def test_a_producer_under_a_condition_with_an_empty_group_otherwise() -> None:
    assert verdicts(predicated(1)) == [("exact", 1)]
    assert verdicts(predicated(2)) == [("too weak", 1)]
    assert verdicts(predicated(0)) == [("too strong", 1)]


@pytest.mark.feature("S0-21")
def test_two_counts_in_the_two_branches_that_know_how_many_are_in_flight() -> None:
    text = main(f"""
    %B = memref.alloc() : memref<4xf32>{copy("%A", "%c0", "%B", "%c0", 4)}
    %more = arith.cmpi sgt, %n, %c3 : index
    scf.if %more {{{copy("%A", "%c1", "%B", "%c1", 4)}
      queue.wait(0, 1)
    }} else {{
      queue.wait(0, 0)
    }}{read("%B", "%c0", 4)}""")
    assert verdicts(text) == [("exact", 1), ("exact", 0)]


def test_correlated_affine_conditions() -> None:
    text = main(f"""
    %B = memref.alloc() : memref<4xf32>
    %more = arith.cmpi sgt, %n, %c3 : index
    scf.if %more {{{copy("%A", "%c1", "%B", "%c1", 4)}
    }}
    %few = arith.cmpi slt, %n, %c3 : index
    scf.if %few {{{read("%B", "%c1", 4)}
    }}""")
    assert is_proved(text)


def test_while() -> None:
    def loop(count: int) -> str:
        return main(
            f"""
    %B = memref.alloc() : memref<2xf32>
    %e = scf.while (%i = %c0) : (index) -> index {{
      %go = memref.load %flags[%i] : memref<16xi1>
      scf.condition(%go) %i : index
    }} do {{
    ^bb0(%j: index):
      %slot = arith.remui %j, %c2 : index{copy("%A", "%j", "%B", "%slot", 2)}
      queue.wait(0, {count}){read("%B", "%slot", 2)}
      %next = arith.addi %j, %c1 : index
      scf.yield %next : index
    }}""",
            FLAGS,
        )

    assert verdicts(loop(0)) == [("exact", 0)]
    assert verdicts(loop(1)) == [("too weak", 0)]


def test_control_flow_graph() -> None:
    def graph(count: int) -> str:
        return main(f"""
    %B = memref.alloc() : memref<4xf32>{copy("%A", "%c0", "%B", "%c0", 4)}
    cf.br ^head(%c0 : index)
  ^head(%i: index):
    %go = arith.cmpi slt, %i, %c8 : index
    cf.cond_br %go, ^body, ^exit
  ^body:
    %next = arith.addi %i, %c1 : index
    %slot = arith.remui %next, %c4 : index
    %old = arith.remui %i, %c4 : index{copy("%A", "%next", "%B", "%slot", 4)}
    queue.wait(0, {count}){read("%B", "%old", 4)}
    cf.br ^head(%next : index)
  ^exit:
    queue.wait(0, 0){read("%B", "%c0", 4)}""")

    assert verdicts(graph(1)) == [("exact", 1), ("exact", 0)]
    assert checked(graph(2)).standing is Standing.REFUTED


def test_start_in_a_callee_and_wait_in_the_caller() -> None:
    text = f"""
func.func private @start(%A: memref<16xf32>, %B: memref<2xf32>, %i: index) -> !async.token {{
  %t = queue.commit(0) {{
    queue.async {{
      %x = memref.load %A[%i] : memref<16xf32>
      memref.store %x, %B[%i] : memref<2xf32>
    }}
  }} -> !async.token
  return %t : !async.token
}}
func.func @main(%A: memref<16xf32>) {{
{CONSTANTS}
  %B = memref.alloc() : memref<2xf32>
  %t = func.call @start(%A, %B, %c0) : (memref<16xf32>, memref<2xf32>, index) -> !async.token
  %u = func.call @start(%A, %B, %c1) : (memref<16xf32>, memref<2xf32>, index) -> !async.token
  queue.await %t : !async.token
  %y = memref.load %B[%c0] : memref<2xf32>
  queue.wait(0, 0)
  %z = memref.load %B[%c1] : memref<2xf32>
  return
}}
"""
    assert verdicts(text) == [("exact", 1), ("exact", 0)]
    assert checked(text.replace("%B[%c0] :", "%B[%c1] :")).standing is Standing.REFUTED


def test_loop_carried_tokens() -> None:
    text = main("""
    %B = memref.alloc() : memref<2xf32>
    %ready = async.ready : !async.token
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%old = %ready) -> (!async.token) {
      %slot = arith.remui %i, %c2 : index
      queue.await %old : !async.token
      %t = queue.commit(0) {
        queue.async {
          %x = memref.load %A[%c0] : memref<16xf32>
          memref.store %x, %B[%slot] : memref<2xf32>
        }
      } -> !async.token
      scf.yield %t : !async.token
    }""")
    assert is_proved(text)
    assert checked(text.replace("queue.await %old : !async.token", "")).standing is Standing.REFUTED


def test_nested_loops_whose_inner_trip_count_is_an_argument() -> None:
    text = main(f"""
    %B = memref.alloc() : memref<8xf32>
    scf.for %i = %c0 to %c3 step %c1 {{
      scf.for %j = %c0 to %n step %c1 {{
        %both = arith.addi %i, %j : index
        %slot = arith.remui %both, %c8 : index{copy("%A", "%c0", "%B", "%slot", 8)}
        queue.wait(0, 1)
      }}
      queue.wait(0, 0)
    }}{read("%B", "%c0", 8)}""")
    assert is_proved(text)


def test_computed_counts() -> None:
    text = main(f"""
    %B = memref.alloc() : memref<4xf32>
    scf.for %i = %c0 to %c3 step %c1 {{{copy("%A", "%i", "%B", "%i", 4)}
    }}
    scf.for %i = %c0 to %c3 step %c1 {{
      %left = arith.subi %c2, %i : index
      queue.wait(0, %left){read("%B", "%i", 4)}
    }}""")
    assert is_proved(text)
    assert checked(text.replace("arith.subi %c2", "arith.subi %c3")).standing is Standing.REFUTED


def test_what_is_known_behind_a_join_is_true_on_all_ways_to_it() -> None:
    text = main(f"""
    %B = memref.alloc() : memref<16xf32>
    %more = arith.cmpi sgt, %n, %c3 : index
    scf.if %more {{
      %z = memref.load %A[%c0] : memref<16xf32>
    }}{copy("%A", "%c0", "%B", "%n", 16)}{read("%B", "%c1", 16)}""")
    assert checked(text).standing is Standing.REFUTED


def test_old_groups_stay_in_flight() -> None:
    """Nothing waits for them, however many there are."""
    text = main(f"""
    %B = memref.alloc() : memref<16xf32>
    scf.for %i = %c0 to %c16 step %c1 {{{copy("%A", "%i", "%B", "%i", 16)}
    }}{read("%B", "%c1", 16)}""")
    assert checked(text).standing is Standing.REFUTED


@pytest.mark.parametrize(("slot", "expected"), [("%old", Standing.REFUTED), ("%i", Standing.PROVED)])
def test_a_graph_that_counts_down(slot: str, expected: Standing) -> None:
    """The copy of the iteration before is in flight: of the element above, not of that below."""
    text = main(f"""
    %B = memref.alloc() : memref<16xf32>
    cf.br ^head(%c8 : index)
  ^head(%i: index):
    %go = arith.cmpi sgt, %i, %c0 : index
    cf.cond_br %go, ^body(%i : index), ^exit
  ^body(%j: index):
    %old = arith.addi %j, %c1 : index{read("%B", slot.replace("%i", "%j"), 16)}{copy("%A", "%j", "%B", "%j", 16)}
    %next = arith.subi %j, %c1 : index
    cf.br ^head(%next : index)
  ^exit:""")
    assert checked(text).standing is expected


SHARED = "attributes {gpu.known_block_size = array<i32: 4, 1, 1>}"


def exchanged(between: str) -> str:
    """Each thread copies one element and reads its neighbour's."""
    return main(
        f"""
    %B = memref.alloc() : memref<4xf32, 3>
    %tid = gpu.thread_id x
    %up = arith.addi %tid, %c1 : index
    %next = arith.remui %up, %c4 : index
    queue.commit(0) {{
      queue.async {{
        %x = memref.load %A[%tid] : memref<16xf32>
        memref.store %x, %B[%tid] : memref<4xf32, 3>
      }}
    }}
    {between}
    %y = memref.load %B[%next] : memref<4xf32, 3>""",
        attributes=SHARED,
    )


def test_a_barrier_publishes_what_was_waited_for() -> None:
    assert is_proved(exchanged("queue.wait(0, 0)\n    gpu.barrier"))


@pytest.mark.parametrize("between", ["queue.wait(0, 0)", "gpu.barrier", "gpu.barrier\n    queue.wait(0, 0)"])
def test_a_wait_covers_its_own_thread_alone(between: str) -> None:
    assert checked(exchanged(between)).standing is Standing.REFUTED


def test_a_barrier_in_a_loop_is_met_by_all() -> None:
    text = exchanged("queue.wait(0, 0)\n    gpu.barrier").replace(
        "%y =", "scf.for %i = %c0 to %n step %c1 {\n gpu.barrier\n }\n    %y ="
    )
    assert is_proved(text)


def test_a_barrier_that_some_threads_miss_is_not_proved() -> None:
    text = exchanged("queue.wait(0, 0)\n    gpu.barrier").replace(
        "%y =", "%z = arith.cmpi eq, %tid, %c0 : index\n    scf.if %z {\n gpu.barrier\n }\n    %y ="
    )
    report = checked(text)
    assert report.standing is Standing.UNKNOWN
    assert "barriers" in report.functions[0].reason


def test_a_call_of_a_value_is_not_followed() -> None:
    text = """
func.func private @start(%b: memref<8xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  queue.commit(0) {
    queue.async {
      memref.store %f, %b[%c0] : memref<8xf32>
    }
  }
  return
}
func.func @main(%b: memref<8xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %g = func.constant @start : (memref<8xf32>, f32) -> ()
  func.call_indirect %g(%b, %f) : (memref<8xf32>, f32) -> ()
  memref.store %f, %b[%c0] : memref<8xf32>
  return
}
"""
    report = check_module(parse_module(text))
    assert report.standing is Standing.UNKNOWN
    assert "functions that are values" in report.functions[-1].reason


@pytest.mark.parametrize("text", [deep(4), predicated(2), deep(3, slots=3)])
def test_witnesses_replay(text: str) -> None:
    module = parse_module(text, "test.mlir")
    report = check_module(module)
    assert report.races
    for race in report.races:
        assert race.witness is not None
        given = [
            np.array(a.nested(), dtype=bool if isinstance(a.zero, bool) else np.float32)
            if isinstance(a, SparseArray)
            else a
            for a in race.witness.arguments
        ]
        found = interpret(module, race.witness.entry, given, parse_schedule("latest")).races
        assert (race.kind, race.first.op, race.second.op) in {
            (r.kind, r.first.op, r.second.op) for r in found
        }
