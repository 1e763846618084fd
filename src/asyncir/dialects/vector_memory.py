"""The vector ops that read and write memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asyncir.dialects.define import define
from asyncir.dialects.effect_types import Access, Effect, HasEffects
from asyncir.dialects.elementwise import element_type
from asyncir.dialects.interfaces.tensors import MakesOf
from asyncir.dialects.memref_layout import shape_of, strided_form
from asyncir.dialects.memref_memory import verify_alignment
from asyncir.dialects.narrowing import is_vector
from asyncir.ir import (
    Attribute,
    BoolAttr,
    IndexType,
    IntegerType,
    IRDLOperation,
    MemRefType,
    ParsePropInAttrDict,
    SSAValue,
    TensorType,
    VectorType,
    VerifyException,
    base,
    i1,
    operand_def,
    opt_prop_def,
    opt_result_def,
    result_def,
    traits_def,
    var_operand_def,
)

MASK = VectorType.constr(i1)
MEMREF_OR_TENSOR = base(MemRefType) | base(TensorType)
FALSE = BoolAttr.from_bool(False)


def effects_on_base(access: Access, op: Any) -> Sequence[Effect]:
    """An access of elements of `base` that are not known one by one; none of a tensor."""
    return (Effect(access, op.base),) if isinstance(op.base.type, MemRefType) else ()


READS_BASE = HasEffects(lambda op: effects_on_base(Access.READ, op))
WRITES_BASE = HasEffects(lambda op: effects_on_base(Access.WRITE, op))


def effect_on_vector(access: Access, op: Any, vector: Attribute) -> Effect:
    """An access of as many elements as the vector has, from the op's indices on."""
    if (
        not isinstance(vector, VectorType)
        or vector.get_num_scalable_dims()
        or op.base.type.element_type == vector
    ):
        return Effect(access, op.base)
    shape = vector.get_shape()
    return Effect(access, op.base, tuple(op.indices), sizes=(*(1 for _ in op.indices[len(shape) :]), *shape))


class VectorAccessOp(IRDLOperation):
    """An op on elements that follow each other in memory: its result, or its first operand where it has none."""

    nontemporal = opt_prop_def(default_value=FALSE)
    alignment = opt_prop_def()
    irdl_options = (ParsePropInAttrDict(),)

    def verify_(self) -> None:
        """Check element types, the number of indices, the innermost stride and the attributes."""
        op: Any = self
        memory, indices = op.base.type, op.indices
        vector: Any = (*self.results, *self.operands)[0].type
        if len(indices) != len(shape_of(memory)):
            raise VerifyException(f"requires {len(shape_of(memory))} indices")
        element = memory.element_type
        if element not in (vector, element_type(vector)):
            raise VerifyException("base and result element types should match")
        form = strided_form(memory)
        several = element != vector and (set(shape_of(vector)) - {1} or any(vector.get_scalable_dims()))
        if form is not None and form[0] and form[0][-1] != 1 and several:
            raise VerifyException("most minor memref dim must have unit stride")
        if element != vector and len(shape_of(vector)) > len(indices):
            raise VerifyException("memref has lower rank than the vector")
        verify_alignment(op.alignment)


@define("vector.load", HasEffects(lambda op: (effect_on_vector(Access.READ, op, op.result.type),)))
class LoadOp(VectorAccessOp):
    """`vector.load`: elements that follow each other in memory."""

    base = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    result = result_def(VectorType)
    assembly_format = "$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)"


@define("vector.store", HasEffects(lambda op: (effect_on_vector(Access.WRITE, op, op.value_to_store.type),)))
class StoreOp(VectorAccessOp):
    """`vector.store`: write elements that follow each other in memory."""

    value_to_store = operand_def(VectorType)
    base = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    assembly_format = (
        "$value_to_store `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($value_to_store)"
    )


class MaskedAccessOp(IRDLOperation):
    """An op on the elements that its mask chooses."""

    alignment = opt_prop_def()
    irdl_options = (ParsePropInAttrDict(),)

    def verify_(self) -> None:
        """Check that the vectors have one shape, the element type of the memory, and an index per dimension."""
        op: Any = self
        memref: Any = op.base.type
        vectors: list[Any] = [v.type for v in (*self.operands, *self.results) if is_vector(v.type)]
        if len({vector.get_shape() for vector in vectors}) != 1:
            raise VerifyException("expected the vectors and the mask to have one shape")
        if any(not isinstance(element_type(index), IntegerType | IndexType) for index in self._distances()):
            raise VerifyException("operand #3 must be vector of integer or index values")
        if op.data.type.element_type != memref.element_type:
            raise VerifyException("base and vector element type should match")
        if len(op.positions) != len(shape_of(memref)):
            raise VerifyException(f"requires {len(shape_of(memref))} indices")
        verify_alignment(self.properties.get("alignment"))

    def _distances(self) -> Sequence[Attribute]:
        op: Any = self
        indices = op.indices
        return () if isinstance(indices, tuple) else (indices.type,)

    @property
    def positions(self) -> Sequence[SSAValue]:
        """Where the first element is, or what distances are counted from."""
        op: Any = self
        return getattr(self, "offsets", op.indices)

    @property
    def data(self) -> SSAValue:
        """The vector that is written, or used where nothing is read."""
        return self.operands[-1]


class MaskedLoad(MaskedAccessOp):
    """Reads elements where a mask is set."""

    base = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    mask = operand_def(MASK)
    pass_thru = operand_def(VectorType)
    result = result_def(VectorType)
    traits = traits_def(READS_BASE)
    assembly_format = (
        "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` "
        "type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)"
    )


class MaskedStore(MaskedAccessOp):
    """Writes elements where a mask is set."""

    base = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    mask = operand_def(MASK)
    value_to_store = operand_def(VectorType)
    traits = traits_def(WRITES_BASE)
    assembly_format = (
        "$base `[` $indices `]` `,` $mask `,` $value_to_store attr-dict `:` "
        "type($base) `,` type($mask) `,` type($value_to_store)"
    )


@define("vector.maskedload")
class MaskedLoadOp(MaskedLoad):
    """`vector.maskedload`: read elements that follow each other where the mask is set."""


@define("vector.expandload")
class ExpandLoadOp(MaskedLoad):
    """`vector.expandload`: read as many elements as the mask has ones, to where they are."""


@define("vector.maskedstore")
class MaskedStoreOp(MaskedStore):
    """`vector.maskedstore`: write elements that follow each other where the mask is set."""


@define("vector.compressstore")
class CompressStoreOp(MaskedStore):
    """`vector.compressstore`: write the elements where the mask is set, one after the other."""


@define("vector.gather", READS_BASE)
class GatherOp(MaskedAccessOp):
    """`vector.gather`: read elements at the distances that a vector holds, where the mask is set."""

    base = operand_def(MEMREF_OR_TENSOR)
    offsets = var_operand_def(IndexType)
    indices = operand_def(VectorType)
    mask = operand_def(MASK)
    pass_thru = operand_def(VectorType)
    result = result_def(VectorType)
    assembly_format = (
        "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` "
        "type($base) `,` type($indices) `,` type($mask) `,` type($pass_thru) `into` type($result)"
    )


@define("vector.scatter", WRITES_BASE, MakesOf(lambda op: [(0, result) for result in op.results]))
class ScatterOp(MaskedAccessOp):
    """`vector.scatter`: write elements at the distances that a vector holds, where the mask is set."""

    base = operand_def(MEMREF_OR_TENSOR)
    offsets = var_operand_def(IndexType)
    indices = operand_def(VectorType)
    mask = operand_def(MASK)
    value_to_store = operand_def(VectorType)
    result = opt_result_def(TensorType)
    assembly_format = (
        "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $value_to_store attr-dict `:` type($base) `,` "
        "type($indices) `,` type($mask) `,` type($value_to_store) (`->` type($result)^)?"
    )
