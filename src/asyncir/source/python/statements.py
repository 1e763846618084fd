"""Statements of Python functions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial

from asyncir.source.python import scalars
from asyncir.source.python.body import Body, NotYetKnown, described, is_counted
from asyncir.source.python.branches import translate_if, with_blocks
from asyncir.source.python.elements import assign_elements, materialised, size, sizes
from asyncir.source.python.expressions import (
    condition,
    evaluate,
    evaluated_next,
    operate,
)
from asyncir.source.python.growing import EMPTY, delete, grow, is_place, is_run_over, parts_of, refuse_growth
from asyncir.source.python.iterables import turns_of
from asyncir.source.python.joins import leave
from asyncir.source.python.loops import translate_for, translate_while
from asyncir.source.python.parallel import translate_parallel
from asyncir.source.python.pipelining import as_statements
from asyncir.source.python.raising import message_of
from asyncir.source.python.ready import translate_async_for
from asyncir.source.python.records import assign_field
from asyncir.source.python.scopes import escapes, is_left_early, stored
from asyncir.source.python.subscripts import KnownExpression, assign_subscript
from asyncir.source.python.tasks import translate_with
from asyncir.source.python.values import (
    NOTHING,
    Array,
    Display,
    Elements,
    Num,
    ObjectValue,
    Spawned,
    Static,
    Tuple,
    Unawaited,
    Value,
)
from asyncir.source.python.waiting import end_timeouts

_INSTEAD_OF_NESTED = (
    "bind its name once, call it by that, and hand it to nobody; or define it outside, with @asyncir.jit"
)
_REFUSED: dict[type[ast.stmt], tuple[str, str]] = {
    ast.FunctionDef: ("a function in a function that is not only called by its name", _INSTEAD_OF_NESTED),
    ast.AsyncFunctionDef: (
        "a function in a function that is not only called by its name",
        _INSTEAD_OF_NESTED,
    ),
    ast.ClassDef: ("a class", "define it outside; pass its numbers and arrays"),
    ast.Delete: ("del", "leave it out: memory is freed when nobody reads it any more"),
    ast.With: ("with", "open it outside; only `async with` a task group or a timeout can be compiled"),
    ast.Match: ("match", "write if and elif"),
    ast.Try: ("try", "test before, or catch the exception outside"),
    ast.TryStar: ("try", "test before, or catch the exceptions outside"),
    ast.Import: ("import", "import at the top of the file"),
    ast.ImportFrom: ("import", "import at the top of the file"),
    ast.Global: ("global", "return the value; what is global is a constant"),
    ast.Nonlocal: ("nonlocal", "return the value; what is outside is a constant"),
}


def function_body(b: Body, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """Translate all of a function."""
    statements(b, node.body)
    if b.flow:
        b.w.node = node.body[-1]
        _return(b, NOTHING, node)


def statements(b: Body, body: Sequence[ast.stmt]) -> None:
    """Translate statements up to the first behind which nothing goes on."""
    for node in body:
        if not b.flow:
            return
        lines, count = b.w.lines, len(b.w.lines)
        b.w.node = node
        try:
            _statement(b, node)
        except scalars.OperandError as error:
            raise b.fail(error.code, str(error), node, error.help) from None
        except NotYetKnown as unknown:
            b.w.lines = lines
            del lines[count:]
            b.unknown.append(unknown.error)
            b.temporaries = []
            b.end()
        b.give_up_temporaries()


def _statement(b: Body, node: ast.stmt) -> None:
    match node:
        case ast.Expr(value):
            _expression(b, value)
        case ast.Assign(targets, value):
            result = _stored(b, evaluate(b, value), *targets)
            for target in targets:
                assign_target(b, target, result, node)
        case ast.AnnAssign(target, _, value):
            if value is not None:
                assign_target(b, target, _stored(b, evaluate(b, value), target), node)
        case ast.AugAssign():
            _augmented(b, node)
        case ast.If():
            holds = condition(b, node.test)
            b.give_up_temporaries()
            if escapes(node) and not b.blocks and not holds.is_constant:
                with_blocks(b, node, lambda: translate_if(b, node, holds, statements))
            else:
                translate_if(b, node, holds, statements)
        case ast.For():
            _for(b, node)
        case ast.While():
            translate_while(b, node, _loop_condition, statements)
        case ast.Break() | ast.Continue():
            _jump(b, node)
        case ast.Return(value):
            _return(b, NOTHING if value is None else _handed_back(b, evaluate(b, value)), node)
        case ast.Assert():
            holds = condition(b, node.test)
            scalars.check(b.w, b.w.name(holds), message_of(b, AssertionError, node.msg, node))
        case ast.Raise():
            _raise(b, node)
        case ast.Pass():
            pass
        case ast.Delete(targets) if all(map(is_place, targets)):
            for target in targets:
                delete(b, target, node)
        case ast.AsyncWith():
            translate_with(b, node, statements)
        case ast.AsyncFor():
            translate_async_for(b, node, assign_target, statements)
        case _:
            name, help = _REFUSED.get(type(node), (type(node).__name__, "write it with if, for and while"))
            raise b.fail("J002", f"{name} cannot be compiled", node, help)


def _expression(b: Body, node: ast.expr) -> None:
    if isinstance(node, ast.Constant):  # a docstring, or `...`
        return
    b.unused = node
    value = evaluate(b, node)
    if isinstance(value, Unawaited):
        help = "write `await` in front of it, or start it with asyncir.spawn(f, ...)"
        raise b.fail(
            "J014", f"'{value.function.__name__}' is called and not awaited: nothing happens", node, help
        )
    if isinstance(value, Spawned) and not value.done:
        help = "give it a name, or start it in a task group"
        raise b.fail("J014", "a task is started that nobody can await", node, help)


def _stored(b: Body, value: Value, *targets: ast.expr) -> Value:
    """A value as a variable has it: arrays are made of what was not computed yet. `targets` are what it is assigned to."""
    match value:
        case Display((), node) if len(targets) == 1 and isinstance(targets[0], ast.Name):
            if isinstance(node, ast.Name):
                # Two names of one list are seen by its count, which one without a type does not have.
                return materialised(b, value)
            return EMPTY
        case Elements() | Display():
            return materialised(b, value)
        case Tuple(items):
            inner = [list(parts_of(target, len(items))) for target in targets]
            return Tuple(tuple(_stored(b, item, *of) for item, *of in zip(items, *inner, strict=True)))
        case _:
            return value


def _handed_back(b: Body, value: Value) -> Value:
    """A value as it is returned; an empty list may get its type from what is returned elsewhere."""
    if isinstance(value, Tuple) and not isinstance(value, Display):
        return Tuple(tuple(_handed_back(b, item) for item in value.items))
    return EMPTY if value == Display(()) else _stored(b, value)


def assign_target(b: Body, target: ast.expr, value: Value, node: ast.AST) -> None:
    """Give a value to what stands to the left of `=`, behind `for` or `as`."""
    match target:
        case ast.Name(name):
            b.assign(name, value, node)
        case ast.Tuple(targets) | ast.List(targets):
            _unpack(b, targets, value, target)
        case ast.Attribute(of, name) if isinstance(known := evaluate(b, of), ObjectValue):
            assign_field(b, known, name, value, target)
        case ast.Subscript():
            assign_subscript(b, target, evaluate, lambda _: value)
        case ast.Starred():
            raise b.fail("J003", "a starred target cannot be compiled", target, "name each part")
        case _:
            help = "pass values in and return them; only fields of dataclasses can be assigned"
            raise b.fail("J011", "this attribute cannot be assigned", target, help)


def _items_of(b: Body, value: Array | Elements, count: int, node: ast.expr) -> Tuple:
    """The elements along the first axis, of which there have to be so many."""
    array = materialised(b, value)
    assert isinstance(array, Array)
    there, wanted = size(b, array, 0), b.w.index(count)
    enough, fine = (b.w.op(f"arith.cmpi {word}, {there}, {wanted} : index") for word in ("sge", "sle"))
    scalars.check(b.w, enough, "ValueError: not enough values to unpack")
    scalars.check(b.w, fine, "ValueError: too many values to unpack")
    known = ast.copy_location(KnownExpression(array), node)
    places = [ast.copy_location(ast.Constant(place), node) for place in range(count)]
    parts = [ast.copy_location(ast.Subscript(known, place, ast.Load()), node) for place in places]
    return Tuple(tuple(evaluate(b, part) for part in parts))


def _unpack(b: Body, targets: Sequence[ast.expr], value: Value, node: ast.expr) -> None:
    if any(isinstance(target, ast.Starred) for target in targets):
        raise b.fail("J003", "a starred target cannot be compiled", node, "name each part")
    if isinstance(value, Array | Elements) and sizes(b, value):
        value = _items_of(b, value, len(targets), node)
    if not isinstance(value, Tuple):
        raise b.fail("J006", f"{described(value)} cannot be unpacked", node, "unpack tuples, index arrays")
    if len(value.items) != len(targets):
        message = f"{len(value.items)} values for {len(targets)} names"
        raise b.fail("J006", message, node, f"name {len(value.items)}")
    # All are held before one is assigned, which may be another name of what comes next.
    b.keep(value)
    for target, item in zip(targets, value.items, strict=True):
        assign_target(b, target, item, node)
    b.release(value)


def _augmented(b: Body, node: ast.AugAssign) -> None:
    """`target op= value`: what is there is read before the value is computed."""
    if isinstance(node.target, ast.Subscript):

        def computed(there: Callable[[], Value]) -> Value:
            old, value = evaluated_next(b, [there()], partial(evaluate, b, node.value))
            return operate(b, node.op, old, value, node)

        assign_subscript(b, node.target, evaluate, computed)
        return
    if not isinstance(node.target, ast.Name):
        old = evaluate(b, ast.copy_location(ast.Attribute(node.target.value, node.target.attr), node.target))
        assign_target(b, node.target, operate(b, node.op, old, evaluate(b, node.value), node), node)
        return
    name = node.target.id
    old = b.held(name, node.target)
    if isinstance(old, ObjectValue) and old.type.grows and isinstance(node.op, ast.Add | ast.Mult):
        grow(b, node.target, node.op, node.value, node)
        return
    old = b.read(name, node.target)
    if old is None:
        message = f"'{name}' is not a variable of this function"
        raise b.fail("J007", message, node.target, f"assign '{name}' before")
    value = operate(b, node.op, old, evaluate(b, node.value), node)
    if isinstance(old, Array):
        if not isinstance(value, Elements | Array | Num):
            raise b.fail(
                "J006", f"the elements cannot become {described(value)}", node, "compute with arrays"
            )
        if isinstance(value, Elements) and value.element.is_float and not old.type.element.is_float:
            message = f"elements of type {value.element} do not fit {described(old)} in place"
            raise b.fail("J006", message, node, f"write {name} = {name} ... to make a new array")
        b.instance.writes = True
        assign_elements(b, old, value, node)
        return
    b.assign(name, _stored(b, value), node)


def _loop_condition(b: Body, node: ast.expr) -> Num:
    holds = condition(b, node)
    b.give_up_temporaries()
    return holds


def _for(b: Body, node: ast.For) -> None:
    turns = turns_of(b, node.iter)
    if turns.attributes and is_left_early(node):
        help = "test in the body, or loop over the range alone"
        raise b.fail("J106", "a pipelined loop is left in its midst", node, help)
    # What the loop runs over lives as long as the loop, which may assign the variables that it was read from.
    runs_over = f"<loop {node.lineno}:{node.col_offset}>"
    refuse_growth(b, node)
    again = {n.id for n in ast.walk(node.iter) if isinstance(n, ast.Name) and is_run_over(b, n.id, node)}
    again &= stored([node])
    held = [*b.temporaries, *(v for n in sorted(again) if (v := b.env.get(n)) is not None and is_counted(v))]
    if held:
        b.assign(runs_over, Tuple(tuple(held)), node)
    b.temporaries = []
    if turns.parallel:
        translate_parallel(b, node, turns, statements, assign_target)
    else:
        body = as_statements(statements) if turns.attributes else statements
        translate_for(b, node, turns, assign_target, body)
    if b.flow:
        b.forget([runs_over])


def _jump(b: Body, node: ast.Break | ast.Continue) -> None:
    word = "break" if isinstance(node, ast.Break) else "continue"
    if not b.loops:
        raise b.fail("J013", f"{word} would leave a parallel loop", node, "test instead, or write range")
    targets = b.loops[-1]
    join = targets.at_break if isinstance(node, ast.Break) else targets.at_continue
    if join is None:
        raise b.fail("J013", f"{word} would leave a parallel loop", node, "test instead, or write range")
    leave(b, join)


def _return(b: Body, value: Value, node: ast.AST) -> None:
    if b.parallel:
        raise b.fail("J013", "a parallel loop cannot return", node, "return behind the loop")
    if isinstance(value, Unawaited):
        help = "write `return await`"
        raise b.fail("J014", f"'{value.function.__name__}' is called and not awaited", node, help)
    b.keep(value)
    b.give_up_temporaries()
    b.forget(list(b.env))
    end_timeouts(b, b.timeouts)
    b.returned.append((value, b.w.place(), node))
    b.flow = False


def _raise(b: Body, node: ast.Raise) -> None:
    error = node.exc
    if error is None:
        raise b.fail(
            "J015", "raise without an exception", node, "name the exception: raise ValueError('...')"
        )
    called = isinstance(error, ast.Call)
    what = evaluate(b, error.func if called else error)
    arguments = error.args if called else []
    kind = what.object if isinstance(what, Static) else None
    if not (isinstance(kind, type) and issubclass(kind, BaseException)):
        raise b.fail("J015", f"{described(what)} is no exception", node, "raise a class of exceptions")
    if len(arguments) > 1 or (called and error.keywords):
        raise b.fail("J015", "an exception has one text at most", node, "write raise ValueError('...')")
    text = message_of(b, kind, arguments[0] if arguments else None, node)
    scalars.check(b.w, b.w.constant("i1", "false"), text)
    b.end()
