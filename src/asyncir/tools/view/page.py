"""What the page says, as plain data: the template and the style sheet only lay it out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from markupsafe import Markup

from asyncir.analyses.sync_report import Group, Place, RaceReport, Standing, SyncReport, Verdict, WaitReport
from asyncir.diagnostics.words import counted
from asyncir.dialects.effects import Access, Effect, Effects
from asyncir.dialects.interfaces.completion import commits, issues
from asyncir.dialects.verification import span_of
from asyncir.ir import BlockArgument, ModuleOp, Operation, OpResult, SSAValue, StringAttr, SymbolRefAttr
from asyncir.tools.view.colouring import lines_of

_MOST_BOXES = 8
"""How many groups of one kind are drawn at a wait; the others are counted."""

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


@dataclass(frozen=True, slots=True)
class GroupBox:
    """A group in flight."""

    age: int
    what: str
    which: str
    colour: int
    retired: bool
    wrong: str
    """What is wrong with where it is: it must be waited for, or could stay in flight."""
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """What is said below the line of a wait."""

    id: str
    verdict: str
    css: str
    headline: str
    queue: str
    colour: int
    kept: tuple[GroupBox, ...]
    kept_more: int
    retired: tuple[GroupBox, ...]
    retired_more: int
    reason: str
    path: tuple[Spot, ...]
    line: int | None
    column: int


@dataclass(frozen=True, slots=True)
class RaceCard:
    """Two accesses of which neither happens before the other."""

    kind: str
    meaning: str
    first: Spot
    second: Spot
    wait: Spot | None
    reason: str
    witness: str


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A line of the program with what is said below it."""

    number: int
    text: Markup
    colour: int | None = None
    racing: bool = False
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckPage:
    """The whole page."""

    title: str
    standing: str
    standing_text: str
    tally: tuple[tuple[str, str, int], ...]
    functions: tuple[tuple[str, str, str], ...]
    races: tuple[RaceCard, ...]
    witnesses: tuple[str, ...]
    lines: tuple[CodeLine, ...]
    cards: tuple[Card, ...]
    elsewhere: tuple[Card, ...]
    queues: tuple[tuple[str, int], ...]


def page_of(filename: str, text: str, module: ModuleOp, report: SyncReport) -> CheckPage:
    """What is known of the program, arranged by the lines of its text."""
    return _Builder(filename, text, module, report).page()


@dataclass
class _Builder:
    filename: str
    text: str
    module: ModuleOp
    report: SyncReport
    effects: Effects = field(default_factory=Effects)
    colours: dict[Hashable, int] = field(default_factory=dict[Hashable, int])

    def page(self) -> CheckPage:
        for op in self.module.walk():
            if (trait := commits(op)) is not None:
                self._colour(_queue_name(trait.queue(op)))
        cards = [self._card(i, wait) for i, wait in enumerate(self.report.waits)]
        standing = self.report.standing
        texts = lines_of(self.text)
        races = tuple(map(self._race, self.report.races))
        return CheckPage(
            title=self.filename,
            standing=standing.value,
            standing_text=_STANDING[standing] if self.report.functions else "there is nothing to check",
            tally=self._tally(),
            functions=tuple((f.name, f.standing.value, f.reason) for f in self.report.functions),
            races=races,
            witnesses=tuple(dict.fromkeys(race.witness for race in races if race.witness)),
            lines=self._lines(texts, cards),
            cards=tuple(cards),
            elsewhere=tuple(card for card in cards if card.line is None or card.line > len(texts)),
            queues=tuple((str(name), colour) for name, colour in self.colours.items()),
        )

    def _tally(self) -> tuple[tuple[str, str, int], ...]:
        counts = Counter(wait.verdict for wait in self.report.waits)
        return tuple((v.value, _css(v), counts[v]) for v in Verdict if counts[v])

    def _lines(self, texts: list[Markup], cards: list[Card]) -> tuple[CodeLine, ...]:
        at: dict[int, list[Card]] = {}
        for card in cards:
            at.setdefault(card.line or 0, []).append(card)
        colours: dict[int, int] = {}
        for op in self.module.walk():
            trait = commits(op)
            line = self._line(op)
            if trait is not None and line is not None:
                colours[line] = self._colour(_queue_name(trait.queue(op)))
        racing = {self._line(place.op) for race in self.report.races for place in (race.first, race.second)}
        return tuple(
            CodeLine(n, text, colours.get(n), n in racing, tuple(at.get(n, ())))
            for n, text in enumerate(texts, start=1)
        )

    def _card(self, index: int, wait: WaitReport) -> Card:
        span = span_of(wait.op)
        kept = [self._box(group, wait) for group in wait.in_flight if not group.retired]
        retired = [self._box(group, wait) for group in wait.in_flight if group.retired]
        name = "of its tokens" if wait.queue is None else str(wait.queue)
        return Card(
            id=f"wait{index + 1}",
            verdict=wait.verdict.value,
            css=_css(wait.verdict),
            headline=_headline(wait),
            queue=name,
            colour=self._colour(wait.queue) if wait.queue is not None else 0,
            kept=tuple(kept[:_MOST_BOXES]),
            kept_more=max(0, len(kept) - _MOST_BOXES),
            retired=tuple(retired[:_MOST_BOXES]),
            retired_more=max(0, len(retired) - _MOST_BOXES),
            reason=_sentence(wait.reason),
            path=tuple(self._spot(_role(op), op) for op in wait.forced_by),
            line=self._line(wait.op),
            column=min(span.column - 1, 40) if span is not None else 0,
        )

    def _box(self, group: Group, wait: WaitReport) -> GroupBox:
        spots = [self._spot("commits it", group.op)]
        if group.needed_by is not None:
            spots.append(self._spot("needs it", group.needed_by))
        trait = commits(group.op)
        queue = _queue_name(trait.queue(group.op)) if trait is not None else None
        return GroupBox(
            age=group.age,
            what=what_it_does(group.op, self.effects),
            which=self._which(group),
            colour=self._colour(queue) if queue is not None else 0,
            retired=group.retired,
            wrong=_wrong(group, wait),
            spots=tuple(spots),
        )

    def _which(self, group: Group) -> str:
        """Which group it is; outside of loops, that is the line that commits it."""
        line = self._line(group.op)
        return f"of line {line}" if line is not None and _OUTSIDE in group.text else group.text

    def _race(self, race: RaceReport) -> RaceCard:
        crosses = race.first.thread != race.second.thread
        first = self._place("first access", race.first, crosses)
        second = self._place("second access", race.second, crosses)
        wait = self._spot("the wait between", race.wait) if race.wait is not None else None
        witness = ""
        if race.witness is not None:
            arguments = ", ".join(map(_argument, race.witness.arguments))
            witness = f"@{race.witness.entry}({arguments})"
        return RaceCard(
            race.kind, _KINDS.get(race.kind, ""), first, second, wait, _sentence(race.reason), witness
        )

    def _place(self, role: str, place: Place, crosses: bool) -> Spot:
        spot = self._spot(role, place.op)
        where = f", iteration {', '.join(map(str, place.iteration))}" if place.iteration else ""
        thread = f", thread {place.thread}" if place.thread or crosses else ""
        return Spot(spot.role, spot.text + where + thread, spot.line)

    def _spot(self, role: str, op: Operation) -> Spot:
        return Spot(role, op.name, self._line(op))

    def _line(self, op: Operation) -> int | None:
        span = span_of(op)
        return span.line if span is not None and span.file == self.filename else None

    def _colour(self, queue: Hashable) -> int:
        return self.colours.setdefault(queue, len(self.colours) % 6)


_OUTSIDE = "outside of loops"
_KINDS = {
    "RAW": "the second reads what the first may not have written yet",
    "WAR": "the second overwrites what the first may still be reading",
    "WAW": "both write, and either may come last",
}


def _wrong(group: Group, wait: WaitReport) -> str:
    if wait.exact is None or group.retired == (group.age >= wait.exact):
        return ""
    return "must be waited for" if wait.verdict is Verdict.TOO_WEAK else "could stay"


def _argument(value: object) -> str:
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


def _css(verdict: Verdict) -> str:
    return verdict.value.replace(" ", "-")


def _role(op: Operation) -> str:
    if commits(op) is not None:
        return "commits it"
    return "issues it" if issues(op) is not None else "needs it"


def _queue_name(queue: int | str | SSAValue) -> int | str:
    return f"%{queue.name_hint or '?'}" if isinstance(queue, SSAValue) else queue


def _headline(wait: WaitReport) -> str:
    written, exact = wait.count, wait.exact
    match wait.verdict:
        case Verdict.EXACT if written is not None:
            return f"{_stays(written)} in flight here; {written + 1} would be too many"
        case Verdict.EXACT:
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


def _sentence(text: str) -> str:
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
