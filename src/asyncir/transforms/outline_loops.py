"""`outline-loops`: loops that never wait leave the functions that do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asyncir.analyses.suspension import Suspension, analyse_suspension
from asyncir.dialects import async_dialect, func, memref, scf
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.functions import FunctionOp
from asyncir.ir import (
    Context,
    MemRefType,
    ModuleOp,
    Operation,
    SSAValue,
    UnrankedMemRefType,
)
from asyncir.ir.walk import walk
from asyncir.transforms._outlining import SymbolNames, move_out
from asyncir.transforms._passes import Pass

_LOOPS = (scf.ForOp, scf.WhileOp, scf.ParallelOp)


class OutlineLoops(Pass):
    """
    Move each outermost loop without a wait, in a function that becomes a coroutine, to a function of its own.

    LLVM keeps in memory what a coroutine holds across suspensions, and does not vectorise loops over that. The new function
    takes what the loop captures, returns its results, and is never inlined. Arrays that are disjoint from all others that it
    takes are marked `llvm.noalias`. Of a function that waits that would not be true: others write what it waits for.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Outline in every function that may wait."""
        suspension = analyse_suspension(op)
        names = SymbolNames(op)
        for function in list(op.ops):
            if _becomes_coroutine(function, suspension):
                assert isinstance(function, FunctionOp)
                for loop in list(_outermost(function, suspension)):
                    move_out(loop, names.fresh(f"{function.sym_name.data}_loop"), function)


def _becomes_coroutine(op: Operation, suspension: Suspension) -> bool:
    if isinstance(op, async_dialect.FuncOp):
        return True
    return isinstance(op, func.FuncOp) and op.sym_name.data in suspension.may_wait


def _outermost(function: Operation, suspension: Suspension) -> Iterator[Operation]:
    stack: list[Operation] = [function]
    while stack:
        op = stack.pop()
        if isinstance(op, _LOOPS) and _can_leave(op, suspension):
            yield op
            continue
        for region in op.regions:
            for block in region.blocks:
                stack.extend(block.ops)


def _can_leave(loop: Operation, suspension: Suspension) -> bool:
    """Nothing in it waits, or launches work that its own function would have to hold, or makes memory that ends with it
    and is used behind it.
    """
    ops = list(walk(loop))
    if any(suspension.waits(op) or _has_completion(op.results) for op in ops):
        return False
    if not any(isinstance(op, memref.AllocaOp) for op in ops):
        return True
    kept = any(isinstance(r.type, MemRefType | UnrankedMemRefType) for r in loop.results)
    return not kept and not any(_has_completion(op.operands) for op in ops)


def _has_completion(values: Sequence[SSAValue]) -> bool:
    return any(isinstance(v.type, CompletionType) for v in values)
