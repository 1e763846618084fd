"""`asyncir.jit`: Python functions that are compiled when they are first called with arguments of some types."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, overload

from asyncir.diagnostics import failure
from asyncir.diagnostics.parameters import expect
from asyncir.driver.collector import paused_collector
from asyncir.driver.jit_records import ObjectCells, has_cells
from asyncir.driver.jit_types import python_result, type_of_argument
from asyncir.launch.failures import ProgramError, take_error

if TYPE_CHECKING:
    import asyncio

    from asyncir.driver.schedule import Schedule
    from asyncir.launch.compiled import Function
    from asyncir.launch.pending import Pending, PendingCall
    from asyncir.source.python.program import Translated


@dataclass(frozen=True, slots=True)
class JitOptions:
    """What `asyncir.jit` was told."""

    bounds: bool
    fastmath: bool
    opt_level: int
    threads: int | None
    cached: bool


class Specialisation:
    """A jitted function, compiled for certain types of its arguments."""

    def __init__(self, jitted: Jitted, translated: Translated):
        with paused_collector():
            # late: what is not called needs no compiler
            from asyncir.driver.jit_code import code_of

        self.translated = translated
        self._jitted = jitted
        self._program, self.box = code_of(translated, jitted.options, jitted.again, self._failed)
        self._function: Function = self._program[translated.name]
        self._function.is_structured = True

    def call(self, *arguments: Any) -> Any:
        """Call it with arguments of its types; blocks until it returns."""
        if self.translated.is_async and not self._function.signature.starts:
            # late: only an `async def` that starts nothing, and would compute on this thread, deaf to signals
            from asyncir.launch.pending import waited_for

            taken = self._taken_by_a_task(arguments)
            return self.finished(waited_for(self._function.begun(taken, blocks=True)))
        cells = ObjectCells()
        taken = self._taken(arguments, cells)
        try:
            results = self._function.call(taken, self._jitted.parameters)
        except ProgramError as error:
            failed = self._raised(error)
        else:
            return self._given(results, cells)
        finally:
            cells.write_back()
        raise failed

    def task(self, *arguments: Any) -> Pending:
        """Begin a call, and go on."""
        return self._function.begun(self._taken_by_a_task(arguments), finish=self._of)

    def awaited(self, *arguments: Any) -> tuple[PendingCall, asyncio.Future[None] | None]:
        """The same in a coroutine; and what the running loop sets when it is over."""
        return self._function.awaited(*self._taken_by_a_task(arguments))

    def _taken_by_a_task(self, arguments: Sequence[Any]) -> list[Any]:
        if any(map(has_cells, self.translated.arguments)):
            message = f"'{self._jitted.__name__}' is begun with an object whose fields can be assigned"
            raise failure("J141", message, "pass a frozen dataclass, or arrays; or call it and wait")
        return self._taken(arguments, ObjectCells())

    def finished(self, pending: Pending) -> Any:
        """What a call that was begun came to."""
        return self._of(pending.result)

    def _of(self, result: Callable[[], Any]) -> Any:
        """What the function gives, or raises, of what its program does."""
        try:
            return self._given(result(), ObjectCells())
        except ProgramError as error:
            failed = self._raised(error)
        raise failed

    def _taken(self, arguments: Sequence[Any], cells: ObjectCells) -> list[Any]:
        # late: only calls that a box does not do
        from asyncir.driver.jit_types import passed

        types = self.translated.arguments
        return [
            part
            for value, type_ in zip(arguments, types, strict=True)
            for part in passed(value, type_, self.translated.writes, cells)
        ]

    def _given(self, results: Any, cells: ObjectCells) -> Any:
        return python_result(self.translated.result, results, cells)

    def _failed(self, address: int) -> Any:
        """Raise what a call came to that a box has made."""
        # late: the runtime is there by now
        from asyncir.launch import runtime

        # late: the same
        from asyncir.launch.runs import raised_meanwhile

        error = take_error(runtime.library(), address)
        if (interruption := raised_meanwhile()) is not None:
            raise interruption
        raise self._raised(error)

    def _raised(self, error: ProgramError) -> BaseException:
        """The exception for a failure, which is its cause."""
        # late: most calls do not fail
        from asyncir.driver.jit_errors import exception_of

        made = exception_of(self.translated, error)
        if made is not error and made.__cause__ is None and made is not error.__cause__:
            made.__cause__ = error
        return made


class Jitted:
    """A Python function that is compiled. Called, it does what the function does; `mlir`, `llvm` and `asm` show it.

    An `async def` gives a coroutine, as in Python; `task` begins it without an event loop, `run` calls it and waits.
    """

    def __init__(self, function: Callable[..., Any], options: JitOptions):
        self.__wrapped__ = self.__asyncir_jit__ = function
        self.__name__: str = function.__name__
        self.__qualname__: str = function.__qualname__
        self.__module__ = function.__module__
        self.__doc__ = function.__doc__
        self.__annotations__ = function.__annotations__
        self.options = options
        code = function.__code__
        self.parameters: tuple[str, ...] = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        self._plain = code.co_argcount == len(self.parameters)
        self._is_async = bool(code.co_flags & 0x80)
        self._specialisations: dict[tuple[Any, ...], Specialisation] = {}
        self._fast: Callable[..., Any] = self.again
        self._lock = threading.RLock()
        self._modules: dict[tuple[Any, ...], Translated] = {}
        """What a schedule has made of it, by the types of arguments."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call the compiled function."""
        if named or self._is_async:
            return self._call(arguments, named)
        return self._fast(*arguments)

    def _call(self, arguments: Sequence[Any], named: dict[str, Any]) -> Any:
        if self._is_async:
            return self._coroutine(self._bound(arguments, named))
        bound = self._bound(arguments, named)
        return self.specialisation(bound).call(*bound)

    def again(self, *arguments: Any) -> Any:
        """Look for the types of the arguments, and compile if they are new."""
        bound = self._bound(arguments, {})
        one = self.specialisation(bound)
        if one.box is not None and len(bound) == len(arguments):
            self._fast = one.box
        return one.call(*bound)

    def run(self, *arguments: Any, **named: Any) -> Any:
        """Call it, and block until it has returned, an `async def` too; other threads run meanwhile."""
        bound = self._bound(arguments, named)
        return self.specialisation(bound).call(*bound)

    def task(self, *arguments: Any, **named: Any) -> Pending:
        """Begin a call on the workers and go on: what comes back has `result()`, and can be awaited."""
        bound = self._bound(arguments, named)
        return self.specialisation(bound).task(*bound)

    def _coroutine(self, bound: Sequence[Any]) -> Coroutine[Any, Any, Any]:
        async def call() -> Any:
            # late: only calls that are awaited
            from asyncir.launch.awaiting import ended

            one = self.specialisation(bound)
            pending, over = one.awaited(*bound)
            await ended(pending, over)
            return one.finished(pending)

        made = call()
        made.__name__, made.__qualname__ = self.__name__, self.__qualname__
        return made

    def _bound(self, arguments: Sequence[Any], named: dict[str, Any]) -> tuple[Any, ...]:
        if not named and self._plain and len(arguments) == len(self.parameters):
            return tuple(arguments)
        # late: only calls with names or defaults
        import inspect

        bound = inspect.signature(self.__wrapped__).bind(*arguments, **named)
        bound.apply_defaults()
        return tuple(bound.arguments[name] for name in self.parameters)

    def specialisation(self, arguments: Sequence[Any]) -> Specialisation:
        """The function for the types of these arguments."""
        types = tuple(
            type_of_argument(value, name, self)
            for name, value in zip(self.parameters, arguments, strict=True)
        )
        with self._lock:
            found = self._specialisations.get(types)
            if found is None:
                with paused_collector():
                    translated = self.translate(types)
                found = self._specialisations[types] = Specialisation(self, translated)
            return found

    def translate(self, types: Sequence[Any]) -> Translated:
        """The module for these types of arguments."""
        if (made := self._modules.get(tuple(types))) is not None:
            return made
        # late: what is not called needs no translation
        from asyncir.source.python.program import PythonProgram, TranslationOptions

        options = TranslationOptions(bounds=self.options.bounds, fast=self.options.fastmath)
        return PythonProgram(options).translate(self.__wrapped__, types)

    def mlir(self, *arguments: Any) -> str:
        """The module in MLIR's text, for arguments like these; without any, as it was compiled last."""
        return self._shown(arguments).text

    def llvm(self, *arguments: Any) -> str:
        """The optimised LLVM text for arguments like these."""
        # late: only to look at it
        from asyncir.driver.jit_code import llvm_of

        return llvm_of(self._shown(arguments), self.options)

    def asm(self, *arguments: Any) -> str:
        """This machine's assembly for arguments like these."""
        # late: only to look at it
        from asyncir.driver.jit_code import assembly_of

        return assembly_of(self._shown(arguments), self.options)

    def scheduled(self, schedule: Schedule) -> Jitted:
        """The function with what the schedule, which was made of it, has come to by now, for arguments of the same types.

        For others it is compiled as it is written.
        """
        # late: the schedule has imported what it needs
        from asyncir.driver.jit_code import of_schedule

        translated = self._shown(())
        made = Jitted(self.__wrapped__, self.options)
        made._modules[translated.arguments] = of_schedule(translated, schedule)
        return made

    def _shown(self, arguments: Sequence[Any]) -> Translated:
        if not arguments and self.parameters:
            if not self._specialisations:
                help = "call it first, or give arguments of the types that you mean"
                raise failure("J016", f"'{self.__name__}' was not compiled yet", help)
            return list(self._specialisations.values())[-1].translated
        bound = self._bound(arguments, {})
        return self.translate(
            [type_of_argument(v, name, self) for name, v in zip(self.parameters, bound, strict=True)]
        )

    @property
    def signatures(self) -> tuple[str, ...]:
        """The types that it was compiled for."""
        return tuple(
            f"({', '.join(map(str, one.translated.arguments))}) -> {one.translated.result}"
            for one in self._specialisations.values()
        )

    @property
    def _is_coroutine(self) -> Any:
        """What `asyncio.iscoroutinefunction` looks for."""
        return _mark("asyncio.coroutines", "_is_coroutine") if self._is_async else None

    @property
    def _is_coroutine_marker(self) -> Any:
        """What `inspect.iscoroutinefunction` looks for, from Python 3.12 on; from 3.13 on the mark has another name."""
        if not self._is_async:
            return None
        return _mark("inspect", "_is_coroutine_mark") or _mark("inspect", "_is_coroutine_marker")

    def __reduce__(self) -> Any:
        return _again, (self.__module__, self.__qualname__)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        help = "compile a function outside of the class, and pass it the numbers and arrays of the object"
        raise failure("J016", f"'{self.__name__}' is a method, which cannot be compiled", help)

    def __repr__(self) -> str:
        return f"<asyncir.jit {self.__qualname__}>"


def _mark(module: str, name: str) -> Any:
    """A mark of the standard library's, which whoever asks for it has imported."""
    return getattr(sys.modules.get(module), name, None)


def _again(module: str, name: str) -> Any:
    """A jitted function in another process, by its name."""
    # late: only to unpickle
    from functools import reduce
    from importlib import import_module

    return reduce(getattr, name.split("."), import_module(module))


@overload
def jit(function: Callable[..., Any], /) -> Jitted: ...
@overload
def jit(
    *,
    bounds: bool | None = None,
    fastmath: bool = False,
    opt_level: int = 3,
    threads: int | None = None,
    cached: bool = True,
) -> Callable[[Callable[..., Any]], Jitted]: ...


def jit(
    function: Callable[..., Any] | None = None,
    /,
    *,
    bounds: bool | None = None,
    fastmath: bool = False,
    opt_level: int = 3,
    threads: int | None = None,
    cached: bool = True,
) -> Jitted | Callable[[Callable[..., Any]], Jitted]:
    """Compile a Python function, plain or `async def`, for the types that it is called with (docs/jit.md).

    With `bounds`, an index out of bounds raises IndexError; without, it is not looked at. It is True where nothing is said
    for `opt_level` 0 and 1. With `fastmath`, floats are
    computed in any order, and NaN and infinity are taken not to occur. `threads` is the number of workers that tasks and
    parallel loops run on. With `cached`, machine code is kept on disk for the next process.
    """
    if bounds is None:
        bounds = opt_level in (0, 1)
    for name, value in (("bounds", bounds), ("fastmath", fastmath), ("cached", cached)):
        expect(value, bool, name, "True or False")
    if opt_level not in range(4):
        raise failure("C017", f"there is no optimisation level {opt_level!r}", "levels are 0, 1, 2 and 3")
    options = JitOptions(bounds, fastmath, opt_level, threads, cached)
    return partial(_jitted, options) if function is None else _jitted(options, function)


def _jitted(options: JitOptions, function: Any) -> Jitted:
    if isinstance(function, Jitted):
        return Jitted(function.__wrapped__, options)
    # late: a class, or another callable, is refused by what reads functions
    from types import FunctionType

    if not isinstance(function, FunctionType) or function.__name__ == "<lambda>":
        # late: the same
        from asyncir.source.python.functions import function_of

        function_of(function)
    return Jitted(function, options)
