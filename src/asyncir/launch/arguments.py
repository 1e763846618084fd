"""Python values to the memory that an entry reads, and back, without copying an array.

An entry takes an array of pointers (`Frame`): one for each argument, then one for each result. Behind each is
a number, a vector, a completion's pointer, or a memref's descriptor as in MLIR: allocated and aligned
pointer, offset, sizes, strides. Checks are strict: nothing is converted silently.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from asyncir.diagnostics import failure
from asyncir.diagnostics.parameters import expect
from asyncir.launch.arrays import dtype_name, encode_memref, encode_vector, is_global, overlap
from asyncir.launch.scalars import encode_number
from asyncir.launch.signatures import AsyncType, Complex, MemRef, Scalar, Signature, Tensor, Type, Vector

if TYPE_CHECKING:
    from asyncir.launch.calls import CallContext

_ALIGNMENT = 64


class Frame:
    """The memory for one call: what the entry reads and writes, and what has to live until it is done."""

    def __init__(
        self,
        signature: Signature,
        values: Sequence[Any],
        names: Sequence[str] = (),
        context: int | None = None,
    ):
        """`context` is a number that goes along as a last argument, where the program takes one (`carry-context`)."""
        self.signature = signature
        self.caller: CallContext | None = None
        """Whose loop and variables callbacks run with."""
        expect(values, Iterable, f"what @{signature.name} is called with", "a list of arguments")
        values = list(values)
        self.kept: list[Any] = values[:]
        expected = len(signature.arguments)
        if len(values) != expected:
            given = f"{len(values)} argument{'s' if len(values) != 1 else ''}"
            raise failure("C107", f"{signature} takes {expected}, not {given}")
        hidden = () if context is None else (Scalar("i64"),)
        types = (*signature.arguments, *hidden, *signature.results)
        sizes = [-(-type_.size // _ALIGNMENT) * _ALIGNMENT for type_ in types]
        *offsets, total = accumulate(sizes, initial=0)
        self._buffer = ctypes.create_string_buffer(total + _ALIGNMENT)
        start = ctypes.addressof(self._buffer)
        start += -start % _ALIGNMENT
        self._places = [start + offset for offset in offsets]
        for i, (type_, value) in enumerate(zip(signature.arguments, values, strict=True)):
            name = f" ({names[i]})" if i < len(names) else ""
            what = f"argument {i + 1}{name} of @{signature.name}"
            data = encode(type_, value, what, self.kept, i not in signature.read_only)
            ctypes.memmove(self._places[i], data, len(data))
        _check_distinct(signature, values, names)
        if context is not None:
            ctypes.memmove(self._places[expected], context.to_bytes(8, "little"), 8)
        self._results = self._places[expected + len(hidden) :]
        self._pointers = (ctypes.c_void_p * max(1, len(types)))(*self._places)

    @property
    def pointer(self) -> Any:
        """What the entry is called with."""
        return self._pointers

    def result_bytes(self) -> list[bytes]:
        """What the entry wrote for each result."""
        places = zip(self._results, self.signature.results, strict=True)
        return [ctypes.string_at(place, type_.size) for place, type_ in places]


def _check_distinct(signature: Signature, values: Sequence[Any], names: Sequence[str]) -> None:
    """Refuse arrays that overlap where a software pipeline takes them to be different ones."""

    def named(n: int) -> str:
        return f"{n + 1} ({names[n]})" if n < len(names) else str(n + 1)

    for one, other, may_be_same in signature.distinct:
        if other is None:
            wrong = is_global(values[one])
            what, them = f"argument {named(one)} of @{signature.name} is memory of a global", "it"
        else:
            wrong = overlap(values[one], values[other], unless_same=may_be_same)
            how = " without being the same array" if may_be_same else ""
            them = "them"
            what = f"arguments {named(one)} and {named(other)} of @{signature.name} overlap{how}"
        if wrong:
            message = f"{what}, and a software pipeline takes {them} to be different"
            help = "pass a copy, or give the loop the attribute software_pipeline_args_alias"
            raise failure("C113", message, help)


def check_types(signature: Signature, callback: bool = False, interpreted: bool = False) -> None:
    """Refuse a function of which an argument or result cannot cross the border; what a callback gives is an argument, too.

    Tensors can, but not those of a callback; that of a value can where the interpreter runs it.
    """
    help = "numbers, vectors, tensors and ranked memrefs can; tokens and values of these can be returned"
    name, help = (f"the callback {signature}", "") if callback else (f"@{signature.name}", help)
    for what, types in (("argument", signature.arguments), ("result", signature.results)):
        for i, type_ in enumerate(types):
            if not crosses(type_, callback or what == "argument", not callback, interpreted):
                message = f"{what} {i + 1} of {name} is of type {type_}, which Python cannot have"
                raise failure("C108", message, help)


def crosses(type_: Type, argument: bool, tensors: bool = False, tensor_values: bool = False) -> bool:
    """Whether a value of the type can cross the border."""
    match type_:
        case Scalar():
            return True
        case Complex(element):
            return element.is_float and element.bits >= 32
        case Tensor(element):
            return tensors and dtype_name(element) is not None
        case Vector(element) | MemRef(element):
            return dtype_name(element) is not None
        case AsyncType(payload):
            return not argument and (payload is None or crosses(payload, True, tensor_values))
        case _:
            return False


def encode(type_: Type, value: Any, what: str, kept: list[Any], written: bool = True) -> bytes:
    """The bytes that stand for `value`; objects that must outlive the call are added to `kept`.

    `written`: the program may change its memory.
    """
    match type_:
        case Scalar() | Complex():
            return encode_number(type_, value, what)
        case Vector():
            return encode_vector(type_, value, what)
        case MemRef():
            return encode_memref(type_, value, what, kept, written)
        case _:
            raise failure("C108", f"{what} is of type {type_}, which Python cannot have")
