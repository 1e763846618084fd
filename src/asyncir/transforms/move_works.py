"""`move-works`: works are given to their engines earlier, before `insert-sync` says what waits for what.

Two moves are made, and both keep what the program means when its ops are done one after the other:

- A work that does the same in each iteration of a loop leaves the loop. It is known that there are two iterations or more.
  Nothing else in the loop writes what the work reads or writes, and nothing in front of the work touches what it writes. It
  writes nothing that it reads, so that once is as good as often.
- A work goes in front of ops of its block that hold up the process, if it conflicts with none of them. It never passes a
  work of its own engine, so each engine's queue keeps its order: no work comes later to its engine for it.

Two accesses of one array conflict if they may touch one element, as `insert-sync` tells them apart: by boxes of indices
(boxes.py). Of works in a loop these are boxes for all iterations together; a loop of the process itself is one step, which
touches arrays as a whole.

Nothing passes an op of which not all effects are known, an op of synchronisation, a call, or a loop that may have no end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from asyncir.analyses.call_graph import is_function
from asyncir.analyses.machines.boxes import WalkNumbers
from asyncir.analyses.machines.objects import Objects
from asyncir.analyses.machines.program import MachineItem, MachineProgram, MachineRole
from asyncir.dialects.counted_loops import Count, counts_of
from asyncir.dialects.effects import ANYTHING, Access, Effect, Effects, is_speculatable
from asyncir.dialects.interfaces.effect_groups import in_memory
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.sync import WorkOp
from asyncir.ir import Block, Context, IsTerminator, ModuleOp, Operation, OpResult
from asyncir.ir.symbols import ops_of, symbol_tables
from asyncir.ir.walk import walk
from asyncir.targets.machine import load_machine
from asyncir.transforms._blocks import move_ops
from asyncir.transforms._folds.constants import signed_integer
from asyncir.transforms._kernel_functions import kernels_as_functions
from asyncir.transforms._passes import Pass
from asyncir.transforms.assign_engines import assign_all

_COMPOUND = (MachineRole.LOOP, MachineRole.BRANCHES)


class MoveWorks(Pass):
    """Move works out of loops in which they always do the same, and in front of what they need not wait for.

    Arrays that are passed to a function are taken to be different ones, unless `args_alias` says that they may overlap.
    """

    machine: str = "ascend-a2"
    args_alias: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Look at each function with works."""
        machine = load_machine(self.machine)
        assign_all(op, machine)
        with kernels_as_functions(op):
            for function in (one for table in symbol_tables(op) for one in ops_of(table) if is_function(one)):
                body = function.regions[0]
                if len(body.blocks) == 1 and any(isinstance(inner, WorkOp) for inner in walk(function)):
                    _Mover(MachineProgram(function, machine, self.args_alias)).move_in(body.blocks[0])


class _Mover:
    """Moves the works of one function."""

    def __init__(self, program: MachineProgram):
        self.program = program
        self._effects = Effects()
        self._objects: Objects = program.objects

    def move_in(self, block: Block) -> None:
        """Inner blocks first, so that what leaves a loop may leave the next."""
        for op in list(block.ops):
            item = self.program.item(op)
            if item is None or item.role not in _COMPOUND:
                continue
            for inner in [inner for region in op.regions for inner in region.blocks]:
                self.move_in(inner)
            if _runs_twice(op):
                self._move_out_of(op)
        for op in list(block.ops):
            self._move_up(op)

    # ---- out of loops

    def _move_out_of(self, loop: Operation) -> None:
        body = loop.regions[0].blocks[0]
        for op in list(body.ops):
            item = self._movable(op)
            moved = None if item is None else _with_needs(op, body)
            if item is not None and moved is not None and self._is_once_enough(item, body):
                move_ops(moved, loop)

    def _is_once_enough(self, item: MachineItem, body: Block) -> bool:
        """Whether the work can be done once, in front of the loop."""
        loop = body.parent_op()
        assert loop is not None
        # All iterations at once: a counter is whatever it may be.
        places = _places_in(loop)
        if self._in_conflict(places, _writes(item.effects), _reads(item.effects)):
            return False
        is_before = True
        for op in body.ops:
            if op is item.op:
                is_before = False
                continue
            touched = self._touched(op)
            if touched is None or self._in_conflict(places, item.effects, _writes(touched)):
                return False
            if is_before and self._in_conflict(places, _writes(item.effects), touched):
                return False
        return True

    # ---- up in a block

    def _move_up(self, op: Operation) -> None:
        item = self._movable(op)
        if item is None:
            return
        moved, place, at = [op], None, op.prev_op
        while at is not None:
            if any(_uses(one, at) for one in moved):
                if not self._goes_along(at):
                    break
                moved.insert(0, at)
            elif not self._can_pass(item, at):
                break
            elif self._holds_up(at):
                place = (at, list(moved))
            at = at.prev_op
        if place is not None:
            move_ops(place[1], place[0])

    def _can_pass(self, item: MachineItem, op: Operation) -> bool:
        touched = self._touched(op)
        if touched is None or item.engine in self._engines_in(op):
            return False
        effects, places = item.effects, _places_in(item.op, op)
        return not self._in_conflict(places, _writes(effects), touched) and not self._in_conflict(
            places, effects, _writes(touched)
        )

    def _holds_up(self, op: Operation) -> bool:
        """Whether the process has something to do itself in an op."""
        if self._engines_in(op) - {0}:
            return False
        return self.program.item(op) is not None or bool(op.regions)

    # ---- what ops do

    def _movable(self, op: Operation) -> MachineItem | None:
        """The work of another engine that an op is, if all that it does is known."""
        item = self.program.item(op) if isinstance(op, WorkOp) else None
        if item is None or item.role is not MachineRole.WORK or not item.engine:
            return None
        is_known = self._is_known(item.effects) and all(
            self._is_known(self._effects.of(inner)) for inner in walk(op) if inner is not op
        )
        return item if is_known else None

    def _touched(self, op: Operation) -> Sequence[Effect] | None:
        """What an op does to memory; None where not all is known, or it may have no end."""
        item = self.program.item(op)
        if item is not None and item.role is MachineRole.WORK:
            return item.effects if self._is_known(item.effects) else None
        if item is not None and item.role in _COMPOUND:
            if kind_of(op) is OpKind.CONDITIONAL_LOOP:
                return None
            found: list[Effect] = []
            for inner in _ops_in(op):
                touched = self._touched(inner)
                if touched is None:
                    return None
                found += touched
            return found
        effects = self._effects.of(op)
        if (item is not None and item.role is not MachineRole.OWN) or not self._is_known(effects):
            return None
        return None if any(kind_of(inner) in _ENDLESS for inner in walk(op)) else in_memory(effects)

    def _is_known(self, effects: Iterable[Effect]) -> bool:
        """Whether there are none but on memory that is known."""
        inside = in_memory(effects)
        return all(
            effect.root is not ANYTHING and (effect in inside or effect.access in (Access.ALLOC, Access.READ))
            for effect in effects
        )

    def _engines_in(self, op: Operation) -> set[int]:
        works = (self.program.item(inner) for inner in walk(op) if isinstance(inner, WorkOp))
        return {item.engine for item in works if item is not None}

    def _goes_along(self, op: Operation) -> bool:
        return not op.regions and is_speculatable(op) and not self._effects.of(op)

    def _in_conflict(self, places: WalkNumbers, some: Iterable[Effect], others: Sequence[Effect]) -> bool:
        return any(self._may_meet(places, one, other) for one in some for other in others)

    def _may_meet(self, places: WalkNumbers, one: Effect, other: Effect) -> bool:
        """Whether two effects may be on one element."""
        if not self._objects.may_be(_object_of(one), _object_of(other)):
            return False
        a, b = places.box_of(one), places.box_of(other)
        return a.root != b.root or a.may_meet(b)


_ENDLESS = frozenset({OpKind.CONDITIONAL_LOOP, OpKind.CALL, OpKind.CALL_OF_VALUE})
"""What may have no end."""


def _places_in(*ops: Operation) -> WalkNumbers:
    """Tells places apart: what is in these ops is done as one step, what is around them is as it is in one iteration."""
    numbers = WalkNumbers()
    for op in ops:
        numbers.enter_all(op)
    return numbers


def _object_of(effect: Effect) -> object:
    """The memory as `Objects` has it: which execution made it is of no matter."""
    return (effect.root, 0)


def _reads(effects: Iterable[Effect]) -> list[Effect]:
    return [effect for effect in effects if effect.access is Access.READ]


def _writes(effects: Iterable[Effect]) -> list[Effect]:
    return [effect for effect in effects if effect.access is not Access.READ]


def _ops_in(op: Operation) -> Iterator[Operation]:
    for region in op.regions:
        for block in region.blocks:
            yield from (inner for inner in block.ops if not inner.has_trait(IsTerminator))


def _runs_twice(loop: Operation) -> bool:
    """Whether a loop is known to have two iterations or more: a work that leaves it is done less often."""
    counts = counts_of(loop) if kind_of(loop) is OpKind.COUNTED_LOOP else ()
    return len(counts) == 1 and _counts_to_two(counts[0])


def _counts_to_two(count: Count) -> bool:
    step = count.step if isinstance(count.step, int) else signed_integer(count.step)
    low, high = signed_integer(count.lower), signed_integer(count.upper)
    if low is None or high is None or step is None or count.unsigned:
        return False
    return step > 0 and low + step < high


def _uses(op: Operation, maker: Operation) -> bool:
    """Whether an op, or one in it, uses a result of another."""
    return any(isinstance(v, OpResult) and v.op is maker for inner in walk(op) for v in inner.operands)


def _with_needs(op: Operation, body: Block) -> list[Operation] | None:
    """The op, behind what has to leave the loop with it; None where something cannot."""
    found: dict[Operation, None] = {}
    pending = [op]
    while pending:
        at = pending.pop()
        if at in found:
            continue
        found[at] = None
        for value in (v for inner in walk(at) for v in inner.operands):
            if not isinstance(value, OpResult):
                if value.owner is body:
                    return None
            elif value.op.parent is body:
                if value.op.regions or not is_speculatable(value.op) or not _is_plain(value.op):
                    return None
                pending.append(value.op)
    return [one for one in body.ops if one in found]


def _is_plain(op: Operation) -> bool:
    return not Effects().of(op)
