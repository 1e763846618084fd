"""`convert-linalg-to-kernels`: a contraction on memrefs becomes calls of a packed, vectorised kernel."""

from __future__ import annotations

from math import prod

from asyncir.analyses.contractions import Contraction, contraction_of, element_bits, points, strides_of
from asyncir.dialects.linalg_structured import Structured, element_of
from asyncir.ir import Attribute, Context, ModuleOp, Operation
from asyncir.ir.marks import PACK_SIZES, VECTORIZE
from asyncir.ir.walk import walk
from asyncir.transforms._contraction_calls import Kernels, call_kernel, fits_tables, goes_along_sums
from asyncir.transforms._contraction_kernel import KernelShape
from asyncir.transforms._linalg_loops import on_memrefs
from asyncir.transforms._passes import Pass
from asyncir.transforms._vector_bodies import is_by_element
from asyncir.transforms._wishes import WISHES, numbers_of, packable, refusal

WINDOW = 64
"""So many steps of a sum are few."""


class ConvertLinalgToKernels(Pass):
    """
    Replace contractions on memrefs (matmuls, convolutions and the like) by calls of one function for each kind of body.

    The function packs what it reads, and keeps the sums of a tile of rows and columns in vectors. Parts of the output are
    computed in an `scf.parallel`. What a reduction adds up is added in the same order; products of floating-point numbers are
    fused with the sum. Ops that are small or no contraction stay, and those with `vectorize`.

    `pack_sizes = array<i64: 6, 16, 256>` asks for it, however small the op is, with so many rows, columns and steps;
    0 is what the options say.
    """

    vector_bits: int = 256
    """The size of a vector register."""

    rows: int = 6
    """How many rows the tile of sums has; it is two registers wide."""

    depth: int = 256
    """How many steps of a sum are packed at once: 16 columns of them should fill half of the first level of cache."""

    height: int = 192
    """So many rows are gone through with the same columns: this part should fill a third of the second level of cache."""

    least_points: int = 4096
    """An op with fewer points stays."""

    def __post_init__(self) -> None:
        for name in ("vector_bits", "rows", "depth", "height", "least_points"):
            if getattr(self, name) < 1:
                raise ValueError(f"'{name.replace('_', '-')}' is a positive number")

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Convert the contractions of each module."""
        for module in [o for o in walk(op) if isinstance(o, ModuleOp)]:
            kernels = Kernels(module)
            for each in [o for o in walk(module) if isinstance(o, Structured) and _module_of(o) is module]:
                found = self._convertible(each)
                if found is not None:
                    call_kernel(each, found, self._shape(each, found), kernels)

    def _convertible(self, op: Structured) -> Contraction | None:
        if VECTORIZE in op.attributes or not on_memrefs(op):
            return None
        wished = _wished(op)
        if wished is not None:
            packable(op, wished)
        found = self._found(op, wished is not None)
        if wished is not None and found is None:
            message = f"`{op.name}` has operands that overlap, or have no strides that a kernel can follow"
            raise refusal(op, message, f"leave `{PACK_SIZES}` away")
        return found

    def _found(self, op: Structured, wished: bool) -> Contraction | None:
        if not is_by_element(op):
            return None
        types: list[Attribute] = [operand.type for operand in op.operands]
        if any(strides_of(of) is None or element_bits(element_of(of)) is None for of in types):
            return None
        if len({*op.ins} & {*op.inits}):
            return None
        found = contraction_of(op)
        count = points(op)
        few = count is not None and count < self.least_points
        if found is None or (not wished and (few or _has_windows(op, found))):
            return None
        return found if fits_tables(op, found) and not goes_along_sums(op, found) else None

    def _shape(self, op: Structured, found: Contraction) -> KernelShape:
        left, right, output = (element_of(op.operands[i].type) for i in (found.lhs, found.rhs, found.output))
        wished = _wished(op) or (0, 0, 0)
        rows = self._row_count(op, found, wished[0] or self.rows)
        bits = element_bits(output)
        assert bits is not None
        columns = wished[1] or max(1, 2 * self.vector_bits // bits)
        return KernelShape(left, right, output, rows, columns, wished[2] or self.depth, self.height)

    def _row_count(self, op: Structured, found: Contraction, rows: int) -> int:
        """How many rows a tile has: not more than there are."""
        sizes, count = op.sizes(), 1
        for loop in found.rows:
            size = sizes[loop]
            if size is None:
                return rows
            count *= size
        return max(1, min(count, rows))


def _wished(op: Structured) -> tuple[int, ...] | None:
    """Rows, columns and depth that the op asks for; None where it asks for nothing."""
    return numbers_of(op, PACK_SIZES, WISHES, "write rows, columns and depth, as array<i64: 6, 16, 256>")


def _has_windows(op: Structured, found: Contraction) -> bool:
    """Whether nothing that would be packed is used twice, and what is summed is little: a convolution of each channel."""
    sizes = op.sizes()
    rows = [sizes[loop] for loop in found.rows]
    steps = prod(sizes[loop] or WINDOW + 1 for loop in found.sums)
    return bool(found.batch) and all(size == 1 for size in rows) and steps <= WINDOW


def _module_of(op: Operation) -> Operation | None:
    above = op.parent_op()
    while above is not None and not isinstance(above, ModuleOp):
        above = above.parent_op()
    return above
