"""*Proved* is said only where the independent verifier agrees: each proof is handed to it as a certificate.

A proof of queues brings its certificate along; for one of tasks it is searched, which may find none.
It accepts, and the function is proved. It rejects: one of the two is wrong, and nothing is known of the function. Or it
cannot follow, since it knows less of programs than the check does: the function is proved, not re-checked, and it says why.
"""

from __future__ import annotations

from dataclasses import replace

from asyncir.analyses.sync_report import FunctionReport, Standing, SyncReport, Verdict
from asyncir.certificates import NotFollowed, Refused, accept, is_trivial
from asyncir.diagnostics import Diagnostic, Severity
from asyncir.invariants import find_certificate
from asyncir.ir import ModuleOp

_ALIASED = "arguments may overlap, which certificates of tasks do not say"
_TOO_MUCH = "the proof needs more than a certificate can say"


def recheck(
    module: ModuleOp, report: SyncReport, args_alias: bool = False
) -> tuple[SyncReport, dict[str, str]]:
    """The report without proofs that the verifier rejects; of each that is left why it was not re-checked, or nothing."""
    functions: list[FunctionReport] = []
    doubts: dict[str, str] = {}
    trivial = is_trivial(module)
    for function in report.functions:
        if function.standing is Standing.PROVED:
            try:
                if function.of_tasks and not trivial:
                    function, doubts[function.name] = _searched(module, function, args_alias)
                else:
                    doubts[function.name] = "" if trivial else _doubt(module, function)
            except Refused as refused:
                reason = f"the verifier rejects the proof: {refused}"
                function = replace(
                    function, standing=Standing.UNKNOWN, reason=reason, certificate=None, at=refused.op
                )
        functions.append(function)
    rejected = [
        f for old, f in zip(report.functions, functions, strict=True) if f.standing is not old.standing
    ]
    if not rejected:
        return SyncReport(report.waits, tuple(functions)), doubts
    waits = tuple(
        wait
        if wait.verdict is Verdict.TOO_WEAK
        else replace(wait, verdict=Verdict.UNKNOWN, exact=None, reason=rejected[0].reason)
        for wait in report.waits
    )
    return SyncReport(waits, tuple(functions)), doubts


def _doubt(module: ModuleOp, function: FunctionReport) -> str:
    """Why the verifier says nothing of a proof; empty where it accepts. Raises `Refused` where it rejects."""
    if function.certificate is None:
        return _TOO_MUCH
    try:
        accept(module, function.name, function.certificate)
    except NotFollowed as not_followed:
        return f"the verifier does not follow it: {not_followed}"
    return ""


def _searched(module: ModuleOp, function: FunctionReport, args_alias: bool) -> tuple[FunctionReport, str]:
    """A proof of tasks with its certificate, or why there is none."""
    if args_alias:
        return function, _ALIASED
    try:
        certificate = find_certificate(module, function.name)
        accept(module, function.name, certificate)
    except Refused as why:
        return function, f"no certificate was found: {why}"
    return replace(function, certificate=certificate), ""


def not_rechecked(name: str, doubt: str, wanted: bool) -> Diagnostic:
    """What is said of a proof that the verifier does not follow; `wanted` is whether its certificate was asked for."""
    if wanted:
        message = f"@{name} is proved, and has no certificate: {doubt}"
        return Diagnostic("Q007", message, severity=Severity.WARNING)
    return Diagnostic("Q007", f"@{name} is proved, not re-checked: {doubt}", severity=Severity.REMARK)
