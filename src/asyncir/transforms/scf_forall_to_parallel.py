"""`scf-forall-to-parallel`: an `scf.forall` that makes no tensors becomes an `scf.parallel`."""

from __future__ import annotations

from asyncir.dialects import scf
from asyncir.ir import Operation
from asyncir.ir.walk import post_order
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import ScopedPass


class ScfForallToParallel(ScopedPass):
    """Replace every `scf.forall` without results by the `scf.parallel` with its bounds and its body."""

    def run_on(self, root: Operation) -> None:
        """Each loop by itself."""
        for op in post_order(root):
            if isinstance(op, scf.ForallOp) and not op.results and op.rank:
                _convert(op)


def _convert(op: scf.ForallOp) -> None:
    code = Builder(op)
    lower, upper, step = (
        [code.index(each) if isinstance(each, int) else each for each in op.mixed(which)]
        for which in ("lower", "upper", "step")
    )
    end = op.terminator
    Builder(end).add(scf.ReduceOp([], []))
    erase(end)
    loop = code.add(scf.ParallelOp(lower, upper, step, op.detach_region(op.region)))
    loop.attributes.update(op.attributes)
    if op.mapping is not None:
        loop.attributes["mapping"] = op.mapping
    erase(op)
