"""Relations between integers, and what may be true at a point of a program, said with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import islpy

from asyncir.ir import SSAValue

isl: Any = islpy
Relation = Any
"""An isl map or set. The coordinates of its domain are the `dims` of the state that it belongs to."""
IN, OUT, PARAM, SET = isl.dim_type.in_, isl.dim_type.out, isl.dim_type.param, isl.dim_type.set


@dataclass(slots=True)
class State:
    """What may be true at a point: `reach` where control gets there, the rest as relations from `dims`."""

    dims: tuple[object, ...]
    reach: Relation
    pending: dict[str, Relation] = field(default_factory=dict[str, Relation])
    """What may be in flight: to (age, element)."""
    epoch: dict[str, Relation] = field(default_factory=dict[str, Relation])
    """What this thread touched since the last barrier, or had in flight there: to (element)."""
    tokens: dict[SSAValue, tuple[str, Relation]] = field(default_factory=dict[SSAValue, tuple[str, Relation]])
    """Tokens of groups, each with its FIFO: to (age), where it is known that it stands for one."""
    committed: dict[str, Relation] = field(default_factory=dict[str, Relation])
    """How many groups were committed to a FIFO, where that is known."""

    def mapped(
        self, dims: tuple[object, ...], reach: Relation, change: Callable[[Relation], Relation]
    ) -> State:
        """Every relation changed alike."""
        return State(
            dims,
            reach,
            {key: change(relation) for key, relation in self.pending.items()},
            {key: change(relation) for key, relation in self.epoch.items()},
            {token: (fifo, change(ages)) for token, (fifo, ages) in self.tokens.items()},
            {fifo: change(count) for fifo, count in self.committed.items()},
        )

    def copy(self) -> State:
        """One that can be changed alone."""
        return self.mapped(self.dims, self.reach, lambda relation: relation)

    def deeper(self, dim: object) -> State:
        """The same for any value of a further coordinate."""
        return self.mapped((*self.dims, dim), self.reach.add_dims(SET, 1), lambda r: r.add_dims(IN, 1))

    def where(self, condition: Relation) -> State:
        """Where control gets only if the coordinates are in a set."""
        reach = self.reach.intersect(condition)
        return self.mapped(self.dims, reach, lambda r: r.intersect_domain(reach))


def names(count: int) -> str:
    """So many coordinates in isl's syntax."""
    return ", ".join(f"d{index}" for index in range(count))


def coordinate(size: int, index: int) -> Relation:
    """The value of one coordinate."""
    return isl.Map(f"{{ [{names(size)}] -> [d{index}] }}")


def product(size: int, parts: Sequence[Relation]) -> Relation:
    """To the values of all parts, one after the other."""
    whole = isl.Map(f"{{ [{names(size)}] -> [] }}")
    for part in parts:
        whole = whole.flat_range_product(part)
    return whole


def combined(text: str, *parts: Relation) -> Relation:
    """The relation `text` from the values of the parts."""
    return product(parts[0].dim(IN), parts).apply_range(isl.Map(text))


def may(text: str, *parts: Relation) -> Relation:
    """Where the values of the parts may be in the set `text`."""
    return product(parts[0].dim(IN), parts).intersect_range(isl.Set(text)).domain()


def cut(relation: Relation, size: int) -> Relation:
    """In terms of the first coordinates alone."""
    return relation.project_out(IN, size, relation.dim(IN) - size)


def cut_set(points: Relation, size: int) -> Relation:
    """The same of a set."""
    return points.project_out(SET, size, points.dim(SET) - size)


def fitted(relation: Relation, made: Sequence[object], wanted: Sequence[object], kind: Any = IN) -> Relation:
    """In terms of other coordinates: those that are not wanted are any, those that are missing say nothing."""
    for index in range(len(made) - 1, -1, -1):
        if not any(made[index] is dim for dim in wanted):
            relation = relation.project_out(kind, index, 1)
    kept = [dim for dim in made if any(dim is other for other in wanted)]
    for index, dim in enumerate(wanted):
        if index >= len(kept) or kept[index] is not dim:
            kept.insert(index, dim)
            relation = relation.insert_dims(kind, index, 1)
    return relation


def united(a: dict[str, Relation], b: dict[str, Relation]) -> dict[str, Relation]:
    """What is in one of both."""
    return {**a, **{key: a[key].union(relation) if key in a else relation for key, relation in b.items()}}


def constant(relation: Relation) -> int | None:
    """The one value that a relation has, if there is one."""
    value = relation.range().plain_get_val_if_fixed(SET, 0)
    return int(value.to_python()) if value.is_int() else None
