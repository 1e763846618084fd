"""Each op of linalg whose name says what it computes is read and printed as mlir-opt 22 does, over many types."""

from __future__ import annotations

import pytest

from asyncir.source.text import parse_module
from tests.oracle import needs_mlir
from tests.text.linalg_named import NAMES, PAIRS, TypePair, function, named_ops
from tests.text.same import check_same


@needs_mlir
@pytest.mark.parametrize("kind", ["tensor", "memref"])
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_named_ops_over_many_types(pair: TypePair, kind: str) -> None:
    check_same(function(named_ops(pair), kind, "f"))


def test_each_op_is_written_over_some_types() -> None:
    assert {op.name for pair in PAIRS for op in named_ops(pair)} == set(NAMES)


@pytest.mark.parametrize("name", ["exp", "div_unsigned", "pooling_nhwc_max_unsigned"])
def test_the_body_is_that_of_the_table(name: str) -> None:
    """What is written without a body has one op for each function of its row, and a yield."""
    pair = ("f32", "f32") if name == "exp" else ("i32", "i32")
    (op,) = [op for op in named_ops(pair) if op.name == name]
    module = parse_module(op.function("memref"))
    inside = [
        inner.name for inner in module.walk() if inner.name.startswith(("arith.", "math.", "linalg.yield"))
    ]
    wanted = {"exp": "math.exp", "div_unsigned": "arith.divui", "pooling_nhwc_max_unsigned": "arith.maxui"}
    assert inside == [wanted[name], "linalg.yield"]
