"""What annotations ask of a structured op: to be tiled, packed or vectorised."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asyncir.analyses.contractions import Contraction, contraction_of, element_bits
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.linalg_structured import Structured, element_of
from asyncir.ir import Attribute, DenseArrayBase, Operation, i64
from asyncir.transforms._remarks import complaint
from asyncir.transforms._vector_bodies import is_by_element
from asyncir.transforms._vector_loops import VectorForm, form_of

WISHES = "P193"
LARGEST_TILE = 1024
"""So many sums are in the registers of no machine."""


def numbers_of(op: Operation, name: str, code: str, help: str) -> tuple[int, ...] | None:
    """The numbers of an annotation; None if the op does not have it, an error if it is of another kind."""
    attribute: Any = op.attributes.get(name)
    if attribute is None:
        return None
    if not isinstance(attribute, DenseArrayBase) or _elements(attribute) != i64:
        message = f"`{name}` of `{op.name}` is {attribute}"
        raise DiagnosticError(complaint(code, message, op, help, label=f"`{op.name}`"))
    return tuple(attribute.get_values())


def _elements(array: Any) -> Attribute:
    return array.elt_type


def refusal(op: Operation, message: str, help: str) -> DiagnosticError:
    """P193: the op cannot be what is asked of it."""
    return DiagnosticError(complaint(WISHES, message, op, help, label=f"`{op.name}`"))


def packable(op: Structured, sizes: Sequence[int]) -> Contraction:
    """The op as a contraction of which a kernel with these sizes can be made; P193 where it is none."""
    found = contraction_of(op)
    types: list[Attribute] = [element_of(operand.type) for operand in op.operands]
    if found is None or not is_by_element(op) or any(element_bits(of) is None for of in types):
        message = f"`{op.name}` is no contraction of two operands whose products are summed: there is nothing to pack"
        raise refusal(op, message, "pack matmuls and convolutions; vectorise other ops")
    if len(sizes) != 3 or min(sizes) < 0:
        raise refusal(
            op, f"{list(sizes)} are not the sizes of a packed tile", "write rows, columns and depth, or 0"
        )
    rows, columns, _ = sizes
    if max(rows, 1) * max(columns, 1) > LARGEST_TILE:
        message = f"a tile of {max(rows, 1)} x {max(columns, 1)} sums fits in the registers of no machine"
        raise refusal(
            op, message, f"ask for no more than {LARGEST_TILE} sums; a tile of 6 x 16 of f32 fills AVX2"
        )
    return found


def wished_form(op: Structured, register_bits: int) -> VectorForm:
    """How the op is computed in vectors; P193 where it cannot be."""
    reduces = "reduction" in op.loop_kinds
    found = form_of(op, register_bits)
    if found is None or (reduces and not op.body.block.args[-1].uses):
        message = (
            f"`{op.name}` has no vectors along its output: neighbours in the output are to be computed by one loop, of "
            "elements in equal steps, by arithmetic that there is on vectors"
        )
        raise refusal(op, message, "transpose operands first, or leave the op to LLVM")
    return found
