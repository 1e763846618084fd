"""How the rarer memref ops are written: atomic updates, reshapes, prefetch."""

from __future__ import annotations

from functools import partial, reduce

from asyncir.dialects import memref
from asyncir.ir import Operation
from asyncir.lowering.llvm.descriptors import address_at, layout_of, mixed, parts, set_view, times
from asyncir.lowering.llvm.function_text import LlvmFunction, refuse
from asyncir.lowering.llvm.handlers import handles, number_of
from asyncir.lowering.llvm.types import size_and_alignment

_ATOMIC = {
    **{"addi": "add", "andi": "and", "ori": "or", "xori": "xor", "assign": "xchg", "addf": "fadd"},
    **{"maximumf": "fmaximum", "maxnumf": "fmax", "maxs": "max", "maxu": "umax"},
    **{"minimumf": "fminimum", "minnumf": "fmin", "mins": "min", "minu": "umin"},
}
"""What LLVM calls the atomic updates that it has."""


@handles("memref.atomic_rmw", properties=("kind",))
def _atomic_rmw(f: LlvmFunction, op: Operation) -> None:
    assert isinstance(op, memref.AtomicRMWOp)
    name = _ATOMIC.get(op.kind_name)
    if name is None:
        raise refuse(op, f"an atomic `{op.kind_name}` has no native form")
    value, target, *indices = op.operands
    element, address = layout_of(target.type).element, address_at(f, target, indices)
    alignment = size_and_alignment(element)[1]
    # acq_rel, as in MLIR: what was written before is seen by who reads the new value.
    text = f"atomicrmw {name} ptr {address}, {element} {f.one(value)} acq_rel, align {alignment}"
    f.set(op.results[0], [f.let(text)])


@handles("memref.collapse_shape", properties=("reassociation",))
def _collapse_shape(f: LlvmFunction, op: Operation) -> None:
    assert isinstance(op, memref.CollapseShapeOp)
    source = parts(f, op.src)
    sizes: list[str] = []
    strides: list[str] = []
    for group in op.groups:
        sizes.append(reduce(partial(times, f), (source.sizes[d] for d in group), "1"))
        # Elements of a group follow each other, so the innermost dimension that is not 1 has the group's stride.
        wide = [d for d in group if source.sizes[d] != "1"]
        strides.append(source.strides[(wide or list(group))[-1]] if group else "1")
    set_view(f, op.results[0], source, source.offset, sizes, strides)


@handles("memref.expand_shape", properties=("reassociation", "static_output_shape", "operandSegmentSizes"))
def _expand_shape(f: LlvmFunction, op: Operation) -> None:
    assert isinstance(op, memref.ExpandShapeOp)
    source = parts(f, op.src)
    sizes = mixed(f, op.static_output_shape, op.output_shape)
    strides = ["1"] * len(sizes)
    for stride, group in zip(source.strides, op.groups, strict=True):
        for dimension in reversed(group):
            strides[dimension] = stride
            stride = times(f, stride, sizes[dimension])
    set_view(f, op.results[0], source, source.offset, sizes, strides)


@handles("memref.prefetch", properties=("isWrite", "localityHint", "isDataCache"))
def _prefetch(f: LlvmFunction, op: Operation) -> None:
    source, *indices = op.operands
    address = address_at(f, source, indices)
    flags = [abs(number_of(op, name) or 0) for name in ("isWrite", "localityHint", "isDataCache")]
    f.module.declare("llvm.prefetch.p0", "void @llvm.prefetch.p0(ptr, i32, i32, i32)")
    f.do(f"call void @llvm.prefetch.p0(ptr {address}, {', '.join(f'i32 {n}' for n in flags)})")
