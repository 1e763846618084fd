"""The memref ops that update memory in one step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from xdsl.traits import is_side_effect_free

from asyncir.dialects.define import define
from asyncir.dialects.effect_types import Access, Effect, HasEffects
from asyncir.dialects.elementwise import FLOAT_TYPES, is_signless
from asyncir.dialects.interfaces.memory import UpdatesAtomically
from asyncir.dialects.memref_access import parse_indices, parse_memref_type
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.syntax import ATTRIBUTES, OPERAND, REGION, TYPE, parse_attributes, parsed, read, write
from asyncir.ir import (
    Attribute,
    HasParent,
    IndexType,
    IntegerAttr,
    IntegerType,
    IRDLOperation,
    IsTerminator,
    MemRefType,
    Operation,
    OpTrait,
    Parser,
    Printer,
    Pure,
    ReturnLike,
    VarConstraint,
    VerifyException,
    i64,
    operand_def,
    prop_def,
    region_def,
    result_def,
    var_operand_def,
)

ATOMIC_KINDS = (
    *("addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu"),
    *("minimumf", "minnumf", "mins", "minu", "mulf", "muli", "ori", "xori"),
)
"""The names of atomic updates, by their numbers."""

FLOAT_ATOMIC_KINDS = frozenset({"addf", "maximumf", "minimumf", "mulf"})
INTEGER_ATOMIC_KINDS = frozenset({"addi", "andi", "maxs", "maxu", "mins", "minu", "muli", "ori", "xori"})


def _updates(memory: int) -> tuple[OpTrait, ...]:
    """The traits of an op that updates an element of the operand with this number; its indices follow."""

    def effects(op: Operation) -> Sequence[Effect]:
        # It orders nothing else: what other tasks wrote is published by tokens, not by atomic ops.
        memref, where = op.operands[memory], tuple(op.operands[memory + 1 :])
        return (Effect(Access.READ, memref, where), Effect(Access.WRITE, memref, where))

    return (UpdatesAtomically(memory), HasEffects(effects))


@define("memref.atomic_rmw", *_updates(1))
class AtomicRMWOp(IRDLOperation):
    """`memref.atomic_rmw`: update an element in one step; the result is the value before."""

    T: ClassVar = VarConstraint.get("T")
    kind = prop_def(IntegerAttr)
    value = operand_def(T)
    memref = operand_def(MemRefType.constr(T))
    indices = var_operand_def(IndexType)
    result = result_def(T)

    @property
    def kind_name(self) -> str:
        """The kind of update as it is written."""
        return ATOMIC_KINDS[self.kind.value.data]

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `kind %v, %m[%i, ...] attributes : (type, type) -> type`."""
        start = parser.pos
        name = parser.parse_identifier()
        if name not in ATOMIC_KINDS:
            parser.raise_error(f"expected one of {', '.join(ATOMIC_KINDS)}", start, parser.pos)
        value, memref, indices = read(parser, OPERAND, ",", OPERAND, parse_indices)
        properties: dict[str, Attribute] = {"kind": IntegerAttr(ATOMIC_KINDS.index(name), i64)}
        attributes = parse_attributes(cls, parser, properties)
        *types, result_type = read(parser, ":", "(", TYPE, ",", parse_memref_type, ")", "->", TYPE)
        operands = (*parser.resolve_operands((value, memref), types, parser.pos), *indices)
        return parsed(cls, operands, (result_type,), properties, attributes)

    def print(self, printer: Printer) -> None:
        """Print `kind %v, %m[%i, ...] attributes : (type, type) -> type`."""
        value, memref, *indices = self.operands
        write(printer, f" {self.kind_name} ", value, ", ", memref, "[", indices, "]", self.attributes)
        write(printer, " : (", value.type, ", ", memref.type, ") -> ", self.result.type)

    def verify_(self) -> None:
        """Check the kind against the type, and the number of indices."""
        if not 0 <= self.kind.value.data < len(ATOMIC_KINDS):
            raise VerifyException("attribute 'kind' failed to satisfy constraint: AtomicRMWKind")
        verify_atomic_element(self.value.type, "operand #0")
        if len(shape_of(self.memref.type)) != len(self.indices):
            raise VerifyException("expects the number of subscripts to be equal to memref rank")
        kind = self.kind_name
        if kind in FLOAT_ATOMIC_KINDS and not isinstance(self.value.type, FLOAT_TYPES):
            raise VerifyException(f"with kind '{kind}' expects a floating-point type")
        if kind in INTEGER_ATOMIC_KINDS and not isinstance(self.value.type, IntegerType):
            raise VerifyException(f"with kind '{kind}' expects an integer type")


def verify_atomic_element(type_: Attribute, what: str) -> None:
    """Check that atomic ops work on this type."""
    if not is_signless(type_) or not isinstance(type_, (IntegerType, *FLOAT_TYPES)):
        raise VerifyException(f"{what} must be signless integer or floating-point, but got '{type_}'")


@define("memref.generic_atomic_rmw", *_updates(0))
class GenericAtomicRMWOp(IRDLOperation):
    """`memref.generic_atomic_rmw`: update an element by a region, in one step; yields the value before."""

    T: ClassVar = VarConstraint.get("T")
    memref = operand_def(MemRefType.constr(T))
    indices = var_operand_def(IndexType)
    result = result_def(T)
    atomic_body = region_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%m[%i, ...] : type { ... } attributes`."""
        pieces = (OPERAND, parse_indices, ":", parse_memref_type, REGION, ATTRIBUTES)
        memref, indices, type_, region, attributes = read(parser, *pieces)
        return cls.create(
            operands=(parser.resolve_operand(memref, type_), *indices),
            result_types=(type_.element_type,),
            regions=(region,),
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print `%m[%i, ...] : type { ... } attributes`."""
        memref, *indices = self.operands
        write(printer, " ", memref, "[", indices, "] : ", memref.type, " ")
        printer.print_region(self.atomic_body)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        """Check the number of indices and the body."""
        memref: Any = self.memref.type
        verify_atomic_element(memref.element_type, "the element type")
        blocks = self.atomic_body.blocks
        if len(blocks) != 1 or [a.type for a in blocks[0].args] != [memref.element_type]:
            raise VerifyException("expected one block with one argument of the type of the elements")
        for op in blocks[0].walk():
            if isinstance(op, AtomicYieldOp):
                continue
            if not op.regions and not is_side_effect_free(op):
                raise VerifyException("body should contain only operations with no side effects")


@define("memref.atomic_yield", Pure(), IsTerminator(), ReturnLike(), HasParent(GenericAtomicRMWOp))
class AtomicYieldOp(IRDLOperation):
    """`memref.atomic_yield`: the new value of the element."""

    result = operand_def()
    assembly_format = "$result attr-dict `:` type($result)"

    def verify_(self) -> None:
        """Check the value's type."""
        parent = self.parent_op()
        if parent is not None and self.result.type != parent.results[0].type:
            raise VerifyException(
                f"types mismatch between yield op: {self.result.type} and its parent: "
                f"{parent.results[0].type}"
            )
