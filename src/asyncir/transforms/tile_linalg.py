"""`tile-linalg`: structured ops that say so are computed in tiles, by loops around the op on slices."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import Operation
from asyncir.ir.marks import PARALLEL_TILE_SIZES, TILE_SIZES
from asyncir.ir.walk import post_order
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._tile_loops import TILING, check_tiles, tile_with_for, tile_with_forall
from asyncir.transforms._wishes import numbers_of


class TileLinalg(ScopedPass):
    """
    Put loops around structured ops with `tile_sizes` or `parallel_tile_sizes`, which then work on slices.

    `tile_sizes = array<i64: 32, 0, 64>` makes `scf.for` of the first and the third loop of an op, as mlir-opt's
    `transform.structured.tile_using_for` does; `parallel_tile_sizes` makes one `scf.forall`, as `tile_using_forall` does,
    and around the former where an op has both. A reduction is added up in the same order if no more than its first loop is
    tiled.
    """

    def run_on(self, root: Operation) -> None:
        """Each op by itself."""
        for op in post_order(root):
            if isinstance(op, Structured):
                _tile(op)


def _tile(op: Structured) -> None:
    parallel, sequential = _sizes(op, PARALLEL_TILE_SIZES), _sizes(op, TILE_SIZES)
    check_tiles(op, parallel, parallel=True)
    check_tiles(op, sequential)
    op.attributes.pop(PARALLEL_TILE_SIZES, None)
    op.attributes.pop(TILE_SIZES, None)
    if any(parallel):
        op = tile_with_forall(op, parallel).op
    if any(sequential):
        tile_with_for(op, sequential)


def _sizes(op: Operation, name: str) -> Sequence[int]:
    """The numbers of an annotation; none if the op does not have it."""
    return numbers_of(op, name, TILING, "write a number for each loop, as array<i64: 32, 0, 64>") or ()
