"""gpu: what the threads of a block or of a subgroup do together: reduce, shuffle, broadcast, or let one of them work."""

from __future__ import annotations

from typing import Any, Self

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import SpacedOpaqueSyntaxAttribute
from xdsl.utils.str_enum import StrEnum

from asyncir.dialects.define import define
from asyncir.dialects.effect_types import always
from asyncir.dialects.ending_values import EndsWithValues
from asyncir.dialects.execution_traits import ConcernsOtherThreads
from asyncir.dialects.queue_effects import MEETS_THREADS
from asyncir.dialects.syntax import (
    INTEGER,
    OPERAND,
    SQUARES,
    ended,
    parse_arrow_types,
    parse_typed_values,
    read,
    typed,
    with_attributes,
    write,
)
from asyncir.dialects.vector_reductions import CombiningKindFlag
from asyncir.ir import (
    AnyFloat,
    Attribute,
    IndexType,
    IntegerAttr,
    IntegerType,
    IRDLOperation,
    IsolatedFromAbove,
    IsTerminator,
    Operation,
    Parser,
    Printer,
    Pure,
    RecursiveMemoryEffect,
    ReturnLike,
    UnitAttr,
    VectorType,
    VerifyException,
    i1,
    i32,
    i64,
    irdl_attr_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    var_operand_def,
    var_result_def,
)


@irdl_attr_definition
class ReductionAttr(EnumAttribute[CombiningKindFlag], SpacedOpaqueSyntaxAttribute):
    """`#gpu<all_reduce_op add>`: how numbers are combined."""

    name = "gpu.all_reduce_op"


class ShuffleMode(StrEnum):
    """From which lane a value comes."""

    XOR = "xor"
    DOWN = "down"
    UP = "up"
    IDX = "idx"


@irdl_attr_definition
class ShuffleModeAttr(EnumAttribute[ShuffleMode], SpacedOpaqueSyntaxAttribute):
    """`#gpu<shuffle_mode xor>`: from which lane a value comes."""

    name = "gpu.shuffle_mode"


class Broadcast(StrEnum):
    """The lane whose value all get."""

    FIRST = "first_active_lane"
    SPECIFIC = "specific_lane"


@irdl_attr_definition
class BroadcastAttr(EnumAttribute[Broadcast], SpacedOpaqueSyntaxAttribute):
    """`#gpu<broadcast first_active_lane>`: the lane whose value all get."""

    name = "gpu.broadcast"


_OF_FLOATS = (
    CombiningKindFlag.MINNUMF,
    CombiningKindFlag.MAXNUMF,
    CombiningKindFlag.MINIMUMF,
    CombiningKindFlag.MAXIMUMF,
)
_NONE = i32.signedness
_OF_BOTH = (CombiningKindFlag.ADD, CombiningKindFlag.MUL)


def _verify_number(type_: Any, *, or_vector: bool) -> None:
    """Check that it is a number, or a vector of numbers."""
    element: Any = type_
    if or_vector and type_.name == "vector" and len(type_.get_shape()) == 1:
        element = type_ if any(type_.get_scalable_dims()) else type_.element_type
    signedness: Any = getattr(element, "signedness", _NONE)
    if signedness != _NONE or not isinstance(element, IntegerType | AnyFloat):
        raise VerifyException(f"operand #0 must be Integer or Float, but got {type_}")


def _element(type_: Any) -> Any:
    return getattr(type_, "element_type", type_)


def _verify_reduction(kind: CombiningKindFlag, type_: Attribute) -> None:
    """Check that numbers of this type are combined in this way."""
    element = _element(type_)
    fits = kind in _OF_BOTH or isinstance(element, AnyFloat if kind in _OF_FLOATS else IntegerType)
    if not fits:
        raise VerifyException(f"`{kind}` reduction operation is not compatible with type {type_}")


def _verify_same(op: Operation) -> None:
    if op.operands[0].type != op.results[0].type:
        raise VerifyException("requires the same type for all operands and results")


def _choice(parser: Parser, kind: type[StrEnum]) -> Any:
    """Parse a word of an enumeration."""
    start = parser.pos
    word = parser.parse_optional_identifier()
    if word is None or word not in list(kind):
        parser.raise_error(f"expected one of {', '.join(kind)}", start, parser.pos)
    return kind(word)


@define("gpu.yield", Pure(), ReturnLike(), IsTerminator())
class YieldOp(EndsWithValues):
    """`gpu.yield`: end a region of the gpu dialect with the values that the op around asks for."""

    assembly_format = "attr-dict ($arguments^ `:` type($arguments))?"


@define("gpu.all_reduce", MEETS_THREADS, IsolatedFromAbove(), ConcernsOtherThreads())
class AllReduceOp(IRDLOperation):
    """`gpu.all_reduce`: combine the values of all threads of a block; each gets the result.

    %s = gpu.all_reduce add %x uniform {} : (f32) -> f32
    """

    value = operand_def()
    op = opt_prop_def(ReductionAttr)
    uniform = opt_prop_def(UnitAttr)
    result = result_def()
    body = region_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `kind? %x uniform? { ... } attributes : (T) -> T`."""
        kind = None
        if not parser._current_token.text.startswith("%"):  # pyright: ignore[reportPrivateUsage]
            kind = ReductionAttr(_choice(parser, CombiningKindFlag))
        name = parser.parse_unresolved_operand()
        uniform = parser.parse_optional_keyword("uniform") is not None
        body = parser.parse_region()
        attributes = parser.parse_optional_attr_dict()
        value, type_ = _parse_of_one(parser, name)
        op = cls(
            operands=[value],
            result_types=[type_],
            properties={"op": kind, "uniform": UnitAttr() if uniform else None},
            regions=[body],
        )
        return with_attributes(op, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", *(() if self.op is None else (f" {self.op.data}",)), " ", self.value)
        write(printer, " uniform " if self.uniform else " ")
        printer.print_region(self.body, print_empty_block=False)
        write(printer, self.attributes, " : (", self.value.type, ") -> ", self.result.type)

    def verify_(self) -> None:
        """Check what mlir-opt 22 checks: the types, and that either the kind or the region says how."""
        _verify_number(self.value.type, or_vector=False)
        _verify_same(self)
        blocks = list(self.body.blocks)
        if bool(blocks) == (self.op is not None):
            raise VerifyException("expected either an op attribute or a non-empty body")
        if self.op is not None:
            _verify_reduction(self.op.data, self.value.type)
            return
        if len(blocks[0].args) != 2:
            raise VerifyException("expected two region arguments")
        if any(argument.type != self.value.type for argument in blocks[0].args):
            raise VerifyException("incorrect region argument type")
        yields = [last for block in blocks if isinstance(last := block.last_op, YieldOp)]
        for each in yields:
            if len(each.operands) != 1:
                raise VerifyException("expected one gpu.yield operand")
            if each.operands[0].type != self.value.type:
                raise VerifyException("incorrect gpu.yield type")
        if not yields:
            raise VerifyException("expected gpu.yield op in region")


def _parse_of_one(parser: Parser, name: Any) -> tuple[Any, Attribute]:
    """Parse `: (T) -> U`: the value of this name, and the type of the result."""
    start = parser.pos
    parser.parse_punctuation(":")
    type_ = parser.parse_function_type()
    if len(type_.inputs) != 1 or len(type_.outputs) != 1:
        parser.raise_error("one operand and one result are expected", start, parser.pos)
    return parser.resolve_operand(name, type_.inputs.data[0]), type_.outputs.data[0]


@define("gpu.subgroup_reduce", MEETS_THREADS, ConcernsOtherThreads())
class SubgroupReduceOp(IRDLOperation):
    """`gpu.subgroup_reduce`: combine the values of the threads of a subgroup, or of clusters of them.

    %s = gpu.subgroup_reduce add %x cluster(size = 4, stride = 2) : (f32) -> f32
    """

    value = operand_def()
    op = prop_def(ReductionAttr)
    uniform = opt_prop_def(UnitAttr)
    cluster_size = opt_prop_def(IntegerAttr[IntegerType])
    cluster_stride = opt_prop_def(IntegerAttr[IntegerType])
    result = result_def()

    @property
    def stride(self) -> int:
        """How far apart the lanes of a cluster are."""
        return 1 if self.cluster_stride is None else self.cluster_stride.value.data

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `kind %x uniform? (cluster(size = n (, stride = n)?))? attributes : (T) -> T`."""
        properties: dict[str, Attribute] = {"op": ReductionAttr(_choice(parser, CombiningKindFlag))}
        name = parser.parse_unresolved_operand()
        if parser.parse_optional_keyword("uniform") is not None:
            properties["uniform"] = UnitAttr()
        properties["cluster_stride"] = IntegerAttr(1, i32)
        if parser.parse_optional_keyword("cluster") is not None:
            (size,) = read(parser, "(", "size", "=", INTEGER)
            properties["cluster_size"] = IntegerAttr(size, i32)
            if parser.parse_optional_punctuation(",") is not None:
                (stride,) = read(parser, "stride", "=", INTEGER)
                properties["cluster_stride"] = IntegerAttr(stride, i32)
            parser.parse_punctuation(")")
        attributes = parser.parse_optional_attr_dict()
        value, type_ = _parse_of_one(parser, name)
        op = cls(operands=[value], result_types=[type_], properties=properties)
        return with_attributes(op, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, f"  {self.op.data} ", self.value, " uniform" if self.uniform else "")
        if self.cluster_size is not None:
            stride = "" if self.stride == 1 else f", stride = {self.stride}"
            write(printer, f" cluster(size = {self.cluster_size.value.data}{stride})")
        write(printer, self.attributes, " : (", self.value.type, ") -> ", self.result.type)

    def verify_(self) -> None:
        """Check what mlir-opt 22 checks: the types, the kind, the clusters."""
        _verify_number(self.value.type, or_vector=True)
        _verify_same(self)
        _verify_reduction(self.op.data, self.value.type)
        size = self.cluster_size
        if size is not None and not _is_power_of_two(size.value.data):
            raise VerifyException(f"cluster size {size.value.data} is not a power of two")
        if self.stride != 1 and size is None:
            raise VerifyException("cluster stride can only be specified if cluster size is specified")
        if not _is_power_of_two(self.stride):
            raise VerifyException(f"cluster stride {self.stride} is not a power of two")


def _is_power_of_two(number: int) -> bool:
    return number > 0 and not number & (number - 1)


TOGETHER = (always(), ConcernsOtherThreads())
"""The op touches no memory; it looks at values of other threads, so that it is not executed where the program does not."""


@define("gpu.shuffle", *TOGETHER)
class ShuffleOp(IRDLOperation):
    """`gpu.shuffle`: the value of another lane of the subgroup, and whether there is such a lane.

    %v, %valid = gpu.shuffle xor %x, %offset, %width : f32
    """

    value = operand_def()
    offset = operand_def(i32)
    width = operand_def(i32)
    mode = prop_def(ShuffleModeAttr)
    shuffle_result = result_def()
    valid = result_def(i1)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `mode %x, %offset, %width attributes : T`."""
        mode = ShuffleModeAttr(_choice(parser, ShuffleMode))
        names = read(parser, OPERAND, ",", OPERAND, ",", OPERAND)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        values = [parser.resolve_operand(name, of) for name, of in zip(names, (type_, i32, i32), strict=True)]
        return with_attributes(
            cls(operands=values, result_types=[type_, i1], properties={"mode": mode}), attributes
        )

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, f"  {self.mode.data} ", self.operands, self.attributes, " : ", self.value.type)

    def verify_(self) -> None:
        """Check the types."""
        _verify_number(self.value.type, or_vector=True)
        _verify_same(self)


@define("gpu.rotate", *TOGETHER)
class RotateOp(IRDLOperation):
    """`gpu.rotate`: the value of the lane that comes so many behind this one, around in a width.

    %v, %valid = gpu.rotate %x, 1, 16 : f32
    """

    value = operand_def()
    offset = prop_def(IntegerAttr[IntegerType])
    width = prop_def(IntegerAttr[IntegerType])
    rotate_result = result_def()
    valid = result_def(i1)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%x, offset, width attributes : T`."""
        name, offset, width = read(parser, OPERAND, ",", INTEGER, ",", INTEGER)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        properties = {"offset": IntegerAttr(offset, i32), "width": IntegerAttr(width, i32)}
        value = parser.resolve_operand(name, type_)
        return with_attributes(
            cls(operands=[value], result_types=[type_, i1], properties=properties), attributes
        )

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.value, f", {self.offset.value.data}, {self.width.value.data}")
        write(printer, self.attributes, " : ", self.value.type)

    def verify_(self) -> None:
        """Check the types, the offset and the width."""
        _verify_number(self.value.type, or_vector=True)
        _verify_same(self)
        offset, width = self.offset.value.data, self.width.value.data
        if self.offset.type != i32 or self.width.type != i32 or not _is_power_of_two(width):
            raise VerifyException(
                "attribute 'width' failed to satisfy constraint: whose value is a power of two > 0"
            )
        if not 0 <= offset < width:
            raise VerifyException(f"offset must be in the range [0, {width})")


@define("gpu.subgroup_broadcast", *TOGETHER)
class SubgroupBroadcastOp(IRDLOperation):
    """`gpu.subgroup_broadcast`: the value of one lane of the subgroup, for all.

    %v = gpu.subgroup_broadcast %x, specific_lane %lane : f32
    """

    src = operand_def()
    lane = opt_operand_def(i32)
    broadcast_type = prop_def(BroadcastAttr)
    result = result_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%x, which %lane? attributes : T`."""
        (name,) = read(parser, OPERAND, ",")
        kind = BroadcastAttr(_choice(parser, Broadcast))
        lane = parser.parse_optional_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        lanes = [] if lane is None else [parser.resolve_operand(lane, i32)]
        op = cls(
            operands=[parser.resolve_operand(name, type_), lanes],
            result_types=[type_],
            properties={"broadcast_type": kind},
        )
        return with_attributes(op, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.src, f",  {self.broadcast_type.data}")
        write(printer, *(() if self.lane is None else (" ", self.lane)))
        write(printer, self.attributes, " : ", self.result.type)

    def verify_(self) -> None:
        """Check the types, and that a lane is given where one is asked for."""
        _verify_same(self)
        if self.broadcast_type.data is Broadcast.FIRST and self.lane is not None:
            raise VerifyException("lane can only be specified for `specific_lane` broadcast")
        if self.broadcast_type.data is Broadcast.SPECIFIC and self.lane is None:
            raise VerifyException("lane must be specified for `specific_lane` broadcast")


@define("gpu.warp_execute_on_lane_0", RecursiveMemoryEffect(), ConcernsOtherThreads())
class WarpExecuteOnLane0Op(IRDLOperation):
    """`gpu.warp_execute_on_lane_0`: the region is executed by the first lane, for all of them.

    %r = gpu.warp_execute_on_lane_0(%lane)[32] args(%v : vector<4xi32>) -> (vector<1xf32>) {
    ^bb0(%all: vector<128xi32>):
      gpu.yield %x : vector<32xf32>
    }
    """

    laneid = operand_def(IndexType)
    args = var_operand_def()
    warp_size = prop_def(IntegerAttr[IntegerType])
    res = var_result_def()
    warp_region = region_def("single_block")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(%lane)[n] (args(%v : T, ...))? (-> (T, ...))? { ... } attributes`."""
        (name,) = read(parser, "(", OPERAND, ")")
        (size,) = parser.parse_comma_separated_list(SQUARES, parser.parse_integer)
        values: list[Any] = []
        if parser.parse_optional_keyword("args") is not None:
            (values,) = read(parser, "(", parse_typed_values, ")")
        types = parse_arrow_types(parser)
        body = ended(parser.parse_region(), YieldOp)
        op = cls(
            operands=[parser.resolve_operand(name, IndexType()), values],
            result_types=[types],
            properties={"warp_size": IntegerAttr(size, i64)},
            regions=[body],
        )
        return with_attributes(op, parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, "(", self.laneid, f")[{self.warp_size.value.data}]")
        write(printer, *((" args(", *typed(self.args), ")") if self.args else ()))
        write(printer, *((" -> (", self.res.types, ")") if self.res else ()), " ")
        last = self.warp_region.block.last_op
        printer.print_region(
            self.warp_region,
            print_empty_block=False,
            print_block_terminators=bool(last is not None and (last.operands or last.attributes)),
        )
        write(printer, self.attributes)

    def verify_(self) -> None:
        """Check what mlir-opt 22 checks: arguments and results, and how each is distributed."""
        block = self.warp_region.block
        if len(block.args) != len(self.args):
            raise VerifyException("expected same number op arguments and block arguments.")
        last = block.last_op
        if not isinstance(last, YieldOp):
            raise VerifyException("expects regions to end with 'gpu.yield'")
        if len(last.operands) != len(self.res):
            raise VerifyException("expected same number of yield operands and return values.")
        for whole, part in (
            *zip(block.args, self.args, strict=True),
            *zip(last.operands, self.res, strict=True),
        ):
            _verify_distributed(whole.type, part.type, self.warp_size.value.data)


def _verify_distributed(whole: Any, part: Any, lanes: int) -> None:
    """Check that the parts of as many lanes are the whole, or that each lane has it."""
    if whole == part:
        return
    if not isinstance(whole, VectorType) or not isinstance(part, VectorType):
        raise VerifyException("expected vector type for distributed operands.")
    shapes: list[Any] = [whole.get_shape(), part.get_shape()]
    if len(shapes[0]) != len(shapes[1]) or _element(whole) != _element(part):
        raise VerifyException("expected distributed vectors to have same rank and element type.")
    scale = 1
    for dimension, (all_, own) in enumerate(zip(*shapes, strict=True)):
        if all_ % own:
            raise VerifyException(
                f"expected expanded vector dimension #{dimension} ({all_}) to be a multiple of the distributed "
                f"vector dimension ({own})"
            )
        scale *= all_ // own
    if scale != lanes:
        raise VerifyException(
            f"incompatible distribution dimensions from {whole} to {part} with warp size = {lanes}"
        )
