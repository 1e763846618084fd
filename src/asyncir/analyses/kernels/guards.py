# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Predicates that guard instructions, for the threads of a group: for all, for none, or for which.

Unrolled code asks again and again for the same predicate. Arrays of values never change, so what was found of one is kept.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.straight_code import invert_predicate
from asyncir.analyses.kernels.values import Value, is_array

MOST: Final = 4096
"""Predicates that a run remembers."""


class KnownGuards:
    """What a run has found of its predicates, by the array and whether the guard is negated."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, bool], tuple[NDArray[Any], Value]] = {}
        self._places: dict[int, tuple[NDArray[Any], NDArray[np.int64]]] = {}

    def of(self, value: NDArray[Any], negated: bool) -> Value:
        """True where it holds for all threads, False where for none; else for which it does."""
        key = (id(value), negated)
        known = self._found.get(key)
        if known is None or known[0] is not value:
            self._make_room()
            known = self._found[key] = (value, _whole(invert_predicate(value) if negated else value))
        return known[1]

    def places(self, guard: NDArray[Any]) -> NDArray[np.int64]:
        """The places in the group of the threads for which it holds."""
        known = self._places.get(id(guard))
        if known is None or known[0] is not guard:
            self._make_room()
            known = self._places[id(guard)] = (guard, np.flatnonzero(guard))
        return known[1]

    def _make_room(self) -> None:
        for table in (self._found, self._places):
            if len(table) > MOST:
                table.clear()


def _whole(value: Value) -> Value:
    """A predicate that is the same for all threads as a Python bool."""
    if is_array(value):
        if value.all():
            return True
        if not value.any():
            return False
    return value
