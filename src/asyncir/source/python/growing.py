"""Lists that grow: the variables on which `append`, `pop` and their like are called.

States
------
Such a variable is one of two things. As long as nothing was put into it, it is an empty list whose elements have no type: a
record without parts. Then it is an array with room for some elements, and the number of those that count. To append is to
write the next place of the array, in a larger one if it is full: the variable then is the new array and the new number, as if
it had been assigned, so that joins and loops carry it as they carry others. Read by its name, it is a plain list: a view of
the elements that count.

Why no other name sees what is missing there
--------------------------------------------
Another name of the list (`b = a`) is such a view, and does not grow. In Python it would. So whatever makes a list longer or
shorter looks at the count of references to its array: only one that the variable alone holds may change. Whoever else may see
the list holds a count: a variable, a tuple, a loop over it, a task that was given it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from asyncir.diagnostics.names import did_you_mean
from asyncir.source.python import scalars
from asyncir.source.python.arguments import CallArguments, given
from asyncir.source.python.body import Body, NotYetKnown
from asyncir.source.python.elements import allocate, length, load, nest, size, store
from asyncir.source.python.expressions import evaluate, evaluate_number, operate
from asyncir.source.python.joins import handed_over
from asyncir.source.python.library_calls import library
from asyncir.source.python.lists import array_of, copied, element_of, fits, made, not_fitting
from asyncir.source.python.scopes import LENGTHENS, grown
from asyncir.source.python.subscripts import KnownExpression, first_of
from asyncir.source.python.types import (
    CELL,
    EMPTY_LIST,
    INT,
    ArrayType,
    NumberType,
    RecordType,
    list_type,
    parts,
    promote,
)
from asyncir.source.python.values import (
    NOTHING,
    Array,
    Display,
    Maybe,
    Num,
    ObjectValue,
    Value,
    constant,
)

EMPTY = ObjectValue(EMPTY_LIST, ())
"""An empty list whose elements have no type yet."""

_ROOM = 8
"""So many elements a list has room for at first."""
_METHODS = frozenset({*LENGTHENS, "sort", "reverse", "index", "count", "copy"})
_SHARED = "RuntimeError: a list grows or shrinks that has another name, or on which a loop or a task works"


# ---- what variables hold


def with_room(b: Body, value: Value, name: str, node: ast.AST) -> Value:
    """A list as a variable holds it that grows: the array is full at first. Other values as they are."""
    known = b.instance.list_types.get(name)
    if value == EMPTY and (known is not None or b.instance.is_last):
        if known is None:
            b.guessed.add(name)
        return _held(allocate(b, known or INT, [b.w.index(_ROOM)]), constant(0))
    if not isinstance(value, ObjectValue) or not value.type.is_list or value.type.grows:
        return value
    array = array_of(value)
    if not array.type.counted:
        raise b.fail("J140", f"'{name}' is a list of the caller, and grows here", node, _OF_CALLER)
    wider = known or array.type.element
    if wider != array.type.element and any(one.cell == array.cell for one in b.temporaries):
        # What is put into it later has a wider type, and nobody else has the list.
        wide = promote(wider, array.type.element)
        array = array_of(copied(b, array, wide))
    return _held(array, length(b, size(b, array, 0)))


def _is_known(b: Body, name: str, element: NumberType) -> None:
    """An element of this type is put into the list of a variable: the next attempt begins with one that holds it."""
    types = b.instance.first_types
    types[name] = promote(types[name], element) if name in types else element


_OF_CALLER = "make a list of its own, list(x), and return it"


def _held(array: Array, count: Num) -> ObjectValue:
    return ObjectValue(list_type(array.type, grows=True), (array, count))


def as_it_is(b: Body, value: ObjectValue) -> Value:
    """A list that grows as one that does not: a view of the elements that count."""
    if not value.items:
        return Display((), b.w.node)
    array, count = _parts(value)
    return made(first_of(b, array, b.w.index_of(count)))


def _parts(value: ObjectValue) -> tuple[Array, Num]:
    array, count = value.items
    assert isinstance(array, Array)
    assert isinstance(count, Num)
    return array, count


def adapted_list(b: Body, value: ObjectValue, type_: RecordType) -> ObjectValue:
    """A list as one of a type that is the union of its own and others; an empty one gets room."""
    wanted = type_.items[0]
    assert isinstance(wanted, ArrayType)
    if not value.items:
        array = _new(b, wanted.element, b.w.index(_ROOM if type_.grows else 0))
        return _held(array, constant(0)) if type_.grows else made(array)
    array = b.adapted(value.items[0], wanted)
    assert isinstance(array, Array)
    if not type_.grows:
        return made(array)
    return _held(array, _parts(value)[1] if value.type.grows else length(b, size(b, array, 0)))


def _new(b: Body, element: NumberType, room: str) -> Array:
    """An array that a variable will hold."""
    array = allocate(b, element, [room])
    b.temporaries.remove(array)
    return array


def may_grow(b: Body, target: ast.expr) -> bool:
    """Whether what is assigned to is a variable that grows."""
    return isinstance(target, ast.Name) and target.id in b.instance.function.growing


def parts_of(target: ast.expr, count: int) -> Iterator[ast.expr]:
    """What the items of a tuple are assigned to that is assigned to this; the target itself where nobody can tell."""
    listed = target.elts if isinstance(target, ast.Tuple | ast.List) else []
    yield from listed if len(listed) == count else [target] * count


# ---- methods


def call_of_list(b: Body, node: ast.Call, name: ast.Name, method: str) -> Value | None:
    """What a method of a list gives that is a variable; None: it is none."""
    value = _list_in(b, name)
    if value is None:
        return None
    if method not in _METHODS:
        help = did_you_mean(method, sorted(_METHODS)) or "index it, or loop over it"
        raise b.fail("J011", f"lists have no '{method}' here", node.func, help)
    of = (
        given(b, node, evaluate) if method != "extend" else CallArguments(b, node, [EMPTY for _ in node.args])
    )
    if method not in LENGTHENS:
        if value == EMPTY and (found := _of_nothing(b, method, of)) is not None:
            return found
        return _of_any(b, _with_type(b, b.read(name.id, name), node), method, of)
    match method:
        case "append":
            of.only("object")
            _insert(b, name, None, of)
        case "insert":
            of.only("index", "object")
            _insert(b, name, of.whole("index", 0), of)
        case "extend":
            of.only("iterable")
            extend(b, name, node.args[0], node)
        case "pop":
            of.only("index", least=0)
            return _pop(b, name, of.whole("index", 0) if of.values else None, node)
        case "remove":
            of.only("value")
            _pop(b, name, _place(b, _with_type(b, b.read(name.id, name), node), of, "remove(x)"), node)
        case _:
            of.only()
            if value.items:
                _put(b, name, _changing(b, name, node)[0], constant(0))
    return NOTHING


def _list_in(b: Body, name: ast.Name) -> ObjectValue | None:
    """The list that a variable holds, if it holds one."""
    value = b.env.get(name.id)
    if isinstance(value, Maybe) and isinstance(value.value, ObjectValue) and value.value.type.is_list:
        # From here on it has a value.
        b.env[name.id] = value = b.held(name.id, name) or value
    return value if isinstance(value, ObjectValue) and value.type.is_list else None


def _with_type(b: Body, value: Value | None, node: ast.AST) -> ObjectValue:
    """A list whose elements have a type."""
    if isinstance(value, ObjectValue):
        return value
    if b.instance.is_last:
        return made(allocate(b, INT, [b.w.index(0)]))
    help = "append to it before, or begin with a list that has elements"
    raise NotYetKnown(
        b.fail("J140", "this list is empty here, and its elements have no type yet", node, help)
    )


def _of_nothing(b: Body, method: str, of: CallArguments) -> Value | None:
    """What a method gives of a list that is surely empty."""
    match method:
        case "copy":
            of.only()
            return Display((), of.node)
        case "count":
            of.only("value")
            return constant(0)
        case "sort" | "reverse":
            of.only("reverse", least=0)
            return NOTHING
        case _:
            return None


def _of_any(b: Body, value: ObjectValue, method: str, of: CallArguments) -> Value:
    """A method that lists have which do not grow, too."""
    # late: only these need the library, and NumPy with it
    from asyncir.source.python.library import how_often, sort_in_place, turn_round

    array = array_of(value)
    match method:
        case "sort":
            backwards = of.named.pop("reverse", constant(False))
            of.only()
            if array.type.element.is_complex or not isinstance(backwards, Num) or not backwards.is_constant:
                raise of.fail(
                    "it takes reverse=True or nothing, and numbers that have an order",
                    "sort by keys with np.argsort",
                )
            library(b, sort_in_place, of.node, array)
            if backwards.constant:
                library(b, turn_round, of.node, array)
        case "reverse":
            of.only()
            library(b, turn_round, of.node, array)
        case "index":
            of.only("value")
            return _place(b, value, of, "index(x)")
        case "count":
            of.only("value")
            return library(b, how_often, of.node, array, of.number("value", 0))
        case _:
            of.only()
            return copied(b, array)
    return NOTHING


def _place(b: Body, value: ObjectValue, of: CallArguments, method: str) -> Num:
    """The place of the first element that equals an argument."""
    # late: as above
    from asyncir.source.python.library import first_place

    number = library(b, first_place, of.node, array_of(value), of.number("value", 0))
    assert isinstance(number, Num)
    there = scalars.compare(b.w, ">=", number, constant(0))
    scalars.check(b.w, b.w.name(there), f"ValueError: list.{method}: x not in list")
    return Num(number.type, number.name, 0)


# ---- longer and shorter


def _changing(b: Body, name: ast.Name, node: ast.AST) -> tuple[Array, Num]:
    """The parts of a list that is about to change its length, of which nobody else knows."""
    value = _list_in(b, name)
    assert value is not None
    if b.conditional:
        help = "write it as a statement of its own, below an if"
        raise b.fail("J140", f"'{name.id}' may grow or shrink in this expression, or not", node, help)
    if not value.type.grows:
        raise b.fail("J140", f"'{name.id}' is a list of the caller, and grows here", node, _OF_CALLER)
    _with_type(b, value if value.items else None, node)
    array, count = _parts(value)
    w = b.w
    holders = w.op(f"memref.load {array.cell}[{w.index(0)}] : {CELL}")
    alone = scalars.test(w, "==", NumberType("i", 64), holders, w.constant("i64", "1"))
    scalars.check(w, alone, _SHARED)
    return array, count


def _put(b: Body, name: ast.Name, array: Array, count: Num) -> None:
    """The variable has these parts from now on. What it held of the old ones goes over to the new."""
    b.env[name.id] = _held(array, count)


def _insert(b: Body, name: ast.Name, at: Num | None, of: CallArguments) -> None:
    """Put an element in front of a place, or behind all."""
    w, number = b.w, element_of(b, of.value("object", 0 if at is None else 1), of.node)
    if b.env[name.id] == EMPTY and not b.conditional:
        array, count = _new(b, number.type, w.index(_ROOM)), constant(0)
        _is_known(b, name.id, number.type)
    else:
        array, count = _changing(b, name, of.node)
        if name.id in b.guessed and number.type != array.type.element:
            _is_known(b, name.id, number.type)
            raise NotYetKnown(not_fitting(b, number, array.type, of.node))
        if not fits(number, array.type):
            _is_known(b, name.id, promote(array.type.element, number.type))
            raise NotYetKnown(not_fitting(b, number, array.type, of.node))
        number = scalars.convert(b.w, number, array.type.element)
        array = _with_more_room(b, array, count)
    place = count if at is None else _between(b, at, count)
    if at is not None:
        last, many = w.index_of(count), w.index_of(scalars.binary(w, "-", count, place))

        def shift(index: list[str]) -> None:
            to = w.op(f"arith.subi {last}, {index[0]} : index")
            store(b, array, [to], load(b, array, [w.op(f"arith.subi {to}, {w.index(1)} : index")]))

        nest(b, [many], shift)
    store(b, array, [w.index_of(place)], number)
    more = scalars.binary(w, "+", count, constant(1))
    _put(b, name, array, Num(more.type, more.name, (count.low or 0) + 1, more.constant, more.index))


def _between(b: Body, at: Num, count: Num) -> Num:
    """The place in front of which an element is put: one that is too large or too small is an end."""
    w = b.w
    negative = scalars.compare(w, "<", at, constant(0))
    at = scalars.select(w, w.name(negative), scalars.binary(w, "+", at, count), scalars.convert(w, at, INT))
    small, large = (scalars.compare(w, word, at, end) for word, end in (("<", constant(0)), (">", count)))
    return scalars.select(w, w.name(small), constant(0), scalars.select(w, w.name(large), count, at))


def _with_more_room(b: Body, array: Array, count: Num) -> Array:
    """The array, or one with more room and the same elements if it is full."""
    w, types = b.w, parts(array.type)
    room = size(b, array, 0)
    full = w.op(f"arith.cmpi eq, {w.index_of(count)}, {room} : index")
    view, base, cell = names = [w.fresh(hint) for hint in ("array", "memory", "count")]
    with b.region() as larger:
        twice = w.op(f"arith.addi {room}, {room} : index")
        new = _new(b, array.type.element, w.op(f"arith.addi {twice}, {w.index(_ROOM)} : index"))
        nest(b, [room], lambda index: store(b, new, index, load(b, array, index)))
        b.release(array)
        w.line(handed_over("scf.yield", b.names_of(new), types))
    with b.region() as same:
        w.line(handed_over("scf.yield", b.names_of(array), types))
    w.raw(f"{', '.join(names)} = scf.if {full} -> ({', '.join(types)}) {{")
    w.lines += [larger, "} else {", same]
    w.line("}")
    return Array(array.type, view, base, cell)


def _pop(b: Body, name: ast.Name, at: Num | None, node: ast.AST) -> Num:
    """Take an element out, the last one if no place is given; gives the element."""
    w = b.w
    array, count = _changing(b, name, node)
    some = scalars.compare(w, ">", count, constant(0))
    scalars.check(w, w.name(some), "IndexError: pop from empty list")
    less = scalars.binary(w, "-", count, constant(1))
    less = Num(less.type, less.name, 0, less.constant, less.index)
    if at is None:
        place = less
    else:
        negative = scalars.compare(w, "<", at, constant(0))
        place = scalars.select(
            w, w.name(negative), scalars.binary(w, "+", at, count), scalars.convert(w, at, INT)
        )
        inside = [scalars.compare(w, word, place, end) for word, end in ((">=", constant(0)), ("<", count))]
        scalars.check(w, w.name(scalars.binary(w, "&", *inside)), "IndexError: pop index out of range")
    index = w.index_of(place)
    taken = load(b, array, [index])
    if at is not None:

        def shift(offset: list[str]) -> None:
            to = w.op(f"arith.addi {index}, {offset[0]} : index")
            store(b, array, [to], load(b, array, [w.op(f"arith.addi {to}, {w.index(1)} : index")]))

        nest(b, [w.index_of(scalars.binary(w, "-", less, place))], shift)
    _put(b, name, array, less)
    return taken


def grow(b: Body, name: ast.Name, op: ast.operator, value: ast.expr, node: ast.AST) -> None:
    """`x += values`, and `x *= n`, which change the list itself."""
    if isinstance(op, ast.Add):
        extend(b, name, value, node)
        return
    many = evaluate(b, value)
    there = b.read(name.id, name)
    if b.env[name.id] != EMPTY:
        _changing(b, name, node)
    assert there is not None
    new = operate(b, op, there, many, node)
    b.assign(name.id, new if isinstance(new, ObjectValue) else EMPTY, node)


def extend(b: Body, name: ast.Name, values: ast.expr, node: ast.AST) -> None:
    """Append one value after the other: a loop that does it."""
    # late: statements are made of expressions
    from asyncir.source.python.statements import statements

    if b.conditional:
        _changing(b, name, node)
    if isinstance(values, ast.Name) and values.id == name.id and b.env[name.id] == EMPTY:
        return
    each = f"each {getattr(values, 'lineno', 0)}.{getattr(values, 'col_offset', 0)}"
    if isinstance(values, ast.Name) and values.id == name.id and b.env[name.id] != EMPTY:
        itself = copied(b, array_of(_with_type(b, b.read(name.id, name), node)))
        values = ast.copy_location(KnownExpression(itself), values)
    if isinstance(values, ast.GeneratorExp):
        values = ast.copy_location(ast.ListComp(values.elt, values.generators), values)
    own = ast.Name(name.id, ast.Load())
    append = ast.Expr(ast.Call(ast.Attribute(own, "append", ast.Load()), [ast.Name(each, ast.Load())], []))
    loop = ast.For(ast.Name(each, ast.Store()), values, [append], [])
    for inner in ast.walk(loop):
        if isinstance(inner, ast.stmt | ast.expr) and not hasattr(inner, "lineno"):
            ast.copy_location(inner, node)
    b.liveness.block([loop], frozenset({name.id}), frozenset(), frozenset())
    statements(b, [loop])
    b.forget([each])


def is_place(target: ast.expr) -> bool:
    """Whether it is an index of a variable: what `del` takes out of a list."""
    return isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name)


def delete(b: Body, target: ast.expr, node: ast.AST) -> None:
    """`del x[i]`."""
    assert isinstance(target, ast.Subscript)
    assert isinstance(target.value, ast.Name)
    if _list_in(b, target.value) is None or isinstance(target.slice, ast.Slice):
        help = "only elements of lists can be taken out, one by one: del x[i]"
        raise b.fail("J002", "del cannot be compiled here", node, help)
    _pop(b, target.value, evaluate_number(b, target.slice, "the index"), node)


def refuse_growing(b: Body, call: ast.Call) -> None:
    """A task that is given a list which grows would see more or less of it, by when it runs."""
    inner = [argument for argument in call.args[:1] if isinstance(argument, ast.Call)]
    for name in (argument for one in (call, *inner) for argument in one.args):
        if isinstance(name, ast.Name) and may_grow(b, name) and _list_in(b, name) is not None:
            help = f"give it the list as it is now: list({name.id})"
            raise b.fail("J140", f"a task is given '{name.id}', which grows", name, help)


def refuse_growth(b: Body, loop: ast.For) -> None:
    """A loop over a list that makes it longer would have to see the new elements."""
    growing = grown(loop.body) & b.instance.function.growing
    for name in _looped_over(loop.iter):
        if name.id in growing and isinstance(held := b.env.get(name.id), ObjectValue) and held.type.is_list:
            help = f"loop over list({name.id}), or count: while i < len({name.id})"
            raise b.fail("J140", f"'{name.id}' grows or shrinks while a loop runs over it", name, help)


def is_run_over(b: Body, name: str, loop: ast.For) -> bool:
    """Whether a loop may show the memory that a variable holds; of a list that grows, only one that runs over it does."""
    value = b.env.get(name)
    grows = isinstance(value, ObjectValue) and value.type.grows
    return not grows or any(one.id == name for one in _looped_over(loop.iter))


def _looped_over(node: ast.expr) -> Iterator[ast.Name]:
    if isinstance(node, ast.Name):
        yield node
    match node:
        case ast.Call(ast.Name("enumerate" | "zip" | "reversed"), arguments):
            for argument in arguments:
                yield from _looped_over(argument)
        case _:
            pass
