"""`linalg-fuse-elementwise-ops`: what only one op uses is computed in that op, and is in memory no more."""

from __future__ import annotations

from asyncir.analyses.integers.constants import constant_of
from asyncir.dialects import tensor
from asyncir.dialects.effects import Effects
from asyncir.dialects.linalg_structured import Structured, extents_of
from asyncir.ir import Operation, OpResult, SSAValue
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._linalg_forwarding import Forwarder
from asyncir.transforms._linalg_groups import Fusion
from asyncir.transforms._linalg_maps import on_tensors
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._rewriting import is_dead


class LinalgFuseElementwiseOps(ScopedPass):
    """
    Compute elementwise ops on tensors in the op that uses them, where that computes nothing twice.

    What only repeats or moves elements, as fills, splats and broadcasts do, is read through, however many ops read it. Ops
    that look at an element of an input more than once, as contractions do, take nothing in. No result differs in a bit.
    """

    def run_on(self, root: Operation) -> None:
        """First look what is read, then make groups of what computes."""
        forwarder, shapes = Forwarder(), _Shapes()
        for op in list(walk(root)):
            if isinstance(op, tensor.TensorDimOp):
                shapes.resolve(op)
            elif isinstance(op, Structured) and on_tensors(op):
                shapes.note(forwarder.forward(op))
        Fusion([op for op in walk(root) if isinstance(op, Structured) and on_tensors(op)]).run()
        effects = Effects()
        for op in reversed(list(walk(root))):
            if op is not root and op.results and is_dead(op, effects):
                erase(op)


class _Shapes:
    """Asks for the sizes of a result where they come from, so that they are no use of the result."""

    def __init__(self) -> None:
        self._like: dict[SSAValue, SSAValue] = {}

    def note(self, op: Structured) -> None:
        """The op's results are as large as what it begins with."""
        for result, init in zip(op.results, op.inits, strict=True):
            self._like[result] = self._like.get(init, init)

    def resolve(self, op: tensor.TensorDimOp) -> None:
        """Let the op ask another tensor, or none."""
        source, dimension = op.operands
        source = self._like.get(source, source)
        op.operands = [source, dimension]
        number = constant_of(dimension)
        if not isinstance(source, OpResult) or number is None or number >= len(extents_of(source.type)):
            return
        maker = source.op
        if isinstance(maker, tensor.EmptyOp):
            extents = extents_of(source.type)
            place = sum(extent is None for extent in extents[:number])
            extent = extents[number]
            size = maker.dynamicSizes[place] if extent is None else Builder(op).index(extent)
            replace_all([op.result], [size])
            erase(op)
