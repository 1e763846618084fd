"""`convert-bufferization-to-memref`: copies of memory, and ends of its life on a condition, become ops of memref."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import arith, bufferization, memref, scf
from asyncir.dialects.memref_views import ExtractAlignedPointerAsIndexOp, can_be_cast
from asyncir.ir import Block, IntegerAttr, MemRefType, Operation, Region, SSAValue, i1
from asyncir.ir.walk import post_order
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import INDEX, Builder
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._remarks import complaint
from asyncir.transforms._tensor_memory import dynamic_sizes, memref_of


class ConvertBufferizationToMemref(ScopedPass):
    """
    Replace `bufferization.clone` by new memory and a copy, and `bufferization.dealloc` by a `memref.dealloc` on a condition
    for each memref.

    Whether two memrefs are one object is asked when it runs.
    """

    def run_on(self, root: Operation) -> None:
        """Each op by itself."""
        for op in post_order(root):
            if isinstance(op, bufferization.CloneOp):
                _clone(op)
            elif isinstance(op, bufferization.DeallocConditionallyOp):
                _dealloc(op)


def _clone(op: bufferization.CloneOp) -> None:
    code = Builder(op)
    types: list[Any] = [op.input.type, op.output.type]
    if not all(isinstance(of, MemRefType) for of in types):
        return
    given, wanted = types
    if given != wanted and not can_be_cast(given, wanted):
        message = f"a clone of {given} that is a {wanted} has no native form"
        raise DiagnosticError(complaint("L001", message, op, label="`bufferization.clone`"))
    fresh = code.value(memref.AllocOp(dynamic_sizes(code, op.input), [], memref_of(given)))
    code.add(memref.CopyOp(op.input, fresh))
    replace_all(op.results, [fresh if fresh.type == wanted else code.value(memref.CastOp(fresh, wanted))])
    erase(op)


def _dealloc(op: bufferization.DeallocConditionallyOp) -> None:
    if not all(isinstance(value.type, MemRefType) for value in (*op.memrefs, *op.retained)):
        return
    code, conditions = Builder(op), list(op.conditions)
    where = [_address(code, value) for value in op.memrefs]
    kept = [_address(code, value) for value in op.retained]
    updated = [_any_is(code, address, where, conditions) for address in kept]
    frees: list[SSAValue] = []
    for number, (address, free) in enumerate(zip(where, conditions, strict=True)):
        for retained in kept:
            free = code.value(arith.AndIOp(free, code.test(address, "ne", retained)))
        if number:
            # Whoever comes first ends the life of an object that is there twice.
            freed = _any_is(code, address, where[:number], conditions[:number])
            free = code.value(arith.AndIOp(free, _negated(code, freed)))
        frees.append(free)
    for value, free in zip(op.memrefs, frees, strict=True):
        block = Block()
        inner = Builder(block, op)
        inner.add(memref.DeallocOp(value))
        inner.add(scf.YieldOp())
        code.add(scf.IfOp(free, [], Region(block)))
    replace_all(op.results, updated)
    erase(op)


def _any_is(
    code: Builder, address: SSAValue, others: Sequence[SSAValue], conditions: Sequence[SSAValue]
) -> SSAValue:
    """Whether an object is one of the others, whose condition holds."""
    found = code.value(arith.ConstantOp(IntegerAttr(0, i1)))
    for other, condition in zip(others, conditions, strict=True):
        same = code.value(arith.AndIOp(condition, code.test(other, "eq", address)))
        found = code.value(arith.OrIOp(found, same))
    return found


def _negated(code: Builder, truth: SSAValue) -> SSAValue:
    return code.value(arith.XOrIOp(truth, code.value(arith.ConstantOp(IntegerAttr(1, i1)))))


def _address(code: Builder, value: SSAValue) -> SSAValue:
    """The number of an object: views of it have the same."""
    return code.value(ExtractAlignedPointerAsIndexOp.create(operands=[value], result_types=[INDEX]))
