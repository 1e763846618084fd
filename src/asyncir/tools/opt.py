"""`asyncir opt`: run a pipeline of passes over a program and print it."""

from __future__ import annotations

from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module, print_module
from asyncir.source.verify import ensure_valid
from asyncir.tools import shell
from asyncir.tools.files import Output
from asyncir.transforms import collect_remarks, parse_pipeline, run_pipeline


def optimise(
    name: str, source: bytes, pipeline: str, verify_each: bool, generic: bool, debuginfo: bool, output: str
) -> None:
    """Transform the program and write it to `output`."""
    steps = parse_pipeline(pipeline)
    with Output(output) as file:
        module = parse_module(source, name)

        def verify(module: ModuleOp) -> None:
            ensure_valid(module, {name: source.decode()})

        with collect_remarks() as remarks:
            run_pipeline(module, steps, verify_each=verify if verify_each else None)
        shell.show(remarks)
        file.write(print_module(module, generic=generic, debuginfo=debuginfo).encode())
