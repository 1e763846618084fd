"""What a walk over a program on a machine keeps: who touched what, and who knows what of it; walk.py says how and why."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field

from asyncir.analyses.machines.boxes import Box, WalkNumbers
from asyncir.analyses.machines.measures import Measures
from asyncir.analyses.machines.objects import Met
from asyncir.analyses.machines.program import MachineItem, MachineProgram
from asyncir.analyses.machines.state import ExitWay, Row, WalkState, learn
from asyncir.analyses.machines.visibility import Proxies, is_fenced
from asyncir.dialects.effects import Access, Effect
from asyncir.ir import (
    Block,
    Operation,
)
from asyncir.targets.resources import CompletionOrder, SyncResource, WhenFull


class CannotFollow(Exception):
    """The program has something of which the walk knows nothing."""

    def __init__(self, op: Operation, why: str, help: str = ""):
        super().__init__(why)
        self.op = op
        self.why = why
        self.help = help
        """What its author can do."""


@dataclass(eq=False, slots=True)
class WalkIteration:
    """One execution of a block."""

    block: Block
    number: int
    """Which iteration of the loop, from 0 on."""
    parent: WalkIteration | None
    via: Operation | None
    """The op of the parent's block in which this one is."""
    before: list[WalkIteration]
    """All iterations of the loop so far, this one the last."""
    entry: list[Row] = field(default_factory=list[Row])
    """Where a loop begins: what a signal of each engine would tell."""
    after: dict[Operation, dict[int, Row]] = field(default_factory=dict[Operation, dict[int, Row]])
    """Behind each op: what a signal of each engine that has done something in it would tell."""
    early: EarlyIteration | None = None
    """Where it is one of the first few of a loop that begins at a constant, and later ones stand for the rest."""


@dataclass(frozen=True, slots=True)
class EarlyIteration:
    """An iteration that is compared as it is with what was before the loop: later ones are, with no less known."""

    start: int
    """When the loop begins."""
    counter: str
    """The symbol of its first counter."""


@dataclass(eq=False, slots=True)
class MachineTouch:
    """An access that later ones may conflict with."""

    stamp: int
    engine: int
    access: Access
    box: Box
    iteration: WalkIteration
    op: Operation
    number: Hashable
    """Which of the op's effects; in a function that was called, by which calls, too."""
    previous: MachineTouch | None
    """The one before, of the same object and engine."""
    settled: int = 0
    """Bits of the engines for whose later works it is over, whatever other ways there are to them."""


class WalkAgain(Exception):
    """An op is walked once more, from its beginning."""

    def __init__(self, iteration: WalkIteration, op: Operation):
        self.iteration = iteration
        self.op = op


class Knowledge:
    """What is known where a walk is, and the accesses that later ones may conflict with."""

    def __init__(self, program: MachineProgram):
        self.program = program
        self.machine = program.machine
        self.engines = len(program.engines)
        kinds = {engine.name: engine for engine in self.machine.engines}
        self.in_order = [
            name not in kinds or (kinds[name].order is CompletionOrder.IN_ORDER and kinds[name].count == 1)
            for name in program.engines
        ]
        self.proxies = Proxies(self.machine, program.engines)
        self._places = {
            number: engine.queue + engine.count
            for number, name in enumerate(program.engines)
            if (engine := kinds.get(name)) is not None
            and number
            and engine.queue is not None
            and engine.when_full is not WhenFull.BLOCK
        }
        """Of each engine that can be given too much: how many works it may have that have not arrived."""
        self.begin()

    def begin(self) -> None:
        """Nothing has been walked yet."""
        self.numbers = WalkNumbers(self.program.views)
        self.measures = Measures()
        self.now: int = 1
        width = 3 * self.engines
        rows = [[0] * width for _ in range(self.engines)]
        self.state = WalkState(rows, [0] * width, [-1] * self.engines, [-1] * self.engines)
        self.heads: dict[Hashable, dict[int, MachineTouch]] = {}
        """By object and engine: the youngest access."""
        self._met = Met(self.program.objects)
        self.touches: list[MachineTouch] = []
        self._ends: list[tuple[int, int, ExitWay]] = []
        """The ways out of the loop before, where they have not met yet: how many iterations each has, or periods more."""
        self._trips: list[Operation] = []
        """The ops that compute how many there are."""
        self._ends_after: int = 1
        """After how many iterations of that loop the ways repeat."""
        self._loops: list[tuple[list[WalkIteration], list[tuple[WalkState, int]]]] = []
        """The loops around, outermost first: their iterations so far, and the states in which they may have ended."""
        self.exact_loops: set[int] = set()
        """The lists of iterations of loops of which all are walked."""
        self._path: tuple[Operation, ...] = ()
        """The calls that the walk is in."""
        self._dead: int = 0
        """Whether the walk is where the program does not come to."""

    @property
    def is_dead(self) -> bool:
        """Whether the walk is where the program does not come to."""
        return self._dead > 0

    # ---- what a policy does

    def before(self, iteration: WalkIteration, item: MachineItem) -> None:
        """The walk comes to an op."""

    def opening(self, item: MachineItem, entry: Sequence[Row]) -> None:
        """A loop begins; what a signal of each engine would tell there."""

    def closing(self, iteration: WalkIteration, item: MachineItem) -> None:
        """The walk has been through an op; what stands behind it comes later."""

    def behind(self, iteration: WalkIteration, item: MachineItem) -> None:
        """The walk comes to what stands behind an op."""

    def missing(
        self, iteration: WalkIteration, item: MachineItem, touch: MachineTouch, effect: Effect | None
    ) -> None:
        """A work is not known to have arrived where the op needs it; None: where the program ends."""

    def restarted(self, iteration: WalkIteration, op: Operation) -> None:
        """An op is about to be walked once more."""

    def ways_meet(self) -> None:
        """The state is one that several ways have led to."""

    def iteration_ends(self, iteration: WalkIteration) -> None:
        """The walk has been through an iteration of a loop."""

    def gave(self, engine: int) -> None:
        """An engine was given a work."""

    def lost(self, item: MachineItem, key: Hashable, why: str) -> None:
        """An op of a resource may not do what it is for."""

    def told_by(self, engine: int) -> Row:
        """What a signal of an engine tells that is given now: what it knows, and all that it was given before."""
        row = self.state.rows[engine][:]
        if engine:
            learn(row, self.state.rows[0])
        else:
            learn(row, self.state.thread)
        self._all_of(engine, row)
        if self.in_order[0]:
            self._all_of(0, row)
        return row

    def _all_of(self, engine: int, row: Row) -> None:
        """The row says that an engine is through with all that it was given."""
        several = self.engines
        row[engine] = row[several + engine] = row[2 * several + engine] = self.now

    def _work(self, iteration: WalkIteration, item: MachineItem) -> None:
        y, state = item.engine, self.state
        row = state.rows[y]
        if y:
            learn(row, state.rows[0])
        self.numbers.enter_all(item.op)
        boxes = [self.numbers.box_of(effect) for effect in item.effects]
        self._settle(iteration, item, boxes)
        if y in self._places:
            self._take_place(iteration, item)
        for number, (effect, box) in enumerate(zip(item.effects, boxes, strict=True)):
            which = (number, self._path) if self._path else number
            self._touch(MachineTouch(self.now, y, effect.access, box, iteration, item.op, which, None))
        state.last[y] = self.now
        self.now += 1
        if not y and self.in_order[0]:
            # What the process does itself has happened before whatever comes later.
            for each in state.rows:
                self._all_of(0, each)
        self.gave(y)

    def _take_place(self, iteration: WalkIteration, item: MachineItem) -> None:
        """The process has to know that there is room for one more work in the engine's queue (MAC-6)."""
        y = item.engine
        works = self.state.given.setdefault(y, [])
        if len(works) >= self._places[y] and not self._dead and not self.ordered(0, works[-self._places[y]]):
            self.missing(iteration, item, works[-self._places[y]], None)
        works = self.state.given.setdefault(y, [])
        works.append(MachineTouch(self.now, y, Access.WRITE, Box(None, None), iteration, item.op, 0, None))
        del works[: -self._places[y]]

    def _settle(self, iteration: WalkIteration, item: MachineItem, boxes: Sequence[Box]) -> None:
        """Ask for what is missing, the youngest first, until nothing is."""
        found = list(self.conflicts(iteration, item.engine, item.effects, boxes))
        found.sort(key=lambda pair: -pair[0].stamp)
        for touch, effect in found:
            if not self._dead and not self.knows(item.engine, touch):
                self.missing(iteration, item, touch, effect)

    def knows(self, engine: int, touch: MachineTouch) -> bool:
        """Whether the next work of an engine begins when the access is over, and sees what it wrote."""
        return self.ordered(engine, touch) and not self.unfenced(engine, touch)

    def unfenced(self, engine: int, touch: MachineTouch) -> Sequence[SyncResource]:
        """The fences of which one is needed to make visible to an engine what an access wrote; none where it is."""
        if touch.access is Access.READ:
            return ()
        fences = self.proxies.between(touch.engine, engine, touch.box.root)
        return () if is_fenced(self.state.fenced, fences, touch.engine, touch.stamp) else fences

    def _visible(self, x: int, engine: int, head: MachineTouch, known: int) -> int:
        """Up to which stamp what x did to an object is over and visible to an engine: what lacks a fence may be long over."""
        fences = self.proxies.between(x, engine, head.box.root)
        if not fences:
            return known
        return min(
            known, max(self.state.fenced[f.name][x] if f.name in self.state.fenced else 0 for f in fences)
        )

    def fence(self, name: str) -> None:
        """The process executes a fence: it is for all that it did, and for what it knows to be over."""
        row = self.state.rows[0][:]
        learn(row, self.state.thread)
        self._all_of(0, row)
        learn(self.state.fenced.setdefault(name, row), row)

    def told(self, touch: MachineTouch) -> bool:
        """Whether the process itself knows that the access is over: of what it does, each thread knows its own."""
        x = touch.engine
        return not x or touch.stamp < max(self.state.rows[0][x], self.state.thread[x])

    def over_for_caller(self, touch: MachineTouch) -> bool:
        """Whether who comes back to a program that is over finds the access over: what one thread was told is enough."""
        own, thread, x = self.state.rows[0], self.state.thread, touch.engine
        read = max(own[self.engines + x], thread[self.engines + x]) if touch.access is Access.READ else 0
        return touch.stamp < max(own[x], thread[x], read)

    def ordered(self, engine: int, touch: MachineTouch) -> bool:
        """Whether the next work of an engine begins when the access is over."""
        row, x = self.state.rows[engine], touch.engine
        if x == engine and self.in_order[x]:
            return True
        return touch.stamp < row[x] or (touch.access is Access.READ and touch.stamp < row[self.engines + x])

    def conflicts(
        self, iteration: WalkIteration, engine: int, effects: Sequence[Effect], boxes: Sequence[Box]
    ) -> Iterator[tuple[MachineTouch, Effect]]:
        """Of each engine, the youngest access that conflicts and is not known to be over, for each effect."""
        row = self.state.rows[engine]
        for effect, box in zip(effects, boxes, strict=True):
            for obj in self._met.like(box.root):
                for x, head in self.heads[obj].items():
                    if x == engine and self.in_order[x]:
                        continue
                    touch: MachineTouch | None = head
                    known = self._visible(x, engine, head, row[x])
                    while touch is not None and touch.stamp >= known:
                        if (
                            not touch.settled >> engine & 1
                            and self._in_conflict(touch, effect, box)
                            and not self.knows(engine, touch)
                            and not self._misses_early(iteration, touch, box)
                        ):
                            yield touch, effect
                            break
                        touch = touch.previous

    def settles(self, touch: MachineTouch) -> int:
        """Bits of the engines for which, as the walk takes note where the way of the access ends, it is over."""
        return 0

    def over_for(self, touch: MachineTouch) -> int:
        """Bits of the engines whose works from here on begin when the access is over, and see what it wrote."""
        found, x, issuer = 0, touch.engine, self.state.rows[0]
        places = (x, self.engines + x) if touch.access is Access.READ else (x,)
        for y, row in enumerate(self.state.rows):
            is_known = any(touch.stamp < max(row[at], issuer[at]) for at in places)
            if (is_known or (x == y and self.in_order[x])) and not self.unfenced(y, touch):
                found |= 1 << y
        return found

    def _in_conflict(self, touch: MachineTouch, effect: Effect, box: Box) -> bool:
        if touch.access is Access.READ and effect.access is Access.READ:
            return False
        return touch.box.root != box.root or touch.box.may_meet(box)

    def _misses_early(self, iteration: WalkIteration, touch: MachineTouch, box: Box) -> bool:
        """Whether the box, in one of the first iterations of loops, has nothing in common with an access before them."""
        counters: set[str] = set()
        at: WalkIteration | None = iteration
        while at is not None:
            if at.early is not None and touch.stamp < at.early.start:
                counters.add(at.early.counter)
            at = at.parent
        return bool(counters) and not touch.box.may_meet(self.numbers.with_first(box, counters))

    def _touch(self, touch: MachineTouch) -> None:
        heads = self.heads.get(touch.box.root)
        if heads is None:
            heads = self.heads[touch.box.root] = {}
            self._met.add(touch.box.root)
        touch.previous = heads.get(touch.engine)
        heads[touch.engine] = touch
        self.touches.append(touch)

    def _forget(self, count: int) -> list[MachineTouch]:
        """Take back all touches but the first so many."""
        gone = self.touches[count:]
        for touch in reversed(gone):
            heads = self.heads[touch.box.root]
            if touch.previous is None:
                del heads[touch.engine]
            else:
                heads[touch.engine] = touch.previous
        del self.touches[count:]
        return gone
