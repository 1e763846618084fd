"""linalg.pack and linalg.unpack do what NumPy does by padding, reshaping and transposing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.semantics.programs import body, error, run, value

A = np.arange(35, dtype=np.float32).reshape(5, 7)

PACK = (
    "%r = linalg.pack %a padding_value(%x : f32) {order}inner_dims_pos = [1, 0] inner_tiles = [4, %n] into %e "
    ": tensor<?x?xf32> -> tensor<?x?x4x?xf32>"
)
UNPACK = (
    "%r = linalg.unpack %e {order}inner_dims_pos = [1, 0] inner_tiles = [4, %n] into %a "
    ": tensor<?x?x4x?xf32> -> tensor<?x?xf32>"
)


def _tiled(order: str) -> Any:
    whole = np.pad(A, ((0, 1), (0, 1)), constant_values=9).reshape(2, 3, 2, 4)
    tiled = whole.transpose(0, 2, 3, 1)
    return np.ascontiguousarray(tiled.transpose(1, 0, 2, 3) if order else tiled)


def _text(op: str, order: str, result: str) -> str:
    arguments = "%a: tensor<?x?xf32>, %e: tensor<?x?x4x?xf32>, %n: index, %x: f32"
    line = op.replace("{order}", order)
    return f"func.func @main({arguments}) -> {result} {{\n  {line}\n  return %r : {result}\n}}"


@pytest.mark.parametrize("order", ["", "outer_dims_perm = [1, 0] "], ids=["in-order", "permuted"])
def test_there_and_back(order: str) -> None:
    tiled = _tiled(order)
    packed = value(_text(PACK, order, "tensor<?x?x4x?xf32>"), A, np.zeros_like(tiled), 3, 9.0)
    np.testing.assert_array_equal(np.asarray(packed), tiled)
    back = value(_text(UNPACK, order, "tensor<?x?xf32>"), np.zeros_like(A), tiled, 3, 9.0)
    np.testing.assert_array_equal(np.asarray(back), A)


@pytest.mark.parametrize(
    ("n", "message"),
    [(2, "in tiles of [4, 2] are [3, 2, 4, 2]"), (0, "tiles of sizes [4, 0] are no tiles")],
)
def test_what_does_not_fit_is_a_fault(n: int, message: str) -> None:
    found = error(run(_text(PACK, "", "tensor<?x?x4x?xf32>"), A, _tiled(""), n, 9.0))
    assert found.code == "S016"
    assert message in found.message
    assert found.span is not None


def test_tiles_that_are_not_full_need_a_padding_value() -> None:
    line = "%r = linalg.pack %a inner_dims_pos = [0] inner_tiles = [2] into %e : tensor<?x?xf32> -> tensor<?x?x2xf32>"
    text = body([line], "func.func @main(%a: tensor<?x?xf32>, %e: tensor<?x?x2xf32>)")
    found = error(run(text, A, np.zeros((3, 7, 2), np.float32)))
    assert (found.code, "without a padding value" in found.message) == ("S016", True)
