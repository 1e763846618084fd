"""All orders of task programs that have too many to try one by one."""

from __future__ import annotations

from math import factorial

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.semantics import Exhaustive, InOrder, interpret, parse_schedule
from asyncir.source.text import parse_module
from tests.semantics.programs import PRINT, body, printed, run

pytestmark = pytest.mark.feature("S4-9")


def task(name: str, lines: list[str], needs: str = "") -> list[str]:
    return [f"%{name} = async.execute {needs}{{", *lines, "async.yield", "}"]


def produced(items: int) -> str:
    """A producer and a consumer of so many items: each a chain of tasks, an item is consumed behind its production."""
    lines = [f"%k{n} = arith.constant {n} : index" for n in range(items)]
    lines += [f"%b = memref.alloc() : memref<{items}xi64>", "%one = arith.constant 1 : i64"]
    for n in range(items):
        store = [f"memref.store %one, %b[%k{n}] : memref<{items}xi64>"]
        lines += task(f"p{n}", store, f"[%p{n - 1}] " if n else "")
    for n in range(items):
        load = [
            f"%v{n} = memref.load %b[%k{n}] : memref<{items}xi64>",
            f"func.call @printI64(%v{n}) : (i64) -> ()",
        ]
        lines += task(f"q{n}", load, f"[%p{n}, %q{n - 1}] " if n else "[%p0] ")
    return PRINT + body([*lines, f"async.await %q{items - 1} : !async.token"])


def adding(tasks: int, result: str = "") -> str:
    """Tasks that add to one element, atomically."""
    lines = [
        "%c0 = arith.constant 0 : index",
        "%zero = arith.constant 0 : i64",
        "%one = arith.constant 1 : i64",
    ]
    lines += ["%m = memref.alloc() : memref<1xi64>", "memref.store %zero, %m[%c0] : memref<1xi64>"]
    for n in range(tasks):
        add = [f"%r{n} = memref.atomic_rmw addi %one, %m[%c0] : (i64, memref<1xi64>) -> i64"]
        lines += task(f"t{n}", add + ([result.format(n=n)] if result else []))
    lines += [f"async.await %t{n} : !async.token" for n in range(tasks)]
    lines += ["%x = memref.load %m[%c0] : memref<1xi64>", "func.call @printI64(%x) : (i64) -> ()"]
    return PRINT + body(lines)


@pytest.mark.parametrize("items", [6, 10, 40])
def test_a_producer_and_a_consumer(items: int) -> None:
    outcome = run(produced(items), schedule="exhaustive")
    assert (outcome.ok, outcome.output.count("1"), outcome.runs, outcome.others) == (True, items, 1, ())
    assert outcome.orders is not None
    assert outcome.orders > 2**items


def test_twelve_tasks_and_three_that_need_them() -> None:
    lines: list[str] = []
    for n in range(12):
        lines += task(f"p{n}", [])
    for n in range(3):
        lines += task(f"q{n}", [], f"[{', '.join(f'%p{k}' for k in range(n, 12, 3))}] ")
    lines += [f"async.await %q{n} : !async.token" for n in range(3)]
    outcome = run(body(lines), schedule="exhaustive")
    assert (outcome.ok, outcome.runs) == (True, 1)
    assert outcome.orders is not None
    assert outcome.orders >= factorial(12)


def test_what_its_own_consumer_completes_never_comes() -> None:
    lines = ["%t = async.runtime.create : !async.token"]
    lines += task("u", ["async.runtime.set_available %t : !async.token"], "[%t] ")
    outcome = run(body([*lines, "async.await %u : !async.token"]), schedule="exhaustive")
    assert [d.code for d in outcome.diagnostics] == ["R104"]


def test_atomic_sums_of_which_nobody_reads_the_old_value_have_any_order() -> None:
    outcome = run(adding(10), schedule="exhaustive")
    assert (outcome.output.split(), outcome.runs, outcome.others) == (["10"], 1, ())
    read = run(adding(3, "func.call @printI64(%r{n}) : (i64) -> ()"), schedule="exhaustive")
    assert read.runs > 1
    assert len(printed(read)) > 1
    times = adding(2).replace("%r1 = memref.atomic_rmw addi", "%r1 = memref.atomic_rmw muli")
    assert run(times, schedule="exhaustive").runs == 2


def test_each_outcome_comes_again_in_its_order() -> None:
    lines = [
        "%one = arith.constant 1 : i64",
        "%two = arith.constant 2 : i64",
        "%three = arith.constant 3 : i64",
    ]
    for name in ("one", "two", "three"):
        lines += task(f"t_{name}", [f"func.call @printI64(%{name}) : (i64) -> ()"])
    lines += [f"async.await %t_{name} : !async.token" for name in ("one", "two", "three")]
    module = parse_module(PRINT + body(lines))
    found = interpret(module, "main", [], Exhaustive())
    assert (found.runs, len(found.others)) == (6, 5)
    for each in (found, *found.others):
        schedule = parse_schedule(str(InOrder(each.order)))
        assert interpret(module, "main", [], schedule).output == each.output


def test_a_race_comes_again_in_its_order() -> None:
    lines = ["%m = memref.alloc() : memref<i64>", "%one = arith.constant 1 : i64"]
    lines += task("t", ["memref.store %one, %m[] : memref<i64>"])
    lines += ["memref.store %one, %m[] : memref<i64>", "async.await %t : !async.token"]
    module = parse_module(body(lines))
    found = interpret(module, "main", [], Exhaustive())
    again = interpret(module, "main", [], InOrder(found.order))
    assert [d.code for d in found.diagnostics] == [d.code for d in again.diagnostics] == ["S001"]


def test_an_order_of_another_program_is_refused() -> None:
    with pytest.raises(DiagnosticError, match="does not fit"):
        run(produced(2), schedule="order:0,0.9")
    with pytest.raises(DiagnosticError, match="is no schedule"):
        run(produced(2), schedule="order:")
