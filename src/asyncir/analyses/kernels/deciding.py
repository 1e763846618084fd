# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conditions on loaded data: which way they go in this run, and that they are known from there on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asyncir.analyses.kernels.conditions import implied
from asyncir.analyses.kernels.trace import StopRun
from asyncir.analyses.kernels.values import ANYWHERE, Opaque

if TYPE_CHECKING:
    from asyncir.analyses.kernels.execute import KernelMachine
    from asyncir.analyses.kernels.thread_groups import ThreadGroup


def known_condition(condition: Opaque, facts: dict[Opaque, bool]) -> bool | Opaque:
    """A condition, or which way it goes where what was decided leaves one way only."""
    found = facts.get(condition)
    if found is None and facts:
        found = implied(condition, facts)
    return condition if found is None else found


def decide(machine: KernelMachine, group: ThreadGroup, condition: Opaque) -> bool:
    """Which way a condition on loaded data goes, at the instruction where the group is."""
    pc = group.pc
    if machine.missing_stores:
        raise StopRun(f"{machine.spot(pc)}: a condition depends on stores that are not part of the slice yet")
    times = machine.decided[pc] = machine.decided.get(pc, 0) + 1
    if times == 2:
        machine.note(
            f"{machine.spot(pc)}: a condition on loaded data comes more than once; it came out the same each time"
        )
    if not condition.uniform:
        machine.note(
            f"{machine.spot(pc)}: a condition on loaded data may differ between threads; it came out the same for all"
        )
    way = machine.launch.decisions.get(pc, False)
    if not condition.roots.isdisjoint(machine.decided_roots):
        machine.doubt()  # another condition on the same data was decided: both together may be impossible
    remember(machine, group, condition, way)
    return way


def remember(machine: KernelMachine, group: ThreadGroup, condition: Opaque, way: bool) -> None:
    """From here on the condition is known: by itself, and in the register until that is set again."""
    machine.decided_roots |= condition.roots
    if ANYWHERE not in condition.roots:
        machine.facts[condition], machine.facts[condition.opposite()] = way, not way
    guard = machine.code.body[group.pc].guard
    assert guard is not None
    group.frame[guard.register] = way != guard.negated
    group.frame.written.add(guard.register)
    group.frame.tags.pop(guard.register, None)
