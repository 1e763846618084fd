"""Which elements an access touches, against counting them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from asyncir.analyses.affine_accesses import Instance, Parameters, isl
from asyncir.analyses.loop_accesses import touches_of
from asyncir.dialects.effects import Effects
from tests.analyses.loops import formed

ITERATIONS = 60


def elements(body: str) -> tuple[set[tuple[int, int]], bool]:
    """For each iteration what the first access touches; whether it touches just that."""
    _, loop, statements = formed(body, 1)
    instance = Instance(loop, "a", Parameters())
    touch = next(t for t in touches_of(statements, Effects()) if t.writes)
    element = instance.element(touch.op, touch.effect)
    assert element is not None
    assert element.coordinates is not None
    (place,) = (instance.settled(x) for x in element.coordinates)
    iteration, *others = instance.variables
    exists = f"exists {', '.join(others)} : " if others else ""
    text = " and ".join([*instance.conditions, f"e = {place}", "-9999 < e < 9999"])
    points: Any = isl().Set(f"{{ [{iteration}, e] : {exists}{text} }}")
    found: set[tuple[int, int]] = set()
    dim = isl().dim_type.set
    points.foreach_point(
        lambda p: found.add(
            (p.get_coordinate_val(dim, 0).to_python(), p.get_coordinate_val(dim, 1).to_python())
        )
    )
    return found, element.exact


def store(index: str, *lines: str) -> str:
    return "\n".join((*lines, f"memref.store %v, %a[{index}] : memref<64xf32>"))


@pytest.mark.parametrize(
    ("body", "of"),
    [
        (store("%i"), lambda k: [k]),
        (store("%j", "%j = arith.addi %i, %c2 : index"), lambda k: [k + 2]),
        (store("%j", "%j = arith.divui %i, %c2 : index"), lambda k: [k // 2]),
        (store("%j", "%j = arith.remui %i, %c2 : index"), lambda k: [k % 2]),
        (store("%j", "%j = arith.minsi %i, %c2 : index"), lambda k: [min(k, 2)]),
        (store("%j", "%b8 = arith.index_cast %i : index to i4", "%j = arith.index_cast %b8 : i4 to index"),
         lambda k: [(k + 8) % 16 - 8]),
        (f"scf.for %j = %c0 to %c2 step %c1 {{\n{store('%j')}\n}}", lambda k: [0, 1]),
        ("%s = arith.cmpi slt, %i, %c2 : index\nscf.if %s {\n" + store("%i") + "\n}", lambda k: [k][: k < 2]),
        (
            "%s = memref.subview %a[%i] [1] [1] : memref<64xf32> to memref<1xf32, strided<[1], offset: ?>>\n"
            "memref.store %v, %s[%c0] : memref<1xf32, strided<[1], offset: ?>>",
            lambda k: [k],
        ),
    ],
    ids=["counter", "shifted", "halved", "parity", "least", "wrapped", "inner loop", "guarded", "view"],
)  # fmt: skip
def test_exact_accesses(body: str, of: Callable[[int], list[int]]) -> None:
    expected = {(k, e) for k in range(ITERATIONS) for e in of(k)}
    assert elements(body) == (expected, True)


def test_some_element_is_any_and_not_all() -> None:
    assert elements("memref.copy %b, %a : memref<64xf32> to memref<64xf32>")[1]
    found, exact = elements("affine.store %v, %a[symbol(%n)] : memref<64xf32>")
    assert not exact
    assert {(0, 0), (0, 63), (59, 0)} <= found


def test_what_cannot_be_said_may_be_any_element() -> None:
    load = "%x = memref.load %a[%i] : memref<64xf32>\n%y = arith.fptosi %x : f32 to i32\n"
    found, exact = elements(load + store("%j", "%j = arith.index_cast %y : i32 to index"))
    assert not exact
    assert {(0, 0), (0, 63), (59, 0)} <= found
