"""The vector ops that read and write part of a memref or tensor through a map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from xdsl.interfaces import ConditionallySpeculatableInterface
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineMap

from asyncir.dialects.define import define
from asyncir.dialects.effect_types import Access, Effect, HasEffects
from asyncir.dialects.elementwise import element_type
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.interfaces.tensors import MakesOf
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.narrowing import is_vector
from asyncir.dialects.syntax import ATTRIBUTES, OPERAND, SQUARES, TYPE, given, listed, read, write
from asyncir.dialects.vector_memory import (
    FALSE,
    MASK,
    MEMREF_OR_TENSOR,
    effect_on_vector,
    effects_on_base,
)
from asyncir.ir import (
    AffineMapAttr,
    ArrayAttr,
    Attribute,
    AttrSizedOperandSegments,
    BoolAttr,
    IndexType,
    IRDLOperation,
    MemRefType,
    Parser,
    Printer,
    SSAValue,
    TensorType,
    VectorType,
    VerifyException,
    i1,
    operand_def,
    opt_operand_def,
    opt_result_def,
    prop_def,
    result_def,
    var_operand_def,
)


class TransferOp(IRDLOperation, ConditionallySpeculatableInterface):
    """Between a vector and part of a memref or tensor, through a map from the dimensions of one to the other's."""

    permutation_map = prop_def(AffineMapAttr)
    in_bounds = prop_def(ArrayAttr)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    def is_speculatable(self) -> bool:
        """A transfer of tensors is; one of memory may be out of bounds."""
        op: Any = self
        return isinstance(op.base.type, TensorType)

    def print_transfer(self, printer: Printer, types: Sequence[Attribute]) -> None:
        """Print what the two ops share, from the mask on."""
        op: Any = self
        shown = dict(self.attributes)
        if any(flag.value.data for flag in op.in_bounds):
            shown["in_bounds"] = op.in_bounds
        if not _is_minor_identity(op.permutation_map.data):
            shown["permutation_map"] = op.permutation_map
        write(printer, *(() if op.mask is None else (", ", op.mask)), shown, " : ", types)

    def verify_transfer(self, vector: Any, *, broadcast: bool) -> None:
        """Check what the two ops share."""
        op: Any = self
        shaped, mapping = op.base.type, op.permutation_map.data
        if len(op.indices) != len(shape_of(shaped)):
            raise VerifyException(f"requires {len(shape_of(shaped))} indices")
        if element_type(shaped.element_type) != vector.element_type:
            raise VerifyException("requires formal padding and source of the same elemental type")
        if mapping.num_symbols or mapping.num_dims != len(shape_of(shaped)):
            raise VerifyException(
                "requires a permutation_map with input dims of the same rank as the source type"
            )
        rank = len(shape_of(vector)) - _vector_rank(shaped.element_type)
        if len(mapping.results) != rank:
            raise VerifyException(
                "requires a permutation_map with result dims of the same rank as the vector type"
            )
        dims = [
            expression.position for expression in mapping.results if isinstance(expression, AffineDimExpr)
        ]
        zeros = sum(isinstance(e, AffineConstantExpr) and e.value == 0 for e in mapping.results)
        if len(set(dims)) != len(dims) or len(dims) + zeros != rank:
            raise VerifyException(
                "requires a projected permutation_map (at most one dim or the zero constant)"
            )
        if zeros and not broadcast:
            raise VerifyException("should not have broadcast dimensions")
        if len(op.in_bounds) != rank:
            raise VerifyException(
                f"expects the in_bounds attr of same rank as permutation_map results: {rank}"
            )
        if op.mask is not None and op.mask.type != mask_type(vector, mapping):
            raise VerifyException(
                f"inferred mask type ({mask_type(vector, mapping)}) and mask operand type ({op.mask.type}) don't match"
            )


def _vector_rank(type_: Attribute) -> int:
    return len(shape_of(type_)) if is_vector(type_) else 0


def _is_minor_identity(mapping: AffineMap) -> bool:
    rank = len(mapping.results)
    return rank <= mapping.num_dims and mapping == AffineMap.minor_identity(mapping.num_dims, rank)


def minor_identity(shaped: Attribute, vector: Attribute) -> AffineMap:
    """The map where the vector's dimensions are the last ones of the memref or tensor."""
    typed: Any = shaped
    rank, shape = len(shape_of(shaped)), shape_of(vector)
    if rank == 0 and shape == (1,):
        return AffineMap(0, 0, (AffineConstantExpr(0),))
    return AffineMap.minor_identity(rank, len(shape) - _vector_rank(typed.element_type))


def mask_type(vector: Attribute, mapping: AffineMap) -> Attribute:
    """The type of a mask: the vector's dimensions in the order of the memref's, without those that are repeated."""
    typed: Any = vector
    dims = sorted(
        (expression.position, place)
        for place, expression in enumerate(mapping.results)
        if isinstance(expression, AffineDimExpr)
    )
    places = [place for _, place in dims]
    shape, scalable = list(typed.shape), list(typed.scalable_dims)
    return VectorType(i1, [shape[p] for p in places], ArrayAttr([scalable[p] for p in places]))


def _bool_array(count: int) -> ArrayAttr[BoolAttr]:
    return ArrayAttr([FALSE] * count)


def _written(shaped: Attribute) -> list[Attribute]:
    """The types of the results of a write: a tensor is written by making another."""
    return [shaped] if isinstance(shaped, TensorType) else []


_INDICES = listed(lambda parser: parser.parse_operand(IndexType()), SQUARES)


def _transfer_properties(
    attributes: dict[str, Attribute], shaped: Attribute, vector: Attribute
) -> tuple[dict[str, Attribute], AffineMap]:
    mapping: Any = attributes.pop("permutation_map", None) or AffineMapAttr(minor_identity(shaped, vector))
    in_bounds = attributes.pop("in_bounds", None) or _bool_array(len(mapping.data.results))
    return {"permutation_map": mapping, "in_bounds": in_bounds}, mapping.data


def is_plain(op: Any) -> bool:
    """Whether nothing of a transfer is masked, permuted, repeated, or out of bounds."""
    around = op.parent_op()
    return (
        op.mask is None
        and not (around is not None and kind_of(around) is OpKind.MASKED)
        and isinstance(op.base.type, MemRefType)
        and all(bound.value.data for bound in op.in_bounds.data)
        and bool(op.in_bounds.data)
        and _is_minor_identity(op.permutation_map.data)
    )


def _effects(access: Access, op: Any, vector: SSAValue) -> Sequence[Effect]:
    """An access of just the vector, where all of it is there; a tensor is a value."""
    if isinstance(op.base.type, TensorType):
        return ()
    return (effect_on_vector(access, op, vector.type),) if is_plain(op) else effects_on_base(access, op)


@define("vector.transfer_read", HasEffects(lambda op: _effects(Access.READ, op, op.vector)))
class TransferReadOp(TransferOp):
    """`vector.transfer_read`: read a vector; the padding stands for what is out of bounds or masked."""

    base = operand_def(MEMREF_OR_TENSOR)
    indices = var_operand_def(IndexType)
    padding = operand_def()
    mask = opt_operand_def(MASK)
    vector = result_def(VectorType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%m[%i, ...], %padding(, %mask)? attributes : type, type`."""
        pieces = (OPERAND, _INDICES, ",", OPERAND, given(",", OPERAND), ATTRIBUTES, ":", TYPE, ",", TYPE)
        base, indices, padding, mask, attributes, shaped, vector = read(parser, *pieces)
        properties, mapping = _transfer_properties(attributes, shaped, vector)
        read_from, beyond = parser.resolve_operands(
            (base, padding), (shaped, shaped.element_type), parser.pos
        )
        masked = mask and parser.resolve_operand(mask, mask_type(vector, mapping))
        operands = [read_from, indices, beyond, masked]
        return cls.build(
            operands=operands, result_types=[vector], properties=properties, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        """Print `%m[%i, ...], %padding(, %mask)? attributes : type, type`."""
        write(printer, " ", self.base, "[", self.indices, "], ", self.padding)
        self.print_transfer(printer, (self.base.type, self.vector.type))

    def verify_(self) -> None:
        """Check types, map, mask and bounds."""
        shaped: Any = self.base.type
        if self.padding.type != shaped.element_type:
            raise VerifyException("requires formal padding and source of the same elemental type")
        self.verify_transfer(self.vector.type, broadcast=True)


@define(
    "vector.transfer_write",
    HasEffects(lambda op: _effects(Access.WRITE, op, op.value_to_store)),
    MakesOf(lambda op: [(1, result) for result in op.results]),
)
class TransferWriteOp(TransferOp):
    """`vector.transfer_write`: write a vector, except what is out of bounds or masked."""

    value_to_store = operand_def(VectorType)
    base = operand_def(MEMREF_OR_TENSOR)
    indices = var_operand_def(IndexType)
    mask = opt_operand_def(MASK)
    result = opt_result_def(TensorType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%v, %m[%i, ...](, %mask)? attributes : type, type`."""
        pieces = (OPERAND, ",", OPERAND, _INDICES, given(",", OPERAND), ATTRIBUTES, ":", TYPE, ",", TYPE)
        value, base, indices, mask, attributes, vector, shaped = read(parser, *pieces)
        properties, mapping = _transfer_properties(attributes, shaped, vector)
        written, into = parser.resolve_operands((value, base), (vector, shaped), parser.pos)
        masked = mask and parser.resolve_operand(mask, mask_type(vector, mapping))
        operands, types = [written, into, indices, masked], [_written(shaped)]
        return cls.build(operands=operands, result_types=types, properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `%v, %m[%i, ...](, %mask)? attributes : type, type`."""
        write(printer, " ", self.value_to_store, ", ", self.base, "[", self.indices, "]")
        self.print_transfer(printer, (self.value_to_store.type, self.base.type))

    def verify_(self) -> None:
        """Check types, map, mask and bounds."""
        self.verify_transfer(self.value_to_store.type, broadcast=False)
