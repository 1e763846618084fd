# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Traces as plain data, for certificates.

    arrays   base64 of little-endian numbers, "i4:..." (threads) or "i8:..." (addresses); equal ones are there once
    names    lists of registers, sorted; equal ones are there once
    events   of a trace: the name of the event's class, then its fields in the order of `trace.py`; an array and a set of
             registers are their place in `arrays` and `names`

The same run gives the same data, byte by byte: who makes a trace anew can compare it with one in a certificate.
"""

import base64
from collections.abc import Callable
from dataclasses import fields
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.trace import KernelTrace, TouchedBytes, TraceEvent


class PlainTraces:
    """Writes traces; `arrays` and `names` are what they share."""

    def __init__(self) -> None:
        self.arrays: list[str] = []
        self.names: list[list[str]] = []
        self._array: dict[str, int] = {}
        self._names: dict[frozenset[str], int] = {}
        self._seen: dict[int, tuple[object, int]] = {}

    def trace(self, trace: KernelTrace) -> dict[str, object]:
        """One trace."""
        return {
            "threads": trace.threads,
            "block": trace.block,
            "events": [self.event(event) for event in trace.events],
            "blocked": [each.why for each in (*trace.blocked, *trace.misuses)],
            "unknown": [*trace.unknown, *trace.open],
        }

    def event(self, event: TraceEvent) -> list[object]:
        """One event."""
        found: list[object] = [type(event).__name__]
        return found + [self.value(getattr(event, field.name)) for field in fields(event)]

    def value(self, value: object) -> object:
        """One field."""
        if isinstance(value, np.ndarray):
            array = cast("NDArray[np.integer[Any]]", value)
            return self.once(array, lambda: self.array(array))
        if isinstance(value, frozenset):
            return self.registers(cast("frozenset[str]", value))
        if isinstance(value, tuple):
            parts = cast("tuple[TouchedBytes | int, ...]", value)
            return [self.touched(part) if isinstance(part, TouchedBytes) else int(part) for part in parts]
        if isinstance(value, bool | str):
            return value
        return int(cast("int", value))

    def touched(self, part: TouchedBytes) -> list[object]:
        """What an event touches in one way."""
        return [part.mode, self.value(part.threads), self.value(part.addresses), int(part.size), part.proxy]

    def once(self, value: object, make: Callable[[], int]) -> int:
        """Objects that several events share are written once; they are kept, so that no other gets their number."""
        if id(value) not in self._seen:
            self._seen[id(value)] = (value, make())
        return self._seen[id(value)][1]

    def array(self, value: NDArray[np.integer[Any]]) -> int:
        """The place of an array."""
        kind = "i4" if value.dtype == np.int32 else "i8"
        data = np.ascontiguousarray(value, dtype="<" + kind).tobytes()
        text = f"{kind}:{base64.b64encode(data).decode('ascii')}"
        if text not in self._array:
            self._array[text] = len(self.arrays)
            self.arrays.append(text)
        return self._array[text]

    def registers(self, value: frozenset[str]) -> int:
        """The place of a set of registers."""
        if value not in self._names:
            self._names[value] = len(self.names)
            self.names.append(sorted(value))
        return self._names[value]
