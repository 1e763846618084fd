"""A parser for MLIR's text on top of xDSL's.

What it adds: every op and block argument knows where it was written; names are scoped as in MLIR, in time
linear in the text; all errors are found, not the first; nothing in the text can make it recurse without bound.
"""

from __future__ import annotations

import re
from traceback import walk_tb
from typing import NoReturn

from asyncir.diagnostics import Diagnostic
from asyncir.diagnostics.words import listing
from asyncir.dialects.foreign import ForeignOp, generic_class, known_foreign, known_results
from asyncir.dialects.written_ops import begins_region, written_class
from asyncir.ir import (
    Attribute,
    IRDLOperation,
    MLIRTokenKind,
    ModuleOp,
    Operation,
    ParseError,
    SourceSpan,
    UnknownLoc,
)
from asyncir.ir.resources import set_external_resources
from asyncir.source.lexer import FastToken, LexicalError
from asyncir.source.parse_base import MOST_ERRORS, OpInfo, ParseFailure, TooManyErrors
from asyncir.source.parse_values import ScopeParser

__all__ = ["MlirParser", "ParseFailure"]

_PERCENT = MLIRTokenKind.PERCENT_IDENT
_BARE = MLIRTokenKind.BARE_IDENT
_STRING = MLIRTokenKind.STRING_LIT

_LONGEST_NAME = 80
"""Longer names are cut in messages."""

_TOP_LEVEL = re.compile(
    r"^[ \t]*(?=(?:func\.func|async\.func|module|builtin\.module|memref\.global|\"(?:func|async)\.func\")\b)",
    re.MULTILINE,
)
"""Where parsing goes on behind an error."""

VISIBILITY = "sym_visibility"

_NO_END = tuple("%([<:,=@!#^")
"""What is no beginning of another operation on the same line."""
_KEY = re.compile(r"\s*=(?!=)")
"""What stands behind a word that is no operation, but says the name of something."""

_LOCATION_ALIAS = re.compile(r"^#[\w$-]+ *= *loc\(", re.MULTILINE)


class MlirParser(ScopeParser):
    """Parses MLIR's text; each op gets the location of its name unless the text has `loc(...)`."""

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        """Parse the whole text, or raise `ParseFailure` with all that is wrong with it."""
        ops: list[Operation] = []
        closing: list[Diagnostic] = []
        try:
            self._parse_all(ops)
        except TooManyErrors:
            closing.append(Diagnostic("T011", f"these {MOST_ERRORS} errors are all that is shown"))
        if self.diagnostics:
            self.diagnostics.sort(key=lambda d: (d.span.line, d.span.column) if d.span else (0, 0))
            raise ParseFailure(self.diagnostics + closing)
        module = ops[0] if len(ops) == 1 else None
        if not isinstance(module, ModuleOp):
            module = ModuleOp(ops)
            module.location = self._location_at(0)
        set_external_resources(module, self._external)
        return module

    def _parse_all(self, ops: list[Operation]) -> None:
        """Parse everything, going on behind errors."""
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

    def _parse_top_level(self, ops: list[Operation]) -> bool:
        """Parse one more thing of the file; false at its end."""
        token = self._current_token
        kind = token.kind
        if kind is MLIRTokenKind.EOF:
            return False
        if kind is MLIRTokenKind.HASH_IDENT or kind is MLIRTokenKind.EXCLAMATION_IDENT:
            if "." in token.text:
                self.fail("T001", "names with a '.' are those of dialects; an alias has none", token.span)
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
        self._add(self._diagnose_any(error))
        position = self._current_token.span.start
        if isinstance(error, ParseError):
            position = max(position if not isinstance(error, LexicalError) else 0, error.span.start)
        self._open.clear()
        self._forget_values()
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
        start = self.pos
        generic = kind is _STRING
        if not generic and kind is not _BARE:
            self.fail("T001", "an operation name is expected here", token.span)
        info = self._op_info(token.text[1:-1] if generic else token.text, token, generic)
        self._open.append((info, token))  # pyright: ignore
        state.dialect_stack.append(info.default_dialect)
        state.current_token = state.lexer.lex()
        op_type = info.op_type
        if generic:
            op = self._parse_generic_operation(generic_class(op_type))
        elif issubclass(op_type, ForeignOp):
            op = self._parse_foreign(op_type)
        elif (op := self._parse_plain(info)) is None:
            op = op_type.parse(self)
        state.dialect_stack.pop()
        self._open.pop()
        self._locate(op, start)
        if info.writes_body:
            for inner in op.walk():
                if isinstance(inner.location, UnknownLoc):
                    inner.location = op.location
        if self._operand_spans is not None:
            self._keep_operand_spans(op, start)
        if bound:
            self._bind_results(op, bound)
        return op

    def parse_optional_properties_dict(self) -> dict[str, Attribute]:
        """Parse `<{...}>` if present; of an op that has properties, others than these say nothing, as in mlir-opt."""
        if self._parser_state.current_token.text != "<":
            return {}
        at, of = self._current_token.span, self._open[-1][0].op_type
        found = super().parse_optional_properties_dict()
        if issubclass(of, ForeignOp) or not issubclass(of, IRDLOperation):
            return found
        known = of.get_irdl_definition().properties
        if not known:
            self.fail("T001", "this operation does not support properties", at)
        return {name: value for name, value in found.items() if name in known or name == VISIBILITY}

    def _parse_generic_operation(self, op_type: type[Operation]) -> Operation:
        op = super()._parse_generic_operation(op_type)
        if op_type is ModuleOp and VISIBILITY in op.properties:
            op.attributes[VISIBILITY] = op.properties.pop(VISIBILITY)  # where the other form has it, too
        return op

    def text_before_op(self) -> str:
        """What its line has before the name of the op that is parsed."""
        start = self._open[-1][1].start
        return self._text[self._text.rfind("\n", 0, start) + 1 : start]

    def op_name(self) -> str:
        """The name of the op that is parsed."""
        return self._open[-1][0].op_type.name

    def end_of_name(self) -> int:
        """Where the name of the op that is parsed ends."""
        return self._open[-1][1].end

    def _parse_foreign(self, op_type: type[ForeignOp]) -> Operation:
        """An op of another dialect: with destinations, or else in a style of its own."""
        start = self.pos
        if begins_region(self._text, self._current_token.span.start):
            return written_class(op_type).parse(self)
        try:
            op = op_type.parse(self)
        except ParseError as error:
            self._resume_from(start)
            try:
                return written_class(op_type).parse(self)
            except ParseError as other:
                further = max((error, other), key=lambda each: each.span.start)
                raise further from None
        is_named = self.text_before_op().rstrip().endswith("=")
        if not self._goes_on() and (op.results or not is_named or not known_results(self.ctx, op.name)):
            return op
        op.erase()
        self._resume_from(start)
        return written_class(op_type).parse(self)

    def _goes_on(self) -> bool:
        """Whether what follows is the rest of an op of another dialect, and not the next one."""
        following = self._parser_state.current_token
        start = following.span.start
        on_its_line = self._text[self._text.rfind("\n", 0, start) + 1 : start].strip()
        if on_its_line and following.text[:1] in _NO_END:
            return True
        return following.kind is _BARE and _KEY.match(self._text, following.span.end) is not None

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
            behind = state.current_token
            if behind.text not in (",", "="):
                self.fail("T001", "'=' expected behind the names of results", behind.span)
            state.current_token = lex()
            if behind.text == "=":
                return bound

    def _op_info(self, written: str, token: object, generic: bool) -> OpInfo:
        name = written
        if "." not in name and not generic:
            dialect = self._parser_state.dialect_stack[-1]
            name = f"{dialect}.{written}" if dialect else written
        info = self._infos.get(name)
        if info is None:
            op_type = self.ctx.get_optional_op(name)
            if op_type is None:
                assert isinstance(token, FastToken)
                self._fail_unknown_op(written, name, token.span)
            info = self._infos[name] = OpInfo(op_type)
        return info

    def _fail_unknown_op(self, written: str, name: str, at: SourceSpan[str]) -> NoReturn:
        if len(written) > _LONGEST_NAME:
            self.fail("T004", f"unknown operation '{written[:_LONGEST_NAME]}…'", at)
        dialect, dot, _ = name.partition(".")
        dialects = [*self.ctx.registered_dialect_names, *known_foreign(self.ctx)]
        if dot and dialect not in dialects:
            others = f"the dialects are {listing(sorted(dialects))}; lower others, or give --allow-unregistered-dialect"
            self.fail("T005", f"unknown dialect '{dialect}'", at, self.suggest(dialect, dialects) or others)
        for each in self.ctx.registered_dialect_names:
            self.ctx.get_optional_dialect(each)
        known = [op.name for op in self.ctx.loaded_ops]
        moved = [op for op in known if dot and op.partition(".")[2] == name.partition(".")[2]]
        hint = f"did you mean '{moved[0]}'?" if len(moved) == 1 else self.suggest(name, known)
        if not hint:
            hint = self.suggest(written, [op.partition(".")[2] for op in known])
        self.fail("T004", f"unknown operation '{written}'", at, hint)


def _from_xdsl(error: Exception) -> bool:
    """Whether the exception was raised in xDSL or a dialect, on what the text said."""
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    if not frames:
        return False
    module = str(frames[-1].f_globals.get("__name__", ""))
    return module.startswith(("xdsl", "asyncir.dialects", "immutabledict")) or isinstance(error, ValueError)
