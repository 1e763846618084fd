"""Programs on which peers fail, theirs beside ours: each is exact here, or refuted, or refused."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.interfaces.completion import waits_by_count
from asyncir.driver.check import CheckedWait, check
from asyncir.ir import ModuleOp
from asyncir.semantics import Outcome, interpret, parse_schedule
from asyncir.source.text import parse_module
from asyncir.transforms import parse_pipeline, run_pipeline
from tests.oracle import mlir_opt, needs_mlir, run_mlir_opt
from tests.peers.programs import PAGE, Program, programs, with_rows

ALL = programs()
ACCEPTED = [p for p in ALL if not p.refused]


def _named(chosen: list[Program]) -> Any:
    return pytest.mark.parametrize("program", chosen, ids=lambda p: p.name)


def _module(program: Program) -> ModuleOp:
    return parse_module(program.text, f"{program.name}.mlir")


def _counted(program: Program) -> ModuleOp:
    module = _module(program)
    run_pipeline(module, parse_pipeline("assign-wait-counts"))
    module.verify()
    return module


def _words(wait: CheckedWait) -> str:
    return wait.verdict + (f" {wait.exact}" if wait.verdict.startswith("too") else "")


def _argument(given: str) -> object:
    """Something for an argument of the entry: elements that differ, five iterations, yes."""
    found = re.search(r"memref<(\d+)x([if])", given)
    if found:
        return np.arange(int(found[1]), dtype={"i": np.int64, "f": np.float32}[found[2]])
    return True if given == "i1" else 5


def _run(program: Program, schedule: str) -> Outcome:
    declared = re.search(r"@main\((.*?)\) (?:\{|attributes)", program.text)
    assert declared is not None
    arguments = [_argument(given) for given in re.findall(r"%\w+: (memref<.*?>>?|\w+)", declared[1])]
    return interpret(_module(program), "main", arguments, parse_schedule(schedule))


@_named([p for p in ALL if p.refused])
def test_refused(program: Program) -> None:
    with pytest.raises(DiagnosticError) as raised:
        _module(program)
    assert program.ours == "refused " + ", ".join(d.code for d in raised.value.diagnostics)


@pytest.mark.feature("S0-23", "S2-5")
@_named([p for p in ACCEPTED if p.ours is not None])
def test_counts_that_are_derived(program: Program) -> None:
    counts: list[int] = []
    for op in _counted(program).walk():
        wait = waits_by_count(op)
        if wait is not None:
            count = wait.count(op)
            assert isinstance(count, int)
            counts.append(count)
    assert program.ours == ", ".join(map(str, counts))


@_named(ACCEPTED)
def test_verdicts(program: Program) -> None:
    checked = check(_module(program))
    if program.run is None:
        assert checked.standing == ("refuted" if program.races else "proved")
    assert sorted(race.kind for race in checked.races) == sorted(program.races)
    if program.verdicts is not None:
        assert program.verdicts == ", ".join(_words(wait) for wait in checked.waits)


@_named([p for p in ACCEPTED if p.ours is not None and not p.races])
def test_derived_counts_are_proved(program: Program) -> None:
    checked = check(_counted(program))
    assert checked.standing == "proved"
    assert {wait.verdict for wait in checked.waits} <= {"exact", "redundant"}


@pytest.mark.parametrize("schedule", ["latest", "earliest", "seed:0"])
@_named(ACCEPTED)
def test_the_interpreter_agrees(program: Program, schedule: str) -> None:
    outcome = _run(program, schedule)
    assert {race.kind for race in outcome.races} >= set(program.races)
    assert bool(outcome.races) == bool(program.races)
    codes = {d.code for d in outcome.diagnostics} - {"S001"}
    assert codes == ({program.run.split()[1]} if program.run else set())


@needs_mlir
@_named([p for p in ALL if p.theirs.startswith("wait_group")])
def test_what_mlir_emits(program: Program) -> None:
    lowered = mlir_opt(program.text, "--convert-nvgpu-to-nvvm")
    counts = re.findall(r"nvvm\.cp\.async\.wait\.group (-?\d+)", lowered)
    assert program.theirs == "wait_group " + ", ".join(counts)


@needs_mlir
@_named([p for p in ALL if p.name.startswith("nvgpu-barrier")])
def test_mlir_keeps_the_barrier(program: Program) -> None:
    assert "gpu.barrier" in mlir_opt(program.text, "--gpu-eliminate-barriers")


LOOP = """
func.func @f(%A: memref<128xf32>, %B: memref<128xf32>, %out: memref<128xf32>, %n: index, %c: i1) {{
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c96 = arith.constant 96 : index
  %S = memref.alloc() : memref<{size}xf32, #gpu.address_space<workgroup>>
  %T = memref.alloc() : memref<{size}xf32, #gpu.address_space<workgroup>>
  scf.for %i = %c0 to {bound} step %c4 {{
    %a = nvgpu.device_async_copy %A[%i], %S[{at}], 4
      : memref<128xf32> to memref<{size}xf32, #gpu.address_space<workgroup>>
    %g = nvgpu.device_async_create_group %a
    {second}
    {begin}
    nvgpu.device_async_wait %g
    {third}
    %x = memref.load %S[{at}] : memref<{size}xf32, #gpu.address_space<workgroup>>
    memref.store %x, %out[%i] : memref<128xf32>
    {end}
  }}
  return
}}
module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%root: !transform.any_op {{transform.readonly}}) {{
    %loop = transform.structured.match ops{{["scf.for"]}} in %root : (!transform.any_op) -> !transform.any_op
    %done = transform.nvgpu.pipeline_shared_memory_copies failures(propagate) %loop {{ depth = 2 }}
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }}
}}
"""

PLAIN = {"size": 128, "bound": "%c96", "at": "%i", "second": "", "third": "", "begin": "", "end": ""}
SECOND = {
    "second": "%b = nvgpu.device_async_copy %B[%i], %T[%i], 4 "
    ": memref<128xf32> to memref<128xf32, #gpu.address_space<workgroup>>\n"
    "    %h = nvgpu.device_async_create_group %b",
    "third": "nvgpu.device_async_wait %h\n"
    "    %y = memref.load %T[%i] : memref<128xf32, #gpu.address_space<workgroup>>",
}


@needs_mlir
@pytest.mark.parametrize(
    ("changes", "counts"),
    [
        pytest.param({}, ["1"], id="one-group"),
        pytest.param(SECOND, ["1", "1"], id="two-groups-of-which-four-are-in-flight"),
        pytest.param({"size": 4, "at": "%c0"}, ["1"], id="a-buffer-for-one"),
    ],
)
def test_what_mlirs_pipeliner_writes(changes: dict[str, object], counts: list[str]) -> None:
    made = mlir_opt(LOOP.format(**{**PLAIN, **changes}), "--transform-interpreter")
    assert re.findall(r"numGroups = (\d+)", made) == counts


@needs_mlir
@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"bound": "%n"}, id="dynamic-bounds"),
        pytest.param({"begin": "scf.if %c {", "end": "}"}, id="nested-region"),
    ],
)
def test_what_mlirs_pipeliner_refuses(changes: dict[str, object]) -> None:
    code, _, _ = run_mlir_opt(LOOP.format(**{**PLAIN, **changes}), "--transform-interpreter")
    assert code != 0


def test_the_page_has_these_rows() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_rows(page), "python -m tests.peers.programs writes them"
    for program in ALL:
        assert program.row() in page
