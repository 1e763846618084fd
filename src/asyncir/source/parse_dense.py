"""Dense attributes: lists of elements, one element for all, or their bytes in hexadecimal digits.

Long lists of plain numbers are read all at once, and elements that are all equal are kept once (`ir/dense.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, cast

from asyncir.ir import (
    AnyFloat,
    Attribute,
    AttrParser,
    ComplexType,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerType,
    Parser,
)
from asyncir.ir.dense import dense_of, dense_of_raw, elements_in
from asyncir.ir.wide_elements import Bits, is_wide
from asyncir.source.parse_base import ParserBase

_PLAIN_LIST = re.compile(r"\[(?:[-0-9., \n\[\]]|[eE][-+]?)*+")
"""A list of decimal numbers, or of such lists."""

_DIGITS_AHEAD = re.compile(r'\s*+"0[xX]')

_MINUS_ZERO = re.compile(r"-0(?![.0-9eExX])")
"""What MLIR takes for a negative integer that does not fit its type."""

_INTEGER_LIST = re.compile(r"[^.eE]*+\Z")
"""A list in which no number is a float."""


class _Number(Parser._TensorLiteralElement):  # pyright: ignore[reportPrivateUsage]
    """A number in a dense attribute. A hexadecimal one is the bits of a float where the elements are floats."""

    is_bits = False

    def to_type(self, parser: AttrParser, type: Attribute):  # pyright: ignore
        """The number as an element of this type."""
        if not isinstance(type, AnyFloat) or isinstance(self.value, float):
            return super().to_type(parser, type)  # pyright: ignore
        if not self.is_bits:
            parser.raise_error(f"an integer is no element of type {type}", self.span)
        assert isinstance(self.value, int)
        if self.value.bit_length() > type.bitwidth:
            parser.raise_error(f"these are more bits than {type} has", self.span)
        if is_wide(type):
            return Bits(self.value)
        size = type.compile_time_size
        return next(iter(type.iter_unpack(self.value.to_bytes(size, "little"))))


class _ComplexNumber(Parser._TensorLiteralElement):  # pyright: ignore[reportPrivateUsage]
    """A complex number in a dense attribute."""

    parts: tuple[_Number, _Number]

    def to_type(self, parser: AttrParser, type: Attribute):  # pyright: ignore
        """The number as an element of this type."""
        if not isinstance(type, ComplexType):
            parser.raise_error(f"a complex number is no element of type {type}", self.span)
        return tuple(part.to_type(parser, type.element_type) for part in self.parts)  # pyright: ignore


class DenseParser(ParserBase):
    """Reads dense attributes."""

    def parse_dense_int_or_fp_elements_attr(self, type: Any) -> DenseIntOrFPElementsAttr:
        """Parse what is behind `dense`: the elements, and their type if it is not given."""
        digits = self._parse_digits("<", " in dense attribute")
        if digits is not None:
            self.parse_punctuation(">", " in dense attribute")
            return self._of_digits(digits, self._type_of_elements(type))
        start = self._current_token.span
        if self.parse_optional_punctuation(">") is not None:
            type = self._type_of_elements(type)
            if elements_in(type):
                self.raise_error("Expected at least one element in the dense literal, but got None", start)
            return self._of_literals([], [], type)
        found = self._of_plain_list(type)
        return self._of_list(type) if found is None else found  # one without elements is false

    def _parse_digits(self, before: str, where: str = "") -> str | None:
        """Parse a punctuation, and behind it a string of hexadecimal digits, which are found without lexing them.

        Gives the digits without `0x`, or None where there is no such string.
        """
        match = None
        if self._current_token.text == before:
            match = _DIGITS_AHEAD.match(self._text, self._current_token.span.end)
        end = -1 if match is None else self._text.find('"', match.end())
        if match is None or end < 0:
            self.parse_punctuation(before, where)  # pyright: ignore
            return None
        self._resume_from(end + 1)
        return self._text[match.end() : end]

    def _type_of_elements(self, type: Any) -> Any:
        if type is not None:
            return type
        self.parse_punctuation(":", " in dense attribute")
        return self._parse_dense_literal_type()

    def _of_digits(self, digits: str, type: Any) -> DenseIntOrFPElementsAttr:
        try:
            data = bytes.fromhex(digits)
        except ValueError:
            data = b""
        if 2 * len(data) != len(digits):
            self.raise_error("Hex string in denseAttr is invalid")
        found = dense_of_raw(type, data)
        if found is None:
            self.raise_error(
                f"Shape mismatch in dense literal. Expected {elements_in(type)} elements from the type, "
                f"but got {len(data)} bytes."
            )
        return found

    def _of_plain_list(self, type: Any) -> DenseIntOrFPElementsAttr | None:
        """What a list of plain numbers says that fits its type; None where it is to be read number by number."""
        start = self._current_token.span.start
        match = _PLAIN_LIST.match(self._text, start)
        if match is None or _MINUS_ZERO.search(match[0]):
            return None
        try:
            nested: Any = json.loads(match[0])
            self._resume_from(match.end())
            self.parse_punctuation(">", " in dense attribute")
            type = self._type_of_elements(type)
            element, is_whole = type.element_type, _INTEGER_LIST.match(match[0]) is not None
            if not isinstance(element, AnyFloat if not is_whole else (IntegerType, IndexType)):
                raise ValueError
            values = _flat(cast("list[Any]", nested), type.get_shape())
            if not is_whole and not all(isinstance(value, float) for value in values):
                raise ValueError
            return dense_of(type, values)
        except (ValueError, RecursionError, NotImplementedError):
            self._resume_from(start)
            return None

    def _of_list(self, type: Any) -> DenseIntOrFPElementsAttr:
        literals, shape = self._parse_tensor_literal()
        self.parse_punctuation(">", " in dense attribute")
        type = self._type_of_elements(type)
        return self._of_literals(literals, shape, type)

    def _of_literals(
        self, literals: Sequence[Parser._TensorLiteralElement], shape: Sequence[int], type: Any
    ) -> Any:  # pyright: ignore
        values = [literal.to_type(self, type.element_type) for literal in literals]
        wanted = list(type.get_shape())
        if shape and wanted != list(shape):
            self.raise_error(
                f"Shape mismatch in dense literal. Expected {wanted} shape from the type, but got {shape} shape."
            )
        return dense_of(type, values)

    def _parse_tensor_literal_element(self) -> Parser._TensorLiteralElement:
        start = self._current_token.span
        if self.parse_optional_punctuation("(") is None:
            return self._parse_dense_number()
        real = self._parse_dense_number()
        self.parse_punctuation(",")
        number = _ComplexNumber(False, 0, start)
        number.parts = (real, self._parse_dense_number())
        self.parse_punctuation(")")
        return number

    def _parse_dense_number(self) -> _Number:
        bits = self._current_token.text.startswith("0x")
        self._refuse_minus_zero()
        value, span = self._parse_bool_int_or_float()
        number = _Number(value < 0, value, span)
        number.is_bits = bits
        return number

    def _refuse_minus_zero(self) -> None:
        """Fail where the integer `-0` starts, which MLIR refuses as a negative number without a sign bit."""
        if _MINUS_ZERO.match(self._text, self._current_token.span.start):
            self.raise_error("integer constant out of range for type")


def _flat(values: list[Any], shape: Sequence[int]) -> list[Any]:
    """The numbers of lists in lists of that shape; raises `ValueError` where they have another."""
    if not shape or len(values) != shape[0]:
        raise ValueError
    if len(shape) == 1:
        if any(isinstance(value, list) for value in values):
            raise ValueError
        return values
    flat: list[Any] = []
    for row in values:
        if not isinstance(row, list):
            raise ValueError
        flat += _flat(cast("list[Any]", row), shape[1:])
    return flat
