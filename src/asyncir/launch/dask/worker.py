"""What happens on a worker: code arrives once, is loaded once, and is called by tasks.

A `RegionCode` is a plugin of Dask's: the scheduler sends it to each worker, those that come later too, before any task. It is
known by the hash of the code. A task names that hash and the calls that it stands for (`run_part`); what these give is
NumPy's arrays, which Dask sends as buffers of their own, without a copy.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.launch import jit, runtime
from asyncir.launch.compiled import Compiled
from asyncir.launch.dask.homes import Home, this_home
from asyncir.launch.dask.library import distributed
from asyncir.launch.failures import ProgramError
from asyncir.launch.runs import Run
from asyncir.launch.signatures import Signature

Step = tuple[str, tuple[int, ...]]
"""The function that is called, and which values it gets."""


@dataclass(frozen=True, slots=True)
class PartPlan:
    """What one task does. Values have numbers: first those that it is given, then what its steps make, one after the
    other.
    """

    program: str
    """The hash of the code."""
    picks: tuple[int, ...]
    """Of each value that it is given: which element of a tuple it is, or -1 where it is no tuple."""
    steps: tuple[Step, ...]
    outputs: tuple[int, ...]
    """The values that others need. One is given as it is, several as a tuple."""


@dataclass(frozen=True, slots=True)
class StepFault:
    """A step that failed: of which task, on which worker, and why."""

    task: str
    step: int
    worker: str
    diagnostics: tuple[Diagnostic, ...]
    causes: tuple[Diagnostic, ...] = ()
    of_program: bool = False
    """Whether the program itself failed, and not what it was given or where it ran."""


class StepError(Exception):
    """Carries a fault to the client."""

    def __init__(self, fault: StepFault):
        super().__init__(fault)
        self.fault = fault

    def __str__(self) -> str:
        return "; ".join(map(str, self.fault.diagnostics))


_Plugin: Any = distributed().WorkerPlugin


class RegionCode(_Plugin):
    """The code of a program, on its way to all workers."""

    idempotent = True

    def __init__(self, program: str, code: jit.ObjectCode, signatures: Sequence[Signature], home: Home):
        """`home` is what the code was made for."""
        self.name = f"asyncir-{program}"
        self.program = program
        self.code = code
        self.signatures = tuple(signatures)
        self.home = home

    def setup(self, worker: Any) -> None:
        """Keep the code. It is loaded when it is called first, so that the worker goes on answering."""
        with _lock:
            have = _programs.setdefault(self.program, _Program(self, worker.state.nthreads))
            have.workers += 1

    def teardown(self, worker: Any) -> None:
        """Let go of the code."""
        with _lock:
            have = _programs.get(self.program)
            if have is not None:
                have.workers -= 1
                if have.workers <= 0:
                    del _programs[self.program]

    def transition(self, key: Any, start: str, finish: str, **_: Any) -> None:
        """Have a call that nobody waits for any more end, where it looks."""
        if finish == "cancelled":
            run = _running.get(key)
            if run is not None:
                run.cancel()


class _Program:
    """Code on this worker."""

    def __init__(self, source: RegionCode, threads: int):
        self.workers = 0
        self._source = source
        self._threads = threads
        self._loaded: Compiled | None = None
        self._loading = threading.Lock()

    def functions(self) -> Compiled:
        """The functions, loaded at the first call. Raises C071 where the code is for another machine."""
        if self._loaded is None:
            with self._loading:
                if self._loaded is None:
                    self._loaded = self._load()
        return self._loaded

    def _load(self) -> Compiled:
        differences = self._source.home.differences(this_home())
        if differences:
            raise DiagnosticError(refusal("this worker", differences))
        library = jit.load(self._source.code, runtime.symbols())
        return Compiled(library, self._source.signatures, runtime.library(), self._threads)


_programs: dict[str, _Program] = {}
_lock = threading.Lock()
_running: dict[Any, Run] = {}
"""What tasks are in, by their keys."""


def refusal(who: str, differences: Sequence[str]) -> Diagnostic:
    """What to say of a worker that code cannot run on."""
    help = "give all workers the same environment, and machines of one kind"
    return Diagnostic("C071", f"{who} cannot run the code: {'; '.join(differences)}", help=help)


def run_part(plan: PartPlan, *given: Any) -> Any:
    """Do what the plan says with these values; what others need of it."""
    program = _programs.get(plan.program)
    if program is None:
        message = "the code of the program is not on this worker"
        raise StepError(_fault(0, (Diagnostic("R230", message, help="run the program again"),)))
    values = [value if pick < 0 else value[pick] for pick, value in zip(plan.picks, given, strict=True)]
    done = 0
    try:
        functions = program.functions()
        for name, inputs in plan.steps:
            values += _called(functions, name, [values[index] for index in inputs])
            done += 1
    except ProgramError as error:
        if error.code == "R107":
            raise distributed().Reschedule() from None  # nobody waits for it, or somebody waits again
        raise StepError(_fault(done, error.diagnostics, error.causes, of_program=True)) from None
    except DiagnosticError as error:
        raise StepError(_fault(done, error.diagnostics)) from None
    outputs = tuple(values[index] for index in plan.outputs)
    return outputs[0] if len(outputs) == 1 else outputs


def _called(functions: Compiled, name: str, arguments: Sequence[Any]) -> Sequence[Any]:
    function = functions[name]
    key = _current_key()
    run = _running[key] = Run(runtime.library())
    try:
        made = function.call(arguments, run=run)
    finally:
        _running.pop(key, None)
    count = len(function.signature.results)
    return made if count > 1 else (made,) * count


def _fault(
    step: int,
    diagnostics: tuple[Diagnostic, ...],
    causes: tuple[Diagnostic, ...] = (),
    of_program: bool = False,
) -> StepFault:
    worker = distributed().get_worker().address
    return StepFault(str(_current_key()), step, worker, diagnostics, causes, of_program)


def _current_key() -> Any:
    return getattr(distributed().worker.thread_state, "key", threading.get_ident())
