"""`asyncir opt`: run a pipeline of passes over a program and print it."""

from __future__ import annotations

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.dialects import context
from asyncir.dialects.foreign import Foreign
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module, print_module
from asyncir.source.verify import ensure_valid
from asyncir.tools import shell
from asyncir.tools.dialects import foreign_dialects
from asyncir.tools.files import Output
from asyncir.tools.requests import OptRequest
from asyncir.transforms import PassStep, collect_remarks, machines_named, parse_pipeline, run_pipeline


def optimise(asked: OptRequest) -> None:
    """Transform the program and write what has become of it."""
    steps = parse_pipeline(asked.steps)
    with Output(asked.output) as file:
        machines = [asked.machine, *machines_named(steps)]
        foreign = foreign_dialects(asked.allow_foreign, asked.irdl_file, *machines)
        module, remarks = _transformed(asked, steps, foreign)
        shell.show(remarks)
        file.write(print_module(module, generic=asked.generic, debuginfo=asked.debuginfo).encode())


def _transformed(
    asked: OptRequest, steps: tuple[PassStep, ...], foreign: Foreign
) -> tuple[ModuleOp, list[Diagnostic]]:
    """The module behind the passes, and their remarks. It is verified once, at the end, unless something else was asked for.

    Where that finds it broken, or a pass trips over it, the passes run again, and the first one that left it so is named.
    """

    def verify(module: ModuleOp) -> None:
        ensure_valid(module, {asked.name: asked.source.decode()})

    def run(each: bool) -> tuple[ModuleOp, list[Diagnostic], bool]:
        module = parse_module(asked.source, asked.name, ctx=context(foreign))
        with collect_remarks() as remarks:
            changed = run_pipeline(module, steps, verify_each=verify if each else None)
        return module, remarks, changed

    each = asked.verify_each is True
    try:
        module, remarks, changed = run(each)
    except DiagnosticError:
        raise  # what a pass has to say of the program
    except Exception:
        run(each=True)
        raise
    if changed and asked.verify_each is None:
        try:
            verify(module)
        except DiagnosticError:
            run(each=True)
            raise
    return module, remarks
