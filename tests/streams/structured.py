"""Random programs with works in loops, branches, regions and tasks, and tokens that go every way through them.

A program may race: then it says nothing. Of one that does not, no order may race or give other cells once the pass has been
over it. Each work reads the cells of all works that a token which it depends on may be of, so that each dependence is seen.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.streams.dags import constants, launch, module_of

TOKEN = "!gpu.async.token"


@dataclass
class Known:
    """A token in scope, and the works whose cells it stands for."""

    name: str
    cells: frozenset[int]


@dataclass
class Writer:
    """Writes one program."""

    rng: random.Random
    lines: list[str] = field(default_factory=list[str])
    works: int = 0
    names: int = 0
    degrees: set[int] = field(default_factory=set[int])
    depth: int = 0
    most: int = 10
    """So many works at most."""

    def fresh(self, prefix: str = "x") -> str:
        """A new name."""
        self.names += 1
        return f"%{prefix}{self.names}"

    def some(self, known: list[Known], most: int = 3) -> list[Known]:
        """A few tokens, the later ones rather."""
        if not known:
            return []
        count = self.rng.randrange(0, min(most, len(known)) + 1)
        return self.rng.sample(known[-6:], min(count, len(known[-6:])))

    def work(self, known: list[Known]) -> Known | None:
        """A work that depends on some of these."""
        if self.works >= self.most:
            return None
        chosen = self.some(known)
        number, self.works = self.works, self.works + 1
        cells = sorted(frozenset[int]().union(*(each.cells for each in chosen)) - {number})
        self.degrees.add(len(cells))
        text = launch(number, cells, [each.name for each in chosen])
        if self.rng.random() < 0.1:
            text = text.replace(f"%t{number} = gpu.launch_func async", "gpu.launch_func")
            self.lines.append(
                text.replace("gpu.launch_func [", "gpu.wait [").split("] @")[0] + "]" if chosen else ""
            )
            self.lines.append(
                launch(number, cells, []).replace(f"%t{number} = gpu.launch_func async", "gpu.launch_func")
            )
            return None
        self.lines.append(text)
        return Known(f"%t{number}", frozenset({number}))

    def body(self, known: list[Known], steps: int) -> list[Known]:
        """Some statements; the tokens in scope behind them."""
        known = list(known)
        for _ in range(steps):
            kind = self.rng.random()
            made: list[Known | None]
            if kind < 0.5 or self.depth >= 3:
                made = [self.work(known)]
            elif kind < 0.58:
                made = [self.join(known)]
            elif kind < 0.63:
                made = []
                self.lines.append(f"gpu.wait {_listed(self.some(known))}")
            elif kind < 0.68:
                made = [self.select(known)]
            elif kind < 0.82:
                made = list(self.loop(known))
            elif kind < 0.92:
                made = list(self.branch(known))
            else:
                made = [self.region(known)]
            known += [each for each in made if each is not None]
        return known

    def join(self, known: list[Known]) -> Known:
        """A join, perhaps of nothing."""
        chosen, name = self.some(known), self.fresh()
        self.lines.append(f"{name} = gpu.wait async {_listed(chosen)}")
        return Known(name, _cells(chosen))

    def select(self, known: list[Known]) -> Known | None:
        """One of two."""
        if len(known) < 2:
            return None
        one, two = self.rng.sample(known, 2)
        name = self.fresh()
        self.lines.append(f"{name} = arith.select %c, {one.name}, {two.name} : {TOKEN}")
        return Known(name, one.cells | two.cells)

    def loop(self, known: list[Known]) -> list[Known]:
        """A loop that carries some tokens; the works in it are behind those of the iteration before, or perhaps not."""
        given = self.some(known, 2)
        names = [self.fresh("a") for _ in given]
        head = len(self.lines)
        self.lines.append("")
        self.depth += 1
        first = self.works
        # What the body yields is not known yet: it may be of any work of the body.
        bound = min(self.most, self.works + 3)
        guess = frozenset(range(first, bound))
        inside = [Known(name, each.cells | guess) for name, each in zip(names, given, strict=True)]
        limit, self.most = self.most, bound
        behind = self.body([*known, *inside], self.rng.randrange(1, 4))
        self.most = limit
        self.depth -= 1
        local = behind[len(known) :]
        yields = [self.all_of(local) if self.rng.random() < 0.7 else self.rng.choice(local) for _ in given]
        result = self.fresh("r")
        if given:
            pairs = ", ".join(f"{n} = {g.name}" for n, g in zip(names, given, strict=True))
            types = ", ".join([TOKEN] * len(given))
            text = f"{result}:{len(given)} = scf.for %i{head} = %n0 to %n step %n1 iter_args({pairs}) -> ({types}) {{"
            self.lines.append(f"scf.yield {', '.join(y.name for y in yields)} : {types}")
        else:
            text = f"scf.for %i{head} = %n0 to %n step %n1 {{"
        self.lines[head] = text
        self.lines.append("}")
        return [
            Known(f"{result}#{n}", g.cells | y.cells)
            for n, (g, y) in enumerate(zip(given, yields, strict=True))
        ]

    def all_of(self, known: list[Known]) -> Known:
        """A join of all these."""
        name = self.fresh()
        self.lines.append(f"{name} = gpu.wait async {_listed(known)}")
        return Known(name, _cells(known))

    def branch(self, known: list[Known]) -> list[Known]:
        """A branch with a token as result, or without."""
        result = self.fresh("q") if known and self.rng.random() < 0.7 else ""
        condition = self.rng.choice(["%c", "%never"])
        self.lines.append(
            f"{result} = scf.if {condition} -> ({TOKEN}) {{" if result else f"scf.if {condition} {{"
        )
        cells: frozenset[int] = frozenset()
        self.depth += 1
        for last in (False, True):
            behind = self.body(known, self.rng.randrange(0, 3))
            if result:
                chosen = self.rng.choice(behind)
                cells |= chosen.cells
                self.lines.append(f"scf.yield {chosen.name} : {TOKEN}")
            self.lines.append("}" if last else "} else {")
        self.depth -= 1
        return [Known(result, cells)] if result else []

    def region(self, known: list[Known]) -> None:
        """A region of the host with works, for which the host waits."""
        given = self.some(known)
        names = ", ".join(f"{each.name} : {TOKEN}" for each in given)
        token = self.fresh("h")
        self.lines.append(f"{token} = async.region {f'[{names}] ' if given else ''}{{")
        self.depth += 1
        behind = self.body(known, self.rng.randrange(1, 3))
        local = behind[len(known) :]
        self.depth -= 1
        if self.rng.random() < 0.2:
            self.lines.append('vector.print str "host"')
        if local and self.rng.random() < 0.8:
            chosen = self.all_of(local)
            self.lines.append(f"async.yield {chosen.name} : {TOKEN}")
        self.lines.append("}")
        self.lines.append(f"async.await {token} : !async.token")


def _cells(known: list[Known]) -> frozenset[int]:
    return frozenset[int]().union(*(each.cells for each in known))


def _listed(known: list[Known]) -> str:
    return f"[{', '.join(each.name for each in known)}]" if known else ""


def random_program(seed: int, works: int = 10) -> str:
    """A program `@main(cells, condition, trip count)` with so many works at most."""
    writer = Writer(random.Random(seed), most=works)
    known = writer.body([], writer.rng.randrange(2, 8))
    if known and writer.rng.random() < 0.9:
        writer.lines.append(f"gpu.wait {_listed(known)}")
    lines = [
        *constants(max(works, 2)),
        "%never = arith.constant false",
        *(line for line in writer.lines if line),
    ]
    return module_of(lines, writer.degrees, "%m: memref<?xi64>, %c: i1, %n: index")
