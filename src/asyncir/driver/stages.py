"""The stages from a program to LLVM text, in order, as data: what runs, and what must be gone after it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.ir import ModuleOp, Operation, UnitAttr
from asyncir.ir.marks import ANNOTATIONS, DETERMINISTIC, SCHEDULE
from asyncir.ir.walk import walk
from asyncir.lowering.cpu.module import emit_llvm
from asyncir.transforms import collect_remarks, run_pipeline


@dataclass(frozen=True, slots=True)
class Stage:
    """A step with a name: a pipeline of passes, and the op names and dialects that must be gone when it ends."""

    name: str
    passes: str
    gone: frozenset[str]
    tells: bool = False
    """Show the remarks of these passes to every user, except ADVICE."""
    wanted: Callable[[Operation], bool] | None = None
    """The stage is left out, its passes not even imported, where no op of the module asks for it."""


ADVICE = frozenset({"P111"})
"""Remarks on how a program could be faster: `asyncir opt` shows them, whoever runs the program did not ask."""


def _has_queues(op: Operation) -> bool:
    """Whether the op is one of queues, or a loop that is to become a pipeline."""
    return op.name.startswith("queue.") or not op.attributes.keys().isdisjoint((*ANNOTATIONS, SCHEDULE))


STAGES: tuple[Stage, ...] = (
    Stage("affine", "lower-affine", frozenset({"affine"})),
    # Tasks are waited for by token.
    Stage(
        "pipelines",
        "software-pipeline{waits=tokens},queues-to-tasks",
        frozenset({"queue"}),
        tells=True,
        wanted=_has_queues,
    ),
    # Before what makes tasks of regions, so that what calls the host is a function that waits like any other.
    Stage("callbacks", "bind-callbacks,carry-context", frozenset()),
    # What is not worth a task, or is inside of one that is, stays a loop.
    Stage("parallel loops", "async-parallel-for", frozenset()),
    Stage(
        "tasks",
        "outline-execute,merge-tasks,inline-launchers,fuse-task-calls",
        frozenset({"async.execute", "async.yield"}),
    ),
    # While loops still are ops: what is a loop cannot be told from a graph of blocks so easily.
    Stage("loops", "outline-loops", frozenset()),
    Stage("control flow", "convert-scf-to-cf", frozenset({"scf"})),
    # Behind all that looks which functions may fail: now every function that waits does.
    Stage("cancellation", "check-cancellation", frozenset()),
    # On the graph of blocks, because a reference may live on along one edge and end on another.
    Stage("references", "count-references", frozenset()),
)


@contextmanager
def _collector_paused() -> Generator[None]:
    """Modules are large graphs that stay alive: walking them again and again is most of what collecting would cost."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def prepare(module: ModuleOp, until: str | None = None) -> list[Diagnostic]:
    """Run the stages on the module, in place, up to and including the one named; what they have to say about it."""
    told: list[Diagnostic] = []
    with _collector_paused():
        for stage in STAGES:
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
) -> tuple[str, list[Diagnostic]]:
    """The LLVM text of the module, which the stages change; remarks, and warnings about what it leaves out."""
    if deterministic_reductions:
        module.attributes[DETERMINISTIC] = UnitAttr()
    told = prepare(module)
    with _collector_paused():
        text, warnings = emit_llvm(module, debug=debug, sanitizer=sanitizer, traced=traced)
    return text, [*told, *warnings]


def check_gone(module: ModuleOp, stage: Stage) -> None:
    """Raise a diagnostic if an op is left that the stage had to remove."""
    left = {op.name for op in module.walk() if op.name in stage.gone or op.dialect_name() in stage.gone}
    if left:
        raise DiagnosticError(
            Diagnostic("L005", f"stage '{stage.name}' left {', '.join(sorted(left))} behind")
        )
