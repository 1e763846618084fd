"""Who holds a device while waiting for whom: cycles are found, and nothing else is one."""

from __future__ import annotations

import pytest

from asyncir.analyses.devices.holding import cycle_of_waits
from asyncir.source.text import parse_module

pytestmark = pytest.mark.feature("S1-21")

ENGINES = ("s", "a", "b", "c")

HEAD = """
func.func @f(%i: index, %c: i1, %given: !device.device, %event: !device.event) {
  %s = device.get "s"
  %a = device.get "a"
  %b = device.get "b"
  %d = device.get "a", "b"[%i]
  %start = device.start
"""


def nested(outer: str, inner: str, given: str = "", more: str = "") -> str:
    """A launch that awaits one that it gives."""
    return f"""
  %e{outer}{inner} = device.launch (%x = %{inner} : !device.device{given}) in (%start, %{outer}) {{
    {more}
    %f = device.launch in (%x) {{
    }}
    device.await %f : !device.event
  }}
"""


RIGHT = {
    "nothing is awaited": "%e = device.launch in (%start, %a) {\n}",
    "the entry awaits": "%e = device.launch in (%start, %a) {\n}\n  device.await %e : !device.event",
    "one nested": nested("a", "b"),
    "two in one direction": nested("a", "b") + nested("a", "b").replace("%eab", "%e2"),
    "what was given before": """
  %e = device.launch in (%start, %b) {
  }
  %f = device.launch in (%e, %b) {
  }
  %g = device.launch (%h = %f : !device.event) in (%start, %a) {
  }
""",
    "a read needs no device": """
  %m = memref.alloc() : memref<f32>
  %e = device.launch (%n = %m : memref<f32>) in (%start, %a) {
    %f, %v = device.read (%n)[] : memref<f32>
    %x = device.await %v : !device.value<f32>
  }
""",
}

CYCLES = {
    "its own device": (nested("a", "a"), ["a", "a"]),
    "the entry's device": (
        "%e = device.launch in (%start, %s) {\n}\n  device.await %e : !device.event",
        ["s", "s"],
    ),
    "each the other's": (nested("a", "b") + nested("b", "a"), ["a", "b", "a"]),
    "perhaps its own": (nested("a", "d"), ["a", "a"]),
    "a device from outside": (nested("given", "b"), ["b", "b"]),
    "what is kept out": (nested("a", "b").replace("(%start, %a)", "(%start, %a) excluding (%b)"), ["b", "b"]),
    "an event from outside": (
        "%e = device.launch (%h = %event : !device.event) in (%a) {\n  device.await %h : !device.event\n}",
        ["a", "a"],
    ),
    "behind another event": (
        """
  %e = device.launch (%x = %a : !device.device, %y = %b : !device.device) in (%start, %a) {
    %f = device.launch in (%x) {
    }
    %g = device.launch in (%f, %y) {
    }
    device.await %g : !device.event
  }
""",
        ["a", "a"],
    ),
    "carried by a loop": (
        """
  %e = device.launch (%x = %a : !device.device, %n = %i : index) in (%start, %a) {
    %s = device.start
    %last = scf.for %k = %n to %n step %n iter_args(%before = %s) -> (!device.event) {
      %f = device.launch in (%before, %x) {
      }
      scf.yield %f : !device.event
    }
    device.await %last : !device.event
  }
""",
        ["a", "a"],
    ),
}


def _cycle(body: str) -> list[str]:
    (function,) = parse_module(f"{HEAD}{body}\n  return\n}}").ops
    cycle = cycle_of_waits(function, ENGINES, "s")
    for wait, following in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True):
        assert wait.needed == following.held
        assert wait.wait.name == "device.await"
    return [wait.held for wait in cycle] + [wait.needed for wait in cycle[-1:]]


@pytest.mark.parametrize("body", RIGHT.values(), ids=RIGHT)
def test_nobody_waits_for_ever(body: str) -> None:
    assert _cycle(body) == []


@pytest.mark.parametrize(("body", "way"), CYCLES.values(), ids=CYCLES)
def test_who_may_wait_for_each_other(body: str, way: list[str]) -> None:
    assert _cycle(body) == way
