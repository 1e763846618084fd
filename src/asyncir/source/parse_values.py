"""Values, regions and blocks: names are scoped as in MLIR, in time linear in the text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from asyncir.diagnostics import Note
from asyncir.ir import (
    Attribute,
    Block,
    ForwardDeclaredValue,
    MLIRTokenKind,
    Operation,
    Parser,
    Region,
    SourceSpan,
    SSAValue,
    UnknownLoc,
    UnresolvedOperand,
)
from asyncir.source.lexer import FastToken
from asyncir.source.parse_attributes import AttributeParser
from asyncir.source.parse_base import OperandSpans, OpInfo, Place

MAX_REGION_DEPTH = 128
"""How deep regions may nest."""

_HEAD = re.compile(r"\s*=\s*([a-z_]\w*\.[\w.]+)\s+")
"""What stands between the name of a result and the operands."""

_PERCENT = MLIRTokenKind.PERCENT_IDENT
_CARET = MLIRTokenKind.CARET_IDENT


_OF_A_SCOPE = ("ssa_values", "forward_ssa_references", "_defined", "_definition_spans", "_first_uses")
"""What the parser knows of the values of an isolated op."""


class ScopeParser(AttributeParser):
    """Reads regions, and knows which value and block each name stands for."""

    def _register_ssa_definition(self, name: str, values: Sequence[SSAValue], span: Place) -> None:
        if name in self.ssa_values:
            first = Note("first defined here", self.span(self._definition_spans[name]))
            at = span.span if isinstance(span, FastToken) else span
            self._report("T003", f"redefinition of value '%{name}'", at, "", first)
            return
        self.ssa_values[name] = tuple(values)
        self._defined.append(name)
        self._definition_spans[name] = span
        forward = self.forward_ssa_references.pop(name, None)
        if forward is not None:
            self._resolve_forward(name, forward)
        if not name[0].isdigit():
            for value in values:
                value.name_hint = name

    def _resolve_forward(self, name: str, forward: dict[int, ForwardDeclaredValue[Attribute]]) -> None:
        uses, values = self._first_uses.pop(name), self.ssa_values[name]
        for index, placeholder in forward.items():
            note = Note("defined here", self.span(self._definition_spans[name]))
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
            message = f"'%{name}' has {len(values)} results; '#{operand.index}' is none of them"
            self._report("T002", message, span)
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

    def _parse_plain(self, info: OpInfo) -> Operation | None:
        """An op whose text behind its name has the plain form of its class, found by one match instead of token by token.

        None, and nothing is read, where it has not, or a name or the type is not known yet: there is more to do, or to say.
        """
        return self._parse_plain_at(info, self.pos)

    def _parse_plain_at(self, info: OpInfo, position: int) -> Operation | None:
        state = self._parser_state
        match = info.plain_form.match(self._text, position) if info.plain_form is not None else None
        if match is None or self._operand_log is not None:
            return None
        *names, type_name = match.groups()
        type = self._types.get(type_name)
        if type is None and type_name is not None:
            return None
        word = names.pop(0) if info.has_word else ""
        values: list[SSAValue] = []
        for name in names:
            known = self.ssa_values.get(name) if name is not None else ()
            if known is None or len(known) > 1:
                return None
            values += known
        assert info.made is not None
        op = info.made(values, type, word)
        if op is not None:
            state.lexer.pos = match.end()
            state.current_token = state.lexer.lex()
        return op

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
                hint = self.suggest(name, known)
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

    @contextmanager
    def _value_scope(self, isolated: bool) -> Generator[None]:
        """Names defined inside are unknown outside; inside an isolated op, names outside are unknown."""
        if not isolated:
            mark = len(self._defined)
            yield
            for name in self._defined[mark:]:
                del self.ssa_values[name]
            del self._defined[mark:]
            return
        outer = {name: getattr(self, name) for name in _OF_A_SCOPE}
        self._forget_values()
        yield
        self._report_undefined()
        vars(self).update(outer)

    def _forget_values(self) -> None:
        """No value is known or asked for."""
        self.ssa_values, self.forward_ssa_references = {}, {}
        self._defined, self._definition_spans, self._first_uses = [], {}, {}

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
        self.forward_block_references = defaultdict(list)
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
            hint = self.suggest(name, [n for n, (_, span) in self.blocks.items() if span is not None])
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
        while (op := self._parse_line() or self.parse_optional_operation()) is not None:
            ops.append(op)
        block.add_ops(ops)

    def _parse_line(self) -> Operation | None:
        """`%name = op` and the plain form of the op, found by two matches. None, and nothing is read, where it is not."""
        state = self._parser_state
        name = state.current_token
        head = _HEAD.match(self._text, state.lexer.pos) if name.kind is _PERCENT else None
        if head is None:
            return None
        info = self._infos.get(head[1])
        op = self._parse_plain_at(info, head.end()) if info is not None else None
        if op is None:
            return None
        self._locate(op, head.start(1))
        self._bind_results(op, ((name, 1),))
        return op

    def _locate(self, op: Operation, start: int) -> None:
        """The location behind the op, or else where it starts."""
        if self._parser_state.current_token.text == "loc":
            location = self.parse_optional_location()
            if location is not None:
                op.location = location
        elif isinstance(op.location, UnknownLoc):
            op.location = self._location_at(start)

    def _bind_results(self, op: Operation, bound: Sequence[tuple[Any, int]]) -> None:
        """Give the op's results their names: tokens, and of how many results each is."""
        results = op.results
        if len(results) == 1 == len(bound) and bound[0][1] == 1:
            self._register_ssa_definition(bound[0][0].text[1:], results, bound[0][0])
            return
        named = sum(size for _, size in bound)
        if named != len(results):
            at = bound[0][0].span
            self.fail("T014", f"{op.name} has {len(results)} results, but {named} are named here", at)
        rest = iter(results)
        for token, size in bound:
            self._register_ssa_definition(token.text[1:], tuple(islice(rest, size)), token)

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
