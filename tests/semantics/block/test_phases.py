"""Barriers with phases: the interpreter against all orders of the threads, and what it says of their misuse."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.semantics import Outcome, interpret, parse_schedule
from asyncir.semantics.blocks import phase_waits
from asyncir.semantics.blocks.engine import BlockEngine, run_lanes
from asyncir.semantics.tasks.schedules import Latest
from asyncir.source.text import parse_module
from tests.semantics.block.phase_programs import Found, Place, Program, drawn, played, text_of
from tests.semantics.block.programs import SCHEDULES

PROGRAMS = 320
CHUNK = 40

Seen = tuple[frozenset[str], frozenset[frozenset[Place]]]
"""The codes of what a run has found, and its races."""


def _seen(program: Program, schedule: str) -> Seen:
    text, places = text_of(program)
    outcome = interpret(
        parse_module(text, "drawn.mlir"), "main", [], parse_schedule(schedule), max_steps=100_000
    )
    codes = {d.code for one in (outcome, *outcome.others) for d in one.diagnostics}
    races: set[frozenset[Place]] = set()
    for race in (race for one in (outcome, *outcome.others) for race in one.races):
        assert race.first.span is not None
        assert race.second.span is not None
        races.add(frozenset((places[race.first.span.line], places[race.second.span.line])))
    return frozenset(codes), frozenset(races)


def _is_right(seen: Seen, found: Found) -> bool:
    codes, races = seen
    if "S027" in codes:
        return found.order_matters
    if found.order_matters:  # It ends before it gets to what the order decides.
        return "S022" in codes and found.deadlocks and races <= found.races
    return set(races) == found.races and ("S022" in codes) == found.deadlocks


@pytest.mark.parametrize("start", range(0, PROGRAMS, CHUNK))
def test_one_run_says_what_all_orders_of_the_threads_come_to(start: int) -> None:
    for seed in range(start, start + CHUNK):
        program = drawn(seed)
        found = played(program)
        for schedule in ("earliest", "latest", f"seed:{seed}"):
            seen = _seen(program, schedule)
            assert _is_right(seen, found), (seed, schedule, seen, found, text_of(program)[0])


def test_the_programs_are_of_all_kinds() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(0, PROGRAMS, 4):
        codes, _ = _seen(drawn(seed), "latest")
        kinds.update(codes or {"right"})
    assert min(kinds[kind] for kind in ("right", "S001", "S022", "S027")) >= PROGRAMS // 80, kinds


# ---- single programs ----


def run(lines: str, schedule: str = "latest", threads: int = 2, count: int = 1) -> Outcome:
    """Threads with two barriers `%b`, initialised for so many, and a cell `%s`."""
    return interpret(
        parse_module(text(lines, threads, count), "test.mlir"), "main", [], parse_schedule(schedule)
    )


def text(lines: str, threads: int, count: int) -> str:
    """The program."""
    return f"""
    !bars = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    !token = !nvgpu.mbarrier.token
    func.func private @printI64(i64)
    func.func @main() attributes {{gpu.known_block_size = array<i32: {threads}, 1, 1>}} {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %count = arith.constant {count} : index
      %even = arith.constant false
      %odd = arith.constant true
      %v = arith.constant 7 : i64
      %s = memref.alloc() : memref<2xi64, 3>
      %id = gpu.thread_id x
      %first = arith.cmpi eq, %id, %c0 : index
      %b = nvgpu.mbarrier.create -> !bars
      nvgpu.mbarrier.init %b[%c0], %count, predicate = %first : !bars
      nvgpu.mbarrier.init %b[%c1], %count, predicate = %first : !bars
      gpu.barrier
      {lines}
      return
    }}"""


def error(outcome: Outcome) -> Diagnostic:
    """The only thing that is wrong."""
    (found,) = outcome.diagnostics
    return found


ARRIVE = "%a = nvgpu.mbarrier.arrive %b[%c0] : !bars -> !token\n"
WAIT = "nvgpu.mbarrier.try_wait.parity %b[%c0], %even, %c1 : !bars\n"


def spin(body: str = "", more: str = "%n") -> str:
    """A loop that looks until the phase of `%a` is over, or for as long as `more` says."""
    return f"""
    %looked = scf.while (%i = %c0) : (index) -> index {{
      %over = nvgpu.mbarrier.test.wait %b[%c0], %a : !bars, !token
      %n = arith.xori %over, %odd : i1
      {body}
      scf.condition({more}) %i : index
    }} do {{
    ^bb0(%i: index):
      %next = arith.addi %i, STEP : index
      scf.yield %next : index
    }}"""


@pytest.mark.parametrize(
    ("lines", "code", "words"),
    [
        ("nvgpu.mbarrier.try_wait.parity %b[%c2], %odd, %c1 : !bars", "S004", "no barrier 2, but 2"),
        (
            "%m = arith.constant -1 : index\nnvgpu.mbarrier.try_wait.parity %b[%m], %odd, %c1 : !bars",
            "S004",
            "no barrier -1",
        ),
        (
            "%m = arith.constant 1048576 : index\nnvgpu.mbarrier.arrive.expect_tx %b[%c0], %m : !bars",
            "S025",
            "the number of bytes is 1048576",
        ),
        (
            "%m = arith.constant -1 : index\nnvgpu.mbarrier.arrive.expect_tx %b[%c0], %m : !bars",
            "S025",
            "the number of bytes is -1",
        ),
        (
            ARRIVE + "%d = nvgpu.mbarrier.test.wait %b[%c1], %a : !bars, !token",
            "S028",
            "asks barrier 1 of 2 for a token",
        ),
        ("nvgpu.mbarrier.init %b[%c0], %c1 : !bars", "S024", "initialised again"),
        (
            "nvgpu.mbarrier.arrive.expect_tx %b[%c0], %c2 : !bars\n" + ARRIVE,
            "S026",
            "1 arrive at barrier 0 of 2, and its phase 0 waits for 0",
        ),
    ],
)
def test_misuse(lines: str, code: str, words: str) -> None:
    found = error(run(lines, threads=1))
    assert found.code == code
    assert words in found.message


@pytest.mark.parametrize("count", [0, -1, 1 << 20])
def test_counts_that_no_barrier_has(count: int) -> None:
    assert error(run("", count=count)).code == "S025"
    assert run("", count=(1 << 20) - 1).ok


def test_an_op_whose_predicate_does_not_hold_does_nothing() -> None:
    lines = "nvgpu.mbarrier.init %b[%c0], %c1, predicate = %even : !bars\n"
    lines += "nvgpu.mbarrier.arrive.expect_tx %b[%c0], %c2, predicate = %even : !bars\n"
    assert run(lines).ok
    assert error(run(lines.replace("%even", "%odd"))).code == "S024"


def test_barriers_of_a_loop_are_the_same_ones_in_each_iteration() -> None:
    lines = """scf.for %i = %c0 to %c2 step %c1 {
      %d = nvgpu.mbarrier.create -> !bars
      nvgpu.mbarrier.init %d[%c0], %c1 : !bars
    }"""
    assert error(run(lines, threads=1)).code == "S024"


def test_an_initialisation_that_an_arrival_publishes() -> None:
    """The second barrier is initialised behind the barrier of the block; the first one tells of it."""
    lines = """
    %d = nvgpu.mbarrier.create -> !bars
    scf.if %first {
      nvgpu.mbarrier.init %d[%c0], %c1 : !bars
      %a = nvgpu.mbarrier.arrive %b[%c0] : !bars -> !token
    } else {
      WAIT
      %a = nvgpu.mbarrier.arrive %d[%c0] : !bars -> !token
    }"""
    for schedule in SCHEDULES:
        assert run(lines.replace("WAIT", WAIT), schedule).ok
        assert error(run(lines.replace("WAIT", ""), schedule)).code == "S023"


def test_addresses_differ() -> None:
    lines = """
    %d = nvgpu.mbarrier.create -> !bars
    %p = nvgpu.mbarrier.get %b[%c1] : !bars -> i64
    %q = nvgpu.mbarrier.get %d[%c0] : !bars -> i64
    func.call @printI64(%p) : (i64) -> ()
    func.call @printI64(%q) : (i64) -> ()"""
    assert run(lines, threads=1).output.split() == ["816"]


def test_in_what_is_in_flight_and_in_parallel_loops_they_are_not_known() -> None:
    with pytest.raises(DiagnosticError) as raised:
        run("queue.commit(0) {\nqueue.async {\nOP}\n}".replace("OP", ARRIVE), threads=1)
    assert raised.value.diagnostics[0].code == "V024"
    loop = "scf.parallel (%i) = (%c0) to (%c2) step (%c1) {\nOP}"
    assert error(run(loop.replace("OP", ARRIVE), threads=1)).code == "S012"


def test_beside_tasks_they_are_not_known() -> None:
    found = error(run("%t = async.execute {\nasync.yield\n}\n" + ARRIVE, threads=1))
    assert found.code == "S012"
    assert found.notes[0].message.endswith("is for a device")


# ---- who goes on, and who does not ----


def test_the_message_of_a_deadlock_says_where_all_threads_are() -> None:
    lines = f"scf.if %first {{\n{WAIT}}} else {{\n%is1 = arith.cmpi eq, %id, %c1 : index\nscf.if %is1 {{\ngpu.barrier\n}}\n}}"
    found = error(run(lines, threads=12, count=3))
    assert found.code == "S022"
    assert found.message == (
        "deadlock: thread 0 waits for phase 0 of barrier 0 of 2, which lacks 3 of 3 arrivals, "
        "and no thread of the block can go on"
    )
    assert found.label == "thread 0 waits here"
    assert [note.message for note in found.notes][:2] == [
        "thread 1 is at this barrier of the block",
        "thread 2 is at its end",
    ]
    assert found.notes[-1].message == "3 more threads do not go on either"


def test_a_phase_that_waits_for_bytes_says_so() -> None:
    found = error(run(f"nvgpu.mbarrier.arrive.expect_tx %b[%c0], %c2 : !bars\n{WAIT}", threads=1))
    assert found.message.startswith(
        "deadlock: thread 0 waits for phase 0 of barrier 0 of 2, which lacks 2 bytes"
    )


@pytest.mark.parametrize(
    ("fails", "code"),
    [('cf.assert %even, "no"', "R101"), ("%x = memref.load %s[%c2] : memref<2xi64, 3>", "S004")],
)
def test_who_waits_for_a_thread_that_has_failed_is_in_no_deadlock(fails: str, code: str) -> None:
    outcome = run(f"scf.if %first {{\n{WAIT}}} else {{\n{fails}\n{ARRIVE}}}")
    assert error(outcome).code == code


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_who_looks_lets_others_go_on(schedule: str) -> None:
    looks = ARRIVE + spin().replace("STEP", "%c1")
    stores = f"memref.store %v, %s[%c0] : memref<2xi64, 3>\n{ARRIVE}"
    reads = f"{looks}\n%x = memref.load %s[%c0] : memref<2xi64, 3>\nfunc.call @printI64(%x) : (i64) -> ()"
    for first, second in ((reads, stores), (stores, reads)):
        outcome = run(f"scf.if %first {{\n{first}\n}} else {{\n{second}\n}}", schedule, count=2)
        assert outcome.ok, outcome.diagnostics
        assert outcome.output.split() == ["7"]


@pytest.mark.parametrize("step", ["%c0", "%c1"])
def test_who_looks_in_vain_is_in_a_deadlock(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop whose values come again is seen at once; one that counts is given up after many looks."""
    monkeypatch.setattr(phase_waits, "MOST_LOOKS", 1000)
    found = error(run(ARRIVE + spin().replace("STEP", step), count=3))
    assert found.code == "S022"
    assert found.notes[0].message.startswith("thread 1 looks in vain here")


def test_who_looks_in_vain_through_calls_and_at_two_barriers() -> None:
    body = """
      %f = func.call @looks(%b, %c, %c1) : (!bars, !token, index) -> i1
      %g = func.call @looks(%b, %a, %c0) : (!bars, !token, index) -> i1"""
    more = ARRIVE + ARRIVE.replace("%a", "%c").replace("%c0", "%c1") + spin(body).replace("STEP", "%c0")
    looks = """
    func.func @looks(%b: !bars, %t: !token, %i: index) -> i1 {
      %d = nvgpu.mbarrier.test.wait %b[%i], %t : !bars, !token
      return %d : i1
    }"""
    module = parse_module(text(more, 1, 2) + looks, "test.mlir")
    assert error(interpret(module, "main", [], Latest())).code == "S022"


def test_who_gives_up_after_some_looks_goes_on() -> None:
    few = "%l = arith.cmpi ult, %i, %k : index\n%m = arith.andi %n, %l : i1"
    lines = "%k = arith.constant 300 : index\n" + ARRIVE + spin(few, "%m").replace("STEP", "%c1")
    lines += "\n%x = arith.index_cast %looked : index to i64\nfunc.call @printI64(%x) : (i64) -> ()"
    assert run(lines, threads=1, count=2).output == "300"


def test_who_looks_in_vain_goes_on_when_another_one_arrives_after_all() -> None:
    """Thread 1 gives up at its barrier after ten looks, and arrives at the one that thread 0 looks at."""
    few = (
        "%ten = arith.constant 10 : index\n%l = arith.cmpi ult, %i, %ten : index\n%m = arith.andi %n, %l : i1"
    )
    second = ARRIVE.replace("%c0", "%c1") + spin(few, "%m").replace("STEP", "%c1").replace(
        "%b[%c0]", "%b[%c1]"
    )
    lines = f"scf.if %first {{\n{ARRIVE}{spin().replace('STEP', '%c0')}\n}} else {{\n{second}\n"
    assert run(f"{lines}{ARRIVE.replace('%a', '%z')}}}", count=2).ok


def test_who_looks_at_two_barriers_in_turn_goes_on_when_one_phase_is_over() -> None:
    """Thread 0 stands at a look at the first barrier when thread 1 ends the phase of the second one after all."""
    second = ARRIVE.replace("%a", "%c").replace("%c0", "%c1")
    both = """
    scf.while : () -> () {
      %two = nvgpu.mbarrier.test.wait %b[%c0], %a : !bars, !token
      %one = nvgpu.mbarrier.test.wait %b[%c1], %c : !bars, !token
      %none = arith.cmpi eq, %one, %even : i1
      scf.condition(%none)
    } do {
      scf.yield
    }"""
    few = (
        "%ten = arith.constant 10 : index\n%l = arith.cmpi ult, %i, %ten : index\n%m = arith.andi %n, %l : i1"
    )
    gives_up = ARRIVE + spin(few, "%m").replace("STEP", "%c1")
    lines = f"""scf.if %first {{
      {ARRIVE}{second}{both}
    }} else {{
      %is1 = arith.cmpi eq, %id, %c1 : index
      scf.if %is1 {{
        {gives_up}
      }}
      {second}
    }}"""
    assert error(run(lines, threads=2, count=3)).code == "S022"
    assert run(lines, threads=3, count=3).diagnostics == ()


def test_who_counts_looks_that_a_function_makes_goes_on() -> None:
    few = """%f = func.call @looks(%b, %a) : (!bars, !token) -> i1
      %l = arith.cmpi ult, %i, %c2 : index"""
    lines = ARRIVE + spin(few, "%l").replace("STEP", "%c1").replace(
        "%over = nvgpu.mbarrier.test.wait %b[%c0], %a : !bars, !token", "%over = arith.constant false"
    )
    looks = """
    func.func @looks(%b: !bars, %t: !token) -> i1 {
      %c0 = arith.constant 0 : index
      %d = nvgpu.mbarrier.test.wait %b[%c0], %t : !bars, !token
      return %d : i1
    }"""
    assert interpret(parse_module(text(lines, 1, 2) + looks, "test.mlir"), "main", []).ok


def test_a_deadlock_that_hangs_on_the_order_is_told_as_that() -> None:
    lines = (
        ARRIVE + ARRIVE.replace("%a", "%z") + "%d = nvgpu.mbarrier.test.wait %b[%c0], %a : !bars, !token\n"
    )
    assert error(run(lines + WAIT, threads=1)).code == "S027"
    assert error(run(lines + WAIT.replace("%b[%c0]", "%b[%c1]"), threads=1)).code == "S027"


# ---- the rest of the engine ----

RING = """
    %n = arith.constant {steps} : index
    %src = memref.alloca() : memref<1xi64>
    memref.store %v, %src[%c0] : memref<1xi64>
    scf.for %i = %c0 to %n step %c1 {{
      %r = arith.remui %i, %c2 : index
      scf.if %first {{
        %before = arith.cmpi eq, %r, %c0 : index
        nvgpu.mbarrier.try_wait.parity %b[%c1], %before, %c1 : !bars
        %p = nvgpu.device_async_copy %src[%c0], %s[%c0], 1 : memref<1xi64> to memref<2xi64, 3>
        %g = nvgpu.device_async_create_group %p
        nvgpu.device_async_wait %g
        %a = nvgpu.mbarrier.arrive %b[%c0] : !bars -> !token
      }} else {{
        %parity = arith.cmpi ne, %r, %c0 : index
        nvgpu.mbarrier.try_wait.parity %b[%c0], %parity, %c1 : !bars
        %x = memref.load %s[%c0] : memref<2xi64, 3>
        %a = nvgpu.mbarrier.arrive %b[%c1] : !bars -> !token
      }}
    }}"""


def test_what_all_threads_know_is_forgotten() -> None:
    """A loop without barriers of the block may take as long as it likes."""
    module = parse_module(text(RING.format(steps=1000), 2, 1), "test.mlir")
    entry = next(op for op in module.ops if op.name == "func.func" and op.regions[0].blocks)
    engine = BlockEngine(module, entry, max_steps=None, record=False)
    assert engine.run([], Latest()).ok
    assert len(engine.machine.conflicts.in_flight) < 200


def test_what_one_thread_does_not_know_is_not_forgotten() -> None:
    """A hundred operations come behind the one that the second thread races with."""
    copies = """
    %src = memref.alloca() : memref<1xi64>
    memref.store %v, %src[%c0] : memref<1xi64>
    %n = arith.constant 100 : index
    scf.if %first {
      %p = nvgpu.device_async_copy %src[%c0], %s[%c0], 1 : memref<1xi64> to memref<2xi64, 3>
      %g = nvgpu.device_async_create_group %p
      nvgpu.device_async_wait %g
      scf.for %i = %c0 to %n step %c1 {
        %q = nvgpu.device_async_copy %src[%c0], %s[%c1], 1 : memref<1xi64> to memref<2xi64, 3>
        %h = nvgpu.device_async_create_group %q
        nvgpu.device_async_wait %h
      }
    } else {
      %x = memref.load %s[%c0] : memref<2xi64, 3>
    }"""
    assert [race.kind for race in run(copies).races] == ["RAW"]


def test_blocks_with_such_barriers_are_run_thread_by_thread() -> None:
    lines = """
    %up = arith.cmpi ult, %id, %c2 : index
    scf.if %up {
      memref.store %v, %s[%id] : memref<2xi64, 3>
      %a = nvgpu.mbarrier.arrive %b[%c0] : !bars -> !token
    }
    nvgpu.mbarrier.try_wait.parity %b[%c0], %even, %c1 : !bars
    %x = memref.load %s[%c1] : memref<2xi64, 3>"""
    module = parse_module(text(lines, 64, 2), "test.mlir")
    entry = next(op for op in module.ops if op.name == "func.func" and op.regions[0].blocks)
    assert run_lanes(module, entry, []) is None
    assert interpret(module, "main", []).ok


def test_a_launch_that_hangs_ends_the_run() -> None:
    body = f"""
    func.func @main(%m: memref<1xi64>) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %even = arith.constant false
      gpu.launch blocks(%x, %y, %z) in (%gx = %c2, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {{
        %first = arith.cmpi eq, %tx, %c0 : index
        %b = nvgpu.mbarrier.create -> !bars
        nvgpu.mbarrier.init %b[%c0], %c1, predicate = %first : !bars
        gpu.barrier
        %second_block = arith.cmpi eq, %x, %c1 : index
        scf.if %second_block {{
          {WAIT}
        }}
        gpu.terminator
      }}
      return
    }}"""
    types = "!bars = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>\n"
    outcome = interpret(parse_module(types + body, "test.mlir"), "main", [np.zeros(1, np.int64)])
    assert error(outcome).code == "S022"
