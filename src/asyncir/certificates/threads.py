"""What the threads of a block do between two barriers, and which numbers are the same in all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement

from asyncir.certificates.values import IN, OUT, PARAM, Function, Relation, isl
from asyncir.ir import Block, Operation, Region, SSAValue

Path = tuple[Operation, ...]
"""The calls around a place, outermost first."""
_APART = "[tx, ty, tz, ux, uy, uz] -> { : tx != ux or ty != uy or tz != uz }"


_Flow = tuple[Operation, Sequence[SSAValue], Region | None, Sequence[SSAValue], Sequence[object]]
"""An op, the values that decide where it sends control, the region where that is, and which values become which."""


class Threads:
    """Collects what a thread has done when it comes to a barrier, and how ops hand on values."""

    def __init__(self, extents: tuple[int, int, int]):
        self.extents = extents
        self.several = extents != (1, 1, 1)
        bounds = " and ".join(f"0 <= t{d} < {n}" for d, n in zip("xyz", extents, strict=True))
        self.exist = isl.Set(f"[tx, ty, tz] -> {{ : {bounds} }}")
        self.done: dict[Path, dict[str, Relation]] = {}
        """For each barrier, behind its calls, and the end: from the numbers that may be shared to (0, element...)."""
        self.flows: list[_Flow] = []

    def meet(
        self, at: Path, shared: Sequence[Function | None], reach: Relation, done: dict[str, Relation]
    ) -> None:
        """A thread comes to a barrier."""
        move = isl.Map.from_domain(reach)
        for number in shared:
            move = move.add_dims(OUT, 1) if number is None else move.flat_range_product(number.as_map())
        known = self.done.setdefault(at, {})
        for key, relation in done.items():
            moved = relation.apply_domain(move)
            known[key] = known[key].union(moved) if key in known else moved

    def race(
        self, shared: Sequence[SSAValue], ops: Sequence[Operation], is_same: Callable[[Operation], bool]
    ) -> str | None:
        """Two touches of different threads that may meet between two barriers, or None."""
        differ, apart = self.differing(ops, is_same)
        if any(place in apart for at in self.done for op in at for place in around(op)):
            differ.update(shared)
        for done in self.done.values():
            for key, relation in done.items():
                for index in reversed([i for i, value in enumerate(shared) if value in differ]):
                    relation = relation.project_out(IN, index, 1)
                done[key] = relation.intersect_params(self.exist)
            for one, two in combinations_with_replacement(done, 2):
                mine = done[one].intersect_params(isl.Set(_APART))
                if conflict(one, two) and meet(mine, _of_other_thread(done[two])):
                    return f"{one} and {two}"
        return None

    def differing(
        self, ops: Sequence[Operation], is_same: Callable[[Operation], bool]
    ) -> tuple[set[SSAValue], set[Block | Region]]:
        """The values that may differ between threads, and the places to which not all threads go alike."""
        found: set[SSAValue] = set()
        apart: set[Block | Region] = set()
        handed = {target for *_, targets, _ in self.flows for target in targets}
        size = -1
        while size != (size := len(found) + len(apart)):
            for op in ops:
                differs = not is_same(op) or any(place in apart for place in around(op))
                if differs or any(operand in found for operand in op.operands):
                    found.update(result for result in op.results if result not in handed)
            for op, deciding, into, targets, values in self.flows:
                if any(value in found for value in deciding):
                    apart.update(_behind_branch(op) if op.successors else op.regions or parent_regions(op))
                if any(place in apart for place in (*op.regions, *around(op))):
                    found.update(targets)
                    apart.update(() if into is None else (into,))
                found.update(t for t, value in zip(targets, values, strict=True) if value in found)
        return found, apart


def around(op: Operation) -> Iterator[Block | Region]:
    """The blocks and regions around an op."""
    above: Operation | None = op
    while above is not None:
        yield from filter(None, (above.parent_block(), above.parent_region()))
        above = above.parent_op()


def has_body(op: Operation) -> bool:
    """Whether an op has a region that is not empty."""
    return any(region.blocks for region in op.regions)


def parent_regions(op: Operation) -> Sequence[Region]:
    """The regions of the op around."""
    above = op.parent_op()
    return () if above is None else above.regions


def _behind_branch(op: Operation) -> set[Block]:
    """The blocks to which a thread may go after a branch, and another not, or another number of times."""
    block = op.parent_block()
    assert block is not None
    found = _reached(block, None)
    for other in list(found):
        ways = _reached(block, other)
        avoided = any(b.last_op is None or not b.last_op.successors for b in ways)
        if not avoided and block not in _reached(other, None):
            found &= ways  # all threads meet again in the other one, once
    return found


def _reached(block: Block, without: Block | None) -> set[Block]:
    """The blocks to which control may come from a block, on ways around another."""
    found: set[Block] = set()
    pending = [block]
    while pending:
        last = pending.pop().last_op
        following = () if last is None else last.successors
        pending += [b for b in following if b is not without and b not in found]
        found.update(b for b in following if b is not without)
    return found


def conflict(one: str, two: str) -> bool:
    """Whether two touches (`KIND:OBJECT`) of one element would be a race."""
    (kind, name), (other_kind, other) = one.split(":", 1), two.split(":", 1)
    same = name.removesuffix("*") == other.removesuffix("*") or "?" in (name, other)
    return same and not (kind == other_kind and kind != "W")


def meet(a: Relation, b: Relation) -> bool:
    """Whether both may touch one element; where one does not say which, whether both may happen."""
    if a.dim(OUT) != b.dim(OUT):
        a, b = a.domain(), b.domain()
    return not a.intersect(b).is_empty()


def _of_other_thread(relation: Relation) -> Relation:
    for axis in "xyz":
        at = relation.find_dim_by_name(PARAM, f"t{axis}")
        relation = relation.set_dim_name(PARAM, at, f"u{axis}") if at >= 0 else relation
    return relation
