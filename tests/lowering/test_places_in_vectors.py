# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Places in vectors that are known when the program runs, and shuffles of vectors of two lengths."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import asyncir

SHAPE = (2, 3, 4)
PLACES = """func.func @main(%v: vector<2x3x4xi32>, %i: index, %j: index, %k: index, %x: i32, %w: vector<4xi32>,
                       %p: vector<3x4xi32>)
    -> (i32, i32, vector<4xi32>, vector<3x4xi32>, vector<4xi32>,
        vector<2x3x4xi32>, vector<2x3x4xi32>, vector<2x3x4xi32>, vector<2x3x4xi32>) {
  %a = vector.extract %v[%i, %j, %k] : i32 from vector<2x3x4xi32>
  %b = vector.extract %v[1, %j, 2] : i32 from vector<2x3x4xi32>
  %c = vector.extract %v[%i, %j] : vector<4xi32> from vector<2x3x4xi32>
  %d = vector.extract %v[%i] : vector<3x4xi32> from vector<2x3x4xi32>
  %e = vector.extract %v[%i, 2] : vector<4xi32> from vector<2x3x4xi32>
  %f = vector.insert %x, %v[%i, %j, %k] : i32 into vector<2x3x4xi32>
  %g = vector.insert %w, %v[0, %j] : vector<4xi32> into vector<2x3x4xi32>
  %h = vector.insert %p, %v[%i] : vector<3x4xi32> into vector<2x3x4xi32>
  %l = vector.insert %x, %v[%i, 1, 3] : i32 into vector<2x3x4xi32>
  return %a, %b, %c, %d, %e, %f, %g, %h, %l : i32, i32, vector<4xi32>, vector<3x4xi32>, vector<4xi32>,
      vector<2x3x4xi32>, vector<2x3x4xi32>, vector<2x3x4xi32>, vector<2x3x4xi32>
}"""


@pytest.mark.parametrize("opt_level", [0, 2])
def test_each_place(opt_level: int) -> None:
    main = asyncir.compile(PLACES, opt_level=opt_level)["main"]
    v = np.arange(24, dtype=np.int32).reshape(SHAPE)
    w, p = np.arange(100, 104, dtype=np.int32), np.arange(200, 212, dtype=np.int32).reshape(3, 4)
    for i, j, k in product(*map(range, SHAPE)):
        put = [v.copy() for _ in range(4)]
        put[0][i, j, k] = put[3][i, 1, 3] = 77
        put[1][0, j], put[2][i] = w, p
        wanted = (v[i, j, k], v[1, j, 2], v[i, j], v[i], v[i, 2], *put)
        for found, one in zip(main(v, i, j, k, 77, w, p), wanted, strict=True):
            np.testing.assert_array_equal(found, one)


def test_one_extraction_behind_another_runs_when_they_are_folded() -> None:
    text = """func.func @main(%v: vector<2x4xf32>, %i: index, %j: index) -> f32 {
  %row = vector.extract %v[%i] : vector<4xf32> from vector<2x4xf32>
  %x = vector.extract %row[%j] : f32 from vector<4xf32>
  return %x : f32
}"""
    module = asyncir.parse(text)
    asyncir.run_pipeline(module, "canonicalize")
    v = np.arange(8, dtype=np.float32).reshape(2, 4)
    for program in (asyncir.compile(text), asyncir.compile(module)):
        assert [program["main"](v, i, j) for i in range(2) for j in range(4)] == v.reshape(-1).tolist()


@pytest.mark.parametrize(
    ("first", "second", "mask"),
    [
        ((4,), (2,), (0, 4, 5, 3, 1)),
        ((2,), (4,), (5, 1, 2, 0)),
        ((1,), (3,), (3, 0)),
        ((4,), (4,), (7, 0, 3)),
        ((), (), (1, 0, 1)),
        ((2, 3), (1, 3), (2, 0, 2, 1)),
    ],
)
def test_shuffles(first: tuple[int, ...], second: tuple[int, ...], mask: tuple[int, ...]) -> None:
    types = [f"vector<{'x'.join((*map(str, shape), 'f32'))}>" for shape in (first, second)]
    inner = first[1:]
    result = f"vector<{'x'.join((*map(str, (len(mask), *inner)), 'f32'))}>"
    text = f"""func.func @main(%a: {types[0]}, %b: {types[1]}) -> {result} {{
  %r = vector.shuffle %a, %b {list(mask)} : {types[0]}, {types[1]}
  return %r : {result}
}}"""
    a = np.arange(np.prod(first, dtype=int), dtype=np.float32).reshape(first)
    b = 10 + np.arange(np.prod(second, dtype=int), dtype=np.float32).reshape(second)
    rows = np.concatenate([a.reshape(-1, *inner), b.reshape(-1, *inner)])
    np.testing.assert_array_equal(asyncir.compile(text)["main"](a, b), rows[list(mask)])


@pytest.mark.parametrize(("type_", "value"), [("i1", True), ("f32", 2.5)])
def test_the_place_in_a_vector_of_one_lane(type_: str, value: float) -> None:
    text = f"""func.func @main(%v: vector<1x{type_}>, %x: {type_}, %i: index) -> (vector<1x{type_}>, {type_}) {{
  %r = vector.insert %x, %v[%i] : {type_} into vector<1x{type_}>
  %y = vector.extract %r[%i] : {type_} from vector<1x{type_}>
  return %r, %y : vector<1x{type_}>, {type_}
}}"""
    for opt_level in (0, 2):
        main = asyncir.compile(text, opt_level=opt_level)["main"]
        made, one = main(np.zeros(1, bool if type_ == "i1" else np.float32), value, 0)
        assert (made.tolist(), one) == ([value], value)
