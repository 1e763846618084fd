"""`asyncir check --machine` on programs that launch on devices, for all arguments."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import Outcome, Shell

pytestmark = pytest.mark.feature("S1-18", "S1-20", "S1-21", "S1-35")

MACHINE = """
name = "m"
issued-by = "host"
[[engine]]
name = "host"
[[engine]]
name = "dma0"
[[engine]]
name = "dma1"
[[engine]]
name = "npu"
flags = 2
[[memory]]
name = "ub"
space = '"ub"'
"""

ROWS = """
func.func @rows(%x: memref<?x4xf32>, %y: memref<?x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %npu = device.get "npu"
  %start = device.start
  %ready, %t = device.alloc (%start) in "ub" : memref<4xf32, "ub">
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %ready) -> (!device.event) {
    %half = arith.remui %i, %c2 : index
    %dma = device.get "dma0", "dma1"[%half]
    %from = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<?x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %to = memref.subview %y[%i, 0] [1, 4] [1, 1] : memref<?x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %in = device.memcpy (%before, %from, %t, %dma) : memref<4xf32, strided<[1], offset: ?>>, memref<4xf32, "ub">
    %done = device.launch (%m = %t : memref<4xf32, "ub">) in (%in, %npu) {
      %z = arith.constant 0 : index
      %v = memref.load %m[%z] : memref<4xf32, "ub">
      %w = arith.addf %v, %v : f32
      memref.store %w, %m[%z] : memref<4xf32, "ub">
    }
    %out = device.memcpy (%done, %t, %to, %dma) : memref<4xf32, "ub">, memref<4xf32, strided<[1], offset: ?>>
    scf.yield %out : !device.event
  }
  device.await %last : !device.event
  return
}
"""
"""Row after row through one buffer; which engine copies a row is computed."""

SAME = """
func.func @same(%a: memref<4xf32>, %b: memref<4xf32>) {
  %dma = device.get "dma0"
  %start = device.start
  %e = device.memcpy (%start, %a, %b, %dma) : memref<4xf32>, memref<4xf32>
  %f = device.memcpy (%start, %b, %a, %dma) : memref<4xf32>, memref<4xf32>
  %all = device.and %e, %f
  device.await %all : !device.event
  return
}
"""

IN_A_LOOP = """
func.func @parts(%n: index) {
  %npu = device.get "npu"
  %done, %part = device.launch (%k = %n : index) in (%npu) flags 1 {
    scf.for %i = %k to %k step %k {
      device.flag 0
    }
  }
  device.await %done : !device.event
  return
}
"""

NESTED = """
func.func @nested(%i: index) {
  %npu = device.get "npu"
  %inner = INNER
  %done = device.launch (%d = %inner : !device.device) in (%npu) {
    %e = device.launch in (%d) {
    }
    device.await %e : !device.event
  }
  device.await %done : !device.event
  return
}
"""


def check(asyncir: Shell, text: str, *more: str) -> Outcome:
    """The answer of the command."""
    machine = asyncir.write("m.toml", MACHINE)
    return asyncir("check", asyncir.write("p.mlir", text), "--machine", str(machine), *more)


def test_events_that_a_loop_carries_are_proved(asyncir: Shell) -> None:
    outcome = check(asyncir, ROWS)
    assert outcome.status == 0, outcome
    assert "`@rows` is proved" in outcome.out


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(%before, %from", "(%ready, %from"),
        ("in (%in, %npu)", "in (%before, %npu)"),
        ("(%done, %t, %to", "(%in, %t, %to"),
        ("yield %out", "yield %done"),
        ("%before = %ready", "%before = %start"),
        (
            "  device.await %last",
            '  %gone = device.dealloc (%ready, %t) : memref<4xf32, "ub">\n  device.await %last',
        ),
        ("  device.await %last : !device.event\n", ""),
    ],
)
def test_any_event_less_is_wrong(asyncir: Shell, old: str, new: str) -> None:
    assert old in ROWS
    outcome = check(asyncir, ROWS.replace(old, new))
    assert outcome.status == 1
    assert set(outcome.codes) == {"S001"}


def test_exclusion_is_no_order(asyncir: Shell) -> None:
    outcome = check(asyncir, SAME)
    assert outcome.status == 1
    assert "order-dependent (WAR)" in outcome.err
    assert '"dma0" does either of them first' in outcome.err
    other = SAME.replace("%f = device.memcpy (%start", "%f = device.memcpy (%e")
    assert check(asyncir, other).status == 0


@pytest.mark.parametrize(
    ("inner", "said", "status"),
    [
        ('device.get "dma0"', "proved", 0),
        ('device.get "npu"', "wrong", 1),
        ('device.get "dma0", "dma1"[%i]', "unknown", 0),
        ('device.get "npu", "dma1"[%i]', "wrong", 1),
    ],
)
def test_a_device_that_may_be_its_own(asyncir: Shell, inner: str, said: str, status: int) -> None:
    outcome = check(asyncir, NESTED.replace("INNER", inner))
    assert outcome.status == status
    assert f"`@nested` is {said}" in outcome.out
    assert outcome.codes == {"proved": [], "wrong": ["M013"], "unknown": ["M100"]}[said]


FITS = """
func.func @fits(%i: index, %c: i1) {
  %one = device.get "npu"
  %other = device.get "dma0"
  %some = arith.select %c, %one, %other : !device.device
  %done, %p:FLAGS = device.launch in (%some) excluding (HELD) flags FLAGS {
    device.flag 0
  }
  device.await %done : !device.event
  return
}
"""


@pytest.mark.parametrize(
    ("held", "flags", "said"),
    [
        ("%dma1", 2, "proved"),
        ("%one", 2, "unknown: it may hold one device twice"),
        ("%dma1", 3, "unknown: its device may be one that cannot flag so many parts"),
    ],
)
def test_what_a_computed_device_has_to_fit(asyncir: Shell, held: str, flags: int, said: str) -> None:
    text = FITS.replace("HELD", held).replace("FLAGS", str(flags))
    text = text.replace("  %done", '  %dma1 = device.get "dma1"\n  %done')
    assert f"`@fits` is {said}" in check(asyncir, text).out


def test_flags_in_loops_are_not_followed(asyncir: Shell) -> None:
    outcome = check(asyncir, IN_A_LOOP)
    assert outcome.status == 0
    assert "`@parts` is unknown: a flag in a loop or a branch is not the end of a task" in outcome.out


CALLS = """
func.func private @inner() {
  %d = device.get "ENGINE"
  %e = device.launch in (%d) {
  }
  device.await %e : !device.event
  return
}
func.func @outer() {
  %npu = device.get "npu"
  %e = device.launch in (%npu) {
    func.call @inner() : () -> ()
  }
  device.await %e : !device.event
  return
}
"""


@pytest.mark.parametrize(("engine", "said"), [("npu", "wrong"), ("dma0", "proved")])
def test_launches_behind_calls_are_followed(asyncir: Shell, engine: str, said: str) -> None:
    assert f"`@outer` is {said}" in check(asyncir, CALLS.replace("ENGINE", engine)).out


def test_tasks_beside_launches_are_not_followed(asyncir: Shell) -> None:
    task = "  %t = async.execute {\n    async.yield\n  }\n  return"
    outcome = check(asyncir, NESTED.replace("INNER", 'device.get "dma0"').replace("  return", task))
    assert "is unknown: it has tasks, queues or kernels besides launches" in outcome.out


def test_too_many_parts_are_refused(asyncir: Shell) -> None:
    outcome = check(asyncir, IN_A_LOOP.replace("%part = ", "%part:3 = ").replace("flags 1", "flags 3"))
    assert outcome.codes == ["M030"]
    assert "bound-flags" in outcome.err


def test_the_other_options(asyncir: Shell) -> None:
    (function,) = json.loads(check(asyncir, ROWS, "--json").out)["functions"]
    assert function["standing"] == "proved"
    assert check(asyncir, ROWS, "--certify-minimal").status == 0
    assert check(asyncir, ROWS, "--diff").status == 0
    assert check(asyncir, SAME, "--diff").status == 1
    assert check(asyncir, IN_A_LOOP, "--strict").status == 1
