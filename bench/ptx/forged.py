"""Certificates of kernels that were forged: the verifier has to refuse them.

    python -m bench.ptx.forged [--least 300] [--traces 12] [--json OUT] [NAME ...]

The kernels are those of `corpus/`, right and wrong ones. From each certificate forgeries are made that claim what is not so:

    a needed wait, barrier, fence or wait for a phase is said to be redundant, or goes with all that can be done at once
    a wait is said to be too strong, with a larger count than the exact one
    a kernel that is wrong is said to be right, with its conflicts excused or without
    a conflict is excused that is none to be excused
    an event is removed from a trace, moved, changed (an address, a phase, a count, threads), or a period is shortened

Of the last kind each is refused where a file is verified, because the traces are made anew and compared. The verifier alone
has no text to compare with but the instructions: it is counted how many of those it refuses, and those that it accepts are
listed by kind (a redundant barrier that is gone from a trace makes no conflict).
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from typing import Any

from asyncir.analyses.kernels.kernel_reports import KernelReport, judge_kernel
from asyncir.analyses.kernels.launches import KernelLaunch
from asyncir.analyses.kernels.periods import Growing
from asyncir.analyses.kernels.runs import KernelRunsAsked, run_kernel
from asyncir.certificates import MALFORMED, Refused
from asyncir.certificates.kernels import verify_kernel
from asyncir.ptx.effects_table import effects_of
from asyncir.ptx.program import Kernel
from tests.ptx_bugs import PtxCase, ptx_cases
from tests.ptx_bugs_judged import kernel as read_case

WAITS = frozenset({"wait", "barrier", "fence", "phase wait"})


@dataclass(frozen=True)
class Forgery:
    """One forged certificate. `claim`: it claims something else of the same traces, so the verifier has to see it."""

    kind: str
    claim: bool
    content: dict[str, Any]


@dataclass(frozen=True)
class Judgement:
    """A kernel with its certificate."""

    name: str
    kernel: Kernel
    report: KernelReport
    content: dict[str, Any]


def forgeries(judged: Judgement, most: int) -> Iterator[Forgery]:
    """All forgeries of a right kernel's certificate, at most so many of traces."""
    content = judged.content
    for site in content["sites"]:
        if site["kind"] in WAITS and site["answer"] in ("needed", "exact"):
            if not site["alone"]:
                dropped = with_claim(content, site, site["together"], [])
                yield Forgery("a needed site is dropped", True, dropped)
            yield Forgery("a needed site goes with the others", True, with_weakest(content, site["together"]))
        if site["kind"] == "wait" and site["exact"] is not None and site["proved"]:
            count = [[site["instruction"], site["exact"] + 1]]
            base = content["weakest"]["dropped"] if site["alone"] else []
            yield Forgery("a larger count", True, with_claim(content, site, base, count))
    for conflict in (["read after write", 0, 1, False], ["deadlock", 0, 0, False]):
        forged = copy.deepcopy(content)
        for run in forged["runs"]:
            for claim in run["claims"]:
                claim["excused"].append(conflict)
        yield Forgery("a conflict is excused", True, forged)
    forged = copy.deepcopy(content)
    forged["runs"][0]["claims"][0]["open"] = ["a reason"]
    yield Forgery("a claim is open", True, forged)
    forged = copy.deepcopy(content)
    forged["version"] += 1
    yield Forgery("another version", True, forged)
    yield from of_traces(content, most)


def with_claim(
    content: dict[str, Any], site: dict[str, Any], dropped: list[int], counts: list[list[int]]
) -> dict[str, Any]:
    """The certificate with a claim more, and the site's answer as that claim has it."""
    forged = copy.deepcopy(content)
    for run in forged["runs"]:
        claim = copy.deepcopy(run["claims"][0])
        claim |= {"dropped": sorted(dropped), "counts": counts}
        run["claims"].append(claim)
    for other in forged["sites"]:
        if other["instruction"] == site["instruction"]:
            if counts:
                other |= {"answer": "too strong", "exact": counts[0][1], "proved": True}
            else:
                other |= {"answer": "redundant", "proved": True, "alone": True}
    return forged


def with_weakest(content: dict[str, Any], more: list[int]) -> dict[str, Any]:
    """The certificate that says that these sites can go with all others."""
    forged = copy.deepcopy(content)
    old = content["weakest"]
    new = dict(old, dropped=sorted({*old["dropped"], *more}))
    new["counts"] = [entry for entry in old["counts"] if entry[0] not in new["dropped"]]
    forged["weakest"] = new
    for run in forged["runs"]:
        claim = next(c for c in run["claims"] if {k: c[k] for k in old} == old)
        claim = copy.deepcopy(claim)
        claim |= new
        run["claims"].append(claim)
    return forged


def of_traces(content: dict[str, Any], most: int) -> Iterator[Forgery]:
    """Forgeries of what ran: each of them is one edit of the longest trace."""
    longest = max(range(len(content["runs"])), key=lambda k: len(content["runs"][k]["trace"]["events"]))
    events = content["runs"][longest]["trace"]["events"]
    step = max(1, len(events) // most)
    for index in range(0, len(events), step):
        for kind, event in edited(content, events[index]):
            forged = copy.deepcopy(content)
            trace = forged["runs"][longest]["trace"]["events"]
            trace[index : index + 1] = [] if event is None else [event]
            if event is None:
                for period in forged["runs"][longest]["periods"]:
                    for end in ("first", "last"):
                        period[end] -= period[end] > index
            yield Forgery(kind, False, forged)
    for number, _ in enumerate(content["runs"][longest]["periods"]):
        for name, change in (("last", -1), ("first", 1), ("steps", 1), ("loop", 1)):
            forged = copy.deepcopy(content)
            forged["runs"][longest]["periods"][number][name] += change
            yield Forgery(f"a period with another {name}", False, forged)
    for number in {0, len(content["runs"]) - 1}:
        if len(content["runs"]) > 1:
            forged = copy.deepcopy(content)
            del forged["runs"][number]
            yield Forgery("a run less", False, forged)


def edited(content: dict[str, Any], event: list[Any]) -> Iterator[tuple[str, list[Any] | None]]:
    """Edits of one event; None removes it."""
    yield f"{event[0]} is removed", None
    if event[0] in ("Accessed", "Issued"):
        moved = copy.deepcopy(event)
        place = 3 if event[0] == "Accessed" else 5
        others = [k for k, text in enumerate(content["arrays"]) if text.startswith("i8")]
        same = len(content["arrays"][moved[place][0][2]])
        fitting = [k for k in others if k != moved[place][0][2] and len(content["arrays"][k]) == same]
        if fitting:
            moved[place][0][2] = fitting[-1]
            yield f"{event[0]} is at other addresses", moved
    if event[0] in ("Arrived", "Expected", "PhaseSeen", "PhaseCompleted", "Issued"):
        place = 7 if event[0] == "Issued" else 4
        if event[place - 1] >= 0:
            yield f"{event[0]} is in another phase", [*event[:place], event[place] + 1, *event[place + 1 :]]
    if event[0] == "Waited":
        yield "Waited has another count", [*event[:4], event[4] + 1, *event[5:]]
    if event[0] == "Arrived":
        yield "Arrived has another count", [*event[:5], event[5] + 1, *event[6:]]


def accepted(kernel: Kernel, content: dict[str, Any]) -> bool:
    """Whether the verifier takes a certificate."""
    try:
        verify_kernel(kernel, json.loads(json.dumps(content)))
    except (Refused, *MALFORMED):
        return False
    return True


def asked(case: PtxCase) -> KernelRunsAsked:
    """The runs of a case, for all trip counts where it has a parameter for them."""

    def shape(given: tuple[int, ...]) -> tuple[int, int, int]:
        x, y, z = (*given, 1, 1, 1)[:3]
        return (x, y, z)

    launch = KernelLaunch(
        shape(case.block),
        grid=shape(case.grid),
        cluster=shape(case.cluster),
        parameters=dict(case.parameters),
        boxes={name: prod(box) * size for name, box, size in case.maps},
    )
    trips = case.trips
    if trips is None:
        return KernelRunsAsked(launch)
    growing = Growing(lambda n: replace(launch, parameters={**launch.parameters, trips: n}))
    return KernelRunsAsked(launch, growing)


def judgements(names: list[str]) -> Iterator[Judgement]:
    """The kernels of the corpus, right and wrong ones."""
    for case in ptx_cases():
        for which in ("fixed", "wrong"):
            name = f"{case.name}/{which}"
            if names and not any(part in name for part in names):
                continue
            module, kernel = read_case(case, which)
            runs = run_kernel(module, kernel, asked(case))
            told = "" if runs.every else (runs.why or "not all trip counts were run")
            effects = [effects_of(instruction) for instruction in kernel.body]
            report = judge_kernel(kernel, effects, runs.all_traces(), told)
            yield Judgement(name, kernel, report, json.loads(json.dumps(report.certificate)))


def ran(content: dict[str, Any]) -> tuple[Any, ...]:
    """What is compared with traces made anew where a file is verified."""
    runs = [{name: value for name, value in run.items() if name != "claims"} for run in content["runs"]]
    return runs, content["arrays"], content["names"]


@dataclass
class Outcome:
    """The figures of a run."""

    forged: Counter[str]
    taken: Counter[str]
    traces: Counter[str]
    traces_taken: Counter[str]
    wrong: list[str]
    differ: list[str]
    seconds: float = 0.0


def judge_all(judged: Iterator[Judgement], most: int) -> Outcome:
    """Verifies all certificates, and all forgeries of them."""
    out = Outcome(Counter(), Counter(), Counter(), Counter(), [], [])
    start = time.perf_counter()
    for one in judged:
        if not one.report.right:
            # What says that a wrong kernel is right: with its conflicts excused, and without.
            for excused in (True, False):
                forged = copy.deepcopy(one.content)
                forged |= {"right": True, "open": ""}
                for run in forged["runs"]:
                    run["trace"] |= {"blocked": [], "unknown": []}
                    for claim in run["claims"]:
                        claim["open"] = []
                        if not excused:
                            claim["excused"] = []
                out.forged["a wrong kernel is said to be right"] += 1
                if accepted(one.kernel, forged):
                    out.taken["a wrong kernel is said to be right"] += 1
                    out.wrong.append(f"{one.name}: a wrong kernel is said to be right")
            continue
        if not one.report.proved:
            continue
        if not accepted(one.kernel, one.content):
            out.differ.append(one.name)
            continue
        for forgery in forgeries(one, most):
            took = accepted(one.kernel, forgery.content)
            of, took_of = (out.forged, out.taken) if forgery.claim else (out.traces, out.traces_taken)
            of[forgery.kind] += 1
            took_of[forgery.kind] += took
            if not forgery.claim and ran(forgery.content) == ran(one.content):
                out.wrong.append(f"{one.name}: {forgery.kind}, and what ran is the same")
            if took and forgery.claim:
                out.wrong.append(f"{one.name}: {forgery.kind}")
    out.seconds = time.perf_counter() - start
    return out


def main(arguments: list[str] | None = None) -> int:
    """Prints the figures; 1 where a forged claim was taken, a right proof refused, or there are too few."""
    parser = argparse.ArgumentParser(prog="python -m bench.ptx.forged", description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--least", type=int, default=300)
    parser.add_argument("--traces", type=int, default=12, help="events of a trace that are forged, at most")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(arguments)
    out = judge_all(judgements(given.names), given.traces)
    total, traces = out.forged.total(), out.traces.total()
    print(f"{total} forged claims: {out.taken.total()} accepted")
    for kind, count in sorted(out.forged.items()):
        print(f"  {count:5}  {kind}: {out.taken[kind]} accepted")
    print(f"{traces} forged traces: the verifier alone accepts {out.traces_taken.total()}")
    for kind, count in sorted(out.traces.items()):
        print(f"  {count:5}  {kind}: {out.traces_taken[kind]} accepted")
    for line in (*out.wrong, *(f"{name}: the proof is refused" for name in out.differ)):
        print(line)
    print(f"{out.seconds:.1f} s")
    if given.json is not None:
        given.json.write_text(json.dumps({"forged": out.forged, "accepted": out.taken, "wrong": out.wrong}))
    return int(bool(out.wrong or out.differ) or (total < given.least and not given.names))


if __name__ == "__main__":
    sys.exit(main())
