"""Timelines and phases of which each ordered pair of engines has instances of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from asyncir.analyses.sync_report import Standing
from asyncir.driver.machines import check_on_machine
from asyncir.ir import Context
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.insert_sync import InsertSync
from bench.sync_programs.draw import program as drawn
from bench.sync_programs.judge import judge

pytestmark = pytest.mark.feature("S3-13")

MACHINE = """
name = "pairs"
issued-by = "core"
at-exit = "wait"
barriers = {barriers}
[[engine]]
name = "core"
[[engine]]
name = "ld"
[[engine]]
name = "vu"
[[resource]]
name = "f"
pairs = "all"
count = 16
{kind}
"""

KINDS = {
    "timeline": 'kind = "timeline"',
    "phases": 'kind = "phases"',
    "phases that are armed": 'kind = "phases"\ninitialise = true\nfree = true\narm = true',
}

STRAIGHT = """
func.func @main(%x: memref<8xf32>) {
  sync.work on "ld" writes(%x : memref<8xf32>) { sync.opaque "w1" }
  sync.work on "vu" reads(%x : memref<8xf32>) { sync.opaque "w2" }
  return
}
"""

LOOP = """
func.func @main(%x: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    sync.work on "ld" writes(%x : memref<8xf32>) { sync.opaque "w1" }
    sync.work on "vu" reads(%x : memref<8xf32>) { sync.opaque "w2" }
  }
  return
}
"""


def _file(folder: Path, kind: str, barriers: str) -> str:
    path = folder / "pairs.toml"
    path.write_text(MACHINE.format(kind=KINDS[kind], barriers=barriers))
    return str(path)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("program", [STRAIGHT, LOOP], ids=["straight", "loop"])
def test_an_order_by_instances_of_two_engines(program: str, kind: str, tmp_path: Path) -> None:
    file = _file(tmp_path, kind, "[]")
    module = parse_module(program)
    InsertSync(machine=file).apply(Context(), module)
    module.verify()
    text = str(module)
    assert text.count('sync.signal "f"[') >= 1
    assert 'from "ld" to ' in text
    assert "sync.barrier" not in text
    (found,) = check_on_machine(module, file)
    assert found.standing is Standing.PROVED


@pytest.mark.parametrize("kind", KINDS)
def test_random_programs(kind: str, tmp_path: Path) -> None:
    file = _file(tmp_path, kind, '["all"]')
    machine = load_machine(file)
    engines = [engine.name for engine in machine.engines]
    for seed in range(12):
        found = judge(drawn(seed + 900, engines, size=4), machine, minimal=False, file=file)
        assert not found.refused
        assert found.faults == []
