"""`check --machine` looks for a run that goes wrong: which arguments it tries, and that undefined values hide nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.analyses.sync_report import Standing
from asyncir.driver.machines import MachineChecked, check_on_machine
from asyncir.source.text import parse_module

pytestmark = pytest.mark.feature("S3-23")

MACHINE = """
name = "m"
issued-by = "core"
[[engine]]
name = "core"
[[engine]]
name = "ld"
[[engine]]
name = "vu"
[[memory]]
name = "main"
[[resource]]
name = "f"
kind = "flag"
pairs = "all"
count = 2
"""

RACE = """
    sync.work on "ld" writes(%x : memref<8xf32>) { sync.opaque "a" }
    sync.work on "vu" reads(%x : memref<8xf32>) { sync.opaque "b" }
"""


@pytest.fixture
def machine(tmp_path: Path) -> str:
    path = tmp_path / "m.toml"
    path.write_text(MACHINE)
    return str(path)


def _checked(body: str, machine: str, arguments: str) -> MachineChecked:
    text = f"func.func @main(%x: memref<8xf32>{arguments}) {{ {body}\n  sync.barrier\n  return\n}}"
    (found,) = check_on_machine(parse_module(text), machine)
    return found


UNDEFINED = """
  %t = memref.alloc() : memref<8xf32>
  sync.work on "ld" { memref.copy %t, %x : memref<8xf32> to memref<8xf32> }
  sync.wait "f"[0] from "ld" to "core"
"""


def test_an_undefined_value_in_the_callers_memory_hides_no_deadlock(machine: str) -> None:
    found = _checked(UNDEFINED, machine, "")
    assert found.standing is Standing.REFUTED
    assert "M013" in [one.code for one in found.diagnostics]


def test_an_undefined_value_in_the_callers_memory_hides_no_race(machine: str) -> None:
    body = UNDEFINED.replace('sync.wait "f"[0] from "ld" to "core"', RACE)
    found = _checked(body, machine, "")
    assert found.standing is Standing.REFUTED
    assert {one.code for one in found.diagnostics} == {"S001"}


SWITCH = "scf.if %c {{ scf.index_switch %n case {case} {{ {race} scf.yield }} default {{ scf.yield }} }}"


@pytest.mark.parametrize(
    ("case", "arguments", "call"),
    [
        (2, ", %n: index, %m: index, %c: i1", "with 2, "),
        (7, ", %n: index, %c: i1", "with 7, True"),
        (1000, ", %m: index, %k: index, %n: index, %c: i1", ", 1000, True"),
    ],
)
def test_numbers_that_a_program_compares_with_are_tried(
    case: int, arguments: str, call: str, machine: str
) -> None:
    found = _checked(SWITCH.format(case=case, race=RACE), machine, arguments)
    assert found.standing is Standing.REFUTED
    assert call in found.call


LIMIT = """
  %c{limit} = arith.constant {limit} : index
  %b = arith.cmpi sgt, %n, %c{limit} : index
  scf.if %b {{ {race} }}
"""


def test_and_those_behind_them(machine: str) -> None:
    found = _checked(LIMIT.format(limit=100, race=RACE), machine, ", %n: index")
    assert found.standing is Standing.REFUTED
    assert "with 101" in found.call
