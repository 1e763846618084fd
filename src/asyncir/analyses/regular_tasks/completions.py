"""What is complete when: which tasks are known to be over at a place.

A task is known to be over at a place if a wait that comes before it, in the same task or in one around it before it was
launched, waits for the task, or for one that knew at its own end that it is over. Relations are from instances to instances,
and leave out what is not certain: that of a wait (`_waited`), that of a task to those which it knows at its end (`_steps`),
and the transitive closure of that, which is used only as far as it is exact.

A relation is *strong* if what it leads to ran for certain, and *weak* if it may not have run at all: behind a branch of which
nothing is known. A chain needs strong steps, but for its last one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

from asyncir.analyses.affine_accesses import isl
from asyncir.analyses.regular_tasks.answer import NoProof
from asyncir.analyses.regular_tasks.frames import InstanceRun
from asyncir.analyses.regular_tasks.groups import Groups
from asyncir.analyses.regular_tasks.origins import ValueOrigin, is_sure, is_vague, tokens
from asyncir.analyses.regular_tasks.places import (
    JoinPlace,
    PlaceKind,
    TreePlace,
    WaitPlace,
    before,
    met,
)
from asyncir.analyses.regular_tasks.reading import RegularProgram
from asyncir.analyses.regular_tasks.sets import Budget, Instances, relation, whole
from asyncir.dialects.interfaces.kinds import OpKind, kind_of

_ROUNDS = 4
"""Where a closure is not exact, chains of up to 2 to the power of this many steps are followed."""


class KnownCompletions:
    """Answers which tasks are over where."""

    def __init__(self, program: RegularProgram, budget: Budget):
        self.program = program
        self.budget = budget
        self.groups = Groups(program, budget)
        self._nothing = isl().UnionMap("{}")
        self._waited = {wait: self._of_wait(wait) for wait in program.waits}
        self._known: dict[TreePlace, tuple[Any, Any]] = {}
        strong, weak = self._steps()
        self._weak_step = weak
        self._chains = None if strong.is_empty() else self._closure(strong)

    def known(self, place: TreePlace) -> Any:
        """From instances of a place to the tasks that are over there, if they ran."""
        return self._of(place)[1]

    def certain(self, place: TreePlace) -> Any:
        """From instances of a place to the tasks that have run and are over there."""
        return self._of(place)[0]

    def _of(self, place: TreePlace) -> tuple[Any, Any]:
        if place not in self._known:
            strong, weak = self._at(place)
            if self._chains is not None:
                strong = self._ask(lambda: strong.union(strong.apply_range(self._chains)).coalesce())
            last = self._ask(lambda: strong.apply_range(self._weak_step))
            self._known[place] = strong, self._ask(lambda: strong.union(weak).union(last).coalesce())
        return self._known[place]

    def _ask(self, question: Any) -> Any:
        return self.budget.ask(question)

    def _relation(self, source: Instances, target: Instances, *more: Iterable[str]) -> Any:
        return self._ask(lambda: isl().UnionMap.from_map(relation(self.program.world, source, target, *more)))

    def _at(self, place: TreePlace) -> tuple[Any, Any]:
        """What the waits before a place wait for."""
        strong, weak = self._nothing, self._nothing
        for wait in self.program.waits:
            own, perhaps = self._waited[wait]
            if own is None and perhaps is None:
                continue
            reached = self._precedes(place, wait)
            if reached is None:
                continue
            if own is not None:
                strong = self._ask(lambda s=strong, r=reached, o=own: s.union(r.apply_range(o)))
            if perhaps is not None:
                weak = self._ask(lambda w=weak, r=reached, p=perhaps: w.union(r.apply_range(p)))
        return strong, weak

    def _precedes(self, place: TreePlace, wait: TreePlace) -> Any:
        """From instances of a place to those of a wait that has come before for certain; None where there are none."""
        found = None
        for meeting in before(wait, place):
            if any(each.kind is PlaceKind.TASK for each in wait.path[meeting.depth :]):
                continue
            run = InstanceRun(self.program.world, wait, "q")
            guards, exact = run.frame.guards(wait.path[meeting.depth :])
            if not exact:
                continue
            conditions = [*run.frame.conditions, *guards, *met(meeting, "q", "w")]
            variables = [*run.variables, *whole(place, "w")]
            source, target = (place.name, whole(place, "w")), (wait.name, whole(wait, "q"))
            one = self._relation(source, target, conditions, variables)
            found = one if found is None else self._ask(lambda f=found, o=one: f.union(o))
        return found

    def _of_wait(self, wait: WaitPlace | JoinPlace) -> tuple[Any, Any]:
        """From instances of a wait to the tasks for which it waits: those that ran, and those that may have run."""
        run = InstanceRun(self.program.world, wait, "q")
        if isinstance(wait, JoinPlace):
            return self._of_join(wait)
        strong, weak = list[Any](), list[Any]()
        for origin in tokens(wait.value, run.frame):
            maker = origin.maker
            if maker is None:
                raise NoProof("a token, value or group of the entry's is not followed", wait.op)
            if kind_of(maker) is OpKind.READY:
                continue
            if kind_of(maker) is OpKind.GROUP:
                if not is_sure(run, origin):
                    raise NoProof("which group is waited for is not known", wait.op)
                members = self.groups.members(maker)
                group = self._to(wait, run, origin, self.program.places[maker])
                self.groups.check_order(maker, wait, group, not origin.frames)
                for parts, part in zip((strong, weak), members, strict=True):
                    if part is not None:
                        parts.append(self._ask(lambda g=group, p=part: g.apply_range(p)))
                continue
            step = self._to(wait, run, origin, self.program.tasks[maker])
            if is_sure(run, origin):
                strong.append(step)
            elif origin.is_inside and not run.is_rough() and not is_vague(run, origin):
                weak.append(step)
        return self._united(strong), self._united(weak)

    def _united(self, parts: Sequence[Any]) -> Any:
        return self._ask(lambda: reduce(lambda a, b: a.union(b), parts)) if parts else None

    def _to(self, place: TreePlace, run: InstanceRun, origin: ValueOrigin, target: TreePlace) -> Any:
        """From instances of a place to what an origin says was made there."""
        conditions = [*run.frame.conditions, *origin.constraints()]
        ends = (target.name, origin.turns(target.loops))
        source = (place.name, whole(place, run.prefix))
        return self._relation(source, ends, conditions, run.variables)

    def _of_join(self, join: JoinPlace) -> tuple[Any, Any]:
        """All iterations; for certain only those of which it is known that there are."""
        run = InstanceRun(self.program.world, join.task, "q")
        depth = len(join.path) - 1
        guards, exact = run.frame.guards(join.task.path[depth:])
        source, target = (join.name, whole(join, "q")), (join.task.name, whole(join.task, "q"))
        conditions = [*run.frame.conditions, *guards]

        strong = self._relation(source, target, conditions, run.variables) if exact else None
        return strong, self._relation(source, target, (), run.variables)

    def _steps(self) -> tuple[Any, Any]:
        """From tasks to those which they know to be over at their end."""
        strong, weak = self._nothing, self._nothing
        for end in self.program.ends:
            if end.parent_task is None:
                continue
            ours, perhaps = self._at(end)
            if ours.is_empty() and perhaps.is_empty():
                continue
            rename = isl().UnionMap(
                f"{{ {end.parent_task.name}[{', '.join(whole(end, 'w'))}] -> {end.name}[{', '.join(whole(end, 'w'))}] }}"
            )
            strong = self._ask(lambda s=strong, o=ours, r=rename: s.union(r.apply_range(o)))
            weak = self._ask(lambda w=weak, p=perhaps, r=rename: w.union(r.apply_range(p)))
        return strong, weak

    def _closure(self, steps: Any) -> Any:
        """Chains of steps: all of them where they can be told, else short ones."""
        steps = self._ask(steps.coalesce)
        found, exact = self._ask(steps.transitive_closure)
        if exact:
            return found.coalesce()
        # Each step goes back in time, so what is a step, or a step and then in the relation, is a chain.
        if self._is_inductive(found, steps):
            return found
        for task in self.program.root.below():
            if task.kind is PlaceKind.TASK:
                earlier = self._earlier(task)
                if self._is_inductive(earlier, steps):
                    steps = self._ask(lambda s=steps, e=earlier: s.union(e))
        for _ in range(_ROUNDS):
            before = steps
            steps = self._ask(lambda s=steps: s.union(s.apply_range(s)).coalesce())
            if self._ask(lambda s=steps, b=before: s.is_subset(b)):
                break
        return steps

    def _is_inductive(self, chains: Any, steps: Any) -> bool:
        """Whether each pair is a step, or a step and then a pair."""
        longer = self._ask(lambda: steps.union(steps.apply_range(chains)))
        return bool(self._ask(lambda: chains.is_subset(longer)))

    def _earlier(self, task: TreePlace) -> Any:
        """From a task to all its earlier instances."""
        run = InstanceRun(self.program.world, task, "q")
        guards, _ = run.frame.guards(task.path)
        conditions = [*run.frame.conditions, *guards, *self.program.world.parameters.conditions]
        names = whole(task, "q")
        every = self._ask(
            lambda: relation(self.program.world, (task.name, names), ("", []), conditions, run.variables)
        ).domain()
        return self._ask(lambda: isl().UnionMap.from_map(every.lex_gt_set(every)))
