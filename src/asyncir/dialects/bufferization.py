"""The bufferization dialect: between tensors, which are values, and memrefs, which are memory.

The ops of MLIR 22's `BufferizationOps.td`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from xdsl.traits import NoMemoryEffect

from asyncir.dialects.define import define, dialect
from asyncir.dialects.effect_types import ALLOCATES_RESULT, Access, Effect, HasEffects, touches
from asyncir.dialects.interfaces.tensors import MakesOf
from asyncir.dialects.memref_layout import shape_of, types_of
from asyncir.dialects.memref_memory import ANY_MEMREF
from asyncir.dialects.syntax import (
    OPERAND,
    PARENS,
    TYPE,
    given,
    listed,
    parse_attributes,
    parse_typed_values,
    read,
    typed,
    write,
)
from asyncir.dialects.tensor_types import ANY_TENSOR, INDEX, RANKED_TENSOR
from asyncir.ir import (
    Attribute,
    AttrSizedOperandSegments,
    DenseArrayBase,
    IndexType,
    IRDLOperation,
    MemRefType,
    Operation,
    Parser,
    Printer,
    SSAValue,
    TensorType,
    UnitAttr,
    UnrankedMemRefType,
    UnrankedTensorType,
    VerifyException,
    i1,
    i32,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    result_def,
    var_operand_def,
    var_result_def,
)


def tensor_of_memref(type_: Any) -> Attribute:
    """The type of a tensor with the elements of a memref."""
    if type_.name == UnrankedMemRefType.name:
        return UnrankedTensorType(type_.element_type)
    return TensorType(type_.element_type, type_.shape)


def _verify_match(tensor: Any, memref: Any) -> None:
    expected: Any = tensor_of_memref(memref)
    if tensor.element_type != expected.element_type:
        raise VerifyException("element types do not match")
    if tensor.name != expected.name or (
        tensor.name not in _UNRANKED and shape_of(tensor) != shape_of(expected)
    ):
        raise VerifyException("shapes do not match")


_UNRANKED = (UnrankedMemRefType.name, UnrankedTensorType.name)


@define("bufferization.alloc_tensor", NoMemoryEffect())
class AllocTensorOp(IRDLOperation):
    """`bufferization.alloc_tensor`: a tensor that gets memory of its own; a copy, or with elements that are undefined."""

    dynamic_sizes = var_operand_def(IndexType)
    copy_ = opt_operand_def(RANKED_TENSOR)
    size_hint = opt_operand_def(IndexType)
    memory_space = opt_prop_def()
    result = result_def(RANKED_TENSOR)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(%n, ...) (copy(%t))? (size_hint=%n)? attributes : type`."""
        sizes, copied, hint = read(
            parser,
            listed(OPERAND, PARENS),
            given("copy", "(", OPERAND, ")"),
            given("size_hint", "=", OPERAND),
        )
        properties: dict[str, Attribute] = {}
        attributes = parse_attributes(cls, parser, properties)
        (type_,) = read(parser, ":", TYPE)
        operands = [parser.resolve_operand(size, INDEX) for size in sizes]
        if copied is not None:
            operands.append(parser.resolve_operand(copied, type_))
        if hint is not None:
            operands.append(parser.resolve_operand(hint, INDEX))
        segments = [len(sizes), int(copied is not None), int(hint is not None)]
        properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, segments)
        return cls.create(
            operands=operands, result_types=(type_,), properties=properties, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        """Print `(%n, ...) (copy(%t))? (size_hint=%n)? attributes : type`."""
        write(printer, "(", self.dynamic_sizes, ")")
        if self.copy_ is not None:
            write(printer, " copy(", self.copy_, ")")
        if self.size_hint is not None:
            write(printer, " size_hint=", self.size_hint)
        space = {} if self.memory_space is None else {"memory_space": self.memory_space}
        write(printer, self.attributes | space, " : ", self.result.type)

    def verify_(self) -> None:
        """Check the sizes, and what is copied."""
        if self.copy_ is not None and self.dynamic_sizes:
            raise VerifyException("dynamic sizes not needed when copying a tensor")
        dynamic = shape_of(self.result.type).count(None)
        if self.copy_ is None and dynamic != len(self.dynamic_sizes):
            raise VerifyException(
                f"incorrect number of dynamic sizes, has {len(self.dynamic_sizes)}, expected {dynamic}"
            )
        if self.copy_ is not None and self.copy_.type != self.result.type:
            raise VerifyException("expected that `copy` and return type match")


@define("bufferization.to_tensor", touches(Access.READ, 0, whole=True))
class ToTensorOp(IRDLOperation):
    """`bufferization.to_tensor`: the elements of a memref as a tensor."""

    buffer = operand_def(ANY_MEMREF)
    restrict = opt_prop_def(UnitAttr)
    writable = opt_prop_def(UnitAttr)
    result = result_def(ANY_TENSOR)
    assembly_format = (
        "$buffer (`restrict` $restrict^)? (`writable` $writable^)? attr-dict "
        "`:` type($buffer) `to` type($result)"
    )

    def verify_(self) -> None:
        """Check that the types go together."""
        _verify_match(*types_of(self.result, self.buffer))


@define("bufferization.to_buffer", ALLOCATES_RESULT)
class ToBufferOp(IRDLOperation):
    """`bufferization.to_buffer`: a memref with the elements of a tensor, of which nothing that is written is seen there."""

    tensor = operand_def(ANY_TENSOR)
    read_only = opt_prop_def(UnitAttr)
    buffer = result_def(ANY_MEMREF)
    assembly_format = "$tensor (`read_only` $read_only^)? attr-dict `:` type($tensor) `to` type($buffer)"

    def verify_(self) -> None:
        """Check that the types go together."""
        _verify_match(*types_of(self.tensor, self.buffer))


def _of_materialize(op: Operation) -> Iterable[Effect]:
    if not op.results:
        yield Effect(Access.WRITE, op.operands[1], whole=True)


def _made_of(op: MaterializeInDestinationOp) -> Iterable[tuple[int, SSAValue]]:
    return () if op.result is None else ((1, op.result),)


@define("bufferization.materialize_in_destination", HasEffects(_of_materialize), MakesOf(_made_of))
class MaterializeInDestinationOp(IRDLOperation):
    """`bufferization.materialize_in_destination`: the tensor, with its elements in the memory of another, or of a memref."""

    source = operand_def(ANY_TENSOR)
    dest = operand_def(ANY_TENSOR | ANY_MEMREF)
    restrict = opt_prop_def(UnitAttr)
    writable = opt_prop_def(UnitAttr)
    result = opt_result_def(ANY_TENSOR)
    assembly_format = (
        "$source `in` (`restrict` $restrict^)? (`writable` $writable^)? $dest attr-dict "
        "`:` functional-type(operands, results)"
    )

    def verify_(self) -> None:
        """Check that the destination can take the elements, and what is said of a memref."""
        source, dest = types_of(self.source, self.dest)
        is_tensor = isinstance(dest, TensorType | UnrankedTensorType)
        if source.element_type != dest.element_type:
            raise VerifyException("failed to verify that all of {source, dest} have same element type")
        if all(type_.name not in _UNRANKED for type_ in (source, dest)):
            self._verify_shapes(shape_of(source), shape_of(dest))
        if is_tensor:
            if self.result is None:
                raise VerifyException("tensor 'dest' implies exactly one tensor result")
            if self.restrict is not None:
                raise VerifyException("'restrict' is valid only for memref destinations")
        elif self.result is not None:
            raise VerifyException("memref 'dest' implies zero results")
        if is_tensor == (self.writable is not None):
            raise VerifyException(
                "'writable' must be specified if and only if the destination is of memref type"
            )
        if self.result is not None and self.result.type != self.dest.type:
            raise VerifyException("result and destination types must match")

    def _verify_shapes(self, source: Sequence[Any], dest: Sequence[Any]) -> None:
        if len(source) != len(dest):
            raise VerifyException("rank mismatch between source and destination shape")
        for one, other in zip(source, dest, strict=True):
            if one != other and one is not None and other is not None:
                raise VerifyException("source/destination shapes are incompatible")


@define("bufferization.dealloc_tensor", touches(Access.FREE, 0, whole=True))
class DeallocTensorOp(IRDLOperation):
    """`bufferization.dealloc_tensor`: the memory of a tensor may be used for others from now on."""

    tensor = operand_def(RANKED_TENSOR)
    assembly_format = "$tensor attr-dict `:` type($tensor)"


def _of_clone(op: Operation) -> Sequence[Effect]:
    return (
        Effect(Access.READ, op.operands[0], whole=True),
        Effect(Access.ALLOC, op.results[0]),
        Effect(Access.WRITE, op.results[0], whole=True),
    )


@define("bufferization.clone", HasEffects(_of_clone))
class CloneOp(IRDLOperation):
    """`bufferization.clone`: new memory with the same elements; neither is written from now on."""

    input = operand_def(ANY_MEMREF)
    output = result_def(ANY_MEMREF)
    assembly_format = "$input attr-dict `:` type($input) `to` type($output)"


def _of_dealloc(op: Operation) -> Iterable[Effect]:
    for value in op.operands:
        if isinstance(value.type, MemRefType | UnrankedMemRefType):
            yield Effect(Access.FREE, value, whole=True)


@define("bufferization.dealloc", HasEffects(_of_dealloc))
class DeallocConditionallyOp(IRDLOperation):
    """`bufferization.dealloc`: end the life of each memref whose condition holds, unless it is retained.

    For each of these it says whether it was among those whose conditions hold.
    """

    memrefs = var_operand_def(ANY_MEMREF)
    conditions = var_operand_def(i1)
    retained = var_operand_def(ANY_MEMREF)
    updated_conditions = var_result_def(i1)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `((%m, ... : types) if (%c, ...))? (retain (%m, ... : types))? attributes`."""
        memrefs: list[SSAValue] = given("(", parse_typed_values, ")")(parser) or []
        conditions: list[Any] = given("if", listed(OPERAND, PARENS))(parser) or [] if memrefs else []
        retained: list[SSAValue] = given("retain", "(", parse_typed_values, ")")(parser) or []
        values = [parser.resolve_operand(condition, i1) for condition in conditions]
        attributes = parser.parse_optional_attr_dict()
        segments = DenseArrayBase.from_list(i32, [len(memrefs), len(values), len(retained)])
        return cls.create(
            operands=[*memrefs, *values, *retained],
            result_types=[i1] * len(retained),
            properties={"operandSegmentSizes": segments},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print `((%m, ... : types) if (%c, ...))? (retain (%m, ... : types))? attributes`."""
        if self.memrefs:
            write(printer, " (", *typed(self.memrefs), ") if (", self.conditions, ")")
        if self.retained:
            write(printer, " retain (", *typed(self.retained), ")")
        write(printer, self.attributes)

    def verify_(self) -> None:
        """Check that there is a condition for each memref, and a result for each that is retained."""
        if len(self.memrefs) != len(self.conditions):
            raise VerifyException("must have the same number of conditions as memrefs to deallocate")
        if len(self.retained) != len(self.updated_conditions):
            raise VerifyException(
                "must have the same number of updated conditions (results) as retained operands"
            )


Bufferization = dialect("bufferization", __name__)
