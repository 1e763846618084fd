"""Random programs of tasks, by families: small ones, of which all orders can be tried."""

import random

from . import statements
from .tiles import tiles
from .writer import ARRAY, EXTENT, Access, Scope, Writer

FAMILIES = {
    "plain": ("plain",),
    "values": ("values",),
    "groups": ("groups",),
    "nested": ("nested",),
    "loops": ("loops",),
    "branches": ("branches",),
    "carried": ("carried",),
    "calls": ("calls",),
    "halves": ("halves", "plain"),
    "ends": ("ends", "plain"),
    "indices": ("indices", "views"),
    "atomics": ("atomics", "plain"),
    "errors": ("errors", "plain"),
    "waits": ("waits", "calls"),
    "noticed": ("noticed", "atomics"),
    "whiles": ("whiles", "plain"),
    "tiles": (),
    "soup": ("values", "groups", "nested", "loops", "branches", "carried", "calls", "atomics", "printing"),
}


def families():
    return list(FAMILIES)


def program(family, seed, small=False):
    """The text of a module whose entry is `@main`; a small one has few tasks, and more shows their order."""
    rng = random.Random(f"tasks {family} {seed}")
    if family == "tiles":
        return tiles(rng)
    features = FAMILIES[family] + (("noticed", "noticed") if small else ())
    w = Writer(rng, rng.random() < 0.5, features, rng.randint(2, 4) if small else rng.randint(5, 9))
    s = Scope()
    w.line(f"%e = arith.constant {EXTENT} : index")
    for name in ("%n", "%k"):
        w.line(f"{name}8 = arith.remui {name}, %e : index")
        s.indices.append((f"{name}8", f"{name}8"))
    local = rng.random() < 0.25
    if local:
        w.line(f"%L = memref.alloc() : {ARRAY}")
        w.line(f"memref.copy %B, %L : {ARRAY} to {ARRAY}")
        w.arrays += ["%L", "%L"]
    _body(w, s)
    if local:
        w.touch(s, Access("%L", None, True))
        w.line(f"memref.dealloc %L : {ARRAY}")
    result = ""
    if s.values and rng.random() < 0.4:
        result = f" {s.values[-1]} : i64"
    w.line(f"return{result}")
    head = f"func.func @main(%n: index, %k: index, %A: {ARRAY}, %B: {ARRAY}){' -> i64' if result else ''} {{"
    return "\n".join([*(f.rstrip("\n") for f in w.functions.values()), head, *w.lines, "}", ""])


def _body(w, s):
    special = [w.rng.choice(statements.SPECIAL[w.rng.choice(w.features)]) for _ in range(3)]
    plan = [statements.launch, *special]
    others = (statements.access, statements.access, statements.launch, *special)
    plan += [w.rng.choice(others) for _ in range(w.rng.randrange(1, 4))]
    for write in plan:
        write(w, s)
    w.settle(s, (), 60)
    if w.chance(40):
        statements.access(w, s)
