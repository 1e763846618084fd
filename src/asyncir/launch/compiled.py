"""A compiled program as a Python object: functions to call with numbers and arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from asyncir.diagnostics import Diagnostic, DiagnosticError, failure
from asyncir.diagnostics.names import did_you_mean
from asyncir.diagnostics.parameters import expect
from asyncir.launch.arguments import Frame, check_types
from asyncir.launch.failures import take_error
from asyncir.launch.jit import ENTRY_PREFIX, Library
from asyncir.launch.results import ResultOwner, decode
from asyncir.launch.runs import Run
from asyncir.launch.runtime import Runtime, refuse_if_forked, start
from asyncir.launch.signatures import AsyncType, Signature, Type

if TYPE_CHECKING:
    import asyncio

    from asyncir.launch.pending import Pending, PendingCall


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
        calls_back: bool = False,
        place: Runtime | None = None,
        recipe: Callable[[], tuple[Any, ...]] | None = None,
        text: tuple[str, str | bytes] | None = None,
    ):
        """`calls_back`: it calls functions of the host, which are told who called. `place`: where its tasks run.

        `recipe` gives what pickle needs to make the program again, `text` is its name and text, for errors to show.
        """
        self.warnings = warnings
        self._signatures = signatures
        self._place = place
        self._library = library
        self._runtime = runtime
        self._threads = threads
        self._calls_back = calls_back
        self._recipe = recipe
        self._text = text
        self._functions = {signature.name: Function(self, signature) for signature in signatures}

    def on(self, runtime: Runtime) -> Compiled:
        """The same program, to run its tasks on the workers of that runtime."""
        help = "make one: asyncir.Runtime(threads=2)"
        expect(runtime, Runtime, "what the program is to run on", "a runtime", help)
        return Compiled(
            self._library,
            self._signatures,
            self._runtime,
            None,
            self.warnings,
            self._calls_back,
            runtime,
            self._recipe,
            self._text,
        )

    @property
    def program_text(self) -> str | None:
        """The text that it was made of; None where it was made of a module."""
        if self._text is None:
            return None
        text = self._text[1]
        return text if isinstance(text, str) else text.decode(errors="replace")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as text and options, without the runtime of `on`: machine code does not leave the process."""
        if self._recipe is None:
            raise TypeError("this program was not made by asyncir.compile, and cannot be pickled")
        return self._recipe()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self  # nothing of it can be changed

    def __getitem__(self, name: str) -> Function:
        expect(name, str, "the function", "a name")
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
    return failure("C005", f"the program has no public function '{name}'", help)


class Function:
    """One public function. Calling it blocks until it returns; other Python threads run meanwhile."""

    def __init__(self, program: Compiled, signature: Signature):
        self._library = program._library  # pyright: ignore[reportPrivateUsage]
        self._runtime = program._runtime  # pyright: ignore[reportPrivateUsage]
        self._threads = program._threads  # pyright: ignore[reportPrivateUsage]
        self._calls_back = program._calls_back  # pyright: ignore[reportPrivateUsage]
        place = program._place  # pyright: ignore[reportPrivateUsage]
        self._text = program._text  # pyright: ignore[reportPrivateUsage]
        self._launches = signature.starts or any(isinstance(r, AsyncType) for r in signature.results)
        self._there: Callable[[], AbstractContextManager[None]] = (
            nullcontext if place is None else place.selected
        )
        self._entry: int | None = None
        self.is_structured = False
        """Whether a call that fails cancels what it has started, as functions of Python with task groups do."""
        self.signature = signature
        self.__name__ = signature.name
        self.__doc__ = str(signature)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Nothing, the result, or a tuple of the results; a token or value is a `AsyncType` to wait for.

        Arguments can be given by the names that they have in the text.
        """
        return self.call(self._bound(arguments, named) if named else arguments)

    def _bound(self, arguments: Sequence[Any], named: dict[str, Any]) -> Sequence[Any]:
        # late: only calls with names need it
        from asyncir.launch.python_signatures import bound

        return bound(self.signature, arguments, named)

    def __getattr__(self, name: str) -> Any:
        if name != "__signature__":  # which inspect.signature asks for, and the other names are there
            raise AttributeError(
                f"'{type(self).__name__}' object has no attribute '{name}'", name=name, obj=self
            )
        # late: only editors and people ask
        from asyncir.launch.python_signatures import python_signature

        return python_signature(self.signature)

    def call(
        self,
        arguments: Sequence[Any],
        names: Sequence[str] = (),
        *,
        timeout: float | None = None,
        run: Run | None = None,
    ) -> Any:
        """The same; `names` say in diagnostics where the arguments come from.

        After `timeout` seconds the call is cancelled and raises `ProgramTimeout`, a `TimeoutError`. Ctrl-C cancels it,
        too, and so does who has the `run`, a new one by default.
        """
        run = Run(self._runtime, timeout) if run is None else run
        frame = self._frame(arguments, names, run, blocks=not self.signature.starts)
        if self._entry is None:
            self._entry = self._library.address(ENTRY_PREFIX + self.signature.name)
        if self._launches:  # with no error to return, it would end a forked process
            refuse_if_forked()
        with self._there():
            error = run.call(self._entry, frame.pointer)
        return self._end(frame, run, error)

    def task(self, *arguments: Any, **named: Any) -> Pending:
        """Call it and go on: what `__call__` would return is to be waited for, or awaited in asyncio.

        Nothing blocks, so an event loop is free meanwhile; `async def` callbacks run in the caller's loop, if there is one.
        """
        return self.begun(self._bound(arguments, named) if named else arguments)

    def begun(
        self,
        arguments: Sequence[Any],
        *,
        blocks: bool = False,
        finish: Callable[[Callable[[], Any]], Any] | None = None,
    ) -> Pending:
        """The same; `blocks`: the caller waits for it at once, and so does the event loop that it is in.

        What it gives or raises is what `finish` makes of it, which is given a function that does so.
        """
        with self._there():
            pending, run = self._pending(arguments, blocks, finish)
            with run.selected():
                return pending.begin()

    def awaited(self, *arguments: Any) -> tuple[PendingCall, asyncio.Future[None] | None]:
        """The same in a coroutine: the call, and what the running loop sets when it is over, if it can be told so."""
        # late: only programs that use asyncio import it
        from asyncio import get_running_loop

        # late: the same
        from asyncir.launch.awaiting import inbox_of

        with self._there():
            pending, run = self._pending(arguments)
            inbox = inbox_of(get_running_loop())
            with run.selected():
                if inbox is not None:
                    return pending, pending.begin_in(inbox)
                return pending.begin(), None

    def _pending(
        self,
        arguments: Sequence[Any],
        blocks: bool = False,
        finish: Callable[[Callable[[], Any]], Any] | None = None,
    ) -> tuple[PendingCall, Run]:
        # late: needed only for calls that do not wait, and for callbacks
        from asyncir.launch.pending import PendingCall

        refuse_if_forked()
        run = Run(self._runtime)
        frame = self._frame(arguments, (), run, blocks)
        end = partial(self._end, frame, run)
        if finish is not None:
            plain = end

            def end(error: int | None) -> Any:
                return finish(partial(plain, error))

        return PendingCall(self._library, self.signature.name, frame.pointer, end, run), run

    def _frame(self, arguments: Sequence[Any], names: Sequence[str], run: Run, blocks: bool) -> Frame:
        check_types(self.signature)
        context = None
        if self._calls_back:
            # late: needed only for calls that do not wait, and for callbacks
            from asyncir.launch.calls import calling_context

            context = calling_context(run, blocks)
        frame = Frame(self.signature, arguments, names, None if context is None else context.number)
        frame.caller = context
        if self._threads is not None:
            start(self._threads)
        return frame

    def _end(self, frame: Frame, run: Run, error: int | None) -> Any:
        if frame.caller is not None:
            frame.caller.end()
        if error:
            if self.is_structured:
                run.cancel()
            run.keep(frame)
            failed = take_error(self._runtime, error)
            failed.failures = tuple(take_error(self._runtime, one) for one in run.failures())
            raise failed.show_in(*self._text) if self._text else failed
        world = ResultOwner(self._runtime, self._library, tuple(frame.kept), run, frame.caller)
        written = zip(self.signature.results, frame.result_bytes(), strict=True)
        results = tuple(_result(type_, data, world) for type_, data in written)
        return results[0] if len(results) == 1 else results or None

    def __repr__(self) -> str:
        return f"<asyncir function {self.signature}>"


def _result(type_: Type, data: bytes, world: ResultOwner) -> Any:
    if not isinstance(type_, AsyncType):
        return decode(type_, data, world)
    from asyncir.launch.pending import (
        PendingCompletion,  # imports much that programs without tasks do not need
    )

    return PendingCompletion(type_, int.from_bytes(data, "little"), world)
