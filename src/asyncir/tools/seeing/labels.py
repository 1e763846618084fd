"""What to call tasks: by the names that the program gives to what they do and to the tokens that they are launched as."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from asyncir.dialects.async_dialect import ExecuteOp, FuncOp as AsyncFuncOp
from asyncir.dialects.func import CallOp
from asyncir.dialects.verification import span_of
from asyncir.ir import ModuleOp
from asyncir.ir.symbols import symbol_name
from asyncir.launch.tracing import Origin

_OUTLINED = re.compile(r"(.*)_execute_\d+")
"""The names that `outline-execute` makes."""

_PLACE = re.compile(r"(.*):(\d+):(\d+)", re.DOTALL)

_RESULTS = re.compile(r"((?:%[\w$.:-]+\s*,\s*)*%[\w$.:-]+)\s*=\s*\"?$")
"""The results, right before the op's name."""


@dataclass(frozen=True, slots=True)
class Label:
    """What is shown for the tasks of one origin."""

    kind: str
    """Shared by tasks that do the same: the function that they call or are."""
    name: str
    """The name of its value or token in the program, such as `%row_3`; empty where it has none."""
    place: str
    """`line 12`; with the file's name where that is not the program's own."""
    line: int
    """Of the program's text; 0 for none."""


def labels_of(
    origins: Iterable[Origin], module: ModuleOp | None, text: str, filename: str
) -> tuple[Label, ...]:
    """A label for each origin of tasks; by what the compiler called functions where there is no program."""
    kinds = dict(_kinds(module)) if module is not None else {}
    lines = text.splitlines()
    return tuple(_label(origin, kinds.get(origin.location), lines, filename) for origin in origins)


def _label(origin: Origin, kind: str | None, lines: list[str], filename: str) -> Label:
    file, line, column = _place(origin.location)
    own = 0 < line <= len(lines) and file == filename
    place = f"line {line}" if own else origin.location
    if kind is not None:
        name = named_before(lines[line - 1][: column - 1]) if own else ""
        return Label(kind, name, place, line if own else 0)
    outlined = _OUTLINED.fullmatch(origin.name)
    if outlined and line:
        return Label(f"{outlined[1]} line {line}", "", place, line if own else 0)
    name = named_before(lines[line - 1][: column - 1]) if own else ""
    return Label(outlined[1] if outlined else origin.name or "unnamed", name, place, line if own else 0)


def _place(location: str) -> tuple[str, int, int]:
    match = _PLACE.fullmatch(location)
    return (match[1], int(match[2]), int(match[3])) if match else ("", 0, 0)


def named_before(before: str) -> str:
    """What is named by a text that ends right before an op: the first value, else the token; empty if nothing is.

    From the text: in the IR, numbers at the end of a name are gone.
    """
    found = _RESULTS.search(before)
    if found is None:
        return ""
    names = [name.strip().partition(":")[0] for name in found[1].split(",")]
    return names[1] if len(names) > 1 else names[0]


def _kinds(module: ModuleOp) -> Iterator[tuple[str, str]]:
    """By its location, what each `async.execute` does."""
    for function in module.walk():
        symbol = symbol_name(function)
        if symbol is None:
            continue
        for op in function.walk():
            span = span_of(op)
            if isinstance(op, ExecuteOp) and span is not None:
                place = f"{span.file}:{span.line}:{span.column}"
                yield place, _kind(op) or f"{symbol} line {span.line}"


def _kind(execute: ExecuteOp) -> str:
    """The one function that the task calls, if it does little else."""
    callees = [op.callee.root_reference.data for op in execute.body.walk() if isinstance(op, CallOp)]
    busy = any(op.regions or isinstance(op, AsyncFuncOp) for op in execute.body.walk())
    return callees[0] if len(callees) == 1 and not busy else ""
