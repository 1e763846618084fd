"""How memrefs are written: a pointer to the elements, and where each is from there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.dialects import memref
from asyncir.dialects.narrowing import is_memref
from asyncir.dialects.verification import span_of
from asyncir.ir import DYNAMIC_INDEX, Attribute, DenseArrayBase, DenseIntOrFPElementsAttr, Operation, SSAValue
from asyncir.ir.dense import all_elements
from asyncir.ir.resources import ResourceElementsAttr, missing_bytes, with_elements
from asyncir.lowering.llvm.types import MemRefLayout
from asyncir.lowering.openmp.c_function import CFunction, handles, refuse
from asyncir.lowering.openmp.c_types import element, layout_of, no_form
from asyncir.lowering.openmp.emit_numbers import literal


@dataclass(frozen=True)
class ElementsView:
    """One memref: each field is a C expression; what the type fixes is a number."""

    allocated: str
    aligned: str
    offset: str
    sizes: tuple[str, ...]
    strides: tuple[str, ...]

    def held_as(self, of: Attribute) -> tuple[str, ...]:
        """The pieces of a value of that type."""
        layout = layout_of(of)
        known = (layout.offset, *layout.sizes, *layout.strides)
        fields = (self.offset, *self.sizes, *self.strides)
        return (self.allocated, self.aligned, *(f for k, f in zip(known, fields, strict=True) if k is None))


def view_of(f: CFunction, value: SSAValue) -> ElementsView:
    """The memref that the value holds."""
    if not is_memref(value.type):
        raise no_form(value.type)
    layout = layout_of(value.type)
    allocated, aligned, *dynamic = f.get(value)
    rest = iter(dynamic)

    def field(known: int | None) -> str:
        return next(rest) if known is None else str(known)

    return ElementsView(
        allocated,
        aligned,
        field(layout.offset),
        tuple(map(field, layout.sizes)),
        tuple(map(field, layout.strides)),
    )


def plus(*terms: str) -> str:
    """A sum, computed now where all are numbers."""
    known = sum(int(t) for t in terms if _is_number(t))
    others = [t for t in terms if not _is_number(t)]
    return " + ".join([*others, str(known)] if known or not others else others)


def times(a: str, b: str) -> str:
    """A product, computed now where both are numbers."""
    if _is_number(a) and _is_number(b):
        return str(int(a) * int(b))
    if "0" in (a, b):
        return "0"
    if a == "1":
        return b
    return a if b == "1" else f"{_closed(a)} * {_closed(b)}"


def _closed(text: str) -> str:
    return text if text.isidentifier() or _is_number(text) else f"({text})"


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()


def at(f: CFunction, value: SSAValue, indices: Sequence[str]) -> str:
    """An element."""
    view = view_of(f, value)
    steps = (times(i, s) for i, s in zip(indices, view.strides, strict=True))
    return f"{view.aligned}[{plus(view.offset, *steps)}]"


def _keep(f: CFunction, result: SSAValue, view: ElementsView) -> None:
    f.named(result, view.held_as(result.type))


@handles("memref.load")
def _load(f: CFunction, op: Operation) -> None:
    source, *indices = op.operands
    f.named(op.results[0], [at(f, source, list(map(f.one, indices)))])


@handles("memref.store")
def _store(f: CFunction, op: Operation) -> None:
    value, target, *indices = op.operands
    f.do(f"{at(f, target, list(map(f.one, indices)))} = {f.one(value)};")


def _bytes(layout: MemRefLayout, sizes: Sequence[str], strides: Sequence[str], type_: str) -> str:
    """How many bytes to allocate; of sizes that are not known the product may be too large, or one negative."""
    if layout.identity:
        factors = ", ".join(sizes or ("1",))
        return f"asyncir_bytes((int64_t)sizeof({type_}), {max(len(sizes), 1)}, (int64_t[]){{{factors}}})"
    steps = (times(plus(n, "-1"), s) for n, s in zip(sizes, strides, strict=True))
    extent = plus("1", str(layout.offset), *steps)
    return f"({extent}) * (int64_t)sizeof({type_})"


@handles("memref.alloc", "memref.alloca")
def _alloc(f: CFunction, op: Operation) -> None:
    assert isinstance(op, memref.AllocOp | memref.AllocaOp)
    result = op.results[0]
    layout = layout_of(result.type)
    if op.symbol_operands or any(each is None for each in (*layout.strides[-1:], layout.offset)):
        raise refuse(
            op, "an allocation with a layout that is not known has no form in C", "use an identity layout"
        )
    rest = iter(map(f.one, op.dynamic_sizes))
    sizes = tuple(next(rest) if size is None else str(size) for size in layout.sizes)
    strides: list[str] = []
    running = "1"
    for size, known in zip(reversed(sizes), reversed(layout.strides), strict=True):
        running = str(known) if known is not None else running
        strides.append(running)
        running = times(running, size)
    strides.reverse()
    type_ = element(result.type)
    function = "asyncir_alloc" if isinstance(op, memref.AllocOp) else "asyncir_keep"
    pointer = f.let(f"{type_} *", f"{function}({_bytes(layout, sizes, strides, type_)})")
    _keep(f, result, ElementsView(pointer, pointer, str(layout.offset), sizes, tuple(strides)))


@handles("memref.dealloc")
def _dealloc(f: CFunction, op: Operation) -> None:
    f.do(f"free({view_of(f, op.operands[0]).allocated});")


@handles("memref.dim")
def _dim(f: CFunction, op: Operation) -> None:
    source, index = op.operands
    sizes = view_of(f, source).sizes
    which = f.one(index)
    text = sizes[-1] if sizes else "0"
    for number, size in reversed(list(enumerate(sizes[:-1]))):
        text = f"{which} == {number} ? {size} : {text}"
    if which.isdigit() and int(which) < len(sizes):
        text = sizes[int(which)]
    f.named(op.results[0], [text])


@handles("memref.rank")
def _rank(f: CFunction, op: Operation) -> None:
    f.named(op.results[0], [str(len(view_of(f, op.operands[0]).sizes))])


@handles("memref.cast", "memref.memory_space_cast")
def _cast(f: CFunction, op: Operation) -> None:
    if not is_memref(op.results[0].type):
        raise no_form(op.results[0].type)
    _keep(f, op.results[0], view_of(f, op.operands[0]))


@handles("memref.assume_alignment")
def _assume(f: CFunction, op: Operation) -> None:
    for result in op.results:
        f.set(result, f.get(op.operands[0]))


def _mixed(f: CFunction, static: Attribute, dynamic: Iterable[SSAValue]) -> list[str]:
    assert isinstance(static, DenseArrayBase)
    rest = iter(dynamic)
    return [f.one(next(rest)) if v == DYNAMIC_INDEX else str(int(v)) for v in static.get_values()]


@handles("memref.subview")
def _subview(f: CFunction, op: Operation) -> None:
    assert isinstance(op, memref.SubviewOp)
    source = view_of(f, op.source)
    offsets = _mixed(f, op.static_offsets, op.offsets)
    sizes = _mixed(f, op.static_sizes, op.sizes)
    steps = _mixed(f, op.static_strides, op.strides)
    start = plus(source.offset, *(times(o, s) for o, s in zip(offsets, source.strides, strict=True)))
    strides = [times(step, s) for step, s in zip(steps, source.strides, strict=True)]
    dropped = op.dropped_dimensions()
    kept = [d for d in range(len(sizes)) if d not in dropped]
    view = ElementsView(
        source.allocated,
        source.aligned,
        start,
        tuple(sizes[d] for d in kept),
        tuple(strides[d] for d in kept),
    )
    _keep(f, op.results[0], view)


@handles("memref.reinterpret_cast")
def _reinterpret_cast(f: CFunction, op: Operation) -> None:
    assert isinstance(op, memref.ReinterpretCastOp)
    source = view_of(f, op.source)
    (offset,) = _mixed(f, op.static_offsets, op.offsets)
    sizes = _mixed(f, op.static_sizes, op.sizes)
    strides = _mixed(f, op.static_strides, op.strides)
    _keep(
        f, op.results[0], ElementsView(source.allocated, source.aligned, offset, tuple(sizes), tuple(strides))
    )


@handles("memref.transpose")
def _transpose(f: CFunction, op: Operation) -> None:
    source = view_of(f, op.operands[0])
    permutation: Any = op.properties["permutation"]
    order = [int(each.position) for each in permutation.data.results]
    sizes, strides = (tuple(them[d] for d in order) for them in (source.sizes, source.strides))
    _keep(f, op.results[0], ElementsView(source.allocated, source.aligned, source.offset, sizes, strides))


def _groups(op: Operation) -> list[list[int]]:
    reassociation: Any = op.properties["reassociation"]
    return [[each.value.data for each in group.data] for group in reassociation.data]


@handles("memref.collapse_shape")
def _collapse(f: CFunction, op: Operation) -> None:
    source = view_of(f, op.operands[0])
    known = layout_of(op.operands[0].type).sizes
    sizes: list[str] = []
    strides: list[str] = []
    for group in _groups(op):
        total = "1"
        for d in group:
            total = times(total, source.sizes[d])
        sizes.append(total)
        # The innermost dimension that is not of one element says how far elements are apart.
        wide = [d for d in group if known[d] != 1] or group[-1:]
        strides.append(source.strides[wide[-1]])
    if not _groups(op):
        sizes, strides = [], []
    view = ElementsView(source.allocated, source.aligned, source.offset, tuple(sizes), tuple(strides))
    _keep(f, op.results[0], view)


@handles("memref.expand_shape")
def _expand(f: CFunction, op: Operation) -> None:
    assert isinstance(op, memref.ExpandShapeOp)
    source = view_of(f, op.src)
    sizes = _mixed(f, op.static_output_shape, op.output_shape)
    strides = list(row_major(sizes))
    for number, group in enumerate(_groups(op)):
        running = source.strides[number]
        for d in reversed(group):
            strides[d] = running
            running = times(running, sizes[d])
    _keep(
        f,
        op.results[0],
        ElementsView(source.allocated, source.aligned, source.offset, tuple(sizes), tuple(strides)),
    )


def row_major(sizes: Sequence[str]) -> tuple[str, ...]:
    """The strides of memory without gaps."""
    found: list[str] = []
    running = "1"
    for size in reversed(sizes):
        found.append(running)
        running = times(running, size)
    return tuple(reversed(found))


@handles("memref.view")
def _view(f: CFunction, op: Operation) -> None:
    memory, shift, *dynamic = op.operands
    result = op.results[0]
    layout = layout_of(result.type)
    rest = iter(map(f.one, dynamic))
    sizes = tuple(next(rest) if size is None else str(size) for size in layout.sizes)
    source = view_of(f, memory)
    type_ = element(result.type)
    pointer = f.let(f"{type_} *", f"({type_} *)({source.aligned} + {f.one(shift)})")
    _keep(f, result, ElementsView(f"({type_} *){source.allocated}", pointer, "0", sizes, row_major(sizes)))


@handles("memref.copy")
def _copy(f: CFunction, op: Operation) -> None:
    source, target = op.operands
    view = view_of(f, source)
    with f.block(""):
        names = [f.new() for _ in view.sizes]
        for name, size in zip(names, view.sizes, strict=True):
            f.do(f"for (int64_t {name} = 0; {name} < {size}; ++{name})")
        f.do(f"  {at(f, target, names)} = {at(f, source, names)};")


@handles("memref.get_global")
def _get_global(f: CFunction, op: Operation) -> None:
    assert isinstance(op, memref.GetGlobalOp)
    type_ = op.results[0].type
    sizes = tuple(str(size) for size in layout_of(type_).sizes)
    name = f"g_{op.name_.root_reference.data}"
    pointer = f.let(f"{element(type_)} *", f"({element(type_)} *){name}")
    _keep(f, op.results[0], ElementsView(pointer, pointer, "0", sizes, row_major(sizes)))


_ATOMIC = {"addf": "+", "addi": "+", "mulf": "*", "muli": "*", "andi": "&", "ori": "|"}


@handles("memref.atomic_rmw")
def _atomic(f: CFunction, op: Operation) -> None:
    assert isinstance(op, memref.AtomicRMWOp)
    value, target, *indices = op.operands
    name = op.kind_name
    if name not in (*_ATOMIC, "assign"):
        raise refuse(op, f"an atomic `{name}` has no form in C", "use memref.generic_atomic_rmw")
    (old,) = f.variables(value.type)
    place = at(f, target, list(map(f.one, indices)))
    new = f.one(value) if name == "assign" else f"{place} {_ATOMIC[name]} {f.one(value)}"
    f.pragma("critical" if f.structs.critical else "atomic capture")
    f.do(f"{{ {old} = {place}; {place} = {new}; }}")
    f.set(op.results[0], [old])


@handles("memref.generic_atomic_rmw")
def _generic_atomic(f: CFunction, op: Operation) -> None:
    target, *indices = op.operands
    place = at(f, target, list(map(f.one, indices)))
    block = op.regions[0].blocks[0]
    old = f.variables(op.results[0].type)
    f.pragma("critical")
    with f.block(""):
        f.do(f"{old[0]} = {place};")
        f.set(block.args[0], old)
        f.ops(block)
        last = block.last_op
        assert last is not None
        f.do(f"{place} = {f.one(last.operands[0])};")
    f.set(op.results[0], old)


@handles("memref.atomic_yield", "memref.prefetch")
def _nothing(f: CFunction, op: Operation) -> None:
    """What is around it does it."""


def global_text(op: memref.GlobalOp) -> str:
    """The definition of a global."""
    type_ = op.type
    count = prod(size or 0 for size in layout_of(type_).sizes)
    head = f"static {element(type_)} g_{op.sym_name.data}[{max(count, 1)}]"
    values = None if op.initial_value is None else with_elements(op.initial_value)
    if isinstance(values, ResourceElementsAttr):
        raise DiagnosticError(Diagnostic("L020", missing_bytes(values), span_of(op), f"`{op.name}`"))
    if not isinstance(values, DenseIntOrFPElementsAttr) or not count:
        return f"{head};"
    found = values.get_values()
    if len(found) == 1:
        return f"{head} = {{[0 ... {count - 1}] = {literal(found[0], type_.element_type)}}};"
    return f"{head} = {{{', '.join(literal(each, type_.element_type) for each in all_elements(values))}}};"
