# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Registers of threads that run together, and how they part and meet.

A frame is a dictionary from names to values (`values.py`). When threads part, each group gets a frame of its own above
which the old one stands: a register is looked up there, for the group's threads only, the first time it is needed. So
a value that is the same for a group, a thread that was elected for instance, is a plain number in its frame, and
parting costs nothing for registers that are not used. When all groups are back, only what they wrote in between is put
together.

Names: registers as in the text (`%r1`), special registers (`%tid.x`), `@name` for the address of a variable,
`#name+offset:width` for a parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.lane_operations import WarpLanes
from asyncir.analyses.kernels.values import (
    DTYPES,
    UNSET,
    VARYING,
    Opaque,
    ThreadShifts,
    Value,
    is_array,
    settle,
    shift_from,
)

Environment = Callable[[str], Value]


class RegisterFrame(dict[str, Value]):
    """The registers of `threads`, in ascending order."""

    __slots__ = ("above", "environment", "lanes", "pick", "tags", "threads", "written")

    def __init__(
        self,
        threads: NDArray[np.int32],
        block: int,
        above: RegisterFrame | None = None,
        pick: NDArray[np.int64] | None = None,
        environment: Environment | None = None,
    ) -> None:
        super().__init__()
        self.threads = threads
        self.above = above
        self.pick = pick
        self.environment = environment
        self.lanes: Final = WarpLanes(threads, block)
        self.written: set[str] = set()
        self.tags: dict[str, Any] = {}
        if above is not None and above.tags:
            self.tags = {n: _part_of(t, pick) for n, t in above.tags.items()}

    def __missing__(self, name: str) -> Value:
        value: Value
        if self.above is not None:
            value = self.above[name]
            if is_array(value):
                value = settle(value[self.pick])
        elif name[0] in "@#" or self.environment is not None:
            value = self.environment(name) if self.environment else 0
        else:
            value = 0
        self[name] = value
        return value

    def part(self, pick: NDArray[np.int64], block: int) -> RegisterFrame:
        """The frame of some of the threads, by their places in this one."""
        return RegisterFrame(self.threads[pick], block, self, pick)

    def meet(
        self, groups: Iterable[RegisterFrame], live: frozenset[str], widths: Callable[[str], int], block: int
    ) -> RegisterFrame:
        """The frame of all threads of `groups`, which are all above this frame, with what they wrote of `live`."""
        frames = list(groups)
        places = np.searchsorted(self.threads, np.concatenate([f.threads for f in frames]))
        order = np.argsort(places, kind="stable")
        complete = len(places) == len(self.threads)
        together = self if complete else self.part(places[order], block)
        if not complete:
            together.written |= self.written
        names = set[str]().union(*(f.written for f in frames))
        for name in names & live:
            together[name] = _gather(
                [f[name] for f in frames], [len(f.threads) for f in frames], order, widths(name)
            )
        if complete:
            for name in names - live:
                self.pop(name, None)
        together.written |= names
        together.tags = _common_tags(frames, order)
        return together


MIXED: Final = "threads that come together bring different shifts of it"


def _common_tags(frames: list[RegisterFrame], order: NDArray[np.int64]) -> dict[str, Any]:
    if not any(f.tags for f in frames):
        return {}
    names = {name for f in frames for name in f.tags}
    found: dict[str, Any] = {}
    for name in names:
        tags = [f.tags.get(name, 0) for f in frames]
        if all(t == tags[0] for t in tags) and not isinstance(tags[0], ThreadShifts):
            found[name] = str(tags[0]) if isinstance(tags[0], str) else tags[0]
        elif any(isinstance(t, str) for t in tags):
            found[name] = MIXED
        else:
            pairs = zip(tags, frames, strict=True)
            each = [t.each if isinstance(t, ThreadShifts) else np.full(len(f.threads), t) for t, f in pairs]
            found[name] = shift_from(np.concatenate(each)[order])
    return {name: tag for name, tag in found.items() if isinstance(tag, str | ThreadShifts) or tag}


def _part_of(tag: Any, pick: NDArray[np.int64] | None) -> Any:
    """The shift for some of the threads."""
    return shift_from(tag.each[pick]) if isinstance(tag, ThreadShifts) else tag


def _gather(values: list[Value], counts: list[int], order: NDArray[np.int64], width: int) -> Value:
    first = values[0]
    if all(v is first for v in values):
        if not is_array(first):
            return first
    elif not any(is_array(v) or isinstance(v, Opaque) for v in values) and all(v == first for v in values):
        return first
    values = [0 if v is UNSET else v for v in values]
    if any(isinstance(v, Opaque) for v in values):
        return VARYING
    dtype = DTYPES[width]
    parts = [v if is_array(v) else np.full(n, v, dtype) for v, n in zip(values, counts, strict=True)]
    return np.concatenate(parts)[order]
