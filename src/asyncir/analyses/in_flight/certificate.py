"""The proof as data: what may be in flight at the head of each loop, as relations that isl reads."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from asyncir.analyses.in_flight.code import Code, Kind, Loop
from asyncir.analyses.in_flight.exprs import Atom, Lin, constant
from asyncir.analyses.in_flight.facts import Facts, isl
from asyncir.analyses.in_flight.state import Access, Entry, Lane, State, Token, Value
from asyncir.analyses.in_flight.values import World, is_number, memref
from asyncir.ir import ModuleOp, Operation, OpResult, SSAValue

_MOST_STATES = 2000
"""More states than this at all heads together are not kept: there is no certificate then."""


@dataclass(slots=True)
class _Head:
    """The states that came to a loop's head."""

    loop: Loop
    states: dict[Hashable, _Seen] = field(default_factory=dict[Hashable, "_Seen"])


@dataclass(slots=True)
class _Seen:
    """One of them."""

    facts: Facts
    lanes: list[Lane]
    counters: dict[int, Lin]


class Certificates:
    """Collects the states at the heads."""

    def __init__(self, code: Code):
        self.code = code
        self.heads: dict[int, _Head] = {}
        self.kept = 0

    def clear(self) -> None:
        """Start again."""
        self.heads = {}
        self.kept = 0

    def seen(self, state: State, loop: Loop) -> None:
        """A state came to the loop's head."""
        if self.kept <= _MOST_STATES:
            head = self.heads.setdefault(loop.number, _Head(loop))
            copy = state.copy()
            head.states[self.kept] = _Seen(copy.facts, copy.lanes, copy.counters)
            self.kept += 1

    def finished(self, module: ModuleOp, world: World) -> object | None:
        """The certificate, or None."""
        if self.kept > _MOST_STATES:
            return None
        ids = {op: number for number, op in enumerate(module.walk())}
        writer = _Writer(self.code, world, ids)
        heads = {
            writer.place(loop): writer.head(loop, self.heads.get(loop.number)) for loop in self.code.loops
        }
        return {"text": hashlib.sha256(str(module).encode()).hexdigest(), "heads": heads}


class _Writer:
    """Turns states into relations."""

    def __init__(self, code: Code, world: World, ids: dict[Operation, int]):
        self.code = code
        self.world = world
        self.ids = ids

    def place(self, loop: Loop) -> str:
        """How the loop is called: the calls to it, its op, and the block where it is one of a control-flow graph."""
        name = self._path((*loop.path, loop.op))
        if loop.block is None:
            return name
        region = loop.block.parent_region()
        assert region is not None
        return f"{name}.{loop.op.regions.index(region)}.b{region.get_block_index(loop.block)}"

    def _path(self, ops: Iterable[Operation]) -> str:
        return "/".join(str(self.ids[op]) for op in ops)

    def head(self, loop: Loop, head: _Head | None) -> dict[str, Any]:
        """What is true at a head."""
        dims = list(self._dims(loop))
        names = ", ".join(f"i{n}" for n in range(len(dims)))
        if head is None:
            return {"where": f"{{ [{names}] : 1 = 0 }}"}
        where: list[str] = []
        tables: dict[str, dict[str, list[str]]] = {"pending": {}, "epoch": {}, "committed": {}}
        tokens: dict[SSAValue, _Ages] = {}
        for seen in head.states.values():
            for lane in seen.lanes:
                at = _Text(dims, seen, lane)
                where.append(at.relation("", ()))
                self._flight(at, lane, tables)
                for fifo, count in lane.ever.items():
                    piece = at.relation("n", (f"n = {at.lin(count)}",))
                    tables["committed"].setdefault(str(fifo), []).append(piece)
                for name in self._tokens(loop, head):
                    tokens.setdefault(name, _Ages()).add(at, lane.env.get(name), lane)
        said: dict[str, Any] = {"where": _set(where)}
        for name, table in tables.items():
            if table:
                said[name] = {key: _map(pieces) for key, pieces in table.items()}
        found = {self._token(token, loop): ages.said() for token, ages in tokens.items()}
        known = {number: ages for number, ages in found.items() if ages is not None}
        return said | ({"tokens": known} if known else {})

    def _dims(self, loop: Loop) -> Iterator[str | SSAValue]:
        """The coordinates: the counter of each loop around, and the numbers that it carries."""
        for around in loop.chain():
            yield around.counter
            yield from (argument for argument in around.carried if is_number(argument.type))

    def _tokens(self, loop: Loop, head: _Head) -> list[SSAValue]:
        """The tokens that somebody knows at the head: those that it carries, and results of ops before it."""
        known: dict[SSAValue, None] = {}
        for seen in head.states.values():
            for lane in seen.lanes:
                known |= {v: None for v, value in lane.env.items() if isinstance(value, Token)}
        return [v for v in known if v in loop.carried or isinstance(v, OpResult)]

    def _token(self, token: SSAValue, loop: Loop) -> str:
        if isinstance(token, OpResult):
            return f"{self.ids[token.op]}:{token.index}"
        return str(loop.carried.index(token))

    def _flight(self, at: _Text, lane: Lane, tables: dict[str, dict[str, list[str]]]) -> None:
        for entry in (*lane.entries, *lane.epoch):
            plain = entry in lane.epoch
            for access in entry.accesses:
                name = self._object(access.root)
                cells = self._cells(at, access)
                if not plain and not entry.done:
                    op = self.code.instructions[entry.at]
                    assert op.op is not None
                    key = f"{self._path((*op.path, op.op))}:{entry.kind}:{name}"
                    age = _age(lane, entry)
                    table = tables["pending"].setdefault(key, [])
                    table.append(at.relation("age", (age, *cells.conditions), cells.names))
                if self.world.threads > 1 and not _is_private(access.root):
                    table = tables["epoch"].setdefault(f"{entry.kind}:{name}", [])
                    table.append(at.relation("", cells.conditions, cells.names))

    def _object(self, root: Hashable) -> str:
        match root:
            case ("arg", int(number)):
                return f"arg{number}"
            case ("alloc", int(pc)) | ("alloc", int(pc), int()):
                made = self.code.instructions[pc]
                assert made.op is not None
                return f"alloc {self._path((*made.path, made.op))}"
            case ("global", str(name)):
                return name
            case _:
                return "?"

    def _rank(self, root: Hashable) -> int:
        type_: Any = None
        loops = 0
        match root:
            case ("arg", int(number)):
                block = self.code.entry.regions[0].blocks.first
                assert block is not None
                type_ = memref(block.args[number].type)
            case ("alloc", int(pc)) | ("alloc", int(pc), int()):
                made = self.code.instructions[pc]
                assert made.op is not None
                type_ = memref(made.op.results[0].type)
                loops = 0 if made.inside is None else len(made.inside.chain())
            case ("global", str(name)):
                type_ = next(memref(op.results[0].type) for op in self._globals(name))
            case _:
                pass
        return loops + (0 if type_ is None else len(type_.get_shape()))

    def _globals(self, name: str) -> Iterator[Operation]:
        for at in self.code.instructions:
            if at.kind is Kind.OP and at.op is not None and at.op.name == "memref.get_global":
                symbol: Any = at.op.get_attr_or_prop("name")
                if f"global {symbol.root_reference.data}" == name:
                    yield at.op

    def _cells(self, at: _Text, access: Access) -> _Cells:
        rank = self._rank(access.root)
        names = tuple(f"c{n}" for n in range(rank))
        if access.index is None or len(access.index) != rank:
            return _Cells(names, tuple(f"{at.lin(e)} >= 0" for e in access.where))
        sizes = access.sizes or tuple(constant(1) for _ in access.index)
        found = [
            f"{at.lin(index)} <= {name} < {at.lin(index + size)}"
            for name, index, size in zip(names, access.index, sizes, strict=True)
        ]
        return _Cells(names, (*found, *(f"{at.lin(e)} >= 0" for e in access.where)))


@dataclass(frozen=True, slots=True)
class _Cells:
    names: tuple[str, ...]
    conditions: tuple[str, ...]


def _age(lane: Lane, entry: Entry) -> str:
    age = lane.age(entry)
    if age is None:
        return "age = -1"
    return f"age >= {age}" if entry.many else f"age = {age}"


def _is_private(root: Hashable) -> bool:
    return isinstance(root, tuple) and root[:1] == ("alloc",) and len(root) > 2  # pyright: ignore


class _Text:
    """Expressions of a state in isl's syntax: coordinates, parameters, and numbers that exist."""

    def __init__(self, dims: list[str | SSAValue], seen: _Seen, lane: Lane):
        self.lane = lane.number
        self.exists: dict[Atom, str] = {}
        self.dims = [f"i{n}" for n in range(len(dims))]
        self.parameters: dict[str, None] = {}
        conditions = [f"{self.lin(e)} >= 0" for e in seen.facts.lins()]
        for name, dim in zip(self.dims, dims, strict=True):
            value: Value | None = Lin(0, ((dim, 1),)) if isinstance(dim, str) else lane.env.get(dim)
            if isinstance(value, Lin):
                conditions.append(f"{name} = {self.lin(value)}")
        self.conditions = tuple(conditions)

    def lin(self, e: Lin) -> str:
        """An expression."""
        return " + ".join([str(e.const), *(f"{c}*{self._atom(atom)}" for atom, c in e.terms)])

    def _atom(self, atom: Atom) -> str:
        if isinstance(atom, str):
            if atom[0] in "ad" and atom[1:2].isdigit():
                self.parameters[atom] = None
                return atom
            if atom[0] == "t" and atom[1:-1] == str(self.lane):
                self.parameters[f"t{atom[-1]}"] = None
                return f"t{atom[-1]}"
        elif atom[0] != "load":
            inner = self.lin(atom[1])
            return f"(({inner}) mod {atom[2]})" if atom[0] == "mod" else f"floor(({inner})/{atom[2]})"
        return self.exists.setdefault(atom, f"e{len(self.exists)}")

    def relation(self, first: str, conditions: Iterable[str], rest: Iterable[str] = ()) -> str:
        """One case of a relation from the coordinates; of a set of them, where it goes to nothing."""
        target = ", ".join([*filter(None, (first,)), *rest])
        every = " and ".join((*self.conditions, *conditions)) or "true"
        bound = f"exists {', '.join(self.exists.values())} : {every}" if self.exists else every
        parameters = f"[{', '.join(self.parameters)}] -> " if self.parameters else ""
        return f"{parameters}{{ [{', '.join(self.dims)}] -> [{target}] : {bound} }}"


class _Ages:
    """Which groups a token may stand for, and where that is not known."""

    def __init__(self) -> None:
        self.known: list[tuple[str, str]] = []
        self.unknown: list[str] = []

    def add(self, at: _Text, value: Value | None, lane: Lane) -> None:
        """One state's."""
        if isinstance(value, Token) and not value.copies and len({fifo for fifo, _ in value.groups}) == 1:
            ((fifo, seq), *_) = sorted(value.groups, key=lambda group: -group[1])
            age = lane.totals.get(fifo, 0) - 1 - seq
            self.known.append((str(fifo), at.relation("age", (f"age = {age}",))))
        else:
            self.unknown.append(at.relation("", ()))

    def said(self) -> list[str] | None:
        """The FIFO and the ages, where they are known."""
        if not self.known or any(fifo != self.known[0][0] for fifo, _ in self.known):
            return None
        ages = isl().Map(_map([relation for _, relation in self.known]))
        if self.unknown:
            ages = ages.subtract_domain(isl().Map(_map(self.unknown)).domain())
        return None if ages.is_empty() else [self.known[0][0], str(ages)]


def _map(cases: list[str]) -> str:
    """The union of the cases."""
    whole = isl().Map(cases[0])
    for case in dict.fromkeys(cases[1:]):
        whole = whole.union(isl().Map(case))
    return str(whole.coalesce())


def _set(cases: list[str]) -> str:
    return str(isl().Map(_map(cases)).domain().coalesce())
