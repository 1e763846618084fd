"""`size-buffers`: memory that is private to an iteration gets as many copies as the schedule needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, cast

from asyncir.analyses.loop_accesses import Touch, touches_of
from asyncir.analyses.loop_dependences import Dependence, dependences_of, overwritten
from asyncir.analyses.own_globals import own_global
from asyncir.analyses.private_memory import private_memory
from asyncir.analyses.slots import (
    Finish,
    PipelineSchedule,
    commit_groups,
    finishes,
    slots_needed,
    waits_needed,
)
from asyncir.diagnostics.words import listing
from asyncir.dialects import arith, memref
from asyncir.dialects.effects import Effects, view_source
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.pipelining import scheduled_statements, statements_of
from asyncir.ir import (
    DYNAMIC_INDEX,
    Attribute,
    MemRefType,
    Operation,
    OpResult,
    SSAValue,
    UnitAttr,
)
from asyncir.ir.marks import PRIVATE
from asyncir.ir.walk import first_of, is_defined_below, walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder, iteration_of
from asyncir.transforms._moved_views import (
    begins_anywhere,
    is_viewed_as_bytes,
    move_views,
    views_of,
    views_used,
)
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._rebuilding import rebuilt
from asyncir.transforms._remarks import remark
from asyncir.transforms._slot_sizes import aligned_extents, sizes_of
from asyncir.transforms.verify_schedule import name_of, schedule_of

_MOST_EXTRA = 255


class SizeBuffers(ScopedPass):
    """Give memory that each iteration writes before it reads it, and that nobody else uses, enough copies.

    Iteration k has copy k mod S, S being as few as are right with no wait but those that the schedule needs anyway. With
    `slots=fewest`, asynchronous accesses count as finished when they are issued: then waits have to be added. `extra-slots`
    is how many more copies there are. A remark tells where more would let waits be looser (P111).
    """

    slots: Literal["enough", "fewest"] = "enough"
    extra_slots: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.extra_slots <= _MOST_EXTRA:
            raise ValueError(f"extra-slots is a number of copies up to {_MOST_EXTRA}, not {self.extra_slots}")

    def run_on(self, root: Operation) -> None:
        """Look at every loop with statements that have stages."""
        for loop in [op for op in walk(root) if scheduled_statements(op)]:
            self._size(loop, statements_of(loop))
        for op in walk(root):
            op.attributes.pop(PRIVATE, None)

    def _size(self, loop: Operation, statements: Sequence[Operation]) -> None:
        effects = Effects()
        touches = touches_of(statements, effects)
        dependences = dependences_of(loop, statements, effects)
        written = schedule_of(statements)
        schedule, known = _known(written, dependences)
        by_memory: dict[SSAValue, list[Touch]] = {}
        for touch in touches:
            if isinstance(touch.effect.root, SSAValue):
                by_memory.setdefault(view_source(touch.effect.root), []).append(touch)
        for memory in sorted(private_memory(loop, touches), key=lambda m: m.name_hint or ""):
            assert isinstance(memory, OpResult)
            if is_defined_below(memory, loop):
                continue  # Allocated inside the statement: already one per iteration.
            overwrites = overwritten(loop, by_memory[memory])
            slots = enough = slots_needed(schedule, known, overwrites)
            if self.slots == "fewest":
                at_once = replace(written, asynchronous=[False] * len(statements))
                slots = slots_needed(*_known(at_once, dependences), overwrites)
            slots += self.extra_slots
            never = sorted({n for n, _ in overwrites if schedule.asynchronous[n] and not known[n]})
            _tell(memory.op, slots, enough, [name_of(statements[n]) for n in never])
            if slots > 1:
                _multiply(memory, slots, loop, statements)


def _known(
    written: PipelineSchedule, dependences: Sequence[Dependence]
) -> tuple[PipelineSchedule, list[list[Finish]]]:
    """The schedule, statements that share a commit having one time, and when the accesses of each are finished."""
    shared = list(written.times)
    for group in commit_groups(written, dependences):
        for number in group:
            shared[number] = shared[group[0]]
    schedule = replace(written, times=shared)
    return schedule, finishes(schedule, waits_needed(schedule, dependences))


def _tell(allocation: Operation, slots: int, enough: int, never: Sequence[str]) -> None:
    """Say where more copies would let waits be looser."""
    memory = f"`%{allocation.results[0].name_hint or '?'}`"
    if slots < enough:
        message = f"{memory} has {slots} slots, and something waits until one may be overwritten; with {enough} nothing would"
        remark("P111", message, allocation, help="slots=enough")
    elif never:
        message = (
            f"nothing waits for {listing([f'statement `{name}`' for name in never])} but what overwrites a slot of {memory}, "
            f"which has {slots}; with one more, one group more could stay in flight"
        )
        remark("P111", message, allocation, help="extra-slots=1")


def _multiply(memory: OpResult, slots: int, loop: Operation, statements: Sequence[Operation]) -> None:
    """Allocate `slots` times the memory, and let each statement use the copy of its iteration."""
    old = memory.op
    old_type = cast("MemRefType[Attribute]", memory.type)
    definition = own_global(memory)
    extents: list[int | SSAValue] = [slots, *aligned_extents(memory)]
    sizes = [_product(Builder(old), extents)] if is_viewed_as_bytes(views_of(memory)) else extents
    shape = [size if isinstance(size, int) else DYNAMIC_INDEX for size in sizes]
    new_type = MemRefType(old_type.element_type, shape, memory_space=old_type.memory_space)
    new = rebuilt(old, [size for size in sizes if isinstance(size, SSAValue)], [new_type])
    new.results[0].name_hint = memory.name_hint
    if definition is not None:
        definition.properties |= {"type": new_type, "initial_value": UnitAttr()}
    for statement in statements:
        views = views_used(statement, memory)
        if views is not None:
            copy = _Copy(memory, new.results[0], extents, loop, statement)
            move_views(statement, memory, views, copy.value, copy.position)
    for view in reversed(views_of(memory)):  # in front of the loop
        erase(view)
    memory.replace_all_uses_with(new.results[0])  # where it is freed
    erase(old)


class _Copy:
    """The copy of a statement's iteration, as a view in front of the statement's first op."""

    def __init__(
        self,
        old: OpResult,
        memory: SSAValue,
        extents: Sequence[int | SSAValue],
        loop: Operation,
        statement: Operation,
    ):
        first = first_of(statement.regions[0].block)
        build = Builder(first)
        number = iteration_of(loop, build)
        slots, *self._extents = extents
        assert isinstance(slots, int)
        self._slot = build.value(arith.RemUIOp(number, build.index(slots)))
        sizes = sizes_of(old)
        first, ones = [self._slot, *[0] * len(self._extents)], [1] * len(extents)
        if len(shape_of(memory.type)) == len(sizes):  # they lie in a row
            first, ones = [self._position(build)], []
        sizes = [*ones[:1], *sizes, *ones[1 + len(sizes) :]]
        type_ = begins_anywhere(old.type)
        self.value = build.value(memref.SubviewOp.get(memory, first, sizes, ones or [1], type_))
        self.value.name_hint = old.name_hint

    def position(self) -> SSAValue:
        """Where it begins, counted in elements."""
        assert isinstance(self.value.owner, Operation)
        assert self.value.owner.next_op is not None
        return self._position(Builder(self.value.owner.next_op))

    def _position(self, build: Builder) -> SSAValue:
        position = _product(build, [self._slot, *self._extents])
        assert isinstance(position, SSAValue)
        return position


def _product(build: Builder, factors: Sequence[int | SSAValue]) -> int | SSAValue:
    """The product, which is computed where it is no constant."""
    first, *others = factors
    for factor in others:
        if isinstance(first, int) and isinstance(factor, int):
            first *= factor
        else:
            a, b = (build.index(n) if isinstance(n, int) else n for n in (first, factor))
            first = build.times(a, b)
    return first
