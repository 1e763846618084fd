# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a proof about a kernel's synchronisation rests on, as plain data that can be written as JSON.

    version      of this layout
    runs         one entry a trace, in order:
      parameters   the values that it ran with (bytes as hexadecimal)
      trips        of its loops, by the instruction at the head
      periods      each with loop, steps, family, first and last event of the trace, as the trace states them
      claims       statements about all runs that the trace stands for:
        dropped, counts, relaxed   what is weaker than in the text
        closed                     the family of periods that proves it: runs with `first` copies of each and more
                                   repeat each `every` copies; `state` is a short name of a state of that
        excused                    conflicts that are not held against it: kind, first, second, within a warp
    sites        one entry a site: instruction, kind, answer, proved

A verifier makes the traces anew, replays them with its own rules as each claim says, with 1 to `first + every - 1` copies of
the family's periods, finds no conflict but excused ones, and in the last `every` of these runs its own states after all
copies of a period and `every` copies earlier alike.
"""

from collections.abc import Sequence

from asyncir.analyses.kernels.conflicts import AS_WRITTEN, Relaxation
from asyncir.analyses.kernels.repetition import RunsVerdict, TraceRuns
from asyncir.analyses.kernels.trace import KernelTrace
from asyncir.analyses.kernels.verdicts import RelaxedRuns, SiteVerdict

VERSION = 1


def certificate_of(
    runs: Sequence[TraceRuns], relaxed: RelaxedRuns, weakest: Relaxation, verdicts: Sequence[SiteVerdict]
) -> dict[str, object]:
    """The certificate of a kernel: the text as it is, each redundant site dropped, and all that can go at once."""
    claims = [relaxed.base, weakest]
    claims += [relaxed.base.without(v.site.together) for v in verdicts if v.alone]
    return {
        "version": VERSION,
        "runs": [_run(run, relaxed, k, list(dict.fromkeys(claims))) for k, run in enumerate(runs)],
        "sites": [
            {
                "instruction": v.site.instruction,
                "kind": v.site.kind,
                "answer": v.answer,
                "proved": v.proved,
                "exact": v.exact,
            }
            for v in verdicts
        ],
    }


def _run(
    run: TraceRuns, relaxed: RelaxedRuns, number: int, claims: Sequence[Relaxation]
) -> dict[str, object]:
    """One trace with what is claimed of it."""
    trace = run.order.trace
    return {
        "parameters": {name: _plain(value) for name, value in trace.parameters.items()},
        "trips": {str(loop): count for loop, count in trace.trips.items()},
        "periods": _periods(trace),
        "claims": [_claim(run, relaxed, number, claim) for claim in claims],
    }


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
        "dropped": sorted(claim.dropped),
        "counts": [list(entry) for entry in claim.counts],
        "relaxed": sorted(claim.relaxed),
        "closed": [
            {"loop": c.loop, "family": c.family, "first": c.first, "every": c.every, "state": c.state}
            for c in verdict.closed
        ],
        "open": list(verdict.open),
        "excused": [list(key) for key in sorted(relaxed.known[number])],
    }
