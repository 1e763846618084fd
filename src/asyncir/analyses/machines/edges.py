"""Which orders a program on a machine lacks, and the fewest signals, waits and barriers that give them.

An *edge* is an order that is made: what engine x has done in one op (its source) has arrived before engine y begins another
one (its target). Both ops stand in one block, so that whatever path is taken, a signal behind the source and a wait before
the target are executed equally often; works deeper inside are taken with the op around them. `distance` says how many
iterations of the block's loop the target is behind.

Which edges
-----------
`Needed` walks through the program (walk.py). Where a work is not known to have arrived, it adds the edge from there, the
youngest work of all first, and goes on with what a wait there would tell. So an edge is only added where nothing else
implies the order: neither an engine's own order, nor other edges one behind the other. For code without branches that is
the transitive reduction of the orders that are needed, which is the only smallest set. An edge whose target is a loop or
a branch is found inside of it, when part of it has been walked: the walk goes back to its beginning. Such edges, and those
between branches, may be made redundant by later ones; `settled` (redundant.py) finds them.

Iterations: the edge between iterations i and i + d is implied by paths that lie between these two iterations, so it is
needed in all or in none, and the first d + 1 iterations tell which.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from asyncir.analyses.machines.knowledge import CannotFollow, MachineTouch, WalkAgain, WalkIteration
from asyncir.analyses.machines.lasting_edges import is_for_itself, lasting_between
from asyncir.analyses.machines.program import MachineItem, MachineProgram, MachineRole
from asyncir.analyses.machines.state import Row, WalkState, learn
from asyncir.analyses.machines.walk import Walk
from asyncir.dialects.effects import Effect
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation
from asyncir.ir.walk import block_of
from asyncir.targets import effect_groups
from asyncir.targets.effect_groups import WaitMeans as Means
from asyncir.targets.machine import ALL
from asyncir.targets.resources import ResourceKind, SyncResource, WhenFull


@dataclass(eq=False, slots=True)
class OrderEdge:
    """An order that is made."""

    means: Means
    x: int
    y: int
    source: Operation
    target: Operation
    distance: int
    resource: SyncResource | None = None
    outermost: Operation | None = None
    """With a distance: the outermost loop around the two, before which signals for the first iterations are given."""

    credit: bool = False
    """Whether it is there for the signals of another edge, and not for an order of works."""
    is_far: bool = False
    """Whether it is there for iterations that conflict and are further apart than those that are walked."""
    is_left: bool = False
    """Whether the signals of the last iterations stay where they are, since nothing comes behind that they could disturb."""

    tops_up: bool = False
    """Whether, behind the loop in which the two stand, its last signals are waited for and those for the next time given."""

    @property
    def block(self) -> Block:
        """The block in which source and target stand."""
        block = self.target.parent
        assert block is not None
        return block


Pair = tuple[str, int, int]
"""A resource, and two engines where these have instances of their own."""


def pair_of(edge: OrderEdge) -> Pair:
    """Whose instances an edge's signals are given on."""
    assert edge.resource is not None
    return (
        (edge.resource.name, edge.x, edge.y)
        if edge.resource.pairs is not None
        else (edge.resource.name, -1, -1)
    )


def loop_around(edge: OrderEdge) -> Operation:
    """The loop in which the two ops of an edge between iterations stand."""
    loop = edge.block.parent_op()
    assert loop is not None
    return loop


def is_queued(edge: OrderEdge) -> bool:
    """Whether the edge's signals are queued, and who gives one too many waits for room."""
    return edge.resource is not None and edge.resource.takes and edge.resource.when_full is WhenFull.BLOCK


def is_lasting(edge: OrderEdge) -> bool:
    """Whether its waits take nothing: it is of phases or of a timeline."""
    return edge.means is Means.SIGNAL and edge.resource is not None and not edge.resource.takes


def is_at_once(edge: OrderEdge) -> bool:
    """Whether signal and wait stand together, in front of one op: what was given before comes before what is given later."""
    return edge.means is Means.SIGNAL and edge.source is edge.target and not edge.distance


def is_of_phases(edge: OrderEdge) -> bool:
    """Whether it is of phases."""
    return is_lasting(edge) and edge.resource is not None and edge.resource.kind is ResourceKind.PHASES


def signals_between(program: MachineProgram, x: int, y: int) -> SyncResource | None:
    """What engine x can give y signals with, of which a wait takes one."""
    return effect_groups.signals_between(program.machine, program.engines[x], program.engines[y])


def waits_for_all(program: MachineProgram) -> list[SyncResource] | None:
    """How the process waits until everything is over: by a barrier (nothing is needed), else by a signal of each engine.

    Such a signal is waited for where it is given, so one instance that nothing else uses is enough. None: it cannot.
    """
    if ALL in program.machine.barriers:
        return []
    found = [signals_between(program, x, 0) for x in range(1, len(program.engines))]
    usable = [one for one in found if one is not None and one.count > 1]
    return usable if len(usable) == len(found) and program.issuer_in_order else None


PUT_LAST = {Means.ALL: 1, Means.FENCE: 2, Means.BARRIER: 3}
"""What is put in front of one op comes in this order, behind waits: a fence is for what they tell, and a barrier of the
block lets all its threads know of the fence."""


Place = tuple[WalkIteration, Operation, Operation, int]
"""An execution of a block, two ops of it, and how many iterations the second is behind the first."""


class Missing(Exception):
    """The edges that there are do not do."""


class Needed(Walk):
    """A walk that adds edges where orders are missing; with `frozen` it only looks whether any is."""

    def __init__(self, program: MachineProgram, edges: Sequence[OrderEdge] = (), frozen: bool = False):
        super().__init__(program)
        self._edges: dict[OrderEdge, None] = dict.fromkeys(edges)
        self.frozen = frozen
        self.without: OrderEdge | None = None
        """An edge that is taken not to be there."""
        self._into: dict[Operation, list[OrderEdge]] = defaultdict(list)
        self._out_of: dict[Operation, list[OrderEdge]] = defaultdict(list)
        self._around: dict[Operation, list[OrderEdge]] = defaultdict(list)
        """Those between iterations, by their outermost loop."""
        self.topped_up: dict[Operation, list[OrderEdge]] = defaultdict(list)
        """Those whose last signals are waited for behind this loop, though it is not the outermost one."""
        self._positions: dict[Block, dict[Operation, int]] = {}
        self._changes = 0
        """How often an edge was added or dropped."""
        for edge in edges:
            self._link(edge)

    def _link(self, edge: OrderEdge) -> None:
        self._into[edge.target].append(edge)
        self._into[edge.target].sort(key=lambda one: PUT_LAST.get(one.means, 0))
        if edge.distance:
            self._out_of[edge.source].append(edge)
            assert edge.outermost is not None
            self._around[edge.outermost].append(edge)
        if edge.tops_up:
            self.topped_up[loop_around(edge)].append(edge)

    @property
    def edges(self) -> list[OrderEdge]:
        """All edges, in the order in which they were added."""
        return list(self._edges)

    def link(self, edge: OrderEdge) -> None:
        """One more edge."""
        self._changes += 1
        self._edges[edge] = None
        self._link(edge)

    def drop(self, edge: OrderEdge) -> None:
        """An edge less."""
        self._changes += 1
        del self._edges[edge]
        self._into[edge.target].remove(edge)
        if edge.distance:
            self._out_of[edge.source].remove(edge)
            assert edge.outermost is not None
            self._around[edge.outermost].remove(edge)
        if edge.tops_up:
            self.topped_up[loop_around(edge)].remove(edge)

    def into(self, op: Operation) -> Sequence[OrderEdge]:
        """The edges whose target the op is."""
        return self._into.get(op, ())

    # ---- edges that are there

    def before(self, iteration: WalkIteration, item: MachineItem) -> None:
        """What waits before the op tell. What makes room for their signals may add edges there, and drop some."""
        there, changes = tuple(self._into.get(item.op, ())), self._changes
        for edge in there:
            if self._changes == changes or edge in self.into(item.op):
                self._apply(edge, iteration)
        if self._changes != changes:
            for edge in [one for one in self.into(item.op) if one not in there]:
                self._apply(edge, iteration)

    def way_out(self, op: Operation, number: int, period: int | None, state: WalkState) -> None:
        """When it is executed again, a loop takes its instances from the first one on, whichever was signalled last."""
        for edge, queue in state.carried.items():
            numbered = edge.means is Means.SIGNAL and not is_queued(edge)
            if len(queue) < 2 or edge.block.parent_op() is not op or not numbered:
                continue
            if (period is None or period % len(queue) == 0) and not is_lasting(edge):
                state.carried[edge] = tuple(queue[(at - number) % len(queue)] for at in range(len(queue)))
            else:
                least = [min(stamps) for stamps in zip(*queue, strict=True)]
                state.carried[edge] = (least,) * len(queue)

    def opening(self, item: MachineItem, entry: Sequence[Row]) -> None:
        """Before the outermost loop, signals for the first iterations are given."""
        for edge in self._around.get(item.op, ()):
            if edge.means in (Means.SIGNAL, Means.GROUP):
                self.state.carried[edge] = (self._told_first(edge, entry),) * edge.distance

    def _told_first(self, edge: OrderEdge, entry: Sequence[Row]) -> Row:
        """What the waits of the first iterations are told: by signals before the loop; no group or phase is from before."""
        has_signals = edge.means is Means.SIGNAL and not is_of_phases(edge)
        return entry[edge.x] if has_signals else [0] * len(entry[edge.x])

    def closing(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Behind the outermost loop, the signals that are left are waited for."""
        if item.role is not MachineRole.LOOP:
            return
        for edge in self._around.get(item.op, ()):
            for row in self.state.carried.pop(edge, ()):
                told = edge.means is Means.SIGNAL and self._is_waited_for_behind(edge)
                if told and edge is not self.without:
                    self.tell(edge.y, row)
        for edge in self.topped_up.get(item.op, ()):
            self.top_up(edge)

    def top_up(self, edge: OrderEdge) -> None:
        """Signals for the next time that a loop is executed, and waits for the last ones."""
        rows, self.state.carried[edge] = self.state.carried[edge], (self.told_by(edge.x),) * edge.distance
        for row in rows if edge is not self.without else ():
            self.tell(edge.y, row)

    def _is_waited_for_behind(self, edge: OrderEdge) -> bool:
        """Whether the last signals are waited for behind the loop: those that are left, and phases before they are freed."""
        assert edge.resource is not None
        if is_of_phases(edge):
            return is_for_itself(self.program, edge.resource, edge.block)
        return edge.resource.takes and not edge.is_left

    def behind(self, iteration: WalkIteration, item: MachineItem) -> None:
        """What signals behind the op will tell in later iterations."""
        for edge in self._out_of.get(item.op, ()):
            if edge.means in (Means.SIGNAL, Means.GROUP):
                self.state.carried[edge] += (iteration.after[item.op][edge.x],)

    def _apply(self, edge: OrderEdge, iteration: WalkIteration) -> None:
        if edge.means in PUT_LAST:
            if edge is self.without:
                return
            if edge.means is Means.ALL:
                self.barrier_of_all()
            elif edge.means is Means.BARRIER:
                self.barrier_on(edge.y)
            else:
                assert edge.resource is not None
                self.fence(edge.resource.name)
            return
        if edge.distance:
            row = self.oldest(edge)
        else:
            row = self.told_by(edge.x) if is_at_once(edge) else iteration.after[edge.source][edge.x]
        if edge is self.without:
            return
        self.waited(edge, row)
        self.tell(edge.y, row)

    def oldest(self, edge: OrderEdge) -> Row:
        """Take what the oldest signal of an edge between iterations tells."""
        row, *rest = self.state.carried[edge]
        self.state.carried[edge] = tuple(rest)
        return row

    def waited(self, edge: OrderEdge, row: Row) -> None:
        """The wait of an edge has told this."""

    # ---- edges that are missing

    def missing(
        self, iteration: WalkIteration, item: MachineItem, touch: MachineTouch, effect: Effect | None
    ) -> None:
        """Add what gives the order."""
        if self.frozen:
            raise Missing
        place = self._place(iteration, item.op, touch)
        y = item.engine if effect is not None else 0
        if effect is not None and self.unfenced(y, touch) and not self.told(touch):
            # The process executes the fence, and so has to know.
            self._make_order(place, item, touch, 0, self.told)
        if effect is None and item.role is MachineRole.END:
            self._make_order(place, item, touch, y, self.over_for_caller)
        elif not self.ordered(y, touch):
            self._make_order(place, item, touch, y, lambda one: self.ordered(y, one))
        if effect is not None and self.unfenced(y, touch):
            self._make_visible(place, iteration, item, touch)

    def conflict_far_apart(self, iteration: WalkIteration, op: Operation) -> None:
        """Each iteration of the loop begins with a barrier of all engines."""
        if self.frozen:
            raise Missing
        first = self.program.items(op.regions[-1].blocks[0])[0].op
        if waits_for_all(self.program) is None or any(edge.is_far for edge in self.into(first)):
            super().conflict_far_apart(iteration, op)
        self.link(OrderEdge(Means.ALL, 0, 0, first, first, 0, is_far=True))
        raise WalkAgain(iteration, op)

    def _make_order(
        self,
        place: Place,
        item: MachineItem,
        touch: MachineTouch,
        y: int,
        done: Callable[[MachineTouch], bool],
    ) -> None:
        """Add edges until the engine knows that the access is over."""
        level, source, target, distance = place
        for means, to, resource in self._means(touch.engine, y, target, distance):
            if self._has(target, means, to, source, touch.engine, distance):
                if means is Means.BARRIER and target is item.op:
                    # It comes behind all waits there, those too that have been added since the walk came to it.
                    self.barrier_on(to)
                    learn(self.state.rows[item.engine], self.state.rows[0])
                    if done(touch):
                        return
                continue
            self._add(OrderEdge(means, touch.engine, to, source, target, distance, resource), level)
            if target is not item.op:
                raise WalkAgain(level, target)
            learn(self.state.rows[item.engine], self.state.rows[0])
            if done(touch):
                return
        names = self.program.engines
        why = f'nothing on \'{self.machine.name}\' lets "{names[y]}" wait for "{names[touch.engine]}"'
        raise CannotFollow(item.op, why)

    def _make_visible(
        self, place: Place, iteration: WalkIteration, item: MachineItem, touch: MachineTouch
    ) -> None:
        """Add a fence: in front of what the op is in, if one there does; else in front of the op itself."""
        level, source, target, _ = place
        resource = self.unfenced(item.engine, touch)[0]
        for at, near in ((target, level), (item.op, iteration)):
            there = any(e.means is Means.FENCE and e.resource is resource for e in self.into(at))
            if not there:
                self._add(OrderEdge(Means.FENCE, touch.engine, 0, source, at, 0, resource), near)
                if at is not item.op:
                    raise WalkAgain(near, at)
            elif at is item.op:
                self.fence(resource.name)  # A wait that was added later stands in front of it.
            if not self.unfenced(item.engine, touch):
                return
        raise CannotFollow(item.op, f'no fence "{resource.name}" makes visible what it needs')

    def _place(self, iteration: WalkIteration, op: Operation, touch: MachineTouch) -> Place:
        """The innermost block that both are in: the ops of it in which they are, and the distance."""
        own: dict[int, tuple[WalkIteration, Operation]] = {}
        for level, at in levels(iteration, op):
            own[id(level)] = own[id(level.before)] = (level, at)
        for level, at in levels(touch.iteration, touch.op):
            found = own.get(id(level)) or own.get(id(level.before))
            if found is not None:
                return found[0], at, found[1], found[0].number - level.number
        raise AssertionError("two ops of a function have no block in common")

    def _means(
        self, x: int, y: int, target: Operation, distance: int
    ) -> Iterator[tuple[Means, int, SyncResource | None]]:
        """What could give the order, the best first, each with who waits."""
        machine, names = self.machine, self.program.engines
        if (x == y or x == 0) and names[x] in machine.barriers:
            yield Means.BARRIER, x, None
        elif x:
            if x == y:
                # Its own order is not enough, and it has no barrier: the process waits for it.
                y = 0
            if (signals := signals_between(self.program, x, y)) is not None:
                yield Means.SIGNAL, y, signals
            elif (groups := effect_groups.groups_with(machine, names[x])) is not None:
                yield Means.GROUP, 0, groups
            elif (signals := signals_between(self.program, x, 0)) is not None:
                yield Means.SIGNAL, 0, signals
            elif (lasting := lasting_between(self.program, x, y, block_of(target), distance)) is not None:
                yield Means.SIGNAL, lasting[1], lasting[0]
            if not self.in_order[0] and names[0] in machine.barriers:
                yield Means.BARRIER, 0, None
        if waits_for_all(self.program) is not None:
            yield Means.ALL, 0, None

    def _has(self, target: Operation, means: Means, y: int, source: Operation, x: int, distance: int) -> bool:
        """Whether there is an edge already that does no less; one that does less is dropped."""
        for edge in list(self._into.get(target, ())):
            if edge.means is not means or edge.y != y:
                continue
            if means in (Means.BARRIER, Means.ALL):
                return True
            if edge.x != x:
                continue
            if self._age(edge.source, edge.distance) <= self._age(source, distance):
                return True
            self.drop(edge)
            self.state.carried.pop(edge, None)
        return False

    def _age(self, source: Operation, distance: int) -> tuple[int, int]:
        """How long before its target a source is."""
        return (distance, -self.place_of(source))

    def place_of(self, op: Operation) -> int:
        """The place of an op in its block."""
        block = op.parent
        assert block is not None
        places = self._positions.get(block)
        if places is None:
            places = self._positions[block] = {one: number for number, one in enumerate(block.ops)}
        return places[op]

    def _add(self, edge: OrderEdge, level: WalkIteration) -> None:
        if edge.distance:
            edge.outermost = level.via if is_of_phases(edge) else outermost_of(level).via
        self.link(edge)
        self._install(edge, level)
        self._apply(edge, level)

    def _install(self, edge: OrderEdge, level: WalkIteration) -> None:
        """What signals of an edge that is new would have told by now and no wait has taken; also where loops have ended."""
        if not edge.distance or edge.means not in (Means.SIGNAL, Means.GROUP):
            return
        first = self._told_first(edge, (level if is_of_phases(edge) else outermost_of(level)).entry)
        rows = [each.after[edge.source][edge.x] for each in level.before if edge.source in each.after]
        waited = max(0, level.number - edge.distance)
        self.state.carried[edge] = tuple(rows[waited:])
        for before, ends in self._loops:
            own = before is level.before
            if is_of_phases(edge) and not own:
                continue
            for number, (state, _) in enumerate(ends):
                told = [*[first] * edge.distance, *(rows[:number] if own else ())]
                state.carried[edge] = tuple(told[-edge.distance :])

    def restarted(self, iteration: WalkIteration, op: Operation) -> None:
        """Edges of the op may be newer than the state that the walk goes back to."""
        at: WalkIteration | None = iteration
        while at is not None:
            for edge in self._around.get(at.via, ()) if at.via is not None else ():
                if edge in self.state.carried or edge.means not in (Means.SIGNAL, Means.GROUP):
                    continue
                if edge.target is op:
                    self._install(edge, iteration)
                else:
                    first = self._told_first(edge, at.entry)
                    self.state.carried[edge] = (first,) * edge.distance
            at = at.parent


def levels(
    iteration: WalkIteration | None, op: Operation | None
) -> Iterator[tuple[WalkIteration, Operation]]:
    """The blocks around an op, innermost first, each with the op of it that the op is in."""
    while iteration is not None and op is not None:
        yield iteration, op
        iteration, op = iteration.parent, iteration.via


def outermost_of(iteration: WalkIteration) -> WalkIteration:
    """The iteration of the outermost loop around."""
    found = iteration
    at: WalkIteration | None = iteration
    while at is not None:
        if at.entry:
            found = at
        if at.via is not None and kind_of(at.via) is OpKind.CALL:
            break  # What a function gives is for each call of it by itself.
        at = at.parent
    return found


def completed(program: MachineProgram, edges: Sequence[OrderEdge]) -> list[OrderEdge]:
    """The edges, and those of which a walk sees that they are missing. Where it adds some, others may be missing still.

    An edge that is found late in a loop is taken to have told as much as it can on ways that were walked before.
    """
    walk = Needed(program, edges)
    walk.run()
    return walk.edges
