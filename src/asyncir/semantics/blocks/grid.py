"""Grids: a launch runs each block of threads on a machine of its own, and finds the races between blocks.

Blocks are in no order among each other, and nothing makes one: what two of them access, of which one writes, is a race
wherever in them it is, atomic updates apart. So the machine keeps, for each element, who has accessed it in any block of the
launch. Inside of a block all is as `machine.py` has it. Behind the launch everything is over, in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import product

from asyncir.ir import Operation
from asyncir.semantics.blocks.flights import Flight
from asyncir.semantics.blocks.machine import BlockMachine
from asyncir.semantics.blocks.race import Race, Site
from asyncir.semantics.blocks.thread import Thread
from asyncir.semantics.core.faults import span_of
from asyncir.semantics.core.memory import AccessKind, Buffer, MemRefView

Extents = tuple[int, int, int]
Enter = Callable[[Thread, "GridMachine"], None]
"""Lets a thread begin; the machine says which one it is, and of which block."""


class Blocks:
    """What the blocks of a launch access, and the races among them."""

    def __init__(self) -> None:
        self.seen: dict[tuple[Buffer, int], dict[tuple[Operation, AccessKind], tuple[Site, Site]]] = {}
        """For each element and op, the accesses by the first block and by the last one."""
        self.races: dict[tuple[str, Operation, Operation], Race] = {}

    def access(
        self, buffer: Buffer, places: Iterable[int], kind: AccessKind, op: Operation, site: Site
    ) -> None:
        """A block, whose number the site has as its thread, accesses these elements."""
        for place in places:
            ops = self.seen.setdefault((buffer, place), {})
            for (_, other), sites in ops.items():
                for first in sites if other.conflicts(kind) else ():
                    if first.thread != site.thread:
                        self._report(first, other, site, kind)
            low, high = ops.get((op, kind), (site, site))
            ops[op, kind] = (
                site if site.thread < low.thread else low,
                site if site.thread > high.thread else high,
            )

    def _report(self, first: Site, first_kind: AccessKind, second: Site, second_kind: AccessKind) -> None:
        kind = first_kind.race_with(second_kind)
        self.races.setdefault((kind, first.op, second.op), Race(kind, first, second, of_blocks=True))


class GridMachine(BlockMachine):
    """Runs the blocks of launches, one after the other."""

    def __init__(self, fifo_of: Callable[[int | str], Hashable]):
        super().__init__((1, 1, 1), fifo_of)
        self.notes_all = True
        self.blocks = Blocks()
        self.block_number = 0
        self.dynamic_bytes = 0
        """So many of memory of the workgroup the launch asks for."""
        self.dynamic_memory: MemRefView | None = None
        """That of the block at hand, once a thread has asked for it."""

    def launch(self, host: BlockMachine, grid: Extents, block: Extents, enter: Enter) -> None:
        """Run all blocks; the host's run has their races and output, and goes on behind them all."""
        self.max_steps = host.max_steps
        self.max_flights, self.max_in_flight = host.max_flights, host.max_in_flight
        self.grid, self.extents = grid, block
        self.count = block[0] * block[1] * block[2]
        self.blocks = Blocks()
        numbers = product(*(range(size) for size in reversed(grid)))
        try:
            for self.block_number, (z, y, x) in enumerate(numbers):
                self.block_index = (x, y, z)
                self._run_block(host, enter)
        finally:
            host.conflicts.add(self.blocks.races)

    def _run_block(self, host: BlockMachine, enter: Enter) -> None:
        self.reset(host.make_timing)
        self.dynamic_memory = None
        self.output, self.globals, self.budget = host.output, host.globals, host.budget
        try:
            for thread in self.threads:
                self.thread = thread
                enter(thread, self)
            self.run()
        finally:
            host.budget = self.budget
            host.conflicts.add(self.conflicts.races)
            self.conflicts.forget()

    def note(self, buffer: Buffer, places: Sequence[int], kind: AccessKind, op: Operation) -> None:
        """See `BlockMachine`."""
        super().note(buffer, places, kind, op)
        if self.rehearsal is None:
            self._of_block(buffer, places, kind, op)

    def issue(self, op: Operation, perform: Callable[[], None]) -> Flight:
        """See `BlockMachine`: what is in flight touches its elements, whenever that is."""
        flight = super().issue(op, perform)
        for kind, elements in ((AccessKind.READ, flight.reads), (AccessKind.WRITE, flight.writes)):
            for buffer, places in elements.items():
                self._of_block(buffer, list(places), kind, op)
        return flight

    def _of_block(self, buffer: Buffer, places: Sequence[int], kind: AccessKind, op: Operation) -> None:
        buffer, places = buffer.in_root(places)
        site = Site(op, span_of(op), self.thread.iteration, self.block_number)
        self.blocks.access(buffer, places, kind, op, site)
