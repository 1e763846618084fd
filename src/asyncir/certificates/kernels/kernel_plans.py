# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is true of a run whatever is left out of it: looked at once, before its replays.

A trace that no kernel of that text can have is refused: steps that are not what their instruction does, barriers with other
threads than they count, phases that others count in than the current one, threads that go on after their end, periods that
do not lie between two visits of one loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from asyncir.certificates.answers import Refused
from asyncir.certificates.kernels.accesses import MemoryEntries
from asyncir.certificates.kernels.columns import Columns
from asyncir.certificates.kernels.reading import CertifiedPeriod, CertifiedRun, CertifiedStep, Numbers
from asyncir.ptx.effects import (
    ArriveWhenDone,
    Barrier,
    ClusterBarrier,
    CommitGroup,
    Effect,
    EffectNumber,
    Fence,
    Issue,
    MbarrierArrive,
    MbarrierComplete,
    MbarrierExpect,
    MbarrierInit,
    MbarrierInvalidate,
    MbarrierTest,
    Synchronous,
    TensorMemoryEffect,
    WaitGroup,
)
from asyncir.ptx.program import Immediate, Kernel

WHAT_DOES: Final[dict[str, tuple[type, ...]]] = {
    "Accessed": (Synchronous, TensorMemoryEffect),
    "Issued": (Issue,),
    "Committed": (CommitGroup,),
    "Waited": (WaitGroup,),
    "Initialised": (MbarrierInit,),
    "Invalidated": (MbarrierInvalidate,),
    "Expected": (MbarrierExpect, MbarrierComplete),
    "Arrived": (MbarrierArrive, ArriveWhenDone),
    "PhaseSeen": (MbarrierTest,),
    "BarrierArrived": (Barrier,),
    "BarrierMet": (Barrier,),
    "ClusterArrived": (ClusterBarrier,),
    "ClusterMet": (ClusterBarrier,),
    "Fenced": (Fence,),
    "FlagSet": (Synchronous,),
    "FlagSeen": (Synchronous,),
}
"""What the instruction of a step has to do, by the table of effects."""

_OF_WARPS: Final = frozenset(
    {
        "Accessed",
        "Issued",
        "Committed",
        "Waited",
        "Fenced",
        "ClusterArrived",
        "ClusterMet",
        "BarrierArrived",
        "BarrierMet",
    }
)
_STRONG: Final = {"FlagSet": ("write", ("release", "acq_rel")), "FlagSeen": ("read", ("acquire", "acq_rel"))}


class KernelPlan:
    """One run, looked at. `back` is, for each wait for a phase, how many phases ago the one that it found over had ended."""

    def __init__(self, kernel: Kernel, effects: Sequence[tuple[Effect, ...]], run: CertifiedRun) -> None:
        self.kernel = kernel
        self.effects = effects
        self.run = run
        for step in run.steps:
            self._instruction(step)
        self.columns = Columns(run.threads, run.block, run.steps)
        self.memory = MemoryEntries(self.columns, run.steps, len(kernel.body))
        self.back: dict[int, int] = {}
        self.waiters: dict[int, Numbers] = {}
        self.early: dict[int, Numbers] = {}
        self.most_count = max([step.count for step in run.steps if step.kind == "Waited"], default=0)
        self.bulk_reads = np.full(run.threads, -1)
        for step in run.steps:
            if step.kind == "Issued" and step.queue == "bulk":
                self.bulk_reads[step.threads] = self.columns.of_queue("bulk", "read", step.threads)
        self._phases()
        self._threads()
        self._tensor_memory()

    def families(self) -> dict[int, list[CertifiedPeriod]]:
        """The periods by family, in order; raises `Refused` for what is no period."""
        found: dict[int, list[CertifiedPeriod]] = {}
        for period in sorted(self.run.periods, key=lambda p: (p.family, p.first)):
            self._period(period)
            earlier = found.setdefault(period.family, [])
            if earlier and earlier[-1].last > period.first:
                raise Refused("two periods lie over each other")
            earlier.append(period)
        return found

    def arrivals(self, step: CertifiedStep) -> tuple[int, int]:
        """How many arrivals a step makes, and how many fewer later phases count."""
        number = step.count * step.threads.size
        for effect in self.effects[step.instruction]:
            if isinstance(effect, ArriveWhenDone) and effect.increments and effect.queue == "cp.async":
                return 0, 0
            if isinstance(effect, MbarrierArrive) and effect.drop:
                return number, number
        return number, 0

    def _instruction(self, step: CertifiedStep) -> None:
        """A step does what its instruction does."""
        if not 0 <= step.instruction < len(self.kernel.body):
            if step.kind in ("Cut", "ThreadsEnded", "PhaseCompleted") and step.instruction <= len(
                self.kernel.body
            ):
                return
            raise Refused("a step is at no instruction of the kernel")
        effects = self.effects[step.instruction]
        wanted = WHAT_DOES.get(step.kind)
        fitting = [effect for effect in effects if wanted is None or isinstance(effect, wanted)]
        if not fitting and wanted is not None:
            line = self.kernel.body[step.instruction].spot.line
            raise Refused(f"a step of kind {step.kind} is at line {line}, which does no such thing")
        for effect in fitting:
            if step.kind == "Waited" and isinstance(effect, WaitGroup):
                self._is(step, effect.count, step.count, "waits for another count than the text")
                if (effect.queue, effect.milestone, effect.everything) != (
                    step.queue, step.milestone, step.everything,
                ):  # fmt: skip
                    raise Refused("a step waits for something else than the text")
            elif step.kind in _STRONG and isinstance(effect, Synchronous):
                mode, semantics = _STRONG[step.kind]
                if effect.semantics not in semantics or any(a.mode != mode for a in effect.accesses):
                    raise Refused("a flag is set by no release, or seen by no acquire")
            elif step.kind == "Fenced" and isinstance(effect, Fence) and effect.kind != step.fence:
                raise Refused("a step fences something else than the text")
            elif step.kind == "Initialised" and isinstance(effect, MbarrierInit):
                self._is(step, effect.count, step.count, "initialises an mbarrier with another count")
            elif step.kind == "BarrierArrived" and isinstance(effect, Barrier):
                self._is(step, effect.identity, step.identity, "is at another barrier than the text")
            elif (
                step.kind == "PhaseSeen"
                and isinstance(effect, MbarrierTest)
                and (effect.by_parity, effect.acquire) != (step.by_parity, step.acquire)
            ):
                raise Refused("a wait for a phase is another one than in the text")

    def _is(self, step: CertifiedStep, number: EffectNumber, value: int, what: str) -> None:
        """A number of the text, where it is one, is that of the step."""
        known = self._number(step.instruction, number)
        if known is not None and known != value:
            raise Refused(f"a step {what}")

    def _number(self, instruction: int, number: EffectNumber) -> int | None:
        """A number of the text; None if a register has it."""
        if number.value is not None:
            return number.value
        if number.operand < 0:
            return None
        operand = self.kernel.body[instruction].operands[number.operand]
        return operand.value if isinstance(operand, Immediate) else None

    def _phases(self) -> None:
        """Steps of mbarriers name the phase that they should."""
        over: dict[int, int] = {}
        waiters: dict[int, list[Numbers]] = {}
        valid: set[int] = set()
        for index, step in enumerate(self.run.steps):
            if step.mbarrier < 0:
                continue
            if step.kind == "Initialised":
                if step.mbarrier in over or step.threads.size != 1 or step.count < 1:
                    raise Refused("an mbarrier is initialised twice, or with no count")
                if step.over != (step.address in valid):
                    raise Refused("an mbarrier is said to lie over another one, or not to")
                over[step.mbarrier] = 0
                valid.add(step.address)
                continue
            if step.mbarrier not in over:
                raise Refused("an mbarrier is used before it is initialised")
            current = over[step.mbarrier]
            if step.kind == "PhaseSeen":
                self.back[index] = current - step.phase
                if self.back[index] < 1 or (step.by_parity and self.back[index] != 1):
                    raise Refused("a wait finds a phase over that is not, or that another one hides")
                waiters.setdefault(self.columns.address_of[step.mbarrier], []).append(step.threads)
            elif step.kind != "Invalidated" and step.phase != current:
                raise Refused("a step counts in another phase than the current one")
            if step.kind == "Invalidated":
                valid.discard(self.columns.address_of[step.mbarrier])
            if step.kind == "PhaseCompleted":
                over[step.mbarrier] += 1
        self.waiters = {address: np.unique(np.concatenate(w)) for address, w in waiters.items()}

    def _threads(self) -> None:
        """Barriers have the threads that they count, and who has ended does nothing more."""
        live = np.ones(self.run.threads, bool)
        rounds = np.zeros(self.run.threads, np.int64)
        for index, step in enumerate(self.run.steps):
            if step.kind == "BarrierMet" and step.threads.size != step.synchronised.size:
                self.early[index] = np.setdiff1d(step.threads, step.synchronised)
            who = step.synchronised if step.kind == "BarrierMet" else step.threads
            if not live[who].all():
                raise Refused("a thread goes on after its end")
            self._whole_warps(step, live)
            if step.kind == "ThreadsEnded":
                live[step.threads] = False
            elif step.kind in ("BarrierMet", "BarrierArrived"):
                self._barrier(step, live)
            elif step.kind == "WarpMet" and np.unique(self.columns.warp_of(step.threads)).size != 1:
                raise Refused("a barrier of a warp has threads of another one")
            elif step.kind == "ClusterArrived":
                if (rounds[step.threads] != step.round).any():
                    raise Refused("a thread arrives in another round of the cluster's barrier")
                rounds[step.threads] += 1
            elif step.kind == "ClusterMet" and (
                (rounds[step.threads] != step.round + 1).any() or (rounds[live] <= step.round).any()
            ):
                raise Refused("the cluster's barrier is met before all threads have come")
        if live.any():
            raise Refused("a run ends before all of its threads do")

    def _whole_warps(self, step: CertifiedStep, live: Numbers) -> None:
        """What is for whole warps has all lanes that have not ended: PTX ISA 9.0, of `.sync.aligned`."""
        if step.kind not in _OF_WARPS or not 0 <= step.instruction < len(self.kernel.body):
            return
        instruction = self.kernel.body[step.instruction]
        plain = instruction.name == "bar" and "warp" not in instruction.modifiers
        if "aligned" not in instruction.modifiers and not plain:
            return
        there = np.flatnonzero(live)
        of_them = np.isin(self.columns.warp_of(there), self.columns.warp_of(step.threads))
        if not np.isin(there[of_them], step.threads).all():
            raise Refused("an instruction of whole warps is executed by a part of one")

    def _tensor_memory(self) -> None:
        """Each block frees the tensor memory that it allocates, but where a trap ends all: PTX ISA 9.0, 9.7.16.7."""
        ends = [s.instruction for s in self.run.steps if s.kind == "ThreadsEnded"]
        if any(0 <= k < len(self.kernel.body) and self.kernel.body[k].name == "trap" for k in ends):
            return
        balance: dict[tuple[int, int | None], int] = {}
        for step in self.run.steps:
            for effect in self._effects_at(step.instruction) if step.kind == "Accessed" else ():
                if isinstance(effect, TensorMemoryEffect):
                    columns = self._number(step.instruction, effect.columns)
                    for block in np.unique(step.threads // self.run.block).tolist():
                        change = 1 if effect.mode == "allocate" else -1
                        balance[block, columns] = balance.get((block, columns), 0) + change
        if any(balance.values()):
            raise Refused("tensor memory is not freed as it was allocated")

    def _barrier(self, step: CertifiedStep, live: Numbers) -> None:
        """One barrier of a block."""
        blocks = np.unique(step.threads // self.run.block)
        if blocks.size != 1:
            raise Refused("a barrier has no threads, or those of two blocks")
        if step.kind == "BarrierArrived":
            return
        if not np.isin(step.synchronised, step.threads).all() or not step.synchronised.size:
            raise Refused("a barrier holds threads that do not come")
        first = int(blocks[0]) * self.run.block
        all_of_block = int(live[first : first + self.run.block].sum())
        if step.instruction not in step.sites:
            raise Refused("a barrier is met at a place that is none of its own")
        for site in step.sites:
            effect = next((e for e in self._effects_at(site) if isinstance(e, Barrier)), None)
            if effect is None:
                raise Refused("a barrier is met where the text has none")
            self._is(step, effect.identity, step.identity, "is at another barrier than the text")
            count = all_of_block if effect.count is None else self._number(site, effect.count)
            # A count in the text is of whole warps; the last warp of a block may have fewer lanes (PTX ISA, 9.7.13.1).
            last = first + self.run.block - 1 in step.threads
            absent = -self.run.block % 32 if effect.count is not None and last else 0
            if count is not None and count != step.threads.size + absent:
                raise Refused("a barrier is met by more threads than it counts, or by fewer")

    def _effects_at(self, site: int) -> tuple[Effect, ...]:
        return self.effects[site] if 0 <= site < len(self.effects) else ()

    def _period(self, period: CertifiedPeriod) -> None:
        """A period lies between two visits of its loop, and leaves parities as they are."""
        steps = self.run.steps
        if not 0 <= period.first < period.last < len(steps):
            raise Refused("a period lies outside of its trace")
        first, last = steps[period.first], steps[period.last]
        loops = {first.loop, last.loop, period.loop}
        if first.kind != "Cut" or last.kind != "Cut" or len(loops) != 1 or period.steps < 1:
            raise Refused("a period does not lie between two visits of one loop")
        if last.visit - first.visit != period.steps:
            raise Refused("a period has another number of trips than its loop")
        for address, number in self._completed(period).items():
            if number % 2 and address in self.waiters:
                raise Refused("a period turns the parity of an mbarrier")

    def _completed(self, period: CertifiedPeriod) -> dict[int, int]:
        """How many phases end in a period, by the mbarrier's address; none where it is initialised there."""
        found: dict[int, int] = {}
        for step in self.run.steps[period.first : period.last]:
            if step.kind == "PhaseCompleted":
                address = self.columns.address_of[step.mbarrier]
                found[address] = found.get(address, 0) + 1
        for step in self.run.steps[period.first : period.last]:
            if step.kind == "Initialised":
                found.pop(step.address, None)
        return found
