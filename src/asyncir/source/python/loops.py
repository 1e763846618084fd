"""Loops: `scf.for` and `scf.while` where they are regular, blocks where they are left in the midst.

What a loop carries are the variables that it assigns and that some turn, or somebody behind it, reads. Their types are not
known before the body was translated: a loop begins with the types that they have in front of it, and is translated again
with wider ones until the body ends with what it began with. The least value that a number can have is found in the same way,
from the bold assumption that it stays.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from asyncir.source.python import scalars
from asyncir.source.python.body import Body, LoopTargets
from asyncir.source.python.branches import Statements, region_of_blocks, with_blocks
from asyncir.source.python.joins import Join, behind, handed_over, join_of, leave, place_block
from asyncir.source.python.scopes import Loop, assigned, is_left_early, jumps
from asyncir.source.python.types import BOOL, INT, UNBOUND, Type, parts, unify
from asyncir.source.python.values import Num, Turns, Unbound, Value, constant, low_of, type_of

Target = Callable[[Body, ast.expr, Value, ast.AST], None]


@dataclass
class _Carried:
    """What goes from turn to turn: types and the least values, by name. They change until nothing is new."""

    types: dict[str, Type]
    lows: dict[str, list[int | None]]

    @property
    def parts(self) -> list[str]:
        return [part for type_ in self.types.values() for part in parts(type_)]

    @property
    def hints(self) -> list[str]:
        return [name for name, type_ in self.types.items() for _ in parts(type_)]


def _carried(b: Body, loop: Loop) -> tuple[_Carried, frozenset[str]]:
    """What the loop carries, as it is in front of it, and the variables that it only assigns."""
    names = assigned([loop])
    live = b.liveness.heads[loop] | b.liveness.behind[loop]
    carried = sorted(names & live)
    types = {name: b.type_here(name) for name in carried}
    lows: dict[str, list[int | None]] = {}
    for name in carried:
        lows[name] = low_of(b.env[name]) if name in b.env else [None] * len(parts(types[name]))
    return _Carried(types, lows), names - live


def _begin_turn(b: Body, carried: _Carried) -> list[str]:
    """The variables inside of the loop; returns the names of their parts."""
    names = [b.w.fresh(hint) for hint in carried.hints]
    left = list(names)
    for name, type_ in carried.types.items():
        count = len(parts(type_))
        lows = carried.lows[name] if len(carried.lows[name]) == count else [None] * count
        value = behind(type_, left[:count], lows)
        left = left[count:]
        if isinstance(value, Unbound):
            b.env.pop(name, None)
        else:
            b.env[name] = value
    return names


def _widened(b: Body, carried: _Carried, env: dict[str, Value]) -> bool:
    """Take what a turn ends with into account; whether that is new."""
    new = False
    for name, type_ in carried.types.items():
        value = env.get(name)
        other = unify(type_, (type_of(value) or type_) if value is not None else UNBOUND)
        if other != type_:
            carried.types[name] = other
            carried.lows[name] = [None] * len(parts(other))
            new = True
            continue
        lows = low_of(value) if value is not None else []
        for i, low in enumerate(carried.lows[name]):
            end = lows[i] if i < len(lows) else None
            if low is not None and (end is None or end < low):
                carried.lows[name][i] = 0 if end is not None and 0 <= end < low else None
                new = True
    return new


def _handed(b: Body, carried: _Carried, env: dict[str, Value]) -> list[str]:
    return [
        name
        for variable, type_ in carried.types.items()
        for name in b.names_of(b.adapted(env.get(variable), type_))
    ]


def _settle(b: Body, attempt: Callable[[], bool]) -> None:
    """Translate again until an attempt says that nothing was new."""
    lines, count, env = b.w.lines, len(b.w.lines), dict(b.env)
    unknown, returned = len(b.unknown), len(b.returned)
    while attempt():
        b.w.lines = lines
        del lines[count:], b.unknown[unknown:], b.returned[returned:]
        b.env, b.flow = dict(env), True


def translate_for(
    b: Body, loop: ast.For | ast.AsyncFor, turns: Turns, target: Target, statements: Statements
) -> None:
    """Translate a loop over what was evaluated already."""
    if turns.fixed is not None:
        _unrolled(b, loop, turns.fixed, target, statements)
    elif is_left_early(loop):
        with_blocks(b, loop, lambda: _for_blocks(b, loop, turns, target, statements))
    else:
        _for_op(b, loop, turns, target, statements)
        if b.flow:
            statements(b, loop.orelse)


def _unrolled(
    b: Body, loop: ast.For | ast.AsyncFor, items: Sequence[Value], target: Target, statements: Statements
) -> None:
    """A loop over the items of a tuple, which may be of different types: each turn is written out."""

    def translate() -> None:
        end = join_of(b, assigned([loop]), b.liveness.behind[loop])
        for item in items:
            turn = join_of(b, assigned([loop]), b.liveness.heads[loop] | b.liveness.behind[loop])
            b.loops.append(LoopTargets(end, turn))
            target(b, loop.target, item, loop.target)
            statements(b, loop.body)
            b.loops.pop()
            if turn.ways:
                leave(b, turn)
                place_block(b, turn)
            if not b.flow:
                break
        if b.flow:
            statements(b, loop.orelse)
        if end.ways:
            leave(b, end)
            place_block(b, end)

    if jumps(loop.body, (ast.Break, ast.Continue, ast.Return)) and not b.blocks:
        with_blocks(b, loop, translate)
    else:
        translate()


def _body(b: Body, loop: Loop, statements: Statements) -> None:
    """The body of a regular loop; `continue` makes a region of blocks of it."""
    if not jumps(loop.body, (ast.Continue,)):
        statements(b, loop.body)
        return
    names = assigned([loop])
    end = join_of(b, names, b.liveness.heads[loop] | b.liveness.behind[loop])
    b.loops.append(LoopTargets(None, end))
    region_of_blocks(b, end, lambda: statements(b, loop.body))
    b.loops.pop()


def _for_op(
    b: Body, loop: ast.For | ast.AsyncFor, turns: Turns, target: Target, statements: Statements
) -> None:
    carried, dropped = _carried(b, loop)
    b.forget(dropped)
    lower, step = turns.lower or b.w.index(0), turns.step or b.w.index(1)

    def attempt() -> bool:
        with b.region() as lines:
            arguments = _begin_turn(b, carried)
            index = b.w.fresh(loop.target.id if isinstance(loop.target, ast.Name) else "i")
            target(b, loop.target, turns.at(index), loop.target)
            _body(b, loop, statements)
            b.w.node = loop
            comes_back = b.flow
            if comes_back:
                b.forget(dropped)
                if _widened(b, carried, b.env):
                    return True
                names = _handed(b, carried, b.env)
            else:
                names = [b.w.poison(part) for part in carried.parts]
            if names:
                b.w.line(handed_over("scf.yield", names, carried.parts))
        before = _handed(b, carried, b.env)
        results = [b.w.fresh(hint) for hint in carried.hints]
        pairs = ", ".join(f"{a} = {v}" for a, v in zip(arguments, before, strict=True))
        left = f"{', '.join(results)} = " if results else ""
        types = f" iter_args({pairs}) -> ({', '.join(carried.parts)})" if results else ""
        b.w.raw(f"{left}scf.for {index} = {lower} to {turns.upper} step {step}{types} {{")
        b.w.lines.append(lines)
        b.w.line(f"}}{turns.attributes}")
        _behind(b, carried, results)
        return False

    _settle(b, attempt)


def _behind(b: Body, carried: _Carried, results: Sequence[str]) -> None:
    left = list(results)
    for name, type_ in carried.types.items():
        count = len(parts(type_))
        lows = carried.lows[name] if len(carried.lows[name]) == count else [None] * count
        value = behind(type_, left[:count], lows)
        left = left[count:]
        if isinstance(value, Unbound):
            b.env.pop(name, None)
        else:
            b.env[name] = value


def _for_blocks(
    b: Body, loop: ast.For | ast.AsyncFor, turns: Turns, target: Target, statements: Statements
) -> None:
    by = turns.step or b.w.index(1)

    def test(index: str) -> Num:
        return Num(BOOL, b.w.op(f"arith.cmpi slt, {index}, {turns.upper} : index"))

    def begin(index: str) -> None:
        target(b, loop.target, turns.at(index), loop.target)

    def step(index: str) -> str:
        return b.w.op(f"arith.addi {index}, {by} : index")

    _blocks(b, loop, [turns.lower or b.w.index(0)], test, begin, step, statements)


def translate_while(
    b: Body, loop: ast.While, condition: Callable[[Body, ast.expr], Num], statements: Statements
) -> None:
    """Translate a `while`; `condition` evaluates whether it goes on."""
    endless = isinstance(loop.test, ast.Constant) and bool(loop.test.value)
    # What the condition assigns is seen by the body, which blocks have as it is.
    if is_left_early(loop) or endless or assigned([loop.test]):

        def test(_: str) -> Num:
            return condition(b, loop.test)

        def none(_: str) -> None: ...

        with_blocks(b, loop, lambda: _blocks(b, loop, [], test, none, str, statements))
        return
    _while_op(b, loop, condition, statements)
    if b.flow:
        statements(b, loop.orelse)


def _while_op(
    b: Body, loop: ast.While, condition: Callable[[Body, ast.expr], Num], statements: Statements
) -> None:
    carried, dropped = _carried(b, loop)
    b.forget(dropped)

    def attempt() -> bool:
        with b.region() as before_lines:
            arguments = _begin_turn(b, carried)
            holds = condition(b, loop.test)
            b.w.node = loop
            given = _handed(b, carried, b.env)
            b.w.line(handed_over(f"scf.condition({b.w.name(holds)})", given, carried.parts))
        with b.region() as body_lines:
            inner = _begin_turn(b, carried)
            _body(b, loop, statements)
            b.w.node = loop
            if b.flow:
                b.forget(dropped)
                if _widened(b, carried, b.env):
                    return True
                names = _handed(b, carried, b.env)
            else:
                names = [b.w.poison(part) for part in carried.parts]
            b.w.line(handed_over("scf.yield", names, carried.parts))
        start = _handed(b, carried, b.env)
        results = [b.w.fresh(hint) for hint in carried.hints]
        types = ", ".join(carried.parts)
        pairs = ", ".join(f"{a} = {v}" for a, v in zip(arguments, start, strict=True))
        left = f"{', '.join(results)} = " if results else ""
        outer = f"({pairs}) : ({types}) -> ({types})" if results else " : () -> ()"
        block = ", ".join(f"{a}: {t}" for a, t in zip(inner, carried.parts, strict=True))
        b.w.raw(f"{left}scf.while{outer} {{")
        b.w.lines += [before_lines, "} do {", f"^bb0({block}):" if block else "^bb0:", body_lines]
        b.w.line("}")
        _behind(b, carried, results)
        return False

    _settle(b, attempt)


def _blocks(
    b: Body,
    loop: Loop,
    hidden: Sequence[str],
    test: Callable[[str], Num],
    begin: Callable[[str], None],
    step: Callable[[str], str],
    statements: Statements,
) -> None:
    """A loop of blocks. `hidden` is what the loop counts with, if it counts: one number, tested, used and stepped."""
    carried, dropped = _carried(b, loop)
    b.forget(dropped)
    names = assigned([loop])

    def attempt() -> bool:
        head, inside, done = b.w.label(), b.w.label(), b.w.label()
        types = ["index"] * len(hidden) + carried.parts
        b.w.line(handed_over(f"cf.br {head}", [*hidden, *_handed(b, carried, b.env)], types))
        count = [b.w.fresh("turn") for _ in hidden]
        arguments = [*count, *_begin_turn(b, carried)]
        listed = ", ".join(f"{a}: {t}" for a, t in zip(arguments, types, strict=True))
        b.w.raw(f"{head}({listed}):" if listed else f"{head}:")
        number = count[0] if count else ""
        holds = b.w.name(test(number))
        b.w.node = loop
        b.w.line(f"cf.cond_br {holds}, {inside}, {done}")
        env = dict(b.env)
        b.w.raw(f"{inside}:")
        end = join_of(b, names, b.liveness.behind[loop])
        turn = Join(tuple(sorted(carried.types)), dropped, b.w.label())
        begin(number)
        b.loops.append(LoopTargets(end, turn))
        statements(b, loop.body)
        b.loops.pop()
        b.w.node = loop
        leave(b, turn)
        place_block(b, turn)
        if b.flow:
            if _widened(b, carried, b.env):
                return True
            following = [step(number) for _ in hidden]
            b.w.line(handed_over(f"cf.br {head}", [*following, *_handed(b, carried, b.env)], types))
        b.w.raw(f"{done}:")
        b.env, b.flow = dict(env), True
        if isinstance(loop, ast.While) and isinstance(loop.test, ast.Constant) and loop.test.value:
            b.end()
        else:
            statements(b, loop.orelse)
        b.w.node = loop
        leave(b, end)
        place_block(b, end)
        return False

    _settle(b, attempt)


def counted(b: Body, start: Num, stop: Num, step: Num, node: ast.AST) -> Turns:
    """The turns of a range, as an index, and the number of each."""
    w = b.w
    zero = w.constant("i64", "0")
    if step.constant is None and (step.low or 0) <= 0:
        scalars.check(
            w, scalars.test(w, "!=", INT, step.name, zero), "ValueError: range() arg 3 must not be zero"
        )
    elif step.constant == 0:
        raise b.fail("J009", "the step of a range is 0", node, "give a step that is not 0")
    low = start.low
    if step.is_constant and 0 < step.whole <= _SMALL_STEP:
        return _steps(b, start, stop, step.whole)
    count = _turns(b, start, stop, step)
    # Of a step below zero, each value is larger than `stop`.
    least = stop.low + 1 if step.is_constant and stop.low is not None else None
    if (step.low or 0) > 0:
        least = low

    def at(index: str) -> Num:
        number = w.op(f"arith.index_cast {index} : index to i64")
        number = w.op(f"arith.muli {number}, {w.name(step)} : i64")
        return Num(INT, w.op(f"arith.addi {w.name(start)}, {number} : i64"), least)

    return Turns(w.index_of(count), at)


_SMALL_STEP = 1 << 16
"""With such a step nobody sees the end of a loop from below zero to the largest numbers."""


def _steps(b: Body, start: Num, stop: Num, step: int) -> Turns:
    """The turns of a range with a small step that is known.

    Where the number behind the last one may be none of 64 bits, the loop counts with numbers that are one step less.
    """
    w, low = b.w, start.low
    by = w.index(step) if step > 1 else ""
    lower = "" if start.constant == 0 else w.index_of(start)
    upper = w.index_of(stop)
    ends_in_time = step == 1 or (stop.is_constant and stop.whole + step <= 1 << 63)
    if ends_in_time:
        return Turns(upper, lambda index: w.of_index(index, low), lower, by)
    less = w.op(f"arith.cmpi sgt, {upper}, {w.index((1 << 63) - step)} : index")
    if low is None or low < 0:
        positive = w.op(f"arith.cmpi sge, {lower}, {w.index(0)} : index")
        less = w.op(f"arith.andi {less}, {positive} : i1")
    shift = w.op(f"arith.select {less}, {by}, {w.index(0)} : index")
    upper = w.op(f"arith.subi {upper}, {shift} : index")
    lower = w.op(f"arith.subi {lower or w.index(0)}, {shift} : index")

    def at(index: str) -> Num:
        return w.of_index(w.op(f"arith.addi {index}, {shift} : index"), low)

    return Turns(upper, at, lower, by)


def _turns(b: Body, start: Num, stop: Num, step: Num) -> Num:
    """How many turns a range has. Nothing wraps around, whatever the bounds: the length is taken without a sign."""
    w = b.w
    if start.is_constant and stop.is_constant and step.is_constant:
        return constant(max(0, -((start.whole - stop.whole) // step.whole)))
    zero, one = w.constant("i64", "0"), w.constant("i64", "1")
    if step.is_constant:
        least, most = (w.name(end) for end in ((start, stop) if step.whole > 0 else (stop, start)))
        size = w.constant("i64", str(abs(step.whole) if step.whole > -(1 << 63) else step.whole))
    else:
        up = scalars.test(w, ">", INT, w.name(step), zero)
        least, most = (w.name(scalars.select(w, up, *ends)) for ends in ((start, stop), (stop, start)))
        opposite = w.op(f"arith.subi {zero}, {w.name(step)} : i64")
        size = w.op(f"arith.select {up}, {w.name(step)}, {opposite} : i64")
    some = scalars.test(w, "<", INT, least, most)
    length = w.op(f"arith.subi {most}, {least} : i64")
    before = w.op(f"arith.divui {w.op(f'arith.subi {length}, {one} : i64')}, {size} : i64")
    count = w.op(f"arith.addi {before}, {one} : i64")
    return Num(INT, w.op(f"arith.select {some}, {count}, {zero} : i64"), 0)
