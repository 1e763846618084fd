"""How many copies of an iteration's memory a schedule needs, so that no iteration overwrites what another one still uses.

Copy k mod S belongs to iteration k. A write of iteration k + S must come behind every access of iteration k, once that is
*finished*: a synchronous one when it has run, an asynchronous one when something that waits for it has. A wait for a commit
also covers older commits of its queue. TVM takes the greatest stage and one more, whatever the dependences
are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from asyncir.analyses.loop_dependences import Dependence

Time = tuple[int, int]
"""Stage, and place in the body, of a statement of iteration 0."""


@dataclass(frozen=True)
class PipelineSchedule:
    """Of each statement, in program order: its time, whether it is asynchronous, and then its queue."""

    times: Sequence[Time]
    asynchronous: Sequence[bool]
    queues: Sequence[int]
    """Statements that share a commit have the same time."""

    def in_program_order(self) -> PipelineSchedule:
        """One iteration after the other, the queues being the same."""
        return PipelineSchedule(
            [(0, place) for place in range(len(self.times))], self.asynchronous, self.queues
        )


@dataclass(frozen=True)
class Finish:
    """When an access is known to be finished, as a time of iteration 0; the iteration that waits must exist."""

    time: Time
    later: int = 0
    """By how many iterations the one that waits is later."""
    waited: bool = False
    """It is known just before the statement of that time runs, not behind it."""

    def allows(self, schedule: PipelineSchedule, writer: int, distance: int) -> bool:
        """Whether a write comes behind it, so many iterations later."""
        stage, place = schedule.times[writer]
        at = (stage + distance, place)
        return (self.time <= at if self.waited else self.time < at) and self.later <= distance


_AHEAD = 16
"""Of a statement that is asynchronous, no more executions than these are in flight besides those of other stages.

What is needed only later could be waited for later: but a token for each of them would have to be carried until then. To
wait for a younger one is to wait for it, too.
"""


def waits_needed(schedule: PipelineSchedule, dependences: Sequence[Dependence]) -> list[Dependence]:
    """The dependences that a wait is there for: of all that read what an asynchronous statement writes.

    Of others only where none of those makes sure of them, nor one for what is fewer iterations ago.
    """
    stages = [stage for stage, _ in schedule.times]
    furthest = max(stages, default=0) - min(stages, default=0) + _AHEAD
    ours = [
        replace(it, distance=min(it.distance, furthest))
        for it in dependences
        if schedule.asynchronous[it.source]
    ]
    found = [it for it in ours if it.kind == "RAW"]
    others = sorted((it for it in ours if it.kind != "RAW"), key=_distance)
    for _, alike in groupby(others, _distance):
        known = finishes(schedule, found)
        found += [it for it in alike if not _is_over(it, schedule, known[it.source])]
    return found


def _distance(it: Dependence) -> int:
    return it.distance


def _is_over(it: Dependence, schedule: PipelineSchedule, ways: Sequence[Finish]) -> bool:
    """Whether the source is finished when the target runs."""
    return any(way.allows(schedule, it.target, it.distance) for way in ways)


def finishes(schedule: PipelineSchedule, waits: Sequence[Dependence]) -> list[list[Finish]]:
    """Of each statement: when its accesses are finished, every way in which these waits tell that."""
    count = len(schedule.times)
    own: list[list[Finish]] = [[] for _ in range(count)]
    for number in range(count):
        if not schedule.asynchronous[number]:
            own[number].append(Finish(schedule.times[number]))
    for it in waits:
        stage, place = schedule.times[it.target]
        own[it.source].append(Finish((stage + it.distance, place), it.distance, True))
    found = [list(each) for each in own]
    queues: dict[int, dict[int, _Commits]] = {}
    for number, (stage, place) in enumerate(schedule.times):
        if schedule.asynchronous[number]:
            stages = queues.setdefault(schedule.queues[number], {})
            stages.setdefault(stage, {}).setdefault(place, []).append(number)
    for stages in queues.values():
        for stage, commits in stages.items():
            for other, later in stages.items():
                _tell_of_later(found, own, commits, later, stage - other)
    return found


_Commits = dict[int, list[int]]
"""Of one queue and stage, by their place: the statements of each commit."""


def _tell_of_later(
    found: Sequence[list[Finish]],
    own: Sequence[Sequence[Finish]],
    commits: _Commits,
    others: _Commits,
    behind: int,
) -> None:
    """Who waits for a commit of `others`, whose stage is `behind` before, waits for those of `commits` before it.

    It is behind them so many iterations later if its place is no less, else in the next one. It is never one of an earlier
    iteration, which may not exist.
    """
    places = sorted({*commits, *others})
    earliest: dict[int, Time] = {}
    for place in reversed(places):
        _take_in(earliest, own, others.get(place, ()))
        _tell(found, earliest, commits.get(place, ()), max(0, behind))
    earliest = {}
    for place in places:
        _tell(found, earliest, commits.get(place, ()), max(0, behind + 1))
        _take_in(earliest, own, others.get(place, ()))


def _take_in(earliest: dict[int, Time], own: Sequence[Sequence[Finish]], commit: Iterable[int]) -> None:
    for finish in (finish for number in commit for finish in own[number]):
        earliest[finish.later] = min(finish.time, earliest.get(finish.later, finish.time))


def _tell(
    found: Sequence[list[Finish]], earliest: Mapping[int, Time], commit: Iterable[int], behind: int
) -> None:
    more = [Finish((time[0] + behind, time[1]), later + behind, True) for later, time in earliest.items()]
    for number in commit:
        found[number].extend(more)


def slots_needed(
    schedule: PipelineSchedule, known: Sequence[Sequence[Finish]], overwritten: Mapping[tuple[int, int], int]
) -> int:
    """The least number of copies of memory of which the second statement overwrites what the first one accesses.

    `overwritten` has the least number of iterations between them, if there is one copy; with S copies it is the least
    multiple of S that is no smaller. Where nothing waits for an asynchronous access, a wait has to be added, and copies for
    its issue are what counts.
    """
    slots = 1
    while not all(
        any(way.allows(schedule, writer, -(-distance // slots) * slots) for way in ways)
        for (accessing, writer), distance in overwritten.items()
        for ways in [known[accessing] or [Finish(schedule.times[accessing])]]
    ):
        slots += 1
    return slots


def commit_groups(schedule: PipelineSchedule, dependences: Iterable[Dependence]) -> list[list[int]]:
    """Statements, in program order, those together that share a commit.

    They are asynchronous, of one stage and queue, follow each other in the program and in the schedule, and none needs
    another.
    """
    needs: list[set[int]] = [set() for _ in schedule.times]
    for it in dependences:
        if it.distance == 0:
            needs[it.target].add(it.source)
    groups: list[list[int]] = []
    for n, (stage, place) in enumerate(schedule.times):
        last = groups[-1] if groups else []
        if (
            last
            and schedule.asynchronous[n]
            and schedule.asynchronous[last[0]]
            and schedule.queues[n] == schedule.queues[last[0]]
            and (stage, place - 1) == schedule.times[last[-1]]
            and not any(source >= last[0] for source in needs[n])
        ):
            last.append(n)
        else:
            groups.append([n])
    return groups
