"""A compiled program as a Python object: functions to call, completions to wait for or await."""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.diagnostics.names import did_you_mean
from asyncir.launch.arguments import Frame, check_types
from asyncir.launch.arrays import decode_memref, decode_vector, payload_descriptor, payload_size
from asyncir.launch.failures import take_error
from asyncir.launch.jit import Library
from asyncir.launch.runtime import start
from asyncir.launch.scalars import decode_number
from asyncir.launch.signatures import Completion, Complex, MemRef, Scalar, Signature, Type, Vector


class Compiled(Mapping[str, "Function"]):
    """A program in machine code: a mapping from the names of its public functions to what calls them.

    `compiled.f` is `compiled["f"]` where `f` is a Python name that the class does not have itself. `warnings` are
    what the compiler had to say.
    """

    def __init__(
        self,
        library: Library,
        signatures: Sequence[Signature],
        runtime: Any,
        threads: int | None = None,
        warnings: tuple[Diagnostic, ...] = (),
    ):
        self.warnings = warnings
        self._library = library
        self._runtime = runtime
        self._threads = threads
        self._functions = {signature.name: Function(self, signature) for signature in signatures}

    def __getitem__(self, name: str) -> Function:
        if name not in self._functions:
            raise unknown_function(name, self._functions)
        return self._functions[name]

    def __getattr__(self, name: str) -> Function:
        functions: dict[str, Function] = self.__dict__.get("_functions", {})
        if name not in functions:
            raise AttributeError(f"the program has no public function '{name}'", name=name, obj=self)
        return functions[name]

    def __contains__(self, name: object) -> bool:
        return name in self._functions

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._functions]

    def __repr__(self) -> str:
        return f"<asyncir.Compiled {', '.join(str(f.signature) for f in self._functions.values())}>"


def unknown_function(name: str, known: Mapping[str, Any]) -> DiagnosticError:
    """The error for a function that the program does not offer."""
    public = ", ".join(f"@{other}" for other in known)
    help = did_you_mean(name, known) or (
        f"it has {public}" if public else "it has no public function with a body"
    )
    return DiagnosticError(Diagnostic("C005", f"the program has no public function '{name}'", help=help))


class Function:
    """One public function. Calling it blocks until it returns; other Python threads run meanwhile."""

    def __init__(self, program: Compiled, signature: Signature):
        self._program = weakref.ref(program)
        self._library = program._library  # pyright: ignore[reportPrivateUsage]
        self._runtime = program._runtime  # pyright: ignore[reportPrivateUsage]
        self._threads = program._threads  # pyright: ignore[reportPrivateUsage]
        self._entry: Callable[[Any], int | None] | None = None
        self.signature = signature
        self.__name__ = signature.name
        self.__doc__ = str(signature)

    def __call__(self, *arguments: Any) -> Any:
        """Nothing, the result, or a tuple of the results; a token or value is a `Completion` to wait for."""
        return self.call(arguments)

    def call(self, arguments: Sequence[Any], names: Sequence[str] = ()) -> Any:
        """The same; `names` say in diagnostics where the arguments come from."""
        check_types(self.signature)
        frame = Frame(self.signature, arguments, names)
        if self._threads is not None:
            start(self._threads)
        if self._entry is None:
            self._entry = self._library.entry(self.signature.name)
        error = self._entry(frame.pointer)
        if error:
            raise take_error(self._runtime, error)
        world = _World(self._runtime, self._library, tuple(frame.kept))
        written = zip(self.signature.results, frame.result_bytes(), strict=True)
        results = tuple(_decode(type_, data, world) for type_, data in written)
        return results[0] if len(results) == 1 else results or None

    def __repr__(self) -> str:
        return f"<asyncir function {self.signature}>"


class _World:
    """What results may refer to: the runtime, the program's code and data, the arguments of the call."""

    def __init__(self, runtime: Any, library: Library, kept: tuple[Any, ...]):
        self.runtime = runtime
        self.library = library
        self.kept = kept


def _decode(type_: Type, data: bytes, world: _World) -> Any:
    match type_:
        case Scalar() | Complex():
            return decode_number(type_, data)
        case Vector():
            return decode_vector(type_, data)
        case MemRef():
            return decode_memref(type_, data, world.kept, world.library)
        case Completion():
            return Pending(type_, int.from_bytes(data, "little"), world)
        case _:
            raise AssertionError(f"check_types has let {type_} through")


_DONE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_pending: dict[int, Pending] = {}
_numbers = iter(range(1, 1 << 62))


class Pending(Future[Any]):
    """A token, value or group that a program returned: `.result()` waits for it, `await` does so in asyncio.

    The result is the value's payload, None for a token or group. An error in the program is raised as
    `ProgramError`. It cannot be cancelled.
    """

    def __init__(self, type_: Completion, pointer: int, world: _World):
        super().__init__()
        self.set_running_or_notify_cancel()
        self._type = type_
        self._pointer = pointer
        self._world: _World | None = world
        self._guard = threading.Lock()  # of `_world`, and of the reference to the task that goes with it
        if pointer == 0:
            self._complete()
            return
        # Until the callback comes, from a worker or at once, this object and with it the arguments must live.
        number = next(_numbers)
        _pending[number] = self
        world.runtime.asyncir_task_on_done(self._task, _on_done, number)

    @property
    def _task(self) -> int:
        """The header of the task: of a value, the word before its payload points to it."""
        if self._type.payload is None or self._pointer == 0:
            return self._pointer
        return ctypes.c_uint64.from_address(self._pointer - 8).value

    def _complete(self) -> None:
        """Take over the payload or the error, then give the program's reference up."""
        with self._guard:
            world, self._world = self._world, None
            assert world is not None
            try:
                failure, result = None, self._take(world)
            except BaseException as error:  # whoever waits has to learn of it, not this worker
                failure, result = error, None
            if task := self._task:
                world.runtime.asyncir_task_release(task, 1)
        if failure is not None:
            self.set_exception(failure)
        else:
            self.set_result(result)

    def _take(self, world: _World) -> Any:
        runtime, task = world.runtime, self._task
        if task and (error := runtime.asyncir_task_error(task)):
            raise take_error(runtime, runtime.asyncir_error_retain(error))
        if self._type.payload is None:
            return None
        payload = self._type.payload
        if isinstance(payload, MemRef):
            data = ctypes.string_at(self._pointer, payload_size(payload))
            return _decode(payload, payload_descriptor(payload, data), world)
        return _decode(payload, ctypes.string_at(self._pointer, payload.size), world)

    def result(self, timeout: float | None = None) -> Any:
        """Wait; a deadlock of the program is found and raised if there is no time limit."""
        self._wait(timeout)
        return super().result(timeout)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """Wait; the error, or None."""
        self._wait(timeout)
        return super().exception(timeout)

    def _wait(self, timeout: float | None) -> None:
        with self._guard:
            world = self._world
            if timeout is not None or world is None:
                return
            task = self._task
            world.runtime.asyncir_task_retain(task, 1)
        # After a deadlock the task is complete too, with an error that says so.
        world.runtime.asyncir_task_block(task)
        world.runtime.asyncir_task_release(task, 1)

    def __await__(self) -> Generator[Any, None, Any]:
        from asyncio import wrap_future  # only programs that use asyncio import it

        return wrap_future(self).__await__()


@_DONE
def _on_done(number: int, _task: int) -> None:
    _pending.pop(number)._complete()  # pyright: ignore[reportPrivateUsage]
