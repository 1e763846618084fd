"""Files of Python whose functions a program calls: `asyncir run --callbacks FILE.py`."""

from __future__ import annotations

import sys
from traceback import format_exception_only
from types import FunctionType, ModuleType

from asyncir.diagnostics import failure
from asyncir.driver.compile import Offered
from asyncir.tools.files import read_source

_MODULE = "asyncir_callbacks"


def functions_of(path: str | None) -> Offered:
    """The public functions that the file defines, by name; none that it imports."""
    if path is None:
        return Offered()
    name, text = read_source(path)
    module = ModuleType(_MODULE)
    module.__file__ = name
    sys.modules[_MODULE] = module
    try:
        exec(compile(text, name, "exec"), vars(module))
    except Exception as error:
        what = "".join(format_exception_only(error)).strip().splitlines()[-1]
        why = what + _line(error, name)
        raise failure("C021", f"the functions in '{name}' cannot be used: {why}") from error
    own = vars(module).items()
    return Offered(
        (each, value)
        for each, value in own
        if isinstance(value, FunctionType) and not each.startswith("_") and value.__module__ == _MODULE
    )


def _line(error: Exception, name: str) -> str:
    """Where in the file it was, if it was there."""
    if isinstance(error, SyntaxError):
        return f" (line {error.lineno})"
    found, at = "", error.__traceback__
    while at is not None:
        if at.tb_frame.f_code.co_filename == name:
            found = f" (line {at.tb_lineno})"
        at = at.tb_next
    return found
