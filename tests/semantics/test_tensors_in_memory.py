"""scf.forall with tensors that its iterations share, and the way from tensors to memory and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.semantics.programs import body, error, run, value

A = np.arange(12, dtype=np.float32).reshape(3, 4)


def _forall(into: str, offsets: str = "%i, %j") -> str:
    return f"""
func.func @main(%a: tensor<3x4xf32>, %n: index) -> tensor<3x4xf32> {{
  %e = tensor.empty() : tensor<3x4xf32>
  %r = scf.forall (%i, %j) = (0, 0) to (%n, 4) step (1, 2) shared_outs(%o = {into}) -> (tensor<3x4xf32>) {{
    %s = tensor.extract_slice %a[%i, %j] [1, 2] [1, 1] : tensor<3x4xf32> to tensor<2xf32>
    %d = arith.addf %s, %s : tensor<2xf32>
    scf.forall.in_parallel {{
      tensor.parallel_insert_slice %d into %o[{offsets}] [1, 2] [1, 1] : tensor<2xf32> into tensor<3x4xf32>
    }}
  }}
  return %r : tensor<3x4xf32>
}}
"""


def test_the_iterations_make_one_tensor() -> None:
    assert np.array_equal(np.asarray(value(_forall("%e"), A, 3)), 2 * A)


def test_what_no_iteration_puts_is_as_it_was() -> None:
    assert np.array_equal(np.asarray(value(_forall("%a"), A, 2)), [*2 * A[:2], A[2]])
    assert np.array_equal(np.asarray(value(_forall("%a"), A, 0)), A)
    assert error(run(_forall("%e"), A, 2)).code == "S006"


def test_slices_of_two_iterations_have_no_element_in_common() -> None:
    found = error(run(_forall("%a", "%i, 1"), A, 1))
    assert (found.code, found.message) == ("S001", "two slices have an element in common")
    found = error(run(_forall("%a", "%i, %n"), A, 3))
    assert (found.code, found.message[:22]) == ("S004", "elements 3 to 4 are ou")


def test_an_iteration_sees_what_was_there_before_the_loop() -> None:
    text = """
func.func @main(%a: tensor<4xi32>, %z: tensor<1xi32>) -> tensor<4xi32> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %a) -> (tensor<4xi32>) {
    %c3 = arith.constant 3 : index
    %j = arith.subi %c3, %i : index
    %s = tensor.extract_slice %o[%j] [1] [1] : tensor<4xi32> to tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  return %r : tensor<4xi32>
}
"""
    given = np.array([1, 2, 3, 4], np.int32)
    assert np.array_equal(np.asarray(value(text, given, given[:1])), [4, 3, 2, 1])


def test_iterations_race_for_memory() -> None:
    lines = ["scf.forall (%i) in (2) {", "memref.store %x, %m[%c] : memref<4xf32>", "}"]
    signature = "func.func @main(%m: memref<4xf32>, %c: index, %x: f32)"
    assert error(run(body(lines, signature), A[0].copy(), 1, 2.0)).code == "S001"
    lines[1] = "memref.store %x, %m[%i] : memref<4xf32>"
    array = A[0].copy()
    assert run(body(lines, signature), array, 1, 9.0).diagnostics == ()
    assert array.tolist() == [9, 9, 2, 3]


def test_a_step_is_positive() -> None:
    lines = ["scf.forall (%i) = (0) to (4) step (%n) {", "}"]
    assert error(run(body(lines, "func.func @main(%n: index)"), 0)).code == "S005"


def test_loops_inside_of_loops() -> None:
    text = """
func.func @main(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %r = scf.forall (%i) in (3) shared_outs(%o = %a) -> (tensor<3x4xf32>) {
    %row = tensor.extract_slice %o[%i, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>
    %new = scf.forall (%j) in (4) shared_outs(%p = %row) -> (tensor<4xf32>) {
      %s = tensor.extract_slice %p[%j] [1] [1] : tensor<4xf32> to tensor<1xf32>
      %t = arith.mulf %s, %s : tensor<1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %t into %p[%j] [1] [1] : tensor<1xf32> into tensor<4xf32>
      }
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %new into %o[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
    }
  }
  return %r : tensor<3x4xf32>
}
"""
    assert np.array_equal(np.asarray(value(text, A)), A * A)


HEAD = "func.func @main(%a: tensor<3x?xf32>, %m: memref<3x?xf32>, %i: index, %x: f32)"


def _outcome(*lines: str, result: str = "", returned: str = "") -> Any:
    text = body(lines, HEAD + (f" -> {result}" if result else ""))
    if returned:
        text = text.replace("\n  return\n", f"\n  return {returned} : {result}\n")
    array = A.copy()
    outcome = run(text, A + 1, array, 1, 99.0)
    return outcome, array


def test_a_tensor_is_what_the_memory_was() -> None:
    outcome, array = _outcome(
        "%t = bufferization.to_tensor %m restrict : memref<3x?xf32> to tensor<3x?xf32>",
        "memref.store %x, %m[%i, %i] : memref<3x?xf32>",
        result="tensor<3x?xf32>",
        returned="%t",
    )
    assert np.array_equal(np.asarray(outcome.results[0]), A)
    assert array[1, 1] == 99


def test_a_buffer_is_the_tensor_and_nothing_of_it_changes_the_tensor() -> None:
    outcome, _ = _outcome(
        "%b = bufferization.to_buffer %a : tensor<3x?xf32> to memref<3x?xf32, strided<[?, ?], offset: ?>>",
        "memref.store %x, %b[%i, %i] : memref<3x?xf32, strided<[?, ?], offset: ?>>",
        "%t = bufferization.to_tensor %b : memref<3x?xf32, strided<[?, ?], offset: ?>> to tensor<3x?xf32>",
        "%d = arith.subf %t, %a : tensor<3x?xf32>",
        result="tensor<3x?xf32>",
        returned="%d",
    )
    expected = np.zeros((3, 4), np.float32)
    expected[1, 1] = 99 - 6
    assert np.array_equal(np.asarray(outcome.results[0]), expected)


def test_a_tensor_is_put_into_memory() -> None:
    into = "%m : (tensor<3x?xf32>, memref<3x?xf32>) -> ()"
    outcome, array = _outcome(f"bufferization.materialize_in_destination %a in restrict writable {into}")
    assert outcome.diagnostics == ()
    assert np.array_equal(array, A + 1)
    outcome, _ = _outcome(
        "%s = memref.subview %m[0, 0] [3, 2] [1, 1] : memref<3x?xf32> to memref<3x2xf32, strided<[?, 1]>>",
        "bufferization.materialize_in_destination %a in writable %s "
        ": (tensor<3x?xf32>, memref<3x2xf32, strided<[?, 1]>>) -> ()",
    )
    assert (error(outcome).code, error(outcome).message[:33]) == ("S016", "a tensor of sizes [3, 4] is put i")


def test_undefined_elements_stay_undefined_in_memory() -> None:
    lines = [
        "%e = bufferization.alloc_tensor(%i) : tensor<3x?xf32>",
        "%c = arith.constant 0 : index",
        "%f = tensor.insert %x into %e[%i, %c] : tensor<3x?xf32>",
        "%b = bufferization.to_buffer %f : tensor<3x?xf32> to memref<3x?xf32>",
        "%t = bufferization.to_tensor %b : memref<3x?xf32> to tensor<3x?xf32>",
    ]
    outcome, _ = _outcome(
        *lines, "%r = tensor.extract %t[%i, %c] : tensor<3x?xf32>", result="f32", returned="%r"
    )
    assert outcome.results == (99.0,)
    outcome, _ = _outcome(
        *lines, "%r = tensor.extract %t[%c, %c] : tensor<3x?xf32>", result="f32", returned="%r"
    )
    assert error(outcome).code == "S006"


def test_memory_ends_where_its_condition_holds_and_it_is_not_retained() -> None:
    lines = [
        "%yes = arith.constant true",
        "%no = arith.constant false",
        "%p = memref.alloc() : memref<4xf32>",
        "%q = bufferization.clone %m : memref<3x?xf32> to memref<3x?xf32>",
        "%k:2 = bufferization.dealloc (%p, %q : memref<4xf32>, memref<3x?xf32>) if (%no, %yes) "
        "retain (%q, %p : memref<3x?xf32>, memref<4xf32>)",
        "bufferization.dealloc (%q : memref<3x?xf32>) if (%k#0)",
        "bufferization.dealloc (%p : memref<4xf32>) if (%k#1)",
        "memref.store %x, %p[%i] : memref<4xf32>",
    ]
    assert _outcome(*lines)[0].diagnostics == ()
    outcome, _ = _outcome(*lines, "memref.store %x, %q[%i, %i] : memref<3x?xf32>")
    assert error(outcome).code == "S002"


@pytest.mark.parametrize("schedule", ["earliest", "latest"])
def test_tensors_go_from_task_to_task(schedule: str) -> None:
    text = """
func.func @main(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %t, %v = async.execute -> !async.value<tensor<3x4xf32>> {
    %b = arith.addf %a, %a : tensor<3x4xf32>
    async.yield %b : tensor<3x4xf32>
  }
  %r = async.await %v : !async.value<tensor<3x4xf32>>
  return %r : tensor<3x4xf32>
}
"""
    assert np.array_equal(np.asarray(value(text, A, schedule=schedule)), A + A)


def test_memory_of_one_bf16_is_read_and_written() -> None:
    text = """
func.func @main(%a: memref<bf16>) {
  %x = memref.load %a[] : memref<bf16>
  %y = arith.addf %x, %x : bf16
  memref.store %y, %a[] : memref<bf16>
  return
}
"""
    given = np.array(0x3FC0, np.uint16)
    assert run(text, given).diagnostics == ()
    assert given == 0x4040
