"""Waits that stand in front of their signals: which of them are right, and which are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.analyses.machines.checked import MachineAnswer, checked
from asyncir.analyses.machines.early_waits import EarlyWaits
from asyncir.analyses.machines.program import MachineProgram, engine_name
from asyncir.ir.walk import walk
from asyncir.semantics.machines.engine import play
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine

pytestmark = pytest.mark.feature("S3-3", "S3-12", "N5")

MACHINE = """
format = 1
issued-by = "core"
[[engine]]
name = "core"
[[engine]]
name = "dma"
QUEUE
[[engine]]
name = "alu"
[[resource]]
name = "flag"
kind = "flag"
pairs = "all"
count = 2
FREEZE
"""


def work(engine: str, effect: str) -> str:
    return f'sync.work on "{engine}" {effect}(%a : memref<4xf32>) {{ sync.opaque "w" }}\n'


def ends(of: str, to: str, number: int = 0) -> tuple[str, str]:
    rest = f'"flag"[{number}] from "{of}" to "{to}"\n'
    return f"sync.signal {rest}", f"sync.wait {rest}"


WRITE, READ, OWN = (
    work("dma", "writes"),
    work("alu", "reads"),
    "%e = memref.load %b[%c0] : memref<4xf32>\n",
)
SIGNAL, WAIT = ends("dma", "alu")
BACK, FOR_BACK = ends("alu", "dma")
LOOP = "scf.for %i = %c0 to %n step %c1 {\n"

RIGHT = {
    "the work comes first": WAIT + READ + WRITE + SIGNAL,
    "in each iteration": LOOP + WAIT + READ + WRITE + SIGNAL + "sync.barrier\n}\n",
    "both ways": WAIT + READ + BACK + WRITE + SIGNAL + FOR_BACK + WRITE,
    "another instance has been signalled": "".join(ends("dma", "alu", 1)) + WAIT + READ + WRITE + SIGNAL,
}

WRONG = {
    "the work comes behind the signal": WAIT + READ + SIGNAL + WRITE,
    "each waits for the other": WAIT + BACK + FOR_BACK + SIGNAL,
    "nobody signals": WAIT + READ + WRITE,
    "the process has to be told first": WAIT
    + READ
    + BACK.replace('"dma"', '"core"')
    + FOR_BACK.replace('"dma"', '"core"')
    + WRITE
    + SIGNAL,
}


def module_of(body: str) -> str:
    return f"""
func.func @f(%n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  {body}
  sync.barrier
  return
}}
"""


def answer(body: str, folder: Path, queue: str = "", freeze: str = "") -> MachineAnswer:
    file = folder / "machine.toml"
    file.write_text(MACHINE.replace("QUEUE", queue).replace("FREEZE", freeze), encoding="utf-8")
    module = parse_module(module_of(body))
    return checked(MachineProgram(next(iter(module.ops)), load_machine(str(file))))


@pytest.mark.parametrize("name", RIGHT)
def test_a_signal_may_stand_behind_its_wait(name: str, tmp_path: Path) -> None:
    found = answer(RIGHT[name], tmp_path)
    assert found.proved, (found.unknown, list(found.races), list(found.misuses))
    for order in ("earliest", "latest", "seed:1"):
        played = play(
            parse_module(module_of(RIGHT[name])),
            "f",
            [3],
            load_machine(str(tmp_path / "machine.toml")),
            order,
        )
        assert [*played.races, *played.misuses, *played.faults] == []
        assert played.deadlock is None


@pytest.mark.parametrize("name", WRONG)
def test_not_all_that_waits_early_is_right(name: str, tmp_path: Path) -> None:
    assert not answer(WRONG[name], tmp_path).proved


def test_what_the_process_does_in_between_is_not_passed(tmp_path: Path) -> None:
    assert answer(WAIT + READ + WRITE + SIGNAL, tmp_path).proved
    assert not answer(WAIT + READ + OWN + WRITE + SIGNAL, tmp_path).proved


def test_a_queue_that_comes_to_an_end_is_not_passed(tmp_path: Path) -> None:
    assert not answer(WAIT + READ + WRITE + SIGNAL, tmp_path, queue="queue = 1").proved


def test_a_machine_that_freezes_is_not_right(tmp_path: Path) -> None:
    assert not answer(WAIT + READ + WRITE + SIGNAL, tmp_path, freeze='wait-twice = "freeze"').proved


def test_a_signal_that_others_may_take_is_not_passed(tmp_path: Path) -> None:
    """One lock for all engines: `dma` takes back what it gives, and `alu` waits for ever."""
    file = tmp_path / "lock.toml"
    file.write_text(MACHINE.replace("QUEUE", "").replace('pairs = "all"\n', "").replace("FREEZE", ""))
    give, take = 'sync.signal "flag"[0] on "dma"\n', 'sync.wait "flag"[0] on '
    body = take + '"alu"\n' + READ + WRITE + give + take + '"dma"\n'
    module = parse_module(module_of(body))
    assert not checked(MachineProgram(next(iter(module.ops)), load_machine(str(file)))).proved
    early = EarlyWaits([*walk(module)], load_machine(str(file)), lambda op: engine_name(op) or "")
    assert early.waits == set()
