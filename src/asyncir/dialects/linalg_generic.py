"""`linalg.generic`, which says everything of itself, and the index of the point at hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from asyncir.dialects.define import define
from asyncir.dialects.linalg_attributes import LoopKind, LoopKindAttr
from asyncir.dialects.linalg_structured import (
    STRUCTURED,
    Structured,
    StructuredOp,
    dictionary,
    ins_and_outs,
    parse_ins_and_outs,
    segments,
    split_attributes,
    tensor_types,
)
from asyncir.dialects.syntax import ATTRIBUTES, INTEGER, arrow, parse_arrow_types, read, write
from asyncir.ir import (
    AffineMap,
    AffineMapAttr,
    ArrayAttr,
    Attribute,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    Parser,
    Printer,
    Pure,
    Region,
    SSAValue,
    StringAttr,
    VerifyException,
    i64,
    opt_prop_def,
    prop_def,
    result_def,
)

_TRAIT = ("doc", "indexing_maps", "iterator_types", "library_call")
"""The properties that the text has in front of the operands."""


@define("linalg.generic", *STRUCTURED)
class GenericOp(StructuredOp):
    """`linalg.generic`: for each point of the domain the body, on the elements that the maps say.

    %r = linalg.generic {indexing_maps = [...], iterator_types = ["parallel"]} ins(%a : T) outs(%b : U) { ... } -> U
    """

    WRITES_BODY: ClassVar[bool] = False
    indexing_maps = prop_def(ArrayAttr)
    iterator_types = prop_def(ArrayAttr)
    doc = opt_prop_def(StringAttr)
    library_call = opt_prop_def(StringAttr)

    @classmethod
    def of(
        cls,
        ins: Sequence[SSAValue],
        outs: Sequence[SSAValue],
        maps: Sequence[AffineMap],
        kinds: Sequence[str],
        body: Region,
        attributes: Mapping[str, Attribute] | None = None,
    ) -> Self:
        """The op; on tensors its results have the types of its outputs."""
        properties = {
            "indexing_maps": ArrayAttr([AffineMapAttr(map) for map in maps]),
            "iterator_types": ArrayAttr([LoopKindAttr(LoopKind(kind)) for kind in kinds]),
            **segments(len(ins), len(outs)),
        }
        return cls.create(
            operands=[*ins, *outs],
            result_types=tensor_types(outs),
            properties=properties,
            attributes=dict(attributes or {}),
            regions=[body],
        )

    @property
    def maps(self) -> tuple[AffineMap, ...]:
        """For each operand which element is used at a point."""
        attributes: Any = self.indexing_maps
        return tuple(attribute.data for attribute in attributes)

    @property
    def loop_kinds(self) -> tuple[str, ...]:
        """For each loop `parallel` or `reduction`."""
        attributes: Any = self.iterator_types
        return tuple(str(attribute.data) for attribute in attributes)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        start = parser.pos
        mine, others = split_attributes(cls, parser.parse_optional_attr_dict())
        for name in ("indexing_maps", "iterator_types"):
            if name not in mine:
                parser.raise_error(f'expected "{name}" array attribute', start, parser.pos)
        mine["iterator_types"] = _loop_kinds(parser, mine["iterator_types"], start)
        ins, outs = parse_ins_and_outs(parser)
        if parser.parse_optional_keyword("attrs") is not None:
            parser.parse_punctuation("=")
            others.update(parser.parse_optional_attr_dict())
        region = parser.parse_region()
        types = parse_arrow_types(parser)
        return cls.create(
            operands=[*ins, *outs],
            result_types=types,
            properties={**mine, **segments(len(ins), len(outs))},
            attributes=others,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        shown = dictionary(self)
        head = {name: value for name, value in shown.items() if name in _TRAIT}
        head["iterator_types"] = ArrayAttr([StringAttr(kind) for kind in self.loop_kinds])
        rest = {name: value for name, value in shown.items() if name not in _TRAIT}
        write(printer, dict(sorted(head.items())), *ins_and_outs(self))
        write(printer, *((" attrs = ", rest) if rest else ()), " ")
        printer.print_region(self.body)
        write(printer, *arrow(self.result_types))

    def verify_(self) -> None:
        """Check everything."""
        for attribute in self.indexing_maps:
            if not isinstance(attribute, AffineMapAttr):
                raise VerifyException(
                    "attribute 'indexing_maps' failed to satisfy constraint: AffineMap array attribute"
                )
        for attribute in self.iterator_types:
            if not isinstance(attribute, LoopKindAttr):
                raise VerifyException(
                    "attribute 'iterator_types' failed to satisfy constraint: Iterator type should be an enum."
                )
        self.verify_structure()


def _loop_kinds(parser: Parser, attribute: Any, start: int) -> Attribute:
    """The array with strings as kinds of loops."""
    if type(attribute) is not ArrayAttr:
        parser.raise_error("expected an array of kinds of loops", start, parser.pos)
    elements: list[Attribute] = []
    element: Attribute
    for element in attribute.data:
        if isinstance(element, StringAttr):
            if element.data not in set(LoopKind):
                message = f"unexpected iterator_type ({element.data})"
                parser.raise_error(message, start, parser.pos)
            element = LoopKindAttr(LoopKind(element.data))
        elements.append(element)
    return ArrayAttr(elements)


@define("linalg.index", Pure())
class IndexOp(IRDLOperation):
    """`linalg.index 1 : index`: where along a loop of the op around it the point at hand is."""

    dim = prop_def(IntegerAttr)
    result = result_def(IndexType)

    def __init__(self, dim: int, attributes: Mapping[str, Attribute] | None = None):
        super().__init__(
            properties={"dim": IntegerAttr(dim, i64)},
            result_types=[IndexType()],
            attributes=dict(attributes or {}),
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `1 : index`."""
        dim, attributes = read(parser, INTEGER, ATTRIBUTES, ":", "index")
        return cls(dim, attributes)

    def print(self, printer: Printer) -> None:
        """Print `1 : index`."""
        write(printer, " ", int(self.dim.value.data), self.attributes, " : ", self.result.type)

    def verify_(self) -> None:
        """Check that there is such a loop."""
        around = self.parent_op()
        if not isinstance(around, Structured):
            raise VerifyException("expected parent op with LinalgOp interface")
        dim, loops = int(self.dim.value.data), len(around.loop_kinds)
        if dim < 0:
            raise VerifyException(
                "attribute 'dim' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0"
            )
        if dim >= loops:
            raise VerifyException(
                f"expected dim ({dim}) to be lower than the number of loops ({loops}) of the enclosing LinalgOp"
            )
