"""The queue dialect: async ops, the groups in which they are committed to queues, and waits by count. Ours.

It is the vocabulary of TVM's asynchronous TIR and of PTX's `cp.async`. The meaning is in `docs/semantics.md`.
A literal queue or count is a property; a computed one is an operand.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Self

from asyncir.dialects.async_types import TokenType
from asyncir.dialects.define import define, dialect
from asyncir.dialects.effect_types import Milestone, Overlaps
from asyncir.dialects.interfaces.completion import (
    Commits,
    IssuesAsync,
    WaitsByCount,
    WaitsByToken,
    WaitsFinished,
)
from asyncir.dialects.number_text import Number, computed, literal, number, parse_number
from asyncir.dialects.queue_checks import (
    verify_async_body,
    verify_commit_body,
    verify_count,
    verify_covered,
    verify_number,
)
from asyncir.dialects.queue_effects import COMMITS_GROUP, WAITS_FOR_QUEUE
from asyncir.dialects.syntax import (
    ATTRIBUTES,
    BODY,
    POSITION,
    TYPE,
    Piece,
    given,
    keyword_attributes,
    parse_typed_values,
    read,
    typed,
    with_attributes,
    write,
)
from asyncir.ir import (
    AttrSizedOperandSegments,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    NoTerminator,
    Operation,
    Parser,
    Printer,
    RecursiveMemoryEffect,
    Region,
    SSAValue,
    VerifyException,
    base,
    i64,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    region_def,
    traits_def,
    var_operand_def,
)


def _number(literal: IntegerAttr | None, computed: SSAValue | None) -> Number:
    found = number(literal, computed)
    assert found is not None
    return found


_COVERED = given("covers", "(", parse_typed_values, ")")
"""Parses `covers(%a, %b : T, U)`."""


def _covers_text(covered: Sequence[SSAValue]) -> tuple[Piece, ...]:
    """` covers(%a, %b : T, U)`, or nothing where there are none."""
    return (" covers(", *typed(covered), ")") if covered else ()


_QUEUE = attrgetter("queue_id")
_COUNT = attrgetter("groups")
_TOKENS = attrgetter("tokens")


def _covers(op: _CountedWait | _TokenWait) -> Sequence[SSAValue] | None:
    """What `covers(...)` lists."""
    return op.covered or None


def _until_read(_: Operation) -> Milestone:
    """The wait is over once the sources have been read."""
    return Milestone.SOURCE_READ


@define("queue.async", NoTerminator(), RecursiveMemoryEffect(), IssuesAsync(), Overlaps(), COMMITS_GROUP)
class AsyncOp(IRDLOperation):
    """`queue.async`: start what the region says; each of its reads and writes happens at some moment until it is complete.

    It belongs to the commit that is around it when it is executed. The values that it uses are taken when it starts.

        queue.async {
          %x = memref.load %a[%i] : memref<16xf32>
          memref.store %x, %b[%s] : memref<2xf32>
        }
    """

    body = region_def()

    def __init__(self, body: Region):
        super().__init__(regions=[body])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `attributes {...}? { body }`."""
        attributes = keyword_attributes(parser)
        return with_attributes(cls(BODY(parser)), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_empty_block=False)

    def verify_(self) -> None:
        """Check that all in the region can be done while in flight."""
        verify_async_body(self, self.body)


@define("queue.commit")
class CommitOp(IRDLOperation):
    """`queue.commit`: the async ops that the region issues are one group, the youngest of its queue.

    %t = queue.commit(0) {
      queue.async { ... }
    } -> !async.token
    """

    queue = opt_prop_def(IntegerAttr.constr(i64))
    dynamic_queue = opt_operand_def(IndexType)
    token = opt_result_def(TokenType)
    body = region_def()
    traits = traits_def(
        NoTerminator(), RecursiveMemoryEffect(), Commits(_QUEUE, members=lambda _: None), COMMITS_GROUP
    )

    def __init__(self, queue: Number, body: Region, has_token: bool = False):
        super().__init__(
            operands=[computed(queue)],
            properties={"queue": literal(queue)},
            regions=[body],
            result_types=[TokenType() if has_token else None],
        )

    @property
    def queue_id(self) -> Number:
        """The queue."""
        return _number(self.queue, self.dynamic_queue if self.operands else None)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(queue) attributes {...}? { body } (-> !async.token)?`."""
        queue, attributes, body = read(parser, "(", parse_number, ")", keyword_attributes, BODY)
        has_token = parser.parse_optional_punctuation("->") is not None
        if has_token:
            at, type = read(parser, POSITION, TYPE)
            if not isinstance(type, TokenType):
                parser.raise_error(f"queue.commit makes an !async.token, not {type}", at)
        return with_attributes(cls(queue, body, has_token), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, "(", self.queue_id, ")")
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_empty_block=False)
        if self.token is not None:
            write(printer, " -> ", self.token.type)

    def verify_(self) -> None:
        """Check the queue and the region."""
        verify_number(self.queue, self.dynamic_queue, "queue")
        verify_commit_body(self, self.body)


class _CountedWait(IRDLOperation):
    """The syntax that waits with a queue and a count share: `(queue, count) covers(...)`."""

    queue = opt_prop_def(IntegerAttr.constr(i64))
    count = opt_prop_def(IntegerAttr.constr(i64))
    dynamic_queue = opt_operand_def(IndexType)
    dynamic_count = opt_operand_def(IndexType)
    covered = var_operand_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    def __init__(self, queue: Number, count: Number, covered: Sequence[SSAValue] = ()):
        properties = {"queue": literal(queue), "count": literal(count)}
        super().__init__(operands=[computed(queue), computed(count), covered], properties=properties)

    @property
    def queue_id(self) -> Number:
        """The queue."""
        return _number(self.queue, self.dynamic_queue if self.operands else None)

    @property
    def groups(self) -> Number:
        """The number of groups."""
        return _number(self.count, self.dynamic_count if self.operands else None)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(queue, count) covers(...)? {...}?`."""
        queue, count, covered, attributes = read(
            parser, "(", parse_number, ",", parse_number, ")", _COVERED, ATTRIBUTES
        )
        return with_attributes(cls(queue, count, covered or ()), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(
            printer, "(", self.queue_id, ", ", self.groups, ")", *_covers_text(self.covered), self.attributes
        )

    def verify_(self) -> None:
        """Check the numbers and the memory."""
        verify_number(self.queue, self.dynamic_queue, "queue")
        verify_number(self.count, self.dynamic_count, "count")
        verify_count(None if self.count is None else self.count.value.data)
        verify_covered(self.covered)


@define("queue.wait", WaitsByCount(queue=_QUEUE, count=_COUNT, covers=_covers), WAITS_FOR_QUEUE)
class WaitOp(_CountedWait):
    """`queue.wait`: until at most the given number of groups of the queue, the youngest, are in flight.

    With `covers`, the groups that it may retire touch no other memory, and passes may move other accesses over it.

        queue.wait(0, 1) covers(%b : memref<2xf32>)
    """


@define(
    "queue.wait_read",
    WaitsByCount(queue=_QUEUE, count=_COUNT, covers=_covers, milestone=_until_read),
    WAITS_FOR_QUEUE,
)
class WaitReadOp(_CountedWait):
    """`queue.wait_read`: like `queue.wait`, until the sources of all but the youngest groups have been read.

    queue.wait_read(0, 1)
    """


@define("queue.wait_finished", WaitsFinished(queue=_QUEUE, count=_COUNT, covers=_covers), WAITS_FOR_QUEUE)
class WaitFinishedOp(_CountedWait):
    """`queue.wait_finished`: until the first `count` groups that this thread ever committed to the queue are complete.

    queue.wait_finished(0, %i)
    """


class _TokenWait(IRDLOperation):
    """The syntax that waits for tokens share: `%t, ... : types covers(...)`."""

    tokens = var_operand_def(base(TokenType))
    covered = var_operand_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    def __init__(self, tokens: Sequence[SSAValue], covered: Sequence[SSAValue] = ()):
        super().__init__(operands=[tokens, covered])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%t, ... : types covers(...)? {...}?`."""
        tokens, covered, attributes = read(parser, parse_typed_values, _COVERED, ATTRIBUTES)
        return with_attributes(cls(tokens, covered or ()), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", *typed(self.tokens), *_covers_text(self.covered), self.attributes)

    def verify_(self) -> None:
        """Check that there are tokens, and the memory."""
        if not self.tokens:
            raise VerifyException("there is no token to wait for")
        verify_covered(self.covered)


@define("queue.await", WaitsByToken(tokens=_TOKENS, covers=_covers), WAITS_FOR_QUEUE)
class AwaitOp(_TokenWait):
    """`queue.await`: until the groups of the tokens, and all that were committed before them, are complete.

    queue.await %t, %u : !async.token, !async.token covers(%b : memref<2xf32>)
    """


@define(
    "queue.await_read", WaitsByToken(tokens=_TOKENS, covers=_covers, milestone=_until_read), WAITS_FOR_QUEUE
)
class AwaitReadOp(_TokenWait):
    """`queue.await_read`: like `queue.await`, until the sources of those groups have been read.

    queue.await_read %t : !async.token
    """


Queue = dialect("queue", __name__)
