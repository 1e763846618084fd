"""Programs on tensors give the same on memory, interpreted and natively, and change nothing that they were called with."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.transforms.tensor_programs import TensorProgram

SEEDS = range(60)
PIPELINES = ("one-shot-bufferize", "one-shot-bufferize,convert-linalg-to-loops{order=contiguous}")


def _given() -> tuple[Any, ...]:
    random = np.random.default_rng(7)
    a, b = (random.integers(-9, 9, (4, 4)).astype(np.int32) for _ in range(2))
    return a, b, random.integers(-9, 9, 4).astype(np.int32)


def _interpreted(text: str, pipeline: str | None, *arguments: Any) -> tuple[Any, ...]:
    module = parse_module(text.encode(), "program.mlir")
    if pipeline is not None:
        run_pipeline(module, pipeline)
    mine = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    found = interpret(module, "main", mine).results
    for before, after in zip(arguments, mine, strict=True):
        assert np.array_equal(before, after), "an argument was changed"
    return found


def _same(first: tuple[Any, ...], second: tuple[Any, ...]) -> bool:
    return len(first) == len(second) and all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs_give_the_same_on_memory(seed: int) -> None:
    text = TensorProgram(seed).text()
    for iterations, truth in ((0, 1), (3, 0)):
        arguments = (*_given(), iterations, truth)
        expected = _interpreted(text, None, *arguments)
        for pipeline in PIPELINES:
            assert _same(expected, _interpreted(text, pipeline, *arguments)), pipeline


@pytest.mark.parametrize("seed", range(100, 112))
def test_random_programs_give_the_same_natively(seed: int) -> None:
    text = TensorProgram(seed).text()
    native = asyncir.compile(text)["main"]
    for iterations, truth in ((0, 1), (3, 0)):
        arguments = (*_given(), iterations, truth)
        for array in arguments[:3]:
            array.flags.writeable = False
        assert _same(_interpreted(text, None, *arguments), native(*arguments))


DYNAMIC = """
func.func @main(%a: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %r = scf.if %c -> tensor<?xf32> {
    %e = tensor.empty(%d) : tensor<?xf32>
    %b = linalg.fill ins(%one : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  } else {
    scf.yield %a : tensor<?xf32>
  }
  %p = tensor.pad %r low[1] high[2] { ^bb0(%i: index): tensor.yield %one : f32 } : tensor<?xf32> to tensor<?xf32>
  %g = tensor.generate %d { ^bb0(%i: index):
    %j = arith.index_cast %i : index to i32
    %x = arith.sitofp %j : i32 to f32
    tensor.yield %x : f32 } : tensor<?xf32>
  %q = tensor.concat dim(0) %p, %g, %a : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %q : tensor<?xf32>
}
"""


ONE_DESTINATION = """
func.func @main(%a: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %e = tensor.empty() : tensor<4xi32>
  %r:2 = linalg.generic {
    indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
    iterator_types = ["parallel"]
  } ins(%a : tensor<4xi32>) outs(%e, %e : tensor<4xi32>, tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %d = arith.addi %x, %x : i32
    linalg.yield %x, %d : i32, i32
  } -> (tensor<4xi32>, tensor<4xi32>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi32>
}
"""


def test_two_results_of_one_destination_are_two_arrays() -> None:
    a = np.arange(4, dtype=np.int32)
    first, second = asyncir.compile(ONE_DESTINATION)["main"](a)
    assert (list(first), list(second)) == (list(a), list(2 * a))


LOOK_UP = """
func.func @main(%table: tensor<4xi32>, %places: tensor<3xindex>) -> tensor<3xi32> {
  %e = tensor.empty() : tensor<3xi32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]
  } ins(%places : tensor<3xindex>) outs(%e : tensor<3xi32>) {
  ^bb0(%i: index, %y: i32):
    %x = tensor.extract %table[%i] : tensor<4xi32>
    linalg.yield %x : i32
  } -> tensor<3xi32>
  return %r : tensor<3xi32>
}
"""


def test_a_body_takes_elements_out_of_a_tensor() -> None:
    table, places = np.arange(4, dtype=np.int32) * 10, np.array([3, 0, 2])
    assert list(asyncir.compile(LOOK_UP)["main"](table, places)) == [30, 0, 20]
    assert _same(
        _interpreted(LOOK_UP, PIPELINES[0], table, places), _interpreted(LOOK_UP, None, table, places)
    )


REVERSED = """
func.func @main(%a: tensor<4xi32>) -> tensor<4xi32> {
  %c3 = arith.constant 3 : index
  %b = linalg.add ins(%a, %a : tensor<4xi32>, tensor<4xi32>) outs(%a : tensor<4xi32>) -> tensor<4xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%b : tensor<4xi32>) {
  ^bb0(%y: i32):
    %i = linalg.index 0 : index
    %j = arith.subi %c3, %i : index
    %x = tensor.extract %b[%j] : tensor<4xi32>
    linalg.yield %x : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}
"""


def test_what_a_body_looks_up_in_its_destination_is_not_overwritten() -> None:
    a = np.arange(4, dtype=np.int32)
    assert list(asyncir.compile(REVERSED)["main"](a)) == list(2 * a[::-1])


@pytest.mark.parametrize("truth", [0, 1])
def test_sizes_may_be_known_only_when_it_runs(truth: int) -> None:
    a = np.arange(10, dtype=np.float32)[::2]
    begin = np.ones(5, np.float32) if truth else a
    expected = np.concatenate([[1], begin, [1, 1], range(5), a]).astype(np.float32)
    assert np.array_equal(asyncir.compile(DYNAMIC)["main"](a, truth), expected)
    assert _same(_interpreted(DYNAMIC, PIPELINES[1], a.copy(), truth), (expected,))


def test_a_declared_function_takes_and_gives_memory() -> None:
    module = parse_module(b"func.func private @f(tensor<4xf32>) -> tensor<4xf32>", "declared.mlir")
    run_pipeline(module, "one-shot-bufferize")
    assert "@f(memref<4xf32>) -> memref<4xf32>" in str(module)


def test_what_is_returned_twice_is_two_arrays() -> None:
    two = "tensor<2xi32>, tensor<2xi32>"
    text = f"func.func @main(%a: tensor<2xi32>) -> ({two}) {{ return %a, %a : {two} }}"
    given = np.array([1, 2], np.int32)
    first, second = asyncir.compile(text)["main"](given)
    first[0] = 5
    assert (list(first), list(second), list(given)) == ([5, 2], [1, 2], [1, 2])


def test_an_array_of_other_sizes_is_refused() -> None:
    text = "func.func @main(%a: tensor<2xi32>) -> tensor<2xi32> { return %a : tensor<2xi32> }"
    with pytest.raises(asyncir.DiagnosticError, match="tensor<2xi32>"):
        asyncir.compile(text)["main"](np.zeros(3, np.int32))


def test_an_op_without_a_form_on_memory_is_named() -> None:
    text = (
        "func.func @main(%a: tensor<2xi32>) -> tensor<2xui32> {\n"
        "  %b = tensor.bitcast %a : tensor<2xi32> to tensor<2xui32>\n  return %b : tensor<2xui32>\n}"
    )
    with pytest.raises(asyncir.DiagnosticError, match=r"tensor\.bitcast"):
        asyncir.compile(text)


TILES = """
func.func @main(%c: tensor<6xi32>, %d: tensor<2xi32>) -> (tensor<6xi32>, tensor<2xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %one = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %c6 step %c2 iter_args(%o = %c, %e = %d) -> (tensor<6xi32>, tensor<2xi32>) {
    %x = tensor.extract_slice %o[%i] [2] [1] : tensor<6xi32> to tensor<2xi32>
    %s = linalg.add ins(%d, %d : tensor<2xi32>, tensor<2xi32>) outs(%x : tensor<2xi32>) -> tensor<2xi32>
    %t = linalg.mul ins(%s, %s : tensor<2xi32>, tensor<2xi32>) outs(%s : tensor<2xi32>) -> tensor<2xi32>
    %w = tensor.insert_slice %t into %o[%i] [2] [1] : tensor<2xi32> into tensor<6xi32>
    scf.yield %w, HANDED : tensor<6xi32>, tensor<2xi32>
  }
  return %r#0, %r#1 : tensor<6xi32>, tensor<2xi32>
}
"""
LOOKS = """    %y = tensor.extract_slice %o[%c0] [2] [1] : tensor<6xi32> to tensor<2xi32>
    %u = linalg.add ins(%y, %e : tensor<2xi32>, tensor<2xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    %w ="""


@pytest.mark.parametrize(
    ("handed", "copies"), [("%e", 2), ("%s", 4), ("%u", 3)], ids=["nothing", "what was there before", "more"]
)
def test_a_loop_computes_the_tiles_of_what_it_carries_in_place(handed: str, copies: int) -> None:
    text = TILES.replace("HANDED", handed)
    text = text.replace("    %w =", LOOKS) if handed == "%u" else text
    given = np.arange(6, dtype=np.int32), np.arange(3, 5, dtype=np.int32)
    expected = _interpreted(text, None, *given)
    module = parse_module(text.encode(), "program.mlir")
    run_pipeline(module, "one-shot-bufferize")
    assert str(module).count("memref.copy") == copies
    assert _same(expected, _interpreted(text, PIPELINES[0], *given))
    assert _same(expected, asyncir.compile(text)["main"](*given))


RESHAPED = """
func.func @main(%a: tensor<?xi32>, %sizes: tensor<2xi32>) -> tensor<?x?xi32> {
  %b = linalg.add ins(%a, %a : tensor<?xi32>, tensor<?xi32>) outs(%a : tensor<?xi32>) -> tensor<?xi32>
  %c = tensor.reshape %b(%sizes) : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  %d = linalg.add ins(%c, %c : tensor<?x?xi32>, tensor<?x?xi32>) outs(%c : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %d : tensor<?x?xi32>
}
"""


def test_what_was_reshaped_is_not_freed_before_its_last_use() -> None:
    arguments = np.arange(6, dtype=np.int32), np.array([2, 3], np.int32)
    expected = _interpreted(RESHAPED, None, *arguments)
    assert expected[0].tolist() == [[0, 4, 8], [12, 16, 20]]
    assert _same(_interpreted(RESHAPED, PIPELINES[0], *arguments), expected)
    assert np.array_equal(asyncir.compile(RESHAPED)["main"](*arguments), expected[0])


LOOK_UP_PADDED = """
func.func @main(%a: tensor<3xi32>) -> (tensor<5xi32>, tensor<3xi32>) {
  %c2 = arith.constant 2 : index
  %p = tensor.pad %a low[0] high[2] {
  ^bb0(%i: index):
    %j = arith.remui %i, %c2 : index
    %x = tensor.extract %a[%j] : tensor<3xi32>
    tensor.yield %x : i32
  } : tensor<3xi32> to tensor<5xi32>
  %g = tensor.generate {
  ^bb0(%i: index):
    %j = arith.subi %c2, %i : index
    %x = tensor.extract %a[%j] : tensor<3xi32>
    tensor.yield %x : i32
  } : tensor<3xi32>
  return %p, %g : tensor<5xi32>, tensor<3xi32>
}
"""


def test_a_body_that_tells_elements_by_their_place_takes_some_out_of_a_tensor() -> None:
    a = np.array([4, 5, 6], np.int32)
    for found in (_interpreted(LOOK_UP_PADDED, PIPELINES[0], a), asyncir.compile(LOOK_UP_PADDED)["main"](a)):
        assert [each.tolist() for each in found] == [[4, 5, 6, 5, 4], [6, 5, 4]]


SLICES = """
func.func private @double(%a: tensor<2xi32>) -> tensor<2xi32> {
  %b = linalg.add ins(%a, %a : tensor<2xi32>, tensor<2xi32>) outs(%a : tensor<2xi32>) -> tensor<2xi32>
  return %b : tensor<2xi32>
}
func.func @main(%a: tensor<4xi32>, %n: index) -> (tensor<2xi32>, tensor<2xi32>) {
  %s = tensor.extract_slice %a[1] [%n] [2] : tensor<4xi32> to tensor<?xi32>
  %t = tensor.cast %s : tensor<?xi32> to tensor<2xi32>
  %r = func.call @double(%t) : (tensor<2xi32>) -> tensor<2xi32>
  return %t, %r : tensor<2xi32>, tensor<2xi32>
}
"""


def test_a_slice_is_cast_and_handed_to_a_function() -> None:
    a = np.arange(4, dtype=np.int32)
    for found in (_interpreted(SLICES, PIPELINES[0], a, 2), asyncir.compile(SLICES)["main"](a, 2)):
        assert [each.tolist() for each in found] == [[1, 3], [2, 6]]


NOTHING = """
func.func @main(%a: tensor<2xi32>, %z: tensor<0xi32>) -> (tensor<2xi32>, tensor<1xi32>, tensor<0xi32>) {
  %k = arith.constant 3 : i32
  %c = tensor.concat dim(0) %a, %z : (tensor<2xi32>, tensor<0xi32>) -> tensor<2xi32>
  %p = tensor.pad %z low[1] high[0] { ^bb0(%i: index): tensor.yield %k : i32 } : tensor<0xi32> to tensor<1xi32>
  %q = tensor.concat dim(0) %z, %z : (tensor<0xi32>, tensor<0xi32>) -> tensor<0xi32>
  return %c, %p, %q : tensor<2xi32>, tensor<1xi32>, tensor<0xi32>
}
"""


def test_tensors_without_elements_are_put_nowhere() -> None:
    given = np.array([1, 2], np.int32), np.zeros(0, np.int32)
    for found in (_interpreted(NOTHING, PIPELINES[0], *given), asyncir.compile(NOTHING)["main"](*given)):
        assert [each.tolist() for each in found] == [[1, 2], [3], []]


TASK = """
func.func @main(%a: tensor<4xi32>, %n: index) -> (tensor<4xi32>, i32, i32) {
  %b = linalg.add ins(%a, %a : tensor<4xi32>, tensor<4xi32>) outs(%a : tensor<4xi32>) -> tensor<4xi32>
  %t, %h = async.execute -> !async.value<i32> {
    %c = linalg.mul ins(%b, %b : tensor<4xi32>, tensor<4xi32>) outs(%b : tensor<4xi32>) -> tensor<4xi32>
    %x = tensor.extract %c[%n] : tensor<4xi32>
    async.yield %x : i32
  }
  %d = linalg.mul ins(%b, %a : tensor<4xi32>, tensor<4xi32>) outs(%b : tensor<4xi32>) -> tensor<4xi32>
  %y = async.await %h : !async.value<i32>
  %e = linalg.mul ins(%b, %b : tensor<4xi32>, tensor<4xi32>) outs(%b : tensor<4xi32>) -> tensor<4xi32>
  %z = tensor.extract %e[%n] : tensor<4xi32>
  return %d, %y, %z : tensor<4xi32>, i32, i32
}
"""
NOBODY_WAITS = """
func.func @main(%a: tensor<4xi32>, %m: memref<i32>) -> i32 {
  %c0 = arith.constant 0 : index
  %b = linalg.add ins(%a, %a : tensor<4xi32>, tensor<4xi32>) outs(%a : tensor<4xi32>) -> tensor<4xi32>
  %t = async.execute {
    %x = tensor.extract %b[%c0] : tensor<4xi32>
    memref.store %x, %m[] : memref<i32>
    async.yield
  }
  %z = tensor.extract %b[%c0] : tensor<4xi32>
  return %z : i32
}
"""


@pytest.mark.parametrize("text", [TASK, NOBODY_WAITS], ids=["awaited", "not awaited"])
def test_what_a_task_looks_at_is_not_overwritten_or_freed_before_it_has_ended(text: str) -> None:
    a = np.arange(4, dtype=np.int32)
    other = 2 if text is TASK else np.zeros((), np.int32)
    expected = interpret(parse_module(text.encode(), "program.mlir"), "main", [a.copy(), other]).results
    module = parse_module(text.encode(), "program.mlir")
    run_pipeline(module, PIPELINES[0])
    # A race is a diagnostic.
    found = interpret(module, "main", [a.copy(), other])
    assert not found.diagnostics
    assert _same(expected, found.results)


def test_a_group_that_one_size_makes_empty_may_have_others_that_are_known_later() -> None:
    text = """func.func @main(%a: tensor<?x?xi32>, %n: index) -> tensor<0x?x?xi32> {
      %b = tensor.expand_shape %a [[0, 1], [2]] output_shape [0, %n, %n] : tensor<?x?xi32> into tensor<0x?x?xi32>
      return %b : tensor<0x?x?xi32>
    }"""
    assert asyncir.compile(text)["main"](np.zeros((0, 3), np.int32), 3).shape == (0, 3, 3)


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (
            "%u = tensor.cast %x : tensor<4xf32> to tensor<*xf32>\n  %r = tensor.cast %u : tensor<*xf32> to tensor<4xf32>\n"
            "  return %r : tensor<4xf32>",
            "tensors of any rank",
        ),
    ],
)
def test_what_has_no_form_on_memory_is_refused(body: str, what: str) -> None:
    text = f"func.func @main(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {{\n  {body}\n}}\n"
    with pytest.raises(asyncir.DiagnosticError, match=what) as caught:
        asyncir.compile(text)
    assert [d.code for d in caught.value.diagnostics] == ["L001"]
    assert caught.value.diagnostics[0].help
