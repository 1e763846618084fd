# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The verdict on each site of a kernel, from replays of its traces with that site weaker.

    dropping it makes some run wrong          needed; of a wait with a count, the largest right count makes it `exact` or
                                              `too strong`
    dropping it leaves every run right        redundant, or not judged if it does something that is not modelled
    neither is certain                        unknown, with the reason

*Every run* are all runs that the traces stand for (`repetition.py`). A witness is one run, so that *needed* is certain as
soon as there is one; *redundant* takes a proof of all. `proved` says that the verdict holds for all trip counts: the kernel
as it is has no conflict in any run, and the verdict is certain.

An arrival is needed by the count of its mbarrier: a phase without it never ends.

Where the kernel is wrong, a site is needed if dropping it makes something wrong that was not so before, else unknown, and
nothing is proved; what mends it is asked of `kernel_repairs.py`.

`together` is a largest set of redundant sites that can go at once: barriers in loops count most, then barriers, waits in
loops, waits, the rest. It is searched exhaustively up to ten sites, greedily beyond.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby
from typing import Literal

from asyncir.analyses.kernels.conflicts import AS_WRITTEN, ConflictKey, KernelConflict, Relaxation
from asyncir.analyses.kernels.repetition import RunsVerdict, TraceRuns
from asyncir.analyses.kernels.sites import KernelSite

SiteAnswer = Literal[
    "needed", "exact", "too strong", "too weak", "missing", "redundant", "not judged", "unknown"
]

MOST_COUNT = 8
EXHAUSTIVE = 10
ALTERNATE = 8
"""Of so many sites and more it is asked whether each second one may go."""
NEEDED_BEHIND = "it could go alone, but is needed when the others are gone"
WEIGHTS = {("barrier", True): 1000, ("barrier", False): 100, ("wait", True): 30, ("wait", False): 10}


@dataclass(frozen=True, slots=True)
class KernelWitness:
    """A run that goes wrong: the conflict, which trace it is of, and with how many copies of its period."""

    conflict: KernelConflict
    trace: int
    copies: int


@dataclass(frozen=True, slots=True)
class SiteVerdict:
    """The verdict on one site.

    `alone`: dropping it, with all else as it is, leaves every run right; where `answer` says otherwise, it is needed when
    the redundant ones are gone. `exact` is the largest count that is right, for waits. `why` is the reason of *unknown* and
    *not judged*, or a word on the others. `tried`: for *unknown*, the answer if the runs that were looked at were all.
    `witness` is the run that needs it. `executed`: some run came here.
    """

    site: KernelSite
    answer: SiteAnswer
    proved: bool
    exact: int | None = None
    why: str = ""
    witness: KernelWitness | None = None
    executed: bool = True
    alone: bool = False
    tried: SiteAnswer | None = None


@dataclass(eq=False)
class RelaxedRuns:
    """All traces of a kernel; asks them about relaxations, shortest first, and remembers the answers.

    `base` is a relaxation that all others come on top of (a repair). `excused` are conflicts that do not count.
    """

    runs: Sequence[TraceRuns]
    base: Relaxation = AS_WRITTEN
    excused: frozenset[ConflictKey] = frozenset()
    answers: dict[Relaxation, "RelaxedAnswer"] = field(default_factory=dict[Relaxation, "RelaxedAnswer"])
    phase_waits: frozenset[int] | None = None
    """Waits for phases, where they are known: then an answer is used for relaxations that it covers."""
    right: list[Relaxation] = field(default_factory=list[Relaxation])
    """Relaxations of many sites that no run is wrong with."""

    def __post_init__(self) -> None:
        self.as_written = [run.kept(self.base).verdict for run in self.runs]
        self.known = [
            self.excused | {conflict.key for conflict in verdict.conflicts} for verdict in self.as_written
        ]
        self.order = sorted(range(len(self.runs)), key=lambda k: len(self.runs[k].order.items))

    def conflicts(self) -> list[KernelWitness]:
        """What is wrong as it is: each conflict once, in the first trace that has it."""
        found: dict[ConflictKey, KernelWitness] = {}
        for k in self.order:
            for conflict in self.as_written[k].conflicts:
                if conflict.key not in self.excused:
                    found.setdefault(conflict.key, KernelWitness(conflict, k, self.as_written[k].copies))
        return list(found.values())

    def open(self) -> str:
        """Why the kernel as it is is not proved; "" if it is."""
        return next((verdict.open[0] for verdict in self.as_written if verdict.open), "")

    def ask(self, relaxation: Relaxation) -> "RelaxedAnswer":
        """Whether something new is wrong with a relaxation."""
        if relaxation not in self.answers:
            waits = self.phase_waits
            covered = waits is not None and any(more.covers(relaxation, waits) for more in self.right)
            self.answers[relaxation] = RelaxedAnswer(None) if covered else self.find(relaxation)
        return self.answers[relaxation]

    def ask_for_many(self, groups: Sequence[tuple[int, ...]]) -> None:
        """Ask for all groups of sites at once, for each half of them where that is wrong, and so on.

        So sites that may all go take one question, and those in between the others do not take one each. Of unrolled code
        often each second one may go: that is tried before halves.
        """
        if len(groups) < 2 or self.can_all_go(groups):
            return
        for start in (0, 1) if len(groups) >= ALTERNATE else ():
            if self.can_all_go(groups[start::2]):
                self.ask_for_many(groups[1 - start :: 2])
                return
        middle = len(groups) // 2
        self.ask_for_many(groups[:middle])
        self.ask_for_many(groups[middle:])

    def can_all_go(self, groups: Sequence[tuple[int, ...]]) -> bool:
        """Whether all groups of sites can go at once; if so it is remembered for their parts."""
        relaxation = self.base.without(site for group in groups for site in group)
        right = len(groups) > 1 and self.ask(relaxation).right
        self.right += [relaxation] if right else []
        return right

    def with_gone(self, gone: Iterable[int]) -> "RelaxedRuns":
        """The same runs, asked about relaxations that come on top of these sites being gone."""
        return RelaxedRuns(self.runs, self.base.without(gone), self.excused)

    def soon_wrong(self, relaxation: Relaxation) -> bool:
        """Whether the shortest trace that a relaxation touches is wrong with it."""
        touched = relaxation.touched()
        for k in self.order:
            if touched.intersection(self.runs[k].order.first_uses):
                return self.runs[k].judge(relaxation, self.known[k], self.base).new is not None
        return False

    def find(self, relaxation: Relaxation) -> "RelaxedAnswer":
        """The answer, from the traces."""
        why = ""
        touched = relaxation.touched()
        for k in self.order:
            run = self.runs[k]
            if not touched.intersection(run.order.first_uses):
                verdict: RunsVerdict = self.as_written[k]
                why = why or (verdict.open[0] if verdict.open else "")
                continue
            verdict = run.judge(relaxation, self.known[k], self.base)
            if verdict.new is not None:
                return RelaxedAnswer(KernelWitness(verdict.new, k, verdict.copies))
            if verdict.open:
                why = why or verdict.open[0]
        return RelaxedAnswer(None, why)


@dataclass(frozen=True, slots=True)
class RelaxedAnswer:
    """A witness that it is wrong; or why nothing is certain; or neither: it is right in all runs."""

    witness: KernelWitness | None
    open: str = ""

    @property
    def right(self) -> bool:
        """No run is wrong."""
        return self.witness is None and not self.open


def site_verdicts(
    sites: Sequence[KernelSite], relaxed: RelaxedRuns, covered: str, wrong: bool = False
) -> list[SiteVerdict]:
    """The verdict on each site alone.

    `covered` says why the traces do not stand for all runs ("" if they do); `wrong`: the kernel is, and is not repaired.
    """
    executed = {site for run in relaxed.runs for site in run.order.first_uses}
    judge = _Judge(relaxed, covered or relaxed.open(), wrong)
    relaxed.phase_waits = frozenset(k for site in sites if site.kind == "phase wait" for k in site.together)
    ordering = [site for site in sites if site.kind not in ("arrive", "phase wait")]
    ordering.sort(key=lambda site: site.kind)  # those of one kind can go together more often
    asked = {s.together: s.kind for s in ordering if executed.intersection(s.together)}
    asked = {g: kind for g, kind in asked.items() if not relaxed.soon_wrong(relaxed.base.without(g))}
    if not relaxed.can_all_go(list(asked)):
        for kind in dict.fromkeys(asked.values()):
            relaxed.ask_for_many([g for g, other in asked.items() if other == kind])
    found: list[SiteVerdict] = []
    for site in sites:
        if not executed.intersection(site.together):
            why = "no run came here"
            found.append(SiteVerdict(site, "unknown", False, why=why, executed=False))
        else:
            found.append(judge.verdict(site))
    return found


@dataclass(slots=True)
class _Judge:
    """Judges sites; `open` is why a statement about all runs would not be one."""

    relaxed: RelaxedRuns
    open: str
    wrong: bool

    def verdict(self, site: KernelSite) -> SiteVerdict:
        """One site."""
        if site.kind == "arrive":
            why = "the phase counts it"
            return SiteVerdict(site, "needed", not self.open and not self.wrong, why=why)
        dropped = self.relaxed.base.without(site.together)
        answer = self.relaxed.ask(dropped)
        if answer.witness is not None:
            return self.counted(site, answer.witness)
        if site.besides:
            return SiteVerdict(site, "not judged", False, why=site.besides)
        why = answer.open or self.open or ("the kernel is wrong" if self.wrong else "")
        if why:
            return SiteVerdict(site, "unknown", False, why=why, tried="redundant")
        return SiteVerdict(site, "redundant", True, alone=True)

    def counted(self, site: KernelSite, witness: KernelWitness) -> SiteVerdict:
        """A site that is needed: of a wait, with which count."""
        proved = not self.open and not self.wrong
        if site.kind != "wait" or site.count is None:
            return SiteVerdict(site, "needed", proved, witness=witness)
        given = dict(self.relaxed.base.counts).get(site.instruction, site.count)
        exact, why = given, ""
        for count in range(given + 1, given + MOST_COUNT + 1):
            answer = self.relaxed.ask(self.relaxed.base.with_count(site.instruction, count))
            if answer.witness is not None:
                witness = answer.witness
                break
            if answer.open:
                why = answer.open
                break
            exact = count
        if given < site.count:
            return SiteVerdict(site, "too weak", proved, exact, "", witness)
        if why and exact == given:
            return SiteVerdict(site, "needed", False, None, why, witness)
        weaker: SiteAnswer = "exact" if exact == given else "too strong"
        if weaker == "too strong" and (self.open or self.wrong):
            why = self.open or "the kernel is wrong"
            return SiteVerdict(site, "needed", False, None, why, witness, tried="too strong")
        return SiteVerdict(site, weaker, proved and not why, exact, why, witness)


def largest_set(verdicts: Iterable[SiteVerdict], relaxed: RelaxedRuns) -> tuple[KernelSite, ...]:
    """Redundant sites that can go together, with the greatest weight."""
    sites = [v.site for v in verdicts if v.answer == "redundant" and v.executed and not v.site.kept]
    groups: dict[tuple[int, ...], list[KernelSite]] = {}
    for site in sites:
        groups.setdefault(site.together, []).append(site)
    keys = sorted(groups, key=lambda key: (-weight(groups[key]), key))
    if not keys:
        return ()
    if relaxed.ask(relaxed.base.without(k for key in keys for k in key)).right:
        chosen = keys
    else:
        chosen: list[tuple[int, ...]] = []
        for _, alike in groupby(keys, key=lambda key: (groups[key][0].kind, groups[key][0].in_loop)):
            chosen = _greedy(list(alike), relaxed, chosen)
    if len(chosen) < len(keys) <= EXHAUSTIVE:
        chosen = _best(keys, groups, relaxed, chosen)
    return tuple(site for key in sorted(chosen) for site in groups[key])


def _greedy(
    keys: Sequence[tuple[int, ...]], relaxed: RelaxedRuns, chosen: Sequence[tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """What is chosen, and of the keys, in their order, each that can go as well; many at once where all of them can.

    Of unrolled code often each second one can go, and no more: what is left then is asked about with these gone, so that
    each question is answered near the place that it is about.
    """
    if not keys:
        return list(chosen)
    more = [*chosen, *keys]
    if relaxed.ask(relaxed.base.without(k for part in more for k in part)).right:
        return more
    if len(keys) == 1:
        return list(chosen)
    for start in (0, 1) if len(keys) >= ALTERNATE else ():
        found = [*chosen, *keys[start::2]]
        gone = [k for part in found for k in part]
        if relaxed.ask(relaxed.base.without(gone)).right:
            behind = relaxed.with_gone(gone)
            rest = [key for key in keys[1 - start :: 2] if not behind.soon_wrong(behind.base.without(key))]
            return [*found, *_greedy(rest, behind, [])]
    middle = len(keys) // 2
    return _greedy(keys[middle:], relaxed, _greedy(keys[:middle], relaxed, chosen))


def with_the_set(
    alone: Sequence[SiteVerdict], together: Sequence[KernelSite], relaxed: RelaxedRuns, covered: str
) -> list[SiteVerdict]:
    """The verdicts, where redundant sites that are not of the set are judged with the set gone."""
    gone = {site.instruction for site in together}
    rest = [v for v in alone if v.answer == "redundant" and v.executed and v.site.instruction not in gone]
    if not rest or not gone:
        return list(alone)
    behind = relaxed.with_gone(gone)
    judge = _Judge(behind, covered or behind.open(), False)
    again: dict[int, SiteVerdict] = {}
    for verdict in rest:
        if not verdict.site.kept:
            found = judge.verdict(verdict.site)
            again[verdict.site.instruction] = replace(found, alone=True, why=found.why or NEEDED_BEHIND)
    return [again.get(v.site.instruction, v) for v in alone]


def largest_counts(
    verdicts: Iterable[SiteVerdict], together: Iterable[KernelSite], relaxed: RelaxedRuns
) -> Relaxation:
    """All at once: the set gone, and the counts of waits that are too strong as large as they can be then."""
    weakest = relaxed.base.without(site.instruction for site in together)
    for verdict in verdicts:
        if verdict.answer != "too strong" or verdict.exact is None or verdict.site.kept:
            continue
        for count in range(verdict.exact, verdict.site.count or 0, -1):
            more = weakest.with_count(verdict.site.instruction, count)
            if relaxed.ask(more).right:
                weakest = more
                break
    return weakest


def weight(sites: Iterable[KernelSite]) -> int:
    """How much it is worth to be rid of these."""
    return sum(WEIGHTS.get((site.kind, site.in_loop), 3 if site.in_loop else 1) for site in sites)


def _best(
    keys: Sequence[tuple[int, ...]],
    groups: dict[tuple[int, ...], list[KernelSite]],
    relaxed: RelaxedRuns,
    chosen: list[tuple[int, ...]],
) -> list[tuple[int, ...]]:
    """The heaviest set that can go, by trying all that are heavier than the one that is known."""

    def heavy(some: Iterable[tuple[int, ...]]) -> int:
        return sum(weight(groups[key]) for key in some)

    sets = [some for n in range(len(chosen), len(keys) + 1) for some in combinations(keys, n)]
    for some in sorted(sets, key=heavy, reverse=True):
        if heavy(some) <= heavy(chosen):
            break
        if relaxed.ask(relaxed.base.without(k for part in some for k in part)).right:
            return list(some)
    return chosen
