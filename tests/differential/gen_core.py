"""What the random programs are built from: choices, scopes, permissions on memory, tokens, and the text.

A program is race-free by construction. Each allocation is a `Root`; in each task or function (a `Context`) it has
a `Perm`: what the context may do with it, less what it has lent to work in flight. Launching a task lends roots to its
token; awaiting the token, or anything that completes after it, gives them back.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

T = TypeVar("T")

INTS = ("i64", "i32", "i8", "index")
FLOATS = ("f64", "f32")
SCALARS = ("i64", "i32", "i1", "i8", "index", "f64", "f32")
WIDTH = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64, "f32": 32, "f64": 64}
ELEMENTS = ("i64", "i32", "f64", "f32", "i8")
GROUP = "!async.group"
TOKEN = "!async.token"


class Choices(Protocol):
    """Where decisions come from: Hypothesis (which shrinks them) or a seed."""

    def integer(self, low: int, high: int) -> int: ...


class Seeded:
    """Decisions from a seed."""

    def __init__(self, seed: int):
        self._random = random.Random(seed)

    def integer(self, low: int, high: int) -> int:
        return self._random.randint(low, high)


@dataclass(frozen=True)
class Root:
    """One allocation."""

    id: int
    element: str


@dataclass(frozen=True)
class View:
    """A memref value: a root, seen through a type. A size of None is dynamic, and at least 1."""

    name: str
    type: str
    root: Root
    shape: tuple[int | None, ...]
    identity: bool = True


@dataclass(frozen=True)
class Token:
    """A token, value or group. Awaiting it proves that everything in `releases` is complete."""

    name: str
    type: str
    id: int
    releases: frozenset[int]
    region: int
    payload: str | None = None

    @property
    def is_group(self) -> bool:
        return self.type == GROUP


@dataclass(frozen=True)
class Perm:
    """What a context may do with a root: `own` ("rw" or "ro"), less what is lent to work in flight."""

    own: str
    writers: frozenset[int] = frozenset()
    readers: frozenset[int] = frozenset()

    def after(self, released: frozenset[int]) -> Perm:
        return replace(self, writers=self.writers - released, readers=self.readers - released)

    @property
    def now(self) -> str:
        if self.writers:
            return ""
        return "ro" if self.readers else self.own

    @property
    def lenders(self) -> frozenset[int]:
        return self.writers | self.readers


@dataclass
class Context:
    """A function or a task: the unit that runs one thing at a time and owns permissions."""

    kind: str
    perms: dict[int, Perm] = field(default_factory=dict)

    def release(self, token: Token) -> None:
        for root, perm in self.perms.items():
            self.perms[root] = perm.after(token.releases)


@dataclass
class Scope:
    """What is visible at a place, and what may be written there."""

    context: Context
    region: int
    values: dict[str, list[str]]
    views: list[View]
    tokens: list[Token]
    blocks: bool
    """The region around may have several blocks."""
    async_ok: bool = True
    asserts: bool = True
    """Whether a failure here has one meaning; not so among iterations without order."""
    depth: int = 0
    repeat: int = 1
    """How often, at most, this place runs per call of its function."""

    def child(self, region: int, *, blocks: bool, times: int = 1, context: Context | None = None) -> Scope:
        return Scope(
            context or self.context,
            region,
            {t: list(names) for t, names in self.values.items()},
            list(self.views),
            list(self.tokens),
            blocks,
            self.async_ok,
            self.asserts,
            self.depth + 1,
            self.repeat * times,
        )

    def add(self, name: str, type_: str) -> str:
        self.values.setdefault(type_, []).append(name)
        return name

    def access(self, root: Root) -> str:
        perm = self.context.perms.get(root.id)
        return perm.now if perm else ""


@dataclass(frozen=True)
class Profile:
    """Which programs are wanted."""

    name: str
    ours: bool
    """Whether what MLIR 22 cannot lower, or runs wrongly, may occur."""
    fails: bool
    """Whether an assertion may fail."""
    fuel: int = 70
    """Ops per function, roughly."""
    limit: int = 1500
    """Ops executed, at most, roughly."""
    busy: bool = False
    """Whether tasks, groups, awaits and calls are most of it."""


FULL = Profile("full", ours=True, fails=True)
MLIR = Profile("mlir", ours=False, fails=False)
BUSY = Profile("busy", ours=True, fails=True, fuel=140, limit=6000, busy=True)


@dataclass(frozen=True)
class Param:
    """A parameter: a scalar, a memref (with the access that the callee needs), or a token for memrefs."""

    type: str
    access: str = ""
    element: str = ""
    covers: tuple[int, ...] = ()
    """For a token: the parameters that are lent until it completes."""


@dataclass(frozen=True)
class Result:
    """A result: a scalar, or a token that covers parameters (index, "rw" or "ro")."""

    type: str
    covers: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Body:
    """A function's text, what occurs in it, and whom it calls."""

    lines: tuple[str, ...]
    features: Counter[str]
    calls: frozenset[str]


@dataclass(frozen=True)
class Function:
    """A function that may be called."""

    name: str
    kind: str
    params: tuple[Param, ...]
    results: tuple[Result, ...]
    cost: int
    awaits: bool
    fails: bool
    """Whether it may fail."""
    bounded: bool = False
    """The first parameter is the depth of the recursion."""
    body: Body | None = None


class Generator:
    """The state of one program's generation: its text so far, names, features, and cost."""

    def __init__(self, choices: Choices, profile: Profile):
        self.choices = choices
        self.profile = profile
        self.globals: list[str] = []
        self.functions: list[Function] = []
        self._next = 0
        self.begin(profile.fuel)

    def begin(self, fuel: int) -> None:
        """Start a function; `reserved` are roots that must not be lent just now."""
        self.lines: list[str] = []
        self.features: Counter[str] = Counter()
        self.calls: set[str] = set()
        self.reserved: frozenset[int] = frozenset()
        self.indent = 2
        self.fuel = fuel
        self.cost = 0
        self.awaits = False
        self.fails = False

    def end(self) -> Body:
        """The function that was written."""
        return Body(tuple(self.lines), self.features, frozenset(self.calls))

    def use(self, function: Function) -> None:
        """Note a call."""
        self.calls.add(function.name)

    # decisions

    def integer(self, low: int, high: int) -> int:
        return self.choices.integer(low, high) if low < high else low

    def chance(self, percent: int) -> bool:
        """True in `percent` of cases; shrinks to False."""
        return self.choices.integer(0, 99) >= 100 - percent

    def pick(self, options: Sequence[T]) -> T:
        return options[self.integer(0, len(options) - 1)]

    def weighted(self, options: Sequence[tuple[int, T]]) -> T:
        at = self.integer(0, sum(w for w, _ in options) - 1)
        for weight, option in options:
            at -= weight
            if at < 0:
                return option
        raise AssertionError("unreachable")

    # text

    def number(self) -> int:
        self._next += 1
        return self._next

    def fresh(self, stem: str = "") -> str:
        return f"%{stem}{self.number()}" if stem else f"%v{self.number()}"

    def line(self, text: str) -> None:
        self.lines.append("  " * self.indent + text)

    def label(self, text: str) -> None:
        self.lines.append("  " * (self.indent - 1) + text)

    def op(self, s: Scope, text: str) -> None:
        """An op, which costs."""
        self.line(text)
        self.fuel -= 1
        self.cost += s.repeat

    def define(self, s: Scope, type_: str, text: str) -> str:
        """An op with one scalar result, visible from here on."""
        name = self.fresh()
        self.op(s, f"{name} = {text}")
        return s.add(name, type_)

    def temporary(self, s: Scope, text: str) -> str:
        """An op with one result that is not used again."""
        name = self.fresh("t")
        self.op(s, f"{name} = {text}")
        return name

    def token(
        self, s: Scope, name: str, type_: str, id_: int, releases: frozenset[int] = frozenset()
    ) -> Token:
        payload = type_[len("!async.value<") : -1] if type_.startswith("!async.value<") else None
        token = Token(name, type_, id_, releases | {id_}, s.region, payload)
        s.tokens.append(token)
        return token
