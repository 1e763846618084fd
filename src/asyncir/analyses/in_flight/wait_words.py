"""The groups in flight at a wait, for readers."""

from __future__ import annotations

from collections.abc import Hashable

from asyncir.analyses.in_flight.exprs import Lin
from asyncir.analyses.in_flight.policies import Needs, Visit
from asyncir.analyses.in_flight.state import Entry
from asyncir.analyses.sync_report import Group


def groups_at(visit: Visit | None, wait: int, needs: Needs) -> tuple[Group, ...]:
    """The groups that the visit met, youngest first."""
    if visit is None:
        return ()
    lane, retired = visit
    found: dict[tuple[Hashable, int], Group] = {}
    for entry in lane.entries:
        age = lane.age(entry)
        key = (entry.fifo, entry.seq)
        if entry.seq is None or age is None or entry.commit is None or key not in retired:
            continue
        needed = (
            needs.served.get((wait, entry.commit), needs.served.get((wait, None))) if retired[key] else None
        )
        found[(entry.fifo, entry.seq)] = Group(entry.commit, age, _words(entry), retired[key], needed)
    return tuple(sorted(found.values(), key=lambda group: group.age))


def _words(entry: Entry) -> str:
    """In which iteration of the innermost loop around it the group was issued."""
    if not entry.place:
        return "issued outside of loops"
    return f"iteration {_relative(entry.place[-1])}"


def _relative(e: Lin) -> str:
    if e.is_const:
        return str(e.const)
    if len(e.terms) == 1 and e.terms[0][1] == 1 and isinstance(e.terms[0][0], str):
        name = e.terms[0][0]
        base = "i" if name[0] == "k" else "some"
        if base == "some":
            return "of an earlier time"
        return base if e.const == 0 else f"{base} {'-' if e.const < 0 else '+'} {abs(e.const)}"
    return "of an earlier time"
