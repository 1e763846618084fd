"""The proof as data: what is true at each point where paths meet, as relations that isl reads."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from asyncir.analyses.in_flight.code import Code, FlatLoop, Instruction, Kind
from asyncir.analyses.in_flight.exprs import Atom, Lin, modulo, symbol
from asyncir.analyses.in_flight.facts import Facts, isl, within_budget
from asyncir.analyses.in_flight.lookup import is_number, literal_of, memref
from asyncir.analyses.in_flight.state import (
    Condition,
    Entry,
    FlightAccess,
    Lane,
    Memory,
    State,
    Token,
    Value,
)
from asyncir.analyses.in_flight.views import identity_dims
from asyncir.analyses.in_flight.widths import STEPS, width_of
from asyncir.analyses.in_flight.world import UNKNOWN, World, is_private
from asyncir.dialects.effects import is_allocation
from asyncir.dialects.interfaces.completion import BlockSize, ThreadIndex
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, BlockArgument, ModuleOp, Operation, OpResult, Region, SSAValue

_SUMS = (OpKind.ADD, OpKind.SUBTRACT, OpKind.MULTIPLY, OpKind.INDEX_CAST, OpKind.EXTEND)
_ABOUT = 1 << 16
_MOST_STATES = 4000
"""More states than this at all points together are not kept: there is no certificate then."""
_MOST_OPERATIONS = 14_000_000
"""Of isl, to write a certificate: hardly one that took more to write was followed by the verifier."""


@dataclass(slots=True)
class _Seen:
    """A state of which the exploration says: what follows from it has been looked at."""

    facts: Facts
    lane: Lane
    counters: dict[int, Lin]


class Certificates:
    """Collects the states at the points."""

    def __init__(self, code: Code):
        self.code = code
        self.points: dict[int, list[_Seen]] = {}
        self.kept = 0

    def clear(self) -> None:
        """Start again."""
        self.points = {}
        self.kept = 0

    def seen(self, state: State, pc: int) -> None:
        """The exploration goes on from here, of all threads that are at this place in the code."""
        if self.code.instructions[pc].place is not None and self.kept <= _MOST_STATES:
            here = [lane for lane in state.lanes if lane.pc == pc]
            self.points.setdefault(pc, []).extend(
                _Seen(state.facts, lane.copy(), dict(state.counters)) for lane in here
            )
            self.kept += len(here)

    def finished(self, module: ModuleOp, world: World) -> object | None:
        """The certificate; None where it is too long for a verifier, or takes too long to write."""
        if self.kept > _MOST_STATES:
            return None
        return within_budget(lambda: self._written(module, world), None, _MOST_OPERATIONS)

    def _written(self, module: ModuleOp, world: World) -> object:
        ids = {op: number for number, op in enumerate(module.walk())}
        lanes = [seen.lane for states in self.points.values() for seen in states]
        touched = {a.root for lane in lanes for entry in (*lane.entries, *lane.epoch) for a in entry.accesses}
        constant = world.read | {root for root in touched if world.is_constant(root)}
        writer = _Writer(self.code, world, ids, {fifo for lane in lanes for fifo in lane.ever}, constant)
        points = {writer.point(pc): writer.cases(pc, states) for pc, states in self.points.items()}
        return {"constant": sorted(map(writer.object, writer.constant)), "points": points}


@dataclass(slots=True)
class _Case:
    """Relations in terms of the same coordinates, each as its pieces."""

    where: list[Any] = field(default_factory=list[Any])
    flying: dict[str, list[Any]] = field(default_factory=dict[str, "list[Any]"])


class _Writer:
    """Turns states into relations."""

    def __init__(
        self,
        code: Code,
        world: World,
        ids: dict[Operation, int],
        counted: set[Hashable],
        constant: set[Hashable],
    ):
        self.constant = constant
        """What nothing writes: reads of it are in no race."""
        self.counted = counted
        """The FIFOs of which it is told how many groups were committed to them."""
        self.code = code
        self.world = world
        self.ids = ids
        given = code.entry.regions[0].blocks[0].args
        self.literals = frozenset(
            _element(of.index, indices)
            for op in ids
            if kind_of(op) is OpKind.LOAD and None not in (indices := list(map(literal_of, op.operands[1:])))
            for of in given
            if of is (array := op.operands[0]) or not (array in given or is_allocation(array))
        )
        """What the program itself reads by literals: such an element is a parameter."""
        self.ever = self._ever()

    def _ever(self) -> dict[str, list[tuple[_Text, tuple[tuple[str, ...], tuple[str, ...]]]]]:
        """What a thread ever touches of objects that the threads do not share: it need not be told more exactly."""
        found: dict[str, list[Any]] = {}
        if self.world.threads > 1:
            for root, touched in self.world.touched.items():
                if root not in self.world.shared | self.constant and not is_private(root):
                    for kind, access in touched:
                        at = _Text(Facts(), 0, (), frozenset())
                        name, (names, conditions) = self._cells(at, access)
                        found.setdefault(f"past:{kind}:{name}", []).append(
                            (at, (("age", *names), ("age = 0", *conditions)))
                        )
        return found

    # names

    def point(self, pc: int) -> str:
        """The calls to a place, and the block that starts there or the op behind which it is."""
        at = self.code.instructions[pc]
        assert at.place is not None
        return "".join(f"{self.ids[call]}/" for call in at.path) + self.place(at.place)

    def place(self, at: Block | Operation) -> str:
        """A block, or behind an op."""
        if isinstance(at, Operation):
            return str(self.ids[at])
        op, region = at.parent_op(), at.parent_region()
        assert op is not None
        assert region is not None
        return f"{self.ids[op]}.{op.regions.index(region)}.{region.get_block_index(at)}"

    def value(self, value: SSAValue) -> str:
        """A result or an argument."""
        if isinstance(value, OpResult):
            return f"{self.ids[value.op]}:{value.index}"
        assert isinstance(value, BlockArgument)
        return f"{self.place(value.block)}:{value.index}"

    def object(self, root: Hashable) -> str:
        """What memory is called."""
        match root:
            case ("arg", int(number)):
                return f"arg{number}"
            case ("alloc", int(pc)) | ("alloc", int(pc), int()):
                made = self.code.instructions[pc].op
                assert made is not None
                return f"alloc {self.ids[made]}"
            case ("global", str(name)):
                return name
            case _:
                return "?"

    # points

    def cases(self, pc: int, states: Sequence[_Seen]) -> list[dict[str, Any]]:
        """What is true at a point, by what it is said in terms of."""
        cases: dict[tuple[tuple[str, ...], tuple[tuple[str, str], ...], tuple[str, ...]], _Case] = {}
        step = self.code.instructions[pc]
        around = _regions_around(step)
        for seen in states:
            coordinates = self._coordinates(seen, step.inside, around)
            memory = tuple(sorted(self._memory(seen.lane).items()))
            at = _Text(seen.facts, seen.lane.number, [e for _, e in coordinates], self.literals)
            names = tuple(name for name, _ in coordinates)
            literal = tuple(n for n, e in coordinates if "." not in n and isinstance(e, Lin) and e.is_const)
            case = cases.setdefault((names, memory, literal), _Case())
            case.where.append(at.relation((), ()))
            self._flight(at, seen.lane, case)
        for (names, *_), case in cases.items():
            for key, pieces in self.ever.items():
                case.flying[key] = [at.relation(*cells, len(names)) for at, cells in pieces]
        return [
            {
                "coordinates": list(names),
                "memory": dict(memory),
                "where": _set(case.where),
                "flying": {key: _map(pieces) for key, pieces in case.flying.items()},
            }
            for (names, memory, _), case in cases.items()
        ]

    def _coordinates(
        self, seen: _Seen, inside: FlatLoop | None, around: set[Region]
    ) -> list[tuple[str, Value]]:
        lane = seen.lane
        variables = self._variables(seen, inside)
        found: list[tuple[str, Value]] = [(self.value(v), held) for v, held in variables.items()]
        for value, held in lane.env.items():
            if value in variables or value.owner.parent_region() not in around:
                continue
            if is_number(value.type):
                if value in self.code.matters and not self._follows(value, lane):
                    found.append((self.value(value), held))
            elif (
                isinstance(held, Token)
                and held.groups
                and not held.copies
                and len({f for f, _ in held.groups}) == 1
            ):
                fifo, seq = max(held.groups, key=lambda group: group[1])
                found.append((f"{self.value(value)}@{fifo}", _age_of_group(lane, fifo, seq)))
        found += [(f"#{fifo}", lane.ever.get(fifo, Lin(0))) for fifo in self.counted]
        for (root, at), held in lane.cells.items():
            found.append((f"{self.object(root)}[{', '.join(map(str, at))}]", held))
        found.sort(key=lambda pair: pair[0])
        return found

    def _variables(self, seen: _Seen, inside: FlatLoop | None) -> dict[SSAValue, Value]:
        """The variables of the counted loops around, whether the program uses them or not."""
        found: dict[SSAValue, Value] = {}
        for loop in () if inside is None else inside.chain():
            if loop.variable is not None and loop.bounds is not None:
                low, _, step = (seen.lane.env.get(bound, literal_of(bound)) for bound in loop.bounds)
                known = seen.lane.env.get(loop.variable)
                if known is not None:
                    found[loop.variable] = known
                elif isinstance(low, Lin) and isinstance(step, Lin) and step.is_const:
                    at = low + seen.counters[loop.number].scaled(step.const)
                    half = 1 << (width_of(loop.variable.type) - 1)
                    found[loop.variable] = modulo(at + half, 2 * half) - half if loop.unsigned else at
        return found

    def _follows(self, value: SSAValue, lane: Lane) -> bool:
        """Whether sums alone give what is held of the value, from others at the point: no fact decides what they give."""
        held = lane.env.get(value)
        return isinstance(held, Lin) and self._computed(value, lane) == held

    def _computed(self, value: SSAValue, lane: Lane) -> Value | None:
        """What sums give; None for what is no sum."""
        if isinstance(value, BlockArgument):
            given = value in self.code.entry.regions[0].blocks[0].args
            return symbol(f"a{value.index}") if given else None
        op, known = value.owner, literal_of(value)
        assert isinstance(op, Operation)
        if known is not None or op.get_trait(ThreadIndex) or op.get_trait(BlockSize):
            return known or lane.env.get(value)
        if kind_of(op) not in _SUMS or not (value in self.code.fitting or width_of(value.type) == 64):
            return None
        parts = [lane.env.get(operand) or self._computed(operand, lane) for operand in op.operands]
        match kind_of(op), parts:
            case OpKind.ADD, [Lin() as one, Lin() as other]:
                return one + other
            case OpKind.SUBTRACT, [Lin() as one, Lin() as other]:
                return one - other
            case OpKind.MULTIPLY, [Lin() as one, Lin() as other] if one.is_const or other.is_const:
                return other.scaled(one.const) if one.is_const else one.scaled(other.const)
            case OpKind.INDEX_CAST | OpKind.EXTEND, [Lin() as one]:
                return one
            case _:
                return None

    def _memory(self, lane: Lane) -> dict[str, str]:
        """What memory values refer to, as far as their definition does not say it."""
        found: dict[str, str] = {}
        for value, held in lane.env.items():
            if isinstance(held, Memory) and value not in self.code.handed and not self._is_plain(value):
                whole = held.dims is not None and held.dims == identity_dims(memref(value.type))
                found[self.value(value)] = self.object(held.root) + ("" if whole else "*")
        return found

    def _is_plain(self, value: SSAValue) -> bool:
        if isinstance(value, OpResult):
            return value.op.name.startswith("memref.") and not value.op.regions
        return value in self.code.entry.regions[0].blocks[0].args

    def _flight(self, at: _Text, lane: Lane, case: _Case) -> None:
        for entry in (*lane.entries, *lane.epoch):
            for access in entry.accesses:
                if self._is_of_body(access.root) or access.root in self.constant:
                    continue
                name, (names, conditions) = self._cells(at, access)
                owners = (
                    {}
                    if entry in lane.epoch or entry.done
                    else dict.fromkeys(self._owners(entry, lane), at.age(lane, entry))
                )
                if not self.world.is_local(access.root):
                    owners["past"] = "age = 0"
                for owner, age in owners.items():
                    piece = at.relation(("age", *names), (age, *conditions))
                    case.flying.setdefault(f"{owner}:{entry.kind}:{name}", []).append(piece)

    def _owners(self, entry: Entry, lane: Lane) -> Iterator[str]:
        """The FIFO, or what is there in its place before the commit."""
        if entry.seq is not None:
            yield str(entry.fifo)
            return
        if entry.opened:
            yield "open"
            return
        yield "never"
        if not lane.committing:
            yield "open"
        made = self.code.instructions[entry.at].op
        assert made is not None
        yield f"%{self.ids[made]}"

    def _cells(self, at: _Text, access: FlightAccess) -> tuple[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """The object, and the names of indices with what is known of them."""
        name = self.object(access.root)
        conditions = [f"{at.lin(e)} >= 0" for e in access.where]
        around = self._around(access.root)
        if access.index is None or name == "?":
            return (name if name == "?" else f"{name}*"), ((), tuple(conditions))
        index = access.index[around:]
        sizes = (access.sizes or (Lin(1),) * len(access.index))[around:]
        names = tuple(f"c{n}" for n in range(len(index)))
        conditions += [
            f"{at.lin(i)} <= {c} < {at.lin(i + n)}" for c, i, n in zip(names, index, sizes, strict=True)
        ]
        return name, (names, tuple(conditions))

    def _is_of_body(self, root: Hashable) -> bool:
        """Whether the object is made in what is in flight: nothing else touches it."""
        match root:
            case ("alloc", int(pc)) | ("alloc", int(pc), int()):
                return self.code.instructions[pc].kind is Kind.ISSUE
            case _:
                return False

    def _around(self, root: Hashable) -> int:
        """How many loops are around what makes an object: its elements have their counters in front."""
        match root:
            case ("alloc", int(pc)) | ("alloc", int(pc), int()):
                loop = self.code.instructions[pc].inside
                return 0 if loop is None else len(loop.chain())
            case _:
                return 0


def _regions_around(step: Instruction) -> set[Region]:
    """Where the values come from that the program may use at a place."""
    found: set[Region] = set()
    for at in (step.place, *step.path):
        region = None if at is None else at.parent_region()
        while region is not None:
            found.add(region)
            op = region.parent_op()
            region = None if op is None else op.parent_region()
    return found


class _Text:
    """Expressions of a state in isl's syntax: coordinates, parameters, and numbers that exist."""

    def __init__(self, facts: Facts, lane: int, coordinates: Sequence[Value], literals: frozenset[str]):
        self.literals = literals
        self.lane = lane
        self.exists: dict[Atom, str] = {}
        self.dims = [f"i{n}" for n in range(len(coordinates))]
        self.parameters: dict[str, None] = {}
        conditions = [f"{self.lin(e)} >= 0" for e in facts.lins() if not _is_of_steps(e)]
        for name, value in zip(self.dims, coordinates, strict=True):
            if isinstance(value, Lin):
                conditions.append(f"{name} = {self.lin(value)}")
            elif isinstance(value, Condition | bool):
                truth = self.truth(value)
                conditions.append(f"(({name} = 1 and {truth}) or ({name} = 0 and not {truth}))")
        self.conditions = tuple(conditions)
        self.known: Any = None
        """The conditions as a set of coordinates and numbers that exist: read once, as there are many accesses."""

    def age(self, lane: Lane, entry: Entry) -> str:
        """How old the group is: of old ones, relative to those whose tokens are held."""
        if entry.age is not None:
            return f"age = {self.lin(entry.age)}"
        if not entry.many:
            return f"age = {lane.age(entry) or 0}"
        said = [f"age >= {(lane.age(entry) or 0) - entry.rank}"]
        for held in lane.entries:
            if held.age is not None and held.fifo == entry.fifo and held.seq and held.seq != entry.seq:
                order = "<" if entry.seq is not None and entry.seq > held.seq else ">"
                said.append(f"age {order} {self.lin(held.age)}")
        return " and ".join(dict.fromkeys(said))

    def truth(self, c: Condition | bool) -> str:
        """A truth value."""
        if isinstance(c, bool):
            return "(0 = 0)" if c else "(0 = 1)"
        if c.e is not None:
            return f"({self.lin(c.e)} {'>=' if c.kind == 'ge' else '='} 0)"
        parts = [self.truth(part) for part in c.parts]
        if c.kind == "not":
            return f"(not {parts[0]})"
        if c.kind == "xor":
            a, b = parts
            return f"(({a} and not {b}) or ({b} and not {a}))"
        return f"({f' {c.kind} '.join(parts)})"

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
        elif atom[0] == "load" and atom[1][0] == "arg" and all(index.is_const for index in atom[2]):
            if (name := _element(atom[1][1], atom[2])) in self.literals:
                self.parameters[name] = None
                return name
        elif atom[0] != "load":
            inner = self.lin(atom[1])
            return f"(({inner}) mod {atom[2]})" if atom[0] == "mod" else f"floor(({inner})/{atom[2]})"
        return self.exists.setdefault(atom, f"e{len(self.exists)}")

    def relation(self, target: Iterable[str], conditions: Iterable[str], size: int | None = None) -> Any:
        """One case of a relation from the coordinates; of a set of them, where it goes to nothing."""
        dims = self.dims if size is None else [f"i{n}" for n in range(size)]
        names = ", ".join([*dims, *self.exists.values()])
        parameters = f"[{', '.join(self.parameters)}] -> " if self.parameters else ""
        if self.known is None or self.known.dim(isl().dim_type.set) != len(dims) + len(self.exists):
            self.known = isl().Set(f"{parameters}{{ [{names}] : {' and '.join(self.conditions) or 'true'} }}")
        said = " and ".join(conditions) or "true"
        found = isl().Map(f"{parameters}{{ [{names}] -> [{', '.join(target)}] : {said} }}")
        found = found.intersect_domain(self.known)
        return found.project_out(isl().dim_type.in_, len(dims), len(self.exists))


def _element(of: int, indices: Iterable[Lin | None]) -> str:
    """The parameter for an element of an argument."""
    return "_".join((f"m{of}", *(str(index.const) for index in indices if index)))


def _is_of_steps(e: Lin) -> bool:
    """Whether it says that no execution takes that many steps: the verifier does not assume it, nor need it."""
    return abs(abs(e.const) - STEPS) < _ABOUT


def _age_of_group(lane: Lane, fifo: Hashable, seq: int) -> Lin:
    """How old a group is; a number of which nothing is known where it is old and only its place among others is told.

    Those that are old, and have a rank, have numbers from one on down, less their rank.
    """
    of_it = [e for e in lane.entries if e.fifo == fifo and e.seq == seq]
    known = next((e.age for e in of_it if e.age is not None), None)
    if known is not None:
        return known
    if not of_it and any(seq <= (e.seq or 0) + e.rank for e in lane.entries if e.fifo == fifo and e.rank):
        return symbol(f"{UNKNOWN}{fifo}{-seq}")
    return Lin(lane.totals.get(fifo, 0) - 1 - seq)


def _map(cases: list[Any]) -> str:
    """The union of the cases."""
    whole = cases[0]
    for case in cases[1:]:
        whole = whole.union(case)
    return str(whole.coalesce())


def _set(cases: list[Any]) -> str:
    whole = cases[0].domain()
    for case in cases[1:]:
        whole = whole.union(case.domain())
    return str(whole.coalesce())
