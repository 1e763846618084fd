"""The structured ops of a `Schedule`: how they are found, and how messages call them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from asyncir.diagnostics import Diagnostic, DiagnosticError, Note
from asyncir.diagnostics.parameters import whole_number, whole_numbers, wrong
from asyncir.diagnostics.words import counted
from asyncir.dialects.linalg_structured import Structured
from asyncir.dialects.verification import line_of, span_of
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import enclosing, walk

_DIALECT = "linalg."
_SIZES = (
    "such as [32, 0, 64], the iterations of a tile for each loop of the op, and 0 for one that stays whole"
)


@dataclass(frozen=True, slots=True)
class ScheduledOp:
    """A structured op of a `Schedule`, until another op takes its place."""

    function: str
    name: str
    """Such as `linalg.matmul`."""
    number: int
    """Its position among the ops of that name in its function."""
    line: int | None
    sizes: tuple[int | None, ...]
    """How many iterations each of its loops has; None where only the running program knows."""
    kinds: tuple[str, ...]
    """For each loop `parallel` or `reduction`."""
    op: Operation = field(repr=False, compare=False)

    @property
    def words(self) -> str:
        """How messages call it."""
        return f"{self.name} at line {self.line}" if self.line else self.name


def functions_of(module: ModuleOp) -> Iterator[tuple[str, Operation]]:
    """The functions of a module, with their names."""
    for op in module.ops:
        name = symbol_name(op)
        if name is not None and op.regions:
            yield name, op


def ops_of(module: ModuleOp) -> Iterator[ScheduledOp]:
    """The structured ops of a module, in the order of the text."""
    for function, top in functions_of(module):
        numbers: dict[str, int] = {}
        for op in walk(top):
            if isinstance(op, Structured):
                number = numbers[op.name] = numbers.get(op.name, -1) + 1
                yield handle_of(function, number, op)


def handle_of(function: str, number: int, op: Structured) -> ScheduledOp:
    """The handle of an op."""
    return ScheduledOp(function, op.name, number, line_of(op), tuple(op.sizes()), op.loop_kinds, op)


def full_name(name: str) -> str:
    """The name of an op, whose dialect need not be written."""
    return name if name.startswith(_DIALECT) else _DIALECT + name


def the_op(function: str, name: str, number: int | None, ops: Sequence[ScheduledOp]) -> ScheduledOp:
    """The op of that name; C114 where it is not one."""
    known = full_name(name)
    found = [op for op in ops if op.name == known]
    if number is not None:
        position = whole_number(number, "the number of the op", "it is a position among the ops of that name")
        chosen = [op for op in found if op.number == position]
    else:
        chosen = found
    if len(chosen) == 1:
        return chosen[0]
    where = "@" + function.removeprefix("@")
    if found and number is None:
        message = f"{where} has {counted(len(found), 'op')} {known}"
    elif found:
        message = f"{where} has no {known} with number {number}, but {counted(len(found), 'op')} of that name"
    else:
        message = f"{where} has no {known}"
    shown = found or list(ops)
    notes = tuple(Note(f"an op: {_call(op)}", span_of(op.op)) for op in shown)
    help = f"write {_call(shown[0])}" if shown else "ops that can be scheduled are those of linalg"
    raise DiagnosticError(Diagnostic("C114", message, help=help, notes=notes))


def _call(op: ScheduledOp) -> str:
    """What finds the op, whatever others are called."""
    return f"get_op({op.function!r}, {op.name.removeprefix(_DIALECT)!r}, {op.number})"


def check_in(module: ModuleOp, handle: ScheduledOp) -> Structured:
    """The op of a handle; C114 where it is not in the module any more."""
    op = handle.op
    if not isinstance(op, Structured) or module not in enclosing(op):
        message = f"{handle.words} is not in this schedule"
        help = "another op has come in its place, or it is of another schedule: ask get_op again"
        raise DiagnosticError(Diagnostic("C114", message, span_of(op), help=help))
    return op


def tile_sizes(sizes: Any) -> list[int]:
    """The sizes that a method was given, as numbers; whether the op has such tiles is for the pass to say."""
    found = whole_numbers(sizes, "the sizes", "a tile size", _SIZES)
    if not any(found):
        raise wrong("the sizes", sizes, "a list with a size that is not 0", _SIZES)
    return found
