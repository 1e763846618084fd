"""What is said of each region: its name, what it does, what that is expected to take, when it can begin and end."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.completion_sources import sources_of
from asyncir.analyses.op_costs import costs_of
from asyncir.analyses.region_memory import region_memory
from asyncir.analyses.region_schedule import launched_regions, region_schedule
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.linalg_structured import Structured
from asyncir.dialects.verification import line_of, location_span
from asyncir.ir import ModuleOp, Operation, SSAValue
from asyncir.ir.walk import walk
from asyncir.tools.seeing.text import duration_text
from asyncir.tools.view.tasks.words import Fact, is_end, listed, result_text
from asyncir.transforms import run_pipeline


class RegionBoxes:
    """The regions of a program behind `split-regions`; of one function, that with the most of them, there is a plan."""

    def __init__(self, module: ModuleOp, lines: Sequence[str], filename: str, workers: int):
        self._lines = lines
        self._filename = filename
        functions = call_graph(module).functions
        launched = {name: len(launched_regions(function)) for name, function in functions.items()}
        self.planned = max(launched, key=lambda name: launched[name])
        """The function of which there is a plan."""
        self.others = [name for name, count in launched.items() if count and name != self.planned]
        """Other functions that launch regions."""
        self.schedule = region_schedule(functions[self.planned], workers)
        self.memory = region_memory(self.schedule)
        self.number = {region.op: n for n, region in enumerate(self.schedule.regions)}
        self.names: list[str] = []
        """What the planned regions are called, each differently."""
        self.measured: Mapping[int, float] = {}
        """How long regions have run, as far as that was measured."""
        self._costs = costs_of(functions[self.planned])
        self._families: dict[RegionOp, str] = {}
        self._names: dict[RegionOp, str] = {}
        used = Counter[str]()
        for op in walk(module):
            if isinstance(op, RegionOp):
                name = self._named(op)
                used[name] += 1
                self._names[op] = name if used[name] == 1 else f"{name} #{used[name]}"
        self.names = [self._names[region.op] for region in self.schedule.regions]

    def _named(self, op: RegionOp) -> str:
        name = result_text(op, self._lines).lstrip("%")
        if name and not name.isdigit():
            return name
        line = line_of(op, self._filename)
        where = f"line {line}" if line else f"%{name}"
        return f"{self.family(op) or 'region'}, {where}"

    def name(self, op: RegionOp) -> str:
        """What the program calls it, else what it does, and its line."""
        return self._names[op]

    def family(self, op: RegionOp) -> str:
        """The op that takes longest in it, structured ones first, without its dialect; empty where it does nothing."""
        if op not in self._families:
            inner = [each for each in _does(op) if kind_of(each) is not OpKind.CONSTANT]
            best = max(inner, key=self._weight, default=None)
            self._families[op] = "" if best is None else best.name.rpartition(".")[2]
        return self._families[op]

    def _weight(self, op: Operation) -> tuple[bool, float]:
        return isinstance(op, Structured), self._costs.get(op, 0.0)

    def facts(self, op: RegionOp) -> list[Fact]:
        """What is said of it when it is pointed at."""
        facts: list[Fact] = []
        counts = Counter(each.name for each in sorted(_does(op), key=self._order))
        if counts:
            texts = (n if c == 1 else f"{n} \N{MULTIPLICATION SIGN} {c}" for n, c in counts.items())
            facts.append(("does", listed(texts)))
        number = self.number.get(op)
        if number is None:
            return facts
        region = self.schedule.regions[number]
        earliest = f"{duration_text(region.earliest)} to {duration_text(region.earliest_end)}"
        planned = f"lane {region.lane + 1}, {duration_text(region.begin)} to {duration_text(region.end)}"
        facts += [("work", duration_text(region.work)), ("earliest", earliest), ("planned", planned)]
        if number in self.measured:
            facts.append(("measured", duration_text(self.measured[number])))
        return facts

    def _order(self, op: Operation) -> tuple[bool, bool]:
        return not isinstance(op, Structured), kind_of(op) is OpKind.CONSTANT

    def marks(self, op: RegionOp) -> list[str]:
        """Whether it is on the critical path."""
        return ["critical"] if self.number.get(op) in self.schedule.critical else []

    def awaited(self, value: SSAValue) -> str:
        """The regions that a token is of, as far as it is of regions alone; else empty."""
        names = list[str]()
        for source in sources_of(value):
            made = source.value.owner
            if not isinstance(made, RegionOp):
                return ""
            names.append(self.name(made) + (" of an earlier iteration" if source.back else ""))
        return listed(names)

    def by_span(self) -> dict[object, str]:
        """The names of regions by where they are written."""
        return {location_span(op.location): name for op, name in self._names.items()}


def _does(op: RegionOp) -> Iterator[Operation]:
    """The ops in a region, without the bodies of structured ones and without what only ends a block."""
    stack = [inner for block in reversed(op.body.blocks) for inner in reversed(list(block.ops))]
    while stack:
        each = stack.pop()
        if is_end(each):
            continue
        yield each
        if not isinstance(each, Structured):
            stack += [
                o for r in reversed(each.regions) for b in reversed(r.blocks) for o in reversed(list(b.ops))
            ]


@dataclass(frozen=True, slots=True)
class PlannedRegions:
    """A program in which each region is what can run beside the others, and what is known of these."""

    module: ModuleOp
    boxes: RegionBoxes


def planned_regions(
    module: ModuleOp, lines: Sequence[str], filename: str, workers: int | None
) -> PlannedRegions:
    """Split regions as the lowering does, and plan them on so many lanes; None: one for each processor."""
    copy = module.clone()
    run_pipeline(copy, "split-regions")
    return PlannedRegions(copy, RegionBoxes(copy, lines, filename, workers or os.cpu_count() or 1))
