# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The names of one function: registers, variables and labels, in scopes of braces.

A name of an inner scope gets `#` and the scope's number behind it, so that it is unique in the function. A label is
known in all of its scope, above it too; registers and variables from their declaration on. `.reg .b32 %r<1000000>`
is kept as a range: a register costs something when it is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from asyncir.ptx.program import Immediate, Operand, Register, Special, Symbol, VectorOperand
from asyncir.source.ptx.constants import WARP_SIZE

_DIGITS = re.compile(r"[0-9]{1,10}$")
_VECTOR = ("x", "y", "z", "w", "r", "g", "b", "a")
_SELECTOR = re.compile(r"(.+)\.[bh][0-3]+")

_SPECIAL = re.compile(
    r"%(?:(?:tid|ntid|ctaid|nctaid|clusterid|nclusterid|cluster_ctaid|cluster_nctaid)(?:\.[xyzw])?"
    r"|laneid|warpid|nwarpid|smid|nsmid|gridid|is_explicit_cluster|cluster_ctarank|cluster_nctarank"
    r"|lanemask_(?:eq|lt|le|gt|ge)|clock|clock_hi|clock64|pm[0-7](?:_64)?|envreg(?:[12]?[0-9]|3[01])"
    r"|globaltimer(?:_lo|_hi)?|reserved_smem_(?:offset_(?:begin|end|cap|[01])|size)|(?:total|aggr|dynamic)_smem_size"
    r"|current_graph_exec)"
)


@dataclass(slots=True)
class BodyScope:
    """What one pair of braces declares: new names by old ones."""

    suffix: str
    parent: BodyScope | None
    registers: dict[str, str] = field(default_factory=dict[str, str])
    """Type by name, as written."""
    ranges: dict[str, tuple[int, str]] = field(default_factory=dict[str, "tuple[int, str]"])
    """How many and of which type, by the name in front of the number."""
    vectors: dict[str, tuple[int, str]] = field(default_factory=dict[str, "tuple[int, str]"])
    variables: set[str] = field(default_factory=set[str])
    labels: dict[str, int] = field(default_factory=dict[str, int])
    cache: dict[str, Operand | None] = field(default_factory=dict[str, "Operand | None"])
    """Operands that were read here, by their text: most come again and again."""

    def declares(self, name: str) -> bool:
        """Whether the name is taken here."""
        return name in self.registers or name in self.variables or name in self.ranges or name in self.vectors


class BodyNames:
    """The scopes of a function while its body is read."""

    def __init__(self, outer: frozenset[str] | set[str]) -> None:
        self.outer = outer
        """BodyNames of the module: variables, functions."""
        self.scope = BodyScope("", None)
        self.types: dict[str, str] = {}
        """The type of each register that was used, by its new name."""
        self.missing: list[str] = []
        """BodyNames that nothing declared, since last looked at."""
        self._scopes = 0

    def open(self) -> None:
        """An opening brace."""
        self._scopes += 1
        self.scope = BodyScope(f"#{self._scopes}", self.scope)

    def close(self) -> bool:
        """A closing brace; False where it is the function's own."""
        if self.scope.parent is None:
            return False
        self.scope = self.scope.parent
        return True

    def declare_register(self, name: str, kind: str, count: int | None, width: int = 1) -> bool:
        """Declare one (or `count` numbered ones, or a vector of `width`); False where the name is taken."""
        scope = self.scope
        if scope.declares(name):
            return False
        scope.cache.clear()
        if count is not None:
            scope.ranges[name] = (count, kind)
        elif width > 1:
            scope.vectors[name] = (width, kind)
        else:
            scope.registers[name] = kind
        return True

    def declare_variable(self, name: str) -> str | None:
        """The new name of a variable; None where it is taken."""
        if self.scope.declares(name):
            return None
        self.scope.cache.clear()
        self.scope.variables.add(name)
        return name + self.scope.suffix

    def resolve(self, name: str) -> Operand:
        """What a name stands for."""
        scope: BodyScope | None = self.scope
        while scope is not None:
            if (found := self._in(scope, name)) is not None:
                return found
            scope = scope.parent
        if name == "WARP_SZ":
            return Immediate(WARP_SIZE)
        if _SPECIAL.fullmatch(name):
            return Special(name)
        if name not in self.outer:
            self.missing.append(name)
        return Symbol(name)

    def _in(self, scope: BodyScope, name: str) -> Operand | None:
        kind = scope.registers.get(name)
        if kind is not None:
            return self._register(name + scope.suffix, kind)
        if name in scope.variables:
            return Symbol(name + scope.suffix)
        if scope.ranges and name[-1:].isdigit():
            for at in _splits(name):
                count, kind = scope.ranges.get(name[:at], (0, ""))
                if int(name[at:]) < count:
                    return self._register(name + scope.suffix, kind)
        if "." in name or scope.vectors:
            return self._part(scope, name)
        return None

    def _part(self, scope: BodyScope, name: str) -> Operand | None:
        """A vector register, an element of it, or a byte of a register (`%r1.b0`: the register)."""
        if name in scope.vectors:
            width, kind = scope.vectors[name]
            return VectorOperand(
                tuple(self._register(f"{name}{scope.suffix}.{part}", kind) for part in _VECTOR[:width])
            )
        base, _, part = name.rpartition(".")
        if base in scope.vectors and part in _VECTOR:
            width, kind = scope.vectors[base]
            element = _VECTOR.index(part) % 4
            return (
                self._register(f"{base}{scope.suffix}.{_VECTOR[element]}", kind) if element < width else None
            )
        if (selected := _SELECTOR.fullmatch(name)) and "." not in selected[1]:
            return self._in(scope, selected[1])
        return None

    def _register(self, name: str, kind: str) -> Register:
        self.types[name] = kind
        return Register(name)


def _splits(name: str) -> Iterator[int]:
    """Where the number of a register `%r1<3>`, whose prefix may have digits too, can begin; it has no zero in front."""
    found = _DIGITS.search(name)
    for at in range(found.start() if found else len(name), len(name)):
        if name[at] != "0" or at == len(name) - 1:
            yield at
