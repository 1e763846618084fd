"""Which instances of two accesses touch one element.

Indices that are products with parameters, as where tiles have any size, are compared by what is known of such products: they
lie to each other as the numbers do that are multiplied. That is asked only where it is needed, for each dimension apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

from asyncir.analyses.affine_accesses import same_element
from asyncir.analyses.aliasing import RootKind, roots
from asyncir.analyses.integers.expressions import FEW
from asyncir.analyses.integers.forms import Number
from asyncir.analyses.regular_tasks.frames import InstanceRun, proportion
from asyncir.analyses.regular_tasks.indices import are_distinct, elements
from asyncir.analyses.regular_tasks.origins import ValueOrigin, origins
from asyncir.analyses.regular_tasks.places import (
    CallPart,
    EndPlace,
    SerialMeeting,
    TouchPlace,
    TreePlace,
    met,
)
from asyncir.analyses.regular_tasks.reading import RegularProgram
from asyncir.analyses.regular_tasks.sets import Budget, Instances, relation, whole
from asyncir.dialects.effects import Access, Effect, Resource, global_of
from asyncir.ir import Operation, OpResult, SSAValue

Base = tuple[object, ValueOrigin | None]
"""What an access may be of: what tells objects apart, and how it came to be; a global by its name has no other origin."""


@dataclass(frozen=True)
class ElementAccess:
    """One access of a place."""

    place: TouchPlace | EndPlace
    effect: Effect | CallPart
    bases: frozenset[object]
    """The objects that it may touch: what made them, or the arguments and globals that they are."""

    @property
    def writes(self) -> bool:
        """Whether it changes what it touches, or ends its life."""
        return self.effect.access in (Access.WRITE, Access.FREE)

    @property
    def is_atomic(self) -> bool:
        """Whether it does not race with others that are."""
        return isinstance(self.place, TouchPlace) and self.place.atomic

    @property
    def is_hot(self) -> bool:
        """Whether the caller of the function that does it does it itself."""
        return isinstance(self.place, TouchPlace) and self.place.hot


class SameElements:
    """Compares accesses of a program."""

    def __init__(self, program: RegularProgram, budget: Budget, args_alias: bool):
        self.program = program
        self.world = program.world
        self.budget = budget
        self.args_alias = args_alias
        self._pairs: dict[tuple[TreePlace, TreePlace, SerialMeeting], Any] = {}

    # ---- objects

    def bases(self, place: TreePlace, effect: Effect | CallPart) -> frozenset[object]:
        """What tells the objects apart that an access may be of."""
        if isinstance(effect.root, Resource):
            return frozenset({effect.root.name})
        run = InstanceRun(self.world, place, "v")
        return frozenset(_identity(origin.value) for origin in origins(effect.root, run.frame))

    def may_meet(self, a: ElementAccess, b: ElementAccess) -> bool:
        """Whether two accesses may be of one object, and matter to each other."""
        if not (a.writes or b.writes) or (a.is_atomic and b.is_atomic):
            return False
        if isinstance(a.place, EndPlace) and isinstance(b.place, EndPlace):
            return False
        if not a.bases.isdisjoint(b.bases):
            return True
        return self.args_alias and any(self._may_alias(x, y) for x, y in product(a.bases, b.bases))

    def _may_alias(self, x: object, y: object) -> bool:
        """Whether two objects may be one where the caller may hand over one twice."""
        arguments = self.world.entry.regions[0].block.args
        given = [each for each in arguments if each in (x, y)]
        if len(given) + isinstance(x, str) + isinstance(y, str) < 2 or not given:
            return False
        return not any(root.kind is RootKind.NOALIAS for each in given for root in roots(each))

    # ---- pairs of instances

    def pairs(self, a: TreePlace, b: TreePlace, meeting: SerialMeeting) -> Any:
        """From instances of `b` to those of `a` before it, whatever they touch."""
        key = a, b, meeting
        if key not in self._pairs:
            runs = self._runs(a, b)
            self._pairs[key] = self._relation(a, b, runs, self._facts(a, b, runs, meeting))
        return self._pairs[key]

    def touching(self, a: ElementAccess, b: ElementAccess, meeting: SerialMeeting) -> bool:
        """Whether an instance of `b` may touch what one of `a` before it touches, as far as sums of counters tell."""
        return any(True for _ in self._touching(a, b, meeting, False))

    def left(self, a: ElementAccess, b: ElementAccess, meeting: SerialMeeting, pairs: Any) -> Any:
        """Those of the pairs that may touch one element; None where there are none."""
        found: Any = None
        for exact in (False, True):
            found = None
            for touching in self._touching(a, b, meeting, exact):
                both = self.budget.ask(lambda t=touching: t.intersect(pairs))
                if not self.budget.ask(both.is_empty):
                    found = both if found is None else self.budget.ask(lambda f=found, o=both: f.union(o))
            if found is None:
                return None
        return found

    def _touching(
        self, a: ElementAccess, b: ElementAccess, meeting: SerialMeeting, exact: bool
    ) -> Iterable[Any]:
        runs = self._runs(a.place, b.place)
        mine, theirs = self.origins_of(a, runs[0]), self.origins_of(b, runs[1])
        for x, y in product(mine, theirs):
            same = self._same(runs, x, y)
            if same is None:
                continue
            conditions, more, dimensions = same
            facts = [*self._facts(a.place, b.place, runs, meeting), *conditions]
            if exact:
                facts += self._proportions(a.place, b.place, runs, [*facts], more, dimensions)
            one = self._relation(a.place, b.place, runs, facts, more)
            if not self.budget.ask(one.is_empty):
                yield one

    def _runs(self, a: TreePlace, b: TreePlace) -> tuple[InstanceRun, InstanceRun]:
        return InstanceRun(self.world, a, "v"), InstanceRun(self.world, b, "w")

    def _facts(
        self,
        a: TreePlace,
        b: TreePlace,
        runs: tuple[InstanceRun, InstanceRun],
        meeting: SerialMeeting,
    ) -> list[str]:
        """When the instances are, and that the first is before the second."""
        found = met(meeting, "v", "w")
        for place, run in zip((a, b), runs, strict=True):
            found += [*run.frame.guards(place.path)[0], *run.frame.facts(place)]
        return [*found, *runs[0].frame.conditions, *runs[1].frame.conditions]

    def _relation(
        self,
        a: TreePlace,
        b: TreePlace,
        runs: tuple[InstanceRun, InstanceRun],
        conditions: Iterable[str],
        more: Iterable[str] = (),
    ) -> Any:
        names = [*runs[0].variables, *runs[1].variables, *more]
        facts = [*conditions, *self.world.parameters.conditions]
        source: Instances = (b.name, whole(b, "w"))
        target: Instances = (a.name, whole(a, "v"))
        return self.budget.ask(lambda: relation(self.world, source, target, facts, names))

    # ---- one element

    def origins_of(self, touch: ElementAccess, run: InstanceRun) -> list[Base]:
        """What an access may be of."""
        root = touch.effect.root
        if isinstance(root, Resource):
            return [(root.name, None)]
        if isinstance(touch.place, EndPlace):
            inner = self.program.places[root.owner] if isinstance(root.owner, Operation) else None
            assert inner is not None
            turns = {
                loop: run.frame.turns[loop] if loop in run.frame.turns else run.frame.turn()
                for loop in inner.loops
            }
            return [(root, ValueOrigin(root, run.frame.at(turns), None, (), (run.frame,)))]
        found = origins(root, run.frame, elements(run.frame, touch.effect))
        return [(_identity(origin.value), origin) for origin in found]

    def _same(
        self, runs: tuple[InstanceRun, InstanceRun], one: Base, other: Base
    ) -> tuple[list[str], list[str], list[tuple[Number, Number]]] | None:
        """When two origins are the same element, variables of that, and the indices; None where they never are."""
        (a, x), (b, y) = one, other
        conditions = [text for origin in (x, y) if origin is not None for text in origin.constraints()]
        if a != b:
            return (conditions, [], []) if self.args_alias and self._may_alias(a, b) else None
        if x is None or y is None:
            return conditions, [], []
        maker = x.maker
        if maker is not None and not isinstance(a, str):
            loops = self.program.places[maker].loops
            conditions += [f"{p} = {q}" for p, q in zip(x.turns(loops), y.turns(loops), strict=True)]
        more: list[str] = []
        if x.at is None or y.at is None or not are_distinct(x.value, maker is None):
            return conditions, more, []
        dimensions = list(zip(x.at, y.at, strict=True))
        for p, q in dimensions:
            conditions.append(same_element(runs[0].frame, p, runs[1].frame, q, more))
        return conditions, more, dimensions

    def _proportions(
        self,
        a: TreePlace,
        b: TreePlace,
        runs: tuple[InstanceRun, InstanceRun],
        facts: list[str],
        more: list[str],
        dimensions: list[tuple[Number, Number]],
    ) -> list[str]:
        """How the products lie to each other that the indices of a dimension have in them."""
        found: list[str] = []
        signs: dict[str, bool] = {}
        for pair in dimensions:
            own = [
                [(key, name) for key, name in run.products.items() if name in number.form.terms]
                for run, number in zip(runs, pair, strict=True)
            ]
            for ((number, by), mine), ((other, parameter), theirs) in product(*own):
                low, high = runs[0].bounds[by]
                if by != parameter or high - low < FEW:
                    continue
                if by not in signs:
                    signs[by] = self._relation(a, b, runs, [*facts, f"{by} <= 0"], more).is_empty()
                found.append(proportion((mine, theirs), (number, other), by, signs[by]))
        return found


def _identity(value: SSAValue) -> object:
    """What tells an object from others: a global is known by its name."""
    named = global_of(value) if isinstance(value, OpResult) else None
    return value if named is None else named.name
