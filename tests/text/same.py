"""That a text means the same to mlir-opt 22 and to us, and is printed in the same way."""

from __future__ import annotations

from collections.abc import Iterable

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import context
from asyncir.dialects.foreign import ANY_DIALECT
from asyncir.source.text import parse_module, print_module
from tests.oracle import mlir_opt, run_mlir_opt

ALLOW = "-allow-unregistered-dialect"
GENERIC = "-mlir-print-op-generic"


def with_attributes(forms: Iterable[str]) -> str:
    """A module with all of these attributes."""
    return "module attributes {" + ", ".join(f"a.x{i} = {form}" for i, form in enumerate(forms)) + "} {\n}\n"


def with_types(forms: Iterable[str]) -> str:
    """A function whose arguments have these types."""
    return "func.func private @f(" + ", ".join(forms) + ")\n"


def through_us(text: str, *, generic: bool = False, foreign: bool = False) -> str:
    """What we print for a text."""
    ctx = context(ANY_DIALECT) if foreign else None
    return print_module(parse_module(text, "same.mlir", ctx=ctx), generic=generic)


def check_same(text: str, *flags: str) -> None:
    """Both say the same of a text, in the pretty form and in the generic one, and of what the other prints."""
    foreign = ALLOW in flags
    for generic in (False, True):
        form = (GENERIC,) if generic else ()
        expected = mlir_opt(text, *flags, *form)
        # mlir-opt puts one more newline behind the module.
        assert through_us(expected, generic=generic, foreign=foreign) + "\n" == expected
        assert mlir_opt(through_us(text, generic=generic, foreign=foreign), *flags, *form) == expected


def we_refuse(text: str, *, foreign: bool = False) -> bool:
    """Whether we say what is wrong with a text, with a code."""
    try:
        through_us(text, foreign=foreign)
    except DiagnosticError:
        return True
    return False


def both_refuse(text: str, *flags: str) -> bool:
    """Whether neither of us takes a text."""
    return run_mlir_opt(text, *flags)[0] != 0 and we_refuse(text, foreign=ALLOW in flags)
