"""Random graphs of small regions, and what each has to give: values handed from one to the next, memory, failures."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.regions.programs import signed


@dataclass(frozen=True)
class Graph:
    """A program and what it gives."""

    text: str
    results: list[int]
    cells: dict[int, int]
    """What is in memory behind those that somebody awaits."""
    failing: frozenset[str]
    """The messages of the assertions that do not hold and that somebody awaits: one of them ends the program."""


def graph(seed: int, count: int, fails: bool = False) -> Graph:
    """`@main(%a, %b, %memory)` with so many regions; each may use what those that it depends on give."""
    rng = random.Random(seed)
    numbers = {"%a": 3, "%b": -5}
    lines: list[str] = []
    behind: list[frozenset[int]] = []
    cells = [0] * count
    failing: dict[int, str] = {}
    awaited: list[int] = []
    for region in range(count):
        near = rng.random() < 0.6
        earlier = range(max(0, region - 3), region) if near else range(region)
        needed = rng.sample(earlier, min(len(earlier), rng.choice([0, 1, 1, 1, 2, 3])))
        known = frozenset[int]().union(*(behind[n] | {n} for n in needed))
        behind.append(known)
        values = ["%a", "%b", *(f"%v{n}" for n in sorted(known))]
        left, right = rng.choice(values), rng.choice(values)
        what = rng.choice(["addi", "subi", "muli"])
        number = {
            "addi": numbers[left] + numbers[right],
            "subi": numbers[left] - numbers[right],
            "muli": numbers[left] * numbers[right],
        }[what]
        number = signed(number)
        body = [f"    %r = arith.{what} {left}, {right} : i64"]
        if fails and rng.random() < 0.25:
            holds = rng.random() < 0.6
            body.append(f"    %limit = arith.constant {number} : i64")
            body.append(f"    %ok = arith.cmpi {'eq' if holds else 'ne'}, %r, %limit : i64")
            body.append(f'    cf.assert %ok, "region {region}"')
            if not holds:
                failing[region] = f"region {region}"
        if rng.random() < 0.5:
            body.append(f"    %i = arith.constant {region} : index")
            body.append("    memref.store %r, %memory[%i] : memref<?xi64>")
            cells[region] = number
        numbers[f"%v{region}"] = number
        rng.shuffle(needed)
        after = f" [{', '.join(f'%t{n}' for n in needed)}]" if needed else ""
        lines.append(f"  %t{region}, %v{region} = async.region{after} -> i64 {{")
        lines += [*body, "    async.yield %r : i64", "  }"]
        if rng.random() < 0.1:
            awaited.append(rng.randrange(region + 1))
            lines.append(f"  async.await %t{awaited[-1]} : !async.token")
    # Where nothing fails all are awaited, by those that others do not wait for, so that memory is compared when all is over.
    ends = [n for n in range(count) if all(n not in each for each in behind)]
    last = rng.sample(range(count), rng.randint(1, 3)) if fails else rng.choice([ends, list(range(count))])
    lines += [f"  async.await %t{n} : !async.token" for n in last]
    over = frozenset(last).union(awaited, *(behind[n] for n in (*awaited, *last)))
    shown = sorted(rng.sample(sorted(over), min(len(over), 3)))
    lines.append(f"  return {', '.join(f'%v{n}' for n in shown)} : {', '.join('i64' for _ in shown)}")
    head = (
        f"func.func @main(%a: i64, %b: i64, %memory: memref<?xi64>) -> ({', '.join('i64' for _ in shown)}) {{"
    )
    text = "\n".join([head, *lines, "}", ""])
    met = frozenset(message for n, message in failing.items() if n in over)
    return Graph(text, [numbers[f"%v{n}"] for n in shown], {n: cells[n] for n in over}, met)
