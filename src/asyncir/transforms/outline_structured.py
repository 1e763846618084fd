"""`outline-structured`: structured ops leave functions that have many, and those that are alike become one function."""

from __future__ import annotations

from collections.abc import Hashable

from asyncir.analyses.suspension import analyse_suspension
from asyncir.dialects import func
from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import Context, ModuleOp, Operation, SymbolRefAttr
from asyncir.transforms._blocks import erase
from asyncir.transforms._function_shapes import shape_of
from asyncir.transforms._linalg_loops import on_memrefs
from asyncir.transforms._outlining import SymbolNames, move_out
from asyncir.transforms._passes import Pass


class OutlineStructured(Pass):
    """
    Move each structured op on memrefs to a function of its own where a function has more than `more_than` of them.

    LLVM takes the longer for a loop, the more loops its function has. Ops that are alike, in all but the memory that they
    are given, become calls of one function. Only ops in no other op are moved: what is in a loop may be so small that a call
    costs more than the op. The functions are never inlined, and know which memory is disjoint.
    """

    more_than: int = 8

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Outline in every function that has many."""
        names, known, suspension = SymbolNames(op), dict[Hashable, func.FuncOp](), analyse_suspension(op)
        for function in list(op.ops):
            if not isinstance(function, func.FuncOp):
                continue
            found = [each for block in function.body.blocks for each in block.ops if _is_structured(each)]
            for each in found if len(found) > self.more_than else ():
                stem = f"{function.sym_name.data}_{each.name.replace('.', '_')}"
                call, made = move_out(each, names.fresh(stem), function)
                first = known.setdefault(shape_of(made, suspension), made)
                if first is not made:
                    call.properties["callee"] = SymbolRefAttr(first.sym_name.data)
                    erase(made)


def _is_structured(op: Operation) -> bool:
    return isinstance(op, Structured) and on_memrefs(op)
