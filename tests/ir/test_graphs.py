"""Components of graphs: what leads to each other is together, and behind what it leads to."""

from __future__ import annotations

import random

from asyncir.ir.graphs import components


def reached(start: int, edges: dict[int, list[int]]) -> set[int]:
    found: set[int] = set()
    pending = [start]
    while pending:
        node = pending.pop()
        if node not in found:
            found.add(node)
            pending.extend(edges[node])
    return found


def test_components_are_what_leads_to_each_other_callees_first() -> None:
    chance = random.Random(7)
    for _ in range(300):
        count = chance.randint(1, 9)
        edges = {n: [m for m in range(count) if chance.random() < 0.2] for n in range(count)}
        reach = {n: reached(n, edges) for n in edges}
        found = components(edges, edges.__getitem__)
        assert sorted(n for component in found for n in component) == list(edges), edges
        place = {n: number for number, component in enumerate(found) for n in component}
        for n in edges:
            for m in edges:
                assert (place[n] == place[m]) == (m in reach[n] and n in reach[m]), (n, m, edges)
                assert place[m] <= place[n] or m not in reach[n], (n, m, edges)


def test_a_long_chain_does_not_recurse() -> None:
    length = 10_000
    assert components([0], lambda n: [n + 1] if n < length else [])[0] == [length]
