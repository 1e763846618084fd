"""The vector dialect: vectors of a fixed (or scalable) shape, and their way to and from memory.

The ops of MLIR 22's `VectorOps.td`; the other files named `vector_...` hold some of the classes.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

from xdsl.dialects.utils import DynamicIndexList
from xdsl.dialects.utils.enum_attribute import EnumAttribute
from xdsl.utils.str_enum import StrEnum

from asyncir.dialects.define import define, dialect
from asyncir.dialects.effect_types import OUTPUT, Access, Effect, always
from asyncir.dialects.elementwise import FLOAT_TYPES, ElementsOf, element_type
from asyncir.dialects.memref_layout import Extent, extents, shape_of, types_of
from asyncir.dialects.narrowing import is_vector
from asyncir.dialects.syntax import InAngleBrackets, write
from asyncir.dialects.vector_memory import MASK
from asyncir.dialects.vector_shapes import STATIC_LIST, T_VECTOR, verify_elements
from asyncir.ir import (
    Attribute,
    IndexType,
    IntegerType,
    IRDLOperation,
    Parser,
    Printer,
    Pure,
    SSAValue,
    StringAttr,
    VarConstraint,
    VectorType,
    VerifyException,
    irdl_attr_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)


class PunctuationFlag(StrEnum):
    """What `vector.print` prints after the value."""

    NO_PUNCTUATION = "no_punctuation"
    NEWLINE = "newline"
    COMMA = "comma"
    OPEN = "open"
    CLOSE = "close"


@irdl_attr_definition
class PunctuationAttr(InAngleBrackets, EnumAttribute[PunctuationFlag]):
    """`#vector.punctuation<...>`: what `vector.print` prints after the value."""

    name = "vector.punctuation"


_NEWLINE = PunctuationAttr(PunctuationFlag.NEWLINE)
_NUMBERS = (IntegerType, IndexType, *FLOAT_TYPES)


@define("vector.broadcast", Pure())
class BroadcastOp(IRDLOperation):
    """`vector.broadcast`: repeat a scalar or a vector."""

    source = operand_def()
    vector = result_def(VectorType)
    assembly_format = "$source attr-dict `:` type($source) `to` type($vector)"

    def verify_(self) -> None:
        """Check that the source's dimensions are the last of the result, or 1."""
        verify_elements(self.source.type, self.vector.type)
        if not is_vector(self.source.type):
            return
        source, result = types_of(self.source, self.vector)
        inner, outer = shape_of(source), shape_of(result)
        if len(inner) > len(outer):
            raise VerifyException("source rank higher than destination rank")
        scalable = source.get_scalable_dims(), result.get_scalable_dims()[len(outer) - len(inner) :]
        for size, target, *kinds in zip(inner, outer[len(outer) - len(inner) :], *scalable, strict=True):
            if (size, kinds[0]) not in ((1, False), (target, kinds[1])):
                raise VerifyException(f"dimension mismatch ({size} vs. {target})")


class PositionOp(IRDLOperation):
    """An op at a position, each of whose indices is an integer or an operand."""

    traits = traits_def(Pure())
    custom_directives = (DynamicIndexList,)

    @property
    def static_indices(self) -> tuple[Extent, ...]:
        """The indices; None for those that are operands."""
        static: Any = self.properties["static_position"]
        return extents(static.get_values())

    def verify_position(self, vector: Attribute, part: Attribute) -> None:
        """Check the indices against the vector, and the part's type against what is there."""
        op: Any = self
        shape, indices = shape_of(vector), self.static_indices
        if indices.count(None) != len(op.dynamic_position):
            raise VerifyException(
                "mismatch between dynamic and static positions (kDynamic marker but no ...)"
            )
        if len(indices) > len(shape):
            raise VerifyException("expected position attribute of rank no greater than vector rank")
        for number, (index, size) in enumerate(zip(indices, shape, strict=False)):
            if index is not None and not -1 <= index < (size or 0):
                raise VerifyException(
                    f"expected position attribute #{number + 1} to be a non-negative integer smaller than the "
                    "corresponding vector dimension or poison (-1)"
                )
        verify_elements(vector, part)
        rest = shape[len(indices) :]
        # One element may be written as a vector of one element, but not as a vector of rank 0.
        fits = shape_of(part) == (rest or (1,)) if is_vector(part) else not rest
        if not fits:
            raise VerifyException(f"the position has the shape {rest}, not that of {part}")


@define("vector.extract")
class ExtractOp(PositionOp):
    """`vector.extract`: the element or the part at a position."""

    source = operand_def(VectorType)
    dynamic_position = var_operand_def(IndexType)
    static_position = prop_def(STATIC_LIST)
    result = result_def()
    assembly_format = (
        "$source `` custom<DynamicIndexList>($dynamic_position, $static_position) "
        "attr-dict `:` type($result) `from` type($source)"
    )

    def verify_(self) -> None:
        """Check the indices and the result's type."""
        self.verify_position(self.source.type, self.result.type)


@define("vector.insert")
class InsertOp(PositionOp):
    """`vector.insert`: the vector with another element or part at a position."""

    value_to_store = operand_def()
    dest = operand_def(T_VECTOR)
    dynamic_position = var_operand_def(IndexType)
    static_position = prop_def(STATIC_LIST)
    result = result_def(T_VECTOR)
    assembly_format = (
        "$value_to_store `,` $dest custom<DynamicIndexList>($dynamic_position, $static_position) "
        "attr-dict `:` type($value_to_store) `into` type($dest)"
    )

    def verify_(self) -> None:
        """Check the indices and the types."""
        self.verify_position(self.dest.type, self.value_to_store.type)


@define("vector.fma", Pure())
class FMAOp(IRDLOperation):
    """`vector.fma`: lhs * rhs + acc, rounded once."""

    T: ClassVar = VarConstraint("T", ElementsOf(FLOAT_TYPES, "vector of floating-point values"))
    lhs = operand_def(T)
    rhs = operand_def(T)
    acc = operand_def(T)
    result = result_def(T)
    assembly_format = "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)"

    def verify_(self) -> None:
        """Check that it is about vectors."""
        if not is_vector(self.lhs.type):
            raise VerifyException(
                f"operand #0 must be vector of floating-point values, but got '{self.lhs.type}'"
            )


@define("vector.print", always(Effect(Access.WRITE, OUTPUT)))
class PrintOp(IRDLOperation):
    """`vector.print`: print a string, or a value and a punctuation, which is a new line by default."""

    source = opt_operand_def()
    punctuation = prop_def(PunctuationAttr, default_value=_NEWLINE)
    string_literal = opt_prop_def(StringAttr, prop_name="stringLiteral")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(%v : type)? (str "...")? (punctuation <...>)? attributes`."""
        properties: dict[str, Attribute] = {"punctuation": _NEWLINE}
        operands: list[SSAValue] = []
        if (operand := parser.parse_optional_unresolved_operand()) is not None:
            parser.parse_punctuation(":")
            operands.append(parser.resolve_operand(operand, parser.parse_type()))
        clauses: dict[str, Any] = {"str": None, "punctuation": None}
        while (word := next(filter(parser.parse_optional_keyword, clauses), None)) is not None:
            if clauses[word] is not None:
                parser.raise_error(f"the clause `{word}` can appear at most once")
            if word == "str":
                clauses[word] = properties["stringLiteral"] = StringAttr(parser.parse_str_literal())
            else:
                parameter = PunctuationAttr.parse_parameter(parser)
                clauses[word] = properties["punctuation"] = PunctuationAttr.new(parameter)
        attributes = parser.parse_optional_attr_dict()
        return cls.create(operands=operands, properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `(%v : type)? (str "...")? (punctuation <...>)? attributes`."""
        if self.source is not None:
            write(printer, " ", self.source, " : ", self.source.type)
        if self.string_literal is not None:
            write(printer, " str ", self.string_literal)
        if self.punctuation != _NEWLINE:
            printer.print_string(" punctuation ")
            self.punctuation.print_parameter(printer)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        """Check the type, and that a string is printed alone."""
        of: Any = None if self.source is None else self.source.type
        printed = isinstance(element_type(of), _NUMBERS) if is_vector(of) else isinstance(of, _NUMBERS)
        if of is not None and not printed:
            raise VerifyException(f"operand #0 cannot be printed: '{of}'")
        if self.string_literal is not None and (self.source is not None or self.punctuation != _NEWLINE):
            raise VerifyException(
                "failed to verify that `source` or `punctuation` are not set when printing strings"
            )


@define("vector.create_mask", Pure())
class CreateMaskOp(IRDLOperation):
    """`vector.create_mask`: ones below the given sizes."""

    mask_dim_sizes = var_operand_def(IndexType)
    result = result_def(MASK)
    assembly_format = "$mask_dim_sizes attr-dict `:` type($result)"

    def verify_(self) -> None:
        """Check that there is a size for each dimension."""
        if max(len(shape_of(self.result.type)), 1) != len(self.mask_dim_sizes):
            raise VerifyException("must specify an operand for each result vector dimension")


@define("vector.constant_mask", Pure())
class ConstantMaskOp(IRDLOperation):
    """`vector.constant_mask`: ones below the given constant sizes."""

    mask_dim_sizes = prop_def(STATIC_LIST)
    result = result_def(MASK)
    assembly_format = "$mask_dim_sizes attr-dict `:` type($result)"

    def verify_(self) -> None:
        """Check that there is a size for each dimension, within its bounds."""
        attribute: Any = self.mask_dim_sizes
        sizes, shape = attribute.get_values(), shape_of(self.result.type) or (1,)
        if len(sizes) != len(shape):
            raise VerifyException("must specify array attr of size equal vector result rank")
        if any(not 0 <= size <= (bound or 0) for size, bound in zip(sizes, shape, strict=True)):
            raise VerifyException("array attr of size out of bounds of vector result dimension size")
        result: Any = self.result.type
        if any(
            flag.value.data and size not in (0, bound)
            for flag, size, bound in zip(result.scalable_dims.data, sizes, shape, strict=False)
        ):
            raise VerifyException("only supports 'none set' or 'all set' scalable dimensions")
        if any(sizes) and not all(sizes):
            raise VerifyException(
                "expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim"
            )


Vector = dialect(
    "vector",
    __name__,
    (
        "vector_reductions",
        "vector_contract",
        "vector_shapes",
        "vector_memory",
        "vector_transfer",
        "vector_mask",
    ),
)
