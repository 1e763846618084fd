"""`asyncir simulate`: play a function on a described machine; results, cycles, stalls, a timeline."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

from asyncir.diagnostics import Diagnostic, DiagnosticError, Note, Severity, failure
from asyncir.diagnostics.names import did_you_mean
from asyncir.dialects import context
from asyncir.driver.machine_runs import expand_for_machine
from asyncir.driver.signatures import public_functions
from asyncir.ir import ModuleOp
from asyncir.launch.arguments import Frame, check_types
from asyncir.launch.signatures import Signature
from asyncir.semantics.machines.engine import Played, Player, check_order
from asyncir.source.text import parse_module
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.tools import shell
from asyncir.tools.entries import choose
from asyncir.tools.files import Output
from asyncir.tools.literals import read_arguments
from asyncir.tools.orders import several
from asyncir.tools.requests import SimulateRequest
from asyncir.tools.run import check_output_name, plain, saved, written
from asyncir.tools.simulate.page import html_of
from asyncir.tools.simulate.perfetto import perfetto_of
from asyncir.tools.simulate.report import as_json, text_of
from asyncir.transforms._kernel_functions import without_modules


def simulate(request: SimulateRequest) -> None:
    """Do what was asked; raises `DiagnosticError` if the call or the program is wrong."""
    _check(request)
    machine = load_machine(request.machine)
    module = without_modules(
        parse_module(request.source, request.name, ctx=context(machine.foreign)), launched=True
    )
    expand_for_machine(module, request.machine)
    signatures = {signature.name: signature for signature in public_functions(module)}
    signature = signatures[choose(signatures, request.entry)]
    arguments = read_arguments(signature, request.arguments)
    check_types(signature)
    Frame(signature, arguments, request.arguments)  # refuses what does not fit
    output = Output(request.output, request.name) if request.output else nullcontext()
    timeline = Output(request.timeline, request.name) if request.timeline else nullcontext()
    with output as kept, timeline as drawn:
        played = _play(request, module, machine, signature, arguments)
        if drawn is not None:
            drawn.write(_drawn(request, played, f"{request.name} @{signature.name}"))
        sys.stdout.write(played.output)
        _raise_what_is_wrong(played)
        _tell(request, played)
        if kept is not None:
            kept.write(saved(kept.path, list(played.results) or written(signature, arguments)))
    _refuse_overflow(played)


def _check(request: SimulateRequest) -> None:
    """Refuse options that do not go together, before anything is read."""
    check_order(request.order)
    check_output_name(request.output)
    path = request.timeline
    if path is None:
        return
    if request.order != "timed":
        help = "leave --order out, or --timeline"
        raise failure("C040", f"--timeline and --order {request.order} do not go together", help)
    if not path.endswith((".html", ".json")):
        help = did_you_mean(path.rpartition(".")[2], ["html", "json"]) or "name an .html or a .json file"
        raise failure("C040", f"'{path}' is neither a page, .html, nor a trace, .json", help)


def _play(
    request: SimulateRequest,
    module: ModuleOp,
    machine: MachineModel,
    signature: Signature,
    arguments: Sequence[Any],
) -> Played:
    player = Player(module, signature.name, machine)
    return player.play(arguments, request.order)


def _drawn(request: SimulateRequest, played: Played, title: str) -> bytes:
    assert played.run is not None
    assert request.timeline is not None
    source = request.source.decode(errors="replace")
    if request.timeline.endswith(".json"):
        return perfetto_of(title, played.run).encode()
    return html_of(title, source, played.run).encode()


def _raise_what_is_wrong(played: Played) -> None:
    """Errors of the program; that it comes to several things is only a warning."""
    notes = [Note(f"another one: {_summary(other)}") for other in played.others[:8]]
    differs = [several(1 + len(played.others), notes)] if notes else []
    wrong = [*played.diagnostics]
    if not wrong:
        wrong = [d for other in played.others for d in other.diagnostics]
    if any(d.severity is Severity.ERROR for d in wrong):
        raise DiagnosticError([*wrong, *differs])
    shell.show(differs)


def _refuse_overflow(played: Played) -> None:
    """An error for each memory that is too small; all that was simulated has been said."""
    run = played.run
    if run is not None and (names := list(run.too_large())):
        help = "free buffers earlier, make them smaller, or use one for several"
        messages = [
            f'"{name}" has {run.sizes[name]} bytes, and {run.peaks[name]} are in use at once'
            for name in names
        ]
        raise DiagnosticError([Diagnostic("M034", message, help=help) for message in messages])


def _summary(played: Played) -> str:
    parts = [f"{d.code}: {d.message}" for d in played.diagnostics]
    if played.output:
        parts.append(f"printed {played.output[:200]!r}")
    if played.results:
        parts.append("returned " + ", ".join(str(result)[:200] for result in played.results))
    return "; ".join(parts) or "ended without output"


def _tell(request: SimulateRequest, played: Played) -> None:
    """Results, and what is to be said of the time."""
    if request.as_json:
        answer: dict[str, Any] = {"results": [plain(value) for value in played.results]}
        if played.run is not None:
            answer |= as_json(played.run)
        elif request.order == "exhaustive":
            answer |= {"runs": played.runs, "outcomes": 1 + len(played.others)}
        print(json.dumps(answer))
        return
    if request.output is None:
        for value in played.results:
            print(value)
    if played.run is not None:
        sys.stdout.write(text_of(played.run))
    elif request.order == "exhaustive":
        count = 1 + len(played.others)
        runs = f"{played.runs} run{'s' if played.runs > 1 else ''}"
        sys.stdout.flush()
        sys.stderr.write(f"{runs}, all there are: {count} outcome{'s' if count > 1 else ''}\n")
