"""The three transforms of Winograd's convolution F(m x m, r x r): of the filter, the input, and the output."""

from __future__ import annotations

from typing import ClassVar, Self

from asyncir.dialects.define import define
from asyncir.dialects.linalg_structured import (
    dictionary,
    extents_of,
    parse_ins_and_outs,
    split_attributes,
)
from asyncir.dialects.memref_layout import Extent, all_compatible
from asyncir.dialects.syntax import TYPE, read, typed, write
from asyncir.ir import (
    IntegerAttr,
    IRDLOperation,
    Parser,
    Printer,
    Pure,
    TensorType,
    VerifyException,
    i32,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)

_SIZES = {"F_2_3": (2, 3), "F_4_3": (4, 3), "F_2_5": (2, 5)}
"""m and r, by the names of the cases, in the order of their numbers."""


class WinogradOp(IRDLOperation):
    """A transform of tiles, whose result has the type of its output."""

    RANKS: ClassVar[tuple[int, int]]
    """Of the operand and of the output."""

    input = operand_def(TensorType)
    output = operand_def(TensorType)
    fmr = prop_def(IntegerAttr)
    result = result_def(TensorType)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `attributes fmr(F_4_3) ins(%a : T) outs(%b : T) -> T`."""
        mine, others = split_attributes(cls, parser.parse_optional_attr_dict())
        read(parser, "fmr", "(")
        start = parser.pos
        case = parser.parse_identifier_or_str_literal()
        if case not in _SIZES:
            parser.raise_error(f"expected one of {', '.join(_SIZES)}", start, parser.pos)
        parser.parse_punctuation(")")
        ins, outs = parse_ins_and_outs(parser)
        if len(ins) != 1 or len(outs) != 1:
            parser.raise_error("expected one input and one output", start, parser.pos)
        (result,) = read(parser, "->", TYPE)
        number = IntegerAttr(list(_SIZES).index(case), i32)
        return cls.create(
            operands=[*ins, *outs],
            result_types=[result],
            properties={**mine, "fmr": number},
            attributes=others,
        )

    def print(self, printer: Printer) -> None:
        """Print `attributes fmr(F_4_3) ins(%a : T) outs(%b : T) -> T`."""
        shown = dictionary(self, "fmr")
        case = list(_SIZES)[self.fmr.value.data]
        write(printer, *((shown,) if shown else ()), f" fmr({case})")
        write(printer, " ins(", *typed([self.input]), ") outs(", *typed([self.output]), ")")
        write(printer, " -> ", self.result.type)

    def verify_(self) -> None:
        """Check the case, the ranks and the shape of the output."""
        if self.fmr.type != i32 or not 0 <= self.fmr.value.data < len(_SIZES):
            raise VerifyException(f"the attribute 'fmr' is the number of one of {', '.join(_SIZES)}")
        shape, out = extents_of(self.input.type), extents_of(self.output.type)
        for of, rank in zip((shape, out), self.RANKS, strict=True):
            if len(of) != rank:
                raise VerifyException(f"expected a tensor of rank {rank}, got one of rank {len(of)}")
        m, r = list(_SIZES.values())[self.fmr.value.data]
        if not all_compatible(self.expected(shape, out, m, r), out):
            raise VerifyException("the output shape is not expected")
        if self.result.type != self.output.type:
            raise VerifyException(
                f"expected type of operand #1 ('{self.output.type}') to match type of corresponding result "
                f"('{self.result.type}')"
            )

    def expected(self, shape: tuple[Extent, ...], out: tuple[Extent, ...], m: int, r: int) -> list[Extent]:
        """The shape that the output has to have."""
        raise NotImplementedError


@define("linalg.winograd_filter_transform")
class WinogradFilterOp(WinogradOp):
    """`linalg.winograd_filter_transform`: a filter (f, h, w, c) as tiles (alpha, alpha, c, f)."""

    RANKS: ClassVar = (4, 4)

    def expected(self, shape: tuple[Extent, ...], out: tuple[Extent, ...], m: int, r: int) -> list[Extent]:
        """Of (alpha, alpha, c, f); alpha is 1 where the filter has no extent."""
        filters, height, width, channels = shape
        for extent, name in ((height, "height"), (width, "width")):
            if extent not in (r, 1):
                raise VerifyException(f"expect filter {name} either equals to r or 1")
        if height == width == 1:
            raise VerifyException("expect either filter height or width equals to r")
        return [*(m + r - 1 if extent == r else 1 for extent in (height, width)), channels, filters]


@define("linalg.winograd_input_transform")
class WinogradInputOp(WinogradOp):
    """`linalg.winograd_input_transform`: an input (n, h, w, c) as tiles (alpha, alpha, tiles, tiles, n, c)."""

    RANKS: ClassVar = (4, 6)

    def expected(self, shape: tuple[Extent, ...], out: tuple[Extent, ...], m: int, r: int) -> list[Extent]:
        """Of (alpha, alpha, tiles, tiles, n, c)."""
        batch, height, width, channels = shape
        alphas: list[Extent] = []
        tiles: list[Extent] = []
        for extent, alpha in zip((height, width), out, strict=False):
            transformed = alpha != 1
            alphas.append(m + r - 1 if extent is None or transformed else 1)
            tiles.append(extent if extent is None or not transformed else (extent - (r - 1)) // m)
        return [*alphas, *tiles, batch, channels]


@define("linalg.winograd_output_transform")
class WinogradOutputOp(WinogradOp):
    """`linalg.winograd_output_transform`: tiles (alpha, alpha, tiles, tiles, n, f) as an output (n, h, w, f)."""

    RANKS: ClassVar = (6, 4)

    def expected(self, shape: tuple[Extent, ...], out: tuple[Extent, ...], m: int, r: int) -> list[Extent]:
        """Of (n, h, w, f)."""
        batch, filters = shape[4:]
        sizes: list[Extent] = []
        for alpha, tiles, name in zip(shape[:2], shape[2:4], ("height", "width"), strict=True):
            if alpha is None or tiles is None:
                sizes.append(None)
                continue
            if alpha not in (m + r - 1, 1):
                raise VerifyException(f"expect input {name} equals to input tile size")
            sizes.append((m if alpha != 1 else 1) * tiles)
        return [batch, *sizes, filters]
