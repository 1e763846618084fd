"""The kind of pass that can run on a part of a module."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from asyncir.ir import Context, ModuleOp, ModulePass, Operation


@dataclass(frozen=True)
class ScopedPass(ModulePass):
    """A pass that changes nothing outside the op that it runs on, so that a pipeline can anchor it there."""

    @abstractmethod
    def run_on(self, root: Operation) -> None:
        """Run on everything below `root`."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Run on the whole module."""
        self.run_on(op)
