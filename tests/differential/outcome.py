"""What running a program came to, in a form that can be compared and sent between processes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """How a run ended.

    `kind` is "values" (then `values` has one string per result), "error" (then `chain` has the codes and messages from the
    outermost to the first cause), or a way to end badly: "refused", "crash", "timeout", "leak", "undefined", "inexact".
    """

    kind: str
    values: tuple[str, ...] = ()
    chain: tuple[str, ...] = ()
    detail: str = ""

    def same(self, other: Outcome) -> bool:
        """Whether both mean the same; `detail` is for people."""
        return (self.kind, self.values, self.chain) == (other.kind, other.values, other.chain)

    def __str__(self) -> str:
        shown = self.values if self.kind == "values" else self.chain
        return f"{self.kind} {' <- '.join(shown)} {self.detail}".strip()


def integer(value: int, width: int = 64) -> str:
    """An integer as it is compared: signed."""
    value &= (1 << width) - 1
    return str(value - (1 << width) if value >> (width - 1) else value)


def link(code: str, message: str) -> str:
    """One error of a chain: assertions are told apart by their messages, other errors by their codes."""
    return f'{code} "{message.removeprefix("assertion failed: ")}"' if code == "R101" else code
