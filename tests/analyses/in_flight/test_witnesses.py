"""Arguments with which a run shows the race: arrays as large as the threads and loops of the run need."""

from __future__ import annotations

import pytest

from asyncir.driver.check import Checked, check


def block(body: str, threads: int = 4, arguments: str = "%A: memref<?xf32>, %O: memref<?xf32>") -> str:
    """A function that the threads of one block execute."""
    constants = "\n".join(f"  %c{n} = arith.constant {n} : index" for n in (0, 1, 2, 3, 4, 1023))
    return f"""
func.func @main({arguments}) attributes {{gpu.known_block_size = array<i32: {threads}, 1, 1>}} {{
{constants}
  %z = arith.constant 0.0 : f32
  %t = gpu.thread_id x
{body}
  return
}}
"""


def races(text: str) -> list[tuple[str, str, str]]:
    """The kinds and places of the races that runs showed."""
    answer: Checked = check(text, filename="t.mlir")
    return [(race.kind, race.first, race.second) for race in answer.races]


def test_arrays_are_as_large_as_all_threads_need() -> None:
    mirrored = """
  memref.store %z, %O[%t] : memref<?xf32>
  %r = arith.subi %c1023, %t : index
  %v = memref.load %O[%r] : memref<?xf32>"""
    assert [kind for kind, _, _ in races(block(mirrored, 1024))] == ["RAW"]


def test_arrays_are_as_large_as_copies_need() -> None:
    overlapping = """
  %s = memref.alloca() : memref<16xf32, #gpu.address_space<workgroup>>
  %o = arith.muli %t, %c2 : index
  %p = nvgpu.device_async_copy %A[%o], %s[%o], 4 : memref<?xf32> to memref<16xf32, #gpu.address_space<workgroup>>
  %g = nvgpu.device_async_create_group %p
  nvgpu.device_async_wait %g"""
    assert [kind for kind, _, _ in races(block(overlapping))] == ["WAW"]


def test_arrays_are_as_large_as_loops_of_copies_need() -> None:
    text = """
func.func @main(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %some = arith.cmpi sge, %n, %c1 : index
  scf.if %some {
    %last = arith.subi %n, %c1 : index
    queue.commit(0) {
      queue.async {
        scf.for %j = %c0 to %n step %c1 {
          %x = memref.load %a[%j] : memref<?xf32>
          memref.store %x, %b[%j] : memref<?xf32>
        }
      }
    }
    %y = memref.load %b[%last] : memref<?xf32>
  }
  return
}
"""
    assert [kind for kind, _, _ in races(text)] == ["RAW"]


def test_elements_whose_place_is_the_threads_are_given() -> None:
    scattered = """
  %i = memref.load %at[%t] : memref<?xindex>
  memref.store %z, %O[%i] : memref<?xf32>"""
    arguments = "%at: memref<?xindex>, %O: memref<?xf32>"
    assert [kind for kind, _, _ in races(block(scattered, arguments=arguments))] == ["WAW"]


def test_the_element_that_leads_to_the_race_is_given() -> None:
    text = """
func.func @main(%at: memref<?xindex>, %b: memref<?xf32>, %v: f32) {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  queue.commit(0) {
    queue.async {
      memref.store %v, %b[%c5] : memref<?xf32>
    }
  }
  %i = memref.load %at[%c3] : memref<?xindex>
  %x = memref.load %b[%i] : memref<?xf32>
  return
}
"""
    answer = check(text, filename="t.mlir")
    (race,) = answer.races
    assert "[0,0,0,5]" in race.command


BUFFERS = """
  %s = memref.alloca() : memref<2x4xf32, #gpu.address_space<workgroup>>
  %p0 = nvgpu.device_async_copy %A[%t], %s[%c0, %t], 1 : memref<?xf32> to memref<2x4xf32, #gpu.address_space<workgroup>>
  %g0 = nvgpu.device_async_create_group %p0
  %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%k = %g0) -> (!nvgpu.device.async.token) {{
    %next = arith.addi %i, %c1 : index
    %slot = arith.remui %next, %c2 : index
    %now = arith.remui %i, %c2 : index
    %row = arith.muli %next, %c4 : index
    %from = arith.addi %row, %t : index
    %p = nvgpu.device_async_copy %A[%from], %s[%slot, %t], 1 : memref<?xf32> to memref<2x4xf32, #gpu.address_space<workgroup>>
    %g = nvgpu.device_async_create_group %p
{wait}
    %other = arith.{op} %t, %c1 : index
    %v = memref.load %s[%now, %other] : memref<2x4xf32, #gpu.address_space<workgroup>>
    %there = arith.addi %row, %t : index
    memref.store %v, %O[%there] : memref<?xf32>
{end}
    scf.yield %g : !nvgpu.device.async.token
  }}"""

WAIT = "    nvgpu.device_async_wait %k"
BARRIER = "    gpu.barrier"


def test_neighbours_that_a_bit_tells_apart_are_ordered_by_barriers() -> None:
    right = BUFFERS.format(wait=f"{WAIT}\n{BARRIER}", op="xori", end=BARRIER)
    assert check(block(right)).standing == "proved"


@pytest.mark.parametrize(
    ("wait", "end", "kind"),
    [(WAIT, BARRIER, "RAW"), (f"{BARRIER}\n{WAIT}", BARRIER, "RAW"), (f"{WAIT}\n{BARRIER}", "", "WAR")],
)
def test_a_barrier_that_is_missing_or_too_early_is_shown(wait: str, end: str, kind: str) -> None:
    wrong = races(block(BUFFERS.format(wait=wait, op="xori", end=end)))
    assert {each for each, _, _ in wrong} == {kind}


def test_blocks_of_a_grid_are_one_number_for_all_threads() -> None:
    one_place = "  %b = gpu.block_id x\n  memref.store %z, %O[%b] : memref<?xf32>"
    assert [kind for kind, _, _ in races(block(one_place))] == ["WAW"]
    rows = """
  %b = gpu.block_id x
  %grid = gpu.grid_dim x
  %row = arith.muli %b, %c4 : index
  %at = arith.addi %row, %t : index
  memref.store %z, %O[%at] : memref<?xf32>"""
    assert check(block(rows)).standing == "proved"


VIEWED = """
func.func @main() {{
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %b = memref.alloc() : memref<64xi8>
  %y = arith.constant 1 : i8
  queue.commit(0) {{
    queue.async {{
      memref.store %y, %b[%c0] : memref<64xi8>
    }}
  }}
  %view = memref.view %b[{at}][] : memref<64xi8> to memref<4xi64>
  %v = memref.load %view[%c0] : memref<4xi64>
  return
}}
"""


def test_a_race_through_a_view_that_is_not_followed_is_looked_for_by_a_run() -> None:
    refuted = check(VIEWED.format(at="%c0"), filename="t.mlir")
    assert refuted.standing == "refuted"
    assert [(race.kind, race.first, race.second) for race in refuted.races] == [
        ("RAW", "t.mlir:8:5", "t.mlir:13:8")
    ]
    unknown = check(VIEWED.format(at="%c8"), filename="t.mlir")
    assert (unknown.standing, unknown.races) == ("unknown", ())
    (diagnostic,) = unknown.diagnostics
    assert diagnostic.code == "Q005"
    assert diagnostic.span is not None
    assert diagnostic.span.line == 13


def test_arguments_that_end_the_run_too_early_are_not_the_only_ones() -> None:
    text = """
func.func @main(%b: memref<4xf32>, %v: f32, %n: index) {
  %c1 = arith.constant 1 : index
  queue.commit(0) {
    queue.async {
      memref.store %v, %b[%c1] : memref<4xf32>
    }
  }
  %one = arith.divui %n, %n : index
  %x = memref.load %b[%one] : memref<4xf32>
  return
}
"""
    answer = check(text, filename="t.mlir")
    assert answer.standing == "refuted"
    assert [race.kind for race in answer.races] == ["RAW"]


def test_what_is_called_by_value_is_run() -> None:
    text = """
func.func private @start(%b: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  queue.commit(0) {
    queue.async {
      memref.store %v, %b[%c0] : memref<4xf32>
    }
  }
  return
}
func.func @main(%b: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %start = func.constant @start : (memref<4xf32>, f32) -> ()
  func.call_indirect %start(%b, %v) : (memref<4xf32>, f32) -> ()
  WAIT
  %x = memref.load %b[%c0] : memref<4xf32>
  return
}
"""
    assert check(text.replace("WAIT", "")).standing == "refuted"
    assert check(text.replace("WAIT", "queue.wait(0, 0)")).standing == "unknown"


def test_a_loop_that_does_not_run_lets_the_loop_around_it_race() -> None:
    """The weak wait is the last on the way of some executions; in others, where n is 0, there is none."""
    text = """
func.func @main(%A: memref<?xf32>, %n: index, %tiles: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = memref.alloc() : memref<1xf32>
  %first = gpu.block_id x
  %step = gpu.grid_dim x
  scf.for %tile = %first to %tiles step %step {
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%c0] : memref<?xf32>
        memref.store %x, %r[%c0] : memref<1xf32>
      }
    }
    scf.for %i = %c0 to %n step %c1 {
      queue.wait(0, 1)
    }
  }
  return
}
"""
    found = check(text).races
    assert {race.wait is None for race in found} == {True, False}


def test_another_race_of_which_the_analysis_does_not_tell_is_shown_by_a_run() -> None:
    """A wait is too weak; two copies of one group race besides, on memory that may have two names."""
    text = """
func.func @main(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %r = memref.alloc() : memref<4xf32>
  %s = memref.alloc() : memref<4xf32>
  %q = memref.alloc() : memref<4xf32>
  %less = arith.cmpi slt, %n, %c1 : index
  %either = arith.select %less, %q, %s : memref<4xf32>
  %u = arith.index_castui %n : index to i64
  %i = arith.index_cast %n : index to i64
  %and = arith.andi %i, %u : i64
  %bits = arith.index_castui %and : i64 to index
  %at = arith.remui %bits, %c4 : index
  %two = arith.cmpi eq, %bits, %c2 : index
  queue.commit(0) {
    queue.async {
      memref.store %z, %r[%c0] : memref<4xf32>
    }
  }
  queue.wait(0, 1)
  %x = memref.load %r[%c0] : memref<4xf32>
  queue.commit(0) {
    queue.async {
      memref.store %z, %s[%c2] : memref<4xf32>
    }
    queue.async {
      scf.if %two {
        memref.store %z, %s[%at] : memref<4xf32>
      }
    }
  }
  queue.wait(0, 0)
  return
}
"""
    answer = check(text)
    assert [race.kind for race in answer.races] == ["RAW", "WAW"]
