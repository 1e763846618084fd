"""Attributes of elements that are not dense numbers: strings, and `sparse`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from asyncir.ir import (
    DYNAMIC_INDEX,
    AnyFloat,
    ArrayAttr,
    Attribute,
    AttrParser,
    BytesAttr,
    ComplexType,
    DenseArrayBase,
    FloatAttr,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    MLIRTokenKind,
    Parser,
    StringAttr,
    TensorType,
    UnitAttr,
    i64,
)
from asyncir.ir.dense import all_elements, dense_of
from asyncir.ir.distinct import DistinctAttr
from asyncir.ir.elements import SparseElementsAttr, StringElementsAttr
from asyncir.ir.rare_attributes import WideArrayAttr
from asyncir.ir.wide_floats import WIDE_FLOATS
from asyncir.source.parse_dense import DenseParser

_BITS_OF_ARRAYS = (1, 8, 16, 32, 64)
"""Those of the integers that xDSL makes arrays of."""

_NUMBERS = (AnyFloat, ComplexType, IndexType, IntegerType)


class _Text(Parser._TensorLiteralElement):  # pyright: ignore[reportPrivateUsage]
    """A string in an attribute of elements."""

    text: Attribute

    def to_type(self, parser: AttrParser, type: Attribute):  # pyright: ignore
        """Refuse it among numbers."""
        parser.raise_error(f"a string is no element of type {type}", self.span)


class ElementsParser(DenseParser):
    """Reads strings in dense attributes, and sparse ones."""

    def _parse_distinct(self) -> Attribute:
        """Parse what is behind `distinct`; the same number stands for the same attribute everywhere."""
        at = self._current_token.span
        self.parse_punctuation("[")
        number = self.parse_integer(allow_boolean=False, allow_negative=False)
        self.parse_punctuation("]")
        self.parse_punctuation("<")
        referenced: Attribute = UnitAttr() if self._current_token.text == ">" else self.parse_attribute()
        self.parse_punctuation(">")
        if self._distinct.setdefault(number, referenced) != referenced:
            self.raise_error("referenced attribute does not match previous definition", at)
        return DistinctAttr(IntAttr(number), referenced)

    def _parse_optional_builtin_parametrized_attr(self) -> Attribute | None:
        if self._current_token.text == "distinct" and self._current_token.kind is MLIRTokenKind.BARE_IDENT:
            self._consume_token()
            return self._parse_distinct()
        if self._current_token.text != "sparse" or self._current_token.kind is not MLIRTokenKind.BARE_IDENT:
            return super()._parse_optional_builtin_parametrized_attr()
        self._consume_token()
        return self._parse_sparse()

    def _parse_builtin_opaque_attr(self) -> Any:
        self.raise_error("expected attribute value")  # MLIR has none any more

    def _parse_builtin_densearray_attr(self) -> Any:
        self.parse_punctuation("<")
        at = self._current_token.span
        type: Any = self.parse_type()
        if not isinstance(type, (IntegerType, AnyFloat)):
            self.raise_error("expected integer or float type", at)
        if type.bitwidth % 8 and type.bitwidth != 1:
            self.raise_error("element type bitwidth must be a multiple of 8", at)
        values: list[Any] = []
        if self.parse_optional_punctuation(">") is None:
            self.parse_punctuation(":")
            values = self.parse_comma_separated_list(
                self.Delimiter.NONE, lambda: self._parse_array_element(type)
            )
            self.parse_punctuation(">")
        if not isinstance(type, AnyFloat) and type.bitwidth not in _BITS_OF_ARRAYS:
            numbers: list[Any] = [IntegerAttr(_wrapped(value, type), type) for value in values]
            return WideArrayAttr(type, ArrayAttr(numbers))
        if isinstance(type, WIDE_FLOATS):
            return WideArrayAttr(type, ArrayAttr([FloatAttr(value, type) for value in values]))
        return DenseArrayBase.from_list(type, values)

    def _parse_array_element(self, type: Any) -> Any:
        if isinstance(type, AnyFloat):
            return self._parse_dense_number().to_type(self, type)
        if (self._current_token.text in ("true", "false")) != (type.bitwidth == 1):
            self.raise_error("'true' and 'false' are the values of i1, and of no other type")
        self._refuse_minus_zero()
        return self._parse_typed_integer(type, allow_boolean=True)

    def _parse_tensor_literal_element(self) -> Parser._TensorLiteralElement:
        at = self._current_token.span
        if self._current_token.kind is MLIRTokenKind.STRING_LIT:
            text: Attribute = StringAttr(self.parse_str_literal())
        elif (found := self.parse_optional_bytes_literal()) is not None:
            text = BytesAttr(found)
        else:
            return super()._parse_tensor_literal_element()
        element = _Text(False, 0, at)
        element.text = text
        return element

    def _parse_dense_literal_type(self) -> Any:
        start = self._current_token.span
        type: Any = self.parse_type()
        if not isinstance(type, TensorType) or isinstance(type.element_type, _NUMBERS):  # pyright: ignore
            self._resume_from(start.start)
            return super()._parse_dense_literal_type()
        if DYNAMIC_INDEX in type.get_shape():
            self.raise_error("elements literal type must have static shape", start)
        return cast(Any, type)

    def _of_digits(self, digits: str, type: Any) -> Any:
        if isinstance(type.element_type, _NUMBERS):
            return super()._of_digits(digits, type)
        return StringElementsAttr.of([StringAttr("0x" + digits)], type)

    def _of_literals(
        self, literals: Sequence[Parser._TensorLiteralElement], shape: Sequence[int], type: Any
    ) -> Any:
        if isinstance(type.element_type, _NUMBERS):
            return super()._of_literals(literals, shape, type)
        texts: list[Attribute] = []
        for literal in literals:
            if not isinstance(literal, _Text):
                self.raise_error("a string is expected here", literal.span)
            texts.append(literal.text)
        wanted = list(type.get_shape())
        if shape and wanted != list(shape):
            self.raise_error(f"Shape mismatch in dense literal. Expected {wanted}, but got {list(shape)}.")
        return StringElementsAttr.of(texts, type)

    def _parse_sparse(self) -> Attribute:
        start = self._current_token.span
        digits: str | None = None
        places, values = _Literal([], [0]), _Literal([], [0])
        self.parse_punctuation("<")
        if self._current_token.text != ">":
            places = _Literal(*self._parse_tensor_literal())
            digits = self._parse_digits(",")
            if digits is None:
                values = _Literal(*self._parse_tensor_literal())
        self.parse_punctuation(">")
        self.parse_punctuation(":")
        type: Any = self._parse_dense_literal_type()
        rank = len(type.get_shape())
        if not places.shape:
            places = _Literal(places.literals * rank, [1, rank])
        count = places.shape[0]
        expected = [count] if rank == 1 and len(places.shape) == 1 else [count, rank]
        if (places.literals and places.shape != expected) or (
            digits is None and values.shape not in ([], [count])
        ):
            given = f"indices of the shape {places.shape} and values of the shape {values.shape}"
            self.raise_error(f"these are {given}; the type has {rank} dimensions", start)
        indices = dense_of(
            TensorType(i64, places.shape), [each.to_type(self, i64) for each in places.literals]
        )
        type_of_values = TensorType(type.element_type, [count])
        elements = (
            self._of_literals(values.literals, values.shape, type_of_values)
            if digits is None
            else self._of_digits(digits, type_of_values)
        )
        for position, index in enumerate(all_elements(indices)):
            if not 0 <= index < type.get_shape()[position % rank]:
                self.raise_error(f"sparse index {index} is not contained within the shape of {type}", start)
        return SparseElementsAttr(indices, elements, type)


def _wrapped(value: int, type: Any) -> int:
    return cast(int, type.get_normalized_value(value))


class _Literal:
    """Elements whose type is not known yet, and the shape of the lists that they were written in."""

    def __init__(self, literals: list[Any], shape: list[int]):
        self.literals = literals
        self.shape = shape
