"""Memory: root objects and the views that programs access them by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import InitVar, dataclass, field
from enum import IntEnum
from operator import methodcaller
from typing import TYPE_CHECKING, Any, Literal
from zlib import crc32

import numpy as np

from asyncir.ir import BFloat16Type, Operation, VectorType
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.values import Poison, Value, dtype_of, element_type, round_bf16
from asyncir.semantics.tasks.races import Cells

if TYPE_CHECKING:
    from asyncir.semantics.blocks.conflicts import Watch

_NATIVE = frozenset("bBhHiIlLqQfd")


ON_DEVICE = "on a device"
"""What ends the life of a device's memory for the host, as long as it is there for the device."""


class AccessKind(IntEnum):
    """How an element is accessed."""

    READ = 0
    WRITE = 1
    ATOMIC = 2
    FREE = 3

    def conflicts(self, other: AccessKind) -> bool:
        """Whether the order of two such accesses matters."""
        return self is not other or self is AccessKind.WRITE

    def race_with(self, second: AccessKind) -> str:
        """The kind of race of this access with a second one: RAW, WAR or WAW."""
        if second is AccessKind.READ:
            return "RAW"
        return "WAR" if self is AccessKind.READ else "WAW"


@dataclass(slots=True, eq=False)
class Buffer:
    """A root object: elements of one type in a row, until it is freed.

    `data` is what scalar accesses index: a memoryview where Python's understands the type, since that is the
    fastest and yields plain Python numbers; else an object with the same interface.
    """

    array: np.ndarray[Any, Any]
    kind: str
    """alloc, alloca, global, constant, argument or view."""
    op: Operation | None
    identity: str
    is_defined: InitVar[bool]
    defined: bytearray | _DefinedParts | None = field(init=False)
    """For each element whether it has a defined value; None: all have."""
    size: int = field(init=False)
    shape: tuple[int, ...] = field(init=False)
    data: Any = field(init=False)
    cells: Cells | None = None
    ended: str | None = None
    root: Buffer | None = None
    """Of what object this is a view that has elements of another type."""
    shift: int = 0
    width: int = 1
    """Of a view: where in the root its elements begin, and how many of the root's each is made of."""
    views: list[Buffer] = field(default_factory=list[Any])
    watch: Watch | None = None
    """What the engine for blocks of threads knows of accesses to it; None: nothing that matters."""
    shadow: list[Any] | None = None
    """What the engine for machines knows of the accesses to each element; None: there were none."""
    where: Literal["host", "device", "both"] = "host"
    """Who may touch it; arguments of a run and what kernels make are not asked about."""
    sharers: set[int] | None = None
    """Of an object that all threads of a block share: those that have ended its life."""

    def __post_init__(self, is_defined: bool) -> None:
        self.size, self.shape, self.data = len(self.array), self.array.shape[1:], _elements(self.array)
        self.defined = None if is_defined else bytearray(self.size)

    def end(self, how: str | None) -> None:
        """The object's life is over, and with it that of everything made from its bytes; None: it is not."""
        self.ended = how
        for view in self.views:
            view.end(how)

    def from_bytes(self, shift: int, count: int, dtype: np.dtype[Any]) -> Buffer:
        """Bytes of this object, which has bytes as elements, as elements of another type."""
        raw = self.array.view(np.uint8)[shift : shift + count * dtype.itemsize]
        return self._view(raw.view(dtype), shift, dtype.itemsize)

    def as_vectors(self, shift: int, width: int, count: int, shape: Sequence[int]) -> Buffer:
        """Elements of this object as vectors of that shape, each made of `width` of them."""
        array = self.array[shift : shift + count * width].reshape(count, *shape)
        return self._view(array, shift, width)

    def _view(self, array: np.ndarray[Any, Any], shift: int, width: int) -> Buffer:
        kind = self.kind if self.kind == "constant" else "view"
        view = Buffer(array, kind, self.op, self.identity, is_defined=True)
        view.root, view.shift, view.width, view.ended = self, shift, width, self.ended
        if self.defined is not None:
            view.defined = _DefinedParts(self.defined, shift, len(array), width)
        self.views.append(view)
        return view

    def in_root(self, places: Sequence[int]) -> tuple[Buffer, Sequence[int]]:
        """The object that this is a view of, and its elements at these places of the view; just these if it is none."""
        if self.root is None:
            return self, places
        starts = [self.shift + place * self.width for place in places]
        return self.root.in_root([part for start in starts for part in range(start, start + self.width)])

    def address(self) -> int:
        """A number that stands for its address: the same in every run."""
        return crc32(self.identity.encode()) << 20

    def accesses(self) -> Cells:
        """The record of accesses, begun when the first is recorded."""
        if self.cells is None and self.root is not None:
            self.cells = Cells(0, self.root.accesses(), self.width, self.shift)
        elif self.cells is None:
            self.cells = Cells(self.size, made_by=(self.op, self.identity))
        return self.cells

    def poison(self, index: int, poison: Poison, op: Operation) -> None:
        """Store an undefined value."""
        if self.defined is None:
            message = "an undefined value is stored where the program's caller sees it"
            raise fault("S006", message, op, "stores it", notes=poison.made_here())
        self.defined[index] = 0


class _DefinedParts:
    """For elements made of another object's, whether each has a defined value."""

    __slots__ = ("parts_of",)

    def __init__(self, defined: bytearray | _DefinedParts, shift: int, count: int, width: int):
        given: Any = defined
        parts = given.parts_of if isinstance(given, _DefinedParts) else np.frombuffer(given, np.uint8)
        self.parts_of: np.ndarray[Any, Any] = parts[shift : shift + count * width].reshape(
            count, width * (parts.shape[1] if parts.ndim > 1 else 1)
        )

    def __getitem__(self, index: int) -> int:
        return int(self.parts_of[index].all())

    def __setitem__(self, index: int, value: int) -> None:
        self.parts_of[index] = value


class MemRefView:
    """A view of a buffer: element [i, j] is at offset + i * strides[0] + j * strides[1]."""

    __slots__ = ("buffer", "offset", "sizes", "strides")

    def __init__(self, buffer: Buffer, offset: int, sizes: Sequence[int], strides: Sequence[int]):
        self.buffer = buffer
        self.offset = offset
        self.sizes = tuple(sizes)
        self.strides = tuple(strides)

    def array(self) -> np.ndarray[Any, Any]:
        """The elements as a NumPy array that shares memory with the buffer."""
        base = self.buffer.array
        unit = base.strides[0] if base.size else base.dtype.itemsize
        inner = base.shape[1:]
        return np.lib.stride_tricks.as_strided(
            base[self.offset :] if 0 not in self.sizes else base,
            shape=(*self.sizes, *inner),
            strides=(*(s * unit for s in self.strides), *base.strides[1:]),
        )

    def indices(self) -> list[int]:
        """Where the elements are in the buffer, in row-major order."""
        places = np.full((), self.offset, dtype=np.int64)
        for size, stride in zip(self.sizes, self.strides, strict=True):
            places = places[..., None] + np.arange(size, dtype=np.int64) * stride
        return places.ravel().tolist()

    def identity(self) -> bool:
        """Whether it is row-major without gaps."""
        return self.strides == row_major(self.sizes)


def row_major(sizes: Sequence[int]) -> tuple[int, ...]:
    """The strides of a contiguous row-major view."""
    strides: list[int] = []
    step = 1
    for size in reversed(sizes):
        strides.append(step)
        step *= size
    return tuple(reversed(strides))


@dataclass(slots=True, eq=False)
class _Elements:
    """Access to the elements of what memoryview does not understand."""

    array: np.ndarray[Any, Any]
    value_of: Callable[[Any], Value]
    """From what NumPy has to the value for a register."""

    def __getitem__(self, index: int) -> Value:
        return self.value_of(self.array[index])

    def __setitem__(self, index: int, value: Value) -> None:
        if type(value) is Poison:
            value.met()
        self.array[index] = value


def _elements(array: np.ndarray[Any, Any]) -> Any:
    if array.ndim > 1:
        return _Elements(array, np.copy)
    if array.dtype == np.object_:
        return _Elements(array, lambda value: value)
    raw: Any = array
    view = memoryview(raw) if array.dtype.kind not in "cVU" else None
    return view if view is not None and view.format in _NATIVE else _Elements(array, methodcaller("item"))


_MAX_BYTES = 1 << 34


def check_count(count: int, element: Any, op: Operation) -> None:
    """Refuse more elements, of a scalar type, than the interpreter allocates."""
    if count * dtype_of(element).itemsize > _MAX_BYTES:
        raise fault("S010", f"{count} elements are more than the interpreter allocates", op, "allocates them")


def storage(element: Any, count: int) -> np.ndarray[Any, Any]:
    """Zeroed room for elements of a memref's element type."""
    shape = (count, *element.get_shape()) if isinstance(element, VectorType) else (count,)
    return np.zeros(shape, dtype_of(element_type(element)))


def is_bf16(element: Any) -> bool:
    """bf16 has no NumPy type; it is held as float32."""
    return isinstance(element_type(element), BFloat16Type)


def from_bf16_bits(bits: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The float32 array of the numbers whose bf16 bits are given as uint16; one of its own, of rank 0 too."""
    found = bits.astype(np.uint32)
    found <<= 16
    return found.view(np.float32)


def to_bf16_bits(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The bf16 bits of float32 numbers, rounded."""
    rounded = np.array([round_bf16(float(x)) for x in values.ravel()], dtype=np.float32).reshape(values.shape)
    return (rounded.view(np.uint32) >> 16).astype(np.uint16)


def may_be_undefined(values: Sequence[object]) -> None:
    """Let the memory that memrefs among these values show hold undefined values; what it holds now is defined."""
    for value in values:
        if isinstance(value, MemRefView) and value.buffer.defined is None:
            value.buffer.defined = bytearray(b"\1") * value.buffer.size
