"""Resources: `dense_resource<name>`, and the block `{-# ... #-}` with their bytes, which are not lexed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from asyncir.ir import (
    Attribute,
    Context,
    MemRefType,
    MLIRTokenKind,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from asyncir.ir.resources import ResourceAttr, ResourceBlob, ResourceElementsAttr
from asyncir.source.parse_elements import ElementsParser

_SHAPED = (MemRefType, TensorType, UnrankedMemRefType, UnrankedTensorType, VectorType)

_DIALECTS = ("builtin",)
"""The dialects that have resources."""

_TEXT = re.compile(r'"(?:[^"\\\n]++|\\.)*+"')


class ResourceParser(ElementsParser):
    """Reads resources; those of a name are the same wherever it is met."""

    def __init__(self, ctx: Context, text: str, filename: str):
        self._resources: dict[str, ResourceBlob] = {}
        self._external: dict[str, dict[str, str]] = {}
        super().__init__(ctx, text, filename)

    def resource(self, name: str) -> ResourceBlob:
        """The resource of that name, whose bytes may come later."""
        return self._resources.setdefault(name, ResourceBlob(name))

    def _parse_builtin_dense_resource_attr(self) -> Attribute:  # pyright: ignore[reportIncompatibleMethodOverride]
        resource = ResourceAttr.parse_from(self)
        self.parse_punctuation(":", " in dense_resource attribute")
        at = self._current_token.span
        type = self.parse_type()
        if not isinstance(type, _SHAPED):
            self.raise_error(f"`dense_resource` expected a shaped type, not {type}", at)
        return ResourceElementsAttr(resource, cast(Attribute, type))

    def _resource_name(self) -> str:
        name = self.parse_optional_identifier_or_str_literal()
        if name is None:
            self.raise_error("the name of a resource is expected here")
        return name

    def _parse_file_metadata_dictionary(self) -> None:
        self._parse_token(MLIRTokenKind.FILE_METADATA_BEGIN, "'{-#' expected")
        if self._parse_optional_token(MLIRTokenKind.FILE_METADATA_END) is not None:
            return
        self.parse_comma_separated_list(self.Delimiter.NONE, self._parse_metadata)
        self._parse_token(MLIRTokenKind.FILE_METADATA_END, "'#-}' expected")

    def _parse_metadata(self) -> None:
        at = self._current_token.span
        kind = self._resource_name()
        self.parse_punctuation(":")
        if kind == "dialect_resources":
            self._parse_entries(self._parse_dialect)
        elif kind == "external_resources":
            self._parse_entries(self._parse_tool)
        else:
            self.raise_error(f"unknown key '{kind}' in file metadata dictionary", at)

    def _parse_entries(self, parse: Callable[[], None]) -> None:
        self.parse_comma_separated_list(self.Delimiter.BRACES, parse)

    def _parse_dialect(self) -> None:
        at = self._current_token.span
        name = self._resource_name()
        if name not in _DIALECTS:
            self.raise_error(f"dialect '{name}' has no resources", at)
        self.parse_punctuation(":")
        self._parse_entries(self._parse_blob)

    def _parse_blob(self) -> None:
        name = self._resource_name()
        digits = self._parse_digits(":")
        if digits is None:
            self.raise_error(f"expected hex string blob for key '{name}'")
        self._set_digits(self.resource(name), digits)

    def _set_digits(self, blob: ResourceBlob, digits: str) -> None:
        try:
            blob.set_digits(digits)
        except ValueError as error:
            self.raise_error(f"expected hex string blob for key '{blob.name}': {error}")

    def _parse_tool(self) -> None:
        found = self._external.setdefault(self._resource_name(), {})
        self.parse_punctuation(":")

        def parse_value() -> None:
            name = self._resource_name()
            digits = self._parse_digits(":")
            if digits is not None:
                blob = ResourceBlob(name)
                self._set_digits(blob, digits)
                found[name] = f'"0x{blob.digits()}"'
                return
            token = self._current_token
            if token.text not in ("true", "false") and _TEXT.fullmatch(token.text) is None:
                self.raise_error(f"expected string value for key '{name}'")
            self._consume_token()
            found[name] = token.text

        self._parse_entries(parse_value)
