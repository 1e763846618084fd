"""Behind which op a task is known to be over."""

from __future__ import annotations

import pytest

from asyncir.analyses.task_ends import End, TaskEnds
from asyncir.ir import Block, Operation
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module

TASK = """%t, %v = async.execute -> !async.value<index> {
  memref.store %i, %m[] : memref<index>
  async.yield %i : index
}
"""


def _end(body: str) -> tuple[End, Operation]:
    text = f"""func.func @main(%m: memref<index>, %i: index, %c: i1) {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  {body}
  return
}}"""
    module = parse_module(text)
    store = next(op for op in walk(module) if op.name == "memref.store")
    home = next(op for op in walk(module) if op.name == "func.func").regions[0].first_block
    assert isinstance(home, Block)
    return TaskEnds().end(store, home), store


@pytest.mark.parametrize(
    ("body", "last"),
    [
        (f"{TASK} async.await %t : !async.token", "async.await"),
        (f"{TASK} %x = async.await %v : !async.value<index>", "async.await"),
        (
            f"{TASK} %u = async.execute [%t] {{ async.yield }} async.await %u : !async.token",
            "async.await",
        ),
        (
            f"""{TASK} %g = async.create_group %one : !async.group
            %k = async.add_to_group %t, %g : !async.token
            async.await_all %g""",
            "async.await_all",
        ),
        (
            f"""%g = async.create_group %i : !async.group
            scf.for %j = %zero to %i step %one {{
              {TASK} %k = async.add_to_group %t, %g : !async.token
            }}
            async.await_all %g""",
            "async.await_all",
        ),
        (f"scf.for %j = %zero to %i step %one {{ {TASK} async.await %t : !async.token }}", "scf.for"),
        (
            f"""%r = scf.if %c -> (!async.token) {{
              {TASK} scf.yield %t : !async.token
            }} else {{
              %t = async.execute {{ async.yield }}
              scf.yield %t : !async.token
            }}
            async.await %r : !async.token""",
            "async.await",
        ),
        (
            f"""%o = async.execute {{
              {TASK} async.await %t : !async.token
              async.yield
            }}
            async.await %o : !async.token""",
            "async.await",
        ),
        ("memref.store %i, %m[] : memref<index>", "memref.store"),
    ],
)
def test_it_is_over_behind(body: str, last: str) -> None:
    end, _ = _end(body)
    assert (end.op.name, end.pending, end.is_known) == (last, (), True)


@pytest.mark.parametrize(
    "body",
    [
        TASK,
        f"{TASK} scf.if %c {{ async.await %t : !async.token }}",
        f"{TASK} %o = async.execute {{ async.await %t : !async.token\n async.yield }}",
    ],
)
def test_who_waits_for_it_says_so(body: str) -> None:
    end, _ = _end(body)
    assert end.op.name == "async.execute"
    assert end.is_known
    assert {str(value.name_hint) for value in end.pending} == {"t", "v"}


@pytest.mark.parametrize(
    "body",
    [
        f"scf.for %j = %zero to %i step %one {{ {TASK} }}",
        f"%o = async.execute {{ {TASK} async.yield }}\n async.await %o : !async.token",
        f"scf.if %c {{ {TASK} }}",
    ],
)
def test_nothing_says_when_it_is_over(body: str) -> None:
    end, _ = _end(body)
    assert (end.pending, end.is_known) == ((), False)
