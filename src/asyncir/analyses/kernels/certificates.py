# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a proof about a kernel's synchronisation rests on, as plain data that can be written as JSON.

    version      of this layout
    arrays, names  what the traces share, see `plain_traces.py`
    runs         one entry a trace, in order:
      trace        its events, threads, block, and what it does not know
      parameters   the values that it ran with (bytes as hexadecimal)
      trips        of its loops, by the instruction at the head
      periods      each with loop, steps, family, first and last event of the trace, as the trace states them
      claims       statements about all runs that the trace stands for:
        dropped, counts, relaxed   what is weaker than in the text
        closed                     the family of periods that proves it: runs with `first` copies of each and more
                                   repeat each `every` copies; `state` is a short name of a state of that
        excused                    conflicts that are not held against it: kind, first, second, within a warp
    sites        one entry a site: instruction, kind, answer, proved, the instructions that are judged with it, exact count,
                 whether it can go with all else as it is
    right, open  whether no run goes wrong; why that is not known of all trip counts
    weakest      all that can be done at once

A claim covers others: those that leave out less of what orders, with the same waits for phases left out. Each redundant site,
and each wait with the largest count, has a claim that covers it.

A verifier makes the traces anew, replays them with its own rules as each claim says, with 1 to `first + every - 1` copies of
the family's periods, finds no conflict but excused ones, and in the last `every` of these runs its own states after all
copies of a period and `every` copies earlier alike.
"""

from collections.abc import Sequence
from typing import Any

from asyncir.analyses.kernels.conflicts import AS_WRITTEN, Relaxation
from asyncir.analyses.kernels.plain_traces import PlainTraces
from asyncir.analyses.kernels.repetition import RunsVerdict, TraceRuns
from asyncir.analyses.kernels.trace import KernelTrace
from asyncir.analyses.kernels.verdicts import RelaxedRuns, SiteVerdict

VERSION = 3


def certificate_of(
    runs: Sequence[TraceRuns],
    relaxed: RelaxedRuns,
    weakest: Relaxation,
    verdicts: Sequence[SiteVerdict],
    stands: tuple[bool, str] = (False, ""),
) -> dict[str, object]:
    """The certificate of a kernel: the text as it is, each redundant site dropped, the largest count of each wait that is
    too strong, and all that can be done at once. `stands`: whether no run goes wrong, and why that is open.
    """
    claims = _claims(relaxed, weakest, verdicts)
    plain = plain_runs([run.order.trace for run in runs])
    for number, (entry, run) in enumerate(zip(plain["runs"], runs, strict=True)):
        entry["claims"] = [_claim(run, relaxed, number, claim) for claim in claims]
    return {
        "version": VERSION,
        "right": stands[0],
        "open": stands[1],
        **plain,
        "weakest": _weaker(weakest),
        "sites": [
            {
                "instruction": v.site.instruction,
                "kind": v.site.kind,
                "answer": v.answer,
                "proved": v.proved,
                "exact": v.exact,
                "alone": v.alone,
                "together": list(v.site.together),
            }
            for v in verdicts
        ],
    }


def _claims(relaxed: RelaxedRuns, weakest: Relaxation, verdicts: Sequence[SiteVerdict]) -> list[Relaxation]:
    """The text as it is, all that can be done at once, the same but for waits for phases, sets that were found to be able to
    go, and what these do not cover.
    """
    base = relaxed.base
    phases = frozenset(k for v in verdicts if v.site.kind == "phase wait" for k in v.site.together)
    written = {v.site.instruction: v.site.count for v in verdicts if v.site.count is not None}
    claims = [base, weakest, base.without(weakest.dropped - phases)]
    for verdict in verdicts:
        wanted = base.without(verdict.site.together)
        if verdict.answer == "too strong" and verdict.proved and verdict.exact is not None:
            wanted = _counted(verdict, verdict.exact, base, weakest)
        elif not verdict.alone:
            continue
        if not any(other.covers(wanted, phases, written) for other in claims[1:]):
            wider = (set_ for set_ in relaxed.right if set_.covers(wanted, phases, written))
            claims.append(next(wider, wanted))
        if verdict.alone and verdict.answer == "too strong":
            alone = base.without(verdict.site.together)
            if not any(other.covers(alone, phases, written) for other in claims[1:]):
                claims.append(alone)
    return list(dict.fromkeys(claims))


def _counted(verdict: SiteVerdict, count: int, base: Relaxation, weakest: Relaxation) -> Relaxation:
    """The larger count of a wait; of one that is judged with the redundant sites gone, on top of that."""
    start = weakest if verdict.alone else base
    return Relaxation(start.dropped, base.counts, base.relaxed).with_count(verdict.site.instruction, count)


def plain_runs(traces: Sequence[KernelTrace]) -> dict[str, Any]:
    """The part of a certificate that says what ran: `runs` without claims, `arrays`, `names`."""
    plain = PlainTraces()
    runs = [
        {
            "parameters": {name: _plain(value) for name, value in trace.parameters.items()},
            "trips": {str(loop): count for loop, count in trace.trips.items()},
            "trace": plain.trace(trace),
            "periods": _periods(trace),
        }
        for trace in traces
    ]
    return {"runs": runs, "arrays": plain.arrays, "names": plain.names}


def _plain(value: int | bytes) -> int | str:
    return value.hex() if isinstance(value, bytes) else value


def _periods(trace: KernelTrace) -> list[dict[str, int]]:
    return [
        {"loop": p.loop, "steps": p.steps, "family": p.family, "first": p.first, "last": p.last}
        for p in trace.periods
    ]


def _claim(run: TraceRuns, relaxed: RelaxedRuns, number: int, claim: Relaxation) -> dict[str, object]:
    """One claim: what is weaker, and where the states repeat."""
    untouched = claim != AS_WRITTEN and not claim.touched().intersection(run.order.first_uses)
    verdict: RunsVerdict = (
        relaxed.as_written[number]
        if untouched or claim == relaxed.base
        else run.judge(claim, relaxed.known[number])
    )
    return {
        **_weaker(claim),
        "closed": [
            {"loop": c.loop, "family": c.family, "first": c.first, "every": c.every, "state": c.state}
            for c in verdict.closed
        ],
        "open": list(verdict.open),
        "excused": [list(key) for key in sorted(relaxed.known[number])],
    }


def _weaker(claim: Relaxation) -> dict[str, object]:
    """What is weaker than in the text."""
    return {
        "dropped": sorted(claim.dropped),
        "counts": [list(entry) for entry in claim.counts],
        "relaxed": sorted(claim.relaxed),
    }
