"""insert-sync: random programs on all machines are proved, right in all orders that are tried, and compute the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from asyncir.analyses.machines import fewest
from asyncir.analyses.machines.allocation import coloured
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.sync import BarrierOp, WaitOp
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms import collect_remarks, run_pipeline
from bench.sync_programs.changing import calls_of, wrong_run
from bench.sync_programs.draw import program
from bench.sync_programs.judge import judge

pytestmark = pytest.mark.feature("S3-11", "S3-14", "S3-15", "S3-16", "S3-17", "S3-19", "S3-20", "S3-22", "N5")

MACHINES = (
    *("aie2", "ascend-a2", "bismo", "cdna3", "cuda-sm80"),
    *("cuda-sm90", "cuda-sm100", "hexagon", "nvdla", "vulkan"),
)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", MACHINES)
def test_random_programs_are_right(name: str, seed: int) -> None:
    machine = load_machine(name)
    text = program(seed + 700, [engine.name for engine in machine.engines], size=4)
    judged = judge(text, machine, minimal=False)
    assert not judged.refused
    assert judged.faults == []
    assert judged.proved


TWO = """
format = 1
issued-by = "host"
barriers = []
[[engine]]
name = "host"
takes = ["copy", "scalar", "vector", "tensor"]
[[engine]]
name = "a"
[[engine]]
name = "b"
[[resource]]
name = "flag"
kind = "flag"
pairs = ["a -> b"]
count = 2
"""


LOOP = """
func.func @f(%n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.alloc() : memref<16x4xf32>
  scf.for %i = %c0 to %n step %c1 {{
    %r = memref.subview %x[{row}, 0] [1, 4] [1, 1] : memref<16x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.work on "a" writes(%r : memref<4xf32, strided<[1], offset: ?>>) {{ sync.opaque "w" }}
    sync.work on "b" reads(%r : memref<4xf32, strided<[1], offset: ?>>) {{ sync.opaque "r" }}
  }}
  return
}}
"""


@pytest.mark.parametrize(("row", "code"), [("%i", "P151"), ("%c0", "P150")])
def test_what_the_machine_has_no_means_for_is_an_error(row: str, code: str, tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    file.write_text(TWO, encoding="utf-8")
    with pytest.raises(DiagnosticError) as raised:
        run_pipeline(parse_module(LOOP.format(row=row)), f"insert-sync{{machine={file}}}")
    assert raised.value.diagnostics[0].code == code


THREE = """
func.func @f() {
  %x = memref.alloc() : memref<4xf32>
  %y = memref.alloc() : memref<4xf32>
  %z = memref.alloc() : memref<4xf32>
  sync.work on "a" writes(%x : memref<4xf32>) { sync.opaque "x" }
  sync.work on "a" writes(%y : memref<4xf32>) { sync.opaque "y" }
  sync.work on "a" writes(%z : memref<4xf32>) { sync.opaque "z" }
  sync.work on "b" reads(%x : memref<4xf32>) { sync.opaque "x" }
  sync.work on "b" reads(%y : memref<4xf32>) { sync.opaque "y" }
  sync.work on "b" reads(%z : memref<4xf32>) { sync.opaque "z" }
  return
}
"""


def test_instances_are_few_and_that_is_said(tmp_path: Path) -> None:
    """Of three signals under way, two become one where there are two flags."""
    file = tmp_path / "two.toml"
    file.write_text(TWO, encoding="utf-8")
    with collect_remarks() as said:
        run_pipeline(parse_module(THREE), f"insert-sync{{machine={file} resources=optimal}}")
    assert [one.code for one in said] == ["P154"]
    assert said[0].message == "2 instances of resources in use: no plan has fewer"


def test_without_time_the_gap_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fewest.FewestInstances, "__call__", _half_known)
    with collect_remarks() as said:
        run_pipeline(parse_module(STRAIGHT), "insert-sync{machine=ascend-a2 resources=optimal time-limit=0}")
    assert [one.message for one in said] == [
        "9 instances of resources in use: the lower bound is 8, the gap 12.5 %"
    ]
    assert said[0].help == "give it more time-limit"


def _half_known(self: fewest.FewestInstances, *given: Any) -> Any:
    self.used, self.least = 9, 8
    return coloured(*given)


def test_what_needs_all_instances_is_named(tmp_path: Path) -> None:
    """The second signal comes behind the wait for the first one, but nobody tells so."""
    file = tmp_path / "one.toml"
    file.write_text(TWO.replace("count = 2", "count = 1"), encoding="utf-8")
    lines = THREE.splitlines()
    in_turn = "\n".join([*lines[:6], lines[8], lines[6], lines[9], *lines[-2:]])
    with pytest.raises(DiagnosticError) as raised:
        run_pipeline(parse_module(in_turn), f"insert-sync{{machine={file}}}")
    (said,) = raised.value.diagnostics
    assert said.code == "P151"
    assert [note.message for note in said.notes] == [
        "this signal may be under way meanwhile, to b",
        "b waits for the signal here",
    ]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["ascend-a2", "aie2"])
def test_programs_with_the_fewest_instances_are_right(name: str, seed: int) -> None:
    machine = load_machine(name)
    text = program(seed + 900, [engine.name for engine in machine.engines], size=4)
    module = parse_module(text)
    run_pipeline(module, f"insert-sync{{machine={name} resources=optimal}}")
    assert wrong_run(module, machine, calls_of(text)[:4], ("earliest", "latest", "seed:1")) is None


STRAIGHT = """
func.func @f(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  sync.work on "mte2" writes(%a : memref<4xf32>) { sync.opaque "1" }
  sync.work on "mte2" writes(%b : memref<4xf32>) { sync.opaque "2" }
  sync.work on "v" reads(%a, %b : memref<4xf32>, memref<4xf32>) { sync.opaque "3" }
  sync.work on "mte2" writes(%a : memref<4xf32>) { sync.opaque "4" }
  return
}
"""


def test_an_order_that_others_imply_is_not_made() -> None:
    module = parse_module(STRAIGHT)
    run_pipeline(module, "insert-sync{machine=ascend-a2}")
    waits = [op for op in walk(module) if isinstance(op, WaitOp | BarrierOp)]
    assert len(waits) == 2


def test_arrays_that_are_passed_may_overlap_if_that_is_said() -> None:
    text = """
func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  sync.work on "mte2" writes(%x : memref<4xf32>) { sync.opaque "1" }
  sync.work on "v" writes(%y : memref<4xf32>) { sync.opaque "2" }
  sync.barrier
  return
}
"""
    counts: list[int] = []
    for options in ("", " args-alias=true"):
        module = parse_module(text)
        run_pipeline(module, f"insert-sync{{machine=ascend-a2{options}}}")
        counts.append(sum(isinstance(op, WaitOp) for op in walk(module)))
    assert counts == [0, 1]


def test_what_is_not_followed_is_an_error() -> None:
    module = parse_module("""
func.func @f(%x: memref<4xf32>, %c: i1) {
  cf.cond_br %c, ^one, ^two
^one:
  sync.work on "v" writes(%x : memref<4xf32>) { sync.opaque "1" }
  cf.br ^two
^two:
  return
}
""")
    with pytest.raises(DiagnosticError, match="structured control flow") as raised:
        run_pipeline(module, "insert-sync{machine=ascend-a2}")
    assert raised.value.diagnostics[0].code == "P150"


def test_one_wait_for_the_youngest_work_is_enough(tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    file.write_text(TWO, encoding="utf-8")
    names = [f"%m{number}" for number in range(5)]
    lines = [f"  {name} = memref.alloc() : memref<4xf32>" for name in names]
    for engine, word in (("a", "writes"), ("b", "reads")):
        order = names if engine == "a" else reversed(names)
        lines += [
            f'  sync.work on "{engine}" {word}({name} : memref<4xf32>) {{ sync.opaque "w" }}'
            for name in order
        ]
    text = "\n".join(["func.func @f() {", *lines, "  return", "}"])
    module = parse_module(text)
    run_pipeline(module, f"insert-sync{{machine={file}}}")
    # The first wait is for the youngest work of `a`: it covers all.
    assert sum(isinstance(op, WaitOp) for op in walk(module)) == 1
