"""Exceptions: a failure carries the name of its class and a text that is known when the function is compiled."""

from __future__ import annotations

import ast

from asyncir.source.python.body import Body
from asyncir.source.python.errors import Untranslatable


def message_of(b: Body, kind: type[BaseException], text: ast.expr | None, node: ast.AST) -> str:
    """What the failure says: the name of the class, and the text."""
    if text is None:
        words = ""
    elif isinstance(text, ast.Constant) and isinstance(text.value, str | int | float):
        words = str(text.value)
    elif isinstance(text, ast.Name):
        known, value = b.instance.function.free(text.id)
        if not known or text.id in b.instance.function.locals or not isinstance(value, str):
            raise _refuse(b, node)
        words = value
    else:
        raise _refuse(b, node)
    known_as = b.program.exceptions.setdefault(kind.__name__, kind)
    if known_as is not kind:
        raise b.fail(
            "J015", f"there are two exceptions called '{kind.__name__}'", node, "give one another name"
        )
    return f"{kind.__name__}: {words}"


def _refuse(b: Body, node: ast.AST) -> Untranslatable:
    return b.fail("J015", "the text of an exception is no constant", node, "write it as a plain text")
