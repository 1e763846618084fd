"""The check of a module: what was found of its entries, in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from asyncir.analyses.call_graph import call_graph, is_function
from asyncir.analyses.in_flight.callers import waits_for_callers
from asyncir.analyses.in_flight.certificate import Certificates
from asyncir.analyses.in_flight.code import Code, Instruction, Kind
from asyncir.analyses.in_flight.entries import initial_state
from asyncir.analyses.in_flight.explore import TOO_MANY_STEPS, Explorer
from asyncir.analyses.in_flight.flatten import TooLarge, flatten
from asyncir.analyses.in_flight.machine import AbstractMachine, Restart
from asyncir.analyses.in_flight.meetings import Key, MeetingPolicy
from asyncir.analyses.in_flight.policies import Needs, Races
from asyncir.analyses.in_flight.queues import has_computed_count
from asyncir.analyses.in_flight.relax import Change, changes
from asyncir.analyses.in_flight.state import GiveUp, TooMuch
from asyncir.analyses.in_flight.trials import settled
from asyncir.analyses.in_flight.unfollowed import reached, unfollowed
from asyncir.analyses.in_flight.uniform import constants_that_barriers_rely_on
from asyncir.analyses.in_flight.wait_reports import (
    NOT_EXACTLY,
    TOO_WEAK,
    is_wait,
    report_on,
    written_count,
)
from asyncir.analyses.in_flight.witness import Replays
from asyncir.analyses.in_flight.world import World
from asyncir.analyses.sync_report import (
    Failure,
    FunctionReport,
    RaceReport,
    Standing,
    SyncReport,
    Verdict,
    WaitReport,
    Witness,
)
from asyncir.dialects.effects import Effects, is_memory
from asyncir.dialects.interfaces.completion import IsBarrier, commits, issues, threads_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import ArrayAttr, Attribute, DictionaryAttr, ModuleOp, Operation, StringAttr
from asyncir.ir.walk import walk

DEFAULT_BUDGET = 60_000
"""Instructions executed symbolically, per entry and question; and 400 more for each in the program."""

_TRIAL_BUDGET = 10_000
"""The same, where another count is tried."""

_MORE_FOR_PROOFS = 4
"""A certificate is given up where it takes so many times longer than the proof."""

_MOST_AGAIN = 300_000
"""When so many steps were taken, nothing is looked at again with more groups told apart."""

_MOST_FOR_TRIALS = 300_000
"""When so many steps were taken to try other counts, no more are tried."""

_MARGIN = 3
_LARGEST = 16
"""Groups older than the largest count that the program writes, or than this, are folded."""
_OLDEST = 64
_RECURSIVE = "the program is recursive, and has several threads"
_NESTED = "functions in nested modules are not followed"


@dataclass
class _Entry:
    """What was found of one entry."""

    name: str
    standing: Standing
    reason: str = ""
    races: list[RaceReport] = field(default_factory=list[RaceReport])
    certificate: object | None = None
    code: Code | None = None
    followed: bool = True
    """Whether all of its executions were looked at."""
    at: Operation | None = None
    """What the reason speaks of; of two accesses, the later one."""
    other: Operation | None = None
    failures: tuple[Failure, ...] = ()
    guesses: tuple[Witness, ...] = ()
    suspected: tuple[tuple[Operation, Operation], ...] = ()
    """Pairs of accesses of which it is not known whether they race."""
    left: set[tuple[Operation, bool]] = field(default_factory=set[tuple[Operation, bool]])
    """What may be in flight at ends: see `_left`."""
    unfinished: tuple[Operation, ...] = ()
    """What does so in some execution."""

    @property
    def is_told(self) -> bool:
        """Whether all executions were followed to a verdict, so that something can be said of each wait."""
        return self.followed and self.standing is not Standing.UNKNOWN


def check_module(
    module: ModuleOp,
    *,
    entries: Sequence[str] | None = None,
    threads: int | None = None,
    args_alias: bool = False,
    budget: int = DEFAULT_BUDGET,
    certificates: bool = False,
    others: Collection[str] = (),
) -> SyncReport:
    """Prove or refute the synchronisation of a module's entries, and judge each wait.

    With `certificates`, each proved entry has one; making it takes longer than the proof. What is among the `others` is not
    looked at.
    """
    return _Check(module, threads, args_alias, budget, certificates).run(entries, others)


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
        self.wait_ops = [op for op in walk(module) if is_wait(op)]
        self.waits = {op: i for i, op in enumerate(self.wait_ops)}
        self.unknown: dict[int, str] = {}
        self.callers: set[int] = set()
        """Waits for tokens that the entry's caller may have made."""
        self.races = Races()
        self.spent = self.taken = 0
        """Steps of all explorations, and of the last one that was for a proof."""
        self.joined: set[Operation] = set()
        """The entries that were proved by joining states: there are too many to follow one by one."""
        self.crowded = False
        """Whether states could have been joined in the last exploration."""
        self.may_race: set[tuple[Operation, Operation]] = set()
        largest = max((c for c in map(written_count, self.wait_ops) if c is not None), default=0)
        self.oldest = 1 + _MARGIN + min(largest, _LARGEST)
        self.oldest_at_most = 1 + _MARGIN + min(largest, _OLDEST)

    def run(self, names: Sequence[str] | None, others: Collection[str]) -> SyncReport:
        chosen = list(names) if names is not None else self.graph.entries()
        found = [self._entry(name) for name in chosen if name in self.graph.functions and name not in others]
        found += self._nested() if names is None else []
        answers = self._verdicts(found)
        self._blame(found, answers)
        functions = tuple(
            FunctionReport(
                e.name,
                e.standing,
                e.reason,
                tuple(e.races),
                e.certificate,
                e.at,
                e.other,
                e.failures,
                e.unfinished,
                e.guesses,
                e.suspected,
            )
            for e in found
        )
        return SyncReport(tuple(answers), functions)

    def _nested(self) -> list[_Entry]:
        """The functions in nested modules that have something to check: nothing is known of them."""
        found: list[_Entry] = []
        for function in filter(is_function, walk(self.module)):
            if function.parent_op() is self.module or not any(map(_is_to_be_checked, walk(function))):
                continue
            for op in filter(self.waits.__contains__, walk(function)):
                self.unknown[self.waits[op]] = _NESTED
            found.append(_Entry(_path(function), Standing.UNKNOWN, _NESTED, at=function))
        return found

    def _block(self, function: Operation) -> tuple[int, int, int]:
        return threads_of(function) if self.threads is None else (self.threads, 1, 1)

    def _entry(self, name: str) -> _Entry:
        function = self.graph.functions[name]
        functions = reached(self.graph, name)
        reason, at = unfollowed(self.graph, functions)
        if reason:
            for op in (op for each in functions for op in walk(each) if op in self.waits):
                self.unknown.setdefault(self.waits[op], reason)
            return _Entry(name, Standing.UNKNOWN, reason, at=at)
        try:
            code = flatten(function, self.graph.functions)
        except TooLarge:
            reason = "the program with its calls inlined is too large"
            for number in range(len(self.wait_ops)):
                self.unknown.setdefault(number, reason)
            return _Entry(name, Standing.UNKNOWN, reason, at=function)
        self.callers |= {self.waits[op] for op in waits_for_callers(code)}
        if code.recursive and self._world(code).threads > 1:
            self._cannot_tell(code, _RECURSIVE)
            return _Entry(name, Standing.UNKNOWN, _RECURSIVE, code=code, followed=False, at=function)
        points = Certificates(code) if self.certificates and not code.recursive else None
        replays, races, stopped = self._raced(code, points=points)
        if stopped:
            return self._refuted_anyway(name, replays, races, stopped)
        entry = self._judge(name, replays, races, points)
        if entry.standing is Standing.UNKNOWN and self.oldest < self.oldest_at_most:
            # Rings of so many slots are rare, and take long: each group is told apart only where nothing else helps.
            self.oldest = self.oldest_at_most
            return self._entry(name)
        entry.failures = self._failures(races, replays)
        entry.left = _left(races)
        entry.unfinished = tuple(op for op, how in races.unfinished.items() if replays.leaves(op, how))
        if entry.standing is Standing.UNKNOWN:
            self._cannot_tell(code, entry.reason)
        for wait, visit in races.steady.items():
            self.races.steadiest(wait, visit)
        self.may_race |= {key[1:3] for key in races.found}
        if self.args_alias and (shared := _may_share(function)):
            self._distrust(entry, code, shared)
        return entry

    def _raced(
        self, code: Code, looser: Mapping[int, int] | None = None, points: Certificates | None = None
    ) -> tuple[Replays, Races, GiveUp | None]:
        """What races may be in any execution; and why not all of them were looked at, if so."""
        world, trial = World(self._block(code.entry), looser=looser or {}), looser is not None
        replays, races, stopped = Replays(code, world, self.effects, self.waits, self.wait_ops), Races(), None
        if code.entry not in self.joined:
            replays, races, stopped = self._followed(code, world, trial, points)
            # Where states are joined more may go wrong, not less.
            if races.anything or not (isinstance(stopped, TooMuch) and self.crowded):
                return replays, races, stopped
        joined, found, failed = self._followed(code, replace(world.again(), joined=True), trial, points)
        if failed or found.anything:
            # Where states were joined, nothing but a proof counts.
            return replays, races, stopped or failed or GiveUp(TOO_MANY_STEPS)
        if not trial:
            self.joined.add(code.entry)
        return joined, found, None

    def _followed(
        self, code: Code, world: World, trial: bool, points: Certificates | None
    ) -> tuple[Replays, Races, GiveUp | None]:
        while True:
            races, replays = Races(), Replays(code, world, self.effects, self.waits, self.wait_ops)
            enough, stopped = self._asking(world, replays, races), None
            try:
                self._explore(code, world, races, self.oldest, trial, points, enough)
            except Restart:
                world = world.again()
                continue
            except GiveUp as stop:
                stopped = stop
            replays.world = world
            return replays, races, stopped

    def _asking(self, world: World, replays: Replays, races: Races) -> Callable[[], bool]:
        """Asks whether one of the races that were found so far is one in some execution: nothing is proved then."""

        def is_refuted() -> bool:
            # The exploration may go on: what replays learn of objects is not for it.
            if world.joined:
                return races.anything
            replays.world = replace(world.again(), mutable=set(world.mutable), shared=set(world.shared))
            replays.try_small(numbers=range(4) if races.found else ())
            return any(key in replays.confirmed or replays.confirm(key, m) for key, m in races.found.items())

        return is_refuted

    def _distrust(self, entry: _Entry, code: Code, arguments: tuple[str, str]) -> None:
        """All that was found is of arguments without common elements: a race stays one, nothing else is known."""
        reason = f"the arguments {arguments[0]} and {arguments[1]} may overlap"
        self._cannot_tell(code, reason)
        if entry.standing is Standing.PROVED:
            entry.standing, entry.reason, entry.certificate = Standing.UNKNOWN, reason, None

    def _explore(
        self,
        code: Code,
        world: World,
        policy: MeetingPolicy,
        oldest: int,
        trial: bool = False,
        points: Certificates | None = None,
        enough: Callable[[], bool] | None = None,
    ) -> None:
        if world.threads == 1 and not any(map(_is_of_interest, code.instructions)):
            return  # Nothing is ever in flight.
        if world.threads > 1:
            relied_on = constants_that_barriers_rely_on(code, self.effects, world.mutable)
            world.in_step = relied_on is None
            world.read |= relied_on or set()
        machine = AbstractMachine(code, world, self.effects, self.waits, policy)
        if points is not None:
            points.clear()
        seen = None if points is None else points.seen
        budget = min(self.budget, _TRIAL_BUDGET) if trial else self.budget
        budget += 400 * len(code.instructions)
        budget //= 2 if world.joined else 1  # Fewer states, or it does not help.
        if world.complete:
            budget = min(budget, _MORE_FOR_PROOFS * self.taken + _TRIAL_BUDGET)
        explorer = Explorer(machine, oldest, budget, seen, enough)
        try:
            explorer.run(initial_state(code, world))
        finally:
            self.spent += explorer.taken()
            self.crowded = explorer.is_crowded()
            if not world.complete and not trial:
                self.taken = explorer.taken()

    def _world(self, code: Code) -> World:
        return World(self._block(code.entry))

    def _certificate(self, code: Code, world: World, points: Certificates) -> object | None:
        """What is true where paths meet. Two threads go the same way: what they decide alike must not be forgotten."""
        if world.threads == 1:
            return points.finished(self.module, world)
        for complete in (True, False):
            world = replace(world.again(), complete=complete)
            while True:
                try:
                    self._explore(code, world, Races(), self.oldest, points=points)
                except Restart:
                    world = world.again()
                    continue
                except GiveUp:
                    break
                return points.finished(self.module, world)
        return None

    def _judge(self, name: str, replays: Replays, races: Races, points: Certificates | None = None) -> _Entry:
        code, world = replays.code, replays.world
        entry = _Entry(name, Standing.PROVED, code=code)
        if not races.found:
            entry.certificate = None if points is None else self._certificate(code, world, points)
            return entry
        open_: list[Key] = []
        for key, meetings in races.found.items():
            report = replays.confirm(key, meetings)
            if report is None:
                open_.append(key)
        for report in replays.confirmed.values():
            entry.races.append(report)
        entry.guesses = tuple(replays.guesses)
        shown = {(race.first.op, race.second.op) for race in entry.races}
        entry.suspected = tuple(dict.fromkeys(key[1:3] for key in open_ if key[1:3] not in shown))
        if entry.races:
            entry.standing = Standing.REFUTED
        else:
            kind, entry.other, entry.at, _ = open_[0]
            entry.standing = Standing.UNKNOWN
            entry.reason = f"a {kind} race of {entry.other.name} and {entry.at.name} could not be excluded"
            if world.blurred:
                entry.reason += f" ({', '.join(sorted(world.blurred))})"
        return entry

    def _refuted_anyway(self, name: str, replays: Replays, races: Races, stop: GiveUp) -> _Entry:
        """Not all of the entry could be looked at; but one execution that races is enough."""
        code = replays.code
        self._cannot_tell(code, stop.reason)
        # Where nothing hints at a race, one execution with loops that run is all that is looked at.
        replays.try_small(numbers=range(4) if races.found else range(1, 2))
        if isinstance(stop, TooMuch):
            replays.try_single()
        for key, meetings in races.found.items():
            replays.confirm(key, meetings)
        found = list(replays.confirmed.values())
        failures = self._failures(races, replays)
        if not found:
            entry = _Entry(name, Standing.UNKNOWN, stop.reason, at=stop.op, guesses=tuple(replays.guesses))
        else:
            entry = _Entry(name, Standing.REFUTED, "", found)
        return replace(entry, code=code, followed=False, failures=failures)

    def _failures(self, races: Races, replays: Replays) -> tuple[Failure, ...]:
        found = [replays.failure(wait, states) for wait, states in races.negative.items()]
        found += [replays.dangle(op, meeting) for op, meeting in races.dangles.items()]
        return tuple(failure for failure in found if failure is not None)

    def _cannot_tell(self, code: Code, reason: str) -> None:
        name = code.entry.get_attr_or_prop("sym_name")
        functions = reached(self.graph, name.data) if isinstance(name, StringAttr) else [code.entry]
        for op in (op for function in functions for op in walk(function) if op in self.waits):
            self.unknown.setdefault(self.waits[op], reason)

    def _verdicts(self, found: list[_Entry]) -> list[WaitReport]:
        if not self.wait_ops:
            return []
        oldest = self.oldest
        while True:
            needs = Needs(oldest + 2)
            for entry in found:
                # Of the waits of other entries nothing is said, whatever is found.
                if entry.code is not None and entry.is_told and entry.code.has_waits:
                    self._needs(entry.code, needs, oldest)
            # The first exploration is the sharper one: no execution comes to other needs that nothing serves.
            shown = {(race.first.op, race.second.op) for entry in found for race in entry.races}
            for key, need in list(needs.broken.items()):
                if key[2:] in shown:
                    continue
                del needs.broken[key]
                if key[2:] in self.may_race:
                    for wait, _ in need.met:
                        self.unknown.setdefault(wait, NOT_EXACTLY)
            answers = changes(needs, len(self.wait_ops))
            enough = oldest >= _OLDEST or self.spent > _MOST_AGAIN
            open_ = (c for n, c in enumerate(answers) if n not in self.unknown)
            if enough or not any(c.binding and not c.binding.certain and c.binding.folded for c in open_):
                break
            oldest = min(2 * oldest, _OLDEST)
        known = {n: self._known(n, change) for n, change in enumerate(answers)}
        known |= self._settled(found, known)
        for number in self.callers:
            change = known[number]
            if isinstance(change, Change) and not change.weak and change.by != 0:
                known[number] = "its group may be the caller's"
        weak = {race.wait for entry in found for race in entry.races}
        reports = [
            report_on(op, n, known[n], needs, self.races.steady.get(n)) for n, op in enumerate(self.wait_ops)
        ]
        return [
            replace(report, verdict=Verdict.TOO_WEAK, reason=TOO_WEAK)
            if report.verdict is Verdict.UNKNOWN and report.op in weak
            else report
            for report in reports
        ]

    def _blame(self, found: Sequence[_Entry], reports: Sequence[WaitReport]) -> None:
        """Put races down to waits that are too weak, where a repair of these makes the last one before good."""
        weak = [n for n, report in enumerate(reports) if report.verdict is Verdict.TOO_WEAK]
        fine = {r.op for r in reports if r.verdict not in (Verdict.TOO_WEAK, Verdict.UNKNOWN)}
        for entry in found if weak else ():
            for n, race in enumerate(entry.races):
                if race.wait is not None and race.wait in fine:
                    before = [w for w in weak if w < self.waits[race.wait]]
                    entry.races[n] = replace(race, wait=self.wait_ops[before[-1] if before else weak[0]])

    def _known(self, number: int, change: Change) -> Change | str:
        """What was found of a wait, or why nothing was."""
        if number in self.unknown:
            return self.unknown[number]
        return change if change.binding is None or change.binding.certain else NOT_EXACTLY

    def _settled(self, found: Sequence[_Entry], known: Mapping[int, Change | str]) -> dict[int, Change]:
        """What trials tell of the waits of which nothing is known."""
        open_ = [n for n, change in known.items() if isinstance(change, str)]
        if not open_ or not all(e.is_told for e in found):
            return {}

        before = self.spent

        def prove(looser: Mapping[int, int]) -> Standing:
            if self.spent - before > _MOST_FOR_TRIALS:
                return Standing.UNKNOWN
            standings = {self._tried(e.code, e.left, looser) for e in found if e.code is not None}
            return next((s for s in (Standing.REFUTED, Standing.UNKNOWN) if s in standings), Standing.PROVED)

        proved = all(e.standing is Standing.PROVED for e in found)
        return settled(prove, {n: c for n, c in known.items() if isinstance(c, Change)}, open_, proved)

    def _tried(self, code: Code, left: set[tuple[Operation, bool]], looser: Mapping[int, int]) -> Standing:
        """What is true of an entry with other counts."""
        replays, races, stopped = self._raced(code, looser)
        if stopped:
            # One execution that races is enough.
            replays.try_small()
            replays.try_single()
            return Standing.REFUTED if replays.confirmed else Standing.UNKNOWN
        if not left.issuperset(_left(races)):
            return Standing.REFUTED
        return self._judge("", replays, races).standing if races.found else Standing.PROVED

    def _needs(self, code: Code, needs: Needs, oldest: int) -> None:
        if code.entry in self.joined:
            self._cannot_tell(code, TOO_MANY_STEPS)
            return
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


def _left(races: Races) -> set[tuple[Operation, bool]]:
    """What may still write the caller's memory at the end, and what may use memory that ends before it (True)."""
    return {(op, False) for op in races.unfinished} | {(op, True) for op in races.dangles}


def _is_of_interest(step: Instruction) -> bool:
    """Whether an execution can go wrong with it: something may be in flight, be in no order, or be negative."""
    computed = step.kind is Kind.WAIT and step.op is not None and has_computed_count(step.op)
    parallel = step.op is not None and kind_of(step.op) is OpKind.PARALLEL_LOOP
    return computed or parallel or step.kind in (Kind.ISSUE, Kind.UNKNOWN)


def _is_to_be_checked(op: Operation) -> bool:
    """Whether the op is of asynchronous work, or of several threads."""
    return is_wait(op) or bool(issues(op) or commits(op)) or op.get_trait(IsBarrier) is not None


def _path(function: Operation) -> str:
    """The names of the modules around a function, and its own."""
    names: list[str] = []
    op: Operation | None = function
    while op is not None:
        name = op.get_attr_or_prop("sym_name")
        names += [name.data] if isinstance(name, StringAttr) else []
        op = op.parent_op()
    return "::".join(reversed(names))


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
