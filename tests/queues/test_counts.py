"""Token to count on random programs: right, and as exact as the source says. `bench/queue_programs.py` runs thousands."""

from __future__ import annotations

from collections import Counter

import pytest

from asyncir.ir import IntegerAttr, i64
from tests.queues import counted
from tests.queues.exactness import compare
from tests.queues.formula import Inputs, execute
from tests.queues.printer import arguments
from tests.queues.running import Runner, module_of, with_counts
from tests.queues.syntax import (
    Async,
    Buffer,
    Cell,
    Commit,
    Flag,
    For,
    If,
    Program,
    Ready,
    Select,
    Stmt,
    Use,
    Var,
    Wait,
)

IN = Cell("in0", 0, 0)


def issue(token: str, row: int, queue: int = 0) -> Commit:
    """A group with one copy."""
    return Commit(token, queue, (Async((IN,), (Cell("buf0", row, 0),)),))


def program(*body: Stmt, indices: tuple[str, ...] = (), flags: tuple[str, ...] = ()) -> Program:
    """A program with two buffers."""
    return Program(body, (Buffer("in0", 8, 1), Buffer("buf0", 4, 1)), indices, flags, 0)


def counts(source: Program, inputs: Inputs = Inputs()) -> list[float]:  # noqa: B008
    """The exact count of each dynamic wait on FIFO 0; infinite where it waits for nothing there."""
    found = execute(source, inputs, 0).waits
    return [next((e.count for e in wait if e.fifo == 0), float("inf")) for wait in found]


PIPELINE = program(
    issue("t1", 0),
    issue("t2", 1),
    For(
        "i1",
        0,
        Var("i0"),
        1,
        (("t3", "t1"), ("t4", "t2")),
        (Wait(1, ("t3",)), issue("t5", 2), issue("t6", 3, 1)),
        ("t4", "t5"),
        ("t7", "t8"),
    ),
    Wait(2, ("t7", "t8")),
    indices=("i0",),
)


def test_the_formula_counts_the_groups_behind_the_one_awaited() -> None:
    assert counts(PIPELINE, Inputs({"i0": 3})) == [1, 1, 1, 0]
    assert counts(PIPELINE, Inputs({"i0": 0})) == [0]


def test_the_formula_takes_the_path_that_is_taken() -> None:
    branch = If(Flag("b0"), (issue("t2", 1),), (), style="scf")
    source = program(issue("t1", 0), branch, Wait(1, ("t1",)), flags=("b0",))
    assert counts(source, Inputs({}, {"b0": True})) == [1]
    assert counts(source, Inputs({}, {"b0": False})) == [0]


def test_a_ready_token_sets_no_bound() -> None:
    source = program(issue("t1", 0), Ready("t2"), Wait(1, ("t2",)), Wait(2, ("t2", "t1")))
    assert counts(source) == [float("inf"), 0]


def test_a_shared_fifo_counts_all_of_its_queues() -> None:
    body = (issue("t1", 0), issue("t2", 1, 1), Wait(1, ("t1",)), Use(Cell("buf0", 0, 0)))
    assert counts(program(*body)) == [0]
    shared = Program(body, program().buffers, (), (), 0, fifos=((0, 1),))
    assert counts(shared) == [1]


def test_a_wait_that_asks_for_more_or_less_is_seen() -> None:
    """The comparison itself: one count is changed by hand."""
    for change, expected in ((1, "less"), (0, "equal"), (-1, "more")):
        module = with_counts(module_of(PIPELINE, marks=True), constant=True)
        wait = next(op for op in module.walk() if op.name == "queue.wait")
        wait.properties["count"] = IntegerAttr(1 + change, i64)
        ran = Runner(module, record=True)(arguments(PIPELINE, Inputs({"i0": 3}), marks=True))
        found = compare(PIPELINE, execute(PIPELINE, Inputs({"i0": 3}), 0), ran.outcome.events)
        seen = {"less" if one.asked < one.exact else "more" for one in found.inexact} or {"equal"}
        assert seen == {expected}


@pytest.mark.parametrize("flag", [False, True])
def test_a_token_of_one_fifo_or_another_asks_for_nothing_of_the_other(flag: bool) -> None:
    """Counted at run time: how many groups came since depends on the trip count."""
    more = For("i1", 0, Var("i0"), 1, (), (issue("t5", 2), issue("t6", 3, 1)), (), ())
    source = program(
        issue("t1", 0),
        issue("t2", 1, 1),
        Select("t3", Flag("b0"), "t1", "t2"),
        more,
        Wait(1, ("t3",)),
        indices=("i0",),
        flags=("b0",),
    )
    target = Runner(with_counts(module_of(source, marks=True)), record=True)
    for trips in (0, 1, 3):
        inputs = Inputs({"i0": trips}, {"b0": flag})
        ran = target(arguments(source, inputs, marks=True))
        assert compare(source, execute(source, inputs, 0), ran.outcome.events).inexact == []


@pytest.mark.feature("S0-23", "S0-29")
@pytest.mark.parametrize("first", range(0, 40, 8))
def test_counts_are_right_and_exact(first: int) -> None:
    waits, inexact = 0, Counter[str]()
    for seed in range(first, first + 8):
        found = counted.count(seed, inputs=3)
        assert (seed, found.source, found.races, found.differences) == (seed, [], [], [])
        waits += found.waits
        inexact += found.inexact
    assert waits > 0
    assert inexact["not explained"] == inexact["asks for less than the source"] == 0
    assert sum(inexact.values()) <= waits / 100
