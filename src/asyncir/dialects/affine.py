"""The affine dialect, with MLIR 22's names and syntax: what loops and accesses at affine expressions need.

The files named `affine_...` hold some of the classes; those that others use are imported from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, Self, cast

from asyncir.dialects.affine_indices import (
    DelinearizeIndexOp as DelinearizeIndexOp,
    LinearizeIndexOp as LinearizeIndexOp,
)
from asyncir.dialects.affine_loops import (
    ForOp as ForOp,
    IfOp as IfOp,
    YieldOp as YieldOp,
    as_map as as_map,
    equalities as equalities,
)
from asyncir.dialects.affine_memory import (
    LoadOp as LoadOp,
    PrefetchOp as PrefetchOp,
    StoreOp as StoreOp,
    VectorLoadOp as VectorLoadOp,
    VectorStoreOp as VectorStoreOp,
)
from asyncir.dialects.affine_syntax import (
    MapParser,
    parse_applied,
    print_applied,
    print_expression,
    verify_count,
    verify_map,
)
from asyncir.dialects.checks import check_types
from asyncir.dialects.define import define, dialect
from asyncir.dialects.memref_atomic import ATOMIC_KINDS
from asyncir.dialects.syntax import (
    ARGUMENT,
    INTEGER,
    PARENS,
    ended,
    given,
    listed,
    parse_arrow_types,
    read,
    with_attributes,
    write,
    write_body,
)
from asyncir.ir import (
    AffineExpr,
    AffineMap,
    AffineMapAttr,
    AnyFloat,
    ArrayAttr,
    Attribute,
    Block,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    IRDLOperation,
    Parser,
    Printer,
    Pure,
    RecursiveMemoryEffect,
    Signedness,
    SSAValue,
    TensorType,
    VerifyException,
    i32,
    i64,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from asyncir.ir.dense import all_elements, dense_of

REDUCTIONS = ATOMIC_KINDS
"""The kinds of reductions, by their numbers."""


class _MapOp(IRDLOperation):
    """A computation of one index from others, by an affine map."""

    operands_ = var_operand_def(IndexType)
    map = prop_def(AffineMapAttr)
    result = result_def(IndexType)
    traits = traits_def(Pure())

    def __init__(self, map: AffineMapAttr, operands: Sequence[SSAValue]):
        super().__init__(operands=[operands], properties={"map": map}, result_types=[IndexType()])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `map (%d, ...)[%s, ...] attributes`."""
        map = _parse_map(parser)
        return with_attributes(cls(map, parse_applied(parser, map.data)), parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        """Print `map(%d, ...)[%s, ...] attributes`."""
        write(printer, " ", self.map)
        print_applied(printer, self.map.data, self.operands)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        """Check the number of operands, and that there is a result."""
        verify_count(self.map.data, self.operands)
        if not self.map.data.results:
            raise VerifyException("affine map expect at least one result")


def _parse_map(parser: Parser) -> AffineMapAttr:
    at = parser.pos
    map = parser.parse_attribute()
    if not isinstance(map, AffineMapAttr):
        parser.raise_error("expected an affine map", at)
    return map


@define("affine.apply")
class ApplyOp(_MapOp):
    """`affine.apply`: the one result of a map.

    %j = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%n]
    """

    def verify_(self) -> None:
        """Check that there is one result, and the number of operands."""
        verify_count(self.map.data, self.operands)
        if len(self.map.data.results) != 1:
            raise VerifyException("mapping must produce one value")


@define("affine.min")
class MinOp(_MapOp):
    """`affine.min`: the least result of a map, as a signed number."""


@define("affine.max")
class MaxOp(_MapOp):
    """`affine.max`: the greatest result of a map, as a signed number."""


Bound = tuple[AffineExpr, ...]
"""The expressions whose greatest (least) value is a lower (upper) bound."""


@define("affine.parallel", RecursiveMemoryEffect())
class ParallelOp(IRDLOperation):
    """`affine.parallel`: iterations in any order, with reductions, between affine bounds.

    %s = affine.parallel (%i, %j) = (0, max(%n, 3)) to (min(%n, 100), %m) step (2, 1) reduce ("addf") -> (f32) {
      affine.yield %x : f32
    }
    """

    mapOperands = var_operand_def(IndexType)
    reductions = prop_def(ArrayAttr[IntegerAttr])
    lowerBoundsMap = prop_def(AffineMapAttr)
    lowerBoundsGroups = prop_def(DenseIntOrFPElementsAttr)
    upperBoundsMap = prop_def(AffineMapAttr)
    upperBoundsGroups = prop_def(DenseIntOrFPElementsAttr)
    steps = prop_def(ArrayAttr[IntegerAttr])
    res = var_result_def()
    body = region_def()

    @property
    def lower_operands(self) -> Sequence[SSAValue]:
        """What the map of the lower bounds is applied to."""
        map = self.lowerBoundsMap.data
        return self.operands[: map.num_dims + map.num_symbols]

    @property
    def upper_operands(self) -> Sequence[SSAValue]:
        """What the map of the upper bounds is applied to."""
        return self.operands[len(self.lower_operands) :]

    @property
    def lower_bounds(self) -> list[Bound]:
        """For each dimension, what it begins at the greatest of."""
        return _grouped(self.lowerBoundsMap, self.lowerBoundsGroups)

    @property
    def upper_bounds(self) -> list[Bound]:
        """For each dimension, what it ends at the least of."""
        return _grouped(self.upperBoundsMap, self.upperBoundsGroups)

    @property
    def step_numbers(self) -> list[int]:
        """The steps."""
        return [step.value.data for step in self.steps]

    @property
    def kinds(self) -> list[str]:
        """The names of the reductions."""
        return [REDUCTIONS[number.value.data] for number in self.reductions]

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        bounds = partial(_parse_bounds, "lower", "max")
        variables, (lower, starts) = read(parser, listed(ARGUMENT, PARENS), "=", bounds)
        pieces = ("to", partial(_parse_bounds, "upper", "min"), given("step", listed(INTEGER, PARENS)))
        (upper, ends), steps, kinds = read(parser, *pieces, given("reduce", listed(_parse_kind, PARENS)))
        types = parse_arrow_types(parser)
        body = parser.parse_region([variable.resolve(IndexType()) for variable in variables])
        numbers = {"reductions": kinds or (), "steps": [1] * len(variables) if steps is None else steps}
        lists = {name: ArrayAttr([IntegerAttr(n, i64) for n in values]) for name, values in numbers.items()}
        return cls.create(
            operands=(*starts, *ends),
            result_types=types,
            regions=[ended(body, YieldOp)],
            properties={**lower, **upper, **lists},
            attributes=parser.parse_optional_attr_dict(),
        )

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " (", self.body.block.args, ") = (")
        _print_bounds(printer, "max", self.lower_bounds, self.lowerBoundsMap.data, self.lower_operands)
        printer.print_string(") to (")
        _print_bounds(printer, "min", self.upper_bounds, self.upperBoundsMap.data, self.upper_operands)
        printer.print_string(")")
        if any(step != 1 for step in self.step_numbers):
            write(printer, " step (", self.step_numbers, ")")
        if self.res:
            write(printer, " reduce (", [f'"{kind}"' for kind in self.kinds], ") -> (", self.res.types, ")")
        printer.print_string(" ")
        write_body(printer, self.body, terminator=bool(self.res))
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        """Check bounds, steps, reductions and what is yielded."""
        if len(self.body.blocks) != 1:
            raise VerifyException(f"the body of affine.parallel has one block, not {len(self.body.blocks)}")
        block = self.body.block
        groups = (self.lowerBoundsGroups, self.upperBoundsGroups)
        counts = [len(block.args), *(len(_numbers(sizes)) for sizes in groups), len(self.steps)]
        if len(set(counts)) != 1:
            raise VerifyException(
                f"the number of region arguments ({counts[0]}) and the number of map groups for lower ({counts[1]}) "
                f"and upper bound ({counts[2]}), and the number of steps ({counts[3]}) must all match"
            )
        for map, groups, which in (
            (self.lowerBoundsMap, self.lowerBoundsGroups, "lower"),
            (self.upperBoundsMap, self.upperBoundsGroups, "upper"),
        ):
            sizes = list(_numbers(groups))
            if sum(sizes) != len(map.data.results) or any(size < 1 for size in sizes):
                raise VerifyException(
                    f"expected {which} bounds map to have as many results as its groups say"
                )
        if any(not isinstance(argument.type, IndexType) for argument in block.args):
            raise VerifyException("the induction variables are of index type")
        verify_map(self.lowerBoundsMap.data, self.lower_operands)
        verify_map(self.upperBoundsMap.data, self.upper_operands)
        self._verify_reductions(block)

    def _verify_reductions(self, block: Block) -> None:
        if len(self.reductions) != len(self.res):
            raise VerifyException("a reduction must be specified for each output")
        for number, type_ in zip(self.reductions, self.res.types, strict=True):
            if not 0 <= number.value.data < len(REDUCTIONS):
                raise VerifyException("invalid reduction attribute")
            if not _fits(REDUCTIONS[number.value.data], type_):
                raise VerifyException("result type cannot match reduction attribute")
        last = block.last_op
        if not isinstance(last, YieldOp):
            raise VerifyException("the body of affine.parallel ends with affine.yield")
        check_types(
            last.arguments, self.res.types, "what affine.yield passes on is what affine.parallel reduces"
        )


def _fits(kind: str, type_: Attribute) -> bool:
    """Whether mlir-opt 22 takes a reduction of this kind for the type."""
    if kind == "assign":
        return True
    if kind in ("addf", "mulf", "maximumf", "minimumf"):
        return isinstance(type_, AnyFloat)
    if not isinstance(type_, IntegerType):
        return False
    signedness: Signedness = cast(Any, type_).signedness.data
    wanted = _SIGNEDNESS.get(kind)
    return kind in ("addi", "muli", "ori", "andi") if wanted is None else signedness is wanted


_SIGNEDNESS = {
    **dict.fromkeys(("maxs", "mins"), Signedness.SIGNED),
    **dict.fromkeys(("maxu", "minu"), Signedness.UNSIGNED),
}


def _numbers(groups: DenseIntOrFPElementsAttr) -> Sequence[int]:
    return [int(n) for n in all_elements(groups)]


def _grouped(map: AffineMapAttr, groups: DenseIntOrFPElementsAttr) -> list[Bound]:
    rest = iter(map.data.results)
    return [tuple(islice(rest, size)) for size in _numbers(groups)]


def _parse_kind(parser: Parser) -> int:
    at = parser.pos
    name = parser.parse_str_literal()
    if name not in REDUCTIONS:
        parser.raise_error(f'invalid reduction value: "{name}"', at, parser.pos)
    return REDUCTIONS.index(name)


def _parse_bounds(
    which: str, several: str, parser: Parser
) -> tuple[Mapping[str, Attribute], tuple[SSAValue, ...]]:
    """Parse `(%i + 1, max(%n, 3), ...)`: a map, how many of its results are a bound, and what it is applied to."""
    reader = MapParser(parser)
    expressions: list[AffineExpr] = []
    sizes: list[int] = []

    def parse_bound() -> None:
        found = [reader.expression()] if parser.parse_optional_keyword(several) is None else None
        if found is None:
            found = parser.parse_comma_separated_list(parser.Delimiter.PAREN, reader.expression)
        expressions.extend(found)
        sizes.append(len(found))

    parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_bound)
    groups = dense_of(TensorType(i32, [len(sizes)]), sizes)
    properties = {f"{which}BoundsMap": AffineMapAttr(reader.map(expressions)), f"{which}BoundsGroups": groups}
    return properties, reader.operands


def _print_bounds(
    printer: Printer, several: str, bounds: Sequence[Bound], map: AffineMap, operands: Sequence[SSAValue]
) -> None:
    def print_one(bound: Bound) -> None:
        if len(bound) == 1:
            print_expression(printer, bound[0], map, operands)
            return
        printer.print_string(f"{several}(")
        printer.print_list(bound, lambda e: print_expression(printer, e, map, operands))
        printer.print_string(")")

    printer.print_list(bounds, print_one)


Affine = dialect("affine", __name__, ("affine_loops", "affine_memory", "affine_dma", "affine_indices"))
