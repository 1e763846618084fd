"""How ops touch memory in ways that effects alone do not tell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from asyncir.ir import Operation, OpTrait


@dataclass(frozen=True)
class UpdatesAtomically(OpTrait):
    """The op reads and writes one element in one step; the indices follow the memory among its operands."""

    memory: int
    """The number of the operand that is the memory."""


@cache
def _atomic(kind: type[Operation]) -> UpdatesAtomically | None:
    return kind.get_trait(UpdatesAtomically)


def atomic_memory(op: Operation) -> int | None:
    """The number of the operand that is the memory, if `op` updates an element of it in one step."""
    trait = _atomic(type(op))
    return None if trait is None else trait.memory
