# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The places of a kernel that synchronise: waits, barriers, fences, arrivals, waits for phases.

Places that are one barrier (a named barrier at which several parts of the kernel meet, the two halves of the cluster's
barrier) are judged as one, so each site has the instructions that belong to it. What a site does besides ordering shared
memory is found here too: why it could not be called redundant even if no access of shared memory needs it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from asyncir.analyses.kernels.control_flow import ControlFlow
from asyncir.analyses.kernels.trace import BarrierMet, ClusterMet, KernelTrace
from asyncir.ptx.effects import (
    ArriveWhenDone,
    Barrier,
    ClusterBarrier,
    Effect,
    Fence,
    MbarrierArrive,
    MbarrierTest,
    Synchronous,
    TensorMemoryEffect,
    WaitGroup,
    WarpBarrier,
)
from asyncir.ptx.program import Immediate, Kernel

SiteKind = Literal["wait", "barrier", "fence", "arrive", "phase wait"]

KEEP = "keep"
RELEASES = frozenset({"release", "acquire", "acq_rel", "sc", "volatile", "relaxed"})


@dataclass(frozen=True, slots=True)
class KernelSite:
    """One instruction that synchronises.

    `together` are the instructions that are judged with it, itself included. `detail` is the queue of a wait, the kind
    of a fence, the level of a barrier. `count` is a wait's number. `kept`: its author wants it (`// asyncir: keep`).
    `besides` says what else it does, which is not judged ("" if nothing).
    """

    instruction: int
    kind: SiteKind
    detail: str
    count: int | None
    in_loop: bool
    together: tuple[int, ...]
    kept: bool = False
    besides: str = ""


def sites_of_kernel(
    kernel: Kernel, effects: Sequence[tuple[Effect, ...]], traces: Iterable[KernelTrace]
) -> tuple[KernelSite, ...]:
    """All sites of a kernel, in the order of the text; `traces` tell which barriers belong together."""
    flow = ControlFlow(kernel)
    looped = {
        k for loop in flow.loops for b in loop.blocks for k in range(flow.blocks[b].start, flow.blocks[b].end)
    }
    remote = any("shared::cluster" in i.modifiers and i.name != "cp" for i in kernel.body) or any(
        i.name == "mapa" for i in kernel.body
    )
    joined = _with_copies(kernel, joined_sites(traces))
    around = _GlobalOrder(flow, effects)
    found: list[KernelSite] = []
    for instruction in kernel.body:
        shape = next((s for e in effects[instruction.index] if (s := _shape(e)) is not None), None)
        if shape is None:
            continue
        kind, detail, number = shape
        index = instruction.index
        count = number
        if kind == "wait" and number is not None and number < 0:
            operand = instruction.operands[-1 - number]
            count = operand.value if isinstance(operand, Immediate) else None
        found.append(
            KernelSite(
                index,
                kind,
                detail,
                count,
                index in looped,
                joined.get(index, (index,)),
                KEEP in instruction.marks,
                _besides(kind, detail, remote)
                or (around.reason(index) if kind in ("barrier", "phase wait") else ""),
            )
        )
    return tuple(found)


def joined_sites(traces: Iterable[KernelTrace]) -> dict[int, tuple[int, ...]]:
    """For each instruction of a barrier all that were at one barrier with it, in whatever round."""
    groups: dict[int, set[int]] = {}
    for trace in traces:
        for event in trace.events:
            if isinstance(event, BarrierMet):
                sites = set(event.sites)
            elif isinstance(event, ClusterMet):
                sites = {*event.arrived, event.instruction}
            else:
                continue
            merged = sites.union(*(groups.get(site, set[int]()) for site in sites))
            for site in merged:
                groups[site] = merged
    return {site: tuple(sorted(group)) for site, group in groups.items()}


def _with_copies(kernel: Kernel, joined: dict[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """The same, where an instruction of a function that is called several times is one place of the text."""
    places: dict[int, list[int]] = {}
    for instruction in kernel.body:
        if instruction.end:
            places.setdefault(instruction.start, []).append(instruction.index)
    copies = [set(some) for some in places.values() if len(some) > 1]
    if not copies:
        return joined
    groups = {index: set(some) for index, some in joined.items()}
    for some in copies:
        merged = some.union(*(groups.get(index, {index}) for index in some))
        for index in merged:
            groups[index] = merged
    return {index: tuple(sorted(some)) for index, some in groups.items()}


def _shape(effect: Effect) -> tuple[SiteKind, str, int | None] | None:
    """Kind, detail and count; a count below 0 is that of operand -1 - count."""
    match effect:
        case WaitGroup(queue, count, milestone, everything):
            detail = queue if milestone == "written" else f"{queue}.read"
            if everything:
                # wait_all takes no count, and waits for operations that are in no group yet.
                return "wait", detail, None
            return "wait", detail, count.value if count.value is not None else -1 - count.operand
        case Barrier(mode=mode):
            return "barrier", "block reduction" if mode == "reduce" else "block", None
        case WarpBarrier():
            return "barrier", "warp", None
        case ClusterBarrier():
            return "barrier", "cluster", None
        case Fence(kind, _, space):
            return "fence", f"{kind} of global memory" if space == "global" else kind, None
        case MbarrierArrive():
            return "arrive", "mbarrier", None
        case ArriveWhenDone(queue):
            return "arrive", queue, None
        case MbarrierTest():
            return "phase wait", "mbarrier", None
        case _:
            return None


def _besides(kind: SiteKind, detail: str, remote: bool) -> str:
    """What a site of this kind does that no replay looks at. `remote`: blocks use memory of each other."""
    if remote and kind in ("phase wait", "arrive"):
        return "it may also keep the block alive for the others of the cluster"
    if kind == "barrier" and detail == "warp":
        return "it also makes the lanes of a warp converge"
    if kind == "barrier" and detail == "block reduction":
        return "it also reduces a value over the threads"
    if kind == "barrier" and detail == "cluster":
        return "it also keeps the blocks of the cluster alive for each other"
    if kind == "wait" and detail == "bulk":
        return "it also waits for writes of global memory"
    if kind == "wait" and detail == "tcgen05.ld":
        return "it also makes the registers of loads ready"
    if kind == "fence" and detail not in ("proxy.async", "wgmma", "mbarrier_init"):
        if detail.startswith("tcgen05"):
            return "it orders work of the tensor cores between threads, which is not modelled"
        return "it orders global memory or tensor maps, which are not modelled"
    return ""


class _GlobalOrder:
    """Whether a barrier stands between instructions by which threads may hand over global memory."""

    def __init__(self, flow: ControlFlow, effects: Sequence[tuple[Effect, ...]]) -> None:
        self.flow = flow
        self.block_of: dict[int, int] = {}
        for block in flow.blocks:
            for k in range(block.start, block.end):
                self.block_of[k] = block.number
        self.stops = [any(isinstance(e, Barrier) and e.mode != "arrive" for e in es) for es in effects]
        self.hands = [self.hand(es) for es in effects]
        self.writes = [self.touches(es, ("write", "update")) for es in effects]
        self.reads = [self.touches(es, ("read", "update")) for es in effects]

    def hand(self, effects: Iterable[Effect]) -> bool:
        """A release, an acquire, an atomic operation on global memory, a fence of it, a change of a tensor map."""
        for effect in effects:
            if isinstance(effect, Fence) and effect.kind in ("memory", "proxy.tensormap", "proxy.alias"):
                return True
            if isinstance(effect, TensorMemoryEffect) and effect.mode == "free":
                return True
            if not isinstance(effect, Synchronous):
                continue
            if (
                any(a.space in ("global", "generic") for a in effect.accesses)
                and effect.semantics in RELEASES
            ):
                return True
            if any(a.space == "global" and a.mode == "update" for a in effect.accesses):
                return True
        return False

    @staticmethod
    def touches(effects: Iterable[Effect], modes: tuple[str, ...]) -> bool:
        """An access of global memory in one of these modes."""
        return any(
            access.space == "global" and access.mode in modes
            for effect in effects
            for access in getattr(effect, "accesses", ())
        )

    def reason(self, site: int) -> str:
        """Why it may order more than shared memory; "" if it does not."""
        before, after = self.near(site, -1), self.near(site, 1)
        if any(self.hands[k] for k in before | after):
            return "it stands next to atomic operations, releases or fences of global memory"
        if any(self.writes[k] for k in before) and any(self.reads[k] for k in after):
            return "it stands between a write and a read of global memory"
        return ""

    def near(self, site: int, direction: int) -> set[int]:
        """Instructions that a path without another barrier of the block reaches from here, or comes from."""
        seen: set[int] = set()
        work = self.steps(site, direction)
        while work:
            k = work.pop()
            if k in seen:
                continue
            seen.add(k)
            if not self.stops[k]:
                work += self.steps(k, direction)
        return seen

    def steps(self, k: int, direction: int) -> list[int]:
        """The instructions one step away."""
        block = self.flow.blocks[self.block_of[k]]
        if direction > 0:
            if k + 1 < block.end:
                return [k + 1]
            return [self.flow.blocks[b].start for b in block.successors if b < len(self.flow.blocks)]
        if k > block.start:
            return [k - 1]
        return [self.flow.blocks[b].end - 1 for b in self.flow.predecessors[block.number]]
