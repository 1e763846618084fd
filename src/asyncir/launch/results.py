"""What a program gave, as Python values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asyncir.launch.arrays import decode_memref, decode_vector, view_memref
from asyncir.launch.jit import Library
from asyncir.launch.runs import Run
from asyncir.launch.scalars import decode_number
from asyncir.launch.signatures import Complex, MemRef, Scalar, Type, Vector

if TYPE_CHECKING:
    from asyncir.launch.calls import CallContext


class ResultOwner:
    """What results may refer to: the runtime, the program's code and data, the arguments of the call."""

    def __init__(
        self, runtime: Any, library: Library, kept: tuple[Any, ...], run: Run, caller: CallContext | None
    ):
        self.runtime = runtime
        self.library = library
        self.kept = kept
        self.run = run
        self.caller = caller


def decode(type_: Type, data: bytes, world: ResultOwner | None = None) -> Any:
    """The value that these bytes stand for; of a memref an array that keeps its memory, which without a `world` is lent."""
    match type_:
        case Scalar() | Complex():
            return decode_number(type_, data)
        case Vector():
            return decode_vector(type_, data)
        case MemRef():
            if world is None:
                return view_memref(type_, data, None)
            return decode_memref(type_, data, world.kept, world.library)
        case _:
            raise AssertionError(f"{type_} is no type of a value")
