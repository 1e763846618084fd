"""The fewest waits that make a program with tasks right, against trying all sets of waits."""

import itertools

import pytest

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.in_flight.unfollowed import reached
from asyncir.analyses.sync_report import Standing
from asyncir.analyses.synchronisation import check_synchronisation
from asyncir.analyses.tasks.additions import AdditionKind, additions_to
from asyncir.source.text import parse_module
from asyncir.transforms._added_waits import with_waits
from asyncir.transforms._task_repairs import find_repair

pytestmark = pytest.mark.feature("N2")

HEAD = """func.func @main(%a: memref<4xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant 1 : i64
"""


def task(name, place="%c0", waits=""):
    return (
        f"  %{name} = async.execute {waits}{{\n"
        f"    memref.store %x, %a[{place}] : memref<4xi64>\n    async.yield\n  }}\n"
    )


STORE = "  memref.store %x, %a[%c0] : memref<4xi64>\n"
END = "  return\n}\n"

PROGRAMS = {
    "one": HEAD + task("t") + STORE + END,
    "two": HEAD + task("t") + task("u") + STORE + END,
    "two elements": HEAD + task("t") + task("u", "%c1") + STORE + END,
    "a chain": HEAD + task("t") + task("u", "%c0", "[%t] ") + STORE + END,
    "a fork": HEAD + task("t") + task("u", "%c1", "[%t] ") + task("v", "%c0") + END,
}


def is_right(module):
    report = check_synchronisation(module)
    return all(f.standing is Standing.PROVED and not f.unfinished for f in report.functions)


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_fewer_waits_are_not_enough(name):
    module = parse_module(PROGRAMS[name])
    found = find_repair(module)
    assert found.smallest
    assert not found.was_right
    assert is_right(with_waits(module, found.waits))
    every = list(additions_to(reached(call_graph(module), "main")).all())
    for size in range(len(found.waits)):
        for waits in itertools.combinations(every, size):
            assert not is_right(with_waits(module, waits))


def kinds(text):
    return [(w.kind, w.of.name_hint, w.before.name) for w in find_repair(parse_module(text)).waits]


def test_a_dependency_is_better_than_an_await_of_the_launcher():
    text = HEAD + task("t") + task("u") + "  async.await %u : !async.token\n" + END
    assert kinds(text) == [(AdditionKind.DEPENDENCY, "t", "async.execute")]


def test_a_dependency_is_better_than_an_await_in_the_body():
    other = "  %u = async.execute {\n    memref.store %x, %a[%c1] : memref<4xi64>\n"
    text = HEAD + task("t") + task("u").replace("  %u = async.execute {\n", other)
    text += "  async.await %u : !async.token\n" + END
    assert kinds(text) == [(AdditionKind.DEPENDENCY, "t", "async.execute")]


def test_a_dependency_that_keeps_a_task_waiting_for_nothing_is_worse_than_an_await():
    """The second task touches another element: it need not wait for the first one, whom the store does race with."""
    text = HEAD + task("t") + task("u", "%c1") + "  async.await %u : !async.token\n" + STORE + END
    assert kinds(text) == [(AdditionKind.AWAIT, "t", "memref.store")]


def test_a_group_that_is_there_is_waited_for():
    group = "  %g = async.create_group %c3 : !async.group\n"
    text = HEAD + group + LOOP.replace("PLACE", "%i") + END
    text = text.replace("    }\n  }\n", "    }\n    %r = async.add_to_group %t, %g : !async.token\n  }\n")
    assert kinds(text) == [(AdditionKind.AWAIT, "g", "func.return")]


def test_a_wait_for_the_last_task_is_for_all():
    text = HEAD + task("t") + task("u", "%c1", "[%t] ") + STORE + END
    assert kinds(text) == [(AdditionKind.AWAIT, "u", "memref.store")]


LOOP = """  scf.for %i = %c0 to %c3 step %c1 {
    %t = async.execute {
      memref.store %x, %a[PLACE] : memref<4xi64>
      async.yield
    }
  }
"""


def test_what_a_loop_launches_becomes_a_group():
    text = HEAD + LOOP.replace("PLACE", "%i") + END
    assert kinds(text) == [(AdditionKind.GROUP, "t", "func.return")]


def test_iterations_that_race_wait_one_by_one():
    assert kinds(HEAD + LOOP.replace("PLACE", "%c0") + END) == [(AdditionKind.AWAIT, "t", "scf.yield")]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            HEAD
            + "  %g = async.create_group %c1 : !async.group\n  async.await_all %g\n"
            + task("t")
            + STORE
            + END,
            "waits forever",
        ),
        (
            HEAD
            + "  scf.parallel (%i) = (%c0) to (%c3) step (%c1) {\n"
            + STORE
            + "    scf.reduce\n  }\n"
            + task("t")
            + "  async.await %t : !async.token\n"
            + END,
            "not enough",
        ),
    ],
)
def test_what_no_wait_repairs(text, why):
    found = find_repair(parse_module(text))
    assert (found.was_right, found.waits) == (False, ())
    assert why in found.reason
    assert [said.code for said in found.remarks] == ["P142"]


def test_what_is_right_stays_so():
    text = HEAD + task("t") + "  async.await %t : !async.token\n" + END
    found = find_repair(parse_module(text))
    assert (found.was_right, found.waits, found.remarks) == (True, (), ())


def test_functions_are_repaired_one_by_one():
    """One of them cannot be."""
    wrong = HEAD + "  %g = async.create_group %c1 : !async.group\n  async.await_all %g\n" + END
    text = wrong + (HEAD + task("t") + STORE + END).replace("@main", "@other")
    found = find_repair(parse_module(text))
    assert len(found.waits) == 1
    assert [said.code for said in found.remarks] == ["P142", "P141"]


def test_the_same_is_found_each_time():
    """Whatever the addresses of ops are, by which sets are in no order."""
    found = {str(kinds(HEAD + task("t") + task("u") + task("v") + STORE + END)) for _ in range(5)}
    assert len(found) == 1


def test_waits_that_wait_for_each_other_are_not_added_together():
    """A task of the group is to come behind another one that could wait for the group."""
    group = "  %g = async.create_group %c1 : !async.group\n"
    add = "  %r = async.add_to_group %u, %g : !async.token\n"
    text = HEAD + group + task("t") + task("u") + add + "  async.await_all %g\n" + END
    module = parse_module(text)
    found = find_repair(module)
    assert is_right(with_waits(module, found.waits))
    assert len(found.waits) == 1


def test_a_wait_for_what_may_fail_ends_who_waits():
    """So does a wait that is added: the program is right with it, since it is proved."""
    fails = task("t").replace("async.yield", 'cf.assert %c, "no"\n    async.yield')
    text = (HEAD + fails + STORE + END).replace("%n: index", "%n: index, %c: i1")
    module = parse_module(text)
    found = find_repair(module)
    assert len(found.waits) == 1
    assert is_right(with_waits(module, found.waits))


def test_a_wait_that_always_fails_takes_away_what_comes_behind_it():
    """So one wait is enough where two tasks race."""
    fails = task("t", "%c3").replace("async.yield", 'cf.assert %no, "no"\n    async.yield')
    both = STORE + STORE.replace("%c0", "%c1")
    text = HEAD + "  %no = arith.constant false\n" + fails + task("u") + task("v", "%c1") + both + END
    module = parse_module(text)
    found = find_repair(module)
    every = additions_to(reached(call_graph(module), "main")).all()
    enough = [wait for wait in every if is_right(with_waits(module, [wait]))]
    assert {wait.of.name_hint for wait in enough} == {"t"}
    assert found.waits[0] in enough
    assert len(found.waits) == 1
