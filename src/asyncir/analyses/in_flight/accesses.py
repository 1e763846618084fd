"""Which elements ops touch, and whether two of them may touch the same one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, Literal

from asyncir.analyses.in_flight.exprs import Lin, constant, substituted
from asyncir.analyses.in_flight.facts import Facts, feasible
from asyncir.analyses.in_flight.lookup import condition_of, memref
from asyncir.analyses.in_flight.state import (
    ANYWHERE,
    Condition,
    FlightAccess,
    GiveUp,
    Memory,
    Split,
    ThreadEnds,
    decide,
)
from asyncir.analyses.in_flight.values import Evaluator
from asyncir.analyses.in_flight.widths import STEPS
from asyncir.analyses.in_flight.world import UNKNOWN, UNKNOWN_OBJECT, is_private
from asyncir.dialects.counted_loops import counts_of
from asyncir.dialects.effects import ANYTHING, Access as Touch, Effect, Effects, Resource
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.interfaces.memory import atomic_memory
from asyncir.dialects.memref_layout import shape_of
from asyncir.ir import Operation, SSAValue
from asyncir.ir.walk import walk

ONE = constant(1)

_LARGEST_RING = 1 << 24
"""What has a remainder by more than this is no ring of slots."""


@dataclass(frozen=True, slots=True)
class Touched:
    """A kind of touch, and the elements."""

    kind: str
    access: FlightAccess


def touches(effects: Effects, evaluator: Evaluator, op: Operation) -> list[Touched]:
    """What executing `op` now touches. Facts that its being in bounds implies are added to the state."""
    if (at := atomic_memory(op)) is not None:
        updated = _elements(evaluator, op.operands[at], tuple(op.operands[at + 1 :]), None)
        return [] if updated is None else [Touched("A", updated)]
    if kind_of(op) is OpKind.PARALLEL_LOOP:
        return [t for t in touches_of_body(effects, evaluator, op) if not _is_made_there(evaluator, t)]
    found: list[Touched] = []
    for effect in effects.of(op):
        if effect.access is Touch.ALLOC:
            continue
        if isinstance(effect.root, Resource):
            if effect.root == ANYTHING:
                raise GiveUp(f"what {op.name} touches is not known", op)
            if not effect.root.name.startswith("global "):
                continue
            access: FlightAccess | None = FlightAccess(("global", effect.root.name), None, exact=False)
        else:
            access = _of_effect(evaluator, effect)
        if access is not None:
            found.append(Touched("R" if effect.access is Touch.READ else "W", access))
    return found


def distinct(touched: list[Touched], kind: str) -> tuple[FlightAccess, ...]:
    """The elements that are touched so, each once."""
    return tuple(dict.fromkeys(t.access for t in touched if t.kind == kind))


def _of_effect(evaluator: Evaluator, effect: Effect) -> FlightAccess | None:
    assert isinstance(effect.root, SSAValue)
    if effect.indices is not None:
        return _elements(evaluator, effect.root, effect.indices, effect.sizes)
    memory = evaluator.memory(effect.root)
    type_ = memref(effect.root.type)
    exact = effect.whole
    whole = FlightAccess(memory.root, None, exact=exact and memory.whole)
    if memory.dims is None or type_ is None:
        return whole
    shape = shape_of(type_)
    if None in shape and memory.whole:
        return whole
    zeros = tuple(constant(0) for _ in shape)
    known = [_size(evaluator, effect.root, d) if n is None else constant(n) for d, n in enumerate(shape)]
    # Of a view, the elements along a dimension of unknown size are any number from its first one on.
    sizes = tuple(evaluator.world.fresh() if size is None else size for size in known)
    unknown = tuple(new for new, size in zip(sizes, known, strict=True) if size is None)
    index, extents = _in_object(evaluator, memory, zeros, sizes)
    exact = exact and not unknown and _is_followed(memory, sizes)
    return FlightAccess(memory.root, index, extents, unknown, exact=exact)


def _size(evaluator: Evaluator, view: SSAValue, dimension: int) -> Lin | None:
    """How many elements a view has along a dimension, if the op that makes it says so and that number is followed."""
    known = evaluator.extent(view, dimension)
    if known is not None:
        return known
    op: Any = view.owner
    while isinstance(op, Operation) and kind_of(op) is OpKind.CAST_OF_MEMORY:
        op = op.operands[0].owner
    if not isinstance(op, Operation) or kind_of(op) is not OpKind.SUBVIEW:
        return None
    subview: Any = op
    dropped = subview.dropped_dimensions()
    size = [n for d, n in enumerate(subview.mixed("sizes")) if d not in dropped][dimension]
    found = constant(size) if isinstance(size, int) else evaluator.number(size)
    return None if any(symbol.startswith(UNKNOWN) for symbol in found.symbols) else found


def _elements(
    evaluator: Evaluator,
    root: SSAValue,
    indices: tuple[SSAValue, ...],
    sizes: tuple[int | SSAValue, ...] | None,
) -> FlightAccess | None:
    """The elements; None where there are none in an execution that goes on."""
    memory = evaluator.memory(root)
    index = tuple(evaluator.number(v) for v in indices)
    extents = tuple(ONE for _ in index)
    if sizes is not None:
        extents = tuple(constant(n) if isinstance(n, int) else evaluator.number(n) for n in sizes)
    if not _stays_in_bounds(evaluator, root, index, extents):
        return None
    if memory.dims is None:
        return FlightAccess(memory.root, None, exact=False)
    place, size = _in_object(evaluator, memory, index, extents)
    return FlightAccess(memory.root, place, size, exact=_is_followed(memory, extents))


def _stays_in_bounds(
    evaluator: Evaluator, root: SSAValue, index: tuple[Lin, ...], sizes: tuple[Lin, ...]
) -> bool:
    """Whether there may be an access. A thread that leaves the bounds ends with an error. May raise `Split`, `ThreadEnds`.

    Only what is certainly accessed tells something of the path: neither what is under a condition, nor no element. And to
    another thread, which may run on, it tells nothing yet.
    """
    facts, certain = evaluator.state.facts, evaluator.certain
    for size in sizes:
        some = size.const > 0 if size.is_const else facts.decide(size - 1)
        if some is False:
            return False
        certain = certain and some is True
    type_ = memref(root.type)
    shape = () if type_ is None else shape_of(type_)
    for e, size, extent in zip(index, sizes, shape, strict=False):
        bounds = [e] if extent is None else [e, constant(extent) - size - e]
        for bound in bounds:
            known = facts.holds(bound)
            if known is False:
                if certain:
                    raise ThreadEnds
                return False
            if known is None and certain and not _has_wrapped(bound):
                if evaluator.state.goes_on_without(evaluator.lane):
                    raise Split(bound)
                facts = facts.plus(bound)
    if facts is not evaluator.state.facts:
        if facts.is_empty():
            raise ThreadEnds
        evaluator.state.facts = facts
    return True


def _has_wrapped(e: Lin) -> bool:
    """Whether a number in it is what is left after wrapping around: that it is in bounds tells little, and costs much."""
    return any(not isinstance(a, str) and a[0] == "mod" and a[2] > _LARGEST_RING for a, _ in e.terms)


def _is_followed(memory: Memory, sizes: tuple[Lin, ...]) -> bool:
    """Whether it is known where each element of the view is, and there are no gaps between those that are touched."""
    return memory.dims is not None and all(
        d is None or (d != ANYWHERE and (abs(stride) <= 1 or sizes[d] == ONE)) for _, d, stride in memory.dims
    )


def _in_object(
    evaluator: Evaluator, memory: Memory, index: tuple[Lin, ...], sizes: tuple[Lin, ...]
) -> tuple[tuple[Lin, ...], tuple[Lin, ...]]:
    """From a view's elements to the object's."""
    assert memory.dims is not None
    place: list[Lin] = list(memory.lead)
    extent: list[Lin] = [ONE for _ in memory.lead]
    for offset, d, stride in memory.dims:
        if d is None or d == ANYWHERE:
            place.append(offset if d is None else evaluator.world.fresh())
            extent.append(ONE)
            continue
        first = offset + index[d].scaled(stride)
        if stride == 1 or sizes[d] == ONE:
            place.append(first)
            extent.append(sizes[d])
        else:
            further = (sizes[d] - 1).scaled(abs(stride))
            place.append(first if stride > 0 else first - further)
            extent.append(further + 1)
    return tuple(place), tuple(extent)


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place in the body of an async op."""

    where: tuple[Lin, ...] = ()
    """What holds there of the bound numbers and of what else conditions speak of."""
    exact: bool = True
    """Whether control comes there for all of these numbers."""
    certain: bool = True
    """Whether control comes there in any case."""


@dataclass(frozen=True, slots=True)
class _Iterations:
    """The end of the body of a parallel loop, while the body is looked at."""

    op: Operation
    numbers: tuple[Lin, ...]
    """One bound number for each of its counters: which iteration it is."""
    touched_before: int
    symbols_before: int


def touches_of_body(effects: Effects, evaluator: Evaluator, op: Operation) -> list[Touched]:
    """What the body of an async op, or a parallel loop, touches: loops as bound numbers.

    Raises `GiveUp` where two iterations of a parallel loop may touch one element: these have no order.
    """
    before = evaluator.state.facts
    found = _in_body(effects, evaluator, op)
    written = {t.access.root for t in found if t.kind != "R"}
    if evaluator.cells_read and (UNKNOWN_OBJECT in written or not written.isdisjoint(evaluator.cells_read)):
        # It is not known what these cells hold while the body runs.
        evaluator.state.facts = before
        for root in written:
            evaluator.forget(root)
        found = _in_body(effects, evaluator, op)
    return found


def touches_of_leaf(effects: Effects, evaluator: Evaluator, op: Operation) -> list[Touched]:
    """What a loop or branch touches, taken as one step: loops inside of it, and itself, as bound numbers."""
    first_bound = evaluator.world.fresh_symbols
    match kind_of(op):
        case OpKind.COUNTED_LOOP:
            return _followed(effects, evaluator, [_loop_body(evaluator, op, _Spot())], first_bound)
        case OpKind.IF:
            sides: _Stack = [*_sides(evaluator, op, _Spot(), first_bound)]
            return _followed(effects, evaluator, sides, first_bound)
        case OpKind.PARALLEL_LOOP:
            return touches(effects, evaluator, op)
        case _:
            return [_blurred(t) for t in touches(effects, evaluator, op)]


_Stack = list[tuple["Operation | _Iterations | None", _Spot]]


def _in_body(effects: Effects, evaluator: Evaluator, op: Operation) -> list[Touched]:
    if kind_of(op) is OpKind.PARALLEL_LOOP:
        found: list[Touched] = []
        first_bound = evaluator.world.fresh_symbols
        stack: _Stack = [*_parallel_body(evaluator, op, _Spot(), found)]
        return _followed(effects, evaluator, stack, first_bound, found)
    block = op.regions[0].blocks.first
    first = None if block is None else block.first_op
    return _followed(effects, evaluator, [(first, _Spot())], evaluator.world.fresh_symbols)


def _followed(
    effects: Effects,
    evaluator: Evaluator,
    stack: _Stack,
    first_bound: int,
    known: list[Touched] | None = None,
) -> list[Touched]:
    """What the ops from these on touch, each in its block."""
    found: list[Touched] = [] if known is None else known
    followed = True
    while stack:
        current, spot = stack.pop()
        if current is None:
            continue
        if isinstance(current, _Iterations):
            _expect_apart(evaluator, current, found)
            continue
        stack.append((current.next_op, spot))
        evaluator.certain = spot.certain
        match kind_of(current):
            case OpKind.COUNTED_LOOP:
                stack.append(_loop_body(evaluator, current, spot))
            case OpKind.PARALLEL_LOOP:
                stack.extend(_parallel_body(evaluator, current, spot, found))
            case OpKind.IF:
                stack.extend(_sides(evaluator, current, spot, first_bound))
            case OpKind.CONSTANT:
                pass
            case _ if current.regions:
                if any(kind_of(inner) is OpKind.PARALLEL_LOOP for inner in walk(current)):
                    raise GiveUp(f"a parallel loop inside {current.name}", current)
                evaluator.certain = False
                found.extend(_blurred(t) for t in touches(effects, evaluator, current))
            case _:
                followed = _ran(evaluator, current, first_bound) and followed
                for t in touches(effects, evaluator, current):
                    a = t.access
                    exact = a.exact and spot.exact and followed
                    access = FlightAccess(a.root, a.index, a.sizes, (*spot.where, *a.where), exact)
                    found.append(Touched(t.kind, access))
    evaluator.certain = True
    return found


def _ran(evaluator: Evaluator, op: Operation, first_bound: int) -> bool:
    """Execute an op that computes a value; whether its results are followed: for bound numbers no path splits."""
    try:
        evaluator.run(op)
    except Split as split:
        if not _is_bound(split.e, first_bound):
            raise
        evaluator.be_anything(op)
        return False
    return True


def _is_bound(e: Lin, first_bound: int) -> bool:
    """Whether the expression speaks of numbers that are bound in the body."""
    return any(s[: len(UNKNOWN)] == UNKNOWN and int(s[1:]) > first_bound for s in e.symbols)


def _blurred(t: Touched) -> Touched:
    a = t.access
    return Touched(t.kind, FlightAccess(a.root, a.index, a.sizes, a.where, False))


def _loop_body(evaluator: Evaluator, op: Operation, spot: _Spot) -> tuple[Operation | None, _Spot]:
    block = op.regions[0].blocks.first
    assert block is not None
    lower, upper, step = (evaluator.number(v) for v in op.operands[:3])
    turn = evaluator.world.fresh()
    known = step.is_const and step.const > 0
    variable = lower + (turn.scaled(step.const) if known else turn)
    where = (*spot.where, turn, upper - variable - 1)
    if "unsignedCmp" in op.properties:
        known, where = False, spot.where
    evaluator.lane.env[block.args[0]] = variable
    for carried in block.args[1:]:
        evaluator.lane.env.pop(carried, None)  # It is something else in each iteration.
    return block.first_op, _Spot(where, spot.exact and known, False)


def _parallel_body(
    evaluator: Evaluator, op: Operation, spot: _Spot, found: list[Touched]
) -> Iterator[tuple[Operation | _Iterations | None, _Spot]]:
    """The end of a parallel loop, and its body in any iteration; its results are numbers of their own."""
    evaluator.be_anything(op)
    before, known, where = evaluator.world.fresh_symbols, True, spot.where
    numbers: list[Lin] = []
    for count in counts_of(op):
        lower, upper = evaluator.number(count.lower), evaluator.number(count.upper)
        step = constant(count.step) if isinstance(count.step, int) else evaluator.number(count.step)
        numbers.append(evaluator.world.fresh())
        exact = step.is_const and step.const > 0
        # This is true even where there is no iteration, and decides what wraps around.
        evaluator.state.facts = evaluator.state.facts.plus(numbers[-1], _most(lower, upper) - numbers[-1])
        variable = lower + numbers[-1].scaled(step.const if exact else 1)
        known, where = known and exact, (*where, numbers[-1], upper - variable - 1)
        for value in count.values:
            evaluator.lane.env[value] = variable
    yield _Iterations(op, tuple(numbers), len(found), before), spot
    block = op.regions[0].blocks.first
    assert block is not None
    yield block.first_op, _Spot(where, spot.exact and known, False)


def _most(lower: Lin, upper: Lin) -> Lin:
    """What the number of an iteration is not above, for a counter that grows at least by one."""
    length = upper - lower
    return constant(max(length.const - 1, 0) if length.is_const else STEPS)


def _expect_apart(evaluator: Evaluator, loop: _Iterations, found: list[Touched]) -> None:
    """Give up unless no two iterations of a parallel loop touch one element, or both only read or update it."""
    own = [f"{UNKNOWN}{n}" for n in range(loop.symbols_before + 1, evaluator.world.fresh_symbols + 1)]
    other = {name: evaluator.world.fresh() for name in own}
    facts = evaluator.state.facts
    touched = [t for t in dict.fromkeys(found[loop.touched_before :]) if not _is_made_there(evaluator, t)]
    for one, two in product(touched, touched):
        if one.kind == two.kind and one.kind != "W":
            continue
        later = two.access.substituted(other)
        common = overlap(one.access, later, facts)
        if common is None:
            continue
        for d, number in enumerate(loop.numbers):
            apart = [n - substituted(n, other) for n in loop.numbers[:d]]
            order = [*apart, *(e.scaled(-1) for e in apart), substituted(number, other) - number - 1]
            if feasible(facts, (*common, *order)):
                raise GiveUp(f"two iterations of {loop.op.name} may touch one element", loop.op)


def _is_made_there(evaluator: Evaluator, touched: Touched) -> bool:
    """Whether the object is one of the iteration's own: what an op with a body makes is called after that op."""
    root: Any = touched.access.root
    return is_private(root) and root[1] == evaluator.pc


def _sides(
    evaluator: Evaluator, op: Operation, spot: _Spot, first_bound: int
) -> list[tuple[Operation | None, _Spot]]:
    condition = condition_of(evaluator.world, evaluator.lane, op.operands[0])
    if _where(condition, True) is None or _where(condition, False) is None:
        try:
            condition = decide(evaluator.state, condition)
        except Split as split:
            if not _is_bound(split.e, first_bound):
                raise
    sides: list[tuple[Operation | None, _Spot]] = []
    for truth, region in zip((True, False), op.regions, strict=False):
        block = region.blocks.first
        lins = _where(condition, truth)
        if block is not None and lins is not False:
            certain = spot.certain and isinstance(condition, bool)
            exact = spot.exact and lins is not None
            sides.append((block.first_op, _Spot((*spot.where, *(lins or ())), exact, certain)))
    return sides[::-1]


def _where(condition: Condition | bool, truth: bool) -> tuple[Lin, ...] | Literal[False] | None:
    """Inequalities that say that the condition is `truth`; None: none are known; False: it never is."""
    if isinstance(condition, bool):
        return () if condition is truth else False
    if condition.e is not None and condition.kind == "ge":
        return (condition.e,) if truth else (condition.e.opposite,)
    if condition.e is not None and condition.kind == "eq" and truth:
        return (condition.e, condition.e.scaled(-1))
    if condition.kind == "not":
        return _where(condition.parts[0], not truth)
    if condition.kind == "and" and truth:
        sides = [_where(part, True) for part in condition.parts]
        both: list[Lin] = []
        for side in sides:
            if side is None:
                return None
            if isinstance(side, bool):
                return False
            both.extend(side)
        return tuple(both)
    return None


def overlap(a: FlightAccess, b: FlightAccess, facts: Facts) -> tuple[Lin, ...] | None:
    """When the two touch a common element, as inequalities; None if that is never on this path."""
    if a.root != b.root and ("?",) not in (a.root, b.root):
        return None
    conditions: list[Lin] = []
    if a.index is not None and b.index is not None and a.root == b.root:
        common = _common(a, b)
        if common is None:
            return None
        conditions.extend(common)
    conditions.extend(a.where)
    conditions.extend(b.where)
    if all(facts.holds(e) is True for e in conditions):
        return tuple(conditions)
    return tuple(conditions) if feasible(facts, conditions) else None


@lru_cache(maxsize=16_000)
def _common(a: FlightAccess, b: FlightAccess) -> tuple[Lin, ...] | None:
    conditions: list[Lin] = []
    ones = tuple(ONE for _ in a.index or ())
    for i, j, m, n in zip(a.index or (), b.index or (), a.sizes or ones, b.sizes or ones, strict=False):
        d = i - j
        if m == ONE and n == ONE:
            if d.is_const:
                if d.const:
                    return None
                continue
            if _differ_modulo(d):
                return None
            conditions += [d, d.scaled(-1)]
        else:
            for e in (n - d - 1, m + d - 1, m - 1, n - 1):
                if e.is_const and e.const < 0:
                    return None
                if not e.is_const:
                    conditions.append(e)
    return tuple(conditions)


def _differ_modulo(d: Lin) -> bool:
    """Whether `d` is the difference of the remainders of two numbers that a constant tells apart."""
    if d.const or len(d.terms) != 2:
        return False
    (x, c), (y, e) = d.terms
    parts: list[Any] = [x, y]
    if {c, e} != {1, -1} or any(isinstance(p, str) or p[0] != "mod" for p in parts) or x[2] != y[2]:
        return False
    apart = x[1] - y[1]
    return apart.is_const and apart.const % x[2] != 0
