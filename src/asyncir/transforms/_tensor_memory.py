"""What each op on tensors becomes, once the memory of its operands is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from asyncir.analyses.places_of_tensors import PlacesOfTensors, place_of
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import arith, linalg, memref, tensor
from asyncir.dialects.linalg_maps import identity
from asyncir.dialects.linalg_structured import Structured, extents_of
from asyncir.dialects.memref_layout import strided_form
from asyncir.dialects.vector_memory import GatherOp, ScatterOp
from asyncir.dialects.vector_transfer import TransferReadOp, TransferWriteOp
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    Block,
    MemRefType,
    NoneAttr,
    Operation,
    Region,
    SSAValue,
    StridedLayoutAttr,
    SymbolRefAttr,
    TensorType,
)
from asyncir.ir.resources import ResourceElementsAttr, missing_bytes, with_elements
from asyncir.ir.walk import terminator_of
from asyncir.transforms._blocks import move_ops, replace_all
from asyncir.transforms._building import INDEX, Builder
from asyncir.transforms._remarks import complaint

Number = int | SSAValue


def memref_of(of: Any) -> MemRefType[Attribute]:
    """The type of the memory that a tensor of the type gets."""
    return MemRefType(of.element_type, of.get_shape())


class TensorMemory:
    """The memory of each tensor of a function, and what is put into the program for it."""

    def __init__(self, in_place: PlacesOfTensors, constant: Callable[[Attribute, Any], str]):
        self.in_place = in_place
        self.of: dict[SSAValue, SSAValue] = {}
        self.owned: list[SSAValue] = []
        """What was allocated, and has to be freed behind its last use."""
        self.constant = constant
        """Gives the name of a global with this value, of this type."""

    def get(self, value: SSAValue) -> SSAValue:
        """The memory of a tensor; any other value is itself."""
        return self.of.get(value, value)

    def new(self, code: Builder, of: Any, sizes: Sequence[SSAValue]) -> SSAValue:
        """New memory for a tensor type, with sizes for its dynamic dimensions."""
        found = code.value(memref.AllocOp(sizes, [], memref_of(of)))
        self.owned.append(found)
        return found

    def like(self, code: Builder, of: Any, memory: SSAValue) -> SSAValue:
        """New memory for a tensor type, as large as that."""
        return self.new(code, of, dynamic_sizes(code, memory))

    def copied(self, code: Builder, memory: SSAValue) -> SSAValue:
        """New memory with the same elements."""
        of: Any = memory.type
        fresh = code.value(memref.AllocOp(dynamic_sizes(code, memory), [], memref_of(of)))
        self.owned.append(fresh)
        code.add(memref.CopyOp(memory, fresh))
        return fresh

    def destination(self, code: Builder, value: SSAValue, result: SSAValue, *, keep: bool) -> SSAValue:
        """The memory that a result is written into: its destination's, or new one that begins with the same elements."""
        memory = self.get(value)
        if self.in_place.writes_into(result):
            return memory
        fresh = self.like(code, result.type, memory)
        if keep:
            code.add(memref.CopyOp(memory, fresh))
        return fresh


def dynamic_sizes(code: Builder, memory: SSAValue) -> list[SSAValue]:
    """The sizes of a memref that its type does not say."""
    found: list[SSAValue] = []
    for dimension, extent in enumerate(extents_of(memory.type)):
        if extent is None:
            found.append(code.value(memref.DimOp(memory, code.index(dimension))))
    return found


def sizes_of(code: Builder, memory: SSAValue) -> list[Number]:
    """The sizes of a memref: numbers where its type says them."""
    dynamic = iter(dynamic_sizes(code, memory))
    return [next(dynamic) if extent is None else extent for extent in extents_of(memory.type)]


# ---- ops ----

Rewrite = Callable[[Any, Builder, TensorMemory], None]
"""Puts what the op becomes in front of it, and says where its results are."""


def structured(op: Structured, code: Builder, memory: TensorMemory) -> None:
    """The op, on memrefs."""
    operands = [memory.get(value) for value in op.ins]
    results = iter(op.results)
    for number, value in enumerate(op.inits, len(op.ins)):
        result = next(results)
        keep = bool(op.body.block.args[number].uses)
        memory.of[result] = memory.destination(code, value, result, keep=keep)
        operands.append(memory.of[result])
    body = op.detach_region(op.regions[0])
    code.add(
        type(op).create(
            operands=operands, properties=dict(op.properties), attributes=dict(op.attributes), regions=[body]
        )
    )


def _constant(op: arith.ConstantOp, code: Builder, memory: TensorMemory) -> None:
    of = memref_of(op.result.type)
    value = with_elements(op.value)
    if isinstance(value, ResourceElementsAttr):
        raise DiagnosticError(complaint("L020", missing_bytes(value), op, label="`arith.constant`"))
    name = memory.constant(value, of)
    memory.of[op.result] = code.value(_get_global(name, of))


def _get_global(name: str, of: Attribute) -> Operation:
    return memref.GetGlobalOp.create(result_types=[of], properties={"name": SymbolRefAttr(name)})


def _empty(op: Any, code: Builder, memory: TensorMemory) -> None:
    memory.of[op.results[0]] = memory.new(code, op.results[0].type, list(op.operands))


def _dim(op: Any, code: Builder, memory: TensorMemory) -> None:
    op.results[0].replace_all_uses_with(code.value(memref.DimOp(memory.get(op.operands[0]), op.operands[1])))


def _rank(op: Any, code: Builder, memory: TensorMemory) -> None:
    op.results[0].replace_all_uses_with(code.index(len(extents_of(op.operands[0].type))))


def _extract(op: Any, code: Builder, memory: TensorMemory) -> None:
    source, *indices = op.operands
    op.results[0].replace_all_uses_with(code.value(memref.LoadOp(memory.get(source), indices)))


def _insert(op: Any, code: Builder, memory: TensorMemory) -> None:
    value, into, *indices = op.operands
    where = memory.destination(code, into, op.results[0], keep=True)
    code.add(memref.StoreOp(value, where, indices))
    memory.of[op.results[0]] = where


def _from_elements(op: Any, code: Builder, memory: TensorMemory) -> None:
    where = memory.new(code, op.results[0].type, [])
    shape = [extent or 0 for extent in extents_of(where.type)]
    for number, value in enumerate(op.operands):
        place: list[SSAValue] = []
        for size in reversed(shape):
            place.insert(0, code.index(number % size))
            number //= size
        code.add(memref.StoreOp(value, where, place))
    memory.of[op.results[0]] = where


def _splat(op: Any, code: Builder, memory: TensorMemory) -> None:
    where = memory.new(code, op.results[0].type, list(op.operands[1:]))
    _fill(code, op.operands[0], where)
    memory.of[op.results[0]] = where


def _fill(code: Builder, value: SSAValue, where: SSAValue) -> None:
    code.add(linalg.FillOp.of([value], [where]))


def _generated(code: Builder, body: Region, where: SSAValue) -> None:
    """Give each element what the body says of its indices."""
    block, rank = body.block, len(extents_of(where.type))
    element: Any = where.type
    fresh = Block(arg_types=[element.element_type])
    inner = Builder(fresh, code.location)
    replace_all(block.args, [inner.value(linalg.IndexOp(dim)) for dim in range(len(block.args))])
    last = terminator_of(block)
    # Moved, not copied: those on tensors are erased from where they are then.
    move_ops([op for op in block.ops if op is not last], fresh)
    inner.add(linalg.LinalgYieldOp(last.operands[0]))
    code.add(linalg.GenericOp.of([], [where], [identity(rank)], ["parallel"] * rank, Region(fresh)))


def _generate(op: Any, code: Builder, memory: TensorMemory) -> None:
    where = memory.new(code, op.results[0].type, list(op.operands))
    _generated(code, op.regions[0], where)
    memory.of[op.results[0]] = where


def _cast(op: Any, code: Builder, memory: TensorMemory) -> None:
    source = memory.get(op.operands[0])
    of, given = op.results[0].type, cast(Any, source.type)
    # A slice stays one, whose elements are as far apart.
    of = MemRefType(of.element_type, of.get_shape(), given.layout, given.memory_space)
    memory.of[op.results[0]] = source if source.type == of else code.value(memref.CastOp(source, of))


# ---- vectors ----


def _vector_read(op: Any, code: Builder, memory: TensorMemory) -> None:
    read = op.create(
        operands=[memory.get(value) for value in op.operands],
        result_types=[op.results[0].type],
        properties=dict(op.properties),
        attributes=dict(op.attributes),
    )
    op.results[0].replace_all_uses_with(code.value(read))


def _vector_write(op: Any, code: Builder, memory: TensorMemory) -> None:
    where = memory.destination(code, op.base, op.result, keep=True)
    operands = [where if value is op.base else value for value in op.operands]
    properties, attributes = dict(op.properties), dict(op.attributes)
    code.add(op.create(operands=operands, properties=properties, attributes=attributes))
    memory.of[op.result] = where


# ---- slices ----


def part(
    code: Builder,
    memory: SSAValue,
    offsets: Sequence[Number],
    sizes: Sequence[Number],
    strides: Sequence[Number],
    dropped: frozenset[int] = frozenset(),
) -> SSAValue:
    """A view of some elements, without the dimensions that are dropped."""
    of: Any = memref.SubviewOp.infer_result_type(memory.type, offsets, sizes, strides)
    if dropped:
        kept = [d for d in range(len(sizes)) if d not in dropped]
        form = strided_form(of)
        assert form is not None
        layout = StridedLayoutAttr([form[0][d] for d in kept], form[1])
        of = MemRefType(of.element_type, [of.get_shape()[d] for d in kept], layout, of.memory_space)
    return code.value(memref.SubviewOp.get(memory, offsets, sizes, strides, of))


def _copied_into(
    code: Builder, source: SSAValue, where: SSAValue, offsets: Sequence[Number], sizes: Sequence[Number]
) -> None:
    """Copy to some place in memory; where that is known to be empty there is nothing to do, and no view of it."""
    extents = extents_of(where.type)
    outside = any(isinstance(n, int) and n == extent for n, extent in zip(offsets, extents, strict=True))
    if 0 not in sizes and not outside:
        code.add(memref.CopyOp(source, part(code, where, offsets, sizes, [1] * len(sizes))))


def _extract_slice(op: Any, code: Builder, memory: TensorMemory) -> None:
    lists = [op.mixed(which) for which in ("offsets", "sizes", "strides")]
    dropped = op.dropped_dimensions()
    memory.of[op.results[0]] = part(code, memory.get(op.operands[0]), *lists, dropped=dropped)


def _insert_slice(op: Any, code: Builder, memory: TensorMemory) -> None:
    lists = [op.mixed(which) for which in ("offsets", "sizes", "strides")]
    where = memory.destination(code, op.operands[1], op.results[0], keep=True)
    memory.of[op.results[0]] = where
    if where is memory.get(op.operands[1]) and is_there(op, memory):
        return
    code.add(
        memref.CopyOp(memory.get(op.operands[0]), part(code, where, *lists, dropped=op.dropped_dimensions()))
    )


def is_there(op: Any, memory: TensorMemory) -> bool:
    """Whether a slice that is put was made in the place where it is to be."""
    source, where = memory.get(op.source), place_of(op)
    for use in op.dest.uses:
        looked = use.operation
        if isinstance(looked, tensor.ExtractSliceOp) and memory.of.get(looked.result) is source:
            return place_of(looked) == where
    return False


def _concat(op: Any, code: Builder, memory: TensorMemory) -> None:
    dim: int = op.dim.value.data
    sources = [memory.get(value) for value in op.operands]
    sizes = [sizes_of(code, source) for source in sources]
    total: Number = sizes[0][dim]
    starts: list[Number] = [0]
    for each in sizes[1:]:
        starts.append(total)
        total = _sum(code, total, each[dim])
    whole = [*sizes[0][:dim], total, *sizes[0][dim + 1 :]]
    of = op.results[0].type
    dynamic = [as_value(code, whole[d]) for d, extent in enumerate(extents_of(of)) if extent is None]
    where = memory.new(code, of, dynamic)
    for source, start, each in zip(sources, starts, sizes, strict=True):
        offsets: list[Number] = [0] * len(each)
        offsets[dim] = start
        _copied_into(code, source, where, offsets, each)
    memory.of[op.results[0]] = where


def _pad(op: Any, code: Builder, memory: TensorMemory) -> None:
    source = memory.get(op.source)
    sizes = sizes_of(code, source)
    low, high = _mixed(op, "low"), _mixed(op, "high")
    whole = [_sum(code, _sum(code, size, a), b) for size, a, b in zip(sizes, low, high, strict=True)]
    of = op.results[0].type
    dynamic = [as_value(code, whole[d]) for d, extent in enumerate(extents_of(of)) if extent is None]
    where = memory.new(code, of, dynamic)
    block = op.region.block
    value = terminator_of(block).operands[0]
    if len(list(block.ops)) == 1 and value not in block.args:
        _fill(code, value, where)
    else:
        _generated(code, op.region, where)
    _copied_into(code, source, where, low, sizes)
    memory.of[op.results[0]] = where


def _mixed(op: Any, which: str) -> list[Number]:
    dynamic = iter(getattr(op, which))
    return [next(dynamic) if value is None else value for value in op.static_extents(which)]


def _sum(code: Builder, left: Number, right: Number) -> Number:
    if isinstance(left, int) and isinstance(right, int):
        return left + right
    return code.plus(as_value(code, left), as_value(code, right))


def as_value(code: Builder, number: Number) -> SSAValue:
    """The number as an index."""
    return code.index(number) if isinstance(number, int) else number


# ---- shapes ----


def _contiguous(op: Operation, code: Builder, memory: TensorMemory) -> SSAValue:
    """The memory of the op's first operand, with its elements one behind the other."""
    source = memory.get(op.operands[0])
    of: Any = source.type
    if isinstance(of.layout, NoneAttr):
        return source
    fresh = memory.like(code, op.operands[0].type, source)
    code.add(memref.CopyOp(source, fresh))
    return fresh


def _expand_shape(op: Any, code: Builder, memory: TensorMemory) -> None:
    source = _contiguous(op, code, memory)
    of = memref_of(op.results[0].type)
    properties = {name: op.properties[name] for name in ("reassociation", "static_output_shape")}
    expanded = memref.ExpandShapeOp.create(
        operands=[source, *op.operands[1:]], result_types=[of], properties=properties
    )
    memory.of[op.results[0]] = code.value(expanded)


def _collapse_shape(op: Any, code: Builder, memory: TensorMemory) -> None:
    source = _contiguous(op, code, memory)
    of = memref_of(op.results[0].type)
    groups: ArrayAttr[Attribute] = op.properties["reassociation"]
    collapsed = memref.CollapseShapeOp.create(
        operands=[source], result_types=[of], properties={"reassociation": groups}
    )
    memory.of[op.results[0]] = code.value(collapsed)


def _reshape(op: Any, code: Builder, memory: TensorMemory) -> None:
    """A view with the sizes that the shape says: unlike `memref.reshape` one whose storage is known to everybody."""
    source, shape = _contiguous(op, code, memory), memory.get(op.operands[1])
    of = memref_of(op.results[0].type)
    sizes: list[Number] = []
    for dimension, extent in enumerate(extents_of(of)):
        sizes.append(_loaded(code, shape, dimension) if extent is None else extent)
    strides: list[Number] = [1] * len(sizes)
    for dimension in reversed(range(len(sizes) - 1)):
        strides[dimension] = _product(code, strides[dimension + 1], sizes[dimension + 1])
    memory.of[op.results[0]] = code.value(memref.ReinterpretCastOp.get(source, [0], sizes, strides, of))


def _loaded(code: Builder, shape: SSAValue, dimension: int) -> SSAValue:
    size = code.value(memref.LoadOp(shape, [code.index(dimension)]))
    return size if size.type == INDEX else code.value(arith.IndexCastOp(size, INDEX))


def _product(code: Builder, left: Number, right: Number) -> Number:
    if isinstance(left, int) and isinstance(right, int):
        return left * right
    return code.times(as_value(code, left), as_value(code, right))


FORMS: dict[type[Operation], Rewrite] = {
    arith.ConstantOp: _constant,
    tensor.EmptyOp: _empty,
    tensor.TensorDimOp: _dim,
    tensor.TensorRankOp: _rank,
    tensor.TensorExtractOp: _extract,
    tensor.TensorInsertOp: _insert,
    tensor.TensorFromElementsOp: _from_elements,
    tensor.SplatOp: _splat,
    tensor.GenerateOp: _generate,
    tensor.TensorCastOp: _cast,
    tensor.ExtractSliceOp: _extract_slice,
    tensor.InsertSliceOp: _insert_slice,
    tensor.ConcatOp: _concat,
    tensor.PadOp: _pad,
    tensor.TensorExpandShapeOp: _expand_shape,
    tensor.TensorCollapseShapeOp: _collapse_shape,
    tensor.TensorReshapeOp: _reshape,
    GatherOp: _vector_read,
    TransferReadOp: _vector_read,
    ScatterOp: _vector_write,
    TransferWriteOp: _vector_write,
}
"""Those of ops on single tensors; `_tensor_forms` has all."""


def has_tensors(op: Operation) -> bool:
    """Whether an operand or result is a tensor."""
    return any(isinstance(value.type, TensorType) for value in (*op.operands, *op.results))
