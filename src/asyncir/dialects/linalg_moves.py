"""`linalg.transpose` and `linalg.broadcast`, which put each element of their input where it belongs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from asyncir.dialects.define import define
from asyncir.dialects.linalg_maps import identity, of_dims
from asyncir.dialects.linalg_structured import (
    SHAPED,
    STRUCTURED,
    LinalgYieldOp,
    Structured,
    dictionary,
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
    Block,
    DenseArrayBase,
    Parser,
    Printer,
    Region,
    SSAValue,
    TensorType,
    VerifyException,
    i64,
    operand_def,
    prop_def,
    region_def,
    var_result_def,
)


def numbers_of(attribute: Any) -> tuple[int, ...]:
    """The numbers of a dense array."""
    return tuple(int(number) for number in attribute.get_values())


def parse_numbers(parser: Parser, word: str) -> Attribute:
    """Parse `word = [1, 0]`."""
    parser.parse_keyword(word)
    parser.parse_punctuation("=")
    numbers = parser.parse_comma_separated_list(Parser.Delimiter.SQUARE, parser.parse_integer)
    return DenseArrayBase.from_list(i64, numbers)


class _MovingOp(Structured):
    """An op that puts each element of one input where it belongs in the output."""

    input = operand_def(SHAPED)
    init = operand_def(SHAPED)
    result = var_result_def(TensorType)
    region = region_def()
    WORD: ClassVar[str] = ""

    @property
    def ins(self) -> Sequence[SSAValue]:
        """What is read."""
        return (self.input,)

    @property
    def inits(self) -> Sequence[SSAValue]:
        """What is written, or the initial value of the result."""
        return (self.init,)

    @property
    def loop_kinds(self) -> tuple[str, ...]:
        """All loops are parallel."""
        return ("parallel",) * len(extents_of(self.init.type))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The op's dimensions or permutation."""
        return numbers_of(self.properties[self.WORD])

    @classmethod
    def of(cls, input: SSAValue, init: SSAValue, numbers: Sequence[int]) -> Self:
        """The op; on tensors its result has the type of its output."""
        dense = DenseArrayBase.from_list(i64, list(numbers))
        return cls._of([input], [init], dense, {})

    @classmethod
    def _of(
        cls, ins: Sequence[SSAValue], outs: Sequence[SSAValue], numbers: Attribute, more: dict[str, Attribute]
    ) -> Self:
        block = Block(arg_types=[element_of(value.type) for value in (*ins, *outs)])
        block.add_op(LinalgYieldOp(block.args[0]))
        return cls.create(
            operands=[*ins, *outs],
            result_types=tensor_types(outs),
            properties={cls.WORD: numbers},
            attributes=more,
            regions=[Region(block)],
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        start = parser.pos
        ins, outs = parse_ins_and_outs(parser)
        if len(ins) != 1 or len(outs) != 1:
            parser.raise_error("expected one input and one output", start, parser.pos)
        numbers = parse_numbers(parser, cls.WORD)
        return cls._of(ins, outs, numbers, dict(parser.parse_optional_attr_dict()))

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(
            printer,
            *ins_and_outs(self),
            f" {self.WORD} = [",
            [*self.numbers],
            "] ",
            dictionary(self, self.WORD),
        )


@define("linalg.transpose", *STRUCTURED)
class LinalgTransposeOp(_MovingOp):
    """`linalg.transpose`: dimension `i` of the output is dimension `permutation[i]` of the input."""

    permutation = prop_def(DenseArrayBase.constr(i64))
    WORD: ClassVar[str] = "permutation"

    @property
    def maps(self) -> tuple[AffineMap, ...]:
        """Loop `i` is dimension `i` of the output."""
        order = self.numbers
        rank = len(order)
        return of_dims(rank, tuple(order.index(d) for d in range(rank))), identity(rank)

    def verify_(self) -> None:
        """Check that it is a permutation, and the shapes."""
        order, shape, out = self.numbers, extents_of(self.input.type), extents_of(self.init.type)
        if sorted(order) != list(range(len(order))):
            raise VerifyException("permutation is not valid")
        if len(shape) != len(out):
            raise VerifyException(f"input rank {len(shape)} does not match init rank {len(out)}")
        if len(order) != len(shape):
            raise VerifyException(
                f"size of permutation {len(order)} does not match the argument rank {len(shape)}"
            )
        for i, dim in enumerate(order):
            if out[i] != shape[dim]:
                raise VerifyException(
                    f"dim(result, {i}) = {size_text(out[i])} doesn't match dim(input, permutation[{i}]) = "
                    f"{size_text(shape[dim])}"
                )
        self.verify_structure()


def size_text(extent: int | None) -> str:
    """A size as messages have it."""
    return "?" if extent is None else str(extent)


@define("linalg.broadcast", *STRUCTURED)
class LinalgBroadcastOp(_MovingOp):
    """`linalg.broadcast`: the input, repeated along dimensions that only the output has."""

    dimensions = prop_def(DenseArrayBase.constr(i64))
    WORD: ClassVar[str] = "dimensions"

    @property
    def maps(self) -> tuple[AffineMap, ...]:
        """Loop `i` is dimension `i` of the output."""
        rank = len(extents_of(self.init.type))
        return of_dims(rank, tuple(d for d in range(rank) if d not in self.numbers)), identity(rank)

    def verify_(self) -> None:
        """Check the dimensions and the shapes."""
        added, shape, out = self.numbers, extents_of(self.input.type), extents_of(self.init.type)
        if len(shape) + len(added) != len(out):
            raise VerifyException(
                "input rank plus added dimensions does not match init rank. "
                f"input rank: {len(shape)}, dimensions size: {len(added)}, init rank: {len(out)}"
            )
        for i, dim in enumerate(added):
            if not 0 <= dim < len(out):
                raise VerifyException(
                    f"dimension {i} is out of range. expected range: [0, {len(out) - 1}], got: {dim}"
                )
        kept = [d for d in range(len(out)) if d not in added]
        if len(kept) != len(shape):
            raise VerifyException("dimensions has duplicates")
        for i, dim in enumerate(kept):
            if shape[i] != out[dim]:
                raise VerifyException(
                    f"input dim {i} should match init dim {dim}. input: {size_text(shape[i])}, init: {size_text(out[dim])}"
                )
        self.verify_structure()
