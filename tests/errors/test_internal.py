"""What only a fault of asyncir or a foreign function can cause."""

from __future__ import annotations

import ctypes

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.launch import jit, runtime
from asyncir.launch.failures import take_error


def code(caught: pytest.ExceptionInfo[DiagnosticError]) -> str:
    (diagnostic,) = caught.value.diagnostics
    assert "report" in diagnostic.help
    return diagnostic.code


def test_llvm_text_that_cannot_be_read() -> None:
    with pytest.raises(DiagnosticError) as caught:
        jit.emit_object("define i32 @f() { ret i32 %x }", opt_level=0)
    assert code(caught) == "L900"


def test_an_llvm_module_that_is_not_valid() -> None:
    text = "define i32 @f() {\n  %a = add i32 %b, 1\n  %b = add i32 1, 2\n  ret i32 %a\n}"
    with pytest.raises(DiagnosticError) as caught:
        jit.emit_object(text, opt_level=0)
    assert code(caught) == "L901"


def test_machine_code_that_cannot_be_loaded() -> None:
    with pytest.raises(DiagnosticError) as caught:
        jit.load(jit.ObjectCode(b"no object code", ("f",), ()), {})
    assert code(caught) == "L902"


def test_an_error_that_says_nothing() -> None:
    library = runtime.library()
    create = ctypes.CFUNCTYPE(ctypes.c_void_p, *[ctypes.c_void_p] * 4)(("asyncir_error_create", library))
    error = take_error(library, create(None, None, None, None))
    assert (error.code, error.location, error.causes) == ("R200", None, ())
    assert runtime.counts().errors == 0


COROUTINE = """
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i64 @llvm.coro.size.i64()
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.free(token, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
define ptr @main(ptr %out) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %first = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %first, label %suspended [ i8 0, label %resumed
                                       i8 1, label %cleanup ]
resumed:
  store i32 42, ptr %out
  %second = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %second, label %suspended [ i8 1, label %cleanup ]
cleanup:
  %freed = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %freed)
  br label %suspended
suspended:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
}
define ptr @_asyncir_entry_f(ptr %args) {
  %out = load ptr, ptr %args
  %handle = call ptr @main(ptr %out)
  call void @llvm.coro.resume(ptr %handle)
  call void @llvm.coro.destroy(ptr %handle)
  ret ptr null
}
"""


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_coroutines_are_lowered_at_every_level(level: int) -> None:
    assert "call i8 @llvm.coro.suspend" not in jit.emit_llvm(COROUTINE, opt_level=level)
    result = ctypes.c_int32()
    places = (ctypes.c_void_p * 1)(ctypes.addressof(result))
    assert jit.load(jit.emit_object(COROUTINE, opt_level=level), {}).entry("f")(places) is None
    assert result.value == 42


ROUND = """
define ptr @_asyncir_entry_f(ptr %args) {
  %from = load ptr, ptr %args
  %second = getelementptr ptr, ptr %args, i64 1
  %to = load ptr, ptr %second
  %x = load double, ptr %from
  %y = fptrunc double %x to bfloat
  store bfloat %y, ptr %to
  ret ptr null
}
"""


@pytest.mark.parametrize(
    ("value", "bits"),
    [
        (1.0, 0x3F80),
        (-0.0, 0x8000),
        (1.00390625, 0x3F80),  # a tie, to even
        (1.01171875, 0x3F82),  # a tie, to even
        (1.00390625 + 2.0**-40, 0x3F81),  # to float it would be the tie
        (1.00390625 - 2.0**-40, 0x3F80),
        (1.01171875 - 2.0**-40, 0x3F81),
        (1e300, 0x7F80),
        (-1e300, 0xFF80),
        (float("inf"), 0x7F80),
        (1e-300, 0x0000),
        (2.0**-133, 0x0001),
        (2.0**-134, 0x0000),
        (2.0**-134 + 2.0**-170, 0x0001),
    ],
)
def test_a_double_is_rounded_once_to_bfloat16(value: float, bits: int) -> None:
    library = jit.load(jit.emit_object(ROUND, opt_level=0), {})
    source, target = ctypes.c_double(value), ctypes.c_uint16()
    library.entry("f")((ctypes.c_void_p * 2)(ctypes.addressof(source), ctypes.addressof(target)))
    assert target.value == bits


def test_not_a_number_stays_one_in_bfloat16() -> None:
    library = jit.load(jit.emit_object(ROUND, opt_level=0), {})
    source, target = ctypes.c_double(float("nan")), ctypes.c_uint16()
    library.entry("f")((ctypes.c_void_p * 2)(ctypes.addressof(source), ctypes.addressof(target)))
    assert target.value & 0x7F80 == 0x7F80
    assert target.value & 0x007F
