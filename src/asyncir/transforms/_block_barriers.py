"""Which barriers of a block of threads nothing needs: the check of queues and threads proves the function without them."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from asyncir.analyses.sync_report import Standing
from asyncir.dialects.gpu_functions import GPUFuncOp
from asyncir.dialects.interfaces.completion import IsBarrier
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import outermost, walk
from asyncir.transforms._kernel_functions import kernel_function
from asyncir.transforms._synchronisation import judge

_MOST_TRIED = 64
_KEEP = "keep"


def superfluous_barriers(function: Operation, args_alias: bool) -> list[Operation]:
    """Barriers that can go together; none where the function is not proved with all of them."""
    barriers = [op for op in walk(function) if op.has_trait(IsBarrier, value_if_unregistered=False)]
    if not barriers or not _is_proved(function, (), args_alias):
        return []
    gone: list[int] = []
    for number in reversed(range(len(barriers))):
        if _KEEP in barriers[number].attributes or len(barriers) - number > _MOST_TRIED:
            continue
        if _is_proved(function, (*gone, number), args_alias):
            gone.append(number)
    return [barriers[number] for number in gone]


def _is_proved(function: Operation, without: Collection[int], args_alias: bool) -> bool:
    name = symbol_name(function)
    assert name is not None
    module = (
        _alone(function) if isinstance(function, GPUFuncOp) else cast(ModuleOp, outermost(function).clone())
    )
    copy = next(op for op in walk(module) if symbol_name(op) == name)
    barriers = [op for op in walk(copy) if op.has_trait(IsBarrier, value_if_unregistered=False)]
    for number in without:
        barriers[number].detach()
    report = judge(module, entries=[name], args_alias=args_alias)
    return [found.standing for found in report.functions] == [Standing.PROVED]


def _alone(kernel: GPUFuncOp) -> ModuleOp:
    """The kernel as a function of a module."""
    return ModuleOp([kernel_function(kernel, cast(str, symbol_name(kernel)))])
