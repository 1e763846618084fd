"""Named ops of linalg and the generic ones that they become give the same bits."""

from __future__ import annotations

import pytest

from asyncir.dialects.linalg_generic import GenericOp
from asyncir.dialects.linalg_structured import Structured
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.text.linalg_named import NAMES, named_op
from tests.transforms.elementwise_running import given, interpreted, program, same_bits

PASS = "linalg-generalize-named-ops"


@pytest.mark.parametrize("seed", range(30))
def test_random_programs_give_the_same_bits(seed: int) -> None:
    one = program(seed)
    text, arguments = one.text(), given(one)
    assert same_bits(interpreted(text, "", arguments), interpreted(text, PASS, arguments))


@pytest.mark.parametrize("name", NAMES)
def test_every_named_op_becomes_a_generic_one_with_its_maps_and_loops(name: str) -> None:
    op = next(
        found for pair in (("f32", "f32"), ("i8", "i32")) if (found := named_op(name, pair)) is not None
    )
    module = parse_module(op.function("tensor").encode(), "named.mlir")
    (before,) = [op for op in walk(module) if isinstance(op, Structured)]
    expected = before.maps, before.loop_kinds
    run_pipeline(module, PASS)
    module.verify()
    (after,) = [op for op in walk(module) if isinstance(op, Structured)]
    assert isinstance(after, GenericOp)
    assert (after.maps, after.loop_kinds) == expected
