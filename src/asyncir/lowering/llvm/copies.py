"""Copies between memrefs: one memcpy where both are dense, loops elsewhere."""

from __future__ import annotations

from asyncir.lowering.llvm.descriptors import Parts, element_address, times
from asyncir.lowering.llvm.function_text import LlvmFunction
from asyncir.lowering.llvm.types import MemRefLayout, least_alignment, size_and_alignment

View = tuple[MemRefLayout, Parts]
"""A memref that is copied from, or to."""


def copy_elements(f: LlvmFunction, source: View, target: View) -> None:
    """Copy every element; the two do not overlap unless they are the same (as in MLIR)."""
    pairs = zip(source[1].sizes, target[1].sizes, strict=True)
    sizes = tuple(a if a.isdigit() else b for a, b in pairs)
    outer = len(sizes) - min(_dense_dimensions(source[0]), _dense_dimensions(target[0]))
    _loops(f, sizes, outer, [], source, target)


def _dense_dimensions(layout: MemRefLayout) -> int:
    """In how many dimensions, counted from the last, the type alone says that elements lie without gaps."""
    if layout.identity:
        return layout.rank
    running: int | None = 1
    for count, (size, stride) in enumerate(
        zip(reversed(layout.sizes), reversed(layout.strides), strict=True)
    ):
        if running is None or stride != running:
            return count
        running = None if size is None else running * size
    return layout.rank


def _loops(
    f: LlvmFunction, sizes: tuple[str, ...], outer: int, indices: list[str], source: View, target: View
) -> None:
    """One loop per dimension, innermost last; from `outer` on the dimensions are dense."""
    if len(indices) == outer:
        _copy_dense(f, sizes[outer:], indices, source, target)
        return
    head, body, after = f.fresh_label("copy"), f.fresh_label("each"), f.fresh_label("copied")
    before, index, following = f.label, f.fresh(), f.fresh()
    f.go_on(head)
    phi_line = len(f.lines)
    f.lines.append("")
    more = f.let(f"icmp slt i64 {index}, {sizes[len(indices)]}")
    f.branch(more, body, after, body)
    _loops(f, sizes, outer, [*indices, index], source, target)
    f.lines.append(f"  {following} = add nuw nsw i64 {index}, 1")
    f.lines[phi_line] = f"  {index} = phi i64 [ 0, %{before} ], [ {following}, %{f.label} ]"
    f.do(f"br label %{head}")
    f.start(after)


def _copy_dense(
    f: LlvmFunction, sizes: tuple[str, ...], indices: list[str], source: View, target: View
) -> None:
    """Copy what lies in a row from these indices on. A memref copied onto itself is legal; so it is for LLVM's memcpy."""
    first = [*indices, *("0" for _ in sizes)]
    place, into = (element_address(f, layout, memref, first) for layout, memref in (source, target))
    element = source[0].element
    if not sizes and element[0] not in "<[":
        f.store(element, f.load(element, place), into)
        return
    total, alignment = str(size_and_alignment(element)[0]), str(least_alignment(element))
    for size in sizes:
        total = times(f, total, size)
    f.copy_bytes(f"align {alignment} {into}", f"align {alignment} {place}", total)
