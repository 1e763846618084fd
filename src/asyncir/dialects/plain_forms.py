"""Texts of ops that the parser reads with one regular expression, since programs consist of little else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Self

from asyncir.ir import Attribute, IRDLOperation, SSAValue

NAME = r"%([0-9]+|[a-zA-Z$._-][a-zA-Z0-9$._-]*)"
"""The name of a value: a group."""

TYPE = r"([a-z][a-z0-9]*(?![\w$.<])|(?:vector|tensor|memref)<[^<>\"]*>)"
"""A type without another one in it: a group."""


class HasPlainForm(IRDLOperation):
    """An op with a text in which nothing is written but a word, names, and a type at the end."""

    PLAIN_FORM: ClassVar[re.Pattern[str] | None] = None
    """What this text is: a group named `word` if it begins with one, one for each name, and one for the type. Names may be
    missing.
    """

    @classmethod
    def of_plain_form(cls, values: Sequence[SSAValue], type: Attribute, word: str) -> Self | None:
        """The op that such a text stands for; None where something does not fit, and `parse` has to say so."""
        raise NotImplementedError
