"""repair-sync: what is changed, that it is as little as can be, and that the result is right in every order."""

from __future__ import annotations

from random import Random

import pytest

import asyncir
from asyncir.analyses.machines.checked import checked
from asyncir.diagnostics import Severity
from asyncir.driver.machine_repairs import repaired_on_machine
from asyncir.driver.repairing import PROVED
from asyncir.ir import Context
from asyncir.targets.machine import load_machine
from asyncir.transforms._remarks import collect_remarks
from asyncir.transforms._sync_repairs import find_sync_repair
from asyncir.transforms.insert_sync import InsertSync
from asyncir.transforms.repair_sync import RepairSync
from bench.sync_programs.by_hand import by_hand
from bench.sync_programs.changing import calls_of, function_of, program_of, wrong_run
from bench.sync_programs.draw import small
from bench.sync_programs.mutants import judged
from bench.sync_programs.mutate import every, mutant

pytestmark = pytest.mark.feature("N2")

MACHINE = "ascend-a2"
LOAD = '  sync.work on "mte2" writes(%a : memref<4xf32>) { sync.opaque "load" }\n'
OWN = "  %i = arith.constant 0 : index\n  %x = memref.load %a[%i] : memref<4xf32>\n"
USE = '  sync.work on "v" reads(%a : memref<4xf32>) { sync.opaque "use" }\n'
SIGNAL = '  sync.signal "event"[0] from "mte2" to "v"\n'
WAIT = '  sync.wait "event"[0] from "mte2" to "v"\n'


def program(*lines: str) -> str:
    return f"func.func @f() {{\n  %a = memref.alloc() : memref<4xf32>\n{''.join(lines)}  return\n}}\n"


def repaired(text: str, machine: str = MACHINE):
    """What is found, with the function repaired proved and played."""
    module = asyncir.parse(text)
    found = find_sync_repair(module, function_of(module), machine)
    if found.copy is not None:
        found.copy.module.verify()
        assert checked(program_of(found.copy.module, load_machine(machine))).proved
    return found


def changes(text: str) -> tuple[list[str], int]:
    found = repaired(text)
    assert found.shown
    return [change.words() for change in found.changes], found.finish


@pytest.mark.parametrize(
    ("lines", "said", "added"),
    [
        ((LOAD, USE), [], 1),
        ((LOAD, SIGNAL, SIGNAL, WAIT, USE), ["`sync.signal` is removed"], 0),
        ((LOAD, SIGNAL, WAIT, WAIT, USE), ["`sync.wait` is removed"], 0),
        ((LOAD, SIGNAL, USE), ["`sync.wait` is added"], 0),
        ((LOAD, WAIT, USE), ["`sync.signal` is added"], 0),
        ((LOAD, SIGNAL, USE, WAIT), ["`sync.wait` is moved"], 0),
        ((SIGNAL, LOAD, WAIT, USE), ["`sync.signal` is moved"], 0),
        ((LOAD, SIGNAL.replace("[0]", "[1]"), WAIT, USE), ["`sync.signal` is of another instance"], 0),
    ],
)
def test_one_change(lines: tuple[str, ...], said: list[str], added: int) -> None:
    assert changes(program(*lines)) == (said, added)


def test_two_mistakes_take_two_changes() -> None:
    other = WAIT.replace("mte2", "mte3")
    found = repaired(program(LOAD, SIGNAL, SIGNAL, WAIT, USE, other))
    assert (found.size, found.shown) == (2, True)


def test_a_wait_in_front_of_its_signal() -> None:
    """An engine that waits holds up nobody else, so this is right; where the process waits, it is not."""
    assert repaired(program(LOAD, WAIT, SIGNAL, USE)).reason == PROVED
    back = SIGNAL.replace('from "mte2" to "v"', 'from "mte2" to "s"')
    own = WAIT.replace('from "mte2" to "v"', 'from "mte2" to "s"')
    found = repaired(program(LOAD, own, back, OWN))
    assert found.size == 1


def test_a_count_that_is_too_large() -> None:
    text = by_hand("cuda-sm80")[1].replace('"group", 1', '"group", 2')
    found = repaired(text, "cuda-sm80")
    assert [change.words() for change in found.changes] == ["`sync.wait` has the number 1"]


def test_one_pair_of_ops_that_orders_two_engines_is_one_change() -> None:
    """What the end of the program lacks are orders of both; behind the branch one signal tells of both."""
    found = repaired(
        """
func.func @f(%x: memref<4xf32>, %y: memref<4xf32> {llvm.noalias}, %a: i1) {
  %l0 = memref.alloc() : memref<4xf32>
  %l1 = memref.alloc() : memref<4xf32>
  %l2 = memref.alloc() : memref<4xf32>
  scf.if %a {
    sync.work on "s2mm0" reads(%l2, %l1 : memref<4xf32>, memref<4xf32>) writes(%x : memref<4xf32>) { sync.opaque "w1" }
    sync.signal "lock"[0] on "s2mm0"
    sync.wait "lock"[0] on "s2mm1"
    sync.work on "s2mm1" reads(%x : memref<4xf32>) { sync.opaque "w2" }
  } else {
    sync.work on "s2mm1" reads(%x : memref<4xf32>) writes(%y : memref<4xf32>) { sync.opaque "w3" }
    sync.work on "s2mm0" reads(%l0 : memref<4xf32>) { sync.opaque "w4" }
  }
  return
}
""",
        "aie2",
    )
    assert (found.size, found.shown, len(found.added)) == (1, True, 1)
    assert [op.name for op in found.added[0].ops] == ["sync.signal", "sync.wait"]


def test_what_is_kept_stays() -> None:
    kept = SIGNAL.replace("\n", " {keep}\n")
    for lines in ((LOAD, kept, SIGNAL, WAIT, USE), (LOAD, SIGNAL, kept, WAIT, USE)):
        found = repaired(program(*lines))
        assert [change.words() for change in found.changes] == ["`sync.signal` is removed"]
        assert not any("keep" in change.op.attributes for change in found.changes)


def test_a_program_that_is_right() -> None:
    found = repaired(program(LOAD, SIGNAL, WAIT, USE))
    assert (found.copy, found.reason) == (None, PROVED)


def test_the_search_gives_up() -> None:
    module = asyncir.parse(program(LOAD, WAIT, USE))
    found = find_sync_repair(module, function_of(module), MACHINE, most=1)
    assert (found.copy, found.shown) == (None, False)
    assert "too long" in found.reason


def test_remarks() -> None:
    module = asyncir.parse(program(LOAD, SIGNAL, SIGNAL, WAIT, USE))
    with collect_remarks() as said:
        RepairSync(machine=MACHINE).apply(Context(), module)
    assert [(one.code, one.severity) for one in said] == [("P152", Severity.REMARK)]
    assert "fewer are not enough" in said[0].help


def test_a_remark_where_nothing_is_found() -> None:
    work = '  sync.work on "compute" writes(%a : memref<4xf32>) { sync.opaque "make" }\n'
    module = asyncir.parse(program(work, '  sync.process on "compute" { sync.barrier on "compute" }\n', work))
    with collect_remarks() as said:
        RepairSync(machine="vulkan").apply(Context(), module)
    assert [one.code for one in said] == ["P153"]


def test_the_text_keeps_what_its_author_wrote() -> None:
    text = program(LOAD, SIGNAL.replace("\n", "  // once\n"), SIGNAL, WAIT, USE)
    found = repaired_on_machine(text, "p.mlir", MACHINE)
    left = program(LOAD, "  // once\n", SIGNAL, WAIT, USE)
    assert found.text == left
    assert (found.added, found.is_smallest) == (1, True)
    assert found.because[0].wait == "`sync.signal` is removed, line 4"
    assert "is set twice" in found.because[0].wrong


def test_several_functions_in_one_text() -> None:
    one = program(LOAD, SIGNAL, USE)
    text = one + one.replace("@f", "@g").replace(SIGNAL, WAIT)
    found = repaired_on_machine(text, "p.mlir", MACHINE)
    assert found.text == program(LOAD, SIGNAL, WAIT, USE) + program(LOAD, SIGNAL, WAIT, USE).replace(
        "@f", "@g"
    )


def test_ops_that_are_rewritten_stay_in_their_line() -> None:
    line = SIGNAL.replace("[0]", "[1]").replace("\n", "  // loaded\n")
    found = repaired_on_machine(program(LOAD, line, WAIT, USE), "p.mlir", MACHINE)
    assert found.text == program(LOAD, SIGNAL.replace("\n", "  // loaded\n"), WAIT, USE)


@pytest.mark.parametrize(
    ("machine", "seed"), [("ascend-a2", 1), ("ascend-a2", 6), ("bismo", 3), ("cuda-sm80", 6)]
)
def test_each_harmful_mutant_takes_one_change(machine: str, seed: int) -> None:
    model = load_machine(machine)
    engines = [engine.name for engine in model.engines if engine.name != model.issuer]
    text = small(seed, engines, most=4, own=len(engines) < 2)
    module = asyncir.parse(text)
    InsertSync(machine=machine).apply(Context(), module)
    wrong = [mutant(module, mutation) for mutation in every(module, model)]
    wrong = [one for one in wrong if judged(one, text, model)]
    assert wrong
    for one in Random(seed).sample(wrong, min(3, len(wrong))):
        found = find_sync_repair(one, function_of(one), machine)
        assert found.size == 1, str(one)
        assert found.copy is not None
        assert wrong_run(found.copy.module, model, calls_of(text)) is None
