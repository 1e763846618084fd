"""`asyncir import`: a model of another tool as a program."""

from __future__ import annotations

from asyncir.driver.models import from_onnx
from asyncir.source.text import print_module
from asyncir.tools import shell
from asyncir.tools.files import Output
from asyncir.transforms import collect_remarks


def import_model(model: str, output: str) -> None:
    """Write the program of an ONNX model."""
    with Output(output, source=model) as file:
        with collect_remarks() as remarks:
            module = from_onnx(model)
        shell.show(remarks)
        file.write(print_module(module).encode())
