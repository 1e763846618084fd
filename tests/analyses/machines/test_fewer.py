"""One order for two: where it does as much, and where it would cost too much time."""

from __future__ import annotations

import pytest

from asyncir.analyses.machines.edges import Needed, OrderEdge
from asyncir.analyses.machines.fewer import with_fewer
from asyncir.analyses.machines.program import MachineProgram
from asyncir.analyses.machines.redundant import settled
from asyncir.analyses.machines.times import TimeEstimate
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from bench.sync_programs.draw import program as drawn

pytestmark = pytest.mark.feature("S3-11", "S3-12", "N5")

LOOP = "scf.for %i = %c0 to %n step %c1 {\n"


def work(engine: str, reads: str = "", writes: str = "") -> str:
    text = f'sync.work on "{engine}"'
    for word, name in (("reads", reads), ("writes", writes)):
        if name:
            text += f" {word}(%{name} : {'memref<4xf32>' if name in 'ab' else 'memref<9999xf32>'})"
    return text + ' { sync.opaque "w" }\n'


def program_of(body: str, machine: str = "ascend-a2") -> MachineProgram:
    module = parse_module(f"""
func.func @f(%n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %large = memref.alloc() : memref<9999xf32>
  %other = memref.alloc() : memref<9999xf32>
  {body}
  return
}}
""")
    return MachineProgram(next(iter(module.ops)), load_machine(machine))


def before_and_after(program: MachineProgram) -> tuple[list[OrderEdge], list[OrderEdge]]:
    edges = settled(program, [])
    found = with_fewer(program, edges)
    Needed(program, found, frozen=True).run()
    return edges, found


def between(edges: list[OrderEdge], program: MachineProgram, x: str, y: str) -> int:
    return sum((program.engines[edge.x], program.engines[edge.y]) == (x, y) for edge in edges)


def test_who_is_told_later_may_be_told_by_who_waits() -> None:
    turns = LOOP + work("m", "a", "b") + work("v", "b", "a") + "}\n"
    program = program_of(work("mte2", writes="a") + turns + work("mte3", "a"))
    edges, found = before_and_after(program)
    assert len(found) == len(edges) - 1
    assert between(edges, program, "mte2", "m") == between(edges, program, "mte2", "mte3") == 1
    assert between(found, program, "mte2", "v") == 1


def test_one_wait_is_for_two_loads() -> None:
    body = work("mte2", writes="a") + work("mte2", writes="b") + work("v", "a") + work("v", "b")
    program = program_of(LOOP + body + "}\n")
    edges, found = before_and_after(program)
    assert between(edges, program, "mte2", "v") == 2
    assert between(found, program, "mte2", "v") == 1


def test_a_load_that_takes_long_is_waited_for_by_itself() -> None:
    body = work("mte2", writes="a") + work("mte2", writes="large") + work("mte3", "a", "other")
    program = program_of(LOOP + body + work("mte3", "large") + "}\n")
    edges, found = before_and_after(program)
    assert between(edges, program, "mte2", "mte3") == between(found, program, "mte2", "mte3") == 2


def test_outside_of_loops_nobody_waits_earlier() -> None:
    body = work("mte2", writes="a") + work("mte2", writes="b") + work("v", "a") + work("v", "b")
    edges, found = before_and_after(program_of(body))
    assert found == edges


@pytest.mark.parametrize("seed", range(400, 404))
def test_nothing_is_missing_and_little_is_later(seed: int) -> None:
    """The walk in `before_and_after` sees that no order is missing."""
    model = load_machine("ascend-a2")
    text = drawn(seed, [engine.name for engine in model.engines], size=5, nesting=2)
    program = MachineProgram(next(iter(parse_module(text).ops)), model)
    times: list[float] = []
    for edges in before_and_after(program):
        estimate = TimeEstimate(program, edges)
        estimate.run()
        times.append(estimate.time)
    assert times[1] <= 1.1 * times[0]
