"""A run on a machine as a trace for Perfetto: JSON, one thread for each engine, a cycle for a microsecond."""

from __future__ import annotations

import json
from typing import Any

from asyncir.dialects.verification import line_of
from asyncir.simulation.spans import EngineSpan, MachineRun, SpanKind
from asyncir.tools.simulate.report import what

_PROCESS = 1


def perfetto_of(title: str, run: MachineRun) -> str:
    """The trace."""
    numbers = _numbers(run)
    events: list[dict[str, Any]] = [_named("process_name", 0, title)]
    for (engine, lane), number in numbers.items():
        several = next(one.count for one in run.engines if one.name == engine) > 1
        events.append(_named("thread_name", number, f"{engine} {lane}" if several else engine))
        events.append(
            {
                "ph": "M",
                "name": "thread_sort_index",
                "pid": _PROCESS,
                "tid": number,
                "args": {"sort_index": number},
            }
        )
    on_path = set(map(id, run.critical_path()))
    events += [_slice(span, numbers[span.engine, span.lane], id(span) in on_path) for span in run.spans]
    return json.dumps({"displayTimeUnit": "ns", "traceEvents": events})


def _numbers(run: MachineRun) -> dict[tuple[str, int], int]:
    lanes = [(one.name, lane) for one in run.engines for lane in range(one.count)]
    return {lane: number for number, lane in enumerate(lanes, 1)}


def _named(what: str, thread: int, name: str) -> dict[str, Any]:
    return {"ph": "M", "name": what, "pid": _PROCESS, "tid": thread, "args": {"name": name}}


def _slice(span: EngineSpan, thread: int, is_critical: bool) -> dict[str, Any]:
    # A slice ends when the engine can go on: latencies of works overlap, and slices of one thread cannot.
    end = span.free if span.kind is SpanKind.WORK else span.end
    return {
        "ph": "X",
        "name": what(span),
        "cat": str(span.kind),
        "ts": span.begin,
        "dur": max(end - span.begin, 0),
        "pid": _PROCESS,
        "tid": thread,
        "args": {
            "line": line_of(span.op),
            "iteration": list(span.iteration),
            "given": span.given,
            "arrives": span.end,
            "critical": is_critical,
        },
    }
