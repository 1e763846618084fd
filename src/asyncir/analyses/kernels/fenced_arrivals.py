# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Relaxed arrivals and waits beside a fence of memory.

A relaxed arrival behind `fence.acq_rel` releases what came before the fence (PTX ISA 9.0, 8.9: a release pattern is also a
fence and a relaxed operation behind it), and a fence behind a relaxed wait makes that an acquire. A fence right in front
of the arrival is followed. Where a fence stands elsewhere, what it orders is not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from asyncir.ptx.effects import Fence

if TYPE_CHECKING:
    from asyncir.analyses.kernels.executing import At

_SCOPES: Final = ("cta", "cluster", "gpu", "sys")


def _fences(at: At, index: int, scope: str) -> bool:
    """Whether an instruction is a fence of memory that reaches the scope."""
    found = at.machine.part.effects[index]
    return any(
        isinstance(e, Fence) and e.kind == "memory" and _SCOPES.index(e.scope) >= _SCOPES.index(scope)
        for e in found
    )


def released_by_fence(at: At, scope: str) -> bool:
    """Whether a fence right in front of a relaxed arrival makes it a release."""
    body, effects = at.machine.code.body, at.machine.part.effects
    starts = {block.start for block in at.machine.part.flow.blocks}
    index = at.site
    while index not in starts:
        index -= 1
        found = body[index]
        if _fences(at, index, scope):
            if found.guard is None and "acquire" not in found.modifiers:
                return True
            break
        if effects[index]:
            break
    doubt_fences(at, scope)
    return False


def doubt_fences(at: At, scope: str) -> None:
    """What a fence anywhere in the kernel orders together with a relaxed arrival or wait is not known."""
    if any(_fences(at, k, scope) for k in range(at.machine.code.length)):
        at.machine.doubt()
        at.machine.note(
            f"{at.machine.spot(at.site)}: what a fence orders that stands apart from it is not known"
        )
