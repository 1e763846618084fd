"""Random pipelines: loops that turn as often as arguments say, with rings, counts and carried tokens, in and beside tasks.

No index leaves its array for any argument, so `check` has to answer for all sizes. Counts are drawn, and many are wrong.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from .tree import (
    Await,
    Bin,
    Branch,
    Call,
    Carried,
    Cmp,
    Commit,
    Const,
    Function,
    Issue,
    Launch,
    Look,
    Loop,
    Num,
    Place,
    Program,
    Put,
    Ready,
    Statement,
    Var,
    Wait,
)


@dataclass
class Where:
    """The names of what a pipeline works on, in the function that it stands in."""

    numbers: list[str]
    source: str
    ring: str
    sink: str


@dataclass
class Pipeline:
    rng: random.Random
    names: int = 0

    def fresh(self, what: str) -> str:
        self.names += 1
        return f"{what}{self.names}"

    def chance(self, percent: int) -> bool:
        return self.rng.random() * 100 < percent

    def slot(self, i: str, ahead: int, size: int) -> Num:
        base: Num = Var(i)
        if ahead:
            base = Bin("addi", base, Const(ahead))
        return Bin("remui", base, Const(size))

    def fetch(self, w: Where, i: str, ahead: int, size: int) -> Statement:
        return Issue(
            [Put(Place(w.ring, self.slot(i, ahead, size)), [Place(w.source, self.slot(i, 0, 3))], 1)]
        )

    def use(self, w: Where, i: str, ahead: int, size: int) -> Statement:
        place = Place(w.ring, self.slot(i, ahead, size))
        if self.chance(40):
            return Look(place)
        return Put(Place(w.sink, self.slot(i, 0, 4)), [place], 2)

    def trips(self, w: Where) -> Num:
        pick = self.rng.random()
        name = self.rng.choice(w.numbers)
        if pick < 0.7:
            return Var(name)
        if pick < 0.8:
            return Bin("addi", Var(name), Const(1))
        return Const(self.rng.randint(0, 4))

    def count(self, w: Where, i: str | None) -> Num:
        pick = self.rng.random()
        if i is not None and pick < 0.12:
            last = Bin("subi", Const(self.rng.randint(1, 2)), Var(i))
            return Bin("maxsi", Const(0), last)
        if pick < 0.18:
            return Bin("maxsi", Const(0), Bin("subi", Var(self.rng.choice(w.numbers)), Const(1)))
        return Const(self.rng.choice((0, 0, 1, 1, 2, 3)))

    def commit(self, w: Where, i: str, ahead: int, size: int, result: str | None) -> list[Statement]:
        """A commit of a turn, which may be under a condition, with an empty group on the other side or none."""
        made: list[Statement] = [Commit(Const(0), [self.fetch(w, i, ahead, size)], result)]
        if result is not None:
            return made
        if self.chance(18):
            even = Cmp("eq", Bin("remui", Var(i), Const(2)), Const(0))
            other: list[Statement] = [Commit(Const(0), [], None)] if self.chance(60) else []
            made = [Branch(even, made, other, [])]
        if self.chance(15):
            made.append(Commit(Const(self.rng.choice((0, 1))), [], None))
        return made

    def turn_wait(self, w: Where, i: str, tokens: list[str]) -> list[Statement]:
        if tokens and self.chance(75):
            how = self.rng.choice(("queue.await", "async.await", "async.await"))
            return [
                Await("queue.await" if how == "queue.await" else "async.await", [self.rng.choice(tokens)])
            ]
        if self.chance(10):
            return []
        if self.chance(12):
            return [Wait("wait_finished", Const(0), self.rng.choice((Var(i), Bin("addi", Var(i), Const(1)))))]
        return [Wait("wait", Const(self.rng.choice((0, 0, 0, 0, 1))), self.count(w, i))]

    def main_loop(self, w: Where, ahead: int, size: int) -> list[Statement]:
        i = self.fresh("i")
        carried: list[Carried] = []
        made: list[Statement] = []
        token: str | None = None
        if self.chance(45):
            ready = self.fresh("r")
            made.append(Ready(ready))
            token = self.fresh("g")
            names = [self.fresh("a") for _ in range(self.rng.choice((1, 1, 2, 2, 3)))]
            for name, handed in zip(names, [*names[1:], token], strict=True):
                carried.append(Carried(name, ready, handed, self.fresh("l")))
        parts = [self.commit(w, i, ahead, size, token)]
        parts.append(self.turn_wait(w, i, [c.inside for c in carried[:1]]))
        parts.append([self.use(w, i, self.rng.choice((0, 0, 0, ahead, 1)), size)])
        if self.chance(20):
            self.rng.shuffle(parts)
        elif self.chance(40):
            parts = [parts[1], parts[0], parts[2]] if self.chance(50) else [parts[1], parts[2], parts[0]]
        if self.chance(25):
            self.with_task(w, i, size, parts, token)
        body = [s for part in parts for s in part]
        trips = self.trips(w)
        made.append(Loop(i, Const(0), trips, body, carried, self.chance(8)))
        if carried and self.chance(60):
            made.append(Await("async.await", [self.rng.choice(carried).result]))
        return made

    def with_task(self, w: Where, i: str, size: int, parts: list[list[Statement]], token: str | None) -> None:
        """A task of the turn uses the ring, behind the turn's group or not, and is waited for in the turn or not."""
        t = self.fresh("t")
        needs = [token] if token and self.chance(70) else []
        at = next(k for k, part in enumerate(parts) if any(isinstance(s, Commit | Branch) for s in part)) + 1
        inner: list[Statement] = [self.use(w, i, self.rng.choice((0, 1)), size)]
        if self.chance(40):
            inner = [
                Commit(Const(0), [self.fetch(w, i, 0, size)], None),
                Wait("wait", Const(0), self.count(w, i)),
            ]
        parts.insert(at, [Launch(t, [n for n in needs if n], inner)])
        if self.chance(70):
            parts.insert(self.rng.randint(at + 1, len(parts)), [Await("async.await", [t])])

    def pipeline(self, w: Where) -> list[Statement]:
        size, ahead = self.rng.choice((2, 2, 3, 4)), self.rng.choice((0, 0, 1, 2))
        made: list[Statement] = []
        if ahead:
            i = self.fresh("i")
            made.append(Loop(i, Const(0), Const(ahead), self.commit(w, i, 0, size, None), []))
        made += self.main_loop(w, ahead, size)
        if self.chance(30):
            i = self.fresh("i")
            body: list[Statement] = [Wait("wait", Const(0), self.count(w, i)), self.use(w, i, 0, size)]
            made.append(Loop(i, Const(0), Const(ahead) if ahead else self.trips(w), body, []))
        if self.chance(65):
            made.append(Wait("wait", Const(0), Const(0) if self.chance(80) else Const(1)))
        if self.chance(50):
            made.append(Look(Place(w.ring, Const(self.rng.randrange(size)))))
        return made

    def program(self) -> Program:
        rng = self.rng
        w = Where(["n", "k"], "A", "C", "B")
        functions: list[Function] = []
        pick, t = rng.random(), self.fresh("t")
        body: list[Statement]
        if pick < 0.3:
            body = [Launch(t, [], self.pipeline(w)), Await("async.await", [t])]
        elif pick < 0.6:
            inner = Where(["m1"], "M2", "M3", "M4")
            hot = rng.random() < 0.5
            f = Function("f", hot, ["m1"], ["M2", "M3", "M4"], [], self.pipeline(inner), [])
            functions.append(f)
            call = Call("f", [Var("n")], ["A", "C", "B"], [], [t] if hot else [])
            body = (
                [call, Await("async.await", [t])]
                if hot
                else [Launch(t, [], [call]), Await("async.await", [t])]
            )
        else:
            aside = Where(["n", "k"], "A", "B", "B") if self.chance(20) else Where(["n"], "A", "A", "A")
            task: list[Statement] = (
                [Look(Place("A", Const(0)))] if aside.ring == "A" else self.pipeline(aside)
            )
            body = [Launch(t, [], task), *self.pipeline(w), Await("async.await", [t])]
        if self.chance(25) and len(body) > 1:
            body.insert(rng.randint(1, len(body) - 1), Commit(Const(0), [], None))
        returned = [Place("C", Const(rng.randrange(3)))] if self.chance(60) else []
        return Program(functions, body, returned, [[0, 1]] if self.chance(20) else [], self.chance(30))


def regular(seed: str) -> Program:
    return Pipeline(random.Random(seed)).program()
