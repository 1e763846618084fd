"""Schedules: what each does, that they can be repeated, and that `exhaustive` finds exactly what can happen."""

from __future__ import annotations

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.semantics import Earliest, Exhaustive, Latest, Seeded, interpret, parse_schedule
from asyncir.source.text import parse_module
from tests.semantics.programs import PRINT, body, error, printed, run


def test_names() -> None:
    assert parse_schedule("earliest") == Earliest()
    assert parse_schedule("latest") == Latest()
    assert parse_schedule("seed:17") == Seeded(17)
    assert parse_schedule("exhaustive") == Exhaustive()


@pytest.mark.parametrize(
    "text", ["", "seed", "seed:", "seed:-1", "seed:x", "seed:" + "9" * 30, "Earliest", "random"]
)
def test_other_names_are_refused(text: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        parse_schedule(text)
    assert [d.code for d in caught.value.diagnostics] == ["S015"]


def _prints(*digits: int) -> list[str]:
    return [f"func.call @printI64(%d{d}) : (i64) -> ()" for d in digits]


def _task(name: str, *lines: str, needs: str = "") -> list[str]:
    return [f"%{name} = async.execute {needs}{{", *lines, "async.yield", "}"]


def _program(*lines: str) -> str:
    constants = [f"%d{d} = arith.constant {d} : i64" for d in range(10)]
    return PRINT + body([*constants, *lines])


THREE = _program(
    *_task("a", *_prints(1)),
    *_task("b", *_prints(2)),
    *_prints(0),
    "async.await %b : !async.token",
    *_prints(9),
    *_task("c", *_prints(3)),
)


def test_earliest_runs_tasks_at_their_issue() -> None:
    assert printed(run(THREE, schedule="earliest")) == {"12093"}


def test_latest_runs_only_what_is_waited_for() -> None:
    assert printed(run(THREE, schedule="latest")) == {"02913"}


def test_latest_runs_what_a_task_waits_for_before_it() -> None:
    text = _program(
        *_task("a", *_prints(1)),
        *_task("b", *_prints(2)),
        *_task("c", *_prints(3), needs="[%a] "),
        *_prints(0),
        "async.await %c : !async.token",
        *_prints(9),
    )
    assert printed(run(text, schedule="latest")) == {"01392"}


def test_the_same_seed_is_the_same_run() -> None:
    module = parse_module(THREE)
    traces = [interpret(module, "main", [], Seeded(n)).trace for n in range(20)]
    assert traces == [interpret(module, "main", [], Seeded(n)).trace for n in range(20)]
    assert len(set(traces)) > 5


CORNERS = {
    "two tasks that print twice": (
        _program(*_task("a", *_prints(1, 1)), *_task("b", *_prints(2, 2))),
        {"1122", "1212", "1221", "2112", "2121", "2211"},
    ),
    "order by a token": (
        _program(*_task("a", *_prints(1)), *_task("b", *_prints(2), needs="[%a] "), *_prints(3)),
        {"123", "132", "312"},
    ),
    "a print between two waits": (
        _program(
            *_task("a", *_prints(1)),
            *_task("b", *_prints(2)),
            "async.await %a : !async.token",
            *_prints(3),
            "async.await %b : !async.token",
            *_prints(4),
        ),
        {"1234", "1324", "2134"},
    ),
    "nested tasks": (
        _program(*_task("a", *_task("b", *_prints(1)), *_prints(2)), *_prints(3)),
        {"123", "132", "213", "231", "312", "321"},
    ),
    "only one order": (
        _program(*_task("a", *_prints(1)), "async.await %a : !async.token", *_prints(2)),
        {"12"},
    ),
}


@pytest.mark.parametrize("name", CORNERS)
def test_exhaustive_finds_exactly_what_can_happen(name: str) -> None:
    text, expected = CORNERS[name]
    assert printed(run(text, schedule="exhaustive")) == expected


@pytest.mark.parametrize("name", CORNERS)
def test_seeds_find_nothing_else(name: str) -> None:
    text, expected = CORNERS[name]
    module = parse_module(text)
    found = {"".join(interpret(module, "main", [], Seeded(n)).output.split()) for n in range(300)}
    assert found == expected


def test_exhaustive_tries_orders_that_matter_only() -> None:
    tasks = [line for n in range(6) for line in _task(f"t{n}", "%x = arith.addi %d1, %d2 : i64")]
    outcome = run(_program(*tasks), schedule="exhaustive")
    assert outcome.ok
    assert outcome.others == ()


def test_exhaustive_sees_orders_of_atomics() -> None:
    text = PRINT + body(
        [
            "%c0 = arith.constant 0 : index",
            "%one = arith.constant 1 : i64",
            "%two = arith.constant 2 : i64",
            "%m = memref.alloc() : memref<1xi64>",
            "memref.store %one, %m[%c0] : memref<1xi64>",
            "%t = async.execute {",
            "%a = memref.atomic_rmw addi %one, %m[%c0] : (i64, memref<1xi64>) -> i64",
            "async.yield",
            "}",
            "%b = memref.atomic_rmw muli %two, %m[%c0] : (i64, memref<1xi64>) -> i64",
            "async.await %t : !async.token",
            "%x = memref.load %m[%c0] : memref<1xi64>",
            "func.call @printI64(%x) : (i64) -> ()",
        ]
    )
    assert printed(run(text, schedule="exhaustive")) == {"3", "4"}


def test_exhaustive_sees_when_an_error_is_asked_for() -> None:
    text = PRINT + body(
        [
            "%false = arith.constant false",
            "%t = async.execute {",
            'cf.assert %false, "no"',
            "async.yield",
            "}",
            "%e = async.runtime.is_error %t : !async.token",
            "%x = arith.extui %e : i1 to i64",
            "func.call @printI64(%x) : (i64) -> ()",
        ]
    )
    outcome = run(text, schedule="exhaustive")
    assert printed(outcome) == {"0", "1"}
    assert printed(run(text, schedule="earliest")) == {"1"}
    assert printed(run(text, schedule="latest")) == {"0"}


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        (Exhaustive(max_tasks=2), "more than 2 tasks are issued, too many to try all orders"),
        (Exhaustive(max_runs=5), "to try all orders takes more than 5 runs"),
        (Exhaustive(max_steps=1000), "to try all orders takes more than 1000 steps of the tasks"),
    ],
)
def test_exhaustive_has_bounds(bounds: Exhaustive, message: str) -> None:
    tasks = [line.replace("%t", f"%t{n}") for n in range(3) for line in _task("t", *_prints(1))]
    module = parse_module(_program(*tasks))
    assert interpret(module, "main", [], Exhaustive()).runs == 6
    found = error(interpret(module, "main", [], bounds))
    assert (found.code, found.message) == ("S009", message)


def test_arrays_are_restored_between_orders() -> None:
    import numpy as np

    text = """
func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %t = async.execute {
    %a = memref.atomic_rmw addi %one, %m[%c0] : (i64, memref<1xi64>) -> i64
    async.yield
  }
  %b = memref.atomic_rmw addi %one, %m[%c0] : (i64, memref<1xi64>) -> i64
  return
}
"""
    array = np.array([5], np.int64)
    outcome = run(text, array, schedule="exhaustive")
    assert outcome.ok
    assert outcome.others == ()
    assert array.tolist() == [7]


def test_deadlock_names_the_waits() -> None:
    text = body(
        [
            "%t = async.runtime.create : !async.token",
            "%u = async.execute [%t] {",
            "async.yield",
            "}",
            "async.await %u : !async.token",
        ]
    )
    for schedule in ("earliest", "latest", "seed:3", "exhaustive"):
        found = error(run(text, schedule=schedule))
        assert found.code == "R104"
        assert {(n.message, n.span.line if n.span else 0) for n in found.notes} == {
            ("the entry waits for this", 3),
            ("task 0.1 waits for this", 2),
        }
