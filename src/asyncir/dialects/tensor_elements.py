"""The tensor ops that go from elements to tensors and back."""

from __future__ import annotations

import math
from typing import Any, Self

from xdsl.traits import NoMemoryEffect

from asyncir.dialects.define import define
from asyncir.dialects.interfaces.tensors import MakesOf
from asyncir.dialects.memref_access import parse_indices
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.memref_memory import verify_sizes
from asyncir.dialects.syntax import ATTRIBUTES, OPERAND, TYPE, listed, parse_type_of, parsed, read, write
from asyncir.dialects.tensor_types import (
    INDEX,
    RANKED_TENSOR,
    element_of_tensor,
    verify_indices,
    yielded_type,
)
from asyncir.ir import (
    IndexType,
    IRDLOperation,
    IsTerminator,
    Parser,
    Printer,
    Pure,
    RecursiveMemoryEffect,
    TensorType,
    UnresolvedOperand,
    VerifyException,
    operand_def,
    region_def,
    result_def,
    var_operand_def,
)


@define("tensor.extract", NoMemoryEffect())
class TensorExtractOp(IRDLOperation):
    """`tensor.extract`: an element."""

    tensor = operand_def(RANKED_TENSOR)
    indices = var_operand_def(IndexType)
    result = result_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%t[%i, ...] attributes : type`."""
        tensor, indices, attributes, type_ = read(parser, OPERAND, parse_indices, ATTRIBUTES, ":", _tensor)
        operands = (parser.resolve_operand(tensor, type_), *indices)
        return parsed(cls, operands, (type_.element_type,), {}, attributes)

    def print(self, printer: Printer) -> None:
        """Print `%t[%i, ...] attributes : type`."""
        write(printer, " ", self.tensor, "[", self.indices, "]", self.attributes, " : ", self.tensor.type)

    def verify_(self) -> None:
        """Check the result's type and the number of indices."""
        if element_of_tensor(self.tensor.type) != self.result.type:
            raise VerifyException("failed to verify that result type matches element type of tensor")
        verify_indices(self.tensor.type, len(self.indices), "incorrect number of indices for extract_element")


def _tensor(parser: Parser) -> TensorType[Any]:
    return parse_type_of(parser, TensorType, "a ranked tensor")


@define("tensor.insert", NoMemoryEffect(), MakesOf(lambda op: ((1, op.results[0]),)))
class TensorInsertOp(IRDLOperation):
    """`tensor.insert`: a tensor with another element at one place."""

    scalar = operand_def()
    dest = operand_def(RANKED_TENSOR)
    indices = var_operand_def(IndexType)
    result = result_def(RANKED_TENSOR)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%x into %t[%i, ...] attributes : type`."""
        scalar, dest, indices, attributes, type_ = read(
            parser, OPERAND, "into", OPERAND, parse_indices, ATTRIBUTES, ":", _tensor
        )
        element = parser.resolve_operand(scalar, type_.element_type)
        operands = (element, parser.resolve_operand(dest, type_), *indices)
        return parsed(cls, operands, (type_,), {}, attributes)

    def print(self, printer: Printer) -> None:
        """Print `%x into %t[%i, ...] attributes : type`."""
        write(printer, " ", self.scalar, " into ", self.dest, "[", self.indices, "]")
        write(printer, self.attributes, " : ", self.dest.type)

    def verify_(self) -> None:
        """Check types and the number of indices."""
        if self.result.type != self.dest.type:
            raise VerifyException("failed to verify that result type matches type of dest")
        if element_of_tensor(self.dest.type) != self.scalar.type:
            raise VerifyException("failed to verify that scalar type matches element type of dest")
        verify_indices(self.dest.type, len(self.indices), "incorrect number of indices")


def _optional_operands(parser: Parser) -> list[UnresolvedOperand]:
    """Parse `%a, %b`, or nothing."""
    first = parser.parse_optional_unresolved_operand()
    if first is None:
        return []
    more = parser.parse_optional_punctuation(",") is not None
    return [first, *(listed(OPERAND)(parser) if more else ())]


@define("tensor.from_elements", Pure())
class TensorFromElementsOp(IRDLOperation):
    """`tensor.from_elements`: a tensor of these elements, in row-major order."""

    elements = var_operand_def()
    result = result_def(RANKED_TENSOR)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%a, ... attributes : type`."""
        names = _optional_operands(parser)
        attributes, start, type_ = read(parser, ATTRIBUTES, ":", lambda parser: parser.pos, _tensor)
        shape = shape_of(type_)
        if None in shape:
            parser.raise_error(
                f"'result' must be statically shaped tensor of any type values, but got '{type_}'", start
            )
        count = math.prod(size or 0 for size in shape)
        if count != len(names):
            parser.raise_error(
                f"number of operands and types do not match: got {len(names)} operands and {count} types",
                start,
            )
        operands = [parser.resolve_operand(name, type_.element_type) for name in names]
        return parsed(cls, operands, (type_,), {}, attributes)

    def print(self, printer: Printer) -> None:
        """Print `%a, ... attributes : type`."""
        write(printer, " ", self.elements, self.attributes, " : ", self.result.type)

    def verify_(self) -> None:
        """Check types and the number of elements."""
        shape, element = shape_of(self.result.type), element_of_tensor(self.result.type)
        if None in shape:
            message = "result #0 must be statically shaped tensor of any type values, but got"
            raise VerifyException(f"{message} '{self.result.type}'")
        count = math.prod(size or 0 for size in shape)
        if count != len(self.elements) or any(value.type != element for value in self.elements):
            raise VerifyException("failed to verify that operand types match result element type")


@define("tensor.splat", Pure())
class SplatOp(IRDLOperation):
    """`tensor.splat`: a tensor of which each element is the operand."""

    input = operand_def()
    dynamicSizes = var_operand_def(IndexType)
    aggregate = result_def(RANKED_TENSOR)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%x ([%n, ...])? attributes : type`."""
        name = parser.parse_unresolved_operand()
        sizes = parser.parse_optional_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_unresolved_operand
        )
        attributes, type_ = read(parser, ATTRIBUTES, ":", _tensor)
        operands = (
            parser.resolve_operand(name, type_.element_type),
            *(parser.resolve_operand(size, INDEX) for size in sizes or ()),
        )
        return parsed(cls, operands, (type_,), {}, attributes)

    def print(self, printer: Printer) -> None:
        """Print `%x ([%n, ...])? attributes : type`."""
        sizes = self.dynamicSizes
        write(printer, " ", self.input, *(("[", sizes, "]") if sizes else ()), self.attributes)
        write(printer, " : ", self.aggregate.type)

    def verify_(self) -> None:
        """Check types and the number of sizes."""
        if element_of_tensor(self.aggregate.type) != self.input.type:
            raise VerifyException("failed to verify that operand type matches element type of result")
        verify_sizes(self.aggregate.type, self.dynamicSizes)


@define("tensor.generate", RecursiveMemoryEffect())
class GenerateOp(IRDLOperation):
    """`tensor.generate`: a tensor of which its body says each element, by the indices."""

    dynamicExtents = var_operand_def(IndexType)
    body = region_def("single_block")
    result = result_def(RANKED_TENSOR)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%n, ... { ... } attributes : type`."""
        names = _optional_operands(parser)
        sizes = [parser.resolve_operand(name, INDEX) for name in names]
        region = parser.parse_region()
        attributes, type_ = read(parser, ATTRIBUTES, ":", TYPE)
        return cls.create(operands=sizes, result_types=(type_,), regions=(region,), attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `%n, ... { ... } attributes : type`."""
        write(printer, " ", self.dynamicExtents, " ")
        printer.print_region(self.body)
        write(printer, self.attributes, " : ", self.result.type)

    def verify_(self) -> None:
        """Check the sizes and the body."""
        verify_sizes(self.result.type, self.dynamicExtents)
        block = self.body.block
        if not all(isinstance(type_, IndexType) for type_ in block.arg_types):
            raise VerifyException("all body arguments must be index")
        if len(block.args) != len(shape_of(self.result.type)):
            raise VerifyException("must have one body argument per input dimension")
        if yielded_type(block) != element_of_tensor(self.result.type):
            raise VerifyException(
                "body must be terminated with a `yield` operation of the tensor element type"
            )


@define("tensor.yield", Pure(), IsTerminator())
class TensorYieldOp(IRDLOperation):
    """`tensor.yield`: an element of what `tensor.generate` makes or `tensor.pad` adds."""

    value = operand_def()
    assembly_format = "$value attr-dict `:` type($value)"

    def verify_(self) -> None:
        """Check that it is in one of these."""
        parent = self.parent_op()
        if parent is not None and parent.name not in ("tensor.generate", "tensor.pad"):
            raise VerifyException("expects parent op to be one of 'tensor.generate, tensor.pad'")
