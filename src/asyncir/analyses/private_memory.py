"""Memory of which each iteration of a loop can have a copy: what it reads there, it has written itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import takewhile
from typing import cast

from asyncir.analyses.affine_accesses import ISL_ANSWERS, Instance, Parameters, isl, limited, relations
from asyncir.analyses.loop_accesses import Touch
from asyncir.analyses.own_globals import own_global
from asyncir.dialects.effects import (
    ANYTHING,
    AbsoluteView,
    Access,
    AsksShape,
    Effects,
    RelativeView,
    declared_effects,
    global_of,
    is_allocation,
    is_view,
    view_source,
)
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import strided_form
from asyncir.ir import Attribute, IsTerminator, MemRefType, NoneAttr, Operation, SSAValue
from asyncir.ir.marks import PRIVATE
from asyncir.ir.walk import enclosing, is_below, is_defined_below

_MOST_OPERATIONS = 300_000
"""Of isl's, for one question: it is asked once of each read of private memory."""


@dataclass(frozen=True, slots=True)
class Shared:
    """Why all iterations have one copy of some memory."""

    reason: str
    op: Operation
    help: str = ""
    """What lets each iteration have a copy."""


def private_memory(loop: Operation, touches: Sequence[Touch]) -> set[SSAValue]:
    """Allocations of which each iteration reads only what it has written itself, and nobody but this loop uses.

    Iterations may then have a copy each. So it is with memory that the body allocated.
    """
    return {
        m
        for m, own in _by_memory(touches).items()
        if (is_allocation(m) or own_global(m)) and _shared(m, loop, own, touches) is None
    }


def why_shared(memory: SSAValue, loop: Operation, touches: Sequence[Touch]) -> Shared | None:
    """What keeps an allocation from being private to an iteration."""
    return _shared(memory, loop, _by_memory(touches).get(memory, []), touches)


def _by_memory(touches: Sequence[Touch]) -> dict[SSAValue, list[Touch]]:
    found: dict[SSAValue, list[Touch]] = {}
    for touch in touches:
        if isinstance(touch.effect.root, SSAValue):
            found.setdefault(view_source(touch.effect.root), []).append(touch)
    return found


def _shared(
    memory: SSAValue, loop: Operation, own: Sequence[Touch], touches: Sequence[Touch]
) -> Shared | None:
    other = _of_global(memory, loop, touches) or _other_use(memory, loop)
    if other is not None or (isinstance(memory.owner, Operation) and PRIVATE in memory.owner.attributes):
        return other
    read = _unwritten(loop, memory, own)
    return None if read is None else Shared("this may read what an earlier iteration has written", read)


def _of_global(memory: SSAValue, loop: Operation, touches: Sequence[Touch]) -> Shared | None:
    """Who else may touch a global, since what is called has the same."""
    named = global_of(memory)
    if named is None:
        return None
    assert isinstance(memory.owner, Operation)
    if own_global(memory) is None or is_defined_below(memory, loop):
        help = "give it a value (`uninitialized`), make it private, and name it once"
        return Shared("others may see this global", memory.owner, help)
    other = next((t.op for t in touches if t.effect.root in (named, ANYTHING)), None)
    return None if other is None else Shared("this may touch the global, too", other)


def _other_use(memory: SSAValue, loop: Operation) -> Shared | None:
    """A use of the memory, or of a view of it, that does not lie in the loop, or cannot use a copy in its place.

    It may be freed elsewhere.
    """
    type_: object = memory.type
    assert isinstance(memory.owner, Operation)
    if not isinstance(type_, MemRefType) or not isinstance(
        cast("MemRefType[Attribute]", type_).layout, NoneAttr
    ):
        return Shared("this has a layout", memory.owner)
    pending = [memory]
    while pending:
        value = pending.pop()
        for use in value.uses:
            op = use.operation
            if _is_movable_view(op) or (kind_of(op) is OpKind.VIEW and value is memory):
                pending.extend(op.results)
            elif not is_below(op, loop):
                if value is not memory or {e.access for e in declared_effects(op) or ()} != {Access.FREE}:
                    return Shared("this uses it outside of the loop", op, "allocate memory in the loop")
            elif Effects().keeps_nothing(op):
                if not _may_begin_anywhere(value):
                    help = "declare the parameter with `strided<…, offset: ?>`, and cast"
                    return Shared("what is called takes no memory that begins anywhere", op, help)
            elif not _only_touches(op, value):
                return Shared(f"it is not known what {op.name} does with it", op)
    return None


def _is_movable_view(op: Operation) -> bool:
    """Whether the op can be a view of other memory with the same strides."""
    if not op.has_trait(RelativeView) and not op.has_trait(AbsoluteView):
        return False
    type_ = op.results[0].type
    return isinstance(type_, MemRefType) and strided_form(cast("Attribute", type_)) is not None


def _may_begin_anywhere(memory: SSAValue) -> bool:
    """Whether the type leaves open where its elements begin, or a `memref.view` of another byte has the same."""
    type_: object = memory.type
    form = strided_form(cast("Attribute", type_)) if isinstance(type_, MemRefType) else None
    is_view_of_bytes = isinstance(memory.owner, Operation) and kind_of(memory.owner) is OpKind.VIEW
    return is_view_of_bytes or (form is not None and form[1] is None)


def _only_touches(op: Operation, memory: SSAValue) -> bool:
    """Whether the op says what it does with the memory, and hands it to nobody."""
    declared = declared_effects(op)
    if declared is None or is_view(op) or op.regions or op.has_trait(IsTerminator):
        return False
    return any(effect.root is memory for effect in declared) or op.has_trait(AsksShape)


def _unwritten(loop: Operation, memory: SSAValue, touches: Sequence[Touch]) -> Operation | None:
    """The first that may read what the same iteration has not written."""
    parameters = Parameters()
    written: list[tuple[Touch, str | None]] = []
    for touch in touches:
        elements = _elements(loop, memory, touch, parameters)
        if touch.writes:
            written.append((touch, elements))
            continue
        before = tuple(
            text
            for write, text in written
            if text is not None and not _share_a_loop(write.op, touch.op, loop)
        )
        if elements is None or not before:
            return touch.op
        known = " and ".join([elements, *parameters.conditions])
        if not _is_covered(known, before, (*parameters.names.values(),)):
            return touch.op
    return None


def _elements(loop: Operation, memory: SSAValue, touch: Touch, parameters: Parameters) -> str | None:
    """The elements that are touched, as `[iteration, element...] : ...`; None where they cannot be told.

    Of a write, only if it is sure that each is.
    """
    instance = Instance(loop, "a", parameters, alone=True)
    element = instance.element(touch.op, touch.effect)
    if element is None or element.coordinates is None or element.base is not memory:
        return None
    if touch.writes and not element.exact:
        return None
    names = [f"e{d}" for d in range(len(element.coordinates))]
    places = [instance.settled(x) for x in element.coordinates]
    same = [f"{name} = {x}" for name, x in zip(names, places, strict=True)]
    same += relations(instance, instance)
    variables, *others = instance.variables
    exists = f"exists {', '.join(others)} : " if others else ""
    return f"[{', '.join([variables, *names])}] : {exists}{' and '.join([*instance.conditions, *same])}"


@lru_cache(ISL_ANSWERS)
def _is_covered(elements: str, by: tuple[str, ...], parameters: tuple[str, ...]) -> bool:
    names = f"[{', '.join(parameters)}] -> "
    with limited(_MOST_OPERATIONS) as context:
        try:
            read, *written = (
                isl().Set.read_from_str(context, f"{names}{{ {one} }}") for one in (elements, *by)
            )
            united = reduce(lambda a, b: a.union(b), written)
            return bool(read.is_subset(united))
        except isl().Error:
            return False  # it takes too long


def _share_a_loop(a: Operation, b: Operation, outer: Operation) -> bool:
    """Whether both lie in one loop inside of `outer`: then one may run again before the other has."""
    return any(
        kind_of(around) not in (OpKind.REGION, OpKind.IF) and is_below(b, around)
        for around in takewhile(lambda around: around is not outer, enclosing(a))
    )
