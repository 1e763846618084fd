"""What is still being written when an entry returns, of memory that is the caller's: arguments, globals, what it returns.

A kernel is at its end when all that it started has been done: FIFOs of the hardware and entries of several threads do not
count. Nor does what is only read of the caller's memory, or what is in no group that could be waited for.
"""

from __future__ import annotations

from collections.abc import Hashable

from asyncir.analyses.in_flight.accesses import overlap
from asyncir.analyses.in_flight.code import Code
from asyncir.analyses.in_flight.meetings import Meeting
from asyncir.analyses.in_flight.state import Memory, State
from asyncir.dialects.interfaces.completion import HardwareFifo


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


def _is_given(root: Hashable) -> bool:
    return isinstance(root, tuple) and root[0] in ("arg", "global")
