"""eliminate-awaits: what goes, what stays, and that the program does the same as before."""

import pytest

import asyncir
from asyncir.ir.walk import walk
from asyncir.transforms._remarks import collect_remarks
from tests.analyses.tasks.checking import loop, main, store, task
from tests.transforms.running import outcomes, text_after

AWAIT = "  async.await %t : !async.token\n"


def waits(text):
    """How many waits and dependencies a program has."""
    module = asyncir.parse(text)
    ops = list(walk(module))
    return (
        sum(op.name in ("async.await", "async.await_all") for op in ops),
        sum(len(op.operands) for op in ops if op.name == "async.execute"),
    )


TWICE = main(task(store(index="%k")) + "\n" + AWAIT + AWAIT + store(index="%k") + "\n")
COVERED = main(
    task(store(index="%k"))
    + "\n"
    + task(store(index="%k"), "%u", "[%t] ")
    + "\n"
    + task(store(index="%k"), "%v", "[%t, %u] ")
    + "\n"
    + AWAIT
    + "  async.await %v : !async.token\n"
    + store(index="%k")
    + "\n"
)
APART = main(
    task(store("%A", "%k")) + "\n" + task(store("%B", "%k"), "%u", "[%t] ") + "\n"
    "  async.await %t : !async.token\n  async.await %u : !async.token\n"
)
LOOP = main(
    loop(task(store(index="%c0")) + "\n    async.await %t : !async.token\n    async.await %t : !async.token")
)


@pytest.mark.parametrize(
    ("text", "left"),
    [(TWICE, (1, 0)), (COVERED, (1, 2)), (APART, (2, 0)), (LOOP, (1, 0))],
    ids=["twice", "covered", "nothing in common", "in a loop"],
)
def test_what_nothing_needs_goes(text, left):
    after = text_after(text, "eliminate-awaits")
    assert waits(after) == left
    assert asyncir.check(after).proved
    assert waits(text_after(after, "eliminate-awaits")) == left


@pytest.mark.parametrize("text", [TWICE, COVERED, APART], ids=["twice", "covered", "nothing in common"])
def test_the_program_does_the_same(text):
    assert outcomes(text_after(text, "eliminate-awaits")) == outcomes(text)


def test_a_program_that_races_stays_as_it_is():
    text = TWICE.replace(AWAIT + AWAIT, "") + TWICE.replace("@main", "@other")
    with collect_remarks() as remarks:
        after = text_after(text, "eliminate-awaits")
    assert [r.code for r in remarks] == ["P140"]
    assert waits(after) == (1, 0)
