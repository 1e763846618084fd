"""scf.forall: a parallel loop whose iterations put slices into tensors that they share."""

from __future__ import annotations

from typing import Any

import numpy as np

from asyncir.ir import Operation
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.parallel import by_task, iterate
from asyncir.semantics.core.program import Compiler, Handler, Segment, Terminators, handles, transfer
from asyncir.semantics.core.tensor_ops import box_of
from asyncir.semantics.core.tensors import Array, check_part, missing_of, with_missing
from asyncir.semantics.core.values import Registers, is_poison


class _Output:
    """What the iterations make of a shared tensor: the only array that is changed, until the loop has ended."""

    def __init__(self, start: Array):
        self.array = np.array(start, subok=False)
        missing = missing_of(start)
        self.missing = np.zeros(self.array.shape, bool) if missing is None else missing.copy()
        self.written = np.zeros(self.array.shape, bool)
        self.made_by: Operation | None = getattr(start, "made_by", None)

    def put(self, op: Operation, part: Array, numbers: list[int]) -> None:
        """Put a slice; what is undefined in it is so here, and no two may overlap."""
        where = box_of(op, self.array, numbers)
        if self.written[where].any():
            help = "let each iteration put elements that no other puts"
            raise fault("S001", "two slices have an element in common", op, "puts the second of them", help)
        shape = self.array[where].shape
        check_part(op, part, shape)
        missing = missing_of(part)
        self.array[where] = np.asarray(part).reshape(shape)
        self.missing[where] = False if missing is None else missing.reshape(shape)
        self.written[where] = True
        self.made_by = self.made_by or getattr(part, "made_by", None)

    def tensor(self) -> Array:
        """The tensor that the loop gives."""
        return with_missing(self.array, self.missing, self.made_by)


@handles("scf.forall")
def _forall(op: Any, c: Compiler) -> None:
    bounds = [
        [each if isinstance(each, int) else c.use(each) for each in op.mixed(which)] for which in _BOUNDS
    ]
    fixed = [[isinstance(each, int) for each in op.mixed(which)] for which in _BOUNDS]
    initial = c.uses(op.outputs)
    outputs = [c.code.fresh() for _ in initial]
    results = c.slots(op.results)
    shared: list[int] = []

    def ranges(registers: Registers) -> list[range]:
        numbers = [
            [each if known else registers[each] for each, known in zip(*both, strict=True)]
            for both in zip(bounds, fixed, strict=True)
        ]
        for step in numbers[2]:
            if step <= 0:
                raise fault("S005", f"the loop's step is {step}; it must be positive", op)
        for slot, output, argument in zip(initial, outputs, shared, strict=True):
            if is_poison(registers[slot]):
                registers[slot].met()
            registers[output], registers[argument] = _Output(registers[slot]), registers[slot]
        return [range(*each) for each in zip(*numbers, strict=True)]

    def leave(registers: Registers, runner: object) -> None:
        for output, result in zip(outputs, results, strict=True):
            registers[result], registers[output] = registers[output].tensor(), None

    def ends(advance: Segment) -> Terminators:
        return {"scf.forall.in_parallel": _put_together(op, outputs, advance)}

    iterate(op, c, ranges, ends, by_task(op, c), leave)
    shared.extend(c.slots(op.region.block.args[op.rank :]))


_BOUNDS = ("lower", "upper", "step")


def _put_together(loop: Any, outputs: list[int], advance: Segment) -> Handler:
    """The loop's terminator: put each slice into the output that it names."""
    places = dict(zip(loop.region.block.args[loop.rank :], outputs, strict=True))

    def end_body(op: Any, c: Compiler) -> None:
        for inner in op.region.block.ops:
            part, _, *numbers = c.uses(inner.operands)
            _put(inner, c, places[inner.dest], part, numbers)
        c.begin(op)
        c.end(transfer((), (), advance))

    return end_body


def _put(op: Operation, c: Compiler, output: int, part: int, numbers: list[int]) -> None:
    def step(registers: Registers) -> None:
        registers[output].put(op, registers[part], [registers[slot] for slot in numbers])

    c.begin(op)
    c.step(step)
