"""All orders of task programs that have too many to try one by one."""

from __future__ import annotations

from math import comb, factorial

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.semantics import Exhaustive, InOrder, interpret, parse_schedule
from asyncir.source.text import parse_module
from tests.semantics.order_programs import (
    completed_by_its_consumer,
    independent_and_dependent,
    produced,
    task,
    through_a_ring,
)
from tests.semantics.programs import PRINT, body, printed, run

pytestmark = pytest.mark.feature("S4-9")


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
    # An item is made, taken and printed: so many ways have three chains of which none overtakes the one before.
    assert outcome.orders == comb(3 * items, items) // (2 * items + 1)


@pytest.mark.parametrize("items", [6, 10])
def test_a_producer_and_a_consumer_through_a_ring(items: int) -> None:
    outcome = run(through_a_ring(items), schedule="exhaustive")
    assert (outcome.ok, outcome.output.count("1"), outcome.runs, outcome.others) == (True, items, 1, ())
    # While an item is taken and printed, the next one is made: before, between or behind.
    assert outcome.orders == 3 ** (items - 1)


@pytest.mark.parametrize("items", [6, 10])
def test_a_slot_that_is_used_too_early_is_found(items: int) -> None:
    """The last item is produced without waiting for its slot."""
    text = through_a_ring(items).replace(f"[%p{items - 2}, %q{items - 3}]", f"[%p{items - 2}]")
    assert text != through_a_ring(items)
    outcome = run(text, schedule="exhaustive")
    assert [d.code for d in outcome.diagnostics] == ["S001"]


def test_twelve_tasks_and_three_that_need_them() -> None:
    outcome = run(independent_and_dependent(), schedule="exhaustive")
    assert (outcome.ok, outcome.runs) == (True, 1)
    # A forest: of the orders of its nodes those in which each root comes last in its tree of five.
    assert outcome.orders == factorial(15) // 5**3


def test_a_dependency_that_one_of_three_lacks_is_found() -> None:
    outcome = run(independent_and_dependent().replace(", %p11]", "]"), schedule="exhaustive")
    assert [d.code for d in outcome.diagnostics] == ["S001"]


def test_what_its_own_consumer_completes_never_comes() -> None:
    outcome = run(completed_by_its_consumer(), schedule="exhaustive")
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
