"""All paths of an entry, one after the other: executed again for each way that it can go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from asyncir.analyses.in_flight.lookup import is_number
from asyncir.analyses.in_flight.state import GiveUp, ThreadEnds, TooMuch
from asyncir.analyses.in_flight.widths import width_of
from asyncir.analyses.in_flight.world import World
from asyncir.analyses.tasks.activations import PathEnds, RunningTask
from asyncir.analyses.tasks.coarse import CoarseMachine
from asyncir.analyses.tasks.completions import Awaitable, AwaitableGroup
from asyncir.analyses.tasks.conditional_loops import ConditionalLoopMachine
from asyncir.analyses.tasks.machine import TOO_DEEP, PathDecisions, PathLimits, PathMachine
from asyncir.analyses.tasks.program import TaskProgram
from asyncir.ir import Operation

MOST_PATHS = 600
MOST_STEPS = 150_000
"""On all paths together."""
_FEW_PATHS = 12
"""Where something may race, but by guesses alone, no more are looked at: other limits may say more."""
_MOST_INCOMPLETE = 40
"""Where nothing can be proved any more, no more are looked at."""
_TOO_MANY_PATHS = "there are too many ways that it can go"


@dataclass(slots=True)
class Explored:
    """What was seen on all paths that were followed."""

    paths: list[PathMachine] = field(default_factory=list[PathMachine])
    reason: str = ""
    """Why not all of them were followed to their ends; empty if they were."""
    at: Operation | None = None
    deadlocks: list[tuple[PathMachine, RunningTask, Awaitable | AwaitableGroup]] = field(
        default_factory=list[tuple[PathMachine, RunningTask, "Awaitable | AwaitableGroup"]]
    )

    crowded: bool = False
    """Whether there was too much to look at."""

    @property
    def complete(self) -> bool:
        """Whether these are all executions."""
        return not self.reason


def world_of(program: TaskProgram) -> World:
    """What does not change on a path."""
    block = program.entry.regions[0].blocks.first
    assert block is not None
    arguments = {f"a{a.index}": width_of(a.type) for a in block.args if is_number(a.type)}
    return World(matters=program.numbers, arguments=arguments)


MachineOf = Callable[[TaskProgram, World, PathDecisions, PathLimits], PathMachine]


def explore(program: TaskProgram, limits: PathLimits, machine_of: MachineOf | None = None) -> Explored:
    """Follow all paths, as far as the limits allow."""
    kind = machine_of or (CoarseMachine if limits.coarse else ConditionalLoopMachine)
    found = Explored()
    taken: list[bool] | None = []
    steps = MOST_STEPS
    while taken is not None:
        decisions = PathDecisions(taken)
        machine = kind(program, world_of(program), decisions, limits)
        machine.steps = before = min(limits.steps, steps)
        try:
            _follow(machine, found)
        except RecursionError:
            found.reason, found.at = found.reason or TOO_DEEP, found.at or program.entry
            found.crowded = True
            return found
        except GiveUp as stop:
            found.reason, found.at = stop.reason, stop.op
            found.paths.append(machine)
            if not isinstance(stop, TooMuch):
                return found
            found.crowded = True
        steps -= before - machine.steps
        if machine.incomplete is not None:
            found.reason, found.at = machine.incomplete
        taken = decisions.other()
        if machine.incomplete is not None and len(found.paths) > _MOST_INCOMPLETE:
            return found
        if machine.guessed and machine.shadow.meetings and len(found.paths) > _FEW_PATHS:
            found.reason, found.at = found.reason or _TOO_MANY_PATHS, found.at or program.entry
            return found
        if taken is not None and (len(found.paths) >= MOST_PATHS or steps <= 0):
            found.crowded = True
            found.reason, found.at = found.reason or _TOO_MANY_PATHS, found.at or program.entry
            return found
    return found


def _follow(machine: PathMachine, found: Explored) -> None:
    try:
        machine.start()
    except PathEnds:
        if machine.incomplete is not None:
            found.paths.append(machine)
        return
    except ThreadEnds:  # Of the entry, where it is looked at what its arguments are.
        pass
    found.paths.append(machine)
    if machine.incomplete is None:
        found.deadlocks += [(machine, act, target) for act, target in machine.blocked().items()]
