"""Lists of numbers: as they are written, and by comprehensions.

A list is an array with one axis whose elements are numbers of Python. It has the length that it was made with; what would
make it longer is refused with what to write instead. A comprehension is a loop that fills an array: one `for` tells how much
room it needs at most, several make more room where there is too little.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Sequence

from asyncir.source.python import scalars
from asyncir.source.python.body import Body, NotYetKnown, described
from asyncir.source.python.elements import allocate, assign_elements, sizes, store
from asyncir.source.python.errors import Untranslatable
from asyncir.source.python.iterables import number_of, turns_of
from asyncir.source.python.library_calls import library
from asyncir.source.python.loops import translate_for
from asyncir.source.python.scopes import grown
from asyncir.source.python.subscripts import KnownExpression, first_of
from asyncir.source.python.types import (
    BOOL,
    INT,
    ArrayType,
    MaybeType,
    NumberType,
    TaskType,
    Type,
    list_type,
    numpy_of,
    promote,
)
from asyncir.source.python.values import (
    Array,
    Display,
    Elements,
    Num,
    ObjectValue,
    Spawned,
    Static,
    Turns,
    Unawaited,
    Value,
    constant,
)

_ROOM = 8
"""So many elements a list has room for at first, where nobody knows how many there will be."""


def made(array: Array) -> ObjectValue:
    """The list whose elements lie in this array."""
    return ObjectValue(list_type(array.type), (array,))


def array_of(value: ObjectValue) -> Array:
    """The array in which the elements of a list lie."""
    array = value.items[0]
    assert isinstance(array, Array)
    return array


def numbers_of(b: Body, value: Display) -> list[Num]:
    """The numbers of a list as it is written."""
    numbers: list[Num] = []
    for item in value.items:
        number = item.at([]) if isinstance(item, Elements) and not item.shape else item
        if not isinstance(number, Num):
            raise _refuse_element(b, number, value.node or b.w.node)
        numbers.append(number)
    return numbers


_OF_NUMBERS = "keep numbers in it; a table is an array with two axes: np.zeros((n, m))"
_OF_TASKS = "start any number of tasks in a task group; asyncir.gather takes those that are written out"


def _refuse_element(b: Body, value: Value, node: ast.AST) -> Exception:
    help = _OF_TASKS if isinstance(value, Spawned | Unawaited) else _OF_NUMBERS
    return b.fail("J140", f"a list with {described(value)} in it cannot be compiled", node, help)


def list_of(b: Body, value: Display) -> ObjectValue:
    """A list as it is written, in memory."""
    numbers = numbers_of(b, value)
    if not numbers and b.instance.is_last:
        return made(allocate(b, INT, [b.w.index(0)]))
    if not numbers:
        help = "append to it first, in a function that makes it; or make an array: np.empty(0)"
        node = value.node or b.w.node
        raise NotYetKnown(b.fail("J140", "an empty list has no type of elements here", node, help))
    element = numbers[0].type
    for number in numbers[1:]:
        element = promote(element, number.type)
    array = allocate(b, element, [b.w.index(len(numbers))])
    for at, number in enumerate(numbers):
        store(b, array, [b.w.index(at)], number)
    return made(array)


def comprehension(b: Body, node: ast.ListComp | ast.GeneratorExp) -> ObjectValue:
    """The list of what a comprehension gives."""
    refuse_what_waits(b, node)
    return _Comprehension(b, node).result()


def listed(b: Body, node: ast.expr, call: ast.Call) -> ObjectValue:
    """The list of what something gives that is looped over."""
    # late: what a builtin takes may be a comprehension
    from asyncir.source.python.builtin import generator_of

    over = node if isinstance(node, ast.GeneratorExp) else generator_of(node)
    return comprehension(b, ast.copy_location(ast.ListComp(over.elt, over.generators), call))


def in_order(b: Body, node: ast.Call, evaluate: Callable[[Body, ast.expr], Value]) -> ObjectValue:
    """`sorted`: a list of its own, whose numbers are in order."""
    names = [keyword.arg for keyword in node.keywords]
    if len(node.args) != 1 or names not in ([], ["reverse"]):
        help = "np.argsort(keys) sorts by keys: a[np.argsort(keys)]"
        raise b.fail("J009", "sorted: it takes what to sort, and reverse=", node, help)
    backwards = evaluate(b, node.keywords[0].value) if names else constant(False)
    if not isinstance(backwards, Num) or not backwards.is_constant:
        raise b.fail("J009", "sorted: 'reverse' is no constant", node, "write reverse=True")
    made = listed(b, node.args[0], node)
    # late: only what sorts needs the library, and NumPy with it
    from asyncir.source.python.library import sort_in_place, turn_round

    if array_of(made).type.element.is_complex:
        raise b.fail("J009", "sorted: complex numbers have no order", node, "sort their abs() or real")
    library(b, sort_in_place, node, array_of(made))
    if backwards.constant:
        library(b, turn_round, node, array_of(made))
    return made


class _Renamed(ast.NodeTransformer):
    """Gives the variables of a comprehension names of their own, as they are not seen outside of it."""

    def __init__(self, names: dict[str, str]):
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self.names.get(node.id, node.id)
        return node


def refuse_what_waits(b: Body, node: ast.ListComp | ast.GeneratorExp) -> None:
    """A comprehension that waits is none of a plain function; what one assigns would be seen behind it."""
    if any(generator.is_async for generator in node.generators):
        raise b.fail("J003", "an asynchronous comprehension cannot be compiled", node, "write a loop")
    if any(isinstance(inner, ast.NamedExpr | ast.Await) for inner in ast.walk(node)) or (
        grown([node]) & b.instance.function.growing
    ):
        message = "a comprehension that assigns, waits or makes a list grow cannot be compiled"
        raise b.fail("J003", message, node, "write a loop")


class LoopsOf:
    """The loops of a comprehension or generator, as statements that end with what is done with each element."""

    def __init__(self, b: Body, node: ast.ListComp | ast.GeneratorExp):
        self.b, self.node = b, node
        self.place = f"{node.lineno}.{node.col_offset}"
        self.last = f"last {self.place}"
        first, *others = node.generators
        self.iter = first.iter
        own = {
            n.id: f"{n.id} {self.place}"
            for generator in node.generators
            for n in ast.walk(generator.target)
            if isinstance(n, ast.Name)
        }
        renamed = _Renamed(own)
        self.targets = [renamed.visit(copy.deepcopy(generator.target)) for generator in node.generators]
        self.iters = [self.iter, *(renamed.visit(copy.deepcopy(g.iter)) for g in others)]
        self.tests = [[renamed.visit(copy.deepcopy(test)) for test in g.ifs] for g in node.generators]
        self.element = renamed.visit(copy.deepcopy(node.elt))

    def type_of_last(self, turns: Turns) -> Type | None:
        """What type the elements have: the loops are tried, and what is written is thrown away."""
        b = self.b
        returned, unknown = len(b.returned), len(b.unknown)
        with b.region(blocks=True):
            # One way or the other: a loop over a tuple is written out, and its elements may be of several types.
            perhaps = KnownExpression(Num(BOOL, b.w.fresh("perhaps")))
            taken = ast.Assign([self.name(self.last, ast.Store())], self.element)
            self.write(turns, [ast.If(perhaps, [taken], [])], self.last)
            value = b.env.get(self.last)
            found: Type | None = b.type_here(self.last) if value is not None else None
        del b.returned[returned:]
        if len(b.unknown) > unknown:
            error = b.unknown[unknown]
            del b.unknown[unknown:]
            raise NotYetKnown(error)
        return found.value if isinstance(found, MaybeType) else found

    def write(
        self, turns: Turns, body: Sequence[ast.stmt], *out: str, behind: Sequence[ast.stmt] = ()
    ) -> None:
        """Write the loops. `behind` is what is done behind an inner one, `out` what is read behind all."""
        b = self.b
        # late: statements are made of expressions
        from asyncir.source.python.statements import assign_target, statements

        inner: list[ast.stmt] = list(body)
        for at in reversed(range(len(self.targets))):
            for test in reversed(self.tests[at]):
                inner = [ast.If(test, inner, [])]
            inner = [ast.For(self.targets[at], self.iters[at], inner, [])]
            if at:
                inner += copy.deepcopy(list(behind))
        (loop,) = inner
        assert isinstance(loop, ast.For)
        for one in ast.walk(loop):
            if isinstance(one, ast.stmt | ast.expr) and not hasattr(one, "lineno"):
                ast.copy_location(one, self.node)
        b.liveness.block([loop], frozenset(out), frozenset(), frozenset())
        translate_for(b, loop, turns, assign_target, statements)

    def name(self, name: str, context: ast.expr_context) -> ast.Name:
        """A variable of these loops."""
        return ast.copy_location(ast.Name(name, context), self.node)


class _Comprehension(LoopsOf):
    """The loops of a comprehension, which fill an array."""

    def __init__(self, b: Body, node: ast.ListComp | ast.GeneratorExp):
        super().__init__(b, node)
        self.array, self.count = f"list {self.place}", f"n {self.place}"
        self.grows = len(node.generators) > 1

    def result(self) -> ObjectValue:
        """Write the loops; gives the list."""
        b, w = self.b, self.b.w
        held, b.temporaries = b.temporaries, []
        turns = turns_of(b, self.iter)
        kept, b.temporaries = b.temporaries, []
        element = self._element_type(turns)
        room = self._room(turns)
        array = allocate(b, element, [room])
        b.assign(self.array, array, self.node)
        b.assign(self.count, constant(0), self.node)
        self.write(turns, self._fill(), self.array, self.count)
        filled, count = b.env[self.array], b.env[self.count]
        assert isinstance(filled, Array)
        assert isinstance(count, Num)
        view = first_of(b, filled, w.index_of(count))
        # The variable's count becomes that of the temporary that the list is.
        del b.env[self.array], b.env[self.count]
        b.temporaries = [*held, *kept, view]
        return made(view)

    def _room(self, turns: Turns) -> str:
        w = self.b.w
        if turns.fixed is not None and not self.grows:
            return w.index(len(turns.fixed))
        if self.grows:
            return w.index(_ROOM)
        return w.op(f"arith.maxsi {number_of(self.b, turns)}, {w.index(0)} : index")

    def _element_type(self, turns: Turns) -> NumberType:
        b = self.b
        type_ = self.type_of_last(turns)
        if type_ is None and b.instance.is_last:
            return INT
        if type_ is None:
            help = "make an array: np.empty(0)"
            raise NotYetKnown(b.fail("J140", "a list without elements has no type here", self.node, help))
        if not isinstance(type_, NumberType):
            help = _OF_TASKS if isinstance(type_, TaskType) else _OF_NUMBERS
            raise b.fail(
                "J140", f"a list with a value of type {type_} in it cannot be compiled", self.node, help
            )
        return type_

    def _fill(self) -> list[ast.stmt]:
        """What is done with each element, in Python."""
        # late: only a list that grows needs the library, and NumPy with it
        from asyncir.source.python.library import grown

        def array(context: ast.expr_context) -> ast.Name:
            return self.name(self.array, context)

        def count(context: ast.expr_context) -> ast.Name:
            return self.name(self.count, context)

        room = ast.Call(KnownExpression(Static(len)), [array(ast.Load())], [])
        full = ast.Compare(count(ast.Load()), [ast.Eq()], [room])
        larger = ast.Call(KnownExpression(Static(grown)), [array(ast.Load())], [])
        body: list[ast.stmt] = []
        if self.grows:
            body.append(ast.If(full, [ast.Assign([array(ast.Store())], larger)], []))
        body.append(
            ast.Assign([ast.Subscript(array(ast.Load()), count(ast.Load()), ast.Store())], self.element)
        )
        body.append(ast.AugAssign(count(ast.Store()), ast.Add(), ast.Constant(1)))
        return body


def element_of(b: Body, value: Value | None, node: ast.AST) -> Num:
    """A number, as lists have them."""
    number = value.at([]) if isinstance(value, Elements) and not value.shape else value
    if not isinstance(number, Num):
        what = "missing" if value is None else described(value)
        help = _OF_TASKS if isinstance(value, Spawned | Unawaited) else _OF_NUMBERS
        raise b.fail("J140", f"an element of a list cannot be {what}", node, help)
    return number


def fitting(b: Body, value: Value, of: ArrayType, node: ast.AST) -> Num:
    """A number as an element of a list, whose type stays."""
    number = element_of(b, value, node)
    if not fits(number, of):
        raise not_fitting(b, number, of, node)
    return scalars.convert(b.w, number, of.element)


def fits(number: Num, of: ArrayType) -> bool:
    """Whether the elements of a list can be this number."""
    wide = numpy_of(of.element)
    return promote(of.element, number.type) == of.element or promote(wide, numpy_of(number.type)) == wide


def not_fitting(b: Body, number: Num, of: ArrayType, node: ast.AST) -> Untranslatable:
    """The error for a number of another type."""
    message = f"the elements of this list are {of.element}, and this is {described(number)}"
    help = "convert it, or make the list of such numbers from the beginning: [0.0, 1.0]"
    return b.fail("J140", message, node, help)


def copied(b: Body, array: Array, element: NumberType | None = None) -> ObjectValue:
    """A list of its own with the elements of a part, in their type or in another."""
    new = allocate(b, element or array.type.element, sizes(b, array))
    assign_elements(b, new, array, b.w.node)
    return made(new)
