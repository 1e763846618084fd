"""What a work will write, kept until it does: its body has run, and all that it wrote was taken back."""

from __future__ import annotations

from typing import Any

from asyncir.semantics.core.memory import Buffer

_Where = int | slice


class KeptWrites:
    """The elements that a body has written, with their content before; and behind the end, what it wrote."""

    __slots__ = ("_before", "_values")

    def __init__(self) -> None:
        self._before: list[tuple[Buffer, _Where, Any, Any]] = []
        self._values: list[tuple[Buffer, _Where, Any, Any]] = []

    def note(self, buffer: Buffer, where: _Where) -> None:
        """The body is about to write there."""
        self._before.append(_content(buffer, where))

    def end(self) -> None:
        """The body has run: memory is as before."""
        self._values = [_content(buffer, where) for buffer, where, _, _ in self._before]
        for entry in reversed(self._before):
            _put(*entry)
        self._before = []

    def apply(self) -> None:
        """Write."""
        for entry in self._values:
            _put(*entry)


def _content(buffer: Buffer, where: _Where) -> tuple[Buffer, _Where, Any, Any]:
    if isinstance(where, slice):
        defined = None if buffer.defined is None else buffer.defined[where]  # pyright: ignore
        return buffer, where, buffer.array[where].copy(), defined
    return buffer, where, buffer.data[where], None if buffer.defined is None else buffer.defined[where]


def _put(buffer: Buffer, where: _Where, value: Any, defined: Any) -> None:
    if isinstance(where, slice):
        buffer.array[where] = value
    else:
        buffer.data[where] = value
    if buffer.defined is not None:
        buffer.defined[where] = defined  # pyright: ignore
