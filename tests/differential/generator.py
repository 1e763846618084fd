"""Random programs: well-typed, race-free, terminating, with one outcome whatever the schedule.

`generate` writes a module with `func.func @main(i64, f64, i32) -> i64`, whose result is a checksum of every value and
all memory that `main` sees in the end. What a program contains (loops, branches, calls, tasks, carried tokens …) is
counted in `features`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from hypothesis import strategies as st

from tests.differential import (
    gen_flow as flow,
    gen_functions as functions,
    gen_memory as memory,
    gen_scalars as scalars,
    gen_tasks as tasks,
)
from tests.differential.gen_core import (
    BUSY,
    FULL,
    MLIR,
    Body,
    Choices,
    Context,
    Generator,
    Profile,
    Scope,
    Seeded,
)

__all__ = ["BUSY", "FULL", "MLIR", "Choices", "Drawn", "Profile", "Program", "Seeded", "generate"]


@cache
def _between(low: int, high: int) -> st.SearchStrategy[int]:
    return st.integers(low, high)


class Drawn:
    """Decisions that Hypothesis draws, and shrinks."""

    def __init__(self, data: st.DataObject):
        self._data = data

    def integer(self, low: int, high: int) -> int:
        return self._data.draw(_between(low, high))


@dataclass(frozen=True)
class Program:
    """A random program: its text, the arguments of `@main` as constants, and how often each form occurs."""

    text: str
    arguments: tuple[int, float, int]
    features: Counter[str]
    cost: int


def _compute(g: Generator, s: Scope) -> None:
    for _ in range(g.integer(1, 3)):
        scalars.compute(g, s)


def _check(g: Generator, s: Scope) -> None:
    """An assertion, which may fail where the profile allows it."""
    if not s.asserts:
        scalars.compute(g, s)
        return
    g.features["assert"] += 1
    x = scalars.value(g, s, "i32")
    if g.profile.fails and g.chance(60):
        g.fails = True
        g.features["assert that may fail"] += 1
        low = g.temporary(s, f"arith.andi {x}, {scalars.literal(g, s, 'i32', 3)} : i32")
        holds = g.temporary(s, f"arith.cmpi ne, {low}, {scalars.literal(g, s, 'i32', g.integer(0, 3))} : i32")
    else:
        holds = g.temporary(s, f"arith.cmpi sle, {x}, {scalars.literal(g, s, 'i32', 2147483647)} : i32")
    g.op(s, f'cf.assert {holds}, "failure {g.number()}"')


STATEMENTS: tuple[tuple[int, Callable[[Generator, Scope], None]], ...] = (
    (5, _compute),
    (5, memory.load),
    (5, memory.store),
    (2, memory.allocate),
    (3, memory.copy),
    (3, memory.view),
    (2, memory.vector),
    (8, flow.branch),
    (9, flow.loop),
    (2, flow.execute_region),
    (2, flow.parallel),
    (9, tasks.launch_statement),
    (5, tasks.wait),
    (3, tasks.choose),
    (2, tasks.ready_statement),
    (4, tasks.group),
    (14, functions.call),
    (4, _check),
)


_WAITING = {
    tasks.launch_statement: 30,
    tasks.wait: 12,
    tasks.group: 20,
    flow.loop: 14,
    functions.call: 25,
    _check: 12,
}
BUSY_STATEMENTS = tuple((_WAITING.get(s, 2), s) for _, s in STATEMENTS)


def statements(g: Generator, s: Scope, count: int) -> None:
    """Some random statements."""
    for _ in range(count):
        if g.fuel <= 0:
            scalars.compute(g, s)
            return
        g.weighted(BUSY_STATEMENTS if g.profile.busy else STATEMENTS)(g, s)


tasks.body_statements.append(statements)


def generate(choices: Choices, profile: Profile = FULL) -> Program:
    """A program, decided by `choices`."""
    g = Generator(choices, profile)
    for _ in range(g.pick((2, 3, 4, 1, 0))):
        functions.define(g)
    g.begin(profile.fuel)
    s = Scope(Context("func"), g.number(), {"i64": ["%a"], "f64": ["%b"], "i32": ["%c"]}, [], [], True)
    statements(g, s, g.integer(2, 8))
    before = dict(s.context.perms)
    if not g.chance(10):
        for root in before:
            before[root] = type(before[root])("rw")
    tasks.settle(g, s, before, frozenset())
    _checksum(g, s)
    main = g.end()
    used = _reachable(g, main)
    features = sum((b.features for b in used), Counter[str]())
    head = "  func.func @main(%a: i64, %b: f64, %c: i32) -> i64 {"
    lines = ["module {", *(f"  {x}" for x in g.globals), *(x for b in used[1:] for x in b.lines)]
    text = "\n".join([*lines, head, *main.lines, "  }", "}"]) + "\n"
    arguments = (g.integer(0, 99), g.integer(0, 99) / 8, g.integer(0, 99))
    return Program(text, arguments, features, g.cost)


def _reachable(g: Generator, main: Body) -> list[Body]:
    """`main`, then the functions that it calls, directly or not, in order."""
    wanted = set(main.calls)
    for f in reversed(g.functions):
        if f.name in wanted and f.body:
            wanted |= f.body.calls
    return [main, *(f.body for f in g.functions if f.name in wanted and f.body)]


def _checksum(g: Generator, s: Scope) -> None:
    """Mix the newest values of each type and all memory that may be read; return it."""
    total, scale = "%a", scalars.literal(g, s, "i64", 31)
    numbers: dict[int, str] = {}

    def index(at: int) -> str:
        if at not in numbers:
            numbers[at] = scalars.literal(g, s, "index", at)
        return numbers[at]

    for type_ in list(s.values):
        for name in s.values[type_][-8:]:
            total = _mix(g, s, total, scale, name, type_)
    for view in memory.views(s, "ro"):
        if None in view.shape:
            continue
        for at in range(math.prod(n or 1 for n in view.shape)):
            where = [at] if len(view.shape) == 1 else list(divmod(at, view.shape[1] or 1))
            names = ", ".join(index(i) for i in where)
            item = g.temporary(s, f"memref.load {view.name}[{names}] : {view.type}")
            total = _mix(g, s, total, scale, item, view.root.element)
    g.op(s, f"func.return {total} : i64")


def _mix(g: Generator, s: Scope, total: str, scale: str, name: str, type_: str) -> str:
    if type_ in ("f32", "f64"):
        name, type_ = scalars.bits(g, s, name, type_), "i32" if type_ == "f32" else "i64"
    if type_ != "i64":
        op = "index_cast" if type_ == "index" else "extui"
        name = g.temporary(s, f"arith.{op} {name} : {type_} to i64")
    scaled = g.temporary(s, f"arith.muli {total}, {scale} : i64")
    return g.temporary(s, f"arith.addi {scaled}, {name} : i64")
