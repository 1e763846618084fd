"""Loops, whose accesses are reported in front of them where they are in a row: the interpreter says which of them race."""

from __future__ import annotations

import itertools
import re

import pytest

from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module
from tests.races.detection import compiled, races_of

HEAD = """\
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %l = arith.constant 39 : index
  %n = arith.constant 40 : index
  %one = arith.constant 1 : i64
  %yes = arith.constant true
  %no = arith.constant false
  %a = memref.alloc() : memref<41xi64>
  %m = memref.alloc() : memref<41x41xi64>
"""


def for_(counter: str, low: str, high: str, body: str) -> str:
    return f"scf.for {counter} = {low} to {high} step %c1 {{\n{body}\n}}\n"


def row(low: str, high: str) -> str:
    return for_("%i", low, high, "store a[%i]")


def each(body: str) -> str:
    return f"scf.parallel (%i) = (%c0) to (%n) step (%c1) {{\n{body}\nscf.reduce\n}}\n"


def square(body: str) -> str:
    return f"scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {{\n{body}\nscf.reduce\n}}\n"


def beside(task: str, rest: str = "") -> str:
    """A task, and what happens at the same time."""
    return f"%t = async.execute {{\n{task}\nasync.yield\n}}\n{rest}\nasync.await %t : !async.token\n"


def if_(condition: str, body: str) -> str:
    return f"scf.if {condition} {{\n{body}\n}}"


TABLE = for_("%j", "%c0", "%n", for_("%k", "%c0", "%n", "load m[%k, %j]\nload a[%j]"))
COPY = """\
%b = memref.alloc() : memref<41xi64>
memref.copy %a, %b : memref<41xi64> to memref<41xi64>
memref.dealloc %b : memref<41xi64>"""

CASES: dict[str, tuple[str, bool]] = {
    "a row beside its end": (beside(row("%c0", "%n"), "store a[%n]"), False),
    "a row and its last element": (beside(row("%c0", "%n"), "store a[%l]"), True),
    "two rows that meet": (beside(row("%c0", "%c3"), row("%c3", "%n")), False),
    "two rows that overlap": (beside(row("%c0", "%c3"), row("%c2", "%n")), True),
    "a row of nothing": (beside(row("%n", "%c0"), row("%c0", "%n")), False),
    "what no iteration reads": (beside(for_("%i", "%c3", "%c2", "load a[%c1]"), row("%c0", "%n")), False),
    "what each iteration reads": (beside(for_("%i", "%c2", "%c3", "load a[%c1]"), row("%c0", "%n")), True),
    "on a condition": (beside(for_("%i", "%c0", "%n", if_("%yes", "store a[%i]")), row("%c2", "%c3")), True),
    "on none": (beside(for_("%i", "%c0", "%n", if_("%no", "store a[%i]")), row("%c2", "%c3")), False),
    "a table beside it": (beside(TABLE, "store m[%n, %c0]"), False),
    "a column of a table": (beside(TABLE, "store m[%c3, %c2]"), True),
    "its own": (each("load a[%i]\nstore a[%i]"), False),
    "its neighbour's": (each("%k = arith.addi %i, %c1 : index\nload a[%k]\nstore a[%i]"), True),
    "the same": (each("store a[%c3]"), True),
    "all read the same": (each("load a[%c3]"), False),
    "all read what one writes": (each("load a[%c3]\nstore a[%i]"), True),
    "a row of a table each": (each(for_("%j", "%c0", "%n", "store m[%i, %j]")), False),
    "a row and a column each": (each(for_("%j", "%c0", "%n", "store m[%i, %j]\nload m[%j, %i]")), True),
    "an element of a table each": (square("store m[%i, %j]"), False),
    "and that across": (square("store m[%i, %j]\nload m[%j, %i]"), True),
    "an element for many": (square("store a[%i]"), True),
    "two loops behind each other": (2 * each("store a[%i]"), False),
    "tasks in iterations": (each(beside("store a[%i]")), False),
    "tasks in iterations that meet": (each(beside("store a[%c1]")), True),
    "a copy, and a row of it": (beside(COPY, row("%c2", "%c3")), True),
}


def program(body: str) -> str:
    """The program of a case, whose accesses are written short."""
    types = {"a": "memref<41xi64>", "m": "memref<41x41xi64>"}
    numbers = itertools.count()

    def access(found: re.Match[str]) -> str:
        how, memory, place = found.groups()
        start = "memref.store %one," if how == "store" else f"%x{next(numbers)} = memref.load"
        return f"{start} %{memory}{place} : {types[memory]}"

    short = re.compile(r"(store|load) (.)(\[.*?\])")
    return f"{HEAD}{short.sub(access, body)}return\n}}\n"


@pytest.mark.parametrize("name", CASES)
def test_the_race_of_a_loop(name: str) -> None:
    body, racy = CASES[name]
    text = program(body)
    outcome = interpret(parse_module(text, "p.mlir"), "main", (), parse_schedule("latest"))
    assert [d.code for d in outcome.diagnostics] == (["S001"] if racy else [])
    assert bool(races_of(compiled(text)["main"])) == racy
