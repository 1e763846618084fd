"""Integers have widths: what wraps around in a run wraps around in a proof."""

from __future__ import annotations

import pytest

import asyncir
from tests.faults.programs import program


@pytest.mark.parametrize(
    "name",
    [
        "s35c_const_trip",
        "s35d_i2_phase",
        "s86_unsigned_div_wrap",
        "t3_shift",
        "s36_unsigned_for",
        "width_chk",
        "width_chk32",
    ],
)
def test_what_wraps_around_races(name: str) -> None:
    assert asyncir.check(program(name)).standing == "refuted"


ONE_SLOT = """
func.func @main(%A: memref<?xf32>, %n: index, %m: i8, %p: i32, %q: i64) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %big = arith.constant 9223372036854775807 : index
  %k1 = arith.constant 1 : i8
  %k3 = arith.constant 3 : i8
  %B = memref.alloca() : memref<256xf32>
  {numbers}
  queue.commit(0) {{
    queue.async {{
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %B[%here] : memref<256xf32>
    }}
  }}
  %y = memref.load %B[%there] : memref<256xf32>
  return
}}
"""


@pytest.mark.parametrize(
    ("numbers", "standing"),
    [
        # 127 + 1 is -128, which is another element too.
        (
            "%s = arith.addi %m, %k1 : i8\n%here = arith.index_castui %s : i8 to index\n"
            "%there = arith.index_castui %m : i8 to index",
            "proved",
        ),
        # As unsigned, 255 + 1 is 0, which no element is above 0.
        (
            "%s = arith.addi %m, %k1 : i8\n%here = arith.index_castui %s : i8 to index\n%there = arith.addi %c0, %c0 : index",
            "refuted",
        ),
        (
            "%t = arith.trunci %p : i32 to i8\n%here = arith.index_castui %t : i8 to index\n"
            "%there = arith.index_castui %p : i32 to index",
            "refuted",
        ),
        # The two bits that are cut off are those that tell the numbers apart.
        (
            "%four = arith.constant 4 : i32\n%o = arith.addi %p, %four : i32\n"
            "%t = arith.trunci %p : i32 to i2\n%u = arith.trunci %o : i32 to i2\n"
            "%here = arith.index_castui %t : i2 to index\n%there = arith.index_castui %u : i2 to index",
            "refuted",
        ),
        (
            "%one = arith.constant 1 : i32\n%o = arith.addi %p, %one : i32\n"
            "%t = arith.trunci %p : i32 to i2\n%u = arith.trunci %o : i32 to i2\n"
            "%here = arith.index_castui %t : i2 to index\n%there = arith.index_castui %u : i2 to index",
            "proved",
        ),
        # Signed and unsigned extension differ by 256 where the number is negative.
        (
            "%s = arith.extsi %m : i8 to i32\n%u = arith.extui %m : i8 to i32\n"
            "%d = arith.subi %u, %s : i32\n%here = arith.index_cast %d : i32 to index\n"
            "%there = arith.addi %c0, %c0 : index",
            "refuted",
        ),
        # The largest index, and one more.
        (
            "%s = arith.addi %n, %big : index\n%t = arith.addi %s, %big : index\n"
            "%here = arith.addi %t, %c2 : index\n%there = arith.addi %n, %c0 : index",
            "refuted",
        ),
        (
            "%s = arith.addi %n, %big overflow<nsw> : index\n%here = arith.subi %s, %big : index\n"
            "%there = arith.subi %c0, %c0 : index",
            "refuted",
        ),
    ],
    ids=["ring", "zero", "cut", "same", "next", "sign", "round", "promised"],
)
def test_one_copy(numbers: str, standing: str) -> None:
    assert asyncir.check(ONE_SLOT.format(numbers=numbers)).standing == standing


RING = """
func.func @main(%A: memref<?xf32>, %n: {type}, %o: memref<?xf32>) {{
  %c0 = arith.constant 0 : {type}
  %c1 = arith.constant 1 : {type}
  %size = arith.constant {size} : {type}
  %z = arith.constant 0 : index
  %B = memref.alloca() : memref<{size}xf32>
  {loop} iter_args(%s = %c0) -> ({type}) {suffix} {{
    %m = arith.remui %s, %size : {type}
    %to = {cast} %m : {type} to index
    %t = arith.addi %s, %c1 : {type}
    %l = arith.remui %t, %size : {type}
    %from = {cast} %l : {type} to index
    queue.commit(0) {{
      queue.async {{
        %x = memref.load %A[%z] : memref<?xf32>
        memref.store %x, %B[%to] : memref<{size}xf32>
      }}
    }}
    queue.wait(0, {keep})
    %y = memref.load %B[%from] : memref<{size}xf32>
    scf.yield %t : {type}
  }}
  return
}}
"""


@pytest.mark.parametrize(
    ("type", "size", "keep", "standing"),
    [
        ("i8", 4, 2, "proved"),  # 256 is a multiple of 4
        ("i8", 3, 1, "refuted"),  # and of 3 it is none
        ("i32", 4, 2, "proved"),
    ],
)
def test_rings_that_narrow_counters_go_round(type: str, size: int, keep: int, standing: str) -> None:
    loop = "%end = arith.constant 600 : index\n%one = arith.constant 1 : index\n%r = scf.for %i = %z to %end step %one"
    text = RING.format(type=type, size=size, keep=keep, loop=loop, suffix="", cast="arith.index_castui")
    assert asyncir.check(text).standing == standing


ORDINARY = """
func.func @main(%A: memref<?xf32>, %o: memref<?xf32>, %n: index, %lb: index, %k: i32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c128 = arith.constant 128 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %B = memref.alloca() : memref<3xf32>
  {loop} {{
    {slots}
    queue.commit(0) {{
      queue.async {{
        %x = memref.load %A[%c0] : memref<?xf32>
        memref.store %x, %B[%to] : memref<3xf32>
      }}
    }}
    queue.wait(0, 1)
    %y = memref.load %B[%from] : memref<3xf32>
  }}
  return
}}
"""
SLOTS = (
    "%to = arith.remui %i, %c3 : index\n%p = arith.addi %i, %c2 : index\n%from = arith.remui %p, %c3 : index"
)
INDEX = "scf.for %i = %c0 to %n step %c1"


@pytest.mark.parametrize(
    ("loop", "slots"),
    [
        (INDEX, SLOTS),
        (f"%e = arith.subi %n, %c1 : index\n{INDEX.replace('%n', '%e')}", SLOTS),
        (f"%e = arith.addi %n, %c1 : index\n{INDEX.replace('%n', '%e')}", SLOTS),
        (f"%e = arith.muli %n, %c128 : index\n{INDEX.replace('%n', '%e')}", SLOTS),
        ("%e = arith.index_cast %k : i32 to index\n" + INDEX.replace("%n", "%e"), SLOTS),
        (
            "scf.for %j = %c0 to %n step %c128",
            SLOTS.replace("%to", "%i = arith.divui %j, %c128 : index\n%to", 1),
        ),
        (
            "scf.for %j = %k0 to %k step %k1 : i32",
            SLOTS.replace("%to", "%i = arith.index_cast %j : i32 to index\n%to", 1),
        ),
    ],
    ids=["plain", "n - 1", "n + 1", "128 n", "i32 bound", "tiles", "i32 loop"],
)
def test_ordinary_programs_are_proved(loop: str, slots: str) -> None:
    assert asyncir.check(ORDINARY.format(loop=loop, slots=slots)).standing == "proved"


ENDLESS = """
func.func @main(%n: index, %s: i1) {{
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : i64
  %c6 = arith.constant 6 : index
  %z = arith.constant 1.0 : f32
  %B = memref.alloc() : memref<6xf32>
  %q = arith.index_castui %s : i1 to index
  queue.wait(%q, 2)
  queue.commit(0) {{ queue.async {{ memref.store %z, %B[%c1] : memref<6xf32> }} }}
  %to = arith.{cast} %s : i1 to i64
  scf.for unsigned %i = %c0 to %to step %c2 : i64 {{
    %at = arith.remui %n, %c6 : index
    {wait}
    %x = memref.load %B[%at] : memref<6xf32>
  }}
  return
}}
"""


@pytest.mark.parametrize(
    ("cast", "wait", "standing"),
    [("extsi", "", "refuted"), ("extsi", "queue.wait(0, 0)", "proved"), ("extui", "", "refuted")],
)
def test_a_loop_that_never_ends_begins(cast: str, wait: str, standing: str) -> None:
    """With a sign, the i1 is the largest number without one; the queue is computed, which the verifier does not follow."""
    assert asyncir.check(ENDLESS.format(cast=cast, wait=wait)).standing == standing
