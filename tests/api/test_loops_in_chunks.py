"""Loops that look for Ctrl-C go on over chunks: they have the turns that they had, for counters of any width."""

from __future__ import annotations

import pytest

import asyncir
from asyncir.dialects import arith, func, scf
from asyncir.ir import Context, IntegerAttr, ModuleOp, Rewriter, StringAttr
from asyncir.ir.marks import POLLS
from asyncir.ir.walk import walk
from asyncir.semantics import interpret
from asyncir.transforms.split_brief_loops import SplitBriefLoops

pytestmark = pytest.mark.usefixtures("loops_end")

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
func.func @nest(%a: T, %b: T, %c: T, %m: T) -> (i64, T) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %five = arith.constant 5 : T
  %none = arith.constant 0 : T
  %r:2 = scf.for UNSIGNED %i = %a to %b step STEP iter_args(%n = %zero, %x = %none) -> (i64, T) : T {
    %q:2 = scf.for KIND %j = %c to %m step INNER iter_args(%o = %n, %y = %x) -> (i64, T) : T {
      %p = arith.addi %o, %one : i64
      %z = arith.muli %y, %five : T
      %v = arith.addi %z, %i : T
      %w = arith.xori %v, %j : T
      scf.yield %p, %w : i64, T
    }
    %u = arith.muli %q#1, %five : T
    %k = arith.xori %u, %i : T
    scf.yield %q#0, %k : i64, T
  }
  return %r#0, %r#1 : i64, T
}
"""
"""No turn is forgotten: what it leaves in the carried value is multiplied by an odd number."""


def nest_by_python(outer: range, inner: range, width: int) -> tuple[int, int]:
    n, x, mask = 0, 0, (1 << width) - 1
    for i in outer:
        for j in inner:
            n, x = n + 1, (x * 5 + i ^ j) & mask
        x = (x * 5 ^ i) & mask
    return n, signed(x, width)


def nest_of(type: str, kind: str, step: int, inner: int) -> str:
    text = NEST.replace(" : T {", " {") if type == "index" else NEST
    sizes = f"%step = arith.constant {step} : T\n  %inner = arith.constant {inner} : T\n  %none ="
    text = text.replace("STEP", "%step").replace("INNER", "%inner").replace("%none =", sizes)
    inside = "unsigned" if kind == "unsigned" else ""
    return text.replace("UNSIGNED", "unsigned" if kind else "").replace("KIND", inside).replace("T", type)


FEW = 1 << 14
"""Turns of the inner loop, up to which 64 turns of the outermost one go by between two looks."""


@pytest.mark.feature("S4-22")
@pytest.mark.parametrize("kind", ["", "unsigned", "unsigned outside"])
@pytest.mark.parametrize(("type", "width"), [("index", 64), ("i64", 64), ("i32", 32), ("i8", 8)])
def test_nests_have_the_turns_that_they_had(type: str, width: int, kind: str) -> None:
    most = (1 << width) - 1 if kind else (1 << (width - 1)) - 1
    least = 0 if kind else -most - 1
    ranges = [((0, n), (0, m)) for n in (0, 1, 2, 63, 64, 65, 127, 128, 129) for m in (0, 1, 3)]
    ranges += [((5, 75), (2, 5)), ((60, 125), (100, 120)), ((-70, 60), (-3, 2)), ((-100, -36), (-9, -7))]
    ranges += [((-5, 3), (-99, 1)), ((10, -10), (0, 3)), ((most - 70, most - 3), (0, 3))]
    ranges += [((least, least + 66), (0, 2)), ((0, 3), (most - 5, most - 5)), ((0, 3), (most - 9, most - 5))]
    middle = 1 << (width - 1)
    ranges += [((middle - 70, middle + 30), (0, 3)), ((0, 3), (middle - 3, middle + 3))]
    ranges += [((0, 3), (0, FEW + 1)), ((-1, 1), (0, (1 << 19) + 1))]
    for step, inner in ((1, 1), (3, 1), (1, 3)):
        program = asyncir.compile(nest_of(type, kind, step, inner))
        for (a, b), (c, m) in ranges:
            within = m + inner - 1 <= (most if kind != "unsigned outside" else middle - 1)
            fits = least <= min(a, b, c, m) and b + step - 1 <= most and within
            if not fits or ((step, inner) != (1, 1) and m > FEW and m - c > FEW):
                continue
            expected = nest_by_python(range(a, b, step), range(c, m, inner), width)
            given = [signed(number, width) for number in (a, b, c, m)]
            assert program.nest(*given) == expected, (a, b, step, c, m, inner)


@pytest.mark.feature("S4-22")
def test_an_outermost_loop_that_ends_where_numbers_end_is_left_in_time() -> None:
    """64 turns ahead there is no number."""
    program = asyncir.compile(nest_of("index", "", 1, 1))
    last = (1 << 63) - 1
    for start, stop in ((last - 3, last), (last - 130, last), ((1 << 62) - 5, (1 << 62) + 3)):
        assert program.nest(start, stop, 0, 2) == nest_by_python(range(start, stop), range(2), 64)


@pytest.mark.feature("S4-22")
@pytest.mark.parametrize(
    ("start", "stop", "brief"),
    [
        (0, 1 << 20, True),
        (0, (1 << 20) + 1, False),
        (5, (1 << 20) + 5, True),
        (5, (1 << 20) + 6, False),
        (-(1 << 20), 0, True),
        (-(1 << 20), 1, False),
        (3, -3, True),
        (-(1 << 50), 0, False),
        (-(1 << 50), -(1 << 45), False),
        (-(1 << 63), (1 << 63) - 1, False),
        (1 << 50, (1 << 50) + (1 << 45), False),
        (0, (1 << 63) - 1, False),
        (5, -(1 << 63), True),
    ],
)
def test_only_inner_loops_that_are_short_are_not_looked_at(start: int, stop: int, brief: bool) -> None:
    module = asyncir.parse(nest_of("index", "", 1, 1))
    module.attributes[POLLS] = StringAttr("leaves")
    SplitBriefLoops().apply(Context(), module)
    module.verify()
    assert is_brief(module, start, stop) is brief


@pytest.mark.feature("S4-22")
def test_inner_loops_without_a_sign_are_always_looked_at() -> None:
    module = asyncir.parse(nest_of("index", "unsigned", 1, 1))
    module.attributes[POLLS] = StringAttr("leaves")
    SplitBriefLoops().apply(Context(), module)
    assert not [op for op in walk(module) if isinstance(op, scf.IfOp)]


def is_brief(module: ModuleOp, start: int, stop: int) -> bool:
    """Whether the copy that looks less often is chosen for these bounds of the inner loop, by the interpreter."""
    (branch,) = (op for op in walk(module) if isinstance(op, scf.IfOp))
    (back,) = (op for op in walk(module) if isinstance(op, func.ReturnOp))
    chosen = arith.ExtUIOp(branch.cond, back.operands[0].type)
    zero = arith.ConstantOp(IntegerAttr(0, 64))
    block = branch.parent
    assert block is not None
    block.insert_ops_before([chosen, zero], branch)
    back.operands = [chosen.result, zero.result]
    Rewriter.erase_op(branch)
    outcome = interpret(module, "nest", [0, 3, start, stop])
    assert outcome.diagnostics == ()
    return bool(outcome.results[0])
