"""Calls from Python: boxes, what they leave to the long way, the cache, threads, processes."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest

import asyncir
from asyncir.launch import boxes
from tests.jit.programs import agrees, defined


@asyncir.jit
def plus(a, b):
    return a + b


@asyncir.jit
def first(a):
    return a[0]


@asyncir.jit
def spin(n):
    s = 0
    for i in range(n):
        s = (s * 1103515245 + i) % 1000003
    return s


def test_layouts_are_those_of_this_interpreter() -> None:
    """What `launch/boxes.py` says of objects is so."""
    assert boxes.available()
    assert ctypes.c_void_p.from_address(id(1.5) + 8).value == id(float)
    assert ctypes.c_double.from_address(id(1.5) + 16).value == 1.5
    array = np.arange(12, dtype=np.int32).reshape(3, 4)[:, ::2]
    at = id(array)
    assert ctypes.c_void_p.from_address(at + 8).value == id(np.ndarray)
    assert ctypes.c_void_p.from_address(at + 16).value == array.ctypes.data
    assert ctypes.c_int.from_address(at + 24).value == 2
    sizes = ctypes.cast(ctypes.c_void_p.from_address(at + 32), ctypes.POINTER(ctypes.c_int64))
    strides = ctypes.cast(ctypes.c_void_p.from_address(at + 40), ctypes.POINTER(ctypes.c_int64))
    assert (sizes[0], sizes[1], strides[0], strides[1]) == (3, 2, 16, 8)
    assert ctypes.c_void_p.from_address(at + 56).value == id(np.dtype("int32"))
    flags = ctypes.c_int.from_address(at + 64).value
    assert flags == array.flags.num
    assert flags & 0x500 == 0x500


def test_a_call_goes_through_the_box() -> None:
    plus(1, 2)
    box = plus._fast
    assert type(box).__name__ == "builtin_function_or_method"
    assert box(3, 4) == 7
    assert plus(3, 4) == 7
    assert plus._fast is box


def test_what_a_box_does_not_take() -> None:
    """Other types, numbers that do not fit, other numbers of arguments: the long way says what it says always."""
    plus(1, 2)
    assert plus(1.5, 2) == 3.5
    assert plus(True, 2) == 3
    plus(1, 2)
    with pytest.raises(asyncir.DiagnosticError, match="does not fit"):
        plus(1 << 70, 2)
    for arguments in ((1,), (1, 2, 3)):
        with pytest.raises(TypeError, match="argument"):
            plus(*arguments)
    with pytest.raises(asyncir.DiagnosticError, match="does not take a text"):
        plus("a", 2)


ARRAYS = [
    *(np.arange(5.0), np.arange(5.0)[::-1], np.arange(10.0)[::2], np.arange(5), np.arange(5, dtype=np.uint8)),
    *(np.ones(3, np.bool_), np.arange(4, dtype=np.float32), np.asfortranarray(np.arange(2.0))),
]


def test_arrays_of_all_kinds() -> None:
    for array in [*ARRAYS, *ARRAYS]:
        assert first(array) == array[0]
    frozen = np.arange(3.0) + 7
    frozen.flags.writeable = False
    assert first(frozen) == 7
    assert first(memoryview_array()) == 1
    assert first(np.broadcast_to(np.float64(3), 4)) == 3  # which is only read


def memoryview_array() -> np.ndarray:
    return np.frombuffer(bytearray(np.arange(1.0, 4.0).tobytes()))


RESULTS = [
    *(
        ("np.float32(x)", 0.1),
        ("np.uint8(x)", 200.0),
        ("np.int8(x)", -3.0),
        ("x > 1", 2.0),
        ("np.uint64(x)", 1e19),
    ),
    *(("None", 1.0), ("(x, 1, True)", 2.0), ("((x, 1), 2)", 2.0), ("(x,)", 1.0), ("()", 1.0)),
]


def test_numbers_that_come_back() -> None:
    for text, value in RESULTS:
        function = defined(f"def f(x):\n    return {text}\n")
        compiled = asyncir.jit(function)
        assert compiled(value) == function(value)
        assert compiled(value) == function(value)  # by the box
        assert type(compiled(value)) in (int, float, bool, tuple, type(None))


def test_a_failure_comes_through_the_box() -> None:
    divide = asyncir.jit(defined("def f(a, b):\n    return a // b\n"))
    assert divide(7, 2) == 3
    for _ in range(100):
        with pytest.raises(ZeroDivisionError) as raised:
            divide(1, 0)
    assert raised.value.__notes__ == ["raised at " + raised.value.__notes__[0].removeprefix("raised at ")]
    assert divide(7, 2) == 3


def test_failures_leave_nothing_behind() -> None:
    divide = asyncir.jit(defined("def f(a, b):\n    return a // b\n"))
    divide(7, 2)

    def fail(times: int) -> int:
        for _ in range(times):
            with contextlib.suppress(ZeroDivisionError):
                divide(1, 0)
        gc.collect()
        return sys.getallocatedblocks()

    before = fail(300)
    assert fail(3000) - before < 1500


def test_references_are_given_back() -> None:
    array = np.arange(3.0)
    number = 123456.75
    first(array)
    plus(number, number)
    before = sys.getrefcount(array), sys.getrefcount(number), sys.getrefcount(None)
    for _ in range(1000):
        first(array)
        plus(number, number)
        with pytest.raises(TypeError):
            plus(array)
    after = sys.getrefcount(array), sys.getrefcount(number), sys.getrefcount(None)
    assert all(b - a < 50 for a, b in zip(before, after, strict=True))


def test_threads_of_python_run_meanwhile() -> None:
    spin(10)
    seen = []
    stop = threading.Event()

    def watch() -> None:
        while not stop.is_set():
            seen.append(stop.wait(0.001))

    thread = threading.Thread(target=watch)
    thread.start()
    before = len(seen)
    spin(60_000_000)
    during = len(seen) - before
    stop.set()
    thread.join()
    assert during > 1


def test_threads_compile_once() -> None:
    compiled = asyncir.jit(cached=False)(defined("def f(x):\n    return x * 3\n"))
    results = []
    threads = [threading.Thread(target=lambda: results.append(compiled(2))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [6] * 8
    assert len(compiled.signatures) == 1


def test_a_jitted_function_is_pickled_by_its_name() -> None:
    again = pickle.loads(pickle.dumps(plus))
    assert again is plus
    assert plus.__name__ == "plus"


def test_what_is_shown() -> None:
    compiled = asyncir.jit(defined("def f(a):\n    return a * 2 + 1\n"))
    assert "arith.muli" in compiled.mlir(3)
    assert "arith.mulf" in compiled.mlir(3.0)
    assert "mul" in compiled.llvm(3.0)
    assert "ret" in compiled.asm(3)
    compiled(3)
    assert compiled.mlir() == compiled.mlir(3)
    assert repr(compiled) == "<asyncir.jit f>"


CACHED = """
import sys
import asyncir

@asyncir.jit
def f(a):
    return a * 2 + 1

assert f(20) == 41
print(any(name.startswith("xdsl") for name in sys.modules))
"""


def test_the_cache_needs_no_compiler(tmp_path) -> None:
    """The second process runs what the first has compiled, and imports nothing of xDSL."""
    program = tmp_path / "program.py"
    program.write_text(CACHED)
    said = []
    for _ in range(2):
        environment = {"ASYNCIR_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": ":".join(sys.path)}
        command = [sys.executable, str(program)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        said.append(done.stdout.strip())
    assert said == ["True", "False"]


def test_constants_are_those_of_the_first_call() -> None:
    space = {"k": 2}
    compiled = asyncir.jit(defined("def f(x):\n    return x * k\n", **space))
    assert compiled(3) == 6
    compiled.__wrapped__.__globals__["k"] = 5
    assert compiled(3) == 6
    assert asyncir.jit(compiled)(3) == 15


def test_fast_maths() -> None:
    function = defined("def f(a):\n    s = 0.0\n    for x in a:\n        s += x * x\n    return s\n")
    compiled = asyncir.jit(fastmath=True)(function)
    assert compiled(np.arange(10.0)) == 285
    assert "fastmath<fast>" in compiled.mlir()
    assert agrees(function, np.arange(10.0)) == 285


def doubled_plainly(x):
    return 2 * x


def with_a_dictionary(x):
    return {x: x}


def test_the_garbage_collector_is_as_it_was() -> None:
    was = gc.isenabled()
    try:
        for enabled in (True, False):
            (gc.enable if enabled else gc.disable)()
            assert asyncir.jit(cached=False)(doubled_plainly)(3) == 6
            with pytest.raises(asyncir.DiagnosticError):
                asyncir.jit(with_a_dictionary)(3)
            assert gc.isenabled() is enabled
    finally:
        (gc.enable if was else gc.disable)()
