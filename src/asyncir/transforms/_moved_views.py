"""Views of memory in whose place other memory comes, which has the same strides and begins somewhere else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from asyncir.dialects.effects import is_view
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import strided_form
from asyncir.dialects.memref_reshape import ReassociativeReshapeOp
from asyncir.dialects.memref_subview import ReinterpretCastOp
from asyncir.ir import Attribute, MemRefType, Operation, SSAValue, StridedLayoutAttr
from asyncir.ir.walk import is_below, walk
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._rebuilding import rebuilt


def begins_anywhere(type_: Attribute, strides: Sequence[int | None] | None = None) -> MemRefType[Attribute]:
    """The type, with an offset that only the running program knows, and strides that are its own where none are given."""
    form = strided_form(type_)
    assert form is not None
    memref = cast("MemRefType[Attribute]", type_)
    layout = StridedLayoutAttr(form[0] if strides is None else strides, None)
    return MemRefType(memref.element_type, memref.get_shape(), layout, memref.memory_space)


def views_of(memory: SSAValue) -> list[Operation]:
    """All views of the memory, and views of those, a view behind what it is a view of."""
    found: dict[Operation, None] = {}
    pending = [memory]
    while pending:
        views = dict.fromkeys(use.operation for use in pending.pop().uses if is_view(use.operation))
        found.update(views)
        pending += [result for view in views for result in view.results]
    return list(found)


def is_viewed_as_bytes(views: Sequence[Operation]) -> bool:
    """Whether some of them is a `memref.view`, of bytes in a row."""
    return any(kind_of(view) is OpKind.VIEW for view in views)


def move_views(
    statement: Operation,
    memory: SSAValue,
    views: Sequence[Operation],
    copy: SSAValue,
    position: Callable[[], SSAValue],
) -> None:
    """Let all ops in the statement that use the memory, or views of it, use a copy that is defined in front of them.

    Of the `views`, those that the statement uses and that do not lie in it are made in it, too. `position` computes where
    the copy begins, behind it.
    """
    instead = {memory: copy}
    as_before = set[SSAValue]()
    """Of which the type says nothing of where they begin: a `memref.view`, and what is a view of that."""
    assert isinstance(copy.owner, Operation)
    first = copy.owner.next_op
    assert first is not None
    assert first.parent is not None
    for view in views:
        if is_below(view, statement):
            here = view
        else:
            here = view.clone()
            first.parent.insert_op_before(here, first)
        source = view.operands[0]  # what is moved already where it is a view in the statement
        if kind_of(view) is OpKind.VIEW:
            moved = _of_bytes(here, copy.owner.operands[0], position)
        elif source in as_before:
            moved = _of_another(here, instead[source], view.results[0].type)
        else:
            moved = _moved(here, instead.get(source, source), position)
        if kind_of(view) is OpKind.VIEW or source in as_before:
            as_before.update(moved.results)
        instead.update(zip(view.results, moved.results, strict=True))
        if here is view:
            replace_all(view.results, moved.results)
        erase(here)
    for op in walk(statement):
        if op is not copy.owner and any(operand in instead for operand in op.operands):
            op.operands = [instead.get(operand, operand) for operand in op.operands]


def views_used(statement: Operation, memory: SSAValue) -> list[Operation] | None:
    """The views through which the statement uses the memory, those in front first; None if it does not use it at all."""
    used = {operand for op in walk(statement) for operand in op.operands}
    views = views_of(memory)
    for view in reversed(views):
        if used.intersection(view.results):
            used.update(view.operands)
    if memory not in used:
        return None
    return [view for view in views if used.intersection(view.results) or is_below(view, statement)]


def _moved(view: Operation, source: SSAValue, position: Callable[[], SSAValue]) -> Operation:
    """The same view of another source, in front of `view`."""
    build = Builder(view)
    strides = None
    if isinstance(view, ReassociativeReshapeOp):
        view.operands = [source, *view.operands[1:]]
        strides = view.result_strides()
    type_ = begins_anywhere(view.results[0].type, strides)
    if not isinstance(view, ReinterpretCastOp):
        return _of_another(view, source, type_)
    (offset,) = view.mixed("offsets")
    known = build.shared_index(offset) if isinstance(offset, int) else offset
    begin = position() if offset == 0 else build.plus(position(), known)
    sizes, strides = view.mixed("sizes"), view.mixed("strides")
    return build.add(ReinterpretCastOp.get(source, [begin], sizes, strides, type_))


def _of_bytes(view: Operation, bytes: SSAValue, position: Callable[[], SSAValue]) -> Operation:
    """The same `memref.view`, in a copy that lies among others in a row."""
    shift = Builder(view).plus(position(), view.operands[1])
    return _of_another(view, bytes, view.results[0].type, shift)


def _of_another(view: Operation, source: SSAValue, type_: Attribute, *shift: SSAValue) -> Operation:
    return rebuilt(view, [source, *shift, *view.operands[1 + len(shift) :]], [type_])
