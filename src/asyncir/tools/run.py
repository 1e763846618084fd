"""`asyncir run`: call one function of a program and show or keep what it gives."""

from __future__ import annotations

import ctypes
import gc
import io
import json
import sys
import tempfile
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, cast

from click.exceptions import Exit

from asyncir.diagnostics import Diagnostic, DiagnosticError, Note, failure, raise_all
from asyncir.diagnostics.names import did_you_mean
from asyncir.launch.failures import ProgramError
from asyncir.launch.signatures import MemRef, Signature
from asyncir.tools import shell
from asyncir.tools.callback_files import functions_of
from asyncir.tools.deadline import ends_by
from asyncir.tools.entries import choose
from asyncir.tools.files import Output, dies_of_interrupt
from asyncir.tools.literals import read_arguments
from asyncir.tools.orders import Capture, Ended, Order, asked, is_of_program, ordered, run_orders
from asyncir.tools.requests import RunRequest
from asyncir.tools.run_on_dask import Call, prepared_on_dask, refuse_what_does_not_fit

if TYPE_CHECKING:
    from asyncir.semantics import Outcome
    from asyncir.tools.seeing.watching import Seen


def run(request: RunRequest) -> None:
    """Do what was asked; raises `DiagnosticError` if the call or the program is wrong."""
    order = asked(request)
    if order is not None and request.interpret:
        raise failure("C040", "--interpret and --runtime serial do not go together", "leave one out")
    if request.interpret:
        _refuse_what_is_not_interpreted(request)
    refuse_what_does_not_fit(request)
    if order is not None and order.several:
        _run_orders(order, request)
        return
    with ordered(order):
        _run(request)


def _refuse_what_is_not_interpreted(request: RunRequest) -> None:
    for given, option, reason in (
        (request.opt_level, "-O", "does not compile"),
        (request.threads, "--threads", "has no workers"),
        (request.timeout, "--timeout", "does not look at the time"),
        (request.memory_limit, "--memory-limit", "does not bound the memory of tasks"),
        (request.timeline, "--timeline", "has no workers to show"),
        (request.trace, "--trace", "has no workers to show"),
        (request.stats or None, "--stats", "has no workers to count for"),
        (request.detect_races or None, "--detect-races", "finds races anyway"),
        (request.codegen, "-C", "checks all accesses"),
    ):
        if given is not None:
            raise failure("C031", f"the interpreter {reason}", f"leave {option} out, or --interpret")


def _run(request: RunRequest) -> None:
    check_output_name(request.output)
    with (
        Output(request.output) if request.output else nullcontext() as output,
        _prepared(request) as prepared,
    ):
        signature, call = prepared
        watched = _watching(request, signature)
        arguments = read_arguments(signature, request.arguments)
        sys.stdout.flush()
        gc.enable()  # `main` turned it off; from here on the program decides how much garbage there is
        crashes, finding = _crash_reports(request), _finding_races(request)
        # On Ctrl-C the tasks of a cluster have to be cancelled.
        interrupted = nullcontext() if request.dask else dies_of_interrupt()
        with watched as seen, _flushed(), interrupted, crashes, finding:
            results = results_of(call(arguments, request.arguments))
            _end(request)
        if output is not None:
            output.write(saved(output.path, results or written(signature, arguments)))
        elif not request.as_json:
            for value in results:
                print(value)
        if request.as_json:
            answer = {"results": [plain(value) for value in results]}
            print(json.dumps(answer | _counted(seen)))
        sys.stdout.flush()


def _run_orders(order: Order, request: RunRequest) -> None:
    if request.output or request.watched:
        option = "-o" if request.output else "--timeline, --trace or --stats"
        raise failure("C040", f"many orders and {option} do not go together", "choose one order with --seed")
    signature, call = _native(request)

    def once() -> tuple[Ended, DiagnosticError | None]:
        arguments = read_arguments(signature, request.arguments)
        results: list[Any] = []
        failed: DiagnosticError | None = None
        with captured() as printed:
            try:
                with _finding_races(request):
                    results = results_of(call(arguments, request.arguments))
                    _end(request)
            except DiagnosticError as error:
                if not is_of_program(error):
                    raise
                failed = error
        chain = failed.chain if isinstance(failed, ProgramError) else failed.diagnostics if failed else ()
        errors = tuple(f"[{d.code}]: {d.message}" for d in chain)
        arrays = _as_text(written(signature, arguments))
        return Ended(printed(), _as_text(results), arrays, errors), failed

    with tempfile.TemporaryFile() as file, dies_of_interrupt(), _crash_reports(request):
        captured = Capture(file)
        run_orders(order, once, request.as_json)


def _as_text(values: Sequence[Any]) -> tuple[str, ...]:
    return tuple(json.dumps(plain(value)) for value in values)


def results_of(result: Any) -> list[Any]:
    """What a call gave, completions waited for. Only a token that is complete, and a function without results, are None."""
    several = cast("tuple[Any, ...]", result if isinstance(result, tuple) else (result,))
    return [value for r in several if (value := _completed(r)) is not None]


def _prepared(request: RunRequest) -> AbstractContextManager[tuple[Signature, Call]]:
    """What is to be called, as long as there is something to call it."""
    if request.dask is not None:
        return prepared_on_dask(request)
    return nullcontext(_interpreted(request) if request.interpret else _native(request))


def _native(request: RunRequest) -> tuple[Signature, Call]:
    # late: a program that is in the cache runs without it
    from asyncir.driver.compile import compile
    from asyncir.launch import runtime

    if request.memory_limit is not None:
        runtime.limit_memory(request.memory_limit)
    program = compile(
        request.source,
        filename=request.name,
        opt_level=2 if request.opt_level is None else request.opt_level,
        threads=request.threads,
        cached=not request.no_cache,
        callbacks=functions_of(request.callbacks),
        deterministic_reductions=request.fixed,
        traced=bool(request.timeline or request.trace),
        detects_races=request.detect_races,
        bounds=_bounds(request),
    )
    shell.show(program.warnings)
    function = program[choose({name: f.signature for name, f in program.items()}, request.entry)]

    def call(arguments: Sequence[Any], names: Sequence[str]) -> Any:
        with ends_by(request.timeout, request.as_json):
            return function.call(arguments, names, timeout=request.timeout)

    return function.signature, call


def _bounds(request: RunRequest) -> bool | None:
    """Whether accesses are checked: as asked, else where nobody asked for fast code."""
    if request.codegen is not None:
        return request.codegen == "bounds"
    return True if request.opt_level is None else None


def _watching(request: RunRequest, signature: Signature) -> AbstractContextManager[Seen | None]:
    """Meanwhile what happens is recorded and counted, as far as it was asked for."""
    if not request.watched:
        return nullcontext()
    # late: a program that is in the cache runs without it
    from asyncir.launch import runtime
    from asyncir.tools.seeing.watching import Wanted, watched

    runtime.start(request.threads or 0)  # that workers start is no part of what they do
    wanted = Wanted(request.source, request.name, request.timeline, request.trace, request.stats)
    return watched(wanted, f"{request.name} @{signature.name}", silent=request.as_json)


def _counted(seen: Seen | None) -> dict[str, Any]:
    if seen is None or seen.stats is None:
        return {}
    # late: a program that is in the cache runs without it
    from asyncir.tools.seeing.watching import stats_json

    return {"stats": stats_json(seen.stats)}


def _crash_reports(request: RunRequest) -> AbstractContextManager[None]:
    """Undefined behaviour may end the process; the interpreter finds it before anything happens."""
    if request.interpret or request.dask:
        return nullcontext()
    # late: a program that is in the cache runs without it
    from asyncir.launch import runtime

    return runtime.crash_reports()


@contextmanager
def _finding_races(request: RunRequest) -> Generator[None]:
    """The races of what runs meanwhile are an error, in front of any other that the program ends with."""
    if not request.detect_races:
        yield
        return
    # late: only who looks for races has the library
    from asyncir.launch import races

    races.begin()
    try:
        yield
    except DiagnosticError as error:
        if is_of_program(error):
            raise_all((*found, *error.diagnostics) if (found := races.found()) else ())
        raise
    raise_all(races.found())


def _end(request: RunRequest) -> None:
    """The run ends when every task is complete (SEM-11); a task that can never be is a deadlock (SEM-23)."""
    if request.interpret or request.dask:
        return  # the interpreter, or the cluster, has seen to it
    from asyncir.launch import runtime

    if stuck := runtime.end_stuck():
        message = "deadlock: a task that nothing waits for can never complete"
        help = "complete what it waits for, or give the group as many members as its size says"
        notes = tuple(Note(f"caused by: [{link.code}] {link.message}", link.span) for link in stuck.chain)
        raise DiagnosticError(Diagnostic("R104", message, help=help, notes=notes))


def _interpreted(request: RunRequest) -> tuple[Signature, Call]:
    # late: a program that is in the cache runs without it
    from asyncir.tools.interpret import as_json, prepare

    def ended(outcome: Outcome) -> None:
        print(json.dumps(as_json(outcome, plain)), flush=True)
        raise Exit(0 if outcome.ok else shell.PROGRAM_IS_WRONG)

    assert request.interpret is not None
    functions = functions_of(request.callbacks)
    told = ended if request.as_json else None
    signatures, call = prepare(request.source, request.name, request.interpret, functions, told)
    name = choose(signatures, request.entry)
    return signatures[name], lambda arguments, names: call(name, arguments, names)


def _completed(value: Any) -> Any:
    """What a completion that the function returned comes to, None for a token; anything else as it is."""
    return value.result() if hasattr(value, "result") else value


@contextmanager
def _flushed() -> Generator[None]:
    """What the program prints through C comes out before what we print."""
    try:
        yield
    finally:
        ctypes.CDLL(None).fflush(None)


# ---- results


def check_output_name(path: str | None) -> None:
    """Refuse a file for results that is of no kind that is known."""
    if path is not None and not path.endswith((".npy", ".npz")):
        help = did_you_mean(path.rpartition(".")[2], ["npy", "npz"]) or "results are kept as .npy or .npz"
        raise failure("C013", f"'{path}' is neither .npy nor .npz", help)


def written(signature: Signature, arguments: Sequence[Any]) -> list[Any]:
    """Of a function without results, what it may have written to: its arrays."""
    pairs = zip(signature.arguments, arguments, strict=True)
    return [value for type_, value in pairs if isinstance(type_, MemRef)]


def saved(path: str, values: Sequence[Any]) -> bytes:
    """What stands in the file of that name when it keeps the values."""
    # late: a program that is in the cache runs without it
    import numpy

    buffer = io.BytesIO()
    if path.endswith(".npz"):
        arrays = {f"result{i}": numpy.asarray(value) for i, value in enumerate(values)}
        numpy.savez(buffer, allow_pickle=False, **arrays)
    elif len(values) == 1:
        numpy.save(buffer, numpy.asarray(values[0]), allow_pickle=False)
    else:
        count = f"{len(values)} results" if values else "no result"
        raise failure("C013", f"the function gives {count}, and a .npy file holds one", "name a .npz file")
    return buffer.getvalue()


def plain(value: Any) -> Any:
    """A result as JSON can say it: complex numbers as pairs, and what is no finite number as text."""
    if isinstance(value, complex):
        return [plain(value.real), plain(value.imag)]
    if isinstance(value, float):
        return value if value - value == 0 else str(value)
    if isinstance(value, list):
        return [plain(each) for each in cast("list[Any]", value)]
    return value if isinstance(value, bool | int) else plain(value.tolist())
