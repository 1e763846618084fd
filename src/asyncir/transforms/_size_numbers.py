"""Numbers that sizes are made of: which of them are the same is known without code, and code for them is written once."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.ranges import range_of
from asyncir.analyses.integers.widths import INDEX_WIDTH, limits
from asyncir.dialects import arith, bufferization, linalg, memref, scf, tensor
from asyncir.dialects.effect_types import AsksShape
from asyncir.dialects.interfaces.tensors import destinations
from asyncir.dialects.linalg_structured import extents_of
from asyncir.dialects.shaped import DimLikeOp, OffsetSizesStridesOp
from asyncir.ir import DYNAMIC_INDEX, BlockArgument, MemRefType, Operation, OpResult, SSAValue, TensorType
from asyncir.ir.walk import home_of, terminator_of
from asyncir.transforms._building import INDEX, Builder


@dataclass(frozen=True)
class DimSize:
    """The size of a dimension of a tensor or memref, of which nothing else is known."""

    of: SSAValue
    dimension: int


@dataclass(frozen=True)
class ComputedSize:
    """A number made of two others: `+`, `*`, `ceildiv`, or `unless0`, the second where the first is not 0, else 0.

    A sum or product that no index can be is the largest index, or the least one: sizes that are given may be any numbers,
    and no comparison with what a tensor has may be fooled by them.
    """

    kind: str
    left: Number
    right: Number


Number = int | SSAValue | DimSize | ComputedSize
_LEAST, _MOST = limits(INDEX_WIDTH)


# ---- which number it is ----


def is_ranked(value: SSAValue) -> bool:
    """Whether the value is a tensor or memref with a rank."""
    return isinstance(value.type, TensorType | MemRefType)


def number_of(value: SSAValue | int) -> Number:
    """An index of the program as a number."""
    if isinstance(value, int):
        return value
    known = constant_of(value)
    if known is not None:
        return known
    if isinstance(value, OpResult) and isinstance(value.op, DimLikeOp) and value.op.has_trait(AsksShape):
        source, dimension = value.op.operands[0], constant_of(value.op.index)
        if is_ranked(source) and dimension is not None and 0 <= dimension < len(extents_of(source.type)):
            return dim(source, dimension)
    return value


def dims(value: SSAValue) -> list[Number]:
    """The sizes of a tensor or memref."""
    return [dim(value, dimension) for dimension in range(len(extents_of(value.type)))]


def dim(value: SSAValue, dimension: int) -> Number:
    """The size of a dimension, asked of whatever it comes from."""
    for _ in range(_LONGEST):
        extent = extents_of(value.type)[dimension]
        if extent is not None:
            return extent
        found = _origin_of(value, dimension)
        if found is None:
            break
        if not isinstance(found, tuple):
            return number_of(found)
        value, dimension = found
    return DimSize(value, dimension)


_LONGEST = 200
"""Of so many values at most a size is handed on; beyond them it is asked for."""

Origin = int | SSAValue | tuple[SSAValue, int] | None


def _origin_of(value: SSAValue, dimension: int) -> Origin:
    """Where a size comes from: a number, or the size of another value."""
    extent = extents_of(value.type)[dimension]
    if extent is not None:
        return extent
    if isinstance(value, OpResult):
        loop = value.op
        return (
            _carried(loop, value.index, dimension)
            if isinstance(loop, scf.ForOp)
            else _origin(loop, value, dimension)
        )
    around = value.block.parent_op() if isinstance(value, BlockArgument) else None
    if isinstance(value, BlockArgument) and isinstance(around, scf.ForallOp):
        return around.outputs[value.index - around.rank], dimension
    if isinstance(value, BlockArgument) and isinstance(around, scf.ForOp):
        return _carried(around, value.index - 1, dimension)
    return None


def _carried(loop: scf.ForOp, number: int, dimension: int) -> Origin:
    """What a loop carries is as large as at its start, if each iteration hands on something of the same size."""
    block = loop.body.block
    carried, place = block.args[number + 1], (terminator_of(block).operands[number], dimension)
    for _ in range(_LONGEST):
        value, at = place
        if value is carried:
            return (loop.iter_args[number], dimension) if at == dimension else None
        found = _origin_of(value, at) if isinstance(value, OpResult) else None
        if not isinstance(found, tuple):
            return None
        place = found
    return None


_LIKE_FIRST = (
    tensor.TensorCastOp,
    tensor.TensorBitcastOp,
    memref.CastOp,
    bufferization.ToTensorOp,
    bufferization.ToBufferOp,
)
SIZED = (
    tensor.EmptyOp,
    tensor.GenerateOp,
    tensor.SplatOp,
    memref.AllocOp,
    memref.AllocaOp,
    bufferization.AllocTensorOp,
)


def _origin(op: Operation, value: SSAValue, dimension: int) -> Origin:
    """The same of a result of an op that is no loop."""
    made_of = next((number for number, result in destinations(op) if result is value), None)
    if made_of is not None:
        return op.operands[made_of], dimension
    if isinstance(op, linalg.SoftmaxOp | linalg.PackOp | linalg.UnpackOp):
        return op.operands[1], dimension
    if isinstance(op, _LIKE_FIRST):
        return (op.operands[0], dimension) if is_ranked(op.operands[0]) else None
    if isinstance(op, SIZED):
        return _given(op, value, dimension)
    if isinstance(op, OffsetSizesStridesOp):
        return _of_slice(op, dimension)
    if isinstance(op, tensor.TensorExpandShapeOp | memref.ExpandShapeOp):
        return mixed(op.static_output_shape, op.output_shape)[dimension]
    if op.dialect_name() in ("arith", "math"):
        source = next((operand for operand in op.operands if is_ranked(operand)), None)
        return None if source is None else (source, dimension)
    return None


def _given(op: Any, value: SSAValue, dimension: int) -> Origin:
    if isinstance(op, bufferization.AllocTensorOp) and op.copy_ is not None:
        return op.copy_, dimension
    return sizes_given(op)[extents_of(value.type)[:dimension].count(None)]


def sizes_given(op: Any) -> Sequence[SSAValue]:
    """The operands that say how large a tensor or memref is that one of `SIZED` makes, for each `?` of its type."""
    if isinstance(op, bufferization.AllocTensorOp | memref.AllocOp | memref.AllocaOp):
        return op.dynamic_sizes
    return op.operands[1:] if isinstance(op, tensor.SplatOp) else op.operands


def _of_slice(op: OffsetSizesStridesOp, dimension: int) -> Origin:
    if isinstance(op, tensor.ExtractSliceOp | memref.SubviewOp):
        dropped = op.dropped_dimensions()
        sizes = op.mixed("sizes")
        return [size for d, size in enumerate(sizes) if d not in dropped][dimension]
    return op.mixed("sizes")[dimension] if isinstance(op, memref.ReinterpretCastOp) else None


def mixed(static: Any, dynamic: Sequence[SSAValue]) -> list[int | SSAValue]:
    """A list of integers and values, from an attribute and operands."""
    rest = iter(dynamic)
    return [int(n) if int(n) != DYNAMIC_INDEX else next(rest) for n in static.get_values()]


def is_outside(number: Number, loop: Operation) -> bool:
    """Whether the number is there in front of a loop."""
    match number:
        case int():
            return True
        case DimSize(of, _):
            return is_outside(of, loop)
        case ComputedSize(_, left, right):
            return is_outside(left, loop) and is_outside(right, loop)
        case _:
            home = home_of(number)
            around = None if home is None else home.parent_op()
            while around is not None and around is not loop:
                around = around.parent_op()
            return around is None


# ---- arithmetic ----


def plus(left: Number, right: Number) -> Number:
    """The sum."""
    (one, first), (other, second) = _without_constant(left), _without_constant(right)
    constant = first + second
    if one == 0 or other == 0:
        base = other if one == 0 else one
        if base == 0:
            return constant
    else:
        base = ComputedSize("+", one, other)
    return ComputedSize("+", base, constant) if constant else base


def _without_constant(number: Number) -> tuple[Number, int]:
    if isinstance(number, int):
        return 0, number
    if isinstance(number, ComputedSize) and number.kind == "+" and isinstance(number.right, int):
        return number.left, number.right
    return number, 0


def times(left: Number, right: Number) -> Number:
    """The product."""
    if isinstance(left, int):
        left, right = right, left
    if isinstance(left, int) and isinstance(right, int):
        return left * right
    if right == 1:
        return left
    return 0 if right == 0 else ComputedSize("*", left, right)


def product(numbers: Sequence[Number]) -> Number:
    """The product of all."""
    found: Number = 1
    for number in numbers:
        found = times(found, number)
    return found


def tiles_of(size: Number, tile: Number) -> Number:
    """How many tiles a size has, the last of which may not be full."""
    if isinstance(tile, int) and tile > 0:
        if isinstance(size, int):
            return -(-size // tile)
        if tile == 1:
            return size
    return ComputedSize("ceildiv", size, tile)


def unless_zero(condition: Number, number: Number) -> Number:
    """The number, but 0 where the condition is 0."""
    if isinstance(condition, int):
        return number if condition else 0
    if condition == number:
        return number
    return number if bounds(condition)[0] > 0 else ComputedSize("unless0", condition, number)


def bounds(number: Number) -> tuple[int, int]:
    """Between which numbers it lies."""
    match number:
        case int():
            return number, number
        case DimSize():
            return 0, _MOST
        case ComputedSize():
            low, high = _computed_bounds(number)
            return min(max(low, _LEAST), _MOST), max(min(high, _MOST), _LEAST)
        case _:
            return _value_bounds(number, _DEEPEST)


def _value_bounds(value: SSAValue, depth: int) -> tuple[int, int]:
    """As `range_of`, and what is made of the counters of `scf.forall`."""
    low, high = range_of(value)
    if isinstance(value, BlockArgument):
        found = _of_forall(value)
    else:
        combine = _COMBINED.get(type(value.op)) if isinstance(value, OpResult) and depth else None
        if combine is None or not isinstance(value, OpResult):
            return low, high
        found = combine(*(_value_bounds(operand, depth - 1) for operand in value.op.operands))
    if found is None or found[0] < _LEAST or found[1] > _MOST:
        return low, high
    return max(low, found[0]), min(high, found[1])


def _products(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    ends = [one * other for one in a for other in b]
    return min(ends), max(ends)


_COMBINED: dict[type[Operation], Callable[[tuple[int, int], tuple[int, int]], tuple[int, int]]] = {
    arith.AddiOp: lambda a, b: (a[0] + b[0], a[1] + b[1]),
    arith.SubiOp: lambda a, b: (a[0] - b[1], a[1] - b[0]),
    arith.MuliOp: _products,
    arith.MinSIOp: lambda a, b: (min(a[0], b[0]), min(a[1], b[1])),
    arith.MaxSIOp: lambda a, b: (max(a[0], b[0]), max(a[1], b[1])),
}
_DEEPEST = 8


def forall_counter(value: Number) -> tuple[scf.ForallOp, int] | None:
    """Of a counter of `scf.forall`: the loop, and which of its counters it is."""
    if not isinstance(value, BlockArgument):
        return None
    loop = value.block.parent_op()
    return (loop, value.index) if isinstance(loop, scf.ForallOp) and value.index < loop.rank else None


def _of_forall(value: BlockArgument) -> tuple[int, int] | None:
    counter = forall_counter(value)
    if counter is None:
        return None
    loop, number = counter
    (low, most_low), (_, most), (step, most_step) = (
        bounds(number_of(loop.mixed(which)[number])) for which in ("lower", "upper", "step")
    )
    if step <= 0 or low >= most:  # in a loop that never runs there is no counter
        return None
    exact = low == most_low and step == most_step
    return low, low + (most - 1 - low) // step * step if exact else most - 1


def _computed_bounds(number: ComputedSize) -> tuple[int, int]:
    (a, b), (c, d) = bounds(number.left), bounds(number.right)
    match number.kind:
        case "+":
            return a + c, b + d
        case "*":
            return _products((a, b), (c, d))
        case "unless0":
            return min(c, 0), max(d, 0)
        case _:
            return _LEAST, _MOST


class WrittenSizes:
    """Code for numbers, which is written once for a block and for what is nested in it."""

    def __init__(self, outer: WrittenSizes | None = None):
        self._values: ChainMap[Number, SSAValue] = ChainMap() if outer is None else outer._values.new_child()

    def get(self, number: Number, code: Builder) -> SSAValue:
        """The value of a number at the place of the code."""
        if isinstance(number, SSAValue):
            return number
        if number not in self._values:
            self._values[number] = self._write(number, code)
        return self._values[number]

    def _write(self, number: int | DimSize | ComputedSize, code: Builder) -> SSAValue:
        match number:
            case int():
                return code.index(number)
            case DimSize(of, dimension):
                ask = tensor.TensorDimOp if isinstance(of.type, TensorType) else memref.DimOp
                return code.value(ask(of, self.get(dimension, code)))
            case ComputedSize("unless0", left, right):
                zero = self.get(0, code)
                is_zero = code.test(self.get(left, code), "eq", zero)
                return code.either(is_zero, zero, self.get(right, code))
            case ComputedSize("ceildiv", left, right):
                return code.value(arith.CeilDivSIOp(self.get(left, code), self.get(right, code)))
            case ComputedSize(kind, left, right):
                low, high = _computed_bounds(number)
                fits = low >= _LEAST and high <= _MOST
                one, other = self.get(left, code), self.get(right, code)
                if kind == "+":
                    total = code.value(arith.AddiOp(one, other))
                    return total if fits else self._at_most(total, one, other, right, code)
                if fits:
                    return code.value(arith.MuliOp(one, other))
                result, upper = code.add(
                    arith.MulSIExtendedOp.create(operands=[one, other], result_types=[INDEX, INDEX])
                ).results
                shift = self.get(INDEX_WIDTH - 1, code)
                sign = code.value(arith.ShRSIOp(code.value(arith.XOrIOp(one, other)), shift))
                limit = code.value(arith.XOrIOp(sign, self.get(_MOST, code)))
                exact = code.test(code.value(arith.ShRSIOp(result, shift)), "eq", upper)
                return code.either(exact, result, limit)

    def _at_most(
        self, total: SSAValue, one: SSAValue, other: SSAValue, added: Number, code: Builder
    ) -> SSAValue:
        """A sum, or the largest or least number where it is none."""
        if isinstance(added, int):
            wrapped = code.test(total, "slt" if added > 0 else "sgt", one)
            return code.either(wrapped, self.get(_MOST if added > 0 else _LEAST, code), total)
        wraps = [code.value(arith.XOrIOp(part, total)) for part in (one, other)]
        wrapped = code.test(code.value(arith.AndIOp(*wraps)), "slt", self.get(0, code))
        sign = code.value(arith.ShRSIOp(one, self.get(INDEX_WIDTH - 1, code)))
        limit = code.value(arith.XOrIOp(sign, self.get(_MOST, code)))
        return code.either(wrapped, limit, total)
