"""Orders that nothing needs: walks with trials find those that walks without one order after the other find."""

from __future__ import annotations

from random import Random

import pytest

from asyncir.analyses.machines import checked as limits, orders as judging
from asyncir.analyses.machines.checked import checked, checked_with_steps
from asyncir.analyses.machines.orders import orders_of, superfluous
from asyncir.analyses.machines.program import MachineProgram
from asyncir.analyses.machines.walk import TOO_LONG
from asyncir.dialects.sync import BarrierOp, WorkOp
from asyncir.ir import Context
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.insert_sync import InsertSync
from bench.sync_growth import Programs, program as growing
from bench.sync_programs.draw import program as drawn

pytestmark = pytest.mark.feature("S3-11")


def with_more(text: str, machine: str, seed: int) -> MachineProgram:
    """What `insert-sync` makes of a program, with barriers in front of some works."""
    module = parse_module(text)
    InsertSync(machine=machine).apply(Context(), module)
    random, model = Random(seed), load_machine(machine)
    for op in [op for op in walk(module) if isinstance(op, WorkOp)]:
        if random.random() < 0.3:
            assert op.parent is not None
            engine = random.choice([*model.barriers])
            op.parent.insert_op_before(BarrierOp(None if engine == "all" else engine), op)
    return MachineProgram(next(iter(module.ops)), model)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("machine", ["ascend-a2", "bismo"])
def test_trials_find_what_walks_one_by_one_find(machine: str, seed: int) -> None:
    names = [engine.name for engine in load_machine(machine).engines]
    program = with_more(drawn(seed + 700, names, size=3, nesting=1), machine, seed)
    orders = orders_of(program)
    _, steps = checked_with_steps(program)
    one_by_one, _ = judging.one_by_one(program, orders[::-1], 1000)
    found = judging.by_trials(program, orders[::-1], steps)
    assert found is not None
    assert {one.ops for one in found[0]} == {one.ops for one in one_by_one}
    assert not found[1]


@pytest.mark.parametrize("shape", ["straight", "loop", "loops", "nests", "branches"])
def test_all_barriers_go_that_nothing_needs(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = Programs(growing(shape, 50))
    module = parse_module(given.more)
    monkeypatch.setattr(judging, "one_by_one", None)  # Trials are enough.
    monkeypatch.setattr(judging, "_FEW_STEPS", 0)
    program = MachineProgram(next(iter(module.ops)), load_machine("ascend-a2"))
    gone = [op for order in superfluous(program) for op in order.ops]
    assert len(gone) == given.more.count("sync.barrier") - given.right.count("sync.barrier")


def test_what_has_too_many_iterations_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    loops = [f"scf.for %i{n} = %c0 to %n step %c1 {{" for n in range(4)]
    work = 'sync.work on "v" writes(%a : memref<4xf32>) { sync.opaque "w" }'
    text = f"""
func.func @f(%n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc() : memref<4xf32>
  {" ".join(loops)} %s = arith.remui %i3, %c3 : index {work} {"}" * len(loops)}
  return
}}"""
    program = MachineProgram(next(iter(parse_module(text).ops)), load_machine("ascend-a2"))
    assert not checked(program).unknown
    monkeypatch.setattr(limits, "_MOST_STEPS", 50)
    monkeypatch.setattr(limits, "_MOST_OF_EACH", 1)
    assert checked(program).unknown == TOO_LONG
    assert superfluous(program) == []
