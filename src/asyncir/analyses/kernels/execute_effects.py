# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an instruction's effects do to the machine, and the events that they leave.

Each effect of `ptx/effects.py` has one function here; no instruction is named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from asyncir.analyses.kernels.copies import counted_copy, ranks_of
from asyncir.analyses.kernels.executing import At, Pick, set_register, touched_of
from asyncir.analyses.kernels.fenced_arrivals import doubt_fences, released_by_fence
from asyncir.analyses.kernels.flags import STRONG, strong_access
from asyncir.analyses.kernels.footprints import address_value
from asyncir.analyses.kernels.shared_values import keep_values, load_registers
from asyncir.analyses.kernels.slicing import Slice, shown
from asyncir.analyses.kernels.spinning import spins
from asyncir.analyses.kernels.straight_code import value_of
from asyncir.analyses.kernels.trace import (
    SHARED_STRIDE,
    Accessed,
    Committed,
    Fenced,
    Issued,
    Threads,
    Waited,
    WarpMet,
)
from asyncir.analyses.kernels.values import UNIFORM, Opaque, Value, is_array, same, spread
from asyncir.ptx.effects import (
    ArriveWhenDone,
    Barrier,
    ClusterBarrier,
    CommitGroup,
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
    UnknownEffect,
    WaitGroup,
    WarpBarrier,
)
from asyncir.ptx.program import PtxInstruction, registers_of

if TYPE_CHECKING:
    from asyncir.analyses.kernels.execute import KernelMachine
    from asyncir.analyses.kernels.thread_groups import ThreadGroup

ALL_LANES = 0xFFFF_FFFF


@dataclass(frozen=True, slots=True)
class Handler:
    """`run` does it for the threads at places `pick` of a group (None: all); False where the group does not go on.

    `blocks`: it may make threads wait. `synchronises`: it is more than an access.
    """

    run: Callable[[KernelMachine, ThreadGroup, Pick], bool]
    blocks: bool
    synchronises: bool


def handlers_of(part: Slice, index: int) -> Handler:
    """What instruction `index` does, by its effects in order."""
    instruction = part.kernel.body[index]
    effects = [e for e in part.effects[index] if shown(e)]
    blocking = [e for e in effects if isinstance(e, MbarrierTest | Barrier | ClusterBarrier)]
    if blocking:
        effect = blocking[0]
        if isinstance(effect, MbarrierTest):
            alone = spins(part, index)
            return Handler(lambda m, g, p: _test(At(m, g, instruction, None), effect, alone), True, True)
        if isinstance(effect, Barrier):
            return Handler(lambda m, g, p: _barrier(At(m, g, instruction, None), effect), True, True)
        return Handler(lambda m, g, p: _cluster(At(m, g, instruction, None), effect), True, True)
    loads = index in part.loads

    def run(machine: KernelMachine, group: ThreadGroup, pick: Pick) -> bool:
        at = At(machine, group, instruction, pick)
        for effect in effects:
            _EFFECTS[type(effect)](at, effect)
        if loads:
            load_registers(at, effects)
        if index in part.stores or machine.values is not None:
            keep_values(at, effects)
        group.pc = index + 1
        return True

    only_accesses = all(isinstance(e, Synchronous | Issue) for e in effects)
    return Handler(run, False, not only_accesses)


# Accesses.


def _synchronous(at: At, effect: Synchronous) -> None:
    strong = effect.semantics in STRONG
    if at.machine.quiet and not strong:
        return
    touched, event = touched_of(at, effect), None
    if strong:
        touched, event = strong_access(at, effect, touched)
    if touched and not at.machine.quiet:
        at.machine.emit(Accessed(at.site, at.threads, touched, effect.collective))
    if event is not None:
        at.machine.emit(event)


def _issue(at: At, effect: Issue) -> None:
    if effect.mbarrier >= 0:
        counted_copy(at, effect)
        return
    if at.machine.quiet:
        return
    names = at.machine.code.busy_registers(at.site, effect)
    at.machine.operations += 1
    event = Issued(
        at.site, at.threads, at.machine.operations, effect.queue, touched_of(at, effect), registers=names
    )
    at.machine.emit(event)


def _commit(at: At, effect: CommitGroup) -> None:
    at.machine.emit(Committed(at.site, at.threads, effect.queue))


def _wait_group(at: At, effect: WaitGroup) -> None:
    count = at.number(effect.count.operand, effect.count.value)
    if not isinstance(count, int):
        at.unjudged("the count of the wait is not one number")
        return
    at.machine.emit(Waited(at.site, at.threads, effect.queue, count, effect.milestone, effect.everything))


def _fence(at: At, effect: Fence) -> None:
    at.machine.emit(Fenced(at.site, at.threads, effect.kind, effect.space))


def _warp_barrier(at: At, effect: WarpBarrier) -> None:
    """The lanes that the mask has meet; what the others do here is not defined (PTX ISA 9.0, 9.7.13.2)."""
    frame = at.group.frame
    warps, lanes = frame.lanes.warp, frame.lanes.lane
    if at.pick is not None:
        warps, lanes = warps[at.pick], lanes[at.pick]
    mask = at.number(effect.mask.operand, effect.mask.value)
    if isinstance(mask, Opaque):
        at.unjudged("the mask of the warp barrier is not known")
        mask = ALL_LANES
    masks = np.broadcast_to(np.asarray(mask, np.int64), warps.shape)
    named = (masks >> lanes & 1).astype(np.bool_)
    if not named.all():
        at.machine.misuse(at.site, at.threads[~named], "is a warp barrier whose mask does not have the lane")
    for warp, together in np.unique(np.stack([warps[named], masks[named]]), axis=1).T.tolist():
        met = named & (warps == warp) & (masks == together)
        at.machine.emit(WarpMet(at.site, at.threads[met]))
        at.machine.barriers.warps.come(at.site, at.threads[met], together)


def _tensor_memory(at: At, effect: TensorMemoryEffect) -> None:
    touched = touched_of(at, effect)
    if touched:
        at.machine.emit(Accessed(at.site, at.threads, touched))
    memory = at.machine.tensor_memory
    if effect.mode == "allocate":
        memory.allocate(at, effect)
    elif effect.mode == "free":
        memory.free(at, effect)
    else:
        memory.relinquish(at)


def _unknown(at: At, effect: UnknownEffect) -> None:
    at.machine.doubt()
    at.unjudged(f"{at.machine.spot(at.site)}: {effect.why}")


# mbarriers and barriers.


def _init(at: At, effect: MbarrierInit) -> None:
    count = at.number(effect.count.operand, effect.count.value)
    if not isinstance(count, int):
        at.unjudged("the count of the mbarrier is not one number")
        return
    for address, threads in at.addresses(effect.mbarrier):
        at.machine.barriers.initialise(at.site, threads, address, count)


def _invalidate(at: At, effect: MbarrierInvalidate) -> None:
    for address, threads in at.addresses(effect.mbarrier):
        at.machine.barriers.invalidate(at.site, threads, address)


def _expect(at: At, effect: MbarrierExpect | MbarrierComplete) -> None:
    size = at.number(effect.bytes.operand, effect.bytes.value)
    if not isinstance(size, int):
        at.unjudged("the bytes that are expected are not one number")
        return
    sign = 1 if isinstance(effect, MbarrierExpect) else -1
    for address, threads in at.addresses(effect.mbarrier):
        if (mbarrier := at.machine.barriers.find(at.site, threads, address)) is not None:
            at.machine.barriers.expect(at.site, threads, mbarrier, sign * size)


def _for_its_own_block(at: At, threads: Threads, address: int) -> bool:
    """Whether an arrival says `.cta` and is on an mbarrier of another block, to whose threads it so releases nothing.

    Where no scope is written the one that reaches the mbarrier is meant.
    """
    if "cta" not in at.instruction.modifiers:
        return False
    return bool((threads // at.machine.launch.threads != address // SHARED_STRIDE).any())


def _arrive(at: At, effect: MbarrierArrive) -> None:
    count = at.number(effect.count.operand, effect.count.value)
    if not isinstance(count, int):
        at.unjudged("the count of arrivals is not one number")
        return
    parity = np.zeros(at.count, np.uint64) if effect.state >= 0 else None
    for address, threads in at.addresses(effect.mbarrier):
        mbarrier = at.machine.barriers.find(at.site, threads, address)
        if mbarrier is not None:
            own = _for_its_own_block(at, threads, address)
            scope = "cta" if at.machine.launch.blocks == 1 else "cluster"
            release = not own and (effect.release or released_by_fence(at, scope))
            part = "noComplete" in at.instruction.modifiers
            phases = at.machine.barriers.arrive(
                at.site, threads, mbarrier, count, release, drop=effect.drop, part=part
            )
            if parity is not None:
                parity[np.searchsorted(at.threads, threads)] = np.array(phases, np.uint64) & np.uint64(1)
    if parity is not None:
        value: Value = int(parity[0]) if len(parity) and (parity == parity[0]).all() else parity
        for name in registers_of(at.instruction.operands[effect.state]):
            set_register(at, name, value)


def _arrive_when_done(at: At, effect: ArriveWhenDone) -> None:
    for address, threads in at.addresses(effect.mbarrier):
        for told in ranks_of(at, effect.multicast, address):
            mbarrier = at.machine.barriers.find(at.site, threads, told)
            if mbarrier is not None:
                at.machine.barriers.arrive(
                    at.site, threads, mbarrier, 1, True, True, effect.queue, adds=effect.increments
                )


def _test(at: At, effect: MbarrierTest, alone: bool) -> bool:
    """Threads that find the phase over go on; the others wait, or, where the test is not alone in a loop, fail once."""
    machine, group = at.machine, at.group
    count = len(group.frame.threads)
    machine.barriers.warps.wait(at.site, group.frame.threads)
    addresses = address_value(at, effect.mbarrier)
    phase = value_of(group.frame, _operand(at.instruction, effect.phase), 32)
    if isinstance(addresses, Opaque) or isinstance(phase, Opaque):
        at.unjudged("which phase of which mbarrier it waits for is not known")
        return _tested(at, effect, True)
    parities = spread(phase, 64, count).astype(np.int64) & 1 if is_array(phase) else int(phase) & 1
    key = addresses * 2 + parities
    if not (key == key[0]).all():
        ways = [(np.flatnonzero(key == k), at.site) for k in np.unique(key)]
        machine.part_group(group, ways, at.site + 1)
        return False
    address, parity = divmod(int(key[0]), 2)
    mbarrier = machine.barriers.find(at.site, group.frame.threads, address)
    if mbarrier is None:
        return _tested(at, effect, True)
    if not effect.acquire:
        doubt_fences(at, "cta")
    failed = (address, parity)
    if not alone and failed in group.failed_tests:
        machine.note(
            f"{machine.spot(at.site)}: how often a test of a phase fails is not known, and it is given up"
        )
    if (mbarrier.phase & 1) != parity and (alone or failed in group.failed_tests):
        if mbarrier.foreign and effect.acquire and "cta" in at.instruction.modifiers:
            machine.note(
                f"{machine.spot(at.site)}: it says `.cta`, and another block of the cluster arrives there"
            )
        machine.barriers.saw(at.site, group.frame.threads, mbarrier, effect.by_parity, effect.acquire)
        group.failed_tests.discard(failed)
        return _tested(at, effect, True)
    if not alone and failed not in group.failed_tests:
        group.failed_tests.add(failed)
        return _tested(at, effect, False)
    group.waits = ("mbarrier", address)
    return False


def _tested(at: At, effect: MbarrierTest, over: bool) -> bool:
    if effect.result >= 0:
        for name in registers_of(at.instruction.operands[effect.result]):
            set_register(at, name, over)
    at.group.pc = at.site + 1
    return True


def _operand(instruction: PtxInstruction, place: int) -> Any:
    return instruction.operands[place]


def _barrier(at: At, effect: Barrier) -> bool:
    machine, group = at.machine, at.group
    count = len(group.frame.threads)
    identity = at.number(effect.identity.operand, effect.identity.value)
    needs = None if effect.count is None else at.number(effect.count.operand, effect.count.value)
    if isinstance(identity, Opaque) or isinstance(needs, Opaque):
        at.unjudged("which barrier it is, or for how many threads, is not known")
        group.pc = at.site + 1
        return True
    if machine.launch.blocks > 1 or not isinstance(identity, int):
        rank = (group.frame.threads // machine.block).astype(np.int64)
        key = rank * (1 << 6) + spread(identity, 32, count).astype(np.int64)
        if not (key == key[0]).all():
            ways = [(np.flatnonzero(key == k), at.site) for k in np.unique(key)]
            machine.part_group(group, ways, at.site + 1)
            return False
    if is_array(needs) and not (needs == needs[0]).all():
        ways = [(np.flatnonzero(needs == k), at.site) for k in np.unique(needs)]
        machine.part_group(group, ways, at.site + 1)
        return False
    number = int(identity[0]) if is_array(identity) else int(identity)
    total = None if needs is None else int(needs[0]) if is_array(needs) else int(needs)
    room = machine.barriers.room(group.first, number, total)
    fits = min(room, count - 1)
    if total is not None and fits > 0 and room < machine.barriers.counted(group.frame.threads):
        everyone = np.arange(count)
        machine.part_group(group, [(everyone[:fits], at.site), (everyone[fits:], at.site)], at.site + 1)
        return False
    if effect.mode == "reduce":
        for name in machine.part.targets[at.site]:
            set_register(at, name, UNIFORM)
    waits = effect.mode != "arrive"
    goes_on = machine.barriers.meet(group, at.site, number, total, waits, effect.aligned)
    if not waits:
        group.pc = at.site + 1
    return goes_on


def _cluster(at: At, effect: ClusterBarrier) -> bool:
    barriers, group = at.machine.barriers, at.group
    if effect.mode == "arrive":
        release = effect.release or released_by_fence(at, "cluster")
        barriers.cluster_arrive(at.site, group.frame.threads, release)
    elif not barriers.cluster_wait(at.site, group.frame.threads):
        group.waits = ("cluster", 0)
        return False
    group.pc = at.site + 1
    return True


_EFFECTS: dict[type, Callable[[At, Any], None]] = {
    Synchronous: _synchronous,
    Issue: _issue,
    CommitGroup: _commit,
    WaitGroup: _wait_group,
    ArriveWhenDone: _arrive_when_done,
    MbarrierInit: _init,
    MbarrierInvalidate: _invalidate,
    MbarrierExpect: _expect,
    MbarrierComplete: _expect,
    MbarrierArrive: _arrive,
    Fence: _fence,
    WarpBarrier: _warp_barrier,
    TensorMemoryEffect: _tensor_memory,
    UnknownEffect: _unknown,
}

_ = same
