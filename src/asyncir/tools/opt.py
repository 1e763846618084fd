"""`asyncir opt`: run a pipeline of passes over programs and print them."""

from __future__ import annotations

import re
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from asyncir.diagnostics import Diagnostic, DiagnosticError, failure
from asyncir.diagnostics.names import did_you_mean
from asyncir.dialects import context
from asyncir.dialects.foreign import Foreign
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module, print_module
from asyncir.source.verify import ensure_valid
from asyncir.tools import shell
from asyncir.tools.dialects import foreign_dialects
from asyncir.tools.files import Output
from asyncir.tools.reproducers import reproducer, stored_pipeline
from asyncir.tools.requests import OptRequest
from asyncir.tools.watched_passes import Dumps, PassWatcher, Times
from asyncir.transforms import (
    PassStep,
    collect_remarks,
    machines_named,
    parse_pipeline,
    pass_names,
    run_pipeline,
)

SEPARATOR = "// -----\n"
"""What is between two modules in one file."""
_SEPARATORS = re.compile(rb"^// -----[^\n]*\n?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Part:
    """A module of a file: lines in front of it are empty, so that its own have the numbers that they have there."""

    name: str
    source: bytes


def optimise(asked: OptRequest) -> None:
    """Transform the programs and write what has become of them.

    A part of an input that is wrong does not keep the others from being printed; a file is written only if all are right.
    """
    steps = parse_pipeline(asked.steps)
    dumps = _dumps(asked, steps)
    faults: list[Diagnostic] = []
    texts: list[str] = []
    with Output(asked.output) as file:
        foreign = foreign_dialects(
            asked.allow_foreign, asked.irdl_file, asked.machine, *machines_named(steps)
        )
        for part in _parts(asked):
            try:
                texts.append(_Transformation(asked, steps, foreign, dumps, part).text())
            except DiagnosticError as error:
                faults += error.diagnostics
                texts.append("")
        if not faults or (asked.output == "-" and any(texts)):
            file.write(SEPARATOR.join(texts).encode())
    if faults:
        raise DiagnosticError(faults)


def _parts(asked: OptRequest) -> Iterator[Part]:
    for name, source in asked.inputs:
        if not asked.split:
            yield Part(name, source)
            continue
        begin = 0
        for separator in (*_SEPARATORS.finditer(source), None):
            end = separator.start() if separator else len(source)
            yield Part(name, b"\n" * source.count(b"\n", 0, begin) + source[begin:end])
            begin = separator.end() if separator else end


def _dumps(asked: OptRequest, steps: tuple[PassStep, ...]) -> Dumps:
    for name in (*asked.before, *asked.after):
        if name not in pass_names():
            raise failure(
                "C004", f"there is no pass '{name}' to print the IR at", did_you_mean(name, pass_names())
            )
    return Dumps(asked.before_all, asked.after_all, asked.changed, asked.diff, asked.before, asked.after)


@dataclass
class _Transformation:
    """One module on its way through the passes.

    It is verified once, at the end, unless something else was asked for. Where that finds it broken, or a pass trips over it,
    the passes run again, and the first one that left it so is named.
    """

    asked: OptRequest
    steps: tuple[PassStep, ...]
    foreign: Foreign
    dumps: Dumps
    part: Part

    def text(self) -> str:
        """What has become of it."""
        times = Times()
        with times.of("Parser"):
            module = self.parsed()
        if self.asked.run_reproducer:
            self.steps = parse_pipeline(stored_pipeline(module, self.part.name))
        with self.kept_on_failure():
            module, remarks = self.transformed(module, times)
        shell.show(remarks)
        with times.of("Output"):
            text = print_module(module, generic=self.asked.generic, debuginfo=self.asked.debuginfo)
        if self.asked.timing:
            sys.stderr.write(times.report())
        return text

    def parsed(self) -> ModuleOp:
        return parse_module(self.part.source, self.part.name, ctx=context(self.foreign))

    def verify(self, module: ModuleOp) -> None:
        ensure_valid(module, {self.part.name: self.part.source.decode()})

    def run(self, module: ModuleOp, each: bool, times: Times, dumps: Dumps) -> tuple[list[Diagnostic], bool]:
        """Remarks, and whether anything changed."""
        watcher = PassWatcher(dumps, self.steps)
        watcher.start(module)

        verified = Times()

        def verify(module: ModuleOp) -> None:
            with verified.of("Verifier"):
                self.verify(module)

        def behind(step: PassStep, module: ModuleOp) -> None:
            times.lap(type(step.run).__name__)
            if seconds := verified.seconds.pop("Verifier", 0.0):
                times.add(type(step.run).__name__, -seconds)
                times.add("Verifier", seconds)
            watcher.behind(step, module)
            times.lap()

        times.lap()
        with collect_remarks() as remarks:
            changed = run_pipeline(module, self.steps, verify_each=verify if each else None, on_pass=behind)
        return remarks, changed

    def transformed(self, module: ModuleOp, times: Times) -> tuple[ModuleOp, list[Diagnostic]]:
        each = self.asked.verify_each is True
        try:
            remarks, changed = self.run(module, each, times, self.dumps)
        except DiagnosticError:
            raise  # what a pass has to say of the program
        except Exception:
            self.run(self.parsed(), True, Times(), Dumps())
            raise
        if changed and self.asked.verify_each is None:
            try:
                with times.of("Verifier"):
                    self.verify(module)
            except DiagnosticError:
                self.run(self.parsed(), True, Times(), Dumps())
                raise
        return module, remarks

    @contextmanager
    def kept_on_failure(self) -> Generator[None]:
        """If this fails, the module as it was and the pipeline go to where `--reproducer` says."""
        try:
            yield
        except Exception:
            if self.asked.reproducer is not None:
                with Output(self.asked.reproducer) as file:
                    text = reproducer(self.parsed(), self.asked.steps, self.asked.verify_each is not False)
                    file.write(text.encode())
            raise
