"""What still writes memory of the caller's when a function returns: a wait for it is needed, or missed."""

from __future__ import annotations

import pytest

import asyncir
from tests.faults.programs import program

WAIT = "  queue.wait(0, 0)\n"
STORE = program("review_outwait")
RETURNED = """
func.func @make(%v: f32) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xf32>
  queue.commit(0) {
    queue.async {
      memref.store %v, %m[%c0] : memref<4xf32>
    }
  }
  queue.wait(0, 0)
  return %m : memref<4xf32>
}
"""
LOOP = """
func.func @fill(%a: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) {
      queue.async {
        %x = memref.load %a[%i] : memref<?xf32>
        memref.store %x, %out[%i] : memref<?xf32>
      }
    }
    queue.wait(0, 3)
  }
  queue.wait(0, 0)
  return
}
"""
CALLED = (
    STORE.replace(WAIT, "")
    + """
func.func @main(%out: memref<4xf32>, %v: f32) {
  func.call @store(%out, %v) : (memref<4xf32>, f32) -> ()
  queue.wait(0, 0)
  return
}
"""
)


def verdicts(text: str) -> list[str]:
    return [wait.verdict for wait in asyncir.check(text).waits]


def codes(text: str) -> list[str]:
    return [d.code for d in asyncir.check(text).diagnostics]


@pytest.mark.parametrize(
    "text",
    [
        STORE,
        RETURNED,
        STORE.replace("store(%out: memref<4xf32>", "store(%out: memref<?xf32>").replace(
            "%out[%c0] : memref<4xf32>", "%out[%c0] : memref<?xf32>"
        ),
    ],
)
def test_the_wait_before_memory_is_handed_back_is_needed(text: str) -> None:
    assert verdicts(text) == ["exact"]
    (wait,) = asyncir.check(text).waits
    assert "the caller" in wait.reason
    assert codes(text) == []


@pytest.mark.parametrize("text", [STORE, RETURNED])
def test_without_it_the_caller_is_told(text: str) -> None:
    answer = asyncir.check(text.replace(WAIT, ""))
    assert (answer.standing, [d.code for d in answer.diagnostics]) == ("proved", ["Q012"])
    assert answer.diagnostics[0].span is not None


def test_of_the_waits_of_a_loop_and_behind_it_the_last_is_needed() -> None:
    assert verdicts(LOOP) == ["redundant", "exact"]
    assert "Q012" in codes(LOOP.replace(WAIT, ""))


def test_a_wait_that_leaves_it_in_flight_serves_the_caller_with_nothing() -> None:
    text = STORE.replace("(0, 0)", "(0, 1)")
    assert (verdicts(text), sorted(codes(text))) == (["redundant"], ["Q004", "Q012"])


def test_who_only_reads_what_is_the_callers_may_return() -> None:
    text = LOOP.replace(
        "memref.store %x, %out[%i] : memref<?xf32>", "memref.store %x, %t[%c0] : memref<4xf32>"
    )
    text = text.replace("  scf.for", "  %t = memref.alloc() : memref<4xf32>\n  scf.for", 1).replace(
        "(0, 3)", "(0, 0)"
    )
    assert verdicts(text) == ["exact", "redundant"]


def test_a_caller_in_the_module_waits_itself() -> None:
    assert codes(CALLED) == []
    assert verdicts(CALLED) == ["exact"]


def test_a_kernel_is_at_its_end_when_all_is_done() -> None:
    copy = """
      func.func @kernel(%a: memref<8xf32>, %s: memref<8xf32, #gpu.address_space<workgroup>>) {
        %c0 = arith.constant 0 : index
        %t = nvgpu.device_async_copy %a[%c0], %s[%c0], 4 : memref<8xf32> to memref<8xf32, #gpu.address_space<workgroup>>
        %g = nvgpu.device_async_create_group %t
        return
      }
    """
    assert codes(copy) == []
    block = "attributes {gpu.known_block_size = array<i32: 1, 1, 1>} {"
    threads = STORE.replace("%v: f32) {", f"%v: f32) {block}").replace(WAIT, "  gpu.barrier\n")
    assert "Q012" not in codes(threads)
