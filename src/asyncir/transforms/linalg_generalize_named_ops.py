"""`linalg-generalize-named-ops`: a structured op with a name becomes the `linalg.generic` that says what the name means."""

from __future__ import annotations

from asyncir.dialects.linalg_generic import GenericOp
from asyncir.dialects.linalg_structured import MEMOIZED, Structured
from asyncir.ir import Operation
from asyncir.ir.walk import post_order
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import ScopedPass


class LinalgGeneralizeNamedOps(ScopedPass):
    """Replace every structured op by a `linalg.generic` with its maps, its kinds of loops and its body."""

    def run_on(self, root: Operation) -> None:
        """Each op by itself."""
        for op in post_order(root):
            if isinstance(op, Structured) and not isinstance(op, GenericOp):
                _generalise(op)


def _generalise(op: Structured) -> None:
    maps, kinds = op.maps, op.loop_kinds
    attributes = {name: value for name, value in op.attributes.items() if name != MEMOIZED}
    made = GenericOp.of(op.ins, op.inits, maps, kinds, op.detach_region(op.body), attributes)
    Builder(op).add(made)
    replace_all(op.results, made.results)
    erase(op)
