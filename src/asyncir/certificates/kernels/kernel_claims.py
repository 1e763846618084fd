# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a certificate proves that a PTX kernel's synchronisation is right, and which sites can go.

Each run is replayed as the text is, and as each claim weakens it. A run with a family of periods stands for those with any
number of copies of them: it is replayed with 1, 2, ... copies until the states behind n copies and behind `every` copies
fewer behave alike (`alike_states.py`). From there on nothing new comes: each larger number of copies goes on from a state
that is alike to one that was looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from asyncir.certificates.answers import Refused
from asyncir.certificates.kernels.accesses import Key
from asyncir.certificates.kernels.alike_states import SeenState, alike, seen_state
from asyncir.certificates.kernels.kernel_plans import KernelPlan
from asyncir.certificates.kernels.kernel_replays import FoundConflict, KernelReplay, WeakerText
from asyncir.certificates.kernels.reading import CertificateReader, CertifiedPeriod, whole
from asyncir.ptx.effects import (
    Barrier,
    ClusterBarrier,
    Effect,
    Fence,
    Issue,
    MbarrierTest,
    TensorMemoryEffect,
    WaitGroup,
    WarpBarrier,
)
from asyncir.ptx.effects_table import effects_of
from asyncir.ptx.program import Immediate, Kernel

KERNEL_VERSION: Final = 3
"""Of the format of certificates of kernels."""

AS_TEXT: Final = WeakerText()
MORE_COPIES: Final = 3
MOST_COPIES: Final = 24
DROPS: Final = (WaitGroup, Fence, MbarrierTest, Barrier, WarpBarrier, ClusterBarrier)


@dataclass(frozen=True)
class VerifiedKernel:
    """What a certificate proves: the kernel is right, for all runs that its traces stand for, and so it is without
    `redundant` (each alone, with what is judged with it), with the counts of `too_strong`, and with `weakest`.
    """

    name: str
    redundant: tuple[int, ...]
    too_strong: tuple[tuple[int, int], ...]
    weakest: WeakerText


@dataclass(frozen=True)
class _Claimed:
    """What one run's entry says of one claim: families with how many copies, and what is not held against it."""

    closed: tuple[tuple[int, int, int], ...]
    excused: frozenset[Key]


def verify_kernel(kernel: Kernel, content: Mapping[str, Any]) -> VerifiedKernel:
    """Check a certificate of one kernel. Raises `Refused` if it does not prove what it says.

    A certificate without the form that it should have raises one of `MALFORMED`.
    """
    if content["version"] != KERNEL_VERSION:
        raise Refused(f"it is of version {content['version']}, not {KERNEL_VERSION}")
    if content["right"] is not True or content["open"] != "":
        raise Refused(f"it does not say that the kernel is right: {content['open'] or 'a run goes wrong'}")
    return _KernelCheck(kernel, content).verified()


class _KernelCheck:
    """The check of one certificate."""

    def __init__(self, kernel: Kernel, content: Mapping[str, Any]) -> None:
        self.kernel = kernel
        self.content = content
        self.effects: list[tuple[Effect, ...]] = [effects_of(instruction) for instruction in kernel.body]
        reader = CertificateReader(content)
        self.plans: list[KernelPlan] = []
        self.claims: list[dict[WeakerText, _Claimed]] = []
        for entry in content["runs"]:
            run = reader.run(entry)
            unjudged = next((step.why for step in run.steps if step.kind == "Unjudged"), "")
            if run.blocked or run.unknown or unjudged:
                raise Refused(
                    (*run.blocked, *run.unknown, unjudged)[0] or "a run has something that is not judged"
                )
            self.plans.append(KernelPlan(kernel, self.effects, run))
            self.claims.append({weaker_text(claim): _claimed(claim) for claim in entry["claims"]})
        if not self.plans:
            raise Refused("it has no runs")
        self.notes: frozenset[Key] = frozenset()
        self.looks = frozenset(
            k for k, effects in enumerate(self.effects) if any(isinstance(e, MbarrierTest) for e in effects)
        )

    def verified(self) -> VerifiedKernel:
        """Replays all that is claimed."""
        claims = list(self.claims[0])
        if AS_TEXT not in claims or any(set(claims) != set(others) for others in self.claims):
            raise Refused("its runs do not have the same claims, the text as it is among them")
        weakest = weaker_text(self.content["weakest"])
        verdict = self._sites(set(claims), weakest)
        covers_all(self.plans)
        self._as_text()
        for claim in claims:
            if claim != AS_TEXT:
                self._allowed(claim)
                self._without(claim)
        return verdict

    def _sites(self, claims: set[WeakerText], weakest: WeakerText) -> VerifiedKernel:
        """What is said of sites has a claim."""
        redundant: list[int] = []
        strong: list[tuple[int, int]] = []
        for site in self.content["sites"]:
            instruction, together = whole(site["instruction"]), frozenset(map(whole, site["together"]))
            if not 0 <= instruction < len(self.effects) or instruction not in together:
                raise Refused("a site is at no instruction of the kernel")
            if site["alone"] or (site["answer"] == "redundant" and site["proved"]):
                if not self._covered(WeakerText(together), claims):
                    raise Refused("a site is said to be redundant, and there is no claim for it")
                redundant.append(instruction)
            if site["answer"] == "too strong" and site["proved"]:
                entry = (instruction, whole(site["exact"]))
                dropped = weakest.dropped if site["alone"] else frozenset[int]()
                if not self._covered(WeakerText(dropped, (entry,)), claims):
                    raise Refused("a wait is said to be too strong, and there is no claim for it")
                strong.append(entry)
        if weakest not in claims:
            raise Refused("what can be done at once has no claim")
        return VerifiedKernel(self.kernel.name, tuple(redundant), tuple(strong), weakest)

    def _covered(self, wanted: WeakerText, claims: set[WeakerText]) -> bool:
        """Whether a claim says it, or says more.

        A text that leaves out more orders less: each conflict of the other is one of it, too, with the same two
        instructions. A wait that looks for a phase is an exception, for who does not look misses no phase; so both have to
        leave out the same of these.
        """
        return wanted in claims or any(self._says_more(claim, wanted) for claim in claims)

    def _says_more(self, claim: WeakerText, wanted: WeakerText) -> bool:
        if not (wanted.dropped <= claim.dropped and wanted.relaxed <= claim.relaxed):
            return False
        if claim.dropped & self.looks != wanted.dropped & self.looks:
            return False
        counts, asked = dict(claim.counts), dict(wanted.counts)
        if any(site not in claim.dropped and counts.get(site, -1) < count for site, count in asked.items()):
            return False
        return all(site in asked or self._weakens(site, count) for site, count in counts.items())

    def _weakens(self, site: int, count: int) -> bool:
        """Whether a count is no smaller than that of the text."""
        effects = self.effects[site] if 0 <= site < len(self.effects) else ()
        if len(effects) != 1 or not isinstance(effects[0], WaitGroup) or effects[0].count.operand < 0:
            return False
        written = self.kernel.body[site].operands[effects[0].count.operand]
        return isinstance(written, Immediate) and count >= written.value

    def _allowed(self, claim: WeakerText) -> None:
        """Only waits, fences and barriers can be dropped, only waits have counts."""
        for instruction in claim.dropped:
            effects = self.effects[instruction] if 0 <= instruction < len(self.effects) else ()
            if not effects or not all(isinstance(effect, DROPS) for effect in effects):
                raise Refused("a claim drops what does more than wait")
        for instruction, count in claim.counts:
            effects = self.effects[instruction] if 0 <= instruction < len(self.effects) else ()
            if not any(isinstance(effect, WaitGroup) for effect in effects) or not 0 <= count < 1 << 10:
                raise Refused("a claim gives a count to what has none")

    def _as_text(self) -> None:
        """The kernel as it is: all conflicts are such that are not held against a kernel."""
        found: set[Key] = set()
        for plan, claims in zip(self.plans, self.claims, strict=True):
            claimed = claims[AS_TEXT]
            conflicts = replayed(plan, AS_TEXT, claimed.closed, None)
            for key in sorted(conflicts):
                if not self._is_note(key):
                    raise Refused(f"as it is, it has a conflict: {self.text(key)}", None)
                if key not in claimed.excused:
                    raise Refused(f"it does not say that there is a conflict: {self.text(key)}")
            wrong = next((key for key in sorted(claimed.excused) if not self._is_note(key)), None)
            if wrong is not None:
                raise Refused(f"it excuses a conflict that is none to be excused: {self.text(wrong)}")
            found |= conflicts
        self.notes = frozenset(found)

    def _without(self, claim: WeakerText) -> None:
        """A weaker text: nothing new is wrong."""
        weaker = claim.dropped | claim.relaxed | {site for site, _ in claim.counts}
        for plan, claims in zip(self.plans, self.claims, strict=True):
            touched = {step.instruction for step in plan.run.steps}
            touched |= {site for step in plan.run.steps for site in (*step.sites, *step.arrived)}
            if weaker.isdisjoint(touched):
                continue
            try:
                replayed(plan, claim, claims[claim].closed, self.notes)
            except FoundConflict as conflict:
                lines = sorted(self.kernel.body[k].spot.line for k in weaker)
                text = self.text(conflict.key)
                raise Refused(
                    f"with lines {', '.join(map(str, lines))} weaker there is a conflict: {text}"
                ) from None

    def _is_note(self, key: Key) -> bool:
        """Not held against a kernel: mbarriers that copies come to without a fence behind their
        initialisation, registers of loads from tensor memory (ptxas orders them), addresses that tcgen05.alloc wrote,
        fences of the tensor cores, which this verifier does not look at.
        """
        kind, first, second, _ = key
        if not (0 <= first < len(self.effects) and 0 <= second < len(self.effects)):
            return False
        loaded = any(isinstance(e, Issue) and e.queue == "tcgen05.ld" for e in self.effects[first])
        allocated = any(isinstance(e, TensorMemoryEffect) for e in self.effects[first])
        return (
            kind in ("mbarrier proxy", "tensor fence")
            or (kind == "register" and loaded)
            or (kind.startswith("proxy ") and allocated)
        )

    def text(self, key: Key) -> str:
        """A conflict in words."""
        kind, first, second, _ = key
        lines = [
            self.kernel.body[k].spot.line if 0 <= k < len(self.kernel.body) else 0 for k in (first, second)
        ]
        return f"{kind}, lines {lines[0]} and {lines[1]}"


def weaker_text(claim: Mapping[str, Any]) -> WeakerText:
    """What a claim leaves out."""
    counts = tuple(sorted((whole(site), whole(count)) for site, count in claim["counts"]))
    return WeakerText(
        frozenset(map(whole, claim["dropped"])), counts, frozenset(map(whole, claim["relaxed"]))
    )


def _claimed(claim: Mapping[str, Any]) -> _Claimed:
    if claim["open"]:
        raise Refused("a claim is open")
    closed = tuple((whole(c["family"]), whole(c["first"]), whole(c["every"])) for c in claim["closed"])
    excused = frozenset((str(k), whole(a), whole(b), bool(w)) for k, a, b, w in claim["excused"])
    return _Claimed(closed, excused)


def covers_all(plans: Sequence[KernelPlan]) -> None:
    """The runs with periods stand for all larger trip counts: one period more is as many runs later the same loop.

    Runs are in the order of the number that grows, and begin anew for each way of the branches on loaded data. The last m
    of a way have periods, and each of these is m runs behind one with as many trips fewer as its periods have.
    """
    loops = {period.loop for plan in plans for period in plan.run.periods}
    ways: list[list[KernelPlan]] = []
    trips = -1
    for plan in plans:
        before, trips = trips, sum(plan.run.trips.get(loop, 0) for loop in loops)
        if not ways or trips < before:
            ways.append([])
        ways[-1].append(plan)
    for way in ways:
        _covers(way)


def _covers(plans: Sequence[KernelPlan]) -> None:
    """The runs of one way."""
    if not any(plan.run.periods for plan in plans):
        if any(plan.run.trips != plans[0].run.trips for plan in plans):
            raise Refused("its runs have more and more trips, and none stands for those with still more")
        return
    last = len(plans) - 1
    for more in range(1, len(plans)):
        group = range(last - more + 1, last + 1)
        if not all(plans[k].run.periods for k in group):
            break
        loops = {period.loop for k in group for period in plans[k].run.periods}
        if all(_longer(plans, k, more, loop) for k in group for loop in loops):
            return
    raise Refused("its runs do not stand for all trip counts")


def _longer(plans: Sequence[KernelPlan], later: int, more: int, loop: int) -> bool:
    """Whether a run has as many trips more than the one `more` runs before as each family of its periods has."""
    run = plans[later].run
    if later < more:
        return False
    fewer = plans[later - more].run.trips.get(loop, 0)
    families = {p.family for p in run.periods}
    added = {sum(p.steps for p in run.periods if p.family == f and p.loop == loop) for f in families}
    return added == {run.trips.get(loop, 0) - fewer}


def replayed(
    plan: KernelPlan,
    weaker: WeakerText,
    closed: Sequence[tuple[int, int, int]],
    allowed: frozenset[Key] | None,
) -> set[Key]:
    """All conflicts of a run and of all that it stands for. Raises `FoundConflict` at the first that is not allowed,
    `Refused` if the states do not repeat.
    """
    families = plan.families()
    if not families:
        replay = KernelReplay(plan, weaker, allowed)
        for index in range(len(plan.run.steps)):
            replay.run(index)
        replay.ended()
        return replay.conflicts
    found: set[Key] = set()
    reasons: list[str] = []
    for family, first, every in closed:
        if family not in families or not (1 <= every <= MOST_COPIES and 1 <= first <= MOST_COPIES):
            raise Refused("a claim names periods that there are not")
        first = max(first, every)
        alike_for = 0
        for copies in range(1, first + every + MORE_COPIES):
            conflicts, same = _with_copies(plan, weaker, allowed, families[family], copies, every)
            found |= conflicts
            alike_for = alike_for + 1 if same else 0
            if alike_for >= every and copies >= first + every - 1:
                return found
        reasons.append(
            f"after {first + every + MORE_COPIES - 1} copies of its period the state is another one"
        )
    raise Refused(reasons[0] if reasons else "a claim has no period that proves it")


def _with_copies(
    plan: KernelPlan, weaker: WeakerText, allowed: frozenset[Key] | None, periods: Sequence[CertifiedPeriod],
    copies: int, every: int,
) -> tuple[set[Key], bool]:  # fmt: skip
    """A run with so many copies of the periods; whether the states behind them are alike to `every` copies earlier."""
    replay = KernelReplay(plan, weaker, allowed)
    same = copies >= every
    before: SeenState | None = None
    for index, done in _sequence(len(plan.run.steps), periods, copies):
        if done == copies - every:
            before = seen_state(replay)
        if done == copies and done >= every:
            same = same and before is not None and alike(before, seen_state(replay))
        if index >= 0:
            replay.run(index)
    replay.ended()
    return replay.conflicts, same


def _sequence(length: int, periods: Sequence[CertifiedPeriod], copies: int) -> Iterator[tuple[int, int]]:
    """The steps of a run with copies; between them (-1, n): n copies of a period are done."""
    at = 0
    for period in periods:
        for index in range(at, period.first):
            yield index, -1
        for done in range(copies):
            yield -1, done
            for index in range(period.first, period.last):
                yield index, -1
        yield -1, copies
        at = period.last
    for index in range(at, length):
        yield index, -1
