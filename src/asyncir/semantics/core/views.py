"""memref: making memory and views of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from asyncir.ir import (
    DenseIntOrFPElementsAttr,
    MemRefType,
    NoneAttr,
    Operation,
    StridedLayoutAttr,
    SymbolRefAttr,
    VectorType,
)
from asyncir.ir.resources import ResourceElementsAttr, dense_of_resource
from asyncir.ir.wide_elements import WideElementsAttr
from asyncir.semantics.core.access import copy_elements, load_element, touch
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.lift import attribute, filled, operand_groups, perform, performs, static_numbers
from asyncir.semantics.core.memory import (
    AccessKind,
    Buffer,
    MemRefView,
    check_count,
    is_bf16,
    row_major,
    storage,
)
from asyncir.semantics.core.program import Compiler, Segment, handles
from asyncir.semantics.core.values import Registers, converter, dtype_of, element_type
from asyncir.semantics.tasks.machine import TaskMachine
from asyncir.semantics.tasks.tasks import Task


def _shape(of: Any) -> list[int | None]:
    """The sizes; None where dynamic (xDSL writes -1, MLIR the least integer)."""
    return [None if size < 0 else size for size in of.get_shape()]


def static_layout(of: Any, op: Operation) -> tuple[list[int | None] | None, int | None]:
    """Strides (None: row-major) and offset of a type's layout, None where dynamic."""
    layout = of.layout
    if isinstance(layout, NoneAttr):
        return None, 0
    if isinstance(layout, StridedLayoutAttr):
        strides = [None if isinstance(s, NoneAttr) else s.data for s in layout.strides.data]
        return strides, None if isinstance(layout.offset, NoneAttr) else layout.offset.data
    raise fault("S012", f"the interpreter does not know the layout {layout}", op)


# ---- allocation ----


@handles("memref.alloc")
def _alloc(op: Any, c: Compiler) -> None:
    make, result = maker(op, c, "alloc"), c.slot(op.results[0])

    def step(r: Registers) -> None:
        r[result] = make(r)

    c.step(step)


@handles("memref.alloca")
def _alloca(op: Any, c: Compiler) -> None:
    make, result, go_on = maker(op, c, "alloca"), c.slot(op.results[0]), Segment()

    def end(r: Registers, task: Task) -> Segment | None:
        view = r[result] = make(r)
        task.owns(view.buffer)
        return go_on

    c.end(end, go_on)


def maker(
    op: Operation, c: Compiler, kind: str, sizes: Sequence[int] | None = None
) -> Callable[[Registers], MemRefView]:
    """What makes the new object that the op asks for; `sizes` are the slots of those that are computed."""
    dynamic = c.uses(operand_groups(op)[0]) if sizes is None else sizes
    of: Any = op.results[0].type
    shape, machine = _shape(of), c.machine
    strides, offset = static_layout(of, op)

    def make(r: Registers) -> MemRefView:
        given = iter(dynamic)
        sizes = [size if size is not None else r[next(given)] for size in shape]
        return allocate(machine, of, sizes, strides, offset, kind, op)

    return make


def allocate(
    machine: TaskMachine,
    of: Any,
    sizes: Sequence[int],
    strides: Sequence[int | None] | None,
    offset: int | None,
    kind: str,
    op: Operation,
) -> MemRefView:
    """A new root object, all elements undefined."""
    if any(size < 0 for size in sizes):
        raise fault("S004", f"sizes {list(sizes)} are negative", op, "allocates it")
    steps = row_major(sizes) if strides is None else [s if s is not None else 1 for s in strides]
    extent = (
        1 + sum((size - 1) * step for size, step in zip(sizes, steps, strict=True)) if 0 not in sizes else 0
    )
    count = extent + (offset or 0)
    check_count(count, element_type(of.element_type), op)
    buffer = Buffer(storage(of.element_type, count), kind, op, machine.new_identity(), is_defined=False)
    return MemRefView(buffer, offset or 0, sizes, steps)


@performs("memref.realloc")
def _realloc(op: Operation, machine: TaskMachine, old: MemRefView, *dynamic: int) -> MemRefView:
    of: Any = op.results[0].type
    (count,) = dynamic or _shape(of)
    new = allocate(machine, of, [count or 0], None, 0, "alloc", op)
    kept = min(new.sizes[0], old.sizes[0])
    part = MemRefView(old.buffer, old.offset, [kept], old.strides)
    copy_elements(machine, part, MemRefView(new.buffer, 0, [kept], [1]), op)
    if old.buffer.kind != "alloc":
        raise fault("S003", "the memory comes from no `memref.alloc`", op, "frees it")
    old.buffer.end("dealloc")
    return new


@handles("memref.global")
def _global(op: Any, c: Compiler) -> None:
    """A declaration inside a body does nothing when it is reached."""


@handles("memref.get_global")
def _get_global(op: Any, c: Compiler) -> None:
    name_attribute = attribute(op, "name")
    assert isinstance(name_attribute, SymbolRefAttr)
    name, result, machine = name_attribute.string_value(), c.slot(op.results[0]), c.machine
    definition = c.program.globals.get(name)
    if definition is None:
        raise fault("S012", f"there is no global `@{name}`", op)

    def step(r: Registers) -> None:
        buffer = machine.globals.get(name)
        if buffer is None:
            buffer = machine.globals[name] = _initial(definition, machine)
        sizes = [size or 0 for size in _shape(op.results[0].type)]
        r[result] = MemRefView(buffer, 0, sizes, row_major(sizes))

    c.step(step)


def _initial(definition: Operation, machine: TaskMachine) -> Buffer:
    of, value = attribute(definition, "type"), attribute(definition, "initial_value")
    count = math.prod([size or 0 for size in _shape(of)])
    array = storage(of.element_type, count)
    if isinstance(value, ResourceElementsAttr):
        value = dense_of_resource(value)
    defined = isinstance(value, DenseIntOrFPElementsAttr | WideElementsAttr)
    if defined:
        element = of.element_type
        convert = converter(element_type(element))
        values = [convert(v) for v in value.get_values()]
        array.reshape(-1)[:] = values * array.size if len(values) == 1 else values
    kind = "constant" if attribute(definition, "constant") is not None else "global"
    return Buffer(array, kind, definition, machine.new_identity(), defined)


# ---- views ----


@performs("memref.dim")
def _dim(op: Operation, machine: TaskMachine, view: MemRefView, dimension: int) -> int:
    if not 0 <= dimension < len(view.sizes):
        raise fault("S004", f"there is no dimension {dimension}", op, "asks for it")
    return view.sizes[dimension]


@performs("memref.rank", pure=True)
def _rank(op: Operation, machine: TaskMachine, view: MemRefView) -> int:
    return len(view.sizes)


@handles("memref.cast", "memref.memory_space_cast", "memref.assume_alignment", "sync.as_memory")
def _cast(op: Any, c: Compiler) -> None:
    if not op.results:
        return
    of = op.results[0].type
    if not isinstance(of, MemRefType):
        perform(op, c, lambda view: view, pure=True)
        return
    if op.operands[0].type.element_type != op.results[0].type.element_type:
        raise fault("S012", "which part of the memory it is, is not known", op, "has other elements")
    shape = _shape(of)
    strides, offset = static_layout(of, op)

    def cast(view: MemRefView, *_: object) -> MemRefView:
        fits = len(shape) == len(view.sizes) and all(
            size is None or size == actual for size, actual in zip(shape, view.sizes, strict=True)
        )
        expected = row_major(view.sizes) if strides is None else strides
        if fits and 0 not in view.sizes:
            fits = (offset is None or offset == view.offset) and all(
                step is None or step == actual or size == 1
                for step, actual, size in zip(expected, view.strides, view.sizes, strict=True)
            )
        if not fits:
            given = f"sizes {list(view.sizes)}, strides {list(view.strides)} and offset {view.offset}"
            raise fault("S016", f"a memref with {given} is cast to {of}", op, "does not fit")
        return view

    perform(op, c, cast)


_BOX = ("static_offsets", "static_sizes", "static_strides")


@handles("memref.subview")
def _subview(op: Any, c: Compiler) -> None:
    static = [static_numbers(op, name) for name in _BOX]
    dropped: frozenset[int] = op.dropped_dimensions()
    kept = [d for d in range(len(_shape(op.operands[0].type))) if d not in dropped]

    def subview(view: MemRefView, *numbers: int) -> MemRefView:
        rest = iter(numbers)
        starts, counts, steps = (filled(each, rest) for each in static)
        for dimension, (start, count, step, size) in enumerate(
            zip(starts, counts, steps, view.sizes, strict=True)
        ):
            last = start + (count - 1) * step
            if count < 0 or (count > 0 and not (0 <= start < size and 0 <= last < size)):
                where = (
                    f"elements {start} to {last} are outside of dimension {dimension}, which has size {size}"
                )
                raise fault("S004", where, op, "leaves its source")
        offset = view.offset + sum(s * t for s, t in zip(starts, view.strides, strict=True))
        new_strides = [s * t for s, t in zip(steps, view.strides, strict=True)]
        return MemRefView(view.buffer, offset, [counts[i] for i in kept], [new_strides[i] for i in kept])

    perform(op, c, subview)


@handles("memref.reinterpret_cast")
def _reinterpret_cast(op: Any, c: Compiler) -> None:
    static = [static_numbers(op, name) for name in _BOX]

    def reinterpret(view: MemRefView, *numbers: int) -> MemRefView:
        rest = iter(numbers)
        offsets, sizes, strides = (filled(each, rest) for each in static)
        return inside(MemRefView(view.buffer, offsets[0], sizes, strides), op)

    perform(op, c, reinterpret)


def inside(view: MemRefView, op: Operation) -> MemRefView:
    """The view, all of which must be inside its object."""
    if any(size < 0 for size in view.sizes):
        raise fault("S004", f"sizes {list(view.sizes)} are negative", op)
    if 0 in view.sizes:
        return view
    reach = [(size - 1) * stride for size, stride in zip(view.sizes, view.strides, strict=True)]
    low = view.offset + sum(r for r in reach if r < 0)
    high = view.offset + sum(r for r in reach if r > 0)
    if low < 0 or high >= view.buffer.size:
        where = f"elements {low} to {high} of an object that has {view.buffer.size}"
        raise fault("S004", where, op, "leaves its source")
    return view


@handles("memref.expand_shape", "memref.collapse_shape")
def _reshape(op: Any, c: Compiler) -> None:
    groups = [[int(i.value.data) for i in group.data] for group in attribute(op, "reassociation").data]
    if op.name == "memref.collapse_shape":
        perform(op, c, lambda view: _collapse(view, groups, op))
        return
    static = attribute(op, "static_output_shape")
    fixed = [size or 0 for size in _shape(op.results[0].type)]
    wanted = fixed if static is None else static_numbers(op, "static_output_shape")

    def expand(view: MemRefView, *numbers: int) -> MemRefView:
        sizes = filled(wanted, iter(numbers))
        strides: list[int] = [0] * len(sizes)
        for group, size, stride in zip(groups, view.sizes, view.strides, strict=True):
            if math.prod([sizes[i] for i in group]) != size:
                raise fault(
                    "S016", f"a dimension of size {size} is expanded to {[sizes[i] for i in group]}", op
                )
            for i in reversed(group):
                strides[i] = stride
                stride *= sizes[i]
        return MemRefView(view.buffer, view.offset, sizes, strides)

    perform(op, c, expand)


def _collapse(view: MemRefView, groups: Sequence[Sequence[int]], op: Operation) -> MemRefView:
    sizes: list[int] = []
    strides: list[int] = []
    for group in groups:
        dims = [i for i in group if view.sizes[i] != 1] or list(group[-1:])
        for outer, inner in pairwise(dims):
            if view.strides[outer] != view.strides[inner] * view.sizes[inner] and 0 not in view.sizes:
                raise fault("S016", f"dimensions {list(group)} are not contiguous", op, "collapses them")
        sizes.append(math.prod([view.sizes[i] for i in group]))
        strides.append(view.strides[dims[-1]] if dims else 1)
    return MemRefView(view.buffer, view.offset, sizes, strides)


@handles("memref.transpose")
def _transpose(op: Any, c: Compiler) -> None:
    order: list[int] = [expression.position for expression in attribute(op, "permutation").data.results]

    def transpose(view: MemRefView) -> MemRefView:
        sizes, strides = ([numbers[i] for i in order] for numbers in (view.sizes, view.strides))
        return MemRefView(view.buffer, view.offset, sizes, strides)

    perform(op, c, transpose, pure=True)


@performs("memref.extract_strided_metadata")
def _metadata(op: Operation, machine: TaskMachine, view: MemRefView) -> tuple[MemRefView | int, ...]:
    return MemRefView(view.buffer, 0, [], []), view.offset, *view.sizes, *view.strides


@performs("memref.extract_aligned_pointer_as_index", pure=True)
def _pointer(op: Operation, machine: TaskMachine, view: MemRefView) -> int:
    return view.buffer.address()


@handles("memref.view")
def _view(op: Any, c: Compiler) -> None:
    of: Any = op.results[0].type
    shape, dtype = _shape(of), dtype_of(of.element_type)
    if dtype.hasobject or is_bf16(of.element_type):
        message = f"the interpreter does not know the bytes of {of.element_type}"
        raise fault("S012", message, op, "view bytes as elements of 8, 16, 32 or 64 bits")

    def make(view: MemRefView, shift: int, *dynamic: int) -> MemRefView:
        given = iter(dynamic)
        sizes = [size if size is not None else next(given) for size in shape]
        count = math.prod(sizes)
        last = shift + count * dtype.itemsize
        if shift < 0 or min(sizes, default=0) < 0 or last > view.sizes[0]:
            raise fault("S004", f"bytes {shift} to {last} of {view.sizes[0]}", op, "leaves its source")
        buffer = view.buffer.from_bytes(view.offset + shift, count, dtype)
        return MemRefView(buffer, 0, sizes, row_major(sizes))

    perform(op, c, make)


@handles("vector.type_cast")
def _type_cast(op: Any, c: Compiler) -> None:
    """Each new element is a vector of as many old ones as follow each other."""
    of, element = op.results[0].type, op.results[0].type.element_type
    shape = element.get_shape() if isinstance(element, VectorType) else ()
    sizes, old = of.get_shape(), op.operands[0].type.element_type
    within, each = math.prod(shape), math.prod(old.get_shape()) if isinstance(old, VectorType) else 1
    if within % each or within < each:
        raise fault("S012", f"the interpreter does not know parts of the vectors {old} as elements", op)

    def cast(view: MemRefView) -> MemRefView:
        buffer = view.buffer.as_vectors(view.offset, within // each, math.prod(sizes), shape)
        return MemRefView(buffer, 0, sizes, row_major(sizes))

    perform(op, c, cast)


@performs("memref.distinct_objects")
def _distinct(op: Operation, machine: TaskMachine, *views: MemRefView) -> MemRefView | tuple[MemRefView, ...]:
    return views[0] if len(views) == 1 else views


@performs("memref.reshape")
def _reshape_by_memref(
    op: Operation, machine: TaskMachine, view: MemRefView, wanted: MemRefView
) -> MemRefView:
    where = wanted.indices()
    touch(machine, wanted.buffer, where, AccessKind.READ, op)
    sizes = [load_element(wanted.buffer, place, op) for place in where]
    if not view.identity() or math.prod(sizes) != math.prod(view.sizes):
        raise fault("S016", f"sizes {list(view.sizes)} become {sizes}", op, "does not fit")
    return MemRefView(view.buffer, view.offset, sizes, row_major(sizes))


@handles("memref.prefetch")
def _prefetch(op: Any, c: Compiler) -> None:
    """Has no meaning but speed."""
