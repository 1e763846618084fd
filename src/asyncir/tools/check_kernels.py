# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`asyncir check FILE.ptx`: check the kernels of a file of PTX, and say so."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

from asyncir.diagnostics import Diagnostic, Severity, failure
from asyncir.diagnostics.words import counted
from asyncir.driver.baselines import SyncProfile, VersionChange, compare, profile
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedPtx, to_json
from asyncir.driver.kernels.edits import FixedPtx, edit_diagnostics, fixed
from asyncir.driver.kernels.explaining import explained
from asyncir.driver.kernels.messages import short
from asyncir.driver.kernels.operations import named
from asyncir.driver.kernels.options import KernelOptions, parse_parameters, parse_shape
from asyncir.driver.kernels.proofs import proofs_to_json
from asyncir.driver.kernels.sass import SassKernel, counts_text, sass_of, sass_text, sass_to_json
from asyncir.driver.kernels.summaries import summary
from asyncir.source.ptx import is_ptx
from asyncir.source.ttgir import is_ttgir, read_ttgir
from asyncir.tools import shell
from asyncir.tools.files import Output, read_source
from asyncir.tools.formats import changes_to_json, print_changes, print_formatted
from asyncir.tools.requests import CheckRequest, Launching


def run_check_of_kernels(request: CheckRequest) -> int:
    """Do what was asked; the answer is the exit code."""
    options = options_of(request)
    outputs = [path for path in (request.fix, request.certificate) if path is not None]
    if "-" in outputs and (len(outputs) > 1 or request.format != "text"):
        raise failure("C004", "several answers cannot all go to standard output", "name files for them")
    before = baseline(request, options) if request.baseline is not None else None
    with _output(request.fix, request.name) as fix, _output(request.certificate, request.name) as certificate:
        checked = with_operations(
            check_ptx(request.source, request.name, options), request.ttgir, request.name
        )
        mended = fixed(checked, options) if fix is not None else None
        if fix is not None and mended is not None and (mended.edits or checked.standing != "refuted"):
            fix.write(mended.text.encode("utf-8"))
        if certificate is not None:
            certificate.write(_certificate(request, checked, options))
    changes = None if before is None else compare(before, profile_of(checked))
    code = _machine_code(request, checked, mended)
    _show(request, checked, mended, changes, code)
    return _status(request, checked, changes)


def with_operations(checked: CheckedPtx, given: str | None, name: str) -> CheckedPtx:
    """With the operations of the TTGIR that is given, or lies beside the file. Raises `DiagnosticError`, T202."""
    beside = os.path.splitext(name)[0] + ".ttgir"
    if given is None and not os.path.isfile(beside):
        return checked
    path, source = read_source(given or beside)
    text = source.decode("utf-8", "replace")
    if not is_ttgir(text):
        if given is None:
            return checked
        raise failure("T202", f"'{path}' is no TTGIR", "give the .ttgir that Triton keeps beside the .ptx")
    shell.SOURCES.add(path, source)
    found = named(checked, read_ttgir(text, path))
    return found if given is not None else replace(found, diagnostics=_without(found.diagnostics, "T203"))


def _without(diagnostics: tuple[Diagnostic, ...], code: str) -> tuple[Diagnostic, ...]:
    return tuple(diagnostic for diagnostic in diagnostics if diagnostic.code != code)


def options_of(request: CheckRequest) -> KernelOptions:
    """The options of the command line as values. Raises `DiagnosticError`."""
    return replace(launch_options(request), mend=request.fix is not None)


def launch_options(request: Launching) -> KernelOptions:
    """What a request says of launches. Raises `DiagnosticError`."""
    shapes = {
        name: None if text is None else parse_shape(text, f"--{name}")
        for name, text in (("grid", request.grid), ("block", request.block), ("cluster", request.cluster))
    }
    return KernelOptions(
        request.entry,
        shapes["grid"],
        shapes["block"],
        shapes["cluster"],
        parse_parameters(request.param or ()),
        request.budget,
        dynamic_shared=request.shared,
    )


@dataclass(frozen=True)
class _MachineCode:
    """What ptxas makes of the text, and of the one with the edits of `--fix`."""

    before: Mapping[str, SassKernel]
    after: Mapping[str, SassKernel] | None


def _machine_code(request: CheckRequest, checked: CheckedPtx, mended: FixedPtx | None) -> _MachineCode | None:
    module = checked.module
    if not request.sass or module is None:
        return None
    edited = mended is not None and bool(mended.edits)
    after = sass_of(mended.text, module.target) if mended is not None and edited else None
    return _MachineCode(sass_of(module.text, module.target), after)


def _output(path: str | None, name: str) -> Any:
    return nullcontext() if path is None else Output(path, name)


def _certificate(request: CheckRequest, checked: CheckedPtx, options: KernelOptions) -> bytes:
    return (json.dumps(proofs_to_json(checked, request.source, request.name, options)) + "\n").encode()


# The older version


def baseline(request: CheckRequest, options: KernelOptions) -> SyncProfile:
    """How the older file stands. Raises `DiagnosticError` where it cannot be read."""
    name, source = read_source(request.baseline or "")
    if not is_ptx(source, name):
        raise failure(
            "C004", f"'{name}' is no PTX, and cannot be compared with PTX", "name an older PTX file"
        )
    shell.SOURCES.add(name, source)
    return profile_of(check_ptx(source, name, options))


def profile_of(checked: CheckedPtx) -> SyncProfile:
    """What two versions are compared by."""
    sites = [(site.kernel, site.kind, site.verdict) for site in checked.sites]
    return profile({kernel.name: kernel.standing for kernel in checked.kernels}, sites)


# The answer


def _show(
    request: CheckRequest,
    checked: CheckedPtx,
    mended: FixedPtx | None,
    changes: list[VersionChange] | None,
    code: _MachineCode | None,
) -> None:
    diagnostics = list(checked.diagnostics)
    if mended is not None:
        diagnostics += edit_diagnostics(request.name, mended)
    match request.format:
        case "json":
            print(json.dumps(to_json(checked) | _more(checked, mended, changes, code)))
        case "text":
            _show_text(request, checked, diagnostics, mended, changes, code)
        case other:
            print_formatted(other, diagnostics)


def _show_text(
    request: CheckRequest,
    checked: CheckedPtx,
    diagnostics: list[Diagnostic],
    mended: FixedPtx | None,
    changes: list[VersionChange] | None,
    code: _MachineCode | None,
) -> None:
    beside = "-" in (request.fix, request.certificate)
    stream = sys.stderr if beside else sys.stdout
    if request.explain is not None:
        print(explained(checked, request.explain), file=stream)
        return
    shell.show(diagnostics)
    for kernel in checked.kernels:
        print(f"{request.name}: {summary(kernel)}", file=stream)
    if mended is not None:
        print(f"{request.name}: {_edited(mended)}", file=stream)
        if mended.assembled is not None:
            print(f"ptxas {'takes' if mended.assembled else 'refuses'} it", file=sys.stderr)
        for reason in mended.reasons:
            print(f"{request.name}: {reason}", file=stream)
    for line in _code_text(request.name, checked, mended, code):
        print(line, file=stream)
    print_changes(request.name, changes or (), stream)


def _code_text(
    name: str, checked: CheckedPtx, mended: FixedPtx | None, code: _MachineCode | None
) -> Iterator[str]:
    if code is None:
        return
    yield from sass_text(name, checked, code.before)
    if code.after is not None and mended is not None:
        for kernel in mended.checked.kernels:
            if kernel.name in code.after:
                yield f"{name}: {short(kernel.name)}: with the changes: {counts_text(code.after[kernel.name])}"


def _edited(mended: FixedPtx) -> str:
    if not mended.edits:
        return "no change"
    return f"{counted(len(mended.edits), 'change')}, checked again: {mended.checked.standing}"


def _more(
    checked: CheckedPtx,
    mended: FixedPtx | None,
    changes: list[VersionChange] | None,
    code: _MachineCode | None,
) -> dict[str, Any]:
    more: dict[str, Any] = {}
    if code is not None:
        more["sass"] = sass_to_json(checked, code.before)
        if code.after is not None and mended is not None:
            more["sass of fix"] = sass_to_json(mended.checked, code.after)
    if mended is not None:
        edits = [{"line": edit.line, "what": edit.what} for edit in mended.edits]
        standing = mended.checked.standing
        more["fix"] = {"edits": edits, "standing": standing, "assembled": mended.assembled}
    if changes is not None:
        more["changes"] = changes_to_json(changes)
    return more


def _status(request: CheckRequest, checked: CheckedPtx, changes: list[VersionChange] | None) -> int:
    wrong = checked.standing == "refuted"
    wrong = wrong or any(d.severity is Severity.ERROR for d in checked.diagnostics)
    wrong = wrong or any(change.worse for change in changes or ())
    wrong = wrong or (request.strict and not checked.proved)
    return shell.PROGRAM_IS_WRONG if wrong else shell.FINE
