"""Affine maps and sets are simplified and printed as mlir-opt 22 does it, semi-affine ones too."""

from __future__ import annotations

import pytest

from asyncir.dialects.affine_text import affine_text
from asyncir.ir import AffineMapAttr, ModuleOp
from asyncir.source.text import parse_module
from tests.oracle import needs_mlir
from tests.text.same import both_refuse, check_same, with_attributes

SIMPLIFIED = {
    "d0 * s0": "d0 * s0",
    "s0 * d0": "d0 * s0",
    "d0 * 2 * s0": "(d0 * s0) * 2",
    "d0 floordiv s0 + d1 mod s0": "d0 floordiv s0 + d1 mod s0",
    "d0 ceildiv (s0 * s1)": "d0 ceildiv (s0 * s1)",
    "d0 - d0 floordiv s0 * s0": "d0 mod s0",
    "d0 - (d0 floordiv 4) * 4": "d0 mod 4",
    "d0 * s0 + d0 * s0": "(d0 * s0) * 2",
    "(d0 + d1) * 2": "(d0 + d1) * 2",
    "-(d0 + s0)": "-(d0 + s0)",
    "d0 - (d1 + d0)": "d0 - (d1 + d0)",
    "s0 + d0": "d0 + s0",
    "(d0 + 2) + d1": "d0 + d1 + 2",
    "d0 * 3 - d0 * 3": "0",
    "(d0 * 4 + d1) floordiv 4": "d0 + d1 floordiv 4",
    "(d0 * 4 + d1) ceildiv 4": "(d0 * 4 + d1) ceildiv 4",
    "(d0 * 4 + d1) mod 4": "d1 mod 4",
    "(d0 * 8) floordiv 2": "d0 * 4",
    "(d0 * 4) mod 2": "0",
    "(d0 mod 8) mod 4": "d0 mod 4",
    "(d0 mod 8) mod 3": "(d0 mod 8) mod 3",
    "((d0 * 8) floordiv 3) mod 2": "((d0 * 8) floordiv 3) mod 2",
    "-5 mod 3 + -5 floordiv 3 + -5 ceildiv 3": "-2",
    "1 floordiv 0": "1 floordiv 0",
    "d0 mod -3": "d0 mod -3",
    "9223372036854775807 * 2": "9223372036854775807 * 2",
}


def _map(expression: str) -> str:
    return f"affine_map<(d0, d1)[s0, s1] -> ({expression})>"


@pytest.mark.parametrize(("written", "meant"), SIMPLIFIED.items())
def test_expressions_are_simplified(written: str, meant: str) -> None:
    module = parse_module(with_attributes([_map(written)]))
    assert isinstance(module, ModuleOp)
    map = module.attributes["a.x0"]
    assert isinstance(map, AffineMapAttr)
    assert affine_text(map.data) == f"(d0, d1)[s0, s1] -> ({meant})"


@needs_mlir
def test_mlir_opt_simplifies_them_too() -> None:
    check_same(with_attributes(map(_map, SIMPLIFIED)))


CONSTRAINTS = (
    *("d0 * s0 - 1 >= 0", "d0 <= d1", "d0 >= d1", "0 >= d0", "5 <= d0", "d0 == d1", "d0 * s0 <= d1 * 2"),
    *("d0 >= d0", "d0 mod s0 == 0", "d0 + 1 >= 3"),
)


@needs_mlir
def test_constraints_compare_with_zero() -> None:
    check_same(with_attributes(f"affine_set<(d0, d1)[s0] : ({each})>" for each in CONSTRAINTS))


@needs_mlir
@pytest.mark.parametrize(
    "expression", ["d0 * d1", "d0 floordiv d1", "1 mod d0", "s0 ceildiv (s1 + d0)", "99999999999999999999"]
)
def test_what_is_not_affine_is_refused(expression: str) -> None:
    assert both_refuse(with_attributes([_map(expression)]))


@needs_mlir
@pytest.mark.parametrize("constraint", ["d0 < 1", "d0", "d0 * d0 == 0"])
def test_what_is_no_constraint_is_refused(constraint: str) -> None:
    assert both_refuse(with_attributes([f"affine_set<(d0) : ({constraint})>"]))


OPS = """\
func.func @f(%i: index, %n: index, %m: memref<?xf32>) {
  %a = affine.apply affine_map<(d0)[s0] -> (d0 * s0)>(%i)[%n]
  %b = affine.min affine_map<(d0)[s0] -> (d0 mod s0, 3)>(%i)[%n]
  %c = affine.max affine_map<(d0)[s0] -> (d0 floordiv s0, d0 ceildiv (s0 + 1))>(%i)[%n]
  %x = affine.load %m[%i * symbol(%n)] : memref<?xf32>
  affine.store %x, %m[%i floordiv symbol(%n)] : memref<?xf32>
  affine.parallel (%k) = (%i mod symbol(%n)) to (symbol(%n) * symbol(%n)) {
  }
  return
}
"""


@needs_mlir
def test_ops_have_semi_affine_maps() -> None:
    check_same(OPS)


@needs_mlir
@pytest.mark.parametrize(
    "op", ["%x = affine.load %m[%i * %n] : memref<?xf32>", "affine.parallel (%k) = (0) to (%i mod %n) {\n}"]
)
def test_ops_whose_maps_are_not_affine_are_refused(op: str) -> None:
    head = "func.func @f(%i: index, %n: index, %m: memref<?xf32>) {\n"
    assert both_refuse(f"{head}{op}\nreturn\n}}")
