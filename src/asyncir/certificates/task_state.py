"""What may be true, and what is, at a point of a program with tasks: `tasks.py` says what the words mean."""

from __future__ import annotations

from dataclasses import dataclass, field

from asyncir.certificates.state import ProofState
from asyncir.certificates.values import IN, BoundedInteger, Function, Relation


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

    sure: dict[str, Relation] = field(default_factory=dict[str, Relation])

    def copy(self, where: Relation) -> TaskState:
        """One that can be changed alone, where a condition holds."""
        return TaskState(
            self.reach.intersect(where), dict(self.env), dict(self.flying), list(self.limits), dict(self.sure)
        )

    def fresh(self, low: int, high: int) -> BoundedInteger:
        """A number of which nothing but bounds is known: one more coordinate."""
        self.sure = {key: relation.add_dims(IN, 1) for key, relation in self.sure.items()}
        return ProofState.fresh(self, low, high)

    def learn(self, key: str, relation: Relation) -> None:
        """Say that more is so."""
        self.sure[key] = self.sure[key].union(relation) if key in self.sure else relation
