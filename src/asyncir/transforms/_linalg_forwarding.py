"""What only repeats or moves elements is not computed: who reads it reads what it was made of.

A fill, a splat and a broadcast cost more to make than to do without, however many ops read them. What puts elements in
another order is read through where it has one reader, since that order may be the better one for several.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asyncir.dialects import arith, linalg, tensor
from asyncir.dialects.effects import Effects
from asyncir.dialects.linalg_generic import GenericOp
from asyncir.dialects.linalg_maps import dims_of
from asyncir.dialects.linalg_structured import MEMOIZED, Structured, element_of, is_shaped
from asyncir.ir import AffineMap, Block, Operation, OpResult, Region, SSAValue, TensorType
from asyncir.ir.walk import behind, terminator_of
from asyncir.transforms._blocks import erase, move_ops, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._folds.constants import constant, make
from asyncir.transforms._linalg_maps import composed, covers_loops, inverted, may_move, on_tensors, takes_in


@dataclass(frozen=True, slots=True)
class Source:
    """What an element is read of: another tensor, by a map; or a value that all elements are, where there is none."""

    value: SSAValue
    map: AffineMap | None


class Forwarder:
    """Lets ops read what their inputs were made of, one op after the other in the order of the text."""

    def __init__(self) -> None:
        self._effects = Effects()
        self._scalars: dict[Operation, SSAValue | None] = {}
        self._plain: dict[Operation, bool] = {}

    def forward(self, op: Structured) -> Structured:
        """The op, or one in its place that reads less."""
        if not takes_in(op):
            return op
        sources: list[Source] = []
        found = False
        for value, map in zip(op.ins, op.maps, strict=False):
            source = self._source(op, value, map) if is_shaped(value.type) else None
            found |= source is not None
            sources.append(source or Source(value, map if is_shaped(value.type) else None))
        kept = [source.map for source in sources if source.map is not None]
        if not found or not covers_loops([*kept, *op.maps[len(op.ins) :]]):
            return op
        if not kept and len(op.inits) == 1 and self._only_moves(op):
            given = _yielded(op, 0)
            if not isinstance(given, int):
                return _put(op, linalg.FillOp.of([given], op.inits))
            if given < len(sources):
                return _put(op, linalg.FillOp.of([sources[given].value], op.inits))
        return _reading(op, sources)

    def _source(self, reader: Structured, value: SSAValue, map: AffineMap) -> Source | None:
        """What is read instead of a tensor; None where it stays."""
        if not isinstance(value, OpResult) or not isinstance(value.type, TensorType):
            return None
        maker = value.op
        if isinstance(maker, tensor.SplatOp):
            return Source(maker.input, None)
        if isinstance(maker, arith.ConstantOp):
            scalar = self._scalar(maker)
            return None if scalar is None else Source(scalar, None)
        if not isinstance(maker, Structured) or not self._only_moves(maker):
            return None
        number = _yielded(maker, value.index)
        if not isinstance(number, int):
            return Source(number, None)
        operand, maps = maker.operands[number], maker.maps
        if not is_shaped(operand.type):
            return Source(operand, None)
        if not _repeats(maps[number]) and not (maker.parent is reader.parent and _has_one_user(maker)):
            return None
        loops = composed(inverted(maps[len(maker.ins) + value.index]), map)
        return Source(operand, composed(maps[number], loops))

    def _only_moves(self, op: Structured) -> bool:
        if op not in self._plain:
            last = op.body.block.first_op
            self._plain[op] = on_tensors(op) and last is op.body.block.last_op and may_move(op, self._effects)
        return self._plain[op]

    def _scalar(self, op: arith.ConstantOp) -> SSAValue | None:
        """The number that all elements of a constant are, behind the constant."""
        if op not in self._scalars:
            known = constant(op.result)
            scalar = None
            # The payload of a NaN would not survive.
            if known is not None and known.splat and known.numbers[0] == known.numbers[0]:
                code = Builder(next(iter(behind(op))), op)
                scalar = code.value(arith.ConstantOp(make(element_of(op.result.type), known.numbers)))
            self._scalars[op] = scalar
        return self._scalars[op]


def _yielded(op: Structured, result: int) -> SSAValue | int:
    """What the elements of a result are, where none is computed: the operand's with this number, or one value of outside."""
    given = terminator_of(op.body.block).operands[result]
    return next((n for n, argument in enumerate(op.body.block.args) if argument is given), given)


def _repeats(map: AffineMap) -> bool:
    """Whether neighbours stay neighbours, some again and again, and nothing changes its place: a broadcast."""
    dims = [dim for dim in dims_of(map) if dim is not None]
    return len(dims) == len(map.results) and dims == sorted(set(dims))


def _has_one_user(op: Operation) -> bool:
    uses = [use for result in op.results for use in result.uses]
    return len(uses) == 1


def _reading(op: Structured, sources: Sequence[Source]) -> Structured:
    """The op, with other inputs."""
    inputs: dict[tuple[SSAValue, AffineMap], int] = {}
    for source in sources:
        if source.map is not None:
            inputs.setdefault((source.value, source.map), len(inputs))
    old, first = op.body.block, len(op.ins)
    block = Block(arg_types=[element_of(value.type) for value in (*(v for v, _ in inputs), *op.inits)])
    news = [s.value if s.map is None else block.args[inputs[s.value, s.map]] for s in sources]
    for argument, value in zip(old.args, [*news, *block.args[len(inputs) :]], strict=True):
        argument.replace_all_uses_with(value)
    move_ops(old.ops, block)
    maps = [*(map for _, map in inputs), *op.maps[first:]]
    attributes = {name: value for name, value in op.attributes.items() if name != MEMOIZED}
    ins = [value for value, _ in inputs]
    return _put(op, GenericOp.of(ins, op.inits, maps, op.loop_kinds, Region(block), attributes))


def _put(old: Structured, new: Structured) -> Structured:
    """The new op in place of the old one."""
    Builder(old).add(new)
    replace_all(old.results, new.results)
    erase(old)
    return new
