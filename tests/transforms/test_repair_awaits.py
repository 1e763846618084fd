"""repair-awaits: what is added, that it is as little as can be, and that the result has no race in any order."""

from itertools import islice
from pathlib import Path

import pytest

import asyncir
from asyncir.analyses.synchronisation import check_synchronisation
from asyncir.driver.repairing import repaired as repaired_text
from asyncir.driver.signatures import public_functions
from asyncir.driver.witness import replay, small_arguments
from asyncir.ir.walk import walk
from asyncir.transforms._added_waits import PossibleWaits, add_waits
from asyncir.transforms._remarks import collect_remarks
from asyncir.transforms._task_repairs import NO_WAITS, NOT_ENOUGH, NOTHING_WRONG, repair_of
from tests.analyses.tasks.checking import loop, main, store, task

pytestmark = pytest.mark.feature("N2")


def repaired(text):
    """The repair, and the verdict on what it makes of the program."""
    module = asyncir.parse(text)
    found = repair_of(module)
    add_waits(module, found.waits)
    return found, asyncir.check(module, entry="main").standing


def kinds(text):
    """The names of the ops that the added waits are, or at which they are dependencies."""
    module = asyncir.parse(text)
    ops = list(walk(module))
    return [ops[w.at].name if w.is_dependency else "await" for w in repair_of(module).waits]


TWO = task(store(index="%k")) + "\n" + task(store(index="%k"), "%u") + "\n"
THREE = TWO + task(store(index="%k"), "%v") + "\n"


def test_a_task_waits_for_another_one():
    found, standing = repaired(main(TWO))
    assert (len(found.waits), found.is_smallest, standing) == (1, True, "proved")
    assert kinds(main(TWO)) == ["async.execute"]


def test_a_chain_takes_one_wait_less_than_it_has_tasks():
    found, standing = repaired(main(THREE))
    assert (len(found.waits), standing) == (2, "proved")
    assert kinds(main(THREE)) == ["async.execute", "async.execute"]


def test_one_wait_for_several_readers():
    readers = "".join(f"  %x{n} = memref.load %A[%k] : memref<?xi64>\n" for n in range(3))
    found, standing = repaired(main(task(store(index="%k")) + "\n" + readers))
    assert (len(found.waits), standing) == (1, "proved")
    assert kinds(main(task(store(index="%k")) + "\n" + readers)) == ["await"]


def test_what_is_launched_in_a_task_is_waited_for_there():
    inner = task("      " + task(store(index="%k"), "%i").replace("\n", "\n  "))
    found, standing = repaired(main(inner + "\n  async.await %t : !async.token\n" + store(index="%k") + "\n"))
    assert (len(found.waits), standing) == (1, "proved")


def test_iterations_that_race_are_waited_for_one_by_one():
    text = main(loop(task(store(index="%k"))))
    found, standing = repaired(text)
    assert (len(found.waits), standing) == (1, "proved")


GROUP = (
    "  %g = async.create_group %n : !async.group\n"
    + loop(task(store()) + "\n    %r = async.add_to_group %t, %g : !async.token")
    + "  %y = memref.load %A[%c0] : memref<?xi64>\n"
)


def test_a_group_is_waited_for_as_a_whole():
    found, standing = repaired(main(GROUP))
    assert (len(found.waits), standing) == (1, "proved")
    ops = list(walk(module := asyncir.parse(main(GROUP))))
    (wait,) = repair_of(module).waits
    assert ops[wait.handle[0]].name == "async.create_group"
    # A group that has not all of its members yet is none to wait for.
    never = GROUP.replace("create_group %n", "create_group %k")
    assert repaired(main(never))[1] != "refuted" or not repaired(main(never))[0].waits


def test_what_is_right_stays_as_it_is():
    text = main(TWO.replace("%u = async.execute {", "%u = async.execute [%t] {"))
    assert repaired(text)[0].reason == NOTHING_WRONG
    assert repaired(text)[0].waits == ()


PARALLEL = """  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %A[%c0] : memref<?xi64>
    scf.reduce
  }
"""


def test_what_no_wait_repairs_is_said():
    alone = repair_of(asyncir.parse(main(PARALLEL + task(store("%B", "%k")))))
    assert (alone.waits, alone.reason) == ((), NO_WAITS)
    both = asyncir.parse(main(TWO + PARALLEL))
    before = str(both)
    with collect_remarks() as remarks:
        asyncir.run_pipeline(both, "repair-awaits")
    assert [r.code for r in remarks] == ["P142"]
    assert NOT_ENOUGH in remarks[0].message
    assert str(both) == before


def test_the_pass_says_what_it_does():
    module = asyncir.parse(main(THREE))
    with collect_remarks() as remarks:
        asyncir.run_pipeline(module, "repair-awaits")
    assert [r.code for r in remarks] == ["P141"]
    assert "2 waits added; no fewer would do" in remarks[0].message
    assert asyncir.check(module).standing == "proved"


CORPUS = Path(__file__).parents[1] / "tasks_corpus"


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.mlir"))[::6], ids=lambda p: p.stem)
def test_what_is_repaired_is_proved_and_runs_without_a_race(path):
    text = path.read_text(encoding="utf-8")
    racy = [name for name, standing in asyncir.check(text).functions.items() if standing == "refuted"]
    repair = repaired_text(text, path.name, racy)
    if repair.reason:
        assert (repair.text, repair.diff) == (text, "")
        return
    again = asyncir.check(repair.text)
    assert {again.functions[name] for name in racy} == {"proved"}
    added = [line for line in repair.diff.splitlines() if line.startswith("+") and "async" in line]
    assert len(added) >= 1
    for kind in ("latest", "earliest"):
        for name in racy:
            assert not any(run.races for run in small_runs(repair.text, name, kind))


def small_runs(text, name, kind):
    module = asyncir.parse(text)
    (signature,) = (s for s in public_functions(module) if s.name == name)
    return [replay(module, name, given, kind, 20_000) for given in islice(small_arguments(signature), 6)]


def test_dependencies_come_before_awaits_and_awaits_before_those_that_leave_nothing_side_by_side():
    module = asyncir.parse(main(TWO))
    report = check_synchronisation(module)
    costs = PossibleWaits(module).of(report.functions)
    dependency, *others = costs
    assert dependency.is_dependency
    assert all(costs[dependency] < costs[other] for other in others)
