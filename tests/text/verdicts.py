"""Programs of one op, with what mlir-opt 22 says of each; shared by the tests of verifiers.

A list of verdicts is text: each line an op, after `+ ` if mlir-opt takes it, after `- ` if it refuses it, and after
`! ` if mlir-opt takes it and we refuse it on purpose (the line before says why).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.source.text import parse_module

HERE = Path(__file__).parent / "verdicts"


@dataclass(frozen=True)
class Verdict:
    """One op, in the program that it is judged in."""

    op: str
    program: str
    mlir_takes_it: bool
    we_take_it: bool


def verdicts(name: str) -> list[Verdict]:
    """The verdicts in the file of that name."""
    arguments, found = "", []
    for line in (HERE / f"{name}.txt").read_text().splitlines():
        mark, _, text = line.partition(" ")
        if mark == "args":
            arguments = text
        elif mark in ("+", "-", "!"):
            program = _program(text, arguments)
            found.append(Verdict(text, program, mark in "+!", mark == "+"))
    return found


def _program(op: str, arguments: str) -> str:
    other = "memref.global @g : memref<4xf32>\n"
    if not arguments:
        return f"{other}{op}\n"
    return f"{other}func.func @f({arguments}) {{\n  {op}\n  return\n}}\n"


def faults(program: str) -> tuple[Diagnostic, ...]:
    """What is wrong with the program: diagnostics, never another exception; nothing where we take it."""
    try:
        parse_module(program)
    except DiagnosticError as error:
        return error.diagnostics
    return ()
