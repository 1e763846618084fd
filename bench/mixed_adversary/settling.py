"""Makes a random program race less, with the judge: waits are added, places changed and statements left out while that helps.

What comes out is often right, and hardly more than right: then waits are taken away as long as nothing races.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from .model import run
from .tree import (
    EXTENT,
    Await,
    AwaitAll,
    Call,
    Const,
    Issue,
    Launch,
    Look,
    Place,
    Program,
    Put,
    Spot,
    Statement,
    Wait,
    all_of,
    all_spots,
    every,
    well_formed,
)

CLIMB = ((0, 0), (1, 2), (2, 1), (4, 3), (6, -1))
Undo = Callable[[], None]


def badness(program: Program, inputs: tuple[tuple[int, int], ...] = CLIMB) -> int:
    """How much is wrong: pairs that race, memory that ends too early, runs without an end."""
    total = 0
    for numbers in inputs:
        o = run(program, numbers)
        total += 4 * len(o.races) + 4 * len(o.outside) + len(o.late) + 8 * (o.deadlock or o.cut)
        total += 8 * (o.error in ("S018", "S019", "R103")) + 6 * o.undefined
    return total


def _insert(block: list[Statement], before: Statement, new: Statement) -> Undo:
    block.insert(next(k for k, s in enumerate(block) if s is before), new)

    def undo() -> None:
        del block[next(k for k, s in enumerate(block) if s is new)]

    return undo


def remove(block: list[Statement], statement: Statement) -> Undo:
    at = next(k for k, s in enumerate(block) if s is statement)
    del block[at]

    def undo() -> None:
        block.insert(at, statement)

    return undo


def _a_wait(rng: random.Random, spot: Spot, queues: list[Const]) -> Statement:
    tokens, groups = spot.scope.tokens, spot.scope.groups
    pick = rng.random()
    if tokens and pick < 0.55:
        token = rng.choice(tokens[-4:] if rng.random() < 0.7 else tokens)
        return Await(rng.choice(("queue.await", "async.await")), [token])
    if groups and pick < 0.65:
        return AwaitAll(rng.choice(groups))
    if pick < 0.7:
        return Wait("wait_read", rng.choice(queues), Const(rng.choice((0, 0, 1))))
    return Wait("wait", rng.choice(queues), Const(rng.choice((0, 0, 0, 1, 1, 2))))


def _moved(rng: random.Random, statement: Put | Look) -> Undo:
    """Another element, or another array of the same sort."""
    places: list[Place] = (
        [statement.of] if isinstance(statement, Look) else [statement.to, *statement.sources]
    )
    place = rng.choice(places)
    memory, at = place.memory, place.at
    if rng.random() < 0.5 and memory in "ABC":
        place.memory = rng.choice("ABC")
    elif isinstance(at, Const):
        place.at = Const(rng.randrange(EXTENT) if memory in "ABC" else 1 - min(at.value, 1))

    def undo() -> None:
        place.memory, place.at = memory, at

    return undo


def _edit(rng: random.Random, program: Program, uids: tuple[int, int]) -> Undo | None:
    """One change near one of two accesses that race."""
    uid = uids[1] if rng.random() < 0.8 else uids[0]
    near = [s for s in all_spots(program) if s.statement.uid == uid]
    if not near:
        near = list(all_spots(program))[-1:]
    spot = near[0]
    pick = rng.random()
    if pick < 0.12:
        return remove(spot.block, spot.statement)
    if pick < 0.42 and isinstance(spot.statement, Put | Look):
        return _moved(rng, spot.statement)
    around = (*spot.around, spot)
    launches = [a for a in around if isinstance(a.statement, Launch) and a.scope.tokens]
    if launches and pick < 0.62:
        chosen = rng.choice(launches)
        assert isinstance(chosen.statement, Launch)
        needs, token = chosen.statement.needs, rng.choice(chosen.scope.tokens)
        if token in needs:
            return None
        needs.append(token)
        return lambda: needs.remove(token)
    outside = [a for a in around if "issue" not in a.scope.inside]
    if not outside or any(spot.block is b or around[0].block is b for b in in_flight(program)):
        return None
    place = rng.choice(outside[-2:] if rng.random() < 0.6 else outside)
    queues = [Const(q) for q in (0, 0, 1, 2)]
    return _insert(place.block, place.statement, _a_wait(rng, place, queues))


def in_flight(program: Program) -> list[list[Statement]]:
    """The bodies of functions that operations in flight call: they have no waits."""
    names = {
        s.function
        for o in all_of(program)
        if isinstance(o, Issue)
        for s in every(o.body)
        if isinstance(s, Call)
    }
    return [program.function(n).body for n in names]


def _wrong(program: Program) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for numbers in CLIMB:
        o = run(program, numbers)
        found += sorted(o.races | o.outside) + [(w, 0) for w in sorted(o.late)]
    return found


def settle(program: Program, rng: random.Random, tries: int = 160) -> int:
    """What is still wrong in the end."""
    score = badness(program)
    for _ in range(tries):
        if score == 0:
            break
        wrong = _wrong(program)
        undo = _edit(rng, program, rng.choice(wrong) if wrong else (0, 0))
        if undo is None:
            continue
        if not well_formed(program):
            undo()
            continue
        now = badness(program)
        if now > score or (now == score and rng.random() < 0.7):
            undo()
        else:
            score = now
    return score


def tighten(program: Program, rng: random.Random) -> None:
    """Takes away waits, at random, that nothing needs."""
    waits = [s for s in all_spots(program) if isinstance(s.statement, Wait | Await | AwaitAll)]
    rng.shuffle(waits)
    for spot in waits:
        if rng.random() < 0.75:
            undo = remove(spot.block, spot.statement)
            if badness(program) > 0:
                undo()
    for spot in list(all_spots(program)):
        s = spot.statement
        if isinstance(s, Wait) and isinstance(s.count, Const) and s.how == "wait" and rng.random() < 0.6:
            s.count = Const(s.count.value + 1)
            if badness(program) > 0:
                s.count = Const(s.count.value - 1)
