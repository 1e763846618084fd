"""The check of a module: what was found of its entries, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.in_flight.certificate import Certificates
from asyncir.analyses.in_flight.code import Code, Kind
from asyncir.analyses.in_flight.entries import initial_state
from asyncir.analyses.in_flight.explore import Explorer
from asyncir.analyses.in_flight.flatten import TooLarge, flatten, literal
from asyncir.analyses.in_flight.machine import Machine, Policy, Restart
from asyncir.analyses.in_flight.policies import Needs, Races
from asyncir.analyses.in_flight.relax import Change, changes
from asyncir.analyses.in_flight.state import GiveUp
from asyncir.analyses.in_flight.unfollowed import reached, unfollowed
from asyncir.analyses.in_flight.values import World
from asyncir.analyses.in_flight.wait_words import groups_at
from asyncir.analyses.in_flight.witness import Replays
from asyncir.analyses.sync_report import (
    FunctionReport,
    RaceReport,
    Standing,
    SyncReport,
    Verdict,
    WaitReport,
)
from asyncir.analyses.walk import walk
from asyncir.dialects.effects import Effects, is_memory
from asyncir.dialects.queue_interfaces import (
    QueueId,
    threads_of,
    waits_by_count,
    waits_by_token,
    waits_finished,
)
from asyncir.ir import ArrayAttr, Attribute, DictionaryAttr, ModuleOp, Operation, SSAValue

DEFAULT_BUDGET = 60_000
"""Instructions executed symbolically, per entry and question; and 400 more for each in the program."""

_CONCERNED = frozenset({Kind.ISSUE, Kind.UNKNOWN})

_MARGIN = 3
_LARGEST = 16
"""Groups older than the largest count that the program writes, or than this, are folded."""
_OLDEST = 64


@dataclass
class _Entry:
    """What was found of one entry."""

    name: str
    standing: Standing
    reason: str = ""
    races: list[RaceReport] = field(default_factory=list[RaceReport])
    certificate: object | None = None
    code: Code | None = None


def check_module(
    module: ModuleOp,
    *,
    entries: Sequence[str] | None = None,
    threads: int | None = None,
    args_alias: bool = False,
    budget: int = DEFAULT_BUDGET,
    certificates: bool = False,
) -> SyncReport:
    """Prove or refute the synchronisation of a module's entries, and judge each wait.

    With `certificates`, each proved entry has one; making it takes longer than the proof.
    """
    return _Check(module, threads, args_alias, budget, certificates).run(entries)


class _Check:
    def __init__(
        self, module: ModuleOp, threads: int | None, args_alias: bool, budget: int, certificates: bool
    ):
        self.module = module
        self.threads = threads
        self.args_alias = args_alias
        self.budget = budget
        self.certificates = certificates
        self.graph = call_graph(module)
        self.effects = Effects()
        self.wait_ops = [op for op in walk(module) if _is_wait(op)]
        self.waits = {op: i for i, op in enumerate(self.wait_ops)}
        self.unknown: dict[int, str] = {}
        self.races = Races()
        self.suspected: set[tuple[Operation, Operation]] = set()
        largest = max((c for c in map(_written, self.wait_ops) if c is not None), default=0)
        self.oldest = 1 + _MARGIN + min(largest, _LARGEST)

    def run(self, names: Sequence[str] | None) -> SyncReport:
        chosen = list(names) if names is not None else self._entries()
        found = [self._entry(name) for name in chosen if name in self.graph.functions]
        answers = self._verdicts(found)
        functions = tuple(
            FunctionReport(e.name, e.standing, e.reason, tuple(e.races), e.certificate) for e in found
        )
        return SyncReport(tuple(answers), functions)

    def _entries(self) -> list[str]:
        """The functions with a body that no other calls; all of them where each is called."""
        bodies = [n for n, f in self.graph.functions.items() if f.regions and f.regions[0].blocks]
        called = {c for n in bodies for c in self.graph.callees(n)}
        return [n for n in bodies if n not in called] or bodies

    def _block(self, function: Operation) -> tuple[int, int, int]:
        return threads_of(function) if self.threads is None else (self.threads, 1, 1)

    def _entry(self, name: str) -> _Entry:
        function = self.graph.functions[name]
        functions = reached(self.graph, name)
        if reason := unfollowed(functions):
            for op in (op for each in functions for op in walk(each) if op in self.waits):
                self.unknown.setdefault(self.waits[op], reason)
            return _Entry(name, Standing.UNKNOWN, reason)
        try:
            code = flatten(function, self.graph.functions)
        except TooLarge:
            reason = "the program with its calls inlined is too large"
            for number in range(len(self.wait_ops)):
                self.unknown.setdefault(number, reason)
            return _Entry(name, Standing.UNKNOWN, reason)
        world = self._world(code)
        while True:
            races = Races()
            try:
                self._explore(code, world, races, self.oldest)
            except Restart:
                world = world.again()
                continue
            except GiveUp as stop:
                return self._refuted_anyway(name, code, world, races, stop.reason)
            break
        self.races.steady.update(races.steady)
        self.suspected |= {key[1:] for key in races.found}
        entry = self._judge(name, code, world, races)
        if self.args_alias and (shared := _may_share(function)):
            self._distrust(entry, code, shared)
        return entry

    def _distrust(self, entry: _Entry, code: Code, arguments: tuple[str, str]) -> None:
        """All that was found is of arguments without common elements: a race stays one, nothing else is known."""
        reason = f"the arguments {arguments[0]} and {arguments[1]} may overlap"
        self._cannot_tell(code, reason)
        if entry.standing is Standing.PROVED:
            entry.standing, entry.reason, entry.certificate = Standing.UNKNOWN, reason, None

    def _explore(
        self, code: Code, world: World, policy: Policy, oldest: int, heads: Certificates | None = None
    ) -> None:
        if world.threads == 1 and _CONCERNED.isdisjoint(step.kind for step in code.instructions):
            return  # Nothing is ever in flight.
        machine = Machine(code, world, self.effects, self.waits, policy)
        seen = None if heads is None else heads.seen
        Explorer(machine, oldest, self.budget + 400 * len(code.instructions), seen).run(
            initial_state(code.entry, world)
        )

    def _world(self, code: Code) -> World:
        barriers = any(step.kind is Kind.BARRIER for step in code.instructions)
        return World(self._block(code.entry), in_step=barriers)

    def _certificate(self, code: Code, world: World) -> object | None:
        """What a verifier needs: all that is in flight, which the proof itself has no need of."""
        heads = Certificates(code)
        world = replace(world.again(), complete=True)
        while True:
            heads.clear()
            try:
                self._explore(code, world, Races(), self.oldest, heads)
            except Restart:
                world = world.again()
                continue
            except GiveUp:
                return None
            return heads.finished(self.module, world)

    def _judge(self, name: str, code: Code, world: World, races: Races) -> _Entry:
        entry = _Entry(name, Standing.PROVED, code=code)
        if not races.found:
            entry.certificate = self._certificate(code, world) if self.certificates else None
            return entry
        replays = Replays(code, world, self.effects, self.waits, wait_ops=self.wait_ops)
        open_: list[str] = []
        for key, meetings in races.found.items():
            report = replays.confirm(key, meetings)
            if report is None:
                open_.append(f"a {key[0]} race of {key[1].name} and {key[2].name} could not be excluded")
        for report in replays.confirmed.values():
            entry.races.append(report)
        if entry.races:
            entry.standing = Standing.REFUTED
        else:
            entry.standing, entry.reason = Standing.UNKNOWN, open_[0]
            if world.blurred:
                entry.reason += f" ({', '.join(sorted(world.blurred))})"
            self._cannot_tell(code, entry.reason)
        return entry

    def _refuted_anyway(self, name: str, code: Code, world: World, races: Races, reason: str) -> _Entry:
        """Not all of the entry could be looked at; but one execution that races is enough."""
        self._cannot_tell(code, reason)
        replays = Replays(code, world, self.effects, self.waits, wait_ops=self.wait_ops)
        # Where nothing hints at a race, one execution with loops that run is all that is looked at.
        replays.try_small(numbers=range(4) if races.found else range(1, 2))
        for key, meetings in races.found.items():
            replays.confirm(key, meetings)
        found = list(replays.confirmed.values())
        if not found:
            return _Entry(name, Standing.UNKNOWN, reason, code=code)
        return _Entry(name, Standing.REFUTED, "", found, code=code)

    def _cannot_tell(self, code: Code, reason: str) -> None:
        for step in code.instructions:
            if step.op is not None and step.op in self.waits:
                self.unknown.setdefault(self.waits[step.op], reason)

    def _verdicts(self, found: list[_Entry]) -> list[WaitReport]:
        if not self.wait_ops:
            return []
        oldest = self.oldest
        while True:
            needs = Needs(oldest + 2)
            for entry in found:
                if entry.code is not None:
                    self._needs(entry.code, needs, oldest)
            # The first exploration is the sharper one: no execution comes to other needs that nothing serves.
            shown = {(race.first.op, race.second.op) for entry in found for race in entry.races}
            for key, need in list(needs.broken.items()):
                if key[2:] in shown:
                    continue
                del needs.broken[key]
                if key[2:] in self.suspected:
                    for wait, _ in need.met:
                        self.unknown.setdefault(wait, "what it is needed for could not be told exactly")
            answers = changes(needs, len(self.wait_ops))
            if oldest >= _OLDEST or all(c.binding is None or c.binding.certain for c in answers):
                break
            oldest = min(2 * oldest, _OLDEST)
        return [self._report(i, answers[i], needs) for i in range(len(self.wait_ops))]

    def _needs(self, code: Code, needs: Needs, oldest: int) -> None:
        world = self._world(code)
        while True:
            try:
                self._explore(code, world, needs, oldest)
            except Restart:
                world = world.again()
                continue
            except GiveUp as stop:
                self._cannot_tell(code, stop.reason)
            return

    def _report(self, number: int, change: Change, needs: Needs) -> WaitReport:
        op = self.wait_ops[number]
        queue, count = _queue(op), _written(op)
        groups = groups_at(self.races.steady.get(number), number, needs)
        if number in self.unknown:
            return WaitReport(op, queue, count, Verdict.UNKNOWN, None, self.unknown[number], (), groups)
        binding = change.binding
        evidence = None if binding is None else needs.evidence.get(binding.met)
        forced = () if evidence is None else tuple(x for x in evidence if x is not None)
        written = needs.written.get(number, set())
        base = count if count is not None else next(iter(written)) if len(written) == 1 else None
        exact = None if base is None or change.by is None else base + change.by
        if binding is not None and not binding.certain:
            reason = "what it is needed for could not be told exactly"
            return WaitReport(op, queue, count, Verdict.UNKNOWN, None, reason, forced, groups)
        if change.weak:
            verdict, reason = Verdict.TOO_WEAK, "it lets a group stay in flight that a later access needs"
        elif change.by is None:
            verdict, reason = Verdict.REDUNDANT, "no access relies on it"
        elif change.by > 0:
            more = "1 more group" if change.by == 1 else f"{change.by} more groups"
            verdict, reason = Verdict.TOO_STRONG, f"it could let {more} stay in flight"
        else:
            verdict, reason = Verdict.EXACT, "one more group in flight would make an access race"
        return WaitReport(op, queue, count, verdict, exact, reason, forced, groups)


def _may_share(function: Operation) -> tuple[str, str] | None:
    """Two arguments of a function that may be views of one object: those that are not marked `llvm.noalias`."""
    marks = function.properties.get("arg_attrs")
    listed = cast("ArrayAttr[Attribute]", marks).data if isinstance(marks, ArrayAttr) else ()
    arguments = [a for a in function.regions[0].blocks[0].args if is_memory(a.type)]
    plain = [a for a in arguments if not (a.index < len(listed) and _unaliased(listed[a.index]))]
    if len(plain) < 2:
        return None
    first, second = (f"%{a.name_hint}" if a.name_hint else f"#{a.index}" for a in plain[:2])
    return first, second


def _unaliased(marks: Attribute) -> bool:
    return isinstance(marks, DictionaryAttr) and "llvm.noalias" in marks.data


def _is_wait(op: Operation) -> bool:
    return bool(
        waits_by_count(op)
        or waits_by_token(op)
        or waits_finished(op)
        or (op.name == "async.await" and not op.results)
    )


def _queue(op: Operation) -> int | str | None:
    trait: Any = waits_by_count(op) or waits_finished(op)
    queue: QueueId | None = None if trait is None else trait.queue(op)
    return None if isinstance(queue, SSAValue) else queue


def _written(op: Operation) -> int | None:
    """The count in the text."""
    trait = waits_by_count(op)
    count = None if trait is None else trait.count(op)
    return literal(count) if isinstance(count, SSAValue) else count
