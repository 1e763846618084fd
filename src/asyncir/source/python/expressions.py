"""Expressions of Python functions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import ModuleType
from typing import Any, cast

from asyncir.diagnostics.names import did_you_mean
from asyncir.source.python import scalars
from asyncir.source.python.annotations import is_dataclass, is_frozen
from asyncir.source.python.arguments import dtype_of
from asyncir.source.python.body import Body, NotYetKnown, described
from asyncir.source.python.elements import combined, is_late, length, settled, sizes
from asyncir.source.python.joins import Join, arrive, end_ways, leave, merged, place_results
from asyncir.source.python.subscripts import KnownExpression, subscript
from asyncir.source.python.types import BOOL, NUMPY, NUMPY_BOOL, NumberType, RecordType, divided, promote
from asyncir.source.python.values import (
    Array,
    Conflict,
    Display,
    Elements,
    Num,
    ObjectValue,
    Spawned,
    Static,
    Tuple,
    Unawaited,
    Value,
    constant,
    is_list,
    rebuilt,
    type_of,
)
from asyncir.source.python.writer import Lines, flattened

_REFUSED: dict[type[ast.expr], tuple[str, str]] = {
    ast.Dict: ("a dictionary", "use arrays, and numbers as keys"),
    ast.Set: ("a set", "use an array of truth values: np.zeros(n, np.bool_)"),
    ast.SetComp: ("a set", "make an array, and fill it in a loop"),
    ast.DictComp: ("a dictionary", "make an array, and fill it in a loop"),
    ast.GeneratorExp: ("a generator", "write a loop; sum, min, max, any and all take generators"),
    ast.Lambda: ("a lambda", "give it a name, f = lambda ..., and call that; or write a function"),
    ast.JoinedStr: ("a text that is computed", "compute with numbers, and format them outside"),
    ast.Yield: ("yield", "fill an array, and return it"),
    ast.YieldFrom: ("yield", "fill an array, and return it"),
    ast.Starred: ("a starred expression", "name each part"),
    ast.Slice: ("a slice", "slice an array"),
}

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.MatMult: "@",
}
_UNARY: dict[type[ast.unaryop], str] = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~", ast.Not: "not"}
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


def evaluate(b: Body, node: ast.expr) -> Value:
    """The value of an expression."""
    before, b.w.node = b.w.node, node
    try:
        return _evaluate(b, node)
    except scalars.OperandError as error:
        raise b.fail(error.code, str(error), node, error.help) from None
    finally:
        b.w.node = before


def evaluate_all(b: Body, nodes: Iterable[ast.expr]) -> list[Value]:
    """The values of expressions, one after the other: a call in a later one may write to what an earlier one reads."""
    values: list[Value] = []
    for node in nodes:
        values = evaluated_next(b, values, partial(evaluate, b, node))
    return values


def evaluated_next(b: Body, before: list[Value], evaluate_one: Callable[[], Value]) -> list[Value]:
    """The values, and one more; those before are computed before it where it may write to memory."""
    lines, start, effects = b.w.lines, len(b.w.lines), b.effects
    value = evaluate_one()
    if b.effects != effects and any(map(is_late, before)):
        assert lines is b.w.lines
        behind = lines[start:]
        del lines[start:]
        before = [settled(b, one) for one in before]
        lines += behind
    return [*before, value]


def _evaluate(b: Body, node: ast.expr) -> Value:
    match node:
        case KnownExpression():
            return node.known
        case ast.Constant(value):
            return _literal(b, value, node)
        case ast.Name(name):
            return _name(b, name, node)
        case ast.BinOp(left, op, right):
            one, other = evaluate_all(b, (left, right))
            return operate(b, op, one, other, node)
        case ast.UnaryOp():
            return _unary(b, node)
        case ast.Compare():
            return _compared(b, node)
        case ast.BoolOp():
            return _both_or_either(b, node)
        case ast.IfExp(test, body, orelse):
            return chosen(b, condition(b, test), lambda: evaluate(b, body), lambda: evaluate(b, orelse), node)
        case ast.Tuple(items):
            return Tuple(tuple(evaluate_all(b, items)))
        case ast.List(items):
            return Display(tuple(evaluate_all(b, items)), node)
        case ast.ListComp():
            # late: a comprehension is written as a loop
            from asyncir.source.python.lists import comprehension

            return comprehension(b, node)
        case ast.Subscript():
            return subscript(b, node, evaluate)
        case ast.Attribute():
            # late: an attribute is one of an expression
            from asyncir.source.python.attributes import attribute

            return attribute(b, node)
        case ast.Call():
            # late: calls evaluate their arguments, which are expressions
            from asyncir.source.python.calls import call

            return call(b, node)
        case ast.Await(value):
            # late: the same
            from asyncir.source.python.tasks import await_value

            return await_value(b, value, node)
        case ast.NamedExpr(ast.Name(name), value):
            result = evaluate(b, value)
            b.assign(name, result, node)
            if b.conditional:
                b.in_part.add(name)
            return result
        case _:
            words = ("this expression", "write it with numbers, arrays and calls")
            what, help = _REFUSED.get(type(node), words)
            raise b.fail("J003", f"{what} cannot be compiled", node, help)


def evaluate_number(b: Body, node: ast.expr, what: str) -> Num:
    """The same, which has to be a number."""
    value = evaluate(b, node)
    if isinstance(value, Elements) and not value.shape:
        return value.at([])
    if not isinstance(value, Num):
        raise b.fail("J006", f"{what} is {described(value)}", node, "give a number")
    return value


_LIMIT = 1 << 63


def _literal(b: Body, value: Any, node: ast.expr) -> Value:
    if isinstance(value, bool | float | complex):
        return constant(value)
    if isinstance(value, int):
        if not -_LIMIT <= value < _LIMIT:
            raise b.fail("J003", "the number does not fit 64 bits", node, "write a float, such as 1e20")
        return constant(value)
    if value is None or isinstance(value, str):
        return Static(value)
    help = "use numbers and arrays"
    raise b.fail("J003", f"a value of type {type(value).__name__} cannot be compiled", node, help)


def _name(b: Body, name: str, node: ast.Name) -> Value:
    local = b.read(name, node)
    if local is not None:
        return local
    known, value = b.instance.function.free(name)
    if not known:
        help = (
            did_you_mean(name, b.instance.function.locals) or "assign it, or define it at the top of the file"
        )
        raise b.fail("J004", f"there is nothing called '{name}'", node, help)
    return known_value(b, value, name, node)


DRAW_OUTSIDE = (
    "draw them outside and pass an array, or call np.random.seed and functions such as np.random.normal"
)


def known_value(b: Body, value: Any, name: str, node: ast.AST) -> Value:
    """Something that has its value when the function is compiled."""
    if isinstance(value, bool | int | float | complex) and type(value) in (bool, int, float, complex):
        if isinstance(value, int) and not -_LIMIT <= value < _LIMIT:
            raise b.fail("J004", f"the number '{name}' does not fit 64 bits", node, "make it a float")
        return constant(value)
    if isinstance(value, tuple):
        items = cast("tuple[Any, ...]", value)
        return Tuple(tuple(known_value(b, item, name, node) for item in items))
    if type(value).__module__ == "numpy":
        found = _known_numpy(b, value)
        if found is not None:
            return found
    kind = cast("Any", type(value))
    if is_dataclass(kind) and is_frozen(kind):
        # late: as above
        from asyncir.source.python.records import known_record

        return known_record(b, value, node)
    if value is None or isinstance(value, str | ModuleType | type) or callable(value):
        return Static(value)
    if type(value).__module__ == "numpy":
        return Static(value)
    if type(value).__module__.startswith("numpy.random"):
        message = f"a {type(value).__name__} draws no numbers in a compiled function"
        raise b.fail("J151", message, node, DRAW_OUTSIDE)
    message = f"'{name}' is a {type(value).__name__}, which compiled functions cannot use"
    help = "make it a number, a tuple or an array, or pass it as an argument"
    if isinstance(value, list):
        help = f"make it a tuple or an array: {name} = np.array({name})"
    raise b.fail("J004", message, node, help)


def _known_numpy(b: Body, value: Any) -> Value | None:
    if getattr(value, "shape", None) == () and type(value).__name__ != "ndarray":
        number = NUMPY.get(value.dtype.name)
        if number is None:
            return None
        known = value.item()
        return Num(number, constant=known, low=known if number.is_integer else None)
    if type(value).__name__ == "ndarray":
        return b.program.constant_array(value, b)
    return None


def operate(b: Body, op: ast.operator, one: Value, other: Value, node: ast.AST) -> Value:
    """`one op other`."""
    word = OPERATORS[type(op)]
    if isinstance(one, Num | Array | Elements) and isinstance(other, Num | Array | Elements):
        if word == "@":
            # late: products are written as loops, with calls
            from asyncir.source.python.products import matmul

            return matmul(b, one, other, node)
        return arithmetic(b, word, one, other, node)
    if is_list(one) or is_list(other):
        # late: lists are made by loops, and what is in them are expressions
        from asyncir.source.python.listed import joined_or_repeated

        return joined_or_repeated(b, word, one, other, node)
    if isinstance(one, Tuple) and isinstance(other, Tuple) and word == "+":
        return Tuple(one.items + other.items)
    if isinstance(one, Tuple) and isinstance(other, Num) and word == "*" and isinstance(other.constant, int):
        return Tuple(one.items * other.constant)
    for value in (one, other):
        if isinstance(value, Unawaited):
            name = value.function.__name__
            raise b.fail("J014", f"'{name}' is called and not awaited", node, f"write await {name}(...)")
        if isinstance(value, Spawned):
            raise b.fail("J014", "a task is no number", node, "await it, and compute with what it gives")
    message = f"{word} does not take {described(one)} and {described(other)}"
    raise b.fail("J006", message, node, "compute with numbers and arrays")


def arithmetic(
    b: Body, word: str, one: Num | Array | Elements, other: Num | Array | Elements, node: ast.AST
) -> Value:
    """The same for numbers, and for the elements of arrays."""
    try:
        if isinstance(one, Num) and isinstance(other, Num):
            return scalars.binary(b.w, word, one, other)
        element = _element_of(b, word, one, other)
        for operand in (one, other):
            if isinstance(operand, Num) and operand.is_constant and element.is_integer:
                scalars.convert(b.w, operand, element)  # that it does not fit is said here
        return combined(b, [one, other], element, lambda of: _as_numpy(b, word, of[0], of[1], element))
    except scalars.OperandError as error:
        raise b.fail(error.code, str(error), node, error.help) from None


def _as_numpy(b: Body, word: str, one: Num, other: Num, element: NumberType) -> Num:
    """Elements are numbers of NumPy, the scalars among them take the arrays' type."""
    if word == "**" and not (one.type.is_integer and other.is_constant):
        one = scalars.convert(b.w, one, element)
    result = scalars.binary(b.w, word, scalars.strong(one) if not one.is_constant else one, other)
    return scalars.convert(b.w, result, element)


def _element_of(b: Body, word: str, one: Num | Array | Elements, other: Num | Array | Elements) -> NumberType:
    types = [
        v.type if isinstance(v, Num) else v.element if isinstance(v, Elements) else v.type.element
        for v in (one, other)
    ]
    type_ = promote(*types)
    if word in ("&", "|", "^", "<<", ">>") and type_.is_float:
        raise scalars.OperandError(f"{word} takes whole numbers, and these are {types[0]} and {types[1]}")
    if type_.is_bool and word == "-":
        raise scalars.OperandError("NumPy's truth values cannot be subtracted; use ^ or !=")
    if type_.is_bool and word not in ("&", "|", "^", "+", "*", "-"):
        type_ = NumberType("i", 8)
    return divided(type_) if word == "/" else type_


def _unary(b: Body, node: ast.UnaryOp) -> Value:
    op = _UNARY[type(node.op)]
    if op == "not":
        return scalars.negated(b.w, condition(b, node.operand))
    value = evaluate(b, node.operand)
    try:
        if isinstance(value, Num):
            return scalars.unary(b.w, op, value)
        if isinstance(value, Array | Elements):
            element = value.element if isinstance(value, Elements) else value.type.element
            if element.is_bool and op != "~":
                raise scalars.OperandError(f"NumPy's truth values have no {op}; use ~")
            return combined(b, [value], element, lambda of: scalars.unary(b.w, op, of[0]))
    except scalars.OperandError as error:
        raise b.fail(error.code, str(error), node, error.help) from None
    raise b.fail("J006", f"{op} does not take {described(value)}", node, "compute with numbers and arrays")


def condition(b: Body, node: ast.expr) -> Num:
    """Whether an expression counts as true. Of what `and` and `or` join, each may be of a type of its own."""
    if isinstance(node, ast.BoolOp):
        return _both_or_either_holds(b, node, 0)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return scalars.negated(b.w, condition(b, node.operand))
    return truth(b, evaluate(b, node), node)


def _both_or_either_holds(b: Body, node: ast.BoolOp, at: int) -> Num:
    holds = condition(b, node.values[at])
    if at == len(node.values) - 1:
        return holds

    def rest() -> Num:
        return _both_or_either_holds(b, node, at + 1)

    yes, no = (rest, lambda: holds) if isinstance(node.op, ast.And) else (lambda: holds, rest)
    found = chosen(b, holds, yes, no, node)
    assert isinstance(found, Num)
    return found


def truth(b: Body, value: Value, node: ast.AST) -> Num:
    """Whether a value counts as true."""
    match value:
        case Num():
            return scalars.truth(b.w, value)
        case Static(None):
            return constant(False)
        case Static(text) if isinstance(text, str):
            return constant(bool(text))
        case Tuple(items):
            return constant(bool(items))
        case ObjectValue(RecordType(of=of), (Array() as array, *_)) if of is list:
            return scalars.truth(b.w, length(b, sizes(b, array)[0]))
        case ObjectValue():
            return constant(True)
        case Elements(shape=()):
            return scalars.truth(b.w, value.at([]))
        case Array() | Elements():
            help = "write .any() or .all(), or test its size"
            raise b.fail("J006", "an array is neither true nor false", node, help)
        case Unawaited():
            raise b.fail(
                "J014", "a coroutine is tested and not awaited", node, "write await in front of the call"
            )
        case _:
            raise b.fail(
                "J006", f"{described(value)} is neither true nor false", node, "compare it with something"
            )


def _compared(b: Body, node: ast.Compare) -> Value:
    """A comparison, or a chain of them: each part is evaluated once, and not where an earlier one decides."""
    left = evaluate(b, node.left)
    return _chain(b, left, list(zip(node.ops, node.comparators, strict=True)), node)


def _chain(b: Body, left: Value, rest: Sequence[tuple[ast.cmpop, ast.expr]], node: ast.Compare) -> Value:
    op, other = rest[0]
    left, right = evaluated_next(b, [left], partial(evaluate, b, other))
    first = compare_values(b, op, left, right, node)
    if len(rest) == 1:
        return first
    return chosen(b, truth(b, first, node), lambda: _chain(b, right, rest[1:], node), lambda: first, node)


def compare_values(b: Body, op: ast.cmpop, one: Value, other: Value, node: ast.AST) -> Value:
    """`one op other` for a comparison."""
    if isinstance(op, ast.Is | ast.IsNot):
        return _identical(b, one, other, isinstance(op, ast.Is), node)
    if isinstance(op, ast.In | ast.NotIn):
        return _contained(b, one, other, isinstance(op, ast.In), node)
    word = _COMPARISONS[type(op)]
    if isinstance(one, Num) and isinstance(other, Num):
        return scalars.compare(b.w, word, one, other)
    if isinstance(one, Num | Array | Elements) and isinstance(other, Num | Array | Elements):
        return combined(b, [one, other], NUMPY_BOOL, lambda of: scalars.compare(b.w, word, of[0], of[1]))
    if isinstance(one, Static) and isinstance(other, Static) and word in ("==", "!="):
        return constant(_same_static(one, other) == (word == "=="))
    if is_list(one) and is_list(other) and word in ("==", "!="):
        # late: as above
        from asyncir.source.python.listed import same_elements

        same = same_elements(b, one, other, node)
        return same if word == "==" else scalars.negated(b.w, same)
    both = all(isinstance(v, Tuple | ObjectValue) for v in (one, other))
    if both and is_list(one) != is_list(other) and word in ("==", "!="):
        return constant(word == "!=")  # a list is no tuple, and no object
    if isinstance(one, ObjectValue) and isinstance(other, ObjectValue) and word in ("==", "!="):
        # late: as above
        from asyncir.source.python.records import equal

        same = equal(b, one, other, node)
        return same if word == "==" else scalars.negated(b.w, same)
    if isinstance(one, Tuple) and isinstance(other, Tuple) and word in ("==", "!="):
        return _equal_tuples(b, one, other, word, node)
    if word in ("==", "!=") and any(v.object is None for v in (one, other) if isinstance(v, Static)):
        return constant(word == "!=")
    message = f"{word} does not compare {described(one)} and {described(other)}"
    raise b.fail("J006", message, node, "compare numbers")


def _same_static(one: Static, other: Static) -> bool:
    if isinstance(one.object, NumberType) or isinstance(other.object, NumberType):  # the dtype of an array
        return dtype_of(one) == dtype_of(other)
    return bool(one.object == other.object)


def _identical(b: Body, one: Value, other: Value, same: bool, node: ast.AST) -> Value:
    if not any(isinstance(v, Static) and v.object is None for v in (one, other)):
        raise b.fail("J006", "`is` compares with None alone", node, "write == for numbers")
    both = all(isinstance(v, Static) and v.object is None for v in (one, other))
    return constant(both == same)


def _contained(b: Body, one: Value, other: Value, inside: bool, node: ast.AST) -> Value:
    array = other.items[0] if isinstance(other, ObjectValue) and other.type.is_list else other
    if isinstance(array, Array | Elements):
        # late: as above
        from asyncir.source.python.reductions import tested

        if isinstance(one, Num):
            equal = combined(b, [array, one], NUMPY_BOOL, lambda n: scalars.compare(b.w, "==", n[0], n[1]))
            found = truth(b, tested(b, equal, False, None), node)
            found = Num(BOOL, found.name, constant=found.constant)
            return found if inside else scalars.negated(b.w, found)
    if not isinstance(other, Tuple):
        help = "look into a tuple, a list or an array"
        raise b.fail(
            "J006", f"`in` looks into tuples, lists and arrays, and this is {described(other)}", node, help
        )
    found: Num = constant(False)
    for item in other.items:
        same = truth(b, compare_values(b, ast.Eq(), one, item, node), node)
        found = _either(b, found, same)
    return found if inside else scalars.negated(b.w, found)


def _either(b: Body, one: Num, other: Num) -> Num:
    if one.is_constant:
        return other if not one.constant else one
    return scalars.binary(b.w, "|", one, other)


def _equal_tuples(b: Body, one: Tuple, other: Tuple, word: str, node: ast.AST) -> Value:
    same: Num = constant(len(one.items) == len(other.items))
    for left, right in zip(one.items, other.items, strict=False):
        equal = truth(b, compare_values(b, ast.Eq(), left, right, node), node)
        same = scalars.binary(b.w, "&", same, equal)
    return same if word == "==" else scalars.negated(b.w, same)


def _both_or_either(b: Body, node: ast.BoolOp) -> Value:
    return _next_operand(b, node, 0)


def _next_operand(b: Body, node: ast.BoolOp, at: int) -> Value:
    """`x and y` is x if that counts as false, else y."""
    value = evaluate(b, node.values[at])
    if at == len(node.values) - 1:
        return value
    holds = truth(b, value, node.values[at])
    if isinstance(node.op, ast.And):
        return chosen(b, holds, lambda: _next_operand(b, node, at + 1), lambda: value, node)
    return chosen(b, holds, lambda: value, lambda: _next_operand(b, node, at + 1), node)


_FEW = 12
"""So many plain ops are computed rather than jumped over."""

_PLAIN_OPS = ("arith.", "math.absf", "math.copysign")
_MAY_FAIL = ("arith.div", "arith.rem", "arith.floordiv", "arith.fpto")


def chosen(b: Body, holds: Num, yes: Callable[[], Value], no: Callable[[], Value], node: ast.AST) -> Value:
    """What one of two expressions gives; only that one is evaluated, unless nobody can tell."""
    if holds.is_constant:
        return yes() if holds.constant else no()
    join = Join(("",), frozenset())
    regions: list[Lines] = []
    values: list[Value] = []
    unknown: NotYetKnown | None = None
    for compute in (yes, no):
        with b.region() as lines:
            try:
                b.conditional += 1
                values.append(_branch(b, compute, join, node))
            except NotYetKnown as error:
                unknown = error
            finally:
                b.conditional -= 1
        regions.append(lines)
    if unknown is not None:
        # What is written now is thrown away; the type of the other branch is what counts.
        b.unknown.append(unknown.error)
        type_ = type_of(values[0]) if values else None
        if type_ is None:
            raise unknown
        return rebuilt(type_, b.poisons(type_))
    if all(isinstance(value, Num) for value in values) and all(map(_is_plain, regions)):
        b.w.lines += regions
        one, other = (value for value in values if isinstance(value, Num))
        type_ = promote(one.type, other.type)
        one, other = scalars.convert(b.w, one, type_), scalars.convert(b.w, other, type_)
        return _selected(b, holds, one, other)
    what = merged(join, b.env)
    end_ways(b, join, what, "scf.yield")
    names = place_results(b, what, f"scf.if {holds.name}", [regions[0], "} else {", regions[1]])
    env = dict(b.env)
    arrive(b, join, what, names)
    result = b.env[""]
    b.env = env
    if isinstance(result, Conflict):
        types = f"{result.type.one} in one case and {result.type.other} in the other"
        raise b.fail("J006", f"a conditional gives {types}", node, "give values of one type")
    # late: calls evaluate their arguments, which are expressions
    from asyncir.source.python.calls import own

    own(b, result)
    return result


def _branch(b: Body, compute: Callable[[], Value], join: Join, node: ast.AST) -> Value:
    # late: arrays are made of what was not computed yet
    from asyncir.source.python.elements import materialised

    value = materialised(b, compute())
    if type_of(value) is None:
        raise b.fail("J006", f"{described(value)} is chosen by a condition", node, "use an if statement")
    b.keep(value)
    b.env[""] = value
    b.give_up_temporaries()
    leave(b, join)
    return value


def _selected(b: Body, holds: Num, one: Num, other: Num) -> Num:
    if one == other:
        return one
    if one.type == BOOL:
        # The logic that canonicalisation and LLVM see best.
        if other.constant is False:
            return scalars.binary(b.w, "&", Num(BOOL, holds.name), one)
        if one.constant is True:
            return scalars.binary(b.w, "|", Num(BOOL, holds.name), other)
    return scalars.select(b.w, holds.name, one, other)


def _is_plain(lines: Lines) -> bool:
    """Whether computing these for nothing does no harm and costs little."""
    text = list(flattened(lines))
    ops = [line.partition(" = ")[2] for line in text]
    return len(text) <= _FEW and all(op.startswith(_PLAIN_OPS) and not op.startswith(_MAY_FAIL) for op in ops)
