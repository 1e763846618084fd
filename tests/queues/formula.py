"""What the source of a program says: its execution, and for each dynamic wait how many groups may stay in flight.

Nothing here sees the IR, or what a pass made of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.queues.syntax import (
    Async,
    Barrier,
    Bin,
    Commit,
    Compare,
    Cond,
    Expr,
    Flag,
    For,
    If,
    Let,
    Opaque,
    Outline,
    Overwrite,
    Program,
    Ready,
    Select,
    Stmt,
    Tid,
    Use,
    Var,
    Wait,
    While,
)

Token = tuple[int, int] | None
"""(FIFO, position of the group in it), or None for a ready token."""


@dataclass(frozen=True)
class Inputs:
    """Arguments of the entry. Elements of `conds` that are not named are false."""

    indices: Mapping[str, int] = field(default_factory=dict[str, int])
    flags: Mapping[str, bool] = field(default_factory=dict[str, bool])
    conds: Mapping[int, bool] = field(default_factory=dict[int, bool])


@dataclass(frozen=True)
class Exact:
    """A dynamic wait on one FIFO: `committed` groups were committed; it waits for the first `retired` of them."""

    wait: int
    fifo: int
    committed: int
    retired: int
    memory: frozenset[str] = frozenset()
    """The buffers that the groups awaited touch."""

    @property
    def count(self) -> float:
        """How many groups may stay in flight; infinite if only ready tokens are awaited."""
        return self.committed - self.retired if self.retired else math.inf


@dataclass
class Thread:
    """The execution of one thread."""

    waits: list[tuple[Exact, ...]] = field(default_factory=list[tuple[Exact, ...]])
    """The dynamic waits in order; each has an entry for each FIFO that it waits for."""
    numbers: list[int] = field(default_factory=list[int])
    """Which wait of the program each of them is."""
    groups: dict[int, list[list[Async]]] = field(default_factory=dict[int, list[list[Async]]])
    """For each FIFO its groups, and what each of them issued."""
    barriers: int = 0
    steps: int = 0


class UnknownCond(Exception):
    """The execution needs an element of `conds`, or an argument, that the inputs do not name."""

    def __init__(self, key: int | str):
        self.key = key


class TooLong(Exception):
    """The execution has too many steps."""


def execute(
    program: Program, inputs: Inputs, thread: int, *, strict: bool = False, limit: int = 4000
) -> Thread:
    """Execute one thread; with `strict`, an input that is not named raises UnknownCond."""
    run = Run(program, inputs, thread, strict, limit)
    run.block(program.body)
    return run.result


class Run:
    """The execution of one thread. Subclasses may record more."""

    def __init__(self, program: Program, inputs: Inputs, thread: int, strict: bool, limit: int):
        self.program = program
        self.inputs = inputs
        self.thread = thread
        self.strict = strict
        self.limit = limit
        self.result = Thread()
        self.indices: dict[str, int] = {}
        self.flags: dict[str, bool] = {}
        self.tokens: dict[str, Token] = {}
        self.open: list[Async] | None = None

    def block(self, stmts: tuple[Stmt, ...]) -> None:
        for stmt in stmts:
            self.result.steps += 1
            if self.result.steps > self.limit:
                raise TooLong
            self.step(stmt)

    def step(self, stmt: Stmt) -> None:
        match stmt:
            case Async():
                assert self.open is not None
                self.open.append(stmt)
            case Commit():
                self.commit(stmt)
            case Wait():
                self.wait(stmt)
            case Ready(result):
                self.tokens[result] = None
            case Select(result, cond, left, right):
                self.tokens[result] = self.tokens[left if self.cond(cond) else right]
            case Let(result, cond):
                self.flags[result] = self.cond(cond)
            case Barrier():
                self.result.barriers += 1
            case For():
                self.loop(stmt)
            case While():
                self.repeat(stmt)
            case If():
                taken = self.cond(stmt.cond)
                self.block(stmt.then if taken else stmt.orelse)
                self.assign(stmt.results, stmt.then_yields if taken else stmt.else_yields)
            case Outline():
                self.block(stmt.body)
            case Use() | Overwrite():
                pass

    def commit(self, stmt: Commit) -> None:
        self.open = []
        self.block(stmt.body)
        fifo = self.program.fifo(stmt.queue)
        groups = self.result.groups.setdefault(fifo, [])
        groups.append(self.open)
        self.open = None
        self.tokens[stmt.result] = (fifo, len(groups) - 1)

    def wait(self, stmt: Wait) -> None:
        awaited = [t for name in stmt.tokens if (t := self.tokens[name]) is not None]
        entries: list[Exact] = []
        for fifo in sorted({fifo for fifo, _ in awaited}):
            retired = 1 + max(position for f, position in awaited if f == fifo)
            groups = self.result.groups[fifo]
            touched = {c.buffer for group in groups[:retired] for a in group for c in a.reads + a.writes}
            entries.append(Exact(stmt.number, fifo, len(groups), retired, frozenset(touched)))
        self.result.waits.append(tuple(entries))
        self.result.numbers.append(stmt.number)

    def assign(self, names: tuple[str, ...], values: tuple[str, ...]) -> None:
        found = [self.tokens[v] for v in values]
        self.tokens.update(zip(names, found, strict=True))

    def loop(self, stmt: For) -> None:
        names = tuple(name for name, _ in stmt.carried)
        self.assign(names, tuple(init for _, init in stmt.carried))
        for value in range(stmt.low, self.index(stmt.high), stmt.step):
            self.indices[stmt.var] = value
            self.block(stmt.body)
            self.assign(names, stmt.yields)
        self.assign(stmt.results, names)

    def repeat(self, stmt: While) -> None:
        names = tuple(name for name, _ in stmt.carried)
        self.assign(names, tuple(init for _, init in stmt.carried))
        self.indices[stmt.var] = 0
        while True:
            self.block(stmt.before)
            if not self.cond(stmt.cond):
                break
            self.block(stmt.body)
            self.assign(names, stmt.yields)
            self.indices[stmt.var] += 1
        self.assign(stmt.results, names)
        self.indices[stmt.final] = self.indices[stmt.var]

    def index(self, expr: Expr) -> int:
        match expr:
            case int():
                return expr
            case Tid():
                return self.thread
            case Var(name):
                if name in self.indices:
                    return self.indices[name]
                if self.strict and name not in self.inputs.indices:
                    raise UnknownCond(name)
                return self.inputs.indices.get(name, 0)
            case Bin(op, left, right):
                a, b = self.index(left), self.index(right)
                return a + b if op == "+" else a * b if op == "*" else a % b

    def cond(self, cond: Cond) -> bool:
        match cond:
            case Flag(name):
                if name in self.flags:
                    return self.flags[name]
                if self.strict and name not in self.inputs.flags:
                    raise UnknownCond(name)
                return self.inputs.flags.get(name, False)
            case Opaque(index):
                at = self.index(index)
                assert at < self.program.conds, "the memory of conditions is too small"
                if self.strict and at not in self.inputs.conds:
                    raise UnknownCond(at)
                return self.inputs.conds.get(at, False)
            case Compare(predicate, left, right):
                a, b = self.index(left), self.index(right)
                return a == b if predicate == "eq" else a < b if predicate == "slt" else a >= b
