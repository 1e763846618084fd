"""How the memref dialect is written: addresses computed from descriptors, loads, stores, allocation."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from asyncir.dialects import memref
from asyncir.dialects.narrowing import is_memref
from asyncir.ir import (
    Attribute,
    DenseIntOrFPElementsAttr,
    MemRefType,
    Operation,
    SSAValue,
    StringAttr,
    UnitAttr,
    UnrankedMemRefType,
)
from asyncir.ir.dense import all_elements
from asyncir.ir.resources import ResourceElementsAttr, missing_bytes, with_elements
from asyncir.lowering.llvm.copies import copy_elements
from asyncir.lowering.llvm.descriptors import (
    Parts,
    address_at,
    held_by,
    layout_of,
    load_descriptor,
    mixed,
    parts,
    plus,
    set_view,
    store_descriptor,
    times,
)
from asyncir.lowering.llvm.emit_arith import float_text, integer_text
from asyncir.lowering.llvm.function_text import LlvmFunction, refuse
from asyncir.lowering.llvm.handlers import handles, number_of
from asyncir.lowering.llvm.module_text import LargeConstant, ModuleText, symbol
from asyncir.lowering.llvm.stack import reserve
from asyncir.lowering.llvm.types import least_alignment, pieces, size_and_alignment

_LINE = 64
"""Bytes of a line of the cache."""
_LARGE = 64 << 10
"""So many bytes the runtime keeps (`runtime/src/kept.cpp`). Of smaller memory LLVM knows what malloc does."""
_MANY_BYTES = 1024
"""From so many on, memory begins where a line does: vectors that lie across two lines make loops half as fast, by chance."""
_ACCESS = ("nontemporal", "alignment", "operandSegmentSizes")
GLOBAL_BASE = 0xDEADBEEF
"""The allocated pointer of a global, as in MLIR: nobody may free it."""


def _access_suffix(f: LlvmFunction, op: Operation, element: str) -> str:
    alignment = number_of(op, "alignment") or least_alignment(element)
    streamed = number_of(op, "nontemporal")
    return f", align {alignment}" + (f", !nontemporal {f.module.metadata(['i32 1'])}" if streamed else "")


@handles("memref.load", properties=_ACCESS)
def _load(f: LlvmFunction, op: Operation) -> None:
    source, *indices = op.operands
    layout = layout_of(source.type)
    address = address_at(f, source, indices)
    whole = f.let(f"load {layout.element}, ptr {address}{_access_suffix(f, op, layout.element)}")
    f.set(op.results[0], split_element(f, source.type, layout.element, whole))


@handles("memref.store", properties=_ACCESS)
def _store(f: LlvmFunction, op: Operation) -> None:
    value, target, *indices = op.operands
    layout = layout_of(target.type)
    address = address_at(f, target, indices)
    whole = _join_element(f, value, layout.element)
    f.do(f"store {layout.element} {whole}, ptr {address}{_access_suffix(f, op, layout.element)}")


def split_element(f: LlvmFunction, type_: Attribute, element: str, whole: str) -> list[str]:
    """The pieces of an element that is loaded whole: complex numbers and vectors of rank above one have several."""
    assert is_memref(type_)
    count = len(pieces(type_.element_type))
    if element[0] in "{[":
        return [f.let(f"extractvalue {element} {whole}, {i}") for i in range(count)]
    return [whole]


def _join_element(f: LlvmFunction, value: SSAValue, element: str) -> str:
    held = f.get(value)
    if element[0] not in "{[":
        return held[0]
    whole = "poison"
    for i, (piece, operand) in enumerate(zip(pieces(value.type), held, strict=True)):
        whole = f.let(f"insertvalue {element} {whole}, {piece} {operand}, {i}")
    return whole


def _new_parts(f: LlvmFunction, op: Operation, dynamic_sizes: list[str], type_: Attribute) -> Parts:
    """Sizes and strides of memory that is about to be allocated, without its address."""
    layout = layout_of(type_)
    rest = iter(dynamic_sizes)
    sizes = tuple(next(rest) if size is None else str(size) for size in layout.sizes)
    if any(stride is not None and stride < 0 for stride in layout.strides):
        raise refuse(op, "allocation with a negative stride has no native form", "use an identity layout")
    strides: list[str] = []
    running = "1"
    for known, size in zip(reversed(layout.strides), reversed(sizes), strict=True):
        if known is not None:
            running = str(known)
        strides.append(running)
        running = times(f, running, size)
    if layout.offset is None:
        raise refuse(op, "allocation with a dynamic offset has no native form", "use an identity layout")
    return Parts("", "", str(layout.offset), sizes, tuple(reversed(strides)))


def _element_count(f: LlvmFunction, memref_parts: Parts, identity: bool) -> str:
    """How many elements to allocate: enough for the last one."""
    if identity:
        return times(f, memref_parts.sizes[0], memref_parts.strides[0]) if memref_parts.sizes else "1"
    last = memref_parts.offset
    for size, stride in zip(memref_parts.sizes, memref_parts.strides, strict=True):
        # A size of 0 leaves nothing to allocate; one stride more than needed does no harm then.
        steps = str(max(int(size) - 1, 0)) if size.isdigit() else size
        last = plus(f, last, times(f, steps, stride))
    return plus(f, last, "1")


_MOST = 2**63 - 1
"""Bytes that no allocator has: they stand for any number that is too large."""


def bytes_needed(f: LlvmFunction, memory: SSAValue) -> str:
    """How many bytes were asked for, of what `memref.alloc` gives."""
    layout = layout_of(memory.type)
    return _bytes_needed(f, parts(f, memory), layout.identity, size_and_alignment(layout.element)[0])


def _bytes_needed(f: LlvmFunction, made: Parts, identity: bool, size: int) -> str:
    """Bytes to allocate. Products that wrap would ask for little where much is needed: they become `_MOST`."""
    known = prod(int(n) for n in made.sizes if n.isdigit()) * size
    unknown = [n for n in made.sizes if not n.isdigit()]
    if not identity or not unknown or not known:
        total = times(f, _element_count(f, made, identity), str(size))
        return str(min(int(total), _MOST)) if total.isdigit() else total
    total, *factors = unknown if known == 1 else [*unknown, str(min(known, _MOST))]
    wraps: list[str] = []
    for factor in factors:
        both = f.let(f"call {{i64, i1}} @llvm.umul.with.overflow.i64(i64 {total}, i64 {factor})")
        total = f.let(f"extractvalue {{i64, i1}} {both}, 0")
        wraps.append(f.let(f"extractvalue {{i64, i1}} {both}, 1"))
    # What is negative as a number with a sign is too large, too.
    for wrapped in (*wraps, f.let(f"icmp slt i64 {total}, 0")):
        total = f.let(f"select i1 {wrapped}, i64 {_MOST}, i64 {total}")
    if len(unknown) > 1:
        # No elements at all take no memory, however large the other sizes are.
        for n in unknown:
            total = f.let(f"select i1 {f.let(f'icmp eq i64 {n}, 0')}, i64 0, i64 {total}")
    return total


@handles("memref.alloc", properties=("operandSegmentSizes", "alignment"))
def _alloc(f: LlvmFunction, op: Operation) -> None:
    type_ = op.results[0].type
    layout = layout_of(type_)
    made = _new_parts(f, op, _dynamic_sizes(f, op), type_)
    size, natural = size_and_alignment(layout.element)
    total = _bytes_needed(f, made, layout.identity, size)
    alignment = number_of(op, "alignment") or 0
    if not alignment and total.isdigit() and int(total) >= _MANY_BYTES:
        alignment = _LINE
    alignment = max(alignment, natural)
    if f.module.keeps_memory and _may_be_large(total):
        pointer = f.call("asyncir_memory_allocate", total, alignment)
    elif alignment > 16:
        mask = alignment - 1
        if total.isdigit():
            rounded = str((int(total) + mask) & ~mask)
        else:
            rounded = f.let(f"and i64 {f.let(f'add i64 {total}, {mask}')}, {-alignment}")
        pointer = f.call("aligned_alloc", alignment, rounded)
    else:
        pointer = f.call("malloc", total)
    memory = Parts(pointer, pointer, "", (), ())
    set_view(f, op.results[0], memory, made.offset, made.sizes, made.strides)


def _may_be_large(total: str) -> bool:
    """Whether memory of so many bytes may be worth keeping, by a number or a value of the program."""
    return not total.isdigit() or int(total) >= _LARGE


def _dynamic_sizes(f: LlvmFunction, op: Operation) -> list[str]:
    assert isinstance(op, memref.AllocOp | memref.AllocaOp)
    if op.symbol_operands:
        raise refuse(op, "a layout with symbols has no native form", "use a strided layout")
    return [f.one(o) for o in op.dynamic_sizes]


@handles("memref.alloca", properties=("operandSegmentSizes", "alignment"))
def _alloca(f: LlvmFunction, op: Operation) -> None:
    type_ = op.results[0].type
    layout = layout_of(type_)
    made = _new_parts(f, op, _dynamic_sizes(f, op), type_)
    alignment = max(number_of(op, "alignment") or 0, size_and_alignment(layout.element)[1])
    pointer = reserve(f, op, layout.element, _element_count(f, made, layout.identity), alignment)
    memory = Parts(pointer, pointer, "", (), ())
    set_view(f, op.results[0], memory, made.offset, made.sizes, made.strides)


@handles("memref.dealloc")
def _dealloc(f: LlvmFunction, op: Operation) -> None:
    first, *rest = f.get(op.operands[0])
    type_ = op.operands[0].type
    if isinstance(type_, UnrankedMemRefType):
        f.call(f.module.free, f.load("ptr", rest[0]))
        return
    layout = layout_of(type_)
    known = [size for size in layout.sizes if size is not None]
    bytes_ = prod(known) * size_and_alignment(layout.element)[0]
    large = len(known) < len(layout.sizes) or _may_be_large(str(bytes_))
    f.call("asyncir_memory_free" if f.module.keeps_memory and large else f.module.free, first)


@handles("memref.dim")
def _dim(f: LlvmFunction, op: Operation) -> None:
    source, index = op.operands
    which = f.one(index)
    if isinstance(source.type, UnrankedMemRefType):
        _, descriptor = f.get(source)
        place = f.let(f"getelementptr inbounds i64, ptr {f.at(descriptor, 24)}, i64 {which}")
        f.set(op.results[0], [f.load("i64", place)])
        return
    sizes_ = parts(f, source).sizes
    if which.isdigit():
        f.set(op.results[0], [sizes_[int(which)] if int(which) < len(sizes_) else "poison"])
        return
    found = sizes_[-1]
    for i, size in enumerate(sizes_[:-1]):
        here = f.let(f"icmp eq i64 {which}, {i}")
        found = f.let(f"select i1 {here}, i64 {size}, i64 {found}")
    f.set(op.results[0], [found])


@handles("memref.rank")
def _rank(f: LlvmFunction, op: Operation) -> None:
    source = op.operands[0]
    unranked = isinstance(source.type, UnrankedMemRefType)
    f.set(op.results[0], [f.get(source)[0] if unranked else str(layout_of(source.type).rank)])


@handles("memref.cast", "memref.memory_space_cast")
def _cast(f: LlvmFunction, op: Operation) -> None:
    source, result = op.operands[0], op.results[0]
    match source.type, result.type:
        case MemRefType(), UnrankedMemRefType():
            memref_parts = parts(f, source)
            rank = len(memref_parts.sizes)
            address = reserve(f, op, "i64", str(3 + 2 * rank), 8)
            store_descriptor(f, memref_parts, address)
            f.set(result, [str(rank), address])
        case UnrankedMemRefType(), MemRefType():
            f.set(result, load_descriptor(f, layout_of(result.type), f.get(source)[1]))
        case MemRefType(), MemRefType():
            f.set(result, held_by(layout_of(result.type), parts(f, source)))
        case _:
            f.set(result, f.get(source))


_SUBVIEW = ("operandSegmentSizes", "static_offsets", "static_sizes", "static_strides")


@handles("memref.subview", properties=_SUBVIEW)
def _subview(f: LlvmFunction, op: Operation) -> None:
    assert isinstance(op, memref.SubviewOp)
    source = parts(f, op.source)
    offsets = mixed(f, op.static_offsets, op.offsets)
    sizes = mixed(f, op.static_sizes, op.sizes)
    steps = mixed(f, op.static_strides, op.strides)
    offset = source.offset
    for at, stride in zip(offsets, source.strides, strict=True):
        offset = plus(f, offset, times(f, at, stride))
    strides = [times(f, step, stride) for step, stride in zip(steps, source.strides, strict=True)]
    dropped = op.dropped_dimensions()
    kept = [d for d in range(len(sizes)) if d not in dropped]
    set_view(f, op.results[0], source, offset, [sizes[i] for i in kept], [strides[i] for i in kept])


@handles("memref.reinterpret_cast", properties=_SUBVIEW)
def _reinterpret_cast(f: LlvmFunction, op: Operation) -> None:
    assert isinstance(op, memref.ReinterpretCastOp)
    source = _memory(f, op.source)
    offset = mixed(f, op.static_offsets, op.offsets)[0]
    sizes = mixed(f, op.static_sizes, op.sizes)
    strides = mixed(f, op.static_strides, op.strides)
    set_view(f, op.results[0], source, offset, sizes, strides)


def _memory(f: LlvmFunction, source: SSAValue) -> Parts:
    """The parts of a memref; of an unranked one the pointers only."""
    if isinstance(source.type, UnrankedMemRefType):
        descriptor = f.get(source)[1]
        return Parts(f.load("ptr", descriptor), f.load("ptr", f.at(descriptor, 8)), "", (), ())
    return parts(f, source)


@handles("memref.extract_strided_metadata")
def _extract_strided_metadata(f: LlvmFunction, op: Operation) -> None:
    source = parts(f, op.operands[0])
    base, offset, *rest = op.results
    set_view(f, base, source, "0", (), ())
    for result, operand in zip((offset, *rest), (source.offset, *source.sizes, *source.strides), strict=True):
        f.set(result, [operand])


@handles("memref.extract_aligned_pointer_as_index")
def _extract_aligned_pointer(f: LlvmFunction, op: Operation) -> None:
    f.set(op.results[0], [f.let(f"ptrtoint ptr {_memory(f, op.operands[0]).aligned} to i64")])


@handles("memref.assume_alignment", properties=("alignment",))
def _assume_alignment(f: LlvmFunction, op: Operation) -> None:
    source = parts(f, op.operands[0])
    f.module.declare("llvm.assume", "void @llvm.assume(i1)")
    alignment = number_of(op, "alignment")
    f.do(f'call void @llvm.assume(i1 true) ["align"(ptr {source.aligned}, i64 {alignment})]')
    if op.results:
        f.set(op.results[0], f.get(op.operands[0]))


@handles("memref.transpose", properties=("permutation",))
def _transpose(f: LlvmFunction, op: Operation) -> None:
    assert isinstance(op, memref.TransposeOp)
    source = parts(f, op.operands[0])
    order = [int(str(e)[1:]) for e in op.permutation.data.results]
    sizes, strides = ([each[i] for i in order] for each in (source.sizes, source.strides))
    set_view(f, op.results[0], source, source.offset, sizes, strides)


@handles("memref.view")
def _view(f: LlvmFunction, op: Operation) -> None:
    source, shift, *sizes = op.operands
    bytes_ = parts(f, source)
    start = f.let(f"getelementptr inbounds i8, ptr {bytes_.aligned}, i64 {f.one(shift)}")
    made = _new_parts(f, op, [f.one(s) for s in sizes], op.results[0].type)
    memory = replace(bytes_, aligned=start)
    set_view(f, op.results[0], memory, made.offset, made.sizes, made.strides)


@handles("memref.copy")
def _copy(f: LlvmFunction, op: Operation) -> None:
    source, target = op.operands
    if not is_memref(source.type) or not is_memref(target.type):
        raise refuse(op, "a copy between unranked memrefs has no native form", "cast to a ranked type first")
    copy_elements(f, (layout_of(source.type), parts(f, source)), (layout_of(target.type), parts(f, target)))


@handles("memref.get_global", properties=("name",))
def _get_global(f: LlvmFunction, op: Operation) -> None:
    assert isinstance(op, memref.GetGlobalOp)
    layout = layout_of(op.results[0].type)
    pointer = symbol(f.module.global_symbols[op.name_.root_reference.data])
    memory = Parts(f"inttoptr (i64 {GLOBAL_BASE} to ptr)", pointer, "0", (), ())
    set_view(f, op.results[0], memory, "0", map(str, layout.sizes), map(str, layout.strides))


def emit_global(module: ModuleText, op: memref.GlobalOp) -> None:
    """Write a `memref.global`."""
    type_ = op.type
    assert is_memref(type_)
    layout = layout_of(type_)
    if None in layout.sizes:
        raise refuse(op, "a global needs a fixed size")
    count = prod(size or 0 for size in layout.sizes)
    kind = "constant" if isinstance(op.constant, UnitAttr) else "global"
    array = f"[{count} x {layout.element}]"
    alignment = number_of(op, "alignment") or size_and_alignment(layout.element)[1]
    name = symbol(module.global_symbols[op.sym_name.data])
    initial = None if op.initial_value is None else with_elements(op.initial_value)
    if isinstance(initial, ResourceElementsAttr):
        raise refuse(op, missing_bytes(initial), code="L020")
    if is_kept_beside(op):
        data = _bytes_of(initial, layout.element, count)
        module.constants.append(LargeConstant(name.removeprefix("@"), data, alignment))
        return
    if initial is None:
        module.globals.append(f"{name} = external {kind} {array}, align {alignment}")
        return
    text = (
        _bytes_text(initial, layout.element, count) or f"{array} {_initial_text(op, initial, layout.element)}"
    )
    linkage = "internal " if _is_private(op) else ""
    module.globals.append(f"{name} = {linkage}{kind} {text}, align {alignment}")


_MOST_LISTED = 64
"""More elements than so many are written as bytes: the text is a tenth as long, and weights are most of a network's."""

_BYTES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "half": 2, "bfloat": 2, "float": 4, "double": 8}
"""LLVM's types whose elements the attribute keeps as they are in memory."""


_MOST_IN_TEXT = 1 << 14
"""Constants of more bytes than so many are no part of the text."""


def is_kept_beside(op: memref.GlobalOp) -> bool:
    """Whether a global is one of those whose value is no part of the text."""
    type_ = op.type
    assert is_memref(type_)
    layout = layout_of(type_)
    if None in layout.sizes or not _is_private(op) or not isinstance(op.constant, UnitAttr):
        return False
    count = prod(size or 0 for size in layout.sizes)
    return len(_bytes_of(op.initial_value, layout.element, count)) > _MOST_IN_TEXT


def _is_private(op: memref.GlobalOp) -> bool:
    return isinstance(op.sym_visibility, StringAttr) and op.sym_visibility.data == "private"


def _bytes_of(initial: Attribute | None, element: str, count: int) -> bytes:
    """The value of many elements; nothing where they are few, all zero, or not kept as bytes."""
    size = _BYTES.get(element, 0)
    initial = None if initial is None else with_elements(initial)
    if count <= _MOST_LISTED or not isinstance(initial, DenseIntOrFPElementsAttr):
        return b""
    data = initial.data.data
    if len(data) == size and any(data):
        data *= count
    return data if len(data) == size * count else b""


def _bytes_text(initial: Attribute, element: str, count: int) -> str:
    """Type and value as an array of bytes."""
    data = _bytes_of(initial, element, count)
    digits = data.hex("\\")
    return f'[{len(data)} x i8] c"\\{digits}"' if data else ""


def _initial_text(op: Operation, initial: Attribute, element: str) -> str:
    if isinstance(initial, UnitAttr):
        return "undef"
    if not isinstance(initial, DenseIntOrFPElementsAttr) or element[0] in "{[<":
        raise refuse(op, "this initial value has no native form", "use dense integers or floats")
    values = all_elements(initial)
    if not any(initial.data.data):
        return "zeroinitializer"
    write = integer_text if element.startswith("i") else float_text
    texts = [write(v, element) for v in values if isinstance(v, int | float)]  # pyright: ignore
    if len(texts) != len(values):
        raise refuse(op, "this initial value has no native form", "use dense integers or floats")
    return "[" + ", ".join(f"{element} {text}" for text in texts) + "]"
