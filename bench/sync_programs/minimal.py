"""Are the orders that `insert-sync` makes the fewest? Small programs against brute force.

    python -m bench.sync_programs.minimal --machine ascend-a2 --programs 1000 --seed 1

Of each program every proper subset of the orders that were inserted is played: none may be right. For straight programs of
up to four works whose orders are three at most, all placements of fewer signals, waits and barriers are looked at
(placements.py): none that orders nothing more may be right. Of a program to which other orders were added
`eliminate-sync` has to leave a right one of which nothing more can go; how often that has as many orders is counted.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from asyncir.analyses.machines.knowledge import CannotFollow
from asyncir.analyses.machines.program import engine_name
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.sync import BarrierOp, SignalOp, WaitOp, WorkOp
from asyncir.ir import Context, ModuleOp, Operation, OpResult, SSAValue
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module
from asyncir.targets.machine import ALL, Engine, MachineModel, load_machine
from asyncir.targets.resources import ResourceKind, WhenFull
from asyncir.transforms.eliminate_sync import EliminateSync
from asyncir.transforms.insert_sync import InsertSync
from bench.sync_programs.changing import (
    Call,
    calls_of,
    function_of,
    numbered_orders,
    without,
    wrong_run,
)
from bench.sync_programs.draw import small
from bench.sync_programs.judge import wrong
from bench.sync_programs.placements import (
    PROCESS,
    Barrier,
    Doing,
    Signal,
    Step,
    Wait,
    all_placements,
    ordered,
)

_ORDERS = ("earliest", "latest", "seed:1")
_MOST_ORDERS = 7
_MOST_PLACED = 3


@dataclass
class Compared:
    """What came of one program."""

    text: str
    inserted: str = ""
    orders: int = 0
    came: str = "agrees"
    subsets: int = 0
    placements: int = 0
    stricter: bool = False
    """Whether fewer orders are enough that make somebody wait for more."""
    eliminated: str = ""
    ends_with_barrier: bool = False
    """Whether there was a barrier of the issuer in front of the return that the interpreter does not need."""
    fault: str = ""


def compare(seed: int, machine: MachineModel, engines: list[str], most: int = 7) -> Compared:
    """One program."""
    text = small(seed, engines, most=most, own=len(engines) < 2)
    found = Compared(text)
    module = parse_module(text, "drawn")
    try:
        InsertSync(machine=machine.name).apply(Context(), module)
        orders = numbered_orders(module, machine)
    except (DiagnosticError, CannotFollow) as error:
        found.came = f"refused: {str(error)[:80]}"
        return found
    some = calls_of(text)
    last = _last_barrier(module, orders)
    if last is not None and wrong_run(fewer := without(module, last), machine, some) is None:
        # Of what a block has waited for, its caller knows: the analysis asks for a barrier, too.
        module, found.ends_with_barrier = fewer, True
        orders = numbered_orders(module, machine)
    found.inserted, found.orders = str(module), len(orders)
    if (bad := wrong_run(module, machine, some)) is not None:
        found.fault = f"wrong, {bad[0]} {bad[1]}: {wrong(bad[2])[:300]}"
    elif len(orders) > _MOST_ORDERS:
        found.came = "more orders than are tried"
    else:
        found.fault = (
            _subsets(found, module, machine, orders, some)
            or _placements(found, module, machine)
            or _eliminated(found, module, machine, Random(seed))
        )
    if found.fault:
        found.came = "DISAGREES"
    return found


def _last_barrier(module: ModuleOp, orders: list[list[int]]) -> list[int] | None:
    """The barrier in front of the return."""
    ops = list(walk(module))
    end = function_of(module).regions[0].blocks[0].last_op
    last = None if end is None else end.prev_op
    if not isinstance(last, BarrierOp) or last.engine is None:
        return None
    return next((order for order in orders if order == [ops.index(last)]), None)


def _subsets(
    found: Compared, module: ModuleOp, machine: MachineModel, orders: list[list[int]], some: Sequence[Call]
) -> str:
    """A proper subset of the orders that is right, smaller ones first."""
    for size in range(len(orders)):
        for kept in combinations(range(len(orders)), size):
            gone = {number for n, order in enumerate(orders) if n not in kept for number in order}
            fewer = without(module, gone)
            found.subsets += 1
            if wrong_run(fewer, machine, some, _ORDERS) is None:
                return f"{size} of {len(orders)} orders are enough:\n{fewer}"
    return ""


def _placements(found: Compared, module: ModuleOp, machine: MachineModel) -> str:
    """Fewer orders, anywhere, that are right and order nothing more."""
    groups = any(resource.kind is ResourceKind.GROUPS for resource in machine.resources)
    inserted = None if groups else straight(module, machine)
    if inserted is None or not 0 < found.orders <= _MOST_PLACED:
        return ""
    works = [step for step in inserted if isinstance(step, Doing)]
    if len(works) > 4 or any(work.engine == machine.issuer for work in works):
        return ""
    if any(_overflows(engine, works) for engine in machine.engines):
        return ""  # The graph knows nothing of queues that are full.
    of_all = sum(isinstance(step, Barrier) and step.engine == PROCESS for step in inserted)
    now = ordered(inserted, machine)
    if not now.is_right(works, machine):
        return f"the graph is not right: {_words(inserted)}"
    for steps in all_placements(works, machine, found.orders - 1, of_all):
        found.placements += 1
        orders = ordered(steps, machine)
        if orders.is_right(works, machine):
            if orders.is_within(now):
                return f"{found.orders} orders; fewer are enough: {_words(steps)}"
            found.stricter = True
    return ""


def _overflows(engine: Engine, works: Sequence[Doing]) -> bool:
    """Whether an engine's queue may be full, and somebody has to see to it that it is not."""
    given = sum(work.engine == engine.name for work in works)
    waits = engine.when_full is WhenFull.BLOCK
    return engine.queue is not None and not waits and given > engine.queue + 1


def straight(module: ModuleOp, machine: MachineModel) -> list[Step] | None:
    """A program without loops and branches; None where there are others."""
    steps: list[Step] = []
    signals: dict[str, list[int]] = {}
    for op in function_of(module).regions[0].blocks[0].ops:
        if (op.regions and not isinstance(op, WorkOp)) or op.name in ("memref.store", "memref.load"):
            return None
        if isinstance(op, WorkOp):
            reads, writes = (frozenset(_cell(v) for v in values) for values in (op.read, op.written))
            seen = any(cell[0] in "xyh" for cell in reads | writes)
            steps.append(Doing(op.engine.data, reads, writes, seen))
        elif isinstance(op, BarrierOp):
            steps.append(Barrier(_who(op, machine)))
        elif isinstance(op, SignalOp):
            number = len(steps)
            signals.setdefault(f"{op.resource}{op.source}{op.target}{op.instance}", []).append(number)
            steps.append(Signal(_who(op, machine), number))
        elif isinstance(op, WaitOp):
            number = signals[f"{op.resource}{op.source}{op.target}{op.instance}"].pop(0)
            steps.append(Wait(_who(op, machine), number))
    return steps


def _who(op: Operation, machine: MachineModel) -> str:
    name = engine_name(op)
    return PROCESS if name in (None, machine.issuer) else name


def _cell(value: SSAValue) -> str:
    """Which memory it is: all views of a straight program are of row 1."""
    if isinstance(value, OpResult) and value.op.name == "memref.subview":
        value = value.op.operands[0]
    return value.name_hint or ""


def _words(steps: Sequence[Step]) -> str:
    return "; ".join(str(step) for step in steps)


def _eliminated(found: Compared, module: ModuleOp, machine: MachineModel, random: Random) -> str:
    """What eliminate-sync leaves of the program with more orders."""
    more = module.clone()
    some = calls_of(found.text)
    if found.ends_with_barrier or not add_orders(more, machine, random):
        return ""  # What is not proved is no question to eliminate-sync.
    if wrong_run(more, machine, some, _ORDERS) is not None:
        return ""
    text = str(more)
    EliminateSync(machine=machine.name).apply(Context(), more)
    if wrong_run(more, machine, some, _ORDERS) is not None:
        return f"eliminate-sync makes it wrong:\n{text}\nbecomes\n{more}"
    try:
        orders = numbered_orders(more, machine)
    except CannotFollow:
        found.eliminated = "not followed"
        return ""
    found.eliminated = "as many" if len(orders) == found.orders else "fewer"
    if len(orders) > found.orders:
        found.eliminated = "more, of which none can go"
    for order in orders:
        if wrong_run(without(more, order), machine, some, _ORDERS) is None:
            return f"eliminate-sync leaves an order that nothing needs:\n{text}\nbecomes\n{more}"
    return ""


def add_orders(module: ModuleOp, machine: MachineModel, random: Random) -> int:
    """Put one to three orders between the ops of blocks; how many."""
    blocks = [b for op in walk(module) for r in op.regions for b in r.blocks if not isinstance(op, WorkOp)]
    blocks = [block for block in blocks if any(isinstance(op, WorkOp) for op in block.ops)]
    added = 0
    if not blocks:
        return added
    for number in range(random.randint(1, 3)):
        block = random.choice(blocks)
        places = [op for op in block.ops if isinstance(op, WorkOp | SignalOp | WaitOp) or op is block.last_op]
        at, to = sorted(random.choices(range(len(places)), k=2))
        made = _order(machine, random, number, module)
        if made is None:
            continue
        before, behind = made
        for op, place in ((before, places[at]), (behind, places[to])):
            if op is not None:
                block.insert_op_before(op, place)
        added += 1
    return added


def _order(
    machine: MachineModel, random: Random, number: int, module: ModuleOp
) -> tuple[Operation | None, Operation] | None:
    engines = list(dict.fromkeys(op.engine.data for op in walk(module) if isinstance(op, WorkOp)))
    x = random.choice(engines)
    if random.random() < 0.25:
        return (None, BarrierOp(x)) if x in machine.barriers else None
    y = random.choice([machine.issuer, *(e for e in engines if e != x)])
    for resource in machine.resources:
        if resource.kind is ResourceKind.GROUPS:
            return None, WaitOp(resource.name, number=random.randrange(2))
        if resource.takes and (resource.pairs is None or (x, y) in resource.pairs):
            instance = resource.count - 1 - number
            if instance < 0 or _is_used(module, resource.name, x, y, instance):
                return None
            if resource.pairs is None:
                return SignalOp(resource.name, instance, engine=x), WaitOp(resource.name, instance, engine=y)
            ends = (None, x, y)
            return SignalOp(resource.name, instance, *ends), WaitOp(resource.name, instance, *ends)
    if x in machine.barriers:
        return None, BarrierOp(x)
    return (None, BarrierOp(None)) if ALL in machine.barriers else None


def _is_used(module: ModuleOp, name: str, x: str, y: str, instance: int) -> bool:
    """Whether some op may use the instance."""
    for op in walk(module):
        if isinstance(op, SignalOp) and op.resource.data == name:
            same = op.source is None or (
                op.source.data == x and op.target is not None and op.target.data == y
            )
            if same and (op.instance is None or op.instance.value.data == instance):
                return True
    return False


@dataclass
class Table:
    """All that came."""

    came: Counter[str] = field(default_factory=Counter[str])
    sizes: Counter[int] = field(default_factory=Counter[int])
    subsets: int = 0
    placements: int = 0
    placed: int = 0
    stricter: int = 0
    ends: int = 0
    eliminated: Counter[str] = field(default_factory=Counter[str])

    def add(self, found: Compared) -> None:
        """One more program."""
        self.came[found.came] += 1
        self.sizes[found.orders] += 1
        self.subsets += found.subsets
        self.placements += found.placements
        self.placed += found.placements > 0
        self.stricter += found.stricter
        self.ends += found.ends_with_barrier
        if found.eliminated:
            self.eliminated[found.eliminated] += 1

    def print(self) -> None:
        """Say what came."""
        for words, count in self.came.most_common():
            print(f"{count:7} {words}")
        print("orders:", ", ".join(f"{n}: {count}" for n, count in sorted(self.sizes.items())))
        print(
            f"{self.subsets} subsets played; {self.placements} placements of {self.placed} straight programs"
        )
        print(f"{self.stricter} of them with fewer orders that make somebody wait for more")
        if self.ends:
            print(f"{self.ends} programs with a barrier in front of the return that no run needs")
        left = ", ".join(f"{count} {words}" for words, count in self.eliminated.most_common())
        print(f"left by eliminate-sync of programs with orders too many: {left}")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--machine", default="ascend-a2")
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=7, help="works in a program")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so many")
    options = parser.parse_args(arguments)
    machine = load_machine(options.machine)
    engines = [engine.name for engine in machine.engines if engine.name != machine.issuer]
    table, start = Table(), time.time()
    for seed in range(options.seed, options.seed + options.programs):
        found = compare(seed, machine, engines, options.most)
        table.add(found)
        if found.fault:
            print(f"DISAGREES: {options.machine}, seed {seed}: {found.fault}\n{found.inserted}", flush=True)
        if time.time() - start > options.seconds:
            break
    table.print()
    return 1 if table.came["DISAGREES"] else 0


if __name__ == "__main__":
    sys.exit(main())
