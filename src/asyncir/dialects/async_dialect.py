"""The async dialect: everything in MLIR 22's, with the same names and syntax, and `async.ready` and `async.region` beyond it.

Tokens (`!async.token`), values (`!async.value<T>`) and groups (`!async.group`) say when work is complete. The
meaning is in `docs/semantics.md`; MLIR's own is in its `AsyncOps.td`. `async.ready` makes a completion that
is already there; MLIR has no op for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects.async_functions import CallOp as CallOp, FuncOp as FuncOp, ReturnOp as ReturnOp
from asyncir.dialects.async_regions import RegionOp as RegionOp
from asyncir.dialects.async_runtime import (
    CoroBeginOp as CoroBeginOp,
    CoroEndOp as CoroEndOp,
    CoroFreeOp as CoroFreeOp,
    CoroSuspendOp as CoroSuspendOp,
    RuntimeAddRefOp as RuntimeAddRefOp,
    RuntimeAwaitOp as RuntimeAwaitOp,
    RuntimeCreateOp as RuntimeCreateOp,
    RuntimeDropRefOp as RuntimeDropRefOp,
    RuntimeNumWorkerThreadsOp as RuntimeNumWorkerThreadsOp,
    RuntimeSetErrorOp as RuntimeSetErrorOp,
)
from asyncir.dialects.async_types import (
    TOKEN_OR_VALUE,
    AsyncOpInterface,
    AsyncRegionOpInterface,
    CompletionType,
    GroupType,
    TokenType,
    ValueType,
)
from asyncir.dialects.checks import check_types
from asyncir.dialects.define import define, dialect
from asyncir.dialects.effect_types import ALLOCATES_RESULT, TOUCHES_TASKS, Speculatable
from asyncir.dialects.ending_values import EndsWithValues
from asyncir.dialects.execution_traits import Fails, TakesOver, Waits
from asyncir.dialects.interfaces.completion import WaitsByToken
from asyncir.dialects.syntax import (
    ARGUMENT,
    ATTRIBUTES,
    OPERAND,
    POSITION,
    TYPE,
    arrow,
    ended,
    parse_arrow_types,
    read,
    with_attributes,
    write,
)
from asyncir.ir import (
    Attribute,
    AttrSizedOperandSegments,
    DenseArrayBase,
    HasParent,
    IndexType,
    IRDLOperation,
    IsTerminator,
    Operation,
    ParsePropInAttrDict,
    Parser,
    Printer,
    Pure,
    RecursiveMemoryEffect,
    Region,
    ReturnLike,
    SSAValue,
    VerifyException,
    base,
    i32,
    operand_def,
    opt_prop_def,
    opt_result_def,
    region_def,
    result_def,
    var_operand_def,
    var_result_def,
)

_TOKEN = TokenType()


@define("async.execute", TOUCHES_TASKS, RecursiveMemoryEffect(), AsyncOpInterface(), AsyncRegionOpInterface())
class ExecuteOp(IRDLOperation):
    """`async.execute`: launch a region that may run at the same time as what follows.

    The body starts when all dependencies and operands are complete; each operand is unwrapped to a block
    argument. The token and the values complete together, when the body yields.

        %token, %sum = async.execute [%dep] (%x as %a: !async.value<f32>) -> !async.value<f32> {
          async.yield %a : f32
        }
    """

    dependencies = var_operand_def(base(TokenType))
    body_operands = var_operand_def(TOKEN_OR_VALUE)
    token = result_def(TokenType)
    body_results = var_result_def(base(ValueType))
    body = region_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    def __init__(
        self,
        dependencies: Sequence[SSAValue],
        body_operands: Sequence[SSAValue],
        payload_types: Sequence[Attribute],
        body: Region,
    ):
        results = [_TOKEN, [ValueType(t) for t in payload_types]]
        super().__init__(operands=[dependencies, body_operands], result_types=results, regions=[body])

    def wait_for(self, dependencies: Sequence[SSAValue], body_operands: Sequence[SSAValue]) -> None:
        """Start when these are complete, in place of what it has waited for; the body's arguments stay as they are."""
        self.operands = (*dependencies, *body_operands)
        sizes = [len(dependencies), len(body_operands)]
        self.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, sizes)

    @classmethod
    def parse(cls, parser: Parser) -> ExecuteOp:
        """Parse `[deps] (%v as %u: !async.value<T>) -> types attributes {...} { body }`."""
        names = parser.parse_optional_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_unresolved_operand
        )
        dependencies = [parser.resolve_operand(name, _TOKEN) for name in names or ()]
        operands: list[SSAValue] = []
        arguments: list[Parser.Argument] = []

        def parse_unwrapped() -> None:
            operand, argument, at, type = read(parser, OPERAND, "as", ARGUMENT, ":", POSITION, TYPE)
            if not isinstance(type, ValueType):
                parser.raise_error("an operand of async.execute is an !async.value; list tokens in [...]", at)
            operands.append(parser.resolve_operand(operand, type))
            arguments.append(argument.resolve(type.value_type))

        parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parse_unwrapped)
        at = parser.pos
        types = parse_arrow_types(parser)
        for type in types:
            if not isinstance(type, ValueType):
                parser.raise_error("async.execute yields only !async.value types", at)
        attributes = parser.parse_optional_attr_dict_with_keyword(("operandSegmentSizes",))
        body = parser.parse_region(arguments)
        payloads = [t.value_type for t in types if isinstance(t, ValueType)]
        op = cls(dependencies, operands, payloads, ended(body, YieldOp))
        return with_attributes(op, {} if attributes is None else attributes.data)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        if self.dependencies:
            write(printer, " [", self.dependencies, "]")
        if self.body_operands:
            pairs = zip(self.body_operands, self.body.blocks[0].args, strict=True)
            unwrapped = [(operand, " as ", argument, ": ", operand.type) for operand, argument in pairs]
            write(printer, " (", unwrapped, ")")
        write(printer, *arrow(self.body_results.types))
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)

    def verify_(self) -> None:
        """Check the body's arguments and every yield of it."""
        if not self.body.blocks:
            raise VerifyException("the body of async.execute needs at least one block")
        unwrapped: list[Attribute | None] = []
        for operand in self.body_operands:
            if not isinstance(operand.type, ValueType):
                raise VerifyException(f"operand {operand.type} of the body is not an !async.value")
            unwrapped.append(operand.type.value_type)
        if unwrapped != list(self.body.blocks[0].arg_types):
            raise VerifyException(
                "async body region argument types do not match the execute operation arguments types"
            )
        for block in self.body.blocks:
            last = block.last_op
            if last is not None and last.has_trait(ReturnLike) and not isinstance(last, YieldOp):
                raise VerifyException(f"the body of async.execute ends with async.yield, not {last.name}")


@define("async.yield", IsTerminator(), ReturnLike(), Pure(), HasParent(ExecuteOp, RegionOp))
class YieldOp(EndsWithValues):
    """`async.yield`: end the body of an `async.execute`, whose values and token complete; or that of an `async.region`."""

    token_counts = opt_prop_def(DenseArrayBase)
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "($arguments^ `:` type($arguments))? attr-dict"

    def verify_(self) -> None:
        """Check the values against the results of the `async.execute`."""
        execute = self.parent_op()
        if isinstance(execute, RegionOp):
            return  # who looks at all its ends
        assert isinstance(execute, ExecuteOp)
        if self.token_counts is not None:
            raise VerifyException(
                "token_counts goes with async.region: the token of async.execute waits for nothing more"
            )
        results: Sequence[Attribute] = execute.body_results.types
        payloads = [t.value_type for t in results if isinstance(t, ValueType)]  # pyright: ignore
        check_types(
            self.arguments, payloads, "the yielded types are not the payloads of the results of async.execute"
        )


def _tokens(wait: Operation) -> Sequence[SSAValue]:
    """The operand, where it is a token: it may be that of a group in a queue."""
    return [operand for operand in wait.operands if isinstance(operand.type, TokenType)]


@define("async.await", Waits(), Fails(), TOUCHES_TASKS, AsyncOpInterface(), WaitsByToken(tokens=_tokens))
class AwaitOp(IRDLOperation):
    """`async.await`: wait for a token or value; a value is unwrapped. An error propagates to the waiter.

    %x = async.await %value : !async.value<f32>
    """

    operand = operand_def(TOKEN_OR_VALUE)
    result = opt_result_def()

    def __init__(self, operand: SSAValue):
        payload = operand.type.payload() if isinstance(operand.type, CompletionType) else None
        super().__init__(operands=[operand], result_types=[payload])

    @classmethod
    def parse(cls, parser: Parser) -> AwaitOp:
        """Parse `%operand : type attr-dict`."""
        name, at, type = read(parser, OPERAND, ":", POSITION, TYPE)
        if not isinstance(type, (TokenType, ValueType)):
            parser.raise_error(f"async.await waits for a token or value, not {type}", at)
        return with_attributes(cls(parser.resolve_operand(name, type)), parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.operand, " : ", self.operand.type, self.attributes)

    def verify_(self) -> None:
        """Check the result against the payload."""
        type = self.operand.type
        payload = type.payload() if isinstance(type, CompletionType) else None
        actual = None if self.result is None else self.result.type
        if payload != actual:
            expected = "no result" if payload is None else f"a result of type {payload}"
            raise VerifyException(f"awaiting {type} gives {expected}")


@define("async.ready", TakesOver(), ALLOCATES_RESULT, Speculatable())
class ReadyOp(IRDLOperation):
    """`async.ready`: a token, or a value with the given payload, that is complete from the start. Ours.

    %t = async.ready : !async.token
    %d = async.ready : !nvgpu.device.async.token
    %v = async.ready %x : !async.value<f32>
    """

    payload = var_operand_def()
    result = result_def(base(CompletionType))

    def __init__(self, payload: SSAValue | None = None, type: CompletionType | None = None):
        if type is None:
            type = TokenType() if payload is None else ValueType(payload.type)
        super().__init__(operands=[[] if payload is None else [payload]], result_types=[type])

    @classmethod
    def parse(cls, parser: Parser) -> ReadyOp:
        """Parse `%payload? attr-dict : type`."""
        name = parser.parse_optional_unresolved_operand()
        attributes, at, type = read(parser, ATTRIBUTES, ":", POSITION, TYPE)
        payload: SSAValue | None = None
        if isinstance(type, ValueType):
            if name is None:
                parser.raise_error("a ready value needs its payload: async.ready %x : !async.value<T>", at)
            payload = parser.resolve_operand(name, type.value_type)
        elif not isinstance(type, CompletionType) or isinstance(type, GroupType) or name is not None:
            parser.raise_error("async.ready makes !async.token, or !async.value<T> from a T", at)
        return with_attributes(cls(payload, type), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(
            printer, *((" ", self.payload) if self.payload else ()), self.attributes, " : ", self.result.type
        )

    def verify_(self) -> None:
        """Check the payload against the result."""
        type = self.result.type
        if isinstance(type, GroupType):
            raise VerifyException("a group is made by async.create_group")
        expected = [type.value_type] if isinstance(type, ValueType) else []
        check_types(self.payload, expected, f"the payload does not fit {type}")


@define("async.create_group", ALLOCATES_RESULT)
class CreateGroupOp(IRDLOperation):
    """`async.create_group`: an empty group that will have `size` members."""

    size = operand_def(IndexType)
    result = result_def(GroupType)
    assembly_format = "$size `:` type($result) attr-dict"


@define("async.add_to_group", Fails(), TOUCHES_TASKS)
class AddToGroupOp(IRDLOperation):
    """`async.add_to_group`: add a token or value to a group; the result is its rank in it."""

    operand = operand_def(TOKEN_OR_VALUE)
    group = operand_def(GroupType)
    rank = result_def(IndexType)
    assembly_format = "$operand `,` $group `:` type($operand) attr-dict"


@define("async.await_all", Waits(), Fails(), TOUCHES_TASKS, AsyncOpInterface())
class AwaitAllOp(IRDLOperation):
    """`async.await_all`: wait until the group has all its members and all of them are complete."""

    operand = operand_def(GroupType)
    assembly_format = "$operand attr-dict"


Async = dialect("async", __name__, ("async_types", "async_functions", "async_regions", "async_runtime"))
