# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The whole state of a machine at one moment: copies of it that run on, and whether two moments are alike.

Two moments are alike if everything that decides the future is equal, but for registers that differ by one number for
all threads of a group; which these are, and by what, is the answer. The numbers that mbarriers and phases have in the
trace do not decide anything; the parities of phases do.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.frames import RegisterFrame
from asyncir.analyses.kernels.machine_barriers import Barriers, Round
from asyncir.analyses.kernels.shifts import normal
from asyncir.analyses.kernels.thread_groups import Parting, ThreadGroup
from asyncir.analyses.kernels.values import MASKS, SIGNED, Opaque, ThreadShifts, Value, is_array, shift_from

if TYPE_CHECKING:
    from asyncir.analyses.kernels.execute import KernelMachine

Shifts = list[dict[str, int | ThreadShifts]]
"""For each group, in the order of their lowest threads, registers that differ, and by what."""


def fork(machine: KernelMachine) -> KernelMachine:
    """A machine in the same state, with no events yet, that runs on by itself."""
    frames: dict[int, RegisterFrame] = {}
    partings: dict[int, Parting] = {}
    groups: dict[int, ThreadGroup] = {}

    def frame_of(frame: RegisterFrame) -> RegisterFrame:
        if id(frame) not in frames:
            made = copy.copy(frame)
            made.written = set(frame.written)
            made.tags = dict(frame.tags)
            frames[id(frame)] = made
            if frame.above is not None:
                made.above = frame_of(frame.above)
        return frames[id(frame)]

    def parting_of(parting: Parting | None) -> Parting | None:
        if parting is None:
            return None
        if id(parting) not in partings:
            made = Parting(frame_of(parting.frame), parting.meet, None, parting.outer_stop)
            partings[id(parting)] = made
            made.outer = parting_of(parting.outer)
            made.members = [group_of(m) for m in parting.members]
        return partings[id(parting)]

    def group_of(group: ThreadGroup) -> ThreadGroup:
        if id(group) not in groups:
            made = copy.copy(group)
            groups[id(group)] = made
            made.frame = frame_of(group.frame)
            made.failed_tests = set(group.failed_tests)
            made.parting = parting_of(group.parting)
        return groups[id(group)]

    made = copy.copy(machine)
    made.groups = [group_of(g) for g in machine.groups]
    made.events = []
    made.watch = None
    made.open = dict(machine.open)
    made.unknown, made.decided = dict(machine.unknown), dict(machine.decided)
    made.leaders, made.visits = dict(machine.leaders), dict(machine.visits)
    made.facts, made.decided_roots = dict(machine.facts), set(machine.decided_roots)
    made.ended_in, made.takers = dict(machine.ended_in), dict(machine.takers)
    made.misuses = dict(machine.misuses)
    made.missing_stores = set(machine.missing_stores)
    made.values = machine.values.fork() if machine.values is not None else None
    made.quiet, made.flags = True, machine.flags.fork()
    made.standstill = replace(machine.standstill)
    made.barriers = _barriers(machine.barriers, made)
    made.tensor_memory = machine.tensor_memory.fork(made)
    return made


def _barriers(now: Barriers, machine: KernelMachine) -> Barriers:
    barriers = copy.copy(now)
    barriers.machine = machine
    barriers.mbarriers = {a: copy.copy(m) for a, m in barriers.mbarriers.items()}
    barriers.rounds = {k: _round(r) for k, r in barriers.rounds.items()}
    barriers.cluster = copy.deepcopy(barriers.cluster)
    barriers.cluster_arrivals = barriers.cluster_arrivals.copy()
    barriers.cluster_waits = barriers.cluster_waits.copy()
    barriers.ended = barriers.ended.copy()
    barriers.last_expected = dict(barriers.last_expected)
    barriers.absent_in = dict(barriers.absent_in)
    return barriers


def _round(current: Round) -> Round:
    made = copy.copy(current)
    made.threads, made.waiting, made.sites = list(current.threads), list(current.waiting), set(current.sites)
    made.places = list(current.places)
    return made


@dataclass(frozen=True, slots=True)
class Moment:
    """A machine's state, to be compared: the groups with the values of their live registers, and the barriers. `bound` are
    unknown values (by `id`) that have to do with conditions that the run has decided.
    """

    groups: tuple[tuple[Any, ...], ...]
    registers: tuple[dict[str, Value], ...]
    barriers: tuple[Any, ...]
    memory: tuple[NDArray[np.uint8], NDArray[np.bool_]] | None
    bound: frozenset[int] = frozenset()


def moment(machine: KernelMachine) -> Moment:
    """The state now."""
    ordered = sorted(machine.groups, key=lambda g: g.first)
    groups = tuple(_outside(g) for g in ordered)
    registers = tuple({n: g.frame[n] for n in machine.part.live_at(g.pc)} for g in ordered)
    queue = tuple(g.first for g in machine.groups)
    others = (tuple(sorted(machine.ended_in.items())), machine.tensor_memory.state(), queue)
    values = machine.values
    kept = values.fork() if values is not None else None
    memory = (kept.bytes, kept.known) if kept is not None else None
    roots = machine.decided_roots
    unknown = [v for some in registers for v in some.values() if isinstance(v, Opaque)] if roots else []
    bound = frozenset(id(v) for v in unknown if not v.roots.isdisjoint(roots))
    return Moment(groups, registers, (machine.barriers.state(), others), memory, bound)


def _outside(group: ThreadGroup) -> tuple[Any, ...]:
    meets: list[int] = []
    parting = group.parting
    while parting is not None:
        meets.append(parting.meet)
        parting = parting.outer
    tests = tuple(sorted(group.failed_tests))
    return (
        group.frame.threads.tobytes(),
        group.pc,
        group.stop,
        group.waits,
        group.arrived,
        group.began,
        tests,
        tuple(meets),
    )


def alike(machine: KernelMachine, early: Moment, late: Moment) -> Shifts | str:
    """What registers have more in the later moment; or why the two are not alike."""
    if early.groups != late.groups:
        return "threads are at different places"
    if early.barriers != late.barriers:
        return "barriers are in different states"
    if early.memory is not None and late.memory is not None and early.memory[0] is not late.memory[0]:
        known = early.memory[1]
        if not np.array_equal(known, late.memory[1]):
            return "values of shared memory differ"
        if not np.array_equal(early.memory[0][known], late.memory[0][known]):
            return "values of shared memory differ"
    found: Shifts = []
    for before, after in zip(early.registers, late.registers, strict=True):
        shifts: dict[str, int | ThreadShifts] = {}
        for name, value in before.items():
            if value is not after[name] and (id(value) in early.bound or id(after[name]) in late.bound):
                return f"register '{name}': what is known of it differs"
            shift = _difference(value, after[name], machine.code.width(name))
            if isinstance(shift, str):
                return f"register '{name}': {shift}"
            if shift:
                shifts[name] = shift
        found.append(shifts)
    return found


def _difference(before: Value, after: Value, width: int) -> int | str | ThreadShifts:
    if before is after:
        return 0
    if isinstance(before, Opaque) or isinstance(after, Opaque):
        same = isinstance(before, Opaque) and isinstance(after, Opaque) and before.uniform == after.uniform
        return 0 if same else "it is known at one of the moments only"
    if is_array(before) or is_array(after):
        if width == 1:
            return 0 if np.array_equal(before, after) else "the predicate differs"
        dtype = before.dtype if is_array(before) else after.dtype
        gap = np.asarray(after, dtype) - np.asarray(before, dtype)
        gap = np.atleast_1d(gap)
        return shift_from(gap.view(SIGNED[width]).astype(np.int64))
    if width == 1 or isinstance(before, bool):
        return 0 if before == after else "the predicate differs"
    shift = normal((after - before) & MASKS[width], width)
    return shift if isinstance(shift, int) else 0
