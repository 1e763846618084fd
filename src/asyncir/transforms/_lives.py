"""Flags and semaphores that a machine wants initialised: `insert-sync` begins and ends their use.

Each instance is initialised where the function begins, so that every path to a use comes by. It is freed at the return, where
a barrier of all has told the process that all waits are over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asyncir.analyses.machines.allocation import InstancePlan
from asyncir.analyses.machines.edges import OrderEdge, is_lasting
from asyncir.analyses.machines.knowledge import CannotFollow
from asyncir.analyses.machines.program import MachineProgram
from asyncir.dialects.sync import BarrierOp, FreeOp, InitOp
from asyncir.ir.walk import first_of
from asyncir.targets.effect_groups import WaitMeans
from asyncir.targets.machine import ALL
from asyncir.transforms._building import Builder

Life = tuple[str, int, str | None, str | None]
"""A resource, an instance, and the two engines where these have instances of their own."""


def lives_of(program: MachineProgram, plan: InstancePlan, edges: Sequence[OrderEdge]) -> list[Life]:
    """The instances that have to be initialised. Raises `CannotFollow` where they could not be freed."""
    found = dict.fromkeys(_lives(program, plan, edges))
    if found and _are_freed(program, found) and ALL not in program.machine.barriers:
        raise CannotFollow(
            program.function,
            "its flags have to be freed, and no barrier of all tells when they are not in use",
        )
    return list(found)


def _lives(program: MachineProgram, plan: InstancePlan, edges: Sequence[OrderEdge]) -> Iterator[Life]:
    for edge in edges:
        resource = edge.resource
        if (
            edge.means is not WaitMeans.SIGNAL
            or is_lasting(edge)
            or resource is None
            or not resource.initialised
        ):
            continue
        x, y = program.engines[edge.x], program.engines[edge.y]
        one, other = (None, None) if resource.pairs is None else (x, y)
        for instance in range(plan.first[edge], plan.first[edge] + plan.count[edge]):
            yield resource.name, instance, one, other


def _are_freed(program: MachineProgram, lives: dict[Life, None]) -> bool:
    """Who may be called again frees what it has initialised."""
    resources = (program.machine.resource(name) for name, *_ in lives)
    return program.calls.is_called(program.function) or any(r is not None and r.freed for r in resources)


def write_lives(program: MachineProgram, lives: Sequence[Life]) -> None:
    """Initialise the instances, and free them where that is asked for."""
    block = program.function.regions[0].blocks[0]
    end = block.last_op
    if not lives or end is None:
        return
    begin = Builder(first_of(block))
    for name, instance, x, y in lives:
        begin.add(InitOp(name, instance, source=x, target=y))
    if not _are_freed(program, dict.fromkeys(lives)):
        return
    ending = Builder(end)
    before = end.prev_op
    if not isinstance(before, BarrierOp) or before.engine is not None:
        ending.add(BarrierOp(None))
    for name, instance, x, y in lives:
        ending.add(FreeOp(name, instance, source=x, target=y))
