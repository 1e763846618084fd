"""The types of the async dialect, and the interface through which analyses see completions."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.ir import (
    Attribute,
    AttrParser,
    BlockArgument,
    Operation,
    OpTrait,
    ParametrizedAttribute,
    SSAValue,
    TypeAttribute,
    base,
    irdl_attr_definition,
)


class CompletionType(TypeAttribute):
    """The token type interface: an SSA value of such a type stands for the completion of something in flight.

    Analyses ask for this class and never for a particular type, so that tokens, values and groups (and the
    events and phases of later dialects) look alike to them.
    """

    def payload(self) -> Attribute | None:
        """The type that awaiting it yields, or None where it carries nothing."""
        return None


@irdl_attr_definition
class TokenType(ParametrizedAttribute, CompletionType):
    """`!async.token`: completion of work that yields nothing."""

    name = "async.token"


@irdl_attr_definition
class ValueType(ParametrizedAttribute, CompletionType):
    """`!async.value<T>`: completion of work that yields a `T`."""

    name = "async.value"

    value_type: Attribute

    def payload(self) -> Attribute | None:
        """The `T` of `!async.value<T>`."""
        return self.value_type

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        """Parse `<T>`."""
        with parser.in_angle_brackets():
            return [parser.parse_type()]


@irdl_attr_definition
class GroupType(ParametrizedAttribute, CompletionType):
    """`!async.group`: completion of all the tokens and values that were added to it."""

    name = "async.group"


@irdl_attr_definition
class CoroIdType(ParametrizedAttribute, TypeAttribute):
    """`!async.coro.id`: identifies a switched-resume coroutine."""

    name = "async.coro.id"


@irdl_attr_definition
class CoroHandleType(ParametrizedAttribute, TypeAttribute):
    """`!async.coro.handle`: points to a coroutine's frame."""

    name = "async.coro.handle"


@irdl_attr_definition
class CoroStateType(ParametrizedAttribute, TypeAttribute):
    """`!async.coro.state`: what `async.coro.save` saved."""

    name = "async.coro.state"


TOKEN_OR_VALUE = base(TokenType) | base(ValueType)
"""What an `async.await` takes."""

ANY_ASYNC = TOKEN_OR_VALUE | base(GroupType)
"""What the runtime counts references of."""


class AsyncOpInterface(OpTrait):
    """The async op interface: an op that is issued after its dependencies and may have a token of its own."""

    @classmethod
    def dependencies(cls, op: Operation) -> Sequence[SSAValue]:
        """The completions that the op waits for before it does anything."""
        return [operand for operand in op.operands if isinstance(operand.type, CompletionType)]

    @classmethod
    def token(cls, op: Operation) -> SSAValue | None:
        """The token of what the op issues, or None where it issues nothing or has no token."""
        return next((result for result in op.results if isinstance(result.type, TokenType)), None)

    @classmethod
    def is_token(cls, op: Operation, result: SSAValue) -> bool:
        """Whether the result is complete only when all that the op depends on is."""
        return isinstance(result.type, CompletionType)


class AsyncRegionOpInterface(OpTrait):
    """The async region op interface: how dependencies get into the regions of an op, and how tokens get out of them.

    What is here is for ops whose regions start behind what the op depends on, and whose tokens are complete at their ends.
    """

    @classmethod
    def region_token(cls, op: Operation, number: int) -> BlockArgument | None:
        """The argument that stands for what the op depends on, of the region of this number, which then starts at once."""
        return None

    @classmethod
    def region_dependencies(cls, op: Operation, number: int) -> Sequence[SSAValue]:
        """The tokens in the region of this number that have to be complete before the op's own are."""
        return ()

    @classmethod
    def told_by(cls, op: Operation, end: Operation, token: SSAValue) -> Sequence[SSAValue]:
        """The op's tokens that are complete only when this one is, which `end` hands out of a region."""
        return ()

    @classmethod
    def goes_with(cls, op: Operation, end: Operation, value: SSAValue, tokens: Sequence[SSAValue]) -> bool:
        """Whether who gets the value that `end` hands out may use it only when one of the tokens is complete, too."""
        return False
