"""The table of ops that the emitter knows: name, what writes it, which of its properties that covers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any

from asyncir.ir import IntegerAttr, Operation
from asyncir.lowering.llvm.function_text import LlvmFunction
from asyncir.lowering.llvm.types import MANGLED, pieces

Handler = Callable[[Any, Operation], None]
"""Writes an op into a `LlvmFunction`, or a target's own kind of it."""


@dataclass(frozen=True, slots=True)
class HandlerEntry:
    """How one op is written. An op with a property that is not in `properties` is refused, never written without it."""

    handler: Handler
    properties: frozenset[str]


def registering(table: MutableMapping[str, HandlerEntry]) -> Callable[..., Callable[[Handler], Handler]]:
    """What puts handlers into the table: `handles(*names, properties=())` is a decorator."""

    def handles(*names: str, properties: Iterable[str] = ()) -> Callable[[Handler], Handler]:
        def register(handler: Handler) -> Handler:
            entry = HandlerEntry(handler, frozenset(properties))
            for name in names:
                assert name not in table, name
                table[name] = entry
            return handler

        return register

    return handles


COMMON: dict[str, HandlerEntry] = {}
"""The ops that all targets write alike, by name. Filled by the modules `emit_*` of this folder."""

handles = registering(COMMON)
"""Register a handler for ops of these names, which may carry these properties."""


def handles_pieces(*names: str, properties: Iterable[str] = ()) -> Callable[[Callable[..., Any]], None]:
    """Registers what writes one piece of the result: given the function, the op, the piece's type and the same piece of each
    operand. Of an op with several results it writes a piece of each.
    """

    def register(one: Callable[..., Any]) -> None:
        @handles(*names, properties=properties)
        def _(f: LlvmFunction, op: Operation) -> None:
            columns = (pieces(op.results[0].type), *map(f.get, op.operands))
            held = [one(f, op, *row) for row in zip(*columns, strict=True)]
            of_each = [held] if len(op.results) == 1 else zip(*held, strict=True)
            for result, its in zip(op.results, of_each, strict=True):
                f.set(result, its)

    return register


def number_of(op: Operation, name: str) -> int | None:
    """A property of the op that is a number."""
    value = op.properties.get(name)
    return value.value.data if isinstance(value, IntegerAttr) else None


def source_piece(op: Operation) -> str:
    """The type of each piece of the first operand: all pieces of a number or a vector are alike."""
    return pieces(op.operands[0].type)[0]


def mangled(piece: str) -> str:
    """The suffix by which LLVM names an intrinsic's overload on a type: `v4f32` for `<4 x float>`."""
    if piece.startswith("<"):
        parts = piece[1:-1].split(" x ")
        prefix = "nxv" if parts[0] == "vscale" else "v"
        return f"{prefix}{parts[-2]}{mangled(parts[-1])}"
    return MANGLED.get(piece, piece)


def element_of(piece: str) -> str:
    """The scalar type of a vector's elements; a scalar's own."""
    return piece[1:-1].split(" x ")[-1] if piece.startswith("<") else piece


def lanes(piece: str) -> int | None:
    """How many elements a fixed vector has; None for a scalar."""
    if not piece.startswith("<") or piece.startswith("<vscale"):
        return None
    return int(piece[1:-1].split(" x ")[0])


def like(piece: str, element: str) -> str:
    """The type of the same shape with other elements."""
    return piece.replace(element_of(piece), element) if piece.startswith("<") else element


def intrinsic(
    f: LlvmFunction, name: str, result: str, arguments: list[tuple[str, str]], flags: str = ""
) -> str:
    """Call the LLVM intrinsic or C function of that full name, declaring it."""
    f.module.declare(name, f"{result} @{name}({', '.join(t for t, _ in arguments)})")
    operands = ", ".join(f"{t} {v}" for t, v in arguments)
    return f.called(result, f"call {flags}{result} @{name}({operands})")


def by_lane(
    f: LlvmFunction, result: str, operands: Sequence[tuple[str, str]], one: Callable[..., str]
) -> str:
    """Apply `one` to scalars, lane by lane if the operands are vectors. `one` gets them without their types."""
    piece, _ = operands[0]
    count = lanes(piece)
    if count is None:
        return one(*(operand for _, operand in operands))
    held = "poison"
    vector = like(piece, result)
    for lane in range(count):
        scalars = [f.let(f"extractelement {t} {operand}, i64 {lane}") for t, operand in operands]
        held = f.let(f"insertelement {vector} {held}, {result} {one(*scalars)}, i64 {lane}")
    return held
