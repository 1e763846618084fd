"""Which stream each work of a device gets, and where streams and the host wait for events.

The question
------------
A function gives works to a device, in the order of the program, and tokens say which come behind which. With streams, works
of one stream come one behind the other, as they are given; behind a work of another stream they come only if their stream
waits for an event of it. So whatever stream a work is given, the program is right if each token of another stream is waited
for: as all is given in the order of the program, streams only order what the program might have ordered, and nobody waits for
what is given later. Which streams are chosen decides how much can run at once, and how many events there are.

Streams
-------
The works of a block are an order. The fewest streams that order nothing more are the fewest chains that cover it
(`chain_covers`). A loop or branch with works is one element of that order; inside it is a block of its own, whose first chain
is in the stream of the whole. Its other chains take streams of the block around whose elements all come before or behind it,
else new ones. A wait of the host is an element that needs no stream, behind which all later ones come.

With a limit, streams are the lanes of a list schedule of the works by what they are expected to cost (`chain_costs`): the
same plan that regions of the host have, whose costs are those by which they were formed.

Events
------
Along the program it is known of each stream which works all that comes next in it is behind: those given to it, what these
were behind, what it has waited for. So a token is waited for only if that is not known, the latest first: inside a block the
waits are the edges of the transitive reduction between different streams. What the host has waited for, all streams are
behind. What a loop needs from outside is waited for once in front of it. A token that control flow hands on needs an event
only if one of the works that it may be of is in another stream than who waits for it; then it is carried as an event.

What is learnt in a loop or branch is forgotten behind it, since it may not have happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from asyncir.analyses.chain_costs import lanes
from asyncir.analyses.chain_covers import PartialOrder, chain_cover, partial_order
from asyncir.analyses.device_tokens import (
    TokenFault,
    atoms_of,
    device_tokens,
    handed_on,
    owner_of,
    parts_of,
    sources_of,
)
from asyncir.analyses.op_costs import costs_of
from asyncir.dialects.async_types import AsyncRegionOpInterface
from asyncir.dialects.interfaces.device_work import DeviceWait, DeviceWork, device_work, is_device_wait
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, Region, SSAValue
from asyncir.ir.walk import walk

MOST_NESTED = 100
"""Loops and branches with works are nested so deep at most."""

StreamWait = tuple[int, tuple[SSAValue, ...]]
"""A stream, and the atoms that it waits for."""


@dataclass(frozen=True)
class StreamScope:
    """A function's body or a task's: who gives works, and its streams."""

    block: Block
    streams: range


@dataclass(frozen=True)
class StreamPlan:
    """What `assign-streams` does."""

    scopes: tuple[StreamScope, ...]
    stream_of: dict[Operation, int]
    """The stream of each work."""
    waits: dict[Operation, tuple[StreamWait, ...]]
    """In front of an op, what streams wait for."""
    host_waits: dict[Operation, tuple[SSAValue, ...]]
    """For each wait of the host the atoms that it has to wait for."""
    recorded: frozenset[SSAValue]
    """The tokens of works that need an event."""
    carried: dict[SSAValue, None]
    """In order, the tokens that control flow hands on which become events."""
    handed: dict[SSAValue, tuple[SSAValue, ...]]
    """For what control flow hands on as these, the atoms whose events that takes."""

    @property
    def events(self) -> int:
        """How many events are recorded, each in the program counted once."""
        return len(self.recorded)

    @property
    def edges(self) -> int:
        """How often a stream waits for an event."""
        return sum(len(atoms) for waits in self.waits.values() for _, atoms in waits)


def plan_streams(body: Region, limit: int = 0) -> StreamPlan:
    """The plan for a function's body, with at most `limit` streams for each who gives works (0: as many as it takes).

    Raises `TokenFault` where tokens go where they are not followed.
    """
    return _Planner(limit).run(body)


# ---- what is in a block ----


def has_works(op: Operation) -> bool:
    """Whether there is work of a device in the regions of the op, not counting that of tasks in it."""
    pending = list(op.regions)
    while pending:
        for block in pending.pop().blocks:
            for inner in block.ops:
                if device_work(inner) is not None:
                    return True
                if inner.regions and not is_task(inner):
                    pending += inner.regions
    return False


def is_task(op: Operation) -> bool:
    """Whether its region is done by somebody else of the host."""
    return op.has_trait(AsyncRegionOpInterface, value_if_unregistered=False)


def _concerns_devices(op: Operation) -> bool:
    return device_work(op) is not None or is_device_wait(op) or bool(device_tokens(op.operands))


def _is_host_wait(op: Operation) -> bool:
    return is_device_wait(op) and DeviceWait.token(op) is None


@dataclass
class _Items:
    """The elements of a block's order."""

    ops: list[Operation] = field(default_factory=list[Operation])
    number: dict[Operation, int] = field(default_factory=dict[Operation, int])
    counted: list[bool] = field(default_factory=list[bool])
    order: PartialOrder = field(default_factory=lambda: partial_order(()))

    def elements(self) -> Iterator[tuple[int, Operation]]:
        """Those that need a stream."""
        return ((n, op) for n, op in enumerate(self.ops) if self.counted[n])


def _items_of(block: Block) -> _Items:
    items, needs = _Items(), list[set[int]]()
    barrier: int | None = None
    for op in block.ops:
        counted = device_work(op) is not None or (bool(op.regions) and not is_task(op) and has_works(op))
        if not counted and not device_tokens((*op.operands, *op.results)):
            continue
        number = items.number[op] = len(items.ops)
        items.ops.append(op)
        items.counted.append(counted)
        tokens = device_tokens(op.operands)
        for inner in walk(op) if op.regions else ():
            tokens += device_tokens(inner.operands)
        owners = (owner_of(token) for token in tokens)
        found = {items.number[o] for o in owners if o is not None and o is not op and o in items.number}
        needs.append(found | (set() if barrier is None else {barrier}))
        if _is_host_wait(op):
            barrier = number
    items.order = partial_order([sorted(found) for found in needs])
    return items


_LOOPS = (OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP)
_STRUCTURED = (*_LOOPS, OpKind.IF, OpKind.SWITCH)
_CARRY = (OpKind.COUNTED_LOOP, OpKind.IF)


def _check(op: Operation, block: Block) -> None:
    """Raise `TokenFault` unless all that the op does with tokens is known."""
    works, kind = device_work(op) is not None, kind_of(op)
    if works or is_device_wait(op):
        if works and DeviceWork.token(op) is None:
            raise TokenFault("the host waits for this work", op)
        return
    inside = bool(op.regions) and not is_task(op) and has_works(op)
    if inside and (kind not in _STRUCTURED or any(len(region.blocks) > 1 for region in op.regions)):
        raise TokenFault(f"works of a device are given in `{op.name}`", op)
    if device_tokens((*op.operands, *op.results)):
        around = block.parent_op()
        known = kind in _CARRY or kind in (OpKind.SELECT, OpKind.READY)
        hands_out = kind is OpKind.YIELD and around is not None and kind_of(around) in _CARRY
        if not known and not hands_out:
            raise TokenFault(f"a token of a device is handed to `{op.name}`", op)


# ---- the plan ----


@dataclass
class _Known:
    """What is known along the program, as sets of atoms: what comes next in a stream, or in the host, is behind these."""

    streams: dict[int, int] = field(default_factory=dict[int, int])
    host: int = 0

    def copy(self) -> _Known:
        return _Known(dict(self.streams), self.host)

    def of(self, stream: int) -> int:
        return self.streams.get(stream, 0) | self.host


class _Planner:
    def __init__(self, limit: int):
        self.limit = limit
        self.stream_of: dict[Operation, int] = {}
        self.waits: dict[Operation, list[StreamWait]] = {}
        self.host_waits: dict[Operation, tuple[SSAValue, ...]] = {}
        self.recorded: dict[SSAValue, None] = {}
        self.carried: dict[SSAValue, None] = {}
        self.scopes: list[StreamScope] = []
        self.next_stream = 0
        self.bits: dict[SSAValue, int] = {}
        self.atoms: list[SSAValue] = []
        self.behind: dict[SSAValue, int] = {}
        """For each token the atoms that are complete when it is."""
        self.handed: dict[SSAValue, tuple[SSAValue, ...]] = {}
        self.known = _Known()
        self.depth = 0
        self.sources: dict[SSAValue, frozenset[Operation]] = {}

    def run(self, body: Region) -> StreamPlan:
        self._scope(body)
        self._close()
        waits = {op: tuple(found) for op, found in self.waits.items()}
        recorded, carried = frozenset(self.recorded), dict(self.carried)
        scopes, handed = tuple(self.scopes), self.handed
        return StreamPlan(scopes, self.stream_of, waits, self.host_waits, recorded, carried, handed)

    def _scope(self, body: Region) -> None:
        """A function's body, or a task's."""
        if len(body.blocks) > 1 and any(device_work(op) is not None for op in walk(body)):
            around = body.parent
            assert around is not None
            raise TokenFault(f"works of a device are given between the blocks of `{around.name}`", around)
        for block in body.blocks:
            first = self.next_stream
            tokens = device_tokens(block.args)
            if tokens:
                handed_on(tokens[0])  # raises
            _Layout(self).block(block)
            self.scopes.append(StreamScope(block, range(first, self.next_stream)))
            self._walk(block)

    # ---- waits ----

    def _bit(self, atom: SSAValue) -> int:
        if atom not in self.bits:
            self.bits[atom] = 1 << len(self.atoms)
            self.atoms.append(atom)
        return self.bits[atom]

    def _behind(self, token: SSAValue) -> int:
        """What is complete when the token is."""
        pending = [token]
        while pending:
            value = pending[-1]
            parts = parts_of(value)
            missing = [part for part in parts or () if part not in self.behind]
            if value in self.behind or not missing:
                pending.pop()
            if value not in self.behind and not missing:
                found = self._bit(value) if parts is None else 0
                for part in parts or ():
                    found |= self.behind[part]
                self.behind[value] = found
            pending += missing
        return self.behind[token]

    def _missing(self, tokens: Sequence[SSAValue], known: int) -> tuple[list[SSAValue], int]:
        """The atoms to wait for, where these are known; and what is known then."""
        leaves: dict[SSAValue, None] = {}
        pending, seen = list(tokens), set[SSAValue]()
        while pending:
            token = pending.pop()
            if token in seen or not self._behind(token) & ~known:
                continue
            seen.add(token)
            parts = parts_of(token)
            if parts is None:
                leaves[token] = None
            else:
                pending += parts
        found: list[SSAValue] = []
        for atom in sorted(leaves, key=lambda atom: self.bits[atom], reverse=True):
            if self.bits[atom] & ~known:
                found.append(atom)
                known |= self.behind[atom]
        return found, known

    def _stream_waits(self, stream: int, tokens: Sequence[SSAValue], op: Operation) -> None:
        """In front of `op` the stream waits for these, as far as it has to."""
        atoms, known = self._missing(tokens, self.known.of(stream))
        elsewhere = [atom for atom in atoms if not self._is_in(atom, stream)]
        self.known.streams[stream] = known
        if elsewhere:
            self.waits.setdefault(op, []).append((stream, tuple(reversed(elsewhere))))
            self._need(elsewhere)

    def _is_in(self, atom: SSAValue, stream: int) -> bool:
        """Whether all that it may be of is in the stream."""
        if atom not in self.sources:
            self.sources[atom] = sources_of(atom)
        return all(self.stream_of.get(work, -1) == stream for work in self.sources[atom])

    def _need(self, atoms: Sequence[SSAValue]) -> None:
        """These have to be events."""
        for atom in atoms:
            owner = owner_of(atom)
            target = self.recorded if owner is not None and device_work(owner) is not None else self.carried
            target[atom] = None

    def _close(self) -> None:
        """What control flow hands on as an event, has to be one: a loop's argument and its result go together."""
        pending, done = list(self.carried), set[SSAValue]()
        while pending:
            atom = pending.pop()
            if atom in done:
                continue
            done.add(atom)
            twins = [atom, *_twins(atom)]
            before = len(self.carried)
            self._need([twin for twin in twins if twin not in self.carried])
            pending += list(self.carried)[before:]
            for token in handed_on(atom):
                atoms = self.handed[token] = tuple(reversed(self._missing([token], 0)[0]))
                self._need(atoms)
                pending += [part for part in atoms if part in self.carried]

    # ---- the walk ----

    def _walk(self, block: Block) -> None:
        for op in block.ops:
            _check(op, block)
            if device_work(op) is not None:
                self._give(op)
            elif _is_host_wait(op):
                atoms, self.known.host = self._missing(DeviceWait.dependencies(op), self.known.host)
                waited = [atom for atom in atoms if sources_of(atom)]
                self.host_waits[op] = tuple(reversed(waited))
                self._need(waited)
            elif is_task(op):
                self._task(op)
            elif op.regions and any(map(_concerns_devices, walk(op))):
                self._structured(op)

    def _give(self, work: Operation) -> None:
        stream, token = self.stream_of[work], DeviceWork.token(work)
        assert token is not None
        self._stream_waits(stream, DeviceWork.dependencies(work), work)
        known = self.known.of(stream) | self._bit(token)
        self.known.streams[stream] = self.behind[token] = known

    def _task(self, op: Operation) -> None:
        """The task has streams of its own, and knows what the host knew when it was launched."""
        kept = self.known
        for region in op.regions:
            self.known = _Known({}, kept.host)
            self._scope(region)
        self.known = kept

    def _structured(self, op: Operation) -> None:
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise TokenFault(f"waits for a device are nested more than {MOST_NESTED} deep", op)
        if kind_of(op) in _LOOPS:
            self._hoist(op)
        kept = self.known
        for region in op.regions:
            for block in region.blocks:
                self.known = kept.copy()
                self._walk(block)
        self.known = kept
        self.depth -= 1

    def _hoist(self, loop: Operation) -> None:
        """What works in a loop need from outside, their streams wait for in front of it."""
        wanted: dict[int, dict[SSAValue, None]] = {}
        for inner in _given_in(loop):
            for atom in atoms_of(DeviceWork.dependencies(inner)):
                if not _is_made_in(atom, loop):
                    wanted.setdefault(self.stream_of[inner], {})[atom] = None
        for stream, atoms in wanted.items():
            self._stream_waits(stream, list(atoms), loop)


def _given_in(op: Operation) -> Iterator[Operation]:
    """The works in the regions of an op, but for those of tasks in it."""
    pending = list(op.regions)
    while pending:
        for block in pending.pop().blocks:
            for inner in block.ops:
                if device_work(inner) is not None:
                    yield inner
                elif not is_task(inner):
                    pending += inner.regions


def _is_made_in(atom: SSAValue, op: Operation) -> bool:
    block = atom.owner if isinstance(atom.owner, Block) else atom.owner.parent
    around = None if block is None else block.parent_op()
    while around is not None and around is not op:
        around = around.parent_op()
    return around is op


def _twins(atom: SSAValue) -> list[SSAValue]:
    """Of what a loop carries: the argument for a result, and the result for an argument."""
    owner = atom.owner
    loop = owner.parent_op() if isinstance(owner, Block) else owner
    if loop is None or kind_of(loop) is not OpKind.COUNTED_LOOP:
        return []
    body = loop.regions[0].blocks[0]
    if isinstance(owner, Block):
        return [loop.results[list(body.args).index(atom) - 1]]  # pyright: ignore[reportArgumentType]
    return [body.args[list(loop.results).index(atom) + 1]]  # pyright: ignore[reportArgumentType]


# ---- streams ----


@dataclass
class _Place:
    """A block whose works are given streams, and who uses which stream."""

    items: _Items
    users: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    """For each stream the elements of the block that are in it."""
    spare: list[int] = field(default_factory=list[int])
    """Streams from around that this block may take."""

    def may_take(self, stream: int, element: int) -> bool:
        """Whether all in the stream come before or behind the element."""
        return all(self.items.order.comparable(user, element) for user in self.users.get(stream, ()))


class _Layout:
    def __init__(self, planner: _Planner):
        self.planner = planner
        self.own: dict[int, int] = {}
        """With a limit, the stream of each lane that is used."""

    def block(self, block: Block) -> None:
        """The outermost block of who gives works."""
        if self.planner.limit:
            self._deal(block)
            return
        items = _items_of(block)
        self._lay(items, [], None)

    def _lay(self, items: _Items, offered: list[int], main: int | None, depth: int = 0) -> None:
        """Give streams to a block: from those that are offered, the main one first, else new ones."""
        if depth > MOST_NESTED:
            raise TokenFault(f"works of a device are nested more than {MOST_NESTED} deep", items.ops[0])
        chains = chain_cover(items.order, items.counted)
        count = max(chains, default=-1) + 1
        streams = self._choose(items, chains, count, ([] if main is None else [main]) + offered)
        place = _Place(items)
        place.spare = [stream for stream in offered if stream not in streams]
        for element, op in items.elements():
            stream = streams[chains[element]]
            place.users.setdefault(stream, []).append(element)
            if device_work(op) is not None:
                self.planner.stream_of[op] = stream
        for element, op in items.elements():
            if device_work(op) is None:
                self._inside(place, element, op, streams[chains[element]], depth)

    def _inside(self, place: _Place, element: int, op: Operation, main: int, depth: int) -> None:
        """The blocks of a loop or a branch."""
        for region in op.regions:
            for block in region.blocks:
                items = _items_of(block)
                if not any(items.counted):
                    continue
                others = dict.fromkeys([*place.users, *place.spare])
                taken = [s for s in others if s != main and place.may_take(s, element)]
                before = self.planner.next_stream
                self._lay(items, taken, main, depth + 1)
                used = {
                    self.planner.stream_of[work] for work in _given_in(op) if work in self.planner.stream_of
                }
                for stream in used | set(range(before, self.planner.next_stream)):
                    if element not in place.users.setdefault(stream, []):
                        place.users[stream].append(element)

    def _choose(self, items: _Items, chains: list[int], count: int, offered: list[int]) -> list[int]:
        """A stream for each chain: where something that it waits for is, if that is offered; else the next."""
        chosen: list[int | None] = [None] * count
        free = list(offered)
        for element, op in items.elements():
            chain = chains[element]
            if chosen[chain] is not None or device_work(op) is None or not free:
                continue
            sources = (self._sources(atom) for atom in atoms_of(device_tokens(op.operands)))
            found = {self.planner.stream_of.get(work, -1) for works in sources for work in works}
            stream = next((s for s in free if s in found), None)
            if stream is not None:
                chosen[chain] = stream
                free.remove(stream)
        streams: list[int] = []
        for stream in chosen:
            if stream is None and free:
                stream = free.pop(0)
            if stream is None:
                stream = self.planner.next_stream
                self.planner.next_stream += 1
            streams.append(stream)
        return streams

    def _sources(self, atom: SSAValue) -> frozenset[Operation]:
        try:
            return sources_of(atom)
        except TokenFault:
            return frozenset()  # who walks the program says so

    # ---- with a limit ----

    def _deal(self, block: Block) -> None:
        """Deal works out to at most so many streams: as many lanes, by what works are expected to cost."""
        items = _items_of(block)
        costs = [_cost(op) if counted else 0.0 for op, counted in zip(items.ops, items.counted, strict=True)]
        for number, (lane, _) in enumerate(lanes(items.order.needs, costs, self.planner.limit)):
            op = items.ops[number]
            if not items.counted[number]:
                continue
            if device_work(op) is not None:
                self.planner.stream_of[op] = self._stream(lane)
                continue
            for region in op.regions:
                for inner in region.blocks:
                    self._deal(inner)

    def _stream(self, lane: int) -> int:
        """The number of the stream of a lane of whom gives works."""
        if lane not in self.own:
            self.own[lane] = self.planner.next_stream
            self.planner.next_stream += 1
        return self.own[lane]


def _cost(op: Operation) -> float:
    """What an element of a block is expected to cost."""
    return costs_of(op)[op]
