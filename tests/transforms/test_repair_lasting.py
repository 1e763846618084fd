"""repair-sync on machines with phases and timelines: each mistake is undone by one change."""

from __future__ import annotations

from collections import Counter

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.sync import WaitOp
from asyncir.ir import Context, ModuleOp
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms._sync_repairs import find_sync_repair
from asyncir.transforms.insert_sync import InsertSync
from bench.sync_programs.changing import calls_of, function_of, wrong_run
from bench.sync_programs.draw import function
from bench.sync_programs.mutants import judged
from bench.sync_programs.mutate import every, mutant

pytestmark = pytest.mark.feature("S3-12", "N5")

LINES = """scf.for %i = %c0 to %n step %c1 {{
  sync.work on "{}" writes(%l0 : memref<4xf32>) {{ sync.opaque "w" }}
  sync.work on "{}" reads(%l0 : memref<4xf32>) {{ sync.opaque "w" }}
}}"""
ENGINES = {"cuda-sm90": ("tma-load", "block"), "vulkan": ("transfer", "compute")}
KINDS = {
    "cuda-sm90": {
        "sync.init dropped",
        "sync.arm dropped",
        "a phase flipped",
        "an op doubled",
        "an id exchanged",
    },
    "vulkan": {"a value one greater", "a value one less", "an op doubled", "an id exchanged"},
}


def harmful(machine: str) -> list[tuple[str, ModuleOp]]:
    """What one mistake makes of a program, where that does harm."""
    text, model = function(LINES.format(*ENGINES[machine]).split("\n")), load_machine(machine)
    module = parse_module(text)
    InsertSync(machine=machine).apply(Context(), module)
    found: list[tuple[str, ModuleOp]] = []
    seen: Counter[str] = Counter()
    for mutation in every(module, model):
        # Two of each kind: bench/sync_programs/mutants.py tries them all.
        if seen[mutation.kind] == 2:
            continue
        changed = mutant(module, mutation)
        try:
            if judged(changed, text, model):
                found.append((mutation.kind, changed))
                seen[mutation.kind] += 1
        except DiagnosticError:
            continue  # A number that cannot be: nobody plays that.
    return found


@pytest.mark.parametrize("machine", ENGINES)
def test_one_change_undoes_each_mistake(machine: str) -> None:
    text = function(LINES.format(*ENGINES[machine]).split("\n"))
    mutants = harmful(machine)
    assert {kind for kind, _ in mutants} >= KINDS[machine]
    for kind, module in mutants:
        found = find_sync_repair(module, function_of(module), machine, is_wrong=True)
        assert found.copy is not None, (kind, found.reason)
        assert found.size == 1, (kind, [change.words() for change in found.changes], str(module))
        assert wrong_run(found.copy.module, load_machine(machine), calls_of(text)) is None


def test_the_host_may_be_the_one_that_has_to_wait() -> None:
    row = "memref<4xf32, strided<[1], offset: ?>>"
    text = function(
        [
            "%r = memref.subview %y[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to " + row,
            f'sync.work on "compute" writes(%r : {row}) {{ sync.opaque "w" }}',
        ]
    )
    module = parse_module(text)
    InsertSync(machine="vulkan").apply(Context(), module)
    (wait,) = (op for op in walk(module) if isinstance(op, WaitOp))
    wait.detach()
    wait.erase()
    found = find_sync_repair(module, function_of(module), "vulkan", is_wrong=True)
    assert found.copy is not None, found.reason
    assert [change.words() for change in found.changes] == ["`sync.wait` is added"]
