"""Tries a program with all inputs that matter, and says whether it races with one; and plays a command that `check` gave."""

import itertools
import json
import random
import re
import shlex
from dataclasses import dataclass, field

from .simulator import Simulator, shape_of, signed, whole_view, width_of

COUNTS = (0, 1, 2, 3, 5, 8, 4, 13, -1, 6, 7, 2**62, -(2**63))
NARROW = (0, 1, 3, -1, 2, 5, 7, 100, -128, 127, 17)
FILLS = (lambda k: 0, lambda k: k % 3, lambda k: 1, lambda k: k, lambda k: -1, lambda k: k * 7 % 5)
GRIDS = (((0, 0, 0), (1, 1, 1)), ((1, 1, 1), (2, 3, 2)), ((0, 2, 1), (4, 3, 2)))
AT_ONCE = 36


@dataclass
class Found:
    """What the runs of all entries showed."""

    races: dict = field(default_factory=dict)  # entry -> (input, detail)
    negative: bool = False
    uncovered: bool = False
    left: bool = False
    dangling: bool = False  # memory of a callee ended while something in flight used it
    runs: int = 0
    ended: int = 0
    executed: set = field(default_factory=set)


def values_of(kind, text):
    """What is tried for an argument of a type."""
    if kind.startswith("memref"):
        shape = shape_of(kind)
        extents = (64, 3, 0, 1, 7) if "memref.dim" in text and None in shape.sizes else (1024,)
        fills = (
            range(len(FILLS))
            if width_of(shape.element) and re.search(rf"load .*: {re.escape(kind)}\n", text)
            else (0,)
        )
        return [("array", extent, fill) for extent, fill in itertools.product(extents, fills)]
    width = width_of(kind)
    if width is None:
        return [0]
    written = [
        int(n) + d for n in re.findall(r"constant (-?\d+) :", text) for d in (0, 1, -1) if abs(int(n)) < 300
    ]
    return list(
        dict.fromkeys(
            signed(v, width) for v in [*(COUNTS if width == 64 else NARROW), *sorted(set(written), key=abs)]
        )
    )


def inputs_of(function, text, at_once):
    """Inputs of an entry: all if they are few, else the plain ones and a choice that depends on the text alone."""
    sets = [values_of(kind, text) for kind in function.types]
    sets.append(list(GRIDS) if re.search(r"gpu\.(block_id|grid_dim)", text) else [GRIDS[0]])
    total = 1
    for choices in sets:
        total *= len(choices)
    if total <= at_once:
        return list(itertools.product(*sets))
    rng = random.Random(f"{function.name} {len(text)}")
    found = {tuple(choices[min(k, len(choices) - 1)] for choices in sets): None for k in range(6)}
    while len(found) < at_once:
        found[tuple(c[int(len(c) * rng.random() ** 1.5)] for c in sets)] = None
    return list(found)


def arguments_for(function, given):
    """Fresh arguments from a description of them."""
    arguments = []
    for kind, value in zip(function.types, given, strict=False):
        if isinstance(value, tuple) and value[0] == "array":
            shape = shape_of(kind)
            sizes = [value[1] if s is None else s for s in shape.sizes]
            content = FILLS[value[2]]
            width = width_of(shape.element)
            arguments.append(
                whole_view(
                    "argument",
                    shape,
                    sizes,
                    (lambda k, f=content, w=width: signed(f(k), w)) if width else (lambda _: 0),
                )
            )
        elif isinstance(value, tuple):
            shape = shape_of(kind)
            arguments.append(whole_view("argument", shape, value[1], value[2]))
        else:
            arguments.append(value)
    return arguments


def judge(simulator, *, late=False, relax=None, all_entries=True, at_once=AT_ONCE, fuel=4000):
    """Runs each entry with each of its inputs, up to the first race of it."""
    found = Found()
    for function in simulator.entries():
        for given in inputs_of(function, simulator.text, at_once):
            outcome = simulator.run(
                function.name,
                arguments_for(function, given),
                grid=given[-1],
                late=late,
                relax=relax,
                fuel=fuel,
            )
            found.runs += 1
            found.ended += outcome.kind == "error"
            found.negative |= outcome.negative is not None
            found.uncovered |= outcome.uncovered is not None
            found.left |= outcome.left
            found.dangling |= outcome.kind == "error" and outcome.detail == "S020"
            found.executed |= outcome.executed
            if outcome.kind == "race":
                found.races[function.name] = (given, outcome.detail)
                if not all_entries:
                    return found
                break
    return found


def _argument(text, kind):
    """An argument as `asyncir run` takes it."""
    if kind.startswith("memref"):
        if given := re.fullmatch(r"(\w+)\[([\d,]*)\](?:=(.*))?", text):
            sizes = [int(s) for s in given[2].split(",") if s]
            special, plain = {}, 0
            for part in (given[3] or "").split(","):
                at, _, number = part.rpartition(":")
                number = (
                    {"true": -1, "false": 0}.get(number)
                    if number in ("true", "false")
                    else int(float(number or 0))
                )
                if at:
                    special[int(at)] = number
                else:
                    plain = number
            return ("given", sizes, lambda k: special.get(k, plain))
        nested, sizes = json.loads(text), []
        flat = nested
        while isinstance(flat, list):
            sizes.append(len(flat))
            if not flat:
                break
            flat = flat[0]
        numbers = nested
        for _ in sizes[1:]:
            numbers = [x for row in numbers for x in row]
        numbers = numbers if isinstance(numbers, list) else [numbers]
        return ("given", sizes, lambda k: int(numbers[k]))
    if text in ("true", "false"):
        return -1 if text == "true" else 0
    width = width_of(kind)
    return signed(int(text, 0), width) if width else 0


def replay(simulator, command, relax=None):
    """Runs what a command line of `check` says; the outcome without and with looking behind errors in bodies."""
    words = shlex.split(command)
    entry, interpreted = words[words.index("--entry") + 1], words.index("--interpret")
    function = simulator.functions["@" + entry]
    rest = [w for w in words[interpreted + 2 :] if not w.startswith("--")]
    outcomes = []
    for late in (False, True):
        given = [_argument(text, kind) for text, kind in zip(rest, function.types, strict=True)]
        outcomes.append(
            simulator.run(function.name, arguments_for(function, given), late=late, relax=relax, fuel=200000)
        )
    return outcomes


__all__ = ["Simulator", "judge", "replay"]
