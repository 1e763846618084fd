"""What the works of a program on a machine touch: relations from labels to elements, for all iterations at once.

An access is a kind, an object, and a relation from the labels of its work to elements; None where it may be any element. What
is allocated in loops is another object for each label of the allocation: its elements begin with that. Two works may conflict
with the labels that `conflict` relates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from asyncir.certificates.machines.numbers import LOOPS, MachineNumbers, label_space
from asyncir.certificates.machines.visibility import MachineVisibility
from asyncir.certificates.memory import box, root
from asyncir.certificates.state import NotFollowed
from asyncir.certificates.values import IN, OUT, SET, Function, Relation, coalesced, isl
from asyncir.dialects import sync
from asyncir.dialects.effect_types import ANYTHING, AbsoluteView, Access, Effect, Milestone, Resource
from asyncir.dialects.effects import (
    Effects,
    IndexedView,
    global_of,
    is_allocation,
    is_memory,
    is_view,
)
from asyncir.dialects.foreign import ForeignOp
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import bytes_of_element, shape_of, strides_and_offset
from asyncir.dialects.memref_sizes import size_along
from asyncir.ir import Block, BlockArgument, MemRefType, Operation, OpResult, SSAValue
from asyncir.targets.machine import MachineModel
from asyncir.targets.matching import NotGiven, as_work
from asyncir.targets.resources import SyncResource

SIDES = (OpKind.IF, OpKind.SWITCH, OpKind.REGION)
"""One of their regions runs once, or none."""

STRUCTURED = (*LOOPS, *SIDES)
_MOST_TURNS = 24
ANY = "?"
"""The object that may be any."""


@dataclass(frozen=True, slots=True)
class MachineAccess:
    """What one work touches of one object."""

    is_read: bool
    object: str
    elements: Relation | None
    """From labels of the work; None: any element."""


class MachineAccesses:
    """Which elements works touch."""

    def __init__(self, numbers: MachineNumbers, machine: MachineModel):
        self.numbers = numbers
        self._machine = machine
        self._effects = Effects()
        self._found: dict[Operation, Sequence[MachineAccess]] = {}
        self._conflicts: dict[tuple[Operation, Operation, str], Relation] = {}

    def of(self, op: Operation) -> Sequence[MachineAccess]:
        """What a work, or an op of the process, touches."""
        found = self._found.get(op)
        if found is None:
            found = self._found[op] = tuple(self._accesses(op))
        return found

    def _accesses(self, op: Operation) -> Iterator[MachineAccess]:
        outer = self.numbers.depth_of(op)
        for at, effect in self._effects_in(op):
            block = at.parent_block()
            assert block is not None
            depth = self.numbers.depth(block)
            for name, elements in self._touched(effect, block):
                if elements is not None:
                    elements = elements.intersect_domain(self.numbers.domain(block))
                    elements = coalesced(elements.project_out(IN, outer, depth - outer))
                yield MachineAccess(effect.access is Access.READ, name, elements)

    def _effects_in(self, op: Operation) -> Iterator[tuple[Operation, Effect]]:
        """The effects of an op on memory, each with the op that has it."""
        if isinstance(op, sync.WorkOp):
            for access, values in ((Access.READ, op.read), (Access.WRITE, op.written)):
                yield from ((op, Effect(access, value, whole=True)) for value in values)
            for inner in op.body.blocks[0].ops:
                yield from self._effects_in(inner)
            return
        kind = kind_of(op)
        if isinstance(op, ForeignOp) and (said := self._said(op)) is not None:
            yield from ((op, effect) for effect in said)
            return
        if kind in STRUCTURED:
            for inner in (inner for region in op.regions for block in region.blocks for inner in block.ops):
                yield from self._effects_in(inner)
            return
        if op.regions and kind is not OpKind.OTHER:
            raise NotFollowed(f"the rules for {op.name} are not known here", op)
        for effect in self._effects.of(op):
            if effect.milestone is not Milestone.ISSUE:
                raise NotFollowed(f"the rules for {op.name} are not known here", op)
            of_memory = not isinstance(effect.root, Resource) and is_memory(effect.root.type)
            if (effect.access is not Access.ALLOC and (effect.root == ANYTHING or of_memory)) or (
                isinstance(effect.root, Resource) and effect.root.name.startswith("global ")
            ):
                yield op, effect

    # ---- elements

    def _touched(self, effect: Effect, block: Block) -> Iterator[tuple[str, Relation | None]]:
        if isinstance(effect.root, Resource):
            yield ANY if effect.root == ANYTHING else effect.root.name, None
            return
        depth = self.numbers.depth(block)
        yield from self._resolved(effect.root, self._indices(effect, effect.root, depth), depth, 0)

    def _indices(self, effect: Effect, of: SSAValue, depth: int) -> Relation | None:
        """From labels to the indices that are touched in the memory that the op names."""
        type_: Any = of.type
        if not isinstance(of.type, MemRefType):
            return None
        extents = shape_of(type_)
        everywhere = isl.Map.from_domain(isl.Set.universe(label_space(depth)))
        anywhere = everywhere.add_dims(OUT, 1)
        if effect.indices is None:
            firsts: Sequence[int | SSAValue] = (0,) * len(extents)
            sizes = [size_along(of, at) if size is None else size for at, size in enumerate(extents)]
        else:
            firsts, sizes = effect.indices, list(effect.sizes or (1,) * len(effect.indices))
        starts: list[Relation] = []
        ends: list[Relation] = []
        for first, size in zip(firsts, sizes, strict=True):
            start = self.numbers.wide(first, depth)
            count = None if size is None else self.numbers.wide(size, depth)
            starts.append(anywhere if start is None else start.of.as_map())
            ends.append(anywhere if start is None or count is None else start.of.add(count.of).as_map())
        return box(starts, ends, everywhere)

    def _said(self, op: Operation) -> list[Effect] | None:
        """What an `[[op]]` table of the machine's file says that an op of another dialect touches; None where none does."""
        try:
            work = as_work(self._machine, op)
        except NotGiven:
            return None
        if work is None:
            return None
        listed = ((Access.READ, work.reads), (Access.WRITE, work.writes))
        return [Effect(access, value, whole=True) for access, values in listed for value in values]

    def roots(self, value: SSAValue) -> set[str]:
        """The objects that a value may refer to."""
        block = value.owner if isinstance(value.owner, Block) else value.owner.parent_block()
        assert block is not None
        return {name for name, _ in self._resolved(value, None, self.numbers.depth(block), 0)}

    def _resolved(
        self, value: SSAValue, at: Relation | None, depth: int, turns: int
    ) -> Iterator[tuple[str, Relation | None]]:
        """The objects that memory may be, and their elements, of a relation from labels to indices."""
        if turns > _MOST_TURNS:
            yield ANY, None
        elif isinstance(value, BlockArgument):
            if value.block is self.numbers.body:
                yield self._object(f"arg{value.index}", value, at)
            else:
                yield from self._handed_on(value, at, depth, turns)
        elif isinstance(value, OpResult) and is_allocation(value):
            own = self.numbers.depth_of(value.op)
            name, found = self._object(f"alloc {self.numbers.ids[value.op]}", value, at)
            yield name, None if found is None else _labelled(found, own, depth)
        elif (named := global_of(value)) is not None:
            yield self._object(named.name, value, at)
        elif isinstance(value, OpResult) and is_view(value.op):
            sources = [operand for operand in value.op.operands if is_memory(operand.type)]
            if len(sources) == 1:
                moved = None if at is None else self._through(value, at, depth)
                yield from self._resolved(sources[0], moved, depth, turns)
            else:
                yield ANY, None
        elif isinstance(value, OpResult):
            yield from self._resulting(value, at, depth, turns)
        else:
            yield ANY, None

    def _object(self, name: str, value: SSAValue, at: Relation | None) -> tuple[str, Relation | None]:
        return name, at if root(name, value).whole else None

    def _resulting(
        self, value: OpResult, at: Relation | None, depth: int, turns: int
    ) -> Iterator[tuple[str, Relation | None]]:
        """Memory that a branch or a loop gives."""
        op = value.op
        if kind_of(op) in SIDES:
            for region in op.regions:
                last = region.blocks[0].last_op
                assert last is not None
                # What was made on the way is told apart by the labels of the branch, which are those around it.
                yield from self._resolved(last.operands[value.index], at, depth, turns + 1)
        elif kind_of(op) is OpKind.SELECT:
            for operand in op.operands[1:]:
                yield from self._resolved(operand, at, depth, turns + 1)
        elif kind_of(op) is OpKind.COUNTED_LOOP:
            for turn in self._turns(op) or ():
                yield from self._resolved(turn[value.index], at, depth, turns + 1)
            if self._turns(op) is None:
                yield ANY, None
        else:
            yield ANY, None

    def _handed_on(
        self, value: BlockArgument, at: Relation | None, depth: int, turns: int
    ) -> Iterator[tuple[str, Relation | None]]:
        """Memory that a loop carries: where its iterations exchange it in turn, it goes round."""
        loop = value.block.parent_op()
        assert loop is not None
        found = self._turns(loop) if kind_of(loop) is OpKind.COUNTED_LOOP and value.index else None
        if found is None:
            yield ANY, None
            return
        last = self.numbers.depth(value.block) - 1
        for turn, values in enumerate(found):
            here = at
            if at is not None:
                names = ", ".join(f"n{i}" for i in range(depth))
                # All turns but the first, too, come round: the yields exchange what there is.
                here = at.intersect_domain(isl.Set(f"{{ [{names}] : n{last} mod {len(found)} = {turn} }}"))
            yield from self._resolved(values[value.index - 1], here, depth, turns + 1)

    def _turns(self, loop: Operation) -> list[tuple[SSAValue, ...]] | None:
        """What a loop carries in each iteration until it comes round, where its iterations only exchange it."""
        block = loop.regions[0].blocks[0]
        last = block.last_op
        assert last is not None
        carried, given = block.args[1:], tuple(loop.operands[3:])
        places: list[int | None] = [
            each.index - 1 if isinstance(each, BlockArgument) and each.block is block and each.index else None
            for each in last.operands
        ]
        memory = [at for at, value in enumerate(carried) if is_memory(value.type)]
        if any(places[at] is None for at in memory) or len({places[at] for at in memory}) < len(memory):
            return None
        found: list[tuple[SSAValue, ...]] = []
        now = list(range(len(given)))
        while not found or any(now[at] != at for at in memory):
            found.append(tuple(given[at] for at in now))
            if len(found) > _MOST_TURNS:
                return None
            now = [now[places[at] or 0] if at in memory else at for at in range(len(given))]
        return found

    # ---- views

    def _through(self, value: OpResult, at: Relation, depth: int) -> Relation | None:
        """The indices in the source of a view, of those in the view."""
        if kind_of(value.op) is OpKind.VIEW:
            return self._bytes(value, at, depth)
        declared = value.op.get_traits_of_type(IndexedView)
        of: Any = value.type
        if not declared or not isinstance(of, MemRefType):
            return None
        if isinstance(declared[0], AbsoluteView) and not self._is_object(value.op.operands[0]):
            return None
        rank = at.dim(OUT)
        wide = isl.LocalSpace.from_space(label_space(depth + rank))
        index = [_Sum(isl.PwAff.var_on_domain(wide, SET, depth + n)) for n in range(rank)]

        def number(each: int | SSAValue) -> _Sum | None:
            found = self.numbers.wide(each, depth)
            return None if found is None else _Sum(found.of.add_dims(IN, rank))

        found = declared[0].source_index(value.op, index, number)
        return None if found is None else _moved(at, depth, [each.of for each in found])

    def _is_object(self, value: SSAValue) -> bool:
        """Whether memory is an object as it is."""
        if isinstance(value, BlockArgument):
            return value.block is self.numbers.body
        return is_allocation(value) or global_of(value) is not None

    def _bytes(self, value: OpResult, at: Relation, depth: int) -> Relation | None:
        """The bytes of the elements of a `memref.view`."""
        strides, size = strides_and_offset(value.type)[0], bytes_of_element(value.type)
        start = self.numbers.wide(value.op.operands[1], depth)
        if size is None or start is None or None in strides or len(strides) != at.dim(OUT):
            return None
        rank = at.dim(OUT)
        wide = isl.LocalSpace.from_space(label_space(depth + rank))
        first = start.of.add_dims(IN, rank)
        for n, stride in enumerate(strides):
            index = isl.PwAff.var_on_domain(wide, SET, depth + n)
            first = first.add(index.scale_val(isl.Val((stride or 0) * size)))
        found = _moved(at, depth, [first])
        return found.apply_range(isl.Map(f"{{ [b] -> [c] : b <= c < b + {size} }}"))

    # ---- conflicts

    def conflict(self, one: Operation, other: Operation, half: str) -> Relation:
        """From labels of one op to labels of another that it may conflict with; `half`: only its reads (R), writes (W)."""
        key = (one, other, half)
        found = self._conflicts.get(key)
        if found is None:
            pairs = [
                (a, b)
                for a in self.of(one)
                for b in self.of(other)
                if not (
                    (a.is_read and b.is_read)
                    or (half == "R" and not b.is_read)
                    or (half == "W" and b.is_read)
                )
            ]
            found = self._conflicts[key] = self._meetings(one, other, pairs)
        return found

    def hidden(
        self, one: Operation, other: Operation, fence: SyncResource, visibility: MachineVisibility
    ) -> Relation:
        """From labels of one op to labels of another of which it touches what that writes, in memory a fence is for."""
        key = (one, other, f"fence {fence.name}")
        found = self._conflicts.get(key)
        if found is None:
            pairs = [
                (a, b)
                for a in self.of(one)
                for b in self.of(other)
                if not b.is_read and any(visibility.may_be_for(fence, each.object) for each in (a, b))
            ]
            found = self._conflicts[key] = self._meetings(one, other, pairs)
        return found

    def _meetings(
        self, one: Operation, other: Operation, pairs: Sequence[tuple[MachineAccess, MachineAccess]]
    ) -> Relation:
        """From labels of one op to labels of another where accesses may touch the same."""
        blocks = one.parent_block(), other.parent_block()
        mine, theirs = (self.numbers.domain(block) for block in blocks if block is not None)
        all_ = isl.Map.from_domain_and_range(mine, theirs)
        found = isl.Map.empty(all_.get_space())
        for a, b in pairs:
            if may_be(a.object, b.object):
                same = a.object == b.object != ANY
                exact = same and a.elements is not None and b.elements is not None
                found = found.union(_meeting(a.elements, b.elements) if exact else all_)
        return coalesced(found.intersect(all_))


def may_be(one: str, other: str) -> bool:
    """Whether two objects may be one: arrays that are passed differ, but a global may be passed."""
    if one == other or ANY in (one, other):
        return True
    return {one[:3], other[:3]} == {"arg", "glo"}


def _meeting(one: Relation, other: Relation) -> Relation:
    return one.apply_range(other.reverse())


def _labelled(found: Relation, own: int, depth: int) -> Relation:
    """Elements with the labels of what allocated them in front."""
    names = [f"n{i}" for i in range(depth)]
    label = isl.Map(f"{{ [{', '.join(names)}] -> [{', '.join(names[:own])}] }}")
    return label.flat_range_product(found)


def _moved(at: Relation, depth: int, to: Sequence[Function]) -> Relation:
    """From labels to functions of labels and indices, of a relation to indices."""
    rank = at.dim(OUT)
    moving = at.move_dims(IN, depth, OUT, 0, rank).domain()
    found = isl.Map.from_domain(moving)
    for each in to:
        found = found.flat_range_product(each.as_map())
    return found.project_out(IN, depth, rank)


class _Sum:
    """A sum as views compute with it."""

    def __init__(self, of: Function):
        self.of = of

    def __add__(self, other: _Sum) -> _Sum:
        return _Sum(self.of.add(other.of))

    def __mul__(self, by: int) -> _Sum:
        return _Sum(self.of.scale_val(isl.Val(by)))

    def __floordiv__(self, by: int) -> _Sum:
        return _Sum(self.of.scale_down_val(isl.Val(by)).floor())

    def __mod__(self, by: int) -> _Sum:
        return _Sum(self.of.mod_val(isl.Val(by)))
