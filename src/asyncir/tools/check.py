"""`asyncir check`: prove or refute the synchronisation of a program, and say so."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from asyncir.analyses.sync_report import FunctionReport, Standing, SyncReport, Verdict
from asyncir.certificates import VERSION
from asyncir.diagnostics import Diagnostic, Severity, failure
from asyncir.diagnostics.words import counted
from asyncir.dialects import context
from asyncir.dialects.foreign import Foreign
from asyncir.driver.baselines import SyncProfile, compare, profile
from asyncir.driver.check import Checked, check, summarise, to_json
from asyncir.driver.check_diagnostics import Refutation
from asyncir.driver.repairing import TextRepair, repaired
from asyncir.driver.signatures import public_functions
from asyncir.driver.witness import Replay, replay, small_arguments
from asyncir.ir import ModuleOp
from asyncir.launch.arguments import Frame, check_types
from asyncir.launch.signatures import Signature
from asyncir.semantics import parse_schedule
from asyncir.source.ptx import is_ptx
from asyncir.source.text import parse_module
from asyncir.tools import shell
from asyncir.tools.check_machine import run_check_on_machine
from asyncir.tools.dialects import foreign_dialects
from asyncir.tools.entries import choose, several
from asyncir.tools.files import Output, read_source
from asyncir.tools.formats import changes_to_json, print_changes, print_formatted
from asyncir.tools.literals import read_arguments
from asyncir.tools.repairs import print_repair, repair_to_json
from asyncir.tools.requests import CheckRequest
from asyncir.transforms._kernel_functions import without_modules


def run_check(request: CheckRequest) -> int:
    """Do what was asked; the answer is the exit code."""
    if request.machine is not None:
        return run_check_on_machine(request, request.machine, parsed(request), _foreign(request))
    if request.certify_minimal:
        raise failure(
            "C004", "--certify-minimal is for programs on machines", "name the machine: --machine NAME"
        )
    if request.oracle is None and request.arguments:
        raise failure("C004", "FILE is followed by arguments: the proof is for all of them", _ONE_FILE)
    if request.oracle is not None and request.certificate is not None:
        raise failure("C004", "the interpreter gives no certificate", "leave --oracle or --certificate out")
    if request.certificate == "-" and request.as_json:
        message = "the certificate and the answer cannot both go to standard output"
        raise failure("C004", message, _NAME_A_FILE)
    if request.diff and (request.oracle is not None or request.certificate == "-"):
        message = "a diff goes to standard output, and is of what the analysis says"
        raise failure("C004", message, "leave --oracle out, and name a file for --certificate")
    output_to = request.certificate
    with Output(output_to, request.name) if output_to else nullcontext() as output:
        runs = 0
        if request.oracle is None:
            checked = _proved(request)
        else:
            checked, runs = _tried(request, request.oracle)
        if output is not None and (not request.strict or _is_complete(checked)):
            output.write(_certificate(request, checked))
    repair = _repair(request, checked) if request.diff else None
    changes = None if request.baseline is None else compare(_baseline(request), _profile(checked))
    if request.as_json:
        more: dict[str, Any] = {"runs": runs} if runs else {}
        more |= {"repair": repair_to_json(repair)} if repair is not None else {}
        more |= {} if changes is None else {"changes": changes_to_json(changes)}
        print(json.dumps(to_json(checked) | more))
    elif request.format != "text":
        print_formatted(request.format, checked.diagnostics)
    else:
        shell.show(checked.diagnostics)
        beside = output_to == "-" or request.diff
        print(f"{request.name}: {_summary(checked, runs)}", file=sys.stderr if beside else sys.stdout)
        if repair is not None:
            print_repair(request.name, repair)
        print_changes(request.name, changes or ())
    worse = any(change.worse for change in changes or ())
    return max(_status(checked, request), shell.PROGRAM_IS_WRONG if worse else shell.FINE)


def _baseline(request: CheckRequest) -> SyncProfile:
    """How the older file stands. Raises `DiagnosticError` where it cannot be read."""
    name, source = read_source(request.baseline or "")
    if is_ptx(source, name):
        raise failure("C004", f"'{name}' is PTX, and cannot be compared with MLIR", "name an older MLIR file")
    shell.SOURCES.add(name, source)
    return _profile(_proved(replace(request, name=name, source=source, certificate=None)))


def _profile(checked: Checked) -> SyncProfile:
    """What two versions are compared by: each file's functions, and all of its waits together."""
    standings = checked.functions
    one = next(iter(standings), "") if len(standings) == 1 else "the file"
    if one == "the file":
        standings = {**standings, one: checked.standing}
    return profile(standings, [(one, "wait", wait.verdict) for wait in checked.waits])


def parsed(request: CheckRequest) -> ModuleOp:
    """The program."""
    return parse_module(request.source, request.name, ctx=context(_foreign(request)))


def _foreign(request: CheckRequest) -> Foreign:
    return foreign_dialects(request.allow_foreign, request.irdl_file, request.machine)


def _repair(request: CheckRequest, checked: Checked) -> TextRepair:
    """What a program lacks that is not proved."""
    source = request.source.decode("utf-8", errors="replace")
    entry = _entry(request, parsed(request))
    return repaired(
        source, request.name, entry, request.args_alias == "yes", checked, foreign=_foreign(request)
    )


_ONE_FILE = "give one FILE at a time, and arguments only with --oracle"
_NAME_A_FILE = "name a file for the certificate"


def _status(checked: Checked, request: CheckRequest) -> int:
    wrong = checked.standing == Standing.REFUTED.value
    wrong = wrong or any(d.severity is Severity.ERROR for d in checked.diagnostics)
    if request.strict:
        wrong = wrong or checked.standing == Standing.UNKNOWN.value
        wrong = wrong or (request.certificate is not None and not _is_complete(checked))
    return shell.PROGRAM_IS_WRONG if wrong else shell.FINE


def _is_complete(checked: Checked) -> bool:
    """Whether each entry has a certificate, and there is one."""
    return (
        checked.proved and bool(checked.certificates) and set(checked.certificates) == set(checked.functions)
    )


def _proved(request: CheckRequest) -> Checked:
    module = without_modules(parsed(request))
    return check(
        module,
        filename=request.name,
        entry=_entry(request, module),
        args_alias=request.args_alias == "yes",
        certificates=request.certificate is not None,
        recheck=not request.no_recheck,
    )


def _entry(request: CheckRequest, module: ModuleOp) -> str | None:
    """The one function that is looked at, if one is named."""
    return (
        None
        if request.entry is None
        else choose({s.name: s for s in public_functions(module)}, request.entry)
    )


def _certificate(request: CheckRequest, checked: Checked) -> bytes:
    """The file that the independent verifier reads: what was proved, for each entry."""
    content = {"version": VERSION, "file": request.name, "functions": checked.certificates}
    return (json.dumps(content) + "\n").encode()


# The interpreter instead


def _tried(request: CheckRequest, how: str) -> tuple[Checked, int]:
    """What runs show: with the arguments given, or with a few small ones."""
    parse_schedule(how)  # refuses what is none
    module = without_modules(parsed(request))
    signatures = {s.name: s for s in public_functions(module)}
    if request.arguments and request.entry is None and len(signatures) != 1:
        raise several(signatures)
    chosen = signatures if request.entry is None else [choose(signatures, request.entry)]
    functions: list[FunctionReport] = []
    refutations: list[Refutation] = []
    faults: dict[object, Diagnostic] = {}
    made = 0
    for signature in map(signatures.__getitem__, chosen):
        runs = [
            replay(module, signature.name, values, how, texts=request.arguments if _are_large(values) else ())
            for values in _arguments(request, signature)
        ]
        shown = _distinct(runs)
        refutations += [Refutation(signature.name, None, run, race) for run, race in shown]
        made += len(runs)
        given = bool(request.arguments) or not signature.arguments
        for run in runs:
            # What the interpreter does not run is no fault of a program that was not given anything.
            refused = bool(run.refused) and not request.arguments
            faults |= {(d.code, d.span): d for d in _faults(run, given and not refused)}
        functions.append(_standing_of(signature.name, runs, bool(shown)))
    checked = summarise(SyncReport((), tuple(functions)), refutations, request.name)
    return replace(checked, diagnostics=(*checked.diagnostics, *faults.values())), made


def _faults(run: Replay, given: bool) -> Iterator[Diagnostic]:
    """What else than a race ended a run; no more than a warning where the arguments are made up."""
    for diagnostic in run.outcome.diagnostics if run.outcome is not None else ():
        if diagnostic.code != "S001" and diagnostic.severity is Severity.ERROR:
            yield diagnostic if given else replace(diagnostic, severity=Severity.WARNING)


def _arguments(request: CheckRequest, signature: Signature) -> Iterator[tuple[Any, ...]]:
    if request.arguments:
        values = read_arguments(signature, request.arguments)
        check_types(signature)
        Frame(signature, values, request.arguments)  # refuses what does not fit
        yield tuple(values)
    else:
        yield from small_arguments(signature)


_MOST_COPIED = 1 << 26


def _are_large(arguments: Sequence[object]) -> bool:
    """Whether arrays are given that are better not copied: their texts are kept instead, as they were given."""
    return sum(getattr(value, "nbytes", 0) for value in arguments) > _MOST_COPIED


def _distinct(runs: list[Replay]) -> list[tuple[Replay, Any]]:
    """The races that the runs showed, one for each kind and pair of ops."""
    found: dict[object, tuple[Replay, Any]] = {}
    for run in runs:
        for race in run.races:
            found.setdefault((race.kind, race.first.op, race.second.op), (run, race))
    return list(found.values())


def _standing_of(name: str, runs: list[Replay], raced: bool) -> FunctionReport:
    if raced:
        return FunctionReport(name, Standing.REFUTED)
    ended = next((run.why for run in runs if run.why), "")
    if not runs:
        reason = "no small arguments can be made up for it: give some"
    elif ended:
        reason = f"a run ended before it was done: {ended}"
    else:
        reason = f"no race in {counted(len(runs), 'run')}, which is no proof"
    refused = next((run.refused for run in runs if run.refused), "")
    return FunctionReport(name, Standing.UNKNOWN, reason, refused=refused)


def _summary(checked: Checked, runs: int) -> str:
    """`proved: 5 waits (3 exact, 1 too strong, 1 redundant)`."""
    races = len(checked.races)
    found = counted(races, "race") if races else "no race"
    if runs:
        return f"{checked.standing}: {found} in {counted(runs, 'run')} of the interpreter"
    counts = Counter(wait.verdict for wait in checked.waits)
    kinds = ", ".join(f"{counts[v.value]} {v.value}" for v in Verdict if v.value in counts)
    waits = counted(len(checked.waits), "wait") + (f" ({kinds})" if kinds else "")
    others = sum(d.code in _NO_RACES for d in checked.diagnostics if d.severity is Severity.ERROR)
    wrong = [found] if races else []
    wrong += [counted(others, "other fault" if races else "fault")] if others else []
    return f"{checked.standing}{_not_rechecked(checked)}: {', '.join((*wrong, waits))}"


def _not_rechecked(checked: Checked) -> str:
    """How many proofs are not the verifier's too."""
    doubted = sum(map(bool, checked.doubts.values()))
    if not doubted:
        return ""
    every = doubted == len(checked.doubts) and checked.proved
    return ", not re-checked" if every else f" ({counted(doubted, 'proof')} not re-checked)"


_NO_RACES = ("Q006", "Q011", "Q013", "Q014")
"""Errors that are no races."""
