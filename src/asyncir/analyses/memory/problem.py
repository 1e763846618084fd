"""Where buffers lie, and what waits for what: the question as numbers, what an answer is, and when it is right.

A problem has *jobs*, in the order of the text: tasks, and what the function does itself between launching them. A job begins
when those before it are over. Buffers are used at *moments* in jobs; of each moment is known which others are over when it
begins, in every order (`past`). A *plan* gives each buffer an offset in one arena, and adds edges: a job that begins only
when another one is over.

A plan is right if, of two buffers that have a byte in common, all uses of one are over before the first use of the other,
in every order that tokens and the added edges allow; and if some order of the jobs has all edges going forward. There is one
exception: two buffers at one place, of one size, may be used together at one moment, the last of one and the first of the
other, if the op there reads each element of the one before it writes the same element of the other (*twins*, `in_place`).
`faults` says what is wrong with a plan from these sentences alone, and shares nothing with those who make plans.

Time is a number of nanoseconds of one core that a job takes, and as many cores as anybody could want. So the *path* of a plan
is what the longest chain of jobs takes: how far added edges take concurrency away.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

ALIGNMENT = 64
"""Offsets are multiples of that many bytes, so that no two buffers share a line of a cache."""

_MOST_MOMENTS = 800
"""Of more moments nobody asks which buffers are alive between two of their uses: that takes time quadratic in them."""

Edge = tuple[int, int]
"""The second job begins when the first one is over."""

Twin = tuple[int, int, int]
"""A buffer, one that may be written over it, and the moment at which that happens."""


def aligned(size: int) -> int:
    """So many bytes, up to the next place where a buffer may begin."""
    return -(-size // ALIGNMENT) * ALIGNMENT


@dataclass(frozen=True)
class MemoryProblem:
    """Buffers, when they are used, and what may run at the same time."""

    sizes: tuple[int, ...]
    """Of buffers, in bytes."""
    uses: tuple[tuple[int, ...], ...]
    """The moments of each buffer, at least one."""
    past: tuple[int, ...]
    """For each moment a number with a bit for each moment that is over when it begins."""
    job_of: tuple[int, ...]
    """For each moment."""
    costs: tuple[int, ...]
    """Of jobs, in nanoseconds, at least 1."""
    before: tuple[tuple[int, ...], ...]
    """For each job those that are over when it begins: directly, others follow from these."""
    late: tuple[tuple[int, ...], ...] = ()
    """For each job those that it waits for somewhere in the middle; all of these have lower numbers."""
    tasks: tuple[bool, ...] = ()
    """Whether a job is a task; the others are the function's own, and follow one another."""
    whole: tuple[bool, ...] = ()
    """Whether all moments of a job are over when its tokens are complete, so that an edge from it says so."""
    is_fixed: bool = False
    """Whether no edges may be added."""
    twins: tuple[Twin, ...] = ()
    """Buffers that may be one, though they are used together at one moment."""

    def __post_init__(self) -> None:
        count = len(self.costs)
        for name, of in (("late", ()), ("tasks", True), ("whole", True)):
            if len(getattr(self, name)) != count:
                object.__setattr__(self, name, (of,) * count)

    @cached_property
    def moments_of(self) -> tuple[int, ...]:
        """For each job its moments, a bit for each."""
        found = [0] * len(self.costs)
        for moment, job in enumerate(self.job_of):
            found[job] |= 1 << moment
        return tuple(found)

    @cached_property
    def jobs_of(self) -> tuple[tuple[int, ...], ...]:
        """The jobs that use each buffer."""
        return tuple(tuple(sorted({self.job_of[m] for m in uses})) for uses in self.uses)

    @cached_property
    def segments(self) -> tuple[int, ...]:
        """For each job how many of the function's own are in front of it."""
        found, count = list[int](), 0
        for is_task in self.tasks:
            count += not is_task
            found.append(count)
        return tuple(found)

    def may_follow(self, first: int, second: int) -> bool:
        """Whether the second job may be made to wait for the first one, as far as the places of their launches say."""
        if self.is_fixed or first == second or not self.whole[first]:
            return False
        if self.tasks[first] and self.tasks[second]:
            return self.segments[first] <= self.segments[second]
        return first < second

    def turns(self, first: int, second: int) -> tuple[Edge, ...] | None:
        """The edges with which all uses of one buffer are over before those of another one.

        None of them if that is so in any case; None if edges cannot do that.
        """
        known = self._turns.get((first, second), ())
        if known != () or (first, second) in self._turns:
            return known
        found: dict[Edge, None] | None = {}
        for moment in self.uses[second]:
            past, other = self.past[moment], self.job_of[moment]
            for use in self.uses[first]:
                if not past >> use & 1 and found is not None:
                    one = self.job_of[use]
                    if self.may_follow(one, other):
                        found[one, other] = None
                    else:
                        found = None
        answer = self._turns[first, second] = None if found is None else tuple(found)
        return answer

    @cached_property
    def _turns(self) -> dict[tuple[int, int], tuple[Edge, ...] | None]:
        return {}

    @cached_property
    def least(self) -> int:
        """Bytes that no plan can do without: what is surely in use at one moment together."""
        return self.crowd[0]

    @cached_property
    def crowd(self) -> tuple[int, int, tuple[int, ...]]:
        """The most bytes that are in use together at some moment whatever the order is; the moment; the buffers."""
        by_moment: dict[int, list[int]] = {}
        for buffer, moments in enumerate(self.uses):
            for moment in moments:
                by_moment.setdefault(moment, []).append(buffer)
        best, where, who = 0, 0, ()
        uses = [_bits(uses) for uses in self.uses]
        future = self._future() if len(self.past) <= _MOST_MOMENTS else None
        for moment, found in by_moment.items():
            if future is not None:
                bit = 1 << moment
                before, behind = self.past[moment] | bit, future[moment] | bit
                found = [b for b, own in enumerate(uses) if own & before and own & behind]
            size = sum(self.sizes[b] for b in found) - self._written_over(moment, found)
            if size > best:
                best, where, who = size, moment, tuple(found)
        return best, where, who

    def _written_over(self, moment: int, buffers: Sequence[int]) -> int:
        """Bytes of those buffers that may be at the place of others of them, at this moment."""
        found = {new for old, new, _ in self._twins.get(moment, ()) if old in buffers and new in buffers}
        return sum(self.sizes[b] for b in found)

    @cached_property
    def _twins(self) -> dict[int, list[Twin]]:
        found: dict[int, list[Twin]] = {}
        for twin in self.twins:
            found.setdefault(twin[2], []).append(twin)
        return found

    def _future(self) -> list[int]:
        """For each moment those that begin only when it is over."""
        future = [0] * len(self.past)
        for moment, past in enumerate(self.past):
            bit = 1 << moment
            for each in members(past):
                future[each] |= bit
        return future


@dataclass(frozen=True)
class MemoryPlan:
    """Where each buffer lies, and which edges are added."""

    offsets: tuple[int, ...]
    peak: int
    """Bytes of the arena."""
    path: int
    """Nanoseconds of the longest chain."""
    edges: tuple[Edge, ...] = ()
    order: tuple[int, ...] = ()
    """All jobs, so that every edge goes forward; if empty, that of the text."""
    method: str = ""
    """Who found it."""


def _bits(numbers: Iterable[int]) -> int:
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def members(bits: int) -> list[int]:
    """The numbers of the bits that are set."""
    found: list[int] = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


def path_of(problem: MemoryProblem, edges: Iterable[Edge], order: Sequence[int] = ()) -> int:
    """What the longest chain of jobs takes, in nanoseconds."""
    more: dict[int, list[int]] = {}
    for first, second in edges:
        more.setdefault(second, []).append(first)
    ends = [0] * len(problem.costs)
    for job in order or range(len(problem.costs)):
        begin = max((ends[p] for p in (*problem.before[job], *more.get(job, ()))), default=0)
        ends[job] = max(begin + problem.costs[job], max((ends[p] for p in problem.late[job]), default=0))
    return max(ends, default=0)


def starts_of(problem: MemoryProblem, plan: MemoryPlan) -> list[int]:
    """When each job starts, if all do as early as they may."""
    more: dict[int, list[int]] = {}
    for first, second in plan.edges:
        more.setdefault(second, []).append(first)
    starts, ends = [0] * len(problem.costs), [0] * len(problem.costs)
    for job in plan.order or range(len(problem.costs)):
        starts[job] = max((ends[p] for p in (*problem.before[job], *more.get(job, ()))), default=0)
        ends[job] = max(
            starts[job] + problem.costs[job], max((ends[p] for p in problem.late[job]), default=0)
        )
    return starts


def with_edges(problem: MemoryProblem, edges: Iterable[Edge], order: Sequence[int]) -> list[int]:
    """For each moment what is over when it begins, in every order that the edges allow, too."""
    more: dict[int, list[int]] = {}
    for first, second in edges:
        more.setdefault(second, []).append(first)
    if not more:
        return list(problem.past)
    over = [0] * len(problem.costs)  # Jobs that are over when a job begins.
    ended = [0] * len(problem.costs)  # When it is over.
    moments = [0] * len(problem.costs)
    for job in order or range(len(problem.costs)):
        for each in (*problem.before[job], *more.get(job, ())):
            over[job] |= ended[each]
            moments[job] |= moments[each] | (problem.moments_of[each] if problem.whole[each] else 0)
        ended[job] = over[job] | 1 << job
        for each in problem.late[job]:
            ended[job] |= ended[each]
    # What a job waits for in its middle is over behind it, not in front: `moments` has only what is over when jobs begin.
    return [past | moments[problem.job_of[m]] for m, past in enumerate(problem.past)]


def faults(problem: MemoryProblem, plan: MemoryPlan) -> list[str]:
    """What is wrong with a plan: buffers that share bytes while both may be in use, edges that make jobs wait for ever."""
    found: list[str] = []
    order = plan.order or tuple(range(len(problem.costs)))
    place = {job: number for number, job in enumerate(order)}
    if sorted(order) != list(range(len(problem.costs))):
        return ["the order has not each job once"]
    waits = [(p, job) for job in order for p in (*problem.before[job], *problem.late[job])]
    found += [f"job {b} comes before job {a}" for a, b in (*waits, *plan.edges) if place[a] >= place[b]]
    if plan.edges and problem.is_fixed:
        found.append("edges are added to a program whose waits are not known")
    own = [job for job in order if not problem.tasks[job]]
    if own != sorted(own) or any(
        (place[a] < place[b]) != (a < b) for a in own for b in range(len(order)) if a != b
    ):
        found.append("what the function does itself is in another order with what it launches")
    past = with_edges(problem, plan.edges, order)
    uses = [_bits(uses) for uses in problem.uses]
    safe = [_all(past[m] for m in uses) for uses in problem.uses]
    spans = sorted(
        (plan.offsets[b], plan.offsets[b] + size, b) for b, size in enumerate(problem.sizes) if size
    )
    if spans and max(end for _, end, _ in spans) > plan.peak:
        found.append("a buffer ends behind the arena")
    if any(offset % ALIGNMENT or offset < 0 for offset in plan.offsets):
        found.append("an offset is not aligned")
    open_: list[tuple[int, int]] = []
    for start, end, b in spans:
        open_ = [(e, a) for e, a in open_ if e > start]
        for _, a in open_:
            apart = not uses[a] & ~safe[b] or not uses[b] & ~safe[a]
            if not apart and not _is_written_over(problem, plan, past, (a, b)):
                found.append(f"buffers {a} and {b} share bytes, and may be in use together")
        open_.append((end, b))
    return found


def _is_written_over(
    problem: MemoryProblem, plan: MemoryPlan, past: Sequence[int], pair: tuple[int, int]
) -> bool:
    """Whether one of two buffers lies exactly where the other one is, and takes its place at a moment at which it may."""
    for old, new, moment in problem.twins:
        if {old, new} != set(pair):
            continue
        same = plan.offsets[old] == plan.offsets[new] and problem.sizes[old] == problem.sizes[new]
        together = moment in problem.uses[old] and moment in problem.uses[new]
        before = all(past[moment] >> use & 1 for use in problem.uses[old] if use != moment)
        behind = all(past[use] >> moment & 1 for use in problem.uses[new] if use != moment)
        if same and together and before and behind:
            return True
    return False


def _all(sets: Iterable[int]) -> int:
    """What is in all of the sets."""
    found = -1
    for each in sets:
        found &= each
    return found
