"""The generator's own programs: a tree of statements, from which both the text and the judge's runs are made."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

COUNT = itertools.count(1)


@dataclass(frozen=True)
class Const:
    value: int


@dataclass(frozen=True)
class Var:
    name: str


@dataclass(frozen=True)
class Bin:
    """An op of `arith` on two numbers of type `index`: addi, subi, muli, remui, minsi, maxsi."""

    op: str
    a: Num
    b: Num


Num = Const | Var | Bin


@dataclass(frozen=True)
class Cmp:
    """A comparison: eq, ne, slt, sge."""

    how: str
    a: Num
    b: Num


@dataclass
class Place:
    memory: str
    at: Num


@dataclass
class Base:
    """What each statement has: a number of its own, which the judge names races by."""

    uid: int = field(default_factory=lambda: next(COUNT), kw_only=True)


@dataclass
class Put(Base):
    """Stores the sum of some elements and a constant."""

    to: Place
    sources: list[Place]
    plus: int


@dataclass
class Look(Base):
    """Loads an element, and does nothing with it."""

    of: Place


@dataclass
class Carried:
    """A token that a loop carries: its name inside, what it is first, what is handed on, and its name behind the loop."""

    inside: str
    first: str
    handed: str
    result: str


@dataclass
class Loop(Base):
    counter: str
    low: Num
    high: Num
    body: list[Statement]
    carried: list[Carried]
    turning: bool = False
    """Written as `scf.while`."""


@dataclass
class Chosen:
    result: str
    yes: str
    no: str


@dataclass
class Branch(Base):
    condition: Cmp
    then: list[Statement]
    other: list[Statement]
    results: list[Chosen]


@dataclass
class Pick(Base):
    """A token that `arith.select` chooses."""

    result: str
    condition: Cmp
    yes: str
    no: str


@dataclass
class Ready(Base):
    result: str


@dataclass
class Commit(Base):
    queue: Num
    body: list[Statement]
    result: str | None


@dataclass
class Issue(Base):
    body: list[Statement]


@dataclass
class Wait(Base):
    how: Literal["wait", "wait_read", "wait_finished"]
    queue: Num
    count: Num


@dataclass
class Await(Base):
    how: Literal["queue.await", "queue.await_read", "async.await"]
    tokens: list[str]


@dataclass
class Launch(Base):
    result: str
    needs: list[str]
    body: list[Statement]


@dataclass
class MakeGroup(Base):
    result: str
    size: Num


@dataclass
class AddTo(Base):
    token: str
    group: str


@dataclass
class AwaitAll(Base):
    group: str


@dataclass
class Call(Base):
    """Of a plain function, which may return tokens, or of an `async.func`, whose result is its token."""

    function: str
    numbers: list[Num]
    memories: list[str]
    tokens: list[str]
    results: list[str]


@dataclass
class Stack(Base):
    """Memory from `memref.alloca`, with zeros written to it."""

    name: str
    size: int


@dataclass
class Heap(Base):
    name: str
    size: int


@dataclass
class Free(Base):
    name: str


@dataclass
class View(Base):
    name: str
    of: str
    offset: int
    size: int


@dataclass
class Scope(Base):
    """A `memref.alloca_scope`."""

    body: list[Statement]


@dataclass
class Check(Base):
    """A `cf.assert`."""

    condition: Cmp


Statement = (
    Put
    | Look
    | Loop
    | Branch
    | Pick
    | Ready
    | Commit
    | Issue
    | Wait
    | Await
    | Launch
    | MakeGroup
    | AddTo
    | AwaitAll
    | Call
    | Stack
    | Heap
    | Free
    | View
    | Scope
    | Check
)


@dataclass
class Function:
    name: str
    hot: bool
    """An `async.func`."""
    numbers: list[str]
    memories: list[str]
    """Views of any size, at any place."""
    tokens: list[str]
    body: list[Statement]
    returns: list[str]
    """Tokens."""


EXTENT = 8


@dataclass
class Program:
    functions: list[Function]
    body: list[Statement]
    returned: list[Place]
    fifos: list[list[int]]
    dynamic: bool
    """Whether the arrays of the entry have a size that is an argument."""
    arrays: list[str] = field(default_factory=lambda: ["A", "B", "C"])
    numbers: list[str] = field(default_factory=lambda: ["n", "k"])

    def function(self, name: str) -> Function:
        return next(f for f in self.functions if f.name == name)

    def bodies(self) -> list[list[Statement]]:
        return [*(f.body for f in self.functions), self.body]


def regions(statement: Statement) -> list[list[Statement]]:
    """The lists of statements in a statement."""
    match statement:
        case Loop() | Commit() | Issue() | Launch() | Scope():
            return [statement.body]
        case Branch():
            return [statement.then, statement.other]
        case _:
            return []


def every(body: list[Statement]) -> Iterator[Statement]:
    """All statements, in the order of the text."""
    for statement in body:
        yield statement
        for region in regions(statement):
            yield from every(region)


def all_of(program: Program) -> Iterator[Statement]:
    for body in program.bodies():
        yield from every(body)


def made_tokens(statement: Statement) -> list[str]:
    """The tokens that a statement makes for those behind it."""
    match statement:
        case Ready() | Pick() | Launch():
            return [statement.result]
        case Commit():
            return [statement.result] if statement.result else []
        case Loop():
            return [c.result for c in statement.carried]
        case Branch():
            return [c.result for c in statement.results]
        case Call():
            return list(statement.results)
        case _:
            return []


@dataclass
class Scoped:
    """What is visible at a place."""

    numbers: list[str]
    memories: list[str]
    tokens: list[str]
    groups: list[str]
    inside: tuple[str, ...] = ()
    """What is around: launch, commit, issue."""

    def copy(self, *inside: str) -> Scoped:
        return Scoped(
            list(self.numbers),
            list(self.memories),
            list(self.tokens),
            list(self.groups),
            (*self.inside, *inside),
        )


@dataclass
class Spot:
    """A statement, where it stands, and what is visible before it."""

    block: list[Statement]
    statement: Statement
    scope: Scoped
    around: tuple[Spot, ...]


def _inner(statement: Statement, scope: Scoped) -> Scoped:
    match statement:
        case Loop():
            inner = scope.copy()
            inner.numbers.append(statement.counter)
            inner.tokens += [c.inside for c in statement.carried]
            return inner
        case Commit():
            return scope.copy("commit")
        case Issue():
            return scope.copy("issue")
        case Launch():
            return scope.copy("launch")
        case _:
            return scope.copy()


def spots(body: list[Statement], scope: Scoped, around: tuple[Spot, ...] = ()) -> Iterator[Spot]:
    """All places of a body; the scope grows as it goes."""
    scope = scope.copy()
    for statement in list(body):
        spot = Spot(body, statement, scope.copy(), around)
        yield spot
        for region in regions(statement):
            yield from spots(region, _inner(statement, scope), (*around, spot))
        scope.tokens += made_tokens(statement)
        match statement:
            case Stack() | Heap() | View():
                scope.memories.append(statement.name)
            case MakeGroup():
                scope.groups.append(statement.result)
            case _:
                pass


def all_spots(program: Program) -> Iterator[Spot]:
    for f in program.functions:
        yield from spots(f.body, Scoped(list(f.numbers), list(f.memories), list(f.tokens), []))
    yield from spots(program.body, Scoped(list(program.numbers), list(program.arrays), [], []))


def tokens_used(statement: Statement) -> list[str]:
    match statement:
        case Await():
            return statement.tokens
        case Launch():
            return statement.needs
        case AddTo():
            return [statement.token]
        case Call():
            return statement.tokens
        case Pick():
            return [statement.yes, statement.no]
        case Loop():
            return [c.first for c in statement.carried]
        case _:
            return []


def _numbers_in(number: Num) -> list[str]:
    match number:
        case Const():
            return []
        case Var():
            return [number.name]
        case Bin():
            return [*_numbers_in(number.a), *_numbers_in(number.b)]


def _places(statement: Statement) -> list[Place]:
    match statement:
        case Put():
            return [statement.to, *statement.sources]
        case Look():
            return [statement.of]
        case _:
            return []


def _memories_used(statement: Statement) -> list[str]:
    match statement:
        case Call():
            return statement.memories
        case View():
            return [statement.of]
        case Free():
            return [statement.name]
        case _:
            return [p.memory for p in _places(statement)]


def well_formed(program: Program) -> bool:
    """Whether each name that is used is visible; a mutant or a smaller program may break that."""
    for spot in all_spots(program):
        s, scope = spot.statement, spot.scope
        if not set(tokens_used(s)) <= set(scope.tokens) or not set(_memories_used(s)) <= set(scope.memories):
            return False
        if isinstance(s, AddTo | AwaitAll) and s.group not in scope.groups:
            return False
        if any(not set(_numbers_in(p.at)) <= set(scope.numbers) for p in _places(s)):
            return False
        if isinstance(s, Loop) and not _ends_known(s.body, _inner(s, scope), [c.handed for c in s.carried]):
            return False
        if isinstance(s, Branch):
            for region, names in (
                (s.then, [c.yes for c in s.results]),
                (s.other, [c.no for c in s.results]),
            ):
                if not _ends_known(region, scope, names):
                    return False
    return all(_ends_known(f.body, Scoped([], [], list(f.tokens), []), f.returns) for f in program.functions)


def _ends_known(body: list[Statement], scope: Scoped, names: list[str]) -> bool:
    known = set(scope.tokens)
    for statement in body:
        known |= set(made_tokens(statement))
    return set(names) <= known
