"""`async-parallel-for`: parallel loops become tasks."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from asyncir.analyses.integers.constants import constant_of
from asyncir.dialects import scf
from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Context, ModuleOp, Operation
from asyncir.ir.marks import DETERMINISTIC
from asyncir.ir.walk import walk
from asyncir.transforms._outlining import SymbolNames, is_coroutine_by_hand
from asyncir.transforms._parallel_cost import Costs
from asyncir.transforms._parallel_dispatch import DispatchPolicy, dispatch
from asyncir.transforms._parallel_functions import LoopParts, outline_block, outline_split
from asyncir.transforms._parallel_nests import make_all_sequential
from asyncir.transforms._parallel_reductions import Reductions
from asyncir.transforms._passes import Pass
from asyncir.transforms._remarks import remark

_STRUCTURED = frozenset({OpKind.TASK, OpKind.STACK_REGION})
"""Ops, beside those of the scf dialect, in whose regions code can wait."""


class AsyncParallelFor(Pass):
    """
    Turn each `scf.parallel` that may take more than some microseconds into tasks.

    The loop's body becomes a function that runs a block of iterations. Another one halves what it is given until a block is
    small enough, launching one half and going on with the other. When the loop is reached, the program estimates how
    long it would take; what is too short to share, and everything where there is one worker, runs in place. Reductions are
    combined in the order of the iterations. If iterations fail, the error is that of the first of them; all others have
    ended by then.
    """

    num_workers: int = -1
    """So many workers are reckoned with; -1: as many as there are when the program runs."""

    min_task_size: int = 0
    """A task has at least so many iterations, and a loop of more becomes tasks; 0: decided by the cost of the body."""

    deterministic_reductions: bool = False
    """Let what is combined with what depend on the loop's bounds alone, not on the number of workers."""

    def __post_init__(self) -> None:
        if self.num_workers < 1 and self.num_workers != -1:
            raise ValueError("'num-workers' is a positive number, or -1")
        if self.min_task_size < 0:
            raise ValueError("'min-task-size' is not negative")

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Convert the outermost loops of each function; what they leave in new functions is converted in its turn."""
        for module in [o for o in walk(op) if isinstance(o, ModuleOp)]:
            fixed = self.deterministic_reductions or DETERMINISTIC in module.attributes
            policy = DispatchPolicy(self.num_workers, self.min_task_size, fixed)
            names, costs = SymbolNames(module), Costs(module)
            pending = [f for f in module.ops if isinstance(f, FunctionOp)]
            while pending:
                function = pending.pop()
                for loop in list(_outermost(function, policy, costs)):
                    pending += _convert(loop, function, names, costs, policy)


def _outermost(function: Operation, policy: DispatchPolicy, costs: Costs) -> Iterator[scf.ParallelOp]:
    """The loops that are to become tasks and are in no other such loop, in textual order."""
    if is_coroutine_by_hand(function):
        return
    stack: list[Operation] = [function]
    while stack:
        op = stack.pop()
        if isinstance(op, scf.ParallelOp):
            why_not = _why_not(op, policy, costs)
            if why_not is None:
                yield op
                continue
            remark("P006", f"the loop is not split: {why_not}", op)
        if op is function or op.dialect_name() == "scf" or kind_of(op) in _STRUCTURED:
            blocks = [block for region in op.regions for block in region.blocks]
            stack.extend(inner for block in reversed(blocks) for inner in reversed(list(block.ops)))


def _why_not(loop: scf.ParallelOp, policy: DispatchPolicy, costs: Costs) -> str | None:
    """Why the loop stays as it is; None if it may turn out to be long enough for tasks."""
    if not Reductions.of(loop).can_split:
        return "tokens, values or groups cannot be reduced block by block"
    volume = 1.0
    for bounds in zip(loop.lowerBound, loop.upperBound, loop.step, strict=True):
        low, high, step = map(constant_of, bounds)
        if low is None or high is None or step is None:
            volume = inf
            break
        volume *= max(0, -(-(high - low) // step))
    if policy.is_long(volume, costs.of_iteration(loop)):
        return None
    return "it is too short for tasks to gain anything" if policy.splits else "there is one worker"


def _convert(
    loop: scf.ParallelOp, function: Operation, names: SymbolNames, costs: Costs, policy: DispatchPolicy
) -> list[Operation]:
    """Replace the loop; the new functions in which there may be loops to convert."""
    assert isinstance(function, FunctionOp)
    parts = LoopParts(loop, Reductions.of(loop), function, f"{function.sym_name.data}_parallel")
    nested = _has_inner(loop, policy, costs)
    block = outline_block(parts, names, make_all_sequential)
    concurrent = outline_block(parts, names, None) if nested else None
    split = outline_split(parts, names, block, concurrent, policy.places(loop))
    dispatch(parts, block, split, costs, policy)
    return [concurrent.function] if concurrent is not None else []


def _has_inner(loop: scf.ParallelOp, policy: DispatchPolicy, costs: Costs) -> bool:
    """Whether there are loops in the body that would become tasks."""
    return any(
        isinstance(op, scf.ParallelOp) and _why_not(op, policy, costs) is None for op in walk(loop.body)
    )
