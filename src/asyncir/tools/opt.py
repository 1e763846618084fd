"""`asyncir opt`: run a pipeline of passes over a program and print it."""

from __future__ import annotations

from asyncir.dialects import context
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module, print_module
from asyncir.source.verify import ensure_valid
from asyncir.tools import shell
from asyncir.tools.dialects import foreign_dialects
from asyncir.tools.files import Output
from asyncir.tools.requests import OptRequest
from asyncir.transforms import collect_remarks, machines_named, parse_pipeline, run_pipeline


def optimise(asked: OptRequest) -> None:
    """Transform the program and write what has become of it."""
    steps = parse_pipeline(asked.steps)
    with Output(asked.output) as file:
        machines = [asked.machine, *machines_named(steps)]
        foreign = foreign_dialects(asked.allow_foreign, asked.irdl_file, *machines)
        module = parse_module(asked.source, asked.name, ctx=context(foreign))

        def verify(module: ModuleOp) -> None:
            ensure_valid(module, {asked.name: asked.source.decode()})

        with collect_remarks() as remarks:
            run_pipeline(module, steps, verify_each=verify if asked.verify_each else None)
        shell.show(remarks)
        file.write(print_module(module, generic=asked.generic, debuginfo=asked.debuginfo).encode())
