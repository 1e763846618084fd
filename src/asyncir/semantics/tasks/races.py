"""Happens-before and the race detector: SEM-24 to SEM-26 and SEM-31.

Every task runs on a *chain*; a chain counts the releases (launches, completions) made on it. A task's clock
says, for each chain, up to which count everything on it happens before the task's next op. An access is kept
with the chain and the count that it was made at, so "does this access happen before me" is one look-up. This is
FastTrack (Flanagan and Freund, 2009), with the difference that a chain is handed on: a task takes over the chain of a
complete task that happens before it, so clocks are as large as the program is wide, not as it is long.

Nothing here looks at the order in which the interpreter runs tasks. A race is found whichever ran first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from asyncir.diagnostics import Note
from asyncir.ir import Operation
from asyncir.semantics.blocks.race import Race, Site
from asyncir.semantics.core.faults import InterpreterFault, fault, span_of

Clock = dict[int, int]


MAX_RECENT = 4096


def merge(clock: Clock, other: Clock) -> None:
    """Make `clock` cover what `other` covers."""
    for number, count in other.items():
        if clock.get(number, -1) < count:
            clock[number] = count


@dataclass(slots=True, eq=False)
class Chain:
    """A sequence of tasks, each of which happens before the next."""

    number: int
    count: int = 0
    busy: bool = True


@dataclass(slots=True, eq=False)
class PastAccess:
    """One access to an element: who, where, and at which count of its chain."""

    owner: object
    chain: int
    count: int
    era: int
    task: str
    op: Operation
    atomic: bool


@dataclass(slots=True, eq=False)
class Strand:
    """The part of a task's execution that is running: whose accesses these are and what happened before them."""

    chain: Chain
    clock: Clock
    era: int
    task: str
    owner: object = field(init=False)
    number: int = field(init=False)
    count: int = field(init=False)
    recent: list[Chain] = field(default_factory=list[Chain])
    """Chains whose end was waited for: new tasks can take them over."""
    accesses: dict[object, PastAccess] = field(default_factory=dict[object, PastAccess])
    reading: Strand | None = None
    """Of an operation whose reads are told apart from its writes: the strand that reads, which happens before this one."""
    around: tuple[object, ...] = ()
    """Of an iteration of a parallel loop: the owners of the iterations around it, whose accesses so far happen before."""
    written: set[tuple[Cells, int]] | None = None
    """The elements that such an operation has written: it reads these on this strand. None for all others."""

    def __post_init__(self) -> None:
        self.owner, self.number, self.count = self.chain, self.chain.number, self.chain.count

    def access(self, op: Operation, atomic: bool = False) -> PastAccess:
        """The record of this op's accesses on this strand."""
        found = self.accesses.get(op)
        if found is None:
            whose = (self.owner, self.number, self.count, self.era, self.task)
            found = self.accesses[op] = PastAccess(*whose, op, atomic)
        return found

    def release(self) -> Clock:
        """A copy of the clock that covers everything so far; what follows is not covered by it."""
        covered = dict(self.clock)
        self.chain.count += 1
        self.count = self.clock[self.number] = self.chain.count
        self.accesses = {}
        return covered

    def acquire(self, other: Clock) -> None:
        """Everything that `other` covers happens before what follows."""
        merge(self.clock, other)

    def own_clock(self) -> None:
        """Iterations share their loop's clock; before one changes it, it gets its own."""
        if self.owner is self:
            self.clock = dict(self.clock)

    def remember(self, chain: Chain | None) -> None:
        """A chain whose end was waited for."""
        recent = self.recent
        if chain is not None and (not recent or recent[-1] is not chain):
            if len(recent) >= MAX_RECENT:
                del recent[: MAX_RECENT // 2]
            recent.append(chain)


class Detector:
    """The chains of a run, and the checks at each access."""

    def __init__(self) -> None:
        self.chains: list[Chain] = []
        self.era = 0
        self.active = False
        """Whether accesses are recorded: not before the first fork, since all that precedes it is ordered."""
        self.strand = self.start("the entry", {})

    def start(self, task: str, clock: Clock, candidates: list[Chain] | None = None) -> Strand:
        """A strand for a new task that knows `clock`; it takes over one of the chains at the end of `candidates`."""
        while candidates:
            chain = candidates.pop()
            if not chain.busy and clock.get(chain.number, -1) >= chain.count and self._is_current(chain):
                chain.busy = True
                chain.count += 1
                break
        else:
            chain = Chain(len(self.chains))
            self.chains.append(chain)
        clock[chain.number] = chain.count
        return Strand(chain, clock, self.era, task)

    def _is_current(self, chain: Chain) -> bool:
        return chain.number < len(self.chains) and self.chains[chain.number] is chain

    def iteration(self, parent: Strand, number: int, task: str) -> Strand:
        """A strand for one iteration of a parallel loop that launches nothing.

        All iterations share `number`, which none of them has in its clock; so they are not ordered among each other, and
        the loop's end orders all of them by one entry.
        """
        strand = Strand(parent.chain, parent.clock, self.era, task)
        strand.owner = strand
        strand.number = number
        strand.count = 0
        if parent.owner is parent:
            strand.around = (*parent.around, parent)
        return strand

    def number(self) -> int:
        """A chain number for the iterations of one execution of a parallel loop."""
        chain = Chain(len(self.chains))
        self.chains.append(chain)
        return chain.number

    def rest(self, strand: Strand) -> None:
        """If everything happens before the only strand left, forget the past."""
        if not self.active or len(self.chains) > 4 * len(strand.clock):
            return
        if all(strand.clock.get(c.number, -1) >= c.count for c in self.chains if c is not strand.chain):
            self.active = False
            self.era += 1
            strand.era = self.era
            strand.chain.number = 0
            strand.number = 0
            self.chains = [strand.chain]
            strand.clock.clear()
            strand.clock[0] = strand.count
            strand.accesses = {}
            strand.recent.clear()

    def ordered(self, access: PastAccess) -> bool:
        """Whether the access happens before the next op of the running strand."""
        strand = self.strand
        return (
            access.owner is strand.owner
            or strand.clock.get(access.chain, -1) >= access.count
            or access.era < self.era
            or access.owner in strand.around
        )

    def unordered(self, cells: Cells) -> PastAccess | None:
        """An access to any of the elements that does not happen before the next op of the running strand."""
        return next((access for access in cells.kept() if not self.ordered(access)), None)

    def read(self, cells: Cells, index: int, op: Operation) -> None:
        """A plain read of one element."""
        if cells.root is not None:
            for byte in cells.span(index):
                self.read(cells.root, byte, op)
            return
        strand = self.strand
        if strand.reading is not None and (cells, index) not in (strand.written or ()):
            self.strand = strand.reading
            try:
                self.read(cells, index, op)
            finally:
                self.strand = strand
            return
        write = cells.writes[index]
        if write is not None and not self.ordered(write):
            raise race("RAW", write, self.strand.access(op))
        for other in cells.atomics.get(index, ()) if cells.atomics else ():
            if not self.ordered(other):
                raise race("RAW", other, self.strand.access(op))
        self._remember(cells, index, self.strand.access(op))

    def _remember(self, cells: Cells, index: int, access: PastAccess) -> None:
        reads = cells.reads[index]
        if reads is access:
            return
        if reads is None or (type(reads) is PastAccess and self.ordered(reads)):
            cells.reads[index] = access
            return
        many = reads if isinstance(reads, list) else [reads]
        kept = [r for r in many if r is not access and not self.ordered(r)]
        cells.reads[index] = [*kept, access]

    def write(self, cells: Cells, index: int, op: Operation, atomic: bool = False) -> None:
        """A write of one element; an atomic one does not conflict with other atomic ones."""
        if cells.root is not None:
            for byte in cells.span(index):
                self.write(cells.root, byte, op, atomic)
            return
        if self.strand.written is not None:
            self.strand.written.add((cells, index))
        write = cells.writes[index]
        access = self.strand.access(op, atomic)
        if write is not None and not (atomic and write.atomic) and not self.ordered(write):
            raise race("WAW", write, access)
        reads = cells.reads[index]
        if reads is not None:
            many = reads if isinstance(reads, list) else [reads]
            for read in many:
                if not self.ordered(read):
                    raise race("WAR", read, access)
            cells.reads[index] = ([r for r in many if r.era == self.era] or None) if atomic else None
        if atomic:
            self._write_atomically(cells, index, write, access)
            return
        cells.writes[index] = access
        if cells.plain:
            cells.plain.pop(index, None)
        if cells.atomics:
            self._drop_atomics(cells, index, access)

    def _write_atomically(
        self, cells: Cells, index: int, write: PastAccess | None, access: PastAccess
    ) -> None:
        """An atomic write hides nothing that is plain, since the next one may be ordered after neither."""
        if write is not None and not write.atomic:
            cells.plain[index] = write
        elif cells.plain and (plain := cells.plain.get(index)) is not None and not self.ordered(plain):
            raise race("WAW", plain, access)
        if write is not None and not self.ordered(write):
            self._also_atomic(cells, index, write, access)
        cells.writes[index] = access

    def _also_atomic(self, cells: Cells, index: int, write: PastAccess, access: PastAccess) -> None:
        """Several atomic writes that are not ordered: all must be remembered, as plain accesses may race with any."""
        others = cells.atomics.setdefault(index, [])
        if write is not access and write not in others:
            others.append(write)

    def _drop_atomics(self, cells: Cells, index: int, access: PastAccess) -> None:
        """A plain write comes after all atomic ones, or races with one of them."""
        for other in cells.atomics.pop(index, ()):
            if not self.ordered(other):
                raise race("WAW", other, access)


_MOST_LISTED = 1 << 20
"""Of larger objects only the elements are kept that are accessed."""


_Access = TypeVar("_Access")


class _Few(dict[int, _Access | None]):
    """For a few elements of many the accesses; the others have none."""

    def __missing__(self, index: int) -> None:
        return None


_Record = list[_Access | None] | _Few[_Access]


def _no_accesses(size: int) -> _Record[Any]:
    return _Few[Any]() if size > _MOST_LISTED else [None] * size


class Cells:
    """For each element of a root object, the accesses that a later one may race with."""

    __slots__ = ("atomics", "bytes_each", "made_by", "plain", "reads", "root", "shift", "writes")

    def __init__(
        self,
        size: int,
        root: Cells | None = None,
        bytes_each: int = 1,
        shift: int = 0,
        made_by: tuple[Operation | None, str] = (None, ""),
    ):
        self.made_by = made_by
        """The op that made the object, and the object's identity."""
        self.root = root
        """Where these elements are bytes of another object, its cells: all accesses are kept there."""
        self.bytes_each = bytes_each
        self.shift = shift
        self.writes: _Record[PastAccess] = _no_accesses(size)
        self.reads: _Record[PastAccess | list[PastAccess]] = _no_accesses(size)
        self.atomics: dict[int, list[PastAccess]] = {}
        self.plain: dict[int, PastAccess] = {}
        """Where atomic writes came last, the plain write before them."""

    def kept(self) -> Iterator[PastAccess]:
        """All accesses that are remembered."""
        for record in (self.writes, self.reads, self.plain):
            for found in record if isinstance(record, list) else record.values():
                if isinstance(found, PastAccess):
                    yield found
                else:
                    yield from found or ()
        for found in self.atomics.values():
            yield from found

    def span(self, index: int) -> range:
        """The bytes of an element, in the root."""
        start = self.shift + index * self.bytes_each
        return range(start, start + self.bytes_each)


_WORDS = {"RAW": ("reads", "written"), "WAR": ("writes", "read"), "WAW": ("writes", "written")}


def race(kind: str, first: PastAccess, second: PastAccess) -> InterpreterFault:
    """The fault for two accesses of which neither happens before the other."""
    verb, before = _WORDS[kind]
    found = fault(
        "S001",
        f"race ({kind}): `{second.op.name}` {verb} an element that `{first.op.name}` has {before}, "
        "and neither happens before the other",
        second.op,
        f"in {second.task}",
        "order them: `async.await` the other task, or make it a dependency",
        (Note(f"{before} here, in {first.task}", span_of(first.op)),),
    )
    one, two = (Site(access.op, span_of(access.op), (), 0) for access in (first, second))
    found.race, found.between = Race(kind, one, two), (first, second)
    return found
