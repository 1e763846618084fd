"""What ops touch when they are executed is covered by the effects that they declare."""

from __future__ import annotations

from typing import ClassVar

import pytest

from asyncir.dialects.effects import ANYTHING, TASKS, Access, effects_of
from asyncir.ir import Operation, SSAValue
from asyncir.semantics import Earliest, interpret
from asyncir.semantics.tasks import machine
from asyncir.semantics.tasks.races import Cells, Detector
from asyncir.source.text import parse_module
from tests.differential.corpus import CorpusProgram, programs
from tests.differential.native import to_python
from tests.litmus.extract import litmus_programs


class Recording(Detector):
    """A detector that is always active and remembers who accessed what."""

    seen: ClassVar[set[tuple[Operation, Access]]] = set()

    def __init__(self) -> None:
        super().__init__()
        self.__dict__["active"] = True

    def __setattr__(self, name: str, value: object) -> None:
        if name != "active":
            super().__setattr__(name, value)

    def read(self, cells: Cells, index: int, op: Operation) -> None:
        self.seen.add((op, Access.READ))
        super().read(cells, index, op)

    def write(self, cells: Cells, index: int, op: Operation, atomic: bool = False) -> None:
        self.seen.add((op, Access.FREE if op.name in ("memref.dealloc", "memref.realloc") else Access.WRITE))
        if atomic:
            self.seen.add((op, Access.READ))
        super().write(cells, index, op, atomic)


def _covered(op: Operation, access: Access) -> bool:
    effects = effects_of(op)
    if op.name in ("async.runtime.store", "async.runtime.load"):
        # Payloads belong to the runtime's objects, whose ops keep their order.
        return any(effect.root is TASKS for effect in effects)
    return any(
        effect.access is access
        and (effect.root is ANYTHING or (isinstance(effect.root, SSAValue) and effect.root in op.operands))
        for effect in effects
    )


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> set[tuple[Operation, Access]]:
    monkeypatch.setattr(Recording, "seen", set())
    monkeypatch.setattr(machine, "Detector", Recording)
    return Recording.seen


def _uncovered(recorded: set[tuple[Operation, Access]]) -> set[tuple[str, Access]]:
    return {(op.name, access) for op, access in recorded if not _covered(op, access)}


@pytest.mark.parametrize("program", programs(), ids=lambda p: p.name)
def test_accesses_are_declared(program: CorpusProgram, recorded: set[tuple[Operation, Access]]) -> None:
    module = parse_module(program.text)
    for call in program.runs:
        interpret(module, call.entry, [to_python(a) for a in call.arguments], Earliest())
    assert _uncovered(recorded) == set()


def test_accesses_of_the_litmus_programs_are_declared(recorded: set[tuple[Operation, Access]]) -> None:
    for program in litmus_programs():
        interpret(parse_module(program.text), "main", [], Earliest())
    assert {op.name for op, _ in recorded} >= {
        "memref.load",
        "memref.store",
        "memref.copy",
        "memref.atomic_rmw",
    }
    assert _uncovered(recorded) == set()
