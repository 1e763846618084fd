"""What has to stay in order when the statements of a loop are spread over several iterations.

A dependence says that an access of `target` in iteration k + d has to come behind one of `source` in iteration k. Of all
distances d the least is kept: where that one is kept in order, all are. isl finds distances from affine accesses (Feautrier,
Dataflow analysis of array and scalar references, 1991); where an access is not affine, any iteration may touch any element.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from asyncir.analyses.affine_accesses import (
    ISL_ANSWERS,
    Element,
    Instance,
    Parameters,
    isl,
    limited,
    relations,
    same_element,
)
from asyncir.analyses.aliasing import Root, RootKind, roots
from asyncir.analyses.loop_accesses import Touch, touches_of
from asyncir.analyses.loop_carried import computed_by
from asyncir.analyses.private_memory import private_memory
from asyncir.dialects.effects import FAILURE, Effect, Effects, Resource, view_source
from asyncir.dialects.pipelining import body_of, pairs_of
from asyncir.ir import Operation, SSAValue
from asyncir.ir.marks import ARGS_ALIAS, GLOBALS, MOST_STAGES
from asyncir.ir.walk import walk

Kind = Literal["RAW", "WAR", "WAW", "value"]


@dataclass(frozen=True, slots=True)
class Dependence:
    """`target` of iteration k + `distance` comes behind `source` of iteration k."""

    kind: Kind
    source: int
    """The number of the statement, in program order."""
    target: int
    distance: int
    source_op: Operation
    target_op: Operation
    object: SSAValue | Resource
    """The memory, or the value that is handed over."""


def broken(dependences: Iterable[Dependence], times: Sequence[tuple[int, int]]) -> Iterator[Dependence]:
    """Those that a schedule breaks. The time of a statement is its stage, and its place in the body of the pipelined loop."""
    for dependence in dependences:
        stage, place = times[dependence.target]
        if times[dependence.source] >= (stage + dependence.distance, place):
            yield dependence


def memory_dependences(
    loop: Operation, touches: Sequence[Touch], private: Set[SSAValue], passed: Passed
) -> list[Dependence]:
    """One for each kind and pair of statements: that with the least distance.

    Memory that is `private` to an iteration orders the statements of each iteration alone.
    """
    return _nearest(_Distances(loop), _pairs(touches, passed), private)


def dependences_if_same(
    loop: Operation, pairs: Iterable[tuple[Touch, Touch]], one: SSAValue, other: SSAValue
) -> list[Dependence]:
    """What there would be between accesses of two arrays, each pair in program order, if both were the same array."""
    return _nearest(_Distances(loop, frozenset({one, other})), pairs, frozenset())


def _nearest(
    asked: _Distances, pairs: Iterable[tuple[Touch, Touch]], private: Set[SSAValue]
) -> list[Dependence]:
    found: dict[tuple[Kind, int, int], Dependence] = {}
    for first, second in pairs:
        root = first.effect.root
        # Of the failures of several iterations any may come first: the program fails.
        alone = root is FAILURE or (isinstance(root, SSAValue) and view_source(root) in private)
        for source, target in ((first, second), (second, first)):
            if source is target and not source.writes:
                continue
            key = (_kind(source, target), source.statement, target.statement)
            # Within one iteration the program's order holds; a statement stays as it is.
            least = 0 if source.statement < target.statement else 1
            known = found.get(key)
            if (known is not None and known.distance == least) or (alone and least > 0):
                continue
            distance = asked.least(source, target, least)
            if distance is None or (alone and distance) or (known and known.distance <= distance):
                continue
            found[key] = Dependence(*key, distance, source.op, target.op, source.effect.root)
    return list(found.values())


def dependences_of(
    loop: Operation,
    statements: Sequence[Operation],
    effects: Effects,
    *,
    sized: bool = False,
    arguments_alias: bool = False,
) -> list[Dependence]:
    """All dependences of the statements.

    Memory that is private to an iteration orders those of one iteration alone, unless it is `sized`: has all copies that it
    gets.
    """
    passed = Passed(every=True) if arguments_alias else Passed.of(loop)
    touches = touches_of(statements, effects)
    private = set[SSAValue]() if sized else private_memory(loop, touches)
    by_memory = memory_dependences(loop, touches, private, passed)
    return [*value_dependences(loop, statements), *by_memory]


def overwritten(loop: Operation, touches: Sequence[Touch]) -> dict[tuple[int, int], int]:
    """Which statement's elements of one memory which other statement overwrites, the first time so many iterations later."""
    asked = _Distances(loop)
    found: dict[tuple[int, int], int] = {}
    for source in touches:
        for target in touches:
            key = (source.statement, target.statement)
            if target.writes and found.get(key) != 1:
                distance = asked.least(source, target, 1)
                if distance is not None:
                    found[key] = min(distance, found.get(key, distance))
    return found


def value_dependences(loop: Operation, statements: Sequence[Operation]) -> list[Dependence]:
    """What statements hand to others, in the same iteration or, through what the loop carries, in a later one."""
    body = body_of(loop)
    number = {statement: n for n, statement in enumerate(statements)}
    found: dict[tuple[int, int, SSAValue], Dependence] = {}
    for target, statement in enumerate(statements):
        for op in walk(statement):
            for operand in op.operands:
                computed = computed_by(operand, body)
                if computed is None or computed.value.op not in number:
                    continue
                value, distance, source = computed.value, computed.distance, number[computed.value.op]
                key = (source, target, value)
                if key not in found or distance < found[key].distance:
                    found[key] = Dependence("value", source, target, distance, statements[source], op, value)
    return list(found.values())


def _pairs(touches: Sequence[Touch], passed: Passed) -> Iterator[tuple[Touch, Touch]]:
    """Accesses of which one writes and that may be of the same object, each pair once."""
    groups: dict[frozenset[Root], list[Touch]] = {}
    for touch in touches:
        groups.setdefault(roots(touch.effect.root), []).append(touch)
    for one, other in _overlapping(list(groups), passed):
        if one is other:
            pairs = _with_a_write(groups[one])
        else:
            pairs = ((a, b) for a in groups[one] for b in groups[other] if a.writes or b.writes)
        yield from ((a, b) if a.statement <= b.statement else (b, a) for a, b in pairs)


def _with_a_write(touches: Sequence[Touch]) -> Iterator[tuple[Touch, Touch]]:
    """Each pair, and each touch with itself, of which one writes."""
    writes = [number for number, touch in enumerate(touches) if touch.writes]
    for number, a in enumerate(touches):
        others = range(number, len(touches)) if a.writes else writes[bisect_left(writes, number) :]
        yield from ((a, touches[other]) for other in others)


def _overlapping(
    keys: Sequence[frozenset[Root]], passed: Passed
) -> Iterator[tuple[frozenset[Root], frozenset[Root]]]:
    """Each pair of sets of roots that may have an object in common, and each set with itself."""
    having: dict[Root, list[int]] = {}
    wide: list[int] = []
    for place, key in enumerate(keys):
        for root in key:
            having.setdefault(root, []).append(place)
        if not all(root.is_only_itself for root in key):
            wide.append(place)
    open_ = set(wide)
    for place, key in enumerate(keys):
        others = range(len(keys)) if place in open_ else {*wide, *(p for root in key for p in having[root])}
        for other in sorted(others):
            if other >= place and may_be_same(key, keys[other], passed):
                yield key, keys[other]


_PASSED = (RootKind.ARGUMENT, RootKind.NOALIAS, RootKind.GLOBAL)


@dataclass(frozen=True, slots=True)
class Passed:
    """Which of the arrays that are passed to a function, and of globals, may overlap: these pairs, or every one."""

    pairs: frozenset[tuple[int, int]] = frozenset()
    """By number, the lower one first; with `GLOBALS` in place of the second one: some global."""
    every: bool = False

    @staticmethod
    def of(loop: Operation) -> Passed:
        """What the loop says of it."""
        pairs = pairs_of(loop, ARGS_ALIAS)
        return Passed(frozenset(pairs), ARGS_ALIAS in loop.attributes and not pairs)

    def may_overlap(self, one: Root, other: Root) -> bool:
        """Whether these two may, being no allocations of the function."""
        if self.every or not self.pairs:
            return self.every
        a, b = (None if root.argument is None else root.argument.index for root in (one, other))
        if a is None or b is None:
            known = RootKind.GLOBAL in (one.kind, other.kind) and (a, b) != (None, None)
            return not known or (a if b is None else b, GLOBALS) in self.pairs
        return (min(a, b), max(a, b)) in self.pairs


def may_be_same(a: Set[Root], b: Set[Root], passed: Passed) -> bool:
    """Whether objects with these roots may overlap; arrays that are passed to the function only where that is said."""

    def may(r: Root, s: Root) -> bool:
        apart = r != s and r.kind in _PASSED and s.kind in _PASSED and not passed.may_overlap(r, s)
        return not apart and r.may_be(s)

    return any(may(r, s) for r in a for s in b)


def _kind(source: Touch, target: Touch) -> Kind:
    if not source.writes:
        return "WAR"
    return "WAW" if target.writes else "RAW"


class _Distances:
    """Asks isl."""

    def __init__(self, loop: Operation, same: Set[SSAValue] = frozenset()):
        """Those of `same` are taken to be the same array."""
        self.loop = loop
        self.same = same
        self.parameters = Parameters()
        self._touched: dict[tuple[str, Operation, Effect], tuple[Instance, Element | None]] = {}

    def least(self, source: Touch, target: Touch, low: int) -> int | None:
        """The least distance, not below `low`, at which both touch the same element; None: there is none.

        Of iterations that are further apart than there can be stages, it is the same how far.
        """
        (one, first), (other, second) = self._elements("a", source), self._elements("b", target)
        turns: list[str] = []
        conditions = [f"d = {other.iteration} - {one.iteration}", f"{low} <= d < {_APART}"]
        if first is not None and second is not None:
            conditions += self._where_same((one, first), (other, second), turns)
        conditions += [*relations(one, one), *relations(one, other), *relations(other, other)]
        conditions += [*one.conditions, *other.conditions, *self.parameters.conditions]
        variables = ", ".join(
            ("d", *self.parameters.names.values(), *one.variables, *other.variables, *turns)
        )
        found = _least(f"{{ [{variables}] : {' and '.join(conditions)} }}", low)
        return None if found is None else min(found, max(low, MOST_STAGES + 1))

    def _elements(self, prefix: str, touch: Touch) -> tuple[Instance, Element | None]:
        """What is touched in an iteration whose variables begin with this."""
        key = (prefix, touch.op, touch.effect)
        if key not in self._touched:
            instance = Instance(self.loop, prefix, self.parameters)
            self._touched[key] = instance, instance.element(touch.op, touch.effect)
        return self._touched[key]

    def _where_same(
        self, a: tuple[Instance, Element], b: tuple[Instance, Element], turns: list[str]
    ) -> list[str]:
        """That the elements are the same; nothing where they cannot be compared."""
        (one, first), (other, second) = a, b
        comparable = first.base is second.base or (first.base in self.same and second.base in self.same)
        if not comparable or first.coordinates is None or second.coordinates is None:
            return []
        pairs = zip(first.coordinates, second.coordinates, strict=True)
        return [same_element(one, x, other, y, turns) for x, y in pairs]


_APART = 1 << 31
"""Iterations that are so far apart are never in flight at the same time."""


@lru_cache(ISL_ANSWERS)
def _least(text: str, low: int) -> int | None:
    """The least number that is first in an element of the set; `low`, below which it never is, where that takes too long."""
    with limited() as context:
        try:
            distances = isl().Set.read_from_str(context, text)
            return None if distances.is_empty() else int(distances.dim_min_val(0).to_python())
        except isl().Error:
            return low
