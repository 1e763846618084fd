"""Problems of memory from seeds, without a program: layered graphs of jobs, each of which makes a buffer or two."""

from __future__ import annotations

from itertools import permutations
from random import Random

from asyncir.analyses.memory.problem import MemoryProblem


def problem_of(
    before: list[list[int]], costs: list[int], sizes: list[int], users: list[list[int]]
) -> MemoryProblem:
    """A problem in which each job has one moment."""
    over, ended = [0] * len(costs), [0] * len(costs)
    for job, waits in enumerate(before):
        for each in waits:
            over[job] |= ended[each]
        ended[job] = over[job] | 1 << job
    return MemoryProblem(
        sizes=tuple(sizes),
        uses=tuple(tuple(sorted(each)) for each in users),
        past=tuple(over),
        job_of=tuple(range(len(costs))),
        costs=tuple(costs),
        before=tuple(tuple(each) for each in before),
    )


def layered(seed: int, jobs: int, width: int = 3) -> MemoryProblem:
    """Each job waits for one or two of the layer before it, and reads what these have made."""
    random = Random(seed)
    before: list[list[int]] = []
    last: list[int] = []
    while len(before) < jobs:
        layer = list(range(len(before), min(jobs, len(before) + random.randint(1, width))))
        before += [sorted(random.sample(last, min(len(last), random.randint(1, 2)))) for _ in layer]
        last = layer
    users = [[job] for job in range(jobs)]
    for job, waits in enumerate(before):
        for each in waits:
            users[each].append(job)
    costs = [random.randint(1, 50) for _ in range(jobs)]
    return problem_of(before, costs, [64 * random.randint(0, 9) for _ in range(jobs)], users)


def clashing(problem: MemoryProblem) -> set[tuple[int, int]]:
    """The pairs of buffers of which neither is over in all orders of the jobs when the other one begins: by trying all."""
    count = len(problem.sizes)
    apart = {(a, b) for a in range(count) for b in range(count) if a != b}
    """The first is over when the second begins, in all orders so far."""
    for order in permutations(range(len(problem.costs))):
        place = {job: number for number, job in enumerate(order)}
        if any(place[w] > place[job] for job in order for w in problem.before[job]):
            continue
        spans = [(min(place[j] for j in jobs), max(place[j] for j in jobs)) for jobs in problem.jobs_of]
        apart = {(a, b) for a, b in apart if spans[a][1] < spans[b][0]}
    pairs = ((a, b) for b in range(count) for a in range(b))
    return {(a, b) for a, b in pairs if (a, b) not in apart and (b, a) not in apart}
