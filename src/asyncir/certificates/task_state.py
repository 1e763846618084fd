"""What may be true, and what is, at a point of a program with tasks: `tasks.py` says what the words mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from asyncir.certificates.state import ProofState
from asyncir.certificates.values import IN, BoundedInteger, Function, Relation, coalesced

_MOST_PIECES = 4
"""What is in more pieces is put together."""


@dataclass(frozen=True, slots=True)
class TaskLabel:
    """A token or value: the owner of its task, and the label."""

    owner: str
    label: tuple[Function, ...]


@dataclass(frozen=True, slots=True)
class GroupLabel:
    """A group: the op that made it, with the calls that lead there, and the depth at which it was made."""

    made: str
    depth: int


@dataclass(slots=True)
class TaskState(ProofState):
    """What may be true, and in `sure` what is."""

    sure: dict[str, dict[str, Relation]] = field(default_factory=dict[str, "dict[str, Relation]"])
    """By what is said (`known 0`, `covers OWNER`, `members GROUP`), then by the owner of the tasks. The inner ones are
    shared between states, and never changed."""

    def copy(self, where: Relation) -> TaskState:
        """One that can be changed alone, where a condition holds."""
        reach = self.reach.intersect(where)
        return TaskState(reach, dict(self.env), dict(self.flying), list(self.limits), dict(self.sure))

    def fresh(self, low: int, high: int) -> BoundedInteger:
        """A number of which nothing but bounds is known: one more coordinate."""
        self.sure = {
            what: {owner: relation.add_dims(IN, 1) for owner, relation in known.items()}
            for what, known in self.sure.items()
        }
        return ProofState.fresh(self, low, high)

    def learn(self, what: str, more: Mapping[str, Relation]) -> None:
        """Say that more is so."""
        known = dict(self.sure.get(what, {}))
        for owner, relation in more.items():
            both = known[owner].union(relation) if owner in known else relation
            known[owner] = coalesced(both) if both.n_basic_map() > _MOST_PIECES else both
        self.sure[what] = known

    def said(self) -> dict[str, Relation]:
        """What is sure, as certificates call it."""
        return {f"{what} {owner}": r for what, known in self.sure.items() for owner, r in known.items()}

    def say(self, sure: Mapping[str, Relation]) -> None:
        """Take over what a certificate says is sure."""
        for key, relation in sure.items():
            what, _, owner = key.rpartition(" ")
            self.learn(what, {owner: relation})
