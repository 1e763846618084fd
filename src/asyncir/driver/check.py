"""`asyncir.check`: is the synchronisation of a program right, and no stronger than it has to be?

The analyses answer; the interpreter replays every race before it is shown; what it does not reproduce counts as unknown.
"""

from __future__ import annotations

import gc
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from os import PathLike
from typing import Any, cast

from asyncir.analyses.sync_report import (
    NOT_RIGHT_YET,
    FunctionReport,
    Place,
    RaceReport,
    Standing,
    SyncReport,
    Verdict,
    WaitReport,
    Witness,
)
from asyncir.analyses.wait_coverage import coverage_faults
from asyncir.certificates import digest
from asyncir.diagnostics import Diagnostic, Severity, Span
from asyncir.diagnostics.parameters import expect
from asyncir.diagnostics.render import to_json as diagnostic_to_json
from asyncir.dialects.verification import location_span, span_of
from asyncir.driver.affine_maps import without_affine
from asyncir.driver.check_assumptions import assumptions, nothing_to_check, unfinished
from asyncir.driver.check_diagnostics import Failed, Refutation, diagnostics_of
from asyncir.driver.rechecking import not_rechecked, recheck as ask_the_verifier
from asyncir.driver.replaying import replayed, uncovered
from asyncir.driver.signatures import public_functions
from asyncir.driver.sources import UNNAMED, text_of
from asyncir.driver.structured_ops import with_loops_and_tasks
from asyncir.driver.trials import with_trials
from asyncir.driver.witness import replay
from asyncir.ir import ModuleOp
from asyncir.ir.marks import ASSUMED_BLOCK_SIZE
from asyncir.ir.symbols import symbol_name
from asyncir.launch.compiled import unknown_function
from asyncir.semantics.blocks.race import Site
from asyncir.source.text import parse_module
from asyncir.transforms._kernel_functions import NO_FUNCTION, without_function, without_modules
from asyncir.transforms._synchronisation import judge

_OBJECTS = 100_000
"""After so many new ones the collector looks for what is garbage."""


@dataclass(frozen=True, slots=True)
class CheckedWait:
    """What is true of one wait."""

    location: str
    """`file:line:column`."""
    queue: int | str | None
    """The queue's number, `cp.async` for copies of nvgpu, None where it is computed or named by tokens."""
    count: int | None
    """As written; None where it is computed, or tokens are awaited."""
    verdict: str
    """`exact`, `too weak`, `too strong`, `redundant` or `unknown`; of a wait for tasks `needed` in place of `exact`."""
    exact: int | None
    """The count that is right."""
    reason: str
    operand: int | None = None
    """Of a task that waits for several dependencies: which of its operands this is about."""


@dataclass(frozen=True, slots=True)
class FoundRace:
    """Two accesses of which neither happens before the other, as a run showed them."""

    kind: str
    """RAW, WAR or WAW."""
    first: str
    """Where: `file:line:column`."""
    second: str
    iteration: tuple[int, ...]
    """The iterations of the loops around the second access, outermost first."""
    first_iteration: tuple[int, ...]
    threads: tuple[int, int]
    wait: str | None
    """The wait that should have prevented it, if there is one on the way."""
    command: str
    """The command line that shows it."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The answer of `asyncir.check`."""

    standing: str
    """`proved`, `refuted` or `unknown`."""
    waits: tuple[CheckedWait, ...]
    races: tuple[FoundRace, ...]
    functions: dict[str, str]
    """The standing of each entry."""
    diagnostics: tuple[Diagnostic, ...]
    certificates: dict[str, object]
    """For each entry that is proved: plain data with which an independent verifier checks the proof again."""
    doubts: dict[str, str] = field(default_factory=dict[str, str])
    """For each entry that is proved: why the verifier could not re-check it; empty where it accepted the proof."""
    rechecked: bool | None = None
    """Whether it accepted all proofs; None where it was not asked, or nothing is proved."""

    @property
    def proved(self) -> bool:
        """Whether no execution has a race, and nothing else is wrong."""
        return self.standing == Standing.PROVED.value


@contextmanager
def _rare_collections() -> Generator[None]:
    """Modules are large graphs that stay alive: to look through them often is most of what the collector would cost."""
    before = gc.get_threshold()
    if not 0 < before[0] < _OBJECTS:
        yield
        return
    gc.set_threshold(_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@_rare_collections()
def check(
    program: str | bytes | PathLike[str] | ModuleOp,
    *,
    filename: str = UNNAMED,
    entry: str | None = None,
    args_alias: bool = False,
    certificates: bool = False,
    recheck: bool = True,
) -> Checked:
    """Prove that every access of a program waits for what it needs, or show an execution in which one does not.

    Says of each wait whether it is exact. `entry` is the one function to look at. Arrays that are passed to it are taken
    to be different ones, unless `args_alias` says that they may overlap. Each proof is handed
    to an independent verifier, unless `recheck` is False: one that it rejects is none. `certificates` keeps the proofs, for
    others to check again; those that the verifier does not follow are left out, with Q007.
    `program` is text, a module, or the path of a file.
    Raises `DiagnosticError` for a program that is none, and for an entry that it does not have.
    """
    program, filename = text_of(program, filename)
    module = program if isinstance(program, ModuleOp) else parse_module(program, filename)
    module = without_affine(without_modules(module))
    entries = None if entry is None else [expect(entry, str, "entry", "a name").removeprefix("@")]
    found = _checked(module, entries, filename, args_alias, certificates=certificates, recheck=recheck)
    if found.standing != Standing.UNKNOWN.value or (loops := with_loops_and_tasks(module)) is None:
        return found
    # Proofs are of a text, and this is another one: there is no certificate for others.
    again = _checked(loops, entries, filename, args_alias, certificates=False, recheck=recheck)
    return found if again.standing == Standing.UNKNOWN.value else again


def _checked(
    module: ModuleOp,
    entries: list[str] | None,
    filename: str,
    args_alias: bool,
    *,
    certificates: bool,
    recheck: bool,
) -> Checked:
    asked = recheck or certificates
    report = _of_any_size(module, judge(module, entries=entries, args_alias=args_alias, certificates=asked))
    if entries is not None and not report.functions:
        raise unknown_function(entries[0], {s.name: s for s in public_functions(module)})
    report, doubts = ask_the_verifier(module, report, args_alias) if asked else (report, dict[str, str]())
    report, refutations, failed = confirm(module, report)
    checked = summarise(report, refutations, filename, failed)
    listing = coverage_faults(module)
    shown = uncovered(module, report.functions, set(listing))
    more = [d if wait in shown else replace(d, severity=Severity.WARNING) for wait, d in listing.items()]
    more += assumptions(module, [f.name for f in report.functions])
    more += unfinished(module, report.functions)
    if not report.functions:
        more.append(nothing_to_check())
    wrong = any(d.severity is Severity.ERROR for d in (*checked.diagnostics, *more))
    standing = Standing.REFUTED.value if wrong else checked.standing
    if standing == Standing.PROVED.value and len(shown) < len(listing):
        standing = Standing.UNKNOWN.value
    proved = {name for name, found in checked.functions.items() if found == Standing.PROVED.value}
    doubts = {name: doubt for name, doubt in doubts.items() if name in proved}
    kept: dict[str, object] = {}
    more += [not_rechecked(name, doubt, certificates) for name, doubt in doubts.items() if doubt]
    if certificates:
        text = digest(module)
        known = cast("dict[str, dict[str, object]]", checked.certificates)
        kept = {name: {"text": text, **c} for name, c in known.items() if not doubts.get(name)}
    return replace(
        checked,
        standing=standing,
        diagnostics=(*checked.diagnostics, *more),
        certificates=kept,
        doubts=doubts,
        rechecked=not any(doubts.values()) if doubts else None,
    )


def _of_any_size(module: ModuleOp, report: SyncReport) -> SyncReport:
    """What is proved of a kernel for some number of threads is not known for all, and of others nothing."""
    assumed = {symbol_name(op) for op in module.ops if ASSUMED_BLOCK_SIZE in op.attributes}
    functions = tuple(
        replace(
            f,
            standing=Standing.UNKNOWN,
            reason="it does not say how many threads a block has",
            certificate=None,
        )
        if f.name in assumed and f.standing is Standing.PROVED
        else f
        for f in report.functions
    )
    others = tuple(
        FunctionReport(name, Standing.UNKNOWN, NO_FUNCTION, at=op) for name, op in without_function(module)
    )
    return replace(report, functions=(*functions, *others))


def confirm(module: ModuleOp, report: SyncReport) -> tuple[SyncReport, list[Refutation], list[Failed]]:
    """What is left of a report when the interpreter has replayed it, the runs, and the counts that became negative.

    Its races are those that a run showed, with the threads and iterations of the run. Waits of which a proof says nothing
    are needed where a run without them races.
    """
    refutations: list[Refutation] = []
    reports: list[FunctionReport] = []
    for function in report.functions:
        shown, refused = replayed(module, function)
        refutations += shown
        reports.append(replace(function, refused=refused))
    report = replace(report, functions=tuple(reports))
    failed = [f for function in report.functions for f in _failed(module, function)]
    confirmed = _confirmed(report, refutations, failed)
    functions = tuple(
        replace(f, races=tuple(race for r in refutations if r.function == f.name for race in _as_shown(r)))
        for f in confirmed.functions
    )
    return with_trials(module, replace(confirmed, functions=functions)), refutations, failed


def _as_shown(refutation: Refutation) -> Iterator[RaceReport]:
    race, run = refutation.shown, refutation.run
    if race is None or run is None:
        return
    first, second = (Place(site.op, site.iteration, site.thread) for site in (race.first, race.second))
    if refutation.race is not None:
        known = refutation.race
        first = replace(first, calls=known.first.calls if known.first.op is first.op else ())
        second = replace(second, calls=known.second.calls if known.second.op is second.op else ())
        yield replace(known, kind=race.kind, first=first, second=second)
    else:
        yield RaceReport(race.kind, first, second, Witness(run.entry, run.arguments))


def _failed(module: ModuleOp, function: FunctionReport) -> Iterator[Failed]:
    """Errors at which executions end, each with the run that shows it; those that no run shows are none."""
    for failure in function.failures:
        run = replay(module, failure.witness.entry, failure.witness.arguments)
        found = () if run.outcome is None else run.outcome.diagnostics
        if any(d.code == failure.code and d.span in (span_of(failure.op), None) for d in found):
            yield Failed(function.name, failure, run)


def _confirmed(report: SyncReport, refutations: Sequence[Refutation], failed: Sequence[Failed]) -> SyncReport:
    """The report without what no run showed."""
    refuted = {r.function for r in refutations if r.shown}
    fails = {f.function for f in failed if f.failure.certain}
    dead = {f.failure.op for f in failed if f.failure.certain}
    ends = {failure.op for function in report.functions for failure in function.failures}
    weak = {r.race.wait for r in refutations if r.shown and r.race is not None}
    functions: list[FunctionReport] = []
    shown_wrong = {
        f.reason for f in report.functions if f.standing is Standing.UNKNOWN and f.name in refuted | fails
    }
    for function in report.functions:
        if function.name in fails:
            function = replace(function, standing=Standing.REFUTED, certificate=None)
        elif function.standing is Standing.REFUTED and function.name not in refuted:
            function = _not_reproduced(function)
        elif function.standing is not Standing.REFUTED and function.name in refuted:
            function = replace(function, standing=Standing.REFUTED, certificate=None)
        functions.append(function)
    doubtful = [f for f in report.functions if f.standing is Standing.REFUTED and f.name not in refuted]
    waits: list[WaitReport] = []
    for wait in report.waits:
        if wait.op in dead or (wait.op in ends and wait.verdict in (Verdict.REDUNDANT, Verdict.TOO_STRONG)):
            # Without it, or with another count, executions would go on that end here.
            wait = replace(wait, verdict=Verdict.UNKNOWN, exact=None, reason="its count becomes negative")
        elif wait.op in weak and wait.verdict is Verdict.UNKNOWN:
            wait = replace(wait, verdict=Verdict.TOO_WEAK, exact=None, reason=_SHOWN)
        elif doubtful and wait.verdict is Verdict.TOO_WEAK and wait.op not in weak:
            wait = replace(wait, verdict=Verdict.UNKNOWN, exact=None, reason=_not_shown(doubtful[0]))
        elif wait.verdict is Verdict.UNKNOWN and wait.reason in shown_wrong:
            wait = replace(wait, reason=NOT_RIGHT_YET)
        waits.append(wait)
    return SyncReport(tuple(waits), tuple(functions))


def _not_reproduced(function: FunctionReport) -> FunctionReport:
    unknown = replace(function, standing=Standing.UNKNOWN, reason=function.reason or _not_shown(function))
    if not function.races:
        return unknown
    race = function.races[0]
    return replace(unknown, at=race.second.op, other=race.first.op)


_SHOWN = "a run shows a group that it lets stay in flight and that a later access needs"


def _not_shown(function: FunctionReport) -> str:
    if function.refused:
        return f"the analysis expects a race that the interpreter cannot show: {function.refused}"
    return "the analysis expects a race that the interpreter does not reproduce"


def summarise(
    report: SyncReport, refutations: Sequence[Refutation], filename: str, failed: Sequence[Failed] = ()
) -> Checked:
    """The report as plain data, with diagnostics."""
    races = tuple(_found(r, filename) for r in refutations if r.shown is not None and r.run is not None)
    proved = [f for f in report.functions if f.standing is Standing.PROVED and f.certificate is not None]
    return Checked(
        report.standing.value,
        tuple(_wait(wait) for wait in report.waits),
        races,
        {f.name: f.standing.value for f in report.functions},
        tuple(diagnostics_of(report, refutations, failed, filename)),
        {f.name: f.certificate for f in proved},
    )


def _wait(wait: WaitReport) -> CheckedWait:
    place = location_text(location_span(wait.op.location))
    return CheckedWait(
        place, wait.queue, wait.count, wait.verdict.value, wait.exact, wait.reason, wait.operand
    )


def _found(refutation: Refutation, filename: str) -> FoundRace:
    race, run = refutation.shown, refutation.run
    assert race is not None
    assert run is not None
    wait = refutation.race.wait if refutation.race is not None else None
    return FoundRace(
        race.kind,
        _site(race.first),
        _site(race.second),
        tuple(race.second.iteration),
        tuple(race.first.iteration),
        (race.first.thread, race.second.thread),
        None if wait is None else location_text(location_span(wait.location)),
        run.command(filename),
    )


def _site(site: Site) -> str:
    return location_text(site.span or location_span(site.op.location))


def location_text(span: Span | None) -> str:
    """`file:line:column`."""
    return "<unknown>" if span is None else f"{span.file}:{span.line}:{span.column}"


VERSION = 1
"""Of the answer as data: it grows where a key changes its meaning, not where one is added."""


def to_json(checked: Checked) -> dict[str, Any]:
    """The answer as what `json.dumps` takes."""
    return {
        "version": VERSION,
        "waits": [asdict(wait) for wait in checked.waits],
        "races": [asdict(race) for race in checked.races],
        "proved": checked.proved,
        "standing": checked.standing,
        "functions": checked.functions,
        "rechecked": checked.rechecked,
        "not_rechecked": {name: doubt for name, doubt in checked.doubts.items() if doubt},
        "diagnostics": [diagnostic_to_json(diagnostic) for diagnostic in checked.diagnostics],
    }
