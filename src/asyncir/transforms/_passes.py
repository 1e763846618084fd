"""What a pass is, and the kind of pass that can run on a part of a module."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import dataclass_transform

from asyncir.ir import Context, ModuleOp, ModulePass, Operation


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Pass(ModulePass):
    """A frozen dataclass that is named as its file is, with hyphens; its fields are options, its docstring is help."""

    @abstractmethod
    def apply(self, ctx: Context, op: ModuleOp) -> bool | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Run on the module. False: nothing has changed, which need not be verified again."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.name = cls.__module__.rpartition(".")[2].replace("_", "-")
        dataclass(frozen=True)(cls)


class ScopedPass(Pass):
    """A pass that changes nothing outside the op that it runs on, so that a pipeline can anchor it there."""

    @abstractmethod
    def run_on(self, root: Operation) -> bool | None:
        """Run on everything below `root`. The answer is that of `apply`."""

    def apply(self, ctx: Context, op: ModuleOp) -> bool | None:
        """Run on the whole module."""
        return self.run_on(op)
