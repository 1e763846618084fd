"""`scf.forall`: a parallel loop that makes tensors of what its iterations put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from xdsl.dialects.utils import split_dynamic_index_list

from asyncir.dialects.define import define
from asyncir.dialects.execution_traits import ConcernsOtherThreads
from asyncir.dialects.gpu_mapping import is_mapping
from asyncir.dialects.interfaces.tensors import MakesOf
from asyncir.dialects.memref_layout import Extent, extents
from asyncir.dialects.shaped import STATIC_LIST
from asyncir.dialects.syntax import (
    ARGUMENT,
    OPERAND,
    PARENS,
    POSITION,
    Piece,
    ended,
    listed,
    parse_arrow_types,
    parse_attributes,
    read,
    write,
    write_body,
)
from asyncir.ir import (
    DYNAMIC_INDEX,
    ArrayAttr,
    Attribute,
    AttrSizedOperandSegments,
    Block,
    BlockArgument,
    DenseArrayBase,
    IndexType,
    IRDLOperation,
    IsTerminator,
    NoTerminator,
    Parser,
    Printer,
    RecursiveMemoryEffect,
    Region,
    SSAValue,
    TensorType,
    VerifyException,
    base,
    i32,
    i64,
    opt_prop_def,
    prop_def,
    region_def,
    var_operand_def,
    var_result_def,
)

BOUNDS = {"lower": "LowerBound", "upper": "UpperBound", "step": "Step"}
"""What the bounds and steps are called in the names of attributes and operands."""


@define("scf.forall.in_parallel", IsTerminator(), NoTerminator(), RecursiveMemoryEffect())
class InParallelOp(IRDLOperation):
    """`scf.forall.in_parallel`: ends an iteration of `scf.forall` with what it puts into the results."""

    region = region_def("single_block")

    def __init__(self, region: Region | None = None):
        super().__init__(regions=[region or Region(Block())])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `{ ... } attributes`."""
        region = parser.parse_region()
        if not region.blocks:
            region.add_block(Block())
        return cls.create(regions=[region], attributes=parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        """Print `{ ... } attributes`."""
        printer.print_string(" ")
        printer.print_region(self.region, print_entry_block_args=False, print_empty_block=False)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        """Check where it is, and that it has only ops that put slices."""
        parent = self.parent_op()
        if parent is not None and not isinstance(parent, ForallOp):
            raise VerifyException("expects parent op 'scf.forall'")
        outputs = parent.region.block.args[parent.rank :] if parent is not None else None
        for op in self.region.block.ops:
            if op.name != "tensor.parallel_insert_slice":
                raise VerifyException("expected only ParallelCombiningOpInterface ops")
            if outputs is not None and op.operands[1] not in outputs:
                raise VerifyException("may only insert into an output block argument")


def _bounds(parser: Parser) -> tuple[list[SSAValue], DenseArrayBase[Any]]:
    """Parse `(1, %n, ...)`."""
    index = IndexType()

    def one() -> SSAValue | int:
        name = parser.parse_optional_unresolved_operand()
        return parser.parse_integer() if name is None else parser.resolve_operand(name, index)

    values = parser.parse_comma_separated_list(PARENS, one)
    static, dynamic = split_dynamic_index_list(values, DYNAMIC_INDEX)
    return dynamic, DenseArrayBase.from_list(i64, static)


def _made_of(op: ForallOp) -> Iterable[tuple[int, SSAValue]]:
    return zip(range(len(op.operands) - len(op.outputs), len(op.operands)), op.results, strict=True)


_ITERATIONS = ConcernsOtherThreads(
    "let it become `scf.parallel`: `-p one-shot-bufferize,scf-forall-to-parallel`"
)
"""Nobody proves that the slices which iterations put lie apart."""


@define("scf.forall", RecursiveMemoryEffect(), MakesOf(_made_of), _ITERATIONS)
class ForallOp(IRDLOperation):
    """`scf.forall`: iterations in any order; each puts slices into copies of the tensors that are shared.

    %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) { ... scf.forall.in_parallel { ... } }
    """

    dynamicLowerBound = var_operand_def(IndexType)
    dynamicUpperBound = var_operand_def(IndexType)
    dynamicStep = var_operand_def(IndexType)
    outputs = var_operand_def(base(TensorType))
    staticLowerBound = prop_def(STATIC_LIST)
    staticUpperBound = prop_def(STATIC_LIST)
    staticStep = prop_def(STATIC_LIST)
    mapping = opt_prop_def(ArrayAttr)
    region = region_def("single_block")
    results_ = var_result_def(base(TensorType))
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @classmethod
    def of(cls, counts: Sequence[SSAValue | int], shared: Sequence[SSAValue], body: Region) -> Self:
        """The loop over numbers from 0 on, with tensors that its iterations make together."""
        static, dynamic = split_dynamic_index_list(counts, DYNAMIC_INDEX)
        properties: dict[str, Attribute] = {
            "staticLowerBound": DenseArrayBase.from_list(i64, [0] * len(counts)),
            "staticUpperBound": DenseArrayBase.from_list(i64, static),
            "staticStep": DenseArrayBase.from_list(i64, [1] * len(counts)),
            "operandSegmentSizes": DenseArrayBase.from_list(i32, [0, len(dynamic), 0, len(shared)]),
        }
        types: list[Attribute] = [value.type for value in shared]
        operands = [*dynamic, *shared]
        return cls.create(operands=operands, result_types=types, properties=properties, regions=[body])

    def static_bounds(self, which: str) -> tuple[Extent, ...]:
        """The `lower` or `upper` bounds or the `step`s; None for those that are operands."""
        static: Any = self.properties[f"static{BOUNDS[which]}"]
        return extents(static.get_values())

    def mixed(self, which: str) -> tuple[int | SSAValue, ...]:
        """The `lower` or `upper` bounds or the `step`s, operands in their places."""
        dynamic: Any = iter(getattr(self, f"dynamic{BOUNDS[which]}"))
        return tuple(next(dynamic) if value is None else value for value in self.static_bounds(which))

    @property
    def rank(self) -> int:
        """How many induction variables it has."""
        return len(self.static_bounds("lower"))

    @property
    def is_normalized(self) -> bool:
        """Whether each variable counts from 0 by 1."""
        return set(self.static_bounds("lower")) <= {0} and set(self.static_bounds("step")) <= {1}

    @property
    def terminator(self) -> InParallelOp:
        """What ends an iteration."""
        last = self.region.block.last_op
        assert isinstance(last, InParallelOp)
        return last

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        (names,) = read(parser, listed(ARGUMENT, PARENS))
        if parser.parse_optional_keyword("in") is not None:
            bounds = [_bounds(parser)]
            bounds = [_same(len(names), 0), *bounds, _same(len(names), 1)]
        else:
            bounds = read(parser, "=", _bounds, "to", _bounds, "step", _bounds)
        assignments: list[Any] = []
        types: list[Attribute] = []
        at = parser.pos
        if parser.parse_optional_keyword("shared_outs") is not None:
            assignments, at = read(
                parser, listed(lambda p: read(p, ARGUMENT, "=", OPERAND), PARENS), POSITION
            )
            types = parse_arrow_types(parser)
        outputs = parser.resolve_operands([value for _, value in assignments], types, at)
        variables = [name.resolve(IndexType()) for name in names]
        arguments = [name.resolve(type_) for (name, _), type_ in zip(assignments, types, strict=True)]
        body = ended(parser.parse_region([*variables, *arguments]), InParallelOp)
        properties: dict[str, Attribute] = {
            f"static{BOUNDS[which]}": static for which, (_, static) in zip(BOUNDS, bounds, strict=True)
        }
        attributes = parse_attributes(cls, parser, properties)
        segments = [*(len(dynamic) for dynamic, _ in bounds), len(outputs)]
        properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, segments)
        return cls.create(
            operands=[*(value for dynamic, _ in bounds for value in dynamic), *outputs],
            result_types=types,
            properties=properties,
            attributes=attributes,
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        arguments = self.region.block.args
        lower, upper, step = ((list[Piece](self.mixed(which))) for which in BOUNDS)
        write(printer, " (", arguments[: self.rank], ")")
        if self.is_normalized:
            write(printer, " in (", upper, ")")
        else:
            write(printer, " = (", lower, ") to (", upper, ") step (", step, ")")
        if self.outputs:
            pairs = zip(arguments[self.rank :], self.outputs, strict=True)
            assignments: list[Piece] = [(name, " = ", value) for name, value in pairs]
            write(printer, " shared_outs(", assignments, ") -> (", self.result_types, ")")
        printer.print_string(" ")
        write_body(printer, self.region, terminator=bool(self.results))
        shown = {} if self.mapping is None else {"mapping": self.mapping}
        printer.print_op_attributes(self.attributes | shown)

    def verify_(self) -> None:
        """Check bounds, arguments, results and the mapping."""
        lower, rank = self.static_bounds("lower"), self.rank
        for which, name in zip(BOUNDS, ("lower bound", "upper bound", "step"), strict=True):
            static, dynamic = self.static_bounds(which), len(getattr(self, f"dynamic{BOUNDS[which]}"))
            if len(static) != len(lower):
                raise VerifyException(f"expected {rank} {name} values, got {len(static)}")
            if static.count(None) != dynamic:
                raise VerifyException(f"expected {static.count(None)} dynamic {name} values")
        if len(self.results) != len(self.outputs):
            raise VerifyException(
                f"produces {len(self.results)} results, but has only {len(self.outputs)} outputs"
            )
        self._verify_arguments(self.region.block.args)
        if not isinstance(self.region.block.last_op, InParallelOp):
            raise VerifyException("the body of scf.forall ends with scf.forall.in_parallel")
        if self.mapping is None:
            return
        listed_: Sequence[Attribute] = self.mapping.data
        if not all(map(is_mapping, listed_)):
            raise VerifyException(
                "attribute 'mapping' failed to satisfy constraint: Device Mapping array attribute"
            )
        if listed_ and len(listed_) != rank:
            raise VerifyException("mapping attribute size must match op rank")

    def _verify_arguments(self, arguments: Sequence[BlockArgument]) -> None:
        expected = self.rank + len(self.outputs)
        if len(arguments) != expected:
            raise VerifyException(f"region expects {expected} arguments")
        for number, argument in enumerate(arguments[: self.rank]):
            if not isinstance(argument.type, IndexType):
                raise VerifyException(f"expects {number}-th block argument to be an index")
        together = zip(self.outputs, self.results, arguments[self.rank :], strict=True)
        for number, (output, result, argument) in enumerate(together):
            if output.type != result.type:
                raise VerifyException(f"type mismatch between {number}-th output and corresponding result")
            if output.type != argument.type:
                raise VerifyException(
                    f"type mismatch between {number}-th output and corresponding block argument"
                )


def _same(count: int, number: int) -> tuple[list[SSAValue], DenseArrayBase[Any]]:
    return [], DenseArrayBase.from_list(i64, [number] * count)
