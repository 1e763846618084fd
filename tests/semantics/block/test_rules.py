"""Each rule of queues, waits and barriers by itself: which accesses race, and which do not."""

from __future__ import annotations

import pytest

from tests.semantics.block.programs import SCHEDULES, commit, copy, kinds, load, run, store

ANY = pytest.mark.parametrize("schedule", SCHEDULES)
RAW = "RAW queue.async memref.load"
WAR = "WAR queue.async memref.store"
WAW = "WAW queue.async memref.store"


def _races(lines: list[str], schedule: str = "latest", **more: object) -> set[str]:
    outcome = run(lines, schedule, **more)  # pyright: ignore[reportArgumentType]
    assert {d.code for d in outcome.diagnostics} <= {"S001"}, outcome.diagnostics
    return kinds(outcome)


@ANY
def test_in_flight_until_the_wait(schedule: str) -> None:
    work = commit(copy("c0", "c1"))
    assert _races([work, load("c1")], schedule) == {RAW}
    assert _races([work, store("c1")], schedule) == {WAW}
    assert _races([work, store("c0")], schedule) == {WAR}
    assert _races([work, load("c0"), load("c2")], schedule) == set()
    assert _races([work, "queue.wait(0, 0)", load("c1"), store("c0"), store("c1")], schedule) == set()
    assert _races([store("c1"), store("c0"), work], schedule) == set()


@pytest.mark.feature("S0-5", "S0-6")
@ANY
def test_a_wait_leaves_the_youngest_groups(schedule: str) -> None:
    works = [commit(copy("c0", "c1")), commit(copy("c0", "c2")), commit()]
    assert _races([*works, "queue.wait(0, 3)", load("c1")], schedule) == {RAW}
    assert _races([*works, "queue.wait(0, 2)", load("c1")], schedule) == set()
    assert _races([*works, "queue.wait(0, 2)", load("c2")], schedule) == {RAW}
    assert _races([*works, "queue.wait(0, 1)", load("c2")], schedule) == set()


def test_a_commit_after_the_wait_is_not_counted() -> None:
    first, second = commit(copy("c0", "c1")), commit(copy("c0", "c2"))
    assert _races([first, "queue.wait(0, 1)", second, load("c1")]) == {RAW}
    assert _races([first, second, "queue.wait(0, 1)", load("c1")]) == set()


@pytest.mark.feature("S0-8")
def test_the_groups_of_other_queues_are_not_counted_unless_they_share_a_fifo() -> None:
    lines = [commit(copy("c0", "c1")), commit(copy("c0", "c2"), queue=1), "queue.wait(0, 1)", load("c1")]
    assert _races(lines) == {RAW}
    assert _races(lines, attributes="queue.fifos = [[0, 1]]") == set()
    waits_for_both = [*lines[:2], "queue.wait(1, 0)", load("c1"), load("c2")]
    assert _races(waits_for_both) == {RAW}
    assert _races(waits_for_both, attributes="queue.fifos = [[1, 0]]") == set()


@pytest.mark.feature("S0-35")
def test_ops_of_one_group_and_of_several_are_not_ordered() -> None:
    assert _races([commit(copy("c0", "c1"), copy("c1", "c2"))]) == {"RAW queue.async queue.async"}
    assert _races([commit(copy("c0", "c1")), commit(copy("c2", "c1"))]) == {"WAW queue.async queue.async"}
    lines = [commit(copy("c0", "c1")), "queue.wait(0, 0)", commit(copy("c1", "c2"))]
    assert _races(lines) == set()


def test_inside_of_one_async_op_all_is_in_order() -> None:
    outcome = run(
        [
            "queue.async {",
            store("c1"),
            "%x = memref.load %m[%c1] : memref<8xi64>",
            "memref.store %x, %m[%c2] : memref<8xi64>",
            "}",
        ]
    )
    assert outcome.ok
    assert not outcome.races


def test_sources_read_is_a_milestone_of_its_own() -> None:
    work = commit(copy("c0", "c1"))
    assert _races([work, "queue.wait_read(0, 0)", store("c0")]) == set()
    assert _races([work, "queue.wait_read(0, 0)", load("c1")]) == {RAW}
    assert _races([work, "queue.wait_read(0, 1)", store("c0")]) == {WAR}
    token = f"%t = {work} -> !async.token"
    assert _races([token, "queue.await_read %t : !async.token", store("c0")]) == set()
    assert _races([token, "queue.await_read %t : !async.token", store("c1")]) == {WAW}


@pytest.mark.feature("S0-9")
def test_wait_finished_counts_from_the_first_commit() -> None:
    works = [commit(copy("c0", "c1")), commit(copy("c0", "c2"))]
    assert _races([*works, "queue.wait_finished(0, 1)", load("c1")]) == set()
    assert _races([*works, "queue.wait_finished(0, 1)", load("c2")]) == {RAW}
    assert _races([*works, "queue.wait_finished(0, 5)", load("c2")]) == set()
    assert _races([*works, "queue.wait_finished(0, 0)", load("c1")]) == {RAW}


@pytest.mark.feature("S2-2")
def test_a_token_stands_for_its_group_and_the_older_ones() -> None:
    works = [f"%{n} = {commit(copy('c0', t))} -> !async.token" for n, t in (("t", "c1"), ("u", "c2"))]
    for wait in ("queue.await", "async.await"):
        assert _races([*works, f"{wait} %u : !async.token", load("c1"), load("c2")]) == set()
        assert _races([*works, f"{wait} %t : !async.token", load("c1")]) == set()
        assert _races([*works, f"{wait} %t : !async.token", load("c2")]) == {RAW}
    both = [*works[:1], f"%u = {commit(copy('c0', 'c2'), queue=1)} -> !async.token"]
    assert _races([*both, "queue.await %t, %u : !async.token, !async.token", load("c1"), load("c2")]) == set()


def test_a_ready_token_forbids_nothing() -> None:
    lines = [
        "%r = async.ready : !async.token",
        f"%t = {commit(copy('c0', 'c1'))} -> !async.token",
        "%yes = arith.cmpi eq, %id, %c0 : index",
        "%s = arith.select %yes, %r, %t : !async.token",
        "queue.await %s : !async.token",
        load("c1"),
    ]
    assert _races(lines) == {RAW}


@pytest.mark.feature("S0-25")
def test_tokens_are_values() -> None:
    lines = [
        "%r = async.ready : !async.token",
        "%last = scf.for %i = %c1 to %c4 step %c1 iter_args(%t = %r) -> (!async.token) {",
        f"%u = {commit(copy('c0', 'i'))} -> !async.token",
        "queue.await %t : !async.token",
        "scf.yield %u : !async.token",
        "}",
    ]
    assert _races([*lines, load("c2")]) == set()
    assert _races([*lines, load("c3")]) == {RAW}
    assert _races([*lines, "queue.await %last : !async.token", load("c3")]) == set()


def test_what_is_never_committed_is_in_flight_to_the_end() -> None:
    assert _races([copy("c0", "c1"), commit(), "queue.wait(0, 0)", load("c1")]) == {RAW}


@pytest.mark.feature("S0-7", "S0-8")
def test_queues_and_counts_can_be_computed() -> None:
    works = [commit(copy("c0", "c1"), queue="%c5"), commit(copy("c0", "c2"), queue=5)]
    assert _races([*works, "queue.wait(%c5, %c1)", load("c1")]) == set()
    assert _races([*works, "queue.wait(%c5, %c1)", load("c2")]) == {RAW}
    assert _races([*works, "queue.wait(5, %c2)", load("c1")]) == {RAW}


def test_the_end_of_memory_is_a_write_of_it() -> None:
    lines = ["%b = memref.alloc() : memref<8xi64>", "queue.async {"]
    lines += ["%x = memref.load %b[%c0] : memref<8xi64>", store("c1"), "}"]
    assert _races([*lines[:1], "memref.store %v1, %b[%c0] : memref<8xi64>", *lines[1:]]) == set()
    freed = [lines[0], "memref.store %v1, %b[%c0] : memref<8xi64>", *lines[1:]]
    assert _races([*freed, "memref.dealloc %b : memref<8xi64>"]) == {"WAR queue.async memref.dealloc"}


# ---- threads ----


def test_threads_race_in_one_epoch_and_not_in_two() -> None:
    assert _races([store("c1")], threads=2) == {"WAW memref.store memref.store"}
    assert _races([store("id")], threads=3) == set()
    swap = ["%other = arith.subi %c1, %id : index"]
    assert _races([*swap, store("id"), load("other")], threads=2) == {
        "RAW memref.store memref.load",
        "WAR memref.load memref.store",
    }
    assert _races([*swap, store("id"), "gpu.barrier", load("other")], threads=2) == set()


def test_a_race_is_found_on_both_sides_of_a_thread_in_whichever_order_they_run() -> None:
    """Thread 1 stores what threads 0 and 2 load: of the one it is the second access, of the other the first."""
    lines = [
        "%is = arith.cmpi eq, %id, %c1 : index",
        "scf.if %is {",
        store("c0"),
        "} else {",
        load("c0"),
        "}",
    ]
    for schedule in ("earliest", "latest", *(f"seed:{seed}" for seed in range(12))):
        assert _races(lines, schedule, threads=3) == {
            "WAR memref.load memref.store",
            "RAW memref.store memref.load",
        }


@pytest.mark.feature("S2-17")
def test_a_wait_is_for_its_thread_and_a_barrier_publishes() -> None:
    start = ["%four = arith.addi %id, %c4 : index", "%other = arith.subi %c5, %id : index"]
    start += [commit(copy("id", "four"))]
    wait = "queue.wait(0, 0)"
    assert _races([*start, wait, load("four")], threads=2) == set()
    raced = _races([*start, wait, load("other")], threads=2)
    assert raced == {RAW, "WAR memref.load queue.async"}
    assert _races([*start, wait, "gpu.barrier", load("other")], threads=2) == set()
    again = ["gpu.barrier", load("other"), "gpu.barrier", store("four"), "gpu.barrier", load("other")]
    assert _races([*start, wait, *again], threads=2) == set()
    assert _races([*start, wait, *again[:2], store("four")], threads=2) == {
        "WAR memref.load memref.store",
        "RAW memref.store memref.load",
    }
    assert _races([*start, "gpu.barrier", wait, load("other")], threads=2) == {RAW}
    assert _races([*start, "gpu.barrier", load("other"), "gpu.barrier", wait], threads=2) == {RAW}


def test_what_two_copies_read_is_free_when_both_are_published() -> None:
    lines = [f"%{name} = arith.addi %id, %c{by} : index" for name, by in (("four", 4), ("six", 6))]
    lines += ["%other = arith.subi %c1, %id : index", commit(copy("id", "four")), commit(copy("id", "six"))]
    assert _races([*lines, "queue.wait(0, 0)", "gpu.barrier", store("other")], threads=2) == set()
    for count in (1, 2):
        raced = _races([*lines, f"queue.wait(0, {count})", "gpu.barrier", store("other")], threads=2)
        assert raced == {WAR}


def test_an_access_before_the_issue_but_after_the_barrier_races_for_another_thread() -> None:
    start = ["%other = arith.subi %c1, %id : index", store("other")]
    work = [commit(copy("id", "id")), "queue.wait(0, 0)"]
    assert _races([*start, *work], threads=2) >= {"WAW queue.async memref.store"}
    assert _races([*start, "gpu.barrier", *work], threads=2) == set()


def test_atomic_updates_race_with_plain_accesses_only() -> None:
    update = "%old = memref.atomic_rmw addi %v1, %m[%c0] : (i64, memref<8xi64>) -> i64"
    assert _races([update], threads=3) == set()
    assert _races([update, load("c0")], threads=3) != set()
    assert _races([commit(copy("c1", "c0")), update]) == {"WAW queue.async memref.atomic_rmw"}


def test_memory_of_the_block_is_one_object_and_private_memory_is_not() -> None:
    space = "#gpu.address_space<workgroup>"
    for kind, of, races in (("alloca", "", False), ("alloca", f", {space}", True), ("alloc", ", 3", True)):
        lines = [
            f"%b = memref.{kind}() : memref<1xi64{of}>",
            f"memref.store %v1, %b[%c0] : memref<1xi64{of}>",
        ]
        assert bool(_races(lines, threads=2)) is races


def test_evidence_names_op_iteration_and_thread() -> None:
    lines = [
        "scf.for %i = %c3 to %c5 step %c1 {",
        "scf.for %j = %c0 to %c2 step %c1 {",
        commit(copy("c0", "i")),
        "}",
        "queue.wait(0, 0)",
        "}",
    ]
    (race,) = run(lines).races
    assert race.kind == "WAW"
    assert race.first.op.name == race.second.op.name == "queue.async"
    assert (race.first.iteration, race.second.iteration) == ((0, 0), (0, 1))
    assert race.first.span is not None
    threads = run([store("c1")], threads=3).races[0]
    assert (threads.first.thread, threads.second.thread) == (0, 1)


def test_the_run_goes_on_after_a_race() -> None:
    outcome = run(
        [commit(copy("c0", "c1")), load("c1"), store("c1"), "func.call @printI64(%v3) : (i64) -> ()"]
    )
    assert kinds(outcome) == {RAW, WAW}
    assert outcome.output == "3"
    (shown,) = outcome.diagnostics
    assert shown.code == "S001"
    assert "race (RAW): `memref.load` reads an element that `queue.async` writes" in shown.message


@pytest.mark.parametrize("threads", [1, 2])
def test_what_nobody_has_written_is_undefined_unless_there_was_a_race(threads: int) -> None:
    lines = ["%b = memref.alloca() : memref<1xi64>", "%x = memref.load %b[%c0] : memref<1xi64>"]
    lines += ["memref.store %x, %m[%id] : memref<8xi64>"]
    assert [d.code for d in run(lines, threads=threads).diagnostics] == ["S006"]
    racing = [commit(copy("c6", "c5")), load("c5")]
    found = run([*racing, *lines], threads=threads)
    assert found.races
    assert "S006" not in {d.code for d in found.diagnostics}


def test_a_fault_of_one_thread_hides_no_race_in_its_epoch() -> None:
    space = "memref<2xi64, #gpu.address_space<workgroup>>"
    lines = [
        f"%b = memref.alloc() : {space}",
        "%other = arith.subi %c1, %id : index",
        f"memref.store %v1, %b[%id] : {space}",
        f"%x = memref.load %b[%other] : {space}",
    ]
    for use in ("memref.store %x, %m[%id] : memref<8xi64>", "func.call @printI64(%x) : (i64) -> ()"):
        outcome = run([*lines, use], threads=2)
        assert kinds(outcome) == {"RAW memref.store memref.load", "WAR memref.load memref.store"}
        assert [d.code for d in outcome.diagnostics] == ["S001", "S006"]
