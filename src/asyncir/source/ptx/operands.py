# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operands of PTX instructions.

Most operands are a register, an address or a number, and come again and again: each scope keeps those that were read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from asyncir.ptx.program import (
    Address,
    CallOperand,
    Immediate,
    Negated,
    Operand,
    Pair,
    Register,
    Symbol,
    VectorOperand,
)
from asyncir.source.ptx.constants import constant, floating, integer
from asyncir.source.ptx.faults import Unreadable
from asyncir.source.ptx.scopes import BodyNames

_BRACKET = re.compile(r"[\[\](){},]")
_NAME = re.compile(r"[%$_A-Za-z][\w$%]*(?:\.[A-Za-z]\w*)?")
_ADDRESS = re.compile(r"([%$_A-Za-z][\w$%]*(?:\.[A-Za-z]\w*)?)\s*(?:([+-])\s*(.+))?", re.S)
_CLOSING = {"]": "[", ")": "(", "}": "{"}


def split(text: str) -> list[str]:
    """The parts between commas that stand in no bracket. Raises `Unreadable` where brackets do not match."""
    if not _BRACKET.search(text):
        return [text.strip()]
    parts: list[str] = []
    open_brackets: list[str] = []
    start = 0
    for found in _BRACKET.finditer(text):
        bracket = found[0]
        if bracket == ",":
            if not open_brackets:
                parts.append(text[start : found.start()].strip())
                start = found.end()
        elif bracket in _CLOSING:
            if not open_brackets or open_brackets.pop() != _CLOSING[bracket]:
                raise Unreadable(f"'{bracket}' closes nothing", found.start())
        else:
            open_brackets.append(bracket)
    if open_brackets:
        raise Unreadable(f"'{open_brackets[-1]}' is not closed", text.rindex(open_brackets[-1]))
    return [*parts, text[start:].strip()]


class Operands:
    """Reads the operands of one function."""

    def __init__(self, names: BodyNames) -> None:
        self.names = names

    def read_all(self, text: str) -> tuple[Operand | None, ...]:
        """The operands of an instruction, from the text behind its opcode. Raises `Unreadable` at the one that is none."""
        if not text:
            return ()
        parts = text.split(",") if not _BRACKETS.search(text) else split(text)
        found: list[Operand | None] = []
        try:
            found.extend(self.read(part.strip()) for part in parts)
        except Unreadable as fault:
            before = sum(len(part) + 1 for part in text.split(",")[: len(found)]) if len(parts) > 1 else 0
            shown = parts[len(found)].strip()
            fault.offset, fault.length = max(text.find(shown, min(before, len(text))), 0), len(shown)
            raise
        return tuple(found)

    def read(self, text: str) -> Operand | None:
        """One operand; None for a sink. Raises `Unreadable`."""
        cache = self.names.scope.cache
        if text in cache:
            return cache[text]
        before = len(self.names.missing)
        operand = self._read(text)
        if len(self.names.missing) == before:
            cache[text] = operand
        return operand

    def _read(self, text: str) -> Operand | None:
        if not text:
            raise Unreadable("an operand is missing")
        match text[0]:
            case "[":
                return self._address(_inside(text.removesuffix(".unified"), "]"))
            case "{":
                return VectorOperand(self._list(_inside(text, "}")))
            case "(" if text.endswith(")") and not _is_arithmetic(text):
                return CallOperand(self._solid(_inside(text, ")")))
            case "!":
                return self._negated(text)
            case _:
                pass
        if text == "_":
            return None
        if "|" in text and (pair := self._pair(text)) is not None:
            return pair
        if _NAME.fullmatch(text):
            return self.names.resolve(text)
        value = integer(text)
        if value is not None:
            return Immediate(value)
        if (real := floating(text)) is not None:
            return real
        return self._sum(text)

    def _sum(self, text: str) -> Operand:
        """`symbol+4`, or an expression of constants."""
        found = _ADDRESS.fullmatch(text)
        if found is None:
            if _NAME.match(text):
                raise Unreadable(f"'{_short(text)}' is no operand")
            return Immediate(constant(text))
        base = self.names.resolve(found[1])
        if not isinstance(base, Symbol) or not found[2]:
            raise Unreadable(f"'{_short(text)}' is no operand")
        return replace(base, offset=_signed(found))

    def _negated(self, text: str) -> Operand:
        operand = self.read(text[1:].strip())
        if not isinstance(operand, Register):
            raise Unreadable("behind '!' a predicate is expected")
        return Negated(operand)

    def _pair(self, text: str) -> Pair | None:
        first, _, second = text.partition("|")
        first, second = first.strip(), second.strip()
        if not (_NAME.fullmatch(first) and _NAME.fullmatch(second)):
            return None
        return Pair(self.read(first), self.read(second))

    def _list(self, text: str) -> tuple[Operand | None, ...]:
        return tuple(self.read(part) for part in split(text)) if text.strip() else ()

    def _solid(self, text: str) -> tuple[Operand, ...]:
        """A list without sinks."""
        return tuple(operand for operand in self._list(text) if operand is not None)

    def _address(self, text: str) -> Address:
        parts = split(text) if "," in text else [text.strip()]
        base, offset = self._base(parts[0])
        if len(parts) == 1:
            return Address(base, offset)
        coordinates = tuple(self._coordinates(parts[1:]))
        return Address(base, offset, VectorOperand(coordinates))

    def _coordinates(self, parts: list[str]) -> Iterator[Operand | None]:
        """`{%x, %y}`; a single register; a sampler in front of either."""
        for part in parts:
            operand = self.read(part)
            if isinstance(operand, VectorOperand):
                yield from operand.elements
            else:
                yield operand

    def _base(self, text: str) -> tuple[Register | Symbol | Immediate, int]:
        found = _ADDRESS.fullmatch(text)
        if found is None:
            return Immediate(constant(text)), 0
        base = self.names.resolve(found[1])
        if not isinstance(base, Register | Symbol):
            raise Unreadable(f"'{_short(found[1])}' cannot be an address")
        return base, _signed(found) if found[2] else 0


def _signed(found: re.Match[str]) -> int:
    value = constant(found[3].strip())
    return -value if found[2] == "-" else value


def _inside(text: str, closing: str) -> str:
    if not text.endswith(closing) or len(text) < 2:
        raise Unreadable(f"'{_short(text)}' is no operand: '{closing}' is expected at its end")
    return text[1:-1]


def _is_arithmetic(text: str) -> bool:
    """Whether a text in parentheses is one expression of numbers, and no list of a call."""
    inner = text[1:-1].strip()
    return bool(inner) and "," not in inner and not _NAME.search(inner) and integer(inner) is None


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:37] + "..."


_BRACKETS = re.compile(r"[\[\](){}]")
