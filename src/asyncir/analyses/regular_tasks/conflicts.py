"""Races: pairs of accesses to one element of which neither is known to be over when the other begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Any

from asyncir.analyses.affine_accesses import isl
from asyncir.analyses.regular_tasks.answer import Candidate, NoProof
from asyncir.analyses.regular_tasks.completions import KnownCompletions, met
from asyncir.analyses.regular_tasks.frames import InstanceRun
from asyncir.analyses.regular_tasks.places import (
    EndPlace,
    PlaceKind,
    SerialMeeting,
    TreePlace,
    before,
)
from asyncir.analyses.regular_tasks.reading import RegularProgram
from asyncir.analyses.regular_tasks.same_elements import ElementAccess, SameElements
from asyncir.analyses.regular_tasks.sets import Budget, Instances, relation, whole
from asyncir.dialects.effects import Access, Effect, Resource
from asyncir.ir import BlockArgument, Operation

_MOST_PAIRS = 2_000
"""With so many, comparing them takes half a minute."""


class TaskConflicts:
    """Looks at all pairs of accesses of a program."""

    def __init__(
        self, program: RegularProgram, completions: KnownCompletions | None, budget: Budget, args_alias: bool
    ):
        self.program = program
        self.completions = completions
        self.budget = budget
        self.elements = SameElements(program, budget, args_alias)
        self.touches = [*self._touches(), *self._ends()]

    # ---- what is touched

    def _touches(self) -> Iterator[ElementAccess]:
        for place in self.program.touches:
            for effect in place.effects:
                yield ElementAccess(place, effect, self.elements.bases(place, effect))

    def _ends(self) -> Iterator[ElementAccess]:
        for end in self.program.ends:
            for memory in end.stack:
                yield ElementAccess(end, Effect(Access.FREE, memory, whole=True), frozenset({memory}))

    # ---- pairs

    def races(self) -> Iterator[tuple[Candidate, str]]:
        """Pairs that may race, and what to say of them; of each pair of ops the first one."""
        seen: set[tuple[Operation, Operation]] = set()
        pairs = [(a, b) for a, b in product(self.touches, repeat=2) if self.elements.may_meet(a, b)]
        if len(pairs) > _MOST_PAIRS:
            raise NoProof("there are too many accesses to compare")
        for a, b in pairs:
            if (a.place.op, b.place.op) in seen:
                continue
            for meeting in before(a.place, b.place):
                found = self._race(a, b, meeting)
                if found is not None:
                    seen |= {(a.place.op, b.place.op), (b.place.op, a.place.op)}
                    yield self._candidate(a, b, found), _words(a, b)
                    break

    def _race(self, a: ElementAccess, b: ElementAccess, meeting: SerialMeeting) -> Any:
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
        meets = self.elements.touching(a, b, meeting)
        if not meets:
            return None
        open_pairs = self._uncovered(a, b, tasks[-1], self.elements.pairs(a.place, b.place, meeting))
        if open_pairs is None:
            return None
        return self.elements.left(a, b, meeting, open_pairs)

    def _uncovered(self, a: ElementAccess, b: ElementAccess, task: TreePlace, touching: Any) -> Any:
        """What is left of pairs where the first is known to be over."""
        assert self.completions is not None
        rest = touching
        for over in (task, *self._inside(task)):
            # That a task which was launched later is over tells something only if it ran.
            known = (self.completions.known if over is task else self.completions.certain)(b.place)
            for back in self._before_end(a.place, task, over):
                covers = isl().UnionMap.from_map(back)
                covered = self.budget.ask(lambda c=covers, k=known: k.apply_range(c))
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
        end = ElementAccess(
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
                if self.elements.may_meet(a, b) and self._overlaps(a, b, place):
                    raise NoProof("a function that calls itself is given arrays that may overlap", place.op)

    def _overlaps(self, a: ElementAccess, b: ElementAccess, place: TreePlace) -> bool:
        """Whether two accesses of one call may touch the same element."""
        meeting = SerialMeeting(place.loops, None, 0)
        if not self.elements.touching(a, b, meeting):
            return False
        every = self.elements.pairs(a.place, b.place, meeting)
        return self.elements.left(a, b, meeting, every) is not None

    # ---- what to say

    def _candidate(self, a: ElementAccess, b: ElementAccess, race: Any) -> Candidate:
        inlined = self.program.inlined
        ops = inlined.of(a.place.op), inlined.of(b.place.op)
        assert ops[0] is not None
        assert ops[1] is not None
        return ops[0], ops[1], self._sample(race)

    def _sample(self, race: Any) -> dict[str, int]:
        """Small arguments with which the race may be, and extents of arrays: `2` is an argument, `0.1` an extent of one."""
        names = self.program.world.given()
        for most in (3, 8, 64, 1 << 20):
            bounds = [f"{-1 if '.' not in name else 0} <= {each} <= {most}" for each, name in names.items()]
            near = isl().Set(f"[{', '.join(names)}] -> {{ : {' and '.join(bounds) or '1 = 1'} }}")
            try:
                point = self.budget.ask(lambda n=near: race.params().intersect(n).sample_point())
            except NoProof:
                break
            if not point.is_void():
                return _values(point, names)
        return {}


def _values(point: Any, names: dict[str, str]) -> dict[str, int]:
    found: dict[str, int] = {}
    kind = isl().dim_type.param
    space = point.get_space()
    for position in range(space.dim(kind)):
        name = names.get(space.get_dim_name(kind, position))
        if name is not None:
            found[name] = int(point.get_coordinate_val(kind, position).to_python())
    return found


def _words(a: ElementAccess, b: ElementAccess) -> str:
    if isinstance(b.place, EndPlace):
        return f"`{a.place.op.name}` in a task may come when the memory on the stack has ended"
    return f"`{b.place.op.name}` may touch an element that `{a.place.op.name}` in a task touches at the same time"
