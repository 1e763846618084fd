"""The simulated device: what works do, what they may not, and when (DEVW-1 to DEVW-6, STR-1 to STR-6, SUB-1 to SUB-3)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from asyncir.semantics import Earliest, Exhaustive, Latest, Outcome, Seeded, TaskSchedule, interpret
from asyncir.semantics.tasks.device_times import DeviceCosts
from asyncir.source.text import parse_module

KERNELS = """
  gpu.module @k {
    gpu.func @twice(%m: memref<4xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<4xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%i] : memref<4xf32>
      gpu.return
    }
    gpu.func @turn(%m: memref<4xf32>) workgroup(%s : memref<4xf32, 3>) kernel {
      %i = gpu.thread_id x
      %c3 = arith.constant 3 : index
      %j = arith.subi %c3, %i : index
      %v = memref.load %m[%i] : memref<4xf32>
      memref.store %v, %s[%i] : memref<4xf32, 3>
      gpu.barrier
      %w = memref.load %s[%j] : memref<4xf32, 3>
      memref.store %w, %m[%i] : memref<4xf32>
      gpu.return
    }
    gpu.func @all_write(%m: memref<4xf32>) kernel {
      %c0 = arith.constant 0 : index
      %f = arith.constant 1.0 : f32
      memref.store %f, %m[%c0] : memref<4xf32>
      gpu.return
    }
    gpu.func @fails(%m: memref<4xf32>) kernel {
      %no = arith.constant false
      cf.assert %no, "not today"
      gpu.return
    }
  }
"""
LAUNCH = (
    "gpu.launch_func {} @k::@{} blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%m : memref<4xf32>)"
)
T = "memref<4xf32>"


def program(body: str) -> str:
    return (
        "module attributes {gpu.container_module} {\n" + KERNELS + "func.func @main(%x: memref<4xf32>, "
        "%y: memref<4xf32>, %n: index) {\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
        "%c4 = arith.constant 4 : index\n%f = arith.constant 1.0 : f32\n" + body + "\nreturn\n}\n}"
    )


def run(
    body: str, schedule: TaskSchedule | None = None, n: int = 0, **more: Any
) -> tuple[Outcome, list[float]]:
    out = np.zeros(4, np.float32)
    given = [np.arange(4, dtype=np.float32), out, n]
    outcome = interpret(parse_module(program(body)), "main", given, schedule or Exhaustive(), **more)
    return outcome, out.tolist()


def code(body: str, schedule: TaskSchedule | None = None) -> str:
    outcome, _ = run(body, schedule)
    assert outcome.diagnostics, "nothing was found"
    return outcome.diagnostics[0].code


COPY_IN = f"%m, %t0 = gpu.alloc async () : {T}\n%t1 = gpu.memcpy async [%t0] %m, %x : {T}, {T}\n"
COPY_OUT = f"%t9 = gpu.memcpy async [%t2] %y, %m : {T}, {T}\n%t10 = gpu.dealloc async [%t9] %m : {T}\ngpu.wait [%t10]"


@pytest.mark.feature("S1-5")
@pytest.mark.parametrize("schedule", [Earliest(), Latest(), Seeded(3), Exhaustive()])
@pytest.mark.parametrize(("kernel", "expected"), [("twice", [0, 2, 4, 6]), ("turn", [3, 2, 1, 0])])
def test_a_kernel_between_two_copies(kernel: str, expected: list[float], schedule: TaskSchedule) -> None:
    body = COPY_IN + "%t2 = " + LAUNCH.format("async [%t1]", kernel) + "\n" + COPY_OUT
    outcome, found = run(body, schedule)
    assert outcome.ok
    assert found == expected


@pytest.mark.feature("S4-19")
def test_who_waits_for_a_copy_reads_what_it_copied() -> None:
    body = COPY_IN + f"%t2 = gpu.memcpy async [%t1] %y, %m : {T}, {T}\nWAIT\n%v = memref.load %y[%c1] : {T}"
    body += "\nvector.print %v : f32"
    outcome, _ = run(body.replace("WAIT", "gpu.wait [%t2]"))
    assert outcome.output.split() == ["1"]
    assert code(body.replace("WAIT", "")) == "S001"


@pytest.mark.feature("S1-5")
@pytest.mark.parametrize("dependency", ["%r", "%t1 : !gpu.async.token"])
def test_a_region_of_the_host_waits_for_works(dependency: str) -> None:
    body = COPY_IN + (
        "%r = async.region [%t1 : !gpu.async.token] {\nvector.print %c0 : index\n}\n"
        f"%s = async.region [{dependency}] {{\n{LAUNCH.format('', 'twice')}\n}}\nasync.await %s : !async.token\n"
        "async.await %r : !async.token\n"
        f"gpu.memcpy %y, %m : {T}, {T}"
    )
    outcome, found = run(body)
    assert outcome.ok
    assert found == [0, 2, 4, 6]


@pytest.mark.feature("S1-6")
def test_a_region_is_complete_when_the_transfer_that_it_yields_is() -> None:
    body = (
        "%r = async.region {\n" + COPY_IN + f"%t2 = gpu.memcpy async [%t1] %y, %m : {T}, {T}\n"
        "YIELD\n}\nasync.await %r : !async.token\n"
        f"%v = memref.load %y[%c1] : {T}\nvector.print %v : f32"
    )
    outcome, _ = run(body.replace("YIELD", "async.yield %t2 : !gpu.async.token"))
    assert outcome.output.split() == ["1"]
    assert code(body.replace("YIELD", "async.yield %t1 : !gpu.async.token")) == "S001"
    assert code(body.replace("YIELD", "async.yield")) == "S001"


@pytest.mark.feature("S4-20")
def test_a_launch_never_holds_up_who_launches() -> None:
    body = COPY_IN + "%t2 = " + LAUNCH.format("async [%t1]", "twice")
    outcome, _ = run(body, Earliest(), costs=DeviceCosts(launch=7))
    assert outcome.host_time == 0
    assert outcome.time > 7
    waited, _ = run(body + "\ngpu.wait [%t2]", Earliest(), costs=DeviceCosts(launch=7))
    assert waited.host_time == waited.time == outcome.time


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # The memory is not there yet; it ends beside the copy; it is used behind its end.
        (
            f"%m, %t0 = gpu.alloc async () : {T}\n%t1 = gpu.memcpy async %m, %x : {T}, {T}\ngpu.wait [%t0, %t1]",
            "S001",
        ),
        (COPY_IN + f"%t2 = gpu.dealloc async [%t0] %m : {T}\ngpu.wait [%t2, %t1]", "S001"),
        (
            COPY_IN
            + f"%t2 = gpu.dealloc async [%t1] %m : {T}\n%t3 = gpu.memset async [%t2] %m, %f : {T}, f32",
            "S002",
        ),
        (COPY_IN + f"gpu.wait [%t1]\ngpu.dealloc %m : {T}\ngpu.dealloc %m : {T}", "S003"),
        (f"gpu.dealloc %x : {T}", "S003"),
        # Whose memory it is.
        (COPY_IN + f"gpu.wait [%t1]\n%v = memref.load %m[%c0] : {T}", "S029"),
        (COPY_IN + f"gpu.wait [%t1]\nmemref.dealloc %m : {T}", "S029"),
        (f"%m = memref.alloc() : {T}\n" + LAUNCH.format("", "twice") + "\ngpu.wait", "S029"),
        # What kernels do wrong.
        (COPY_IN + "%t2 = " + LAUNCH.format("async [%t1]", "all_write"), "S001"),
        (COPY_IN + "%t2 = " + LAUNCH.format("async [%t1]", "fails") + "\ngpu.wait [%t2]", "R102"),
        (COPY_IN + "%t2 = " + LAUNCH.format("async [%t1]", "twice").replace("in (%c4", "in (%c0"), "S018"),
        (f"%m = gpu.alloc (%n) : memref<?xf32>\ngpu.memcpy %m, %x : memref<?xf32>, {T}", "S004"),
        # Two kernels beside each other.
        (COPY_IN + "\n".join(f"%t{n} = " + LAUNCH.format("async [%t1]", "twice") for n in (2, 3)), "S001"),
    ],
)
def test_what_is_wrong_has_a_code(body: str, expected: str) -> None:
    assert code(body) == expected


def test_registered_memory_of_the_host_is_for_both() -> None:
    body = (
        f"%m = memref.alloc() : {T}\n%u = memref.cast %m : {T} to memref<*xf32>\n"
        f"gpu.host_register %u : memref<*xf32>\nmemref.copy %x, %m : {T} to {T}\n"
        + LAUNCH.format("", "twice")
        + f"\nmemref.copy %m, %y : {T} to {T}"
    )
    assert run(body.replace("memref.copy %m", "gpu.wait\nmemref.copy %m"))[1] == [0, 2, 4, 6]


def test_shared_memory_is_for_both() -> None:
    body = f"%m = gpu.alloc host_shared () : {T}\nmemref.copy %x, %m : {T} to {T}\n" + LAUNCH.format(
        "", "twice"
    )
    assert run(body + f"\nmemref.copy %m, %y : {T} to {T}")[1] == [0, 2, 4, 6]


def test_nothing_is_wrong_with_memory_of_no_size() -> None:
    body = (
        "%m, %t0 = gpu.alloc async (%n) : memref<?xf32>\n%t1 = gpu.memset async [%t0] %m, %f : memref<?xf32>, f32\n"
        "%t2 = gpu.dealloc async [%t1] %m : memref<?xf32>\ngpu.wait [%t2, %t2]\ngpu.wait [%t2]"
    )
    assert run(body, n=0)[0].ok


# ---- streams ----

STREAMS = (
    "%s = stream.create\n%q = stream.create\n"
    f"%m = stream.enqueue %s -> {T} {{\n%a = gpu.alloc () : {T}\nstream.yield %a : {T}\n}}\n"
    f"stream.enqueue %s {{\ngpu.memcpy %m, %x : {T}, {T}\n}}\n"
    "%e = stream.record %s\nWAIT\n"
    f"stream.enqueue %q {{\ngpu.memcpy %y, %m : {T}, {T}\n}}\n%d = stream.record %q\nHOST"
)


@pytest.mark.feature("S1-28")
@pytest.mark.parametrize(
    ("wait", "expected"),
    [
        ("stream.wait %q for %e", "ok"),
        ("%g = stream.all %e, %e\nstream.wait %q for %g", "ok"),
        ("stream.host_wait %e", "ok"),
        ("", "S001"),
        # An event that was recorded before says nothing of what came later.
        ("%z = stream.create\n%o = stream.record %z\nstream.wait %q for %o", "S001"),
        ("stream.wait %s for %e", "S001"),
    ],
)
def test_streams_are_ordered_by_events_alone(wait: str, expected: str) -> None:
    body = STREAMS.replace("WAIT", wait).replace("HOST", "stream.host_wait %d")
    outcome, found = run(body)
    assert (outcome.diagnostics[0].code if outcome.diagnostics else "ok") == expected
    assert found == [0, 1, 2, 3] or not outcome.ok


def test_the_host_reads_behind_an_event_alone() -> None:
    text = STREAMS.replace("WAIT", "stream.wait %q for %e") + f"\n%v = memref.load %y[%c0] : {T}"
    assert code(text.replace("HOST", "")) == "S001"
    assert run(text.replace("HOST", "stream.host_wait %d"))[0].ok


def test_two_tasks_do_not_share_a_stream() -> None:
    put = f"stream.enqueue %s {{\ngpu.memset %x, %f : {T}, f32\n}}"
    body = f"%s = stream.create\n%a = async.execute {{\n{put}\n}}\n%b = async.execute DEPENDS {{\n{put}\n}}\n"
    body += "async.await %a : !async.token\nasync.await %b : !async.token"
    assert code(body.replace("DEPENDS", "")) == "S001"
    assert run(body.replace("DEPENDS", "[%a]"))[0].ok


@pytest.mark.feature("S1-29")
@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("", "stream.barrier", "ok"),
        ("", "", "S001"),
        # The other queue: a semaphore.
        ("other", "wait", "ok"),
        ("other", "", "S001"),
        # A barrier orders a queue and no other.
        ("other", "stream.barrier", "S001"),
    ],
)
def test_commands_are_ordered_by_barriers_and_semaphores(first: str, second: str, expected: str) -> None:
    queue = "%q" if first == "other" else "%s"
    wait, barrier = (" wait(%e)", "") if second == "wait" else ("", second)
    body = (
        "%s = stream.create\n%q = stream.create\n"
        f"%e = stream.submit %s {{\ngpu.memset %x, %f : {T}, f32\n}}\n"
        f"%d = stream.submit {queue}{wait} {{\n{barrier}\ngpu.memcpy %y, %x : {T}, {T}\n}}\nstream.host_wait %d, %e"
    )
    outcome, found = run(body)
    assert (outcome.diagnostics[0].code if outcome.diagnostics else "ok") == expected
    assert found == [1, 1, 1, 1] or not outcome.ok


def test_a_semaphore_orders_later_submissions_too() -> None:
    body = (
        "%s = stream.create\n%q = stream.create\n"
        f"%e = stream.submit %s {{\ngpu.memset %x, %f : {T}, f32\n}}\n"
        f"%d = stream.submit %q wait(%e) {{\n}}\n%g = stream.submit %q {{\ngpu.memcpy %y, %x : {T}, {T}\n}}\n"
        "stream.host_wait %g"
    )
    assert run(body)[0].ok
    assert code(body.replace(" wait(%e)", "")) == "S001"
