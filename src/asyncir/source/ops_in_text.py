"""Ops and values of a module in the text that they were read from: their tokens, their names."""

from __future__ import annotations

from asyncir.dialects.async_types import GroupType, TokenType, ValueType
from asyncir.dialects.verification import span_of
from asyncir.ir import Operation, OpResult, SSAValue
from asyncir.source.edits import CannotEdit, SourceEdits


class OpsInText:
    """Where things are; raises `CannotEdit` where that is not known."""

    def __init__(self, edits: SourceEdits):
        self.edits = edits
        self._named: dict[Operation, str] = {}
        """Of ops whose results had no name."""

    def name_of(self, value: SSAValue) -> str:
        """The name of a value in the text; what has none gets one."""
        if not isinstance(value, OpResult):
            if value.name_hint is None:
                raise CannotEdit("an argument of a block has no name that is known")
            return f"%{value.name_hint}"
        token = self.token_of(value.op)
        _, names = self.edits.results(token)
        several = len(value.op.results) > 1
        if not names:
            if value.op not in self._named:
                self._named[value.op] = self.edits.name_result(token, len(value.op.results), _base(value))
            return f"{self._named[value.op]}#{value.index}" if several else self._named[value.op]
        first = 0
        for name, count in names:
            if value.index < first + count:
                return name if count == 1 else f"{name}#{value.index - first}"
            first += count
        raise CannotEdit(f"a result of `{value.op.name}` has no name")

    def token_of(self, op: Operation) -> int:
        """The number of the token that is the op's name."""
        return self.edits.token_of(span_of(op), op.name)

    def in_front_of(self, op: Operation, line: str) -> None:
        """Put a line in front of an op."""
        if span_of(op) is None and op.next_op is None and op.prev_op is not None:
            self.edits.insert_at_end(self.token_of(op.prev_op), line)  # An end that is not written.
        else:
            self.edits.insert_before(self.token_of(op), line)

    def remove(self, op: Operation) -> None:
        """Take an op without results that others use out of the text."""
        self.edits.remove(self.token_of(op), self._behind(op))

    def replace(self, op: Operation, text: str) -> None:
        """Write another op in the place of one."""
        self.edits.replace(self.token_of(op), self._behind(op), text)

    def _behind(self, op: Operation) -> int | None:
        behind = op.next_op
        return None if behind is None or span_of(behind) is None else self.token_of(behind)


def _base(value: SSAValue) -> str:
    if isinstance(value.type, GroupType):
        return "group"
    return "token" if isinstance(value.type, TokenType | ValueType) else "value"
