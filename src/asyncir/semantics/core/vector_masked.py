"""vector: `vector.mask`, which does one op for the lanes that its mask has, and only for these."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from asyncir.dialects.vector_mask import VectorYieldOp
from asyncir.ir import Operation
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.lift import flags
from asyncir.semantics.core.program import Compiler, handles
from asyncir.semantics.core.values import Poison, Registers, defined
from asyncir.semantics.core.vector_memory import Outer, gather_scatter, transfer_read, transfer_write
from asyncir.semantics.core.vector_ops import Combined, multi_reduction, reduction
from asyncir.semantics.core.vector_products import contraction, outer_product

_COMBINING: dict[str, Callable[[Any], Combined]] = {
    "vector.contract": contraction,
    "vector.multi_reduction": multi_reduction,
    "vector.outerproduct": outer_product,
    "vector.reduction": reduction,
}


@handles("vector.mask")
def _mask(op: Any, c: Compiler) -> None:
    inner = op.body.block.first_op
    if isinstance(inner, VectorYieldOp):
        _only_values(op, inner, c)
    elif inner.name in _COMBINING:
        _combining(op, inner, c)
    elif inner.name == "vector.gather":
        _gather(op, inner, c)
    else:
        outer = Outer(c.use(op.mask), None if op.passthru is None else c.use(op.passthru))
        if inner.name == "vector.transfer_read":
            transfer_read(inner, c, c.slot(op.results[0]), outer)
        else:
            transfer_write(inner, c, c.slots(op.results), outer)


def _only_values(op: Any, end: Operation, c: Compiler) -> None:
    """The values themselves; with others to choose from, these where the mask is not set."""
    moves = list(zip(c.uses(end.operands), c.slots(op.results), strict=True))
    if op.passthru is None:

        def step(r: Registers) -> None:
            for source, target in moves:
                r[target] = r[source]

        c.step(step)
        return
    if len(moves) != 1 or op.passthru.type != op.results[0].type or _sizes(op.passthru) != _sizes(op.mask):
        raise fault("S012", "the interpreter does not know what passes through this mask", op)
    slots, target = [c.use(op.mask), moves[0][0], c.use(op.passthru)], moves[0][1]

    def choose(r: Registers) -> None:
        mask, value, other = defined(r, slots)
        r[target] = np.where(mask != 0, value, other)

    c.pure(choose)


def _sizes(value: Any) -> tuple[int, ...]:
    return tuple(value.type.get_shape()) if hasattr(value.type, "get_shape") else ()


def _combining(op: Any, inner: Any, c: Compiler) -> None:
    """Lanes that are off have no part in what is combined."""
    if inner.name == "vector.outerproduct" and inner.acc is None:
        message = "nothing says what products are where the mask is not set"
        raise fault("S012", message, op, "give it an accumulator")
    combine, no_nan = _COMBINING[inner.name](inner), "nnan" in flags(inner, "fastmath")
    mask, slots, result = c.use(op.mask), c.uses(inner.operands), c.slot(op.results[0])

    def step(r: Registers) -> None:
        on, *values = defined(r, [mask, *slots])
        found = combine(*values, mask=on)
        r[result] = Poison(inner) if no_nan and found != found else found

    c.pure(step)


def _gather(op: Any, inner: Any, c: Compiler) -> None:
    """A lane is read where both masks have it."""
    gather = partial(gather_scatter, inner, c.machine)
    slots, outer, result = c.uses(inner.operands), c.use(op.mask), c.slot(op.results[0])

    def step(r: Registers) -> None:
        *rest, mask, spare = (r[slot] for slot in slots)
        r[result] = gather(*rest, np.logical_and(mask, r[outer]), spare)

    c.step(step)
