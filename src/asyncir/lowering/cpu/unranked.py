"""Unranked memrefs: a rank and a pointer to a descriptor, which lies in the frame of whoever made it.

What leaves that frame is copied, as in MLIR: a function returns descriptors on the heap, and its caller moves them to its own
frame. A task copies those that it is called with, and keeps on the heap those that it yields.
"""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.diagnostics import failure
from asyncir.ir import Attribute, UnrankedMemRefType
from asyncir.lowering.cpu.task_function import TaskFunction


def to_heap(f: TaskFunction, type_: Attribute, held: Sequence[str]) -> Sequence[str]:
    """The value as it is returned."""
    if not isinstance(type_, UnrankedMemRefType):
        return held
    size = _size(f, held[0])
    return held[0], _copied(f, f.call("malloc", size), held[1], size)


def to_frame(f: TaskFunction, type_: Attribute, held: Sequence[str]) -> Sequence[str]:
    """The value as this function may keep it."""
    if not isinstance(type_, UnrankedMemRefType):
        return held
    if f.raw:
        message = "a hand-written coroutine has no room for an unranked memref that it is given"
        raise failure("L001", message, "cast it to a ranked type first")
    size = _size(f, held[0])
    room = f.take_scratch(size) if f.frame is not None else f.let(f"alloca i8, i64 {size}, align 8")
    return held[0], _copied(f, room, held[1], size)


def from_heap(f: TaskFunction, type_: Attribute, held: Sequence[str]) -> Sequence[str]:
    """What a call returned, as this function may keep it."""
    kept = to_frame(f, type_, held)
    if kept is not held:
        f.call("free", held[1])
    return kept


def _size(f: TaskFunction, rank: str) -> str:
    """Two pointers and the offset, then a size and a stride for each dimension."""
    return f.let(f"add nuw nsw i64 {f.let(f'shl nuw nsw i64 {rank}, 4')}, 24")


def _copied(f: TaskFunction, to: str, source: str, size: str) -> str:
    f.copy_bytes(to, source, size)
    return to
