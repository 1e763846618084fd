"""Which loops of a structured op are batch, rows, columns and sums."""

from __future__ import annotations

import pytest

from asyncir.analyses.contractions import Contraction, contraction_of
from asyncir.dialects.linalg_structured import Structured
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module


def _found(maps: str, *sizes: str, kinds: str = "ppr", body: str = "") -> Contraction | None:
    names = ", ".join({"p": '"parallel"', "r": '"reduction"'}[kind] for kind in kinds)
    loops = ", ".join(f"d{i}" for i in range(len(kinds)))
    given = ", ".join(f"affine_map<({loops}) -> ({each})>" for each in maps.split(" | "))
    a, b, c = (f"memref<{size}f32>" for size in sizes)
    body = body or "%p = arith.mulf %x, %y : f32\n %s = arith.addf %p, %z : f32"
    text = f"""func.func @main(%a: {a}, %b: {b}, %c: {c}) {{
  linalg.generic {{indexing_maps = [{given}], iterator_types = [{names}]}} ins(%a, %b : {a}, {b}) outs(%c : {c}) {{
  ^bb0(%x: f32, %y: f32, %z: f32):
    {body}
    linalg.yield %s : f32
  }}
  return
}}"""
    module = parse_module(text)
    module.verify()
    return contraction_of(next(op for op in walk(module) if isinstance(op, Structured)))


def _groups(found: Contraction | None) -> tuple[tuple[int, ...], ...]:
    assert found is not None
    return found.batch, found.rows, found.columns, found.sums


def test_a_matmul() -> None:
    found = _found("d0, d2 | d2, d1 | d0, d1", "4x6x", "6x5x", "4x5x")
    assert _groups(found) == ((), (0,), (1,), (2,))
    assert found is not None
    assert (found.lhs, found.rhs) == (0, 1)


def test_columns_are_what_the_output_ends_with() -> None:
    found = _found("d0, d2 | d2, d1 | d1, d0", "4x6x", "6x5x", "5x4x")
    assert _groups(found) == ((), (1,), (0,), (2,))
    assert found is not None
    assert (found.lhs, found.rhs) == (1, 0)


def test_a_last_loop_of_one_iteration_says_nothing() -> None:
    found = _found("d0, d2 | d2, d1 | d0, d1", "4x6x", "6x1x", "4x1x")
    assert _groups(found) == ((), (1,), (0,), (2,))


def test_a_convolution_over_a_batch_of_groups() -> None:
    maps = "d0, d1 * 2 + d3 | d0, d2, d3 | d0, d2, d1"
    found = _found(maps, "3x9x", "3x4x3x", "3x4x4x", kinds="pppr")
    assert _groups(found) == ((0,), (2,), (1,), (3,))
    assert found is not None
    assert found.addresses[0][1] == ((0, 2, 0, 1), 0)


@pytest.mark.parametrize(
    ("maps", "sizes", "kinds"),
    [
        ("d0, d1 | d0, d1 | d0, d1", ("4x5x", "4x5x", "4x5x"), "pp"),
        ("d0, d2 | d0, d2 | d0, d1", ("4x6x", "4x6x", "4x5x"), "ppr"),
        ("d0, d2 floordiv 2 | d2, d1 | d0, d1", ("4x6x", "6x5x", "4x5x"), "ppr"),
        ("d0, d2 | d2, d1 | d0 + 1, d1", ("4x6x", "6x5x", "5x5x"), "ppr"),
        ("d0, d2 | d1, d0 | d0, d1", ("4x6x", "5x4x", "4x5x"), "ppr"),
    ],
    ids=[
        "no sum",
        "a column that no operand has",
        "no linear index",
        "the output is shifted",
        "a sum of one operand",
    ],
)
def test_what_is_none(maps: str, sizes: tuple[str, ...], kinds: str) -> None:
    assert _found(maps, *sizes, kinds=kinds) is None


def test_a_body_that_does_not_use_all_is_none() -> None:
    body = "%s = arith.mulf %x, %y : f32"
    assert _found("d0, d2 | d2, d1 | d0, d1", "4x6x", "6x5x", "4x5x", body=body) is None
