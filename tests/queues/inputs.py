"""Inputs for a program: some at random, or all that lead to different executions within a bound."""

from __future__ import annotations

import random

from tests.queues.formula import Inputs, TooLong, UnknownCond, execute
from tests.queues.syntax import Program

TRIPS = 7
"""A loop with an unknown condition ends here at the latest."""


def random_inputs(program: Program, number: int, seed: int) -> list[Inputs]:
    """Inputs with trip counts from 0 to 4 or more; the first ones are all zero, and all four."""
    rng = random.Random(f"{program.seed}/{seed}")
    found: list[Inputs] = []
    for k in range(number):
        trips = (0, 4)[k] if k < 2 else None
        indices = {
            n: trips if trips is not None else rng.choice((0, 1, 1, 2, 3, 4, 6)) for n in program.indices
        }
        flags = {n: rng.random() < 0.5 for n in program.flags}
        made = _completed(program, Inputs(indices, flags, {}), rng)
        if made not in found:
            found.append(made)
    return found


def _completed(program: Program, inputs: Inputs, rng: random.Random) -> Inputs:
    """The same with a value for each condition that the execution reads."""
    conds: dict[int, bool] = {}
    chance = rng.choice((0.3, 0.6, 0.8))
    found = Inputs(inputs.indices, inputs.flags, conds)
    for thread in range(program.threads):
        while True:
            try:
                execute(program, found, thread, strict=True)
                break
            except UnknownCond as unknown:
                key = int(unknown.key)
                conds[key] = key % 8 != TRIPS and rng.random() < chance
    return found


def all_inputs(program: Program, *, trips: int = 3, repeats: int = 2, most: int = 64) -> list[Inputs] | None:
    """All inputs with trip counts up to `trips` and loops of up to `repeats` that lead to different executions.

    None if there are more than `most`, or an execution is too long.
    """
    done: list[Inputs] = []
    waiting = [Inputs({}, {}, {})]
    while waiting:
        inputs = waiting.pop()
        if len(waiting) + len(done) > most:
            return None
        try:
            for thread in range(program.threads):
                execute(program, inputs, thread, strict=True, limit=400)
        except TooLong:
            return None
        except UnknownCond as unknown:
            waiting += _choices(program, inputs, unknown.key, trips, repeats)
        else:
            done.append(inputs)
    return done


def _choices(program: Program, inputs: Inputs, key: int | str, trips: int, repeats: int) -> list[Inputs]:
    if isinstance(key, int):
        values = (False, True) if key % 8 < repeats else (False,)
        return [Inputs(inputs.indices, inputs.flags, {**inputs.conds, key: v}) for v in values]
    if key in program.indices:
        return [Inputs({**inputs.indices, key: v}, inputs.flags, inputs.conds) for v in range(trips + 1)]
    return [Inputs(inputs.indices, {**inputs.flags, key: v}, inputs.conds) for v in (False, True)]
