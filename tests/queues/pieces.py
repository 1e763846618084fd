"""What random programs are made of: resources and the state of their slots; issues, waits and uses.

A *resource* is a buffer whose rows are slots; each thread has its own columns of it. The generator knows for each slot
which token stands for the op in flight on it, if any, and (where other threads read it) whether a barrier lies between.
A slot is read, written or issued to only where nothing is in flight on it; a loop or a branch hands on a token
for each slot that it may leave in flight. Waits for tokens that nobody needs are put in between: they are always right.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from tests.queues.syntax import (
    Async,
    Barrier,
    Bin,
    Buffer,
    Cell,
    Commit,
    Compare,
    Cond,
    Expr,
    Flag,
    If,
    Opaque,
    Overwrite,
    Ready,
    Stmt,
    Tid,
    Use,
    Var,
    Wait,
    fifo_of,
)

INPUT_ROWS = 8
CONDS = 4096


@dataclass
class Slot:
    """The state of a row, in each thread's own columns."""

    token: str | None = None
    """What stands for the op in flight."""
    fifo: int = 0
    written: bool = True
    """Written since the last barrier: other threads may not read it."""
    read: bool = False
    """Read by other threads since the last barrier: it may not be written."""


@dataclass
class Resource:
    """Slot j is row `(base + j) mod rows`."""

    buffer: Buffer
    source: Buffer | None
    crossed: bool
    queue: int
    base: Expr
    slots: list[Slot]

    def copy(self) -> Resource:
        return replace(self, slots=[replace(s) for s in self.slots])

    def row(self, slot: int) -> Expr:
        rows = self.buffer.rows
        if rows == 1:
            return 0
        if isinstance(self.base, int):
            return (self.base + slot) % rows
        return Bin("%", self.base if not slot else Bin("+", self.base, slot), rows)


@dataclass(frozen=True)
class Context:
    """What surrounds a statement list."""

    depth: int = 0
    uniform: bool = True
    """All threads come here together."""
    cf: bool = True
    """Loops and branches may be blocks."""
    rotate: bool = True
    loops: tuple[str, ...] = ()
    """Induction variables, innermost last."""


State = list[Resource]


@dataclass
class Names:
    """Names in scope."""

    tokens: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    """Tokens and the FIFO that they belong to; -1: ready."""
    flags: list[str] = field(default_factory=list[str])

    def copy(self) -> Names:
        return Names(list(self.tokens), list(self.flags))


@dataclass(frozen=True)
class Options:
    """What is fixed instead of drawn."""

    threads: int | None = None
    nvgpu: bool | None = None
    queues: int | None = None
    size: int | None = None


class Pieces:
    """Draws what a program is made of, and makes its statements without regions."""

    def __init__(self, rng: random.Random, seed: int, options: Options):
        self.rng = rng
        self.seed = seed
        self.counter = 0
        self.waits = 0
        self.sites = 0
        self.functions = 0
        self.indices: list[str] = []
        self.flags: list[str] = []
        nvgpu, threads = rng.random() < 0.15, rng.choice((1, 1, 1, 2, 3, 4))
        self.nvgpu = nvgpu if options.nvgpu is None else options.nvgpu
        self.threads = options.threads or threads
        self.queues = 1 if self.nvgpu else options.queues or rng.choice((1, 2, 2, 3, 3))
        self.budget = options.size or rng.choice((8, 12, 16, 20))
        self.fifos: tuple[tuple[int, ...], ...] = ()
        if self.queues > 1 and rng.random() < 0.35:
            self.fifos = (tuple(range(self.queues)),) if rng.random() < 0.5 else ((0, 1),)
        self.weights = {
            "for": rng.choice((1, 3)),
            "while": rng.choice((0, 1, 3)),
            "if": rng.choice((1, 3)),
            "outline": rng.choice((0, 1, 3)),
            "select": rng.choice((0, 0, 1, 4)),
            "empty": rng.choice((0, 0, 1)),
            "noise": rng.choice((0, 1, 2)),
        }
        self.cf_share = rng.choice((0.0, 0.0, 0.5))
        self.buffers: list[Buffer] = []
        self.resources = self.make_resources()

    # -- what there is ---------------------------------------------------------------------------------------------

    def make_resources(self) -> State:
        rng, found = self.rng, list[Resource]()
        self.width = rng.choice((1, 1, 2, 4)) if self.nvgpu else rng.choice((1, 1, 1, 2))
        columns = self.width * self.threads
        self.inputs = [Buffer(f"in{i}", INPUT_ROWS, columns) for i in range(rng.choice((1, 2)))]
        self.buffers += self.inputs
        first = rng.randrange(self.queues)
        for i in range(max(rng.choice((1, 2, 2, 3)), self.queues if self.queues > 2 else 1)):
            rows = rng.choice((1, 2, 2, 3, 3))
            spaces = ("block",) if self.nvgpu else ("arg", "arg", "block", "own")
            space = rng.choice(spaces)
            width = self.width if space == "own" else columns
            buffer = Buffer(f"buf{i}", rows, width, space)
            source = Buffer(f"src{i}", rows, columns) if rng.random() < 0.35 else None
            self.buffers += [buffer, source] if source else [buffer]
            crossed = self.threads > 1 and space != "own" and rng.random() < 0.6
            found.append(
                Resource(buffer, source, crossed, (first + i) % self.queues, 0, [Slot() for _ in range(rows)])
            )
        return found

    def name(self, letter: str) -> str:
        self.counter += 1
        return f"{letter}{self.counter}"

    def column(self, buffer: Buffer, offset: int = 0) -> Expr:
        if buffer.space == "own" or self.threads == 1:
            return 0
        thread: Expr = Tid() if not offset else Bin("%", Bin("+", Tid(), offset), self.threads)
        return thread if self.width == 1 else Bin("*", thread, self.width)

    def cell(self, resource: Resource, slot: int, offset: int = 0) -> Cell:
        return Cell(
            resource.buffer.name, resource.row(slot), self.column(resource.buffer, offset), self.width
        )

    def source_cell(self, resource: Resource, slot: int) -> Cell:
        assert resource.source is not None
        return Cell(resource.source.name, resource.row(slot), self.column(resource.source), self.width)

    def input_cell(self, context: Context) -> Cell:
        buffer = self.rng.choice(self.inputs)
        row: Expr = self.rng.randrange(INPUT_ROWS)
        if context.loops and self.rng.random() < 0.7:
            row = Bin("%", Var(context.loops[-1]), INPUT_ROWS)
        return Cell(buffer.name, row, self.column(buffer), self.width)

    # -- conditions ------------------------------------------------------------------------------------------------

    def opaque(self, context: Context, extra: str | None = None) -> Cond:
        """An element of `conds` of its own for each site and iteration (of loops that are short enough)."""
        variables = context.loops[-2:] + ((extra,) if extra else ())
        self.sites += 1
        index: Expr = (self.sites - 1) % 7 * 512
        for i, variable in enumerate(reversed(variables)):
            term: Expr = Var(variable) if not i else Bin("*", Var(variable), 8**i)
            index = Bin("+", index, term)
        return Opaque(index)

    def cond(self, context: Context, names: Names) -> tuple[Cond, bool]:
        """A condition, and whether all threads agree on it."""
        kind = self.rng.random()
        if kind < 0.3:
            if self.flags and self.rng.random() < 0.15:
                return Flag(self.rng.choice(self.flags)), True
            if len(self.flags) < 3:
                self.flags.append(self.name("b"))
                return Flag(self.flags[-1]), True
            return self.opaque(context), True
        if kind < 0.5:
            return self.opaque(context), True
        if kind < 0.7 and self.threads > 1:
            return Compare(
                self.rng.choice(("eq", "slt", "sge")), Tid(), self.rng.randrange(self.threads)
            ), False
        if context.loops:
            variable = Var(self.rng.choice(context.loops))
            if self.rng.random() < 0.5:
                return Compare("eq", Bin("%", variable, 2), self.rng.randrange(2)), True
            return Compare(self.rng.choice(("eq", "slt", "sge")), variable, self.rng.randrange(4)), True
        return Compare(self.rng.choice(("slt", "sge")), Var(self.argument()), self.rng.randrange(1, 4)), True

    def argument(self) -> str:
        if len(self.indices) < 2 and (not self.indices or self.rng.random() < 0.4):
            self.indices.append(self.name("i"))
        return self.rng.choice(self.indices)

    def style(self, context: Context) -> str:
        return "cf" if context.cf and self.rng.random() < self.cf_share else "scf"

    # -- statements ------------------------------------------------------------------------------------------------

    def barrier(self, out: list[Stmt], state: State) -> None:
        out.append(Barrier())
        for resource in state:
            for slot in resource.slots:
                slot.read = False
                slot.written = slot.token is not None

    def touch(self, out: list[Stmt], resource: Resource, j: int, names: Names, context: Context) -> None:
        """Move one slot on: what is in flight is awaited and used; what is free is issued to."""
        slot, rng = resource.slots[j], self.rng
        if slot.token is not None:
            self.wait_for(out, resource, j, names)
            if rng.random() < 0.8:
                out.append(Use(self.cell(resource, j)))
            if resource.crossed and context.uniform and rng.random() < 0.6:
                self.barrier_for(out, slot)
                out.append(Use(self.cell(resource, j, rng.randrange(1, self.threads))))
                slot.read = True
            if resource.source is not None and rng.random() < 0.6:
                out.append(Overwrite(self.source_cell(resource, j), rng.randrange(100)))
            if rng.random() < 0.5:
                return
        if slot.read:
            if not context.uniform:
                return
            self.barrier_for(out, slot)
        if rng.random() < 0.15:
            out.append(Overwrite(self.cell(resource, j), rng.randrange(100)))
            slot.written = True
        self.issue(out, resource, [j], names, context)

    def barrier_for(self, out: list[Stmt], slot: Slot) -> None:
        if slot.read or slot.written:
            out.append(Barrier())
            slot.read = slot.written = False

    def wait_for(self, out: list[Stmt], resource: Resource, j: int, names: Names) -> None:
        slot = resource.slots[j]
        assert slot.token is not None
        tokens = [slot.token]
        if not self.nvgpu:
            others = [t for t, _ in names.tokens if t != slot.token]
            while others and len(tokens) < 3 and self.rng.random() < 0.2:
                tokens.append(others.pop(self.rng.randrange(len(others))))
            self.rng.shuffle(tokens)
        self.wait(out, tuple(tokens))
        for other in resource.slots:
            if other.token in tokens:
                other.token = None
        slot.token = None

    def wait(self, out: list[Stmt], tokens: tuple[str, ...]) -> None:
        self.waits += 1
        out.append(Wait(self.waits, tokens, self.rng.random() < 0.1))

    def issue(
        self, out: list[Stmt], resource: Resource, slots: list[int], names: Names, context: Context
    ) -> None:
        """One group that writes these free slots."""
        rng = self.rng
        free = [j for j, s in enumerate(resource.slots) if s.token is None and not s.read and j not in slots]
        if free and rng.random() < 0.15:
            slots.append(rng.choice(free))
        body: list[Stmt] = []
        for j in slots:
            reads = [self.source_cell(resource, j) if resource.source else self.input_cell(context)]
            if not self.nvgpu and rng.random() < 0.3:
                reads.append(self.input_cell(context))
            constant = 0 if self.nvgpu else rng.choice((0, 1, 5))
            body.append(Async(tuple(reads), (self.cell(resource, j),), constant))
        if not self.nvgpu and rng.random() < 0.1:
            body = [If(self.cond(context, names)[0], tuple(body), ())]
        token = self.name("t")
        queue = resource.queue if rng.random() < 0.9 else rng.randrange(self.queues)
        out.append(
            Commit(
                token,
                queue,
                tuple(body),
                len(body) == 1 and isinstance(body[0], Async) and rng.random() < 0.2,
            )
        )
        fifo = fifo_of(queue, self.fifos)
        names.tokens.append((token, fifo))
        for j in slots:
            resource.slots[j].token, resource.slots[j].fifo = token, fifo
            resource.slots[j].written = True

    def drain(self, out: list[Stmt], resource: Resource, names: Names) -> None:
        """Wait until nothing is in flight on the resource."""
        tokens = list(dict.fromkeys(s.token for s in resource.slots if s.token is not None))
        if tokens:
            for batch in [(t,) for t in tokens] if self.nvgpu else [tuple(tokens)]:
                self.wait(out, batch)
        for slot in resource.slots:
            slot.token = None

    def ready(self, out: list[Stmt]) -> str:
        token = self.name("t")
        out.append(Ready(token))
        return token
