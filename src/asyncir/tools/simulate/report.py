"""What a program has taken on a machine, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from asyncir.diagnostics.words import counted
from asyncir.dialects.verification import line_of
from asyncir.semantics.machines.misuse import place
from asyncir.simulation.spans import EngineSpan, MachineRun, SpanKind

_MOST_STALLS, _MOST_STEPS = 12, 24
"""So many are written out; JSON has all."""


def text_of(run: MachineRun) -> str:
    """For people."""
    parts = [
        "\n".join(_engines(run)),
        "\n".join(_stalls(run)),
        "\n".join(_path(run)),
        "\n".join(_memories(run)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _engines(run: MachineRun) -> Iterator[str]:
    yield f"{counted(run.cycles, 'cycle')} on {run.machine}"
    shares = run.utilisation()
    used = [one for one in run.engines if run.busy[one.name]]
    width = max((len(one.name) for one in used), default=0)
    for one in used:
        several = f", {one.count} of them" if one.count > 1 else ""
        yield f"  {one.name:<{width}}  busy {run.busy[one.name]:>8}  {shares[one.name]:>4.0%}{several}"


def _stalls(run: MachineRun) -> Iterator[str]:
    stalls = run.ranked_stalls()
    if stalls:
        yield "stalls, in cycles:"
    for stall in stalls[:_MOST_STALLS]:
        yield f"  {stall.cycles:>8}  {stall.who}: {stall.cause}"
    if len(stalls) > _MOST_STALLS:
        yield f"  and {len(stalls) - _MOST_STALLS} shorter ones"


def _path(run: MachineRun) -> Iterator[str]:
    path = run.critical_path()
    if not path:
        return
    yield f"critical path, {counted(len(path), 'step')}:"
    head = _MOST_STEPS - 6
    shown = path if len(path) <= _MOST_STEPS else path[:head]
    yield from map(_step, shown)
    if len(path) > _MOST_STEPS:
        yield f"  … {len(path) - head - 6} more …"
        yield from map(_step, path[-6:])


def _step(span: EngineSpan) -> str:
    return f"  {span.begin:>8} to {span.end:<8}  {span.engine}: {what(span)}"


def what(span: EngineSpan) -> str:
    """A span in words: `work, line 12, iteration 3`."""
    line, at = line_of(span.op), place(span.iteration)
    of = f" for {span.about}" if span.about else ""
    return f"{span.kind}{of}" + (f", line {line}" if line else "") + (f", {at}" if at else "")


def _memories(run: MachineRun) -> Iterator[str]:
    too_large = set(run.too_large())
    if run.peaks:
        yield "memory, the most bytes at once:"
    for name, peak in sorted(run.peaks.items()):
        size = run.sizes.get(name)
        of = "" if size is None else f" of {size}" + (": too many" if name in too_large else "")
        yield f"  {peak:>8}  {name}{of}"


def as_json(run: MachineRun) -> dict[str, Any]:
    """For programs; all of it."""
    shares = run.utilisation()
    return {
        "machine": run.machine,
        "cycles": run.cycles,
        "engines": [
            {
                "name": one.name,
                "count": one.count,
                "busy": run.busy[one.name],
                "utilisation": shares[one.name],
            }
            for one in run.engines
        ],
        "stalls": [
            {"who": stall.who, "cause": stall.cause, "cycles": stall.cycles} for stall in run.ranked_stalls()
        ],
        "critical_path": [_plain_span(span) for span in run.critical_path()],
        "memories": [
            {"name": name, "peak": peak, "bytes": run.sizes.get(name)}
            for name, peak in sorted(run.peaks.items())
        ],
        "works": sum(span.kind is SpanKind.WORK for span in run.spans),
    }


def _plain_span(span: EngineSpan) -> dict[str, Any]:
    return {
        "kind": str(span.kind),
        "engine": span.engine,
        "line": line_of(span.op),
        "iteration": list(span.iteration),
        "about": span.about,
        "given": span.given,
        "begin": span.begin,
        "end": span.end,
    }
