"""Where the values of a task lie: behind its header, each at a place that its type gives."""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.ir import Attribute
from asyncir.lowering.cpu.runtime_text import TASK_SIZE
from asyncir.lowering.llvm.types import value_layout


@dataclass(frozen=True, slots=True)
class Payload:
    """Where in a task's allocation the values that it yields lie."""

    offsets: tuple[tuple[int, ...], ...]
    """Byte offsets from the header of the pieces of each value."""
    size: int
    """Bytes from the header to the end of the last payload."""
    alignment: int


def payload_layout(types: tuple[Attribute, ...], with_header_words: bool) -> Payload:
    """Lay out values behind a task's header; before each a word for its pointer to the header, if asked."""
    end, alignment = TASK_SIZE, 16
    offsets: list[tuple[int, ...]] = []
    for type_ in types:
        inner, size, value_alignment = value_layout(type_)
        start = -(-(end + (8 if with_header_words else 0)) // value_alignment) * value_alignment
        offsets.append(tuple(start + offset for offset in inner))
        if not inner and with_header_words:
            offsets[-1] = (start,)
        end = start + size
        alignment = max(alignment, value_alignment)
    return Payload(tuple(offsets), end, alignment)
