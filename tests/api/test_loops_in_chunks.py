"""Loops that look for Ctrl-C go on over chunks: they have the turns that they had, for counters of any width."""

from __future__ import annotations

import pytest

import asyncir

LOOPS = """
func.func @counted(%a: T, %b: T, %s: T) -> (i64, T) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %seven = arith.constant 7 : T
  %none = arith.constant 0 : T
  %r:2 = scf.for UNSIGNED %i = %a to %b step %s iter_args(%n = %zero, %x = %none) -> (i64, T) : T {
    %m = arith.addi %n, %one : i64
    %p = arith.muli %x, %seven : T
    %q = arith.xori %p, %i : T
    scf.yield %m, %q : i64, T
  }
  return %r#0, %r#1 : i64, T
}
func.func @whiles(%a: T, %b: T, %s: T) -> (i64, T) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %seven = arith.constant 7 : T
  %none = arith.constant 0 : T
  %r:3 = scf.while (%i = %a, %n = %zero, %x = %none) : (T, i64, T) -> (T, i64, T) {
    %more = arith.cmpi LESS, %i, %b : T
    scf.condition(%more) %i, %n, %x : T, i64, T
  } do {
  ^bb(%i: T, %n: i64, %x: T):
    %m = arith.addi %n, %one : i64
    %p = arith.muli %x, %seven : T
    %q = arith.xori %p, %i : T
    %j = arith.addi %i, %s : T
    scf.yield %j, %m, %q : T, i64, T
  }
  return %r#1, %r#2 : i64, T
}
"""


def signed(number: int, width: int) -> int:
    number %= 1 << width
    return number - (1 << width) if number >= 1 << (width - 1) else number


def by_python(start: int, stop: int, step: int, width: int) -> tuple[int, int]:
    turns, x = 0, 0
    for i in range(start, stop, step):
        turns, x = turns + 1, (x * 7 ^ i) % (1 << width)
    return turns, signed(x, width)


@pytest.mark.feature("S4-22")
@pytest.mark.parametrize("kind", ["", "unsigned"])
@pytest.mark.parametrize(("type", "width"), [("index", 64), ("i64", 64), ("i32", 32), ("i16", 16), ("i8", 8)])
def test_loops_have_the_turns_that_they_had(type: str, width: int, kind: str) -> None:
    of = LOOPS.replace("-> (i64, T) : T {", "-> (i64, T) {") if type == "index" else LOOPS
    text = of.replace("UNSIGNED", kind).replace("LESS", "ult" if kind else "slt")
    program = asyncir.compile(text.replace("T", type))
    least, most = (0, (1 << width) - 1) if kind else (-(1 << (width - 1)), (1 << (width - 1)) - 1)
    ranges = [(0, n, 1) for n in (0, 1, 100, 65535, 65536, 65537, 131073)]
    ranges += [(most - n, most, 1) for n in (5, 100, 65536, 131080)]
    ranges += [(least, least + n, 1) for n in (100, 65536, 70000)]
    ranges += [(0, 1_000_000, 70_000), (most - 70_000, most - 10, 3), (most, least, 1)]
    for start, stop, step in ranges:
        if not (least <= min(start, stop) and max(start, stop, stop - 1 + step) <= most):
            continue
        bounds = [signed(number, width) for number in (start, stop, step)]
        expected = by_python(start, stop, step, width)
        assert program.counted(*bounds) == expected
        assert program.whiles(*bounds) == expected


NEST = """
func.func @nest(%n: T, %m: T) -> T {
  %c0 = arith.constant 0 : T
  %c1 = arith.constant 1 : T
  %s = scf.for UNSIGNED %i = %c0 to %n step %c1 iter_args(%a = %c0) -> T : T {
    %t = scf.for UNSIGNED %j = %c0 to %m step %c1 iter_args(%b = %a) -> T : T {
      %x = arith.muli %b, %i : T
      %y = arith.addi %x, %j : T
      scf.yield %y : T
    }
    scf.yield %t : T
  }
  return %s : T
}
"""


@pytest.mark.feature("S4-22")
@pytest.mark.parametrize("kind", ["", "unsigned"])
@pytest.mark.parametrize(("type", "width"), [("index", 64), ("i64", 64), ("i32", 32), ("i8", 8)])
def test_nests_have_the_turns_that_they_had(type: str, width: int, kind: str) -> None:
    of = NEST.replace(" : T {\n    ", " {\n    ") if type == "index" else NEST
    program = asyncir.compile(of.replace("UNSIGNED", kind).replace("T", type))
    for n, m in (
        (0, 3),
        (1, 0),
        (63, 3),
        (64, 1),
        (65, 3),
        (127, 100),
        (3, 16384),
        (3, 16385),
        (1, (1 << 20) + 1),
    ):
        if max(n, m) >= 1 << (width - 1):
            continue
        expected = 0
        for i in range(n):
            for j in range(m):
                expected = (expected * i + j) % (1 << width)
        assert program.nest(n, m) == signed(expected, width)
