"""What is known where ways meet, and of the first iterations of a loop: as much as is so on each way, and no more."""

from __future__ import annotations

import pytest

from asyncir.analyses.machines.checked import SoonFound, checked, soon_found
from asyncir.analyses.machines.program import MachineProgram
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine

_SUBVIEW = "[1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>"
_ROW = "memref<4xf32, strided<[1], offset: ?>>"

FILLED_THEN_ROWS = """
  %fixed = memref.subview %x[%c{row}, 0] {subview}
  sync.work on "mte2" writes(%fixed : {type}) {{ sync.opaque "fill" }}
  scf.for %i = %c{low} to %n step %c{step} {{
    {first}
    %part = memref.subview %x[%i, 0] {subview}
    sync.work on "v" reads(%part : {type}) {{ sync.opaque "use" }}
    {behind}
  }}
  sync.barrier
"""
"""A row is filled, and a loop uses one row after the other."""

WRITTEN_ON_ONE_WAY = """
  scf.if %a {{
    sync.work on "mte2" writes(%p : memref<4xf32>) {{ sync.opaque "fill" }}
    sync.signal "event"[0] from "mte2" to "{told}"
    sync.wait "event"[0] from "mte2" to "{told}"
  }} else {{
    sync.work on "mte2" reads(%q : memref<4xf32>) {{ sync.opaque "other" }}
  }}
  sync.work on "{user}" reads(%p : memref<4xf32>) {{ sync.opaque "use" }}
  sync.barrier
"""
"""On the other way the engine does something of which nobody is told."""

WRITTEN_IN_A_LOOP = """
  sync.work on "mte2" reads(%q : memref<4xf32>) {{ sync.opaque "other" }}
  scf.for %i = %c0 to %n step %c1 {{
    sync.work on "mte2" writes(%p : memref<4xf32>) {{ sync.opaque "fill" }}
    {told}
    sync.signal "event"[1] from "v" to "mte2"
    sync.wait "event"[1] from "v" to "mte2"
  }}
  sync.work on "v" reads(%p : memref<4xf32>) {{ sync.opaque "use" }}
  sync.barrier
"""
"""Where the loop is left at once, nobody is told of what the engine did before."""

WRITTEN_IN_TURN = """
  %ring = memref.alloc() : memref<10x4xf32>
  scf.for %i = %c0 to %n step %c1 {{
    {before}
    %slot = arith.remui %i, %c2 : index
    %to = memref.subview %ring[%slot, 0] {subview}
    sync.work on "mte2" writes(%to : {type}) {{ sync.opaque "fill" }}
    {behind}
  }}
  %of = memref.subview %ring[%c0, 0] {subview}
  sync.work on "v" reads(%of : {type}) {{ sync.opaque "use" }}
  sync.barrier
"""
"""Two slots are filled in turn; which one was the last depends on how many iterations there are."""

TOLD_BY_ANOTHER = """
  scf.if %a {{
    sync.work on "mte2" writes(%p : memref<4xf32>) {{ sync.opaque "fill" }}
    {told}
  }} else {{
    sync.work on "mte2" reads(%q : memref<4xf32>) {{ sync.opaque "other" }}
  }}
  {again}
  sync.signal "event"[1] from "v" to "m"
  sync.wait "event"[1] from "v" to "m"
  sync.work on "m" reads(%p : memref<4xf32>) {{ sync.opaque "use" }}
  sync.barrier
"""
"""Who was told on one way tells somebody else behind it."""

TOLD = 'sync.signal "event"[0] from "mte2" to "v" sync.wait "event"[0] from "mte2" to "v"'
AGAIN = 'sync.work on "mte2" writes(%p : memref<4xf32>) { sync.opaque "fill" }'
IN_THIRD = """%later = arith.cmpi sgt, %i, %c1 : index
    scf.if %later { sync.barrier }"""


def program(body: str) -> MachineProgram:
    text = f"""func.func @f(%x: memref<10x4xf32> {{llvm.noalias}}, %n: index, %a: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %p = memref.alloc() : memref<4xf32>
  %q = memref.alloc() : memref<4xf32>
  {body}
  return
}}"""
    return MachineProgram(next(iter(parse_module(text).ops)), load_machine("ascend-a2"))


def rows(row: int, first: str = "", behind: str = "", low: int = 0, step: int = 1) -> str:
    return FILLED_THEN_ROWS.format(
        row=row, first=first, behind=behind, low=low, step=step, subview=_SUBVIEW, type=_ROW
    )


def in_turn(before: str = "", behind: str = "") -> str:
    return WRITTEN_IN_TURN.format(before=before, behind=behind, subview=_SUBVIEW, type=_ROW)


def nested(row: int, behind_inner: str, behind_outer: str) -> str:
    fill, loop = rows(row, behind=behind_inner).removesuffix("  sync.barrier\n").split("  scf.for", 1)
    return f"{fill} scf.for %o = %c0 to %n step %c1 {{ scf.for{loop} {behind_outer} }} sync.barrier"


@pytest.mark.parametrize(
    ("body", "is_right"),
    [
        pytest.param(rows(0, behind="sync.barrier"), False, id="used-at-once"),
        pytest.param(rows(1, behind="sync.barrier"), True, id="used-in-the-second-iteration"),
        pytest.param(rows(5, behind="sync.barrier"), True, id="used-in-the-sixth-iteration"),
        pytest.param(rows(1), False, id="nothing-is-told"),
        pytest.param(rows(5), False, id="nothing-is-told-before-the-sixth"),
        pytest.param(rows(1, behind="sync.barrier", low=1), False, id="the-loop-begins-there"),
        pytest.param(rows(2, behind="sync.barrier", low=1), True, id="the-loop-begins-before"),
        pytest.param(rows(0, behind="sync.barrier", low=1), True, id="the-loop-begins-behind"),
        pytest.param(rows(2, behind="sync.barrier", step=2), True, id="the-second-of-each-other"),
        pytest.param(rows(2, step=2), False, id="nothing-is-told-of-each-other"),
        pytest.param(rows(1, first=IN_THIRD), False, id="a-barrier-from-the-third-on"),
        pytest.param(nested(1, "sync.barrier", ""), True, id="a-barrier-in-the-inner-loop"),
        pytest.param(nested(0, "sync.barrier", ""), False, id="the-inner-loop-begins-there"),
        pytest.param(nested(1, "", "sync.barrier"), False, id="a-barrier-in-the-outer-loop-alone"),
        pytest.param(WRITTEN_ON_ONE_WAY.format(told="v", user="v"), True, id="told-on-the-way"),
        pytest.param(WRITTEN_ON_ONE_WAY.format(told="m", user="v"), False, id="somebody-else-is-told"),
        pytest.param(WRITTEN_IN_A_LOOP.format(told=TOLD), True, id="told-in-each-iteration"),
        pytest.param(WRITTEN_IN_A_LOOP.format(told=""), False, id="told-in-no-iteration"),
        pytest.param(TOLD_BY_ANOTHER.format(told=TOLD, again=""), True, id="told-by-who-was-told"),
        pytest.param(TOLD_BY_ANOTHER.format(told="", again=""), False, id="told-by-who-knows-nothing"),
        pytest.param(
            TOLD_BY_ANOTHER.format(told=TOLD, again=f"scf.if %a {{ {AGAIN} }}"),
            False,
            id="once-more-behind-it",
        ),
        pytest.param(in_turn(behind="sync.barrier"), True, id="a-barrier-behind-each-fill"),
        pytest.param(in_turn(before="sync.barrier"), False, id="the-last-fill-may-be-under-way"),
    ],
)
def test_what_is_proved_is_so_on_each_way(body: str, is_right: bool) -> None:
    assert checked(program(body)).proved is is_right
    assert (soon_found(program(body)) is SoonFound.PROVED) is is_right
