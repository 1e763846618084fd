"""Where code can run: what a process says of itself, and what is to be the same for code of another process."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from asyncir.launch import jit


@dataclass(frozen=True, slots=True)
class Home:
    """A process that machine code was made for, or that is to run it."""

    python: str
    asyncir: str
    triple: str
    cpu: str
    features: frozenset[str]
    """What the CPU can do, in LLVM's words."""

    def differences(self, other: Home) -> list[str]:
        """What keeps code that was made here from running there, in words."""
        found: list[str] = []
        if other.asyncir != self.asyncir:
            found.append(f"it has asyncir {other.asyncir}, not {self.asyncir}")
        if other.python != self.python:
            found.append(f"it has Python {other.python}, not {self.python}")
        if other.triple != self.triple:
            found.append(f"it is a machine of another kind: {other.triple}, not {self.triple}")
        elif missing := sorted(self.features - other.features):
            shown = ", ".join(missing[:5]) + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")
            found.append(f"its CPU ({other.cpu}, not {self.cpu}) is without {shown}")
        return found


def this_version() -> str:
    """The version of asyncir in this process."""
    package: Any = import_module("asyncir")
    return package.__version__


def this_home() -> Home:
    """What this process is."""
    machine = jit.host()
    features = frozenset(each[1:] for each in machine.features.split(",") if each.startswith("+"))
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return Home(python, this_version(), machine.triple, machine.cpu, features)
