"""Parallel loops: one step that touches what all iterations touch, of which no two may race."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement

from asyncir.certificates.threads import conflict
from asyncir.certificates.values import IN, OUT, Relation, isl
from asyncir.dialects.async_types import AsyncOpInterface, CompletionType
from asyncir.dialects.execution_traits import ConcernsOtherThreads
from asyncir.dialects.interfaces.completion import issues
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation

_Touched = tuple[str, str, Relation]
"""The kind of a touch, the object, and which elements of it."""


def met(touched: Sequence[_Touched], outer: int, counters: int) -> Relation | None:
    """With which of the coordinates around a loop two of its iterations may touch one element; None: never.

    Relations are from `outer` coordinates, then the loop's counters, then others, to elements.
    """
    found: Relation | None = None
    for (kind, name, one), (other_kind, other, two) in combinations_with_replacement(touched, 2):
        if conflict(f"{kind}:{name}", f"{other_kind}:{other}"):
            clash = _both(_by_iteration(one, outer, counters), _by_iteration(two, outer, counters), counters)
            found = clash if found is None else found.union(clash)
    return found


def _by_iteration(cells: Relation, outer: int, counters: int) -> Relation:
    """From the coordinates around the loop to the counters and an element."""
    first = outer + counters
    cells = cells.project_out(IN, first, cells.dim(IN) - first)
    return cells.move_dims(OUT, 0, IN, outer, counters)


def _both(one: Relation, two: Relation, counters: int) -> Relation:
    """Where two iterations touch one element; where one does not say which, where both touch some."""
    if one.dim(OUT) != two.dim(OUT):
        one, two = (each.project_out(OUT, counters, each.dim(OUT) - counters) for each in (one, two))
    first, second = ([f"{name}{n}" for n in range(one.dim(OUT))] for name in ("x", "y"))
    pairs = [
        f"{x} {'!=' if n < counters else '='} {y}" for n, (x, y) in enumerate(zip(first, second, strict=True))
    ]
    where = " and ".join([f"({' or '.join(pairs[:counters])})", *pairs[counters:]])
    same = isl.Set(f"{{ [{', '.join((*first, *second))}] : {where} }}")
    return one.flat_range_product(two).intersect_range(same).domain()


def unruled(ops: Iterable[Operation]) -> Operation | None:
    """An op that starts or meets other threads in a way for which there are no rules."""
    return next((op for op in ops if op.has_trait(ConcernsOtherThreads)), None)


def overlaps(op: Operation) -> bool:
    """Whether the op starts something that goes on beside others: what is in flight, a task, iterations without an order."""
    return issues(op) is not None or kind_of(op) is OpKind.PARALLEL_LOOP or _launches(op)


def _launches(op: Operation) -> bool:
    """Whether the op starts a task, or something outside: it makes a token for what runs from now on."""
    if not any(isinstance(result.type, CompletionType) for result in op.results):
        return False
    asynchronous = op.has_trait(AsyncOpInterface, value_if_unregistered=False)
    return asynchronous or kind_of(op) in (OpKind.TASK, OpKind.TASK_CALL)
