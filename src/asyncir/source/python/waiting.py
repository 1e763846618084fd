"""Time: `await asyncio.sleep(seconds)`, and `async with asyncir.timeout(seconds)`.

A timeout is a timer of the host that cancels the call if the block has not ended by then. Nothing in a compiled function
catches an exception, so that to end the block is to end the call (docs/decisions/0054).
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from asyncir.source.python import scalars
from asyncir.source.python.body import Body, described
from asyncir.source.python.branches import Statements
from asyncir.source.python.hosts import HostFunction, call_host
from asyncir.source.python.scopes import jumps
from asyncir.source.python.types import FLOAT, INT, NONE
from asyncir.source.python.values import Num, Static, Value

_LONGEST = 1e9
"""Seconds. What is longer never comes."""

BEGIN, END = "asyncir.begin_timeout", "asyncir.end_timeout"
"""What the host provides: it takes seconds and gives a number, it takes that number."""

_BEGIN = HostFunction(None, (FLOAT,), (), INT, BEGIN)
_END = HostFunction(None, (INT,), (), NONE, END)


def seconds_of(b: Body, node: ast.Call, what: str) -> Value:
    """The one argument of a call, a number of seconds, or None."""
    # late: arguments are expressions, which are calls, too
    from asyncir.source.python.arguments import given
    from asyncir.source.python.expressions import evaluate

    of = given(b, node, evaluate)
    of.only("delay", least=1)
    value = of.value("delay", 0)
    if isinstance(value, Num):
        return scalars.convert(b.w, value, FLOAT)
    if isinstance(value, Static) and value.object is None and what == "timeout":
        return value
    shown = "nothing" if value is None else described(value)
    raise b.fail("J102", f"{what} takes {shown} as a time", node, f"give seconds: {what}(0.5)")


def call_sleep(b: Body, arguments: tuple[Value, ...]) -> Value:
    """Wait for so many seconds; a number below zero, or NaN, is none."""
    (seconds,) = arguments
    assert isinstance(seconds, Num)
    w = b.w
    least, most = w.constant("f64", "0.0"), w.constant("f64", f"{_LONGEST:.1f}")
    name = w.op(f"arith.maxnumf {w.name(seconds)}, {least} : f64")
    name = w.op(f"arith.minnumf {name}, {most} : f64")
    name = w.op(f"arith.mulf {name}, {w.constant('f64', '1.0e9')} : f64")
    name = w.op(f"arith.fptosi {name} : f64 to i64", "nanoseconds")
    token = w.op(f"io.sleep {name} : i64", "timer")
    w.line(f"async.await {token} : !async.token")
    return Static(None)


def translate_timeout(b: Body, node: ast.AsyncWith, call: ast.Call, statements: Statements) -> None:
    """`async with asyncir.timeout(seconds):`."""
    if node.items[0].optional_vars is not None:
        help = "leave `as` out: a limit is not moved, nor asked, in a compiled function"
        raise b.fail("J103", "a timeout has a name here", node, help)
    if jumps(node.body, (ast.Break, ast.Continue)):
        raise b.fail("J103", "a loop is left from a timeout", node, "put the loop into the block")
    seconds = seconds_of(b, call, "timeout")
    if not isinstance(seconds, Num):
        statements(b, node.body)
        return
    timer = call_host(b, _BEGIN, (seconds,))
    assert isinstance(timer, Num)
    b.timeouts.append(timer.name)
    statements(b, node.body)
    b.timeouts.pop()
    if b.flow:
        b.w.node = node
        end_timeouts(b, [timer.name])


def end_timeouts(b: Body, timers: Sequence[str]) -> None:
    """Their blocks are left."""
    for timer in reversed(timers):
        call_host(b, _END, (Num(INT, timer),))
