"""`inline-captures`: what a region captures by name is used in its body as it is called outside."""

from __future__ import annotations

from asyncir.dialects.async_regions import RegionOp
from asyncir.ir import Operation
from asyncir.ir.walk import walk
from asyncir.transforms._passes import ScopedPass


class InlineCaptures(ScopedPass):
    """Let the bodies of regions use what is around them, in place of arguments: nothing is isolated any more.

    The other way is `isolate-regions`.
    """

    def run_on(self, root: Operation) -> bool:
        """Rewrite all regions."""
        regions = [op for op in walk(root) if isinstance(op, RegionOp)]
        changed = [region for region in regions if region.captures or region.isolated is not None]
        for region in changed:
            region.let_see()
        return bool(changed)
