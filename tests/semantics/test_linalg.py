"""Structured ops compute what NumPy computes, on tensors and on memrefs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.semantics.linalg_meaning import as_given, meaning, operand
from tests.semantics.programs import body, error, run, value
from tests.text.linalg_named import PAIRS, NamedOp, named_ops

Array = np.ndarray[Any, Any]

NAMED = [pytest.param(op, id=f"{op.name}-{'-'.join(pair)}") for pair in PAIRS for op in named_ops(pair)]
ID = "affine_map<(d0, d1) -> (d0, d1)>"
FLIPPED = "affine_map<(d0, d1) -> (d1, d0)>"
ROW = "affine_map<(d0, d1) -> (d0)>"

A = np.arange(12, dtype=np.float32).reshape(3, 4)
B = np.array([[5, -1, 2, 7], [0, 3, 3, 1], [-2, 8, 6, 4]], np.float32)
C = np.array([[1, -2, 3], [4, 5, -6], [7, 8, 9], [-1, 0, 2]], np.float32)
R = np.array([100, 200, 300], np.float32)
V = np.array([1, 2, 3, 4], np.float32)

HEAD = (
    "%a: tensor<3x4xf32>, %b: tensor<3x4xf32>, %c: tensor<4x3xf32>, %r: tensor<3xf32>, %v: tensor<4xf32>, "
    "%x: f32, %z: tensor<3x3xf32>, %i: tensor<3xi32>"
)
GIVEN = (A, B, C, R, V, 2.5, np.ones((3, 3), np.float32), np.array([7, 7, 7], np.int32))


def _numbers(op: NamedOp) -> list[Array]:
    generator = np.random.default_rng(len(op.name))
    return [operand(each, generator, op.name) for each in op.operands]


def _same(found: Any, expected: Array) -> None:
    found = np.asarray(found)
    assert (found.shape, found.dtype) == (expected.shape, expected.dtype)
    if found.dtype.kind == "f":
        np.testing.assert_allclose(found, expected, rtol=1e-6 if found.itemsize > 2 else 1e-2)
    else:
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("op", NAMED)
def test_a_named_op_does_what_its_name_says(op: NamedOp) -> None:
    numbers = _numbers(op)
    expected = meaning(op, numbers)
    given = [as_given(of, array) for of, array in zip(op.operands, numbers, strict=True)]
    _same(value(op.function("tensor"), *given), expected)
    assert run(op.function("memref"), *given).diagnostics == ()
    _same(given[-1], expected)


def call(lines: str, result: str) -> Any:
    """What `%o` is after the lines."""
    return value(f"func.func @main({HEAD}) -> {result} {{\n{lines}\nreturn %o : {result}\n}}", *GIVEN)


def generic(maps: list[str], kinds: str, ins: str, outs: str, inside: str, result: str) -> str:
    """A `linalg.generic` that gives `%o`; `kinds` has a letter for each loop."""
    types = ", ".join('"parallel"' if kind == "p" else '"reduction"' for kind in kinds)
    inputs = f" ins({ins})" if ins else ""
    return (
        f"%o = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{types}]}}"
        f"{inputs} outs({outs}) {{\n{inside}\n}} -> {result}"
    )


COMBINE = "(%p: f32, %q: f32) {\n  %s = arith.subf %q, %p : f32\n  linalg.yield %s : f32\n}"

CASES: list[tuple[str, str, str, Any]] = [
    (
        "generic-index",
        generic(
            [ID],
            "pp",
            "",
            "%a : tensor<3x4xf32>",
            "^bb0(%p: f32):\n%j = linalg.index 1 : index\n%k = linalg.index 0 : index\n%m = arith.subi %j, %k : index\n"
            "%n = arith.index_cast %m : index to i32\n%f = arith.sitofp %n : i32 to f32\nlinalg.yield %f : f32",
            "tensor<3x4xf32>",
        ),
        "tensor<3x4xf32>",
        np.arange(4, dtype=np.float32)[None, :] - np.arange(3, dtype=np.float32)[:, None],
    ),
    (
        "generic-flipped",
        generic(
            [FLIPPED, "affine_map<(d0, d1) -> ()>", ID],
            "pp",
            "%c, %x : tensor<4x3xf32>, f32",
            "%a : tensor<3x4xf32>",
            "^bb0(%p: f32, %q: f32, %s: f32):\n%m = arith.mulf %p, %q : f32\n%n = arith.addf %m, %s : f32\n"
            "linalg.yield %n : f32",
            "tensor<3x4xf32>",
        ),
        "tensor<3x4xf32>",
        A + np.float32(2.5) * C.T,
    ),
    (
        "generic-sum",
        generic(
            [ID, ROW],
            "pr",
            "%a : tensor<3x4xf32>",
            "%r : tensor<3xf32>",
            "^bb0(%p: f32, %s: f32):\n%n = arith.addf %p, %s : f32\nlinalg.yield %n : f32",
            "tensor<3xf32>",
        ),
        "tensor<3xf32>",
        R + A.sum(axis=1),
    ),
    (
        "generic-diagonal-and-constant",
        generic(
            ["affine_map<(d0) -> (d0, d0)>", "affine_map<(d0) -> (2, d0 floordiv 2 + 1)>",
                "affine_map<(d0) -> (d0)>"],
            "p",
            "%z, %a : tensor<3x3xf32>, tensor<3x4xf32>",
            "%r : tensor<3xf32>",
            "^bb0(%p: f32, %q: f32, %s: f32):\n%n = arith.addf %p, %q : f32\nlinalg.yield %n : f32",
            "tensor<3xf32>",
        ),
        "tensor<3xf32>",
        np.diag(GIVEN[6]) + A[2, [1, 1, 2]],
    ),
    (
        "map",
        "%o = linalg.map { arith.subf } ins(%a, %b : tensor<3x4xf32>, tensor<3x4xf32>) outs(%a : tensor<3x4xf32>)",
        "tensor<3x4xf32>",
        A - B,
    ),
    (
        "map-with-output",
        "%o = linalg.map ins(%a : tensor<3x4xf32>) outs(%b : tensor<3x4xf32>) " + COMBINE,
        "tensor<3x4xf32>",
        B - A,
    ),
    (
        "reduce",
        "%o = linalg.reduce { arith.addf } ins(%a : tensor<3x4xf32>) outs(%v : tensor<4xf32>) dimensions = [0]",
        "tensor<4xf32>",
        V + A.sum(axis=0),
    ),
    (
        "reduce-in-order",
        "%o = linalg.reduce ins(%a : tensor<3x4xf32>) outs(%r : tensor<3xf32>) dimensions = [1] " + COMBINE,
        "tensor<3xf32>",
        R - A.sum(axis=1),
    ),
    (
        "transpose",
        "%o = linalg.transpose ins(%a : tensor<3x4xf32>) outs(%c : tensor<4x3xf32>) permutation = [1, 0]",
        "tensor<4x3xf32>",
        A.T,
    ),
    (
        "transpose-three",
        "%e = tensor.expand_shape %a [[0], [1, 2]] output_shape [3, 2, 2] : tensor<3x4xf32> into tensor<3x2x2xf32>\n"
        "%n = tensor.empty() : tensor<2x3x2xf32>\n"
        "%o = linalg.transpose ins(%e : tensor<3x2x2xf32>) outs(%n : tensor<2x3x2xf32>) permutation = [2, 0, 1]",
        "tensor<2x3x2xf32>",
        A.reshape(3, 2, 2).transpose(2, 0, 1),
    ),
    (
        "broadcast",
        "%o = linalg.broadcast ins(%r : tensor<3xf32>) outs(%a : tensor<3x4xf32>) dimensions = [1]",
        "tensor<3x4xf32>",
        R[:, None] + 0 * A,
    ),
    (
        "broadcast-first",
        "%o = linalg.broadcast ins(%v : tensor<4xf32>) outs(%a : tensor<3x4xf32>) dimensions = [0]",
        "tensor<3x4xf32>",
        V + 0 * A,
    ),
    (
        "contract",
        "%o = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, "
        "affine_map<(i, j, k) -> (j, i)>] ins(%a, %b : tensor<3x4xf32>, tensor<3x4xf32>) outs(%z : tensor<3x3xf32>) "
        "-> tensor<3x3xf32>",
        "tensor<3x3xf32>",
        np.einsum("ik,jk->ji", A, B) + 1,
    ),
    (
        "matmul-transposed",
        "%o = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, "
        "affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<3x4xf32>, tensor<3x4xf32>) outs(%z : tensor<3x3xf32>) "
        "-> tensor<3x3xf32>",
        "tensor<3x3xf32>",
        A @ B.T + 1,
    ),
    (
        "matmul-broadcast",
        "%o = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (n, k)>, "
        "affine_map<(m, n, k) -> (m, n)>] ins(%v, %b : tensor<4xf32>, tensor<3x4xf32>) outs(%z : tensor<3x3xf32>) "
        "-> tensor<3x3xf32>",
        "tensor<3x3xf32>",
        V @ B.T + np.ones((3, 1), np.float32),
    ),
    (
        "elementwise-maps",
        f"%o = linalg.elementwise kind=#linalg.elementwise_kind<sub> indexing_maps = [{FLIPPED}, {ROW}, {ID}] "
        "ins(%c, %r : tensor<4x3xf32>, tensor<3xf32>) outs(%a : tensor<3x4xf32>) -> tensor<3x4xf32>",
        "tensor<3x4xf32>",
        C.T - R[:, None],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "result", "expected"), [pytest.param(*c[1:], id=c[0]) for c in CASES])
def test_an_op_with_a_body_or_maps(lines: str, result: str, expected: Array) -> None:
    _same(call(lines, result), expected)


def test_two_results_are_reduced_together() -> None:
    """The greatest of each row, and where it is."""
    text = f"""
func.func @main({HEAD}) -> (tensor<3xf32>, tensor<3xi32>) {{
  %n = tensor.empty() : tensor<3x4xi32>
  %j = linalg.generic {{indexing_maps = [{ID}], iterator_types = ["parallel", "parallel"]}} outs(%n : tensor<3x4xi32>) {{
  ^bb0(%s: i32):
    %k = linalg.index 1 : index
    %m = arith.index_cast %k : index to i32
    linalg.yield %m : i32
  }} -> tensor<3x4xi32>
  %low = arith.constant -1.0e9 : f32
  %l = linalg.fill ins(%low : f32) outs(%r : tensor<3xf32>) -> tensor<3xf32>
  %o:2 = linalg.reduce ins(%b, %j : tensor<3x4xf32>, tensor<3x4xi32>) outs(%l, %i : tensor<3xf32>, tensor<3xi32>)
      dimensions = [1] (%p: f32, %q: i32, %s: f32, %t: i32) {{
    %more = arith.cmpf ogt, %p, %s : f32
    %v0 = arith.select %more, %p, %s : f32
    %v1 = arith.select %more, %q, %t : i32
    linalg.yield %v0, %v1 : f32, i32
  }}
  return %o#0, %o#1 : tensor<3xf32>, tensor<3xi32>
}}
"""
    greatest, where = run(text, *GIVEN).results
    assert np.asarray(greatest).tolist() == B.max(axis=1).tolist()
    assert np.asarray(where).tolist() == B.argmax(axis=1).tolist()


ELEMENTS = (
    "%s: memref<?x?xf32>, %t: memref<?x?xf32>, %u: memref<?x?xf32>, %w: memref<?xf32>, %tt: tensor<?x?xf32>"
)
MATMUL = "linalg.matmul ins(%s, %t : memref<?x?xf32>, memref<?x?xf32>) outs(%u : memref<?x?xf32>)"
SHIFTED = "affine_map<(d0, d1) -> (d0, d1 + 2)>"
BACK = "affine_map<(d0, d1) -> (d0, d1 - 1)>"


def _copy(map: str, kind: str = "memref") -> str:
    source, end = ("%tt", "} -> tensor<?x?xf32>") if kind == "tensor" else ("%s", "}")
    out = "%tt" if kind == "tensor" else "%t"
    name = "%o = " if kind == "tensor" else ""
    return (
        f'{name}linalg.generic {{indexing_maps = [{map}, {ID}], iterator_types = ["parallel", "parallel"]}} '
        f"ins({source} : {kind}<?x?xf32>) outs({out} : {kind}<?x?xf32>) {{\n"
        f"^bb0(%p: f32, %q: f32):\n  linalg.yield %p : f32\n{end}"
    )


FAULTS = [
    ("sizes", MATMUL, "S016", ("dimension 0 of operand 1 of `linalg.matmul` has size 3", "runs 4 times")),
    (
        "sizes-of-generic",
        "linalg.add ins(%s, %t : memref<?x?xf32>, memref<?x?xf32>) outs(%u : memref<?x?xf32>)",
        "S016",
        ("dimension 0 of operand 2 of `linalg.add` has size 4", "runs 3 times"),
    ),
    ("map", _copy(SHIFTED), "S004", ("index 4 is outside of dimension 1", "size 4")),
    ("map-of-tensor", _copy(SHIFTED, "tensor"), "S004", ("index 4 is outside of dimension 1 of operand 0", "size 4")),
    ("below", _copy(BACK), "S004", ("index -1 is outside of dimension 1",)),
    ("below-of-tensor", _copy(BACK, "tensor"), "S004", ("index -1 is outside of dimension 1",)),
]  # fmt: skip


@pytest.mark.parametrize(("line", "code", "words"), [pytest.param(*c[1:], id=c[0]) for c in FAULTS])
def test_what_has_no_meaning_is_a_fault(line: str, code: str, words: tuple[str, ...]) -> None:
    text = body(line.splitlines(), f"func.func @main({ELEMENTS})")
    found = error(run(text, A.copy(), B.copy(), C.copy(), R.copy(), A))
    assert found.code == code
    for word in words:
        assert word in found.message
    assert found.span is not None


def test_a_quotient_by_zero_is_a_fault_of_the_op() -> None:
    text = body(
        ["linalg.div ins(%a, %a : memref<2xi32>, memref<2xi32>) outs(%a : memref<2xi32>)"],
        "func.func @main(%a: memref<2xi32>)",
    )
    found = error(run(text, np.zeros(2, np.int32)))
    assert found.span is not None
    assert found.span.line == 2


def test_an_empty_domain_changes_nothing() -> None:
    text = body([MATMUL], f"func.func @main({ELEMENTS})")
    out = np.ones((3, 2), np.float32)
    nothing = np.zeros((3, 0), np.float32), np.zeros((0, 2), np.float32)
    assert run(text, *nothing, out, R, A).diagnostics == ()
    assert (out == 1).all()


def test_an_output_that_is_not_read_may_be_undefined() -> None:
    lines = (
        "%e = tensor.empty() : tensor<3x4xf32>\n"
        "%o = linalg.fill ins(%x : f32) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>"
    )
    assert (call(lines, "tensor<3x4xf32>") == 2.5).all()


def test_the_array_of_an_argument_is_not_changed() -> None:
    call("%o = linalg.fill ins(%x : f32) outs(%a : tensor<3x4xf32>) -> tensor<3x4xf32>", "tensor<3x4xf32>")
    assert A[0, 0] == 0
