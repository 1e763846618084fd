"""How the rarer memref ops are written: atomic updates, reshapes, prefetch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce

from asyncir.dialects import memref
from asyncir.ir import Operation, SSAValue
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


_WITHOUT = {
    "addi": "add",
    "andi": "and",
    "ori": "or",
    "xori": "xor",
    "muli": "mul",
    "addf": "fadd",
    "mulf": "fmul",
}
_CHOSEN = {"maxs": "sgt", "maxu": "ugt", "mins": "slt", "minu": "ult"}
"""How the others are computed, in a loop."""


@handles("memref.atomic_rmw", properties=("kind",))
def _atomic_rmw(f: LlvmFunction, op: Operation) -> None:
    assert isinstance(op, memref.AtomicRMWOp)
    name = _ATOMIC.get(op.kind_name)
    value, target, *indices = op.operands
    element = layout_of(target.type).element
    given = f.one(value)
    if name is None or element == "i1":
        _in_a_loop(f, op, target, indices, partial(_updated, f, op.kind_name, element, given))
        return
    _check_width(op, element)
    address = address_at(f, target, indices)
    alignment = size_and_alignment(element)[1]
    # acq_rel, as in MLIR: what was written before is seen by who reads the new value.
    text = f"atomicrmw {name} ptr {address}, {element} {given} acq_rel, align {alignment}"
    f.set(op.results[0], [f.let(text)])


def _check_width(op: Operation, element: str) -> None:
    if element[0] == "i" and element not in ("i1", "i8", "i16", "i32", "i64"):
        raise refuse(op, f"an atomic update of `{element}` has no native form", "use i8, i16, i32 or i64")


def _updated(f: LlvmFunction, kind: str, element: str, given: str, old: str) -> str:
    """The new value of an element."""
    if kind == "assign":
        return given
    if kind in _CHOSEN:
        wins = f.let(f"icmp {_CHOSEN[kind]} {element} {old}, {given}")
        return f.let(f"select i1 {wins}, {element} {old}, {element} {given}")
    return f.let(f"{_WITHOUT[kind]} {element} {old}, {given}")


@handles("memref.generic_atomic_rmw")
def _generic_atomic_rmw(f: LlvmFunction, op: Operation) -> None:
    target, *indices = op.operands
    block = op.regions[0].blocks[0]
    _in_a_loop(f, op, target, indices, lambda old: f.one(f.body(block, [old])))


def _in_a_loop(
    f: LlvmFunction,
    op: Operation,
    target: SSAValue,
    indices: Sequence[SSAValue],
    update: Callable[[str], str],
) -> None:
    """Compute the new value, and store it if the element is still what it was computed from; else once more."""
    element = layout_of(target.type).element
    size, alignment = size_and_alignment(element)
    _check_width(op, element)
    address, whole = address_at(f, target, indices), f"i{8 * size}"

    def of_bits(bits: str) -> str:
        if element == whole:
            return bits
        return f.let(f"{'trunc' if element == 'i1' else 'bitcast'} {whole} {bits} to {element}")

    def bits_of(value: str) -> str:
        if element == whole:
            return value
        return f.let(f"{'zext' if element == 'i1' else 'bitcast'} {element} {value} to {whole}")

    first = f.let(f"load atomic {whole}, ptr {address} monotonic, align {alignment}")
    again, behind = f.fresh_label("update"), f.fresh_label("updated")
    before, current, seen = f.label, f.fresh(), f.fresh()
    f.go_on(again)
    phi_line = len(f.lines)
    f.lines.append("")
    old = of_bits(current)
    new = bits_of(update(old))
    pair = f.let(
        f"cmpxchg ptr {address}, {whole} {current}, {whole} {new} acq_rel monotonic, align {alignment}"
    )
    f.lines.append(f"  {seen} = extractvalue {{ {whole}, i1 }} {pair}, 0")
    stored = f.let(f"extractvalue {{ {whole}, i1 }} {pair}, 1")
    f.lines[phi_line] = f"  {current} = phi {whole} [ {first}, %{before} ], [ {seen}, %{f.label} ]"
    f.branch(stored, behind, again, behind)
    f.set(op.results[0], [old])


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
