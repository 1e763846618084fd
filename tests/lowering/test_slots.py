"""Where a function fails it lets go of what it holds there, and of nothing else (S4-25)."""

from __future__ import annotations

import pytest

import asyncir
from asyncir.launch import runtime
from asyncir.lowering.cpu.slots import MOST_MASKED

COUNTS = [1, 2, MOST_MASKED - 1, MOST_MASKED, MOST_MASKED + 1, 2 * MOST_MASKED]
"""How many tokens are held at once: as many as a mask has bits, and more."""

OPTIMISED = [1, 2, MOST_MASKED + 1]
"""How many at -O2, which takes long: what is let go of was decided before."""


CALL = """
func.func @main(%n: i64) {
  %t = async.call @work(%n) : (i64) -> !async.token
  async.await %t : !async.token
  return
}
"""


def program(count: int, kind: str) -> str:
    """Launches tasks and awaits them in the same order; fails where one of them has the number that it is given.

    It fails for itself, where the number is negative: -2, when half are awaited; -3, when half are launched.
    """
    launches = [
        f"""
  %i{i} = arith.constant {i} : i64
  %t{i}, %v{i} = async.execute -> !async.value<i64> {{
    %other = arith.cmpi ne, %n, %i{i} : i64
    cf.assert %other, "it is this one"
    async.yield %i{i} : i64
  }}"""
        for i in range(count)
    ]
    awaits = "\n".join(f"  %x{i} = async.await %v{i} : !async.value<i64>" for i in range(count // 2))
    rest = "\n".join(f"  %x{i} = async.await %v{i} : !async.value<i64>" for i in range(count // 2, count))
    if kind == "func.func":
        head, tail = "func.func @main(%n: i64)", ""
    else:
        head, tail = "async.func private @work(%n: i64) -> !async.token", CALL
    return f"""
{head} {{
  %zero = arith.constant 0 : i64
  %none = arith.constant -2 : i64
  %minus_three = arith.constant -3 : i64
  %early = arith.cmpi ne, %n, %minus_three : i64
  {"".join(launches[: count // 2])}
  cf.assert %early, "half is launched"
  {"".join(launches[count // 2 :])}
  {awaits}
  %good = arith.cmpi ne, %n, %none : i64
  cf.assert %good, "half is awaited"
  {rest}
  {"async.return" if kind == "async.func" else "return"}
}}
{tail}
"""


def alive() -> tuple[int, int]:
    """Tasks and errors, once nothing runs."""
    counts = runtime.counts()
    return counts.tasks, counts.errors


@pytest.mark.parametrize("kind", ["func.func", "async.func"])
@pytest.mark.parametrize(("count", "opt_level"), [*((n, 0) for n in COUNTS), *((n, 2) for n in OPTIMISED)])
def test_a_failing_function_lets_go_of_what_it_holds(count: int, kind: str, opt_level: int) -> None:
    main = asyncir.compile(program(count, kind), opt_level=opt_level).main
    before = alive()
    main(-1)
    for number, why in (
        (0, "this one"),
        (count - 1, "this one"),
        (count // 2, "this one"),
        (-2, "awaited"),
        (-3, "launched"),
    ):
        with pytest.raises(asyncir.ProgramError, match=why):
            main(number)
        assert alive() == before


HELD_IN_A_LOOP = """
func.func @main(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %ten = arith.constant 10 : i64
  %first = async.execute {
    async.yield
  }
  %sum, %last = scf.for %i = %zero to %ten step %one iter_args(%sum = %zero, %before = %first) -> (i64, !async.token) : i64 {
    %t, %v = async.execute [%before] -> !async.value<i64> {
      %other = arith.cmpi ne, %n, %i : i64
      cf.assert %other, "it is this one"
      async.yield %i : i64
    }
    %odd = arith.andi %i, %one : i64
    %is_odd = arith.cmpi eq, %odd, %one : i64
    %next = scf.if %is_odd -> (i64) {
      %x = async.await %v : !async.value<i64>
      %new = arith.addi %sum, %x : i64
      scf.yield %new : i64
    } else {
      scf.yield %sum : i64
    }
    scf.yield %next, %t : i64, !async.token
  }
  async.await %last : !async.token
  return %sum : i64
}
"""


@pytest.mark.parametrize("opt_level", [0, 2])
def test_what_is_held_differs_from_block_to_block(opt_level: int) -> None:
    main = asyncir.compile(HELD_IN_A_LOOP, opt_level=opt_level).main
    before = alive()
    assert main(-1) == 25
    for number in range(10):
        with pytest.raises(asyncir.ProgramError, match="this one"):
            main(number)
    assert alive() == before
