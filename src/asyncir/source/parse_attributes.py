"""Types, attributes and locations: what xDSL reads too, within limits, and each type only once."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, cast

from asyncir.dialects.affine_expressions import SemiAffineParser
from asyncir.ir import (
    AffineMap,
    AffineMapAttr,
    AffineSet,
    AnyFloat,
    ArrayAttr,
    Attribute,
    BuiltinAttribute,
    ComplexType,
    DictionaryAttr,
    FileLineColLoc,
    FloatAttr,
    FunctionType,
    FusedLoc,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    MemRefLayoutAttr,
    MemRefType,
    MLIRToken,
    MLIRTokenKind,
    NoneAttr,
    NoneType,
    SourceSpan,
    StridedLayoutAttr,
    StringAttr,
    TensorType,
    TupleType,
    TypeAttribute,
    UnknownLoc,
    UnrankedMemRefType,
    UnrankedTensorType,
    UnregisteredAttr,
    UnresolvedOperand,
    VectorType,
)
from asyncir.ir.rare_attributes import FileRangeLoc, TypedStringAttr
from asyncir.ir.wide_floats import WIDE_FLOATS, number_of_bits
from asyncir.source.parse_resources import ResourceParser

MAX_ATTRIBUTE_DEPTH = 128
"""How deep types and attributes may nest."""

_NO_FLOAT = re.compile(r"-?\s*(?!0x)[0-9]+(?![.0-9])|-\s*0x")
"""What a number of float type is not written as: with a decimal integer, or with a sign before bits."""

_STRING_OR_ALIAS = re.compile(r'"(?:[^"\\]|\\.)*+"|[#!][\w$-]+(?![\w$.<-])')
_ELEMENTS = "elements are numbers, or what the type's own documentation in MLIR allows"
_LARGEST_DIMENSION = 2**63 - 1
_LARGEST_PLACE = 2**32 - 1
_WIDEST_INTEGER = 2**24 - 1
_VECTOR_ELEMENTS = (IntegerType, IndexType, AnyFloat)
_MEMREF_ELEMENTS = (*_VECTOR_ELEMENTS, ComplexType, VectorType, MemRefType, UnrankedMemRefType)

_NO_TENSOR_ELEMENTS = (
    *(TensorType, UnrankedTensorType, MemRefType, UnrankedMemRefType, TupleType, NoneType, FunctionType),
)
_MEMORY_SPACES = (NoneAttr, IntegerAttr, StringAttr, DictionaryAttr, UnregisteredAttr)
_POINTER = StringAttr("llvm.ptr")

_DIMENSION_STARTS = (MLIRTokenKind.INTEGER_LIT, MLIRTokenKind.QUESTION)
_TYPE_STARTS = (MLIRTokenKind.BARE_IDENT, MLIRTokenKind.EXCLAMATION_IDENT, MLIRTokenKind.L_PAREN)
_SELF_DELIMITED_TYPE = re.compile(
    r"(?:memref|vector|tensor|complex|tuple|!async\.value)<(?:[^<>\"]|<[^<>\"]*>)*+>"
)
"""A type that may have been met before, by its text."""


class AttributeParser(ResourceParser):
    """Reads types, attributes and locations."""

    def parse_optional_type(self) -> TypeAttribute | None:
        """Parse a type if one starts here."""
        state = self._parser_state
        token = state.current_token
        known = self._types.get(token.text)
        if known is not None:
            state.current_token = state.lexer.lex()
            return known
        if token.kind not in _TYPE_STARTS:
            return None
        start = self.pos
        match = _SELF_DELIMITED_TYPE.match(self._text, start)
        if match is not None and (known := self._types.get(match[0])) is not None:
            state.lexer.pos = match.end()
            state.current_token = state.lexer.lex()
            return known
        self._enter_attribute()
        parsed = super().parse_optional_type()
        self._attribute_depth -= 1
        if parsed is None:
            return None
        self._check_width(parsed, token.span)
        self._remember_type(parsed, start, token.text if match is None else match[0])
        return parsed

    def _check_width(self, type: TypeAttribute, at: SourceSpan[str]) -> None:
        if isinstance(type, IntegerType) and type.bitwidth > _WIDEST_INTEGER:
            self.fail("T013", f"integers have at most {_WIDEST_INTEGER} bits", at)

    def _remember_type(self, parsed: TypeAttribute, start: int, text: str) -> None:
        """Remember the type by its text, if that text is all that was read."""
        rest = self._text[start + len(text) : self.pos]
        # What another dialect calls `!a.b` may be `!a.b<...>` elsewhere.
        if (not rest or rest.isspace()) and not isinstance(parsed, UnregisteredAttr):
            self._types[text] = parsed

    def parse_optional_attribute(self) -> Attribute | None:
        """Parse an attribute if one starts here."""
        self._enter_attribute()
        attribute = super().parse_optional_attribute()
        self._attribute_depth -= 1
        if attribute.__class__ is StringAttr and self._parser_state.current_token.text == ":":
            return self._parse_type_of_string(cast(StringAttr, attribute))
        return attribute

    def _parse_type_of_string(self, text: StringAttr) -> Attribute:
        self.parse_punctuation(":")
        type = self.parse_type()
        return text if isinstance(type, NoneType) else TypedStringAttr(text, type)

    def _enter_attribute(self) -> None:
        if self._attribute_depth >= MAX_ATTRIBUTE_DEPTH:
            message = f"types or attributes nest deeper than {MAX_ATTRIBUTE_DEPTH}"
            self.fail("T012", message, self._current_token.span)
        self._attribute_depth += 1

    def _parse_memref_attrs(self) -> MemRefType | UnrankedMemRefType:
        start = self._current_token.span
        type: Any = self._parse_parts_of_memref()
        if not isinstance(type.element_type, _MEMREF_ELEMENTS):
            self.fail("T006", f"a memref has no elements of type {type.element_type}", start, _ELEMENTS)
        space = type.memory_space
        if isinstance(space, BuiltinAttribute) and not isinstance(space, _MEMORY_SPACES):
            self.fail(
                "T006",
                f"{space} is no memory space",
                start,
                "memory spaces are numbers, strings and dictionaries",
            )
        layout = getattr(type, "layout", None)
        rank = None if layout is None else _rank_of_layout(layout)
        if rank is not None and rank != type.get_num_dims():
            message = f"the layout has {rank} dimensions, and the memref {type.get_num_dims()}"
            self.fail(
                "T006", message, start, "give a stride, or a dimension of the map, for each of the memref's"
            )
        return type

    def _parse_parts_of_memref(self) -> MemRefType | UnrankedMemRefType:
        """Parse the shape, the layouts, of which the last one counts, and the memory space behind them."""
        shape, element = self.parse_shape()
        if shape is None:
            space = NoneAttr() if self.parse_optional_punctuation(",") is None else self.parse_attribute()
            return UnrankedMemRefType.from_type(element, _unless_default(space))
        layout: Attribute = NoneAttr()
        while self.parse_optional_punctuation(",") is not None:
            found = self.parse_attribute()
            if not isinstance(found, MemRefLayoutAttr):
                return MemRefType(element, shape, layout, _unless_default(found))
            layout = found
        return MemRefType(element, shape, layout)

    def _parse_vector_attrs(self) -> VectorType:
        start = self._current_token.span
        type: Any = super()._parse_vector_attrs()
        element: Attribute = type.element_type
        if not isinstance(element, _VECTOR_ELEMENTS) and getattr(element, "attr_name", None) != _POINTER:
            self.fail("T006", f"a vector has no elements of type {element}", start, _ELEMENTS)
        if 0 in type.get_shape():
            self.fail(
                "T006",
                "vector types must have positive constant sizes",
                start,
                "a vector has at least one element",
            )
        return type

    def _parse_tensor_attrs(self) -> Any:
        start = self._current_token.span
        shape, given = self.parse_shape()
        encoding: Attribute = NoneAttr()
        if self.parse_optional_punctuation(",") is not None and shape is not None:
            encoding = self.parse_optional_attribute() or encoding
        type: Any = UnrankedTensorType(given) if shape is None else TensorType(given, shape, encoding)
        element: Attribute = type.element_type
        if isinstance(getattr(type, "encoding", None), StridedLayoutAttr):
            self.raise_error("a tensor has no layout in memory", start)
        if isinstance(element, _NO_TENSOR_ELEMENTS):
            self.fail("T006", f"a tensor has no elements of type {type.element_type}", start, _ELEMENTS)
        return type

    def parse_optional_builtin_int_or_float_attr(self):  # pyright: ignore
        """Parse a number and its type; the bits of one that is wide are those of a float, or it has no place."""
        token = self._current_token
        if token.text.startswith("0x") and (found := self._parse_wide_bits()) is not None:
            return found
        self._refuse_minus_zero()
        try:
            found = super().parse_optional_builtin_int_or_float_attr()
        except OverflowError:
            if token.text.startswith("0x"):
                self.raise_error("hexadecimal float constant out of range for type", token.span)
            found = self._parse_too_large(token.span.start)
        if isinstance(found, FloatAttr) and _NO_FLOAT.match(self._text, token.span.start):
            self.raise_error("this is no literal of a floating point value", token.span)
        return found

    def _parse_too_large(self, start: int) -> FloatAttr[AnyFloat]:
        """Parse a number that its type has no room for, which is infinite there."""
        self._resume_from(start)
        number = self.parse_number()
        self.parse_punctuation(":")
        type = self.parse_type()
        assert isinstance(type, AnyFloat)
        return FloatAttr(math.copysign(math.inf, number), type)

    def _parse_wide_bits(self) -> FloatAttr | None:
        at = self._current_token.span
        bits = self.parse_integer()
        type = None
        if self.parse_optional_punctuation(":") is not None:
            type = self.parse_type()
        if not isinstance(type, WIDE_FLOATS):
            self._resume_from(at.start)
            return None
        number = number_of_bits(bits, type)
        if bits >> type.bitwidth or (isinstance(number, Fraction) and Fraction(float(number)) != number):
            self.fail("T013", f"a number of type {type} has no more digits here than one of f64", at)
        return FloatAttr(float(number), type)

    def _parse_extended_type_or_attribute(self, attr_or_dialect_name: str, is_type: bool) -> Attribute:  # pyright: ignore
        """Parse `#dialect.name<...>`, or `#dialect<"...">`, which says nothing but its text."""
        name = attr_or_dialect_name
        if "." in name or self._current_token.text != "<" or self._text[self._current_token.span.end] != '"':
            return super()._parse_extended_type_or_attribute(name, is_type)  # pyright: ignore
        at = self._current_token.span
        body = self._parse_dialect_symbol_body()
        name = f"{name}."
        made = self.ctx.get_optional_type(name) if is_type else self.ctx.get_optional_attr(name)
        if made is None or not issubclass(made, UnregisteredAttr):
            self.fail("T006", f"dialect '{attr_or_dialect_name}' is not registered", at)
        return made(name, is_type, True, body)

    def _parse_dialect_symbol_body(self) -> str:
        """The text between angle brackets; aliases in it are replaced, as what is printed has others."""
        body = super()._parse_dialect_symbol_body()

        def resolved(match: re.Match[str]) -> str:
            alias = self.attribute_aliases.get(match[0])
            return match[0] if alias is None else str(alias)

        return _STRING_OR_ALIAS.sub(resolved, body) if "#" in body or "!" in body else body

    def parse_affine_map(self) -> AffineMap:
        """Parse `(d0, ...)[s0, ...] -> (...)`."""
        return SemiAffineParser(self._parser_state).parse_affine_map()

    def parse_affine_set(self) -> AffineSet:
        """Parse `(d0, ...)[s0, ...] : (...)`."""
        return SemiAffineParser(self._parser_state).parse_affine_set()

    def parse_shape_dimension(self, allow_dynamic: bool = True) -> int:
        """Parse one dimension of a shape."""
        token = self._current_token
        dimension = super().parse_shape_dimension(allow_dynamic)
        if dimension > _LARGEST_DIMENSION:
            self.fail("T013", "a dimension does not fit 64 bits", token.span)
        return dimension

    def parse_dimension_list(self) -> list[int]:
        """Parse `4 x ? x`, whose last `x` stays where it is."""
        sizes: list[int] = []
        at = self.pos
        while self._current_token.kind in _DIMENSION_STARTS:
            sizes.append(self.parse_shape_dimension())
            at = self.pos
            if self._parse_optional_shape_delimiter() is None:
                return sizes
        if sizes:
            self._resume_from(at)
        return sizes

    def parse_optional_location(self) -> LocationAttr | None:
        """Parse `loc(...)` if it starts here."""
        return super().parse_optional_location() if self._parser_state.current_token.text == "loc" else None

    def _parse_location(self) -> LocationAttr:
        state = self._parser_state
        if state.current_token.kind is MLIRTokenKind.STRING_LIT:
            return self._parse_place_or_name()
        if state.current_token.text != "fused":
            return super()._parse_location()
        state.current_token = state.lexer.lex()
        metadata: Attribute = NoneAttr()
        if self.parse_optional_punctuation("<") is not None:
            metadata = self.parse_attribute()
            self.parse_punctuation(">")
        return _fused(self.parse_comma_separated_list(self.Delimiter.SQUARE, self._parse_location), metadata)

    def _parse_place_or_name(self) -> LocationAttr:
        """Parse `"file":line:column`, whose column is 0 where it is left out, or `"name"(location)`."""
        start = self.pos
        name = self.parse_str_literal()
        if self.parse_optional_punctuation(":") is None:
            self._resume_from(start)
            return super()._parse_location()
        line, column = self.parse_integer(False, False), 0
        if self.parse_optional_punctuation(":") is not None:
            column = self.parse_integer(False, False)
            if self.parse_optional_keyword("to") is not None:
                return self._parse_end_of_range(name, line, column)
        self._check_place(line, column)
        return FileLineColLoc(StringAttr(name), IntAttr(line), IntAttr(column))

    def _check_place(self, *numbers: int) -> None:
        if max(numbers) > _LARGEST_PLACE:
            self.raise_error("a line or column number does not fit 32 bits")

    def _parse_end_of_range(self, name: str, line: int, column: int) -> LocationAttr:
        """Parse `line:column`, whose line may be left out where it is that of the beginning."""
        last = line if self._current_token.text == ":" else self.parse_integer(False, False)
        self.parse_punctuation(":")
        numbers = (line, column, last, self.parse_integer(False, False))
        self._check_place(*numbers)
        places = [IntAttr(number) for number in numbers]
        begin = FileLineColLoc(StringAttr(name), *places[:2])
        if places[:2] == places[2:]:
            return begin
        return cast(LocationAttr, FileRangeLoc(begin, *places[2:]))

    @property
    def pos(self) -> int:
        """Where the current token starts."""
        return self._parser_state.current_token.start  # pyright: ignore

    def parse_optional_punctuation(self, punctuation):  # pyright: ignore
        """Parse the punctuation, or another token with this text, if it is here."""
        state = self._parser_state
        if state.current_token.text != punctuation:
            return None
        state.current_token = state.lexer.lex()
        return punctuation  # pyright: ignore

    parse_optional_characters = parse_optional_punctuation  # pyright: ignore

    def _parse_optional_token(self, expected_kind: MLIRTokenKind) -> MLIRToken | None:
        state = self._parser_state
        token = state.current_token
        if token.kind is not expected_kind:
            return None
        state.current_token = state.lexer.lex()
        return token

    def parse_punctuation(self, punctuation, context_msg: str = ""):  # pyright: ignore
        """Parse the punctuation."""
        state = self._parser_state
        if state.current_token.text != punctuation:
            self.raise_error(f"'{punctuation}' is expected here{context_msg}")
        state.current_token = state.lexer.lex()
        return punctuation  # pyright: ignore

    def parse_optional_unresolved_operand(self) -> UnresolvedOperand | None:
        """Parse the name of a value if one is here."""
        state = self._parser_state
        name = state.current_token
        if name.kind is not MLIRTokenKind.PERCENT_IDENT:
            return None
        state.current_token = index = state.lexer.lex()
        if index.kind is not MLIRTokenKind.HASH_IDENT:
            return UnresolvedOperand(name.span, 0)
        if not index.text[1:].isdecimal():
            self.fail("T001", "the number of a result is expected behind '#'", index.span)
        state.current_token = state.lexer.lex()
        return UnresolvedOperand(name.span, int(index.text[1:]))


def _unless_default(space: Attribute) -> Attribute:
    """The memory space; none where it is 0, which says nothing."""
    number: Any = space
    return NoneAttr() if isinstance(space, IntegerAttr) and not number.value.data else number


def _fused(locations: Sequence[LocationAttr], metadata: Attribute) -> LocationAttr:
    """The locations as one, as MLIR makes it: each once, none that is unknown, and none fused in another way alike."""
    parts: dict[LocationAttr, None] = {}
    for each in locations:
        if isinstance(each, FusedLoc) and each.metadata == metadata:
            parts.update(dict.fromkeys(cast("ArrayAttr[LocationAttr]", each.locations)))
        elif not isinstance(each, UnknownLoc):
            parts[each] = None
    if isinstance(metadata, NoneAttr) and len(parts) < 2:
        return next(iter(parts), UnknownLoc())
    return FusedLoc(tuple(parts) or (UnknownLoc(),), metadata)


def _rank_of_layout(layout: Attribute) -> int | None:
    """How many dimensions a memref has with this layout; None where the layout does not say."""
    if isinstance(layout, StridedLayoutAttr):
        return len(layout.get_strides())
    return layout.data.num_dims if isinstance(layout, AffineMapAttr) else None
