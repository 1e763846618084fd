"""Regions that were formed: random programs give the same, in every order that the interpreter tries, and natively."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import asyncir
from asyncir.dialects.async_regions import RegionOp
from asyncir.ir import ModuleOp
from asyncir.ir.walk import walk
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from bench.tensor_programs.draw import program
from bench.tensor_programs.running import compare, copies, interpreted, natively

ALL = "form-regions{least-work=1 longest=100}"
SEEDS = range(9000, 9040)

pytestmark = pytest.mark.feature("S1-36")


def formed(text: str, pipeline: str = ALL) -> tuple[ModuleOp, int]:
    module = parse_module(text, "t.mlir")
    run_pipeline(module, pipeline)
    return module, sum(isinstance(op, RegionOp) for op in walk(module))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("least", [1, 60])
def test_random_programs_on_tensors(seed: int, least: int) -> None:
    drawn = program(seed)
    arguments = drawn.inputs(0)
    module, count = formed(drawn.text, f"form-regions{{least-work={least} longest=100}}")
    expected = interpreted(drawn, "", arguments)
    for order in ("earliest", "latest", "seed:3"):
        outcome = interpret(module, drawn.name, copies(arguments), parse_schedule(order))
        assert not outcome.diagnostics
        compare(drawn.results, expected, outcome.results)
    if count and not drawn.interpreted_only and seed % 4 == 0:
        compiled = asyncir.compile(module, threads=2)
        for _ in range(5):
            compare(drawn.results, expected, natively(compiled, drawn, arguments))


def test_most_of_them_have_regions() -> None:
    counts = Counter(formed(program(seed).text)[1] > 1 for seed in SEEDS)
    assert counts[True] > len(SEEDS) // 2, counts


def on_memory(seed: int) -> str:
    """Ops on elements and rows of memrefs that may be one, in a row."""
    random = np.random.default_rng(seed)
    names = ["%a", "%b", "%c", "%d"]
    lines = ["%d = memref.alloc() : memref<8xi64>", "linalg.fill ins(%one : i64) outs(%d : memref<8xi64>)"]
    for number in range(int(random.integers(3, 12))):
        one, two, three = (names[i] for i in random.integers(0, 4, 3))
        place = int(random.integers(0, 8))
        kind = int(random.integers(0, 5))
        lines += {
            0: [f"linalg.add ins({one}, {two} : memref<8xi64>, memref<8xi64>) outs({three} : memref<8xi64>)"],
            1: [
                f"%v{number} = memref.load {one}[%i{place}] : memref<8xi64>",
                f"memref.store %v{number}, {two}[%i{(place + 3) % 8}] : memref<8xi64>",
            ],
            2: [
                f"%s{number} = memref.subview {one}[4] [4] [1] : memref<8xi64> to memref<4xi64, strided<[1], offset: 4>>",
                f"linalg.fill ins(%k{place} : i64) outs(%s{number} : memref<4xi64, strided<[1], offset: 4>>)",
            ],
            3: [f"memref.copy {one}, {two} : memref<8xi64> to memref<8xi64>"] if one != two else [],
            4: [
                f"scf.for %j{number} = %i0 to %i8 step %i1 {{",
                f"  %x{number} = memref.load {one}[%j{number}] : memref<8xi64>",
                f"  %y{number} = arith.muli %x{number}, %k{place} : i64",
                f"  memref.store %y{number}, {two}[%j{number}] : memref<8xi64>",
                "}",
            ],
        }[kind]
    lines += ["memref.copy %d, %c : memref<8xi64> to memref<8xi64>", "memref.dealloc %d : memref<8xi64>"]
    constants = [f"%i{n} = arith.constant {n} : index" for n in range(9)]
    constants += [f"%k{n} = arith.constant {n + 2} : i64" for n in range(8)] + [
        "%one = arith.constant 1 : i64"
    ]
    arguments = ", ".join(f"{name}: memref<8xi64>" for name in names[:3])
    body = "\n  ".join([*constants, *lines])
    return f"func.func @main({arguments}) {{\n  {body}\n  return\n}}\n"


@pytest.mark.parametrize("seed", range(60))
def test_random_programs_on_memory(seed: int) -> None:
    """Also where two arguments are one array."""
    text = on_memory(seed)
    module, count = formed(text)
    whole = parse_module(text)
    for same in (False, True):
        expected = [np.arange(8) + 10 * n for n in range(3)]
        found = [[a.copy() for a in expected] for _ in "123"]
        for arrays in (expected, *found):
            if same:
                arrays[1] = arrays[0]
        assert not interpret(whole, "main", list(expected), parse_schedule("earliest")).diagnostics
        for order, arrays in zip(("latest", "seed:7", "natively"), found, strict=True):
            if order == "natively":
                if count and seed % 6 == 0:
                    asyncir.compile(module, threads=2).main(*arrays)
                else:
                    continue
            else:
                assert not interpret(module, "main", list(arrays), parse_schedule(order)).diagnostics
            assert all(np.array_equal(a, b) for a, b in zip(expected, arrays, strict=True)), (order, same)


def test_what_has_tasks_stays() -> None:
    text = """func.func @main(%m: memref<8xi64>, %v: i64) {
  %i = arith.constant 0 : index
  %t = async.execute {
    memref.store %v, %m[%i] : memref<8xi64>
  }
  async.await %t : !async.token
  linalg.fill ins(%v : i64) outs(%m : memref<8xi64>)
  return
}"""
    assert formed(text)[1] == 0


def test_what_may_fail_stays() -> None:
    """A write behind a failure is not to be done."""
    text = """func.func @main(%m: memref<8xi64>, %v: i64, %c: i1) {
  cf.assert %c, "no"
  linalg.fill ins(%v : i64) outs(%m : memref<8xi64>)
  return
}"""
    assert formed(text)[1] == 0


STACK = """
func.func @main(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %n: index, %c: i1) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  {ALLOCA}
  %p = memref.alloc() : memref<8x8xf32>
  linalg.fill ins(%z : f32) outs(%p : memref<8x8xf32>)
  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%p : memref<8x8xf32>)
  linalg.matmul ins(%b, %a : memref<8x8xf32>, memref<8x8xf32>) outs(%m : TYPE)
  %v = memref.load %p[%c0, %c0] : memref<8x8xf32>
  %w = memref.load %m[%c0, %c0] : TYPE
  memref.dealloc %p : memref<8x8xf32>
  return %v, %w : f32, f32
}
"""

IN_FRONT = "%m = memref.alloca() : memref<8x8xf32>\n linalg.fill ins(%z : f32) outs(%m : memref<8x8xf32>)"
OF_A_SIZE = "%m = memref.alloca(%n) : memref<?x8xf32>\n linalg.fill ins(%z : f32) outs(%m : memref<?x8xf32>)"
IN_A_BRANCH = """%m = scf.if %c -> memref<8x8xf32> {
    %s = memref.alloca() : memref<8x8xf32>
    linalg.fill ins(%z : f32) outs(%s : memref<8x8xf32>)
    scf.yield %s : memref<8x8xf32>
  } else {
    linalg.fill ins(%z : f32) outs(%b : memref<8x8xf32>)
    scf.yield %b : memref<8x8xf32>
  }"""


@pytest.mark.parametrize(
    ("made", "type_", "regions"),
    [
        (IN_FRONT, "memref<8x8xf32>", True),
        (OF_A_SIZE, "memref<?x8xf32>", False),
        (IN_A_BRANCH, "memref<8x8xf32>", False),
    ],
    ids=["in front", "of a size", "in a branch"],
)
def test_memory_on_the_stack_stays_in_the_function(made: str, type_: str, regions: bool) -> None:
    text = STACK.replace("{ALLOCA}", made).replace("TYPE", type_)
    module, count = formed(text)
    assert bool(count) == regions
    a, b = np.full((8, 8), 2.0, np.float32), np.full((8, 8), 3.0, np.float32)
    for order in ("earliest", "latest", "seed:5"):
        outcome = interpret(module, "main", [a.copy(), b.copy(), 8, True], parse_schedule(order))
        assert not outcome.diagnostics
        assert [float(value) for value in outcome.results] == [48.0, 48.0]
    if regions:
        assert [float(value) for value in asyncir.compile(module, threads=2).main(a, b, 8, True)] == [
            48.0,
            48.0,
        ]


DECLARED = """
func.func private @any(%b: memref<4xi32>){EFFECTS}
func.func private @out(i32) attributes {asyncir.effects = "output"}
func.func @main(%a: memref<4xi32>, %x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xi32>
  memref.store %x, %m[%c0] : memref<4xi32>
  func.call @any(%m) : (memref<4xi32>) -> ()
  %v = memref.load %m[%c0] : memref<4xi32>
  memref.store %x, %m[%c0] : memref<4xi32>
  func.call @out(%x) : (i32) -> ()
  func.call @any(%a) : (memref<4xi32>) -> ()
  vector.print %x : i32
  %w = memref.load %m[%c0] : memref<4xi32>
  func.call @any(%m) : (memref<4xi32>) -> ()
  memref.dealloc %m : memref<4xi32>
  return %v, %w : i32, i32
}
"""

DEFINITIONS = {
    "": """func.func private @any(%b: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 42 : i32
  vector.print %f : i32
  memref.store %f, %b[%c0] : memref<4xi32>
  return
}""",
    ' attributes {asyncir.effects = "read"}': """func.func private @any(%b: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %f = memref.load %b[%c0] : memref<4xi32>
  return
}""",
}


@pytest.mark.parametrize("effects", DEFINITIONS, ids=["anything", "reads"])
def test_what_is_only_declared_keeps_its_place(effects: str) -> None:
    """Regions are formed where the function is declared; what it does is known when they are run."""
    plain = DECLARED.replace("{EFFECTS}", effects)
    module, count = formed(plain)
    assert count > 2
    out = "func.func private @out(%x: i32) {\n  vector.print %x : i32\n  return\n}"

    def run(text: str, order: str) -> tuple[list[int], str]:
        lines = [line for line in text.split("\n") if "func.func private @" not in line]
        head = lines.index("module {") + 1 if "module {" in lines else 0
        whole = "\n".join([*lines[:head], DEFINITIONS[effects], out, *lines[head:]])
        array = np.zeros(4, np.int32)
        outcome = interpret(parse_module(whole), "main", [array, 7], parse_schedule(order))
        assert not outcome.diagnostics
        return [*map(int, outcome.results), int(array[0])], outcome.output

    expected = run(plain, "earliest")
    for order in ("earliest", "latest", "seed:1", "seed:2", "seed:3"):
        assert run(str(module).replace("builtin.module {", "module {"), order) == expected
