"""lower-affine: loops and conditions mean what they meant before, and what mlir-opt 22 makes of them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import asyncir
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.differential import interpreted, native
from tests.differential.corpus import Argument, Call
from tests.oracle import needs_mlir
from tests.semantics.programs import error, run, value
from tests.transforms.affine_programs import check_that_mlir_lowers_it_to_the_same
from tests.transforms.test_lower_affine import expression


def program(seed: int) -> tuple[str, Call]:
    """Nested loops with conditions, accesses of vectors and indices of several dimensions, and a call."""
    random = Random(seed)

    def bound(values: list[str], several: str, low: int, high: int) -> str:
        clamp = random.randint(low, high)
        match random.randrange(3):
            case 0:
                return str(clamp)
            case 1:
                return f"{several} affine_map<(d0)[s0] -> ({expression(random, values)}, {clamp})>(%n)[%k]"
            case _:
                return f"affine_map<()[s0] -> (s0 mod {max(clamp, 1)})>()[%k]"

    def condition() -> str:
        tests = [
            f"{expression(random, ['d0', 'd1', 's0'])} {random.choice(['>=', '==', '<='])} {random.randint(-2, 2)}"
            for _ in range(random.randint(1, 3))
        ]
        return f"affine_set<(d0, d1)[s0] : ({', '.join(tests)})>(%i, %j)[%n]"

    one, other = condition(), condition()
    text = f"""
    func.func @main(%m: memref<64xi32>, %n: index, %k: index) -> (i32, index, i32) {{
      %zero = arith.constant 0 : i32
      %c = arith.constant 3 : index
      %r:2 = affine.for %i = {bound(["d0", "s0"], "max", -3, 0)} to {bound(["d0", "s0"], "min", 1, 7)}
          step {random.randint(1, 3)} iter_args(%a = %zero, %at = %n) -> (i32, index) {{
        %s = affine.for %j = {bound(["d0", "s0"], "max", -2, 1)} to affine_map<(d0) -> (d0 + 3)>(%i)
            iter_args(%b = %a) -> (i32) {{
          %x = affine.if {one} -> i32 {{
            %p = affine.load %m[(%i + %j * 3) mod 64] : memref<64xi32>
            affine.yield %p : i32
          }} else {{
            affine.yield %b : i32
          }}
          affine.if {other} {{
            %v = affine.vector_load %m[(%i * 5 + symbol(%k)) mod 60] : memref<64xi32>, vector<4xi32>
            affine.vector_store %v, %m[(%j * 7) mod 60] : memref<64xi32>, vector<4xi32>
          }}
          affine.prefetch %m[%j mod 64], read, locality<2>, data : memref<64xi32>
          %sum = arith.addi %x, %b : i32
          affine.yield %sum : i32
        }}
        %e:3 = affine.delinearize_index %at into ({random.choice(["%c, ", "9, ", ""])}{random.choice(["%c", "4"])}, 5)
          : index, index, index
        %f = affine.linearize_index [%e#2, %e#0, %e#1] by ({random.choice(["%k, ", ""])}{random.choice(["%c", "7"])}, 3)
          : index
        %g = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 3 - 20)>(%f, %i)
        affine.yield %s, %g : i32, index
      }}
      %last = affine.load %m[15] : memref<64xi32>
      return %r#0, %r#1, %last : i32, index, i32
    }}
    """
    memory = Argument(str([random.randint(-99, 99) for _ in range(64)]), "memref<64xi32>")
    arguments = (
        memory,
        Argument(str(random.randint(-20, 90)), "index"),
        Argument(str(random.randint(0, 5)), "index"),
    )
    return text, Call("main", arguments, ("i32", "index", "i32"))


@pytest.mark.parametrize("seed", range(12))
def test_what_it_means_stays(seed: int) -> None:
    text, call = program(seed)
    (expected,) = interpreted.run(text, call, ["earliest"])
    assert expected.kind == "values", f"{expected}\n{text}"
    module = parse_module(text)
    run_pipeline(module, "lower-affine")
    assert "affine" not in print_module(module)
    for outcome in (
        *interpreted.run(print_module(module), call, ["latest"]),
        *native.run(text, call, [(0, 1)]),
    ):
        assert outcome.same(expected), f"{expected}\n{outcome}\n{text}"


@needs_mlir
@pytest.mark.parametrize("seed", range(12))
def test_mlir_lowers_it_to_the_same(seed: int) -> None:
    check_that_mlir_lowers_it_to_the_same(*program(seed))


@pytest.mark.parametrize(
    ("index", "expected"), [(0, [0, 0, 0]), (37, [1, 3, 2]), (-1, [-1, 3, 4]), (999, [49, 3, 4])]
)
def test_an_index_of_several_dimensions(index: int, expected: list[int]) -> None:
    for number, wanted in enumerate(expected):
        text = f"""
        func.func @main(%n: index) -> index {{
          %i:3 = affine.delinearize_index %n into (4, 5) : index, index, index
          return %i#{number} : index
        }}
        """
        assert value(text, index) == wanted


def test_the_first_size_says_nothing() -> None:
    text = """
    func.func @main(%n: index) -> index {
      %i:2 = affine.delinearize_index %n into (2, 5) : index, index
      %r = affine.linearize_index [%i#0, %i#1] by (2, 5) : index
      return %r : index
    }
    """
    assert value(text, 123) == 123


def test_a_size_that_is_not_positive_is_an_error() -> None:
    text = """
    func.func @main(%n: index) -> index {
      %i:2 = affine.delinearize_index %n into (%n) : index, index
      return %i#0 : index
    }
    """
    assert error(run(text, 0)).code == "S005"
    assert value(text, 3) == 1


RACE = """
func.func @main(%m: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    %t = async.execute {
      affine.store %x, %m[PLACE] : memref<8xf32>
      async.yield
    }
    WAIT
  }
  return
}
"""


def test_check_finds_a_race_of_iterations() -> None:
    checked = asyncir.check(RACE.replace("PLACE", "0").replace("WAIT", ""))
    assert checked.standing == "refuted"
    assert [race.kind for race in checked.races] == ["WAW"]


def test_check_proves_nothing_of_a_race_under_a_condition() -> None:
    text = RACE.replace("    %t =", "affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {\n %t =")
    checked = asyncir.check(text.replace("PLACE", "0").replace("WAIT", "}"))
    assert not checked.proved


def test_check_proves_what_waits() -> None:
    checked = asyncir.check(RACE.replace("PLACE", "0").replace("WAIT", "async.await %t : !async.token"))
    assert checked.standing == "proved"


@pytest.mark.parametrize(
    "pass_", ["eliminate-awaits", "elide-waits", "canonicalize", "cse", "licm", "dce", "inline"]
)
def test_passes_that_do_not_know_the_loops_leave_what_they_mean(pass_: str) -> None:
    text = """
    func.func @main(%m: memref<8xi32>, %n: index) -> i32 {
      %one = arith.constant 1 : i32
      %s = affine.for %i = 0 to %n iter_args(%a = %one) -> (i32) {
        %t = async.execute {
          affine.store %a, %m[0] : memref<8xi32>
          async.yield
        }
        async.await %t : !async.token
        %x = affine.load %m[0] : memref<8xi32>
        %y = affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) -> i32 {
          %z = arith.addi %x, %x : i32
          affine.yield %z : i32
        } else {
          %z = arith.addi %a, %x : i32
          affine.store %z, %m[1] : memref<8xi32>
          affine.yield %z : i32
        }
        affine.yield %y : i32
      }
      %w = affine.load %m[1] : memref<8xi32>
      %r = arith.addi %s, %w : i32
      return %r : i32
    }
    """
    module = parse_module(text)
    run_pipeline(module, pass_)
    for count in range(4):
        expected = value(text, np.zeros(8, np.int32), count)
        assert value(print_module(module), np.zeros(8, np.int32), count, schedule="latest") == expected


def test_a_loop_carries_a_tensor() -> None:
    text = """
    func.func @main(%m: memref<1xf32>, %f: f32) {
      %c0 = arith.constant 0 : index
      %c3 = arith.constant 3 : index
      %e = tensor.empty() : tensor<4xf32>
      %t = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      %r = affine.for %i = 1 to 4 iter_args(%a = %t) -> (tensor<4xf32>) {
        %p = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
        %x = tensor.extract %a[%p] : tensor<4xf32>
        %y = arith.addf %x, %f : f32
        %b = tensor.insert %y into %a[%i] : tensor<4xf32>
        affine.yield %b : tensor<4xf32>
      }
      %x = tensor.extract %r[%c3] : tensor<4xf32>
      memref.store %x, %m[%c0] : memref<1xf32>
      return
    }
    """
    found, expected = np.zeros(1, np.float32), np.zeros(1, np.float32)
    assert run(text, expected, 2.5).diagnostics == ()
    asyncir.compile(text)["main"](found, 2.5)
    assert found.tolist() == expected.tolist() == [10.0]
