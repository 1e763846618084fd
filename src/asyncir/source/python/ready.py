"""`async for r in asyncir.as_completed(f(1), g(2), task)`: what tasks give, in the order in which they are ready.

Each task has a second one behind it, which counts how many were ready before, writes the number of its task to that place of
an array, and completes the group of the place, which has one member. The loop waits for one place after the other. If a task
fails, its siblings are cancelled, as in a task group.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import reduce
from typing import TypeVar

from asyncir.source.python.body import Body, described, has_task
from asyncir.source.python.branches import Statements
from asyncir.source.python.elements import allocate
from asyncir.source.python.loops import Target, translate_for
from asyncir.source.python.tasks import NURSERY, start
from asyncir.source.python.types import INT64, NONE, ConflictType, MaybeType, TaskType, Type, parts, unify
from asyncir.source.python.values import Array, Spawned, Static, Tuple, Turns, Unawaited, Value, rebuilt
from asyncir.source.python.words import as_completed, gather

Item = TypeVar("Item")


def translate_async_for(b: Body, node: ast.AsyncFor, target: Target, statements: Statements) -> None:
    """Start what is listed, and run the body for each as it is ready."""
    tasks = _tasks(b, node)
    result = reduce(unify, (task.type.result for task in tasks), tasks[0].type.result) if tasks else NONE
    if isinstance(result, ConflictType | MaybeType):
        help = "have all return the same type, or tuples of the same types"
        raise b.fail("J014", f"what is ready is {_types(tasks)}", node.iter, help)
    order = allocate(b, INT64, [b.w.index(len(tasks) + 1)])  # and how many are in it
    zero, one = b.w.constant("i64", "0"), b.w.index(1)
    b.w.line(f"memref.store {zero}, {order.view}[{b.w.index(len(tasks))}] : {order.type.mlir}")
    places = [b.w.op(f"async.create_group {one} : !async.group", "ready") for _ in tasks]
    tellers = [_teller(b, number, task, order, places) for number, task in enumerate(tasks)]
    # Sorted, as a return lets go of them: no teller writes to memory that is gone.
    names = [f"<ready {node.lineno}:{node.col_offset} {what}>" for what in ("1", "2")]
    b.env[names[0]] = Tuple(tuple(tellers))
    b.assign(names[1], order, node)
    before, b.temporaries = b.temporaries, []
    turns = Turns(b.w.index(len(tasks)), lambda place: _ready(b, place, places, tasks, order, result))
    translate_for(b, node, turns, target, statements)
    if b.flow:
        b.forget(names[:1])
        b.forget(names[1:])
    b.temporaries = before


def _types(tasks: Sequence[Spawned]) -> str:
    return " or ".join(sorted({str(task.type.result) for task in tasks}))


def _tasks(b: Body, node: ast.AsyncFor) -> list[Spawned]:
    # late: expressions are calls, too
    from asyncir.source.python.expressions import evaluate

    call = node.iter
    what = evaluate(b, call.func) if isinstance(call, ast.Call) else None
    if not isinstance(call, ast.Call) or not isinstance(what, Static) or what.object is not as_completed:
        help = "async for r in asyncir.as_completed(f(1), f(2)):"
        raise b.fail("J014", "async for runs over something else", node.iter, help)
    listed = call.args
    if len(listed) == 1 and isinstance(listed[0], ast.List | ast.Tuple):
        listed = listed[0].elts
    if call.keywords or any(
        isinstance(n, ast.Starred | ast.ListComp | ast.GeneratorExp | ast.Name) and not _is_task(b, n)
        for n in listed
    ):
        help = "list the calls: asyncir.as_completed(f(1), f(2)); or start any number in a task group"
        raise b.fail("J014", "as_completed needs to know its tasks", call, help)
    tasks: list[Spawned] = []
    for item in listed:
        value = evaluate(b, item)
        if isinstance(value, Unawaited) and value.function is not gather:
            value = start(b, value.function, value.arguments, call, NURSERY)[0]
        if not isinstance(value, Spawned):
            help = "give calls of async def functions, and tasks"
            raise b.fail("J014", f"{described(value)} cannot be ready", item, help)
        if isinstance(item, ast.Name):
            b.env[item.id] = Spawned(value.type, value.names, done=True)
        tasks.append(value)
    return tasks


def _is_task(b: Body, node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(b.env.get(node.id), Spawned)


def _teller(b: Body, number: int, task: Spawned, order: Array, places: Sequence[str]) -> Spawned:
    """What tells, once the task has ended, that it was ready."""
    w = b.w
    types = parts(task.type)
    token = w.fresh("told")
    held, awaited = (f"[{task.names[0]}] ", "") if types == ["!async.token"] else ("", task.names[0])
    w.raw(f"{token} = async.execute {held}{NURSERY}{{")
    with b.region() as lines:
        if awaited:
            w.op(f"async.await {awaited} : {types[0]}")
        one, last = w.constant("i64", "1"), w.index(len(places))
        before = w.op(f"memref.atomic_rmw addi {one}, {order.view}[{last}] : (i64, {order.type.mlir}) -> i64")
        own = w.op(f"arith.index_cast {before} : i64 to index")
        w.line(f"memref.store {w.constant('i64', str(number))}, {order.view}[{own}] : {order.type.mlir}")

        def tell(place: str) -> list[str]:
            member = w.op("async.ready : !async.token")
            w.op(f"async.add_to_group {member}, {place} : !async.token", "rank")
            return []

        _chosen(b, own, places, tell, [])
        w.line("async.yield")
    w.lines.append(lines)
    w.line("}")
    return Spawned(TaskType(NONE), (token,))


def _ready(
    b: Body, place: str, places: Sequence[str], tasks: Sequence[Spawned], order: Array, result: Type
) -> Value:
    """Wait until so many were ready before, and for what the next one gives."""
    # late: calls are tasks, too
    from asyncir.source.python.calls import own

    w = b.w

    def wait(group: str) -> list[str]:
        w.line(f"async.await_all {group}")
        return []

    _chosen(b, place, places, wait, [])
    number = w.op(f"memref.load {order.view}[{place}] : {order.type.mlir}")
    which = w.op(f"arith.index_cast {number} : i64 to index")

    def taken(task: Spawned) -> list[str]:
        value = rebuilt(task.type.result, b.wait(task))
        if any(has_task(held, task) for held in b.env.values()):
            b.keep(value)  # for this turn; the variable of the task holds it, too
        return b.names_of(b.adapted(value, result))

    value = rebuilt(result, _chosen(b, which, tasks, taken, parts(result)))
    own(b, value)
    return value


def _chosen(
    b: Body, index: str, items: Sequence[Item], write: Callable[[Item], list[str]], types: Sequence[str]
) -> list[str]:
    """What is written for the item of that index; returns the names of what it gives."""
    w = b.w
    if len(items) == 1:
        return write(items[0])
    names = [w.fresh("chosen") for _ in types]
    left = f"{', '.join(names)} = " if names else ""
    w.raw(f"{left}scf.index_switch {index}{' -> ' + ', '.join(types) if types else ''}")
    for number, item in enumerate(items):
        w.raw("default {" if number == len(items) - 1 else f"case {number} {{")
        with b.region() as lines:
            given = write(item)
            w.line(f"scf.yield {', '.join(given)} : {', '.join(types)}" if types else "scf.yield")
        w.lines.append(lines)
        end = w.line if number == len(items) - 1 else w.raw
        end("}")
    return names
