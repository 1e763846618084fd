"""Tensors are values: what each op makes of them is what NumPy makes of its arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from asyncir.diagnostics import DiagnosticError
from tests.semantics.programs import body, error, run, value

Array = np.ndarray[Any, Any]

A = np.arange(12, dtype=np.float32).reshape(3, 4)
B = np.array([[5, -1, 2, 7], [0, 3, 3, 1], [-2, 8, 6, 4]], np.float32)
ROWS = np.array([[2], [0], [2], [1]], np.int32)

HEAD = "%a: tensor<?x4xf32>, %b: tensor<3x4xf32>, %i: index, %n: index, %x: f32, %rows: tensor<?x1xi32>"
GIVEN = (A, B, 1, 2, 9.0, ROWS)


def call(line: str, result: str) -> Any:
    """What `%r` is after the lines."""
    text = f"func.func @main({HEAD}) -> {result} {{\n{line}\nreturn %r : {result}\n}}"
    return value(text, *GIVEN)


def _stacked(*rows: object) -> Array:
    return np.array(rows, np.float32)


def _with(array: Array, where: Any, new: object) -> Array:
    changed = array.copy()
    changed[where] = new
    return changed


CASES: list[tuple[str, str, str, Callable[[], Any]]] = [
    ("dim", "%r = tensor.dim %a, %i : tensor<?x4xf32>", "index", lambda: 4),
    ("rank", "%r = tensor.rank %a : tensor<?x4xf32>", "index", lambda: 2),
    ("cast", "%r = tensor.cast %a : tensor<?x4xf32> to tensor<3x?xf32>", "tensor<3x?xf32>", lambda: A),
    (
        "unranked-cast",
        "%u = tensor.cast %a : tensor<?x4xf32> to tensor<*xf32>\n"
        "%r = tensor.cast %u : tensor<*xf32> to tensor<3x4xf32>",
        "tensor<3x4xf32>",
        lambda: A,
    ),
    (
        "bitcast",
        "%r = tensor.bitcast %a : tensor<?x4xf32> to tensor<?x4xi32>",
        "tensor<?x4xi32>",
        lambda: A.view(np.int32),
    ),
    (
        "concat",
        "%r = tensor.concat dim(1) %a, %b, %a : (tensor<?x4xf32>, tensor<3x4xf32>, tensor<?x4xf32>) -> tensor<?x12xf32>",
        "tensor<?x12xf32>",
        lambda: np.concatenate((A, B, A), axis=1),
    ),
    ("extract", "%r = tensor.extract %a[%n, %i] : tensor<?x4xf32>", "f32", lambda: 9.0),
    (
        "insert",
        "%r = tensor.insert %x into %a[%i, %n] : tensor<?x4xf32>",
        "tensor<?x4xf32>",
        lambda: _with(A, (1, 2), 9),
    ),
    (
        "from-elements",
        "%r = tensor.from_elements %x, %x, %x, %x, %x, %x : tensor<2x3xf32>",
        "tensor<2x3xf32>",
        lambda: np.full((2, 3), 9, np.float32),
    ),
    (
        "splat",
        "%r = tensor.splat %x[%n] : tensor<?x3xf32>",
        "tensor<?x3xf32>",
        lambda: np.full((2, 3), 9, np.float32),
    ),
    (
        "generate",
        "%r = tensor.generate %n {\n^bb0(%p: index, %q: index):\n"
        "%s = arith.addi %p, %q : index\n%e = tensor.extract %a[%i, %s] : tensor<?x4xf32>\n"
        "tensor.yield %e : f32\n} : tensor<?x3xf32>",
        "tensor<?x3xf32>",
        lambda: _stacked(A[1, :3], A[1, 1:]),
    ),
    (
        "extract-slice",
        "%r = tensor.extract_slice %a[%i, 0] [2, %n] [1, 3] : tensor<?x4xf32> to tensor<2x?xf32>",
        "tensor<2x?xf32>",
        lambda: A[1:, ::3],
    ),
    (
        "backwards",
        "%c = arith.constant -1 : index\n"
        "%r = tensor.extract_slice %a[%n, 3] [3, 4] [%c, -1] : tensor<?x4xf32> to tensor<3x4xf32>",
        "tensor<3x4xf32>",
        lambda: A[::-1, ::-1],
    ),
    (
        "extract-row",
        "%r = tensor.extract_slice %a[%i, 1] [1, 3] [1, 1] : tensor<?x4xf32> to tensor<3xf32>",
        "tensor<3xf32>",
        lambda: A[1, 1:],
    ),
    (
        "insert-slice",
        "%s = tensor.extract_slice %b[0, 0] [2, 2] [1, 1] : tensor<3x4xf32> to tensor<2x2xf32>\n"
        "%r = tensor.insert_slice %s into %a[%i, 0] [2, 2] [1, %n] : tensor<2x2xf32> into tensor<?x4xf32>",
        "tensor<?x4xf32>",
        lambda: _with(A, (slice(1, 3), slice(0, 4, 2)), B[:2, :2]),
    ),
    (
        "insert-row",
        "%s = tensor.extract_slice %b[0, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>\n"
        "%r = tensor.insert_slice %s into %a[%n, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<?x4xf32>",
        "tensor<?x4xf32>",
        lambda: _with(A, 2, B[0]),
    ),
    (
        "pad",
        "%r = tensor.pad %a low[%i, 0] high[0, 2] {\n^bb0(%p: index, %q: index):\n"
        "%s = arith.addi %p, %q : index\n%t = arith.index_cast %s : index to i64\n"
        "%u = arith.sitofp %t : i64 to f32\ntensor.yield %u : f32\n} : tensor<?x4xf32> to tensor<?x6xf32>",
        "tensor<?x6xf32>",
        lambda: _stacked([0, 1, 2, 3, 4, 5], [*A[0], 5, 6], [*A[1], 6, 7], [*A[2], 7, 8]),
    ),
    (
        "expand",
        "%r = tensor.expand_shape %a [[0], [1, 2]] output_shape [3, 2, 2] : tensor<?x4xf32> into tensor<?x2x2xf32>",
        "tensor<?x2x2xf32>",
        lambda: A.reshape(3, 2, 2),
    ),
    (
        "collapse",
        "%r = tensor.collapse_shape %a [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>",
        "tensor<?xf32>",
        lambda: A.ravel(),
    ),
    (
        "reshape",
        "%c = arith.constant dense<[2, 6]> : tensor<2xi32>\n"
        "%r = tensor.reshape %a(%c) : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<2x6xf32>",
        "tensor<2x6xf32>",
        lambda: A.reshape(2, 6),
    ),
    (
        "gather",
        "%r = tensor.gather %a[%rows] gather_dims([0]) : (tensor<?x4xf32>, tensor<?x1xi32>) -> tensor<?x4xf32>",
        "tensor<?x4xf32>",
        lambda: A[[2, 0, 2, 1]],
    ),
    (
        "gather-whole",
        "%c = arith.constant dense<[[3], [0]]> : tensor<2x1xindex>\n"
        "%r = tensor.gather %b[%c] gather_dims([1]) : (tensor<3x4xf32>, tensor<2x1xindex>) -> tensor<2x3x1xf32>",
        "tensor<2x3x1xf32>",
        lambda: B[:, [3, 0]].T[..., None],
    ),
    (
        "scatter",
        "%c = arith.constant dense<[[3], [0]]> : tensor<2x1xindex>\n"
        "%s = tensor.gather %a[%c] gather_dims([1]) : (tensor<?x4xf32>, tensor<2x1xindex>) -> tensor<2x?xf32>\n"
        "%r = tensor.scatter %s into %a[%c] scatter_dims([1]) unique "
        ": (tensor<2x?xf32>, tensor<?x4xf32>, tensor<2x1xindex>) -> tensor<?x4xf32>",
        "tensor<?x4xf32>",
        lambda: A,
    ),
    ("constant", "%r = arith.constant dense<[1, 2]> : tensor<2xi8>", "tensor<2xi8>", lambda: np.array([1, 2], np.int8)),
    ("conditions", "%r = arith.cmpf olt, %b, %b : tensor<3x4xf32>", "tensor<3x4xi1>", lambda: B < B),
]  # fmt: skip


@pytest.mark.parametrize(("line", "result", "expected"), [pytest.param(*c[1:], id=c[0]) for c in CASES])
def test_an_op_does_what_numpy_does(line: str, result: str, expected: Callable[[], Any]) -> None:
    found, wanted = call(line, result), np.asarray(expected())
    np.testing.assert_array_equal(found, wanted)
    if result.startswith("tensor"):
        assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)


FLOATS = np.array([0.0, -0.0, 1.5, -2.25, np.nan, np.inf, -np.inf, 3e38], np.float32)
INTEGERS = np.array([0, 1, -1, 7, -128, 127, 100, -100], np.int8)


@pytest.mark.parametrize(
    ("op", "operands", "type_", "given"),
    [
        *(
            (op, 2, "f32", FLOATS)
            for op in ("addf", "subf", "mulf", "divf", "maximumf", "minnumf", "cmpf olt,", "cmpf une,")
        ),
        ("negf", 1, "f32", FLOATS),
        *((op, 2, "i8", INTEGERS) for op in ("addi", "subi", "muli", "andi", "xori", "minsi", "maxui")),
        *((op, 2, "i8", INTEGERS) for op in ("cmpi slt,", "cmpi ult,", "cmpi eq,")),
        *((op, 2, "i1", INTEGERS > 0) for op in ("addi", "ori", "minsi", "cmpi slt,")),
        *((op, 2, "f64", FLOATS.astype(np.float64)) for op in ("addf", "divf")),
    ],
)
def test_each_element_is_computed_as_a_scalar_is(op: str, operands: int, type_: str, given: Array) -> None:
    result = "i1" if op.startswith("cmp") else type_
    pairs = [(x, y) for x in given for y in given]
    columns = [np.array(column) for column in zip(*pairs, strict=True)]
    names = ", ".join(["%x", "%y"][:operands])
    tensor, out = f"tensor<?x{type_}>", f"tensor<?x{result}>"
    whole: Any = value(
        f"func.func @main(%x: {tensor}, %y: {tensor}) -> {out} {{\n  %r = arith.{op} {names} : {tensor}\n"
        f"  return %r : {out}\n}}",
        *columns,
    )
    text = (
        f"func.func @main(%x: {type_}, %y: {type_}) -> {result} {{\n"
        f"  %r = arith.{op} {names} : {type_}\n  return %r : {result}\n}}"
    )
    alone = np.array([value(text, x.item(), y.item()) for x, y in pairs[::5]], whole.dtype)
    numbers = np.isnan(alone) if alone.dtype.kind == "f" else np.zeros(alone.shape, bool)
    assert np.array_equal(np.isnan(whole[::5]) if numbers.any() else numbers, numbers)
    assert whole[::5][~numbers].tobytes() == alone[~numbers].tobytes()


FAULTS = [
    ("extract", "%r = tensor.extract %a[%i, %f] : tensor<?x4xf32>", "S004", "index 5 is outside of dimension 1"),
    ("insert", "%r = tensor.insert %x into %a[%f, %i] : tensor<?x4xf32>", "S004", "index 5 is outside of dimension 0"),
    ("dim", "%r = tensor.dim %a, %f : tensor<?x4xf32>", "S004", "no dimension 5"),
    (
        "slice",
        "%r = tensor.extract_slice %a[%n, 0] [2, 4] [1, 1] : tensor<?x4xf32> to tensor<2x4xf32>",
        "S004",
        "elements 2 to 3 are outside of dimension 0, which has size 3",
    ),
    (
        "insert-slice",
        "%r = tensor.insert_slice %b into %a[%i, 0] [3, 4] [1, 1] : tensor<3x4xf32> into tensor<?x4xf32>",
        "S004",
        "elements 1 to 3 are outside of dimension 0, which has size 3",
    ),
    (
        "insert-wrong-slice",
        "%r = tensor.insert_slice %a into %b[0, 0] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<3x4xf32>",
        "S016",
        "sizes [3, 4] are put where [2, 4] are",
    ),
    ("cast", "%r = tensor.cast %a : tensor<?x4xf32> to tensor<5x4xf32>", "S016", "sizes [3, 4] is no tensor<5x4xf32>"),
    (
        "expand",
        "%r = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, %n, 4] : tensor<?x4xf32> into tensor<2x?x4xf32>",
        "S016",
        "a dimension of size 3 is expanded to [2, 2]",
    ),
    (
        "gather",
        "%c = arith.constant dense<4> : tensor<2x1xindex>\n"
        "%r = tensor.gather %a[%c] gather_dims([0]) : (tensor<?x4xf32>, tensor<2x1xindex>) -> tensor<2x4xf32>",
        "S004",
        "index 4 is outside of dimension 0, which has size 3",
    ),
    (
        "scatter",
        "%c = arith.constant dense<1> : tensor<2x1xindex>\n"
        "%s = tensor.gather %b[%c] gather_dims([0]) : (tensor<3x4xf32>, tensor<2x1xindex>) -> tensor<2x4xf32>\n"
        "%r = tensor.scatter %s into %b[%c] scatter_dims([0]) unique "
        ": (tensor<2x4xf32>, tensor<3x4xf32>, tensor<2x1xindex>) -> tensor<3x4xf32>",
        "S004",
        "two slices are put at one place",
    ),
    ("add", "%d = tensor.empty(%n) : tensor<?x4xf32>\n%r = arith.addf %a, %d : tensor<?x4xf32>", "S016", "combined"),
    ("negative", "%m = arith.constant -3 : index\n%r = tensor.empty(%m) : tensor<?xf32>", "S004", "sizes [-3]"),
    (
        "undefined",
        "%d = tensor.empty() : tensor<4xf32>\n%e = tensor.extract %d[%i] : tensor<4xf32>\n"
        "%r = arith.cmpf olt, %e, %x : f32\nscf.if %r {\n}",
        "S006",
        "undefined value",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("line", "code", "message"), [pytest.param(*c[1:], id=c[0]) for c in FAULTS])
def test_what_has_no_meaning_is_a_fault(line: str, code: str, message: str) -> None:
    text = body(["%f = arith.constant 5 : index", *line.splitlines()], f"func.func @main({HEAD})")
    found = error(run(text, *GIVEN))
    assert found.code == code
    assert message in found.message
    assert found.span is not None


def test_an_element_that_is_undefined_spoils_no_other() -> None:
    text = """
func.func @main(%x: f32) -> (tensor<2xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.insert %x into %e[%c1] : tensor<4xf32>
  %g = arith.addf %f, %f : tensor<4xf32>
  %h = tensor.expand_shape %g [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %y = tensor.extract %h[%c0, %c1] : tensor<2x2xf32>
  %s = tensor.extract_slice %g[1] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %t = tensor.concat dim(0) %s, %s : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  return %t, %y : tensor<2xf32>, f32
}
"""
    outcome = run(text, 3.0)
    assert outcome.diagnostics == ()
    tensor, element = outcome.results
    assert np.array_equal(np.asarray(tensor), [6, 6])
    assert element == 6


def test_a_result_must_be_defined() -> None:
    text = "func.func @main() -> tensor<4xf32> {\n  %e = tensor.empty() : tensor<4xf32>\n  return %e : tensor<4xf32>\n}"
    found = error(run(text))
    assert found.code == "S006"
    assert [note.message for note in found.notes] == ["`tensor.empty` made it here"]


def test_the_array_of_an_argument_is_not_changed() -> None:
    text = """
func.func @main(%t: tensor<4xi32>, %m: memref<4xi32>) -> tensor<4xi32> {
  %c = arith.constant 0 : index
  %v = arith.constant 7 : i32
  memref.store %v, %m[%c] : memref<4xi32>
  %r = tensor.insert %v into %t[%c] : tensor<4xi32>
  return %t : tensor<4xi32>
}
"""
    array = np.array([1, 2, 3, 4], np.int32)
    assert np.array_equal(np.asarray(value(text, array, array)), [1, 2, 3, 4])
    assert array.tolist() == [7, 2, 3, 4]


@pytest.mark.parametrize(
    ("type_", "given", "message"),
    [
        ("tensor<?x4xf32>", np.zeros((3, 5), np.float32), "shape (3, 5), tensor<?x4xf32> is wanted"),
        ("tensor<4xf32>", np.zeros((4, 1), np.float32), "shape (4, 1), tensor<4xf32> is wanted"),
        ("tensor<4xf32>", np.zeros(4), "type float64, tensor<4xf32> is wanted"),
        ("tensor<4xf32>", [1.0, 2.0, 3.0, 4.0], "must be an array, for tensor<4xf32>"),
        ("tensor<4xbf16>", np.zeros(5, np.uint16), "shape (5,), tensor<4xbf16> is wanted"),
    ],
)
def test_an_argument_has_to_fit(type_: str, given: object, message: str) -> None:
    with pytest.raises(DiagnosticError, match="S015") as caught:
        run(f"func.func @main(%t: {type_}) {{\n  return\n}}", given)
    assert message in caught.value.diagnostics[0].message


@pytest.mark.parametrize(
    ("type_", "given"),
    [
        ("bf16", np.array([0x3FC0, 0xC000], np.uint16)),
        ("i1", np.array([True, False])),
        ("f16", np.array([1.5, -2], np.float16)),
        ("complex<f32>", np.array([1 + 2j, -1j], np.complex64)),
        ("index", np.array([5, -5], np.int64)),
    ],
)
def test_elements_of_each_type_come_back(type_: str, given: Array) -> None:
    found: Any = value(
        f"func.func @main(%t: tensor<?x{type_}>) -> tensor<?x{type_}> {{\n  return %t : tensor<?x{type_}>\n}}",
        given,
    )
    assert found.dtype == given.dtype
    assert found.tobytes() == given.tobytes()


def test_a_constant_with_one_element_for_all_is_kept_once() -> None:
    flat, split = f"tensor<{1 << 30}xf64>", f"tensor<1024x{1 << 20}xf64>"
    text = f"""
func.func @main(%i: index) -> f64 {{
  %c = arith.constant dense<2.5> : {flat}
  %d = tensor.expand_shape %c [[0, 1]] output_shape [1024, {1 << 20}] : {flat} into {split}
  %r = tensor.extract %d[%i, %i] : {split}
  return %r : f64
}}
"""
    assert value(text, 3) == 2.5
