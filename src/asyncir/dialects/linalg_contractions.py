"""Matrix products whose operands may be transposed or broadcast, contractions, and elementwise ops by their kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from asyncir.dialects.define import define
from asyncir.dialects.linalg_attributes import CastKindAttr, ElementwiseKindAttr
from asyncir.dialects.linalg_bodies import BodyWriter, arity_of
from asyncir.dialects.linalg_maps import dims_of, identity, is_projection, of_dims
from asyncir.dialects.linalg_structured import STRUCTURED, LinalgYieldOp, NamedStructuredOp, extents_of
from asyncir.dialects.syntax import write
from asyncir.ir import (
    AffineMap,
    AffineMapAttr,
    ArrayAttr,
    Attribute,
    Block,
    Parser,
    Printer,
    VerifyException,
    opt_prop_def,
    prop_def,
)

_MAPS = "indexing_maps"


def _maps_in(attribute: Any) -> tuple[AffineMap, ...]:
    """The maps of an array of them."""
    elements: Sequence[Any] = getattr(attribute, "data", ()) if type(attribute) is ArrayAttr else [attribute]
    if not all(isinstance(element, AffineMapAttr) for element in elements):
        raise VerifyException(
            "attribute 'indexing_maps' failed to satisfy constraint: AffineMap array attribute"
        )
    return tuple(element.data for element in elements)


class WithMapsOp(NamedStructuredOp):
    """A named op that may say with which maps it goes through its operands."""

    HIDDEN: ClassVar[tuple[str, ...]] = (_MAPS,)

    @classmethod
    def parse_head(cls, parser: Parser) -> dict[str, Attribute]:
        """Parse `indexing_maps = [...]` if present."""
        if parser.parse_optional_keyword(_MAPS) is None:
            return {}
        parser.parse_punctuation("=")
        return {_MAPS: parser.parse_attribute()}

    def print_head(self, printer: Printer) -> None:
        """Print ` indexing_maps = [...]`, unless it is what the op's name says."""
        given = self.properties.get(_MAPS)
        if given is not None and _maps_in(given) != self.default_maps():
            write(printer, " indexing_maps = ", given)

    def default_maps(self) -> tuple[AffineMap, ...] | None:
        """The maps that the name says; None where it says none."""
        return None

    @property
    def maps(self) -> tuple[AffineMap, ...]:
        """For each operand which element is used at a point."""
        given = self.properties.get(_MAPS)
        maps = None if given is None else _maps_in(given)
        return maps or self.default_maps() or ()


class ContractionOp(WithMapsOp):
    """A named op that adds up products of two inputs."""

    indexing_maps = opt_prop_def(ArrayAttr)
    cast = opt_prop_def(CastKindAttr)

    def write_body(self, block: Block) -> None:
        """Add the product of the inputs to the output."""
        kind: Any = self.properties.get("cast")
        writer = BodyWriter(block, "cast_signed" if kind is None else str(kind.data))
        block.add_op(LinalgYieldOp(writer.value("add(a2, mul(cast(a0), cast(a1)))")))


class MatmulLikeOp(ContractionOp):
    """A product of matrices; by its name it knows the loops, and the maps if nothing is transposed or broadcast."""

    KINDS: ClassVar[tuple[str, ...]]
    DIMS: ClassVar[tuple[tuple[int, ...], ...]]

    def default_maps(self) -> tuple[AffineMap, ...]:
        """The maps without transposition and broadcast."""
        return tuple(of_dims(len(self.KINDS), dims) for dims in self.DIMS)

    @property
    def loop_kinds(self) -> tuple[str, ...]:
        """For each loop `parallel` or `reduction`."""
        return self.KINDS

    def complete(self) -> None:
        """Say the maps, as MLIR does."""
        if _MAPS not in self.properties:
            self.properties[_MAPS] = ArrayAttr([AffineMapAttr(map) for map in self.default_maps()])

    def verify_(self) -> None:
        """Check that each map is the default one, or one with fewer of its loops or in another order."""
        default = self.default_maps()
        maps = self.maps
        if len(maps) != len(default):
            raise VerifyException(
                f"Indexing_map attribute must have {len(default)} maps, but has {len(maps)}"
            )
        for number, (map, usual) in enumerate(zip(maps, default, strict=True)):
            if map == usual:
                continue
            dims = dims_of(map)
            if (
                not is_projection(map)
                or not set(dims) <= set(dims_of(usual))
                or map.num_dims != usual.num_dims
            ):
                raise VerifyException(f"Unexpected dim expression in map result of indexing_map #{number}.")
            if number == 2:
                raise VerifyException("the indexing_map of the output must be the default one")
        self.verify_structure()


_P, _R = "parallel", "reduction"


@define("linalg.matmul", *STRUCTURED)
class MatmulOp(MatmulLikeOp):
    """`linalg.matmul`: the product of two matrices, added to a third."""

    KINDS: ClassVar[tuple[str, ...]] = (_P, _P, _R)
    DIMS: ClassVar[tuple[tuple[int, ...], ...]] = ((0, 2), (2, 1), (0, 1))


@define("linalg.batch_matmul", *STRUCTURED)
class BatchMatmulOp(MatmulLikeOp):
    """`linalg.batch_matmul`: the products of pairs of matrices, each added to one of the output."""

    KINDS: ClassVar[tuple[str, ...]] = (_P, _P, _P, _R)
    DIMS: ClassVar[tuple[tuple[int, ...], ...]] = ((0, 1, 3), (0, 3, 2), (0, 1, 2))


@define("linalg.batch_reduce_matmul", *STRUCTURED)
class BatchReduceMatmulOp(MatmulLikeOp):
    """`linalg.batch_reduce_matmul`: the products of pairs of matrices, all added to one matrix."""

    KINDS: ClassVar[tuple[str, ...]] = (_R, _P, _P, _R)
    DIMS: ClassVar[tuple[tuple[int, ...], ...]] = ((0, 1, 3), (0, 3, 2), (1, 2))


@define("linalg.contract", *STRUCTURED)
class ContractOp(ContractionOp):
    """`linalg.contract`: products of two tensors of any rank, added up along the loops that the output does not have."""

    @property
    def loop_kinds(self) -> tuple[str, ...]:
        """For each loop `parallel` if the output has it, `reduction` if not."""
        maps = self.maps
        kept = set(dims_of(maps[-1])) if maps else set[int | None]()
        return tuple(_P if dim in kept else _R for dim in range(maps[0].num_dims if maps else 0))

    def verify_(self) -> None:
        """Check that each loop is that of two operands at least, and of the inputs if the output has it."""
        maps = self.maps
        if len(maps) != 3:
            raise VerifyException(
                "expected the number of indexing_map (3) to be equal to the number of operands"
            )
        for map in maps:
            if not is_projection(map):
                raise VerifyException("provided affine_map is not a projected permutation")
        first, second, output = (set(dims_of(map)) for map in maps)
        for dim in range(maps[0].num_dims):
            inputs = (dim in first) + (dim in second)
            if not inputs:
                raise VerifyException("iteration space dim at index " + f"{dim} not used to access any input")
            if dim not in output and inputs == 1:
                raise VerifyException(
                    f"iteration space dim at index {dim} is neither a contracting dim nor of parallel iteration type"
                )
        if not any(dim in first and dim in second and dim not in output for dim in range(maps[0].num_dims)):
            raise VerifyException("expected at least one contracting dim")
        self.verify_structure()


@define("linalg.elementwise", *STRUCTURED)
class ElementwiseOp(WithMapsOp):
    """`linalg.elementwise`: what its kind says, of one element of each input."""

    HIDDEN: ClassVar[tuple[str, ...]] = (_MAPS, "kind")
    kind = prop_def(ElementwiseKindAttr)
    indexing_maps = opt_prop_def(ArrayAttr)

    @classmethod
    def parse_head(cls, parser: Parser) -> dict[str, Attribute]:
        """Parse `kind = #linalg.elementwise_kind<...>` and `indexing_maps = [...]`."""
        parser.parse_keyword("kind")
        parser.parse_punctuation("=")
        start = parser.pos
        kind = parser.parse_attribute()
        if not isinstance(kind, ElementwiseKindAttr):
            parser.raise_error("expected ElementwiseKindAttr attribute", start, parser.pos)
        return {"kind": kind, **super().parse_head(parser)}

    def print_head(self, printer: Printer) -> None:
        """Print ` kind=... indexing_maps = [...]`."""
        write(printer, " kind=", self.kind)
        super().print_head(printer)

    def default_maps(self) -> tuple[AffineMap, ...]:
        """Each operand is gone through as the output is."""
        return (identity(len(extents_of(self.inits[0].type))),) * len(self.operands)

    def complete(self) -> None:
        """Say the maps, as MLIR does."""
        if _MAPS not in self.properties:
            self.properties[_MAPS] = ArrayAttr([AffineMapAttr(map) for map in self.default_maps()])

    @property
    def loop_kinds(self) -> tuple[str, ...]:
        """All loops are parallel."""
        return (_P,) * len(extents_of(self.inits[0].type))

    def write_body(self, block: Block) -> None:
        """Compute what the kind says."""
        function = str(self.kind.data)
        writer, arguments = BodyWriter(block), block.args[:-1]
        self._verify_count(arguments)
        block.add_op(LinalgYieldOp(writer.call(function, arguments)))

    def _verify_count(self, inputs: Sequence[object]) -> None:
        function = str(self.kind.data)
        if len(inputs) != arity_of(function):
            raise VerifyException(
                f"expected {arity_of(function)} input operands for kind {function}, got {len(inputs)}"
            )

    def verify_(self) -> None:
        """Check the number of inputs, and everything else."""
        self._verify_count(self.ins)
        self.verify_structure()
