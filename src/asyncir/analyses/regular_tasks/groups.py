"""Groups: their members, and that each gets as many as its size says, before somebody waits for it.

What is awaited completes only if it has all its members. So where the number of additions that the program *may* make to a
group is its size, all of them have been made behind a wait for it, whatever the conditions between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import takewhile
from typing import Any

from asyncir.analyses.affine_accesses import isl
from asyncir.analyses.regular_tasks.answer import NoProof
from asyncir.analyses.regular_tasks.frames import InstanceRun
from asyncir.analyses.regular_tasks.nests import has_size
from asyncir.analyses.regular_tasks.origins import ValueOrigin, is_sure, is_vague, origins, tokens
from asyncir.analyses.regular_tasks.places import AddPlace, LoopPlace, TreePlace, before
from asyncir.analyses.regular_tasks.reading import RegularProgram
from asyncir.analyses.regular_tasks.sets import Budget, relation, whole
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation


@dataclass
class _Addition:
    """Additions to one group: which instances of an op make them, and what becomes a member."""

    place: AddPlace
    to_group: Any
    """From instances of the addition to those of the group."""
    direct: bool
    """Whether the group is made in the same iteration of all loops that are around both."""
    strong: Any
    """From instances of the addition to tasks."""
    weak: Any


class Groups:
    """Answers about the groups of a program."""

    def __init__(self, program: RegularProgram, budget: Budget):
        self.program = program
        self.budget = budget
        self.additions: dict[Operation, list[_Addition]] = {}
        for place in program.adds:
            for maker, addition in self._additions(place):
                self.additions.setdefault(maker, []).append(addition)
        for op in program.groups:
            self._check_count(op)

    def members(self, group: Operation) -> tuple[Any, Any]:
        """From instances of a group to its members: tasks that ran, and tasks that may have run."""
        strong, weak = list[Any](), list[Any]()
        for each in self.additions.get(group, ()):
            for parts, part in ((strong, each.strong), (weak, each.weak)):
                if part is not None:
                    back = each.to_group.reverse()
                    parts.append(self.budget.ask(lambda b=back, p=part: b.apply_range(p)))
        found = [reduce(lambda a, b: a.union(b), parts) if parts else None for parts in (strong, weak)]
        return found[0], found[1]

    def check_order(self, group: Operation, wait: TreePlace, waits_for: Any, own: bool) -> None:
        """That all members are added before the wait, by the same task or by one that does not fail.

        `own` says that the wait is in the same iterations as the group, of the loops around both.
        """
        for each in self.additions.get(group, ()):
            pairs = self.budget.ask(lambda e=each: waits_for.apply_range(e.to_group.reverse()))
            if pairs.is_empty():
                continue
            first = self._before(each.place, wait)
            if not self.budget.ask(lambda p=pairs, f=first: p.is_subset(f)):
                raise NoProof("a group may be waited for before it has all its members", wait.op)
            container = self.program.places[group]
            same = each.place.tasks == wait.tasks == container.tasks and own and each.direct
            if same or not (each.place.tasks or wait.tasks):
                continue
            if self.program.fails is not None:
                raise NoProof(
                    "a task that fails may never add to the group, whose waiters wait for ever", each.place.op
                )
            if any(task.op not in self.program.tasks for task in wait.tasks):
                raise NoProof("a group of several iterations of a parallel loop is not followed", wait.op)

    def _before(self, add: TreePlace, wait: TreePlace) -> Any:
        """From a wait to the additions before it."""
        found = isl().UnionMap("{}")
        for meeting in before(add, wait):
            conditions = [f"ak{d} = wk{d}" for d in range(len(meeting.equal))]
            if meeting.less is not None:
                conditions.append(f"ak{len(meeting.equal)} < wk{len(meeting.equal)}")
            one = relation(
                self.program.world,
                (wait.name, whole(wait, "w")),
                (add.name, whole(add, "a")),
                conditions,
                [*whole(wait, "w"), *whole(add, "a")],
            )
            found = found.union(isl().UnionMap.from_map(one))
        return found

    def _additions(self, place: AddPlace) -> list[tuple[Operation, _Addition]]:
        run = InstanceRun(self.program.world, place, "a")
        found: list[tuple[Operation, _Addition]] = []
        strong, weak = self._members(place)
        for origin in origins(place.group, run.frame):
            maker = origin.maker
            if maker is None or kind_of(maker) is not OpKind.GROUP:
                raise NoProof("a group of the entry's is not followed", place.op)
            container = self.program.places[maker]
            direct = not origin.conditions and all(
                dict(origin.frame.turns[loop].terms) == {run.turns[loop]: 1}
                and not origin.frame.turns[loop].constant
                for loop in container.loops
            )
            guards, exact = run.frame.guards(place.path[_shared(container, place) if direct else 0 :])
            if not exact or not is_sure(run, origin):
                raise NoProof("whether a member is added to the group is not known", place.op)
            facts = self.program.world.parameters.conditions
            conditions = [*run.frame.conditions, *guards, *origin.constraints(), *facts]
            to_group = self.budget.ask(
                lambda o=origin, c=container, d=conditions: isl().UnionMap.from_map(
                    relation(
                        self.program.world,
                        (place.name, whole(place, "a")),
                        (c.name, o.turns(c.loops)),
                        d,
                        run.variables,
                    )
                )
            )
            found.append((maker, _Addition(place, to_group, direct, strong, weak)))
        return found

    def _members(self, place: AddPlace) -> tuple[Any, Any]:
        """From instances of an addition to the tasks that become members."""
        run = InstanceRun(self.program.world, place, "a")
        strong, weak = list[Any](), list[Any]()
        for origin in tokens(place.member, run.frame):
            maker = origin.maker
            if maker is None:
                raise NoProof("a token or value of the entry's is not followed", place.op)
            if maker not in self.program.tasks:
                continue
            step = self._step(place, run, origin, self.program.tasks[maker])
            if is_sure(run, origin):
                strong.append(step)
            elif origin.is_inside and not run.is_rough() and not is_vague(run, origin):
                weak.append(step)
        found = [reduce(lambda a, b: a.union(b), parts) if parts else None for parts in (strong, weak)]
        return found[0], found[1]

    def _step(self, place: TreePlace, run: InstanceRun, origin: ValueOrigin, target: TreePlace) -> Any:
        conditions = [*run.frame.conditions, *origin.constraints()]
        source, ends = (place.name, whole(place, "a")), (target.name, origin.turns(target.loops))
        return self.budget.ask(
            lambda: isl().UnionMap.from_map(
                relation(self.program.world, source, ends, conditions, run.variables)
            )
        )

    # ---- how many

    def _check_count(self, group: Operation) -> None:
        """That each instance of a group gets as many members as its size says, or is an error from the start."""
        additions = self.additions.get(group, ())
        deep = any(len(_loops(each, self.program.places[group])) > 1 for each in additions)
        places = [each.place for each in additions]
        direct = all(each.direct for each in additions)
        if deep and direct and has_size(self.program, self.budget, group, places):
            return
        if deep or not self._has_counted_size(group, additions):
            raise NoProof("the number of members that the group gets is not shown to be its size", group)

    def _sizes(self, group: Operation) -> tuple[Any, InstanceRun]:
        """From instances of a group to its size."""
        container = self.program.places[group]
        run = InstanceRun(self.program.world, container, "g")
        guards, _ = run.frame.guards(container.path)
        guards += run.frame.facts(self.program.groups[group])
        size = run.frame.number(group.operands[0])
        if size is None:
            raise NoProof("the size of the group is not known", group)
        settled = run.frame.settled(size)
        conditions = [*run.frame.conditions, *guards, *self.program.world.parameters.conditions]
        found = self.budget.ask(
            lambda: relation(
                self.program.world,
                (container.name, whole(container, "g")),
                ("", [settled]),
                conditions,
                run.variables,
            )
        )
        return found, run

    def _has_counted_size(self, group: Operation, additions: Sequence[_Addition]) -> bool:
        """By counting along the one loop in which members are added."""
        sizes, _ = self._sizes(group)
        negative = self.budget.ask(lambda: sizes.intersect_range(isl().Set("{ [n] : n < 0 }")))
        if not self.budget.ask(negative.is_empty):
            self.program.fails = group
        total: Any = None
        for each in additions:
            number = self._number_of(group, each)
            if number is None:
                return False
            for part in number:
                total = part if total is None else self.budget.ask(lambda t=total, p=part: t.union_add(p))
        if total is None:
            empty = self.budget.ask(lambda: sizes.intersect_range(isl().Set("{ [n] : n > 0 }")))
            return bool(self.budget.ask(empty.is_empty))
        counted = self.budget.ask(lambda: isl().Map.from_pw_aff(total))
        domain = counted.domain()
        other = self.budget.ask(lambda: sizes.intersect_domain(domain).subtract(counted))
        missing = self.budget.ask(
            lambda: sizes.subtract_domain(domain).intersect_range(isl().Set("{ [n] : n > 0 }"))
        )
        return bool(self.budget.ask(other.is_empty)) and bool(self.budget.ask(missing.is_empty))

    def _number_of(self, group: Operation, addition: _Addition) -> list[Any] | None:
        """How many instances of an addition belong to an instance of the group, in parts that are to be added up."""
        container = self.program.places[group]
        of_group = addition.to_group.reverse()
        if of_group.is_empty():
            return []
        maps: list[Any] = []
        of_group.foreach_map(maps.append)
        additions: Any = maps[0]
        outer = len(container.loops) if addition.direct else 0
        inner = additions.dim(isl().dim_type.out) - outer
        if inner > 1 or (not addition.direct and inner > 1):
            return None
        pieces: list[Any] = []
        additions = self.budget.ask(lambda: additions.make_disjoint().coalesce())
        additions.foreach_basic_map(pieces.append)
        pieces = [isl().Map.from_basic_map(piece) for piece in pieces if not piece.is_empty()]
        found: list[Any] = []
        for piece in pieces:
            # What is direct has the same iterations of the outer loops as the group.
            along = piece.project_out(isl().dim_type.out, 0, outer)
            along = along.reset_tuple_id(isl().dim_type.out)
            number = self._length(along, inner)
            if number is None:
                return None
            found.append(number)
        return found

    def _length(self, along: Any, dimensions: int) -> Any:
        """How many numbers follow one another; None where there are gaps."""
        if not dimensions:
            one = along.lexmin_pw_multi_aff()
            constant = isl().Aff("{ [] -> [(1)] }")
            return self.budget.ask(lambda: isl().PwAff.from_aff(constant).pullback_pw_multi_aff(one))
        later, earlier = isl().Map("{ [a] -> [b] : a < b }"), isl().Map("{ [a] -> [b] : a > b }")
        between = self.budget.ask(
            lambda: along.apply_range(later).intersect(along.apply_range(earlier)).subtract(along)
        )
        if not self.budget.ask(between.is_empty):
            return None
        most = self.budget.ask(lambda: along.lexmax_pw_multi_aff().get_pw_aff(0))
        least = self.budget.ask(lambda: along.lexmin_pw_multi_aff().get_pw_aff(0))
        return self.budget.ask(lambda: most.sub(least).add_constant_val(isl().Val(1)))


def _shared(container: TreePlace, place: TreePlace) -> int:
    """How much of the paths of both is the same."""
    same = takewhile(lambda pair: pair[0] is pair[1], zip(container.path, place.path, strict=False))
    return sum(1 for _ in same)


def _loops(addition: _Addition, container: TreePlace) -> list[LoopPlace]:
    """The loops in which the op adds to one group."""
    if not addition.direct:
        return list(addition.place.loops)
    return [loop for loop in addition.place.loops if loop not in container.loops]
