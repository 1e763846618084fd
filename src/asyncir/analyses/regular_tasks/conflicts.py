"""Races: pairs of accesses to one element of which neither is known to be over when the other begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from asyncir.analyses.affine_accesses import isl, same_element
from asyncir.analyses.aliasing import RootKind, roots
from asyncir.analyses.regular_tasks.answer import Candidate, NoProof
from asyncir.analyses.regular_tasks.completions import KnownCompletions, met
from asyncir.analyses.regular_tasks.frames import InstanceRun, proportions
from asyncir.analyses.regular_tasks.indices import are_distinct, elements
from asyncir.analyses.regular_tasks.origins import ValueOrigin, origins
from asyncir.analyses.regular_tasks.places import (
    CallPart,
    EndPlace,
    PlaceKind,
    SerialMeeting,
    TouchPlace,
    TreePlace,
    before,
)
from asyncir.analyses.regular_tasks.reading import RegularProgram
from asyncir.analyses.regular_tasks.sets import Budget, Instances, relation, whole
from asyncir.dialects.effects import Access, Effect, Resource, global_of
from asyncir.ir import BlockArgument, Operation, OpResult, SSAValue

_Base = tuple[object, ValueOrigin | None]


@dataclass(frozen=True)
class TaskAccess:
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


class TaskConflicts:
    """Looks at all pairs of accesses of a program."""

    def __init__(
        self, program: RegularProgram, completions: KnownCompletions | None, budget: Budget, args_alias: bool
    ):
        self.program = program
        self.completions = completions
        self.budget = budget
        self.args_alias = args_alias
        self.touches = [*self._touches(), *self._ends()]

    # ---- what is touched

    def _touches(self) -> Iterator[TaskAccess]:
        for place in self.program.touches:
            for effect in place.effects:
                yield TaskAccess(place, effect, self._bases(place, effect))

    def _ends(self) -> Iterator[TaskAccess]:
        for end in self.program.ends:
            for memory in end.stack:
                yield TaskAccess(end, Effect(Access.FREE, memory, whole=True), frozenset({memory}))

    def _bases(self, place: TreePlace, effect: Effect | CallPart) -> frozenset[object]:
        if isinstance(effect.root, Resource):
            return frozenset({effect.root.name})
        run = InstanceRun(self.program.world, place, "v")
        return frozenset(_identity(origin.value) for origin in origins(effect.root, run.frame))

    def _may_meet(self, a: TaskAccess, b: TaskAccess) -> bool:
        if not (a.writes or b.writes) or (a.is_atomic and b.is_atomic):
            return False
        if isinstance(a.place, EndPlace) and isinstance(b.place, EndPlace):
            return False
        if not a.bases.isdisjoint(b.bases):
            return True
        return self.args_alias and any(self._may_alias(x, y) for x, y in product(a.bases, b.bases))

    def _may_alias(self, x: object, y: object) -> bool:
        """Whether two objects may be one where the caller may hand over one twice."""
        arguments = self.program.world.entry.regions[0].block.args
        given = [each for each in arguments if each in (x, y)]
        if len(given) + isinstance(x, str) + isinstance(y, str) < 2 or not given:
            return False
        return not any(root.kind is RootKind.NOALIAS for each in given for root in roots(each))

    # ---- pairs

    def first(self) -> tuple[Candidate, str] | None:
        """A pair that may race, and what to say of it."""
        for a, b in product(self.touches, repeat=2):
            if not self._may_meet(a, b):
                continue
            for meeting in before(a.place, b.place):
                found = self._race(a, b, meeting)
                if found is not None:
                    return self._candidate(a, b, found), _words(a, b)
        return None

    def _race(self, a: TaskAccess, b: TaskAccess, meeting: SerialMeeting) -> Any:
        """The instances of `b`, and of `a` that has come before in the text, which may touch one element at the same time."""
        tasks = a.place.tasks[:-1] if a.is_hot else a.place.tasks
        below = set(a.place.path[meeting.depth :])
        has_tasks = bool(tasks) and tasks[-1] in below
        calls = any(a.place.op is place.op for place, _ in self.program.calls)
        if self.program.fails is not None and isinstance(b.place, EndPlace) and (has_tasks or calls):
            raise NoProof(
                "memory on the stack is used by tasks, and ends where something fails", self.program.fails
            )
        if not has_tasks:
            return None
        touching = self._touching(a, b, meeting)
        if touching is None:
            return None
        return self._uncovered(a, b, tasks[-1], touching)

    def _uncovered(self, a: TaskAccess, b: TaskAccess, task: TreePlace, touching: Any) -> Any:
        """What is left of pairs where the first is known to be over."""
        assert self.completions is not None
        known = self.completions.known(b.place)
        rest = touching
        for over in (task, *self._inside(task)):
            for back in self._before_end(a.place, task, over):
                covers = isl().UnionMap.from_map(back)
                covered = self.budget.ask(lambda c=covers: known.apply_range(c))
                space = touching.get_space()
                one = self.budget.ask(lambda c=covered, s=space: c.extract_map(s))
                rest = self.budget.ask(lambda r=rest, o=one: r.subtract(o))
                if self.budget.ask(rest.is_empty):
                    return None
        return rest

    def _inside(self, task: TreePlace) -> list[TreePlace]:
        """Tasks that the task launches."""
        return [place for place in task.below() if place.kind is PlaceKind.TASK and place is not task]

    def _before_end(self, place: TreePlace, task: TreePlace, over: TreePlace) -> Iterator[Any]:
        """From a task to the instances of a place that are over when it is."""
        if over is task:
            names = whole(place, "v")
            yield relation(
                self.program.world,
                (task.name, names[: len(task.loops)]),
                (place.name, names),
                (),
                names,
            )
            return
        for meeting in before(place, over):
            if any(each.kind is PlaceKind.TASK for each in place.path[meeting.depth :]):
                continue
            names = [*whole(over, "n"), *whole(place, "v")]
            yield relation(
                self.program.world,
                (over.name, whole(over, "n")),
                (place.name, whole(place, "v")),
                met(meeting, "v", "n"),
                names,
            )

    # ---- calls that are not taken apart

    def left_over(self) -> Operation | None:
        """An access of memory from outside in a task that may not be over when the entry is."""
        end = TaskAccess(
            self.program.end_of(self.program.root), Effect(Access.FREE, Resource("")), frozenset()
        )
        for touch in self.touches:
            outside = any(isinstance(base, str | BlockArgument) for base in touch.bases)
            tasks = touch.place.tasks[:-1] if touch.is_hot else touch.place.tasks
            if not outside or not tasks:
                continue
            for meeting in before(touch.place, end.place):
                run = InstanceRun(self.program.world, touch.place, "v")
                guards, _ = run.frame.guards(touch.place.path)
                guards += run.frame.facts(touch.place)
                facts = [*guards, *run.frame.conditions, *self.program.world.parameters.conditions]
                facts += met(meeting, "v", "w")
                source: Instances = (end.place.name, [])
                target = (touch.place.name, whole(touch.place, "v"))
                every = self._relation(source, target, facts, run.variables)
                if not every.is_empty() and self._uncovered(touch, end, tasks[-1], every) is not None:
                    return self.program.inlined.of(touch.place.op)
        return None

    def _relation(self, source: Instances, target: Instances, *more: Iterable[str]) -> Any:
        return self.budget.ask(lambda: relation(self.program.world, source, target, *more))

    def check_calls(self) -> None:
        """That functions that call themselves are given arrays that do not overlap."""
        for place, _ in self.program.calls:
            touches = [touch for touch in self.touches if touch.place.op is place.op]
            for a, b in combinations(touches, 2):
                once = sum(operand is a.effect.root for operand in place.op.operands) == 1
                if once and a.effect.root is b.effect.root:
                    continue
                if isinstance(a.effect.root, Resource) and isinstance(b.effect.root, Resource):
                    continue
                if (
                    self._may_meet(a, b)
                    and self._touching(a, b, SerialMeeting(place.loops, None, 0)) is not None
                ):
                    raise NoProof("a function that calls itself is given arrays that may overlap", place.op)

    # ---- one element

    def _touching(self, a: TaskAccess, b: TaskAccess, meeting: SerialMeeting) -> Any:
        """From instances of `b` to those of `a` before it that touch the same element; None where there are none."""
        world = self.program.world
        first, second = InstanceRun(world, a.place, "v"), InstanceRun(world, b.place, "w")
        guards = [*first.frame.guards(a.place.path)[0], *second.frame.guards(b.place.path)[0]]
        guards += [*first.frame.facts(a.place), *second.frame.facts(b.place)]
        found: Any = None
        mine, theirs = self.origins_of(a, first), self.origins_of(b, second)
        for x, y in product(mine, theirs):
            same = self._same(first, x, second, y)
            if same is None:
                continue
            conditions, more = same
            facts = [*guards, *first.frame.conditions, *second.frame.conditions, *met(meeting, "v", "w")]
            facts += conditions
            facts += proportions(first, second)
            facts += proportions(first, first)
            facts += proportions(second, second)
            names = [*first.variables, *second.variables, *more]
            facts += world.parameters.conditions
            source, target = (b.place.name, whole(b.place, "w")), (a.place.name, whole(a.place, "v"))
            one = self._relation(source, target, facts, names)
            if not self.budget.ask(one.is_empty):
                found = one if found is None else self.budget.ask(lambda f=found, o=one: f.union(o))
        return found

    def origins_of(self, touch: TaskAccess, run: InstanceRun) -> list[_Base]:
        """What the access may be of, by what tells objects apart; a global that is called by its name has no other origin."""
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
        self, first: InstanceRun, one: _Base, second: InstanceRun, other: _Base
    ) -> tuple[list[str], list[str]] | None:
        """When two origins are the same element, and variables of that; None where they never are."""
        (a, x), (b, y) = one, other
        conditions = [text for origin in (x, y) if origin is not None for text in origin.constraints()]
        if a != b:
            return (conditions, []) if self.args_alias and self._may_alias(a, b) else None
        if x is None or y is None:
            return conditions, []
        maker = x.maker
        if maker is not None and not isinstance(a, str):
            loops = self.program.places[maker].loops
            conditions += [f"{p} = {q}" for p, q in zip(x.turns(loops), y.turns(loops), strict=True)]
        more: list[str] = []
        if x.at is None or y.at is None or not are_distinct(x.value, maker is None):
            return conditions, more
        for p, q in zip(x.at, y.at, strict=True):
            conditions.append(same_element(first.frame, p, second.frame, q, more))
        return conditions, more

    # ---- what to say

    def _candidate(self, a: TaskAccess, b: TaskAccess, race: Any) -> Candidate:
        inlined = self.program.inlined
        ops = inlined.of(a.place.op), inlined.of(b.place.op)
        assert ops[0] is not None
        assert ops[1] is not None
        return ops[0], ops[1], self._sample(race)

    def _sample(self, race: Any) -> dict[str, int]:
        """Small arguments with which the race may be, by the number of the argument."""
        parameters = race.params()
        names = {name: value for value, name in self.program.world.parameters.names.items()}
        for most in (3, 8, 64, 1 << 20):
            near = isl().Set(
                f"[{', '.join(names)}] -> {{ : {' and '.join(f'-1 <= {n} <= {most}' for n in names) or '1 = 1'} }}"
            )
            point = self.budget.ask(lambda n=near: parameters.intersect(n).sample_point())
            if not point.is_void():
                return self._values(point, names)
        return {}

    def _values(self, point: Any, names: dict[str, SSAValue]) -> dict[str, int]:
        found: dict[str, int] = {}
        kind = isl().dim_type.param
        space = point.get_space()
        for position in range(space.dim(kind)):
            value = names.get(space.get_dim_name(kind, position))
            if value is not None and self.program.world.is_argument(value):
                at = point.get_coordinate_val(kind, position)
                found[str(getattr(value, "index", 0))] = int(at.to_python())
        return found


def _identity(value: SSAValue) -> object:
    """What tells an object from others: a global is known by its name."""
    named = global_of(value) if isinstance(value, OpResult) else None
    return value if named is None else named.name


def _words(a: TaskAccess, b: TaskAccess) -> str:
    if isinstance(b.place, EndPlace):
        return f"`{a.place.op.name}` in a task may come when the memory on the stack has ended"
    return f"`{b.place.op.name}` may touch an element that `{a.place.op.name}` in a task touches at the same time"
