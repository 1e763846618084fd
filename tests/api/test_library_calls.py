"""Operations for which the machine has no instruction, so that code generation calls a library."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import asyncir

BIG = 10**15 + 1


@pytest.mark.parametrize("opt_level", [0, 2])
@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ("divsi", -(BIG * BIG // 37)),
        ("remsi", BIG * BIG % 37),
        ("divui", BIG * BIG // (2**128 - 37)),
        ("remui", BIG * BIG),
    ],
)
def test_division_of_128_bits(operation: str, expected: int, opt_level: int) -> None:
    program = asyncir.compile(
        f"""
        func.func @main(%x: i64, %y: i64) -> i64 {{
          %a = arith.extsi %x : i64 to i128
          %b = arith.extsi %y : i64 to i128
          %s = arith.muli %a, %a : i128
          %c = arith.{operation} %s, %b : i128
          %d = arith.trunci %c : i128 to i64
          return %d : i64
        }}""",
        opt_level=opt_level,
    )
    assert (program.main(BIG, -37) - expected) % 2**64 == 0


def test_conversion_of_128_bits() -> None:
    program = asyncir.compile("""
        func.func @main(%x: i64, %f: f64) -> (f64, i64) {
          %a = arith.extsi %x : i64 to i128
          %s = arith.muli %a, %a : i128
          %c = arith.sitofp %s : i128 to f64
          %d = arith.fptosi %f : f64 to i128
          %e = arith.trunci %d : i128 to i64
          return %c, %e : f64, i64
        }""")
    assert program.main(-BIG, -2.5e15) == (float(BIG * BIG), -2_500_000_000_000_000)


@pytest.mark.parametrize("value", [1.7, -65504.0, 1e6, 2.0**-25, 1.0 + 2.0**-11 + 2.0**-40, float("nan")])
def test_half_from_double(value: float) -> None:
    """In one step: by way of a float it would be rounded twice."""
    program = asyncir.compile("""
        func.func @main(%x: f64) -> f64 {
          %h = arith.truncf %x : f64 to f16
          %r = arith.extf %h : f16 to f64
          return %r : f64
        }""")
    with np.errstate(over="ignore"):
        np.testing.assert_equal(program.main(value), float(np.float64(value).astype(np.float16)))


@pytest.mark.parametrize("type_", ["f32", "f64"])
@pytest.mark.parametrize("power", [0, 1, 5, -3])
def test_powers(type_: str, power: int) -> None:
    program = asyncir.compile(f"""
        func.func @main(%x: {type_}, %n: i32) -> {type_} {{
          %r = math.fpowi %x, %n : {type_}, i32
          return %r : {type_}
        }}""")
    assert program.main(1.5, power) == pytest.approx(float(Fraction(3, 2) ** power), rel=1e-6)
