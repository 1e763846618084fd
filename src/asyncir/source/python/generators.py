"""`sum`, `min`, `max`, `any` and `all` of what a generator gives: loops that carry the result.

Of one `for` without `if`, each turn has an element, and `sum`, `min` and `max` want them all: a regular loop. All else is
written as Python's own loop would be: an element behind an `if` is only computed where that holds, and `any` and `all` stop
at the element that decides.
"""

from __future__ import annotations

import ast
from typing import Any

from asyncir.source.python import scalars
from asyncir.source.python.body import Body, NotYetKnown, described
from asyncir.source.python.expressions import evaluate, evaluate_number
from asyncir.source.python.iterables import turns_of
from asyncir.source.python.lists import LoopsOf, refuse_what_waits
from asyncir.source.python.types import INT, NumberType, promote
from asyncir.source.python.values import Elements, Num, Turns, Value, constant


def over_generator(b: Body, function: Any, node: ast.GeneratorExp, other: ast.expr | None) -> Value:
    """`sum`, `min`, `max`, `any` or `all` of what a generator gives; `other`: what a sum starts with, or the default."""
    refuse_what_waits(b, node)
    given = None if other is None else evaluate_number(b, other, "the other argument")
    held, b.temporaries = b.temporaries, []
    turns = turns_of(b, node.generators[0].iter)
    kept, b.temporaries = b.temporaries, []
    comprehension = node.generators[0]
    is_plain = len(node.generators) == 1 and isinstance(comprehension.target, ast.Name | ast.Tuple)
    is_regular = is_plain and not comprehension.ifs and turns.fixed is None
    if is_regular and function not in (any, all):
        result = _Regular(b, function, node, turns).result(given)
    else:
        result = _Written(b, node).result(function, turns, given)
    b.temporaries = [*held, *kept]
    return result


class _Regular:
    """A loop with an element in each turn; what it has so far is carried, with whether there was anything yet."""

    def __init__(self, b: Body, function: Any, node: ast.GeneratorExp, turns: Turns):
        self.b, self.function, self.node, self.turns = b, function, node, turns

    def result(self, given: Num | None) -> Num:
        """Write the loop, with the type that its elements turn out to have."""
        b, w = self.b, self.b.w
        type_ = self._element()
        start = Num(type_, constant=0)
        if self.function is sum:
            type_ = promote(INT if given is None else given.type, type_)
            start = scalars.convert(w, constant(0) if given is None else given, type_)
        index, so_far, some = w.fresh("i"), w.fresh("s"), w.fresh("some")
        lower, step = self.turns.lower or w.index(0), self.turns.step or w.index(1)
        carried = Num(type_, so_far)
        with b.region() as lines:
            element = self._turn(index)
            if self.function is sum:
                value = scalars.convert(w, scalars.binary(w, "+", carried, element), type_)
            else:
                better = scalars.smaller(w, carried, scalars.convert(w, element, type_), self.function is max)
                value = scalars.select(w, some, better, scalars.convert(w, element, type_))
            b.give_up_temporaries()
            w.line(f"scf.yield {w.name(value)}, {w.name(constant(True))} : {type_.mlir}, i1")
        result, found = w.fresh("s"), w.fresh("some")
        false = w.constant("i1", "false")
        head = f"scf.for {index} = {lower} to {self.turns.upper} step {step}"
        pairs = f"iter_args({so_far} = {w.name(start)}, {some} = {false}) -> ({type_.mlir}, i1)"
        w.raw(f"{result}, {found} = {head} {pairs} {{")
        w.lines.append(lines)
        w.line("}")
        return (
            Num(type_, result)
            if self.function is sum
            else _of_some(b, self.function, Num(type_, result), found, given)
        )

    def _element(self) -> NumberType:
        with self.b.region():
            return self._turn(self.b.w.index(0)).type

    def _turn(self, index: str) -> Num:
        b = self.b
        # late: statements are made of expressions
        from asyncir.source.python.statements import assign_target

        target = self.node.generators[0].target
        assign_target(b, target, self.turns.at(index), target)
        value = evaluate(b, self.node.elt)
        if isinstance(value, Elements) and not value.shape:
            value = value.at([])
        if not isinstance(value, Num):
            raise b.fail("J006", f"the generator gives {described(value)}", self.node.elt, "give numbers")
        return value


class _Written(LoopsOf):
    """The loops as statements, with the result in a variable of their own."""

    def result(self, function: Any, turns: Turns, given: Num | None) -> Num:
        """Write them; gives the result."""
        result = f"result {self.place}"
        if function in (any, all):
            self._search(function, turns, result)
        elif function is sum:
            self._start(result, constant(0) if given is None else given)
            add = ast.AugAssign(self.name(result, ast.Store()), ast.Add(), self.element)
            self.write(turns, [add], result)
        else:
            return self._chosen(function, turns, result, given)
        return self._end(result)

    def _start(self, name: str, value: Num) -> None:
        self.b.assign(name, value, self.node)

    def _end(self, name: str) -> Num:
        value = self.b.env.pop(name)
        if not isinstance(value, Num):
            help = "give numbers"
            raise self.b.fail("J006", f"the generator gives {described(value)}", self.node.elt, help)
        return value

    def _search(self, function: Any, turns: Turns, result: str) -> None:
        """Until an element decides."""
        self._start(result, constant(function is all))

        def decides(test: ast.expr) -> ast.expr:
            return test if function is any else ast.UnaryOp(ast.Not(), test)

        found = ast.Assign([self.name(result, ast.Store())], ast.Constant(function is any))
        stop = ast.If(decides(self.element), [found, ast.Break()], [])
        behind = ast.If(decides(self.name(result, ast.Load())), [ast.Break()], [])
        self.write(turns, [stop], result, behind=[behind])

    def _chosen(self, function: Any, turns: Turns, result: str, given: Num | None) -> Num:
        """The first of the least, or of the largest."""
        b = self.b
        type_ = self.type_of_last(turns)
        if type_ is None and given is not None:
            return given
        if type_ is None:
            help = "give default= where there may be nothing"
            message = f"{function.__name__} is taken of nothing"
            raise NotYetKnown(b.fail("J006", message, self.node, help))
        if not isinstance(type_, NumberType):
            message = f"the generator gives a value of type {type_}"
            raise b.fail("J006", message, self.node.elt, "give numbers")
        some = f"some {self.place}"
        self._start(result, Num(type_, constant=0 if type_.is_integer else 0.0))
        self._start(some, constant(False))

        def take() -> ast.stmt:
            return ast.Assign([self.name(result, ast.Store())], self.name(self.last, ast.Load()))

        order = ast.Gt() if function is max else ast.Lt()
        is_better = ast.Compare(self.name(self.last, ast.Load()), [order], [self.name(result, ast.Load())])
        first: list[ast.stmt] = [take(), ast.Assign([self.name(some, ast.Store())], ast.Constant(True))]
        body: list[ast.stmt] = [
            ast.Assign([self.name(self.last, ast.Store())], self.element),
            ast.If(self.name(some, ast.Load()), [ast.If(is_better, [take()], [])], first),
        ]
        self.write(turns, body, result, some)
        b.env.pop(self.last, None)
        found = b.w.name(self._end(some))
        return _of_some(b, function, self._end(result), found, given)


def _of_some(b: Body, function: Any, result: Num, some: str, default: Num | None) -> Num:
    """The least or largest, if there was any; else the default."""
    if default is None:
        scalars.check(b.w, some, f"ValueError: {function.__name__}() arg is an empty sequence")
        return result
    type_ = promote(result.type, default.type)
    return scalars.select(
        b.w, some, scalars.convert(b.w, result, type_), scalars.convert(b.w, default, type_)
    )
