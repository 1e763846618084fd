"""repair-awaits: what is added, that it is as little as can be, and that the result has no race in any order."""

from itertools import islice
from pathlib import Path

import pytest

import asyncir
from asyncir.analyses.tasks.additions import AdditionKind
from asyncir.driver.repairing import PROVED, repaired as repaired_text
from asyncir.driver.signatures import public_functions
from asyncir.driver.witness import replay, small_arguments
from asyncir.transforms._added_waits import with_waits
from asyncir.transforms._remarks import collect_remarks
from asyncir.transforms._task_repairs import find_repair
from bench.task_adversary.mutants import drop_await, drop_dependency
from tests.analyses.tasks.checking import loop, main, store, task

pytestmark = pytest.mark.feature("N2")


def repaired(text):
    """The repair, and the verdict on what it makes of the program."""
    module = asyncir.parse(text)
    found = find_repair(module)
    return found, asyncir.check(with_waits(module, found.waits), entry="main").standing


def kinds(text):
    """What is added, and in front of what."""
    return [(w.kind.name, w.before.name) for w in repaired(text)[0].waits]


TWO = task(store(index="%k")) + "\n" + task(store(index="%k"), "%u") + "\n"
THREE = TWO + task(store(index="%k"), "%v") + "\n"
LAST = ("AWAIT", "func.return")


def test_a_task_waits_for_another_one_and_the_function_for_the_last_one():
    found, standing = repaired(main(TWO))
    assert (found.smallest, standing) == (True, "proved")
    assert kinds(main(TWO)) == [("DEPENDENCY", "async.execute"), LAST]


def test_a_chain_takes_a_wait_for_each_task():
    found, standing = repaired(main(THREE))
    assert (found.smallest, standing) == (True, "proved")
    assert kinds(main(THREE)) == [("DEPENDENCY", "async.execute"), ("DEPENDENCY", "async.execute"), LAST]


def test_one_wait_for_several_readers():
    readers = "".join(f"  %x{n} = memref.load %A[%k] : memref<?xi64>\n" for n in range(3))
    text = main(task(store(index="%k")) + "\n" + readers)
    assert repaired(text)[1] == "proved"
    assert kinds(text) == [("AWAIT", "memref.load")]


def test_what_is_launched_in_a_task_is_waited_for_there():
    inner = task("      " + task(store(index="%k"), "%i").replace("\n", "\n  "))
    text = main(inner + "\n  async.await %t : !async.token\n" + store(index="%k") + "\n")
    assert repaired(text)[1] == "proved"
    assert kinds(text) == [("AWAIT", "async.yield")]


def test_iterations_that_race_are_waited_for_one_by_one():
    text = main(loop(task(store(index="%k"))))
    assert repaired(text)[1] == "proved"
    assert kinds(text) == [("AWAIT", "scf.yield")]


LOAD = "  %y = memref.load %A[%c0] : memref<?xi64>\n"
GROUP = (
    "  %g = async.create_group %n : !async.group\n"
    + loop(task(store()) + "\n    %r = async.add_to_group %t, %g : !async.token")
    + LOAD
)


def test_a_group_is_waited_for_as_a_whole():
    found, standing = repaired(main(GROUP))
    (wait,) = found.waits
    assert (wait.of.owner.name, wait.before.name, standing) == ("async.create_group", "memref.load", "proved")


def test_a_group_that_does_not_get_all_of_its_members_is_none_to_wait_for():
    found, standing = repaired(main(GROUP.replace("create_group %n", "create_group %k")))
    assert standing == "proved"
    assert all(w.of.owner.name == "async.execute" for w in found.waits)


@pytest.mark.parametrize("bounds", ["%c0 to %n step %c1", "%c0 to %c2 step %c1"])
def test_a_group_is_made_for_what_a_loop_launches(bounds):
    text = main(loop(task(store())).replace("%c0 to %n step %c1", bounds) + LOAD)
    found, standing = repaired(text)
    assert ([w.kind for w in found.waits], standing) == ([AdditionKind.GROUP], "proved")
    assert repaired_text(text, "p.mlir").reason == ""


def test_a_group_whose_size_the_check_does_not_follow_is_none():
    """There each iteration waits for its own task, and whether something else is better is not known."""
    text = main(loop(task(store())).replace("%c0 to", "%k to") + LOAD)
    found, standing = repaired(text)
    assert ([w.kind for w in found.waits], found.smallest, standing) == (
        [AdditionKind.AWAIT],
        False,
        "proved",
    )


def test_what_is_right_stays_as_it_is():
    text = main(TWO.replace("%u = async.execute {", "%u = async.execute [%t] {"))
    right = text.replace("  return", "  async.await %u : !async.token\n  return")
    found = repaired(right)[0]
    assert (found.was_right, found.waits) == (True, ())
    assert repaired_text(right, "p.mlir").reason == PROVED


def test_who_hands_out_a_token_need_not_wait():
    text = main(TWO.replace("%u = async.execute {", "%u = async.execute [%t] {"))
    text = text.replace("return\n", "return %u : !async.token\n").replace(") {", ") -> !async.token {")
    assert repaired(text)[0].was_right


PARALLEL = """  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %A[%c0] : memref<?xi64>
    scf.reduce
  }
"""


def test_what_no_wait_repairs_is_said():
    both = asyncir.parse(main(TWO + PARALLEL))
    before = str(both)
    with collect_remarks() as remarks:
        asyncir.run_pipeline(both, "repair-awaits")
    assert [r.code for r in remarks] == ["P142"]
    assert "are not enough" in remarks[0].message
    assert str(both) == before


def test_the_pass_says_what_it_does():
    module = asyncir.parse(main(THREE))
    with collect_remarks() as remarks:
        asyncir.run_pipeline(module, "repair-awaits")
    assert [r.code for r in remarks] == ["P141"] * 3
    assert remarks[0].help == "3 waits in all; fewer are not enough"
    assert asyncir.check(module).standing == "proved"


OTHER = """func.func @main(%A: memref<?xi64>, %B: memref<?xi64>, %x: i64) {
  %c0 = arith.constant 0 : index
  %t = async.execute {
    memref.store %x, %A[%c0] : memref<?xi64>
    async.yield
  }
  memref.store %x, %B[%c0] : memref<?xi64>
  async.await %t : !async.token
  return
}
"""


def test_arrays_that_may_overlap_are_an_option():
    """That they do race is not known: nobody has passed arrays that overlap."""
    for options, said in (("", []), ("{args-alias=true}", ["P142"])):
        module = asyncir.parse(OTHER)
        with collect_remarks() as remarks:
            asyncir.run_pipeline(module, f"repair-awaits{options}")
        assert [r.code for r in remarks] == said
        assert str(module).count("async.await") == 1


ROOT = Path(__file__).parents[2]
CORPUS = sorted((ROOT / "tests" / "tasks_corpus").glob("*.mlir"))
SLOWLY_CHECKED = ("cholesky_loops", "task_pipeline", "wavefront")
"""Without a wait, the check alone takes minutes."""
EXAMPLES = [p for p in sorted((ROOT / "examples" / "tasks").glob("*.mlir")) if p.stem not in SLOWLY_CHECKED]


def small_runs(text, name, kind):
    module = asyncir.parse(text)
    (signature,) = (s for s in public_functions(module) if s.name == name)
    return [replay(module, name, given, kind, 20_000) for given in islice(small_arguments(signature), 6)]


def holds(text, repair, racy):
    """What is claimed of a repair is so."""
    if repair.reason:
        assert (repair.text, repair.diff, repair.added) == (text, "", 0)
        return False
    again = asyncir.check(repair.text)
    assert {again.functions[name] for name in racy} <= {"proved"}
    assert len(repair.because) == repair.added >= 1
    removed = [n for n in repair.diff.splitlines() if n.startswith("-") and not n.startswith("---")]
    assert all("async.execute" in line for line in removed), "lines are added, and tasks get dependencies"
    for kind in ("latest", "earliest"):
        for name in racy:
            assert not any(run.races for run in small_runs(repair.text, name, kind))
    return True


@pytest.mark.parametrize("path", CORPUS[::6], ids=lambda p: p.stem)
def test_what_is_repaired_is_proved_and_runs_without_a_race(path):
    text = path.read_text(encoding="utf-8")
    racy = [name for name, standing in asyncir.check(text).functions.items() if standing == "refuted"]
    holds(text, repaired_text(text, path.name), racy)


class First:
    """Takes the first of what there is to choose from, or the n-th."""

    def __init__(self, number):
        self.number = number

    def choice(self, found):
        return found[self.number % len(found)]


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_examples_that_lose_a_wait_get_one_back(path):
    text = path.read_text(encoding="utf-8")
    for drop in (drop_await, drop_dependency):
        changed = drop(text, First(0))
        if changed is None or changed == text:
            continue
        checked = asyncir.check(changed, recheck=False)
        racy = [name for name, standing in checked.functions.items() if standing == "refuted"]
        repair = repaired_text(changed, path.name, checked=checked)
        if holds(changed, repair, racy) and repair.is_smallest:
            assert repair.added == 1
