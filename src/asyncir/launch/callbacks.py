"""Functions of Python that programs call: plain ones run on a thread of the runtime's, coroutines in an event loop.

The runtime calls on a thread that is no worker and may block (operations.h). An argument that is a memref is an
array that shows the program's memory while the call lasts. What is raised becomes the error of whoever waits for the call.
"""

from __future__ import annotations

import asyncio
import atexit
import ctypes
import functools
import inspect
import itertools
import threading
import weakref
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from asyncir.diagnostics import DiagnosticError, failure
from asyncir.launch.arguments import check_types, encode
from asyncir.launch.arrays import descriptor_payload, give_memref
from asyncir.launch.calls import CallContext, called_for, context_of, loop_of, tell_of_cancellation
from asyncir.launch.failures import exceptions, forget_exceptions
from asyncir.launch.results import decode
from asyncir.launch.signatures import MemRef, Signature, Type

SYMBOL_PREFIX = "asyncir.callback."
"""What the symbol is called behind which a program finds the function (lowering/cpu/emit_io.py)."""

_CALL = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)
_numbers = itertools.count(1)
_bound: dict[int, _Callback] = {}


class Callbacks:
    """The functions that one program calls; `symbols` is where it finds them. They are bound while this object lives."""

    def __init__(
        self, runtime: Any, functions: Mapping[str, Callable[..., Any]], signatures: Sequence[Signature]
    ):
        self._records: list[Any] = []
        self.symbols: dict[str, int] = {}
        numbers: list[int] = []
        for signature in signatures:
            check_types(signature, callback=True)
            number = next(_numbers)
            _bound[number] = _Callback(runtime, functions[signature.name], signature)
            numbers.append(number)
            record = (ctypes.c_void_p * 2)(ctypes.cast(_called, ctypes.c_void_p), number)
            self._records.append(record)
            self.symbols[SYMBOL_PREFIX + signature.name] = ctypes.addressof(record)
        weakref.finalize(self, _unbind, numbers)
        tell_of_cancellation(runtime)
        _at_exit()


def _unbind(numbers: Sequence[int]) -> None:
    for number in numbers:
        _bound.pop(number, None)


@_CALL
def _called(number: int, task: int, places: int, location: bytes | None) -> None:
    _bound[number].begin(task, places, location or b"")


class _Callback:
    """One function."""

    def __init__(self, runtime: Any, function: Callable[..., Any], signature: Signature):
        self._runtime = runtime
        self._function = function
        self._signature = signature

    def begin(self, task: int, places: int, location: bytes) -> None:
        """Call the function; if it gives a coroutine, have that run in a loop."""
        call = _Call(self._signature, places)
        caller = context_of(call.context)
        try:
            result = called_for(caller, self._function, call.arguments)
            if inspect.isawaitable(result):
                future = _launch(result, caller)
                future.add_done_callback(functools.partial(self._ended, task, call, location))
                return
            call.give(result)
        except BaseException as error:  # whoever waits has to learn of it, not this thread
            self._complete(task, location, error)
        else:
            self._complete(task, location, None)

    def _ended(self, task: int, call: _Call, location: bytes, future: Future[Any]) -> None:
        try:
            call.give(future.result())
        except BaseException as error:
            self._complete(task, location, error)
        else:
            self._complete(task, location, None)

    def _complete(self, task: int, location: bytes, error: BaseException | None) -> None:
        self._runtime.asyncir_operation_complete(
            task, None if error is None else self._failure(error, location)
        )

    def _failure(self, error: BaseException, location: bytes) -> int:
        """The runtime's error for an exception, which it finds again by its number."""
        forget_exceptions(self._runtime)
        number = next(_numbers)
        exceptions[number] = error
        text = str(error) if not isinstance(error, DiagnosticError) else str(error.diagnostics[0])
        kind = type(error).__qualname__
        message = f"the callback @{self._signature.name} raised {kind}{': ' if text else ''}{text}"
        return self._runtime.asyncir_error_create_host(b"R305", message.encode(), location, number)


def _launch(awaitable: Awaitable[Any], call: CallContext | None) -> Future[Any]:
    """Have it awaited in the loop of the caller, with the caller's context variables."""
    loop = loop_of(call)
    coroutine = _awaited(awaitable)
    try:
        with _launching:
            if not loop.is_running():
                raise RuntimeError("the event loop that called the program has ended")
            launch = asyncio.run_coroutine_threadsafe if call is None else call.launch
            future = launch(coroutine, loop)
            _in_flight[future] = loop
        future.add_done_callback(_in_flight.pop)
        if inspect.iscoroutine(awaitable):
            # One that is cancelled before it has begun would warn that nobody has awaited it.
            future.add_done_callback(lambda _: awaitable.close())
        return future
    except RuntimeError:
        coroutine.close()
        if inspect.iscoroutine(awaitable):
            awaitable.close()
        raise


async def _awaited(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


class _Call:
    """What a program passes, and where it wants the results."""

    def __init__(self, signature: Signature, places: int):
        self._signature = signature
        arguments, results = signature.arguments, signature.results
        count = len(arguments) + 1 + len(results)
        pointers = [pointer or 0 for pointer in (ctypes.c_void_p * count).from_address(places)]
        given = zip(pointers[: len(arguments)], arguments, strict=True)
        self._descriptors = [ctypes.string_at(pointer, type_.size) for pointer, type_ in given]
        self.arguments = [decode(t, data) for t, data in zip(arguments, self._descriptors, strict=True)]
        self.context = int.from_bytes(ctypes.string_at(pointers[len(arguments)], 8), "little")
        self._places = pointers[len(arguments) + 1 :]

    def give(self, value: Any) -> None:
        """Write what the function returned."""
        types = self._signature.results
        values = (value,) if len(types) == 1 else value
        if not types and value is None:
            return
        if not isinstance(values, tuple) or len(values) != len(types):  # pyright: ignore[reportUnknownArgumentType]
            wanted = "nothing" if not types else f"a tuple of {len(types)}"
            raise failure("C108", f"{self._signature} returns {wanted}, not {value!r:.60}")
        encoded = [
            self._encoded(type_, each, f"result {i + 1} of @{self._signature.name}")
            for i, (type_, each) in enumerate(zip(types, values, strict=True))  # pyright: ignore
        ]
        for place, data in zip(self._places, encoded, strict=True):
            ctypes.memmove(place, data, len(data))

    def _encoded(self, type_: Type, value: Any, what: str) -> bytes:
        if not isinstance(type_, MemRef):
            return encode(type_, value, what, [])
        for argument, descriptor in zip(self.arguments, self._descriptors, strict=True):
            if _shows(value, argument):
                # It stays where it is, and belongs to whom it belonged.
                return descriptor_payload(type_, descriptor[:8] + encode(type_, value, what, [])[8:])
        return descriptor_payload(type_, give_memref(type_, value, what))


def _shows(value: Any, argument: Any) -> bool:
    """Whether an array is a view of an argument's memory."""
    # late: programs without arrays run without NumPy
    import numpy

    arrays = isinstance(value, numpy.ndarray) and isinstance(argument, numpy.ndarray)
    return arrays and numpy.may_share_memory(value, argument)  # pyright: ignore[reportUnknownArgumentType]


# ---- event loops

_in_flight: dict[Future[Any], asyncio.AbstractEventLoop] = {}
_launching = threading.Lock()
"""Held until what a loop has got is in flight: the loop may have stopped by then, and the process be about to end."""


@functools.cache
def _at_exit() -> None:
    """Called when the runtime is loaded, so as to come before what waits at exit for all that is in flight."""
    atexit.register(_end_abandoned)


def _end_abandoned() -> None:
    """End what waits for a loop that was stopped and will never go on."""
    with _launching:
        in_flight = list(_in_flight.items())
    for future, loop in in_flight:
        if not loop.is_running():
            future.cancel()
