"""Views whose elements go on in the next row of what they are views of: they are not those between two corners."""

from __future__ import annotations

import pytest

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.ir import ModuleOp
from asyncir.semantics.machines.engine import play
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from bench.sync_programs.views import views_outcome

pytestmark = pytest.mark.feature("S3-3", "S3-12", "N5")

MACHINE = load_machine("ascend-a2")
ONE = "memref<1xf32, strided<[1], offset: {}>>"


def cast(offset: int, sizes: list[int], strides: list[int]) -> str:
    layout = f"strided<{strides}, offset: {offset}>"
    shape = "x".join(map(str, sizes))
    how = f"offset: [{offset}], sizes: {sizes}, strides: {strides}"
    return f"%v = memref.reinterpret_cast %t to {how} : memref<4x6xf32> to memref<{shape}xf32, {layout}>"


def collapsed(first: int, size: int) -> str:
    part = f"memref<{size}xf32, strided<[1], offset: {first}>>"
    return (
        "%all = memref.collapse_shape %t [[0, 1]] : memref<4x6xf32> into memref<24xf32>\n"
        f"%v = memref.subview %all[{first}] [{size}] [1] : memref<24xf32> to {part}"
    )


def program(view: str, row: int, column: int) -> ModuleOp:
    """The view is written, while an element is read."""
    type_ = view.rsplit(" to " if " to memref" in view else " into ", 1)[1]
    one = ONE.format(6 * row + column)
    return parse_module(f"""
func.func @f() {{
  %t = memref.alloc() : memref<4x6xf32>
  {view}
  sync.work on "mte2" writes(%v : {type_}) {{ sync.opaque "in" }}
  %e = memref.subview %t[{row}, {column}] [1, 1] [1, 1] : memref<4x6xf32> to {one}
  sync.work on "v" reads(%e : {one}) {{ sync.opaque "use" }}
  sync.barrier
  return
}}
""")


ACROSS = {
    "every third": (cast(9, [3], [3]), {9, 12, 15}),
    "every second": (cast(4, [3, 1], [2, 2]), {4, 6, 8}),
    "rows of four": (cast(2, [3, 4], [7, 1]), {k + 7 * j for j in range(3) for k in range(2, 6)}),
    "a part of all": (collapsed(4, 5), {4, 5, 6, 7, 8}),
    "a row": (cast(6, [6], [1]), set(range(6, 12))),
    "a part of a row": (collapsed(13, 3), {13, 14, 15}),
}


@pytest.mark.parametrize(("view", "elements"), ACROSS.values(), ids=ACROSS)
def test_what_is_proved_has_no_element_in_common(view: str, elements: set[int]) -> None:
    for element in range(24):
        module = program(view, *divmod(element, 6))
        races = bool(play(module, "f", [], MACHINE, "earliest").races)
        assert races == (element in elements)
        if races:
            assert not checked(MachineProgram(next(iter(module.ops)), MACHINE)).proved, element


@pytest.mark.parametrize("name", ["a row", "a part of a row"])
def test_what_stays_in_a_row_is_told_apart(name: str) -> None:
    view, elements = ACROSS[name]
    for element in set(range(24)) - elements:
        module = program(view, *divmod(element, 6))
        assert checked(MachineProgram(next(iter(module.ops)), MACHINE)).proved, element


def test_random_views() -> None:
    """As `python -m bench.sync_programs.views` does."""
    words = [views_outcome(seed)[0] for seed in range(40)]
    assert not [word for word in words if word.startswith("WRONG")]
    assert {"proved, no race", "refuted"} <= set(words)
