"""Where names are defined and used in a text: what an editor needs for "go to definition", hover and references.

Values and blocks are found by the parser itself, which knows their scopes; what is in front of an error is found, too.
Symbols (`@f`) are found by their tokens: the one behind the name of an op that defines symbols is the definition.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from asyncir.diagnostics import Span
from asyncir.ir import (
    Attribute,
    Block,
    ForwardDeclaredValue,
    ModuleOp,
    SourceSpan,
    SSAValue,
    UnresolvedOperand,
)
from asyncir.source.lexer import FastToken
from asyncir.source.parse_base import Place
from asyncir.source.parser import MlirParser, ParseFailure

_SYMBOL = re.compile(r"//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|(@(?:[\w$.-]+|\"(?:[^\"\\\n]|\\.)*\"))")
_DEFINES = re.compile(
    r"(?:\b[\w.]*\b(?:func|module|global|machine|kernel)\b)(?:\s+(?:public|private|nested|constant))*\s*$"
)


@dataclass(frozen=True, slots=True)
class NameInText:
    """A name as it stands somewhere. `type` is that of a value as text, empty for others."""

    span: Span
    target: object
    """The value, the block, or the symbol's text: the same for all names of one thing."""
    defines: bool
    type: str = ""


@dataclass
class NamesInText:
    """All names of a text in their order, and its module if it is one."""

    names: list[NameInText]
    module: ModuleOp | None

    def at(self, line: int, column: int) -> NameInText | None:
        """The name that covers a place; lines and columns from 1."""
        for name in self.names:
            span = name.span
            if span.line == line and span.column <= column <= span.end_column:
                return name
        return None

    def same_as(self, name: NameInText) -> list[NameInText]:
        """All names of the same thing."""
        return [other for other in self.names if other.target is name.target or other.target == name.target]


def names_in(text: str, filename: str, ctx: Any) -> NamesInText:
    """The names of a text; of one with errors those that the parser came to."""
    parser = _NameParser(ctx, text, filename)
    parser.record_operand_spans()
    module = None
    with suppress(ParseFailure):
        module = parser.parse_module()
    names = [*parser.found(), *_symbols(text, filename)]
    return NamesInText(sorted(names, key=lambda n: (n.span.line, n.span.column)), module)


def _symbols(text: str, filename: str) -> list[NameInText]:
    found: list[NameInText] = []
    for match in _SYMBOL.finditer(text):
        if match[1] is None:
            continue
        begin = text.rfind("\n", 0, match.start()) + 1
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - begin + 1
        span = Span(filename, line, column, column + len(match[1]))
        found.append(NameInText(span, match[1], _DEFINES.search(text, begin, match.start()) is not None))
    return found


@dataclass
class _Log:
    defined: list[tuple[Sequence[SSAValue], Place]] = field(default_factory=list[Any])
    used: list[tuple[SSAValue, SourceSpan[str]]] = field(default_factory=list[Any])
    became: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    blocks: list[tuple[Block, SourceSpan[str], bool]] = field(default_factory=list[Any])


class _NameParser(MlirParser):
    """The parser, which notes each definition and each use."""

    def __init__(self, ctx: Any, text: str, filename: str) -> None:
        self._log = _Log()
        super().__init__(ctx, text, filename)

    def _register_ssa_definition(self, name: str, values: Sequence[SSAValue], span: Place) -> None:
        self._log.defined.append((tuple(values), span))
        forward = self.forward_ssa_references.get(name, {})
        super()._register_ssa_definition(name, values, span)
        for index, placeholder in forward.items():
            if index < len(values):
                self._log.became[placeholder] = values[index]

    def resolve_operand(self, operand: UnresolvedOperand, type: Attribute) -> SSAValue:
        """The value, noted with its place."""
        value = super().resolve_operand(operand, type)
        self._log.used.append((value, operand.span))
        return value

    def parse_optional_successor(self) -> Block | None:
        """The block, noted with its place."""
        span = self._current_token.span
        block = super().parse_optional_successor()
        if block is not None:
            self._log.blocks.append((block, span, False))
        return block

    def _parse_block(self) -> Block:
        span = self._current_token.span
        block = super()._parse_block()
        self._log.blocks.append((block, span, True))
        return block

    def found(self) -> list[NameInText]:
        """What was noted; uses of values that nothing defines are left out."""
        names: list[NameInText] = []
        first_of: dict[SSAValue, SSAValue] = {}
        for values, place in self._log.defined:
            if not values:
                continue
            first_of.update((value, values[0]) for value in values)
            span = place.span if isinstance(place, FastToken) else place
            types = ", ".join(str(value.type) for value in values)
            names.append(NameInText(self.span(span), values[0], True, types))
        for value, span in self._log.used:
            known = self._log.became.get(value, value)
            if not isinstance(known, ForwardDeclaredValue):
                names.append(NameInText(self.span(span), first_of.get(known, known), False, str(known.type)))
        names += [NameInText(self.span(span), block, defines) for block, span, defines in self._log.blocks]
        return names
