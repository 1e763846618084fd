"""What ops compute in the check, against the interpreter: a race that lies behind the right number, and behind another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from asyncir.analyses.in_flight.exprs import evaluated, floor_div, modulo, symbol, with_remainders
from asyncir.driver.check import check
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module

BINARY = [
    *("addi", "subi", "muli", "remui", "remsi", "divui", "divsi", "floordivsi", "ceildivsi", "ceildivui"),
    *("minsi", "minui", "maxsi", "maxui", "shli", "shrui", "shrsi", "andi", "ori", "xori"),
]
CASTS = ["index_cast", "index_castui", "extsi", "extui", "trunci"]
PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
PAIRS = {
    "index": [(7, 2), (-5, 2), (5, -3)],
    "i32": [(-5, 3), (3, 0)],
    "i8": [(-128, 1), (127, 2), (-3, -128), (-128, -1)],
    "i1": [(0, -1), (-1, -1), (-1, 0)],
}

PROGRAM = """
func.func @main(%out: memref<16xi32>, %a: {source}, %b: {source}) -> {target} {{
  %c0 = arith.constant 0 : index
  %k0 = arith.constant 0 : i32
  %x = arith.constant {x} : {source}
  %y = arith.constant {y} : {source}
  %as_x = arith.cmpi eq, %a, %x : {source}
  %as_y = arith.cmpi eq, %b, %y : {source}
  %both = arith.andi %as_x, %as_y : i1
  %r = {op}
  scf.if %both {{
    queue.commit(0) {{
      queue.async {{
        memref.store %k0, %out[%c0] : memref<16xi32>
      }}
    }}
    %e = arith.constant {expected} : {target}
    %same = arith.cmpi {predicate}, %r, %e : {target}
    scf.if %same {{
      queue.wait(0, 0)
    }}
    memref.store %k0, %out[%c0] : memref<16xi32>
  }}
  queue.wait(0, 0)
  return %r : {target}
}}
"""


def _standing(predicate: str, **parts: object) -> str:
    """What the engine says: the verifier has tests of its own."""
    return check(PROGRAM.format(predicate=predicate, **parts), recheck=False).standing


def _result(**parts: object) -> int:
    """What the interpreter computes, of these numbers."""
    import numpy as np

    module = parse_module(PROGRAM.format(predicate="eq", expected=0, **parts))
    a, b = (bool(n) if parts["source"] == "i1" else n for n in (parts["x"], parts["y"]))
    outcome = interpret(module, "main", [np.zeros(16, np.int32), a, b], parse_schedule("earliest"))
    return int(outcome.results[0])


def _overflows(op: str, type_: str, x: int, y: int) -> bool:
    exact = {"addi": x + y, "subi": x - y, "muli": x * y, "shli": x << max(y, 0)}
    bits = 64 if type_ == "index" else int(type_[1:])
    return any(f"arith.{name} " in op and not -(1 << bits) <= 2 * r < 1 << bits for name, r in exact.items())


def _judge(source: str, target: str, ops: Iterator[tuple[int, int, str]]) -> None:
    seen = 0
    for x, y, op in ops:
        parts = {"source": source, "target": target, "x": x, "y": y}
        expected = _result(**parts, op=op)
        # Arithmetic with arguments is taken to fit; with literals it wraps around as it does.
        for operands in ("%x, %y", "%a, %b")[: 1 if _overflows(op, source, x, y) else 2]:
            text = op.replace("%a, %b", operands).replace("%a ", f"{operands[:2]} ")
            parts_here = {
                **parts,
                "op": text,
                "expected": -int(bool(expected)) if target == "i1" else expected,
            }
            assert _standing("ne", **parts_here) != "proved", (text, x, y, expected)
            assert _standing("eq", **parts_here) != "refuted", (text, x, y, expected)
            seen += 1
    assert seen or target == "i1"


@pytest.mark.feature("S2-8")
@pytest.mark.parametrize("type_", PAIRS)
@pytest.mark.parametrize("name", BINARY)
def test_two_numbers(name: str, type_: str) -> None:
    divides, shifts = "div" in name or "rem" in name, name.startswith("sh")
    fits = [
        (x, y)
        for x, y in PAIRS[type_]
        if not (divides and (y == 0 or (x, y) in ((-1, -1), (-128, -1)))) and not (shifts and not 0 <= y < 8)
    ]
    text = f"arith.{name} %a, %b : {type_}"
    _judge(type_, type_, ((x, y, text) for x, y in fits))


@pytest.mark.parametrize("name", ["andi", "ori", "xori"])
@pytest.mark.parametrize("mask", [1, 6, 0b1011010, 0b10101010101, -8, -1])
def test_bits_of_a_constant(name: str, mask: int) -> None:
    text = f"arith.{name} %a, %y : i32"
    _judge("i32", "i32", ((x, mask, text) for x in (0, 7, 1234, -5)))


def test_bits_of_a_constant_are_followed() -> None:
    parts = {"source": "index", "target": "index", "x": 7, "y": 6, "expected": 1}
    assert _standing("eq", **parts, op="arith.xori %a, %y : index") == "proved"


@pytest.mark.parametrize("type_", PAIRS)
@pytest.mark.parametrize("predicate", PREDICATES)
def test_comparisons(predicate: str, type_: str) -> None:
    text = f"arith.cmpi {predicate}, %a, %b : {type_}"
    _judge(type_, "i1", ((x, y, text) for x, y in PAIRS[type_]))


@pytest.mark.parametrize(
    ("name", "source", "target"),
    [
        *(("index_cast", s, "index") for s in ("i1", "i8", "i32")),
        *(("index_castui", s, "index") for s in ("i1", "i8", "i32")),
        *(("index_cast", "index", t) for t in ("i8", "i32")),
        *((ext, s, t) for ext in ("extsi", "extui") for s, t in (("i1", "i8"), ("i8", "i32"), ("i1", "i32"))),
        *(("trunci", s, t) for s, t in (("i32", "i8"), ("i8", "i1"), ("i32", "i1"))),
    ],
)
def test_conversions(name: str, source: str, target: str) -> None:
    numbers = dict.fromkeys(x for x, _ in PAIRS[source])
    if source == "i32":
        numbers |= {256: None, 300: None}
    _judge(source, target, ((x, 0, f"arith.{name} %a : {source} to {target}") for x in numbers))


def test_a_remainder_that_is_written_as_a_difference_is_one() -> None:
    x = symbol("k0") + 20
    written = x - floor_div(x, 23).scaled(23)
    assert with_remainders(written) == modulo(x, 23)
    assert with_remainders(written.scaled(4) + symbol("a1")) == modulo(x, 23).scaled(4) + symbol("a1")
    for e in (x - floor_div(x, 23).scaled(22), x + floor_div(x, 23).scaled(23), symbol("a1")):
        assert with_remainders(e) == e
    for n in range(-50, 50):
        assert (
            evaluated(with_remainders(written), {"k0": n}) == evaluated(written, {"k0": n}) == (n + 20) % 23
        )
