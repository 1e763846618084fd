"""The exhaustive schedule against a search that tries every order, without any reduction."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from asyncir.semantics import Exhaustive, interpret
from asyncir.semantics.tasks import interpreter
from asyncir.semantics.tasks.explore import OrderExplorer
from asyncir.source.text import parse_module
from tests.semantics.programs import PRINT, body, printed


class EveryOrder(OrderExplorer):
    """At each point of choice, everybody who can go on."""

    def _count_orders(self) -> None:
        pass

    def _find_reversals(self) -> None:
        for node in self.path:
            node.backtrack = set(node.enabled)

    def _next_path(self) -> bool:
        while self.path:
            node = self.path[-1]
            node.done.add(node.chosen)
            left = sorted(node.backtrack - node.done)
            if left:
                node.chosen = left[0]
                return True
            self.path.pop()
        return False


ACTIONS = {
    "print": "func.call @printI64(%d{n}) : (i64) -> ()",
    "add": "%r{n} = async.add_to_group %done, %g : !async.token\n"
    "%s{n} = arith.index_cast %r{n} : index to i64\nfunc.call @printI64(%s{n}) : (i64) -> ()",
    "atomic": "%r{n} = memref.atomic_rmw addi %d{n}, %m[%c0] : (i64, memref<1xi64>) -> i64",
    "times": "%r{n} = memref.atomic_rmw muli %d{n}, %m[%c0] : (i64, memref<1xi64>) -> i64",
    "ask": "%r{n} = async.runtime.is_error %bare : !async.token\n"
    "%s{n} = arith.extui %r{n} : i1 to i64\nfunc.call @printI64(%s{n}) : (i64) -> ()",
    "fail": "async.runtime.set_error %bare : !async.token",
}


@st.composite
def _programs(draw: st.DrawFn) -> str:
    lines = [
        "%c0 = arith.constant 0 : index",
        "%c9 = arith.constant 9 : index",
        *(f"%d{n} = arith.constant {n + 2} : i64" for n in range(12)),
        "%g = async.create_group %c9 : !async.group",
        "%done = async.ready : !async.token",
        "%bare = async.runtime.create : !async.token",
        "%m = memref.alloc() : memref<1xi64>",
        "memref.store %d0, %m[%c0] : memref<1xi64>",
    ]
    number, failed = 0, False
    for task in range(draw(st.integers(1, 3))):
        needs = draw(st.sampled_from([f"[%t{n}] " for n in range(task)] + [""]))
        lines.append(f"%t{task} = async.execute {needs}{{")
        for action in draw(
            st.lists(st.sampled_from(sorted(ACTIONS)), min_size=1, max_size=2 if task == 0 else 1)
        ):
            if action == "fail" and failed:
                continue
            failed |= action == "fail"
            lines.append(ACTIONS[action].format(n=number))
            number += 1
        lines += ["async.yield", "}"]
        if number < 4 and draw(st.booleans()):
            lines.append(ACTIONS[draw(st.sampled_from(["print", "add", "atomic", "ask"]))].format(n=number))
            number += 1
    lines += [f"async.await %t{n} : !async.token" for n in range(task + 1)]
    lines += ["%x = memref.load %m[%c0] : memref<1xi64>", "func.call @printI64(%x) : (i64) -> ()"]
    return PRINT + body(lines)


@settings(max_examples=30, deadline=None)
@given(_programs())
def test_the_reduction_loses_no_outcome(text: str) -> None:
    module = parse_module(text)
    reduced = printed(interpret(module, "main", [], Exhaustive()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interpreter, "OrderExplorer", EveryOrder)
        every = interpret(module, "main", [], Exhaustive(max_runs=1 << 40, max_steps=1 << 60))
    assert reduced == printed(every)


def test_a_task_that_is_asleep_hides_no_order() -> None:
    """Behind what a task does first, in one order with the third task, is what it does next, in one with the second."""
    lines = [
        "%two = arith.constant 2 : i64",
        "%three = arith.constant 3 : i64",
        "%zero = arith.constant 0 : i64",
        "%c9 = arith.constant 9 : index",
        "%g = async.create_group %c9 : !async.group",
        "%done = async.ready : !async.token",
        "%m = memref.alloc() : memref<i64>",
        "memref.store %two, %m[] : memref<i64>",
        "%t0 = async.execute {",
        "func.call @printI64(%two) : (i64) -> ()",
        "%a = memref.atomic_rmw addi %three, %m[] : (i64, memref<i64>) -> i64",
        "async.yield",
        "}",
        "%t1 = async.execute {",
        "%b = memref.atomic_rmw muli %two, %m[] : (i64, memref<i64>) -> i64",
        "async.yield",
        "}",
        "%t2 = async.execute {",
        "%rank = async.add_to_group %done, %g : !async.token",
        "func.call @printI64(%zero) : (i64) -> ()",
        "async.yield",
        "}",
        *(f"async.await %t{n} : !async.token" for n in range(3)),
        "%x = memref.load %m[] : memref<i64>",
        "func.call @printI64(%x) : (i64) -> ()",
    ]
    found = interpret(parse_module(PRINT + body(lines)), "main", [], Exhaustive())
    assert printed(found) == {"2010", "0210", "207", "027"}
