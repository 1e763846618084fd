"""Vectors in memory and their shapes; memory seen as bytes."""

from __future__ import annotations

import numpy as np
import pytest

from tests.semantics.programs import body, error, run, value


def _on_vectors(line: str, result: str, *arguments: object) -> object:
    text = f"""
func.func @main(%a: vector<4xi32>, %b: vector<4xi32>, %m: vector<4xi1>) -> {result} {{
  {line}
  return %r : {result}
}}
"""
    found = value(text, *arguments)
    return found.tolist() if isinstance(found, np.ndarray) else found


A, B = np.array([1, 2, 3, 4], np.int32), np.array([10, 20, 30, 40], np.int32)
MASK = np.array([1, 0, 1, 0], np.uint8)


@pytest.mark.parametrize(
    ("line", "result", "expected"),
    [
        (
            "%r = vector.shuffle %a, %b [0, 5, 2, 7] : vector<4xi32>, vector<4xi32>",
            "vector<4xi32>",
            [1, 20, 3, 40],
        ),
        ("%r = vector.extract %a[2] : i32 from vector<4xi32>", "i32", 3),
        ("%r = vector.reduction <add>, %a : vector<4xi32> into i32", "i32", 10),
        ("%r = vector.reduction <maxsi>, %b : vector<4xi32> into i32", "i32", 40),
        ("%r = vector.shape_cast %a : vector<4xi32> to vector<2x2xi32>", "vector<2x2xi32>", [[1, 2], [3, 4]]),
        (
            "%r = vector.interleave %a, %b : vector<4xi32> -> vector<8xi32>",
            "vector<8xi32>",
            [1, 10, 2, 20, 3, 30, 4, 40],
        ),
        ("%r = arith.select %m, %a, %b : vector<4xi1>, vector<4xi32>", "vector<4xi32>", [1, 20, 3, 40]),
        (
            "%r = vector.bitcast %a : vector<4xi32> to vector<2xi64>",
            "vector<2xi64>",
            [1 + (2 << 32), 3 + (4 << 32)],
        ),
        (
            "%r = vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]} "
            ": vector<4xi32> to vector<2xi32>",
            "vector<2xi32>",
            [2, 3],
        ),
    ],
)
def test_shapes_and_lanes(line: str, result: str, expected: object) -> None:
    assert _on_vectors(line, result, A, B, MASK) == expected


MEMORY = {
    "load": ("%v = vector.load %m[%i] : memref<8xi32>, vector<4xi32>", [2, 3, 4, 5]),
    "masked load": (
        "%v = vector.maskedload %m[%i], %mask, %pass : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>",
        [2, -1, 4, -1],
    ),
    "expanding load": (
        "%v = vector.expandload %m[%i], %mask, %pass : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>",
        [2, -1, 3, -1],
    ),
    "gather": (
        "%v = vector.gather %m[%i] [%at], %mask, %pass "
        ": memref<8xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>",
        [5, -1, 3, -1],
    ),
    "transfer": (
        "%v = vector.transfer_read %m[%last], %pad : memref<8xi32>, vector<4xi32>",
        [6, 7, -9, -9],
    ),
}


@pytest.mark.parametrize("name", MEMORY)
def test_loads(name: str) -> None:
    line, expected = MEMORY[name]
    text = f"""
func.func @main(%m: memref<8xi32>, %i: index, %mask: vector<4xi1>, %pass: vector<4xi32>, %at: vector<4xi32>)
    -> vector<4xi32> {{
  %last = arith.constant 6 : index
  %pad = arith.constant -9 : i32
  {line}
  return %v : vector<4xi32>
}}
"""
    at, otherwise = np.array([3, 0, 1, 0], np.int32), np.full(4, -1, np.int32)
    result = value(text, np.arange(8, dtype=np.int32), 2, MASK, otherwise, at)
    assert isinstance(result, np.ndarray)
    assert result.tolist() == expected


STORES = {
    "store": ("vector.store %v, %m[%i] : memref<8xi32>, vector<4xi32>", [0, 0, 1, 2, 3, 4, 0, 0]),
    "masked store": (
        "vector.maskedstore %m[%i], %mask, %v : memref<8xi32>, vector<4xi1>, vector<4xi32>",
        [0, 0, 1, 0, 3, 0, 0, 0],
    ),
    "compressing store": (
        "vector.compressstore %m[%i], %mask, %v : memref<8xi32>, vector<4xi1>, vector<4xi32>",
        [0, 0, 1, 3, 0, 0, 0, 0],
    ),
    "transfer": (
        "vector.transfer_write %v, %m[%last] : vector<4xi32>, memref<8xi32>",
        [0, 0, 0, 0, 0, 0, 1, 2],
    ),
}


@pytest.mark.parametrize("name", STORES)
def test_stores(name: str) -> None:
    line, expected = STORES[name]
    text = body(
        ["%last = arith.constant 6 : index", line],
        "func.func @main(%m: memref<8xi32>, %i: index, %mask: vector<4xi1>, %v: vector<4xi32>)",
    )
    array = np.zeros(8, np.int32)
    assert run(text, array, 2, MASK, A).ok
    assert array.tolist() == expected


def test_vector_accesses_are_checked_for_bounds_and_races() -> None:
    load = "%v = vector.load %m[%i] : memref<8xi32>, vector<4xi32>"
    signature = "func.func @main(%m: memref<8xi32>, %i: index, %j: index)"
    assert error(run(body([load], signature), np.zeros(8, np.int32), 5, 0)).code == "S004"
    task = [
        "%t = async.execute {",
        "%c = arith.constant 1 : i32",
        "memref.store %c, %m[%j] : memref<8xi32>",
        "async.yield",
        "}",
    ]
    for place, races in ((0, False), (1, True), (4, True), (5, False)):
        outcome = run(body([*task, load], signature), np.zeros(8, np.int32), 1, place)
        assert outcome.ok is not races, place


def test_bytes_as_other_elements() -> None:
    text = """
func.func @main(%raw: memref<16xi8>, %shift: index) {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %v = memref.view %raw[%shift][] : memref<16xi8> to memref<2xf32>
  memref.store %one, %v[%c0] : memref<2xf32>
  return
}
"""
    raw = np.zeros(16, np.int8)
    assert run(text, raw, 4).ok
    assert raw.view(np.float32).tolist() == [0.0, 1.0, 0.0, 0.0]
    assert error(run(text, raw, 12)).code == "S004"


def test_bytes_race_with_elements_made_of_them() -> None:
    text = """
func.func @main(%byte: index) -> i8 {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0 : i8
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %raw = memref.alloc() : memref<16xi8>
  memref.store %zero, %raw[%byte] : memref<16xi8>
  %v = memref.view %raw[%c8][] : memref<16xi8> to memref<2xf32>
  %t = async.execute {
    memref.store %one, %v[%c0] : memref<2xf32>
    async.yield
  }
  %x = memref.load %raw[%byte] : memref<16xi8>
  async.await %t : !async.token
  return %x : i8
}
"""
    for byte, races in ((7, False), (8, True), (11, True), (12, False)):
        outcome = run(text, byte)
        assert [d.code for d in outcome.diagnostics] == (["S001"] if races else []), byte


def test_lanes_that_a_mask_around_leaves_out_race_with_nothing() -> None:
    text = """
func.func @main(%m: memref<4xi32>, %n: vector<4xi1>, %v: vector<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = async.execute {
    vector.mask %n { vector.transfer_write %v, %m[%c0] : vector<4xi32>, memref<4xi32> } : vector<4xi1>
    async.yield
  }
  %x = memref.load %m[%c1] : memref<4xi32>
  async.await %t : !async.token
  return %x : i32
}
"""
    for on, races in (([1, 0, 1, 1], False), ([0, 1, 0, 0], True)):
        outcome = run(text, np.zeros(4, np.int32), np.array(on, np.uint8), A)
        assert [d.code for d in outcome.diagnostics] == (["S001"] if races else [])


def test_lanes_that_a_mask_around_leaves_out_may_be_out_of_bounds() -> None:
    text = """
func.func @main(%m: memref<3xi32>, %n: vector<4xi1>) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 7 : i32
  %r = vector.mask %n { vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<3xi32>, vector<4xi32> }
    : vector<4xi1> -> vector<4xi32>
  return %r : vector<4xi32>
}
"""
    found = value(text, np.array([1, 2, 3], np.int32), np.array([1, 0, 1, 0], np.uint8))
    assert isinstance(found, np.ndarray)
    assert found.tolist() == [1, 7, 3, 7]
    assert error(run(text, np.array([1, 2, 3], np.int32), np.ones(4, np.uint8))).code == "S004"


CAST = """
func.func @main(%row: index) -> vector<2x4xf32> {
  %one = arith.constant 1.0 : f32
  %ones = arith.constant dense<1.0> : vector<2x4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<3x2x4xf32>
  %v = vector.type_cast %m : memref<3x2x4xf32> to memref<3xvector<2x4xf32>>
  memref.store %ones, %v[%c0] : memref<3xvector<2x4xf32>>
  memref.store %ones, %v[%c1] : memref<3xvector<2x4xf32>>
  %t = async.execute {
    memref.store %one, %m[%c1, %c1, %c0] : memref<3x2x4xf32>
    async.yield
  }
  %x = memref.load %v[%row] : memref<3xvector<2x4xf32>>
  async.await %t : !async.token
  return %x : vector<2x4xf32>
}
"""


def test_vectors_made_of_elements_race_with_them() -> None:
    found = value(CAST, 0)
    assert isinstance(found, np.ndarray)
    assert found.tolist() == [[1.0] * 4] * 2
    assert error(run(CAST, 1)).code == "S001"
    assert error(run(CAST, 2)).code == "S006", "nothing was stored there"
    assert error(run(CAST, 3)).code == "S004"


def test_vectors_made_of_elements_are_these_elements() -> None:
    text = """
func.func @main(%m: memref<2x4xi32>, %v: vector<4xi32>, %i: index) -> i32 {
  %c = vector.type_cast %m : memref<2x4xi32> to memref<2xvector<4xi32>>
  memref.store %v, %c[%i] : memref<2xvector<4xi32>>
  %r = memref.load %m[%i, %i] : memref<2x4xi32>
  return %r : i32
}
"""
    memory = np.zeros((2, 4), np.int32)
    assert value(text, memory, A, 1) == 2
    assert memory.tolist() == [[0] * 4, A.tolist()]
    parts = "%c = vector.type_cast %m : memref<vector<2x4xi32>> to memref<2xvector<4xi32>>"
    made = "%m = memref.alloc() : memref<vector<2x4xi32>>"
    assert error(run(body([made, parts]))).code == "S012"


def test_threads_of_a_block_race_with_all_elements_that_vectors_are_made_of() -> None:
    text = """
func.func @main(%m: memref<2x4xi32>, %v: vector<4xi32>, %s: i32, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c = vector.type_cast %m : memref<2x4xi32> to memref<2xvector<4xi32>>
  gpu.launch blocks(%a, %b, %d) in (%ga = %c1, %gb = %c1, %gc = %c1)
      threads(%x, %y, %z) in (%bx = %c2, %by = %c1, %bz = %c1) {
    %first = arith.cmpi eq, %x, %c0 : index
    scf.if %first {
      memref.store %v, %c[%c1] : memref<2xvector<4xi32>>
    } else {
      memref.store %s, %m[%i, %c2] : memref<2x4xi32>
    }
    gpu.terminator
  }
  return
}
"""
    assert run(text, np.zeros((2, 4), np.int32), A, 9, 0).ok
    assert error(run(text, np.zeros((2, 4), np.int32), A, 9, 1)).message.startswith("race (WAW)")
