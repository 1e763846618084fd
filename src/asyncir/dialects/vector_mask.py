"""`vector.mask`, which says for which elements the op in it is done; and `vector.type_cast`."""

from __future__ import annotations

from typing import Any, Self

from asyncir.dialects.define import define
from asyncir.dialects.effect_types import ViewLike
from asyncir.dialects.elementwise import element_type
from asyncir.dialects.memref_layout import has_identity_layout, shape_of, types_of
from asyncir.dialects.memref_memory import verify_space
from asyncir.dialects.narrowing import is_vector
from asyncir.dialects.syntax import (
    ATTRIBUTES,
    BODY,
    OPERAND,
    TYPE,
    ended,
    given,
    parse_arrow_types,
    read,
    write,
)
from asyncir.dialects.vector_contract import ContractionOp, OuterProductOp
from asyncir.dialects.vector_memory import MASK, GatherOp
from asyncir.dialects.vector_reductions import MultiDimReductionOp, ReductionOp
from asyncir.dialects.vector_transfer import TransferOp, TransferReadOp, mask_type
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    IRDLOperation,
    IsTerminator,
    MemRefType,
    Operation,
    Parser,
    Printer,
    Pure,
    RecursiveMemoryEffect,
    Region,
    VectorType,
    VerifyException,
    i1,
    operand_def,
    opt_operand_def,
    region_def,
    result_def,
    var_operand_def,
    var_result_def,
)


@define("vector.yield", Pure(), IsTerminator())
class VectorYieldOp(IRDLOperation):
    """`vector.yield`: what the op in a `vector.mask` gives."""

    values = var_operand_def()
    assembly_format = "attr-dict ($values^ `:` type($values))?"


def _of_ones(vector: Any) -> Attribute:
    return VectorType(i1, vector.shape, vector.scalable_dims)


def _of_iterations(op: Any) -> Attribute:
    """A bit for each point of a contraction."""
    sizes: dict[int, tuple[Any, Any]] = {}
    for mapping, value in zip(op.maps, (op.lhs, op.rhs), strict=False):
        for place, expression in enumerate(mapping.results):
            sizes[expression.position] = (value.type.shape.data[place], value.type.scalable_dims.data[place])
    extents = [sizes[dim] for dim in range(len(sizes))]
    return VectorType(i1, ArrayAttr([size for size, _ in extents]), ArrayAttr([s for _, s in extents]))


def expected_mask(op: Any) -> Attribute | None:
    """The type of the mask of an op; None where it cannot be masked."""
    match op:
        case ReductionOp():
            return _of_ones(op.vector.type)
        case MultiDimReductionOp():
            return _of_ones(op.source.type)
        case OuterProductOp():
            return _of_ones(op.result.type)
        case GatherOp():
            return _of_ones(op.indices.type)
        case ContractionOp():
            return _of_iterations(op)
        case TransferOp():
            return mask_type(
                op.vector.type if isinstance(op, TransferReadOp) else op.operands[0].type,
                op.permutation_map.data,
            )
        case _:
            return None


@define("vector.mask", RecursiveMemoryEffect())
class MaskOp(IRDLOperation):
    """`vector.mask`: one op, done for the elements that a mask has; the others are those of `passthru`."""

    mask = operand_def(MASK)
    passthru = opt_operand_def()
    results_ = var_result_def()
    body = region_def("single_block")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%mask(, %others)? { op } attributes : type( -> type)?`."""
        mask, others, body, attributes, type_ = read(
            parser, OPERAND, given(",", OPERAND), BODY, ATTRIBUTES, ":", TYPE
        )
        types = parse_arrow_types(parser)
        operands = [parser.resolve_operand(mask, type_)]
        if others is not None:
            if not types:
                parser.raise_error("expects a result if passthru operand is provided")
            operands.append(parser.resolve_operand(others, types[0]))
        return cls.create(
            operands=operands, result_types=types, regions=(_yielding(body),), attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        """Print the same; the op in it without its results, and without what follows it."""
        write(printer, " ", self.mask)
        if self.passthru is not None:
            write(printer, ", ", self.passthru)
        printer.print_string(" { ")
        inner = self.body.block.first_op
        if inner is not None:
            printer.print_string(inner.name)
            inner.print(printer)
        printer.print_string(" }")
        write(printer, self.attributes, " : ", self.mask.type)
        if self.results:
            printer.print_string(" -> ")
            printer.print_list([result.type for result in self.results], printer.print_attribute)

    def verify_(self) -> None:
        """Check that there is at most one op, that it can be masked, and the types."""
        if not shape_of(self.mask.type):
            raise VerifyException(
                f"operand #0 must be vector of 1-bit signless integer values, but got '{self.mask.type}'"
            )
        ops = list(self.body.block.ops)
        if not ops or not isinstance(ops[-1], VectorYieldOp):
            raise VerifyException("expects a terminator within the mask region")
        if len(ops) > 2:
            raise VerifyException("expects only one operation to mask")
        if len(ops[-1].operands) != len(self.results):
            raise VerifyException("expects number of results to match mask region yielded values")
        if len(ops) == 2:
            self._verify_masked(*ops)

    def _verify_masked(self, masked: Operation, end: Operation) -> None:
        expected = expected_mask(masked)
        if expected is None:
            raise VerifyException("expects a MaskableOpInterface within the mask region")
        if len(masked.results) != len(self.results):
            raise VerifyException("expects number of results to match maskable operation number of results")
        if tuple(masked.results) != tuple(end.operands):
            raise VerifyException(
                "expects all the results from the MaskableOpInterface to match all the values returned by the terminator"
            )
        if [r.type for r in masked.results] != [r.type for r in self.results]:
            raise VerifyException("expects result type to match maskable operation result type")
        if expected != self.mask.type:
            raise VerifyException(f"expects a '{expected}' mask for the maskable operation")
        if self.passthru is not None:
            if not isinstance(masked, TransferReadOp):
                raise VerifyException("doesn't expect a passthru argument for this maskable operation")
            if self.passthru.type != self.results[0].type:
                raise VerifyException("expects passthru type to match result type")


def _yielding(body: Region) -> Region:
    """The body, with a yield of what its op gives where none is written."""
    last = body.blocks[-1].last_op
    return ended(body, lambda: VectorYieldOp.create(operands=last.results if last is not None else ()))


@define("vector.type_cast", Pure(), ViewLike())
class TypeCastOp(IRDLOperation):
    """`vector.type_cast`: memory with one vector of the same elements in it."""

    memref = operand_def(MemRefType)
    result = result_def(MemRefType)
    assembly_format = "$memref attr-dict `:` type($memref) `to` type($result)"

    def verify_(self) -> None:
        """Check layouts, memory spaces, the elements and their number along each dimension."""
        source, result = types_of(self.memref, self.result)
        if None in shape_of(source):
            raise VerifyException(
                f"operand #0 must be statically shaped memref of any type values, but got '{source}'"
            )
        if not has_identity_layout(source):
            raise VerifyException("expects operand to be a memref with identity layout")
        if not has_identity_layout(result):
            raise VerifyException("expects result to be a memref with identity layout")
        verify_space(source, result)
        if element_type(source.element_type) != element_type(result.element_type):
            raise VerifyException(f"expects result and operand with same underlying scalar type: '{result}'")
        if _extents(source) != _extents(result):
            raise VerifyException(f"expects concatenated result and operand shapes to be equal: '{result}'")


def _extents(memref: Any) -> tuple[int | None, ...]:
    element = memref.element_type
    return (*shape_of(memref), *(shape_of(element) if is_vector(element) else ()))
