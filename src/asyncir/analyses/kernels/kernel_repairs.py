# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The smallest change of a kernel's text that makes it right, and the change that takes away what is not needed.

Right means here: right in all traces, replayed with the change (`insertions.py`). Whether the kernel is right in all runs
then, is asked of the changed text by who writes it.

The search is that of `analyses/repairs.py`: a set of changes is tried, each conflict that is left teaches which changes could
do away with it, and a cheapest set is looked for that has one for each. What it teaches is a guess (a conflict may need two
changes that each do nothing alone), so that of a set that was found nothing is claimed but that it does. Costs count changes
first; then a smaller count of a wait that is there is better than a fence, that better than a new wait, that better than a
barrier; of waits those are better that let more stay in flight.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from asyncir.analyses.kernels.conflicts import NOT_HELD_AGAINST, ConflictKey, KernelConflict, Relaxation
from asyncir.analyses.kernels.control_flow import ControlFlow
from asyncir.analyses.kernels.insertions import RANKS, TAIL, Insertion, threads_at, with_insertions
from asyncir.analyses.kernels.kernel_reports import KernelReport
from asyncir.analyses.kernels.repetition import TraceRuns
from asyncir.analyses.kernels.replay_order import replay_order
from asyncir.analyses.kernels.trace import WARP, Blocked, KernelTrace, PhaseCompleted
from asyncir.analyses.repairs import OutOfWork, RepairLimits, RightSet, SetAnswer, WrongSet, smallest_repair
from asyncir.ptx.effects import Effect, Issue, WaitGroup
from asyncir.ptx.program import Immediate, Kernel, registers_of

EditKind = Literal["insert", "replace", "remove"]

MOST_INSERTED_COUNT = 3
MOST_POSITIONS = 3
MOST_BRANCHES = 4
"""Branches between the test of a phase and what comes behind it."""

QUESTIONS = 40
MOST_WORK = 200_000
"""So many accesses are looked at for one repair: those of threads that try again and again are many."""


@dataclass(frozen=True, slots=True, order=True)
class KernelEdit:
    """One change of the text: `text` (without a semicolon) before instruction `instruction`, or in its place."""

    instruction: int
    kind: EditKind
    text: str = ""


@dataclass(frozen=True, slots=True)
class KernelRepair:
    """Edits that make all traces right, in the order of the text; None if none were found, with the reason.

    Of several before one instruction the first comes first. `questions`: sets that were tried.
    """

    edits: tuple[KernelEdit, ...] | None
    reason: str = ""
    questions: int = 0


@dataclass(frozen=True, slots=True, order=True)
class _Count:
    """A wait that is there, with another count."""

    site: int
    count: int


_Change = _Count | Insertion


def _place(change: _Change) -> tuple[int, int]:
    """Where a change is in the text, and its place among those before one instruction."""
    if isinstance(change, _Count):
        return (change.site, 0)
    return (change.before, RANKS[change.what])


def repair_kernel(
    kernel: Kernel, effects: Sequence[tuple[Effect, ...]], traces: Sequence[KernelTrace], report: KernelReport
) -> KernelRepair:
    """A smallest set of edits behind which no trace has a conflict (but those that are notes)."""
    if report.right:
        return KernelRepair(())
    if all(finding.witness is None for finding in report.findings):
        waits = any(isinstance(finding.alone, Blocked) for finding in report.findings)
        what = "threads that wait for ever" if waits else "what is not defined"
        return KernelRepair(None, f"no wait, barrier or fence mends {what}")
    search = _RepairSearch(kernel, effects, traces, frozenset(note.key for note in report.notes))
    found = smallest_repair(search.ask, search.cost, RepairLimits(questions=QUESTIONS))
    if found.chosen is None:
        return KernelRepair(None, found.reason, found.questions)
    changes = sorted(search.without_idle(found.chosen), key=_place)
    return KernelRepair(tuple(e for change in changes for e in search.edits(change)), "", found.questions)


def weakening_edits(kernel: Kernel, report: KernelReport) -> tuple[KernelEdit, ...]:
    """The edits that take away all that can go at once: sites of the largest set, and counts that are too strong."""
    edits = [KernelEdit(site, "remove") for site in report.weakest.dropped]
    edits += [KernelEdit(site, "replace", with_count(kernel, site, n)) for site, n in report.weakest.counts]
    return tuple(sorted(edits))


def with_count(kernel: Kernel, site: int, count: int) -> str:
    """A wait's statement with another count; `wait_all` becomes a wait for groups."""
    text = kernel.body[site].text
    if text.endswith("wait_all"):
        return f"{text.removesuffix('wait_all')}wait_group {count}"
    return f"{text.rsplit(None, 1)[0]} {count}"


@dataclass(eq=False)
class _RepairSearch:
    """Asks traces about sets of changes."""

    kernel: Kernel
    effects: Sequence[tuple[Effect, ...]]
    traces: Sequence[KernelTrace]
    excused: frozenset[ConflictKey]
    built: dict[frozenset[Insertion], list[TraceRuns] | None] = field(
        default_factory=dict[frozenset[Insertion], "list[TraceRuns] | None"]
    )

    def __post_init__(self) -> None:
        self.work = 0
        self.came: dict[int, frozenset[int]] = {}
        self.waits: dict[str, list[tuple[int, int]]] = {}
        for run in self.runs(frozenset()) or []:
            for item in run.order.first_uses:
                for effect in self.effects[item] if 0 <= item < len(self.effects) else ():
                    if isinstance(effect, WaitGroup):
                        self.note_wait(item, effect)
        self.events = sorted(
            {
                e.instruction
                for trace in self.traces
                for e in trace.events
                if not isinstance(e, PhaseCompleted)
            }
        )

    def note_wait(self, site: int, effect: WaitGroup) -> None:
        """A wait that is there."""
        text = self.kernel.body[site].text
        number = text.rsplit(None, 1)[-1]
        count = int(number) if number.isdigit() else 0
        known = self.waits.setdefault(effect.queue, [])
        if (site, count) not in known:
            known.append((site, count))

    def runs(self, insertions: frozenset[Insertion]) -> list[TraceRuns] | None:
        """The traces with insertions; None if one of them would wait for ever."""
        if insertions not in self.built:
            if self.work > MOST_WORK:
                raise OutOfWork
            traces = [with_insertions(trace, insertions) for trace in self.traces]
            self.built[insertions] = (
                None
                if any(t is None for t in traces)
                else [TraceRuns(replay_order(t)) for t in traces if t is not None]
            )
            self.work += sum(run.order.work for run in self.built[insertions] or ())
        return self.built[insertions]

    def ask(self, changes: frozenset[_Change]) -> SetAnswer[_Change]:
        """Whether a set makes all traces right, and if not what it lacks."""
        insertions = frozenset(change for change in changes if isinstance(change, Insertion))
        runs = self.runs(insertions)
        if runs is None:
            return WrongSet(conflicts=(insertions,), reason="a barrier would wait for ever")
        counts = tuple(sorted((c.site, c.count) for c in changes if isinstance(c, _Count)))
        lacking: list[list[_Change]] = []
        for run in runs:
            lacking += [
                [change for change in self.candidates(conflict) if change not in changes]
                for conflict in run.judge(Relaxation(counts=counts)).conflicts
                if conflict.key not in self.excused
                and not conflict.within_group
                and conflict.kind not in NOT_HELD_AGAINST
            ]
            if len(lacking) > 3:
                break
        if not lacking:
            return RightSet()
        return WrongSet(tuple(lacking), certain=False, reason="no change that was thought of helps")

    def without_idle(self, chosen: frozenset[_Change]) -> frozenset[_Change]:
        """The set without changes that it does not need, the costliest first."""
        with suppress(OutOfWork):
            for change in sorted(chosen, key=self.cost, reverse=True):
                if isinstance(self.ask(chosen - {change}), RightSet):
                    chosen -= {change}
        return chosen

    def cost(self, change: _Change) -> tuple[int, ...]:
        """What a change costs: one, its kind, how much less may be in flight."""
        if isinstance(change, _Count):
            return (1, 0, MOST_INSERTED_COUNT * 4 - change.count)
        rank = {"fence": 1, "wait": 2, "warp barrier": 3, "barrier": 4}[change.what]
        return (1, rank, MOST_INSERTED_COUNT * 4 - change.count)

    def candidates(self, conflict: KernelConflict) -> Iterator[_Change]:
        """Changes that may order the two accesses of a conflict."""
        first, second = conflict.first, conflict.second
        kind = conflict.kind
        if kind == "register fence":
            yield Insertion("fence", second, "wgmma")
            return
        if kind.startswith("proxy"):
            for position in self.positions(first, second):
                yield Insertion("fence", position, "proxy.async")
            return
        if kind == "exit":
            end = max(
                k
                for k in self.events
                if self.kernel.body[min(k, len(self.kernel.body) - 1)].name in ("ret", "exit")
            )
            yield from self.waiting("bulk", end)
            return
        if kind == "missed phase":
            place = behind_wait(self.kernel, second)
            if place is not None:
                yield from self.meeting(Insertion("barrier", place, behind=second))
            return
        if conflict.in_flight:
            for queue in self.queues(first):
                yield from self.waiting(queue, second)
                yield from self.waits_before_barriers(queue)
        if kind != "register":
            if not conflict.in_flight and self.whole_warps(conflict):
                yield Insertion("warp barrier", second)
            for position in self.positions(first, second):
                yield from self.meeting(Insertion("barrier", position))
            place = tail_of(self.kernel, second)
            if place is not None and not conflict.in_flight:
                yield from self.meeting(Insertion("barrier", place, behind=TAIL))

    def come_to(self, instruction: int) -> frozenset[int]:
        """All threads that ever come to an instruction."""
        if instruction not in self.came:
            self.came[instruction] = threads_at(self.traces, instruction)
        return self.came[instruction]

    def meeting(self, change: Insertion) -> Iterator[Insertion]:
        """A barrier, if the text can have it."""
        if self.barrier(change):
            yield change

    def whole_warps(self, conflict: KernelConflict) -> bool:
        """Whether a conflict is of one warp, and whole warps come to its second access: their lanes can meet there."""
        one, other = (thread // WARP for thread in conflict.threads)
        if one != other or any(trace.block % WARP for trace in self.traces):
            return False
        lanes = Counter(thread // WARP for thread in self.come_to(conflict.second))
        return set(lanes.values()) == {WARP}

    def queues(self, instruction: int) -> list[str]:
        """The queues that an instruction issues to."""
        issued = [e.queue for e in self.effects[instruction] if isinstance(e, Issue) and e.queue]
        return list(dict.fromkeys(issued))

    def waiting(self, queue: str, before: int) -> Iterator[_Change]:
        """Stronger waits that are there, and new ones."""
        for site, count in self.waits.get(queue, ())[: 2 * MOST_POSITIONS]:
            for less in range(count):
                yield _Count(site, less)
        name = f"{queue}.read" if queue == "bulk" else queue
        for count in range(MOST_INSERTED_COUNT + 1):
            yield Insertion("wait", before, name, count)

    def waits_before_barriers(self, queue: str) -> Iterator[_Change]:
        """New waits in front of barriers that are there, which pass on what was waited for."""
        for place in self.barriers()[: 2 * MOST_POSITIONS]:
            for count in range(MOST_INSERTED_COUNT + 1):
                yield Insertion("wait", place, f"{queue}.read" if queue == "bulk" else queue, count)

    def barriers(self) -> list[int]:
        """Barriers that runs came to."""
        body = self.kernel.body
        return [k for k in self.events if k < len(body) and body[k].name in ("bar", "barrier")]

    def positions(self, first: int, second: int) -> Iterator[int]:
        """Places for a barrier or fence: before the second access, behind waits, before barriers that are there; those
        that come soon before the second access or soon behind the first.
        """
        yield second
        behind = sorted(
            {k for w in self.waits.values() for site, _ in w if (k := self.next_event(site)) is not None}
        )
        after = self.next_event(first)
        near = [*_near(behind, first, second), after, *_near(self.barriers(), first, second)]
        for place in dict.fromkeys(near):
            if place is not None and place != second:
                yield place

    def next_event(self, instruction: int) -> int | None:
        """The next instruction of the text with an event."""
        return next((k for k in self.events if k > instruction), None)

    def edits(self, change: _Change) -> Iterator[KernelEdit]:
        """A change as text."""
        if isinstance(change, _Count):
            yield KernelEdit(change.site, "replace", with_count(self.kernel, change.site, change.count))
            return
        place = change.before
        match change.what:
            case "fence" if change.queue == "wgmma":
                yield KernelEdit(place, "insert", "wgmma.fence.sync.aligned")
            case "fence":
                yield KernelEdit(place, "insert", "fence.proxy.async")
            case "warp barrier":
                yield KernelEdit(place, "insert", "bar.warp.sync 0xffffffff")
            case "barrier":
                yield KernelEdit(place, "insert", self.barrier(change))
            case _:
                words = {
                    "cp.async": "cp.async.wait_group",
                    "bulk.read": "cp.async.bulk.wait_group.read",
                    "wgmma": "wgmma.wait_group.sync.aligned",
                }
                yield KernelEdit(place, "insert", f"{words.get(change.queue, change.queue)} {change.count}")

    def barrier(self, change: Insertion) -> str:
        """A barrier of all threads of a block that come to an instruction: that of the block, or one of its own number;
        "" where blocks have different numbers of them, or all barriers are taken.
        """
        if change.behind == TAIL:
            return "bar.sync 0"
        threads = np.array(sorted(self.come_to(change.before if change.behind < 0 else change.behind)))
        counts = set(np.unique(threads // self.traces[0].block, return_counts=True)[1].tolist())
        if counts == {self.traces[0].block}:
            return "bar.sync 0"
        bars = [
            i
            for i in self.kernel.body
            if i.name in ("bar", "barrier") and not {"cluster", "warp"} & set(i.modifiers)
        ]
        used = {o.value for i in bars for o in i.operands[:1] if isinstance(o, Immediate)}
        free = [k for k in range(1, 16) if k not in used]
        return f"bar.sync {free[0]}, {max(counts)}" if free and len(counts) == 1 else ""


def behind_wait(kernel: Kernel, instruction: int) -> int | None:
    """Where the threads go on for which the test of a phase at an instruction came out true; None where that cannot be
    told, or where others come to that place too.
    """
    body = kernel.body
    result = next(registers_of(body[instruction].operands[0]), None) if body[instruction].operands else None
    place, branches = instruction + 1, 0
    while place < len(body) and body[place].name == "bra" and branches < MOST_BRANCHES:
        guard, target = body[place].guard, body[place].target
        if guard is not None and guard.register != result:
            return None
        taken = guard is None or not guard.negated
        place = target if taken and target is not None else place + 1
        branches += 1
    if not branches or not instruction < place < len(body):
        return None
    flow = ControlFlow(kernel)
    block = next(b for b in flow.blocks if b.start <= place < b.end)
    return place if block.start == place and len(flow.predecessors[block.number]) == 1 else None


def tail_of(kernel: Kernel, instruction: int) -> int | None:
    """The last place at or before an instruction to which all threads come, once; None if that is the kernel's start.

    What comes behind it comes behind it in the text too.
    """
    flow = ControlFlow(kernel)
    looped = {b for loop in flow.loops for b in loop.blocks}
    found, place = None, flow.meets[0]
    while place <= instruction:
        block = next(b for b in flow.blocks if b.start == place)
        later = [b for b in flow.blocks if b.start >= place]
        if block.number not in looped and all(s >= block.number for b in later for s in b.successors):
            found = place
        if flow.meets[block.number] <= place:
            break
        place = flow.meets[block.number]
    return found


def _near(places: Sequence[int], first: int, second: int) -> list[int]:
    """Of places in the order of the text the last ones before `second`, and the first ones behind `first`."""
    before = [k for k in places if k <= second][-MOST_POSITIONS:]
    return list(dict.fromkeys([*reversed(before), *[k for k in places if k > first][:MOST_POSITIONS]]))
