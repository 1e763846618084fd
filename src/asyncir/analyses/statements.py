"""How the body of a loop falls into statements (docs/pipelines.md, "Statements").

In program order, each op that writes memory, calls or has regions is one statement; a computation that only feeds the loop's
yield is one, at its last op; any other op belongs to the first statement that uses it; what depends on the induction variable
and constants alone is computed anew where it is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from asyncir.analyses.clobbers import Clobbers
from asyncir.analyses.own_globals import own_global
from asyncir.dialects.effects import Access, Effect, Effects, callee_name, is_allocation, is_speculatable
from asyncir.dialects.pipelining import body_of, counter_of
from asyncir.ir import IsTerminator, Operation, SSAValue, StringAttr
from asyncir.ir.graphs import connected
from asyncir.ir.marks import STATEMENT
from asyncir.ir.walk import enclosing, is_defined_below


@dataclass
class CutStatement:
    """Ops of the body, in program order; `anchor` is where it stands."""

    anchor: Operation
    ops: list[Operation] = field(default_factory=list[Operation])
    name: str = ""
    """Its number in the program, unless it has a name."""


@dataclass(frozen=True)
class Overtaken:
    """A read that would come behind a write which it precedes in the program."""

    read: Operation
    write: Operation


@dataclass
class LoopBody:
    """A loop's body, cut into statements."""

    statements: list[CutStatement]
    rematerialised: list[Operation]
    """What depends on the induction variable and constants alone."""
    memory: list[Operation]
    """Allocations, and what frees them: they are no part of a statement."""
    overtaken: list[Overtaken]


def cut(loop: Operation, effects: Effects) -> LoopBody:
    """Cut the body of a loop into statements."""
    return _Cutter(loop, effects).cut()


def handed_over(statement: CutStatement) -> list[Operation]:
    """The ops of the statement, but its anchor, that compute what other statements use, in program order."""
    inside = set(statement.ops)
    needed: set[Operation] = set()
    for op in reversed(statement.ops):
        users = {use.operation for result in op.results for use in result.uses}
        if op is not statement.anchor and any(user in needed or not _is_in(user, inside) for user in users):
            needed.add(op)
    return [op for op in statement.ops if op in needed]


def _is_in(op: Operation | None, ops: set[Operation]) -> bool:
    """Whether it is one of the ops, or lies in one."""
    return op is not None and (op in ops or any(around in ops for around in enclosing(op)))


class _Cutter:
    def __init__(self, loop: Operation, effects: Effects):
        block = body_of(loop)
        self.loop = loop
        self.effects = effects
        self.counter = counter_of(loop)
        self.ops = [op for op in block.ops if not op.has_trait(IsTerminator)]
        self.place = {op: number for number, op in enumerate(block.ops)}
        self.rematerialised: dict[Operation, None] = {}
        self.memory = self._memory()
        self.of: dict[Operation, Operation] = {}
        """From an op to the anchor of its statement."""

    def cut(self) -> LoopBody:
        for op in self.ops:
            if op not in self.memory and self._is_rematerialised(op):
                self.rematerialised[op] = None
        rest = [op for op in self.ops if op not in self.rematerialised and op not in self.memory]
        self.of = {op: op for op in rest if self._is_anchor(op)}
        # Sums first: where one of them uses an op before any other statement does, that op is the sum's.
        self._join_sums(self._for_the_yield_alone(rest))
        for op in reversed(rest):
            if op not in self.of:
                anchors = [self.of[user] for user in self._users(op) if user in self.of]
                self.of[op] = min(anchors, key=lambda anchor: self.place[anchor])
        statements: dict[Operation, CutStatement] = {}
        for op in rest:
            anchor = self.of[op]
            statements.setdefault(anchor, CutStatement(anchor)).ops.append(op)
        ordered = sorted(statements.values(), key=lambda statement: self.place[statement.anchor])
        for number, statement in enumerate(ordered):
            statement.name = _name_of(statement.anchor, number)
        return LoopBody(ordered, list(self.rematerialised), list(self.memory), list(self._overtaken(rest)))

    def _memory(self) -> dict[Operation, None]:
        """Allocations of this body, globals that nobody else names, and what frees them at its end."""
        made = [op for op in self.ops if op.results and all(map(_is_memory, op.results))]
        found = dict.fromkeys(made)
        for op in self.ops:
            touched = self.effects.of(op)
            if op.operands and touched and all(e.access is Access.FREE for e in touched):
                owner = op.operands[0].owner
                if isinstance(owner, Operation) and owner in found:
                    found[op] = None
        return found

    def _is_rematerialised(self, op: Operation) -> bool:
        if op.regions or self.effects.of(op) or not is_speculatable(op) or self._is_yielded(op):
            return False
        return all(
            operand is self.counter
            or not is_defined_below(operand, self.loop)
            or operand.owner in self.rematerialised
            or operand.owner in self.memory
            for operand in op.operands
        )

    def _is_yielded(self, op: Operation) -> bool:
        return any(use.operation.has_trait(IsTerminator) for result in op.results for use in result.uses)

    def _is_anchor(self, op: Operation) -> bool:
        return bool(op.regions) or callee_name(op) is not None or _changes(self.effects.of(op))

    def _users(self, op: Operation) -> Iterator[Operation]:
        """The ops of the body that use a result, themselves or in a region."""
        for result in op.results:
            for use in result.uses:
                around = (use.operation, *enclosing(use.operation))
                yield next(user for user in around if user.parent is op.parent)

    def _for_the_yield_alone(self, rest: list[Operation]) -> list[Operation]:
        """Ops that no anchor needs, in program order."""
        needed = set(self.of)
        for op in reversed(rest):
            if op not in needed and any(user in needed for user in self._users(op)):
                needed.add(op)
        return [op for op in rest if op not in needed]

    def _join_sums(self, left: list[Operation]) -> None:
        """Computations that only feed the yield: ops that are connected are one, at its last op."""
        own = set(left)
        pairs = ((op, user) for op in left for user in self._users(op) if user in own)
        for members in connected(left, pairs):
            last = max(members, key=lambda member: self.place[member])
            self.of.update(dict.fromkeys(members, last))

    def _overtaken(self, rest: list[Operation]) -> Iterator[Overtaken]:
        """Reads that a write which lies between them and their statement changes."""
        reads: dict[Operation, list[Operation]] = {}
        for op in rest:
            if self.effects.of(op) and self.of[op] is not op:
                reads.setdefault(self.of[op], []).append(op)
        written, at = Clobbers(), dict[Operation, int]()
        for op in rest:
            at[op] = written.now
            for read in reads.get(op, ()):
                if written.changed_since(self.effects.of(read), at[read]):
                    yield Overtaken(read, self._write_between(read, op))
            written.record(self.effects.of(op))

    def _write_between(self, read: Operation, anchor: Operation) -> Operation:
        """The first op behind `read` that may change what it reads."""
        written, op = Clobbers(), read.next_op
        while op is not None and op is not anchor:
            written.record(self.effects.of(op))
            if written.changed_since(self.effects.of(read), 0):
                return op
            op = op.next_op
        raise AssertionError("nothing is written there")


def _name_of(anchor: Operation, number: int) -> str:
    name = anchor.attributes.get(STATEMENT)
    return name.data if isinstance(name, StringAttr) else str(number)


def _is_memory(value: SSAValue) -> bool:
    return is_allocation(value) or own_global(value) is not None


def _changes(touched: tuple[Effect, ...]) -> bool:
    return any(effect.access is not Access.READ for effect in touched)
