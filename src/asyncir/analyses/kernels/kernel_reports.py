# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All that is said of a kernel's synchronisation: what is wrong, each site, what can go, how much of it is proved.

`judge_kernel` is where a caller begins: traces in, a `KernelReport` out. Nothing here prints; instructions are indices in
the kernel's body.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from asyncir.analyses.kernels.certificates import certificate_of
from asyncir.analyses.kernels.conflicts import (
    AS_WRITTEN,
    NOT_HELD_AGAINST,
    ConflictKey,
    KernelConflict,
    Relaxation,
)
from asyncir.analyses.kernels.coverage import why_not_all
from asyncir.analyses.kernels.flags import STRONG
from asyncir.analyses.kernels.happens_before import TraceReplay
from asyncir.analyses.kernels.repetition import TraceRuns
from asyncir.analyses.kernels.replay_order import replay_order
from asyncir.analyses.kernels.sites import KernelSite, sites_of_kernel
from asyncir.analyses.kernels.trace import MOST_EVENTS, Blocked, KernelTrace, UndefinedUse
from asyncir.analyses.kernels.verdicts import (
    KernelWitness,
    RelaxedRuns,
    SiteVerdict,
    largest_counts,
    largest_set,
    site_verdicts,
    with_the_set,
)
from asyncir.ptx.effects import Effect, Issue, Synchronous, TensorMemoryEffect
from asyncir.ptx.program import Kernel

FindingKind = Literal[
    "conflict", "proxy", "register", "mbarrier", "missed phase", "barrier", "exit", "deadlock", "misuse"
]

LOADS = "tcgen05.ld"
_KINDS: dict[str, FindingKind] = {
    "register": "register",
    "register fence": "register",
    "mbarrier": "mbarrier",
    "mbarrier over another": "mbarrier",
    "missed phase": "missed phase",
    "barrier again": "barrier",
    "exit": "exit",
}


@dataclass(frozen=True, slots=True)
class KernelFinding:
    """Something wrong with the kernel as it is.

    `witness` shows it; for a deadlock and a misuse it is None, and `alone` says who does what in trace `trace`.
    `certain`: the run knew all that decides it (no branch on loaded data was guessed, no access was unknown).
    `strong`: the two accesses do not race by the memory model, and which comes first is left open.
    """

    kind: FindingKind
    witness: KernelWitness | None
    trace: int
    certain: bool
    alone: Blocked | UndefinedUse | None = None
    strong: bool = False


@dataclass(frozen=True)
class KernelReport:
    """The report.

    `notes` are conflicts that are not held against the kernel: between threads of one warpgroup, the first by wgmma;
    registers of a load of tensor memory that are used before its wait (ptxas orders that as for any load: so its output
    shows); mbarriers that the asynchronous proxy uses without a fence behind their initialisation, and what
    tcgen05.alloc wrote (no manual says in which proxy); and work of the tensor cores in two threads without a
    tcgen05.fence (Triton has none).
    `together` is a largest set of sites that can go at once, `weakest` all that can be done at once: that set, and counts.
    `open` says why statements about all trip counts are not ("" if they are). `certificate` is plain data for a verifier.
    """

    sites: tuple[SiteVerdict, ...]
    findings: tuple[KernelFinding, ...]
    notes: tuple[KernelConflict, ...]
    together: tuple[KernelSite, ...]
    weakest: Relaxation
    open: str
    certificate: Mapping[str, object]
    replays: int

    @property
    def right(self) -> bool:
        """No run that was looked at goes wrong."""
        return not self.findings

    @property
    def proved(self) -> bool:
        """No run goes wrong, for all trip counts."""
        return self.right and not self.open


def judge_kernel(
    kernel: Kernel,
    effects: Sequence[tuple[Effect, ...]],
    traces: Sequence[KernelTrace],
    told: str | None = None,
    standing_only: bool = False,
) -> KernelReport:
    """Judges a kernel by its traces.

    `told` is what who made them says of trip counts: "" that all are covered, or why not; None: the traces' own periods tell.
    `standing_only`: nothing is said of its sites.
    """
    longest = max((len(trace.events) for trace in traces), default=0)
    traces = [trace for trace in traces if len(trace.events) <= MOST_EVENTS]
    if longest > MOST_EVENTS:
        told = f"a run has {longest} events; up to {MOST_EVENTS} are looked at"
    runs = [TraceRuns(replay_order(trace)) for trace in traces]
    notes = excused(effects, runs)
    relaxed = RelaxedRuns(runs, AS_WRITTEN, frozenset(notes))
    findings = findings_of(effects, relaxed, traces)
    covered = why_not_all(traces, told)
    if standing_only:
        open_ = covered or relaxed.open()
        proof = certificate_of(runs, relaxed, AS_WRITTEN, (), (not findings, open_)) if not findings else {}
        return KernelReport(
            (), tuple(findings), tuple(notes.values()), (), AS_WRITTEN, open_, proof, len(runs)
        )
    sites = sites_of_kernel(kernel, effects, traces)
    alone = site_verdicts(sites, relaxed, covered, bool(findings))
    together = largest_set(alone, relaxed)
    verdicts = with_the_set(alone, together, relaxed, covered)
    weakest = largest_counts(verdicts, together, relaxed)
    return KernelReport(
        tuple(verdicts),
        tuple(findings),
        tuple(notes.values()),
        together,
        weakest,
        covered or relaxed.open(),
        certificate_of(runs, relaxed, weakest, verdicts, (not findings, covered or relaxed.open())),
        sum(run.replays for run in runs),
    )


def excused(
    effects: Sequence[tuple[Effect, ...]], runs: Sequence[TraceRuns]
) -> dict[ConflictKey, KernelConflict]:
    """Conflicts of the kernel as it is that are notes only."""
    notes: dict[ConflictKey, KernelConflict] = {}
    for run in runs:
        for conflict in run.judge().conflicts:
            loaded = conflict.kind == "register" and any(
                isinstance(e, Issue) and e.queue == LOADS for e in effects[conflict.first]
            )
            allocated = conflict.kind.startswith("proxy") and any(
                isinstance(e, TensorMemoryEffect) for e in effects[conflict.first]
            )
            # What a copy writes that is counted on an mbarrier is no lane's, whoever issued it.
            copied = any(
                isinstance(e, Issue) and e.mbarrier >= 0
                for k in (conflict.first, conflict.second)
                for e in effects[k]
            )
            lanes = conflict.within_group and not copied
            if lanes or loaded or allocated or conflict.kind in NOT_HELD_AGAINST:
                notes.setdefault(conflict.key, conflict)
    return notes


def findings_of(
    effects: Sequence[tuple[Effect, ...]], relaxed: RelaxedRuns, traces: Sequence[KernelTrace]
) -> list[KernelFinding]:
    """What is wrong, each once; of traces that are as wrong the shortest."""
    found: list[KernelFinding] = []
    before: dict[int, frozenset[ConflictKey]] = {}
    for witness in relaxed.conflicts():
        kind = witness.conflict.kind
        name: FindingKind = "proxy" if kind.startswith("proxy") else _KINDS.get(kind, "conflict")
        trace = traces[witness.trace]
        certain = is_certain(trace, witness.conflict)
        if not certain and trace.sure is not None and not trace.unknown:
            if witness.trace not in before:
                before[witness.trace] = surely_in_conflict(trace)
            certain = witness.conflict.key in before[witness.trace]
        strong = name == "conflict" and morally_strong(effects, trace, witness.conflict)
        found.append(KernelFinding(name, witness, witness.trace, certain and not strong, strong=strong))
    told: set[tuple[FindingKind, int]] = set()
    for number, trace in enumerate(traces):
        for alone in (*trace.blocked, *trace.misuses):
            what: FindingKind = "deadlock" if isinstance(alone, Blocked) else "misuse"
            if (what, alone.instruction) not in told:
                told.add((what, alone.instruction))
                certain = not trace.unknown and trace.sure is None
                found.append(KernelFinding(what, None, number, certain, alone))
    return found


def morally_strong(
    effects: Sequence[tuple[Effect, ...]], trace: KernelTrace, conflict: KernelConflict
) -> bool:
    """Whether both accesses are strong, of one size, and each one's scope has the other's thread: they are no data race
    (PTX ISA 9.0, 8.7.1 and 8.10.2).
    """
    sides: list[tuple[object, str]] = []
    for index in (conflict.first, conflict.second):
        found = [e for e in effects[index] if isinstance(e, Synchronous)] if 0 <= index < len(effects) else []
        if conflict.in_flight or len(found) != 1 or len(found[0].accesses) != 1:
            return False
        (access,) = found[0].accesses
        if access.mode != "update" and found[0].semantics not in STRONG:
            return False
        sides.append((access.footprint, "sys" if found[0].semantics == "volatile" else found[0].scope))
    (size, _), (other, _) = sides
    apart = len({thread // trace.block for thread in conflict.threads}) > 1
    return size == other and not (apart and "cta" in {scope for _, scope in sides})


def is_certain(trace: KernelTrace, conflict: KernelConflict) -> bool:
    """Whether the conflict comes before anything in the run that is not certain."""
    if trace.unknown:
        return False
    if trace.sure is None:
        return True
    ends = {conflict.first, conflict.second}
    return not any(event.instruction in ends for event in trace.events[trace.sure :])


def surely_in_conflict(trace: KernelTrace) -> frozenset[ConflictKey]:
    """What is in conflict among the events that are certain: nothing behind them orders them."""
    begun = replace(trace, events=trace.events[: trace.sure], periods=())
    replay = TraceReplay(replay_order(begun))
    replay.run(0, len(replay.order.items))
    return frozenset(replay.found)


def surely_wrong(effects: Sequence[tuple[Effect, ...]], trace: KernelTrace) -> bool:
    """Whether a run alone shows that the kernel is wrong."""
    runs = [TraceRuns(replay_order(trace))]
    relaxed = RelaxedRuns(runs, AS_WRITTEN, frozenset(excused(effects, runs)))
    return any(finding.certain for finding in findings_of(effects, relaxed, [trace]))


def goes_wrong(effects: Sequence[tuple[Effect, ...]], trace: KernelTrace) -> bool:
    """Whether a run, which is looked at for nothing else, has a conflict that counts, or does not end."""
    run = TraceRuns(replay_order(trace))
    return bool(trace.blocked or trace.misuses) or len(excused(effects, [run])) < len(
        {c.key for c in run.judge().conflicts}
    )


def shortened(report: KernelReport) -> KernelReport:
    """The same without the certificate, for who compares reports."""
    return replace(report, certificate={})
