"""The queues that a program names, and so may share with those that it computes."""

from __future__ import annotations

from asyncir.analyses.in_flight.code import Code, Kind
from asyncir.dialects.interfaces.completion import (
    FIFOS_ATTRIBUTE,
    commits,
    fifos_in,
    waits_by_count,
    waits_finished,
)
from asyncir.ir import Operation, SSAValue


def literal_queues(code: Code) -> frozenset[int]:
    """The queues that the program names by number."""
    found: set[int] = set()
    for step in code.instructions:
        if step.op is not None and step.kind in (Kind.COMMIT, Kind.WAIT):
            for trait in (commits(step.op), waits_by_count(step.op), waits_finished(step.op)):
                queue = None if trait is None else trait.queue(step.op)
                if isinstance(queue, int):
                    found.add(queue)
    holder: Operation | None = code.entry
    while holder is not None:
        attribute = holder.attributes.get(FIFOS_ATTRIBUTE)
        if attribute is not None:
            found.update(queue for fifo in fifos_in(attribute) for queue in fifo)
        holder = holder.parent_op()
    return frozenset(found)


def has_computed_count(op: Operation) -> bool:
    """Whether the wait's count is a value."""
    trait = waits_by_count(op) or waits_finished(op)
    return trait is not None and isinstance(trait.count(op), SSAValue)
