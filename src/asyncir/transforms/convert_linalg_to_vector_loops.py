"""`convert-linalg-to-vector-loops`: a reduction on memrefs becomes loops that keep a vector of results in a register."""

from __future__ import annotations

from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import Operation
from asyncir.ir.marks import VECTORIZE
from asyncir.ir.walk import post_order
from asyncir.transforms._linalg_loops import on_memrefs
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._row_reductions import row_form, to_row_reductions
from asyncir.transforms._vector_loops import to_vector_loops, vector_form
from asyncir.transforms._wishes import wished_form


class ConvertLinalgToVectorLoops(ScopedPass):
    """
    Replace reductions on memrefs by loops in which neighbouring results are computed together, as a vector.

    That is what convolutions of each channel by itself and pooling need: what is reduced is a small window. The vector goes
    along the last dimension of the output; each operand has to have one element for all of it, or elements in equal steps.
    The results stay in registers until the reduction is done, and each is reduced in the same order as before. Where
    neighbours are reduced with each other, as in sums of rows, the vector goes along these: lanes are combined at the end of
    each row, which is another order, and a more exact one for floats. Products of floating-point numbers are fused with the
    sum. The rest of a row that is no whole vector is computed with a mask. Other ops stay; but one with `vectorize` is
    refused if there are no such vectors, and has them without a reduction, too.
    """

    vector_bits: int = 256
    """The size of a vector register; two are used where rows are long enough."""

    def __post_init__(self) -> None:
        if self.vector_bits < 1:
            raise ValueError("'vector-bits' is a positive number")

    def run_on(self, root: Operation) -> None:
        """Convert each op for which that is possible."""
        for op in post_order(root):
            if isinstance(op, Structured):
                self._convert(op)

    def _convert(self, op: Structured) -> None:
        found = vector_form(op, self.vector_bits)
        rows = row_form(op, self.vector_bits) if found is None or max(found.steps) > 1 else None
        if rows is not None:
            to_row_reductions(op, rows)
        elif found is not None:
            to_vector_loops(op, found)
        elif VECTORIZE in op.attributes and on_memrefs(op):
            to_vector_loops(op, wished_form(op, self.vector_bits))
