"""`linalg.map` and `linalg.reduce`, whose bodies say what is made of the elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.irdl import SameVariadicOperandSize

from asyncir.dialects.define import define
from asyncir.dialects.linalg_maps import identity, of_dims
from asyncir.dialects.linalg_moves import numbers_of, parse_numbers, size_text
from asyncir.dialects.linalg_short_bodies import (
    parse_long_body,
    parse_short_body,
    print_long_body,
    print_short,
    short_body,
    short_form,
)
from asyncir.dialects.linalg_structured import (
    SHAPED,
    STRUCTURED,
    Structured,
    element_of,
    extents_of,
    ins_and_outs,
    parse_ins_and_outs,
    tensor_types,
)
from asyncir.dialects.syntax import write
from asyncir.ir import (
    AffineMap,
    Attribute,
    DenseArrayBase,
    Parser,
    Printer,
    SSAValue,
    TensorType,
    VerifyException,
    i64,
    operand_def,
    prop_def,
    region_def,
    var_operand_def,
    var_result_def,
)


@define("linalg.map", *STRUCTURED)
class MapOp(Structured):
    """`linalg.map`: for each position what the body computes of the inputs' elements there.

    %r = linalg.map { arith.addf } ins(%a, %b : T, T) outs(%c : T)
    """

    inputs = var_operand_def(SHAPED)
    init = operand_def(SHAPED)
    result = var_result_def(TensorType)
    mapper = region_def()

    @property
    def ins(self) -> Sequence[SSAValue]:
        """What is read."""
        return self.inputs

    @property
    def inits(self) -> Sequence[SSAValue]:
        """What is written, or the initial value of the result."""
        return (self.init,)

    @property
    def maps(self) -> tuple[AffineMap, ...]:
        """All operands are gone through alike."""
        return (identity(len(extents_of(self.init.type))),) * len(self.operands)

    @property
    def loop_kinds(self) -> tuple[str, ...]:
        """All loops are parallel."""
        return ("parallel",) * len(extents_of(self.init.type))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        short = parse_short_body(parser)
        ins, outs = parse_ins_and_outs(parser)
        attributes = parser.parse_optional_attr_dict()
        types = [element_of(value.type) for value in (*ins, *outs)]
        body = parse_long_body(parser) if short is None else short_body(parser, short, types, None)
        return cls.create(
            operands=[*ins, *outs], result_types=tensor_types(outs), attributes=attributes, regions=[body]
        )

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        short = short_form(self, None)
        if short is not None:
            print_short(printer, short)
        write(printer, *ins_and_outs(self), self.attributes)
        if short is None:
            print_long_body(printer, self)

    def verify_(self) -> None:
        """Check the body and the shapes."""
        block = self.body.block
        if len(block.args) != len(self.operands):
            raise VerifyException(
                "expects number of operands to match the arity of mapper, but got: "
                f"{len(self.operands)} and {len(block.args)}"
            )
        for value in self.inputs:
            if extents_of(value.type) != extents_of(self.init.type):
                raise VerifyException(
                    f"expected shape of input ({_shape_text(value.type)}) to match shape of output "
                    f"({_shape_text(self.init.type)})"
                )
        for argument, value in zip(block.args, self.inputs, strict=False):
            if argument.type != element_of(value.type):
                raise VerifyException(
                    f"expected element type of input '{element_of(value.type)}' to match bbArg type '{argument.type}'"
                )
        self.verify_structure()


def _shape_text(of: Attribute) -> str:
    return ", ".join("?" if size is None else str(size) for size in extents_of(of))


@define("linalg.reduce", *STRUCTURED)
class LinalgReduceOp(Structured):
    """`linalg.reduce`: what the body makes of all elements along some dimensions.

    %r = linalg.reduce { arith.addf } ins(%a : T) outs(%b : U) dimensions = [1]
    """

    inputs = var_operand_def(SHAPED)
    init_values = var_operand_def(SHAPED)
    dimensions = prop_def(DenseArrayBase.constr(i64))
    reduced = var_result_def(TensorType)
    combiner = region_def()
    irdl_options = (SameVariadicOperandSize(),)

    @property
    def ins(self) -> Sequence[SSAValue]:
        """What is read."""
        return self.inputs

    @property
    def inits(self) -> Sequence[SSAValue]:
        """What is written, or the initial values of the results."""
        return self.init_values

    @property
    def _rank(self) -> int:
        return len(extents_of(self.inputs[0].type))

    @property
    def maps(self) -> tuple[AffineMap, ...]:
        """The outputs do not have the dimensions that are reduced."""
        reduced = numbers_of(self.dimensions)
        kept = of_dims(self._rank, tuple(d for d in range(self._rank) if d not in reduced))
        return (*(identity(self._rank),) * len(self.inputs), *(kept,) * len(self.init_values))

    @property
    def loop_kinds(self) -> tuple[str, ...]:
        """A loop is a reduction if its dimension is reduced."""
        reduced = numbers_of(self.dimensions)
        return tuple("reduction" if d in reduced else "parallel" for d in range(self._rank))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        short = parse_short_body(parser)
        ins, outs = parse_ins_and_outs(parser)
        dimensions = parse_numbers(parser, "dimensions")
        attributes = parser.parse_optional_attr_dict()
        types = [element_of(value.type) for value in (*ins, *outs)]
        body = parse_long_body(parser) if short is None else short_body(parser, short, types, len(ins))
        return cls.create(
            operands=[*ins, *outs],
            result_types=tensor_types(outs),
            properties={"dimensions": dimensions},
            attributes=attributes,
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        short = short_form(self, len(self.inputs)) if len(self.inputs) == 1 else None
        if short is not None:
            print_short(printer, short)
        write(
            printer,
            *ins_and_outs(self),
            " dimensions = [",
            [*numbers_of(self.dimensions)],
            "] ",
            self.attributes,
        )
        if short is None:
            print_long_body(printer, self)

    def verify_(self) -> None:
        """Check dimensions, shapes and the body."""
        dims = numbers_of(self.dimensions)
        if list(dims) != sorted(set(dims)):
            raise VerifyException(
                "attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute should be in increasing order"
            )
        if not self.inputs:
            raise VerifyException("expected at least one input")
        for kind, values in (("inputs", self.inputs), ("outputs", self.init_values)):
            for number, value in enumerate(values[1:], 1):
                if extents_of(value.type) != extents_of(values[0].type):
                    raise VerifyException(
                        f"expects all {kind} to have the same shapes. Shape at {kind[:-1]}-index {number} is not "
                        f"equal to the shape at {kind[:-1]}-index 0."
                    )
        shape, out = extents_of(self.inputs[0].type), extents_of(self.init_values[0].type)
        for dim in dims:
            if not 0 <= dim < len(shape):
                raise VerifyException(
                    f"dimensions for reduction should be in the range [0, {len(shape) - 1}]."
                )
        if len(out) != len(shape) - len(dims):
            raise VerifyException(
                f"number of dimensions after reduction {len(shape) - len(dims)} doesn't match the init rank {len(out)}"
            )
        left = tuple(size for d, size in enumerate(shape) if d not in dims)
        if left != out:
            raise VerifyException(
                f"init dimensions [{_shape_text(self.init_values[0].type)}] doesn't match input dimensions after "
                f"reduction [{', '.join(map(size_text, left))}]"
            )
        self._verify_arguments()
        self.verify_structure()

    def _verify_arguments(self) -> None:
        arguments = self.body.block.args
        if len(arguments) != len(self.operands):
            raise VerifyException("mismatching number of operands and block arguments")
        for number, (argument, operand) in enumerate(zip(arguments, self.operands, strict=True)):
            if argument.type != element_of(operand.type):
                kind = "input" if number < len(self.inputs) else "output"
                raise VerifyException(
                    f"{kind} element type '{element_of(operand.type)}' does not match corresponding block argument "
                    f"type '{argument.type}'"
                )
