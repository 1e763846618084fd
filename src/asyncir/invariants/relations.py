"""Relations of what is sure, and what follows from them in each iteration of a loop."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from asyncir.certificates.state import NotFollowed
from asyncir.certificates.values import IN, OUT, Relation, coalesced, isl

_MOST_EDGES = 12
"""To close more takes isl too long, and it does not count the steps of that."""
_MOST_ROTATIONS = 4
"""A loop that hands values round has so many."""


def surely(parts: Sequence[tuple[Relation | None, Relation]]) -> Relation:
    """What is so for all points that move to one: relations from points (None: empty), each with where these move."""
    some: Relation | None = None
    for relation, move in parts:
        if relation is not None:
            one = relation.apply_domain(move)
            some = one if some is None else some.union(one)
    assert some is not None
    found: Relation = coalesced(some)
    for relation, move in parts:
        missing = coalesced(move.apply_range(found))
        missing = missing if relation is None else missing.subtract(relation)
        if not missing.is_empty():
            found = found.subtract(missing.apply_domain(move))
    return coalesced(found)


def closed_covers(covers: dict[str, Relation], inside: Collection[str]) -> dict[str, Relation] | None:
    """What tasks cover if those of owners in a loop cover all that is covered by what they cover; None if it is too much.

    Relations are from the coordinates of a point to two labels. Those of owners in the loop are closed together: an owner is
    a number, and the coordinates are the same on both sides. What they cover outside of the loop is covered by all that
    cover them.
    """
    owners = sorted(owner for owner in inside if f"covers {owner} {owner}" in covers)
    sizes = {owner: covers[f"covers {owner} {owner}"].dim(OUT) // 2 for owner in owners}
    if not owners:
        return None
    most, edges = max(sizes.values()), None
    for a, one in enumerate(owners):
        for b, other in enumerate(owners):
            if (relation := covers.get(f"covers {one} {other}")) is not None:
                part = coalesced(_without_itself(relation, sizes[one]) if a == b else relation)
                edge = _edge(part, (a, sizes[one]), (b, sizes[other]), most)
                edges = edge if edges is None else edges.union(edge)
    assert edges is not None
    if edges.n_basic_map() > _MOST_EDGES:
        return None
    closed, _ = edges.transitive_closure()
    points = next(iter(covers.values())).dim(IN)
    found = dict(covers)
    for a, one in enumerate(owners):
        for b, other in enumerate(owners):
            part = _labels(closed, points, (a, sizes[one]), (b, sizes[other]), most)
            if part.is_empty():
                continue
            add(found, f"covers {one} {other}", part)
            for key, relation in covers.items():
                _, first, outside = key.split(" ")
                if first == other and outside not in sizes:
                    add(found, f"covers {one} {outside}", _behind(part, relation, sizes[one], sizes[other]))
    return {key: coalesced(relation) for key, relation in found.items()}


def _without_itself(relation: Relation, size: int) -> Relation:
    """Pairs of two different labels."""
    same = relation
    for d in range(size):
        same = same.equate(OUT, d, OUT, size + d)
    return relation.subtract(same)


def _behind(one: Relation, other: Relation, first: int, middle: int) -> Relation:
    """From points to (a, c), where there is a b with (a, b) in one and (b, c) in the other; all are labels."""
    left = one.add_dims(OUT, other.dim(OUT) - middle)
    right = other.insert_dims(OUT, 0, first)
    return left.intersect(right).project_out(OUT, first, middle)


def closure_of(change: Relation) -> Relation:
    """From each point to all that come later: isl's closure may have more, and loses some with each step."""
    if change.n_basic_map() > _MOST_EDGES:
        raise NotFollowed("a loop can go on in very many ways")
    closure, exact = change.transitive_closure()
    for _ in range(0 if exact else _MOST_ROTATIONS):
        less = coalesced(change.union(closure.apply_range(change)))
        if closure.is_subset(less):
            break
        closure = less
    return closure


def _edge(relation: Relation, one: tuple[int, int], other: tuple[int, int], most: int) -> Relation:
    """From (point, owner, label) to (the same point, owner, label), the labels being `most` numbers long."""
    points = relation.dim(IN)
    edge = relation.move_dims(IN, points, OUT, 0, one[1])
    for kind, at, (owner, size) in ((IN, points, one), (OUT, 0, other)):
        edge = edge.insert_dims(kind, at, 1).fix_val(kind, at, isl.Val(owner))
        edge = edge.add_dims(kind, most - size)
        for more in range(size, most):
            edge = edge.fix_val(kind, at + 1 + more, isl.Val(0))
    same = isl.Map.identity(edge.get_space().domain().map_from_set()).project_out(OUT, points, most + 1)
    return same.flat_range_product(edge)


def _labels(
    edges: Relation, points: int, one: tuple[int, int], other: tuple[int, int], most: int
) -> Relation:
    """From points to the labels of two owners."""
    for kind, (owner, size) in ((IN, one), (OUT, other)):
        edges = edges.fix_val(kind, points, isl.Val(owner)).project_out(kind, points, 1)
        edges = edges.project_out(kind, points + size, most - size)
    edges = edges.project_out(OUT, 0, points)
    return coalesced(edges.move_dims(OUT, 0, IN, points, one[1]))


def together(one: dict[str, Relation], other: dict[str, Relation]) -> dict[str, Relation]:
    """All that two say."""
    found = dict(one)
    for key, relation in other.items():
        add(found, key, relation)
    return found


def add(known: dict[str, Relation], key: str, relation: Relation) -> None:
    """Say that more is so."""
    known[key] = known[key].union(relation) if key in known else relation
