"""What an op computes, as functions in MLIR's text: the `body` of an `[[op]]` table."""

from __future__ import annotations

from asyncir.dialects import context
from asyncir.dialects.func import FuncOp
from asyncir.dialects.verification import diagnose
from asyncir.ir import ModuleOp, ParseError, Parser, VerifyException


class NoBody(Exception):
    """Says why a text is no body."""


def parse_bodies(text: str) -> list[FuncOp]:
    """The functions of a text; the first of them whose arguments fit an op's operands does what the op does.

    Raises `NoBody`.
    """
    try:
        module = Parser(context(), text, "body").parse_module()
    except (ParseError, VerifyException, ValueError, IndexError) as error:
        line = text.count("\n", 0, error.span.start) + 1 if isinstance(error, ParseError) else 0
        message = error.msg if isinstance(error, ParseError) else " ".join(str(error).split())
        at = f" in line {line} of it" if line else ""
        raise NoBody(f"{message[:1].lower()}{message[1:]}{at}") from None
    faults = diagnose(module)
    if faults:
        raise NoBody(faults[0].message)
    functions = [op for op in module.ops if isinstance(op, FuncOp) and op.body.blocks]
    if len(functions) < len(list(module.ops)) or not functions:
        raise NoBody("it has functions with bodies, and nothing else")
    for function in functions:
        if function.function_type.outputs.data:
            raise NoBody(f"@{function.sym_name.data} has a result, and what an op computes is in memory")
    assert isinstance(module, ModuleOp)
    return functions
