"""`linalg.softmax`, and `linalg.pack` and `linalg.unpack`, which cut a tensor into tiles and put it together again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Self

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.dialects.utils import parse_dynamic_index_list_without_types, print_dynamic_index_list

from asyncir.dialects.define import define
from asyncir.dialects.effect_types import Access, Effect, HasEffects
from asyncir.dialects.linalg_structured import (
    SHAPED,
    dictionary,
    element_of,
    extents_of,
    parse_ins_and_outs,
    split_attributes,
    tensor_types,
)
from asyncir.dialects.memref_layout import Extent, all_compatible
from asyncir.dialects.shaped import STATIC_LIST
from asyncir.dialects.syntax import INTEGER, OPERAND, TYPE, arrow, given, read, typed, write
from asyncir.ir import (
    Attribute,
    AttrSizedOperandSegments,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    MemRefType,
    Parser,
    Printer,
    Pure,
    SSAValue,
    TensorType,
    VerifyException,
    i32,
    i64,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)


def _softmax_effects(op: SoftmaxOp) -> Iterable[Effect]:
    if isinstance(op.input.type, MemRefType):
        yield Effect(Access.READ, op.input)
    if isinstance(op.output.type, MemRefType):
        yield Effect(Access.WRITE, op.output)


@define("linalg.softmax", HasEffects(_softmax_effects))
class SoftmaxOp(IRDLOperation):
    """`linalg.softmax`: `exp(x - max)` of each element, divided by the sum of them along a dimension.

    %r = linalg.softmax dimension(1) ins(%a : T) outs(%b : T) -> T
    """

    input = operand_def(SHAPED)
    output = operand_def(SHAPED)
    dimension = prop_def(IntegerAttr)
    result = var_result_def(TensorType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        mine, others = split_attributes(cls, parser.parse_optional_attr_dict())
        (dimension,) = read(parser, "dimension", "(", INTEGER, ")")
        start = parser.pos
        ins, outs = parse_ins_and_outs(parser)
        to: Attribute | None = given("->", TYPE)(parser)
        if len(ins) != 1 or len(outs) != 1:
            parser.raise_error("expected one input and one output", start, parser.pos)
        return cls.create(
            operands=[*ins, *outs],
            result_types=[] if to is None else [to],
            properties={**mine, "dimension": IntegerAttr(dimension, i64)},
            attributes=others,
        )

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        shown = dictionary(self, "dimension")
        write(printer, *((shown,) if shown else ()), f" dimension({self.dimension.value.data})")
        write(printer, " ins(", *typed([self.input]), ") outs(", *typed([self.output]), ")")
        write(printer, *arrow(self.result_types))

    def verify_(self) -> None:
        """Check the shapes and the dimension."""
        shape, out = extents_of(self.input.type), extents_of(self.output.type)
        if len(shape) != len(out) or not all_compatible(shape, out):
            raise VerifyException("incompatible output shape")
        if not 0 <= int(self.dimension.value.data) < len(shape):
            raise VerifyException("incorrect dimension specified")
        if element_of(self.input.type) != element_of(self.output.type):
            raise VerifyException("failed to verify that input and output have same element type")
        tensors = tensor_types([self.output])
        if len(tensors) != len(self.results):
            raise VerifyException(
                f"expected the number of tensor results ({len(self.results)}) to be equal to the number of "
                f"output tensors ({len(tensors)})"
            )
        for of, result in zip(tensors, self.result_types, strict=True):
            if of != result:
                raise VerifyException(
                    f"expected type of operand #1 ('{of}') to match type of corresponding result ('{result}')"
                )


def _dense(numbers: Sequence[int]) -> DenseArrayBase[Any]:
    return DenseArrayBase.from_list(i64, list(numbers))


def _parse_numbers(parser: Parser) -> DenseArrayBase[Any]:
    """Parse `= [1, 0]`."""
    parser.parse_punctuation("=")
    return _dense(parser.parse_comma_separated_list(Parser.Delimiter.SQUARE, parser.parse_integer))


class _TilingOp(IRDLOperation):
    """An op between a tensor and the same tensor in tiles, which have the last dimensions."""

    PADS: ClassVar[bool] = False

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        source, start = parser.parse_unresolved_operand(), parser.pos
        padding: list[SSAValue] = []
        if cls.PADS and parser.parse_optional_keyword("padding_value") is not None:
            name, of = read(parser, "(", OPERAND, ":", TYPE, ")")
            padding.append(parser.resolve_operand(name, of))
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("outer_dims_perm") is not None:
            properties["outer_dims_perm"] = _parse_numbers(parser)
        parser.parse_keyword("inner_dims_pos")
        properties["inner_dims_pos"] = _parse_numbers(parser)
        parser.parse_keyword("inner_tiles")
        parser.parse_punctuation("=")
        names, static = parse_dynamic_index_list_without_types(parser, DYNAMIC_INDEX)
        tiles = [parser.resolve_operand(name, IndexType()) for name in names]
        parser.parse_keyword("into")
        into = parser.parse_unresolved_operand()
        mine, others = split_attributes(cls, parser.parse_optional_attr_dict())
        of, to = read(parser, ":", TYPE, "->", TYPE)
        operands = [*parser.resolve_operands([source, into], [of, to], start), *padding, *tiles]
        properties |= {**mine, "static_inner_tiles": _dense(static)}
        if cls.PADS:
            sizes = (1, 1, len(padding), len(tiles))
            properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, sizes)
        return cls.create(operands=operands, result_types=[to], properties=properties, attributes=others)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        op: Any = self
        write(printer, " ", op.source)
        if self.PADS and op.padding_value is not None:
            write(printer, " padding_value(", *typed([op.padding_value]), ")")
        for name in ("outer_dims_perm", "inner_dims_pos"):
            if name in self.properties:
                write(printer, f" {name} = [", [*self.numbers(name)], "]")
        write(printer, " inner_tiles = ")
        print_dynamic_index_list(printer, DYNAMIC_INDEX, op.inner_tiles, self.numbers("static_inner_tiles"))
        hidden = ("outer_dims_perm", "inner_dims_pos", "static_inner_tiles")
        shown = dictionary(self, *hidden)
        write(printer, " into ", op.dest, *((shown,) if shown else ()))
        write(printer, " : ", op.source.type, " -> ", op.dest.type)

    def numbers(self, name: str) -> tuple[int, ...]:
        """The numbers of a property; none if it is missing."""
        found: Any = self.properties.get(name)
        return () if found is None else tuple(int(number) for number in found.get_values())

    @property
    def tile_sizes(self) -> tuple[Extent, ...]:
        """The sizes of a tile; None for those that are operands."""
        return tuple(None if n == DYNAMIC_INDEX else n for n in self.numbers("static_inner_tiles"))

    def verify_between(self, plain: Attribute, tiled: Attribute) -> None:
        """Check the numbers, and the type of the tensor in tiles against the other."""
        op: Any = self
        if op.result.type != op.dest.type:
            raise VerifyException("failed to verify that result type matches type of dest")
        tiles, shape, packed = self.tile_sizes, extents_of(plain), extents_of(tiled)
        where, order = self.numbers("inner_dims_pos"), self.numbers("outer_dims_perm")
        if tiles.count(None) != len(op.inner_tiles):
            raise VerifyException("expected as many dynamic tile sizes as operands")
        if 0 in tiles:
            raise VerifyException("invalid zero tile factor")
        for name, dims in (("inner_dims_pos", where), ("outer_dims_perm", order)):
            if len(set(dims)) != len(dims) or not set(dims) <= set(range(len(shape))):
                raise VerifyException(f"invalid {name} vector")
        if order and len(order) != len(shape):
            raise VerifyException("outer_dims_perm must be a permutation or empty")
        if len(tiles) > len(shape):
            raise VerifyException(
                "tiling factors must be less than or equal to the input rank for pack or output rank for unpack"
            )
        if len(tiles) != len(where):
            raise VerifyException("tiling factors must equal the number of dimensions to tile")
        if len(packed) != len(shape) + len(tiles):
            raise VerifyException("packed rank != (unpacked rank + num tiling factors)")
        self._verify_packed(plain, tiled)

    def _verify_packed(self, plain: Attribute, tiled: Attribute) -> None:
        tiles, packed = self.tile_sizes, extents_of(tiled)
        inner = packed[len(packed) - len(tiles) :]
        if any(size != tile for size, tile in zip(inner, tiles, strict=True)):
            raise VerifyException(
                "mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type"
            )
        wanted = (*self.outer_sizes(plain), *tiles)
        if not all_compatible(wanted, packed):
            expected = TensorType(element_of(plain), [-1 if size is None else size for size in wanted])
            raise VerifyException(f"expected '{expected}' for the packed domain value, got '{tiled}'")

    def outer_sizes(self, plain: Attribute) -> tuple[Extent, ...]:
        """How many tiles there are along each dimension of the tensor in tiles."""
        sizes = list(extents_of(plain))
        for dim, tile in zip(self.numbers("inner_dims_pos"), self.tile_sizes, strict=True):
            size = sizes[dim]
            sizes[dim] = None if size is None or tile is None else -(-size // tile)
        return tuple(sizes[dim] for dim in self.numbers("outer_dims_perm") or range(len(sizes)))


@define("linalg.pack", Pure())
class PackOp(_TilingOp):
    """`linalg.pack`: a tensor cut into tiles; what a tile has beyond the end of the tensor is the padding value."""

    PADS: ClassVar[bool] = True
    source = operand_def(TensorType)
    dest = operand_def(TensorType)
    padding_value = opt_operand_def()
    inner_tiles = var_operand_def(IndexType)
    outer_dims_perm = opt_prop_def(STATIC_LIST)
    inner_dims_pos = prop_def(STATIC_LIST)
    static_inner_tiles = prop_def(STATIC_LIST)
    result = result_def(TensorType)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    def verify_(self) -> None:
        """Check the type in tiles, and that there is a padding value if tiles are not full."""
        self.verify_between(self.source.type, self.dest.type)
        element = element_of(self.source.type)
        if self.padding_value is not None:
            if self.padding_value.type != element:
                raise VerifyException(
                    f"expected padding_value has '{element}' but got: '{self.padding_value.type}'"
                )
            return
        shape = extents_of(self.source.type)
        for dim, tile in zip(self.numbers("inner_dims_pos"), self.tile_sizes, strict=True):
            size = shape[dim]
            if size is not None and tile is not None and size % tile:
                raise VerifyException(
                    "invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set"
                )


@define("linalg.unpack", Pure())
class UnpackOp(_TilingOp):
    """`linalg.unpack`: a tensor put together from its tiles; what they have beyond its end is left out."""

    source = operand_def(TensorType)
    dest = operand_def(TensorType)
    inner_tiles = var_operand_def(IndexType)
    outer_dims_perm = opt_prop_def(STATIC_LIST)
    inner_dims_pos = prop_def(STATIC_LIST)
    static_inner_tiles = prop_def(STATIC_LIST)
    result = result_def(TensorType)

    def verify_(self) -> None:
        """Check the type in tiles."""
        self.verify_between(self.dest.type, self.source.type)
