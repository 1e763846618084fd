"""When launches begin and end: a busy device delays what comes later, other devices go on, and parts of results save time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from asyncir.semantics.machines.engine import Player
from asyncir.simulation.spans import MachineRun, SpanKind
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine, read_machine
from asyncir.transforms.bound_flags import BoundFlags

pytestmark = pytest.mark.feature("S1-20", "S1-22", "S1-35", "S1-39")

MACHINE = """
issued-by = "core"
issue-cycles = 1
[[engine]]
name = "core"
[[engine]]
name = "dma"
startup = 10
latency = 5
[[engine]]
name = "other"
startup = 10
latency = 5
[[engine]]
name = "two"
count = 2
startup = 10
latency = 5
[[engine]]
name = "npu"
[[engine]]
name = "half"
per-operation = 0.5
[[memory]]
name = "main"
"""

HEAD = """
func.func @main(%a: memref<4xi32>, %b: memref<4xi32>, %c: memref<4xi32>) {
  %dma = device.get "dma"
  %other = device.get "other"
  %two = device.get "two"
  %npu = device.get "npu"
  %half = device.get "half"
  %start = device.start
"""

END = """
  %all = device.and %e, %f
  device.await %all : !device.event
  return
}
"""


def timed(body: str, end: str = END) -> MachineRun:
    """The program in time."""
    player = Player(parse_module(HEAD + body + end), "main", read_machine(MACHINE, "m.toml"))
    played = player.play([np.zeros(4, np.int32) for _ in range(3)], "timed")
    assert played.ok, played.diagnostics
    assert played.run is not None
    return played.run


def copies(first: str, second: str, event: str = "%start") -> str:
    """Two copies of four elements, of which nothing is in common but what is read."""
    return f"""
  %e = device.memcpy (%start, %a, %b, %{first}) : memref<4xi32>, memref<4xi32>
  %f = device.memcpy ({event}, %a, %c, %{second}) : memref<4xi32>, memref<4xi32>
"""


def test_a_busy_device_delays_later_launches() -> None:
    """One copy takes 10 + 8 + 5 cycles; the first is given in cycle 1, the second begins when it is over."""
    run = timed(copies("dma", "dma"))
    assert [(span.begin, span.end) for span in run.spans if span.kind is SpanKind.WORK] == [(1, 24), (24, 47)]
    assert run.cycles == 47
    assert run.busy["dma"] == 46
    assert run.stalls['launch on "dma"', '"dma" busy'] == 22
    assert 'launch on "dma": "dma" busy' in {f"{stall.who}: {stall.cause}" for stall in run.ranked_stalls()}


def test_other_devices_go_on() -> None:
    run = timed(copies("dma", "other"))
    assert [(span.begin, span.end) for span in run.spans if span.kind is SpanKind.WORK] == [(1, 24), (2, 25)]
    assert run.cycles == 25


def test_an_engine_that_is_there_twice_does_two_at_once() -> None:
    run = timed(copies("two", "two"))
    assert [(s.lane, s.begin, s.end) for s in run.spans if s.kind is SpanKind.WORK] == [
        (0, 1, 24),
        (1, 2, 25),
    ]


def test_events_delay_too() -> None:
    run = timed(copies("dma", "other", "%e"))
    assert run.cycles == 47
    assert run.stalls['launch on "other"', "waits for events"] == 22


def test_what_is_ready_first_is_first() -> None:
    """The second copy on the device was given first, and waits for another one."""
    run = timed("""
  %x = device.memcpy (%start, %a, %b, %other) : memref<4xi32>, memref<4xi32>
  %e = device.memcpy (%x, %b, %c, %dma) : memref<4xi32>, memref<4xi32>
  %f = device.launch in (%start, %dma) {
  }
""")
    works = [(s.op.name, s.begin) for s in run.spans if s.engine == "dma" and s.kind is SpanKind.WORK]
    assert works == [("device.launch", 3), ("device.memcpy", 24)]


def test_what_is_excluded_is_delayed() -> None:
    body = copies("dma", "other").replace(
        "%f = device.memcpy (%start, %a, %c, %other) : memref<4xi32>, memref<4xi32>",
        """
  %f = device.launch in (%start, %other) excluding (%dma) {
  }""",
    )
    run = timed(body)
    assert run.cycles == 24 + 15
    assert run.busy["dma"] == 23 + 15


def test_parts_of_an_operation_add_up() -> None:
    """Eight accesses of half a cycle each are four cycles, however they are spread over ops."""
    load = "\n".join(f"%x{n} = memref.load %m[%z] : memref<4xi32>" for n in range(8))
    run = timed(f"""
  %e = device.launch (%m = %a : memref<4xi32>) in (%start, %half) {{
    %z = arith.constant 0 : index
    {load}
  }}
  %f = device.and %start
""")
    assert run.cycles == 5


def test_a_launch_that_awaits_another_is_busy_meanwhile() -> None:
    run = timed("""
  %e = device.launch (%m = %a : memref<4xi32>, %n = %b : memref<4xi32>, %d = %dma : !device.device) in (%start, %npu) {
    %s = device.start
    %g = device.memcpy (%s, %m, %n, %d) : memref<4xi32>, memref<4xi32>
    device.await %g : !device.event
  }
  %f = device.and %e
""")
    assert run.cycles == 25
    assert run.busy["npu"] == 24


PARTS = """
  %e, %p:2 = device.launch (%m = %a : memref<4xi32>) in (%start, %npu) flags 2 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c30 = arith.constant 30 : index
    %one = arith.constant 1 : i32
    scf.for %i = %c0 to %c30 step %c1 {
      memref.store %one, %m[%c0] : memref<4xi32>
    }
    device.flag 0
    scf.for %i = %c0 to %c30 step %c1 {
      memref.store %one, %m[%c1] : memref<4xi32>
    }
    device.flag 1
  }
  %a0 = memref.subview %a[0] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1]>>
  %a1 = memref.subview %a[1] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1], offset: 1>>
  %b0 = memref.subview %b[0] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1]>>
  %b1 = memref.subview %b[1] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1], offset: 1>>
  %x = device.memcpy (%p#0, %a0, %b0, %dma) : memref<1xi32, strided<[1]>>, memref<1xi32, strided<[1]>>
  %f = device.memcpy (%p#1, %a1, %b1, %dma) : memref<1xi32, strided<[1], offset: 1>>, memref<1xi32, strided<[1], offset: 1>>
  device.await %x : !device.event
"""
"""Thirty cycles for each part; a copy of a part takes 10 + 2 + 5."""


def bounded(flags: int, folder: Path) -> int:
    """The cycles on a machine whose engine can flag so many parts."""
    file = folder / "m.toml"
    file.write_text(MACHINE.replace('name = "npu"', f'name = "npu"\nflags = {flags}'))
    module = parse_module(HEAD + PARTS + END)
    BoundFlags(machine=str(file)).run_on(module)
    player = Player(module, "main", load_machine(str(file)))
    played = player.play([np.zeros(4, np.int32) for _ in range(3)], "timed")
    assert played.ok
    assert played.run is not None
    return played.run.cycles


def test_parts_of_results_save_time(tmp_path: Path) -> None:
    """The copy of the first part goes on while the second is made; without flags both come behind the launch."""
    assert [bounded(flags, tmp_path) for flags in (0, 1, 2)] == [61 + 2 * 17, 61 + 17, 61 + 17]
