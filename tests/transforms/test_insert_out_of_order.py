"""Engines that complete out of order: no count tells which of their works are over, and insertion, check and runs know."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.dialects.sync import BarrierOp, WaitOp
from asyncir.ir import ModuleOp
from asyncir.ir.walk import walk
from asyncir.semantics.machines.engine import Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.transforms import run_pipeline
from bench.sync_programs.draw import program
from bench.sync_programs.judge import judge

pytestmark = pytest.mark.feature("S0-34", "S0-35", "N5")

GROUPS = """
format = 1
name = "groups"
issued-by = "host"
[[engine]]
name = "host"
takes = ["copy", "scalar", "vector", "tensor"]
[[engine]]
name = "a"
order = "ORDER"
[[engine]]
name = "b"
[[resource]]
name = "groups"
kind = "groups"
engines = ["a"]
order = "GROUPS"
[[resource]]
name = "flag"
kind = "flag"
pairs = ["b -> host", "host -> b"]
count = 4
"""
MACHINES = {
    # Overlapping works arrive in order: counts tell which are over.
    "in order": GROUPS.replace("ORDER", "overlapping").replace("GROUPS", "in-order"),
    "out of order": GROUPS.replace("ORDER", "out-of-order").replace("GROUPS", "out-of-order"),
    "flags": GROUPS.split("[[resource]]")[0].replace("ORDER", "out-of-order")
    + '[[resource]]\nname = "flag"\nkind = "flag"\npairs = "all"\ncount = 4\n',
    "several": GROUPS.split("[[resource]]")[0].replace('order = "ORDER"', "count = 3")
    + '[[resource]]\nname = "flag"\nkind = "flag"\npairs = "all"\ncount = 4\n',
}


def work(engine: str, touches: str) -> str:
    return f'sync.work on "{engine}" {touches} {{ sync.opaque "{engine}" }}\n'


TWO = work("a", "writes(%p : memref<4xf32>)") + "COMMIT" + work("a", "writes(%q : memref<4xf32>)") + "COMMIT"
READ = work("b", "reads(%p : memref<4xf32>)")
READ_OTHER = work("b", "reads(%q : memref<4xf32>)")
SAME = work("a", "writes(%p : memref<4xf32>)") + work(
    "a", "reads(%p : memref<4xf32>) writes(%q : memref<4xf32>)"
)


def looped(body: str) -> str:
    return f"scf.for %i = %c0 to %n step %c1 {{\n{body}}}\n"


FORMS = {
    "the first of two": TWO + READ,
    "the second of two": TWO + READ_OTHER,
    "both in turn": TWO + READ + READ_OTHER,
    "two in a loop": looped(TWO + READ + READ_OTHER),
    "one that needs the other": SAME,
    "one that needs the other in a loop": looped(SAME + READ_OTHER),
    "one from an iteration before": looped(
        READ + work("a", "reads(%q : memref<4xf32>) writes(%p : memref<4xf32>)")
    ),
    "in a branch": TWO + f"scf.if %c {{\n{READ}}}\n" + TWO,
}


def parsed(body: str, commit: str = "") -> ModuleOp:
    return parse_module(f"""
func.func @f(%n: index, %c: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = memref.alloc() : memref<4xf32>
  %q = memref.alloc() : memref<4xf32>
  {body.replace("COMMIT", commit)}
  return
}}
""")


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest, tmp_path: Path) -> MachineModel:
    return model(request.param, tmp_path)


def model(name: str, folder: Path) -> MachineModel:
    file = folder / "machine.toml"
    file.write_text(MACHINES[name], encoding="utf-8")
    return replace(load_machine(str(file)), name=str(file))


def is_proved(module: ModuleOp, machine: MachineModel) -> bool:
    return checked(MachineProgram(next(iter(module.ops)), machine)).proved


def is_right(module: ModuleOp, machine: MachineModel) -> bool:
    player = Player(module, "f", machine)
    orders = ("earliest", "latest", *(f"seed:{n}" for n in range(6)))
    played = [player.play([n, bool(n % 2)], order) for n in (0, 1, 3, 6) for order in orders]
    return not any(one.races or one.misuses or one.faults or one.deadlock for one in played)


def counts_in(module: ModuleOp) -> list[object]:
    return [op.amount for op in walk(module) if isinstance(op, WaitOp) and op.resource.data == "groups"]


@pytest.mark.parametrize("form", FORMS)
def test_what_is_put_in_is_right_in_every_order(form: str, machine: MachineModel) -> None:
    module = parsed(FORMS[form])
    assert not is_right(module, machine)
    run_pipeline(module, f"insert-sync{{machine={machine.name}}}")
    assert is_proved(module, machine)
    assert is_right(module, machine)


@pytest.mark.parametrize(("name", "count"), [("in order", 1), ("out of order", 0)])
def test_no_group_may_stay_where_they_arrive_in_any_order(name: str, count: int, tmp_path: Path) -> None:
    machine = model(name, tmp_path)
    module = parsed(work("a", "writes(%q : memref<4xf32>)") + FORMS["both in turn"])
    run_pipeline(module, f"insert-sync{{machine={machine.name}}}")
    first, *_ = counts_in(module)
    assert first == count
    assert not any(isinstance(op, BarrierOp) and op.engine is None for op in walk(module))


@pytest.mark.parametrize(("name", "right"), [("in order", True), ("out of order", False)])
def test_a_count_proves_something_only_where_groups_arrive_in_order(
    name: str, right: bool, tmp_path: Path
) -> None:
    machine = model(name, tmp_path)
    module = parsed(TWO + 'sync.wait "groups", 1\n' + READ + "sync.barrier\n", 'sync.commit "groups"\n')
    assert is_proved(module, machine) == right
    assert is_right(module, machine) == right
    all_of_them = parsed(TWO + 'sync.wait "groups", 0\n' + READ + "sync.barrier\n", 'sync.commit "groups"\n')
    assert is_proved(all_of_them, machine)
    assert is_right(all_of_them, machine)


@pytest.mark.parametrize("seed", range(2))
def test_random_programs_are_right(seed: int, machine: MachineModel) -> None:
    judged = judge(program(seed + 70, ["host", "a", "b"], size=4), machine, minimal=False)
    assert not judged.refused
    assert judged.faults == []
