"""Calls of functions of the library (library.py)."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from asyncir.source.python.body import Body
from asyncir.source.python.elements import materialised
from asyncir.source.python.values import Value


def library(b: Body, function: Callable[..., Any], node: ast.AST, *values: Value) -> Value:
    """What a function of the library gives for these arguments."""
    # late: calls evaluate their arguments, which may call functions of numpy
    from asyncir.source.python.calls import run

    return run(b, function, tuple(materialised(b, value) for value in values), node)
