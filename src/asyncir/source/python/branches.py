"""`if`, and what makes a region of blocks where a statement needs some."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from asyncir.source.python.body import Body
from asyncir.source.python.joins import (
    Join,
    arrive,
    end_ways,
    handed_over,
    join_of,
    leave,
    merged,
    place_block,
    place_results,
)
from asyncir.source.python.scopes import assigned, escapes
from asyncir.source.python.values import Num
from asyncir.source.python.writer import Lines, flattened

Statements = Callable[[Body, Sequence[ast.stmt]], None]


def translate_if(b: Body, node: ast.If, condition: Num, statements: Statements) -> None:
    """Translate an `if` whose condition was evaluated. One that is known is decided here."""
    if condition.is_constant:
        statements(b, node.body if condition.constant else node.orelse)
        return
    both = [*node.body, *node.orelse]
    join = join_of(b, assigned(both), b.liveness.behind[node])
    if escapes(node):
        _blocks(b, node, condition, join, statements)
    else:
        _op(b, node, condition, join, statements)


def _op(b: Body, node: ast.If, condition: Num, join: Join, statements: Statements) -> None:
    regions: list[Lines] = []
    ends: list[bool] = []
    for body in (node.body, node.orelse):
        with b.region() as lines:
            statements(b, body)
            ends.append(b.flow)
            b.w.node = node
            leave(b, join)
        regions.append(lines)
    if not join.ways:
        # Neither comes back: each fails.
        b.w.raw(f"scf.if {condition.name} {{")
        b.w.lines += [regions[0], "} else {", regions[1]]
        b.w.line("}")
        b.end()
        return
    what = merged(join, b.env)
    end_ways(b, join, what, "scf.yield")
    for lines, comes_back in zip(regions, ends, strict=True):
        if not comes_back:
            with b.writing(lines):
                names = [b.w.poison(part) for part in what.parts]
                b.w.line(handed_over("scf.yield", names, what.parts))
    needless = not what.parts and sum(1 for _ in flattened(regions[1])) == 1
    inside: Lines = [regions[0]] if needless else [regions[0], "} else {", regions[1]]
    names = place_results(b, what, f"scf.if {condition.name}", inside)
    arrive(b, join, what, names)


def _blocks(b: Body, node: ast.If, condition: Num, join: Join, statements: Statements) -> None:
    then, other = b.w.label(), b.w.label()
    b.w.line(f"cf.cond_br {condition.name}, {then}, {other}")
    env = dict(b.env)
    for label, body in ((then, node.body), (other, node.orelse)):
        b.w.raw(f"{label}:")
        b.env, b.flow = dict(env), True
        statements(b, body)
        b.w.node = node
        leave(b, join)
    place_block(b, join)


def with_blocks(b: Body, node: ast.stmt, translate: Callable[[], None]) -> None:
    """Translate a statement that needs blocks where there is one block only: in an op that has a region for them."""
    if b.blocks:
        translate()
        return
    join = join_of(b, assigned([node]), b.liveness.behind[node])
    region_of_blocks(b, join, translate)


def region_of_blocks(b: Body, join: Join, translate: Callable[[], None]) -> None:
    """A region of blocks in place; the ways that lead to the join leave it."""
    with b.region(blocks=True) as lines:
        translate()
        leave(b, join)
        end = Join(join.names, frozenset(), join.label, join.ways)
        place_block(b, end)
        comes_back = b.flow
        last = Join(join.names, frozenset())
        if comes_back:
            leave(b, last)
    if not comes_back:
        b.w.raw("scf.execute_region {")
        b.w.lines.append(lines)
        b.w.line("}")
        b.flow = False
        return
    what = merged(last, b.env)
    end_ways(b, last, what, "scf.yield")
    names = place_results(b, what, "scf.execute_region", lines)
    arrive(b, last, what, names)
