"""lower-affine: affine programs mean what they meant before, and what mlir-opt 22's lowering of them means (S4-13)."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import asyncir
from asyncir.diagnostics import DiagnosticError
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.differential import interpreted, native
from tests.differential.corpus import Argument, Call
from tests.oracle import needs_mlir
from tests.transforms.affine_programs import check_that_mlir_lowers_it_to_the_same


def expression(random: Random, values: list[str], depth: int = 0) -> str:
    """An affine expression over dimensions and symbols."""
    if depth > 2 or random.random() < 0.3:
        return random.choice([*values, *values, str(random.randint(-4, 9))])
    inner = expression(random, values, depth + 1)
    match random.randrange(5):
        case 0:
            return f"({inner}) floordiv {random.randint(1, 4)}"
        case 1:
            return f"({inner}) ceildiv {random.randint(1, 4)}"
        case 2:
            return f"({inner}) mod {random.randint(1, 5)}"
        case 3:
            return f"({inner}) * {random.randint(-3, 3)}"
        case _:
            return f"({inner}) {random.choice('+-')} ({expression(random, values, depth + 1)})"


KINDS = (
    ("addi", "i32"),
    ("muli", "i32"),
    ("ori", "i32"),
    ("andi", "i32"),
    ("addf", "f32"),
    ("maximumf", "f32"),
    ("minimumf", "f32"),
)


def program(seed: int) -> tuple[str, Call]:
    """A nest of two affine loops with reductions, and a call of it."""
    random = Random(seed)

    def bound(values: list[str], several: str, low: int, high: int) -> str:
        # What is clamped on both sides cannot make a loop long.
        clamp = random.randint(low, high)
        return f"{several}({expression(random, values)}, {clamp})" if random.random() < 0.7 else str(clamp)

    kinds = random.choices(KINDS, k=random.randint(1, 3))
    types = ", ".join(type_ for _, type_ in kinds)
    names = ", ".join(f'"{kind}"' for kind, _ in kinds)
    outer, inner = ["%n", "symbol(%k)"], ["%n", "symbol(%k)", "%i"]
    apply = expression(random, ["d0", "d1", "s0"])
    least = ", ".join(expression(random, ["d0", "d1"]) for _ in range(3))
    applied = (
        f"%p = affine.apply affine_map<(d0, d1)[s0] -> ({apply})>(%i, %j)[%k]\n"
        f"%q = affine.min affine_map<(d0, d1) -> ({least})>(%p, %l)\n"
        f"%t = affine.max affine_map<(d0, d1) -> ({least})>(%q, %j)"
    )
    outermost = f"(%i) = ({bound(outer, 'max', -3, 0)}) to ({bound(outer, 'min', 1, 7)}) step ({random.randint(1, 3)})"
    innermost = f"(%j, %l) = ({bound(inner, 'max', -2, 1)}, 0) to ({bound(inner, 'min', 2, 5)}, 2)"
    yielded = ", ".join("%v" if type_ == "i32" else "%f" for _, type_ in kinds)
    text = f"""
    func.func @main(%m: memref<16xi32>, %n: index, %k: index) -> ({types}, i32) {{
      %r:{len(kinds)} = affine.parallel {outermost} reduce ({names}) -> ({types}) {{
        %s = affine.parallel {innermost} reduce ("addi") -> (i32) {{
          {applied}
          %u = affine.load %m[(%i + %j * 3 + symbol(%k)) mod 16] : memref<16xi32>
          %w = arith.index_cast %t : index to i32
          %x = arith.addi %u, %w : i32
          affine.yield %x : i32
        }}
        %g = arith.constant 1023 : i32
        %v = arith.andi %s, %g : i32
        %f = arith.sitofp %v : i32 to f32
        affine.yield {yielded} : {types}
      }}
      %one = arith.constant 1 : i32
      affine.parallel (%i) = (0) to (8) {{
        affine.store %one, %m[%i * 2 + 1] : memref<16xi32>
      }}
      %last = affine.load %m[15] : memref<16xi32>
      return {", ".join(f"%r#{i}" for i in range(len(kinds)))}, %last : {types}, i32
    }}
    """
    memory = Argument(str([random.randint(-99, 99) for _ in range(16)]), "memref<16xi32>")
    arguments = (
        memory,
        Argument(str(random.randint(-2, 9)), "index"),
        Argument(str(random.randint(0, 5)), "index"),
    )
    return text, Call("main", arguments, (*(type_ for _, type_ in kinds), "i32"))


@pytest.mark.parametrize("seed", range(12))
def test_what_it_means_stays(seed: int) -> None:
    text, call = program(seed)
    (expected,) = interpreted.run(text, call, ["earliest"])
    assert expected.kind == "values", f"{expected}\n{text}"
    module = parse_module(text)
    run_pipeline(module, "lower-affine")
    found = interpreted.run(print_module(module), call, ["latest"])
    run_pipeline(module, "async-parallel-for{min-task-size=1 num-workers=3}")
    found += native.run(print_module(module), call, [(2 * (seed % 2), 2)])
    found += native.run(text, call, [(0, 1)])
    for outcome in found:
        assert outcome.same(expected), f"{expected}\n{outcome}\n{text}"


@needs_mlir
@pytest.mark.parametrize("seed", range(12))
def test_mlir_lowers_it_to_the_same(seed: int) -> None:
    check_that_mlir_lowers_it_to_the_same(*program(seed))


def test_check_says_that_it_does_not_follow_commits_in_parallel_loops() -> None:
    """They are not taken for ops without effect."""
    text = """
    func.func @main(%m: memref<8xi32>) {
      affine.parallel (%i) = (0) to (4) {
        queue.commit(0) {}
      }
      queue.wait(0, 0)
      return
    }
    """
    checked = asyncir.check(text)
    assert [(d.code, "scf.parallel" in d.message) for d in checked.diagnostics] == [("Q005", True)]


@pytest.mark.parametrize(("kind", "type_"), [("assign", "f32"), ("maxs", "si32"), ("addi", "ui8")])
def test_reductions_that_arith_has_no_op_for_are_refused(kind: str, type_: str) -> None:
    text = f"""
    func.func @main(%x: {type_}) -> {type_} {{
      %r = affine.parallel (%i) = (0) to (4) reduce ("{kind}") -> ({type_}) {{
        affine.yield %x : {type_}
      }}
      return %r : {type_}
    }}
    """
    with pytest.raises(DiagnosticError, match="L001") as caught:
        run_pipeline(parse_module(text), "lower-affine")
    assert caught.value.diagnostics[0].span is not None


def test_affine_loops_run_on_all_workers() -> None:
    triad = """
    func.func @triad(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) -> f64 {
      %two = arith.constant 2.0 : f64
      %sum = affine.parallel (%i) = (0) to (symbol(%n)) reduce ("addf") -> (f64) {
        %a = affine.load %x[%i] : memref<?xf64>
        %b = arith.mulf %a, %two : f64
        affine.store %b, %y[symbol(%n) - %i - 1] : memref<?xf64>
        affine.yield %b : f64
      }
      return %sum : f64
    }
    """
    x = np.arange(100_000.0)
    y = np.zeros_like(x)
    assert asyncir.compile(triad, threads=2).triad(x, y, len(x)) == 2 * x.sum()
    assert (y == 2 * x[::-1]).all()
