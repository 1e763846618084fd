"""index: arithmetic on 64 bits, as arith's on `index`."""

from __future__ import annotations

from asyncir.dialects.index import IndexCmpPredicate
from asyncir.ir import Operation
from asyncir.semantics.core.arith import EXACT, RELATIONS, bitwise, combined, division, shifted
from asyncir.semantics.core.lift import attribute, compute
from asyncir.semantics.core.program import Compiler, handles
from asyncir.semantics.core.values import bit_width, signed, wrap

WIDTH = 64

_DIVISIONS = {
    f"index.{kind}{sign}": f"{kind}{sign}i"
    for kind, signs in {"div": "su", "ceildiv": "su", "floordiv": "s", "rem": "su"}.items()
    for sign in signs
}
_BITS = {
    **{f"index.{kind}": f"{kind}i" for kind in ("and", "or", "xor")},
    **{f"index.{kind}{sign}": f"{kind}{sign}i" for kind in ("min", "max") for sign in "su"},
}
_SHIFTS = {"index.shl": "shli", "index.shrs": "shrsi", "index.shru": "shrui"}


@handles("index.add", "index.sub", "index.mul")
def _wrapping(op: Operation, c: Compiler) -> None:
    compute(op, c, combined(EXACT[op.name.removeprefix("index.")], wrap(WIDTH)))


@handles(*_DIVISIONS)
def _division(op: Operation, c: Compiler) -> None:
    compute(op, c, division(op, _DIVISIONS[op.name], WIDTH))


@handles(*_BITS)
def _bits(op: Operation, c: Compiler) -> None:
    compute(op, c, bitwise(_BITS[op.name], WIDTH))


@handles(*_SHIFTS)
def _shift(op: Operation, c: Compiler) -> None:
    compute(op, c, shifted(op, _SHIFTS[op.name], WIDTH))


@handles("index.cmp")
def _compare(op: Operation, c: Compiler) -> None:
    predicate = tuple(IndexCmpPredicate).index(attribute(op, "pred").data)
    mask = (1 << WIDTH) - 1
    if predicate >= len(RELATIONS):
        compare = RELATIONS[predicate - 4]
        compute(op, c, lambda x, y: 1 if compare(x & mask, y & mask) else 0)
    else:
        holds = RELATIONS[predicate]
        compute(op, c, lambda x, y: 1 if holds(x, y) else 0)


@handles("index.casts", "index.castu")
def _cast(op: Operation, c: Compiler) -> None:
    old, new = (bit_width(value.type) for value in (op.operands[0], op.results[0]))
    fit, sign, mask = wrap(new), signed(old), (1 << old) - 1
    extends = op.name == "index.castu"
    compute(op, c, lambda x: fit(x & mask if extends else sign(x)))


@handles("index.sizeof")
def _size(_op: Operation, c: Compiler) -> None:
    c.constant(WIDTH)


@handles("index.constant", "index.bool.constant")
def _constant(op: Operation, c: Compiler) -> None:
    c.constant(int(attribute(op, "value").value.data))
