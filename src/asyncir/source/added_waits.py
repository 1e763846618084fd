"""Waits that were chosen for a program, put into its text."""

from __future__ import annotations

from collections.abc import Collection

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.tasks.additions import AddedWait, AdditionKind
from asyncir.dialects.async_types import GroupType, ValueType
from asyncir.ir import Operation, SSAValue
from asyncir.source.edits import CannotEdit, SourceEdits
from asyncir.source.ops_in_text import OpsInText
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
        self.text = OpsInText(edits)
        self.groups: dict[SSAValue, str] = {}

    def add(self, wait: AddedWait) -> None:
        """A dependency, or an await of what is there."""
        name = self.text.name_of(wait.of)
        if wait.kind is AdditionKind.DEPENDENCY:
            token = self.text.token_of(wait.before)
            if not self.edits.is_pretty(token):
                raise CannotEdit(f"`{wait.before.name}` is written in the generic form")
            self.edits.add_to_list(token, name)
        elif isinstance(wait.of.type, GroupType):
            self.text.in_front_of(wait.before, f"async.await_all {name}")
        else:
            self.text.in_front_of(wait.before, f"async.await {name} : {_type(wait.of)}")

    def add_group(self, wait: AddedWait) -> None:
        """A group for what a loop launches, with the wait for it."""
        assert wait.loop is not None
        if wait.of not in self.groups:
            launch = wait.of.owner
            assert isinstance(launch, Operation)
            following = launch.next_op
            assert following is not None
            member = self.text.name_of(wait.of)
            size = self._size(wait.loop)
            group = self.groups[wait.of] = self.edits.fresh_name("group")
            self.text.in_front_of(wait.loop, f"{group} = async.create_group {size} : !async.group")
            rank = self.edits.fresh_name("rank")
            added = f"{rank} = async.add_to_group {member}, {group} : {_type(wait.of)}"
            self.text.in_front_of(following, added)
        self.text.in_front_of(wait.before, f"async.await_all {self.groups[wait.of]}")

    def _size(self, loop: Operation) -> str:
        """How often the loop runs, in the same ops as `trips` has."""
        count = trip_count(loop)
        number = self.edits.fresh_name("members")
        if count is not None:
            self.text.in_front_of(loop, f"{number} = arith.constant {count} : index")
            return number
        lower, upper, step = loop.operands[:3]
        length = self.text.name_of(upper)
        if constant_of(lower) != 0:
            length = self._define(loop, "length", f"arith.subi {length}, {self.text.name_of(lower)} : index")
        if constant_of(step) != 1:
            length = self._define(
                loop, "trips", f"arith.ceildivsi {length}, {self.text.name_of(step)} : index"
            )
        none = self._define(loop, "none", "arith.constant 0 : index")
        self.text.in_front_of(loop, f"{number} = arith.maxsi {length}, {none} : index")
        return number

    def _define(self, before: Operation, base: str, what: str) -> str:
        name = self.edits.fresh_name(base)
        self.text.in_front_of(before, f"{name} = {what}")
        return name


def _type(value: SSAValue) -> str:
    return str(value.type) if isinstance(value.type, ValueType) else "!async.token"
