"""The ml_program dialect: functions, graphs and globals of a machine-learning program, as MLIR 22 has them."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from asyncir.dialects.checks import SymbolFault, SymbolLookup, check_types
from asyncir.dialects.define import define, dialect
from asyncir.dialects.effect_types import Access, Effect, Resource, always
from asyncir.dialects.execution_traits import HasGraphRegion
from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.syntax import ATTRIBUTES, OPERAND, TYPE, listed, parse_attributes, read, write
from asyncir.ir import (
    Attribute,
    AttrParser,
    HasParent,
    IRDLOperation,
    IsTerminator,
    NoneAttr,
    ParametrizedAttribute,
    Parser,
    Printer,
    Pure,
    ReturnLike,
    StringAttr,
    SymbolNameConstraint,
    SymbolOpInterface,
    SymbolRefAttr,
    TypeAttribute,
    UnitAttr,
    VerifyException,
    irdl_attr_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)

_GLOBALS = Resource("globals of ml_program")
_READS = always(Effect(Access.READ, _GLOBALS))
_WRITES = always(Effect(Access.WRITE, _GLOBALS))


@irdl_attr_definition
class OrderType(ParametrizedAttribute, TypeAttribute):
    """`!ml_program.token`: the order of ops in a graph."""

    name = "ml_program.token"


@irdl_attr_definition
class ExternAttr(ParametrizedAttribute):
    """`#ml_program.extern : T`: a value that comes from elsewhere."""

    name = "ml_program.extern"
    ALIAS: ClassVar = "extern"

    type: Attribute

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        """Parse `: T`, if it is here."""
        return [NoneAttr() if parser.parse_optional_punctuation(":") is None else parser.parse_type()]

    def print_parameters(self, printer: Printer) -> None:
        """Print `: T`."""
        if not isinstance(self.type, NoneAttr):
            printer.print_string(" : ")
            printer.print_attribute(self.type)


@define("ml_program.func")
class ProgramFuncOp(FunctionOp):
    """`ml_program.func`: a function whose ops run in order."""


@define("ml_program.subgraph", HasGraphRegion())
class SubgraphOp(FunctionOp):
    """`ml_program.subgraph`: a function whose ops are ordered by their operands alone."""

    def verify_(self) -> None:
        """Check the signature, and that there is one block at most."""
        super().verify_()
        if self.body.blocks.first is not self.body.blocks.last:
            raise VerifyException("expects region #0 to have 0 or 1 blocks")


class EndsFunction(IRDLOperation):
    """The last op of a function, with what that returns."""

    values = var_operand_def()
    assembly_format = "attr-dict ($values^ `:` type($values))?"

    def verify_(self) -> None:
        """Check the values against the signature."""
        function: Any = self.parent_op()
        outputs = function.function_type.outputs.data
        name = function.sym_name.data
        check_types(self.values, outputs, f"the returned values do not fit the results of @{name}")


@define("ml_program.return", HasParent(ProgramFuncOp), IsTerminator(), ReturnLike(), Pure())
class ProgramReturnOp(EndsFunction):
    """`ml_program.return`: end a function."""


@define("ml_program.output", HasParent(SubgraphOp), IsTerminator(), ReturnLike(), Pure())
class OutputOp(EndsFunction):
    """`ml_program.output`: what a graph returns."""


@define("ml_program.global", SymbolOpInterface())
class ProgramGlobalOp(IRDLOperation):
    """`ml_program.global`: a value that lives as long as the program; others may be stored where it is mutable.

    ml_program.global private mutable @m(dense<4> : tensor<4xi32>) : tensor<?xi32>
    """

    sym_name = prop_def(SymbolNameConstraint())
    type = prop_def()
    is_mutable = opt_prop_def(UnitAttr)
    value = opt_prop_def()
    sym_visibility = opt_prop_def(StringAttr)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `visibility mutable? @name (value)? : type attributes`."""
        visibility = parser.parse_optional_visibility_keyword()
        if visibility is None:
            parser.raise_error("expected 'public', 'private', or 'nested'")
        properties: dict[str, Attribute] = {"sym_visibility": visibility}
        if parser.parse_optional_keyword("mutable") is not None:
            properties["is_mutable"] = UnitAttr()
        properties["sym_name"] = parser.parse_symbol_name()
        if parser.parse_optional_punctuation("(") is not None:
            properties["value"] = parser.parse_attribute()
            parser.parse_punctuation(")")
        (properties["type"],) = read(parser, ":", TYPE)
        attributes = parse_attributes(cls, parser, properties)
        return cls.create(properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `visibility mutable? @name (value)? : type attributes`."""
        visibility = "public" if self.sym_visibility is None else self.sym_visibility.data
        write(printer, f" {visibility} ", "" if self.is_mutable is None else "mutable ")
        printer.print_symbol_name(self.sym_name.data)
        if self.value is not None:
            write(printer, "(", self.value, ")")
        write(printer, " : ", self.type, self.attributes)

    def verify_(self) -> None:
        """Check the type, and that there is a value where no other is stored."""
        if not isinstance(self.type, TypeAttribute):
            raise VerifyException("attribute 'type' failed to satisfy constraint: any type attribute")
        if self.is_mutable is None and self.value is None:
            raise VerifyException("immutable global must have an initial value")


class OfGlobal(IRDLOperation):
    """An op on a global."""

    CONSTANT: ClassVar = False
    """Whether the global may not be mutable."""
    global_ = prop_def(SymbolRefAttr, prop_name="global")

    def verify_symbol_uses(self, lookup: SymbolLookup) -> None:
        """Check the global and its type."""
        op: Any = self
        found = lookup(self.global_)
        if not isinstance(found, ProgramGlobalOp):
            raise SymbolFault(self.global_, "an ml_program.global", found)
        stores = hasattr(op, "value")
        if self.CONSTANT and found.is_mutable is not None:
            raise VerifyException("cannot load as const from mutable global")
        if stores and found.is_mutable is None:
            raise VerifyException("cannot store to an immutable global")
        of = op.value.type if stores else op.result.type
        if found.type != of:
            raise VerifyException(f"cannot use a global typed '{found.type}' as '{of}'")


@define("ml_program.global_load_const", Pure())
class GlobalLoadConstOp(OfGlobal):
    """`ml_program.global_load_const`: the value of a global that is not mutable."""

    CONSTANT: ClassVar = True
    result = result_def()
    assembly_format = "$global `:` type($result) attr-dict"


@define("ml_program.global_load", _READS)
class GlobalLoadOp(OfGlobal):
    """`ml_program.global_load`: the value of a global."""

    result = result_def()
    assembly_format = "$global `:` type($result) attr-dict"


@define("ml_program.global_store", _WRITES)
class GlobalStoreOp(OfGlobal):
    """`ml_program.global_store`: another value for a global."""

    value = operand_def()
    assembly_format = "$global `=` $value `:` type($value) attr-dict"


class OrderedOp(OfGlobal):
    """An op on a global in a graph: behind those whose tokens it has."""

    @classmethod
    def _parse_ordering(cls, parser: Parser) -> list[Any]:
        """Parse `ordering(%t, ... -> type)`, or with `()` for no tokens."""
        read(parser, "ordering", "(")
        names: list[Any] = []
        if parser.parse_optional_punctuation("(") is not None:
            parser.parse_punctuation(")")
        else:
            (names,) = read(parser, listed(OPERAND))
        read(parser, "->", TYPE, ")")
        return [parser.resolve_operand(name, OrderType()) for name in names]

    def _print_ordering(self, printer: Printer, tokens: Any) -> None:
        write(printer, " ordering(", tokens if tokens else "()", " -> ", OrderType(), ")")


@define("ml_program.global_load_graph", _READS)
class GlobalLoadGraphOp(OrderedOp):
    """`ml_program.global_load_graph`: the value of a global, at a place in the order of a graph."""

    consume_tokens = var_operand_def(OrderType)
    result = result_def()
    produce_token = result_def(OrderType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `@g ordering(...) : type attributes`."""
        symbol: Any = parser.parse_attribute()
        tokens = cls._parse_ordering(parser)
        type_, attributes = read(parser, ":", TYPE, ATTRIBUTES)
        types, properties = (type_, OrderType()), {"global": symbol}
        return cls.create(operands=tokens, result_types=types, properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `@g ordering(...) : type attributes`."""
        write(printer, " ", self.global_)
        self._print_ordering(printer, self.consume_tokens)
        write(printer, " : ", self.result.type, self.attributes)


@define("ml_program.global_store_graph", _WRITES)
class GlobalStoreGraphOp(OrderedOp):
    """`ml_program.global_store_graph`: another value for a global, at a place in the order of a graph."""

    value = operand_def()
    consume_tokens = var_operand_def(OrderType)
    produce_token = result_def(OrderType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `@g = %v ordering(...) : type attributes`."""
        symbol: Any = parser.parse_attribute()
        (name,) = read(parser, "=", OPERAND)
        tokens = cls._parse_ordering(parser)
        type_, attributes = read(parser, ":", TYPE, ATTRIBUTES)
        operands = [parser.resolve_operand(name, type_), *tokens]
        types, properties = (OrderType(),), {"global": symbol}
        return cls.create(operands=operands, result_types=types, properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `@g = %v ordering(...) : type attributes`."""
        write(printer, " ", self.global_, " = ", self.value)
        self._print_ordering(printer, self.consume_tokens)
        write(printer, " : ", self.value.type, self.attributes)


@define("ml_program.token", Pure())
class ProgramTokenOp(IRDLOperation):
    """`ml_program.token`: a token that nothing is behind."""

    token = result_def(OrderType)
    assembly_format = "attr-dict"


MlProgram = dialect("ml_program", __name__)
