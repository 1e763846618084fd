"""What may be true at a point of a program on a machine: who does not know of which executions that they are over.

The *coordinates* of a point are the labels of its block. A *site* is an op, by its number, whose executions are works or
waits (with `R` or `W` behind it, where a wait tells of sources alone: its reads, its writes). A *row* says of each site
which of its executions somebody may not know to be over: a relation from coordinates to labels. What a row leaves out is
over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from asyncir.certificates.values import IN, OUT, Relation, coalesced, isl

Row = dict[str, Relation]
"""By site."""


@dataclass(slots=True)
class MachineProofState:
    """What may be true."""

    reach: Relation
    """Where control gets: a set of coordinates."""
    rows: dict[str, Row] = field(default_factory=dict[str, Row])
    """By who knows: `engine E`, what its next entry knows; `thread`, what waits have told the issuer and no barrier has told
    its works (MAC-8); `group R n`, what the arrival of the group of R tells behind which n were closed."""
    pending: dict[str, Relation] = field(default_factory=dict[str, Relation])
    """By resource and pair: from coordinates to (instance, place) of the units that nobody has taken, the oldest at place 0.
    This is exact."""
    told: dict[str, Row] = field(default_factory=dict[str, Row])
    """What these units do not tell: from coordinates to (instance, place, label...)."""
    taken: dict[str, Row] = field(default_factory=dict[str, Row])
    """The waits that took units, by their sites: from coordinates to (instance, how many took later, label...). Those that
    whoever gave a signal since knows to be over are left out."""
    given: dict[str, list[Row]] = field(default_factory=dict[str, list[Row]])
    """By engine whose queue can be too full: its youngest works, the youngest first."""

    def copy(self, where: Relation) -> MachineProofState:
        """One that can be changed alone, where a condition holds."""
        return MachineProofState(
            self.reach.intersect(where),
            {key: dict(row) for key, row in self.rows.items()},
            dict(self.pending),
            {key: dict(row) for key, row in self.told.items()},
            {key: dict(row) for key, row in self.taken.items()},
            {key: list(rows) for key, rows in self.given.items()},
        )

    def all_rows(self) -> dict[str, Row]:
        """All that is a row, by a name."""
        found = {f"row {key}": row for key, row in self.rows.items()}
        found |= {f"told {key}": row for key, row in self.told.items()}
        found |= {f"taken {key}": row for key, row in self.taken.items()}
        for key, rows in self.given.items():
            found |= {f"given {key} {at}": row for at, row in enumerate(rows)}
        return found

    def with_rows(self, rows: Mapping[str, Row], pending: dict[str, Relation]) -> MachineProofState:
        """The same with other rows, by the names of `all_rows`."""

        def of(kind: str, key: str) -> Row:
            return dict(rows.get(f"{kind} {key}", {}))

        return MachineProofState(
            self.reach,
            {key: of("row", key) for key in self.rows},
            pending,
            {key: of("told", key) for key in self.told},
            {key: of("taken", key) for key in self.taken},
            {
                key: [of("given", f"{key} {at}") for at in range(len(mine))]
                for key, mine in self.given.items()
            },
        )


def met(one: Row, other: Row) -> Row:
    """What neither of two knows: who has both knows the rest."""
    return {site: relation.intersect(other[site]) for site, relation in one.items() if site in other}


def united(rows: Sequence[Row]) -> Row:
    """What somebody of several does not know."""
    found: Row = {}
    for row in rows:
        for site, relation in row.items():
            found[site] = coalesced(found[site].union(relation)) if site in found else relation
    return {site: relation for site, relation in found.items() if not relation.is_empty()}


def within(row: Row, where: Relation) -> Row:
    """A row at some coordinates."""
    return {site: relation.intersect_domain(where) for site, relation in row.items()}


def joined(states: Sequence[MachineProofState]) -> MachineProofState:
    """What may be true where several ways meet; what is pending has to agree (`agree`)."""
    first, *others = states
    if not others:
        return first
    reach = first.reach
    for each in others:
        reach = reach.union(each.reach)
    named = [{name: within(row, s.reach) for name, row in s.all_rows().items()} for s in states]
    rows = {name: united([each.get(name, {}) for each in named]) for name in named[0]}
    pending = {
        key: united_pending([s.pending[key].intersect_domain(s.reach) for s in states])
        for key in first.pending
    }
    found = first.with_rows(rows, pending)
    found.reach = coalesced(reach)
    return found


def united_pending(relations: Sequence[Relation]) -> Relation:
    """All of several relations."""
    found = relations[0]
    for each in relations[1:]:
        found = found.union(each)
    return coalesced(found)


def agree(one: MachineProofState, other: MachineProofState) -> str | None:
    """A resource of which two ways that meet leave not the same pending; None: there is none."""
    both = one.reach.intersect(other.reach)
    if both.is_empty():
        return None
    for key, relation in one.pending.items():
        if not relation.intersect_domain(both).is_equal(other.pending[key].intersect_domain(both)):
            return key
    return None


def outer(relation: Relation, ending: Relation) -> Relation:
    """What holds behind a loop, of what holds at its head; `ending` are the labels with which it ends."""
    return coalesced(relation.intersect_domain(ending).project_out(IN, ending.dim(isl.dim_type.set) - 1, 1))


def mapped(relation: Relation, text: Any) -> Relation:
    """A relation to (instance, place, label...) with its instance and place mapped."""
    more = relation.dim(OUT) - 2
    return relation.apply_range(text.add_dims(IN, 0) if not more else _beside(text, more))


def _beside(two: Relation, more: int) -> Relation:
    names = ", ".join(f"l{i}" for i in range(more))
    same = isl.Map(f"{{ [{names}] -> [{names}] }}")
    return two.product(same).flatten()
