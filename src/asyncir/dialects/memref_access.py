"""The memref ops that read and write memory."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Self, cast

from asyncir.dialects.define import define
from asyncir.dialects.effect_types import Access, Effect, HasEffects, Resource, always
from asyncir.dialects.memref_layout import shape_of, types_of
from asyncir.dialects.memref_memory import ANY_MEMREF, verify_alignment
from asyncir.dialects.plain_forms import NAME, TYPE, HasPlainForm
from asyncir.dialects.syntax import OPERAND, parse_attributes, parse_type_of, parsed, read, write
from asyncir.ir import (
    Attribute,
    BoolAttr,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    MemRefType,
    Operation,
    Parser,
    Printer,
    SSAValue,
    VarConstraint,
    VerifyException,
    i1,
    i32,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)

READS_ELEMENT = HasEffects(lambda op: (Effect(Access.READ, op.operands[0], tuple(op.operands[1:])),))
"""The op reads `memref` at `indices`."""

WRITES_ELEMENT = HasEffects(
    lambda op: (Effect(Access.WRITE, op.operands[1], tuple(op.operands[2:])),), (Access.WRITE,)
)
"""The op writes `memref` at `indices`."""

COPIES = HasEffects(
    lambda op: (
        Effect(Access.READ, op.operands[0], whole=True),
        Effect(Access.WRITE, op.operands[1], whole=True),
    )
)
"""The op reads all of the first operand and writes all of the second."""

PREFETCHES = always(Effect(Access.WRITE, Resource("caches")))
"""The op changes nothing that a program can see, and yet is not to be dropped."""


def _verify_bool(name: str, value: Attribute | None) -> None:
    integer: Any = value
    if value is not None and (not isinstance(value, IntegerAttr) or integer.type != i1):
        raise VerifyException(f"attribute '{name}' failed to satisfy constraint: bool attribute")


def parse_indices(parser: Parser) -> list[SSAValue]:
    """Parse `[%i, ...]`."""
    index = IndexType()
    operands = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_unresolved_operand)
    return [parser.resolve_operand(operand, index) for operand in operands]


_FALSE = BoolAttr.from_bool(False)


def parse_memref_type(parser: Parser) -> MemRefType[Attribute]:
    """Parse a type that has to be a ranked memref."""
    return parse_type_of(parser, MemRefType, "a ranked memref")


class AccessOp(IRDLOperation):
    """An op on one element of a memref, which it reads, or where it stores its first operand."""

    STORES: ClassVar = False
    """Whether the first operand is what is stored."""

    @classmethod
    def parse_subscripts(cls, parser: Parser, properties: dict[str, Attribute]) -> Sequence[SSAValue]:
        """Parse `[%i, ...]`; what else it says goes into `properties`."""
        return parse_indices(parser)

    def print_subscripts(self, printer: Printer, indices: Sequence[SSAValue]) -> None:
        """Print `[%i, ...]`."""
        write(printer, "[", indices, "]")

    @property
    def shown(self) -> dict[str, Attribute]:
        """The properties that the dictionary of attributes shows."""
        return {}

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(%v,)? %m[%i, ...] attributes : type`."""
        stored = read(parser, OPERAND, ",") if cls.STORES else []
        memref = parser.parse_unresolved_operand()
        properties: dict[str, Attribute] = {}
        indices = cls.parse_subscripts(parser, properties)
        attributes = parse_attributes(cls, parser, properties)
        parser.parse_punctuation(":")
        type_ = parse_memref_type(parser)
        moved = cls.parse_moved_type(parser, type_)
        values = [parser.resolve_operand(value, moved) for value in stored]
        operands = (*values, parser.resolve_operand(memref, type_), *indices)
        return parsed(cls, operands, () if cls.STORES else (moved,), properties, attributes)

    @classmethod
    def parse_moved_type(cls, parser: Parser, memref: MemRefType[Attribute]) -> Attribute:
        """Parse the type of what is read or stored, where that of the memref does not say it."""
        return memref.element_type

    def print(self, printer: Printer) -> None:
        """Print `(%v,)? %m[%i, ...] attributes : type`."""
        *stored, memref = self.operands[: self.STORES + 1]
        write(printer, " ", *((stored[0], ", ") if stored else ()), memref)
        self.print_subscripts(printer, self.operands[self.STORES + 1 :])
        shown = self.attributes | self.shown if self.properties else self.attributes
        write(printer, shown, " : ", memref.type)


class ElementLoad(AccessOp):
    """An op that reads an element."""

    T: ClassVar = VarConstraint.get("T")
    memref = operand_def(MemRefType.constr(T))
    indices = var_operand_def(IndexType)
    result = result_def(T)


class ElementStore(AccessOp):
    """An op that stores its first operand."""

    STORES: ClassVar = True
    T: ClassVar = VarConstraint.get("T")
    value = operand_def(T)
    memref = operand_def(MemRefType.constr(T))
    indices = var_operand_def(IndexType)


_INDICES = rf"\[(?:{NAME}(?:, {NAME})?(?:, {NAME})?(?:, {NAME})?)?\] : {TYPE}"
"""The indices of a memref of up to four dimensions, and its type."""


class ElementAccessOp(AccessOp, HasPlainForm):
    """An op that reads or writes one element of a memref."""

    @classmethod
    def of_plain_form(cls, values: Sequence[SSAValue], type: Attribute, word: str) -> Self | None:
        """Without attributes."""
        memref, *indices = values[cls.STORES :]
        if not isinstance(type, MemRefType) or memref.type != type:
            return None
        element = cast("MemRefType[Attribute]", type).element_type
        if cls.STORES and values[0].type != element:
            return None
        if not all(isinstance(index.type, IndexType) for index in indices):
            return None
        return parsed(cls, values, () if cls.STORES else (element,), {}, {})

    nontemporal = opt_prop_def()
    alignment = opt_prop_def()

    @property
    def shown(self) -> dict[str, Attribute]:
        """All properties but what goes without saying."""
        return {k: v for k, v in self.properties.items() if k != "nontemporal" or v != _FALSE}

    def verify_(self) -> None:
        """Check the number of indices, and the attributes."""
        memref, *indices = self.operands[self.STORES :]
        rank = len(shape_of(memref.type))
        if rank != len(indices):
            what = "store" if self.STORES else "load"
            raise VerifyException(
                f"incorrect number of indices for {what}, expected {rank} but got {len(indices)}"
            )
        _verify_bool("nontemporal", self.nontemporal)
        verify_alignment(self.alignment)


@define("memref.load", READS_ELEMENT)
class LoadOp(ElementAccessOp, ElementLoad):
    """`memref.load`: read an element."""

    PLAIN_FORM: ClassVar = re.compile(NAME + _INDICES)

    def __init__(self, memref: SSAValue | Operation, indices: Sequence[SSAValue | Operation]):
        memref = SSAValue.get(memref)
        type_: Any = memref.type
        super().__init__(operands=[memref, indices], result_types=[type_.element_type])


@define("memref.store", WRITES_ELEMENT)
class StoreOp(ElementAccessOp, ElementStore):
    """`memref.store`: write an element."""

    PLAIN_FORM: ClassVar = re.compile(f"{NAME}, {NAME}{_INDICES}")

    def __init__(
        self,
        value: SSAValue | Operation,
        memref: SSAValue | Operation,
        indices: Sequence[SSAValue | Operation],
    ):
        super().__init__(operands=[value, memref, indices])


@define("memref.copy", COPIES)
class CopyOp(IRDLOperation):
    """`memref.copy`: copy all elements; the two must not overlap in part."""

    source = operand_def(ANY_MEMREF)
    target = operand_def(ANY_MEMREF)
    assembly_format = "$source `,` $target attr-dict `:` type($source) `to` type($target)"

    def __init__(self, source: SSAValue, target: SSAValue):
        super().__init__(operands=[source, target])

    def verify_(self) -> None:
        """Check element types and shapes."""
        source, target = types_of(self.source, self.target)
        if source.element_type != target.element_type:
            raise VerifyException("requires the same element type for all operands")
        if isinstance(source, MemRefType) and isinstance(target, MemRefType):
            one, other = shape_of(self.source.type), shape_of(self.target.type)
            if len(one) != len(other) or any(a != b for a, b in zip(one, other, strict=True) if a and b):
                raise VerifyException("requires the same shape for all operands")


_HINTS = ("isWrite", "localityHint", "isDataCache")


class PrefetchHint(AccessOp):
    """An op that hints that an element will be touched."""

    HAS_ATTRIBUTES: ClassVar = False
    """Whether its text has attributes in braces."""
    memref = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    is_write = prop_def(IntegerAttr, prop_name="isWrite")
    locality_hint = prop_def(IntegerAttr, prop_name="localityHint")
    is_data_cache = prop_def(IntegerAttr, prop_name="isDataCache")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%m[%i, ...], read|write, locality<n>, data|instr attributes : type`."""
        memref = parser.parse_unresolved_operand()
        properties: dict[str, Attribute] = {}
        indices = cls.parse_subscripts(parser, properties)
        parser.parse_punctuation(",")
        written = parser.expect(lambda: _parse_choice(parser, "read", "write"), "expected `read` or `write`")
        read(parser, ",", "locality")
        with parser.in_angle_brackets():
            locality = parser.parse_integer(allow_boolean=False, allow_negative=False)
        parser.parse_punctuation(",")
        data = parser.expect(lambda: _parse_choice(parser, "instr", "data"), "expected `data` or `instr`")
        at = parser.pos
        attributes = parser.parse_optional_attr_dict() if cls.HAS_ATTRIBUTES else {}
        if not attributes.keys().isdisjoint(_HINTS):
            parser.raise_error("what is written before occurs more than once in the attribute list", at)
        (type_,) = read(parser, ":", parse_memref_type)
        properties["isWrite"] = BoolAttr.from_bool(bool(written))
        properties["localityHint"] = IntegerAttr(locality, i32)
        properties["isDataCache"] = BoolAttr.from_bool(bool(data))
        return parsed(cls, (parser.resolve_operand(memref, type_), *indices), (), properties, attributes)

    def print(self, printer: Printer) -> None:
        """Print `%m[%i, ...], read|write, locality<n>, data|instr attributes : type`."""
        access = "write" if self.is_write.value.data else "read"
        cache = "data" if self.is_data_cache.value.data else "instr"
        hints = f"{access}, locality<{self.locality_hint.value.data}>, {cache}"
        write(printer, " ", self.memref)
        self.print_subscripts(printer, self.indices)
        write(printer, ", ", hints, self.attributes, " : ", self.memref.type)

    def verify_hints(self) -> None:
        """Check the hints."""
        for flag in (self.is_write, self.is_data_cache):
            if flag.type != i1:
                raise VerifyException("the hints `isWrite` and `isDataCache` are of type i1")
        if self.locality_hint.type != i32 or not 0 <= self.locality_hint.value.data <= 3:
            raise VerifyException(
                "attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute "
                "whose minimum value is 0 whose maximum value is 3"
            )


@define("memref.prefetch", PREFETCHES)
class PrefetchOp(PrefetchHint):
    """`memref.prefetch`: hint that an element will be touched."""

    def verify_(self) -> None:
        """Check the number of indices, and the locality."""
        if len(shape_of(self.memref.type)) != len(self.indices):
            raise VerifyException("too few indices")
        self.verify_hints()


def _parse_choice(parser: Parser, no: str, yes: str) -> int | None:
    if parser.parse_optional_keyword(no) is not None:
        return 0
    return None if parser.parse_optional_keyword(yes) is None else 1
