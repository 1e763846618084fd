"""Waits that were chosen for a program, put into its text."""

from __future__ import annotations

from collections.abc import Collection

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.tasks.additions import AddedWait, AdditionKind
from asyncir.dialects.async_types import GroupType, ValueType
from asyncir.dialects.verification import span_of
from asyncir.ir import Operation, OpResult, SSAValue
from asyncir.source.edits import CannotEdit, SourceEdits
from asyncir.transforms._added_waits import trip_count


def text_with_waits(text: str, file: str, waits: Collection[AddedWait]) -> str:
    """The text of a module with waits for tokens of it; raises `CannotEdit` where a spot is not found in the text."""
    writer = _Writer(SourceEdits(text, file))
    for wait in waits:
        if wait.kind is not AdditionKind.GROUP:
            writer.add(wait)
    for wait in waits:
        if wait.kind is AdditionKind.GROUP:
            writer.add_group(wait)
    return writer.edits.result()


class _Writer:
    def __init__(self, edits: SourceEdits):
        self.edits = edits
        self.names: dict[Operation, str] = {}
        """Of ops whose results had none."""
        self.groups: dict[SSAValue, str] = {}

    def add(self, wait: AddedWait) -> None:
        """A dependency, or an await of what is there."""
        name = self.name_of(wait.of)
        if wait.kind is AdditionKind.DEPENDENCY:
            token = self._token(wait.before)
            if not self.edits.is_pretty(token):
                raise CannotEdit(f"`{wait.before.name}` is written in the generic form")
            self.edits.add_to_list(token, name)
        elif isinstance(wait.of.type, GroupType):
            self._in_front_of(wait.before, f"async.await_all {name}")
        else:
            self._in_front_of(wait.before, f"async.await {name} : {_type(wait.of)}")

    def add_group(self, wait: AddedWait) -> None:
        """A group for what a loop launches, with the wait for it."""
        assert wait.loop is not None
        if wait.of not in self.groups:
            launch = wait.of.owner
            assert isinstance(launch, Operation)
            following = launch.next_op
            assert following is not None
            member = self.name_of(wait.of)
            size = self._size(wait.loop)
            group = self.groups[wait.of] = self.edits.fresh_name("group")
            self._in_front_of(wait.loop, f"{group} = async.create_group {size} : !async.group")
            rank = self.edits.fresh_name("rank")
            added = f"{rank} = async.add_to_group {member}, {group} : {_type(wait.of)}"
            self._in_front_of(following, added)
        self._in_front_of(wait.before, f"async.await_all {self.groups[wait.of]}")

    def _size(self, loop: Operation) -> str:
        """How often the loop runs, in the same ops as `trips` has."""
        count = trip_count(loop)
        number = self.edits.fresh_name("members")
        if count is not None:
            self._in_front_of(loop, f"{number} = arith.constant {count} : index")
            return number
        lower, upper, step = loop.operands[:3]
        length = self.name_of(upper)
        if constant_of(lower) != 0:
            length = self._define(loop, "length", f"arith.subi {length}, {self.name_of(lower)} : index")
        if constant_of(step) != 1:
            length = self._define(loop, "trips", f"arith.ceildivsi {length}, {self.name_of(step)} : index")
        none = self._define(loop, "none", "arith.constant 0 : index")
        self._in_front_of(loop, f"{number} = arith.maxsi {length}, {none} : index")
        return number

    def _define(self, before: Operation, base: str, what: str) -> str:
        name = self.edits.fresh_name(base)
        self._in_front_of(before, f"{name} = {what}")
        return name

    def _in_front_of(self, op: Operation, line: str) -> None:
        if span_of(op) is None and op.next_op is None and op.prev_op is not None:
            self.edits.insert_at_end(self._token(op.prev_op), line)  # An end that is not written.
        else:
            self.edits.insert_before(self._token(op), line)

    def name_of(self, value: SSAValue) -> str:
        """The name of a value in the text; what has none gets one."""
        if not isinstance(value, OpResult):
            if value.name_hint is None:
                raise CannotEdit("an argument of a block has no name that is known")
            return f"%{value.name_hint}"
        token = self._token(value.op)
        _, names = self.edits.results(token)
        several = len(value.op.results) > 1
        if not names:
            if value.op not in self.names:
                base = "group" if isinstance(value.type, GroupType) else "token"
                self.names[value.op] = self.edits.name_result(token, len(value.op.results), base)
            return f"{self.names[value.op]}#{value.index}" if several else self.names[value.op]
        first = 0
        for name, count in names:
            if value.index < first + count:
                return name if count == 1 else f"{name}#{value.index - first}"
            first += count
        raise CannotEdit(f"a result of `{value.op.name}` has no name")

    def _token(self, op: Operation) -> int:
        return self.edits.token_of(span_of(op), op.name)


def _type(value: SSAValue) -> str:
    return str(value.type) if isinstance(value.type, ValueType) else "!async.token"
