"""The syntax tree of random token programs.

Names are unique in a program and their first letter is their type: `t` a token, `i` an index, `b` an i1. Buffers are
declared in `Program.buffers`. A tree is printed by `printer.py` and executed by `formula.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass


@dataclass(frozen=True)
class Var:
    """An index: an induction variable or an argument of the entry."""

    name: str


@dataclass(frozen=True)
class Tid:
    """The thread's number."""


@dataclass(frozen=True)
class Bin:
    """`+`, `*` or `%` (unsigned remainder) of two index expressions."""

    op: str
    left: Expr
    right: Expr


Expr = int | Var | Tid | Bin


@dataclass(frozen=True)
class Flag:
    """A condition that has a name: an i1 argument, or what `Let` computed."""

    name: str


@dataclass(frozen=True)
class Opaque:
    """A condition loaded from the memory `conds`."""

    index: Expr


@dataclass(frozen=True)
class Compare:
    """An affine condition; the predicate is `eq`, `slt` or `sge`."""

    predicate: str
    left: Expr
    right: Expr


Cond = Flag | Opaque | Compare


@dataclass(frozen=True)
class Buffer:
    """Memory with `rows` x `columns` elements.

    The space is `arg` (an argument, shared), `block` (workgroup memory, shared) or `own` (one for each thread).
    """

    name: str
    rows: int
    columns: int
    space: str = "arg"


@dataclass(frozen=True)
class Cell:
    """`width` elements of a row, from a column on."""

    buffer: str
    row: Expr
    column: Expr
    width: int = 1


@dataclass(frozen=True)
class Async:
    """An asynchronous op: the sum of what `reads` names, plus `constant`, is written to each of `writes`."""

    reads: tuple[Cell, ...]
    writes: tuple[Cell, ...]
    constant: int = 0


@dataclass(frozen=True)
class Commit:
    """A group of what its body issues; `shared` puts it into a function that other sites call as well."""

    result: str
    queue: int
    body: tuple[Stmt, ...]
    shared: bool = False


@dataclass(frozen=True)
class Wait:
    """A wait for tokens; `number` is unique in the program."""

    number: int
    tokens: tuple[str, ...]
    shared: bool = False


@dataclass(frozen=True)
class Ready:
    """The ready token."""

    result: str


@dataclass(frozen=True)
class Select:
    """One of two tokens."""

    result: str
    cond: Cond
    left: str
    right: str


@dataclass(frozen=True)
class Let:
    """Gives a condition a name."""

    result: str
    cond: Cond


@dataclass(frozen=True)
class Use:
    """A plain read, folded into the thread's element of `out`."""

    cell: Cell


@dataclass(frozen=True)
class Overwrite:
    """A plain write."""

    cell: Cell
    constant: int


@dataclass(frozen=True)
class Barrier:
    """`gpu.barrier`."""


@dataclass(frozen=True)
class For:
    """A counted loop. `carried` are (name, initial value) pairs; `style` is `scf` or `cf`."""

    var: str
    low: int
    high: Expr
    step: int
    carried: tuple[tuple[str, str], ...]
    body: tuple[Stmt, ...]
    yields: tuple[str, ...]
    results: tuple[str, ...]
    style: str = "scf"


@dataclass(frozen=True)
class While:
    """A loop that goes on while `cond`, which may name `var`, the number of the iteration.

    `before` runs before each evaluation of the condition; `final` is the number of iterations, as a result.
    """

    var: str
    cond: Cond
    before: tuple[Stmt, ...]
    carried: tuple[tuple[str, str], ...]
    body: tuple[Stmt, ...]
    yields: tuple[str, ...]
    results: tuple[str, ...]
    final: str
    style: str = "scf"


@dataclass(frozen=True)
class If:
    """A branch; each side yields a token for each result."""

    cond: Cond
    then: tuple[Stmt, ...]
    orelse: tuple[Stmt, ...]
    then_yields: tuple[str, ...] = ()
    else_yields: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    style: str = "scf"


@dataclass(frozen=True)
class Outline:
    """Statements that stand in a function of their own; `results` are the names that it returns."""

    function: str
    body: tuple[Stmt, ...]
    results: tuple[str, ...]


Stmt = Async | Commit | Wait | Ready | Select | Let | Use | Overwrite | Barrier | For | While | If | Outline


@dataclass(frozen=True)
class Program:
    """A program with one entry, `@main`."""

    body: tuple[Stmt, ...]
    buffers: tuple[Buffer, ...]
    indices: tuple[str, ...]
    """Arguments of type index: trip counts."""
    flags: tuple[str, ...]
    """Arguments of type i1."""
    conds: int
    """Elements of the argument `conds`."""
    threads: int = 1
    fifos: tuple[tuple[int, ...], ...] = ()
    nvgpu: bool = False
    seed: int = 0
    features: frozenset[str] = field(default=frozenset(), compare=False)

    def fifo(self, queue: int) -> int:
        """The FIFO of a queue, as the least queue of it."""
        return 0 if self.nvgpu else fifo_of(queue, self.fifos)


def fifo_of(queue: int, fifos: tuple[tuple[int, ...], ...]) -> int:
    """The least of the queues that share a FIFO with this one."""
    return min(next((f for f in fifos if queue in f), (queue,)))


BODIES = ("body", "before", "then", "orelse")


def bodies(stmt: Stmt) -> Iterator[tuple[Stmt, ...]]:
    """The statement lists that a statement holds."""
    for name in BODIES:
        if hasattr(stmt, name):
            yield getattr(stmt, name)


def walk(stmts: tuple[Stmt, ...]) -> Iterator[Stmt]:
    """All statements, outer before inner."""
    for stmt in stmts:
        yield stmt
        for body in bodies(stmt):
            yield from walk(body)


def parts(value: object) -> Iterator[object]:
    """The expressions, conditions and cells directly inside a statement or of each other, without statement lists."""
    if isinstance(value, tuple):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            yield item
            yield from parts(item)  # pyright: ignore[reportUnknownArgumentType]
    elif is_dataclass(value):
        for f in fields(value):
            if f.name not in BODIES:
                item = getattr(value, f.name)
                yield item
                yield from parts(item)
