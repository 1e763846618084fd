"""Where the values of a task lie: behind its header, each at a place that its type gives."""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.ir import Attribute
from asyncir.lowering.cpu.runtime_text import TASK_SIZE
from asyncir.lowering.llvm.types import placed, value_layout


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
    layouts = [value_layout(type_) for type_ in types]
    header = 8 if with_header_words else 0
    starts, end = placed(((size, alignment) for _, size, alignment in layouts), TASK_SIZE, header)
    pieces = [inner or (0,) * with_header_words for inner, _, _ in layouts]
    offsets = [tuple(start + at for at in inner) for start, inner in zip(starts, pieces, strict=True)]
    return Payload(tuple(offsets), end, max([16, *(alignment for _, _, alignment in layouts)]))
