"""The bytes of elements as MLIR's text has them: as few as they need, `i1` in bits, where xDSL keeps powers of two."""

from __future__ import annotations

from functools import cache
from typing import Any

from asyncir.ir import Attribute, IntegerType, Signedness
from asyncir.ir.wide_elements import element_size, is_wide, part_type


def _part(element: Attribute) -> tuple[int, int, int]:
    """Of a number: its bits, its bytes in the text, and its bytes in the attribute."""
    part: Any = part_type(element)
    kept = part_bytes(part)
    if isinstance(part, IntegerType):
        return part.bitwidth, (part.bitwidth + 7) // 8, kept
    return 8 * kept, kept, kept


def part_bytes(part: Any) -> int:
    """How many bytes a number takes in the attribute."""
    return element_size(part) if is_wide(part) else part.compile_time_size


def raw_size(element: Attribute) -> int:
    """How many bytes an element takes in the text; those of `i1` are bits of them."""
    return _part(element)[1] * (2 if part_type(element) is not element else 1)


def is_packed(element: Attribute) -> bool:
    """Whether elements are bits."""
    return isinstance(element, IntegerType) and element.bitwidth == 1


def from_raw(element: Attribute, raw: bytes, count: int) -> bytes:
    """The bytes for the attribute of `count` elements that the text gives."""
    bits, size, kept = _part(element)
    if is_packed(element):
        digits = format(int.from_bytes(raw, "little"), f"0{count}b")[::-1][:count]
        return digits.encode().translate(_BITS)
    if bits == 8 * kept or is_wide(element):
        return raw
    if size == kept == 1:
        return raw.translate(_masked(bits) if _is_unsigned(element) else _sign_extended(bits))
    mask, top = 2**bits - 1, 0 if _is_unsigned(element) else 1 << (bits - 1)
    return b"".join(
        (((int.from_bytes(raw[at : at + size], "little") & mask) ^ top) - top).to_bytes(
            kept, "little", signed=bool(top)
        )
        for at in range(0, len(raw), size)
    )


def to_raw(element: Attribute, data: bytes) -> bytes:
    """The bytes in the text of elements of the attribute."""
    bits, size, kept = _part(element)
    if is_packed(element):
        digits = data.translate(_DIGITS)[::-1]
        return int(digits, 2).to_bytes((len(data) + 7) // 8, "little")
    if bits == 8 * kept or is_wide(element):
        return data
    if size == kept == 1:
        return data.translate(_masked(bits))
    mask = 2**bits - 1
    return b"".join(
        (int.from_bytes(data[at : at + kept], "little") & mask).to_bytes(size, "little")
        for at in range(0, len(data), kept)
    )


_BITS = bytes(0xFF if digit == ord("1") else 0 for digit in range(256))
_DIGITS = bytes(ord("1" if byte & 1 else "0") for byte in range(256))


def _is_unsigned(element: Attribute) -> bool:
    part = part_type(element)
    return isinstance(part, IntegerType) and part.signedness.data is Signedness.UNSIGNED


@cache
def _sign_extended(bits: int) -> bytes:
    mask, top = 2**bits - 1, 1 << (bits - 1)
    return bytes((((byte & mask) ^ top) - top) & 0xFF for byte in range(256))


@cache
def _masked(bits: int) -> bytes:
    return bytes(byte & (2**bits - 1) for byte in range(256))
