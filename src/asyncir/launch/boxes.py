"""A compiled function as a function of Python's own kind, for calls that cost little.

What stands between Python and machine code is machine code, too: LLVM text that is compiled beside the program. A *box* is
a C function that Python calls with a vector of objects (METH_FASTCALL). It compares the type of each argument with the one
that the program was compiled for, takes the number or the array's place, sizes and strides out, calls the entry, and makes an
object of the result. Anything else it leaves to a Python function: arguments of other types, arrays that do not lie as the
program has them, failures.

Numbers are read and made by the functions of Python's C interface. Of arrays the fields of `PyArrayObject` are read, whose
places have been the same in all versions of NumPy (numpy/core/include/numpy/ndarraytypes.h). Interpreters without a global
lock have other headers of objects; `available` says so, and calls go the longer way.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from asyncir.launch.arrays import STATIC_MEMORY
from asyncir.launch.jit import ENTRY_PREFIX, Library

BOX_PREFIX = ENTRY_PREFIX + ".box."
"""What the name of a box starts with; it is an entry, so that it stays visible."""


@dataclass(frozen=True, slots=True)
class BoxedType:
    """What a box takes or gives: `kind` is int, float, bool, array or none; of arrays the dtype's name and the layout."""

    kind: str
    dtype: str = ""
    rank: int = 0
    dense: bool = True
    bits: int = 64
    unsigned: bool = False


@cache
def available() -> bool:
    """Whether this interpreter's objects are laid out as boxes have it."""
    locked: Callable[[], bool] | None = getattr(sys, "_is_gil_enabled", None)
    return sys.implementation.name == "cpython" and (locked is None or locked())


class _Text:
    """The lines of a function, with names for values."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._count = 0

    def let(self, text: str) -> str:
        self._count += 1
        name = f"%t{self._count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def do(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def start(self, label: str) -> None:
        self.lines.append(f"{label}:")

    def label(self) -> str:
        self._count += 1
        return f"l{self._count}"

    def require(self, condition: str) -> None:
        """Leave the call to Python unless it holds."""
        fine = self.label()
        self.do(f"br i1 {condition}, label %{fine}, label %slow")
        self.start(fine)

    def field(self, object: str, offset: int, type_: str) -> str:
        place = self.let(f"getelementptr i8, ptr {object}, i64 {offset}")
        return self.let(f"load {type_}, ptr {place}, align {4 if type_ == 'i32' else 8}")


_DECLARED = """
declare i64 @PyLong_AsLongLongAndOverflow(ptr, ptr)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyLong_FromUnsignedLongLong(i64)
declare ptr @PyLong_FromVoidPtr(ptr)
declare ptr @PyFloat_FromDouble(double)
declare ptr @PyBool_FromLong(i64)
declare ptr @Py_NewRef(ptr)
declare void @Py_DecRef(ptr)
declare ptr @PyTuple_New(i64)
declare i32 @PyTuple_SetItem(ptr, i64, ptr)
declare ptr @PyTuple_GetItem(ptr, i64)
declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare ptr @asyncir_compute(ptr, ptr)
@PyLong_Type = external global i8
@PyFloat_Type = external global i8
@_Py_TrueStruct = external global i8
@_Py_FalseStruct = external global i8
@_Py_NoneStruct = external global i8
"""


_NEW, _SET_BASE = 94, 282
"""Where `PyArray_NewFromDescr` and `PyArray_SetBaseObject` are in the table of numpy/__multiarray_api.h."""

_OF_ARRAYS = """
declare ptr @PyCapsule_New(ptr, ptr, ptr)
declare ptr @PyCapsule_GetPointer(ptr, ptr)
declare void @asyncir_memory_free(ptr)
@asyncir_numpy_table = external global i8
define internal void @"asyncir.free capsule"(ptr %capsule) {
  %memory = call ptr @PyCapsule_GetPointer(ptr %capsule, ptr null)
  call void @asyncir_memory_free(ptr %memory)
  ret void
}
"""
"""What boxes need that give arrays: a capsule is the base of an array whose memory the program has allocated."""


def box_text(
    name: str, arguments: Sequence[BoxedType], results: Sequence[BoxedType], many: bool, long: bool
) -> str:
    """LLVM text of the box of a public function.

    `many`: the results are a tuple. `long`: the call may take a while. Other threads of Python run meanwhile, and
    signals end it.
    """
    f = _Text()
    size = len(arguments) + len(results)
    f.do(f"%frame = alloca [{max(1, size)} x ptr], align 16")
    f.do("%over = alloca i32, align 4")
    places = [f.let(f"alloca [{_words(t)} x i64], align 16") for t in (*arguments, *results)]
    f.require(f.let(f"icmp eq i64 %count, {len(arguments)}"))
    owners: list[tuple[str, str]] = []
    for at, (type_, place) in enumerate(zip((*arguments, *results), places, strict=True)):
        slot = f.let(f"getelementptr ptr, ptr %frame, i64 {at}")
        f.do(f"store ptr {place}, ptr {slot}, align 8")
        if at < len(arguments):
            value = f.field("%given", 8 * at, "ptr")
            _take(f, type_, value, place)
            if type_.kind == "array":
                owners.append((value, f.field(value, _DATA, "ptr")))
    if long:
        thread = f.let("call ptr @PyEval_SaveThread()")
        error = f.let(f'call ptr @asyncir_compute(ptr @"{ENTRY_PREFIX}{name}", ptr %frame)')
        f.do(f"call void @PyEval_RestoreThread(ptr {thread})")
    else:
        error = f.let(f'call ptr @"{ENTRY_PREFIX}{name}"(ptr %frame)')
    good = f.label()
    failed = f.let(f"icmp eq ptr {error}, null")
    f.do(f"br i1 {failed}, label %{good}, label %bad")
    f.start(good)
    _give(f, results, places[len(arguments) :], many, owners)
    _left_to_python(f, error)
    head = f'define ptr @"{BOX_PREFIX}{name}"(ptr %self, ptr %given, i64 %count) {{'
    types = {t.dtype for t in (*arguments, *results) if t.kind == "array"}
    symbols = [f"@asyncir_dtype_{dtype} = external global i8" for dtype in sorted(types)]
    if types:
        symbols.append("@asyncir_array_type = external global i8")
    made = _OF_ARRAYS if any(t.kind == "array" for t in results) else ""
    return "\n".join(["", _DECLARED, made, *symbols, head, "entry:", *f.lines, "}", ""])


def beside(program: str, box: str) -> str:
    """The text of the program with its box; what both declare is declared once."""

    def name(line: str) -> str:
        return line.partition("@")[2].partition("(")[0] if line.startswith("declare ") else ""

    known = {name(line) for line in program.splitlines()} - {""}
    return "\n".join([program, *(line for line in box.splitlines() if name(line) not in known), ""])


def _words(type_: BoxedType) -> int:
    return 3 + 2 * type_.rank if type_.kind == "array" else 1


def _take(f: _Text, type_: BoxedType, value: str, place: str) -> None:
    """Write the argument as the entry reads it."""
    match type_.kind:
        case "int":
            f.require(f.let(f"icmp eq ptr {f.field(value, 8, 'ptr')}, @PyLong_Type"))
            number = f.let(f"call i64 @PyLong_AsLongLongAndOverflow(ptr {value}, ptr %over)")
            f.require(f.let(f"icmp eq i32 {f.let('load i32, ptr %over, align 4')}, 0"))
            f.do(f"store i64 {number}, ptr {place}, align 8")
        case "float":
            f.require(f.let(f"icmp eq ptr {f.field(value, 8, 'ptr')}, @PyFloat_Type"))
            f.do(f"store double {f.field(value, 16, 'double')}, ptr {place}, align 8")
        case "bool":
            true = f.let(f"icmp eq ptr {value}, @_Py_TrueStruct")
            false = f.let(f"icmp eq ptr {value}, @_Py_FalseStruct")
            f.require(f.let(f"or i1 {true}, {false}"))
            f.do(f"store i8 {f.let(f'zext i1 {true} to i8')}, ptr {place}, align 8")
        case _:
            _take_array(f, type_, value, place)


_DATA, _RANK, _SIZES, _STRIDES, _DTYPE, _FLAGS = 16, 24, 32, 40, 56, 64
"""Where the fields of an array are."""

_ALIGNED, _WRITABLE = 0x100, 0x400
"""Flags of arrays."""


def _take_array(f: _Text, type_: BoxedType, value: str, place: str) -> None:
    f.require(f.let(f"icmp eq ptr {f.field(value, 8, 'ptr')}, @asyncir_array_type"))
    f.require(f.let(f"icmp eq i32 {f.field(value, _RANK, 'i32')}, {type_.rank}"))
    f.require(f.let(f"icmp eq ptr {f.field(value, _DTYPE, 'ptr')}, @asyncir_dtype_{type_.dtype}"))
    flags = f.let(f"and i32 {f.field(value, _FLAGS, 'i32')}, {_ALIGNED | _WRITABLE}")
    f.require(f.let(f"icmp eq i32 {flags}, {_ALIGNED | _WRITABLE}"))
    data = f.field(value, _DATA, "ptr")
    sizes, strides = f.field(value, _SIZES, "ptr"), f.field(value, _STRIDES, "ptr")
    width = type_.bits // 8
    fields = [(0, "ptr", data), (1, "ptr", data), (2, "i64", "0")]
    for axis in range(type_.rank):
        fields.append((3 + axis, "i64", f.field(sizes, 8 * axis, "i64")))
        stride = f.field(strides, 8 * axis, "i64")
        if type_.dense and axis == type_.rank - 1:
            f.require(f.let(f"icmp eq i64 {stride}, {width}"))
            stride = "1"
        elif width > 1:
            rest = f.let(f"and i64 {stride}, {width - 1}")
            f.require(f.let(f"icmp eq i64 {rest}, 0"))
            stride = f.let(f"sdiv exact i64 {stride}, {width}")
        fields.append((3 + type_.rank + axis, "i64", stride))
    for at, kind, text in fields:
        slot = f.let(f"getelementptr i64, ptr {place}, i64 {at}")
        f.do(f"store {kind} {text}, ptr {slot}, align 8")


def _give(
    f: _Text, results: Sequence[BoxedType], places: Sequence[str], many: bool, owners: list[tuple[str, str]]
) -> None:
    objects: list[str] = []
    for type_, place in zip(results, places, strict=True):
        if type_.kind == "array":
            objects.append(_array(f, type_, place, owners))
        else:
            objects.append(_object(f, type_, place))
    if not many:
        result = objects[0] if objects else f.let("call ptr @Py_NewRef(ptr @_Py_NoneStruct)")
        f.do(f"ret ptr {result}")
        return
    made = f.let(f"call ptr @PyTuple_New(i64 {len(objects)})")
    for at, one in enumerate(objects):
        f.let(f"call i32 @PyTuple_SetItem(ptr {made}, i64 {at}, ptr {one})")
    f.do(f"ret ptr {made}")


def _array(f: _Text, type_: BoxedType, place: str, owners: list[tuple[str, str]]) -> str:
    """An array that shows memory, and keeps alive whoever owns it: an argument, an earlier result, or a capsule.

    `owners` are the objects that are known, each with its memory; what is made joins them.
    """
    width = type_.bits // 8
    allocated, start, offset = f.field(place, 0, "ptr"), f.field(place, 8, "ptr"), f.field(place, 16, "i64")
    data = f.let(f"getelementptr i8, ptr {start}, i64 {f.let(f'mul i64 {offset}, {width}')}")
    sizes = f.let(f"getelementptr i8, ptr {place}, i64 24")
    strides = f.let(f"getelementptr i8, ptr {place}, i64 {24 + 8 * type_.rank}")
    for axis in range(type_.rank):
        bytes_ = f.let(f"mul i64 {f.field(strides, 8 * axis, 'i64')}, {width}")
        f.do(f"store i64 {bytes_}, ptr {f.let(f'getelementptr i64, ptr {strides}, i64 {axis}')}, align 8")
    dtype = f.let(f"call ptr @Py_NewRef(ptr @asyncir_dtype_{type_.dtype})")
    new = f.field("@asyncir_numpy_table", 8 * _NEW, "ptr")
    given = f"i32 {type_.rank}, ptr {sizes}, ptr {strides}, ptr {data}, i32 {_WRITABLE}, ptr null"
    array = f.let(f"call ptr {new}(ptr @asyncir_array_type, ptr {dtype}, {given})")
    owner = "null"
    for known, memory in owners:
        same = f.let(f"icmp eq ptr {memory}, {allocated}")
        owner = f.let(f"select i1 {same}, ptr {known}, ptr {owner}")
    number = f.let(f"ptrtoint ptr {allocated} to i64")
    global_ = f.let(f"icmp eq i64 {number}, {STATIC_MEMORY}")
    owner = f.let(f"select i1 {global_}, ptr @_Py_NoneStruct, ptr {owner}")
    known, fresh, done = f.label(), f.label(), f.label()
    f.do(f"br i1 {f.let(f'icmp eq ptr {owner}, null')}, label %{fresh}, label %{known}")
    f.start(known)
    held = f.let(f"call ptr @Py_NewRef(ptr {owner})")
    f.do(f"br label %{done}")
    f.start(fresh)
    capsule = f.let(f'call ptr @PyCapsule_New(ptr {allocated}, ptr null, ptr @"asyncir.free capsule")')
    f.do(f"br label %{done}")
    f.start(done)
    base = f.let(f"phi ptr [ {held}, %{known} ], [ {capsule}, %{fresh} ]")
    set_base = f.field("@asyncir_numpy_table", 8 * _SET_BASE, "ptr")
    f.let(f"call i32 {set_base}(ptr {array}, ptr {base})")
    owners.append((array, allocated))
    return array


def _object(f: _Text, type_: BoxedType, place: str) -> str:
    match type_.kind:
        case "int":
            number = f.let(f"load i{type_.bits}, ptr {place}, align 8")
            if type_.bits < 64:
                cast = "zext" if type_.unsigned else "sext"
                number = f.let(f"{cast} i{type_.bits} {number} to i64")
            word = "Unsigned" if type_.unsigned else ""
            return f.let(f"call ptr @PyLong_From{word}LongLong(i64 {number})")
        case "float":
            number = f.let(f"load {'double' if type_.bits == 64 else 'float'}, ptr {place}, align 8")
            if type_.bits < 64:
                number = f.let(f"fpext float {number} to double")
            return f.let(f"call ptr @PyFloat_FromDouble(double {number})")
        case "bool":
            bit = f.let(f"and i8 {f.let(f'load i8, ptr {place}, align 8')}, 1")
            return f.let(f"call ptr @PyBool_FromLong(i64 {f.let(f'zext i8 {bit} to i64')})")
        case _:
            return f.let("call ptr @Py_NewRef(ptr @_Py_NoneStruct)")


def _left_to_python(f: _Text, error: str) -> None:
    """What the box does not do itself: `self` is a pair of functions, for other arguments and for failures."""
    f.start("bad")
    number = f.let(f"call ptr @PyLong_FromVoidPtr(ptr {error})")
    slot = f.let("alloca ptr, align 8")
    f.do(f"store ptr {number}, ptr {slot}, align 8")
    fail = f.let("call ptr @PyTuple_GetItem(ptr %self, i64 1)")
    raised = f.let(f"call ptr @PyObject_Vectorcall(ptr {fail}, ptr {slot}, i64 1, ptr null)")
    f.do(f"call void @Py_DecRef(ptr {number})")
    f.do(f"ret ptr {raised}")
    f.start("slow")
    slow = f.let("call ptr @PyTuple_GetItem(ptr %self, i64 0)")
    f.do(f"ret ptr {f.let(f'call ptr @PyObject_Vectorcall(ptr {slow}, ptr %given, i64 %count, ptr null)')}")


def symbols(needs: Sequence[str]) -> dict[str, int]:
    """The addresses of objects that boxes compare with."""
    if not any(name.startswith("asyncir_array") for name in needs):
        return {}
    # late: programs without arrays run without NumPy
    import numpy

    found = {"asyncir_array_type": id(numpy.ndarray)}
    if "asyncir_numpy_table" in needs:
        found["asyncir_numpy_table"] = _numpy_table()
    for name in needs:
        if name.startswith("asyncir_dtype_"):
            found[name] = id(numpy.dtype(name.removeprefix("asyncir_dtype_")))
    return found


def _numpy_table() -> int:
    """Where the functions of NumPy's C interface are."""
    module: Any = import_module("numpy._core._multiarray_umath")
    take: Any = ctypes.pythonapi.PyCapsule_GetPointer
    take.restype, take.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return take(module._ARRAY_API, None)


class _Method(ctypes.Structure):
    """CPython's PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_FASTCALL = 0x80
_kept: list[Any] = []


def boxed(
    library: Library, name: str, slow: Callable[..., Any], fail: Callable[[int], Any]
) -> Callable[..., Any]:
    """The function of Python's own kind. `slow` is called with what the box does not take, `fail` with an error's address."""
    method = _Method(name.encode(), library.address(BOX_PREFIX + name), _FASTCALL, None)
    _kept.append((method, library))  # Python may hold the function as long as the process lives
    make: Any = ctypes.pythonapi.PyCFunction_NewEx
    make.restype = ctypes.py_object
    make.argtypes = [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p]
    return make(ctypes.addressof(method), (slow, fail), None)
