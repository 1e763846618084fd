"""What a graph of works with costs allows: the longest chains, and a plan on so many lanes.

Whoever decides what may run beside what asks these questions, be it of ops that become regions, of regions that are launched
in some order, or of works of a device that get streams: how long is the longest chain, what hangs on a work, and which lane
would it run on if there were only so many.

Elements are numbers in an order that fits: each needs only elements with lower numbers.

The plan is a list schedule. Whenever a lane is free and an element has all that it needs, the one begins behind which the
longest chain is. At any time somebody works, so that the plan is never longer than all work together, and less than twice as
long as the best one on as many lanes (Graham 1966).
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

Needs = Sequence[Sequence[int]]
"""For each element those that have to be over before it begins."""


def begins(needs: Needs, costs: Sequence[float]) -> list[float]:
    """When each element can begin, where there are lanes enough."""
    found: list[float] = []
    for needed in needs:
        found.append(max((found[each] + costs[each] for each in needed), default=0.0))
    return found


def longest(needs: Needs, costs: Sequence[float]) -> float:
    """What the most expensive chain costs."""
    return max((begin + cost for begin, cost in zip(begins(needs, costs), costs, strict=True)), default=0.0)


def chains_behind(needs: Needs, costs: Sequence[float]) -> list[float]:
    """For each element the cost of the most expensive chain that begins with it."""
    found = list(costs)
    for number in reversed(range(len(needs))):
        for each in needs[number]:
            found[each] = max(found[each], costs[each] + found[number])
    return found


def lanes(needs: Needs, costs: Sequence[float], count: int) -> list[tuple[int, float]]:
    """The lane of each element, of `count`, and when it begins there."""
    users: list[list[int]] = [[] for _ in needs]
    for number, needed in enumerate(needs):
        for each in needed:
            users[each].append(number)
    rest = chains_behind(needs, costs)
    missing = [len(needed) for needed in needs]
    ready = [(-rest[number], number) for number, left in enumerate(missing) if not left]
    heapify(ready)
    free = list(range(count))
    running: list[tuple[float, int, int]] = []
    placed = [(0, 0.0)] * len(needs)
    now = 0.0
    while ready or running:
        while ready and free:
            _, number = heappop(ready)
            lane = heappop(free)
            placed[number] = (lane, now)
            heappush(running, (now + costs[number], number, lane))
        now = running[0][0]
        while running and running[0][0] <= now:
            _, number, lane = heappop(running)
            heappush(free, lane)
            for user in users[number]:
                missing[user] -= 1
                if not missing[user]:
                    heappush(ready, (-rest[user], user))
    return placed
