"""Batches of random programs for the sanitizers: most from the generator of tests/differential, some of a given shape."""

from __future__ import annotations

from bench.sanitize.instrumented import Case
from bench.sanitize.shapes import shape
from tests.differential import interpreted
from tests.differential.compare import call_of
from tests.differential.corpus import Argument, Call
from tests.differential.generator import BUSY, FULL, Seeded, generate

_SHAPE_CALL = Call("main", (Argument("3", "i64"), Argument("0", "f64"), Argument("0", "i32")), ("i64",))


def program(seed: int) -> tuple[str, Call]:
    """The program of a seed, and its call."""
    if seed % 3 == 0:
        return shape(seed).text, _SHAPE_CALL
    made = generate(Seeded(seed), FULL if seed % 3 == 1 and seed % 2 else BUSY)
    return made.text, call_of(made)


def case(seed: int) -> Case:
    """The program of a seed with what the interpreter says of it."""
    text, call = program(seed)
    (expected,) = interpreted.run(text, call, ["earliest"])
    if expected.kind not in ("values", "error"):
        raise ValueError(f"the program of seed {seed} is not fit for this: {expected}")
    return Case(seed, text, call, expected)


def batch(first: int, count: int) -> list[Case]:
    """The programs of `count` seeds."""
    return [case(seed) for seed in range(first, first + count)]
