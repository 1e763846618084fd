"""The runs that show the races of a function, or that show others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice

from asyncir.analyses.sync_report import FunctionReport, RaceReport, Standing
from asyncir.driver.check_diagnostics import Refutation
from asyncir.driver.signatures import public_functions
from asyncir.driver.witness import Replay, replay, replay_race, small_arguments, varied_arguments
from asyncir.ir import ModuleOp, Operation
from asyncir.semantics.blocks.race import Race

_MOST_FOR_ANOTHER = 16
"""Where one race of a function is shown, so many guesses are tried to show the others, too."""
_MOST_GUESSES = 4
_MOST_VARIED = 24
_STEPS_OF_A_GUESS = 50_000
_STEPS_WITH_TASKS = 15_000
"""Tasks that launch tasks without end take memory with the square of their number."""

_MOST_LONG = 2
_STEPS_OF_A_LONG_ONE = 5_000_000
"""Where long computations were not looked at, the first guesses may take as long."""


def replayed(module: ModuleOp, function: FunctionReport) -> tuple[list[Refutation], str]:
    """The races of a function, each with the run that shows it, or with the reason why none does.

    Also why the interpreter does not run it, if it does not.
    """
    runs: dict[str, Replay] = {}
    found = [_with_its_witness(module, function, race, runs) for race in function.races]
    tried = [*runs.values()]
    if not _is_any_shown(found):
        found += _others(function, tried)
    guesses = _guessed(module, function)
    if not _is_any_shown(found):
        for run in guesses:
            tried.append(run)
            if run.races:
                found += _others(function, [run])
                break
    if _is_any_shown(found):
        for run in chain(tried, islice(guesses, _MOST_FOR_ANOTHER)):
            found = [_with_run(refutation, run) for refutation in found]
            found += _suspected(function, run, found)
            if not _open(function, found) and all(refutation.shown for refutation in found):
                break
    return found, next((run.refused for run in tried if run.refused), "")


def _with_its_witness(
    module: ModuleOp, function: FunctionReport, race: RaceReport, runs: dict[str, Replay]
) -> Refutation:
    """The race with the run of its witness, which is made once for all races that have it."""
    run: Replay | None = None
    if race.witness is not None:
        key = repr((race.witness.entry, race.witness.arguments))
        run = runs.get(key) or replay_race(module, race.witness.entry, race.witness.arguments)
        runs[key] = run
    return Refutation(function.name, race, run, _shown(race, run))


def _is_any_shown(found: Iterable[Refutation]) -> bool:
    return any(refutation.shown for refutation in found)


def _with_run(refutation: Refutation, run: Replay) -> Refutation:
    """With a run that shows the race, where none did: with the arguments that the analysis has in mind it may end before."""
    if refutation.shown or refutation.race is None or (shown := _shown(refutation.race, run)) is None:
        return refutation
    return replace(refutation, run=run, shown=shown)


def _guessed(module: ModuleOp, function: FunctionReport) -> Iterator[Replay]:
    """Runs in which it may race: with arguments that the analysis has in mind, then with any small ones."""
    guesses = [guess.arguments for guess in function.guesses]
    # What is proved is not doubted, but where something looked otherwise.
    arguments = guesses if function.standing is Standing.PROVED else chain(guesses, made_up(module, function))
    steps = _STEPS_WITH_TASKS if function.of_tasks else _STEPS_OF_A_GUESS
    for number, one in enumerate(arguments):
        long = function.patient and number < min(_MOST_LONG, len(guesses))
        yield replay_race(module, function.name, one, _STEPS_OF_A_LONG_ONE if long else steps)


def made_up(
    module: ModuleOp, function: FunctionReport, small: int = _MOST_GUESSES, varied: int = _MOST_VARIED
) -> Iterator[tuple[object, ...]]:
    """Arguments that the function can be called with: so many that are small, then so many that are varied."""
    signature = next((s for s in public_functions(module) if s.name == function.name), None)
    if signature is not None:
        yield from islice(small_arguments(signature), small)
        yield from islice(varied_arguments(signature), varied)


def uncovered(module: ModuleOp, functions: Iterable[FunctionReport], waits: set[Operation]) -> set[Operation]:
    """Those of the waits that some run shows to retire what touches memory that they do not list."""
    shown: set[Operation] = set()
    for function in functions if waits else ():
        for one in chain([guess.arguments for guess in function.guesses], made_up(module, function)):
            run = replay(module, function.name, one, max_steps=_STEPS_OF_A_GUESS)
            shown |= waits.intersection(run.outcome.uncovered if run.outcome is not None else ())
            if shown == waits:
                return shown
    return shown


def _shown(race: RaceReport, run: Replay | None) -> Race | None:
    """The race of the run that is the one reported."""
    wanted = {race.first.op, race.second.op}
    same = [r for r in (run.races if run else ()) if {r.first.op, r.second.op} == wanted]
    return next((r for r in same if r.kind == race.kind), same[0] if same else None)


def _open(function: FunctionReport, found: Iterable[Refutation]) -> set[tuple[Operation, Operation]]:
    """The accesses of which the analysis could not tell whether they race, and that were not seen to."""
    known = {(r.shown.first.op, r.shown.second.op) for r in found if r.shown is not None}
    return set(function.suspected) - known


def _suspected(function: FunctionReport, run: Replay, found: Iterable[Refutation]) -> list[Refutation]:
    """Races of the run between such accesses."""
    wanted = _open(function, found)
    more = {pair: race for race in run.races if (pair := (race.first.op, race.second.op)) in wanted}
    return [Refutation(function.name, None, run, race) for race in more.values()]


def _others(function: FunctionReport, runs: Iterable[Replay]) -> list[Refutation]:
    """Races that the runs showed where none of those expected was shown: the program is wrong all the same."""
    return [Refutation(function.name, None, run, race) for run in runs for race in run.races]
