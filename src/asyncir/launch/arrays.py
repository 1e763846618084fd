"""Vectors and memrefs to and from NumPy arrays; a memref shares the array's memory in both directions."""

from __future__ import annotations

import ctypes
import math
import struct
import threading
import weakref
from collections.abc import Sequence
from functools import cache
from typing import Any

from asyncir.diagnostics import failure
from asyncir.diagnostics.parameters import describe_value
from asyncir.launch import runtime
from asyncir.launch.scalars import encode_number, round_to_bf16
from asyncir.launch.signatures import Complex, MemRef, Scalar, Tensor, Type, Vector


def dtype_name(element: Scalar | Complex | Vector) -> str | None:
    """NumPy's name of an element type; bf16, which NumPy has not, as its bits. None: NumPy has none."""
    if isinstance(element, Vector):
        inner = element.element
        dense = inner.bits >= 8 and element.size == element.count * inner.size
        return dtype_name(inner) if dense else None
    return _DTYPES.get(str(element))


_DTYPES = {
    **{"i1": "bool", "index": "int64", "bf16": "uint16"},
    **{f"i{bits}": f"int{bits}" for bits in (8, 16, 32, 64)},
    **{f"f{bits}": f"float{bits}" for bits in (16, 32, 64)},
    **{f"complex<f{bits}>": f"complex{2 * bits}" for bits in (32, 64)},
}


def dtype_of(element: Scalar | Complex | Vector) -> Any:
    """The NumPy dtype of an element."""
    # late: programs without arrays run without NumPy
    import numpy

    name = dtype_name(element)
    if name is None:
        raise failure("C108", f"elements of type {element} cannot cross to or from Python")
    return numpy.dtype(name)


def _check_dtype(element: Scalar | Complex | Vector, dtype: Any, what: str) -> None:
    wanted = dtype_of(element)
    if dtype.isnative and (dtype == wanted or _same_bits(element, dtype)):
        return
    code, wrong = "C101", f"has dtype {dtype}, where {element} is needed"
    if dtype.newbyteorder("=") == wanted:
        code, wrong = "C104", f"has the byte order of another kind of machine (dtype {dtype.str})"
    raise failure(code, f"{what} {wrong}", f"convert it: a.astype('{wanted}')")


def _same_bits(element: Scalar | Complex | Vector, dtype: Any) -> bool:
    """MLIR's integers have no sign, so both of NumPy's will do; ml_dtypes has a bfloat16."""
    inner = element.element if isinstance(element, Vector) else element
    if inner == Scalar("bf16"):
        return dtype.name == "bfloat16"
    integer = isinstance(inner, Scalar) and not inner.is_float and inner.bits >= 8
    return integer and dtype.kind == "u" and dtype.itemsize == inner.size


def encode_vector(type_: Vector, value: Any, what: str) -> bytes:
    """The bytes of a vector, each row padded as LLVM pads it; from an array or nested lists."""
    # late: programs without arrays run without NumPy
    import numpy

    array = numpy.asarray(value)
    if array.dtype.kind == "O":
        raise failure("C101", f"{what} is {describe_value(value)}, where {type_} is needed")
    if type_.element == Scalar("i1") and array.dtype.kind == "b" and array.shape == type_.shape:
        rows = array.reshape(-1, _row_length(type_))
        return b"".join(numpy.packbits(row, bitorder="little").tobytes() for row in rows)
    if not isinstance(value, numpy.ndarray):
        array = _from_sequence(array, type_.element, type_, what)
    _check_dtype(type_.element, array.dtype, what)
    if array.shape != type_.shape:
        raise failure("C103", f"{what} has shape {array.shape}, where {type_} is needed")
    return _padded_rows(type_, numpy.ascontiguousarray(array).tobytes())


def _row_length(type_: Vector) -> int:
    return type_.shape[-1] if type_.shape else 1


def _padded_rows(type_: Vector, data: bytes) -> bytes:
    rows = type_.count // _row_length(type_)
    stride, row = type_.size // rows, len(data) // rows
    return b"".join(data[i * row : (i + 1) * row].ljust(stride, b"\0") for i in range(rows))


def _from_sequence(array: Any, element: Scalar, type_: Type, what: str) -> Any:
    """A list of numbers as an array of the wanted type, if no value changes."""
    # late: programs without arrays run without NumPy
    import numpy

    if array.dtype.kind not in ("biuf" if element.is_float else "biu"):
        raise failure("C101", f"{what} is {describe_value(array)}, where {type_} is needed")
    if element.name == "bf16":
        flat = [round_to_bf16(float(x)) for x in array.flat]
        return numpy.frombuffer(b"".join(flat), numpy.uint16).reshape(array.shape)
    if not element.is_float:
        encoded = b"".join(encode_number(element, int(x), what) for x in array.flat)
        return numpy.frombuffer(encoded, dtype_of(element)).reshape(array.shape)
    try:
        with numpy.errstate(over="raise"):
            return array.astype(dtype_of(element))
    except FloatingPointError:
        raise failure("C106", f"{what} has a number that does not fit {element}") from None


def from_numbers(type_: MemRef, value: Any, what: str) -> Any:
    """A new array for a memref from nested lists of numbers, as a command line has them."""
    # late: programs without arrays run without NumPy
    import numpy

    try:
        array = numpy.array(value)
    except ValueError:
        raise failure("C103", f"{what} has rows of different lengths") from None
    if isinstance(type_.element, Scalar) and array.size:
        return _from_sequence(array, type_.element, type_, what).copy()
    return array.astype(dtype_of(type_.element))


def encode_memref(type_: MemRef, value: Any, what: str, kept: list[Any], written: bool = True) -> bytes:
    """The descriptor of the array's own memory; the array is added to `kept`. What is `written` must not be read-only."""
    # late: programs without arrays run without NumPy
    import numpy

    array: Any = value
    if not isinstance(value, numpy.ndarray):
        array = _shared(type_, value, what)
    elif hasattr(array, "mask") and hasattr(array, "filled"):
        help = "pass what it has in place of them, a.filled(0), or all of it, a.data"
        raise failure("C101", f"{what} is a masked array, whose masked elements the program would see", help)
    _check_dtype(type_.element, array.dtype, what)
    copied = "pass a copy: a.copy()"
    if isinstance(type_, Tensor):
        array = numpy.require(array, requirements=("C", "A"))
    elif written and not array.flags.writeable:
        raise failure("C109", f"{what} is read-only, and the program may write to it", copied)
    shape, strides = _shape_and_strides(type_, array, what)
    if written and not array.flags.forc and _overlaps_itself(shape, strides):
        message = f"{what} has strides {array.strides} (in bytes), by which elements of it overlap"
        raise failure("C105", message, copied)
    # What came over a network and has no elements may lie anywhere.
    if array.size and array.ctypes.data % array.dtype.alignment:
        raise failure("C105", f"{what} is not aligned to its elements", copied)
    kept.append(array)
    offset, first = type_.offset or 0, array.ctypes.data
    aligned = first - offset * type_.element.size & (1 << 64) - 1
    return struct.pack(f"<QQq{2 * type_.rank}q", first, aligned, offset, *shape, *strides)


def _shared(type_: MemRef, value: Any, what: str) -> Any:
    """The memory of what is no array of NumPy, as one: by NumPy's own protocol, DLPack, or the buffer protocol.

    What has only `__array__` may give a copy, so that writes were lost: it will do for tensors alone.
    """
    # late: programs without arrays run without NumPy
    import numpy

    try:
        if hasattr(value, "__array_interface__"):
            return numpy.asarray(value)
        if hasattr(value, "__dlpack__"):
            return numpy.from_dlpack(value)
        if hasattr(value, "__array__") and isinstance(type_, Tensor):
            return numpy.asarray(value)
        return numpy.asarray(memoryview(value))
    except (TypeError, ValueError, BufferError, RuntimeError) as error:
        message = f"{what} is {describe_value(value)}, where an array for {type_} is needed"
        named = type(error).__name__ if isinstance(error, BufferError | RuntimeError) else ""
        reason = f" ({named}: {error})" if named else ""
        help = f"pass numpy.array(..., dtype='{dtype_of(type_.element)}')"
        raise failure("C101", message + reason, help) from None


def overlap(one: Any, other: Any, *, unless_same: bool) -> bool:
    """Whether two arrays have memory in common; with `unless_same`, not if both are one array of one shape and layout.

    Where that cannot be told with little work, as of strided views in each other, they count as overlapping.
    """
    # late: programs without arrays run without NumPy
    import numpy

    first, second = numpy.asarray(one), numpy.asarray(other)
    if not numpy.may_share_memory(first, second) or (unless_same and _place(first) == _place(second)):
        return False
    shares: Any = numpy.shares_memory  # whose types know no other work than all and none
    try:
        return bool(shares(first, second, max_work=_MOST_WORK))
    except numpy.exceptions.TooHardError:
        return True


def is_global(array: Any) -> bool:
    """Whether it shows memory of a program that nobody frees, as a `memref.global` is."""
    while array is not None and not isinstance(array, _View):
        array = getattr(array, "base", None)
    return array is not None and not isinstance(array.owner, Allocation)


_MOST_WORK = 10_000
"""So many candidates `numpy.shares_memory` looks at, or so many elements are: less than a millisecond."""


def _place(array: Any) -> tuple[Any, ...]:
    strides = [stride for size, stride in zip(array.shape, array.strides, strict=True) if size > 1]
    return array.ctypes.data, array.shape, strides


def _shape_and_strides(type_: MemRef, array: Any, what: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    inner = type_.element.shape if isinstance(type_.element, Vector) else ()
    outer = array.ndim - len(inner)
    if outer != type_.rank:
        raise failure("C102", f"{what} has {array.ndim} dimensions, where {type_} is needed")
    shape: tuple[int, ...] = array.shape[:outer]
    fits = all(want is None or want == size for want, size in zip(type_.shape, shape, strict=True))
    if not fits or array.shape[outer:] != inner:
        raise failure("C103", f"{what} has shape {array.shape}, where {type_} is needed")
    strides, exact = _in_elements(array, outer, type_.element.size)
    wanted = identity_strides(shape) if type_.strides is None else type_.strides
    if inner and not array[(0,) * outer].flags.c_contiguous if array.size else False:
        exact = False
    final: list[int] = []
    for size, stride, want in zip(shape, strides, wanted, strict=True):
        # Where there is at most one element, no stride is ever used: give the one that the type promises.
        free = size <= 1 or array.size == 0
        if not exact or not (free or want is None or want == stride):
            message = f"{what} has strides {array.strides} (in bytes), which {type_} does not allow"
            help = "pass numpy.ascontiguousarray(a), or declare the memref with dynamic strides"
            raise failure("C105", message, help)
        final.append(want if free and want is not None else stride)
    return shape, tuple(final)


def _overlaps_itself(shape: Sequence[int], strides: Sequence[int]) -> bool:
    """Whether two elements are one in memory, which MLIR allows in no layout (MemRefType, "Layout").

    Where that cannot be told with little work, they count as overlapping.
    """
    # late: programs without arrays run without NumPy
    import numpy

    if 0 in shape:
        return False
    dimensions = sorted((abs(stride), size) for stride, size in zip(strides, shape, strict=True) if size > 1)
    reach = 0  # from the first element to the last one of the dimensions so far
    for stride, size in dimensions:
        if stride <= reach:
            break
        reach += stride * (size - 1)
    else:
        return False
    count = math.prod(shape)
    if count > _MOST_WORK:
        return True
    places = numpy.zeros(1, numpy.int64)
    for stride, size in dimensions:
        places = numpy.add.outer(places, numpy.arange(size) * stride).ravel()
    return len(numpy.unique(places)) < count


def _in_elements(array: Any, outer: int, size: int) -> tuple[list[int], bool]:
    strides = [divmod(stride, size) for stride in array.strides[:outer]]
    return [quotient for quotient, _ in strides], all(rest == 0 for _, rest in strides)


def identity_strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Row-major strides, in elements."""
    return tuple(math.prod(shape[place + 1 :]) for place in range(len(shape)))


# ---- results


class Allocation:
    """Memory that the program allocated and gave to the caller: freed when no array shows it any more.

    The runtime frees it, which keeps large blocks for what programs allocate next.
    """

    def __init__(self, address: int):
        free = runtime.library().asyncir_memory_free
        weakref.finalize(self, free, ctypes.c_void_p(address)).atexit = False


class _View:
    """Memory as NumPy takes it over; the array keeps `owner` alive."""

    def __init__(self, owner: Any, address: int, dtype: Any, shape: Any, strides: Any = None):
        self.owner = owner
        place = {"data": (address, False), "shape": shape, "strides": strides}
        self.__array_interface__ = {"version": 3, "typestr": dtype.str, **place}


_allocations: weakref.WeakValueDictionary[int, Allocation] = weakref.WeakValueDictionary()
_allocations_lock = threading.Lock()

_MOST_BYTES = (1 << 63) - 1

STATIC_MEMORY = 0xDEADBEEF
"""The allocated pointer of a `memref.global`, as in MLIR: memory of the program that nobody frees."""


@cache
def _libc() -> Any:
    return ctypes.CDLL(None)


def decode_memref(type_: MemRef, data: bytes, kept: Sequence[Any], program: Any) -> Any:
    """An array that shows the memref's memory and keeps it alive, whoever owns it."""
    (allocated,) = struct.unpack("<Q", data[:8])
    return view_memref(type_, data, _owner(allocated, kept, program))


def view_memref(type_: MemRef, data: bytes, owner: Any) -> Any:
    """An array that shows the memref's memory and keeps `owner` alive."""
    # late: programs without arrays run without NumPy
    import numpy

    rank = type_.rank
    _, aligned, offset, *rest = struct.unpack(f"<QQq{2 * rank}q", data)
    dtype = dtype_of(type_.element)
    inner = type_.element.shape if isinstance(type_.element, Vector) else ()
    shape, size = (*rest[:rank], *inner), type_.element.size
    # NumPy counts a size of 0 as one here.
    most = math.prod(max(n, 1) for n in shape) * dtype.itemsize
    if min(shape, default=0) < 0 or most > _MOST_BYTES:
        raise failure("R007", f"the program returned a {type_} of sizes {shape}, which no memory has")
    if aligned == 0:
        if math.prod(shape):
            raise failure("R007", f"the program returned a {type_} of sizes {shape} without memory")
        return numpy.empty(shape, dtype)
    inner_strides = [stride * dtype.itemsize for stride in identity_strides(inner)]
    strides = (*(stride * size for stride in rest[rank:]), *inner_strides)
    return numpy.asarray(_View(owner, aligned + offset * size, dtype, shape, strides))


def payload_size(type_: MemRef) -> int:
    """The bytes of a memref that is the payload of a value."""
    return 8 * (2 + type_.fields.count(None))


def payload_descriptor(type_: MemRef, data: bytes) -> bytes:
    """The descriptor of a memref that is the payload of a value, which has only what the type does not tell."""
    dynamic = iter(struct.unpack(f"<{type_.fields.count(None)}q", data[16:]))
    fields = [next(dynamic) if field is None else field for field in type_.fields]
    return data[:16] + struct.pack(f"<{len(fields)}q", *fields)


def descriptor_payload(type_: MemRef, data: bytes) -> bytes:
    """The inverse: of a descriptor what the payload of a value has."""
    fields = struct.unpack(f"<{len(type_.fields)}q", data[16:])
    kept = [value for value, known in zip(fields, type_.fields, strict=True) if known is None]
    return data[:16] + struct.pack(f"<{len(kept)}q", *kept)


def give_memref(type_: MemRef, array: Any, what: str) -> bytes:
    """The descriptor of new memory with the array's elements, which belongs to the program from now on."""
    # late: programs without arrays run without NumPy
    import numpy

    encode_memref(type_, array, what, [])  # refuses what does not fit
    libc = _libc()
    libc.aligned_alloc.restype = ctypes.c_void_p
    libc.aligned_alloc.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
    size = -(-max(array.nbytes, 1) // 64) * 64
    address: int | None = libc.aligned_alloc(64, size)
    if address is None:
        raise failure("R011", f"there is no memory for {size} bytes")
    copy = numpy.asarray(_View(None, address, array.dtype, array.shape))
    copy[...] = array
    try:
        return encode_memref(type_, copy, what, [])
    except BaseException:
        libc.free(ctypes.c_void_p(address))
        raise


def _owner(allocated: int, kept: Sequence[Any], program: Any) -> Any:
    """What has to stay alive: an argument, an allocation that Python may own already, or the program."""
    if allocated in (0, STATIC_MEMORY):
        return program
    for value in kept:
        if hasattr(value, "ctypes") and value.ctypes.data == allocated:
            return value
    with _allocations_lock:
        owner = _allocations.get(allocated)
        if owner is None:
            owner = _allocations[allocated] = Allocation(allocated)
        return owner


def decode_vector(type_: Vector, data: bytes) -> Any:
    """A new array with the vector's elements."""
    # late: programs without arrays run without NumPy
    import numpy

    last = _row_length(type_)
    rows = type_.count // last
    stride = type_.size // rows
    pieces = [data[i * stride : (i + 1) * stride] for i in range(rows)]
    if type_.element == Scalar("i1"):
        bits = [numpy.unpackbits(numpy.frombuffer(p, "u1"), count=last, bitorder="little") for p in pieces]
        return numpy.concatenate(bits).astype(bool).reshape(type_.shape)
    row = b"".join(piece[: last * type_.element.size] for piece in pieces)
    return numpy.frombuffer(row, dtype_of(type_.element)).reshape(type_.shape).copy()


def shown(array: Any) -> Any:
    """The same memory as an array that counts as writable, for programs that only read it."""
    # late: programs without arrays run without NumPy
    import numpy

    return numpy.asarray(_View(array, array.ctypes.data, array.dtype, array.shape, array.strides))
