"""Tasks: `await`, `asyncir.spawn`, `asyncir.gather` and `async with asyncir.task_group()`.

`await f(x)` is a call: the function that is called may suspend, and with it the caller. A task is what `spawn` starts: an
`async.execute` that calls the function. It holds the memory of arrays that it was given. A task that nobody awaits is waited
for where the last variable that names it ends, so that nothing outlives the function that has started it.

A group knows how many members it will have where the tasks are started side by side, or by one loop over a range; it is an
`!async.group` then. Else it is a token that is replaced at each start by one that waits for both.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from asyncir.source.python.body import Body, described, has_task
from asyncir.source.python.branches import Statements
from asyncir.source.python.hosts import call_of, is_host
from asyncir.source.python.scopes import escapes, groups
from asyncir.source.python.types import NONE, TaskGroupType, TaskType, Type, parts
from asyncir.source.python.values import (
    NOTHING,
    Nursery,
    Spawned,
    Static,
    Tuple,
    Unawaited,
    Value,
    rebuilt,
)
from asyncir.source.python.waiting import seconds_of, translate_timeout
from asyncir.source.python.words import gather, sleep, spawn, task_group, timeout

_WORDS: tuple[Any, ...] = (spawn, gather, task_group, timeout, sleep)

_OF_ASYNCIO: dict[tuple[str, str], Any] = {
    ("asyncio.tasks", "sleep"): sleep,
    ("asyncio.tasks", "gather"): gather,
    ("asyncio.tasks", "create_task"): spawn,
    ("asyncio.tasks", "ensure_future"): spawn,
    ("asyncio.taskgroups", "TaskGroup"): task_group,
    ("asyncio.timeouts", "timeout"): timeout,
}
"""What asyncio has under other names."""


def word_of(function: Any) -> Any:
    """The word for tasks that a function of asyncio stands for; anything else as it is."""
    place = getattr(function, "__module__", None), getattr(function, "__name__", None)
    return _OF_ASYNCIO.get(place, function) if isinstance(place[0], str) else function  # pyright: ignore


def is_word(function: Any) -> bool:
    """Whether it is a word for tasks."""
    return any(function is word for word in _WORDS)


def call_word(b: Body, function: Any, node: ast.Call) -> Value:
    """`asyncir.spawn(f, ...)`; `gather` has to be awaited."""
    _async_only(b, node)
    if function is spawn:
        return _spawn(b, node)
    if function is task_group:
        raise b.fail(
            "J014", "a task group is opened by `async with`", node, "async with asyncir.task_group() as g:"
        )
    if function is timeout:
        help = "async with asyncir.timeout(seconds):"
        raise b.fail("J014", "a timeout is opened by `async with`", node, help)
    if function is sleep:
        return Unawaited(sleep, (seconds_of(b, node, "sleep"),), node)
    return Unawaited(gather, _gathered(b, node), node)


def _async_only(b: Body, node: ast.AST) -> None:
    if not b.instance.function.is_async:
        name = b.instance.function.name
        raise b.fail("J014", "tasks are started in an `async def`", node, f"write async def {name}")
    if b.parallel:
        raise b.fail(
            "J014", "a parallel loop starts no tasks of its own", node, "write range and a task group"
        )


def _gathered(b: Body, node: ast.Call) -> tuple[Value, ...]:
    # late: expressions are calls, too
    from asyncir.source.python.expressions import evaluate

    arguments: list[Value] = []
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            help = "start any number of tasks in a group: async with asyncir.task_group() as g: g.spawn(f, x)"
            raise b.fail("J014", "gather has to know its calls", argument, help)
        value = evaluate(b, argument)
        if not isinstance(value, Unawaited | Spawned):
            help = "give calls of async def functions, and tasks"
            raise b.fail("J014", f"{described(value)} cannot be gathered", argument, help)
        arguments.append(value)
    if node.keywords:
        raise b.fail("J009", "gather has no argument of that name here", node, "give calls alone")
    return tuple(arguments)


def await_value(b: Body, inner: ast.expr, node: ast.Await) -> Value:
    """What `await` gives."""
    # late: expressions are calls, too
    from asyncir.source.python.expressions import evaluate

    if b.parallel:
        raise b.fail("J014", "a parallel loop cannot wait", node, "write range and a task group")
    value = evaluate(b, inner)
    if isinstance(value, Spawned):
        result = awaited(b, value)
        if isinstance(inner, ast.Name):
            b.env[inner.id] = Spawned(value.type, value.names, done=True)
        return result
    if not isinstance(value, Unawaited):
        help = "await calls of async def functions, tasks and asyncir.gather(...)"
        raise b.fail("J014", f"{described(value)} cannot be awaited", node, help)
    return _run(b, value)


def _run(b: Body, value: Unawaited) -> Value:
    # late: calls are tasks, too
    from asyncir.source.python.calls import run

    if value.function is not gather:
        return run(b, value.function, value.arguments, value.node)
    *others, last = value.arguments or (NOTHING,)
    started = [_started(b, one, value.node) if isinstance(one, Unawaited) else one for one in others]
    result = _run(b, last) if isinstance(last, Unawaited) else last
    results = [awaited(b, one) if isinstance(one, Spawned) else one for one in (*started, result)]
    return Tuple(tuple(results) if value.arguments else ())


def awaited(b: Body, task: Spawned) -> Value:
    """Wait for a task."""
    # late: calls are tasks, too
    from asyncir.source.python.calls import own, shown

    value = rebuilt(task.type.result, b.wait(task))
    if any(has_task(held, task) for held in b.env.values()):
        b.keep(value)  # for this await; the variable of the task holds it, too
    own(b, value)
    return shown(value)


def _started(b: Body, one: Unawaited, node: ast.AST) -> Spawned:
    if one.function is gather:
        raise b.fail(
            "J014", "a gather in a gather cannot be started", node, "await it before, or list all in one"
        )
    return start(b, one.function, one.arguments, node)[0]


def start(
    b: Body,
    function: Callable[..., Any],
    arguments: tuple[Value, ...],
    node: ast.AST,
    attributes: str = "",
) -> tuple[Spawned, str]:
    """Start a function as a task; returns what waits for it, and its token. `attributes` are those of the op."""
    # late: calls are tasks, too
    from asyncir.source.python.calls import prepared

    result, call = prepared(b, function, arguments, node)
    b.instance.spawns = True
    for value in arguments:
        b.keep(value)
    with b.region() as lines:
        value = call()
        if node is b.unused:
            b.give_up_temporaries()
            value, result = NOTHING, NONE
        b.temporaries = []
        for held in arguments:
            b.release(held)
        names = b.names_of(value)
        types = parts(result)
        b.w.line(f"async.yield {', '.join(names)} : {', '.join(types)}" if names else "async.yield")
    return _execute(b, lines, result, attributes)


def _execute(b: Body, lines: Any, result: Type, attributes: str) -> tuple[Spawned, str]:
    w = b.w
    token = w.fresh("task")
    values = [w.fresh("value") for _ in parts(result)]
    task = TaskType(result)
    arrow = f" -> ({', '.join(parts(task))})" if values else ""
    w.raw(f"{', '.join([token, *values])} = async.execute{arrow} {attributes}{{")
    w.lines.append(lines)
    w.line("}")
    return Spawned(task, tuple(values) or (token,)), token


def _function_and_arguments(
    b: Body, node: ast.Call, what: str
) -> tuple[Callable[..., Any], tuple[Value, ...]]:
    # late: calls are tasks, too
    from asyncir.source.python.arguments import given
    from asyncir.source.python.calls import MARK, bound
    from asyncir.source.python.expressions import evaluate
    from asyncir.source.python.growing import refuse_growing

    refuse_growing(b, node)
    of = given(b, node, evaluate)
    first = of.values[0] if of.values else None
    if isinstance(first, Unawaited):
        if first.function is gather:
            raise b.fail("J014", f"{what} starts one function", node, "await the gather")
        return first.function, first.arguments
    known = first.object if isinstance(first, Static) else None
    function = getattr(known, MARK, None)
    if function is None and is_host(known):
        of.values = of.values[1:]
        awaitable = call_of(b, known, of, node)
        return awaitable.function, awaitable.arguments
    if function is None:
        help = f"write {what}(f, 1, 2), with f below @asyncir.jit"
        raise b.fail("J014", f"{what} takes a compiled function", node, help)
    of.values = of.values[1:]
    return function, bound(b, function, of, node)


def _spawn(b: Body, node: ast.Call) -> Value:
    function, arguments = _function_and_arguments(b, node, "asyncir.spawn")
    return start(b, function, arguments, node)[0]


NURSERY = "attributes {asyncir.nursery} "
"""The mark of tasks whose failure ends their siblings."""


def spawn_in(b: Body, group: Value, node: ast.Call) -> Value:
    """`g.spawn(f, ...)`."""
    if not isinstance(group, Nursery):
        raise b.fail("J011", f"{described(group)} starts no tasks", node, "write asyncir.spawn(f, ...)")
    _async_only(b, node)
    function, arguments = _function_and_arguments(b, node, "spawn")
    task, token = start(b, function, arguments, node, NURSERY)
    if not group.type.chained:
        b.w.op(f"async.add_to_group {token}, {group.name} : !async.token", "rank")
    else:
        both = b.w.fresh("all")
        b.w.raw(f"{both} = async.execute [{group.name}, {token}] {{")
        b.w.line("async.yield")
        b.w.line("}")
        for name, value in b.env.items():
            if value == group:
                b.env[name] = Nursery(both, group.type)
                break
    return Spawned(task.type, task.names, done=True)


def translate_with(b: Body, node: ast.AsyncWith, statements: Statements) -> None:
    """`async with`: of a task group or a timeout. Several in one are one in the other."""
    # late: expressions are calls, too
    from asyncir.source.python.expressions import evaluate

    if len(node.items) > 1:
        outer, inner = node.items[0], ast.AsyncWith(node.items[1:], node.body)
        nested = ast.AsyncWith([outer], [ast.copy_location(inner, node)])
        b.liveness.behind[inner] = b.liveness.behind[node]
        b.liveness.behind[nested] = b.liveness.behind[node]
        translate_with(b, ast.copy_location(nested, node), lambda b, body: statements(b, body))
        return
    call = node.items[0].context_expr
    what = evaluate(b, call.func) if isinstance(call, ast.Call) else NOTHING
    word = word_of(what.object) if isinstance(what, Static) else None
    if word is timeout and isinstance(call, ast.Call):
        _async_only(b, node)
        translate_timeout(b, node, call, statements)
    elif word is task_group:
        _translate_group(b, node, statements)
    else:
        help = "async with asyncir.task_group() as g:, or asyncir.timeout(seconds):"
        raise b.fail("J014", "only task groups and timeouts are opened by `async with`", node, help)


def _translate_group(b: Body, node: ast.AsyncWith, statements: Statements) -> None:
    """`async with asyncir.task_group() as g:`."""
    item = node.items[0]
    _async_only(b, node)
    if not isinstance(item.optional_vars, ast.Name):
        raise b.fail("J014", "the task group has no name", node, "async with asyncir.task_group() as g:")
    if any(map(escapes, node.body)):
        help = "leave the block before you return, break or continue"
        raise b.fail("J014", "a task group is left in its midst", node, help)
    name = item.optional_vars.id
    size = _size(b, node, name)
    if size is None:
        b.env[name] = Nursery(b.w.op("async.ready : !async.token", name), TaskGroupType(chained=True))
    else:
        b.env[name] = Nursery(b.w.op(f"async.create_group {size} : !async.group", name), TaskGroupType())
    statements(b, node.body)
    if not b.flow:
        return
    b.w.node = node
    group = b.env.pop(name)
    assert isinstance(group, Nursery)
    b.w.line(f"async.await {group.name} : !async.token" if size is None else f"async.await_all {group.name}")


def _size(b: Body, node: ast.AsyncWith, name: str) -> str | None:
    """How many tasks the group will have, as an index, if that is known in front of it."""
    starts = [list(groups(statement)).count(name) for statement in node.body]
    plain = [isinstance(s, ast.Expr | ast.Assign) for s in node.body]
    if all(is_plain or not count for is_plain, count in zip(plain, starts, strict=True)):
        return b.w.index(sum(starts))
    busy = [s for s, count in zip(node.body, starts, strict=True) if count]
    loop = busy[0]
    if len(busy) > 1 or not isinstance(loop, ast.For) or node.body.index(loop) or loop.orelse:
        return None
    inner = [list(groups(statement)).count(name) for statement in loop.body]
    regular = all(
        isinstance(s, ast.Expr | ast.Assign) or not n for s, n in zip(loop.body, inner, strict=True)
    )
    if not regular or any(map(escapes, loop.body)) or sum(inner) != 1:
        return None
    # late: loops evaluate what they run over
    from asyncir.source.python.iterables import number_of_turns

    return number_of_turns(b, loop.iter)
