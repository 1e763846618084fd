"""Arithmetic against what mlir-opt folds it to, and edge cases that it does not fold."""

from __future__ import annotations

import math
import re
import struct
from functools import cache

import numpy as np
import pytest
from hypothesis import given, strategies as st

from asyncir.ir import BFloat16Type, ModuleOp, f16, f32, f64
from asyncir.semantics import interpret
from asyncir.semantics.core.values import round_bf16, round_exact, round_f16, round_f32
from asyncir.source.text import parse_module
from tests.oracle import mlir_opt, needs_mlir
from tests.semantics.programs import PRINT, error, run, value

WIDTHS = (1, 8, 32, 64)
INTEGER_OPS = (
    *("addi", "subi", "muli", "divsi", "divui", "ceildivsi", "ceildivui", "floordivsi", "remsi", "remui"),
    *("andi", "ori", "xori", "minsi", "minui", "maxsi", "maxui", "shli", "shrsi", "shrui"),
)
PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
FLOAT_OPS = ("addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf")
FLOAT_PREDICATES = (
    *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
)
FLOAT_BITS = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}


def _edges(width: int) -> list[int]:
    if width == 1:
        return [0, -1]
    least = -(1 << (width - 1))
    return [0, 1, -1, 7, -7, least, -least - 1]


def _defined(op: str, x: int, y: int, width: int) -> bool:
    """Whether the op has a result at all."""
    if op.startswith("sh"):
        return 0 <= y < width if width > 1 else y == 0
    if "div" not in op and "rem" not in op:
        return True
    overflows = y == -1 and x == -(1 << (width - 1)) and not op.endswith("ui")
    return y != 0 and not overflows


def _functions(kind: str, cases: list[tuple[str, str, str, str, str]]) -> list[str]:
    """One function of two constants for each case (op with its predicate, types, operands)."""
    texts: list[str] = []
    for number, (op, x, y, of, result) in enumerate(cases):
        texts.append(
            f"func.func @{kind}{number}() -> {result} {{\n"
            f"  %x = arith.constant {x} : {of}\n  %y = arith.constant {y} : {of}\n"
            f"  %r = {op} %x, %y : {of}\n  return %r : {result}\n}}\n"
        )
    return texts


def _folded(texts: list[str]) -> dict[str, str]:
    """The constant that each function returns after mlir-opt's folders."""
    out = mlir_opt("".join(texts), "-canonicalize")
    found = re.findall(
        r"func\.func @(\w+)\(\)[^{]*\{\s*%\S+ = arith\.constant (\S+)(?: : \S+)?\s*return", out
    )
    return dict(found)


CHUNK = 30
"""Functions in a module: each run looks at the whole module, each parse has its price."""


@cache
def _module(text: str) -> ModuleOp:
    return parse_module(text)


def _result(texts: list[str], name: str) -> object:
    start = int(name[1:]) // CHUNK * CHUNK
    (found,) = interpret(_module("".join(texts[start : start + CHUNK])), name, []).results
    return found


def _check_integers(texts: list[str]) -> None:
    folded = _folded(texts)
    assert len(folded) > len(texts) // 2, "mlir-opt folds fewer than half of them"
    for name, expected in folded.items():
        wanted = {"true": True, "false": False}.get(expected)
        found = _result(texts, name)
        assert found == (int(expected) if wanted is None else wanted), texts[int(name[1:])]


@needs_mlir
@pytest.mark.parametrize("width", WIDTHS)
def test_integer_ops_are_what_mlir_folds(width: int) -> None:
    of = f"i{width}"
    cases = [
        (f"arith.{op}", str(x), str(y), of, of)
        for op in INTEGER_OPS
        for x in _edges(width)
        for y in _edges(width)
        if _defined(op, x, y, width)
    ]
    cases += [
        (f"arith.cmpi {p},", str(x), str(y), of, "i1")
        for p in PREDICATES
        for x in _edges(width)
        for y in _edges(width)
    ]
    _check_integers(_functions("f", cases))


def _float_edges(of: str) -> list[str]:
    special = {"f16": (0x7C00, 0x7E00, 0x0001, 0x7BFF), "bf16": (0x7F80, 0x7FC0, 0x0001, 0x7F7F)}
    special["f32"] = (0x7F800000, 0x7FC00000, 0x00000001, 0x7F7FFFFF)
    special["f64"] = (0x7FF0000000000000, 0x7FF8000000000000, 0x1, 0x7FEFFFFFFFFFFFFF)
    infinity, nan, tiny, huge = special[of]
    digits = FLOAT_BITS[of] // 4
    return ["0.0", "-0.0", "1.0", "-3.0", "0.1", *(f"0x{x:0{digits}X}" for x in (infinity, nan, tiny, huge))]


def _float(text: str, of: str) -> float:
    if not text.startswith("0x"):
        return float(text)
    bits = int(text, 16)
    if of == "bf16":
        return struct.unpack("<f", struct.pack("<I", bits << 16))[0]
    return struct.unpack(
        {"f16": "<e", "f32": "<f", "f64": "<d"}[of], bits.to_bytes(FLOAT_BITS[of] // 8, "little")
    )[0]


def _same(x: float, y: float, of: str) -> bool:
    """Equal bits once both are of the type; which NaN does not matter. mlir-opt prints few digits."""
    if math.isnan(x) or math.isnan(y):
        return math.isnan(x) and math.isnan(y)
    rounded = {"f16": round_f16, "bf16": round_bf16, "f32": round_f32, "f64": float}[of](y)
    return x == rounded and math.copysign(1.0, x) == math.copysign(1.0, y)


@needs_mlir
@pytest.mark.parametrize("of", FLOAT_BITS)
def test_float_ops_are_what_mlir_folds(of: str) -> None:
    edges = _float_edges(of)
    cases = [(f"arith.{op}", x, y, of, of) for op in FLOAT_OPS for x in edges for y in edges]
    texts = _functions("f", cases)
    folded = _folded(texts)
    assert len(folded) > len(cases) // 2
    for name, expected in folded.items():
        found = _result(texts, name)
        assert isinstance(found, float)
        assert _same(found, _float(expected, of), of), (cases[int(name[1:])], found, expected)


@needs_mlir
def test_float_comparisons_are_what_mlir_folds() -> None:
    edges = _float_edges("f32")
    cases = [(f"arith.cmpf {p},", x, y, "f32", "i1") for p in FLOAT_PREDICATES for x in edges for y in edges]
    _check_integers(_functions("f", cases))


# ---- rounding, against exact arithmetic and NumPy ----

finite = st.floats(allow_nan=False, allow_infinity=False)


@given(finite)
def test_rounding_agrees_with_numpy(x: float) -> None:
    with np.errstate(over="ignore"):
        assert round_f16(x) == float(np.float16(x))
        assert round_f32(x) == float(np.float32(x))


@given(finite)
def test_rounding_exact_numbers_is_rounding(x: float) -> None:
    from fractions import Fraction

    for of, rounded in ((f16, round_f16), (BFloat16Type(), round_bf16), (f32, round_f32), (f64, float)):
        assert round_exact(Fraction(x), of) == rounded(x)


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_bf16_is_the_nearest(x: float) -> None:
    rounded = round_bf16(x)
    if math.isfinite(rounded):
        bits = struct.unpack("<I", struct.pack("<f", rounded))[0]
        assert bits & 0xFFFF == 0
        for neighbour in (bits - 0x10000, bits + 0x10000):
            if 0 <= neighbour < 1 << 32:
                other = struct.unpack("<f", struct.pack("<I", neighbour))[0]
                assert math.isnan(other) or abs(x - rounded) <= abs(x - other)


# ---- what has no result ----

UNARY = (
    PRINT + "func.func @main(%x: {of}) {{\n{line}\n  func.call @printI64(%r) : (i64) -> ()\n  return\n}}\n"
)


@pytest.mark.parametrize(
    ("line", "argument", "of"),
    [
        ("%c = arith.constant 64 : i64\n%r = arith.shli %x, %c : i64", 1, "i64"),
        ("%c = arith.constant -1 : i64\n%r = arith.shrui %x, %c : i64", 1, "i64"),
        ("%r = arith.addi %x, %x overflow<nsw> : i64", 1 << 62, "i64"),
        ("%r = arith.addi %x, %x overflow<nuw> : i64", -1, "i64"),
        ("%r = arith.muli %x, %x overflow<nsw> : i64", 1 << 40, "i64"),
        ("%r = arith.fptosi %x : f64 to i64", 1e300, "f64"),
        ("%r = arith.fptoui %x : f64 to i64", -1.0, "f64"),
        ("%r = arith.fptosi %x : f64 to i64", math.nan, "f64"),
        ("%r = ub.poison : i64", 0, "i64"),
    ],
)
def test_undefined_values_are_reported_where_they_matter(line: str, argument: object, of: str) -> None:
    found = error(run(UNARY.format(line=line, of=of), argument))
    assert found.code == "S006"
    (note,) = found.notes
    assert note.span is not None


def test_an_undefined_value_may_be_computed_with_and_dropped() -> None:
    text = """
func.func @main(%x: i64, %c: i1) -> i64 {
  %s = arith.constant 64 : i64
  %p = arith.shli %x, %s : i64
  %q = arith.addi %p, %x : i64
  %m = memref.alloca() : memref<i64>
  memref.store %q, %m[] : memref<i64>
  %l = memref.load %m[] : memref<i64>
  %r = scf.if %c -> (i64) {
    scf.yield %l : i64
  } else {
    scf.yield %x : i64
  }
  return %r : i64
}
"""
    assert value(text, 5, False) == 5
    assert error(run(text, 5, True)).code == "S006"


@pytest.mark.parametrize("use", ["scf.if %b {\n}", 'cf.assert %b, "no"', "%d = arith.divsi %x, %p : i64"])
def test_branching_asserting_and_dividing_matter(use: str) -> None:
    text = f"""
func.func @main(%x: i64) {{
  %s = arith.constant 64 : i64
  %p = arith.shli %x, %s : i64
  %b = arith.cmpi eq, %p, %x : i64
  {use}
  return
}}
"""
    outcome = run(text, 5)
    # An undefined divisor makes the quotient undefined, and nothing uses that here.
    assert outcome.ok if "divsi" in use else error(outcome).code == "S006"


@pytest.mark.parametrize(
    ("op", "x", "y"),
    [
        ("divsi", 1, 0),
        ("remui", 1, 0),
        ("divsi", -(1 << 63), -1),
        ("remsi", -(1 << 63), -1),
        ("floordivsi", 1, 0),
    ],
)
def test_impossible_divisions_are_reported(op: str, x: int, y: int) -> None:
    text = f"func.func @main(%x: i64, %y: i64) -> i64 {{\n%r = arith.{op} %x, %y : i64\nreturn %r : i64\n}}"
    found = error(run(text, x, y))
    assert found.code == "S005"
    assert found.span is not None


def test_fma_rounds_once() -> None:
    text = """
func.func @main(%x: f32, %y: f32, %z: f32) -> f32 {
  %r = math.fma %x, %y, %z : f32
  return %r : f32
}
"""
    x = 1.0 + 2.0**-12
    # x*x is 1 + 2^-11 + 2^-24: a product rounded to f32 loses the last bit.
    assert value(text, x, x, -(1.0 + 2.0**-11)) == 2.0**-24


def test_integers_become_the_nearest_f32() -> None:
    text = "func.func @main(%x: i64) -> f32 {\n%r = arith.sitofp %x : i64 to f32\nreturn %r : f32\n}"
    for x in ((1 << 60) + (1 << 36) + 1, (1 << 24) + 1, (1 << 24) + 3, -(1 << 63)):
        assert value(text, x) == float(np.float32(np.int64(x)))


def test_vectors_work_lane_by_lane() -> None:
    text = """
func.func @main(%x: vector<4xi8>, %y: vector<4xi8>) -> vector<4xi8> {
  %s = arith.addi %x, %y : vector<4xi8>
  %b = arith.cmpi slt, %s, %x : vector<4xi8>
  %r = arith.select %b, %s, %y : vector<4xi1>, vector<4xi8>
  return %r : vector<4xi8>
}
"""
    result = value(text, np.array([127, 1, -128, 5], np.int8), np.array([1, 2, -1, -6], np.int8))
    assert isinstance(result, np.ndarray)
    assert result.tolist() == [-128, 2, -1, -1]
