"""Memory on one path: objects, the sizes of views, and what integers the elements hold.

The path is executed once, so each allocation is an object of its own. What an element holds is known where its place is a
constant; a write to an unknown place makes all elements of the object unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from asyncir.analyses.in_flight.code import Instruction, Kind
from asyncir.analyses.in_flight.exprs import Lin, constant, symbol
from asyncir.analyses.in_flight.lookup import is_number, memref
from asyncir.analyses.in_flight.state import Lane, Memory, State, Value
from asyncir.analyses.in_flight.values import Evaluator
from asyncir.analyses.in_flight.views import identity_dims
from asyncir.analyses.in_flight.world import UNKNOWN_OBJECT, World
from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.dialects.memref_layout import shape_of
from asyncir.ir import Operation, SSAValue

Place = tuple[int, ...]

_EACH = -1
"""In the names of objects that stand for several, one for each time that an op is executed."""


@dataclass(frozen=True, slots=True)
class SizedView(Memory):
    """A view of which the sizes are known."""

    sizes: tuple[Lin, ...] = ()


@dataclass(slots=True)
class FollowedObject:
    """An object that the program has made, or was given."""

    root: Hashable
    sizes: tuple[Lin, ...] | None
    given: bool = False
    """Whether the caller has filled it."""
    cells: dict[Place, Lin] = field(default_factory=dict[Place, Lin])
    blurred: bool = False
    """Whether something was written of which it is not known where, or what."""


@dataclass(slots=True)
class PathState(State):
    """What is known on the path; `others` says whether another activation may go on where one ends."""

    others: bool = True

    def goes_on_without(self, lane: Lane) -> bool:
        """Whether others may do something where this activation ends."""
        return self.others


@dataclass
class ObjectStore:
    """The objects of a path."""

    objects: dict[Hashable, FollowedObject] = field(default_factory=dict[Hashable, FollowedObject])

    def copy(self) -> ObjectStore:
        """A copy that may change."""
        return ObjectStore(
            {root: replace(each, cells=dict(each.cells)) for root, each in self.objects.items()}
        )

    def object(self, root: Hashable) -> FollowedObject:
        """The object; globals and arguments are noted when they are met first."""
        found = self.objects.get(root)
        if found is None:
            found = self.objects[root] = FollowedObject(root, None, given=True)
        return found

    def forget(self, root: Hashable) -> None:
        """Nothing is known any more of what the object holds."""
        for each in self.objects.values() if root == UNKNOWN_OBJECT else (self.object(root),):
            each.cells.clear()
            each.blurred = True

    def allocate(self, sizes: tuple[Lin, ...] | None, each: bool) -> Hashable:
        """A new object, or one for each of several executions."""
        number = len(self.objects)
        root = ("alloc", _EACH, number) if each else ("alloc", number, 0)
        self.objects[root] = FollowedObject(root, sizes)
        return root


_HERE = Instruction(Kind.OP)


class TaskEvaluator(Evaluator):
    """Computes what ops of one activation make; loads and stores are of the path's memory."""

    def __init__(self, world: World, state: State, lane: Lane, store: ObjectStore):
        super().__init__(world, state, lane, _HERE, _EACH)
        self.objects = store
        self.in_loop = False
        """Whether an op stands for all of its executions in a loop."""

    def extent(self, view: SSAValue, dimension: int) -> Lin | None:
        """How many elements the view has along a dimension."""
        type_ = memref(view.type)
        size = None if type_ is None else shape_of(type_)[dimension]
        if size is not None:
            return constant(size)
        memory = self.memory(view)
        if isinstance(memory, SizedView):
            return memory.sizes[dimension]
        root: Any = memory.root
        if root[0] == "arg" and memory.whole and memory.dims is not None:
            name = f"d{root[1]}_{dimension}"
            self.state.facts = self.state.facts.plus(symbol(name))
            return self.world.parameter(name)
        return None

    def _place(self, memory: Memory, index: list[Lin]) -> tuple[Lin, ...] | None:
        if memory.dims is None or any(d is not None and d < 0 for _, d, _ in memory.dims):
            return None
        return tuple(o if d is None else o + index[d].scaled(s) for o, d, s in memory.dims)

    def _load(self, op: Operation) -> Value | None:
        if not is_number(op.results[0].type):
            return None
        memory = self.memory(op.operands[0])
        index = [self.number(v) for v in op.operands[1:]]
        place = self._place(memory, index)
        each = None if memory.root == UNKNOWN_OBJECT else self.objects.object(memory.root)
        if place is None or each is None or self.in_loop:
            self.cells_read.add(memory.root)
            return None
        if all(e.is_const for e in place):
            known = each.cells.get(tuple(e.const for e in place))
            if known is not None:
                return known
        if each.given and not each.blurred and not each.cells and memory.root[0] == "arg":  # type: ignore[index]
            return self._known_element(memory.root, place)
        if all(e.is_const for e in place):
            # Whoever reads it again reads the same.
            made = self.world.fresh()
            each.cells[tuple(e.const for e in place)] = made
            self.state.derived = True
            return made
        return None

    def store(self, op: Operation) -> None:
        """Note what an element is now."""
        memory = self.memory(op.operands[1])
        index = [self.number(v) for v in op.operands[2:]]
        place = self._place(memory, index)
        if memory.root == UNKNOWN_OBJECT or place is None or not all(e.is_const for e in place):
            self.forget(memory.root)
            return
        each = self.objects.object(memory.root)
        at = tuple(e.const for e in place)
        if op.operands[0] in self.world.matters:
            each.cells[at] = self.number(op.operands[0])
        else:
            each.cells.pop(at, None)

    def forget(self, root: Hashable) -> None:
        """Nothing is known any more of what the object holds."""
        self.objects.forget(root)

    def allocate(self, op: Operation) -> Memory:
        """A new object, for an op that allocates one."""
        type_ = memref(op.results[0].type)
        given = iter(op.operands)
        sizes = tuple(constant(n) if n is not None else self.number(next(given)) for n in shape_of(type_))
        return SizedView(self.objects.allocate(sizes, self.in_loop), (), identity_dims(type_), True, sizes)

    def _alloc(self, op: Operation) -> Value | None:
        return self.allocate(op)

    def _cast(self, op: Operation) -> Value | None:
        memory = self.memory(op.operands[0])
        return (
            memory
            if isinstance(memory, SizedView) and memref(op.results[0].type) is not None
            else super()._cast(op)
        )

    def _subview(self, op: Any) -> Value | None:
        found = super()._subview(op)
        dropped = op.dropped_dimensions()
        sizes = tuple(self._mixed(n) for d, n in enumerate(op.mixed("sizes")) if d not in dropped)
        return (
            SizedView(found.root, found.lead, found.dims, found.whole, sizes)
            if isinstance(found, Memory)
            else found
        )

    def _transpose(self, op: Any) -> Value | None:
        found, source = super()._transpose(op), self.memory(op.operands[0])
        if isinstance(found, Memory) and isinstance(source, SizedView):
            order: tuple[int, ...] = op.order
            sizes = tuple(source.sizes[d] for d in order)
            return SizedView(found.root, found.lead, found.dims, found.whole, sizes)
        return found

    def _dim(self, op: Operation) -> Value | None:
        which = self.number(op.operands[1])
        type_ = memref(op.operands[0].type)
        if not which.is_const or type_ is None or not 0 <= which.const < len(shape_of(type_)):
            return None
        return self.extent(op.operands[0], which.const)

    _handlers: ClassVar[dict[OpKind, Callable[[Any, Any], Value | None]]] = {
        **Evaluator._handlers,
        OpKind.LOAD: _load,
        OpKind.ALLOCATE: _alloc,
        OpKind.ALLOCATE_ON_STACK: _alloc,
        OpKind.CAST_OF_MEMORY: _cast,
        OpKind.SUBVIEW: _subview,
        OpKind.TRANSPOSE: _transpose,
        OpKind.EXTENT: _dim,
    }
