"""The vector ops that multiply and combine along dimensions: contractions, outer products, scans."""

from __future__ import annotations

from typing import Any, Self

from xdsl.dialects.utils.enum_attribute import EnumAttribute
from xdsl.utils.str_enum import StrEnum

from asyncir.dialects.define import define
from asyncir.dialects.elementwise import element_type, is_signless
from asyncir.dialects.memref_layout import Extent, shape_of
from asyncir.dialects.narrowing import is_integer, is_vector
from asyncir.dialects.syntax import ATTRIBUTES, OPERAND, TYPE, InAngleBrackets, given, read, write
from asyncir.dialects.vector_reductions import CombiningKindAttr, CombiningKindFlag, verify_kind
from asyncir.ir import (
    AffineDimExpr,
    AffineMap,
    ArrayAttr,
    Attribute,
    BoolAttr,
    IntegerAttr,
    IRDLOperation,
    ParsePropInAttrDict,
    Parser,
    Printer,
    Pure,
    StringAttr,
    VarConstraint,
    VectorType,
    VerifyException,
    i64,
    irdl_attr_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
)

_ADD = CombiningKindAttr(CombiningKindFlag.ADD)


class IteratorFlag(StrEnum):
    """Whether a dimension of a contraction is one of the result, or is summed up."""

    PARALLEL = "parallel"
    REDUCTION = "reduction"


@irdl_attr_definition
class IteratorTypeAttr(InAngleBrackets, EnumAttribute[IteratorFlag]):
    """`#vector.iterator_type<...>`: the kind of a dimension of a contraction."""

    name = "vector.iterator_type"


_DICTIONARY = ("indexing_maps", "iterator_types", "kind")


@define("vector.contract", Pure())
class ContractionOp(IRDLOperation):
    """`vector.contract`: products of elements that maps choose, combined with an accumulator along the reductions.

    At each point the maps say which elements of the operands are multiplied, and which one of the result they go to.

        %r = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"],
          kind = #vector.kind<add>} %x, %y, %acc : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
    """

    lhs = operand_def(VectorType)
    rhs = operand_def(VectorType)
    acc = operand_def(VarConstraint.get("T"))
    indexing_maps = prop_def(ArrayAttr)
    iterator_types = prop_def(ArrayAttr)
    kind = prop_def(CombiningKindAttr, default_value=_ADD)
    result = result_def(VarConstraint.get("T"))

    @property
    def maps(self) -> tuple[AffineMap, ...]:
        """For both factors and for the result which element is used at a point."""
        maps: Any = self.indexing_maps
        return tuple(map.data for map in maps)

    @property
    def iterators(self) -> tuple[str, ...]:
        """For each dimension `parallel` or `reduction`."""
        kinds: Any = self.iterator_types
        return tuple(str(kind.data) for kind in kinds)

    def extents(self) -> tuple[int, ...]:
        """How many points there are along each dimension."""
        found: dict[int, Extent] = {}
        for map, operand in zip(self.maps, self.operands, strict=True):
            found.update(zip(_positions(map), _shape(operand.type), strict=True))
        return tuple(found.get(dim) or 0 for dim in range(len(self.iterators)))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `{maps, iterators, kind} %a, %b, %acc attributes : type, type into type`."""
        start = parser.pos
        given_ = parser.parse_optional_attr_dict()
        names = read(parser, OPERAND, ",", OPERAND, ",", OPERAND)
        attributes, lhs, rhs, result = read(parser, ATTRIBUTES, ":", TYPE, ",", TYPE, "into", TYPE)
        attributes = {**given_, **attributes}
        properties = {name: attributes.pop(name) for name in _DICTIONARY if name in attributes}
        iterators: Any = properties.get("iterator_types")
        if type(iterators) is not ArrayAttr:
            parser.raise_error("expected iterator_types array attribute", start, parser.pos)
        properties["iterator_types"] = _iterators(parser, iterators, start)
        properties.setdefault("kind", _ADD)
        operands = parser.resolve_operands(names, (lhs, rhs, result), start)
        return cls.create(
            operands=operands, result_types=[result], properties=properties, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        """Print `{maps, iterators, kind} %a, %b, %acc attributes : type, type into type`."""
        shown = dict(self.properties) | {
            "iterator_types": ArrayAttr([StringAttr(kind) for kind in self.iterators])
        }
        write(printer, shown, " ", self.operands, self.attributes, " : ", self.operand_types[:2])
        write(printer, " into ", self.result.type)

    def verify_(self) -> None:
        """Check the maps, the shapes that follow from them, and the kind."""
        if element_type(self.lhs.type) != element_type(self.rhs.type):
            raise VerifyException("failed to verify that lhs and rhs have same element type")
        element: Any = element_type(self.lhs.type)
        if is_integer(element) and not is_signless(element):
            raise VerifyException("only supports signless integer types")
        if any(not isinstance(kind, IteratorTypeAttr) for kind in self.iterator_types):
            raise VerifyException("attribute 'iterator_types' failed to satisfy constraint: Iterator type")
        if len(self.indexing_maps) != 3:
            raise VerifyException("expected an indexing map for each vector operand")
        for number, operand in enumerate(self.operands):
            _verify_map(number, self.maps[number], len(self.iterators), len(_shape(operand.type)))
        self._verify_dimensions()
        try:
            verify_kind(self.kind.data, element_type(self.result.type))
        except VerifyException:
            raise VerifyException("unsupported contraction type") from None

    def _verify_dimensions(self) -> None:
        lhs, rhs, to = (
            dict(zip(_positions(map), _extents(operand.type), strict=True))
            for map, operand in zip(self.maps, self.operands, strict=True)
        )
        shared = lhs.keys() & rhs.keys()
        if not any(self.iterators[dim] == "reduction" for dim in shared):
            raise VerifyException("expected at least one contracting dimension pair")
        for which, kind in (("contracting", "reduction"), ("batch", "parallel")):
            if any(lhs[dim][0] != rhs[dim][0] for dim in shared if self.iterators[dim] == kind):
                raise VerifyException(f"invalid {which} dimension map")
        known = {**lhs, **rhs}
        if any(dim not in known for dim in range(len(self.iterators))):
            raise VerifyException("expected all dims to be either a LHS or a RHS dim")
        if any(known[dim] != size for dim, size in to.items()):
            raise VerifyException("invalid accumulator/result vector shape")
        if not to and is_vector(self.result.type):
            raise VerifyException("invalid accumulator/result vector shape")


def _shape(of: Attribute) -> tuple[Extent, ...]:
    return shape_of(of) if is_vector(of) else ()


def _extents(of: Attribute) -> list[tuple[Extent, Attribute]]:
    """The sizes of a vector, each with whether it is scalable."""
    typed: Any = of
    return list(zip(_shape(of), typed.scalable_dims, strict=True)) if is_vector(of) else []


def _positions(map: AffineMap) -> list[int]:
    return [expr.position for expr in map.results if isinstance(expr, AffineDimExpr)]


def _verify_map(number: int, map: AffineMap, dims: int, rank: int) -> None:
    expected = f"expected indexing map {number} to "
    if map.num_symbols:
        raise VerifyException(f"{expected}have no symbols")
    if map.num_dims != dims:
        raise VerifyException(f"{expected}have {dims} number of inputs")
    if len(map.results) != rank:
        raise VerifyException(f"{expected}have {rank} number of outputs")
    if len(set(_positions(map))) != rank:
        raise VerifyException(f"{expected}be a projected permutation of its inputs")


def _iterators(parser: Parser, kinds: ArrayAttr[Any], start: int) -> Attribute:
    """The array, with strings as kinds of dimensions."""
    found: list[Attribute] = []
    for kind in kinds:
        if isinstance(kind, StringAttr):
            if kind.data not in set(IteratorFlag):
                parser.raise_error(f"unexpected iterator_type ({kind.data})", start, parser.pos)
            kind = IteratorTypeAttr(IteratorFlag(kind.data))
        found.append(kind)
    return ArrayAttr(found)


@define("vector.outerproduct", Pure())
class OuterProductOp(IRDLOperation):
    """`vector.outerproduct`: each element of a vector times each of another one, or times a scalar.

    With an accumulator, the products are combined with it.

        %r = vector.outerproduct %x, %y, %acc {kind = #vector.kind<add>} : vector<2xf32>, vector<4xf32>
    """

    lhs = operand_def(VectorType)
    rhs = operand_def()
    acc = opt_operand_def(VectorType)
    kind = prop_def(CombiningKindAttr, default_value=_ADD)
    result = result_def(VectorType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%a, %b(, %acc)? attributes : type, type`."""
        start = parser.pos
        pieces = (OPERAND, ",", OPERAND, given(",", OPERAND), ATTRIBUTES, ":", TYPE, ",", TYPE)
        lhs, rhs, acc, attributes, left, right = read(parser, *pieces)
        result = _outer(left, right)
        if result is None:
            parser.raise_error("expected vector type for operand #1", start, parser.pos)
        names, types = [lhs, rhs], [left, right]
        if acc is not None:
            names, types = [*names, acc], [*types, result]
        return cls.create(
            operands=parser.resolve_operands(names, types, start),
            result_types=[result],
            properties={"kind": attributes.pop("kind", _ADD)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print `%a, %b(, %acc)? attributes : type, type`."""
        shown = dict(self.attributes)
        # The kind says nothing where there is no accumulator.
        if self.acc is not None or self.kind != _ADD:
            shown = dict(sorted({**shown, "kind": self.kind}.items()))
        write(printer, " ", self.operands, shown, " : ", self.operand_types[:2])

    def verify_(self) -> None:
        """Check the shapes and the kind."""
        lhs, rhs, result = _shape(self.lhs.type), _shape(self.rhs.type), _shape(self.result.type)
        elements = {element_type(of) for of in (self.lhs.type, self.rhs.type, self.result.type)}
        if len(elements) != 1:
            raise VerifyException("failed to verify that operands and result have same element type")
        if len(lhs) != 1:
            raise VerifyException("expected 1-d vector for operand #1")
        if is_vector(self.rhs.type) and len(rhs) != 1:
            raise VerifyException("expected 1-d vector for operand #2")
        if len(result) != 1 + len(rhs):
            raise VerifyException(f"expected {1 + len(rhs)}-d vector result")
        for number, (size, wanted) in enumerate(zip((*lhs, *rhs), result, strict=True), 1):
            if size != wanted:
                raise VerifyException(f"expected #{number} operand dim to match result dim #{number}")
        if len(rhs) == 1 and _extents(self.lhs.type)[0][1] and not _extents(self.rhs.type)[0][1]:
            raise VerifyException("expected either both or only #2 operand dim to be scalable")
        if self.acc is not None and self.acc.type != self.result.type:
            raise VerifyException("expected operand #3 of same type as result type")
        try:
            verify_kind(self.kind.data, element_type(self.result.type))
        except VerifyException:
            raise VerifyException("unsupported outerproduct type") from None


def _outer(left: Any, right: Any) -> VectorType[Any] | None:
    """The type of the products; None where the first operand is no vector."""
    if not is_vector(left) or not _shape(left):
        return None
    sizes, scalable = [left.get_shape()[0]], [left.scalable_dims.data[0]]
    if is_vector(right) and _shape(right):
        sizes, scalable = [*sizes, right.get_shape()[0]], [*scalable, right.scalable_dims.data[0]]
    return VectorType(left.element_type, sizes, ArrayAttr(scalable))


@define("vector.scan", Pure())
class ScanOp(IRDLOperation):
    """`vector.scan`: all partial results of a reduction along a dimension, and the last one.

    An inclusive scan begins with the first elements, an exclusive one with the initial value.

        %all, %last = vector.scan <add>, %x, %first {inclusive = true, reduction_dim = 0 : i64} :
          vector<2x4xf32>, vector<4xf32>
    """

    irdl_options = (ParsePropInAttrDict(),)
    source = operand_def(VarConstraint("S", VectorType.constr()))
    initial_value = operand_def(VarConstraint("V", VectorType.constr()))
    kind = prop_def(CombiningKindAttr)
    reduction_dim = prop_def(IntegerAttr[i64])
    inclusive = prop_def(BoolAttr)
    dest = result_def(VarConstraint("S", VectorType.constr()))
    accumulated_value = result_def(VarConstraint("V", VectorType.constr()))
    assembly_format = (
        "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)"
    )

    def verify_(self) -> None:
        """Check the dimension, the shape of the initial value, and the kind."""
        shape, first = _shape(self.source.type), _shape(self.initial_value.type)
        dim = self.reduction_dim.value.data
        if not 0 <= dim < len(shape):
            raise VerifyException(f"reduction dimension {dim} has to be less than {len(shape)}")
        if len(first) != len(shape) - 1:
            raise VerifyException(f"initial value rank {len(first)} has to be equal to {len(shape) - 1}")
        if (*shape[:dim], *shape[dim + 1 :]) != first:
            raise VerifyException("incompatible input/initial value shapes")
        if element_type(self.source.type) != element_type(self.initial_value.type):
            raise VerifyException("failed to verify that source and initial value have same element type")
        verify_kind(self.kind.data, element_type(self.source.type))
