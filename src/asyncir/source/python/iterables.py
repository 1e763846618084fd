"""What loops run over: ranges, arrays, tuples, and `enumerate`, `zip` and `reversed` of these."""

from __future__ import annotations

import ast

from asyncir.source.python import scalars
from asyncir.source.python.body import Body, described
from asyncir.source.python.elements import load, materialised, size
from asyncir.source.python.expressions import evaluate
from asyncir.source.python.loops import counted
from asyncir.source.python.pipelining import pipelined_turns
from asyncir.source.python.subscripts import row
from asyncir.source.python.types import INT
from asyncir.source.python.values import (
    Array,
    Elements,
    Num,
    ObjectValue,
    Static,
    Tuple,
    Turns,
    Value,
    constant,
)
from asyncir.source.python.words import pipelined, prange


def turns_of(b: Body, node: ast.expr) -> Turns:
    """What a loop, or a generator, runs over."""
    b.w.node = node
    if isinstance(node, ast.Call):
        function = evaluate(b, node.func)
        what = function.object if isinstance(function, Static) else None
        if what is range or what is prange:
            return _range(b, node, parallel=what is prange)
        if what is pipelined:
            return pipelined_turns(b, node, turns_of)
        if what in (enumerate, zip, reversed):
            return _of_several(b, node, what)
    return _of_value(b, evaluate(b, node), node)


def _range(b: Body, node: ast.Call, parallel: bool) -> Turns:
    if node.keywords or not 1 <= len(node.args) <= 3:
        raise b.fail(
            "J009",
            "a range takes one, two or three numbers",
            node,
            "write range(stop), or range(start, stop, step)",
        )
    numbers = [_whole(b, argument) for argument in node.args]
    if len(numbers) == 1:
        numbers.insert(0, constant(0))
    step = numbers[2] if len(numbers) == 3 else constant(1)
    turns = counted(b, numbers[0], numbers[1], step, node)
    if not parallel:
        return turns
    return Turns(turns.upper, turns.at, turns.lower, turns.step, parallel=True)


def _whole(b: Body, node: ast.expr) -> Num:
    value = evaluate(b, node)
    if isinstance(value, Elements) and not value.shape:
        value = value.at([])
    if not isinstance(value, Num) or value.type.is_float:
        help = "give whole numbers; int(x) makes one"
        raise b.fail("J009", f"a bound of a range is {described(value)}", node, help)
    number = scalars.convert(b.w, value, INT)
    if number.low is None and value.type.kind == "u":
        return Num(INT, number.name, 0)
    return number


def _of_several(b: Body, node: ast.Call, what: object) -> Turns:
    least, most = (2, 99) if what is zip else (1, 2) if what is enumerate else (1, 1)
    if what is zip and any(k.arg == "strict" and not _is_false(k.value) for k in node.keywords):
        help = "compare the lengths before, and write strict=False"
        raise b.fail("J009", "zip compares no lengths here", node, help)
    known = "strict" if what is zip else "start" if what is enumerate else ""
    others = [k for k in node.keywords if k.arg != known]
    if others or not least <= len(node.args) <= most:
        name = getattr(what, "__name__", "")
        raise b.fail(
            "J009", f"{name} is not called like this here", node, "give what to loop over, and nothing else"
        )
    if what is enumerate:
        return _enumerated(b, node)
    many = [turns_of(b, argument) for argument in node.args]
    if what is reversed:
        return _reversed(b, many[0])
    if any(turns.fixed is not None for turns in many):
        return _fixed(b, many, node)
    counting = [_counting(b, turns) for turns in many]
    upper = counting[0].upper
    for turns in counting[1:]:
        upper = b.w.op(f"arith.minsi {upper}, {turns.upper} : index")
    return Turns(upper, lambda i: Tuple(tuple(turns.at(i) for turns in counting)))


def _enumerated(b: Body, node: ast.Call) -> Turns:
    turns = turns_of(b, node.args[0])
    given = [*node.args[1:], *(k.value for k in node.keywords)]
    start = _whole(b, given[0]) if given else constant(0)
    if turns.fixed is not None:
        numbers = [scalars.binary(b.w, "+", start, constant(i)) for i in range(len(turns.fixed))]
        return Turns(
            "", lambda _: constant(0), fixed=tuple(map(Tuple, zip(numbers, turns.fixed, strict=True)))
        )
    inner = _counting(b, turns)
    return Turns(
        inner.upper, lambda i: Tuple((scalars.binary(b.w, "+", start, b.w.of_index(i, 0)), inner.at(i)))
    )


def _is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def _fixed(b: Body, many: list[Turns], node: ast.Call) -> Turns:
    items = [turns.fixed for turns in many]
    known = [item for item in items if item is not None]
    if () in known:
        return Turns("", lambda _: constant(0), fixed=())
    if len(known) < len(items):
        raise b.fail(
            "J006", "zip of a tuple and something else", node, "zip tuples with tuples, arrays with arrays"
        )
    return Turns("", lambda _: constant(0), fixed=tuple(map(Tuple, zip(*known, strict=False))))


def number_of(b: Body, turns: Turns) -> str:
    """How many turns there are, as an index; below zero there are none."""
    return _counting(b, turns).upper


def _counting(b: Body, turns: Turns) -> Turns:
    """The same turns by their number, from 0."""
    if turns.counts:
        return turns
    w = b.w
    lower, step = turns.lower or w.index(0), turns.step or w.index(1)
    length = w.op(f"arith.subi {turns.upper}, {lower} : index")
    upper = length if not turns.step else w.op(f"arith.ceildivsi {length}, {step} : index")

    def at(i: str) -> Value:
        by = w.op(f"arith.muli {i}, {step} : index") if turns.step else i
        return turns.at(w.op(f"arith.addi {lower}, {by} : index"))

    return Turns(upper, at)


def _reversed(b: Body, turns: Turns) -> Turns:
    if turns.fixed is not None:
        return Turns("", turns.at, fixed=turns.fixed[::-1])
    inner = _counting(b, turns)
    w = b.w

    def at(i: str) -> Value:
        last = w.op(f"arith.subi {inner.upper}, {w.index(1)} : index")
        return inner.at(w.op(f"arith.subi {last}, {i} : index"))

    return Turns(inner.upper, at)


def _of_value(b: Body, value: Value, node: ast.expr) -> Turns:
    if isinstance(value, Tuple):
        return Turns("", lambda _: constant(0), fixed=value.items)
    if isinstance(value, Elements):
        value = materialised(b, value)
    if isinstance(value, ObjectValue) and value.type.is_list:
        value = value.items[0]
    if isinstance(value, Array):
        array = value
        if array.type.rank == 0:
            raise b.fail(
                "J006", "an array without axes cannot be looped over", node, "take its element: a[()]"
            )
        if array.type.rank == 1:
            return Turns(size(b, array, 0), lambda i: load(b, array, [i]))
        return Turns(size(b, array, 0), lambda i: row(b, array, i))
    help = "loop over ranges, arrays and tuples"
    raise b.fail("J006", f"{described(value)} cannot be looped over", node, help)


def number_of_turns(b: Body, node: ast.expr) -> str | None:
    """How many turns a loop over a range has, as an index; what is in the range is evaluated here, and again by the loop."""
    function = node.func if isinstance(node, ast.Call) else None
    if not isinstance(node, ast.Call) or not isinstance(function, ast.Name) or function.id != "range":
        return None
    if any(isinstance(n, ast.Call) for n in node.args):
        return None
    turns = _counting(b, turns_of(b, node))
    return b.w.op(f"arith.maxsi {turns.upper}, {b.w.index(0)} : index")
