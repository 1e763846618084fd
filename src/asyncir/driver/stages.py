"""A program goes through the stages of its target, and becomes LLVM text."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from typing import Literal

from asyncir.diagnostics import Diagnostic, failure
from asyncir.ir import ModuleOp, UnitAttr
from asyncir.ir.marks import CHECKS_BOUNDS, DETECTS_RACES, DETERMINISTIC, LEAVES, POLLS
from asyncir.ir.walk import walk
from asyncir.lowering.llvm.module_text import Emitted
from asyncir.lowering.target import HOST, Stage, target_named
from asyncir.transforms import collect_remarks, run_pipeline

Polls = Literal["", "fails", "leaves"]
"""What loops that only compute do about cancellation (`ir/marks`, POLLS); empty: nothing."""

ADVICE = frozenset({"P111"})
"""Remarks on how a program could be faster: `asyncir opt` shows them, whoever runs the program did not ask."""


@contextmanager
def collector_paused() -> Generator[None]:
    """Modules are large graphs that stay alive: walking them again and again is most of what collecting would cost."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def prepare(module: ModuleOp, until: str | None = None, target: str = HOST) -> list[Diagnostic]:
    """Run the target's stages on the module, in place, up to and including the one named; what they have to say about it."""
    told: list[Diagnostic] = []
    with collector_paused():
        for stage in target_named(target).stages:
            if stage.wanted is None or any(map(stage.wanted, walk(module))):
                with collect_remarks() as remarks:
                    run_pipeline(module, stage.passes)
                told += [one for one in remarks if one.code not in ADVICE] if stage.tells else ()
            if stage.gone:
                check_gone(module, stage)
            if until == stage.name:
                break
    return told


def compile_to_llvm(
    module: ModuleOp,
    *,
    debug: bool = False,
    deterministic_reductions: bool = False,
    sanitizer: str = "",
    traced: bool = False,
    detects_races: bool = False,
    bounds: bool = False,
    polls: Polls = "",
    target: str = HOST,
) -> Emitted:
    """The LLVM text of the module, which the stages change; remarks, and warnings about what it leaves out.

    With `polls`, loops that only compute can be cancelled, too: what runs in tasks fails there; what its caller runs
    itself may be left at once.
    """
    if deterministic_reductions:
        module.attributes[DETERMINISTIC] = UnitAttr()
    if detects_races:
        module.attributes[DETECTS_RACES] = UnitAttr()
    if bounds:
        module.attributes[CHECKS_BOUNDS] = UnitAttr()
    if polls:
        module.attributes[POLLS] = LEAVES if polls == "leaves" else UnitAttr()
    told = prepare(module, target=target)
    with collector_paused():
        emitted = target_named(target).emit(module, debug=debug, sanitizer=sanitizer, traced=traced)
    return replace(emitted, warnings=[*told, *emitted.warnings])


def check_gone(module: ModuleOp, stage: Stage) -> None:
    """Raise a diagnostic if an op is left that the stage had to remove."""
    left = {op.name for op in walk(module) if op.name in stage.gone or op.dialect_name() in stage.gone}
    if left:
        raise failure("L005", f"stage '{stage.name}' left {', '.join(sorted(left))} behind")
