"""What a target is: the stages that a program goes through, and what writes its text. Each is a folder beside this file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol

from asyncir.ir import ModuleOp, Operation
from asyncir.lowering.llvm.module_text import Emitted

HOST = "cpu"
"""The target that can run here."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A step with a name: a pipeline of passes, and the op names and dialects that must be gone when it ends."""

    name: str
    passes: str
    gone: frozenset[str]
    tells: bool = False
    """Show the remarks of these passes to every user, except ADVICE."""
    wanted: Callable[[Operation], bool] | None = None
    """The stage is left out, its passes not even imported, where no op of the module asks for it."""


class Emit(Protocol):
    """Writes LLVM text."""

    def __call__(self, module: ModuleOp, *, debug: bool, sanitizer: str, traced: bool) -> Emitted:
        """The text of a module that has gone through the stages, and warnings about what it leaves out.

        `sanitizer`, "thread" or "address", marks each function for that pass of LLVM, which clang runs. With `traced`,
        recordings hear of each wait. Raises `DiagnosticError` with all that has no native form.
        """
        ...


@dataclass(frozen=True, slots=True)
class Target:
    """Where programs run; the module `target` of a target's folder has it as `TARGET`."""

    stages: tuple[Stage, ...]
    emit: Emit


def target_names() -> list[str]:
    """The targets that there are."""
    return sorted(file.parent.name for file in Path(__file__).parent.glob("*/target.py"))


def target_named(name: str) -> Target:
    """The target of that name, of those that there are."""
    return import_module(f"asyncir.lowering.{name}.target").TARGET
