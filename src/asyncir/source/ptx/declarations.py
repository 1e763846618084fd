# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Declarations: parameters, variables with initialisers, registers.

Source: PTX ISA 9.0, chapter 5 (State Spaces, Types, and Variables) and section 4.4.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from asyncir.ptx.program import Parameter
from asyncir.source.ptx.constants import constant, floating
from asyncir.source.ptx.faults import Unreadable
from asyncir.source.ptx.operands import split

_BYTES = {
    "pred": 1,
    **{f"{kind}{bits}": bits // 8 for kind in "bsuf" for bits in (8, 16, 32, 64, 128)},
    **{"f16x2": 4, "bf16": 2, "bf16x2": 4, "e4m3": 1, "e5m2": 1, "tf32": 4},
    **{"texref": 8, "samplerref": 8, "surfref": 8},
}
_VECTORS = {"v2": 2, "v4": 4, "v8": 8}
_WORD = re.compile(r"\s*(?:\.((?:attribute|[A-Za-z_]\w*(?:::\w+)?))|([%$_A-Za-z][\w$%]*))")
_DIMENSIONS = re.compile(r"\s*((?:\[[^\]]*\]\s*)*)(?:=\s*(.*))?", re.S)
_ATTRIBUTE = re.compile(r"\s*\([^()]*(?:\([^()]*\)[^()]*)*\)")
_NUMBER = re.compile(r"\s*(\d{1,9})")
_REGISTERS = re.compile(r"\s*([%$_A-Za-z][\w$%]*)\s*(?:<\s*(\d{1,10})\s*>)?\s*")
_SPACES = ("const", "global", "local", "param", "shared", "reg", "tex", "sreg")
_POINTED = ("const", "global", "local", "shared", "param")
_LINKING = ("visible", "extern", "weak", "common", "managed")


@dataclass(frozen=True, slots=True)
class Declared:
    """One variable of a declaration."""

    name: str
    space: str
    type: str
    size: int
    align: int
    external: bool
    pointer_space: str
    data: bytes
    scalar: bool
    offset: int
    """Where its name is in the text of the declaration."""


def declared_in(text: str) -> list[Declared]:
    """The variables of one statement such as `.shared .align 16 .b8 a[64], b[64]`, semicolon left out.

    Raises `Unreadable`.
    """
    found: list[Declared] = []
    at = 0
    head = _Head()
    parts = split(text)
    for part in parts:
        offset = text.index(part, at)
        at = offset + len(part)
        found.append(head.read(part, offset))
    return found


class _Head:
    """What stands in front of a variable's name, and is shared by all of its declaration."""

    def __init__(self) -> None:
        self.space = ""
        self.type = ""
        self.vector = 1
        self.align = 0
        self.external = False
        self.pointer_space = ""

    def read(self, part: str, offset: int) -> Declared:
        """One name with what stands around it."""
        at = 0
        while True:
            word = _WORD.match(part, at)
            if word is None:
                raise Unreadable("the name of a variable is expected", offset + at)
            at = word.end()
            if word[2]:
                break
            at = self._directive(word[1], part, at, offset)
        if not self.type:
            raise Unreadable(f"'{word[2]}' has no type", offset + word.start(2), len(word[2]))
        rest = _DIMENSIONS.fullmatch(part, at)
        if rest is None:
            raise Unreadable("this does not go on as a declaration does", offset + at)
        return self._variable(word[2], offset + word.start(2), rest[1], rest[2])

    def _directive(self, word: str, part: str, at: int, offset: int) -> int:
        """Note one word with a dot in front; the result is where it ends."""
        if word in ("align", "ptr") or word in _LINKING:
            self.external |= word == "extern"
            if word == "ptr":
                self.pointer_space = "generic"
            if word == "align":
                number = _NUMBER.match(part, at)
                if number is None or not int(number[1]) or int(number[1]) & (int(number[1]) - 1):
                    raise Unreadable("behind .align a power of two is expected", offset + at)
                if not self.pointer_space:  # else it is what the pointer points to
                    self.align = int(number[1])
                return number.end()
        elif word == "attribute":
            attribute = _ATTRIBUTE.match(part, at)
            if attribute is None:
                raise Unreadable("behind .attribute a list in parentheses is expected", offset + at)
            return attribute.end()
        elif self.pointer_space and word in _POINTED:
            self.pointer_space = word
        elif word.split("::")[0] in _SPACES:
            self.space = word.split("::")[0]
        elif word in _VECTORS:
            self.vector = _VECTORS[word]
        elif word in _BYTES:
            self.type = word
        else:
            raise Unreadable(
                f"'.{word}' is not known in a declaration", offset + at - len(word) - 1, len(word) + 1
            )
        return at

    def _variable(self, name: str, offset: int, dimensions: str, initial: str | None) -> Declared:
        element = _BYTES[self.type] * self.vector
        count: int | None = 1
        for dimension in re.findall(r"\[([^\]]*)\]", dimensions):
            size = constant(dimension.strip()) if dimension.strip() else None
            if size is not None and not 0 <= size < 1 << 48:
                raise Unreadable(f"'{name}' cannot have {size} elements", offset, len(name))
            count = None if size is None or count is None else count * size
        data = initial_bytes(initial, self.type) if initial else b""
        if count is None:
            count = -(-len(data) // element)
        size = element * count
        return Declared(
            name,
            self.space,
            self.type,
            size,
            self.align or element,
            self.external,
            self.pointer_space,
            data[:size],
            not dimensions,
            offset,
        )


def initial_bytes(text: str, kind: str) -> bytes:
    """An initialiser as bytes; addresses in it, which only the loader knows, are zeros."""
    width = _BYTES[kind]
    text = text.strip()
    if text[:1] == '"':
        return text.strip('"').encode() + b"\0"
    if text[:1] != "{":
        return _element(text, kind, width)
    flat = text.replace("{", " ").replace("}", " ").split(",")
    return b"".join(_element(element.strip(), kind, width) for element in flat if element.strip())


def _element(text: str, kind: str, width: int) -> bytes:
    real = floating(text)
    if real is not None:
        value = real.bits
        if real.width == 64 and width == 4:
            value = int.from_bytes(_single(real.bits), "little")
    else:
        try:
            value = constant(text)
        except Unreadable:
            value = 0  # an address: `name`, `generic(name)+4`, `0xFF(name)`
    return (value & ((1 << 8 * width) - 1)).to_bytes(width, "little")


def _single(bits: int) -> bytes:
    value: float = struct.unpack("<d", bits.to_bytes(8, "little"))[0]
    try:
        return struct.pack("<f", value)
    except OverflowError:
        return b"\0\0\x80\x7f"


def parameters_of(text: str) -> Iterator[tuple[Parameter, bool]]:
    """The parameters of a list, at their offsets in the block of parameters; and whether each is a register."""
    offset = 0
    if not text.strip():
        return
    for part in split(text):
        head = _Head()
        declared = head.read(part, text.index(part))
        offset = -(-offset // declared.align) * declared.align
        yield (
            Parameter(
                declared.name, declared.type, declared.size, declared.align, offset, declared.pointer_space
            ),
            declared.space == "reg",
        )
        offset += declared.size


def registers_of_declaration(text: str) -> Iterator[tuple[str, int | None, str, int]]:
    """Name, how many (None: one), type and width of the vector, of `.reg .b32 %r<5>, %x`. Raises `Unreadable`."""
    words = re.match(r"\.reg((?:\s*\.\w+)+)", text)
    if words is None:
        raise Unreadable("behind .reg a type is expected")
    kind, width = "", 1
    for word in re.findall(r"\.(\w+)", words[1]):
        if word in _VECTORS:
            width = _VECTORS[word]
        elif word in _BYTES:
            kind = word
        else:
            raise Unreadable(f"'.{word}' is no type of a register", text.index("." + word), len(word) + 1)
    if not kind:
        raise Unreadable("behind .reg a type is expected")
    at = words.end()
    for part in text[at:].split(","):
        found = _REGISTERS.fullmatch(part)
        if found is None:
            raise Unreadable(
                "the name of a register is expected", at + len(part) - len(part.lstrip()), len(part.strip())
            )
        yield found[1], None if found[2] is None else int(found[2]), kind, width
        at += len(part) + 1
