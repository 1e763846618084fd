"""Loops over the tiles of a structured op: `scf.for` one in the other, or one `scf.forall`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asyncir.analyses.contractions import strides_of
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import scf, tensor
from asyncir.dialects.affine_text import affine_text
from asyncir.dialects.linalg_maps import dims_of
from asyncir.dialects.linalg_structured import Structured, extents_of
from asyncir.dialects.narrowing import is_memref
from asyncir.ir import (
    Attribute,
    Block,
    Operation,
    Region,
    SSAValue,
    TensorType,
)
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import INDEX
from asyncir.transforms._flat_views import Amounts, Number
from asyncir.transforms._remarks import complaint
from asyncir.transforms._tiles import OpOnTile, Tile, iterations, linear_index, loops_in, on_tile

TILING = "P191"


@dataclass(frozen=True, slots=True)
class TiledOp:
    """What a structured op has become."""

    op: Structured
    """The op on a tile."""
    loops: tuple[Operation, ...]
    """The loops around it, outer before inner."""


# ---- what can be tiled ----


def check_tiles(op: Structured, sizes: Sequence[int], *, parallel: bool = False) -> None:
    """Raise P191 where the op cannot be computed in tiles of these sizes, of the first loops if there are more."""
    kinds = op.loop_kinds
    if len(sizes) > len(kinds):
        raise _refused(
            op, f"`{op.name}` has {len(kinds)} loops, and {len(sizes)} tile sizes", "leave some away"
        )
    if any(size < 0 for size in sizes):
        raise _refused(op, f"a tile of {min(sizes)} iterations", "write 0 for a loop that is not to be tiled")
    shaped = [value for value in op.operands if isinstance(value.type, TensorType) or is_memref(value.type)]
    if any(sizes) and any(0 in extents_of(value.type) for value in shaped):
        raise _refused(op, f"`{op.name}` is on nothing: a size is 0", "leave it as it is, it does nothing")
    for loop, size in enumerate(sizes):
        if size:
            _check_loop(op, loop)
            if parallel:
                _check_parallel(op, loop)


def _check_loop(op: Structured, loop: int) -> None:
    types: list[Attribute] = [value.type for value in op.operands]
    for number, (of, map) in enumerate(zip(types, op.maps, strict=True)):
        for dimension, expression in enumerate(map.results):
            if loop not in loops_in(expression):
                continue
            linear = linear_index(map, dimension)
            if linear is None or linear[0][loop] < 0:
                message = (
                    f"loop d{loop} of `{op.name}` cannot be tiled: operand #{number} is used at {affine_text(map)}, "
                    f"whose index #{dimension} is no sum that grows with it"
                )
                raise _refused(op, message, f"leave loop d{loop} as it is: its tile size is 0")
            if is_memref(of) and strides_of(of) is None:
                message = f"operand #{number} of `{op.name}` has a layout without strides, of which there are no tiles"
                raise _refused(op, message, "copy it to memory with another layout first")


def _check_parallel(op: Structured, loop: int) -> None:
    if op.loop_kinds[loop] != "parallel":
        message = f"loop d{loop} of `{op.name}` is a reduction: one tile goes on with the sums of another"
        raise _refused(op, message, "tile it without `parallel`")
    for number, map in enumerate(op.maps[len(op.ins) :]):
        if dims_of(map).count(loop) != 1 or any(
            loop in loops_in(each) and dim is None
            for each, dim in zip(map.results, dims_of(map), strict=True)
        ):
            message = (
                f"loop d{loop} of `{op.name}` has no parallel tiles: output #{number} is written at {affine_text(map)}, "
                "so that two of them write one element"
            )
            raise _refused(op, message, "tile it without `parallel`")


def _refused(op: Operation, message: str, help: str) -> DiagnosticError:
    return DiagnosticError(complaint(TILING, message, op, help, label=f"`{op.name}`"))


# ---- loops ----


def tile_with_for(op: Structured, sizes: Sequence[int]) -> TiledOp:
    """Replace the op by a nest of `scf.for` around the op on a tile; raises P191 before anything is changed."""
    check_tiles(op, sizes)
    code = Amounts(op)
    totals = iterations(code, op)
    steps = _steps(sizes, totals)
    carried: Sequence[SSAValue] = [v for v in op.inits if isinstance(v.type, TensorType)]
    loops: list[scf.ForOp] = []
    offsets: list[Number] = [0] * len(totals)
    bodies = [code]
    zero = code.index(0)
    bounds = {loop: (code.number(totals[loop]), code.index(step)) for loop, step in steps.items()}
    for loop, (bound, step) in bounds.items():
        block = Block(arg_types=[INDEX, *(value.type for value in carried)])
        loops.append(bodies[-1].add(scf.ForOp(zero, bound, step, list(carried), Region(block))))
        offsets[loop], *carried = block.args
        bodies.append(Amounts(block, code.location))
    inner = bodies[-1]
    made = on_tile(inner, op, _tile(inner, totals, steps, offsets), carried)
    results: Sequence[SSAValue] = _inserted(inner, made, carried)
    for body, loop in zip(reversed(bodies[1:]), reversed(loops), strict=True):
        body.add(scf.YieldOp(*results))
        results = loop.results
    _replace(op, results)
    return TiledOp(made.op, tuple(loops))


def tile_with_forall(op: Structured, sizes: Sequence[int]) -> TiledOp:
    """Replace the op by an `scf.forall` around the op on a tile; raises P191 before anything is changed."""
    check_tiles(op, sizes, parallel=True)
    code = Amounts(op)
    totals = iterations(code, op)
    steps = _steps(sizes, totals)
    shared = [v for v in op.inits if isinstance(v.type, TensorType)]
    counts = [code.parts(totals[loop], step) for loop, step in steps.items()]
    block = Block(arg_types=[*[INDEX] * len(counts), *(value.type for value in shared)])
    forall = code.add(scf.ForallOp.of(counts, shared, Region(block)))
    inner = Amounts(block, code.location)
    offsets: list[Number] = [0] * len(totals)
    for (loop, step), number in zip(steps.items(), block.args, strict=False):
        offsets[loop] = inner.product(number, step)
    own = block.args[len(counts) :]
    made = on_tile(inner, op, _tile(inner, totals, steps, offsets), own)
    end = Block()
    inner.add(scf.InParallelOp(Region(end)))
    put = Amounts(end, code.location)
    for result, where, into in zip(made.op.results, made.places, own, strict=True):
        lists = (where.offsets, where.sizes, where.strides)
        put.add(tensor.ParallelInsertSliceOp.of(result, into, *lists))
    _replace(op, forall.results)
    return TiledOp(made.op, (forall,))


def _steps(sizes: Sequence[int], totals: Sequence[Number]) -> dict[int, int]:
    """For each loop that is tiled how many iterations a tile has: not more than there are."""
    steps: dict[int, int] = {}
    for loop, (size, total) in enumerate(zip(sizes, totals, strict=False)):
        if size:
            steps[loop] = min(size, total) if isinstance(total, int) and total > 0 else size
    return steps


def _tile(code: Amounts, totals: Sequence[Number], steps: dict[int, int], offsets: Sequence[Number]) -> Tile:
    sizes = list(totals)
    for loop, step in steps.items():
        total = totals[loop]
        sizes[loop] = step
        if step > 1 and (not isinstance(total, int) or total % step):
            sizes[loop] = code.least(
                code.minus(code.number(total), code.number(offsets[loop])), code.index(step)
            )
    return Tile(tuple(offsets), tuple(sizes), frozenset(steps))


def _inserted(code: Amounts, made: OpOnTile, into: Sequence[SSAValue]) -> list[SSAValue]:
    """The tensors with the results of the op on a tile in their places."""
    found: list[SSAValue] = []
    for result, where, whole in zip(made.op.results, made.places, into, strict=True):
        lists = (where.offsets, where.sizes, where.strides)
        found.append(code.value(tensor.InsertSliceOp.get([result, whole], *lists, whole.type)))
    return found


def _replace(op: Structured, results: Sequence[SSAValue]) -> None:
    replace_all(op.results, results)
    erase(op)
