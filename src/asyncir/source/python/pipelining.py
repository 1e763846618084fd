"""`for i in asyncir.pipelined(range(n), stages=...)`: a loop with the annotations of software pipelines
(docs/pipelines.md).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from asyncir.source.python.body import Body
from asyncir.source.python.branches import Statements
from asyncir.source.python.values import Num, Static, Tuple, Turns

_STAGES_HELP = 'write stages=[0, 1], one for each statement, or stages="optimal"'


def pipelined_turns(b: Body, node: ast.Call, turns_of: Callable[[Body, ast.expr], Turns]) -> Turns:
    """The turns of the range, for a loop that is to be a pipeline."""
    from asyncir.ir import marks  # late: a function that is cached runs without xDSL

    named = {word.arg: word.value for word in node.keywords}
    if len(node.args) != 1 or "stages" not in named or not named.keys() <= {"stages", "async_stages"}:
        raise b.fail("J105", "pipelined takes a range and its stages", node, _STAGES_HELP)
    turns = turns_of(b, node.args[0])
    if turns.fixed is not None or turns.parallel or turns.attributes:
        help = "write asyncir.pipelined(range(n), ...)"
        raise b.fail("J105", "what is pipelined is no range", node.args[0], help)
    stages = _known(b, named["stages"])
    if isinstance(stages, str) and stages in marks.METHODS and len(named) == 1:
        return replace(turns, attributes=f' {{{marks.SCHEDULE} = "{stages}"}}')
    later = _known(b, named["async_stages"]) if "async_stages" in named else ()
    listed: list[str] = []
    for what, name, numbers in (
        ("stages", marks.STAGES, stages),
        ("async_stages", marks.ASYNC_STAGES, later),
    ):
        if not isinstance(numbers, tuple) or any(type(each) is not int or each < 0 for each in numbers):  # pyright: ignore
            raise b.fail("J105", f"{what} are no list of numbers", named[what], _STAGES_HELP)
        if numbers:
            listed.append(f"{name} = [{', '.join(map(str, numbers))}]")  # pyright: ignore[reportUnknownArgumentType]
    return replace(turns, attributes=f" {{{', '.join(listed)}}}")


def _known(b: Body, node: ast.expr) -> Any:
    """A text, or a tuple of numbers that are written out or known from outside; None: neither."""
    # late: what is in a call is an expression
    from asyncir.source.python.expressions import evaluate

    if isinstance(node, ast.List):
        node = ast.copy_location(ast.Tuple(node.elts, ast.Load()), node)
    match evaluate(b, node):
        case Static(str(text)):
            return text
        case Tuple(items):
            return tuple(item.constant if isinstance(item, Num) else None for item in items)
        case _:
            return None


def as_statements(statements: Statements) -> Statements:
    """Translate the statements of a pipelined loop: what assigns elements is one statement of the pipeline, however many
    ops it is.

    A loop is one by itself. What assigns variables belongs to those that use them.
    """
    # late: a function that is cached runs without xDSL
    from asyncir.ir.marks import STATEMENT

    def each(b: Body, body: Sequence[ast.stmt]) -> None:
        for node in body:
            if not b.flow:
                return
            if not _assigns_elements(node):
                statements(b, [node])
                continue
            with b.region() as lines:
                statements(b, [node])
                goes_on = b.flow
                if goes_on:
                    b.w.line("scf.yield")
            b.w.node = node
            if not goes_on:  # it is translated again, with types that are known
                b.w.lines.append(lines)
                b.end()
                return
            b.w.raw("scf.execute_region no_inline {")
            b.w.lines.append(lines)
            name = ast.unparse(node).replace("\\", "").replace('"', "'").splitlines()[0]
            b.w.line(f'}} {{{STATEMENT} = "{name}"}}')

    return each


def _assigns_elements(node: ast.stmt) -> bool:
    match node:
        case ast.Assign(targets):
            return all(isinstance(target, ast.Subscript) for target in targets)
        case ast.AugAssign(target):
            return isinstance(target, ast.Subscript)
        case _:
            return False
