"""A small execution as a picture: a bar for each group, from its issue to the wait that retires it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from asyncir.diagnostics.words import counted
from asyncir.dialects.effects import Effects, Milestone
from asyncir.dialects.verification import line_of
from asyncir.ir import ConstantLike, IntegerAttr, Operation, SSAValue
from asyncir.ir.walk import enclosing
from asyncir.simulation.events import (
    AccessEvent,
    BarrierEvent,
    Cell,
    CommitEvent,
    Event,
    IssueEvent,
    WaitEvent,
)
from asyncir.tools.view.page import what_it_does
from asyncir.tools.view.shapes import shortened as cut

ROW, HEAD = 24, 34
"""The height of a group, the room above the groups, in pixels."""
_NARROW, _WIDE, _SPREAD = 17, 46, 400
"""The least and the greatest width of a step; in between, the steps of a short run share this width."""
_LETTER, _LONGEST = 6, 34
"""The width of a letter; names of groups are cut to so many."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something that is drawn from one step to another: a group, an access that needs one, a wait, an iteration."""

    first: int
    last: int | None
    """For a group the step of the wait that retires it; None where nothing does."""
    text: str = ""
    title: str = ""
    row: int = 0
    """That of the group."""
    css: str = ""
    colour: int = 0
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Lanes:
    """What one thread does."""

    thread: str
    steps: int
    bars: Sequence[Item] = ()
    """The groups."""
    dots: Sequence[Item] = ()
    """Accesses that need what the group of their row did."""
    marks: Sequence[Item] = ()
    """Waits and barriers."""
    bands: Sequence[Item] = ()
    """The steps of an iteration."""
    gap: int | None = None
    """Where steps are left out."""
    left_out: int = 0

    @property
    def column(self) -> int:
        """The width of a step, in pixels."""
        return max(_NARROW, min(_WIDE, _SPREAD // (self.steps + 1)))

    @property
    def width(self) -> int:
        """In pixels, without the names."""
        return (self.steps + 1) * self.column

    @property
    def names_width(self) -> int:
        """How much room the names of the groups take, in pixels."""
        return max((len(bar.text) for bar in self.bars), default=0) * _LETTER + 12

    @property
    def height(self) -> int:
        """In pixels."""
        return HEAD + (max((bar.row for bar in self.bars), default=0) + 1) * ROW + 20


@dataclass(frozen=True, slots=True)
class Timeline:
    """An execution, or why none is shown."""

    call: str
    lanes: tuple[Lanes, ...] = ()
    note: str = ""

    @property
    def has_barriers(self) -> bool:
        """Whether some thread meets others."""
        return any(mark.css == "barrier" for lanes in self.lanes for mark in lanes.marks)


_FIRST, _LAST = 22, 10
"""How many steps are shown at the start of a long run, and at its end."""
_MOST_STEPS, _MOST_GROUPS, _MOST_THREADS = 20_000, 5_000, 2


def timeline_of(
    events: Sequence[Event],
    effects: Effects,
    verdicts: Mapping[Operation, str],
    colours: Mapping[str, int],
    racing: Sequence[int] = (),
) -> Timeline:
    """The events of a run as a picture; `colours` are those of the queues elsewhere on the page."""
    threads = list(dict.fromkeys((*racing, *sorted({event.thread for event in events}))))
    shown = [_Drawing(effects, verdicts, colours).of(thread, events) for thread in threads[:_MOST_THREADS]]
    more = len(threads) - len(shown)
    note = f"Each of the {len(threads)} threads has FIFOs of its own; two threads are drawn." if more else ""
    return Timeline("", tuple(map(shortened, shown)), note)


def shortened(lanes: Lanes) -> Lanes:
    """Without the middle of a long run: what begins or ends there does so at the gap."""
    steps, left_out = lanes.steps, lanes.steps - _FIRST - _LAST
    if left_out <= 8:
        return lanes

    def at(step: int) -> int:
        return step if step < _FIRST else max(_FIRST, step - left_out + 1)

    def gone(step: int) -> bool:
        return _FIRST <= step < steps - _LAST

    def kept(items: Sequence[Item], rows: Mapping[int, int]) -> list[Item]:
        return [
            replace(i, row=rows[i.row], first=at(i.first), last=None if i.last is None else at(i.last))
            for i in items
            if i.row in rows and not gone_with_all(i)
        ]

    def gone_with_all(item: Item) -> bool:
        ends_there = item.first < steps - _LAST - 1 if item.last is None else gone(item.last)
        return gone(item.first) and ends_there

    rows = {bar.row: row for row, bar in enumerate(bar for bar in lanes.bars if not gone_with_all(bar))}
    bars, dots = kept(lanes.bars, rows), kept(lanes.dots, rows)
    marks, bands = kept(lanes.marks, {0: 0}), kept(lanes.bands, {0: 0})
    return Lanes(lanes.thread, _FIRST + 1 + _LAST, bars, dots, marks, bands, _FIRST, left_out)


@dataclass(slots=True)
class _Row:
    """A group while the run is read; an async op that no group has taken is one by itself."""

    number: int
    commit: CommitEvent | None
    issues: list[IssueEvent]
    first: int
    read: int | None = None
    """Where its sources are known to have been read."""
    last: int | None = None
    needed: set[Operation] = field(default_factory=set[Operation])


class _Drawing:
    """The picture of one thread, step by step."""

    def __init__(self, effects: Effects, verdicts: Mapping[Operation, str], colours: Mapping[str, int]):
        self.effects = effects
        self.verdicts = verdicts
        self.colours = colours
        self.step = -1
        self.before: Event | None = None
        self.loop: Operation | None = None
        self.rows: list[_Row] = []
        self.open: list[_Row] = []
        self.groups: dict[tuple[Hashable, int], _Row] = {}
        self.queues: dict[Hashable, int | str] = {}
        """What a FIFO was last called by a commit."""
        self.dots: list[Item] = []
        self.marks: list[Item] = []
        self.bands: list[Item] = []

    def of(self, thread: int, events: Sequence[Event]) -> Lanes:
        """The thread's picture."""
        for event in events:
            if event.thread == thread:
                self._read(event)
                if self.step >= _MOST_STEPS or len(self.rows) >= _MOST_GROUPS:
                    break
        bars = [self._bar(row) for row in self.rows]
        return Lanes(f"Thread {thread}", self.step + 1, bars, self.dots, self.marks, self.bands)

    def _read(self, event: Event) -> None:
        match event:
            case IssueEvent():
                self._needs(event, event.reads, event.writes)
                self._at(event)
                self.open.append(_Row(len(self.rows) + len(self.open), None, [event], self.step))
            case CommitEvent():
                self._commit(event)
            case WaitEvent():
                self._wait(event)
            case BarrierEvent():
                self._at(event)
                self._mark(event, "B", "All threads meet here.", "barrier")
            case AccessEvent():
                reads, writes = (event.cells, _NONE) if event.kind == "read" else (_NONE, event.cells)
                self._needs(event, reads, writes)
            case _:
                pass

    def _at(self, event: Event) -> None:
        """Make the event a step of its own, unless it belongs to the one before."""
        before = self.before
        self.before = event
        if before is not None and _together(before, event):
            return
        self.step += 1
        text, loop = iteration_text(event), next(_loops_around(event.op), None)
        same, self.loop = loop is self.loop, loop
        first = self.bands.pop().first if self.bands and self.bands[-1].text == text and same else self.step
        self.bands.append(Item(first, self.step, text))

    def _mark(self, event: Event, text: str, title: str, css: str, colour: int = 0) -> None:
        line = line_of(event.op)
        self.marks.append(Item(self.step, self.step, text, title, css=css, colour=colour, line=line))

    def _commit(self, event: CommitEvent) -> None:
        self._at(event)
        taken = [row for row in self.open if row.issues[0].id in event.members]
        self.open = [row for row in self.open if row not in taken]
        first = min((row.first for row in taken), default=self.step)
        row = _Row(len(self.rows), event, [row.issues[0] for row in taken], first)
        self.rows.append(row)
        self.groups[event.fifo, event.group] = row
        self.queues[event.fifo] = event.queue

    def _wait(self, event: WaitEvent) -> None:
        self._at(event)
        for number in event.retired:
            row = self.groups.get((event.fifo, number))
            if row is not None:
                row.read = self.step if row.read is None else row.read
                if event.milestone is Milestone.WRITTEN:
                    row.last = self.step
        text = str(event.committed - event.upto)
        what = "a wait for tokens" if event.count is None else f"a wait with the count {event.count}"
        if event.kind == "finished":
            what = f"a wait for the first {event.count} groups"
        stay = counted(event.committed - event.upto, "group")
        title = f"{what}: retires {counted(len(event.retired), 'group')}, {stay} may stay"
        if event.fifo is None:
            text, title = "-", "a wait for tokens that stand for no group: it waits for nothing"
        queue = self.queues.get(event.fifo) if event.queue is None else event.queue
        self._mark(event, text, title, self.verdicts.get(event.op, ""), self.colours.get(str(queue), 0))

    def _needs(self, event: Event, reads: frozenset[Cell], writes: frozenset[Cell]) -> None:
        """Dots in the rows of the groups that touched what this event touches."""
        for row in self.rows:
            for issue in row.issues:
                after_write = bool(issue.writes & (reads | writes))
                if not after_write and not issue.reads & writes:
                    continue
                race = (row.last if after_write else row.read) is None
                if event.op not in row.needed and (race or row.last is None or not row.needed):
                    row.needed.add(event.op)
                    self._at(event)
                    how = "races with" if race else "needs"
                    where = iteration_text(event) or "outside of loops"
                    title = f"{event.op.name}, {where}, {how} this group"
                    css, line = "race" if race else "", line_of(event.op)
                    self.dots.append(Item(self.step, self.step, "", title, row.number, css, line=line))
                break

    def _bar(self, row: _Row) -> Item:
        assert row.commit is not None
        colour = self.colours.get(str(row.commit.queue), 0)
        what = what_it_does(row.commit.op, self.effects)
        which = iteration_text(row.commit)
        title = f"{what}{', ' + which if which else ''}: group {row.commit.group} of queue {row.commit.queue}"
        label = f"{what} ({which})" if which else what
        line, name = line_of(row.commit.op), cut(label, _LONGEST)
        return Item(row.first, row.last, name, title, row.number, colour=colour, line=line)


_NONE: frozenset[Cell] = frozenset()
_LOOPS = ("scf.for", "scf.while")


def _together(before: Event, event: Event) -> bool:
    """Whether both are drawn in one step."""
    if before.iteration != event.iteration:
        return isinstance(before, IssueEvent) and isinstance(event, IssueEvent | CommitEvent)
    kinds = (type(before), type(event))
    return kinds in ((IssueEvent, IssueEvent), (IssueEvent, CommitEvent), (AccessEvent, AccessEvent)) or (
        kinds == (WaitEvent, WaitEvent) and before.op is event.op
    )


def iteration_text(event: Event) -> str:
    """In which iterations it happens, in the program's own words: `i = 2`."""
    counts = event.iteration
    named = zip(counts[::-1], [*_loops_around(event.op), *(None for _ in counts)], strict=False)
    return ", ".join([_iteration(loop, count) for count, loop in named][::-1])


def _loops_around(op: Operation) -> Iterator[Operation]:
    return (around for around in enclosing(op) if around.name in _LOOPS)


def _iteration(loop: Operation | None, count: int) -> str:
    if loop is None or loop.name != "scf.for":
        return f"#{count}"
    name = loop.regions[0].blocks[0].args[0].name_hint
    first, step = _literal(loop.operands[0]), _literal(loop.operands[2])
    if name is None or first is None or step is None:
        return f"#{count}"
    return f"{name} = {first + step * count}"


def _literal(value: SSAValue) -> int | None:
    number = ConstantLike.get_constant_value(value)
    return number.value.data if isinstance(number, IntegerAttr) else None
