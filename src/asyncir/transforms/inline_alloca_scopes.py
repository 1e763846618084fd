# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`inline-alloca-scopes`: the body of `memref.alloca_scope` takes the op's place.

What the scope would free ends with the function then. That does no harm to memory whose size the type says, which the
function has once however often the scope runs. What else a scope asks the stack for is allocated, and freed at its end.
"""

from __future__ import annotations

from asyncir.dialects import memref
from asyncir.dialects.memref_memory import AllocaScopeOp
from asyncir.ir import Context, MemRefType, ModuleOp
from asyncir.ir.walk import post_order, terminator_of
from asyncir.transforms._blocks import erase, move_ops, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import Pass


class InlineAllocaScopes(Pass):
    """Put the bodies of `memref.alloca_scope` where these are; what has no fixed size is freed there.

    Such memory in a loop or a branch of the scope stays until the function ends.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> bool:
        """Rewrite all scopes of the module, inner ones first."""
        scopes = [each for each in post_order(op) if isinstance(each, AllocaScopeOp)]
        for scope in scopes:
            _inline(scope)
        return bool(scopes)


def _inline(scope: AllocaScopeOp) -> None:
    (block,) = scope.body_region.blocks
    end = terminator_of(block)
    for made in [each for each in block.ops if isinstance(each, memref.AllocaOp)]:
        of: MemRefType = made.memref.type
        if of.has_static_shape():
            continue
        code = Builder(made)
        allocated = code.add(memref.AllocOp(made.dynamic_sizes, made.symbol_operands, of))
        if made.alignment is not None:
            allocated.properties["alignment"] = made.alignment
        replace_all(made.results, allocated.results)
        erase(made)
        Builder(end, made).add(memref.DeallocOp(allocated.memref))
    results = list(end.operands)
    erase(end)
    move_ops(block.ops, scope)
    replace_all(scope.results, results)
    erase(scope)
