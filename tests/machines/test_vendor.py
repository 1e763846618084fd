"""A vendor's program, from nothing to a checked kernel: what its file leaves open is said, and no pass passes over it."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.analyses.sync_report import Standing
from asyncir.certificates.machines import accept_on_machine
from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.dialects import context, sync
from asyncir.driver.machines import MachineChecked, check_on_machine
from asyncir.ir import ModuleOp
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module, print_module
from asyncir.targets.machine import load_machine
from asyncir.transforms import run_pipeline
from asyncir.transforms._remarks import collect_remarks

pytestmark = pytest.mark.feature("S0-31")

MACHINE = str(Path(__file__).parent / "vendor.toml")
LAIR = "memref<4xf32, 7>"
KERNEL = f"""
func.func @main(%a: memref<4xf32>, %b: memref<4xf32>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : {LAIR}
  scf.for %i = %c0 to %n step %c1 {{
    kob.haul ins(%a : memref<4xf32>) outs(%t : {LAIR})
    "kob.crunch"(%t, %t, %t) <{{operandSegmentSizes = array<i32: 2, 1>}}> : ({LAIR}, {LAIR}, {LAIR}) -> ()
    kob.haul ins(%t : {LAIR}) outs(%b : memref<4xf32>)
  }}
  return
}}
"""


def module_of(text: str) -> ModuleOp:
    return parse_module(text, "kernel.mlir", ctx=context(load_machine(MACHINE).foreign))


def answered(text: str) -> MachineChecked:
    [answer] = check_on_machine(module_of(text), MACHINE)
    return answer


def after(text: str, passes: str) -> tuple[str, list[Diagnostic]]:
    module = module_of(text)
    with collect_remarks() as remarks:
        run_pipeline(module, passes.replace("M", f"machine={MACHINE}"))
    return print_module(module), remarks


@pytest.mark.parametrize("first", ["", "move-works{M},"])
def test_synchronisation_is_put_into_a_vendors_program_and_written_as_its_ops(first: str) -> None:
    assert answered(KERNEL).standing is Standing.REFUTED
    text, remarks = after(KERNEL, first + "insert-sync{M},lower-sync{M}")
    assert "sync." not in text
    assert text.count("kob.pay") == text.count("kob.beg") > 2
    assert "coins = 1" in text
    assert not remarks
    assert answered(text).standing is Standing.PROVED


@pytest.mark.parametrize("change", ["repair-sync{M}", "eliminate-sync{M},insert-sync{M}"])
def test_other_passes_see_a_vendors_works_too(change: str) -> None:
    right, _ = after(KERNEL, "insert-sync{M},lower-sync{M}")
    [at] = [n for n, line in enumerate(right.splitlines()) if 'who = "crunch"' in line and "pay" in line]
    wrong = "\n".join(line for n, line in enumerate(right.splitlines()) if n != at)
    assert answered(wrong).standing is not Standing.PROVED
    if change.startswith("repair"):
        changed, _ = after(wrong, change)
        assert answered(changed).standing is Standing.PROVED
    else:
        changed, _ = after(right, change)
        assert answered(changed).standing is Standing.PROVED


BODY = KERNEL.replace("(%t, %t, %t)", "(%t, %t)").replace("2, 1>}>", "1, 1>}> {twice}")


@pytest.mark.parametrize("kernel", [KERNEL, BODY.replace(f"({LAIR}, {LAIR}, {LAIR})", f"({LAIR}, {LAIR})")])
def test_a_race_is_one_of_the_vendors_ops(kernel: str) -> None:
    messages = [said.message for said in answered(kernel).diagnostics if said.code == "S001"]
    assert any("`kob.crunch` reads element 0" in message for message in messages)
    assert any("which `kob.haul` writes" in message for message in messages)
    assert not any("memref.load" in message or "memref.store" in message for message in messages)


def test_what_the_vendor_has_no_op_for_stays_with_a_remark() -> None:
    text, remarks = after('func.func @main() {\n  sync.signal "tick"[0], 1\n  return\n}', "lower-sync{M}")
    assert "sync.signal" in text
    assert [(said.code, said.span.line if said.span else 0) for said in remarks] == [("P164", 2)]


UNKNOWN = f"""
func.func @main(%a: memref<4xf32>) {{
  %t = memref.alloc() : {LAIR}
  kob.hual ins(%a : memref<4xf32>) outs(%t : {LAIR})
  sync.work on "ring" reads(%t : {LAIR}) {{ sync.opaque "use" }}
  %n = arith.constant 0 : index
  sync.signal "coin"[0] on "ring"
  sync.wait "coin"[0] on "imp"
  return
}}
"""


def test_of_a_program_with_an_op_that_no_table_names_nothing_is_known() -> None:
    answer = answered(UNKNOWN)
    assert answer.standing is Standing.UNKNOWN
    assert "nothing is known of kob.hual" in answer.reason
    assert answered(UNKNOWN.replace("kob.hual", "kob.haul")).standing is not Standing.UNKNOWN
    with pytest.raises(DiagnosticError) as error:
        after(UNKNOWN, "insert-sync{M}")
    assert error.value.diagnostics[0].code == "P150"


def test_the_verifier_does_not_follow_it_either() -> None:
    module = module_of(UNKNOWN)
    with pytest.raises(Exception, match=r"nothing is known of kob\.hual"):
        accept_on_machine(module, "main", load_machine(MACHINE), {"loops": {}})
    assert any(isinstance(op, sync.WorkOp) for op in walk(module))


def test_a_dialect_of_the_machine_is_among_those_that_could_be_meant() -> None:
    with pytest.raises(DiagnosticError) as error:
        module_of(KERNEL.replace("kob.haul", "kbo.haul"))
    said = error.value.diagnostics[0]
    assert (said.code, "kob" in (said.help or "")) == ("T005", True)


def test_a_space_of_a_dialect_that_is_not_read_says_how_it_is() -> None:
    with pytest.raises(DiagnosticError) as error:
        parse_module("func.func private @f(memref<4xf32, #kob.mem<lair>>)", "kernel.mlir")
    said = error.value.diagnostics[0]
    assert said.code == "T006"
    assert "is not registered" in said.message
