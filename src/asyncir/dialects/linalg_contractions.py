"""Matrix products whose operands may be transposed or broadcast, contractions, and elementwise ops by their kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from asyncir.dialects.define import define
from asyncir.dialects.linalg_attributes import CastKindAttr, ElementwiseKindAttr
from asyncir.dialects.linalg_bodies import BodyWriter, arity_of, cast_of
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
        writer = BodyWriter(block, cast_of(self))
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

    @classmethod
    def operand_count(cls) -> int:
        """Two inputs and an output."""
        return 3

    def verify_(self) -> None:
        """Check that each map is the default one, or one with fewer of its loops or in another order."""
        if self.maps != self.default_maps():
            self._verify_own_maps()
        self.verify_structure()
        if not all(is_projection(map) for map in self.maps):
            raise VerifyException("expected indexing maps to be projected permutations")

    def _verify_own_maps(self) -> None:
        for map, usual in zip(self.maps[:2], self.default_maps()[:2], strict=False):
            if not set(map.results) <= set(usual.results):
                raise VerifyException("Unexpected dim expression in map result.")
            if len(map.results) < len(usual.results) and dims_of(map) != (2,):
                raise VerifyException("Invalid broadcast requested, should be (d2).")


class BatchMatmulLikeOp(MatmulLikeOp):
    """Products of batches of matrices."""

    BROADCASTS: ClassVar[tuple[tuple[tuple[int, ...], ...], ...]] = (
        ((3,), (0, 3), (1, 3)),
        ((3,), (0, 3), (3, 2)),
    )
    """For each input the loops that it may have if it has not all."""

    def _verify_own_maps(self) -> None:
        maps, default = self.maps, self.default_maps()
        if len(maps) != 3:
            raise VerifyException("Indexing_map attribute must have 3 affine maps.")
        for map, usual, fewer in zip(maps, default, self.BROADCASTS, strict=False):
            if not set(map.results) <= set(usual.results):
                raise VerifyException(
                    "Unexpected result dim expression (outside the set of default result dims)."
                )
            if len(map.results) > len(usual.results):
                raise VerifyException("no. of result dim expressions exceeds 3.")
            if len(map.results) < len(usual.results):
                if dims_of(map) not in fewer:
                    raise VerifyException("Invalid broadcast requested.")
            elif dims_of(map)[0] != 0:
                raise VerifyException("Invalid batch dimension expression.")
        wanted = len(default[2].results)
        if len(maps[2].results) != wanted:
            raise VerifyException(f"expects {wanted} dims, but got ({len(maps[2].results)}).")
        if maps[2].results != default[2].results:
            raise VerifyException("Invalid output map result dimension.")


_P, _R = "parallel", "reduction"


@define("linalg.matmul", *STRUCTURED)
class MatmulOp(MatmulLikeOp):
    """`linalg.matmul`: the product of two matrices, added to a third."""

    KINDS: ClassVar[tuple[str, ...]] = (_P, _P, _R)
    DIMS: ClassVar[tuple[tuple[int, ...], ...]] = ((0, 2), (2, 1), (0, 1))


@define("linalg.batch_matmul", *STRUCTURED)
class BatchMatmulOp(BatchMatmulLikeOp):
    """`linalg.batch_matmul`: the products of pairs of matrices, each added to one of the output."""

    KINDS: ClassVar[tuple[str, ...]] = (_P, _P, _P, _R)
    DIMS: ClassVar[tuple[tuple[int, ...], ...]] = ((0, 1, 3), (0, 3, 2), (0, 1, 2))


@define("linalg.batch_reduce_matmul", *STRUCTURED)
class BatchReduceMatmulOp(BatchMatmulLikeOp):
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

    @classmethod
    def operand_count(cls) -> int:
        """Two inputs and an output."""
        return 3

    @classmethod
    def parse_head(cls, parser: Parser) -> dict[str, Attribute]:
        """Parse `indexing_maps = [...]`."""
        start = parser.pos
        found = super().parse_head(parser)
        if not found:
            parser.raise_error("expected 'indexing_maps' attribute", start, parser.pos)
        return found

    def verify_(self) -> None:
        """Check that each loop is one of both inputs, or of an input and the output, and that one is of both alone."""
        maps = self.maps
        for map, operand in zip(maps, self.operands, strict=False):
            if map.num_dims != maps[0].num_dims:
                raise VerifyException("iteration spaces of provided affine_maps differ")
            if not is_projection(map) or map.num_symbols:
                raise VerifyException("provided affine_map is not a projected permutation")
            if len(map.results) != len(extents_of(operand.type)):
                raise VerifyException(
                    "ranks of shaped operand and results of corresponding affine_map differ"
                )
        self._verify_loops()
        self.verify_structure()

    def _verify_loops(self) -> None:
        maps = self.maps
        contracted = False
        for dim in range(maps[0].num_dims if maps else 0):
            of_inputs = sum(dim in dims_of(map) for map in maps[:2])
            of_output = sum(dim in dims_of(map) for map in maps[2:])
            contracted |= of_inputs == 2 and of_output == 0
            where = f"iteration space dim at index {dim} "
            if not of_inputs and not of_output:
                raise VerifyException(f"{where}not used to access any operand")
            if of_inputs == 1 and of_output != 1:
                raise VerifyException(f"{where}is neither a contracting dim nor of parallel iteration type")
        if not contracted:
            raise VerifyException("do not specify a contracting dimension")


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
            parser.raise_error("expected ElementwiseKind attribute", start, parser.pos)
        return {"kind": kind, **super().parse_head(parser)}

    def print_head(self, printer: Printer) -> None:
        """Print ` kind=... indexing_maps = [...]`."""
        write(printer, " kind=", self.kind)
        super().print_head(printer)

    def default_maps(self) -> tuple[AffineMap, ...]:
        """Each operand is gone through as the output is."""
        if not self.inits:
            raise VerifyException("expected an output")
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
                "[parseNamedStructuredOpRegion] ods-gen generated region expects "
                f"{arity_of(function) + 1} args, got {len(inputs) + 1}"
            )

    def verify_(self) -> None:
        """Check the number of inputs, and everything else."""
        self._verify_count(self.ins)
        self.verify_structure()
