"""A parser for MLIR's text on top of xDSL's.

What it adds: every op and block argument knows where it was written; names are scoped as in MLIR, in time
linear in the text; all errors are found, not the first; nothing in the text can make it recurse without bound.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

from asyncir.diagnostics import Diagnostic, Note, Span
from asyncir.diagnostics.names import did_you_mean
from asyncir.ir import (
    AnyFloat,
    Attribute,
    AttrParser,
    Block,
    ComplexType,
    Context,
    FileLineColLoc,
    ForwardDeclaredValue,
    FusedLoc,
    IndexType,
    IntAttr,
    IntegerType,
    IsolatedFromAbove,
    LocationAttr,
    MemRefType,
    MLIRToken,
    MLIRTokenKind,
    ModuleOp,
    NoneAttr,
    Operation,
    ParseError,
    Parser,
    ParserState,
    Region,
    SourceInput,
    SourceSpan,
    SSAValue,
    StringAttr,
    TypeAttribute,
    UnknownLoc,
    UnrankedMemRefType,
    UnresolvedOperand,
    VectorType,
)
from asyncir.source.lexer import FastLexer, FastToken, LexicalError, token_at

MAX_REGION_DEPTH = 128
"""How deep regions may nest."""

MAX_ATTRIBUTE_DEPTH = 128
"""How deep types and attributes may nest."""

_PERCENT = MLIRTokenKind.PERCENT_IDENT
_BARE = MLIRTokenKind.BARE_IDENT
_STRING = MLIRTokenKind.STRING_LIT
_CARET = MLIRTokenKind.CARET_IDENT

_DEFAULT_DIALECTS = {"builtin.module": "builtin", "func.func": "func", "async.func": "async"}
"""Ops in whose regions a dialect's prefix may be left out."""

_LONGEST_NAME = 80
"""Longer names are cut in messages."""

_LARGEST_DIMENSION = 2**63 - 1
_WIDEST_INTEGER = 2**24 - 1
_WIDEST_DENSE_INTEGER = 64  # wider ones have no place in xDSL's attribute

_VECTOR_ELEMENTS = (IntegerType, IndexType, AnyFloat)
_MEMREF_ELEMENTS = (*_VECTOR_ELEMENTS, ComplexType, VectorType, MemRefType, UnrankedMemRefType)

_TOP_LEVEL = re.compile(
    r"^[ \t]*(?=(?:func\.func|async\.func|module|builtin\.module|memref\.global|\"(?:func|async)\.func\")\b)",
    re.MULTILINE,
)
"""Where parsing goes on behind an error."""

_LOCATION_ALIAS = re.compile(r"^#[\w.$-]+ *= *loc\(", re.MULTILINE)

_SELF_DELIMITED_TYPE = re.compile(
    r"(?:memref|vector|tensor|complex|tuple|!async\.value)<(?:[^<>\"]|<[^<>\"]*>)*+>"
)
"""A type that may have been met before, by its text."""


OperandSpans = dict[tuple[int, int], tuple[SourceSpan[str], ...]]
"""Where each operand of an op was written, by the op's line and column."""


class ParseFailure(Exception):
    """Carries what is wrong with the text."""

    def __init__(self, diagnostics: list[Diagnostic]):
        self.diagnostics = diagnostics
        super().__init__("; ".join(d.message for d in diagnostics))


class CodedError(ParseError):
    """A parse error that knows its code."""

    def __init__(self, span: SourceSpan[str], message: str, code: str, help: str = ""):
        super().__init__(span, message)
        self.code = code
        self.help = help


class _OpInfo:
    """What the parser needs to know of an op class."""

    __slots__ = ("default_dialect", "isolated", "op_type")

    def __init__(self, op_type: type[Operation]):
        self.op_type = op_type
        self.isolated = op_type.has_trait(IsolatedFromAbove)
        self.default_dialect = _DEFAULT_DIALECTS.get(op_type.name, "")


class _Number(Parser._TensorLiteralElement):
    """A number in a dense attribute. A hexadecimal one is the bits of a float where the elements are floats."""

    is_bits = False

    def to_type(self, parser: AttrParser, type: Attribute):  # pyright: ignore
        """The number as an element of this type."""
        if not (self.is_bits and isinstance(type, AnyFloat)):
            return super().to_type(parser, type)  # pyright: ignore
        assert isinstance(self.value, int)
        size = type.compile_time_size
        if self.value.bit_length() > 8 * size:
            parser.raise_error(f"these are more bits than {type} has", self.span)
        return next(iter(type.iter_unpack(self.value.to_bytes(size, "little"))))


class _ComplexNumber(Parser._TensorLiteralElement):
    """A complex number in a dense attribute."""

    parts: tuple[_Number, _Number]

    def to_type(self, parser: AttrParser, type: Attribute):  # pyright: ignore
        """The number as an element of this type."""
        if not isinstance(type, ComplexType):
            parser.raise_error(f"a complex number is no element of type {type}", self.span)
        return tuple(part.to_type(parser, type.element_type) for part in self.parts)  # pyright: ignore


class MlirParser(Parser):
    """Parses MLIR's text; each op gets the location of its name unless the text has `loc(...)`."""

    def __init__(self, ctx: Context, text: str, filename: str):
        super().__init__(ctx, "", filename)
        self._text = text
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._filename = StringAttr(filename)
        self._ints: dict[int, IntAttr] = {}
        self._infos: dict[str, _OpInfo] = {}
        self._types: dict[str, TypeAttribute] = {}
        self._open: list[tuple[_OpInfo, FastToken]] = []
        self._defined: list[str] = []
        self._definition_spans: dict[str, SourceSpan[str]] = {}
        self._first_uses: dict[str, list[SourceSpan[str]]] = {}
        self._resolved: list[tuple[ForwardDeclaredValue[Attribute], str, SourceSpan[str]]] = []
        self._region_depth = 0
        self._attribute_depth = 0
        self._early_aliases: set[int] = set()
        self._operand_log: list[tuple[SSAValue, SourceSpan[str]]] | None = None
        self._operand_spans: OperandSpans | None = None
        self.diagnostics: list[Diagnostic] = []
        self._parser_state: ParserState[MLIRTokenKind, str]
        try:
            self._parser_state = ParserState(FastLexer(SourceInput(text, filename)))
        except ParseError as error:
            raise ParseFailure([self._diagnose(error)]) from None

    # Positions, errors

    def line_column(self, position: int) -> tuple[int, int]:
        """Line and column of a position, from 1."""
        line = bisect_right(self._line_starts, position)
        return line, position - self._line_starts[line - 1] + 1

    def span(self, source: SourceSpan[str] | SourceSpan[bytes]) -> Span:
        """The span of a diagnostic; one that covers several lines is cut at the end of its first."""
        line, column = self.line_column(source.start)
        if source.start == source.end:
            source = token_at(self._text, source.start, self.lexer.input)
        end = min(source.end, source.input.get_end_of_line(source.start))
        return Span(self._filename.data, line, column, column + max(1, end - source.start))

    def fail(self, code: str, message: str, at: SourceSpan[str], help: str = "") -> NoReturn:
        """Raise a coded error."""
        raise CodedError(at, message, code, help)

    def _report(self, code: str, message: str, at: SourceSpan[str], help: str = "", *notes: Note) -> None:
        self.diagnostics.append(Diagnostic(code, message, self.span(at), "", help, notes))

    def _diagnose(self, error: ParseError) -> Diagnostic:
        code, help = (error.code, error.help) if isinstance(error, CodedError) else ("T001", "")
        message = error.msg[:1].lower() + error.msg[1:] if error.msg[1:2].islower() else error.msg
        if message.startswith("undefined symbol alias") or message.endswith("is not registered"):
            code = "T006"
        return Diagnostic(code, message.rstrip("!. "), self.span(error.span), "", help)

    def _diagnose_any(self, error: Exception) -> Diagnostic:
        """What an exception from the depths of xDSL means for the text."""
        if isinstance(error, ParseError):
            return self._diagnose(error)
        token = self._open[-1][1] if self._open else self._current_token
        at = self.span(token.span)
        if isinstance(error, RecursionError):
            return Diagnostic("T012", "this is nested too deep to be parsed", at)
        if isinstance(error, (ValueError, OverflowError)) and "digits" in str(error):
            return Diagnostic("T013", "a number has too many digits", at)
        text = str(error).strip()
        return Diagnostic("T001", f"this is malformed: {text}" if text else "this is malformed", at)

    # The module

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        """Parse the whole text, or raise `ParseFailure` with all that is wrong with it."""
        ops: list[Operation] = []
        self._parse_location_aliases()
        while True:
            try:
                if not self._parse_top_level(ops):
                    break
            except Exception as error:
                if not isinstance(error, (ParseError, RecursionError)) and not _from_xdsl(error):
                    raise
                if not self._recover(error):
                    break
        self._report_undefined()
        if not ops and not self.diagnostics:
            end = SourceSpan(len(self._text), len(self._text), self.lexer.input)
            self._report("T009", "the file has no operations", end, "write at least `module {}`")
        if self.diagnostics:
            self.diagnostics.sort(key=lambda d: (d.span.line, d.span.column) if d.span else (0, 0))
            raise ParseFailure(self.diagnostics)
        if len(ops) == 1 and isinstance(ops[0], ModuleOp):
            return ops[0]
        module = ModuleOp(ops)
        module.location = self._location_at(0)
        return module

    def _parse_top_level(self, ops: list[Operation]) -> bool:
        """Parse one more thing of the file; false at its end."""
        token = self._current_token
        kind = token.kind
        if kind is MLIRTokenKind.EOF:
            return False
        if kind is MLIRTokenKind.HASH_IDENT or kind is MLIRTokenKind.EXCLAMATION_IDENT:
            if token.span.start in self._early_aliases:
                self._skip_line_alias()
            else:
                self._parse_alias_def()
        elif kind is MLIRTokenKind.FILE_METADATA_BEGIN:
            self._parse_file_metadata_dictionary()
        elif self.diagnostics and token.text == "}":
            self._consume_token()  # closes what an error before this point has made us forget
        else:
            ops.append(self.parse_operation())
        return True

    def _parse_location_aliases(self) -> None:
        """Parse `#loc = loc(...)` first: mlir-opt writes them at the end of the file, behind their uses."""
        if "loc(" not in self._text:
            return
        start = self.pos
        for match in _LOCATION_ALIAS.finditer(self._text):
            try:
                self._resume_from(match.start())
                self._parse_alias_def()
                self._early_aliases.add(match.start())
            except ParseError:
                continue  # the main pass meets it again and says what is wrong
        self._resume_from(start)

    def _skip_line_alias(self) -> None:
        name = self._current_token.text
        value = self.attribute_aliases.pop(name)
        self._parse_alias_def()
        self.attribute_aliases[name] = value

    def _recover(self, error: Exception) -> bool:
        """Note the error and go on at the next function; false where there is none."""
        self.diagnostics.append(self._diagnose_any(error))
        position = self._current_token.span.start
        if isinstance(error, ParseError):
            position = max(position if not isinstance(error, LexicalError) else 0, error.span.start)
        self._open.clear()
        self._defined.clear()
        self.ssa_values = {}
        self.forward_ssa_references = {}
        self._definition_spans = {}
        self._first_uses = {}
        self.blocks = {}
        self.forward_block_references.clear()
        self._region_depth = self._attribute_depth = 0
        self._parser_state.dialect_stack[:] = ["builtin"]
        line_end = self.lexer.input.get_end_of_line(position)
        match = _TOP_LEVEL.search(self._text, line_end)
        while match is not None:
            try:
                self._resume_from(match.end())
                return True
            except ParseError:
                match = _TOP_LEVEL.search(self._text, match.end() + 1)
        return False

    # Operations

    def parse_optional_operation(self) -> Operation | None:
        """Parse an op if one starts here."""
        kind = self._parser_state.current_token.kind
        if kind is _PERCENT or kind is _BARE or kind is _STRING:
            return self.parse_operation()
        return None

    def parse_operation(self) -> Operation:
        """Parse an op, its results and its location."""
        state = self._parser_state
        bound = self._parse_result_names() if state.current_token.kind is _PERCENT else ()
        token = state.current_token
        kind = token.kind
        start = token.start  # pyright: ignore
        if kind is _BARE:
            info = self._op_info(token.text, token)
            generic = False
        elif kind is _STRING:
            info = self._op_info(token.text[1:-1], token)
            generic = True
        else:
            self.fail("T001", "an operation name is expected here", token.span)
        self._open.append((info, token))  # pyright: ignore
        state.dialect_stack.append(info.default_dialect)
        state.current_token = state.lexer.lex()
        op_type = info.op_type
        op = self._parse_generic_operation(op_type) if generic else op_type.parse(self)
        state.dialect_stack.pop()
        self._open.pop()
        if state.current_token.text == "loc":
            location = self.parse_optional_location()
            if location is not None:
                op.location = location
        elif isinstance(op.location, UnknownLoc):
            op.location = self._location_at(start)
        if self._operand_spans is not None:
            self._keep_operand_spans(op, start)
        if bound:
            self._bind_results(op, bound)
        return op

    def _parse_result_names(self) -> list[tuple[FastToken, int]]:
        state = self._parser_state
        lex = state.lexer.lex
        bound: list[tuple[FastToken, int]] = []
        while True:
            name = state.current_token
            if name.kind is not _PERCENT:
                self.fail("T001", "a result name is expected here", name.span)
            size = 1
            state.current_token = lex()
            if state.current_token.text == ":":
                state.current_token = lex()
                at = state.current_token.span
                size = self.parse_integer(allow_boolean=False, allow_negative=False)
                if size < 1:
                    self.fail("T001", "the number of results is at least 1", at)
            bound.append((name, size))  # pyright: ignore
            text = state.current_token.text
            if text == ",":
                state.current_token = lex()
            elif text == "=":
                state.current_token = lex()
                return bound
            else:
                self.fail("T001", "'=' expected behind the names of results", state.current_token.span)

    def _bind_results(self, op: Operation, bound: Sequence[tuple[FastToken, int]]) -> None:
        results = op.results
        named = sum(size for _, size in bound)
        if named != len(results):
            at = bound[0][0].span
            self.fail("T014", f"{op.name} has {len(results)} results, but {named} are named here", at)
        index = 0
        for token, size in bound:
            self._define(token.text[1:], results[index : index + size], token)
            index += size

    def _op_info(self, written: str, token: object) -> _OpInfo:
        name = written
        if "." not in name:
            dialect = self._parser_state.dialect_stack[-1]
            name = f"{dialect}.{written}" if dialect else written
        info = self._infos.get(name)
        if info is None:
            op_type = self.ctx.get_optional_op(name)
            if op_type is None:
                assert isinstance(token, FastToken)
                self._fail_unknown_op(written, name, token.span)
            info = self._infos[name] = _OpInfo(op_type)
        return info

    def _fail_unknown_op(self, written: str, name: str, at: SourceSpan[str]) -> NoReturn:
        if len(written) > _LONGEST_NAME:
            self.fail("T004", f"unknown operation '{written[:_LONGEST_NAME]}…'", at)
        dialect, dot, _ = name.partition(".")
        dialects = list(self.ctx.registered_dialect_names)
        if dot and dialect not in dialects:
            self.fail("T005", f"unknown dialect '{dialect}'", at, did_you_mean(dialect, dialects))
        for each in dialects:
            self.ctx.get_optional_dialect(each)
        known = [op.name for op in self.ctx.loaded_ops]
        hint = did_you_mean(name, known)
        if not hint:
            hint = did_you_mean(written, [op.partition(".")[2] for op in known])
        self.fail("T004", f"unknown operation '{written}'", at, hint)

    def _location_at(self, position: int) -> FileLineColLoc:
        line, column = self.line_column(position)
        ints = self._ints
        line_attr = ints.get(line)
        if line_attr is None:
            line_attr = ints[line] = IntAttr(line)
        column_attr = ints.get(column)
        if column_attr is None:
            column_attr = ints[column] = IntAttr(column)
        # What the constructor does, without the checks: they cost as much as the rest of a small op.
        location = object.__new__(FileLineColLoc)
        object.__setattr__(location, "filename", self._filename)
        object.__setattr__(location, "line", line_attr)
        object.__setattr__(location, "column", column_attr)
        return location

    # Values

    def _define(self, name: str, values: Sequence[SSAValue], token: FastToken) -> None:
        self._register_ssa_definition(name, values, token.span)

    def _register_ssa_definition(self, name: str, values: Sequence[SSAValue], span: SourceSpan[str]) -> None:
        if name in self.ssa_values:
            first = Note("first defined here", self.span(self._definition_spans[name]))
            self._report("T003", f"redefinition of value '%{name}'", span, "", first)
            return
        self.ssa_values[name] = tuple(values)
        self._defined.append(name)
        self._definition_spans[name] = span
        forward = self.forward_ssa_references.pop(name, None)
        if forward is not None:
            self._resolve_forward(name, forward, values, span)
        if not name[0].isdigit():
            for value in values:
                value.name_hint = name

    def _resolve_forward(
        self,
        name: str,
        forward: dict[int, ForwardDeclaredValue[Attribute]],
        values: Sequence[SSAValue],
        span: SourceSpan[str],
    ) -> None:
        uses = self._first_uses.pop(name)
        for index, placeholder in forward.items():
            note = Note("defined here", self.span(span))
            if index >= len(values):
                message = f"'%{name}' has {len(values)} results; there is no '%{name}#{index}'"
                self._report("T002", message, uses[0], "", note)
                continue
            value = values[index]
            if value.type != placeholder.type:
                message = f"'%{name}' is used as {placeholder.type}, but is defined as {value.type}"
                self._report("T007", message, uses[0], "", note)
                continue
            placeholder.replace_all_uses_with(value)
            self._resolved.append((placeholder, name, uses[0]))

    def resolve_operand(self, operand: UnresolvedOperand, type: Attribute) -> SSAValue:  # pyright: ignore
        """The value that the name stands for; an error in its name or type is noted, and parsing goes on."""
        span = operand.span
        name = span.text[1:]
        values = self.ssa_values.get(name)
        if values is None:
            value = self._forward_value(name, operand.index, type, span)
        elif operand.index >= len(values):
            value = ForwardDeclaredValue(type)
            self._report(
                "T002", f"'%{name}' has {len(values)} results; '#{operand.index}' is none of them", span
            )
        else:
            value = values[operand.index]
            if value.type != type:
                note = Note("defined here", self.span(self._definition_spans[name]))
                message = f"'%{name}' is used as {type}, but is defined as {value.type}"
                self._report("T007", message, span, "", note)
                value = ForwardDeclaredValue(type)
        if self._operand_log is not None:
            self._operand_log.append((value, span))
        return value

    def _forward_value(self, name: str, index: int, type: Attribute, span: SourceSpan[str]) -> SSAValue:
        references = self.forward_ssa_references.setdefault(name, {})
        self._first_uses.setdefault(name, []).append(span)
        value = references.get(index)
        if value is None:
            value = references[index] = ForwardDeclaredValue(type)
        elif value.type != type:
            note = Note("first used here", self.span(self._first_uses[name][0]))
            self._report("T007", f"'%{name}' is used as {type}, before as {value.type}", span, "", note)
            return ForwardDeclaredValue(type)
        return value

    def _report_undefined(self) -> None:
        known = list(self.ssa_values)
        for name in self.forward_ssa_references:
            for use in self._first_uses.get(name, ()):
                hint = did_you_mean(name, known)
                self._report("T002", f"use of undefined value '%{name}'", use, hint.replace("'", "'%", 1))
        self.forward_ssa_references.clear()
        self._report_used_around()

    def _report_used_around(self) -> None:
        """An op may use a name that only its own region defines, and is made when that is parsed already."""
        for placeholder, name, use in self._resolved:
            if placeholder.first_use is not None:
                self._report("T002", f"use of undefined value '%{name}'", use)
        self._resolved = [entry for entry in self._resolved if entry[0].first_use is None]

    def record_operand_spans(self) -> OperandSpans:
        """From now on, note where the operands of each op are written, by the op's line and column."""
        self._operand_log = []
        self._operand_spans = {}
        return self._operand_spans

    def _keep_operand_spans(self, op: Operation, start: int) -> None:
        """Remember where each operand was written (only when something is wrong and spans are wanted)."""
        assert self._operand_spans is not None
        assert self._operand_log is not None
        by_value: dict[SSAValue, list[SourceSpan[str]]] = {}
        for value, span in self._operand_log:
            if span.start >= start:
                by_value.setdefault(value, []).append(span)
        # The ops in a region come before the op around it, so that only its own operands are left to log.
        self._operand_log = [entry for entry in self._operand_log if entry[1].start < start]
        spans: list[SourceSpan[str]] = []
        for operand in op.operands:
            written = by_value.get(operand)
            if not written:
                return
            spans.append(written.pop(0) if len(written) > 1 else written[0])
        self._operand_spans[self.line_column(start)] = tuple(spans)

    # Regions and blocks

    @contextmanager
    def _value_scope(self, isolated: bool) -> Iterator[None]:
        """Names defined inside are unknown outside; inside an isolated op, names outside are unknown."""
        if not isolated:
            mark = len(self._defined)
            yield
            for name in self._defined[mark:]:
                del self.ssa_values[name]
            del self._defined[mark:]
            return
        outer = (
            self.ssa_values,
            self.forward_ssa_references,
            self._defined,
            self._definition_spans,
            self._first_uses,
        )
        self.ssa_values = {}
        self.forward_ssa_references = {}
        self._defined, self._definition_spans, self._first_uses = [], {}, {}
        yield
        self._report_undefined()
        self.ssa_values, self.forward_ssa_references, self._defined = outer[:3]
        self._definition_spans, self._first_uses = outer[3:]

    def parse_optional_region(self, arguments: Iterable[Parser.Argument] | None = None) -> Region | None:
        """Parse a region if one starts here; arguments, where given, are those of its first block."""
        state = self._parser_state
        if state.current_token.text != "{":
            return None
        if self._region_depth >= MAX_REGION_DEPTH:
            message = f"regions nest deeper than {MAX_REGION_DEPTH}"
            self.fail("T012", message, state.current_token.span, "outline the inner part into a function")
        state.current_token = state.lexer.lex()
        outer_blocks, outer_references = self.blocks, self.forward_block_references
        self.blocks = {}
        self.forward_block_references = type(outer_references)(list)
        self._region_depth += 1
        isolated = bool(self._open) and self._open[-1][0].isolated
        with self._value_scope(isolated):
            region = self._parse_region_body(None if arguments is None else list(arguments))
            self._check_block_references()
        self._region_depth -= 1
        self.blocks, self.forward_block_references = outer_blocks, outer_references
        return region

    def _parse_region_body(self, arguments: list[Parser.Argument] | None) -> Region:
        state = self._parser_state
        region = Region()
        if arguments:
            if state.current_token.kind is _CARET:
                self.raise_error("the first block has its arguments already and cannot have a label")
            entry = Block(arg_types=[argument.type for argument in arguments])
            for value, argument in zip(entry.args, arguments, strict=True):
                value.location = argument.location or self._location_at(argument.name.start)
                self._register_ssa_definition(argument.name.text[1:], (value,), argument.name)
            self._parse_block_body(entry)
            region.add_block(entry)
        elif state.current_token.kind is not _CARET and (
            state.current_token.text != "}" or arguments is not None
        ):
            entry = Block()
            self._parse_block_body(entry)
            region.add_block(entry)
        while state.current_token.text != "}":
            if state.current_token.kind is not _CARET:
                self.raise_error("an operation, a block label or '}' is expected here")
            region.add_block(self._parse_block())
        state.current_token = state.lexer.lex()
        return region

    def _check_block_references(self) -> None:
        for name, spans in self.forward_block_references.items():
            hint = did_you_mean(name, [n for n, (_, span) in self.blocks.items() if span is not None])
            for span in spans:
                self._report("T008", f"undefined block '^{name}'", span, hint.replace("'", "'^", 1))

    def _block_named(self, name: str) -> Block:
        """The block with this label, which may come later."""
        known = self.blocks.get(name)
        if known is not None:
            return known[0]
        block = Block()
        if not Block.is_default_block_name(name) and not name[0].isdigit():
            block.name_hint = name
        self.blocks[name] = (block, None)
        return block

    def parse_optional_successor(self) -> Block | None:
        """Parse the label of a destination if one is here."""
        token = self._parse_optional_token(_CARET)
        if token is None:
            return None
        name = token.text[1:]
        if name not in self.blocks or self.blocks[name][1] is None:
            self.forward_block_references[name].append(token.span)
        return self._block_named(name)

    def _parse_block(self) -> Block:
        token = self._parse_token(_CARET, "a block label is expected here")
        name = token.text[1:]
        block = self._block_named(name)
        first = self.blocks[name][1]
        if first is not None:
            note = Note("first defined here", self.span(first))
            self._report("T008", f"redefinition of block '^{name}'", token.span, "", note)
            block = Block()
        else:
            self.blocks[name] = (block, token.span)
        self.forward_block_references.pop(name, None)
        self._parse_optional_block_arg_list(block)
        self.parse_punctuation(":")
        self._parse_block_body(block)
        return block

    def _parse_block_body(self, block: Block) -> None:
        ops: list[Operation] = []
        state = self._parser_state
        while True:
            kind = state.current_token.kind
            if kind is _PERCENT or kind is _BARE or kind is _STRING:
                ops.append(self.parse_operation())
            else:
                break
        block.add_ops(ops)

    def _parse_optional_block_arg_list(self, block: Block) -> Block | None:
        if self._parser_state.current_token.text != "(":
            return None

        def parse_argument() -> None:
            token = self._parse_token(_PERCENT, "a block argument is expected here")
            self.parse_punctuation(":")
            type = self.parse_type()
            location = self.parse_optional_location() or self._location_at(token.span.start)
            argument = block.insert_arg(type, len(block.args), location)
            self._register_ssa_definition(token.text[1:], (argument,), token.span)

        self.parse_comma_separated_list(self.Delimiter.PAREN, parse_argument)
        return block

    # Types, attributes, punctuation: what xDSL does, without the detours

    def parse_optional_type(self) -> TypeAttribute | None:
        """Parse a type if one starts here."""
        state = self._parser_state
        token = state.current_token
        known = self._types.get(token.text)
        if known is not None:
            state.current_token = state.lexer.lex()
            return known
        if token.kind not in (_BARE, MLIRTokenKind.EXCLAMATION_IDENT, MLIRTokenKind.L_PAREN):
            return None
        start: int = token.start  # pyright: ignore
        match = _SELF_DELIMITED_TYPE.match(self._text, start)
        if match is not None and (known := self._types.get(match[0])) is not None:
            state.lexer.pos = match.end()
            state.current_token = state.lexer.lex()
            return known
        self._enter_attribute()
        parsed = super().parse_optional_type()
        self._attribute_depth -= 1
        if isinstance(parsed, IntegerType) and parsed.width.data > _WIDEST_INTEGER:
            self.fail("T013", f"integers have at most {_WIDEST_INTEGER} bits", token.span)
        if parsed is not None:
            self._remember_type(parsed, start, token.text if match is None else match[0])
        return parsed

    def _remember_type(self, parsed: TypeAttribute, start: int, text: str) -> None:
        """Remember the type by its text, if that text is all that was read."""
        rest = self._text[start + len(text) : self.pos]
        if not rest or rest.isspace():
            self._types[text] = parsed

    def parse_optional_attribute(self) -> Attribute | None:
        """Parse an attribute if one starts here."""
        self._enter_attribute()
        attribute = super().parse_optional_attribute()
        self._attribute_depth -= 1
        return attribute

    def _enter_attribute(self) -> None:
        if self._attribute_depth >= MAX_ATTRIBUTE_DEPTH:
            message = f"types or attributes nest deeper than {MAX_ATTRIBUTE_DEPTH}"
            self.fail("T012", message, self._current_token.span)
        self._attribute_depth += 1

    def _parse_memref_attrs(self) -> MemRefType | UnrankedMemRefType:
        start = self._current_token.span
        type = super()._parse_memref_attrs()
        if not isinstance(type.element_type, _MEMREF_ELEMENTS):
            self.fail("T006", f"a memref has no elements of type {type.element_type}", start)
        return type

    def _parse_vector_attrs(self) -> VectorType:
        start = self._current_token.span
        type = super()._parse_vector_attrs()
        if not isinstance(type.element_type, _VECTOR_ELEMENTS):
            self.fail("T006", f"a vector has no elements of type {type.element_type}", start)
        return type

    def _parse_tensor_literal_element(self) -> Parser._TensorLiteralElement:
        start = self._current_token.span
        if self.parse_optional_punctuation("(") is None:
            return self._parse_dense_number()
        real = self._parse_dense_number()
        self.parse_punctuation(",")
        number = _ComplexNumber(False, 0, start)
        number.parts = (real, self._parse_dense_number())
        self.parse_punctuation(")")
        return number

    def _parse_dense_literal_type(self):  # pyright: ignore
        span = self._current_token.span
        type = super()._parse_dense_literal_type()
        element = type.element_type
        if isinstance(element, IntegerType) and element.width.data > _WIDEST_DENSE_INTEGER:
            message = f"a dense attribute has integers of at most {_WIDEST_DENSE_INTEGER} bits, not {element}"
            self.fail("T013", message, span)
        return type

    def _parse_dense_number(self) -> _Number:
        bits = self._current_token.text.startswith("0x")
        value, span = self._parse_bool_int_or_float()
        number = _Number(value < 0, value, span)
        number.is_bits = bits
        return number

    def parse_shape_dimension(self, allow_dynamic: bool = True) -> int:
        """Parse one dimension of a shape."""
        token = self._current_token
        dimension = super().parse_shape_dimension(allow_dynamic)
        if dimension > _LARGEST_DIMENSION:
            self.fail("T013", "a dimension does not fit 64 bits", token.span)
        return dimension

    def parse_optional_location(self) -> LocationAttr | None:
        """Parse `loc(...)` if it starts here."""
        return super().parse_optional_location() if self._parser_state.current_token.text == "loc" else None

    def _parse_location(self) -> LocationAttr:
        state = self._parser_state
        if state.current_token.text != "fused":
            return super()._parse_location()
        state.current_token = state.lexer.lex()
        metadata: Attribute = NoneAttr()
        if self.parse_optional_punctuation("<") is not None:
            metadata = self.parse_attribute()
            self.parse_punctuation(">")
        locations = self.parse_comma_separated_list(self.Delimiter.SQUARE, self._parse_location)
        return FusedLoc(locations, metadata)

    @property
    def pos(self) -> int:
        """Where the current token starts."""
        return self._parser_state.current_token.start  # pyright: ignore

    def parse_optional_punctuation(self, punctuation):  # pyright: ignore
        """Parse the punctuation if it is here."""
        state = self._parser_state
        if state.current_token.text != punctuation:
            return None
        state.current_token = state.lexer.lex()
        return punctuation  # pyright: ignore

    def _parse_optional_token(self, expected_kind: MLIRTokenKind) -> MLIRToken | None:
        state = self._parser_state
        token = state.current_token
        if token.kind is not expected_kind:
            return None
        state.current_token = state.lexer.lex()
        return token

    def parse_punctuation(self, punctuation, context_msg: str = ""):  # pyright: ignore
        """Parse the punctuation."""
        state = self._parser_state
        if state.current_token.text != punctuation:
            self.raise_error(f"'{punctuation}' is expected here{context_msg}")
        state.current_token = state.lexer.lex()
        return punctuation  # pyright: ignore

    def parse_optional_unresolved_operand(self) -> UnresolvedOperand | None:
        """Parse the name of a value if one is here."""
        state = self._parser_state
        name = state.current_token
        if name.kind is not _PERCENT:
            return None
        state.current_token = index = state.lexer.lex()
        if index.kind is not MLIRTokenKind.HASH_IDENT:
            return UnresolvedOperand(name.span, 0)
        if not index.text[1:].isdecimal():
            self.fail("T001", "the number of a result is expected behind '#'", index.span)
        state.current_token = state.lexer.lex()
        return UnresolvedOperand(name.span, int(index.text[1:]))

    def parse_optional_characters(self, text: str) -> str | None:
        """Parse the token with this text if it is here."""
        state = self._parser_state
        if state.current_token.text != text:
            return None
        state.current_token = state.lexer.lex()
        return text


def _from_xdsl(error: Exception) -> bool:
    """Whether the exception was raised in xDSL or a dialect, on what the text said."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None:
        return False
    module = str(traceback.tb_frame.f_globals.get("__name__", ""))
    return module.startswith(("xdsl", "asyncir.dialects", "immutabledict")) or isinstance(error, ValueError)
