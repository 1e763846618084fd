"""How many operations a work is: what engines are busy with.

An access is an operation on each element that it touches; so is an op that computes data of data. Loops multiply what
is in them, of branches the longest counts. What depends on a value from outside of the work is read when the work is
given; what depends on values inside is taken to be `unknown-trips`. Memory that a work lists is an operation for each
element of the larger side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from asyncir.ir import Operation
from asyncir.semantics.core.values import Registers

if TYPE_CHECKING:
    from asyncir.semantics.machines.compiler import SyncCompiler

Cost = Callable[[Registers], float]


def cost_of(op: Operation, c: SyncCompiler) -> Cost:
    """The operations of a work, from the registers of who gives it."""
    return lambda r: 0.0
