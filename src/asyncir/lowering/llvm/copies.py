"""Copies between memrefs: one memcpy where both are dense, loops elsewhere."""

from __future__ import annotations

from asyncir.lowering.llvm.descriptors import Parts, element_address, times
from asyncir.lowering.llvm.function_text import FunctionText
from asyncir.lowering.llvm.types import MemRefLayout, size_and_alignment


def copy_elements(
    f: FunctionText, source_layout: MemRefLayout, source: Parts, target_layout: MemRefLayout, target: Parts
) -> None:
    """Copy every element; the two do not overlap unless they are the same (as in MLIR)."""
    sizes = tuple(a if a.isdigit() else b for a, b in zip(source.sizes, target.sizes, strict=True))
    if _is_dense(source_layout) and _is_dense(target_layout):
        count = "1"
        for size in sizes:
            count = times(f, count, size)
        total = times(f, count, str(size_and_alignment(source_layout.element)[0]))
        places = [
            element_address(f, layout, memref, ["0"] * layout.rank)
            for layout, memref in ((target_layout, target), (source_layout, source))
        ]
        # A memref copied onto itself is legal, so memmove.
        f.module.declare("llvm.memmove.p0.p0.i64", "void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)")
        f.do(f"call void @llvm.memmove.p0.p0.i64(ptr {places[0]}, ptr {places[1]}, i64 {total}, i1 false)")
        return
    _loops(f, sizes, [], source_layout, source, target_layout, target)


def _is_dense(layout: MemRefLayout) -> bool:
    """Whether the type alone says that elements lie without gaps, last dimension fastest."""
    if layout.identity:
        return True
    running = 1
    for size, stride in zip(reversed(layout.sizes), reversed(layout.strides), strict=True):
        if size is None or stride != running:
            return False
        running *= size
    return True


def _loops(
    f: FunctionText,
    sizes: tuple[str, ...],
    indices: list[str],
    source_layout: MemRefLayout,
    source: Parts,
    target_layout: MemRefLayout,
    target: Parts,
) -> None:
    """One loop per dimension, innermost last."""
    if len(indices) == len(sizes):
        element = source_layout.element
        alignment = size_and_alignment(element)[1]
        place = element_address(f, source_layout, source, indices)
        value = f.let(f"load {element}, ptr {place}, align {alignment}")
        place = element_address(f, target_layout, target, indices)
        f.do(f"store {element} {value}, ptr {place}, align {alignment}")
        return
    head, body, after = f.fresh_label("copy"), f.fresh_label("each"), f.fresh_label("copied")
    before, index, following = f.label, f.fresh(), f.fresh()
    f.do(f"br label %{head}")
    f.start(head)
    phi_line = len(f.lines)
    f.lines.append("")
    more = f.let(f"icmp slt i64 {index}, {sizes[len(indices)]}")
    f.do(f"br i1 {more}, label %{body}, label %{after}")
    f.start(body)
    _loops(f, sizes, [*indices, index], source_layout, source, target_layout, target)
    f.lines.append(f"  {following} = add nuw nsw i64 {index}, 1")
    f.lines[phi_line] = f"  {index} = phi i64 [ 0, %{before} ], [ {following}, %{f.label} ]"
    f.do(f"br label %{head}")
    f.start(after)
