"""`for i in asyncir.prange(n)`: an `scf.parallel`, whose turns may run at the same time.

What a turn assigns is its own. A variable from outside can only be reduced: by `+=`, `*=`, `&=`, `|=`, `^=`, or by
`s = min(s, x)` and `s = max(s, x)`. Each turn then begins with what changes nothing (0, 1, the largest number, ...), and what
it ends with is combined with the others in any order.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from asyncir.source.python import scalars
from asyncir.source.python.body import Body, LoopTargets, described
from asyncir.source.python.branches import Statements, region_of_blocks
from asyncir.source.python.joins import join_of
from asyncir.source.python.loops import Target
from asyncir.source.python.scopes import assigned, jumps
from asyncir.source.python.types import NumberType, unify
from asyncir.source.python.values import Num, Turns
from asyncir.source.python.writer import Lines

_BY: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "+",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}


@dataclass
class _Reduction:
    """A variable that turns reduce."""

    name: str
    op: str
    type: NumberType


def translate_parallel(b: Body, loop: ast.For, turns: Turns, statements: Statements, target: Target) -> None:
    """Translate a parallel loop."""
    if jumps(loop.body, (ast.Break, ast.Return)) or loop.orelse:
        help = "write range, or compute a flag and test it behind the loop"
        raise b.fail("J013", "a parallel loop has no break, return or else", loop, help)
    found = _reductions(b, loop)
    own = assigned([loop])
    outside = (b.liveness.heads[loop] | b.liveness.behind[loop]) & own - frozenset(r.name for r in found)
    if outside:
        name = min(outside)
        help = "use it inside only, give each turn an element of an array, or reduce with += or min"
        raise b.fail("J013", f"'{name}' goes from turn to turn, or out of the parallel loop", loop, help)
    b.parallel += 1
    loops, b.loops = b.loops, []
    try:
        while not _attempt(b, loop, turns, found, statements, target):
            pass
    finally:
        b.loops = loops
        b.parallel -= 1


def _attempt(
    b: Body, loop: ast.For, turns: Turns, found: Sequence[_Reduction], statements: Statements, target: Target
) -> bool:
    """Write the loop with the types that are known; False: they were too narrow."""
    w = b.w
    zero, one = w.index(0), w.index(1)
    index = w.fresh("i")
    names = assigned([loop]) - frozenset(r.name for r in found)
    with b.region() as lines:
        for name in names:
            b.env.pop(name, None)
        for r in found:
            b.env[r.name] = Num(r.type, constant=_neutral(r.op, r.type))
        target(b, loop.target, turns.at(index), loop.target)
        _body(b, loop, statements)
        w.node = loop
        ends: list[Num] = []
        if not b.flow:
            ends += [Num(r.type, w.poison(r.type.mlir)) for r in found]
        else:
            for r in found:
                value = b.env[r.name]
                if not isinstance(value, Num):
                    raise b.fail(
                        "J013", f"'{r.name}' is reduced to {described(value)}", loop, "reduce numbers"
                    )
                ends.append(value)
            b.forget(names)
        wider = [unify(r.type, end.type) for r, end in zip(found, ends, strict=True)]
        if any(type_ != r.type for type_, r in zip(wider, found, strict=True)):
            for r, type_ in zip(found, wider, strict=True):
                assert isinstance(type_, NumberType)
                r.type = type_
            return False
        _reduce(b, found, ends)
    before = [scalars.convert(w, _number(b, r, loop), r.type) for r in found]
    results = [w.fresh(r.name) for r in found]
    types = ", ".join(r.type.mlir for r in found)
    inits = f" init ({', '.join(map(w.name, before))}) -> ({types})" if found else ""
    left = f"{', '.join(results)} = " if results else ""
    head = f"scf.parallel ({index}) = ({turns.lower or zero}) to ({turns.upper}) step ({turns.step or one})"
    w.raw(f"{left}{head}{inits} {{")
    w.lines.append(lines)
    w.line("}")
    for r, result in zip(found, results, strict=True):
        b.env[r.name] = Num(r.type, result)
    return True


def _body(b: Body, loop: ast.For, statements: Callable[[Body, Sequence[ast.stmt]], None]) -> None:
    if not jumps(loop.body, (ast.Continue,)):
        statements(b, loop.body)
        return
    end = join_of(b, assigned([loop]), b.liveness.heads[loop] | b.liveness.behind[loop])
    b.loops.append(LoopTargets(None, end))
    region_of_blocks(b, end, lambda: statements(b, loop.body))
    b.loops.pop()


def _number(b: Body, r: _Reduction, loop: ast.For) -> Num:
    value = b.read(r.name, loop)
    if not isinstance(value, Num):
        raise b.fail("J013", f"'{r.name}' is reduced, and is no number", loop, "reduce numbers")
    return value


def _reduce(b: Body, found: Sequence[_Reduction], ends: Sequence[Num]) -> None:
    w = b.w
    if not found:
        return
    values = [w.name(scalars.convert(w, end, r.type)) for r, end in zip(found, ends, strict=True)]
    types = ", ".join(r.type.mlir for r in found)
    regions: list[Lines] = []
    for r in found:
        with b.region() as lines:
            one, other = w.fresh("a"), w.fresh("b")
            type_ = r.type.mlir
            w.raw(f"^bb0({one}: {type_}, {other}: {type_}):")
            combined = _combine(b, r, Num(r.type, one), Num(r.type, other))
            w.line(f"scf.reduce.return {w.name(combined)} : {type_}")
        regions.append(lines)
    w.raw(f"scf.reduce({', '.join(values)} : {types}) {{")
    for at, lines in enumerate(regions):
        w.lines.append(lines)
        if at < len(regions) - 1:
            w.raw("}, {")
    w.line("}")


def _combine(b: Body, r: _Reduction, one: Num, other: Num) -> Num:
    if r.op in ("min", "max"):
        return scalars.smaller(b.w, one, other, larger=r.op == "max")
    return scalars.binary(b.w, r.op, one, other)


def _neutral(op: str, type_: NumberType) -> int | float | bool:
    match op:
        case "min" | "max":
            if type_.is_float:
                return float("inf") if op == "min" else float("-inf")
            low = -(1 << type_.bits - 1) if type_.kind == "i" else 0
            return low + (1 << type_.bits) - 1 if op == "min" else low
        case "*":
            return 1.0 if type_.is_float else 1
        case "&":
            return True if type_.is_bool else -1
        case _:
            return 0.0 if type_.is_float else False if type_.is_bool else 0


def _reductions(b: Body, loop: ast.For) -> list[_Reduction]:
    """The variables from outside that the body reduces and does nothing else with."""
    ops: dict[str, set[str]] = {}
    uses: dict[str, int] = {}
    for node in (inner for statement in loop.body for inner in ast.walk(statement)):
        if isinstance(node, ast.Name):
            uses[node.id] = uses.get(node.id, 0) + 1
        step = _step(node)
        if step is not None:
            ops.setdefault(step[0], set()).add(step[1])
            uses[step[0]] = uses.get(step[0], 0) - step[2]
    found: list[_Reduction] = []
    for name, words in sorted(ops.items()):
        value = b.env.get(name)
        if not isinstance(value, Num) or uses.get(name) or len(words) > 1:
            continue
        if name in b.liveness.behind[loop] or name in b.liveness.heads[loop]:
            found.append(_Reduction(name, words.pop(), value.type))
    return found


def _step(node: ast.AST) -> tuple[str, str, int] | None:
    """A statement that reduces: the variable, how, and how often the statement names it."""
    match node:
        case ast.AugAssign(ast.Name(name), op, _) if type(op) in _BY:
            return name, _BY[type(op)], 1
        case ast.Assign([ast.Name(name)], ast.Call(ast.Name("min" | "max" as word), [ast.Name(first), _])):
            return (name, word, 2) if first == name else None
        case ast.Assign([ast.Name(name)], ast.Call(ast.Name("min" | "max" as word), [_, ast.Name(second)])):
            return (name, word, 2) if second == name else None
        case _:
            return None
