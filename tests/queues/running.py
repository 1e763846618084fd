"""Runs of programs in the interpreter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from asyncir.dialects.func import FuncOp
from asyncir.ir import Context, ModuleOp
from asyncir.semantics import Outcome, interpret, parse_schedule
from asyncir.semantics.blocks.engine import BlockEngine, needs_block_engine
from asyncir.source.text import parse_module
from asyncir.source.verify import ensure_valid
from asyncir.transforms.assign_wait_counts import AssignWaitCounts
from tests.queues.formula import Inputs
from tests.queues.printer import arguments, text_of
from tests.queues.syntax import Program


@dataclass(frozen=True)
class Ran:
    """A run: what came of it, and the memory at its end."""

    outcome: Outcome
    memory: tuple[bytes, ...]

    @property
    def failed(self) -> str:
        """The first error, if there is one that is not a race."""
        found = [d for d in self.outcome.diagnostics if d.code != "S001"]
        return f"{found[0].code}: {found[0].message}" if found else ""


def module_of(program: Program, *, marks: bool = False) -> ModuleOp:
    """The program's module, verified."""
    return parse_module(text_of(program, marks=marks))


def with_counts(module: ModuleOp, *, constant: bool = False) -> ModuleOp:
    """The module after assign-wait-counts, verified; with `constant`, each wait has one constant count."""
    options = AssignWaitCounts(duplicate=False, dynamic="none") if constant else AssignWaitCounts()
    options.apply(Context(), module)
    ensure_valid(module)
    return module


def run(
    module: ModuleOp, program: Program, inputs: Inputs, schedule: str = "latest", *, marks: bool = False
) -> Ran:
    """Run `@main` of a module that takes the program's arguments."""
    return Runner(module)(arguments(program, inputs, marks=marks), schedule)


class Runner:
    """A module that is run often: what the interpreter makes of it is kept."""

    def __init__(self, module: ModuleOp, *, record: bool = False):
        self.module = module
        entry = next(op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == "main")
        self.engine: BlockEngine | None = None
        if needs_block_engine(module, entry):
            self.engine = BlockEngine(module, entry, max_steps=None, record=record)

    def __call__(self, given: Sequence[object], schedule: str = "latest") -> Ran:
        """Run `@main` on these arguments."""
        how = parse_schedule(schedule)
        engine = self.engine
        outcome = engine.run(given, how) if engine else interpret(self.module, "main", given, how)
        return Ran(outcome, tuple(a.tobytes() for a in given if isinstance(a, np.ndarray)))
