"""What is still in flight where it has to be over.

When an entry returns: what writes memory that is the caller's, which are arguments, globals, and what it returns.

A kernel is at its end when all that it started has been done: FIFOs of the hardware and entries of several threads do not
count. Nor does what is only read of the caller's memory, or what is in no group that could be waited for.

When a function that is called returns, or a region with a stack of its own ends: whatever touches memory on that
stack (QUE-25).
"""

from __future__ import annotations

from collections.abc import Hashable

from asyncir.analyses.in_flight.accesses import overlap
from asyncir.analyses.in_flight.code import Code
from asyncir.analyses.in_flight.meetings import Meeting
from asyncir.analyses.in_flight.state import Lane, Memory, State
from asyncir.dialects.interfaces.completion import HardwareFifo
from asyncir.dialects.interfaces.kinds import OpKind, kind_of


def left_at_the_end(code: Code, state: State) -> list[Meeting]:
    """The writes in flight at the end of the code that the caller may come to."""
    lane = state.lanes[0]
    at = code.instructions[lane.pc]
    if at.op is None or len(state.lanes) > 1:
        return []
    returned = {held.root for v, _ in at.pairs if isinstance(held := lane.env.get(v), Memory)}
    found: list[Meeting] = []
    for entry in lane.entries:
        if entry.fifo is None or isinstance(entry.fifo, HardwareFifo):
            continue
        for a in entry.accesses:
            if entry.kind != "R" and (a.root in returned or _is_given(a.root)):
                conditions = overlap(a, a, state.facts)
                if conditions is not None:
                    found.append(Meeting(state, at.op, "R", lane.pc, (), entry, conditions, (0, 0), a.exact))
    return found


def left_in_frame(code: Code, state: State, lane: Lane) -> list[Meeting]:
    """What is in flight on memory that ends here."""
    at = code.instructions[lane.pc]
    assert at.op is not None
    lanes, found = (lane.number, lane.number), list[Meeting]()
    for entry in lane.entries:
        for a in () if entry.done else entry.accesses:
            if _is_on_stack(code, a.root, at.case, lane.pc):
                conditions = overlap(a, a, state.facts)
                if conditions is not None:
                    found.append(Meeting(state, at.op, "W", lane.pc, (), entry, conditions, lanes, a.exact))
    return found


def _is_on_stack(code: Code, root: Hashable, start: int, end: int) -> bool:
    """Whether an object was allocated on the stack by the instructions between."""
    match root:
        case ("alloc", int(pc), int()) if start <= pc < end:
            op = code.instructions[pc].op
            return op is not None and kind_of(op) is OpKind.ALLOCATE_ON_STACK
        case _:
            return False


def _is_given(root: Hashable) -> bool:
    return isinstance(root, tuple) and root[0] in ("arg", "global")
