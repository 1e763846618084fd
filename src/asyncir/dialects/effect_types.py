"""The words in which an op says what it touches; `effects.py` answers questions about ops in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, Self, TypeVar

from xdsl.traits import EffectInstance, MemoryEffectKind

from asyncir.ir import MemoryEffect, Operation, OpTrait, SSAValue


class Access(Enum):
    """The kind of touch. `ALLOC` and `FREE` begin and end the life of the root object."""

    READ = MemoryEffectKind.READ
    WRITE = MemoryEffectKind.WRITE
    ALLOC = MemoryEffectKind.ALLOC
    FREE = MemoryEffectKind.FREE


class Milestone(Enum):
    """When an effect happens, relative to the op that declares it."""

    ISSUE = "issue"
    """While the op itself executes."""
    SOURCE_READ = "source read"
    """Any moment until the operation's sources have been read."""
    WRITTEN = "written"
    """Any moment until the operation's results have been written."""


@dataclass(frozen=True, slots=True)
class Resource:
    """A root object that is no SSA value, told apart by name, such as the runtime's queue of tasks."""

    name: str


ANYTHING = Resource("anything")
"""The root of an effect about which nothing is known: it aliases every object and every resource."""

TASKS = Resource("tasks")
"""The order in which tasks are launched, set ready, waited for and fail: ops on it keep their order."""

OUTPUT = Resource("output")
"""Standard output and everything else outside the program."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One touch: `access` of `root`, of the elements at `indices` if known, at `milestone`."""

    access: Access
    root: SSAValue | Resource
    indices: tuple[SSAValue, ...] | None = None
    milestone: Milestone = Milestone.ISSUE
    sizes: tuple[int | SSAValue, ...] | None = None
    """How many elements from `indices` on, along each dimension; None where it is one element."""
    whole: bool = False
    """Every element of `root` is touched; said where there are no `indices`."""


FAILURE = Resource("failure")
"""Whether and where the program fails: ops that may fail keep their order and are never dropped."""

HEAP = Resource("heap")
"""Where a region or a call allocates: that is new, so this touches no object that exists already."""


UNKNOWN = tuple(Effect(access, ANYTHING) for access in Access)
"""What an op does that declares nothing: everything."""

BARRIER: tuple[Effect, ...] = (Effect(Access.READ, ANYTHING), Effect(Access.WRITE, ANYTHING))
"""What a wait for something unknown does: the work that it waits for may have touched anything."""


@dataclass(frozen=True)
class HasEffects(MemoryEffect):
    """The trait with which an op declares its effects; see `effects_of`."""

    effects: Callable[[Any], Iterable[Effect]]
    """The op's own effects, those of its regions not counted."""
    certain: tuple[Access, ...] = ()
    """Kinds of touch that are among them in any case, as far as that is said: it spares asking for the effects."""

    def get_effects(self, op: Operation) -> Set[EffectInstance] | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The answer to xDSL's own query, from the same declaration."""
        return {
            EffectInstance(e.access.value, e.root if isinstance(e.root, SSAValue) else None)
            for e in self.effects(op)
        }


def always(*effects: Effect) -> HasEffects:
    """The trait of an op that has these effects, whatever its operands are."""
    return HasEffects(lambda _: effects, tuple(effect.access for effect in effects))


def touches(access: Access, operand: int, *, whole: bool = False) -> HasEffects:
    """The trait of an op that touches elements of an operand, given by its number: which is not known, or all."""
    return HasEffects(lambda op: (Effect(access, op.operands[operand], whole=whole),), (access,))


ALLOCATES_RESULT = HasEffects(lambda op: (Effect(Access.ALLOC, op.results[0]),))
"""The op's first result is an object that nothing else knows of."""

TOUCHES_TASKS = always(Effect(Access.READ, TASKS), Effect(Access.WRITE, TASKS))
"""The op launches, completes or waits for tasks: ops with this trait keep their order."""

READS_TASKS = always(Effect(Access.READ, TASKS))
"""The op looks at the state of tasks and changes nothing."""


class Speculatable(OpTrait):
    """The op can be executed although the program would not have reached it: no fault, no divergence."""


class Overlaps(OpTrait):
    """What the op's regions do may happen at any moment from the op on, until something waits for it."""


class ViewLike(OpTrait):
    """Every result of the op shares the storage of the op's operands of a memory type."""


class IndexSum(Protocol):
    """An integer expression, for whoever asks which element of its source an element of a view is."""

    def __add__(self, other: Self, /) -> Self: ...

    def __mul__(self, other: int, /) -> Self: ...

    def __floordiv__(self, other: int, /) -> Self: ...

    def __mod__(self, other: int, /) -> Self: ...


NumberT = TypeVar("NumberT", bound=IndexSum)
NumberOf = Callable[[int | SSAValue], NumberT | None]
"""The expression for a constant, or for an operand of the op; None where there is none."""


@dataclass(frozen=True)
class IndexedView(ViewLike):
    """A view of the first operand of which each element can be found there, by arithmetic on its indices."""

    source_index: Callable[[Any, Sequence[Any], NumberOf[Any]], list[Any] | None]
    """The indices in the source of the op's result's element at some indices; None where they are not known."""


class RelativeView(IndexedView):
    """Of a source that has the same strides and begins elsewhere, the op gives a view that begins elsewhere by as much."""


class AbsoluteView(IndexedView):
    """Where the view begins counts from the beginning of what was allocated, wherever its source begins."""


class AsksShape(OpTrait):
    """Of its memory the op uses nothing but the shape."""
