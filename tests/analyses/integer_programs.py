"""Random integer expressions as text, over truths that the caller chooses, and what they are in each run."""

from __future__ import annotations

from itertools import product
from random import Random

from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module

TRUTHS = 3
OPS = ("addi", "subi", "muli", "minsi", "maxsi", "minui", "maxui", "remui", "remsi", "divui", "divsi", "andi")


def expression(random: Random, type_: str, far: bool = True) -> str:
    """The body of a function: `%r` is its result; every value is one of a few. `far`: the ends of the type, too."""
    bits = 64 if type_ == "index" else int(type_[1:])
    limit = 1 << (bits - 1)
    numbers = [
        n for n in (0, 1, 2, 3, 5, limit - 1, -1, -2, -limit) if -limit <= n < limit and (far or abs(n) < 9)
    ]
    lines = [f"  %v{i} = arith.constant {random.choice(numbers)} : {type_}" for i in range(4)]
    names = [f"%v{i}" for i in range(4)]
    for i in range(4, 4 + random.randint(2, 5)):
        a, b = random.choice(names), random.choice(names)
        op = random.choice(OPS)
        if random.random() < 0.4:
            lines.append(f"  %v{i} = arith.select %t{random.randrange(TRUTHS)}, {a}, {b} : {type_}")
        else:
            lines.append(f"  %v{i} = arith.{op} {a}, {b} : {type_}")
        names.append(f"%v{i}")
    lines.append(f"  %r = arith.addi {names[-1]}, %v0 : {type_}")
    return "\n".join(lines)


def function(body: str, result: str, type_: str) -> str:
    """A function of the truths."""
    arguments = ", ".join(f"%t{i}: i1" for i in range(TRUTHS))
    return f"func.func @main({arguments}) -> {type_} {{\n{body}\n  return {result} : {type_}\n}}\n"


def outcomes(text: str) -> list[int | None]:
    """The result with each choice of truths; None where the run fails, as by a division by 0."""
    module = parse_module(text)
    found: list[int | None] = []
    for truths in product([False, True], repeat=TRUTHS):
        outcome = interpret(module, "main", list(truths), parse_schedule("earliest"), max_steps=5000)
        found.append(None if outcome.diagnostics else int(outcome.results[0]))
    return found
