"""What a machine synchronises with, and what it has in memory: the `[[resource]]` and `[[memory]]` tables of its file.

The meaning of each kind is a rule of docs/semantics-machines.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from asyncir.diagnostics.names import did_you_mean
from asyncir.targets.machine_text import Table


class CompletionOrder(StrEnum):
    """In which order an engine works, or the groups of a FIFO arrive (MAC-5, MAC-16)."""

    IN_ORDER = "in-order"
    """Each begins when the ones before have arrived."""
    OVERLAPPING = "overlapping"
    """Each begins when the ones before have begun; they arrive in order."""
    OUT_OF_ORDER = "out-of-order"
    """They begin in order and arrive in any."""


class WhenFull(StrEnum):
    """What one more does where there is no room: an entry in a queue, a signal to a semaphore."""

    BLOCK = "block"
    """Who brings it waits for room."""
    DROP = "drop"
    """It is lost: a misuse."""
    FAULT = "fault"
    """The machine stops: a misuse."""


class ResourceKind(StrEnum):
    """What signals change and waits look at (MAC-12 to MAC-16)."""

    FLAG = "flag"
    """Set or clear; a wait clears it. A semaphore with room for one."""
    SEMAPHORE = "semaphore"
    """A number; a wait takes from it."""
    TIMELINE = "timeline"
    """A number that only grows; a wait takes nothing."""
    PHASES = "phases"
    """Phases that end after so many signals; a wait names a parity."""
    GROUPS = "groups"
    """A FIFO of groups of works; a wait says how many may stay in flight."""
    FENCE = "fence"
    """Nothing that is waited for: what was written by one proxy becomes visible to another (MAC-23)."""


TAKEN = (ResourceKind.FLAG, ResourceKind.SEMAPHORE)
"""The kinds of which a wait takes what a signal gave."""


SEVERAL = tuple(kind for kind in ResourceKind if kind not in (ResourceKind.GROUPS, ResourceKind.FENCE))
"""The kinds of which there can be several instances; a FIFO of groups, or a fence, is one."""


@dataclass(frozen=True, slots=True)
class GroupsOfWorks:
    """A FIFO of groups of works."""

    engines: frozenset[str]
    """The engines whose works are in it."""
    commits_each: bool = False
    """Whether each work is a group of its own."""
    order: CompletionOrder = CompletionOrder.IN_ORDER
    """In which order they arrive."""
    most: int | None = None
    """The greatest number that a wait can name."""
    reads: bool = False
    """Whether a wait can be for sources alone."""


GENERIC = "generic"
"""The proxy of an engine that names none."""


@dataclass(frozen=True, slots=True)
class ProxyFence:
    """What a fence makes visible."""

    source: str
    """The proxy by which it was written."""
    target: str
    """The proxy to which it is visible then."""
    memories: frozenset[str] | None = None
    """The memories in which it is needed; None: all."""


@dataclass(frozen=True, slots=True)
class SyncResource:
    """A kind of thing to synchronise with, of which there are `count`."""

    name: str
    kind: ResourceKind
    count: int = 1
    """How many instances; with pairs, for each pair."""
    pairs: frozenset[tuple[str, str]] | None = None
    """The ordered pairs of engines that have instances of their own; None: it has no pairs, all share it."""
    users: frozenset[str] | None = None
    """Without pairs: the engines that may give signals and wait; None: all, and the process."""
    capacity: int = 1
    """How much a semaphore can hold."""
    initial: int = 0
    when_full: WhenFull = WhenFull.FAULT
    at_exit_clear: bool = False
    """Whether it has to be at its initial value at the end."""
    freezes: bool = False
    """Whether a wait for a flag that nobody has signalled yet freezes the machine."""
    initialised: bool = False
    """Whether it has to be initialised before it is used."""
    freed: bool = False
    """Whether it has to be freed in the end."""
    armed: bool = False
    """Of phases: whether each has to be armed."""
    groups: GroupsOfWorks | None = None
    """What there is to say of groups, and of nothing else."""
    fence: ProxyFence | None = None
    """What there is to say of a fence."""
    cycles: int = 1
    """What one of its ops costs."""

    @property
    def takes(self) -> bool:
        """Whether a wait takes what a signal gave."""
        return self.kind in TAKEN


@dataclass(frozen=True, slots=True)
class MachineMemory:
    """A memory, which memrefs name by their memory space."""

    name: str
    space: str
    """The memory space as its attribute is written, `"ub"` for `memref<4xf32, "ub">` or
    `#gpu.address_space<workgroup>`; empty for memrefs without one."""
    bytes: int | None = None
    banks: int = 1
    seen_by: frozenset[str] | None = None
    """The engines that reach it; None: all."""
    also: tuple[str, ...] = ()
    """Other memory spaces that mean it, too."""


_MOST_BYTES = 1 << 50


def read_memory(table: Table, engines: Sequence[str]) -> MachineMemory:
    """One `[[memory]]`."""
    spaces = (
        table.some_texts("space", "memory space") if table.is_list("space") else [table.text("space", "")]
    )
    found = MachineMemory(
        table.text("name"),
        spaces[0] if spaces else "",
        table.integer("bytes", 0, least=0, most=_MOST_BYTES) or None,
        table.integer("banks", 1, least=1),
        _engines(table, "seen-by", engines),
        tuple(spaces[1:]),
    )
    table.check_all_known()
    return found


def read_resource(table: Table, engines: Sequence[str]) -> SyncResource:
    """One `[[resource]]`."""
    name, kind = table.text("name"), table.choice("kind", ResourceKind)
    table.all_allowed(kind, SEVERAL, "count", "pairs")
    pairs = _pairs(table, engines)
    lives = table.all_allowed(kind, SEVERAL, "initialise", "free")
    found = SyncResource(
        name,
        kind,
        table.integer("count", 1, least=1),
        pairs,
        _engines(table, "users", engines) if pairs is None else None,
        *_contents(table, kind),
        at_exit_clear=table.all_allowed(kind, TAKEN, "at-exit")
        and table.choice("at-exit", AtExit, AtExit.ANY) is AtExit.CLEAR,
        freezes=table.all_allowed(kind, TAKEN, "wait-twice")
        and table.choice("wait-twice", WaitTwice, WaitTwice.WAIT) is WaitTwice.FREEZE,
        initialised=lives and table.boolean("initialise", False),
        freed=lives and table.boolean("free", False),
        armed=table.all_allowed(kind, (ResourceKind.PHASES,), "arm") and table.boolean("arm", False),
        groups=_groups(table, kind, engines),
        fence=_fence(table, kind),
        cycles=table.integer("cycles", 1, least=0),
    )
    table.check_all_known()
    return found


class AtExit(StrEnum):
    """How a resource has to be at the end."""

    ANY = "any"
    CLEAR = "clear"


class WaitTwice(StrEnum):
    """What a wait does for which there was no signal."""

    WAIT = "wait"
    FREEZE = "freeze"


class Commit(StrEnum):
    """What makes a group."""

    EXPLICIT = "explicit"
    EACH = "each"


def _contents(table: Table, kind: ResourceKind) -> tuple[int, int, WhenFull]:
    """What it can hold, what it holds at first, and what happens where that is too much."""
    capacity = initial = 1
    if table.all_allowed(kind, (ResourceKind.SEMAPHORE,), "capacity"):
        capacity = table.integer("capacity", 1, least=1)
    initial = table.integer("initial", 0, least=0) if table.all_allowed(kind, TAKEN, "initial") else 0
    if initial > capacity:
        table.fault("initial", f"it begins with {initial} and holds {capacity}", "raise 'capacity'")
    full = (
        table.choice("when-full", WhenFull, WhenFull.FAULT)
        if table.all_allowed(kind, TAKEN, "when-full")
        else None
    )
    return capacity, initial, full or WhenFull.FAULT


def _groups(table: Table, kind: ResourceKind, engines: Sequence[str]) -> GroupsOfWorks | None:
    if not table.all_allowed(kind, (ResourceKind.GROUPS,), "engines", "commit", "order", "most", "reads"):
        return None
    table.ask("most")
    if not table.has("engines"):
        table.fault(
            "engines", "of whose works the groups are is not said", f'write engines = ["{engines[-1]}"]'
        )
    return GroupsOfWorks(
        _engines(table, "engines", engines) or frozenset(engines),
        table.choice("commit", Commit, Commit.EXPLICIT) is Commit.EACH,
        table.choice("order", CompletionOrder, CompletionOrder.IN_ORDER),
        table.integer("most", 63, least=0) if table.has("most") else None,
        table.boolean("reads", False),
    )


def _fence(table: Table, kind: ResourceKind) -> ProxyFence | None:
    if not table.all_allowed(kind, (ResourceKind.FENCE,), "from", "to", "memories"):
        return None
    found = ProxyFence(
        table.text("from", GENERIC),
        table.text("to"),
        frozenset(table.some_texts("memories", "memory")) if table.has("memories") else None,
    )
    table.ask("memories")
    if found.source == found.target:
        table.fault(
            "to", f"a fence is between two proxies, and both are '{found.target}'", 'write to = "async"'
        )
    return found


def _engines(table: Table, key: str, engines: Sequence[str]) -> frozenset[str] | None:
    table.ask(key)
    if not table.has(key):
        return None
    names = table.some_texts(key, "engine")
    for name in names:
        _check_engine(table, key, name, engines)
    return frozenset(names)


def _check_engine(table: Table, key: str, name: str, engines: Sequence[str]) -> None:
    if name not in engines:
        help = did_you_mean(name, engines) or f"name one of {', '.join(engines)}"
        table.fault(key, f"there is no engine '{name}'", help)


def _pairs(table: Table, engines: Sequence[str]) -> frozenset[tuple[str, str]] | None:
    """`pairs = "all"`, or `pairs = ["a -> b", …]`."""
    table.ask("pairs")
    if not table.has("pairs"):
        return None
    if table.is_text("pairs"):
        if table.text("pairs") != "all":
            table.fault("pairs", "'pairs' is \"all\" or a list", 'write pairs = ["dma -> core"]')
        return frozenset((a, b) for a in engines for b in engines if a != b)
    found: set[tuple[str, str]] = set()
    for text in dict.fromkeys(table.some_texts("pairs", "pair")):
        source, arrow, target = (part.strip() for part in text.partition("->"))
        if not arrow:
            table.fault("pairs", f"'{text}' is no pair of engines", 'write pairs = ["dma -> core"]')
            continue
        _check_engine(table, "pairs", source, engines)
        _check_engine(table, "pairs", target, engines)
        if source == target:
            table.fault("pairs", f"'{text}' is one engine, and a pair is of two", "name another one")
        if (source, target) in found:
            table.fault("pairs", f"the pair '{source} -> {target}' is there twice", "name it once")
        found.add((source, target))
    return frozenset(found)
