"""Loops that run any number of times: what is proved for all sizes, and what is not."""

import pytest

from .checking import load, loop, main, store, task, verdict

pytestmark = pytest.mark.feature("N12")

GROUP = "  %g = async.create_group %n : !async.group\n"
ADD = "\n    %r = async.add_to_group %t, %g : !async.token"
ALL = "  async.await_all %g\n"
READY = "  %t0 = async.ready : !async.token\n"


def grouped(body, behind="", upper="%n"):
    return main(GROUP + loop(task(body) + ADD, upper=upper) + ALL + behind)


def chained(waits, behind):
    body = task(store(index="%c0"), waits=waits) + "\n    scf.yield %t : !async.token"
    start = READY + "  %l = " + loop(body, carried="iter_args(%u = %t0) -> (!async.token) ")
    return main(start + behind)


def ringed(slots, waits, handed, behind):
    """Each task uses a slot of a ring, and waits for the one that used it before."""
    body = f"%m = arith.constant {slots} : index\n%s = arith.remui %i, %m : index\n"
    body += task(store(index="%s"), waits=waits) + f"\n    scf.yield {handed} : !async.token, !async.token"
    start = READY + "  %l:2 = "
    start += loop(body, carried="iter_args(%u = %t0, %v = %t0) -> (!async.token, !async.token) ")
    return main(start + behind)


AWAIT = "  async.await %l : !async.token\n"
BOTH = "  async.await %l#0 : !async.token\n  async.await %l#1 : !async.token\n"
LAST = store(index="%c0") + "\n"


@pytest.mark.parametrize(
    "text",
    [
        grouped(store()),
        grouped(store(), LAST),
        grouped(load("%y", "%B", "%c0") + "\n" + store()),
        chained("[%u] ", AWAIT + LAST),
        ringed(2, "[%u] ", "%v, %t", BOTH + LAST),
        main(loop(task(store(index="%c0")) + "\n    async.await %t : !async.token") + LAST),
        main(
            loop(
                task("memref.store %x, %L[] : memref<i64>").replace(
                    "%t =", "%L = memref.alloc() : memref<i64>\n%t ="
                )
            )
        ),
    ],
    ids=[
        "elements",
        "elements, then all",
        "one is read",
        "chain",
        "ring",
        "one after the other",
        "own memory",
    ],
)
def test_what_is_right_is_proved_for_all_sizes(text):
    assert verdict(text) == "proved"


@pytest.mark.parametrize(
    "text",
    [
        grouped(store(index="%c0")),
        grouped(store() + "\n" + "%j = arith.addi %i, %c1 : index\n" + load("%y", index="%j")),
        grouped(store(), LAST).replace(ALL, ""),
        chained("", AWAIT + LAST),
        chained("[%u] ", LAST),
        ringed(2, "[%v] ", "%t, %t", LAST),
        ringed(3, "[%u] ", "%v, %t", BOTH + LAST),
        ringed(2, "[%u] ", "%v, %t", "  async.await %l#1 : !async.token\n" + LAST),
        main(
            loop(task(store(index="%c0")) + "\n    async.await %t : !async.token").replace(
                "async.await %t : !async.token", ""
            )
        ),
        grouped(store(), upper="%k"),
    ],
    ids=[
        "one element",
        "its neighbour is read",
        "not awaited",
        "no chain",
        "its end is not awaited",
        "the ends of a ring are not awaited",
        "a ring of another length",
        "one end of two",
        "in no order",
        "a group that may not be filled",
    ],
)
def test_what_is_wrong_for_some_size_is_refuted(text):
    assert verdict(text) == "refuted"


def stencil(first, second):
    """Two arrays, each computed from the other, in steps."""
    half = "    %{0} = async.create_group %n : !async.group\n"
    text = ""
    for group, source, target, waits in (("g", "%B", "%A", first), ("h", "%A", "%B", second)):
        body = task(load("%y", source) + "\n" + f"memref.store %y, {target}[%i] : memref<?xi64>")
        body += f"\n    %r = async.add_to_group %t, %{group} : !async.token"
        text += half.format(group) + loop(body) + (f"    async.await_all %{group}\n" if waits else "")
    return main(loop(text, counter="%s", upper="%k"))


def test_loops_in_loops():
    assert verdict(stencil(first=True, second=True)) == "proved"
    assert verdict(stencil(first=False, second=True)) == "refuted"
    assert verdict(stencil(first=True, second=False)) == "refuted"


def test_a_counter_that_wraps_comes_to_the_same_element_again():
    body = "%b = arith.index_cast %i : index to i8\n%j = arith.index_castui %b : i8 to index\n"
    assert verdict(grouped(body + store(index="%j"))) != "proved"


def test_a_number_that_a_loop_carries():
    text = grouped(store(index="%j")).replace(
        "scf.for %i = %c0 to %n step %c1 {",
        "%l = scf.for %i = %c0 to %n step %c1 iter_args(%j = %k) -> (index) {",
    )
    grows = text.replace("%r = async", "%j2 = arith.addi %j, %c2 : index\n    %r = async")
    grows = grows.replace("%g : !async.token\n  }", "%g : !async.token\n    scf.yield %j2 : index\n  }")
    assert verdict(grows.replace("%k)", "%c0)")) == "proved"
    assert verdict(grows.replace("%j2 = arith.addi %j, %c2", "%j2 = arith.addi %k, %c2")) == "refuted"


COUNTER_IN_MEMORY = """func.func @main(%A: memref<20000xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %end = arith.constant 9000 : index
  %x = arith.constant 7 : i64
  %m = memref.alloc() : memref<index>
  memref.store %c0, %m[] : memref<index>
  %t = async.execute {
    memref.store %x, %A[%c5] : memref<20000xi64>
    async.yield
  }
  scf.parallel (%p) = (%c0) to (%c1) step (%c1) {
    scf.for %k = %c0 to %end step %c1 {
      %at = memref.load %m[] : memref<index>
      memref.store %x, %A[%at] : memref<20000xi64>
      %next = arith.addi %at, %c1 : index
      memref.store %next, %m[] : memref<index>
    }
    scf.reduce
  }
  async.await %t : !async.token
  return
}
"""


def test_what_a_parallel_loop_loads_may_have_been_stored_in_it():
    """Its one iteration counts in memory, so it writes elements 0 to 8999; each is taken for any element here."""
    assert verdict(COUNTER_IN_MEMORY) != "proved"
    assert (
        verdict(
            COUNTER_IN_MEMORY.replace(
                "  %t = async", "  %other = memref.alloc() : memref<20000xi64>\n  %t = async"
            ).replace("%A[%c5]", "%other[%c5]")
        )
        == "proved"
    )


HANDED_ON = """func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 7 : i64
  %first = memref.alloc() : memref<i64>
  %v0 = async.ready %first : !async.value<memref<i64>>
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%v = %v0) -> (!async.value<memref<i64>>) {
    %before = async.await %v : !async.value<memref<i64>>
    memref.store %x, %before[] : memref<i64>
    %m = memref.alloc() : memref<i64>
    %u = async.execute {
      memref.store %x, %m[] : memref<i64>
      async.yield
    }
    %t, %w = async.execute -> !async.value<memref<i64>> {
      async.yield %m : memref<i64>
    }
    scf.yield %w : !async.value<memref<i64>>
  }
  return
}
"""


def test_memory_that_a_carried_value_hands_on_is_another_iteration_s():
    assert verdict(HANDED_ON) == "refuted"
