# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PTX's constants: integers of all bases, floats by their bits or in decimal, constant expressions.

Source: PTX ISA 9.0, section 4.5 (Constants).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable

from asyncir.ptx.program import FloatImmediate
from asyncir.source.ptx.faults import Unreadable

_INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)U?")
_BITS = re.compile(r"0[fF]([0-9a-fA-F]{8})|0[dD]([0-9a-fA-F]{16})")
_DECIMAL = re.compile(
    r"[0-9]+\.[0-9]*(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?"
)
_TOKEN = re.compile(
    r"\s*(0[xX][0-9a-fA-F]+U?|[0-9]+U?|WARP_SZ|\.[su]64|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^<>!~?:()])"
)
_DEEPEST = 50

WARP_SIZE = 32


def integer(text: str) -> int | None:
    """The value of an integer literal, a minus in front included; None where the text is none.

    A leading zero makes it octal, as in C.
    """
    sign = -1 if text[:1] == "-" else 1
    body = text[1:].lstrip() if sign < 0 else text
    if body == "WARP_SZ":
        return sign * WARP_SIZE
    if not _INTEGER.fullmatch(body):
        return None
    body = body.rstrip("U")
    if body[:2] in ("0x", "0X"):
        return sign * int(body, 16)
    if body[:2] in ("0b", "0B"):
        return sign * int(body, 2)
    if body[0] == "0" and len(body) > 1:
        return sign * int(body, 8) if all(c in "01234567" for c in body) else None
    return sign * int(body) if len(body) <= 40 else None


def floating(text: str) -> FloatImmediate | None:
    """A floating-point constant; None where the text is none."""
    if bits := _BITS.fullmatch(text):
        single, double = bits.groups()
        return FloatImmediate(int(single, 16), 32) if single else FloatImmediate(int(double, 16), 64)
    negative = text[:1] == "-"
    body = text[1:].lstrip() if negative else text
    if not _DECIMAL.fullmatch(body):
        return None
    value = -float(body) if negative else float(body)
    return FloatImmediate(int.from_bytes(struct.pack("<d", value), "little"), 64)


def _divided(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


_BINARY: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "||": (1, lambda a, b: int(bool(a or b))),
    "&&": (2, lambda a, b: int(bool(a and b))),
    "|": (3, lambda a, b: a | b),
    "^": (4, lambda a, b: a ^ b),
    "&": (5, lambda a, b: a & b),
    "==": (6, lambda a, b: int(a == b)),
    "!=": (6, lambda a, b: int(a != b)),
    "<": (7, lambda a, b: int(a < b)),
    ">": (7, lambda a, b: int(a > b)),
    "<=": (7, lambda a, b: int(a <= b)),
    ">=": (7, lambda a, b: int(a >= b)),
    "<<": (8, lambda a, b: a << (b & 63)),
    ">>": (8, lambda a, b: a >> (b & 63)),
    "+": (9, lambda a, b: a + b),
    "-": (9, lambda a, b: a - b),
    "*": (10, lambda a, b: a * b),
    "/": (10, _divided),
    "%": (10, lambda a, b: a - b * _divided(a, b)),
}


class _Expression:
    """Precedence climbing over the tokens of one expression."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        at = 0
        text = text.rstrip()
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise Unreadable(f"'{text[at:].strip()[:40]}' is no part of a constant")
            self.tokens.append(found[1])
            at = found.end()
        self.at = 0

    def take(self) -> str:
        """The next token; empty at the end."""
        token = self.tokens[self.at] if self.at < len(self.tokens) else ""
        self.at += 1
        return token

    def peek(self) -> str:
        """The same, without taking it."""
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def choice(self, depth: int) -> int:
        """`a ? b : c`, or what binds more tightly."""
        value = self.binary(1, depth)
        if self.peek() != "?":
            return value
        self.take()
        first = self.choice(depth + 1)
        if self.take() != ":":
            raise Unreadable("a constant with '?' has no ':'")
        second = self.choice(depth + 1)
        return first if value else second

    def binary(self, least: int, depth: int) -> int:
        """Operators that bind at least as tightly as `least`."""
        value = self.unary(depth)
        while (operator := self.peek()) in _BINARY and _BINARY[operator][0] >= least:
            self.take()
            level, apply = _BINARY[operator]
            right = self.binary(level + 1, depth + 1)
            if operator in ("/", "%") and right == 0:
                raise Unreadable("a constant is divided by 0")
            value = _wrapped(apply(value, right))
        return value

    def unary(self, depth: int) -> int:
        """A literal, a parenthesis, or one of these with a sign."""
        if depth > _DEEPEST:
            raise Unreadable("a constant is nested too deeply")
        token = self.take()
        match token:
            case "-":
                return -self.unary(depth + 1)
            case "+":
                return self.unary(depth + 1)
            case "~":
                return ~self.unary(depth + 1)
            case "!":
                return int(not self.unary(depth + 1))
            case "(":
                if self.peek() in (".s64", ".u64"):  # a cast
                    self.take()
                    self.take()
                    return self.unary(depth + 1)
                value = self.choice(depth + 1)
                if self.take() != ")":
                    raise Unreadable("a parenthesis of a constant is not closed")
                return value
            case _:
                value = integer(token)
                if value is None:
                    raise Unreadable("a number is expected in a constant")
                return value


def _wrapped(value: int) -> int:
    """Constants have 64 bits."""
    return value if -(1 << 63) <= value < 1 << 64 else value & ((1 << 64) - 1)


def constant(text: str) -> int:
    """The value of a constant expression such as `(1 << 4) + 3`. Raises `Unreadable` for what is none."""
    value = integer(text)
    if value is not None:
        return value
    expression = _Expression(text)
    value = expression.choice(0)
    if expression.peek():
        raise Unreadable(f"'{expression.peek()}' is not expected in a constant")
    return value
