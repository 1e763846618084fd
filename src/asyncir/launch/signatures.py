"""What a public function takes and gives, as plain data that can be kept on disk beside its machine code."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, cast


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number: `name` is its MLIR type (`i1`, `i32`, `index`, `f32`, `bf16`, ...)."""

    name: str

    def __str__(self) -> str:
        return self.name

    @property
    def bits(self) -> int:
        """How many bits it has."""
        return 64 if self.name == "index" else int(self.name.lstrip("bfi"))

    @property
    def is_float(self) -> bool:
        """Whether it is a floating-point type."""
        return self.name[0] in "fb"

    @property
    def size(self) -> int:
        """The bytes that it takes in memory: LLVM's allocation size."""
        store = (self.bits + 7) // 8
        return 1 << (store - 1).bit_length() if store <= 16 else (store + 15) // 16 * 16


@dataclass(frozen=True, slots=True)
class Complex:
    """A complex number: real part, then imaginary part."""

    element: Scalar

    def __str__(self) -> str:
        return f"complex<{self.element}>"

    @property
    def size(self) -> int:
        """The bytes that it takes in memory."""
        return 2 * self.element.size


@dataclass(frozen=True, slots=True)
class Vector:
    """A vector of fixed shape."""

    element: Scalar
    shape: tuple[int, ...]

    def __str__(self) -> str:
        return f"vector<{_dimensions(self.shape)}{self.element}>"

    @property
    def count(self) -> int:
        """How many elements it has."""
        return product(self.shape) or 0

    @property
    def size(self) -> int:
        """The bytes that it takes in memory, the padding to a power of two (LLVM's alignment) included."""
        rows = self.count // self.shape[-1] if self.shape else 1
        last = self.shape[-1] if self.shape else 1
        row = (last * self.element.bits + 7) // 8
        return rows * (1 << (row - 1).bit_length())


@dataclass(frozen=True, slots=True)
class MemRef:
    """A memref; None stands for a dynamic size, stride or offset, `strides` None for the identity layout."""

    element: Scalar | Complex | Vector
    shape: tuple[int | None, ...]
    strides: tuple[int | None, ...] | None = None
    offset: int | None = 0

    def __str__(self) -> str:
        layout = ""
        if self.strides is not None:
            strides = ", ".join("?" if s is None else str(s) for s in self.strides)
            offset = "?" if self.offset is None else str(self.offset)
            layout = f", strided<[{strides}]" + (f", offset: {offset}>" if offset != "0" else ">")
        return f"memref<{_dimensions(self.shape)}{self.element}{layout}>"

    @property
    def rank(self) -> int:
        """How many dimensions it has."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The bytes of its descriptor: two pointers, the offset, the sizes, the strides."""
        return 8 * (3 + 2 * self.rank)

    @property
    def fields(self) -> tuple[int | None, ...]:
        """Offset, sizes and strides as far as the type tells them."""
        strides = self.strides
        if strides is None:
            strides = tuple(product(self.shape[i + 1 :]) for i in range(self.rank))
        return (self.offset, *self.shape, *strides)


@dataclass(frozen=True, slots=True)
class Tensor(MemRef):
    """A tensor, which the interpreter takes as an array that it copies; compiled programs have memrefs in its place."""

    def __str__(self) -> str:
        return f"tensor<{_dimensions(self.shape)}{self.element}>"


@dataclass(frozen=True, slots=True)
class AsyncType:
    """A token (`payload` None), a value (its payload's type) or a group."""

    payload: Type | None = None
    group: bool = False

    def __str__(self) -> str:
        if self.group:
            return "!async.group"
        return "!async.token" if self.payload is None else f"!async.value<{self.payload}>"

    @property
    def size(self) -> int:
        """The bytes of the pointer that stands for it."""
        return 8


@dataclass(frozen=True, slots=True)
class Other:
    """A type that cannot cross the border between a program and its caller."""

    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def size(self) -> int:
        """Never asked for."""
        raise AssertionError(self.text)


Type = Scalar | Complex | Vector | MemRef | AsyncType | Other


@dataclass(frozen=True, slots=True)
class Signature:
    """A public function: its name, and the types of its arguments and results."""

    name: str
    arguments: tuple[Type, ...]
    results: tuple[Type, ...]
    starts: bool = False
    """Calling it only starts it: an `async.func`."""
    distinct: tuple[tuple[int, int | None, bool], ...] = ()
    """Pairs of arguments that must not overlap, and whether they may be the same array, of one shape and layout.

    Without a second one, it must not be memory of a `memref.global`.
    """
    read_only: tuple[int, ...] = ()
    """The arguments whose memory stays as it is."""
    names: tuple[str, ...] = field(default=(), compare=False)
    """What the arguments are called in Python: as in the text, where that is a name."""

    def __str__(self) -> str:
        arguments = ", ".join(map(str, self.arguments))
        results = ", ".join(map(str, self.results))
        return f"@{self.name}({arguments})" + (f" -> ({results})" if results else "")


def product(sizes: tuple[int | None, ...]) -> int | None:
    """The product, or None if a factor is not known."""
    result = 1
    for size in sizes:
        if size is None:
            return None
        result *= size
    return result


def _dimensions(shape: tuple[int | None, ...]) -> str:
    return "".join(f"{'?' if size is None else size}x" for size in shape)


_CLASSES = {
    one.__name__: one for one in (Scalar, Complex, Vector, MemRef, Tensor, AsyncType, Other, Signature)
}


def to_json(value: Any) -> Any:
    """A type or a signature as lists, strings and numbers; a record is the name of its class, and its fields."""
    if type(value).__name__ in _CLASSES:
        return {type(value).__name__: [to_json(getattr(value, one.name)) for one in fields(value)]}
    return [to_json(each) for each in cast("tuple[Any, ...]", value)] if isinstance(value, tuple) else value


def from_json(data: Any) -> Any:
    """The inverse of `to_json`; raises ValueError, TypeError or KeyError on anything else."""
    match data:
        case dict():
            ((name, given),) = cast("dict[str, list[Any]]", data).items()
            return _CLASSES[name](*map(from_json, given))
        case list():
            return tuple(map(from_json, cast("list[Any]", data)))
        case _:
            return data
