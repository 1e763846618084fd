"""affine: maps of indices, accesses through them, loops between affine bounds, and conditions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from asyncir.dialects.affine import as_map, equalities
from asyncir.dialects.elementwise import is_signless
from asyncir.ir import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AnyFloat,
    Attribute,
    IntegerType,
    Operation,
)
from asyncir.ir.dense import all_elements
from asyncir.semantics.core.access import combination, load_at, store_at
from asyncir.semantics.core.control import count_up, yields_to
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.lift import attribute
from asyncir.semantics.core.parallel import by_task, iterate
from asyncir.semantics.core.program import Compiler, Segment, handles, transfer
from asyncir.semantics.core.values import PoisonMet, Registers, Value, bit_width, wrap
from asyncir.semantics.core.vector_memory import load_vector, store_vector
from asyncir.semantics.tasks.tasks import Task

Index = Callable[[Sequence[Any]], int]

_WRAP = wrap(64)


def _index(expr: AffineExpr, slots: Sequence[int], map: AffineMap, op: Operation) -> Index:
    """A function from registers to what the expression comes to."""
    compute = number_at(expr, slots, map.num_dims, op)
    return lambda r: _WRAP(compute(r))


def number_at(expr: AffineExpr, slots: Sequence[int], dims: int, op: Operation) -> Index:
    """A function from registers, or from any sequence that has a number in each slot, to what the expression comes to."""
    if isinstance(expr, AffineConstantExpr):
        number = expr.value
        return lambda r: number
    if not isinstance(expr, AffineBinaryOpExpr):
        position: int = expr.position if isinstance(expr, AffineDimExpr) else dims + expr.position  # pyright: ignore
        slot = slots[position]
        return lambda r: r[slot]
    left, right = (number_at(side, slots, dims, op) for side in (expr.lhs, expr.rhs))
    if expr.kind is AffineBinaryOpKind.Add:
        return lambda r: left(r) + right(r)
    if expr.kind is AffineBinaryOpKind.Mul:
        return lambda r: left(r) * right(r)

    def divisor(r: Sequence[Any]) -> int:
        by = right(r)
        if by <= 0:
            raise fault("S005", f"an affine expression divides by {by}; it must be positive", op)
        return by

    if expr.kind is AffineBinaryOpKind.Mod:
        return lambda r: left(r) % divisor(r)
    if expr.kind is AffineBinaryOpKind.FloorDiv:
        return lambda r: left(r) // divisor(r)
    return lambda r: -(-left(r) // divisor(r))


def _indices(map: AffineMap, slots: Sequence[int], op: Operation) -> list[Index]:
    return [_index(expr, slots, map, op) for expr in map.results]


@handles("affine.apply", "affine.min", "affine.max")
def _apply(op: Any, c: Compiler) -> None:
    found = _indices(attribute(op, "map").data, c.uses(op.operands), op)
    result = c.slot(op.results[0])
    choose: Callable[[list[int]], int] = max if op.name == "affine.max" else min

    def step(r: Registers) -> None:
        r[result] = choose([index(r) for index in found])

    c.pure(step)


@handles("affine.load")
def _load(op: Any, c: Compiler) -> None:
    memref, *slots = c.uses(op.operands)
    load_at(op, c, memref, _places(op, c, slots))


@handles("affine.store")
def _store(op: Any, c: Compiler) -> None:
    value, memref, *slots = c.uses(op.operands)
    store_at(op, c, value, memref, _places(op, c, slots))


def _places(op: Operation, c: Compiler, slots: Sequence[int]) -> list[int]:
    """Slots in which the subscripts are, once a step has computed them."""
    found = _indices(attribute(op, "map").data, slots, op)
    places = [c.code.fresh() for _ in found]

    def step(r: Registers) -> None:
        for place, index in zip(places, found, strict=True):
            r[place] = index(r)

    c.step(step)
    return places


@handles("affine.vector_load")
def _load_vector(op: Any, c: Compiler) -> None:
    memref, *slots = c.uses(op.operands)
    found, machine, result = _indices(attribute(op, "map").data, slots, op), c.machine, c.slot(op.results[0])

    def step(r: Registers) -> None:
        r[result] = load_vector(op, machine, r[memref], *[index(r) for index in found])

    c.step(step)


@handles("affine.vector_store")
def _store_vector(op: Any, c: Compiler) -> None:
    value, memref, *slots = c.uses(op.operands)
    found, machine = _indices(attribute(op, "map").data, slots, op), c.machine
    c.step(lambda r: store_vector(op, machine, r[value], r[memref], *[index(r) for index in found]))


@handles("affine.prefetch")
def _prefetch(op: Any, c: Compiler) -> None:
    """It changes nothing that a program can see."""


def _basis(op: Any, c: Compiler, indices: int) -> Callable[[Registers], list[int]]:
    """A function from registers to the sizes of all dimensions but the first."""
    sizes = op.used_basis(indices)
    slots = [None if isinstance(size, int) else c.use(size) for size in sizes]

    return lambda r: [size if slot is None else r[slot] for size, slot in zip(sizes, slots, strict=True)]


@handles("affine.delinearize_index")
def _delinearize(op: Any, c: Compiler) -> None:
    index, results = c.use(op.linear_index), c.slots(op.multi_index)
    basis = _basis(op, c, len(results))

    def step(r: Registers) -> None:
        rest = r[index]
        for size, slot in zip(reversed(basis(r)), reversed(results[1:]), strict=True):
            if size <= 0:
                raise fault(
                    "S005", f"a dimension of `{op.name}` has the size {size}; it must be positive", op
                )
            rest, r[slot] = divmod(rest, size)
        r[results[0]] = rest

    c.pure(step)


@handles("affine.linearize_index")
def _linearize(op: Any, c: Compiler) -> None:
    indices, result = c.uses(op.multi_index), c.slot(op.linear_index)
    basis = _basis(op, c, len(indices))

    def step(r: Registers) -> None:
        total = r[indices[0]] if indices else 0
        for size, slot in zip(basis(r), indices[1:], strict=True):
            total = total * size + r[slot]
        r[result] = _WRAP(total)

    c.pure(step)


@handles("affine.for")
def _for(op: Any, c: Compiler) -> None:
    lower = _indices(op.lower_bound.data, c.uses(op.lower_operands), op)
    upper = _indices(op.upper_bound.data, c.uses(op.upper_operands), op)
    first, last, by = (c.code.fresh() for _ in range(3))
    size = op.step.value.data

    def step(r: Registers) -> None:
        r[first], r[last] = max(index(r) for index in lower), min(index(r) for index in upper)
        r[by] = size

    c.step(step)
    count_up(op, c, (first, last, by), c.uses(op.inits), terminator="affine.yield")


@handles("affine.if")
def _if(op: Any, c: Compiler) -> None:
    condition = op.condition.data
    found = _indices(as_map(condition), c.uses(op.operands), op)
    # A set says of each expression that it is zero, or that it is not negative.
    zero = equalities(condition)
    flag, go_on = c.code.fresh(), Segment()

    def step(r: Registers) -> None:
        values = [index(r) for index in found]
        r[flag] = int(all(v == 0 if is_zero else v >= 0 for v, is_zero in zip(values, zero, strict=True)))

    c.step(step)
    scope = yields_to(c.slots(op.results), go_on, "affine.yield")
    first, second = op.regions
    then = transfer((), (), c.region(first, scope))
    c.branch(flag, then, transfer((), (), c.region(second, scope) if second.blocks else go_on), go_on)


@handles("affine.parallel")
def _parallel(op: Any, c: Compiler) -> None:
    lower_map, upper_map = attribute(op, "lowerBoundsMap").data, attribute(op, "upperBoundsMap").data
    slots = c.uses(op.operands)
    of_lower = lower_map.num_dims + lower_map.num_symbols
    lower = _groups(op, "lowerBoundsGroups", _indices(lower_map, slots[:of_lower], op))
    upper = _groups(op, "upperBoundsGroups", _indices(upper_map, slots[of_lower:], op))
    steps = [step.value.data for step in attribute(op, "steps").data]
    least = min(steps, default=1)
    results = c.slots(op.results)
    kinds = op.kinds
    initial = [_identity(kind, r.type, op) for kind, r in zip(kinds, op.results, strict=True)]
    combine = [combination(kind, r.type) for kind, r in zip(kinds, op.results, strict=True)]

    def ranges(r: Registers) -> list[range]:
        if least < 1:
            raise fault("S005", f"the loop's step is {least}; it must be positive", op)
        for slot, value in zip(results, initial, strict=True):
            r[slot] = value
        return [
            range(max(index(r) for index in low), min(index(r) for index in high), step)
            for low, high, step in zip(lower, upper, steps, strict=True)
        ]

    def reduce(advance: Segment) -> Any:
        def end_body(inner: Operation, c: Compiler) -> None:
            values = c.uses(inner.operands)

            def end(r: Registers, task: Task) -> Segment | None:
                for function, slot, value in zip(combine, results, values, strict=True):
                    try:
                        r[slot] = function(r[slot], r[value])
                    except PoisonMet as met:
                        r[slot] = met.poison
                return advance

            c.end(end)

        return {"affine.yield": end_body}

    iterate(op, c, ranges, reduce, by_task(op, c))


def _groups(op: Operation, name: str, indices: list[Index]) -> list[list[Index]]:
    left = iter(indices)
    return [list(islice(left, int(size))) for size in all_elements(attribute(op, name))]


def _identity(kind: str, of: Attribute, op: Operation) -> Value:
    """What a reduction starts with: MLIR's lowering has the same numbers."""
    if isinstance(of, AnyFloat):
        floats = {"addf": 0.0, "mulf": 1.0, "maximumf": -float("inf"), "minimumf": float("inf")}
        if kind in floats:
            return floats[kind]
    elif isinstance(of, IntegerType) and is_signless(of):  # pyright: ignore
        integers = {"addi": 0, "ori": 0, "muli": 1, "andi": wrap(bit_width(of))(-1)}
        if kind in integers:
            return integers[kind]
    raise fault("S012", f"the interpreter does not know reductions `{kind}` of {of}", op)
