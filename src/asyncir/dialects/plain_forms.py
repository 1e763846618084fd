"""Texts of ops that the parser reads with one regular expression, since programs consist of little else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Self

from asyncir.ir import Attribute, IRDLOperation, IsTerminator, Operation, SSAValue

NAME = r"%([0-9]+|[a-zA-Z$._-][a-zA-Z0-9$._-]*)"
"""The name of a value: a group."""

TYPE = r"([a-z][a-z0-9]*(?![\w$.<])|(?:vector|tensor|memref)<[^<>\"]*>)"
"""A type without another one in it: a group."""


class HasPlainForm(IRDLOperation):
    """An op with a text in which nothing is written but a word, names, and a type at the end.

    Its class, properties and types tell whether it is right: the verifier looks at one of those that have the same.
    """

    PLAIN_FORM: ClassVar[re.Pattern[str] | None] = None
    """What this text is: a group named `word` if it begins with one, one for each name, and one for the type. Names may be
    missing.
    """

    @classmethod
    def of_plain_form(cls, values: Sequence[SSAValue], type: Attribute, word: str) -> Self | None:
        """The op that such a text stands for; None where something does not fit, and `parse` has to say so."""
        raise NotImplementedError


Maker = Callable[[Sequence[SSAValue], Any, str], Operation | None]
"""The op of values, a type, if one is written, and a word; None where something does not fit."""

_END = re.compile(rf"(?:{NAME} : {TYPE})?(?=\s*\}})")
_ENDS = {
    "attr-dict ($arguments^ `:` type($arguments))?",
    "($arguments^ `:` type($arguments))? attr-dict",
}


def plain_form_of(op_type: type[Operation]) -> tuple[re.Pattern[str], Maker] | None:
    """The plain form of ops of a class, and what makes them: that of the class, or of an end of a region with one value."""
    if issubclass(op_type, HasPlainForm):
        return (op_type.PLAIN_FORM, op_type.of_plain_form) if op_type.PLAIN_FORM is not None else None
    if getattr(op_type, "assembly_format", None) not in _ENDS or not op_type.has_trait(IsTerminator):
        return None

    def made(values: Sequence[SSAValue], type: Attribute | None, word: str) -> Operation | None:
        return op_type.create(operands=values) if all(value.type == type for value in values) else None

    return _END, made
