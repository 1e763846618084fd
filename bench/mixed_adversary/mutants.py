"""Small changes of a program, such as people make by mistake."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable

from .settling import remove
from .tree import (
    AddTo,
    Await,
    AwaitAll,
    Bin,
    Branch,
    Call,
    Commit,
    Const,
    Issue,
    Launch,
    Look,
    Loop,
    Pick,
    Program,
    Put,
    Spot,
    Wait,
    all_spots,
    well_formed,
)

Mutation = Callable[[list[Spot], random.Random], bool]


def drop_wait(spots: list[Spot], rng: random.Random) -> bool:
    waits = [s for s in spots if isinstance(s.statement, Wait | Await | AwaitAll)]
    if not waits:
        return False
    chosen = rng.choice(waits)
    remove(chosen.block, chosen.statement)
    return True


def change_count(spots: list[Spot], rng: random.Random) -> bool:
    waits = [s.statement for s in spots if isinstance(s.statement, Wait)]
    if not waits:
        return False
    chosen = rng.choice(waits)
    if isinstance(chosen.count, Const):
        chosen.count = Const(max(0, chosen.count.value + rng.choice((-1, 1, 1))))
    else:
        chosen.count = Bin("addi", chosen.count, Const(1))
    return True


def other_queue(spots: list[Spot], rng: random.Random) -> bool:
    found = [s.statement for s in spots if isinstance(s.statement, Wait | Commit)]
    if not found:
        return False
    chosen = rng.choice(found)
    chosen.queue = Const(rng.choice((0, 1, 2)))
    return True


def other_token(spots: list[Spot], rng: random.Random) -> bool:
    rng.shuffle(spots)
    for spot in spots:
        s, tokens = spot.statement, spot.scope.tokens
        if len(tokens) < 2:
            continue
        new = rng.choice(tokens)
        if isinstance(s, Await) and s.tokens:
            s.tokens[rng.randrange(len(s.tokens))] = new
        elif isinstance(s, Launch) and s.needs:
            s.needs[rng.randrange(len(s.needs))] = new
            s.needs = list(dict.fromkeys(s.needs))
        elif isinstance(s, AddTo):
            s.token = new
        elif isinstance(s, Pick):
            s.yes = new
        elif isinstance(s, Call) and s.tokens:
            s.tokens[0] = new
        elif isinstance(s, Loop) and s.carried:
            s.carried[0].first = new
        else:
            continue
        return True
    return False


def drop_need(spots: list[Spot], rng: random.Random) -> bool:
    found = [s.statement for s in spots if isinstance(s.statement, Launch) and s.statement.needs]
    if not found:
        return False
    needs = rng.choice(found).needs
    needs.remove(rng.choice(needs))
    return True


def handed_on(spots: list[Spot], rng: random.Random) -> bool:
    """A loop hands on another token, or the same one again."""
    found = [s.statement for s in spots if isinstance(s.statement, Loop) and s.statement.carried]
    if not found:
        return False
    chosen = rng.choice(found)
    carried = rng.choice(chosen.carried)
    carried.handed = rng.choice([c.inside for c in chosen.carried] + [c.handed for c in chosen.carried])
    return True


def index_off(spots: list[Spot], rng: random.Random) -> bool:
    found = [s.statement for s in spots if isinstance(s.statement, Put | Look)]
    if not found:
        return False
    chosen = rng.choice(found)
    places = [chosen.of] if isinstance(chosen, Look) else [chosen.to, *chosen.sources]
    place = rng.choice(places)
    by = rng.choice((1, 1, -1))
    if isinstance(place.at, Const):
        place.at = Const(max(0, place.at.value + by))
    elif isinstance(place.at, Bin) and place.at.op == "remui":
        place.at = Bin("remui", Bin("addi", place.at.a, Const(1)), place.at.b)
    else:
        place.at = Bin("addi", place.at, Const(1))
    return True


def other_condition(spots: list[Spot], rng: random.Random) -> bool:
    found = [s.statement for s in spots if isinstance(s.statement, Branch | Pick)]
    if not found:
        return False
    chosen = rng.choice(found)
    c = chosen.condition
    chosen.condition = type(c)(rng.choice(("eq", "ne", "slt", "sge")), c.a, Const(rng.randint(0, 2)))
    return True


def move_wait(spots: list[Spot], rng: random.Random) -> bool:
    """A wait changes places with what stands before or behind it."""
    waits = [s for s in spots if isinstance(s.statement, Wait | Await | AwaitAll) and len(s.block) > 1]
    if not waits:
        return False
    chosen = rng.choice(waits)
    at = next(k for k, s in enumerate(chosen.block) if s is chosen.statement)
    to = at + 1 if at == 0 or (rng.random() < 0.6 and at + 1 < len(chosen.block)) else at - 1
    chosen.block[at], chosen.block[to] = chosen.block[to], chosen.block[at]
    return True


def empty_commit(spots: list[Spot], rng: random.Random) -> bool:
    """One operation less, or one more group."""
    issues = [s for s in spots if isinstance(s.statement, Issue) and "commit" in s.scope.inside]
    commits = [s for s in spots if isinstance(s.statement, Commit)]
    if issues and rng.random() < 0.4:
        chosen = rng.choice(issues)
        remove(chosen.block, chosen.statement)
        return True
    if commits:
        chosen = rng.choice(commits)
        assert isinstance(chosen.statement, Commit)
        at = next(k for k, s in enumerate(chosen.block) if s is chosen.statement)
        chosen.block.insert(at + rng.choice((0, 1)), Commit(chosen.statement.queue, [], None))
        return True
    return False


def trips(spots: list[Spot], rng: random.Random) -> bool:
    found = [s.statement for s in spots if isinstance(s.statement, Loop)]
    if not found:
        return False
    chosen = rng.choice(found)
    chosen.high = Bin("addi", chosen.high, Const(1))
    return True


WAYS: tuple[Mutation, ...] = (
    drop_wait,
    drop_wait,
    change_count,
    change_count,
    other_queue,
    other_token,
    other_token,
    drop_need,
    handed_on,
    index_off,
    other_condition,
    move_wait,
    move_wait,
    empty_commit,
    trips,
)


def mutate(program: Program, rng: random.Random) -> tuple[str, Program] | None:
    """What was changed, and the changed program; None if nothing could be."""
    for _ in range(10):
        changed, way = copy.deepcopy(program), rng.choice(WAYS)
        if way(list(all_spots(changed)), rng) and well_formed(changed):
            return way.__name__, changed
    return None
