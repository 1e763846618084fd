"""The functions that programs may declare and call, named and printing as MLIR's runner utilities do."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from asyncir.ir import BFloat16Type, Float16Type, IndexType, Operation, VectorType
from asyncir.semantics.core.access import touch
from asyncir.semantics.core.casts import from_bits
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.lift import attribute
from asyncir.semantics.core.memory import AccessKind, MemRefView
from asyncir.semantics.core.program import Compiler, Segment, handles
from asyncir.semantics.core.values import Registers, Value, defined, element_type
from asyncir.semantics.tasks.machine import TaskMachine
from asyncir.semantics.tasks.tasks import OUTPUT, Task

U64 = (1 << 64) - 1


def float_text(x: float) -> str:
    """C's %g. Which NaN it is is not specified, so its sign is not printed."""
    return "nan" if math.isnan(x) else f"{x:g}" if math.isfinite(x) else "inf" if x > 0 else "-inf"


def element_text(x: Value) -> str:
    """What C++ streams print for an element."""
    if isinstance(x, complex):
        return f"({float_text(x.real)},{float_text(x.imag)})"
    return float_text(x) if isinstance(x, float) else str(x)


_PRINTERS: dict[str, Callable[[Any], str] | Callable[[], str]] = {
    "printI64": str,
    "printU64": lambda x: str(x & U64),
    "printF32": float_text,
    "printF64": float_text,
    "printF16": lambda x: float_text(from_bits(Float16Type())(x) if isinstance(x, int) else x),
    "printBF16": lambda x: float_text(from_bits(BFloat16Type())(x) if isinstance(x, int) else x),
    "printOpen": lambda: "( ",
    "printClose": lambda: " )",
    "printComma": lambda: ", ",
    "printNewline": lambda: "\n",
}

_MEMREF = re.compile(
    r"printMemref(?P<shape>Shape)?(?P<rank>\dd)?(?:I8|I16|I32|I64|F16|BF16|F32|F64|Ind|C32|C64)"
)


def external_call(op: Operation, name: str, arguments: list[int], results: list[int], c: Compiler) -> None:
    """Compile a call of a function without a body."""
    machine = c.machine
    found = _MEMREF.fullmatch(name)
    if name in _PRINTERS and not results:
        _print(op, _PRINTERS[name], arguments, c)
    elif found is not None and len(arguments) == 1:
        ranked, shape = found["rank"] is not None, found["shape"] is not None
        _print(op, lambda view: memref_text(view, ranked, shape, machine, op), arguments, c)
    elif name in ("rtclock", "nanoTime") and len(results) == 1:
        _clock(machine, name, results[0], c)
    elif name == "printFlops":
        c.step(lambda registers: None)
    else:
        raise fault("S012", f"`@{name}` has no body, and is no function that the interpreter provides", op)


def _print(
    op: Operation, text: Callable[[Any], str] | Callable[[], str], arguments: list[int], c: Compiler
) -> None:
    machine = c.machine
    apply: Callable[..., str] = text

    def end(registers: Registers, task: Task, again: Segment, go_on: Segment) -> Segment | None:
        if machine.stops_before(task, again, OUTPUT):
            return None
        machine.output.append(apply(*defined(registers, arguments)))
        return go_on

    c.retry(end)


def _clock(machine: TaskMachine, name: str, result: int, c: Compiler) -> None:
    """A clock that goes on by a microsecond whenever it is read, so that runs can be repeated."""

    def step(registers: Registers) -> None:
        machine.clock_reads += 1
        registers[result] = machine.clock_reads * (1e-6 if name == "rtclock" else 1000)

    c.step(step)


def memref_text(view: MemRefView, ranked: bool, shape: bool, machine: TaskMachine, op: Operation) -> str:
    """What `printMemref...` prints; addresses are made up, but the same in every run."""
    kind = "Memref" if ranked else "Unranked Memref"
    sizes, strides = (", ".join(map(str, numbers)) for numbers in (view.sizes, view.strides))
    head = (
        f"{kind} base@ = {view.buffer.address():#x} rank = {len(view.sizes)} offset = {view.offset} "
        f"sizes = [{sizes}] strides = [{strides}]"
    )
    if shape:
        return head + "\n"
    touch(machine, view.buffer, view.indices(), AccessKind.READ, op)
    return f"{head} data = \n{_elements(view, op) if view.sizes else f'[{_elements(view, op)}]'}\n"


def _elements(view: MemRefView, op: Operation) -> str:
    rank = len(view.sizes)
    buffer = view.buffer
    # C++ streams print bytes as characters.
    as_characters = buffer.array.dtype.itemsize == 1

    def text(dimension: int, offset: int) -> str:
        if dimension == rank:
            if buffer.defined is not None and not buffer.defined[offset]:
                raise fault("S006", "the program prints an undefined value", op, "prints it")
            element = buffer.data[offset]
            return chr(element & 0xFF) if as_characters else element_text(element)
        size, stride = view.sizes[dimension], view.strides[dimension]
        inner = [text(dimension + 1, offset + i * stride) for i in range(size)]
        # Spaced as the runner utilities do it.
        separator = ", " + ("\n" if dimension < rank - 1 else "") + " " * (dimension + 1)
        return "[" + separator.join(inner) + "]"

    return text(0, view.offset)


# ---- vector.print ----


@handles("vector.print")
def _vector_print(op: Any, c: Compiler) -> None:
    literal = attribute(op, "stringLiteral")
    after = _punctuation(op)
    if not op.operands:
        _print(op, lambda: literal.data if literal is not None else after, [], c)
        return
    of = op.operands[0].type
    unsigned = isinstance(of, IndexType) or (isinstance(element_type(of), IndexType))

    def lane(x: Value) -> str:
        return str(x & U64) if unsigned else element_text(x)

    def text(x: Value) -> str:
        return (nested_text(x.tolist(), lane) if isinstance(of, VectorType) else lane(x)) + after

    _print(op, text, c.uses(op.operands), c)


def nested_text(x: Any, lane: Callable[[Value], str]) -> str:
    """`( ( 1, 2 ), ( 3, 4 ) )`."""
    if isinstance(x, list):
        items: list[Any] = x  # pyright: ignore[reportUnknownVariableType]
        return "( " + ", ".join(nested_text(item, lane) for item in items) + " )"
    return lane(x)


def _punctuation(op: Operation) -> str:
    found = attribute(op, "punctuation")
    if found is None:
        return "\n"
    word = str(getattr(found, "data", found))
    table = {"no_punctuation": "", "newline": "\n", "comma": ", ", "open": "( ", "close": " )"}
    return next((text for name, text in table.items() if name in word.lower()), "\n")
