"""Loops that hand memory from one iteration to the next: `scf.while`, and `scf.for` with tensors that change their sizes."""

from __future__ import annotations

import resource
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.transforms.tensor_programs import TensorProgram

ON_MEMORY = "convert-elementwise-to-linalg,one-shot-bufferize"


def _interpreted(text: str, pipeline: str | None, *arguments: Any) -> tuple[Any, ...]:
    module = parse_module(text.encode(), "program.mlir")
    if pipeline is not None:
        run_pipeline(module, pipeline)
        module.verify()
    mine = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    found = interpret(module, "main", mine)
    assert found.diagnostics == ()
    for before, after in zip(arguments, mine, strict=True):
        assert np.array_equal(before, after), "an argument was changed"
    return found.results


def _everywhere(text: str, *arguments: Any, levels: tuple[int, ...] = (0, 2)) -> tuple[Any, ...]:
    """What `@main` gives: interpreted, on memory and natively the same."""
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            argument.flags.writeable = False
    expected = _interpreted(text, None, *arguments)
    found = [_interpreted(text, ON_MEMORY, *arguments)]
    for level in levels:
        results = asyncir.compile(text, opt_level=level)["main"](*arguments)
        found.append(results if isinstance(results, tuple) else (results,))
    for other in found:
        assert len(other) == len(expected)
        assert all(np.array_equal(a, b) for a, b in zip(expected, other, strict=True))
    return expected


def _given() -> tuple[Any, ...]:
    random = np.random.default_rng(11)
    a, b = (random.integers(-9, 9, (4, 4)).astype(np.int32) for _ in range(2))
    return a, b, random.integers(-9, 9, 4).astype(np.int32)


@pytest.mark.parametrize("seed", range(500, 540))
def test_random_programs_give_the_same_on_memory(seed: int) -> None:
    text = TensorProgram(seed, with_while=True).text()
    for iterations, truth in ((0, 1), (3, 0)):
        arguments = (*_given(), iterations, truth)
        expected = _interpreted(text, None, *arguments)
        found = _interpreted(text, ON_MEMORY, *arguments)
        assert all(np.array_equal(a, b) for a, b in zip(expected, found, strict=True))


@pytest.mark.parametrize("seed", range(600, 612))
def test_random_programs_give_the_same_natively(seed: int) -> None:
    text = TensorProgram(seed, with_while=True).text()
    for level in (0, 2):
        native = asyncir.compile(text, opt_level=level)["main"]
        for iterations, truth in ((0, 1), (3, 0)):
            arguments = (*_given(), iterations, truth)
            expected = _interpreted(text, None, *arguments)
            assert all(np.array_equal(a, b) for a, b in zip(expected, native(*arguments), strict=True))


DOUBLED = """
func.func @main(%a: tensor<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %lim = arith.constant 20 : i32
  %r = scf.while (%x = %a) : (tensor<4xi32>) -> tensor<4xi32> {
    %e = tensor.extract %x[%c0] : tensor<4xi32>
    %k = arith.cmpi slt, %e, %lim : i32
    scf.condition(%k) %x : tensor<4xi32>
  } do {
  ^bb0(%x: tensor<4xi32>):
    %y = arith.addi %x, %x : tensor<4xi32>
    scf.yield %y : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}
"""


def test_what_is_changed_in_its_place_needs_memory_once() -> None:
    assert list(_everywhere(DOUBLED, np.arange(1, 5, dtype=np.int32))[0]) == [32, 64, 96, 128]
    module = parse_module(DOUBLED.encode(), "doubled.mlir")
    run_pipeline(module, ON_MEMORY)
    text = str(module)
    assert (text.count("memref.alloc("), text.count("memref.copy"), text.count("memref.dealloc")) == (1, 1, 0)


def test_memory_that_nobody_needs_any_more_is_given_to_the_loop() -> None:
    made = DOUBLED.replace("(%x = %a)", "(%x = %b)").replace(
        "  %r = ", "  %b = tensor.insert %lim into %a[%c0] : tensor<4xi32>\n  %r = "
    )
    _everywhere(made, np.arange(1, 5, dtype=np.int32), levels=(2,))
    module = parse_module(made.encode(), "made.mlir")
    run_pipeline(module, ON_MEMORY)
    assert str(module).count("memref.alloc(") == 1
    asked = made.replace("  return %r", "  %d = tensor.extract %b[%c0] : tensor<4xi32>\n  return %r")
    asked = asked.replace("-> tensor<4xi32> {\n  %c0", "-> (tensor<4xi32>, i32) {\n  %c0")
    asked = asked.replace("return %r : tensor<4xi32>", "return %r, %d : tensor<4xi32>, i32")
    assert _everywhere(asked, np.arange(1, 5, dtype=np.int32), levels=(2,))[1] == 20


LATER = """
func.func @main(%a: tensor<?xi32>, %n: i32) -> (tensor<?xi32>, index, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %b = tensor.insert %n into %a[%c0] : tensor<?xi32>
  %r = scf.while (%x = %b) : (tensor<?xi32>) -> tensor<?xi32> {
    %e = tensor.extract %x[%c0] : tensor<?xi32>
    %k = arith.cmpi slt, %e, %n : i32
    scf.condition(%k) %x : tensor<?xi32>
  } do {
  ^bb0(%x: tensor<?xi32>):
    scf.yield %x : tensor<?xi32>
  }
  %d = tensor.dim %b, %c0 : tensor<?xi32>
  %f = linalg.fill ins(%n : i32) outs(%b : tensor<?xi32>) -> tensor<?xi32>
  return %r, %d, %f : tensor<?xi32>, index, tensor<?xi32>
}
"""


def test_who_asks_for_sizes_behind_the_loop_finds_memory() -> None:
    first, size, second = _everywhere(LATER, np.arange(3, dtype=np.int32), 7)
    assert (list(first), size, list(second)) == ([7, 1, 2], 3, [7, 7, 7])


GROWING = """
func.func @main(%a: tensor<?xi32>, %b: tensor<?xi32>, %n: index) -> (tensor<?xi32>, tensor<?xi32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.while (%i = %c0, %x = %a, %y = %b)
      : (index, tensor<?xi32>, tensor<?xi32>) -> (tensor<?xi32>, index, tensor<?xi32>) {
    %k = arith.cmpi slt, %i, %n : index
    scf.condition(%k) %y, %i, %x : tensor<?xi32>, index, tensor<?xi32>
  } do {
  ^bb0(%y: tensor<?xi32>, %i: index, %x: tensor<?xi32>):
    %j = arith.addi %i, %c1 : index
    %z = tensor.concat dim(0) %x, %y : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %s = tensor.extract_slice %z[1] [3] [1] : tensor<?xi32> to tensor<3xi32>
    %t = tensor.cast %s : tensor<3xi32> to tensor<?xi32>
    scf.yield %j, %y, %t : index, tensor<?xi32>, tensor<?xi32>
  }
  return %r#0, %r#2, %r#1 : tensor<?xi32>, tensor<?xi32>, index
}
"""


@pytest.mark.parametrize("often", [0, 1, 2, 5])
def test_slices_and_tensors_that_change_places(often: int) -> None:
    x, y = np.array([1, 2, 3, 4], np.int32), np.array([5, 6], np.int32)
    first, second, count = _everywhere(GROWING, x, y, often)
    for _ in range(often):
        x, y = y, np.concatenate([x, y])[1:4]
    assert (list(first), list(second), count) == (list(y), list(x), often)


FEWER = """
func.func @main(%n: index) -> (tensor<2xi32>, i32) {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<[1, 2]> : tensor<2xi32>
  %one = arith.constant 1 : i32
  %limit = arith.index_cast %n : index to i32
  %r = scf.while (%x = %k, %y = %k) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32> {
    %e = tensor.extract %x[%c0] : tensor<2xi32>
    %t = arith.cmpi slt, %e, %limit : i32
    %z = linalg.add ins(%x, %y : tensor<2xi32>, tensor<2xi32>) outs(%y : tensor<2xi32>) -> tensor<2xi32>
    scf.condition(%t) %z : tensor<2xi32>
  } do {
  ^bb0(%z: tensor<2xi32>):
    scf.yield %z, %k : tensor<2xi32>, tensor<2xi32>
  }
  %again = tensor.extract %k[%c0] : tensor<2xi32>
  return %r, %again : tensor<2xi32>, i32
}
"""


def test_constants_stay_and_fewer_are_handed_on() -> None:
    result, first = _everywhere(FEWER, 5)
    assert (list(result), first) == ([6, 12], 1)


NESTED = """
func.func @main(%a: tensor<3xi32>, %n: index, %t: i1) -> (tensor<3xi32>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %s = %zero) -> (tensor<3xi32>, i32) {
    %w:3 = scf.while (%j = %c0, %y = %x, %u = %s) : (index, tensor<3xi32>, i32) -> (index, tensor<3xi32>, i32) {
      %k = arith.cmpi slt, %j, %c2 : index
      scf.condition(%k) %j, %y, %u : index, tensor<3xi32>, i32
    } do {
    ^bb0(%j: index, %y: tensor<3xi32>, %u: i32):
      %next = arith.addi %j, %c1 : index
      %f = scf.for %m = %c0 to %c2 step %c1 iter_args(%z = %y) -> tensor<3xi32> {
        %q = linalg.add ins(%z, %x : tensor<3xi32>, tensor<3xi32>) outs(%z : tensor<3xi32>) -> tensor<3xi32>
        scf.yield %q : tensor<3xi32>
      }
      %g = scf.if %t -> tensor<3xi32> {
        %h = scf.while (%v = %f) : (tensor<3xi32>) -> tensor<3xi32> {
          %e = tensor.extract %v[%c1] : tensor<3xi32>
          %neg = arith.cmpi slt, %e, %zero : i32
          scf.condition(%neg) %v : tensor<3xi32>
        } do {
        ^bb0(%v: tensor<3xi32>):
          %p = tensor.insert %zero into %v[%c1] : tensor<3xi32>
          scf.yield %p : tensor<3xi32>
        }
        scf.yield %h : tensor<3xi32>
      } else {
        scf.yield %f : tensor<3xi32>
      }
      %e = tensor.extract %g[%c0] : tensor<3xi32>
      %sum = arith.addi %u, %e : i32
      scf.yield %next, %g, %sum : index, tensor<3xi32>, i32
    }
    scf.yield %w#1, %w#2 : tensor<3xi32>, i32
  }
  return %r#0, %r#1 : tensor<3xi32>, i32
}
"""


@pytest.mark.parametrize(("often", "truth"), [(0, 1), (2, 0), (2, 1)])
def test_loops_in_loops(often: int, truth: int) -> None:
    result, total = _everywhere(NESTED, np.array([1, -2, 3], np.int32), often, truth)
    x, s = np.array([1, -2, 3]), 0
    for _ in range(often):
        y = x.copy()
        for _ in range(2):
            y += 2 * x
            y[1] = 0 if truth and y[1] < 0 else y[1]
            s += y[0]
        x = y
    assert (list(result), total) == (list(x), s)


GROWING_FOR = """
func.func @main(%a: tensor<?xi32>, %b: tensor<2xi32>, %n: index) -> (tensor<2xi32>, index, i32, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s0 = arith.constant 0 : i32
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %s0, %x = %a, %y = %b, %w = %a)
      -> (i32, tensor<?xi32>, tensor<2xi32>, tensor<?xi32>) {
    %z = tensor.concat dim(0) %x, %y : (tensor<?xi32>, tensor<2xi32>) -> tensor<?xi32>
    %e = tensor.extract %x[%c0] : tensor<?xi32>
    %t = arith.addi %s, %e : i32
    %y2 = tensor.insert %t into %y[%c1] : tensor<2xi32>
    scf.yield %t, %z, %y2, %x : i32, tensor<?xi32>, tensor<2xi32>, tensor<?xi32>
  }
  %d = tensor.dim %r#1, %c0 : tensor<?xi32>
  return %r#2, %d, %r#0, %r#3 : tensor<2xi32>, index, i32, tensor<?xi32>
}
"""


def test_what_a_counted_loop_carries_may_change_its_size() -> None:
    a, b = np.array([1, 2, 3], np.int32), np.array([5, 6], np.int32)
    for often in (0, 1, 3):
        found = _everywhere(GROWING_FOR, a, b, often)
        assert (found[1], found[2]) == (3 + 2 * often, often)
        assert len(found[3]) == 3 + 2 * max(often - 1, 0)


def test_memory_of_each_iteration_is_freed() -> None:
    """A leak of one of the arrays of 40 kB per iteration would be 4 GB."""
    text = GROWING.replace("[3]", "[10000]").replace("tensor<3xi32>", "tensor<10000xi32>")
    native = asyncir.compile(text)["main"]
    x, y = (np.arange(10000, dtype=np.int32) + n for n in range(2))
    native(x, y, 10)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    native(x, y, 100_000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000
