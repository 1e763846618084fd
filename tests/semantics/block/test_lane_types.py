"""Numbers that only some threads share become arrays where the threads meet: of their type, not of NumPy's choice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.semantics.block.lane_runs import block, both

THREADS = 16

JOINS = {
    "if": ["%v = scf.if %odd -> T {", "scf.yield %a : T", "} else {", "scf.yield %b : T", "}"],
    "select": ["%v = arith.select %odd, %a, %b : T"],
    "select of one": ["%w = arith.addX %a, %b : T", "%v = arith.select %odd, %w, %b : T"],
    "branch": ["cf.cond_br %odd, ^meet(%a : T), ^meet(%b : T)", "^meet(%v: T):"],
    "for": [
        "%v = scf.for %i = %c0 to %some step %c1 iter_args(%x = %a) -> (T) {",
        "scf.yield %b : T",
        "}",
    ],
    "while": [
        "%n, %v = scf.while (%m = %some, %x = %a) : (index, T) -> (index, T) {",
        "%more = arith.cmpi slt, %m, %c2 : index",
        "scf.condition(%more) %m, %x : index, T",
        "} do {",
        "^bb0(%m: index, %x: T):",
        "%o = arith.addi %m, %c1 : index",
        "%p = arith.cmpi eq, %some, %c1 : index",
        "%y = scf.if %p -> T {",
        "scf.yield %b : T",
        "} else {",
        "scf.yield %a : T",
        "}",
        "scf.yield %o, %y : index, T",
        "}",
    ],
    "call": ["%v = func.call @pick(%odd, %a, %b) : (i1, T, T) -> T"],
    "index_switch": [
        "%v = scf.if %odd -> T {",
        "%s = scf.index_switch %c1 -> T",
        "case 1 {",
        "scf.yield %a : T",
        "}",
        "default {",
        "scf.yield %b : T",
        "}",
        "scf.yield %s : T",
        "} else {",
        "scf.yield %b : T",
        "}",
    ],
}
"""How `%v` becomes `%a` for some threads and `%b` for others."""

CALLEE = [
    "func.func @pick(%odd: i1, %a: T, %b: T) -> T {",
    "%v = scf.if %odd -> T {",
    "scf.yield %a : T",
    "} else {",
    "scf.yield %b : T",
    "}",
    "return %v : T",
    "}",
]

TO_I32 = {"i1": "extui", "i8": "extsi", "i16": "extsi", "index": "index_cast"}
TO_F64 = ("f16", "bf16", "f32")

Row = tuple[str, str, str, str, tuple[str, ...]]

ROWS: list[Row] = [
    # The type, what threads have, another number, and ops with `%v` and `%k` for operands, one after the other.
    ("i32", "1073741824", "1073741823", "4", ("muli", "shrsi")),
    ("i32", "2147483647", "2147483646", "1", ("addi", "shrsi")),
    ("i32", "-2147483648", "-2147483647", "1", ("subi", "shrui")),
    ("i32", "2147483647", "2147483646", "1", ("addi", "maxsi")),
    ("i32", "2147483647", "2147483646", "1", ("addi", "minui")),
    ("i32", "65536", "65535", "65536", ("muli", "addi", "remsi")),
    ("i32", "7", "3", "30", ("shli", "muli", "shrsi")),
    ("i16", "32767", "32766", "3", ("addi", "divsi")),
    ("i16", "8191", "4097", "5", ("muli", "shrsi")),
    ("i8", "127", "100", "2", ("addi", "shrsi")),
    ("i8", "64", "63", "4", ("muli", "remsi")),
    ("i1", "1", "0", "1", ("addi", "xori")),
    ("i64", "4611686018427387904", "4611686018427387903", "4", ("muli", "shrsi")),
    ("index", "4611686018427387904", "4611686018427387905", "4", ("muli", "divsi")),
    ("f32", "16777216.0", "16777218.0", "1.0", ("addf", "subf", "subf")),
    ("f32", "1.0", "2.0", "3.0", ("divf", "mulf", "subf")),
    ("f32", "3.0e+38", "1.0e+38", "10.0", ("mulf", "divf")),
    ("f32", "1.0e-45", "1.0e-38", "16.0", ("divf", "mulf")),
    ("f16", "2048.0", "2050.0", "1.0", ("addf", "subf", "subf")),
    ("f16", "60000.0", "3.0", "2.0", ("mulf", "divf")),
    ("bf16", "256.0", "258.0", "1.0", ("addf", "subf", "subf")),
    ("f64", "9007199254740992.0", "9007199254740994.0", "1.0", ("addf", "subf")),
]


def _program(row: Row, join: str) -> tuple[str, str]:
    """The program, and the type of the results that it leaves in `%out`."""
    of, a, b, k, ops = row
    lines = [
        *(f"%{name} = arith.constant {text} : {of}" for name, text in zip("abk", (a, b, k), strict=True)),
        "%some = arith.remui %id, %c2 : index",
        "%odd = arith.cmpi eq, %some, %c0 : index",
        *JOINS[join],
        *(f"%r{i} = arith.{op} {f'%r{i - 1}' if i else '%v'}, %k : {of}" for i, op in enumerate(ops)),
    ]
    last, kept = f"%r{len(ops) - 1}", of
    if of in TO_I32 or of in TO_F64:
        kept = "i32" if of in TO_I32 else "f64"
        lines.append(f"%kept = arith.{TO_I32.get(of, 'extf')} {last} : {of} to {kept}")
        last = "%kept"
    lines.append(f"memref.store {last}, %out[%id] : memref<{THREADS}x{kept}>")
    text = "\n".join([*CALLEE, block(THREADS, lines, f"%out: memref<{THREADS}x{kept}>")])
    text = text.replace("(T)", f"({of})").replace(": T", f": {of}").replace("-> T", f"-> {of}")
    text = text.replace(", T", f", {of}").replace("addX", "addf" if "f" in of else "addi")
    return text, kept


def _same(text: str, kept: str) -> bool:
    """Whether the threads ran together; what they leave is compared in any case."""
    dtype: Any = {"i32": np.int32, "i64": np.int64, "f64": np.float64, "f32": np.float32}[kept]
    together, outcome = both(text, np.zeros(THREADS, dtype))
    assert outcome.ok, outcome.diagnostics
    return together is not None


@pytest.mark.parametrize("join", JOINS)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join((row[0], *row[-1], row[1])))
def test_ops_of_numbers_that_some_threads_share(row: Row, join: str) -> None:
    assert _same(*_program(row, join))


@pytest.mark.parametrize(
    "cast",
    [
        "%w = arith.extsi %r : i32 to i64",
        "%f = arith.sitofp %r : i32 to f64\n%w = arith.bitcast %f : f64 to i64",
        "%f = arith.sitofp %r : i32 to f32\n%d = arith.extf %f : f32 to f64\n%w = arith.bitcast %d : f64 to i64",
        "%less = arith.cmpi slt, %r, %k : i32\n%w = arith.extui %less : i1 to i64",
        "%x = arith.index_cast %r : i32 to index\n%w = arith.index_cast %x : index to i64",
        "%x = arith.extsi %r : i32 to i128\n%y = arith.muli %x, %x : i128\n%w = arith.trunci %y : i128 to i64",
    ],
)
def test_conversions_of_numbers_that_have_wrapped(cast: str) -> None:
    lines = [
        "%k = arith.constant 3 : i32",
        "%a = arith.constant 1073741824 : i32",
        "%b = arith.constant 1073741823 : i32",
        "%some = arith.remui %id, %c2 : index",
        "%odd = arith.cmpi eq, %some, %c0 : index",
        *("\n".join(JOINS["if"]).replace(" T", " i32").split("\n")),
        "%r = arith.muli %v, %k : i32",
        *cast.split("\n"),
        f"memref.store %w, %out[%id] : memref<{THREADS}xi64>",
    ]
    assert _same(block(THREADS, lines, f"%out: memref<{THREADS}xi64>"), "i64")


@pytest.mark.parametrize("of", ["f16", "f32", "f64"])
def test_zeros_of_both_signs(of: str) -> None:
    text, kept = _program((of, "0.0", "-0.0", "1.0", ("mulf",)), "if")
    assert _same(text, kept)


@pytest.mark.parametrize("width", [8, 16])
def test_loops_whose_last_step_leads_out_of_their_type(width: int) -> None:
    of, most = f"i{width}", (1 << (width - 1)) - 1
    lines = [
        f"%start = arith.index_cast %id : index to {of}",
        # Odd, so that a variable that wraps comes to the end at last.
        f"%step = arith.constant {most * 3 // 4 | 1} : {of}",
        f"%end = arith.constant {most} : {of}",
        "%one = arith.constant 1 : i32",
        f"%n = scf.for %i = %start to %end step %step iter_args(%x = %one) -> (i32) : {of} {{",
        "%y = arith.addi %x, %x : i32",
        "scf.yield %y : i32",
        "}",
        f"memref.store %n, %out[%id] : memref<{THREADS}xi32>",
    ]
    _same(block(THREADS, lines, f"%out: memref<{THREADS}xi32>"), "i32")
