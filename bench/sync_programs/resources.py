"""Instances of flags and semaphores in random programs: first fit beside CP-SAT's optimum.

    python -m bench.sync_programs.resources --machine ascend-a2 --programs 200 --seed 1

Of each program, `insert-sync` finds the orders, and both choose instances for their signals. A gap is printed where CP-SAT
did not finish. What comes of the optimum is played in some orders; none may go wrong.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from asyncir.analyses.machines.allocation import InstancePlan, allocated, coloured
from asyncir.analyses.machines.edges import OrderEdge, pair_of
from asyncir.analyses.machines.fewest import FewestInstances
from asyncir.analyses.machines.knowledge import CannotFollow
from asyncir.analyses.machines.redundant import edges_of
from asyncir.analyses.machines.room import TooFew
from asyncir.analyses.machines.uses import Uses, is_counted
from asyncir.ir import Context
from asyncir.source.text import parse_module
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.transforms.insert_sync import InsertSync
from bench.sync_programs.changing import calls_of, program_of, wrong_run
from bench.sync_programs.draw import program

_ORDERS = ("earliest", "latest", "seed:1")


@dataclass
class BesideFirstFit(FewestInstances):
    """Chooses as CP-SAT does, and keeps what first fit would have used."""

    first: int | None = None
    """None: first fit has found no plan."""
    rescued: int = 0
    """How often it has found none and CP-SAT has."""

    def __call__(
        self, edges: list[OrderEdge], uses: Uses, queued: Mapping[OrderEdge, int]
    ) -> InstancePlan | list[OrderEdge]:
        """See `FewestInstances`."""
        chosen, plan = super().__call__(edges, uses, queued), coloured(edges, uses, queued)
        self.rescued += isinstance(chosen, InstancePlan) and not isinstance(plan, InstancePlan)
        self.first = _used(plan) if isinstance(plan, InstancePlan) else None
        return chosen


def _used(plan: InstancePlan) -> int:
    """How many instances are in use of what does harm if it is signalled too early."""
    found = {
        (pair_of(edge), number)
        for edge, first in plan.first.items()
        if is_counted(edge)
        for number in range(first, first + plan.count[edge])
    }
    return len(found)


@dataclass
class ResourceTable:
    """All that came."""

    came: Counter[str] = field(default_factory=Counter[str])
    instances: Counter[str] = field(default_factory=Counter[str])
    faults: int = 0


def look(seed: int, machine: MachineModel, table: ResourceTable, size: int, limit: float, play: bool) -> None:
    """One program."""
    engines = [engine.name for engine in machine.engines if engine.name != machine.issuer]
    text = program(seed, engines, size=size, nesting=2, own=False)
    module = parse_module(text, "drawn")
    beside = BesideFirstFit(limit)
    try:
        orders = program_of(module, machine)
        allocated(orders, edges_of(orders), beside)
    except (CannotFollow, TooFew) as error:
        table.came[f"refused: {type(error).__name__}"] += 1
        return
    gap = beside.used - beside.least
    if gap:
        print(f"seed {seed}: {beside.used} in use, at least {beside.least}: a gap of {gap}", flush=True)
        table.came["not finished"] += 1
    else:
        table.came["optimum known"] += 1
        equal = beside.first == beside.used
        table.came["first fit is the optimum" if equal else "first fit is worse"] += 1
        if not equal:
            print(f"seed {seed}: first fit uses {beside.first}, {beside.used} do", flush=True)
    table.came["CP-SAT has a plan where first fit has none"] += beside.rescued > 0
    table.instances["first fit"] += beside.first or 0
    table.instances["CP-SAT"] += beside.used
    table.instances["lower bound"] += beside.least
    if play:
        InsertSync(machine=machine.name, resources="optimal").apply(Context(), module)
    if play and (bad := wrong_run(module, machine, calls_of(text)[:4], _ORDERS)) is not None:
        table.faults += 1
        print(f"WRONG: seed {seed}, {bad[0]} {bad[1]}\n{module}", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--machine", default="ascend-a2")
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=12, help="how much a program does")
    parser.add_argument("--limit", type=float, default=2, help="seconds for CP-SAT, as it counts them")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so many")
    parser.add_argument("--play", action="store_true", help="play what comes of it")
    options = parser.parse_args(arguments)
    machine, table, end = load_machine(options.machine), ResourceTable(), time.time() + options.seconds
    for seed in range(options.seed, options.seed + options.programs):
        look(seed, machine, table, options.size, options.limit, options.play)
        if time.time() > end:
            break
    for words, count in table.came.most_common():
        print(f"{count:7} {words}")
    print(", ".join(f"{words}: {count} instances" for words, count in table.instances.items()))
    print(f"{table.faults} wrong")
    return 1 if table.faults else 0


if __name__ == "__main__":
    sys.exit(main())
