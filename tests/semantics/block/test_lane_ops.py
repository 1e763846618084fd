"""Ops one by one, done for all threads at once: the same as thread by thread, and nothing wrong goes unseen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.semantics.block.lane_runs import block, both

THREADS = 4
M = "memref<16xi64>"


def on_integers(*lines: str, threads: int = THREADS, more: str = "") -> tuple[bool, bool]:
    """Whether the program comes to its end with all threads at once, and whether it is right thread by thread."""
    numbers = [f"%v{i} = arith.constant {i} : i64" for i in range(5)]
    head = [*numbers, "%x = arith.index_cast %id : index to i64"]
    text = block(threads, [*head, *lines], f"%m: {M}") + "\n" + more
    together, outcome = both(text, np.arange(16) * 7 - 3)
    return together is not None, outcome.ok


def keep(value: str = "y") -> str:
    """Store what a thread has computed."""
    return f"memref.store %{value}, %m[%id] : {M}"


# ---- numbers ----

BINARY = (
    *("addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui", "shli", "shrsi"),
    *("shrui", "divsi", "remsi", "divui", "remui", "ceildivsi", "floordivsi", "ceildivui"),
)
WHOLE = ["%three = arith.muli %x, %v3 : i64", "%one = arith.addi %x, %v1 : i64"]


@pytest.mark.parametrize("op", BINARY)
def test_integers(op: str) -> None:
    right = on_integers(*WHOLE, f"%y = arith.{op} %three, %one : i64", keep())
    assert right == (True, True)
    # Where some are negative, signed and unsigned differ.
    negative = [*WHOLE, "%less = arith.subi %three, %v4 : i64"]
    on_integers(*negative, f"%y = arith.{op} %less, %one : i64", keep())
    on_integers(*negative, f"%y = arith.{op} %one, %less : i64", keep())


@pytest.mark.parametrize("predicate", ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"])
def test_comparisons(predicate: str) -> None:
    lines = [f"%is = arith.cmpi {predicate}, %x, %v2 : i64", "%y = arith.extui %is : i1 to i64", keep()]
    assert on_integers(*lines) == (True, True)
    below = ["%less = arith.subi %x, %v2 : i64", f"%is = arith.cmpi {predicate}, %less, %v1 : i64"]
    on_integers(*below, *lines[1:])


FLOATS = np.array([1.5, -0.0, np.inf, np.nan, 3.0, 1e30, -2.0, 0.1])


@pytest.mark.parametrize("op", ["addf", "subf", "mulf", "divf", "maximumf", "minnumf"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_floats(op: str, dtype: Any) -> None:
    name = f"f{8 * dtype().itemsize}"
    lines = [
        f"%p = memref.load %a[%id] : memref<8x{name}>",
        f"%q = memref.load %b[%id] : memref<8x{name}>",
        f"%r = arith.{op} %p, %q : {name}",
        f"memref.store %r, %b[%id] : memref<8x{name}>",
    ]
    text = block(8, lines, f"%a: memref<8x{name}>, %b: memref<8x{name}>")
    together, outcome = both(text, FLOATS.astype(dtype), FLOATS[::-1].astype(dtype))
    assert together is not None
    assert outcome.ok


@pytest.mark.parametrize(
    ("to", "back"),
    [
        ("arith.trunci %y : i64 to i32", "arith.extsi %z : i32 to i64"),
        ("arith.trunci %y : i64 to i32", "arith.extui %z : i32 to i64"),
        ("arith.index_cast %y : i64 to index", "arith.index_cast %z : index to i64"),
        ("arith.sitofp %y : i64 to f32", "arith.fptosi %z : f32 to i64"),
        ("arith.sitofp %y : i64 to f64", "arith.bitcast %z : f64 to i64"),
    ],
)
def test_casts(to: str, back: str) -> None:
    large = "%large = arith.constant 1234567890123 : i64"
    lines = [large, "%y = arith.muli %x, %large : i64", f"%z = {to}", f"%w = {back}", keep("w")]
    assert on_integers(*lines) == (True, True)


def test_float_casts() -> None:
    lines = [
        "%p = memref.load %a[%id] : memref<8xf64>",
        "%q = arith.truncf %p : f64 to f32",
        "%r = arith.extf %q : f32 to f64",
        "memref.store %r, %a[%id] : memref<8xf64>",
    ]
    together, outcome = both(block(8, lines, "%a: memref<8xf64>"), FLOATS)
    assert together is not None
    assert outcome.ok


def test_three_dimensions() -> None:
    lines = [
        "%id_y = gpu.thread_id y",
        "%id_z = gpu.thread_id z",
        "%width = gpu.block_dim x",
        "%height = gpu.block_dim y",
        "%block = gpu.block_id x",
        "%row = arith.muli %id_z, %height : index",
        "%line = arith.addi %row, %id_y : index",
        "%first = arith.muli %line, %width : index",
        "%at = arith.addi %first, %id : index",
        "%tens = arith.muli %id_y, %c4 : index",
        "%s = arith.addi %tens, %id : index",
        "%t = arith.addi %s, %block : index",
        "%y = arith.index_cast %t : index to i64",
        f"memref.store %y, %m[%at] : {M}",
    ]
    text = block((2, 3, 2), lines, f"%m: {M}")
    memory = np.zeros(16, np.int64)
    together, outcome = both(text, memory)
    assert together is not None
    assert outcome.ok


# ---- control flow ----

WHILE = [
    "%r:2 = scf.while (%i = %x, %s = %v1) : (i64, i64) -> (i64, i64) {",
    "%go = arith.cmpi sgt, %i, %v0 : i64",
    "scf.condition(%go) %i, %s : i64, i64",
    "} do {",
    "^bb0(%j: i64, %u: i64):",
    "%less = arith.subi %j, %v1 : i64",
    "%more = arith.muli %u, %v3 : i64",
    "scf.yield %less, %more : i64, i64",
    "}",
    keep("r#1"),
]


def test_a_while_that_ends_at_different_times() -> None:
    assert on_integers(*WHILE) == (True, True)


def test_a_barrier_in_different_iterations_of_a_while() -> None:
    """Thread n goes on with iteration n: all have a barrier each, in different ones."""
    at_barrier = [*WHILE]
    at_barrier[5:5] = ["%is = arith.cmpi eq, %j, %v1 : i64", "scf.if %is {", "gpu.barrier", "}"]
    assert on_integers("%first = arith.constant 0 : i64", *at_barrier) == (False, False)
    later = [line.replace("%i = %x", "%i = %from") for line in at_barrier]
    assert on_integers("%from = arith.addi %x, %v1 : i64", *later) == (False, False)


@pytest.mark.parametrize(("index", "together"), [("%c2", True), ("%id", False)])
def test_a_switch(index: str, together: bool) -> None:
    switch = f"%y = scf.index_switch {index} -> i64 case 2 {{ scf.yield %x : i64 }} default {{ scf.yield %v4 : i64 }}"
    assert on_integers(switch, keep()) == (together, True)


@pytest.mark.parametrize(("least", "right"), [("%v0", True), ("%v1", False), ("%v4", False)])
def test_an_assertion(least: str, right: bool) -> None:
    lines = [f"%is = arith.cmpi sge, %x, {least} : i64", 'cf.assert %is, "small"', keep("x")]
    assert on_integers(*lines) == (right, right)


def test_a_step_that_is_not_positive_for_some() -> None:
    assert on_integers("scf.for %i = %c0 to %c4 step %id {", "}") == (False, False)
    step = "%step = arith.addi %id, %c1 : index"
    body = ["%y = arith.addi %x, %v1 : i64", keep()]
    assert on_integers(step, "scf.for %i = %c0 to %c4 step %step {", *body, "}") == (True, True)


def test_calls_return_to_where_they_were_made() -> None:
    callee = """
func.func private @f(%x: i64, %y: i64) -> (i64, i64) {
  %is = arith.cmpi slt, %x, %y : i64
  cf.cond_br %is, ^less, ^more
^less:
  return %y, %x : i64, i64
^more:
  return %x, %y : i64, i64
}"""
    lines = [
        "%a, %b = func.call @f(%x, %v2) : (i64, i64) -> (i64, i64)",
        "%c, %d = func.call @f(%b, %v1) : (i64, i64) -> (i64, i64)",
        "%tens = arith.muli %c, %v4 : i64",
        "%y = arith.addi %tens, %a : i64",
        keep(),
    ]
    assert on_integers(*lines, more=callee) == (True, True)


# ---- memory ----


@pytest.mark.parametrize(("threads", "right"), [(4, True), (5, False)])
def test_the_bounds_of_an_array(threads: int, right: bool) -> None:
    at = "%at = arith.muli %id, %c4 : index"
    read = [at, f"%y = memref.load %m[%at] : {M}", keep()]
    write = [at, f"memref.store %x, %m[%at] : {M}"]
    for lines in (read, write):
        assert on_integers(*lines, threads=threads) == (right, right)


@pytest.mark.parametrize(("threads", "right"), [(4, True), (5, False)])
def test_the_bounds_of_a_view(threads: int, right: bool) -> None:
    lines = [
        "%at = arith.muli %id, %c4 : index",
        f"%v = memref.subview %m[%at] [4] [1] : {M} to memref<4xi64, strided<[1], offset: ?>>",
        "memref.store %x, %v[%c3] : memref<4xi64, strided<[1], offset: ?>>",
    ]
    assert on_integers(*lines, threads=threads) == (right, right)


def test_a_view_of_a_view() -> None:
    lines = [
        "%at = arith.muli %id, %c4 : index",
        f"%v = memref.subview %m[%at] [4] [1] : {M} to memref<4xi64, strided<[1], offset: ?>>",
        "%w = memref.subview %v[%c1] [2] [1] : memref<4xi64, strided<[1], offset: ?>> "
        "to memref<2xi64, strided<[1], offset: ?>>",
        "memref.store %x, %w[%c1] : memref<2xi64, strided<[1], offset: ?>>",
    ]
    assert on_integers(*lines) == (True, True)


@pytest.mark.parametrize(("written", "right"), [("%c0 to %c2", True), ("%c0 to %c1", False)])
def test_memory_that_nobody_has_written(written: str, right: bool) -> None:
    lines = [
        "%p = memref.alloca() : memref<2xi64>",
        f"scf.for %i = {written} step %c1 {{",
        "memref.store %x, %p[%i] : memref<2xi64>",
        "}",
        "%y = memref.load %p[%c1] : memref<2xi64>",
        keep(),
    ]
    assert on_integers(*lines) == (right, right)


OWN = ["%at = arith.muli %id, %c4 : index", "%next = arith.addi %at, %c1 : index"]


def copy(source: str, target: str, queue: str = "0") -> str:
    """A group that copies one element of %m."""
    return (
        f"queue.commit({queue}) {{ queue.async {{ %s = memref.load %m[%{source}] : {M} "
        f"memref.store %s, %m[%{target}] : {M} }} }}"
    )


@pytest.mark.parametrize(
    ("wait", "access", "right"),
    [
        ("queue.wait(0, 0)", "next", True),
        ("queue.wait_read(0, 0)", "at", True),
        ("queue.wait_read(0, 0)", "next", False),
        ("queue.wait(1, 0)", "next", False),
        ("queue.wait(0, 1)", "next", False),
        ("queue.wait_finished(0, 1)", "next", True),
        ("queue.wait_finished(0, 0)", "next", False),
        ("queue.wait(0, %id)", "next", False),
        ("scf.if %even { queue.wait(0, 0) }", "next", False),
        ("scf.if %even { queue.wait(0, 0) } else { queue.wait_finished(0, 1) }", "next", True),
        ("gpu.barrier", "next", False),
    ],
)
def test_what_a_wait_waits_for(wait: str, access: str, right: bool) -> None:
    even = ["%rest = arith.remui %id, %c2 : index", "%even = arith.cmpi eq, %rest, %c0 : index"]
    store = f"memref.store %x, %m[%{access}] : {M}"
    assert on_integers(*OWN, *even, copy("at", "next"), wait, store) == (right, right)
    # What was waited for by some is still in flight for others behind a barrier.
    assert on_integers(*OWN, *even, copy("at", "next"), wait, "gpu.barrier", store) == (right, right)


TOKENS = [
    *OWN,
    "%ready = async.ready : !async.token",
    "%few = arith.cmpi ult, %id, %c2 : index",
    "%t = queue.commit(0) { queue.async { memref.store %x, %m[%at] : memref<16xi64> } } -> !async.token",
]


@pytest.mark.parametrize(
    ("token", "right"),
    [
        ("arith.select %few, %t, %t : !async.token", True),
        ("arith.select %few, %ready, %t : !async.token", False),
        ("arith.select %few, %t, %ready : !async.token", False),
        (
            "scf.if %few -> (!async.token) { scf.yield %t : !async.token } else { scf.yield %t : !async.token }",
            True,
        ),
        (
            "scf.if %few -> (!async.token) { scf.yield %ready : !async.token } "
            "else { scf.yield %t : !async.token }",
            False,
        ),
        (
            "scf.if %few -> (!async.token) { scf.yield %t : !async.token } "
            "else { scf.yield %ready : !async.token }",
            False,
        ),
    ],
)
def test_which_token_is_waited_for(token: str, right: bool) -> None:
    wait = [f"%s = {token}", "queue.await %s : !async.token"]
    load = [f"%y = memref.load %m[%at] : {M}"]
    assert on_integers(*TOKENS, *wait, *load) == (right, right)


@pytest.mark.parametrize("chosen", ["%few", "%many"])
def test_those_who_wait_for_their_token_are_those_who_need_it(chosen: str) -> None:
    """Half of the threads wait, and half of them load."""
    many = "%many = arith.cmpi uge, %id, %c2 : index"
    select = "%s = arith.select %few, %t, %ready : !async.token"
    load = ["queue.await %s : !async.token", f"scf.if {chosen} {{", f"%y = memref.load %m[%at] : {M}", "}"]
    right = chosen == "%few"
    assert on_integers(*TOKENS, many, select, *load) == (right, right)
    joined = "%s = scf.if %few -> (!async.token) { scf.yield %t : !async.token } else { scf.yield %ready : !async.token }"
    assert on_integers(*TOKENS, many, joined, *load) == (right, right)


@pytest.mark.parametrize("space", ["", ", 3"])
@pytest.mark.parametrize(("wait", "right"), [("queue.wait(0, 0)", True), ("", False)])
def test_the_end_of_memory_that_is_in_use(space: str, wait: str, right: bool) -> None:
    barrier = "gpu.barrier"
    lines = [
        f"%b = memref.alloc() : memref<4xi64{space}>",
        f"queue.commit(0) {{ queue.async {{ memref.store %x, %b[%id] : memref<4xi64{space}> }} }}",
        wait,
        barrier,
        f"memref.dealloc %b : memref<4xi64{space}>",
    ]
    assert on_integers(*lines) == (right, right)


def test_the_end_of_memory_that_others_use() -> None:
    lines = [
        "%b = memref.alloc() : memref<4xi64, 3>",
        "memref.store %x, %b[%id] : memref<4xi64, 3>",
        "gpu.barrier",
        "memref.dealloc %b : memref<4xi64, 3>",
    ]
    assert on_integers(*lines) == (True, True)
    assert on_integers(*lines[:2], lines[3]) == (False, False)
    assert on_integers(*lines, lines[1]) == (False, False)


COPY = "nvgpu.device_async_copy %m[%at], %b[%to], 2"
OF_ALL = f"{M} to memref<16xi64, 3>"


def copied(to: str, read: str = "") -> list[str]:
    """Two elements are copied to the block's memory, then read and stored back."""
    return [
        *OWN[:1],
        f"%to = arith.addi %at, {to} : index",
        "%bit = arith.remui %id, %c2 : index",
        "%more = arith.addi %id, %c1 : index",
        "%b = memref.alloc() : memref<16xi64, 3>",
        f"%k = {COPY}{read} : {OF_ALL}",
        "%g = nvgpu.device_async_create_group %k",
        "nvgpu.device_async_wait %g",
        "scf.for %i = %c0 to %c2 step %c1 {",
        "%from = arith.addi %to, %i : index",
        "%y = memref.load %b[%from] : memref<16xi64, 3>",
        f"memref.store %y, %m[%from] : {M}",
        "}",
    ]


@pytest.mark.parametrize(
    ("read", "right"), [("", True), (", %c2", True), (", %c1", True), (", %c0", True), (", %c3", False)]
)
def test_a_copy_of_which_some_elements_are_read(read: str, right: bool) -> None:
    assert on_integers(*copied("%c0", read)) == (right, right)


@pytest.mark.parametrize(("read", "right"), [(", %bit", True), (", %more", False)])
def test_a_copy_of_which_each_thread_reads_another_number(read: str, right: bool) -> None:
    """That is done thread by thread."""
    assert on_integers(*copied("%c0", read)) == (False, right)


@pytest.mark.parametrize(("to", "right"), [("%c0", True), ("%c2", True), ("%c3", False)])
def test_a_copy_past_the_end(to: str, right: bool) -> None:
    assert on_integers(*copied(to)) == (right, right)
