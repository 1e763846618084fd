"""Changes of a program, most of which make it wrong: a wait that is left out, guarded or moved, another index or token."""

import random
import re

_WAIT = re.compile(r"^ *async\.(await|await_all) %\w+( : !async\.token)?$")
_DEPENDENCIES = re.compile(r"async\.execute \[[^\]]*\]")
_CONSTANT = re.compile(r"%c[0-8]\b")
_INDEX = re.compile(r"%v\d+\b|%n\b|%m\b|%lo\b|%mid\b|%hi\b")


def mutate(text, seed):
    """A changed program, or None where the change that was drawn has no place; it may not be a program at all."""
    rng = random.Random(f"mutant {seed}")
    lines = text.split("\n")
    change = rng.choice(
        (drop, drop, guard, guard, repeat, move, move, forget, constant, constant, index, index, swap)
    )
    return "\n".join(lines) if change(lines, rng) else None


def _pick(lines, rng, wanted):
    found = [n for n, line in enumerate(lines) if wanted(line)]
    return rng.choice(found) if found else None


def drop(lines, rng):
    at = _pick(lines, rng, _WAIT.match)
    if at is not None:
        del lines[at]
    return at is not None


def _wrapped(lines, rng, head):
    at = _pick(lines, rng, _WAIT.match)
    if at is not None:
        lines[at : at + 1] = [*head, lines[at], "}"]
    return at is not None


def guard(lines, rng):
    """A wait, or an addition, that is not always made."""
    name = f"%g{rng.randrange(10**6)}"
    conditions = [
        [f"{name} = memref.load %f[%c{rng.randrange(4)}] : memref<8xi1>"],
        [
            f"{name} = arith.cmpi {rng.choice(('ne', 'slt', 'eq'))}, %n, {rng.choice(('%m', '%c2', '%c0'))} : index"
        ],
    ]
    return _wrapped(lines, rng, [*rng.choice(conditions), f"scf.if {name} {{"])


def repeat(lines, rng):
    """A wait in a loop, which may have no iteration."""
    name = f"%g{rng.randrange(10**6)}"
    return _wrapped(lines, rng, [f"scf.for {name} = {rng.choice(('%c0', '%c1'))} to %n step %c1 {{"])


def move(lines, rng):
    """A wait some lines further down."""
    at = _pick(lines, rng, _WAIT.match)
    if at is None:
        return False
    line = lines.pop(at)
    lines.insert(min(at + rng.randint(1, 6), len(lines) - 3), line)
    return True


def forget(lines, rng):
    at = _pick(lines, rng, _DEPENDENCIES.search)
    if at is not None:
        lines[at] = _DEPENDENCIES.sub("async.execute", lines[at])
    return at is not None


def _other(lines, rng, pattern, others):
    at = _pick(
        lines, rng, lambda line: pattern.search(line) and "constant" not in line and "func" not in line
    )
    if at is None:
        return False
    old = rng.choice(list(pattern.finditer(lines[at])))
    lines[at] = lines[at][: old.start()] + rng.choice(others) + lines[at][old.end() :]
    return True


def constant(lines, rng):
    return _other(lines, rng, _CONSTANT, [f"%c{n}" for n in range(5)])


def index(lines, rng):
    known = sorted(set(_INDEX.findall("\n".join(lines)))) or ["%n"]
    return _other(lines, rng, _INDEX, known)


def swap(lines, rng):
    """What a loop yields, in another order."""
    at = _pick(lines, rng, lambda line: "scf.yield" in line and "," in line)
    if at is None:
        return False
    values, _, types = lines[at].partition("scf.yield ")[2].partition(" : ")
    names = values.split(", ")
    rng.shuffle(names)
    lines[at] = f"scf.yield {', '.join(names)} : {types}"
    return True
