"""How much memory the functions of a program need, against how much of their work may overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asyncir.analyses.memory.lives import Kept, Lives, lives_of
from asyncir.analyses.memory.optimum import has_solver, proved_front
from asyncir.analyses.memory.ordering import front, sequential, unordered
from asyncir.analyses.memory.problem import MemoryPlan
from asyncir.dialects.func import FuncOp
from asyncir.ir import ModuleOp, TensorType
from asyncir.ir.walk import walk
from asyncir.transforms import run_pipeline

ON_TENSORS = (
    "linalg-decompose-aggregated-ops,convert-elementwise-to-linalg,linalg-fuse-elementwise-ops,"
    "form-regions,split-regions,regions-to-execute,one-shot-bufferize"
)
"""What a program on tensors goes through first, so that it has memory."""


@dataclass(frozen=True)
class ProvedPlan:
    """A plan, and what is known of better ones."""

    plan: MemoryPlan
    bound: int
    """Bytes that no plan with as short a chain can be below."""

    @property
    def is_best(self) -> bool:
        """Whether no plan with as short a chain takes less."""
        return self.plan.peak <= self.bound


@dataclass(frozen=True)
class FunctionMemory:
    """What is known of one function."""

    name: str
    lives: Lives
    apart: int
    """Bytes, if each buffer had memory of its own."""
    free: MemoryPlan
    """The plan without added dependencies."""
    in_order: MemoryPlan
    """The plan where one job comes behind the other, as the text has them."""
    front: tuple[ProvedPlan, ...]
    """Those that no other one beats in both bytes and time, the fastest first."""

    @property
    def kept(self) -> Sequence[Kept]:
        """Allocations that keep memory of their own."""
        return self.lives.kept

    @property
    def kept_bytes(self) -> int:
        """Their bytes, of those whose size is known."""
        return sum(each.size or 0 for each in self.kept)


def on_memory(module: ModuleOp) -> None:
    """Let a program on tensors form regions and get memory."""
    if any(isinstance(result.type, TensorType) for op in walk(module) for result in op.results):
        run_pipeline(module, ON_TENSORS)


def memory_of(module: ModuleOp, method: str | None, seconds: float) -> list[FunctionMemory]:
    """The functions that have buffers to plan. `method` is `fast`, `optimal`, or None for the best that is installed.

    Raises `ImportError` where OR-Tools is asked for and not installed.
    """
    found: list[FunctionMemory] = []
    for op in module.ops:
        lives = lives_of(op) if isinstance(op, FuncOp) else None
        if lives is None or not lives.buffers:
            continue
        problem = lives.problem()
        plans: list[ProvedPlan] = []
        if method == "optimal" or (method is None and has_solver()):
            answers = proved_front(problem, seconds)
            plans = [ProvedPlan(each.plan, each.bound) for each in answers if each.plan is not None]
        if not plans:
            plans = [ProvedPlan(plan, problem.least) for plan in front(problem)]
        in_order = sequential(problem, range(len(problem.costs)))
        name = lives.function.sym_name.data
        apart = sum(problem.sizes)
        found.append(FunctionMemory(name, lives, apart, unordered(problem), in_order, tuple(plans)))
    return found
