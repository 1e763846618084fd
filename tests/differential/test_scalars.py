"""Every arithmetic op on every type, on a grid of awkward values: native, interpreter and mlir-runner agree.

One function for each op and type runs over all pairs and returns a checksum; `@main` prints them all, so that a
difference says which op it is in. Operands come from memory, so that nothing is folded away.
"""

from __future__ import annotations

import math
import struct

import pytest

from tests.differential import mlir_runner
from tests.differential.compare import CONFIGURATIONS
from tests.differential.corpus import Call
from tests.differential.gen_core import WIDTH
from tests.differential.gen_scalars import FLOAT_BINARY, FLOAT_PREDICATES, INT_BINARY, INT_PREDICATES
from tests.differential.outcome import Outcome
from tests.differential.test_corpus import needs_runner
from tests.differential.worker import Worker

INTS = ("i8", "i16", "i32", "i64", "index")
FLOATS = ("f32", "f64")
GRID = 10
DIVISIONS = ("divsi", "divui", "remsi", "remui", "ceildivsi", "floordivsi", "ceildivui")
SHIFTS = ("shli", "shrsi", "shrui")
BITS = ("absi", "ctpop", "ctlz", "cttz")
UNARY = (
    "arith.negf",
    "math.absf",
    "math.sqrt",
    "math.floor",
    "math.ceil",
    "math.trunc",
    "math.round",
    "math.roundeven",
)
REALS = (0.0, -0.0, 1.0, -1.5, 0.1, 2.5, 1.0e10, 1.0e-40, math.inf, math.nan)


def table(type_: str) -> str:
    """A global with the awkward values of a type."""
    if type_ in FLOATS:
        code, size = ("<f", 4) if type_ == "f32" else ("<d", 8)
        items = [f"0x{int.from_bytes(struct.pack(code, x), 'little'):0{2 * size}X}" for x in REALS]
    else:
        low = -(1 << (WIDTH[type_] - 1))
        items = [str(x) for x in (0, 1, 2, 3, 7, -1, -2, low, -low - 1, 100)]
    return f'memref.global "private" constant @{type_} : memref<{GRID}x{type_}> = dense<[{", ".join(items)}]>'


def function(name: str, type_: str, body: list[str], result: str) -> str:
    """A function that mixes the `%r`, of type `result`, of the body for each pair `%a`, `%b`."""
    if result in FLOATS:
        bits = f"i{WIDTH[result]}"
        body = [
            *body,
            f"%nan = arith.cmpf uno, %r, %r : {result}",
            f"%one = arith.constant 12345.0 : {result}",
            f"%safe = arith.select %nan, %one, %r : {result}",
            f"%bits = arith.bitcast %safe : {result} to {bits}",
        ]
        value, result = "%bits", bits
    else:
        value = "%r"
    if result != "i64":
        op = "index_cast" if result == "index" else "extui"
        body = [*body, f"%wide = arith.{op} {value} : {result} to i64"]
        value = "%wide"
    inner = "\n      ".join(body)
    return f"""func.func private @{name}() -> i64 {{
  %zero = arith.constant 0 : i64
  %scale = arith.constant 31 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {GRID} : index
  %m = memref.get_global @{type_} : memref<{GRID}x{type_}>
  %total = scf.for %i = %c0 to %n step %c1 iter_args(%outer = %zero) -> (i64) {{
    %a = memref.load %m[%i] : memref<{GRID}x{type_}>
    %row = scf.for %j = %c0 to %n step %c1 iter_args(%sum = %outer) -> (i64) {{
      %b = memref.load %m[%j] : memref<{GRID}x{type_}>
      {inner}
      %scaled = arith.muli %sum, %scale : i64
      %next = arith.addi %scaled, {value} : i64
      scf.yield %next : i64
    }}
    scf.yield %row : i64
  }}
  return %total : i64
}}
"""


def integers(t: str) -> dict[str, str]:
    """The functions of an integer type."""
    found = {f"{op}_{t}": function(f"{op}_{t}", t, [f"%r = arith.{op} %a, %b : {t}"], t) for op in INT_BINARY}
    small = [
        f"%seven = arith.constant 7 : {t}",
        f"%1 = arith.constant 1 : {t}",
        f"%low = arith.andi %b, %seven : {t}",
    ]
    for op in DIVISIONS:
        body = [*small, f"%d = arith.addi %low, %1 : {t}", f"%r = arith.{op} %a, %d : {t}"]
        found[f"{op}_{t}"] = function(f"{op}_{t}", t, body, t)
    for op in SHIFTS:
        body = [
            f"%w = arith.constant {WIDTH[t] - 1} : {t}",
            f"%s = arith.andi %b, %w : {t}",
            f"%r = arith.{op} %a, %s : {t}",
        ]
        found[f"{op}_{t}"] = function(f"{op}_{t}", t, body, t)
    for p in INT_PREDICATES:
        found[f"{p}_{t}"] = function(f"{p}_{t}", t, [f"%r = arith.cmpi {p}, %a, %b : {t}"], "i1")
    if t != "index":
        for op in BITS:
            found[f"{op}_{t}"] = function(
                f"{op}_{t}", t, [f"%x = arith.subi %a, %b : {t}", f"%r = math.{op} %x : {t}"], t
            )
        for op in ("mulsi_extended", "mului_extended"):
            body = [f"%l, %h = arith.{op} %a, %b : {t}", f"%r = arith.xori %l, %h : {t}"]
            found[f"{op}_{t}"] = function(f"{op}_{t}", t, body, t)
        for f in FLOATS:
            for op in ("sitofp", "uitofp"):
                name = f"{op}_{t}_{f}"
                found[name] = function(
                    name, t, [f"%x = arith.addi %a, %b : {t}", f"%r = arith.{op} %x : {t} to {f}"], f
                )
    return found


def floats(t: str) -> dict[str, str]:
    """The functions of a floating-point type."""
    found = {
        f"{op}_{t}": function(f"{op}_{t}", t, [f"%r = arith.{op} %a, %b : {t}"], t) for op in FLOAT_BINARY
    }
    for op in UNARY:
        name = f"{op.split('.')[1]}_{t}"
        found[name] = function(name, t, [f"%x = arith.mulf %a, %b : {t}", f"%r = {op} %x : {t}"], t)
    found[f"fma_{t}"] = function(f"fma_{t}", t, [f"%r = math.fma %a, %b, %a : {t}"], t)
    for p in FLOAT_PREDICATES:
        found[f"{p}_{t}"] = function(f"{p}_{t}", t, [f"%r = arith.cmpf {p}, %a, %b : {t}"], "i1")
    for to in ("i8", "i16", "i32", "i64"):
        for op in ("fptosi", "fptoui"):
            body = [
                f"%limit = arith.constant 100.0 : {t}",
                f"%none = arith.constant 0.0 : {t}",
                f"%x = arith.mulf %a, %b : {t}",
                f"%size = math.absf %x : {t}",
                f"%inside = arith.cmpf olt, %size, %limit : {t}",
                f"%safe = arith.select %inside, {'%x' if op == 'fptosi' else '%size'}, %none : {t}",
                f"%r = arith.{op} %safe : {t} to {to}",
            ]
            found[f"{op}_{t}_{to}"] = function(f"{op}_{t}_{to}", t, body, to)
    other, op = ("f64", "extf") if t == "f32" else ("f32", "truncf")
    body = [f"%x = arith.addf %a, %b : {t}", f"%r = arith.{op} %x : {t} to {other}"]
    found[f"{op}_{t}"] = function(f"{op}_{t}", t, body, other)
    return found


def program() -> tuple[str, list[str]]:
    """The module, and the names of the functions in the order in which `@main` prints their checksums."""
    functions: dict[str, str] = {}
    for t in INTS:
        functions |= integers(t)
    for t in FLOATS:
        functions |= floats(t)
    calls = [
        f"  %r{i} = func.call @{name}() : () -> i64\n  func.call @printI64(%r{i}) : (i64) -> ()\n"
        "  func.call @printNewline() : () -> ()"
        for i, name in enumerate(functions)
    ]
    text = "\n".join(
        [
            *(table(t) for t in (*INTS, *FLOATS)),
            "func.func private @printI64(i64)",
            "func.func private @printNewline()",
            *functions.values(),
            "func.func @main() {",
            *calls,
            "  return",
            "}\n",
        ]
    )
    return text, list(functions)


CALL = Call("main", (), ())


def differing(names: list[str], one: str, other: str) -> list[str]:
    """The functions with different checksums."""
    return [n for n, a, b in zip(names, one.split(), other.split(), strict=True) if a != b]


@pytest.fixture(scope="module")
def expected(worker: Worker) -> Outcome:
    """What the interpreter prints."""
    (found,) = worker.interpreted(program()[0], CALL, ["earliest"])
    assert found.kind == "values", found
    return found


def test_native_and_interpreter_agree(worker: Worker, expected: Outcome) -> None:
    text, names = program()
    assert len(names) > 200
    for how, found in zip(CONFIGURATIONS, worker.native(text, CALL, CONFIGURATIONS), strict=False):
        assert found.kind == "values", found
        assert differing(names, expected.detail, found.detail) == [], how


@needs_runner
def test_mlir_runner_agrees(expected: Outcome) -> None:
    text, names = program()
    found = mlir_runner.run(text, "main", timeout=120)
    assert found.kind == "values", found
    # arith-expand, which mlir-opt needs for divisions that round, makes of these a select that takes -0 for +0.
    known = {f"{op}_{t}" for op in ("minimumf", "maximumf") for t in FLOATS}
    assert set(differing(names, expected.detail, " ".join(found.values))) <= known
