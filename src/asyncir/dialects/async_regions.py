"""`async.region`: work that runs beside what follows, with a token for each part of what it makes.

It is the op of MLIR's first proposal for asynchronous programs: a body that runs synchronously, tokens that say when, and
results that are values of their own type, which may be used once their token is complete. MLIR itself has `async.execute`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asyncir.dialects.async_types import (
    ANY_ASYNC,
    AsyncOpInterface,
    AsyncRegionOpInterface,
    CompletionType,
    TokenType,
)
from asyncir.dialects.checks import CodedFault
from asyncir.dialects.define import define
from asyncir.dialects.effect_types import TOUCHES_TASKS
from asyncir.dialects.execution_traits import ConcernsOtherThreads
from asyncir.dialects.gpu_tokens import AsyncTokenType
from asyncir.dialects.isolation import IsolatedWhereMarked
from asyncir.dialects.region_values import early_use
from asyncir.dialects.syntax import (
    ARGUMENT,
    OPERAND,
    POSITION,
    SQUARES,
    TYPE,
    arrow,
    parse_arrow_types,
    read,
    with_attributes,
    write,
)
from asyncir.ir import (
    Attribute,
    AttrSizedOperandSegments,
    BlockArgument,
    DenseArrayBase,
    IRDLOperation,
    IsTerminator,
    Operation,
    Parser,
    Printer,
    RecursiveMemoryEffect,
    Region,
    SSAValue,
    UnitAttr,
    VerifyException,
    base,
    i32,
    i64,
    opt_prop_def,
    region_def,
    var_operand_def,
    var_result_def,
)
from asyncir.ir.walk import is_defined_below

_YIELD = "async.yield"

Part = tuple[SSAValue, Sequence[SSAValue]]
"""A token, and the values that may be used once it is complete."""


@dataclass(frozen=True)
class Yielded:
    """What a yield gives one part."""

    values: Sequence[SSAValue]
    tokens: Sequence[SSAValue]
    """These have to be complete before the part is."""


class RegionTokens(AsyncRegionOpInterface):
    """How tokens flow through an `async.region`."""

    @classmethod
    def region_token(cls, op: Operation, number: int) -> BlockArgument | None:
        """The last argument, where there is one more than what is captured."""
        assert isinstance(op, RegionOp)
        return op.region_token()

    @classmethod
    def region_dependencies(cls, op: Operation, number: int) -> Sequence[SSAValue]:
        """The tokens that the body yields."""
        assert isinstance(op, RegionOp)
        return [token for end in op.ends() for part in op.yielded(end) for token in part.tokens]

    @classmethod
    def told_by(cls, op: Operation, end: Operation, token: SSAValue) -> Sequence[SSAValue]:
        """The tokens of the parts that it is yielded for, whichever end the body comes to."""
        assert isinstance(op, RegionOp)
        if len(op.ends()) > 1:
            return ()
        pairs = zip(op.parts(), op.yielded(end), strict=True)
        return [own for (own, _), given in pairs if token in given.tokens]

    @classmethod
    def goes_with(cls, op: Operation, end: Operation, value: SSAValue, tokens: Sequence[SSAValue]) -> bool:
        """Whether each part that the value is yielded for waits for one of the tokens."""
        assert isinstance(op, RegionOp)
        given = [part for part in op.yielded(end) if value in part.values]
        return bool(given) and all(any(token in part.tokens for token in tokens) for part in given)


@define(
    "async.region",
    TOUCHES_TASKS,
    RecursiveMemoryEffect(),
    AsyncOpInterface(),
    RegionTokens(),
    IsolatedWhereMarked(),
    ConcernsOtherThreads("let it become tasks: `-p regions-to-execute`"),
)
class RegionOp(IRDLOperation):
    """`async.region`: run a body beside what follows.

    The body starts when all dependencies are complete. If it has a token of its own, it starts at once, and that token says
    when they are. What `as` names is captured, and nothing else with `isolated`. The results are parts: a token, and the
    values that go with it. A part is complete when the body is over and the tokens that it yields for the part are complete.

        %token, %sum = async.region [%dep] (%x as %a: tensor<4xf32>) token(%t) -> tensor<4xf32> {
          async.yield %a : tensor<4xf32>
        }
    """

    dependencies_ = var_operand_def(ANY_ASYNC | base(AsyncTokenType))
    captures = var_operand_def()
    isolated = opt_prop_def(UnitAttr)
    results_ = var_result_def()
    body = region_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    def __init__(
        self,
        dependencies: Sequence[SSAValue],
        captures: Sequence[SSAValue],
        types: Sequence[Attribute],
        body: Region,
        isolated: bool = False,
    ):
        """`types` are those of all results, the first one being a token."""
        super().__init__(
            operands=[dependencies, captures],
            result_types=[types],
            regions=[body],
            properties={"isolated": UnitAttr() if isolated else None},
        )

    def parts(self) -> list[Part]:
        """The tokens of the results, each with its values."""
        found: list[tuple[SSAValue, list[SSAValue]]] = []
        for result in self.results:
            if isinstance(result.type, TokenType):
                found.append((result, []))
            else:
                found[-1][1].append(result)
        return [(token, values) for token, values in found]

    def depend_on(self, dependencies: Sequence[SSAValue]) -> None:
        """Begin when these are complete, in place of what it has depended on."""
        self._give(dependencies, list(self.captures))

    def _give(self, dependencies: Sequence[SSAValue], captures: Sequence[SSAValue]) -> None:
        sizes = [len(dependencies), len(captures)]
        self.operands = [*dependencies, *captures]
        self.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, sizes)

    def capture(self, values: Sequence[SSAValue]) -> list[BlockArgument]:
        """Give the body arguments for these values, too."""
        entry = self.body.blocks[0]
        before = len(self.captures)
        arguments = [entry.insert_arg(value.type, before + n) for n, value in enumerate(values)]
        self._give(self.dependencies_, [*self.captures, *values])
        return arguments

    def let_see(self) -> None:
        """Use what is captured as it is called outside, in place of arguments."""
        captures = list(self.captures)
        self.properties.pop("isolated", None)
        self._give(self.dependencies_, ())
        for value in captures:
            argument = self.body.blocks[0].args[0]
            argument.replace_all_uses_with(value)
            self.body.blocks[0].erase_arg(argument)

    def ends(self) -> list[Operation]:
        """The yields of the body."""
        lasts = [block.last_op for block in self.body.blocks]
        return [last for last in lasts if last is not None and last.name == _YIELD]

    def yielded(self, end: Operation) -> list[Yielded]:
        """What a yield gives each part: its values, and behind them its tokens, as many as `token_counts` says."""
        counts = end.properties.get("token_counts")
        parts = self.parts()
        given = list(end.operands)
        if isinstance(counts, DenseArrayBase):
            numbers = [int(count) for count in counts.get_values()]
        else:
            numbers = [0] * (len(parts) - 1) + [len(given) - sum(len(values) for _, values in parts)]
        found: list[Yielded] = []
        at = 0
        for (_, values), count in zip(parts, numbers, strict=True):
            middle = at + len(values)
            found.append(Yielded(given[at:middle], given[middle : middle + count]))
            at = middle + count
        return found

    def yield_tokens(self, end: Operation, tokens: Sequence[Sequence[SSAValue]]) -> None:
        """Let a yield give each part these tokens, in place of those that it gives."""
        given = self.yielded(end)
        end.operands = [v for part, own in zip(given, tokens, strict=True) for v in (*part.values, *own)]
        end.properties["token_counts"] = DenseArrayBase.from_list(i64, [len(own) for own in tokens])

    def region_token(self) -> BlockArgument | None:
        """The token that the body has of what the region depends on."""
        arguments = list(self.body.blocks[0].args) if self.body.blocks else []
        return arguments[-1] if len(arguments) > len(self.captures) else None

    @classmethod
    def parse(cls, parser: Parser) -> RegionOp:
        """Parse `[deps] (%v as %u: T) token(%t) -> types isolated attributes {...} { body }`."""
        names = parser.parse_optional_comma_separated_list(
            SQUARES, lambda: read(parser, OPERAND, _dependency_type)
        )
        dependencies = [parser.resolve_operand(name, type) for name, type in names or ()]
        captures: list[SSAValue] = []
        arguments: list[Parser.Argument] = []

        def parse_captured() -> None:
            operand, argument, _, type = read(parser, OPERAND, "as", ARGUMENT, ":", POSITION, TYPE)
            captures.append(parser.resolve_operand(operand, type))
            arguments.append(argument.resolve(type))

        parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parse_captured)
        if parser.parse_optional_keyword("token") is not None:
            (argument,) = read(parser, "(", ARGUMENT, ")")
            arguments.append(argument.resolve(TokenType()))
        types = [TokenType(), *parse_arrow_types(parser)]
        isolated = parser.parse_optional_keyword("isolated") is not None
        attributes = parser.parse_optional_attr_dict_with_keyword(("operandSegmentSizes", "isolated"))
        body = parser.parse_region(arguments)
        _end(body, parser)
        op = cls(dependencies, captures, types, body, isolated)
        return with_attributes(op, {} if attributes is None else attributes.data)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        if self.dependencies_:
            shown = [(d,) if isinstance(d.type, TokenType) else (d, ": ", d.type) for d in self.dependencies_]
            write(printer, " [", shown, "]")
        arguments = self.body.blocks[0].args
        if self.captures:
            pairs = zip(self.captures, arguments, strict=False)
            write(
                printer, " (", [(value, " as ", argument, ": ", value.type) for value, argument in pairs], ")"
            )
        token = self.region_token()
        if token is not None:
            write(printer, " token(", token, ")")
        write(printer, *arrow([result.type for result in self.results[1:]]))
        if self.isolated is not None:
            printer.print_string(" isolated")
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)

    def verify_(self) -> None:
        """Check the results, what the body is given and may use, and that no value is used before it is there."""
        if not self.results or not isinstance(self.results[0].type, TokenType):
            raise VerifyException("the first result of async.region is an !async.token")
        if not self.body.blocks:
            raise VerifyException("the body of async.region needs at least one block")
        expected: list[Attribute] = [value.type for value in self.captures]
        actual = list(self.body.blocks[0].arg_types)
        if actual not in (expected, [*expected, TokenType()]):
            raise VerifyException(
                "the body's arguments are what the region captures, and a token that it may have"
            )
        for block in self.body.blocks:
            last = block.last_op
            if (
                last is not None
                and last.has_trait(IsTerminator)
                and not last.successors
                and last.name != _YIELD
            ):
                raise VerifyException(f"the body of async.region ends with async.yield, not {last.name}")
        for end in self.ends():
            self._verify_end(end)
        if self.isolated is not None:
            self._verify_isolated()
        for token, values in self.parts():
            for value in values:
                self._verify_uses(value, token)

    def _verify_end(self, end: Operation) -> None:
        parts = self.parts()
        values = sum(len(values) for _, values in parts)
        counts = end.properties.get("token_counts")
        if isinstance(counts, DenseArrayBase):
            numbers = [int(count) for count in counts.get_values()]
            if len(numbers) != len(parts) or min(numbers) < 0 or sum(numbers) + values != len(end.operands):
                message = f"token_counts of async.yield says of each of the {len(parts)} parts how many tokens it waits for"
                raise CodedFault("V001", message, inside=end)
        elif len(end.operands) < values or (len(parts) > 1 and len(end.operands) > values):
            message = (
                f"async.yield gives {len(end.operands)} operands for {values} values of {len(parts)} parts"
            )
            help_ = "say for each part how many tokens it waits for: {token_counts = array<i64: 1, 0>}"
            raise CodedFault("V001", message, inside=end, help=help_ if len(parts) > 1 else "")
        for (_, expected), given in zip(parts, self.yielded(end), strict=True):
            if [v.type for v in given.values] != [v.type for v in expected]:
                raise CodedFault(
                    "V001", "the yielded types are not those of the results of async.region", inside=end
                )
            for token in given.tokens:
                if not isinstance(token.type, CompletionType):
                    raise CodedFault(
                        "V001", f"behind its values a part yields tokens, and no {token.type}", inside=end
                    )

    def _verify_isolated(self) -> None:
        for op in self.body.walk():
            for value in op.operands:
                if not is_defined_below(value, self):
                    message = "an isolated async.region uses a value that it does not capture"
                    raise CodedFault("V002", message, help="capture it: (%x as %a: T)", inside=op)

    def _verify_uses(self, value: SSAValue, token: SSAValue) -> None:
        early = early_use(value, token)
        if early is not None:
            message = "this value may not be there yet: nothing waits for its token before it is used here"
            notes = (("the token that it goes with", token),)
            help_ = "await the token, or let the region around depend on it"
            raise CodedFault("V008", message, help=help_, notes=notes, inside=early)


def _dependency_type(parser: Parser) -> Attribute:
    """The type behind the name of a dependency: a token has none."""
    return TokenType() if parser.parse_optional_punctuation(":") is None else parser.parse_type()


def _end(body: Region, parser: Parser) -> None:
    """Add the yield that a body without results may leave out."""
    last = body.blocks[-1].last_op if body.blocks else None
    if body.blocks and (last is None or not last.has_trait(IsTerminator, value_if_unregistered=True)):
        body.blocks[-1].add_op(parser.ctx.get_op(_YIELD).create())
