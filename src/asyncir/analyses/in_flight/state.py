"""What is in flight at a point of a program, relative to the current iterations of the loops around it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from asyncir.analyses.in_flight.exprs import Lin, substituted, symbol
from asyncir.analyses.in_flight.facts import Facts
from asyncir.ir import Operation, SSAValue

Vector = tuple[tuple[int, int], ...]
"""(wait, best slack) pairs, for each wait (by number) that a group has met; negative: did not retire the group."""


@dataclass(frozen=True, slots=True)
class FlightAccess:
    """Elements of an object: from `index` on, `sizes` many along each dimension, for all bound numbers in `where`."""

    root: Hashable
    index: tuple[Lin, ...] | None
    """None: some elements, it is not known which."""
    sizes: tuple[Lin, ...] | None = None
    where: tuple[Lin, ...] = ()
    exact: bool = True
    """Whether all of these elements are touched by some execution."""

    def substituted(self, by: Mapping[str, Lin]) -> FlightAccess:
        """With symbols replaced."""
        return FlightAccess(
            self.root,
            None if self.index is None else tuple(substituted(e, by) for e in self.index),
            None if self.sizes is None else tuple(substituted(e, by) for e in self.sizes),
            tuple(substituted(e, by) for e in self.where),
            self.exact,
        )

    def lins(self) -> Iterable[Lin]:
        """All expressions in it."""
        yield from self.index or ()
        yield from self.sizes or ()
        yield from self.where


class Entry(NamedTuple):
    """The reads, or the writes, of one operation in flight, or (with threads) of a plain op since the barrier."""

    op: Operation
    kind: str
    """`R`, `W`, or `A` for an atomic update."""
    accesses: tuple[FlightAccess, ...]
    at: int
    """Where in the flat code it was issued."""
    place: tuple[Lin, ...] = ()
    """The counters of the loops around it when it was issued."""
    fifo: Hashable = None
    seq: int | None = None
    """Its group's number in its FIFO; None while it is in none."""
    commit: Operation | None = None
    opened: bool = False
    """Whether it is in a group that is not closed yet."""
    uid: int = -1
    """What its own token stands for, where it has one."""
    many: bool = False
    """Whether it stands for any one of several old groups."""
    age: Lin | None = None
    """Of one that does, where counts are computed: how many groups were committed to the FIFO after its own."""
    rank: int = 0
    """Of an old one: by how much the number of its group is too low, which only tells the order of old groups."""
    formal: tuple[FlightAccess, ...] | None = None
    """The accesses with `p0`, `p1`, … for the counters in `place` that are none any more: their loops have ended."""
    done: bool = False
    """Waited for by its thread, and not published by a barrier yet."""
    local: bool = True
    """Whether no other thread can race with it."""
    met: Vector = ()
    published: Vector = ()
    last: tuple[int, int] | None = None
    """The last wait it met, and its slack."""
    last_published: tuple[int, int] | None = None
    symbols: frozenset[str] = frozenset()

    @property
    def structure(self) -> Hashable:
        """What tells it from others when states are compared, ages excepted."""
        unserved = bool(self.met) and all(slack < 0 for _, slack in self.met)
        last = (self.last, self.last_published) if unserved else None
        return (
            self.at,
            self.kind,
            self.accesses,
            self.opened,
            self.many,
            self.age,
            self.done,
            self.met,
            self.published,
            last,
        )

    def lins(self) -> Iterator[Lin]:
        """The expressions by which it is told from others."""
        for access in self.accesses:
            yield from access.lins()
        if self.age is not None:
            yield self.age


def symbols_in(accesses: Iterable[FlightAccess], place: Iterable[Lin] = ()) -> frozenset[str]:
    """The symbols in accesses and places."""
    found: set[str] = set()
    for access in accesses:
        for e in access.lins():
            found |= e.symbols
    for e in place:
        found |= e.symbols
    return frozenset(found)


def moved(entry: Entry, by: Mapping[str, Lin]) -> Entry:
    """The entry with symbols replaced."""
    if entry.symbols.isdisjoint(by):
        return entry
    accesses = tuple(a.substituted(by) for a in entry.accesses)
    place = tuple(substituted(e, by) for e in entry.place)
    age = None if entry.age is None else substituted(entry.age, by)
    formal = None if entry.formal is None else tuple(a.substituted(by) for a in entry.formal)
    symbols = symbols_in(accesses, place if age is None else (*place, age))
    return entry._replace(accesses=accesses, place=place, age=age, formal=formal, symbols=symbols)


def frozen(entry: Entry, counter: str) -> Entry:
    """The entry before `counter` is replaced by what it is at the end of its loop: how accesses hang on it is kept."""
    for depth, e in enumerate(entry.place):
        if len(e.terms) == 1 and e.terms[0] == (counter, 1):
            by = {counter: symbol(f"p{depth}") - e.const}
            formal = entry.accesses if entry.formal is None else entry.formal
            return entry._replace(formal=tuple(a.substituted(by) for a in formal))
    return entry


@dataclass(frozen=True, slots=True)
class Token:
    """The groups, each a FIFO and a number, and the single copies that a token may stand for; all are waited for."""

    groups: frozenset[tuple[Hashable, int]] = frozenset()
    copies: frozenset[int] = frozenset()


READY = Token()


ANYWHERE = -1


@dataclass(frozen=True, slots=True)
class Memory:
    """A view of an object."""

    root: Hashable
    lead: tuple[Lin, ...] = ()
    """Which of the objects that the root stands for: the iterations in which it was allocated."""
    dims: tuple[tuple[Lin, int | None, int], ...] | None = None
    """For each dimension of the object: offset, the dimension of the view along it if any, stride. None: unknown.

    `ANYWHERE` in place of a dimension of the view: its elements may be anywhere along this one.
    """
    whole: bool = True
    """Whether the view has all elements of the object."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A truth value: `e >= 0`, `e == 0`, or a connective of two."""

    kind: str
    """`ge`, `eq`, `not`, `and`, `or`, `xor`."""
    e: Lin | None = None
    parts: tuple[Condition | bool, ...] = ()

    def substituted(self, by: Mapping[str, Lin]) -> Condition:
        """With symbols replaced."""
        parts = tuple(p if isinstance(p, bool) else p.substituted(by) for p in self.parts)
        return Condition(self.kind, None if self.e is None else substituted(self.e, by), parts)

    def symbols(self) -> frozenset[str]:
        """All symbols in it."""
        found: frozenset[str] = frozenset() if self.e is None else self.e.symbols
        for part in self.parts:
            if isinstance(part, Condition):
                found |= part.symbols()
        return found


Value = Lin | Condition | bool | Token | Memory


def value_symbols(value: Value) -> frozenset[str]:
    """The symbols in a value."""
    if isinstance(value, Lin):
        return value.symbols
    if isinstance(value, Condition):
        return value.symbols()
    if isinstance(value, Memory):
        found: set[str] = set()
        for e in value.lead:
            found |= e.symbols
        for offset, _, _ in value.dims or ():
            found |= offset.symbols
        return frozenset(found)
    return frozenset()


def value_substituted(value: Value, by: Mapping[str, Lin]) -> Value:
    """The value with symbols replaced."""
    if isinstance(value, Lin):
        return substituted(value, by)
    if isinstance(value, Condition):
        return value.substituted(by)
    if isinstance(value, Memory) and not value_symbols(value).isdisjoint(by):
        dims = value.dims
        if dims is not None:
            dims = tuple((substituted(o, by), d, s) for o, d, s in dims)
        return Memory(value.root, tuple(substituted(e, by) for e in value.lead), dims, value.whole)
    return value


@dataclass(slots=True)
class Lane:
    """One thread."""

    number: int
    pc: int = 0
    env: dict[SSAValue, Value] = field(default_factory=dict[SSAValue, Value])
    entries: list[Entry] = field(default_factory=list[Entry])
    totals: dict[Hashable, int] = field(default_factory=dict[Hashable, int])
    ever: dict[Hashable, Lin] = field(default_factory=dict[Hashable, Lin])
    """Groups committed to each FIFO from the start, kept only where a wait asks for it."""
    committing: bool = False
    epoch: list[Entry] = field(default_factory=list[Entry])
    """Plain accesses since the last barrier, where there are several threads."""
    uids: int = 0
    cells: dict[tuple[Hashable, tuple[int, ...]], Lin] = field(
        default_factory=dict[tuple[Hashable, tuple[int, ...]], Lin]
    )
    """Integers in memory that only this thread has: counters that a program keeps."""
    calls: tuple[tuple[int, tuple[Any, ...], tuple[Any, ...]], ...] = ()
    """With given arguments: the calls that have not returned yet, each with the values and the counters there."""
    failed: bool = False
    """Whether the thread has ended with an error."""

    def copy(self) -> Lane:
        """A copy that may change."""
        return Lane(
            self.number,
            self.pc,
            dict(self.env),
            list(self.entries),
            dict(self.totals),
            dict(self.ever),
            self.committing,
            list(self.epoch),
            self.uids,
            dict(self.cells),
            self.calls,
            self.failed,
        )

    def substitute(self, by: Mapping[str, Lin]) -> None:
        """Replace symbols everywhere."""
        for name, value in self.env.items():
            changed = value_substituted(value, by)
            if changed is not value:
                self.env[name] = changed
        self.entries = [moved(e, by) for e in self.entries]
        self.epoch = [moved(e, by) for e in self.epoch]
        self.ever = {fifo: substituted(e, by) for fifo, e in self.ever.items()}
        self.cells = {cell: substituted(e, by) for cell, e in self.cells.items()}

    def age(self, entry: Entry) -> int | None:
        """How many groups of its FIFO were committed after its own."""
        return None if entry.seq is None else self.totals.get(entry.fifo, 0) - 1 - entry.seq


@dataclass(slots=True)
class State:
    """The threads that are looked at (one, or two that stand for any two), and what is known of the path."""

    lanes: list[Lane]
    facts: Facts
    counters: dict[int, Lin] = field(default_factory=dict[int, Lin])
    """The counters of the loops that are running."""
    past: Facts = field(default_factory=Facts)
    """What is known of arguments that nothing needs any more: it tells no states apart."""
    vague: bool = False
    """Whether it was forgotten on the way how a number that a loop or a cell carries hangs on the iteration."""

    derived: bool = False
    """Whether something was computed or loaded on the way that is no expression: that it may be any number is a guess."""

    guessing: bool = False
    """Whether such a number has decided on the way."""

    def copy(self) -> State:
        """A copy that may change."""
        lanes = [lane.copy() for lane in self.lanes]
        forgotten = (self.vague, self.derived, self.guessing)
        return State(lanes, self.facts, dict(self.counters), self.past, *forgotten)

    def goes_on_without(self, lane: Lane) -> bool:
        """Whether there is another thread that may do something where this one ends."""
        return any(other is not lane and not other.failed for other in self.lanes)

    def substitute(self, by: Mapping[str, Lin]) -> None:
        """Replace symbols everywhere."""
        for lane in self.lanes:
            lane.substitute(by)
        self.facts = self.facts.substituted(by)


class Split(Exception):
    """Go on twice: where the expression is not negative, and where it is."""

    def __init__(self, e: Lin):
        super().__init__()
        self.e = e


class Dead(Exception):
    """No execution comes here."""


class ThreadEnds(Exception):
    """The thread ends here with an error: it does nothing more. What others do before they wait for it, they may do."""


class GiveUp(Exception):
    """The program has something of which nothing can be proved."""

    def __init__(self, reason: str, op: Any = None):
        super().__init__(reason)
        self.reason = reason
        self.op = op


class TooMuch(GiveUp):
    """It would take too long to look at all of it."""


def decide(state: State, condition: Condition | bool) -> bool:
    """Whether the condition holds; raises `Split` where it does sometimes."""
    if isinstance(condition, bool):
        return condition
    match condition.kind:
        case "ge":
            assert condition.e is not None
            return decide_sign(state, condition.e)
        case "eq":
            e = condition.e
            assert e is not None
            return decide_sign(state, e) and decide_sign(state, e.scaled(-1))
        case "not":
            return not decide(state, condition.parts[0])
        case "and":
            return decide(state, condition.parts[0]) and decide(state, condition.parts[1])
        case "or":
            return decide(state, condition.parts[0]) or decide(state, condition.parts[1])
        case _:
            return decide(state, condition.parts[0]) != decide(state, condition.parts[1])


def decide_sign(state: State, e: Lin) -> bool:
    """Whether `e >= 0`; raises `Split` where it is sometimes."""
    answer = state.facts.decide(e)
    if answer is None:
        raise Split(e)
    return answer


def bounds_in(condition: Condition | bool, truth: bool) -> Iterator[Lin]:
    """The bounds that a condition says, where it is decided so: these are not negative."""
    if isinstance(condition, bool):
        return
    match condition.kind, truth:
        case "ge", _ if condition.e is not None:
            yield condition.e if truth else condition.e.opposite
        case "not", _:
            yield from bounds_in(condition.parts[0], not truth)
        case ("and", True) | ("or", False):
            for part in condition.parts:
                yield from bounds_in(part, truth)
        case _:
            pass


def equals_in(condition: Condition | bool) -> Iterator[Lin]:
    """What a test for equality compares with zero: a number that counts up to a bound stays on its side of it."""
    if isinstance(condition, bool):
        return
    if condition.kind == "eq" and condition.e is not None:
        yield condition.e
        yield condition.e.scaled(-1)
    elif condition.kind == "not":
        yield from equals_in(condition.parts[0])


def told(facts: Facts, condition: Condition | bool, truth: bool) -> Facts:
    """With what a condition says, where it is decided so."""
    if isinstance(condition, bool):
        return facts
    e = condition.e
    match condition.kind, truth:
        case "ge", _:
            return facts.plus(*bounds_in(condition, truth))
        case "eq", True if e is not None:
            return facts.plus(e, e.scaled(-1))
        case "eq", False if e is not None:
            return facts.plus(e - 1 if facts.implies(e) else e.opposite)
        case "not", _:
            return told(facts, condition.parts[0], not truth)
        case ("and", True) | ("or", False):
            for part in condition.parts:
                facts = told(facts, part, truth)
            return facts
        case _:
            return facts
