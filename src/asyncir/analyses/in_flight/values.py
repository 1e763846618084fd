"""What ops compute, as far as synchronisation depends on it: indices, conditions, views, tokens."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, ClassVar, cast

from asyncir.analyses.in_flight.code import Instruction
from asyncir.analyses.in_flight.exprs import (
    Lin,
    common_bits,
    constant,
    floor_div,
    load,
    modulo,
    symbol,
)
from asyncir.analyses.in_flight.facts import Facts
from asyncir.analyses.in_flight.folding import folded, wrapped
from asyncir.analyses.in_flight.state import (
    ANYWHERE,
    READY,
    Condition,
    Lane,
    Memory,
    State,
    Token,
    Value,
    decide,
    decide_sign,
)
from asyncir.analyses.in_flight.world import World
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.effects import global_of
from asyncir.dialects.gpu import is_workgroup
from asyncir.dialects.memref_layout import dropped_dimensions, shape_of, strides_and_offset
from asyncir.dialects.queue_interfaces import BlockSize, ThreadIndex
from asyncir.ir import (
    Attribute,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    Operation,
    OpResult,
    SSAValue,
    UnrankedMemRefType,
)

_EXTEND_ZERO = ("arith.extui", "arith.index_castui")


def is_number(type_: Attribute) -> bool:
    """Whether values of the type are followed as expressions."""
    return isinstance(type_, IndexType | IntegerType)


def memref(type_: Attribute) -> Any:
    """The type, where it is one of memrefs with a rank; else None."""
    return cast("Any", type_) if isinstance(type_, MemRefType) else None


def is_bit(type_: Attribute) -> bool:
    """Whether the type has one bit."""
    width: Any = getattr(type_, "width", None)
    return isinstance(type_, IntegerType) and width.data == 1


def width_of(type_: Attribute) -> int:
    """The bits of an integer; an index has 64."""
    width: Any = getattr(type_, "width", None)
    return 64 if width is None else width.data


def named(state: State, world: World, e: Lin) -> Lin:
    """A number of its own that equals `e` now."""
    own = world.fresh()
    state.facts = state.facts.plus(own - e, e - own)
    return own


def literal_of(value: SSAValue) -> Lin | None:
    """The constant that `arith.constant` makes."""
    if isinstance(value, OpResult) and value.op.name == "arith.constant":
        attribute = value.op.properties.get("value")
        if isinstance(attribute, IntegerAttr):
            number = attribute.value.data
            return constant(wrapped(number, width_of(value.type)))
    return None


def value_of(world: World, lane: Lane, value: SSAValue) -> Value | None:
    """What is known of a value; None if it is of no interest."""
    found = lane.env.get(value)
    if found is not None:
        return found
    known = literal_of(value)
    if known is not None:
        return known
    if is_number(value.type):
        made = lane.env[value] = world.fresh()
        return made
    if isinstance(value.type, MemRefType | UnrankedMemRefType):
        return Memory(("?",), whole=False)
    if isinstance(value.type, CompletionType):
        return READY
    return None


def number_of(world: World, state: State, lane: Lane, value: SSAValue) -> Lin:
    """A number; a truth value counts as 0 or 1."""
    found = value_of(world, lane, value)
    if isinstance(found, bool | Condition):
        return constant(int(decide(state, found)))
    return found if isinstance(found, Lin) else world.fresh()


def condition_of(world: World, lane: Lane, value: SSAValue) -> Condition | bool:
    """A truth value."""
    found = value_of(world, lane, value)
    if isinstance(found, bool | Condition):
        return found
    assert isinstance(found, Lin)
    return bool(found.const) if found.is_const else Condition("ge", found - 1)


def negation(c: Condition | bool) -> Condition | bool:
    """What holds where `c` does not."""
    return (not c) if isinstance(c, bool) else Condition("not", parts=(c,))


def compare(predicate: int, a: Lin, b: Lin) -> Condition | bool:
    """The meaning of an `arith.cmpi` predicate; unsigned ones as if nothing were negative."""
    match predicate:
        case 0:
            return Condition("eq", a - b)
        case 1:
            return negation(Condition("eq", a - b))
        case 2 | 6:
            return Condition("ge", b - a - 1)
        case 3 | 7:
            return Condition("ge", b - a)
        case 4 | 8:
            return Condition("ge", a - b - 1)
        case _:
            return Condition("ge", a - b)


def loads_in(facts: Facts) -> list[Any]:
    """The loads of which something is known."""
    found: dict[Any, None] = {}
    for terms in facts.known:
        for atom, _ in terms:
            if not isinstance(atom, str) and atom[0] == "load":
                found[atom] = None
    return list(found)


class Evaluator:
    """Executes ops that compute values, for one thread in one state."""

    def __init__(self, world: World, state: State, lane: Lane, at: Instruction, pc: int):
        self.world = world
        self.state = state
        self.lane = lane
        self.at = at
        self.pc = pc

    def number(self, value: SSAValue) -> Lin:
        """A number."""
        return number_of(self.world, self.state, self.lane, value)

    def run(self, op: Operation) -> None:
        """Note what the op's results are; results of which nothing is known become numbers of their own."""
        if op.results and is_number(op.results[0].type) and op.results[0] not in self.world.matters:
            return
        handler = self._handlers.get(op.name)
        made: Value | None = None
        if handler is not None:
            made = self._of_constants(op)
            made = handler(self, op) if made is None else made
        elif (index := op.get_trait(ThreadIndex)) is not None:
            made = self._thread_index(index.dimension(op))
        elif (size := op.get_trait(BlockSize)) is not None:
            made = constant(self.world.block[size.dimension(op)])
        if made is not None:
            self.lane.env[op.results[0]] = made
            return
        for result in op.results:
            self.lane.env.pop(result, None)
            if is_number(result.type):
                self.lane.env[result] = self.world.fresh()

    def _of_constants(self, op: Operation) -> Lin | None:
        if len(op.operands) != 2 or not all(is_number(v.type) for v in op.operands):
            return None
        a, b = (value_of(self.world, self.lane, operand) for operand in op.operands)
        if not (isinstance(a, Lin) and isinstance(b, Lin) and a.is_const and b.is_const):
            return None
        found = folded(op.name, _width(op), a.const, b.const)
        return None if found is None else constant(found)

    def _thread_index(self, dimension: int) -> Lin:
        extent = self.world.block[dimension]
        return constant(0) if extent == 1 else symbol(f"t{self.lane.number}{'xyz'[dimension]}")

    def _of_grid(self, op: Any) -> Value | None:
        """A block's place in the grid, and how many there are: the same for all threads; a run has one block."""
        least = 1 if op.name == "gpu.grid_dim" else 0
        if self.world.given is not None:
            return constant(least)
        found = symbol(f"d{op.name.removeprefix('gpu.')}{op.axis}")
        self.state.facts = self.state.facts.plus(found - least)
        return found

    def memory(self, value: SSAValue) -> Memory:
        """A view."""
        found = value_of(self.world, self.lane, value)
        return found if isinstance(found, Memory) else Memory(("?",), whole=False)

    def counters(self) -> tuple[Lin, ...]:
        """The counters of the loops around the instruction."""
        loop = self.at.inside
        return () if loop is None else tuple(self.state.counters[x.number] for x in loop.chain())

    def unsigned(self, value: SSAValue) -> Lin:
        """A number read as unsigned."""
        found = self.number(value)
        return found if decide_sign(self.state, found) else found + (1 << width_of(value.type))

    def signed(self, value: SSAValue) -> Lin:
        """A number read as signed: the one bit that is set is -1."""
        found = self.number(value)
        return found.scaled(-1) if is_bit(value.type) else found

    def _add(self, op: Operation) -> Value | None:
        return self._sum(op, self.number(op.operands[0]) + self.number(op.operands[1]))

    def _sub(self, op: Operation) -> Value | None:
        return self._sum(op, self.number(op.operands[0]) - self.number(op.operands[1]))

    def _sum(self, op: Operation, found: Lin) -> Lin | None:
        """What was computed of numbers that are not both constants: it is taken to fit."""
        return None if is_bit(op.results[0].type) else found

    def _mul(self, op: Operation) -> Value | None:
        a, b = self.number(op.operands[0]), self.number(op.operands[1])
        if b.is_const:
            a, b = b, a
        return self._sum(op, b.scaled(a.const)) if a.is_const else None

    def _divisor(self, op: Operation) -> tuple[Lin, int] | None:
        a, b = self.number(op.operands[0]), self.number(op.operands[1])
        return (a, b.const) if b.is_const and b.const > 0 and not is_bit(op.results[0].type) else None

    def _rem_unsigned(self, op: Operation) -> Value | None:
        parts = self._divisor(op)
        return None if parts is None else modulo(self._unsigned(op, *parts), parts[1])

    def _unsigned(self, op: Operation, a: Lin, m: int) -> Lin:
        """A number that is the dividend read as unsigned, modulo m."""
        wrap = (1 << _width(op)) % m
        return a if not wrap or decide_sign(self.state, a) else a + wrap

    def _rem_signed(self, op: Operation) -> Value | None:
        parts = self._divisor(op)
        if parts is None:
            return None
        a, m = parts
        return modulo(a, m) if decide_sign(self.state, a) else modulo(a.scaled(-1), m).scaled(-1)

    def _div_unsigned(self, op: Operation) -> Value | None:
        parts = self._divisor(op)
        if parts is None or (parts[1] == 1 and not decide_sign(self.state, parts[0])):
            return None
        a, m = parts
        return floor_div(a if decide_sign(self.state, a) else a + (1 << _width(op)), m)

    def _div_signed(self, op: Operation) -> Value | None:
        parts = self._divisor(op)
        if parts is None:
            return None
        a, m = parts
        return floor_div(a, m) if decide_sign(self.state, a) else floor_div(a.scaled(-1), m).scaled(-1)

    def _div_floor(self, op: Operation) -> Value | None:
        parts = self._divisor(op)
        return None if parts is None else floor_div(*parts)

    def _div_ceil(self, op: Operation) -> Value | None:
        parts = self._divisor(op)
        if parts is None:
            return None
        a = self.unsigned(op.operands[0]) if op.name == "arith.ceildivui" else parts[0]
        return floor_div(a + (parts[1] - 1), parts[1])

    def _extremum(self, op: Operation) -> Value | None:
        read = self.unsigned if op.name.endswith("ui") else self.signed
        a, b = op.operands
        first_is_more = decide_sign(self.state, read(a) - read(b))
        return self.number(a if first_is_more == op.name.startswith("arith.max") else b)

    def _shift_left(self, op: Operation) -> Value | None:
        a, b = self.number(op.operands[0]), self.number(op.operands[1])
        return a.scaled(1 << b.const) if b.is_const and 0 <= b.const < _width(op) - 1 else None

    def _shift_right(self, op: Operation) -> Value | None:
        b = self.number(op.operands[1])
        if not b.is_const or not 0 <= b.const < _width(op) - 1 or is_bit(op.results[0].type):
            return None
        logical = op.name == "arith.shrui" and b.const > 0
        a = self.unsigned(op.operands[0]) if logical else self.number(op.operands[0])
        return floor_div(a, 1 << b.const)

    def _logic(self, op: Operation) -> Value | None:
        if not is_bit(op.results[0].type):
            return self._bits(op)
        a = condition_of(self.world, self.lane, op.operands[0])
        b = condition_of(self.world, self.lane, op.operands[1])
        kind = {"arith.andi": "and", "arith.ori": "or", "arith.xori": "xor"}[op.name]
        return Condition(kind, parts=(a, b))

    def _bits(self, op: Operation) -> Value | None:
        """With a constant, the bits of both are a sum of remainders."""
        a, b = self.number(op.operands[0]), self.number(op.operands[1])
        if a.is_const:
            a, b = b, a
        both = common_bits(a, b.const) if b.is_const else None
        if both is None or op.name == "arith.andi":
            return both
        return a + b - both.scaled(2 if op.name == "arith.xori" else 1)

    def _compare(self, op: Operation) -> Value | None:
        predicate = cast("IntegerAttr[Any]", op.properties["predicate"]).value.data
        read = self.number if predicate < 2 else self.signed if predicate < 6 else self.unsigned
        return compare(predicate, read(op.operands[0]), read(op.operands[1]))

    def _select(self, op: Operation) -> Value | None:
        interesting = is_number(op.results[0].type) or isinstance(
            op.results[0].type, MemRefType | CompletionType | UnrankedMemRefType
        )
        if not interesting:
            return None
        truth = decide(self.state, condition_of(self.world, self.lane, op.operands[0]))
        return value_of(self.world, self.lane, op.operands[1 if truth else 2])

    def _convert(self, op: Operation) -> Value | None:
        """Integers of another width; those that get narrower are taken to fit but where it is plain that they do not."""
        source, target = op.operands[0].type, op.results[0].type
        if is_bit(source) and is_bit(target):
            return value_of(self.world, self.lane, op.operands[0])
        if is_bit(target):
            found = value_of(self.world, self.lane, op.operands[0])
            return constant(found.const & 1) if isinstance(found, Lin) and found.is_const else None
        if width_of(target) > width_of(source):
            read = self.unsigned if op.name in _EXTEND_ZERO else self.signed
            return read(op.operands[0])
        found, width = self.number(op.operands[0]), width_of(target)
        if found.is_const:
            return constant(wrapped(found.const, width))
        if op.name != "arith.trunci":
            return found
        half = 1 << (width - 1)
        fits = decide(self.state, Condition("ge", found + half)) and decide_sign(
            self.state, constant(half - 1) - found
        )
        return found if fits else modulo(found + half, 2 * half) - constant(half)

    def _load(self, op: Operation) -> Value | None:
        if not is_number(op.results[0].type):
            return None
        memory = self.memory(op.operands[0])
        root: Any = memory.root
        cell = self._cell(memory, op.operands[1:])
        if cell is not None and cell in self.lane.cells:
            return self.lane.cells[cell]
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
            for known in [c for c in self.lane.cells if c[0] == memory.root or memory.root == ("?",)]:
                del self.lane.cells[known]
            return
        if op.operands[0] not in self.world.matters:
            return
        value = self.number(op.operands[0])
        if cell not in self.lane.cells and self.world.given is None:
            # A number of its own from the start: what is computed from it is told from other constants.
            value = named(self.state, self.world, value)
        self.lane.cells[cell] = value

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

    def _reshape(self, op: Any) -> Value | None:
        """Dimensions that are put together or taken apart: along them, it is not followed where an element is."""
        memory = self.memory(op.operands[0])
        if memory.dims is None:
            return memory
        alone = [(number, group[0]) for number, group in enumerate(op.groups) if len(group) == 1]
        kept = {long: short for short, long in alone} if op.name == "memref.collapse_shape" else dict(alone)
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
        strides = strides_and_offset(op.source.type)[0], strides_and_offset(op.results[0].type)[0]
        dropped = dropped_dimensions(op.static_extents("sizes"), *strides)
        if dropped is None:
            return unknown
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

    def _ready(self, op: Operation) -> Value | None:
        return Token()

    _handlers: ClassVar[dict[str, Callable[[Evaluator, Any], Value | None]]] = {
        "arith.addi": _add,
        "arith.subi": _sub,
        "arith.muli": _mul,
        "arith.remui": _rem_unsigned,
        "arith.remsi": _rem_signed,
        "arith.divui": _div_unsigned,
        "arith.divsi": _div_signed,
        "arith.floordivsi": _div_floor,
        "arith.ceildivsi": _div_ceil,
        "arith.ceildivui": _div_ceil,
        "arith.minsi": _extremum,
        "arith.minui": _extremum,
        "arith.maxsi": _extremum,
        "arith.maxui": _extremum,
        "arith.shli": _shift_left,
        "arith.shrui": _shift_right,
        "arith.shrsi": _shift_right,
        "arith.andi": _logic,
        "arith.ori": _logic,
        "arith.xori": _logic,
        "arith.cmpi": _compare,
        "arith.select": _select,
        "arith.index_cast": _convert,
        "arith.index_castui": _convert,
        "arith.extsi": _convert,
        "arith.extui": _convert,
        "arith.trunci": _convert,
        "gpu.block_id": _of_grid,
        "gpu.grid_dim": _of_grid,
        "memref.load": _load,
        "memref.dim": _dim,
        "memref.alloc": _alloc,
        "memref.alloca": _alloc,
        "memref.get_global": _global,
        "memref.cast": _cast,
        "memref.memory_space_cast": _cast,
        "memref.assume_alignment": _cast,
        "memref.subview": _subview,
        "memref.transpose": _transpose,
        "memref.collapse_shape": _reshape,
        "memref.expand_shape": _reshape,
        "memref.reinterpret_cast": _view,
        "memref.view": _view,
        "async.ready": _ready,
    }


def _width(op: Operation) -> int:
    return width_of(op.results[0].type)


def identity_dims(type_: Any) -> tuple[tuple[Lin, int | None, int], ...]:
    """The whole of an object of this type."""
    return tuple((constant(0), d, 1) for d in range(len(type_.get_shape())))
