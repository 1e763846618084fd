"""What the page says, as plain data: the template and the style sheet only lay it out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from asyncir.analyses.completion_sources import sources_of
from asyncir.analyses.sync_report import (
    Group,
    Place,
    RaceReport,
    SparseArray,
    Standing,
    SyncReport,
    Verdict,
    WaitReport,
)
from asyncir.diagnostics.words import counted
from asyncir.dialects.effects import Access, Effect, Effects
from asyncir.dialects.interfaces.completion import commits, issues
from asyncir.dialects.verification import line_of, location_span, span_of
from asyncir.ir import BlockArgument, ModuleOp, Operation, OpResult, SSAValue, StringAttr, SymbolRefAttr
from asyncir.tools.view.checking import is_wait_for_tasks
from asyncir.tools.view.colouring import lines_of

_MOST_BOXES = 8
"""How many groups of one kind are drawn at a wait; the others are counted."""

_MOST_LINKS = 200
"""Of more waits for tasks, none is linked to from the head of the page."""

_STANDING = {
    Standing.PROVED: "no execution has a race",
    Standing.REFUTED: "some execution has a race",
    Standing.UNKNOWN: "neither proved nor refuted",
}


@dataclass(frozen=True, slots=True)
class Spot:
    """A line of the program and the part that it plays in what is being explained."""

    role: str
    text: str
    line: int | None


class CheckPage:
    """What the template asks of a report, arranged by the lines of the program's text."""

    def __init__(
        self,
        filename: str,
        text: str,
        module: ModuleOp,
        report: SyncReport,
        regions: Mapping[object, str] | None = None,
    ):
        """`regions` has the names of regions by where they were written: waits are called by what they wait for."""
        self._regions = regions or {}
        self.title = filename
        self.report = report
        self.plain = text.split("\n")
        self.texts = lines_of(text)
        self.waits = report.waits
        self.most = _MOST_BOXES
        self._effects = Effects()
        self._colours: dict[Hashable, int] = {}
        self.commits: dict[int | None, int] = {}
        """The colours of the lines that commit."""
        for op in module.walk():
            if (trait := commits(op)) is not None:
                self.commits[self.line(op)] = self.colour(_queue_name(trait.queue(op)))
        self._cards: dict[int, list[WaitReport]] = {}
        self._of_tasks: dict[int, list[WaitReport]] = {}
        tasked = any(function.of_tasks for function in report.functions)
        for wait in self.waits:
            line = self.line(wait.op) or 0
            if tasked and is_wait_for_tasks(wait.op):
                self._of_tasks.setdefault(line, []).append(wait)
                continue
            self.colour(wait.queue)
            self._cards.setdefault(line if line <= len(self.texts) else 0, []).append(wait)
        self._ids = {wait.op: f"wait{n}" for n, wait in enumerate(self.waits, start=1)}
        self.racing = {self.line(place.op) for race in report.races for place in (race.first, race.second)}
        self.witnesses = list(dict.fromkeys(w for race in report.races if (w := self.witness(race))))

    @property
    def standing_text(self) -> str:
        """The standing in words."""
        return _STANDING[self.report.standing] if self.report.functions else "there is nothing to check"

    @property
    def tally(self) -> list[tuple[Verdict, int]]:
        """How many waits there are of each verdict."""
        counts = Counter(wait.verdict for wait in self.waits)
        return [(verdict, counts[verdict]) for verdict in Verdict if counts[verdict]]

    @property
    def queues(self) -> list[tuple[str, int]]:
        """The queues, and their colours."""
        return [(str(name), colour) for name, colour in self._colours.items()]

    def cards(self, line: int) -> list[WaitReport]:
        """The waits of a line; of line 0 those that stand in no line of the text."""
        return self._cards.get(line, [])

    def waits_for_tasks(self, line: int) -> list[tuple[WaitReport, str]]:
        """The waits for tasks of a line, each with what it waits for."""
        return [(wait, self._awaited(wait)) for wait in self._of_tasks.get(line, ())]

    def _awaited(self, wait: WaitReport) -> str:
        """What a wait for tasks waits for, as the program calls it."""
        value = wait.op.operands[wait.operand or 0]
        owners = [source.value.owner for source in sources_of(value)] if self._regions else []
        made = [location_span(owner.location) if isinstance(owner, Operation) else None for owner in owners]
        names = dict.fromkeys(self._regions[span] for span in made if span in self._regions)
        if names and all(span in self._regions for span in made):
            return ", ".join(names)
        return f"%{value.name_hint}" if value.name_hint else "it"

    @property
    def listed(self) -> list[WaitReport]:
        """The waits to which there are links: those for tasks have none if there are very many."""
        many = sum(map(len, self._of_tasks.values())) > _MOST_LINKS
        return [
            wait for wait in self.waits if wait.op in self._ids and not (many and self._is_of_tasks(wait))
        ]

    def _is_of_tasks(self, wait: WaitReport) -> bool:
        return wait in self._of_tasks.get(self.line(wait.op) or 0, ())

    def target(self, wait: WaitReport) -> str:
        """Where what is said of a wait stands."""
        return f"L{self.line(wait.op)}" if self._is_of_tasks(wait) else self.id(wait)

    def id(self, wait: WaitReport) -> str:
        """What links to what is said of a wait."""
        return self._ids[wait.op]

    def column(self, wait: WaitReport) -> int:
        """How far the wait is from the left."""
        span = span_of(wait.op)
        return min(span.column - 1, 40) if span is not None else 0

    def path(self, wait: WaitReport) -> list[Spot]:
        """The places that force the wait."""
        return [self.spot(_role(op), op) for op in wait.forced_by]

    def spots(self, group: Group) -> list[Spot]:
        """Where a group comes from, and what needs it."""
        needed = [] if group.needed_by is None else [self.spot("needs it", group.needed_by)]
        return [self.spot("commits it", group.op), *needed]

    def what(self, group: Group) -> str:
        """What a group does."""
        return what_it_does(group.op, self._effects)

    def which(self, group: Group) -> str:
        """Which group it is; outside of loops, that is the line that commits it."""
        line = self.line(group.op)
        return f"of line {line}" if line is not None and _OUTSIDE in group.text else group.text

    def meaning(self, race: RaceReport) -> str:
        """What a race of its kind is."""
        return _KINDS.get(race.kind, "")

    def places(self, race: RaceReport) -> list[Spot]:
        """Two accesses of which neither happens before the other, and the wait between them."""
        crosses = race.first.thread != race.second.thread
        wait = [] if race.wait is None else [self.spot("the wait between", race.wait)]
        first = self._place("first access", race.first, crosses)
        return [first, self._place("second access", race.second, crosses), *wait]

    def witness(self, race: RaceReport) -> str:
        """The call in which the race happens, as far as it is known."""
        if race.witness is None:
            return ""
        return f"@{race.witness.entry}({', '.join(map(_argument, race.witness.arguments))})"

    def _place(self, role: str, place: Place, crosses: bool) -> Spot:
        where = f", iteration {', '.join(map(str, place.iteration))}" if place.iteration else ""
        thread = f", thread {place.thread}" if place.thread or crosses else ""
        return Spot(role, place.op.name + where + thread, self.line(place.op))

    def spot(self, role: str, op: Operation) -> Spot:
        """The line of an op."""
        return Spot(role, op.name, self.line(op))

    def line(self, op: Operation) -> int | None:
        """The line of the text where the op was written, if it was."""
        return line_of(op, self.title)

    def colour(self, queue: Hashable) -> int:
        """The colour of a queue, and of what goes into it; 0 of tokens."""
        return 0 if queue is None else self._colours.setdefault(queue, len(self._colours) % 6)

    def colour_of(self, group: Group) -> int:
        """That of its queue."""
        trait = commits(group.op)
        return 0 if trait is None else self.colour(_queue_name(trait.queue(group.op)))


_OUTSIDE = "outside of loops"
_KINDS = {
    "RAW": "the second reads what the first may not have written yet",
    "WAR": "the second overwrites what the first may still be reading",
    "WAW": "both write, and either may come last",
}


def wrong(group: Group, wait: WaitReport) -> str:
    """What is wrong with where it is: it must be waited for, or could stay in flight."""
    if wait.exact is None or group.retired == (group.age >= wait.exact):
        return ""
    return "must be waited for" if wait.verdict is Verdict.TOO_WEAK else "could stay"


_MOST_WRITTEN = 4096
"""Of larger arrays it is only said how many elements they have."""


def _argument(value: object) -> str:
    if isinstance(value, SparseArray):
        if value.size > _MOST_WRITTEN:
            others = f", {len(value.elements)} of them not {value.zero}" if value.elements else ""
            return f"[{value.size} {'elements' if others else f'times {value.zero}'}{others}]"
        value = value.nested()
    numbers = [str(number) for number in _numbers(value)]
    if len(numbers) > 4 and len(set(numbers)) == 1:
        return f"[{len(numbers)} times {numbers[0]}]"
    text = str(value)
    return text if len(text) <= 60 else f"{text[:40]} … {text[-15:]}"


def _numbers(value: object) -> Iterator[object]:
    if isinstance(value, list | tuple):
        for each in cast("Sequence[object]", value):
            yield from _numbers(each)
    else:
        yield value


def _role(op: Operation) -> str:
    if commits(op) is not None:
        return "commits it"
    return "issues it" if issues(op) is not None else "needs it"


def _queue_name(queue: int | str | SSAValue) -> int | str:
    return f"%{queue.name_hint or '?'}" if isinstance(queue, SSAValue) else queue


def headline(wait: WaitReport) -> str:
    """The verdict in a sentence."""
    written, exact = wait.count, wait.exact
    match wait.verdict:
        case Verdict.EXACT if written is not None:
            return f"{_stays(written)} in flight here; {written + 1} would be too many"
        case Verdict.EXACT | Verdict.NEEDED:
            return "It waits for what is needed, and for no more"
        case Verdict.TOO_WEAK:
            if written is None:
                most = "fewer" if exact is None else "none" if exact == 0 else f"at most {exact}"
                return f"It lets groups stay in flight of which {most} may"
            let = f"It lets {counted(written, 'group')} stay in flight"
            return let + (", which is too many" if exact is None else f"; at most {exact} may")
        case Verdict.TOO_STRONG:
            allowed = (
                "It waits for more than is needed" if written is None else f"{_stays(written)} in flight here"
            )
            return allowed + ("" if exact is None else f"; {exact} could")
        case Verdict.REDUNDANT:
            return "Nothing needs this wait: it can be dropped"
        case Verdict.UNKNOWN:
            return "Nothing was proved of this wait"


def _stays(count: int) -> str:
    return f"At most {counted(count, 'group')} may stay" if count else "No group may stay"


def sentence(text: str) -> str:
    """A reason with a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("" if not text or text.endswith((".", "!", "?")) else ".")


def what_it_does(op: Operation, effects: Effects) -> str:
    """A group in a few words, by the memory that its members touch: `a, b → c`, `write c`, `read a`."""
    return moves(effect for each in _issued_by(op) for effect in effects.of(each)) or "empty group"


def _issued_by(op: Operation) -> Iterable[Operation]:
    if op.regions:
        return (op,)
    return (value.owner for value in op.operands if isinstance(value, OpResult))


def moves(effects: Iterable[Effect]) -> str:
    """From which memory to which; empty where none is touched."""
    touched = [
        (effect.access, name_of(effect.root)) for effect in effects if isinstance(effect.root, SSAValue)
    ]
    written = dict.fromkeys(name for access, name in touched if access is Access.WRITE)
    read = list(dict.fromkeys(name for access, name in touched if access is Access.READ))
    sources = ", ".join(name for name in read if name not in written)
    if not written:
        return f"read {sources}" if sources else ""
    return f"{sources} → {', '.join(written)}" if sources else f"write {', '.join(written)}"


def name_of(value: SSAValue) -> str:
    """What the program calls a buffer."""
    if isinstance(value, OpResult):
        symbol = value.op.get_attr_or_prop("name") or value.op.get_attr_or_prop("sym_name")
        if isinstance(symbol, SymbolRefAttr):
            return f"@{symbol.root_reference.data}"
        if isinstance(symbol, StringAttr):
            return f"@{symbol.data}"
    if value.name_hint:
        return value.name_hint
    return f"argument {value.index}" if isinstance(value, BlockArgument) else "a buffer"
