"""The memref dialect: memory with a shape, and views of it.

The ops of MLIR 22's `MemRefOps.td`, except those of its old DMA interface. Their classes are in
`memref_memory` (creating and destroying), `memref_access`, `memref_atomic`, `memref_subview`, `memref_views`
and `memref_reshape`; all are imported from here.
"""

from __future__ import annotations

from typing import Any, Self

from asyncir.dialects.define import define, dialect
from asyncir.dialects.memref_access import (
    CopyOp as CopyOp,
    LoadOp as LoadOp,
    StoreOp as StoreOp,
    parse_memref_type,
)
from asyncir.dialects.memref_atomic import AtomicRMWOp as AtomicRMWOp
from asyncir.dialects.memref_layout import shape_of, strides_and_offset as strides_and_offset
from asyncir.dialects.memref_memory import (
    AllocaOp as AllocaOp,
    AllocOp as AllocOp,
    DeallocOp as DeallocOp,
    verify_alignment,
)
from asyncir.dialects.memref_reshape import CollapseShapeOp as CollapseShapeOp, ExpandShapeOp as ExpandShapeOp
from asyncir.dialects.memref_subview import ReinterpretCastOp as ReinterpretCastOp, SubviewOp as SubviewOp
from asyncir.dialects.memref_views import (
    CastOp as CastOp,
    DimOp as DimOp,
    ReshapeOp as ReshapeOp,
    TransposeOp as TransposeOp,
)
from asyncir.dialects.syntax import parse_attributes, write
from asyncir.ir import (
    Attribute,
    DenseIntOrFPElementsAttr,
    FlatSymbolRefAttr,
    IRDLOperation,
    MemRefType,
    Operation,
    Parser,
    Printer,
    Pure,
    StringAttr,
    SymbolNameConstraint,
    SymbolOpInterface,
    SymbolRefAttr,
    SymbolTable,
    SymbolUserOpInterface,
    TensorType,
    UnitAttr,
    VerifyException,
    opt_prop_def,
    prop_def,
    result_def,
)
from asyncir.ir.dense import print_elements
from asyncir.ir.resources import ResourceAttr, ResourceElementsAttr
from asyncir.ir.wide_elements import WideElementsAttr

_VISIBILITIES = frozenset({"public", "private", "nested"})


@define("memref.global", SymbolOpInterface())
class GlobalOp(IRDLOperation):
    """`memref.global`: memory that lives as long as the program, with its initial value or from elsewhere."""

    sym_name = prop_def(SymbolNameConstraint())
    sym_visibility = opt_prop_def(StringAttr)
    type = prop_def(MemRefType)
    initial_value = opt_prop_def()
    constant = opt_prop_def(UnitAttr)
    alignment = opt_prop_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `"visibility"? constant? @name : type (= value | = uninitialized)? attributes`."""
        properties: dict[str, Attribute] = {}
        if (visibility := parser.parse_optional_str_literal()) is not None:
            properties["sym_visibility"] = StringAttr(visibility)
        if parser.parse_optional_keyword("constant") is not None:
            properties["constant"] = UnitAttr()
        properties["sym_name"] = parser.parse_symbol_name()
        parser.parse_punctuation(":")
        type_ = parse_memref_type(parser)
        properties["type"] = type_
        if parser.parse_optional_punctuation("=") is not None:
            properties["initial_value"] = _parse_initial_value(parser, type_)
        attributes = parse_attributes(cls, parser, properties)
        return cls.create(properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `"visibility"? constant? @name : type (= value | = uninitialized)? attributes`."""
        if self.sym_visibility is not None:
            write(printer, " ", self.sym_visibility)
        printer.print_string(" constant " if self.constant is not None else " ")
        printer.print_symbol_name(self.sym_name.data)
        write(printer, " : ", self.type)
        match self.initial_value:
            case None:
                pass
            case UnitAttr():
                printer.print_string(" = uninitialized")
            case DenseIntOrFPElementsAttr() | WideElementsAttr() as dense:
                printer.print_string(" = ")
                print_elements(dense, printer)
            case ResourceElementsAttr() as resource:
                printer.print_string(" = ")
                resource.print_without_type(printer)
            case other:
                write(printer, " = ", other)
        write(printer, self.attributes | ({} if self.alignment is None else {"alignment": self.alignment}))

    def verify_(self) -> None:
        """Check the type, the initial value and the alignment."""
        type_: Any = self.type
        value: Any = self.initial_value
        if self.sym_visibility is not None and self.sym_visibility.data not in _VISIBILITIES:
            raise VerifyException(
                'visibility expected to be one of ["public", "private", "nested"], '
                f'but got "{self.sym_visibility.data}"'
            )
        if None in shape_of(type_):
            raise VerifyException(f"type should be static shaped memref, but got {type_}")
        if value is not None and not isinstance(value, UnitAttr):
            expected = _tensor_type(type_)
            if not isinstance(value, DenseIntOrFPElementsAttr | WideElementsAttr | ResourceElementsAttr):
                raise VerifyException(
                    f"initial value should be a unit or elements attribute, but got {value}"
                )
            if value.get_type() != expected:
                raise VerifyException(
                    f"initial value expected to be of type '{expected}', but was of type '{value.get_type()}'"
                )
        verify_alignment(self.alignment)


def _tensor_type(memref: Any) -> Attribute:
    return TensorType(memref.element_type, memref.shape)


def _parse_initial_value(parser: Parser, type_: Attribute) -> Attribute:
    if parser.parse_optional_keyword("uninitialized") is not None:
        return UnitAttr()
    if parser.parse_optional_keyword("dense") is not None:
        tensor: Any = _tensor_type(type_)
        return parser.parse_dense_int_or_fp_elements_attr(tensor)
    if parser.parse_optional_keyword("dense_resource") is not None:
        return ResourceElementsAttr(ResourceAttr.parse_from(parser), _tensor_type(type_))
    return parser.parse_attribute()


class _NamesGlobal(SymbolUserOpInterface):
    """The op's symbol is a global of the op's type."""

    def verify(self, op: Operation) -> None:
        assert isinstance(op, GetGlobalOp)
        name = op.properties["name"]
        assert isinstance(name, SymbolRefAttr)
        target = SymbolTable.lookup_symbol(op, name)
        if not isinstance(target, GlobalOp):
            raise VerifyException(f"'{name.string_value()}' does not reference a valid global memref")
        if target.type != op.result.type:
            raise VerifyException(
                f"result type '{op.result.type}' does not match type '{target.type}' of the global memref "
                f"@{name.string_value()}"
            )


@define("memref.get_global", Pure(), _NamesGlobal())
class GetGlobalOp(IRDLOperation):
    """`memref.get_global`: the memory of a `memref.global`."""

    result = result_def(MemRefType)
    name_ = prop_def(FlatSymbolRefAttr, prop_name="name")
    assembly_format = "$name `:` type($result) attr-dict"


MemRef = dialect(
    "memref",
    __name__,
    (
        "memref_memory",
        "memref_access",
        "memref_dma",
        "memref_atomic",
        "memref_subview",
        "memref_views",
        "memref_reshape",
    ),
)
