"""Repairs as changes of the text: what was written stays as it is, and the waits that it lacks are put between."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from itertools import count

from asyncir.analyses.sync_report import Standing
from asyncir.analyses.synchronisation import check_synchronisation
from asyncir.diagnostics import DiagnosticError, Span
from asyncir.dialects.async_types import GroupType
from asyncir.dialects.verification import span_of
from asyncir.ir import BlockArgument, Operation, OpResult, SSAValue
from asyncir.ir.symbols import flattened
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module
from asyncir.transforms._added_waits import AddedWait, value_at
from asyncir.transforms._task_repairs import NOT_KNOWN, repair_of

NO_TEXT = "the waits that it lacks cannot be written into this text"


@dataclass(frozen=True, slots=True)
class TextRepair:
    """A text with the waits that it lacked."""

    text: str
    diff: str
    """What has changed, as `diff -u` and `patch` have it; empty if nothing has."""
    added: int = 0
    """How many waits and dependencies."""
    is_smallest: bool = False
    """Whether fewer would not do."""
    reason: str = ""
    """Why nothing was changed; empty where something was."""


def repaired(source: str, filename: str, racy: Collection[str], args_alias: bool = False) -> TextRepair:
    """The program with the fewest waits with which these functions are proved, which `check` has refuted.

    Raises `DiagnosticError` for a program that is none.
    """
    module = flattened(parse_module(source, filename))
    if not racy:
        return TextRepair(source, "", reason=NOT_KNOWN)
    report = check_synchronisation(module, entries=sorted(racy), args_alias=args_alias)
    found = repair_of(module, report, args_alias)
    if not found.waits:
        return TextRepair(source, "", reason=found.reason)
    text = _Text(source, list(walk(module)))
    try:
        for wait in found.waits:
            text.add(wait)
        changed = text.written()
        module = flattened(parse_module(changed, filename))
        report = check_synchronisation(module, entries=sorted(racy), args_alias=args_alias)
    except (_CannotWrite, DiagnosticError):
        return TextRepair(source, "", reason=NO_TEXT)
    if any(f.standing is not Standing.PROVED for f in report.functions):
        return TextRepair(source, "", reason=NO_TEXT)
    before, after = source.splitlines(keepends=True), changed.splitlines(keepends=True)
    diff = "".join(map(_ended, unified_diff(before, after, filename, filename)))
    return TextRepair(changed, diff, len(found.waits), found.is_smallest)


def _ended(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


class _CannotWrite(Exception):
    """The text is not as it is expected to be."""


class _Text:
    """A text, what is to be put into it, and where."""

    def __init__(self, source: str, ops: Sequence[Operation]):
        self.source = source
        self.ops = ops
        self.starts = [0, *(m.end() for m in re.finditer("\n", source))]
        self.pieces: dict[int, list[str]] = {}
        """By position, what is put before it, in this order."""
        self.named: dict[SSAValue, str] = {}

    def written(self) -> str:
        """The text with all of that."""
        parts: list[str] = []
        last = 0
        for at in sorted(self.pieces):
            parts += [self.source[last:at], *self.pieces[at]]
            last = at
        return "".join([*parts, self.source[last:]])

    def add(self, wait: AddedWait) -> None:
        """Put a wait into the text."""
        handle, at = value_at(self.ops, wait.handle), self.ops[wait.at]
        name = self.name(handle)
        if wait.is_dependency:
            self._depend(at, name)
        elif isinstance(handle.type, GroupType):
            self._before(at, f"async.await_all {name}")
        else:
            self._before(at, f"async.await {name} : {handle.type}")

    def _put(self, at: int, piece: str) -> None:
        self.pieces.setdefault(at, []).append(piece)

    def _depend(self, task: Operation, name: str) -> None:
        """Among what a task waits for."""
        after = self._offset(task) + len(task.name)
        if not self.source.startswith(task.name, after - len(task.name)):
            raise _CannotWrite  # In the generic form.
        brackets = re.compile(r"\s*\[([^\]]*)\]").match(self.source, after)
        if brackets is None:
            self._put(after, f" [{name}]" if after not in self.pieces else f" {name}")
            return
        self._put(brackets.end() - 1, f", {name}" if brackets[1].strip() else name)

    def _before(self, op: Operation, line: str) -> None:
        """On a line of its own before an op, or before the end of a block whose terminator is not written."""
        if self._is_written(op):
            at, margin = self._beginning(op), ""
        else:
            at = self._end_of_block(op)
            margin = "  "
        start = self.source.rfind("\n", 0, at) + 1
        indent = self.source[start:at]
        if indent.strip():
            self._put(at, f"{line} ")
        else:
            self._put(start, f"{indent}{margin}{line}\n")

    def _offset(self, op: Operation) -> int:
        """Where the op's name is."""
        span = self._span(op)
        return self.starts[span.line - 1] + span.column - 1

    def _span(self, op: Operation) -> Span:
        span = span_of(op)
        if span is None or not self._is_written(op):
            raise _CannotWrite
        return span

    def _is_written(self, op: Operation) -> bool:
        """Whether the op's name is where its location says: that of a terminator may be left out."""
        span = span_of(op)
        if span is None or span.line > len(self.starts):
            return False
        names = (op.name, op.name.partition(".")[2], f'"{op.name}"')  # `return`, `call` within functions.
        return any(self.source.startswith(n, self.starts[span.line - 1] + span.column - 1) for n in names)

    def _beginning(self, op: Operation) -> int:
        """Where the op begins: with the names of its results."""
        at = self._offset(op)
        results = _RESULTS.search(self.source, self.source.rfind("\n", 0, at) + 1, at)
        return at if results is None else results.start()

    def _end_of_block(self, terminator: Operation) -> int:
        """The brace that ends the block of a terminator that is not written: braces on one line are attributes."""
        parent, region = terminator.parent_op(), terminator.parent_region()
        if parent is None or region is None:
            raise _CannotWrite
        before = sum(bool(each.blocks) for each in parent.regions[: parent.regions.index(region)])
        depth, opened = 0, 0
        for token in _TOKENS.finditer(self.source, self._offset(parent)):
            if token[0] == "{":
                opened = token.start() if depth == 0 else opened
                depth += 1
            elif token[0] == "}":
                depth -= 1
                if depth == 0 and "\n" in self.source[opened : token.start()]:
                    if before == 0:
                        return token.start()
                    before -= 1
        raise _CannotWrite

    def name(self, value: SSAValue) -> str:
        """How the text calls a value; one without a name gets one."""
        if isinstance(value, BlockArgument):
            if value.name_hint is None or f"%{value.name_hint}" not in self.source:
                raise _CannotWrite
            return f"%{value.name_hint}"
        assert isinstance(value, OpResult)
        if value not in self.named:
            self._name_results(value.op)
        return self.named[value]

    def _name_results(self, op: Operation) -> None:
        at = self._offset(op)
        results = _RESULTS.search(self.source, self.source.rfind("\n", 0, at) + 1, at)
        if results is None:
            name = next(
                n
                for k in count()
                if (n := f"%token{k or ''}") not in self.source and n not in self.named.values()
            )
            several = len(op.results) > 1
            self._put(at, f"{name}:{len(op.results)} = " if several else f"{name} = ")
            names = [f"{name}#{n}" for n in range(len(op.results))] if several else [name]
        else:
            names = list(_each_result(results[1].split(",")))
        self.named.update(zip(op.results, names, strict=True))


_RESULTS = re.compile(r"(%[\w$.\-#:]+(?:\s*,\s*%[\w$.\-#:]+)*)\s*=\s*\"?$")
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|[{}]')


def _each_result(parts: Iterable[str]) -> Iterable[str]:
    for part in parts:
        name, _, several = part.strip().partition(":")
        yield from (f"{name}#{n}" for n in range(int(several))) if several else (name,)
