"""When things happen: by hand, for each kind of engine, resource and process."""

from __future__ import annotations

import pytest

from asyncir.semantics.machines.engine import Player
from asyncir.simulation.spans import MachineRun, SpanKind
from asyncir.source.text import parse_module
from asyncir.targets.machine import read_machine

ENGINES = """
issued-by = "core"
issue-cycles = {issue}
[[engine]]
name = "core"
per-operation = 2
[[engine]]
name = "dma"
startup = 10
per-operation = 1
latency = 5
order = "{order}"
count = {count}
[[engine]]
name = "other"
[[memory]]
name = "scratch"
space = "\\"ub\\""
bytes = 24
[[resource]]
name = "flag"
kind = "flag"
count = 4
cycles = 3
[[resource]]
name = "copies"
kind = "groups"
engines = ["dma"]
cycles = 2
"""

WORK = """
  sync.work on "dma" {
    memref.copy %a, %b : memref<4xi32> to memref<4xi32>
  }
"""
"""Four elements read and written: 10 + 8 cycles, and 5 until it has arrived."""


def run(body: str, *, order: str = "in-order", count: int = 1, issue: int = 1, args: str = "") -> MachineRun:
    text = f"""
    func.func @main({args}) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %a = memref.alloc() : memref<4xi32>
      %b = memref.alloc() : memref<4xi32>
      {body}
      return
    }}
    """
    machine = read_machine(ENGINES.format(order=order, count=count, issue=issue), "machine.toml")
    played = Player(parse_module(text), "main", machine, with_data=False).time([3] if args else [])
    assert played.deadlock is None, played.diagnostics
    assert played.run is not None
    return played.run


def works(found: MachineRun) -> list[tuple[int, int, int, int]]:
    """Of each work the lane, when it begins, when its engine is free, and when it has arrived."""
    return [(s.lane, s.begin, s.free, s.end) for s in found.spans if s.kind is SpanKind.WORK]


@pytest.mark.parametrize(
    ("order", "count", "wanted"),
    [
        ("in-order", 1, [(0, 1, 19, 24), (0, 24, 42, 47), (0, 47, 65, 70)]),
        ("overlapping", 1, [(0, 1, 19, 24), (0, 19, 37, 42), (0, 37, 55, 60)]),
        ("out-of-order", 1, [(0, 1, 19, 24), (0, 19, 37, 42), (0, 37, 55, 60)]),
        ("in-order", 2, [(0, 1, 19, 24), (1, 2, 20, 25), (0, 24, 42, 47)]),
    ],
)
def test_works_of_one_engine(order: str, count: int, wanted: list[tuple[int, int, int, int]]) -> None:
    found = run(WORK * 3, order=order, count=count)
    assert works(found) == wanted
    assert found.cycles == max(end for _, _, _, end in wanted)
    assert found.busy["dma"] == 3 * 18


def test_giving_takes_the_issuer_its_cycles() -> None:
    assert [begin for _, begin, _, _ in works(run(WORK * 2, order="overlapping", issue=30))] == [30, 60]


def test_a_loop_counts_its_iterations_also_where_they_are_an_argument() -> None:
    body = """
      sync.work on "dma" {
        scf.for %i = %c0 to %n step %c1 {
          %x = memref.load %a[%i] : memref<4xi32>
          %y = arith.addi %x, %x : i32
          memref.store %y, %b[%i] : memref<4xi32>
        }
      }
    """
    assert works(run(body, args="%n: index")) == [(0, 1, 1 + 10 + 9, 1 + 10 + 9 + 5)]
    assert works(run(body.replace("%n", "%c3"))) == works(run(body, args="%n: index"))


def test_a_wait_of_an_engine_is_over_when_the_signal_has_acted() -> None:
    found = run(WORK + 'sync.signal "flag"[0] on "dma"\nsync.wait "flag"[0] on "other"')
    (wait,) = [span for span in found.spans if span.kind is SpanKind.WAIT]
    assert (wait.engine, wait.begin, wait.end) == ("other", 3, 24 + 3)
    assert wait.cause is not None
    assert wait.cause.kind is SpanKind.WORK
    assert found.stalls["other", 'waits for "flag"'] == 24 - 3
    assert [span.kind for span in found.critical_path()] == [SpanKind.WORK, SpanKind.WAIT]


def test_a_wait_of_the_process_for_a_group() -> None:
    found = run(WORK + 'sync.commit "copies"\nsync.wait "copies", 0')
    # The commit takes two cycles, and so does the wait when the work has arrived.
    assert found.cycles == 24 + 2
    assert found.stalls['process on "core"', 'waits for "copies"'] == 24 - 3


def test_what_the_process_does_itself_takes_time() -> None:
    load = "%x = memref.load %a[%c0] : memref<4xi32>"
    assert run(load).cycles == 2
    assert run('sync.work on "core" {\n memref.copy %a, %b : memref<4xi32> to memref<4xi32>\n}').cycles == 16


def test_two_processes_work_at_once() -> None:
    one = 'sync.process on "%s" {\n memref.store %%c, %%%s[%%c0] : memref<4xi32>\n}'
    found = run("%c = arith.constant 1 : i32\n" + one % ("dma", "a") + one % ("other", "b"))
    assert found.busy["dma"] == found.busy["other"] == 1
    assert found.cycles == 3


def test_the_time_of_an_engine_is_busy_or_waiting() -> None:
    found = run(WORK * 3)
    assert found.stalls["dma", "engine busy"] == (24 - 2) + (47 - 24)
    assert found.utilisation()["dma"] == 54 / 70


def test_memory_is_counted_while_it_is_there() -> None:
    body = """
      %u = memref.alloc() : memref<4xi32, "ub">
      %v = memref.alloc() : memref<2xi16, "ub">
      memref.dealloc %u : memref<4xi32, "ub">
      %w = memref.alloc() : memref<3xi64, "ub">
    """
    found = run(body)
    assert found.peaks == {"memory": 32, "scratch": 4 + 24}
    assert list(found.too_large()) == ["scratch"]
    assert not list(run("").too_large())
