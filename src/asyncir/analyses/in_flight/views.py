"""Which objects and elements memory values are, and what is in cells that are followed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, ClassVar

from asyncir.analyses.in_flight.exprs import Lin, constant, load, symbol
from asyncir.analyses.in_flight.facts import Facts
from asyncir.analyses.in_flight.lookup import Lookup, is_number, memref, named
from asyncir.analyses.in_flight.state import ANYWHERE, Condition, Memory, Value, decide
from asyncir.analyses.in_flight.world import UNKNOWN_OBJECT
from asyncir.dialects.effects import global_of
from asyncir.dialects.gpu import is_workgroup
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import (
    has_distinct_elements,
    shape_of,
    strided_form,
)
from asyncir.ir import MemRefType, Operation, SSAValue


def loads_in(facts: Facts) -> list[Any]:
    """The loads of which something is known."""
    found: dict[Any, None] = {}
    for terms in facts.known:
        for atom, _ in terms:
            if not isinstance(atom, str) and atom[0] == "load":
                found[atom] = None
    return list(found)


class Views(Lookup):
    """Executes ops that make views, and loads and stores of integers."""

    def _load(self, op: Operation) -> Value | None:
        if not is_number(op.results[0].type):
            return None
        memory = self.memory(op.operands[0])
        root: Any = memory.root
        cell = self._cell(memory, op.operands[1:])
        if cell is not None and cell in self.lane.cells:
            self.cells_read.add(root)
            return self.lane.cells[cell]
        self.state.vague = self.state.vague or cell is not None
        followed = root[0] == "arg"
        if not followed or not self.world.is_constant(root) or memory.dims is None:
            return None
        self.world.read.add(root)
        self.world.load_types[root] = op.results[0].type
        indices = [self.number(v) for v in op.operands[1:]]
        place = tuple(o if d is None else o + indices[d].scaled(s) for o, d, s in memory.dims)
        self.world.sites.setdefault(root, {}).setdefault(place, set()).add(self.pc)
        return self._known_element(root, place)

    def _cell(self, memory: Memory, indices: Sequence[SSAValue]) -> tuple[Hashable, tuple[int, ...]] | None:
        """The one element, where it is the thread's own and always the same."""
        root: Any = memory.root
        if root[0] != "alloc" or len(root) <= 2 or memory.lead or memory.dims is None:
            return None
        index = [self.number(v) for v in indices]
        place = [o if d is None else o + index[d].scaled(s) for o, d, s in memory.dims]
        return (root, tuple(e.const for e in place)) if all(e.is_const for e in place) else None

    def store(self, op: Operation) -> None:
        """Note what an integer in memory is now."""
        memory = self.memory(op.operands[1])
        cell = self._cell(memory, op.operands[2:]) if is_number(op.operands[0].type) else None
        if cell is None:
            self.forget(memory.root)
        elif op.operands[0] not in self.world.matters:
            self.lane.cells.pop(cell, None)
        else:
            value = self.number(op.operands[0])
            if cell not in self.lane.cells and self.world.given is None:
                # A number of its own from the start: what is computed from it is told from other constants.
                value = named(self.state, self.world, value)
            self.lane.cells[cell] = value

    def forget(self, root: Hashable) -> None:
        """What cells of the object hold is not known any more."""
        for known in [c for c in self.lane.cells if root in (c[0], UNKNOWN_OBJECT)]:
            del self.lane.cells[known]

    def _known_element(self, root: Hashable, place: tuple[Lin, ...]) -> Lin:
        """The element, by the name that it has in what is known already."""
        for other in loads_in(self.state.facts):
            if other[1] != root:
                continue
            same = True
            for i, j in zip(place, other[2], strict=True):
                same = same and decide(self.state, Condition("eq", i - j))
            if same:
                return load(root, other[2])
        return load(root, place)

    def _dim(self, op: Operation) -> Value | None:
        which = self.number(op.operands[1])
        type_ = memref(op.operands[0].type)
        if not which.is_const or type_ is None:
            return None
        shape = shape_of(type_)
        if not 0 <= which.const < len(shape):
            return None
        extent = shape[which.const]
        if extent is not None:
            return constant(extent)
        memory = self.memory(op.operands[0])
        root: Any = memory.root
        if memory.whole and root[0] == "arg" and memory.dims is not None:
            name = f"d{root[1]}_{which.const}"
            self.state.facts = self.state.facts.plus(symbol(name))
            return self.world.parameter(name)
        return None

    def _alloc(self, op: Operation) -> Value | None:
        type_ = memref(op.results[0].type)
        shared = is_workgroup(type_)
        root = ("alloc", self.pc) if shared else ("alloc", self.pc, self.lane.number)
        return Memory(root, self.counters(), identity_dims(type_))

    def _global(self, op: Operation) -> Value | None:
        named = global_of(op.results[0])
        type_ = memref(op.results[0].type)
        if named is None or type_ is None:
            return None
        return Memory(("global", named.name), (), identity_dims(type_))

    def _cast(self, op: Operation) -> Value | None:
        source, target = op.operands[0].type, op.results[0].type
        memory = self.memory(op.operands[0])
        if isinstance(source, MemRefType) and isinstance(target, MemRefType):
            return memory
        return Memory(memory.root, memory.lead, None, memory.whole)

    def _view(self, op: Operation) -> Value | None:
        memory = self.memory(op.operands[0])
        return Memory(memory.root, memory.lead, None, False)

    def _reinterpret(self, op: Any) -> Value | None:
        """Of a plain row of elements, one in so many; else it is not followed where an element is."""
        memory = self.memory(op.operands[0])
        ((offset,), sizes, strides) = (op.static_extents(list_) for list_ in ("offsets", "sizes", "strides"))
        long = [d for d, size in enumerate(sizes) if size != 1]
        plain = memory.whole and memory.dims == ((constant(0), 0, 1),)
        plain = plain and strided_form(op.source.type) == ((1,), 0)
        if not plain or offset is None or len(long) > 1 or any(strides[d] is None for d in long):
            return Memory(memory.root, memory.lead, None, False)
        dim = (constant(offset), long[0], strides[long[0]]) if long else (constant(offset), None, 1)
        return Memory(memory.root, memory.lead, (dim,), False)

    def _reshape(self, op: Any) -> Value | None:
        """Dimensions that are put together or taken apart: along them, it is not followed where an element is."""
        memory = self.memory(op.operands[0])
        if memory.dims is None:
            return memory
        alone = [(number, group[0]) for number, group in enumerate(op.groups) if len(group) == 1]
        kept = {long: short for short, long in alone} if kind_of(op) is OpKind.COLLAPSE else dict(alone)
        dims = tuple((o, d if d is None else kept.get(d, ANYWHERE), s) for o, d, s in memory.dims)
        return Memory(memory.root, memory.lead, dims, False)

    def _subview(self, op: Any) -> Value | None:
        memory = self.memory(op.operands[0])
        unknown = Memory(memory.root, memory.lead, None, False)
        if memory.dims is None:
            return unknown
        lists = [[self._mixed(v) for v in op.mixed(which)] for which in ("offsets", "strides")]
        if not all(s.is_const for s in lists[1]):
            return unknown
        dropped = op.dropped_dimensions()
        place: dict[int, int] = {}
        for d in range(len(lists[0])):
            if d not in dropped:
                place[d] = len(place)
        dims: list[tuple[Lin, int | None, int]] = []
        for offset, d, stride in memory.dims:
            if d is None or d == ANYWHERE:
                dims.append((offset, d, stride))
            else:
                moved = offset + lists[0][d].scaled(stride)
                dims.append((moved, place.get(d), stride * lists[1][d].const))
        return Memory(memory.root, memory.lead, tuple(dims), False)

    def _transpose(self, op: Any) -> Value | None:
        memory = self.memory(op.operands[0])
        if memory.dims is None:
            return memory
        dims = tuple(
            (o, d if d is None or d == ANYWHERE else op.order.index(d), s) for o, d, s in memory.dims
        )
        return Memory(memory.root, memory.lead, dims, memory.whole)

    def _mixed(self, number: int | SSAValue) -> Lin:
        return self.number(number) if isinstance(number, SSAValue) else constant(number)

    view_handlers: ClassVar[dict[OpKind, Callable[[Any, Any], Value | None]]] = {
        OpKind.LOAD: _load,
        OpKind.EXTENT: _dim,
        OpKind.ALLOCATE: _alloc,
        OpKind.ALLOCATE_ON_STACK: _alloc,
        OpKind.GLOBAL: _global,
        OpKind.CAST_OF_MEMORY: _cast,
        OpKind.CAST_OF_SPACE: _cast,
        OpKind.ASSUME_ALIGNMENT: _cast,
        OpKind.SUBVIEW: _subview,
        OpKind.TRANSPOSE: _transpose,
        OpKind.COLLAPSE: _reshape,
        OpKind.EXPAND: _reshape,
        OpKind.REINTERPRET: _reinterpret,
        OpKind.VIEW: _view,
    }


def identity_dims(type_: Any, given: bool = False) -> tuple[tuple[Lin, int | None, int], ...] | None:
    """The whole of an object of this type; None if two places may be one element.

    An array that is `given` has been looked at by whoever called the entry.
    """
    apart = has_distinct_elements(type_)
    if apart is False or (apart is None and not given):
        return None
    return tuple((constant(0), d, 1) for d in range(len(type_.get_shape())))
