"""The verdicts on the waits of a program, from the traces of its executions alone.

This is the definition, read literally: it lists the needs of each execution, and the waits that could serve each; nothing
of the analyses is used. A trace is made from the interpreter's events by `traces.py`.
"""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field

Cells = frozenset[tuple[int, int]]
"""(buffer, element) pairs."""


@dataclass(frozen=True)
class Op:
    """An access: of an async op that was issued, or a plain one (`group` and `fifo` are None, `flying` is false)."""

    op: Hashable
    iteration: tuple[int, ...]
    thread: int
    position: int
    epoch: int
    reads: Cells
    writes: Cells
    flying: bool = False
    fifo: Hashable = None
    group: int | None = None
    """The number of its group in the FIFO; None if it was never committed."""
    committed: int = 0
    """The position at which its group was closed."""
    atomic: bool = False


@dataclass(frozen=True)
class Waited:
    """A dynamic wait: it lets the `count` youngest of the `groups` groups of the FIFO stay in flight."""

    op: Hashable
    thread: int
    position: int
    epoch: int
    fifo: Hashable
    groups: int
    count: float
    reads_only: bool = False
    by_token: bool = False


@dataclass
class Trace:
    """One execution."""

    ops: list[Op] = field(default_factory=list[Op])
    waits: list[Waited] = field(default_factory=list[Waited])
    callers: Cells = frozenset()
    """What is written in flight of memory that the entry was called with."""


@dataclass(frozen=True)
class Need:
    """An async op must have completed before a later access. `between` holds (wait, what its count may be at most)."""

    first: Op
    second: Op
    kind: str
    between: tuple[tuple[Waited, int], ...]


@dataclass(frozen=True)
class Judged:
    """The verdict on a wait: `exact`, `too weak`, `too strong`, `redundant`; and its exact count."""

    verdict: str
    exact: float | None


@dataclass
class Judgement:
    """What is true of a program."""

    waits: dict[Hashable, Judged]
    races: set[tuple[str, Hashable, Hashable]]
    """(kind, first op, second op)."""
    needs: int = 0


def needs_of(trace: Trace) -> list[Need]:
    """The needs of an execution."""
    by_cell: dict[tuple[int, int], list[Op]] = defaultdict(list)
    for op in trace.ops:
        for cell in op.reads | op.writes:
            by_cell[cell].append(op)
    waits: dict[tuple[int, Hashable], list[Waited]] = defaultdict(list)
    for wait in trace.waits:
        waits[wait.thread, wait.fifo].append(wait)
    found: list[Need] = []
    seen: set[tuple[int, int, bool]] = set()
    for first in trace.ops:
        if not first.flying:
            continue
        for cell in first.reads | first.writes:
            for second in by_cell[cell]:
                need = _need(first, second, cell)
                if need is None:
                    continue
                key = (id(first), id(second), need[1])
                if key not in seen:
                    seen.add(key)
                    between = _between(first, second, need[1], waits[first.thread, first.fifo])
                    found.append(Need(first, second, need[0], between))
    return found


def needs_of_caller(trace: Trace) -> list[Need]:
    """When the entry returns, its caller reads what is its own: needs, where waits serve all of them."""
    if any(isinstance(wait.fifo, str) or wait.thread for wait in trace.waits):
        return []  # A kernel is at its end when all is done.
    read = Op("the caller", (), 0, sys.maxsize, sys.maxsize, trace.callers, frozenset())
    found: list[Need] = []
    for first in trace.ops:
        if first.group is not None and first.writes & trace.callers:
            waits = [w for w in trace.waits if w.fifo == first.fifo]
            found.append(Need(first, read, "RAW", _between(first, read, False, waits)))
    served = all(any(p >= w.count for w, p in need.between) for need in found)
    return found if served else []


def _need(first: Op, second: Op, cell: tuple[int, int]) -> tuple[str, bool] | None:
    """The kind of conflict, and whether it is enough that `first` has read its sources; None: no conflict."""
    if first is second or not (cell in first.writes or cell in second.writes):
        return None
    if first.thread == second.thread:
        if second.position <= first.position:
            return None
    elif second.epoch < first.epoch or (
        second.epoch == first.epoch and second.flying and _later(first, second)
    ):
        return None
    if cell in first.writes:
        return ("WAW" if cell in second.writes else "RAW"), False
    return "WAR", True


def _later(first: Op, second: Op) -> bool:
    """Of two async ops of one epoch, one is named first."""
    return (second.position, second.thread) < (first.position, first.thread)


def _between(first: Op, second: Op, reading: bool, waits: Iterable[Waited]) -> tuple[tuple[Waited, int], ...]:
    if first.group is None:
        return ()
    found: list[tuple[Waited, int]] = []
    for wait in waits:
        if wait.position <= first.committed or (wait.reads_only and not reading):
            continue
        same = first.thread == second.thread
        if wait.position < second.position if same else wait.epoch < second.epoch:
            found.append((wait, wait.groups - 1 - first.group))
    return tuple(found)


def races_of(needs: Iterable[Need]) -> set[tuple[str, Hashable, Hashable]]:
    """The needs that no wait serves."""
    return {(n.kind, n.first.op, n.second.op) for n in needs if not any(p >= w.count for w, p in n.between)}


def judge(traces: Sequence[Trace], order: Sequence[Hashable]) -> Judgement:
    """The verdicts on the waits `order` (in the order of the text) over all these executions.

    Counts are relative to what each dynamic wait has: 0 is as written.
    """
    needs = [need for trace in traces for need in (*needs_of(trace), *needs_of_caller(trace))]
    written: dict[Hashable, set[float]] = defaultdict(set)
    for trace in traces:
        for wait in trace.waits:
            written[wait.op].add(wait.count)
    change: dict[Hashable, float] = dict.fromkeys(order, 0.0)
    weak: dict[Hashable, float] = {}
    open_needs: list[list[tuple[Hashable, float]]] = []
    for need in needs:
        margins = [(w.op, p - w.count) for w, p in need.between]
        if margins and all(margin < 0 for _, margin in margins):
            last = max(need.between, key=lambda b: b[0].position)
            weak[last[0].op] = min(weak.get(last[0].op, 0), last[1] - last[0].count)
        if margins:
            open_needs.append(margins)
    change.update(weak)
    found: dict[Hashable, Judged] = {}
    for op in order:
        bound = math.inf
        for margins in open_needs:
            own = [m for o, m in margins if o == op]
            if own and not any(m >= change[o] for o, m in margins if o != op):
                bound = min(bound, max(own))
        if op in weak:
            found[op] = Judged("too weak", _exact(written[op], weak[op]))
            continue
        change[op] = bound
        if bound == math.inf:
            found[op] = Judged("redundant", None)
        else:
            found[op] = Judged("too strong" if bound > 0 else "exact", _exact(written[op], bound))
    return Judgement(found, races_of(needs), len(needs))


def _exact(written: set[float], change: float) -> float | None:
    """The exact count, where the wait's count is a constant."""
    return min(written) + change if len(written) == 1 else None
