"""`canonicalize`: constants are computed, and everything takes its simplest form."""

from __future__ import annotations

from typing import Literal

from asyncir.dialects.effects import Effects
from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.ir import Operation
from asyncir.transforms._dead_memory import drop_unread_memory
from asyncir.transforms._folds import folds_for
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._patterns import patterns_for
from asyncir.transforms._regions import simplify_regions
from asyncir.transforms._rewriting import Rewriter


class Canonicalize(ScopedPass):
    """Fold constants, drop what is dead or decided, and bring every op to its simplest form.

    Blocks that cannot be reached go away and chains of branches are joined, unless `region-simplify` is `disabled`;
    `aggressive` is accepted and does what `normal` does. Constants move to the start of their function, one for
    all equal ones. Nothing changes when it runs again.
    """

    max_iterations: int = 10
    region_simplify: Literal["disabled", "normal", "aggressive"] = "normal"
    top_down: bool = True

    def run_on(self, root: Operation) -> bool:
        """Alternate rewriting ops and simplifying control flow until neither finds anything."""
        changed = False
        for _ in range(self.max_iterations):
            rewriter = Rewriter(folds_for, patterns_for)
            found = rewriter.run(root)
            others = False
            if rewriter.has_met(OpKind.ALLOCATE, OpKind.ALLOCATE_ON_STACK):
                others = drop_unread_memory(root, Effects())
            if self.region_simplify != "disabled" and simplify_regions(root):
                others = True
            changed = changed or found or others
            # The rewriter goes on itself until it finds nothing more, by what it knew of effects when it began.
            if not others and not rewriter.fewer_effects:
                break
        return changed
