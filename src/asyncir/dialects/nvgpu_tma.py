"""nvgpu: tiles that the tensor memory accelerator moves, and products of a warpgroup."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self, TypeVar, cast

from asyncir.dialects.define import define
from asyncir.dialects.effect_types import Access, Effect, HasEffects, Milestone, touches
from asyncir.dialects.execution_traits import ConcernsOtherThreads
from asyncir.dialects.gpu import is_workgroup
from asyncir.dialects.memref_access import parse_indices
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.nvgpu_mbarrier import MBarrierGroupType
from asyncir.dialects.queue_effects import MEETS_THREADS
from asyncir.dialects.syntax import (
    OPERAND,
    TYPE,
    Piece,
    Reader,
    given,
    parse_attributes,
    parse_type_of,
    parsed,
    read,
    with_attributes,
    write,
)
from asyncir.ir import (
    Attribute,
    AttrParser,
    AttrSizedOperandSegments,
    Float8E4M3FNType,
    Float8E5M2Type,
    FloatTF32Type,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    MemRefType,
    ParametrizedAttribute,
    Parser,
    Printer,
    SSAValue,
    StringAttr,
    TypeAttribute,
    UnitAttr,
    UnrankedMemRefType,
    VectorType,
    VerifyException,
    bf16,
    f16,
    f32,
    i1,
    i8,
    i16,
    i64,
    irdl_attr_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    result_def,
    var_operand_def,
)


def _fields(parser: AttrParser, names: Sequence[str], words: Sequence[Sequence[str]]) -> list[Attribute]:
    """Parse `<name = type, name = word, ...>` in any order: the first is a type, the others are one of some words."""
    found: dict[str, Attribute] = {}

    def parse_one() -> None:
        start = parser.pos
        name = parser.parse_identifier()
        if name not in names or name in found:
            parser.raise_error(f"expected one of {', '.join(names)}, each once", start, parser.pos)
        parser.parse_punctuation("=")
        at = names.index(name)
        if not at:
            found[name] = parser.parse_type()
            return
        start = parser.pos
        word = parser.parse_identifier()
        if word not in words[at - 1]:
            parser.raise_error(f"expected one of {', '.join(words[at - 1])}", start, parser.pos)
        found[name] = StringAttr(word)

    start = parser.pos
    parser.parse_comma_separated_list(parser.Delimiter.ANGLE, parse_one)
    if len(found) != len(names):
        parser.raise_error(f"struct is missing required parameters, of {', '.join(names)}", start)
    return [found[name] for name in names]


class _Struct(ParametrizedAttribute, TypeAttribute):
    """A type whose text names its parameters."""

    FIELDS: ClassVar[tuple[str, ...]]
    WORDS: ClassVar[tuple[tuple[str, ...], ...]] = ()
    KIND: ClassVar[type[Attribute]] = MemRefType

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        """Parse `<name = type, name = word, ...>`."""
        start = parser.pos
        found = _fields(parser, cls.FIELDS, cls.WORDS)
        if not isinstance(found[0], cls.KIND):
            parser.raise_error(f"'{cls.FIELDS[0]}' is no such type", start)
        return found

    def print_parameters(self, printer: Printer) -> None:
        """Print the same."""
        write(printer, *self.text())

    def text(self) -> tuple[Piece, ...]:
        """What is in the angle brackets, and these."""
        pairs = zip(self.FIELDS, self.parameters, strict=True)
        shown: list[Piece] = [(f"{n} = ", v.data if isinstance(v, StringAttr) else v) for n, v in pairs]
        return ("<", shown, ">")


@irdl_attr_definition
class TensorMapDescriptorType(_Struct):
    """`!nvgpu.tensormap.descriptor<tensor = ..., swizzle = ..., ...>`: how tiles of a tensor are moved."""

    name = "nvgpu.tensormap.descriptor"
    FIELDS: ClassVar = ("tensor", "swizzle", "l2promo", "oob", "interleave")
    WORDS: ClassVar = (
        ("none", "swizzle_32b", "swizzle_64b", "swizzle_128b"),
        ("none", "l2promo_64b", "l2promo_128b", "l2promo_256b"),
        ("zero", "nan"),
        ("none", "interleave_16b", "interleave_32b"),
    )
    tensor: MemRefType
    swizzle: StringAttr
    l2promo: StringAttr
    oob: StringAttr
    interleave: StringAttr


@irdl_attr_definition
class WarpgroupDescriptorType(_Struct):
    """`!nvgpu.warpgroup.descriptor<tensor = ...>`: a matrix that a warpgroup multiplies."""

    name = "nvgpu.warpgroup.descriptor"
    FIELDS: ClassVar = ("tensor",)
    tensor: MemRefType


@irdl_attr_definition
class WarpgroupAccumulatorType(_Struct):
    """`!nvgpu.warpgroup.accumulator<fragmented = ...>`: a matrix that is spread over the threads of a warpgroup."""

    name = "nvgpu.warpgroup.accumulator"
    FIELDS: ClassVar = ("fragmented",)
    KIND: ClassVar = VectorType
    fragmented: VectorType


_Type = TypeVar("_Type", bound=ParametrizedAttribute)
_Op = TypeVar("_Op", bound=IRDLOperation)


def _short(kind: type[_Type]) -> Reader:
    """Reads a type of this class, whose name may be left out."""

    def parse(parser: Parser) -> _Type:
        if parser._current_token.text == "<":  # pyright: ignore[reportPrivateUsage]
            return kind.new(kind.parse_parameters(cast(Any, parser)))
        return parse_type_of(parser, kind, kind.name)

    return parse


def _shown(value: SSAValue) -> tuple[Piece, ...]:
    """The type of a value, without its name where that goes without saying."""
    return cast(Any, value.type).text()


_MAP, _MATRIX, _SUM = map(
    _short, (TensorMapDescriptorType, WarpgroupDescriptorType, WarpgroupAccumulatorType)
)
_GROUP = _short(MBarrierGroupType)
_LONGEST = 256
_LAST_BYTES = {"swizzle_32b": 32, "swizzle_64b": 64, "swizzle_128b": 128}
_MOST_COORDINATES = 5


def _verify_descriptor(descriptor: Any, memref: Any = None) -> None:
    """Check what the accelerator can move, and that it fits the memory."""
    tile = descriptor.tensor
    if descriptor.interleave.data != "none":
        raise VerifyException("Interleave options are not supported yet.")
    if not is_workgroup(tile):
        raise VerifyException(
            "the tensor map descriptor has incorrect address space, it should be shared memory"
        )
    shape = shape_of(tile)
    if None in shape:
        raise VerifyException("the tensor map descriptor must be static shaped")
    if any(not 0 < (size or 0) <= _LONGEST for size in shape):
        raise VerifyException(f"the tensor map descriptor must have dimensions between 1 and {_LONGEST}")
    if len(shape) > 1 and descriptor.swizzle.data != "none":
        found, wanted = (
            tile.element_type.bitwidth * (shape[-1] or 0) // 8,
            _LAST_BYTES[descriptor.swizzle.data],
        )
        if found != wanted:
            raise VerifyException(
                f"the tensormap descriptor must have last dimension of {wanted} bytes but it is {found} bytes"
            )
    if memref is None:
        return
    if tile.element_type != memref.element_type:
        raise VerifyException("the element type of tensor map descriptor and memref must be same")
    if not is_workgroup(memref):
        raise VerifyException(
            "the destination memref has incorrect address space, it should be shared memory"
        )
    if None in shape_of(memref):
        raise VerifyException("the destination memref must be static shaped")
    if shape_of(memref) != shape:
        raise VerifyException("memref and tensor map shapes mismatch")


def _parse_predicate(parser: Parser) -> list[SSAValue]:
    """Parse `, predicate = %p` if present."""
    name = given(",", "predicate", "=", OPERAND)(parser)
    return [] if name is None else [parser.resolve_operand(name, i1)]


def _predicate_text(predicate: SSAValue | None) -> tuple[Piece, ...]:
    return () if predicate is None else (", predicate = ", predicate)


def _parse_listed(op: type[_Op], parser: Parser, kinds: Sequence[Reader], result: Reader) -> _Op:
    """Parse `%a, ... attributes : type, ... -> type`."""
    names: list[Any] = [parser.parse_unresolved_operand()]
    for _ in kinds[1:]:
        names += read(parser, ",", OPERAND)
    properties: dict[str, Attribute] = {}
    attributes = parse_attributes(op, parser, properties)
    types: list[Any] = []
    for index, kind in enumerate(kinds):
        types += read(parser, "," if index else ":", kind)
    values = [parser.resolve_operand(name, of) for name, of in zip(names, types, strict=True)]
    return parsed(op, values, read(parser, "->", result), properties, attributes)


def _verify_coordinates(count: int, descriptor: Any) -> None:
    if count > _MOST_COORDINATES:
        raise VerifyException(f"Maximum {_MOST_COORDINATES} coordinates are supported.")
    if count != len(shape_of(descriptor.tensor)):
        raise VerifyException("number of coordinates do not match with the rank of tensor descriptor map.")


@define("nvgpu.tma.create.descriptor", MEETS_THREADS, ConcernsOtherThreads())
class TmaCreateDescriptorOp(IRDLOperation):
    """`nvgpu.tma.create.descriptor`: how tiles of a tensor, of so many elements in each dimension, are moved."""

    tensor = operand_def(UnrankedMemRefType)
    box_dimensions = var_operand_def(IndexType)
    tensor_map = result_def(TensorMapDescriptorType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%m box[%n, ...] attributes : type -> type`."""
        name, sizes = read(parser, OPERAND, "box", parse_indices)
        attributes = parser.parse_optional_attr_dict()
        type_, result = read(parser, ":", TYPE, "->", _MAP)
        return parsed(cls, (parser.resolve_operand(name, type_), *sizes), (result,), {}, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.tensor, " box[", self.box_dimensions, "]", self.attributes)
        write(printer, " : ", self.tensor.type, " -> ", *_shown(self.tensor_map))

    def verify_(self) -> None:
        """Check the descriptor."""
        if len(self.box_dimensions) > _MOST_COORDINATES:
            raise VerifyException(f"Maximum {_MOST_COORDINATES} coordinates are supported.")
        _verify_descriptor(self.tensor_map.type)


@define("nvgpu.tma.fence.descriptor", MEETS_THREADS, ConcernsOtherThreads())
class TmaFenceOp(IRDLOperation):
    """`nvgpu.tma.fence.descriptor`: see what the host has made of the descriptor."""

    descriptor = operand_def(TensorMapDescriptorType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%d attributes : type`."""
        name = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        (type_,) = read(parser, ":", _MAP)
        return parsed(cls, (parser.resolve_operand(name, type_),), (), {}, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.descriptor, self.attributes, " : ", *_shown(self.descriptor))


@define("nvgpu.tma.prefetch.descriptor", MEETS_THREADS, ConcernsOtherThreads())
class TmaPrefetchOp(IRDLOperation):
    """`nvgpu.tma.prefetch.descriptor`: hint that the descriptor will be used."""

    descriptor = operand_def(TensorMapDescriptorType)
    predicate = opt_operand_def(i1)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%d (, predicate = %p)? attributes : type`."""
        name = parser.parse_unresolved_operand()
        predicate = _parse_predicate(parser)
        attributes = parser.parse_optional_attr_dict()
        (type_,) = read(parser, ":", _MAP)
        return parsed(cls, (parser.resolve_operand(name, type_), *predicate), (), {}, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.descriptor, *_predicate_text(self.predicate), self.attributes)
        write(printer, " : ", *_shown(self.descriptor))


def _of_load(op: Any) -> Sequence[Effect]:
    counts = tuple(Effect(access, op.barriers) for access in (Access.READ, Access.WRITE))
    return (Effect(Access.WRITE, op.dst, None, Milestone.WRITTEN), *counts)


@define("nvgpu.tma.async.load", HasEffects(_of_load), ConcernsOtherThreads())
class TmaAsyncLoadOp(IRDLOperation):
    """`nvgpu.tma.async.load`: start to move a tile into the memory of the workgroup; a barrier counts its bytes."""

    dst = operand_def(MemRefType)
    barriers = operand_def(MBarrierGroupType)
    descriptor = operand_def(TensorMapDescriptorType)
    coordinates = var_operand_def(IndexType)
    mbar_id = operand_def(IndexType)
    multicast_mask = opt_operand_def(i16)
    predicate = opt_operand_def(i1)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%d[%i, ...], %b[%n] to %m (multicast_mask = %k)? (, predicate = %p)? attributes : types -> type`."""
        descriptor, places, barriers = read(parser, OPERAND, parse_indices, ",", OPERAND)
        number, memory, mask = read(
            parser, parse_indices, "to", OPERAND, given("multicast_mask", "=", OPERAND)
        )
        predicate = _parse_predicate(parser)
        attributes = parser.parse_optional_attr_dict()
        map_, group, type_ = read(parser, ":", _MAP, ",", _GROUP, "->", TYPE)
        names = zip((memory, barriers, descriptor), (type_, group, map_), strict=True)
        op = cls(
            operands=[
                *(parser.resolve_operand(name, of) for name, of in names),
                places,
                number,
                [] if mask is None else [parser.resolve_operand(mask, i16)],
                predicate,
            ]
        )
        return with_attributes(op, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(
            printer, " ", self.descriptor, "[", self.coordinates, "], ", self.barriers, "[", self.mbar_id, "]"
        )
        mask = self.multicast_mask
        write(printer, " to ", self.dst, *(() if mask is None else (" multicast_mask = ", mask)))
        write(printer, *_predicate_text(self.predicate), self.attributes, " : ", *_shown(self.descriptor))
        write(printer, ", ", *_shown(self.barriers), " -> ", self.dst.type)

    def verify_(self) -> None:
        """Check the descriptor, the memory and the coordinates."""
        _verify_descriptor(self.descriptor.type, self.dst.type)
        _verify_coordinates(len(self.coordinates), self.descriptor.type)


def _of_store(op: Any) -> Sequence[Effect]:
    write_ = Effect(Access.WRITE, op.descriptor, None, Milestone.WRITTEN)
    return (Effect(Access.READ, op.src, None, Milestone.SOURCE_READ), write_)


@define("nvgpu.tma.async.store", HasEffects(_of_store), ConcernsOtherThreads())
class TmaAsyncStoreOp(IRDLOperation):
    """`nvgpu.tma.async.store`: start to move a tile out of the memory of the workgroup."""

    src = operand_def(MemRefType)
    descriptor = operand_def(TensorMapDescriptorType)
    coordinates = var_operand_def(IndexType)
    predicate = opt_operand_def(i1)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%m to %d[%i, ...] (, predicate = %p)? attributes : type -> type`."""
        memory, descriptor, places = read(parser, OPERAND, "to", OPERAND, parse_indices)
        predicate = _parse_predicate(parser)
        attributes = parser.parse_optional_attr_dict()
        types = read(parser, ":", TYPE, "->", _MAP)
        values = [parser.resolve_operand(n, of) for n, of in zip((memory, descriptor), types, strict=True)]
        return with_attributes(cls(operands=[*values, places, predicate]), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.src, " to ", self.descriptor, "[", self.coordinates, "]")
        write(printer, *_predicate_text(self.predicate), self.attributes)
        write(printer, " : ", self.src.type, " -> ", *_shown(self.descriptor))

    def verify_(self) -> None:
        """Check the descriptor, the memory and the coordinates."""
        _verify_descriptor(self.descriptor.type, self.src.type)
        _verify_coordinates(len(self.coordinates), self.descriptor.type)


@define("nvgpu.warpgroup.generate.descriptor", touches(Access.READ, 0), ConcernsOtherThreads())
class WarpgroupGenerateDescriptorOp(IRDLOperation):
    """`nvgpu.warpgroup.generate.descriptor`: a matrix in the memory of the workgroup, for a product."""

    tensor = operand_def(MemRefType)
    tensor_map = operand_def(TensorMapDescriptorType)
    descriptor = result_def(WarpgroupDescriptorType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%m, %d attributes : type, type -> type`."""
        return _parse_listed(cls, parser, (TYPE, _MAP), _MATRIX)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.operands, self.attributes, " : ", self.tensor.type, ", ")
        write(printer, *_shown(self.tensor_map), " -> ", *_shown(self.descriptor))

    def verify_(self) -> None:
        """Check the descriptor."""
        descriptor: Any = self.tensor_map.type
        _verify_descriptor(descriptor)
        if descriptor.swizzle.data != "swizzle_128b":
            raise VerifyException("supports only swizzle_128b is supported for the time being")


_F8 = (Float8E5M2Type(), Float8E4M3FNType())
_SHORT = (*range(8, 33, 8), *range(48, 257, 16))


def _is_allowed(result: Attribute, element: Attribute) -> bool:
    """Whether there is an instruction for matrices of such elements."""
    if element == FloatTF32Type():
        return result == f32
    if element in (i8, i1):
        return result == i16
    return element in (f16, bf16, *_F8) and result in (f32, f16)


def _fits_columns(columns: int, element: Attribute) -> bool:
    if element in (i8, i1):
        return columns in _SHORT
    is_float = element in (f16, bf16, f32, FloatTF32Type(), *_F8)
    return is_float and columns % 8 == 0 and 8 <= columns <= _LONGEST


@define("nvgpu.warpgroup.mma", MEETS_THREADS, ConcernsOtherThreads())
class WarpgroupMmaOp(IRDLOperation):
    """`nvgpu.warpgroup.mma`: a matrix and the product of two."""

    descriptor_a = operand_def(WarpgroupDescriptorType)
    descriptor_b = operand_def(WarpgroupDescriptorType)
    wait_group = opt_prop_def(IntegerAttr.constr(i64), prop_name="waitGroup")
    transpose_a = opt_prop_def(UnitAttr, prop_name="transposeA")
    transpose_b = opt_prop_def(UnitAttr, prop_name="transposeB")
    matrix_c = operand_def(WarpgroupAccumulatorType)
    matrix_d = result_def(WarpgroupAccumulatorType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%a, %b, %c attributes : type, type, type -> type`."""
        return _parse_listed(cls, parser, (_MATRIX, _MATRIX, _SUM), _SUM)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        shown = {**self.properties, **self.attributes}
        if shown.get("waitGroup") == IntegerAttr(1, i64):
            del shown["waitGroup"]
        write(printer, " ", self.operands, shown, " : ", [_shown(value) for value in self.operands])
        write(printer, " -> ", *_shown(self.matrix_d))

    def verify_(self) -> None:
        """Check the shapes and the elements."""
        operands: list[Any] = [value.type for value in self.operands]
        if self.transpose_a is not None and self.transpose_b is None:
            raise VerifyException(
                "supports non-transpose A (Row Major) and transpose B (Column Major) for the time being"
            )
        if operands[2] != self.matrix_d.type:
            raise VerifyException("type of matrix C and matrix D must be the same")
        types: list[Any] = [operands[0].tensor, operands[1].tensor, operands[2].fragmented]
        shapes = [tuple(type_.get_shape()) for type_ in types]
        if any(len(shape) != 2 for shape in shapes):
            raise VerifyException("has matrices A, B, C and D, they must be 2 dimensional")
        (rows, inner), (inner_too, columns), result = shapes
        if inner != inner_too or result != (rows, columns):
            raise VerifyException(f"the shapes {shapes} are not those of a product")
        of_a, of_b, of_c = (type_.element_type for type_ in types)
        if of_a != of_b or not _is_allowed(of_c, of_a):
            raise VerifyException(f"{of_c} += {of_a} * {of_b}, it is not supported.")
        if not _fits_columns(columns, of_a):
            raise VerifyException(f"has input type {of_a} n is set to {columns}, it is not supported")
        if of_c != f32 and of_a not in (f16, bf16):
            raise VerifyException(f"hit a limitation: {of_c} += {of_a} * {of_b}, it is not supported yet")


@define("nvgpu.warpgroup.mma.store", touches(Access.WRITE, 1), ConcernsOtherThreads())
class WarpgroupMmaStoreOp(IRDLOperation):
    """`nvgpu.warpgroup.mma.store`: write a matrix that is spread over the threads of a warpgroup."""

    matrix = operand_def(WarpgroupAccumulatorType)
    dst = operand_def(MemRefType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%c, %m attributes : type to type`."""
        names = read(parser, OPERAND, ",", OPERAND)
        attributes = parser.parse_optional_attr_dict()
        types = read(parser, ":", _SUM, "to", TYPE)
        values = [parser.resolve_operand(name, of) for name, of in zip(names, types, strict=True)]
        return parsed(cls, values, (), {}, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(
            printer, " ", self.operands, self.attributes, " : ", *_shown(self.matrix), " to ", self.dst.type
        )

    def verify_(self) -> None:
        """Check the elements and the shape."""
        types: list[Any] = [value.type for value in self.operands]
        vector, memref = types[0].fragmented, types[1]
        if vector.element_type != f32:
            raise VerifyException("hit a limitation: only f32 results for the time being")
        if tuple(vector.get_shape())[:2] != tuple(memref.get_shape())[:2]:
            raise VerifyException(
                f"results {vector}; however, destination {memref} does not have same size as results"
            )


@define("nvgpu.warpgroup.mma.init.accumulator", MEETS_THREADS, ConcernsOtherThreads())
class WarpgroupMmaInitAccumulatorOp(IRDLOperation):
    """`nvgpu.warpgroup.mma.init.accumulator`: a matrix of zeros, spread over the threads of a warpgroup."""

    matrix = result_def(WarpgroupAccumulatorType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `attributes -> type`."""
        attributes = parser.parse_optional_attr_dict()
        return parsed(cls, (), read(parser, "->", _SUM), {}, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, self.attributes, " -> ", *_shown(self.matrix))

    def verify_(self) -> None:
        """Check the shape."""
        accumulator: Any = self.matrix.type
        vector = accumulator.fragmented
        rows, columns = vector.get_shape()
        if rows % 64 or not _fits_columns(columns, vector.element_type):
            raise VerifyException(
                f"has type {vector.element_type} and shape {rows} x {columns}, which is not supported"
            )
