"""A producer computed in the loops on tiles that use its result: only the slice at hand, and where it is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.places_of_tensors import looks_at_own_part, own_slices, place_of
from asyncir.diagnostics import DiagnosticError, Note
from asyncir.dialects import arith, scf, tensor
from asyncir.dialects.affine_text import affine_text
from asyncir.dialects.effects import Effects
from asyncir.dialects.linalg_maps import dims_of, is_projection
from asyncir.dialects.linalg_structured import Structured, extents_of
from asyncir.dialects.verification import span_of
from asyncir.ir import BlockArgument, Operation, OpResult, SSAValue
from asyncir.ir.walk import enclosing, terminator_of
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._flat_views import Amounts, Number
from asyncir.transforms._linalg_maps import on_tensors
from asyncir.transforms._remarks import complaint
from asyncir.transforms._tiles import Tile, iterations, on_tile

FUSION = "P192"


@dataclass(frozen=True, slots=True)
class _Carried:
    """What a loop begins with, where each element of it is in the slice of one iteration, which looks at no other."""

    loop: Operation
    number: int
    """Of the loop's operand."""
    slices: tuple[tensor.ExtractSliceOp, ...]


def fuse_into(producer: Structured, loop: Operation) -> list[Structured]:
    """Compute the producer on each slice of its results in the loop; gives the ops that do so.

    Where nobody else uses the results, the producer goes away. Raises P192 before anything is changed.
    """
    if not on_tensors(producer) or not Effects().is_pure(producer):
        raise _refused(producer, "does more than to make tensors", "tile it, or bufferise later", loop)
    read: list[tuple[int, tensor.ExtractSliceOp]] = []
    carried: list[tuple[int, _Carried]] = []
    for number, result in enumerate(producer.results):
        read += [(number, each) for each in _slices_in(result, loop)]
        found = _carried_by(result, loop)
        carried += [(number, found)] if found is not None else []
    everything = [*read, *((number, each) for number, one in carried for each in one.slices)]
    if not everything:
        help = "tile the op that uses it; of what a loop begins with, its tiles have to be all, each once, and of known sizes"
        raise _refused(producer, "has no slice of its results in the loop", help, loop)
    for number, each in everything:
        _check_slice(producer, number, each, loop)
    made = [_on_slice(producer, number, each, producer.inits) for number, each in read]
    made += [_in_place(producer, number, each) for number, one in carried for each in one.slices]
    for number, one in carried:
        operands = list(one.loop.operands)
        operands[one.number] = producer.inits[number]
        one.loop.operands = operands
    if not any(result.first_use is not None for result in producer.results):
        erase(producer)
    return made


def _refused(producer: Operation, what: str, help: str, loop: Operation) -> DiagnosticError:
    notes = (Note("the loop", span_of(loop)),)
    message = f"`{producer.name}` {what}"
    return DiagnosticError(
        complaint(FUSION, message, producer, help, label=f"`{producer.name}`", notes=notes)
    )


# ---- slices of results ----


def _slices_in(value: SSAValue, loop: Operation) -> list[tensor.ExtractSliceOp]:
    """The slices of a tensor that are taken in the loop, in the order of the text."""
    users = [use.operation for use in value.uses]
    found = [op for op in users if isinstance(op, tensor.ExtractSliceOp) and loop in enclosing(op)]
    return found[::-1]


def _check_slice(producer: Structured, number: int, taken: tensor.ExtractSliceOp, loop: Operation) -> None:
    map = producer.maps[len(producer.ins) + number]
    if not is_projection(map):
        what = f"writes its result at {affine_text(map)}: a slice of it is no tile of the op"
        raise _refused(producer, what, "fuse an op whose output has a dimension for each of some loops", loop)
    if any(stride != 1 for stride in taken.static_extents("strides")) or taken.dropped_dimensions():
        what = "is used by slices with gaps, or without some of their dimensions"
        raise _refused(producer, what, "tile its user by `tile`, whose slices have neither", loop)


def _in_place(producer: Structured, number: int, taken: tensor.ExtractSliceOp) -> Structured:
    """Compute the slice of what a loop carries, which begins with what the producer begins with, in its place."""
    inits = [taken.source if n == number else init for n, init in enumerate(producer.inits)]
    return _on_slice(producer, number, taken, inits)


def _on_slice(
    producer: Structured, number: int, taken: tensor.ExtractSliceOp, inits: Sequence[SSAValue]
) -> Structured:
    """Compute the slice where it is taken."""
    code = Amounts(taken)
    offsets: list[Number] = [0] * len(producer.loop_kinds)
    sizes = iterations(code, producer)
    loops: set[int] = set()
    places = zip(taken.mixed("offsets"), taken.mixed("sizes"), strict=True)
    dims = dims_of(producer.maps[len(producer.ins) + number])
    for loop, (offset, size) in zip(dims, places, strict=True):
        assert loop is not None
        if offset != 0 or size != sizes[loop]:
            offsets[loop], sizes[loop] = offset, size
            loops.add(loop)
    tile = Tile(tuple(offsets), tuple(sizes), frozenset(loops))
    made = on_tile(code, producer, tile, inits).op
    replace_all([taken.result], [made.results[number]])
    erase(taken)
    return made


# ---- what a loop begins with ----


def _carried_by(value: SSAValue, loop: Operation) -> _Carried | None:
    """The slices of what the loop makes of a tensor, if they are all of it, each once."""
    number = next((n for n, operand in enumerate(loop.operands) if operand is value), None)
    if number is None:
        return None
    if isinstance(loop, scf.ForallOp):
        first = len(loop.operands) - len(loop.outputs)
        if number < first or not looks_at_own_part(loop, number - first):
            return None
        argument: SSAValue = loop.region.block.args[loop.rank + number - first]
        steps: dict[SSAValue, Number] = dict(zip(loop.region.block.args, loop.mixed("upper"), strict=False))
        slices = [u.operation for u in argument.uses if isinstance(u.operation, tensor.ExtractSliceOp)]
        whole = loop.is_normalized and all(_covers(each, steps) for each in slices)
        return _Carried(loop, number, tuple(slices)) if slices and whole else None
    return _carried_by_nest(loop, number)


def _carried_by_nest(loop: Operation, number: int) -> _Carried | None:
    """The same for `scf.for` in one another, each of which carries on what it gets from the one around."""
    inner, place, bounds = loop, number, dict[SSAValue, Number]()
    while isinstance(inner, scf.ForOp) and place >= 3:
        lower, upper, _ = (constant_of(each) for each in inner.operands[:3])
        if lower != 0 or upper is None:
            return None
        block = inner.body.block
        bounds[block.args[0]] = upper
        argument, given = block.args[place - 2], terminator_of(block).operands[place - 3]
        uses = [use.operation for use in argument.uses]
        if isinstance(given, OpResult) and isinstance(given.op, tensor.InsertSliceOp):
            slices = own_slices(given.op) if given.op.dest is argument else ()
            whole = bool(slices) and all(_covers(each, bounds) for each in slices)
            return _Carried(loop, number, slices) if whole else None
        if len(uses) != 1 or not isinstance(uses[0], scf.ForOp):
            return None
        inner = uses[0]
        place = list(inner.operands).index(argument)
        if place < 3 or given is not inner.results[place - 3]:
            return None
    return None


def _covers(taken: tensor.ExtractSliceOp, bounds: Mapping[SSAValue, Number]) -> bool:
    """Whether the slices of all iterations are all of the tensor, no element in two of them."""
    used: set[SSAValue] = set()
    offsets, sizes, _ = place_of(taken)
    for extent, offset, size in zip(extents_of(taken.source.type), offsets, sizes, strict=True):
        if extent is None:
            return False
        if offset == 0 and size == extent:
            continue
        counter = _counter(offset)
        if counter is None or counter.value in used or bounds.get(counter.value) != counter.limit(extent):
            return False
        used.add(counter.value)
        if not _is_rest(size, offset, extent, counter.step):
            return False
    return used == set(bounds)


@dataclass(frozen=True, slots=True)
class _Counter:
    """What counts the tiles along a dimension."""

    value: SSAValue
    step: int
    """How large a tile is."""
    by_one: bool
    """Whether the tiles have numbers, and it is not itself where they begin."""

    def limit(self, extent: int) -> int:
        """Where it has to end, for tiles of all elements."""
        return -(-extent // self.step) if self.by_one else extent


def _counter(offset: Number) -> _Counter | None:
    if isinstance(offset, OpResult) and isinstance(offset.op, arith.MuliOp):
        factor = constant_of(offset.op.operands[1])
        return _Counter(offset.op.operands[0], factor, True) if factor else None
    if not isinstance(offset, BlockArgument):
        return None
    loop = offset.block.parent_op()
    if isinstance(loop, scf.ForallOp):
        return _Counter(offset, 1, True)
    step = constant_of(loop.operands[2]) if isinstance(loop, scf.ForOp) else None
    return _Counter(offset, step, False) if step else None


def _is_rest(size: Number, offset: Number, extent: int, step: int) -> bool:
    """Whether the size is that of a tile, or of what is left of the dimension, where that is less."""
    if isinstance(size, int):
        return size == step and extent % step == 0
    if not isinstance(size.owner, arith.MinSIOp):
        return False
    rest, most = size.owner.operands
    if constant_of(most) != step or not isinstance(rest.owner, arith.SubiOp):
        return False
    return constant_of(rest.owner.operands[0]) == extent and rest.owner.operands[1] is offset
