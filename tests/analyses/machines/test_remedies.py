"""Where instances do not suffice, the remedies are taken that cost least time, and none of them makes a program wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.analyses.machines.allocation import allocated, attempted, coloured, searched
from asyncir.analyses.machines.edges import Means
from asyncir.analyses.machines.program import MachineProgram
from asyncir.analyses.machines.redundant import edges_of
from asyncir.analyses.machines.remedies import Remedy, RemedyChoice, RemedyKind
from asyncir.analyses.machines.room import TooFew
from asyncir.diagnostics import DiagnosticError
from asyncir.ir import Context
from asyncir.source.text import parse_module
from asyncir.targets.machine import read_machine
from asyncir.transforms.insert_sync import InsertSync
from bench.sync_programs import scarce
from bench.sync_programs.changing import program_of
from bench.sync_programs.crowd import CrowdShape, crowded, small_machine
from bench.sync_programs.draw import program as drawn

pytestmark = pytest.mark.feature("S3-15", "N5")

SHARED = """
format = 1
issued-by = "host"
barriers = []
[[engine]]
name = "host"
takes = ["copy", "scalar", "vector", "tensor"]
[[engine]]
name = "a"
per-operation = 1
[[engine]]
name = "b"
per-operation = 1
[[resource]]
name = "lock"
kind = "semaphore"
count = COUNT
"""

HEAD = """
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = memref.alloc() : memref<16xf32>
  %q = memref.alloc() : memref<16xf32>
  %r = memref.alloc() : memref<9999xf32>
"""

ROW = "memref<4xf32, strided<[1], offset: ?>>"
ROWS = (
    "  %m = memref.alloc() : memref<64x4xf32>\n"
    "  scf.for %j = %c0 to %n step %c1 {{\n"
    f"  %i = memref.subview %m[%j, 0] [1, 4] [1, 1] : memref<64x4xf32> to {ROW}\n"
    "{works}  }}\n"
)

SEEDS = {"flags": (0, 13), "semaphores": (13, 24), "FIFOs": (0, 1)}
"""Programs that have too few."""


def work(engine: str, word: str, name: str) -> str:
    type_ = "memref<9999xf32>" if name == "r" else "memref<16xf32>"
    return f'  sync.work on "{engine}" {word}(%{name} : {type_}) {{ sync.opaque "{word} {name}" }}\n'


def given(body: str, machine: str = SHARED, count: int = 1) -> MachineProgram:
    model = read_machine(machine.replace("COUNT", str(count)), "small")
    return program_of(parse_module(f"{HEAD}{body}  return\n}}\n"), model)


def test_signals_of_other_engines_are_not_merged() -> None:
    """They share the one instance, and stand for different orders."""
    body = (
        work("a", "writes", "p")
        + work("b", "writes", "q")
        + work("b", "writes", "p")
        + work("a", "reads", "q")
    )
    program = given(body)
    with pytest.raises(TooFew):
        allocated(program, edges_of(program))


@pytest.mark.parametrize("order", ["pqr", "rpq"])
def test_of_two_neighbours_those_become_one_that_cost_least(order: str) -> None:
    """Who waits for what is soon there does not wait for what takes long."""
    body = "".join(work("a", "writes", name) for name in order) + "".join(
        work("b", "reads", name) for name in order
    )
    program = given(body, count=2)
    edges = edges_of(program)
    found, _ = allocated(program, edges)
    times = [attempted(program, edges, coloured, RemedyChoice(forced=[n])).cost for n in (0, 1)]
    assert searched(program, edges, coloured).cost == min(times)
    assert times[0] != times[1]
    assert sum(edge.means is Means.SIGNAL for edge in found) == 2


def test_the_least_delay_is_chosen_and_what_is_preferred_comes_first() -> None:
    made: list[str] = []
    remedies = [
        Remedy(RemedyKind.BARRIER, 1.0, lambda: made.append("barrier")),
        Remedy(RemedyKind.MERGE, 5.0, lambda: made.append("merge")),
        Remedy(RemedyKind.CREDIT, 1.0, lambda: made.append("credit")),
    ]
    choices = [RemedyChoice(), RemedyChoice((RemedyKind.MERGE,)), RemedyChoice(forced=(0,))]
    assert all(choice.take(remedies) for choice in choices)
    assert made == ["credit", "merge", "barrier"]
    assert [choice.taken for choice in choices] == [[(2, 3)], [(1, 3)], [(0, 3)]]
    assert not RemedyChoice().take([])


def test_a_wait_makes_room_in_a_fifo() -> None:
    """There is no barrier on this machine, and neighbours do not become one: their waits are in other blocks."""
    fifos = SHARED.replace('kind = "semaphore"', 'kind = "semaphore"\ncapacity = 1\nwhen-full = "block"')
    loop = "  scf.for %i = %c0 to %n step %c1 {\n" + work("b", "reads", "p") + "  }\n"
    body = work("a", "writes", "p") + work("a", "writes", "q") + loop + work("b", "reads", "q")
    program = given(body, fifos)
    found, plan = allocated(program, edges_of(program))
    assert len(found) in (1, 2)
    assert plan.used() == 1


@pytest.mark.parametrize(("kind", "number"), [("flags", 1), ("semaphores", 3), ("FIFOs", 1)])
def test_programs_with_too_few_are_right_and_no_choice_is_better(kind: str, number: int) -> None:
    row = scarce.ScarceRow()
    small, plenty = small_machine(kind, number), small_machine(kind, scarce.PLENTY)
    for seed in SEEDS[kind]:
        scarce.look(crowded(seed, kind, CrowdShape(works=8, loops=False)), small, plenty, row, 40, play=True)
    assert row.came == {"too few": len(SEEDS[kind]), "wrong": 0, "worse than the best": 0}
    assert row.estimated["plenty"] <= row.estimated["insert-sync"] == row.estimated["all choices"]
    assert row.estimated["insert-sync"] <= row.estimated["delay alone"]


def test_remedies_that_undo_each_other_end_in_barriers() -> None:
    """Of this program, signals that were merged took the place of credits, which were then missing again."""
    machine = small_machine("flags", 2)
    text = drawn(
        107, [engine.name for engine in machine.engines if engine.name != machine.issuer], size=9, own=False
    )
    program = program_of(parse_module(text), machine)
    found = attempted(program, edges_of(program), coloured, RemedyChoice())
    assert any(edge.means is Means.ALL for edge in found.edges)


def test_who_refuses_says_what_to_do(tmp_path: Path) -> None:
    flags = SHARED.replace('kind = "semaphore"', 'kind = "flag"\npairs = ["a -> b"]').replace("COUNT", "1")
    (tmp_path / "flags.toml").write_text(flags, encoding="utf-8")
    in_turn = (
        work("a", "writes", "p")
        + work("b", "reads", "p")
        + work("a", "writes", "q")
        + work("b", "reads", "q")
    )
    rows = work("a", "writes", "i") + work("b", "reads", "i")
    helps: list[str] = []
    for body in (in_turn, ROWS.format(works=rows.replace("%i : memref<16xf32>", f"%i : {ROW}"))):
        module = parse_module(f"{HEAD}{body}  return\n}}\n")
        with pytest.raises(DiagnosticError) as raised:
            InsertSync(machine=f"{tmp_path}/flags.toml").apply(Context(), module)
        (said,) = raised.value.diagnostics
        assert said.code == "P151"
        assert said.notes[-1].message == "b waits for the signal here"
        helps.append(said.help)
    assert all(help.startswith("nothing tells a that b has waited") for help in helps)
    # Of the loop, no number is enough.
    assert [help.endswith("raise 'count' in the machine's file if it has 2") for help in helps] == [
        True,
        False,
    ]
