"""`linalg.map`, `linalg.reduce`, `linalg.transpose` and `linalg.broadcast`, which have one kind of dimension each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self, TypeVar

from xdsl.irdl import SameVariadicOperandSize

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
    split_attributes,
    tensor_types,
)
from asyncir.dialects.syntax import PARENS, write
from asyncir.ir import (
    AffineMap,
    Attribute,
    Block,
    DenseArrayBase,
    Operation,
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
    var_operand_def,
    var_result_def,
)

_Value = TypeVar("_Value", bound=SSAValue)


def _numbers(attribute: Any) -> tuple[int, ...]:
    return tuple(int(number) for number in attribute.get_values())


# ---- a body of one op ----


def _parse_short_body(parser: Parser) -> tuple[str, dict[str, Attribute]] | None:
    """Parse `{ arith.addf {fastmath = ...} }` if present, the only op of a body."""
    if parser.parse_optional_punctuation("{") is None:
        return None
    name = parser.parse_identifier()
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation("}")
    return name, attributes


def _in_order(arguments: Sequence[_Value], first: int | None) -> list[_Value]:
    """The operands of the only op of a body: the inputs' elements, behind that of output `first` if there is one."""
    if first is None:
        return list(arguments[:-1])
    return [arguments[first], *arguments[:first], *arguments[first + 1 :]]


def _defaults_of(cls: Any) -> dict[str, Attribute]:
    """The properties that an op of the class has if its text does not say otherwise."""
    known = cls.get_irdl_definition().properties.items()
    found = {name: getattr(definition, "default_value", None) for name, definition in known}
    return {name: default for name, default in found.items() if default is not None}


def _short_body(
    parser: Parser, short: tuple[str, dict[str, Attribute]], types: Sequence[Attribute], first: int | None
) -> Region:
    """The body with that op: it gets the arguments, the output's (number `first`) before the others if there is one."""
    name, attributes = short
    start = parser.pos
    cls: Any = parser.ctx.get_optional_op(name)
    if cls is None:
        parser.raise_error(f"unregistered op {name}", start, parser.pos)
    block = Block(arg_types=types)
    arguments = list(block.args)
    operands = _in_order(arguments, first)
    mine, others = split_attributes(cls, attributes)
    properties = {**_defaults_of(cls), **mine}
    op = cls.create(operands=operands, result_types=[types[-1]], properties=properties, attributes=others)
    block.add_ops([op, LinalgYieldOp(*op.results)])
    return Region(block)


def _short_form(op: Structured, first: int | None) -> Operation | None:
    """The only op of the body, if nothing but its name and attributes have to be said."""
    block = op.body.block
    ops = list(block.ops)
    if len(ops) != 2 or len(ops[0].results) != 1 or tuple(ops[1].operands) != tuple(ops[0].results):
        return None
    arguments = list(block.args)
    if first is None and arguments[-1].uses:
        return None
    wanted = _in_order(arguments, first)
    fits = tuple(ops[0].operands) == tuple(wanted) and bool(wanted) and not ops[0].regions
    return ops[0] if fits and ops[0].results[0].type == arguments[-1].type else None


def _print_short(printer: Printer, op: Operation) -> None:
    shown = dict(sorted({**op.properties, **op.attributes}.items()))
    defaults = _defaults_of(type(op))
    shown = {name: value for name, value in shown.items() if defaults.get(name) != value}
    write(printer, " { ", op.name, *((shown,) if shown else ()), " }")


def _parse_long_body(parser: Parser) -> Region:
    """Parse `(%in: f32, %init: f32) { ... }`."""

    def argument() -> Parser.Argument:
        found = parser.parse_argument()
        location = parser.parse_optional_location()
        if location is not None:
            found.location = location
        return found

    return parser.parse_region(parser.parse_comma_separated_list(PARENS, argument))


def _print_long_body(printer: Printer, op: Structured) -> None:
    block = op.body.block
    located = printer.print_debuginfo
    shown = [
        (argument, ": ", argument.type, *((" ", argument.location) if located else ()))
        for argument in block.args
    ]
    with printer.indented():
        write(printer, "\n(", shown, ") ")
        printer.print_region(op.body, print_entry_block_args=False)


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
        short = _parse_short_body(parser)
        ins, outs = parse_ins_and_outs(parser)
        attributes = parser.parse_optional_attr_dict()
        types = [element_of(value.type) for value in (*ins, *outs)]
        body = _parse_long_body(parser) if short is None else _short_body(parser, short, types, None)
        return cls.create(
            operands=[*ins, *outs], result_types=tensor_types(outs), attributes=attributes, regions=[body]
        )

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        short = _short_form(self, None)
        if short is not None:
            _print_short(printer, short)
        write(printer, *ins_and_outs(self), self.attributes)
        if short is None:
            _print_long_body(printer, self)

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
        reduced = _numbers(self.dimensions)
        kept = of_dims(self._rank, tuple(d for d in range(self._rank) if d not in reduced))
        return (*(identity(self._rank),) * len(self.inputs), *(kept,) * len(self.init_values))

    @property
    def loop_kinds(self) -> tuple[str, ...]:
        """A loop is a reduction if its dimension is reduced."""
        reduced = _numbers(self.dimensions)
        return tuple("reduction" if d in reduced else "parallel" for d in range(self._rank))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        short = _parse_short_body(parser)
        ins, outs = parse_ins_and_outs(parser)
        dimensions = _parse_dense(parser, "dimensions")
        attributes = parser.parse_optional_attr_dict()
        types = [element_of(value.type) for value in (*ins, *outs)]
        body = _parse_long_body(parser) if short is None else _short_body(parser, short, types, len(ins))
        return cls.create(
            operands=[*ins, *outs],
            result_types=tensor_types(outs),
            properties={"dimensions": dimensions},
            attributes=attributes,
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        short = _short_form(self, len(self.inputs)) if len(self.inputs) == 1 else None
        if short is not None:
            _print_short(printer, short)
        write(
            printer,
            *ins_and_outs(self),
            " dimensions = [",
            [*_numbers(self.dimensions)],
            "] ",
            self.attributes,
        )
        if short is None:
            _print_long_body(printer, self)

    def verify_(self) -> None:
        """Check dimensions, shapes and the body."""
        dims = _numbers(self.dimensions)
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
                f"reduction [{', '.join(map(_size, left))}]"
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


def _parse_dense(parser: Parser, word: str) -> Attribute:
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
        return _numbers(self.properties[self.WORD])

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
        numbers = _parse_dense(parser, cls.WORD)
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
                    f"dim(result, {i}) = {_size(out[i])} doesn't match dim(input, permutation[{i}]) = {_size(shape[dim])}"
                )
        self.verify_structure()


def _size(extent: int | None) -> str:
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
                    f"input dim {i} should match init dim {dim}. input: {_size(shape[i])}, init: {_size(out[dim])}"
                )
        self.verify_structure()
