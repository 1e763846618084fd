"""Functions that launch are followed where they are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.analyses.sync_report import Standing
from asyncir.driver.machines import MachineChecked, check_on_machine
from asyncir.source.text import parse_module
from tests.analyses.devices.test_rooms import MACHINE

pytestmark = pytest.mark.feature("S1-18")

COPY = """
func.func private @copy(%before: !device.event, %x: memref<4xf32>, %y: memref<4xf32>, %d: !device.device) -> !device.event {
  %e = device.memcpy (%before, %x, %y, %d) : memref<4xf32>, memref<4xf32>
  return %e : !device.event
}
func.func private @both(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>, %d: !device.device) -> !device.event {
  %start = device.start
  %e = func.call @copy(%start, %x, %y, %d)
    : (!device.event, memref<4xf32>, memref<4xf32>, !device.device) -> !device.event
  %f = func.call @copy(%e, %y, %z, %d)
    : (!device.event, memref<4xf32>, memref<4xf32>, !device.device) -> !device.event
  return %f : !device.event
}
func.func private @number() -> index {
  %c1 = arith.constant 1 : index
  return %c1 : index
}
"""
MAIN = """
func.func @main(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>, %n: index) {
  %a = device.get "a"
  %c0 = arith.constant 0 : index
  %step = func.call @number() : () -> index
  scf.for %i = %c0 to %n step %step {
    %e = func.call @both(%x, %y, %z, %a)
      : (memref<4xf32>, memref<4xf32>, memref<4xf32>, !device.device) -> !device.event
    device.await %e : !device.event
  }
  return
}
"""
LAUNCHED = """
func.func @main(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  %b = device.get "b"
  %start = device.start
  %done = device.launch (%p = %x : memref<4xf32>, %q = %y : memref<4xf32>, %r = %z : memref<4xf32>) in (%start, %b) {
    %a = device.get "a"
    %e = func.call @both(%p, %q, %r, %a) : (memref<4xf32>, memref<4xf32>, memref<4xf32>, !device.device) -> !device.event
    device.await %e : !device.event
  }
  device.await %done : !device.event
  return
}
"""
AGAIN = """
func.func private @again(%n: index) {
  %a = device.get "a"
  %start = device.start
  %e = device.launch in (%start, %a) {
  }
  device.await %e : !device.event
  %never = arith.constant false
  scf.if %never {
    func.call @again(%n) : (index) -> ()
  }
  return
}
func.func @main(%n: index) {
  func.call @again(%n) : (index) -> ()
  return
}
"""


def answered(text: str, path: Path) -> MachineChecked:
    machine = path / "m.toml"
    machine.write_text(MACHINE, encoding="utf-8")
    module = parse_module(text, "f.mlir")
    before = str(module)
    [answer] = check_on_machine(module, str(machine), entry="main")
    assert str(module) == before
    return answer


@pytest.mark.parametrize("main", [MAIN, LAUNCHED], ids=["by the entry", "by a launch"])
def test_what_is_called_launches_where_it_is_called(main: str, tmp_path: Path) -> None:
    assert answered(COPY + main, tmp_path).standing is Standing.PROVED


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("@copy(%e, %y", "@copy(%start, %y"),
        ("return %f", "return %e"),
        ("    device.await %e : !device.event\n", ""),
        ('device.get "a"\n    %e', 'device.get "b"\n    %e'),
    ],
)
def test_any_event_less_is_wrong(old: str, new: str, tmp_path: Path) -> None:
    texts = [COPY + main for main in (MAIN, LAUNCHED) if old in COPY + main]
    assert texts
    for text in texts:
        assert answered(text.replace(old, new), tmp_path).standing is Standing.REFUTED


def test_of_what_calls_itself_nothing_is_known(tmp_path: Path) -> None:
    answer = answered(AGAIN, tmp_path)
    assert (answer.standing, answer.reason) == (
        Standing.UNKNOWN,
        "it calls what launches or waits, and is not followed there",
    )
