"""Tasks, their order and their values, as OpenMP has them; and what it has not."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import asyncir
from asyncir.driver.forms import to_openmp
from tests.openmp.building import build, floats, needs_gcc, numbers
from tests.regions.graphs import graph
from tests.regions.programs import program

pytestmark = pytest.mark.feature("S1-32")
FEW = "OpenMP orders tasks of one parent only"


@needs_gcc
@pytest.mark.parametrize("start", range(0, 40, 10))
def test_random_regions_give_the_same(start: int, tmp_path: Path) -> None:
    compared, refused = 0, list[str]()
    for seed in range(start, start + 10):
        text, results, cells = program(seed)
        try:
            library = build(text, tmp_path, f"r{seed}")
        except asyncir.DiagnosticError as error:
            refused.append(error.diagnostics[0].message)
            continue
        compared += 1
        for _ in range(10):
            memory = np.zeros(len(cells), np.int64)
            assert numbers(library, len(results), 3, -5, memory) == results
            assert memory.tolist() == cells
    assert all(FEW in message for message in refused)
    assert compared >= 2


@needs_gcc
def test_graphs_of_tasks_give_the_same(tmp_path: Path) -> None:
    for seed in range(12):
        each = graph(seed, 12)
        library = build(each.text, tmp_path, f"g{seed}")
        for _ in range(10):
            memory = np.zeros(12, np.int64)
            assert numbers(library, len(each.results), 3, -5, memory) == each.results
            assert {n: memory[n] for n in each.cells} == each.cells


LOOP = """
func.func @main(%n: index, %x: i64, %m: memref<?xi64>) -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %first = async.ready : !async.token
  %group = async.create_group %n : !async.group
  %t, %sum = scf.for %i = %zero to %n step %one iter_args(%before = %first, %v = %x) -> (!async.token, i64) {
    %t1, %v1 = async.region [%before] -> i64 {
      %k = arith.index_cast %i : index to i64
      %s = arith.addi %v, %k : i64
      async.yield %s : i64
    }
    %u = async.execute {
      %k = arith.index_cast %i : index to i64
      memref.store %k, %m[%i] : memref<?xi64>
      async.yield
    }
    %r = async.add_to_group %u, %group : !async.token
    scf.yield %t1, %v1 : !async.token, i64
  }
  async.await %t : !async.token
  async.await_all %group
  return %sum : i64
}
"""


@needs_gcc
@pytest.mark.parametrize("count", [0, 1, 100])
def test_tokens_that_a_loop_carries_and_groups(count: int, tmp_path: Path) -> None:
    library = build(LOOP, tmp_path)
    memory = np.full(count + 1, -1, np.int64)
    assert numbers(library, 1, count, 100, memory) == [100 + sum(range(count))]
    assert memory.tolist() == [*range(count), -1]


PARTS = """
func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = tensor.empty() : tensor<64xf32>
  %s = linalg.fill ins(%zero : f32) outs(%r : tensor<64xf32>) -> tensor<64xf32>
  %t, %x, %u, %y = async.region -> (tensor<64x64xf32>, !async.token, tensor<64xf32>) {
    %t0, %p = async.region -> tensor<64x64xf32> {
      %m = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
      async.yield %m : tensor<64x64xf32>
    }
    %t1, %q = async.region [%t0] -> tensor<64xf32> {
      %m = linalg.reduce { arith.addf } ins(%p : tensor<64x64xf32>) outs(%s : tensor<64xf32>) dimensions = [1]
      async.yield %m : tensor<64xf32>
    }
    async.yield %p, %t0, %q, %t1 : tensor<64x64xf32>, !async.token, tensor<64xf32>, !async.token
      {token_counts = array<i64: 1, 1>}
  }
  async.await %t : !async.token
  async.await %u : !async.token
  return %x, %y : tensor<64x64xf32>, tensor<64xf32>
}
"""


@needs_gcc
def test_regions_of_several_parts_on_tensors(tmp_path: Path) -> None:
    random = np.random.default_rng(3)
    a, b = (random.integers(-3, 4, (64, 64)).astype(np.float32) for _ in range(2))
    product, sums = floats(build(PARTS, tmp_path), [(64, 64), (64,)], a, b)
    assert np.array_equal(product, a @ b)
    assert np.array_equal(sums, (a @ b).sum(1))


def test_each_task_says_what_it_depends_on() -> None:
    text = to_openmp(graph(3, 12).text)
    tasks = re.findall(r"#pragma omp task (.*)", text)
    assert len(tasks) == 12
    assert all("depend(out: " in each for each in tasks)
    assert sum("depend(in: " in each for each in tasks) >= 5


REFUSED = {
    "inner": (
        """
    func.func @main(%x: i64, %m: memref<i64>) {
      %t = async.execute {
        memref.store %x, %m[] : memref<i64>
        async.yield
      }
      %u = async.execute {
        %y = arith.addi %x, %x : i64
        %w = async.execute [%t] {
          memref.store %y, %m[] : memref<i64>
          async.yield
        }
        async.yield
      }
      async.await %u : !async.token
      return
    }""",
        FEW,
    ),
    "payload": (
        """
    func.func @main() {
      %t, %v = async.execute -> !async.value<!async.token> {
        %u = async.execute {
          async.yield
        }
        async.yield %u : !async.token
      }
      %u = async.await %v : !async.value<!async.token>
      async.await %u : !async.token
      return
    }""",
        FEW,
    ),
    "argument": (
        """
    func.func @main(%t: !async.token) {
      async.await %t : !async.token
      return
    }""",
        "a token goes into a function",
    ),
    "declared": (
        "func.func private @f()\nfunc.func @main() { func.call @f() : () -> ()\n return }",
        "only declared",
    ),
    "wide": ("func.func @main(%x: i128) -> i128 { return %x : i128 }", "i128 have no form"),
    "vector": (
        """
    func.func @main(%x: f32) -> f32 {
      %v = vector.broadcast %x : f32 to vector<4xf32>
      %y = vector.extract %v[0] : f32 from vector<4xf32>
      return %y : f32
    }""",
        "`vector.broadcast` has no form in C",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_form_is_refused_at_its_place(name: str) -> None:
    text, message = REFUSED[name]
    with pytest.raises(asyncir.DiagnosticError) as caught:
        to_openmp(text)
    (said,) = caught.value.diagnostics
    assert said.code == "L001"
    assert message in said.message
    assert said.help


SIZES = """
func.func @main(%n: index, %m: index) -> i64 {
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n, %m) : memref<?x?xi64>
  %v = arith.constant 7 : i64
  memref.store %v, %a[%c0, %c0] : memref<?x?xi64>
  %w = memref.load %a[%c0, %c0] : memref<?x?xi64>
  memref.dealloc %a : memref<?x?xi64>
  return %w : i64
}
"""


@needs_gcc
@pytest.mark.parametrize(
    "sizes", [(1 << 62, 4), (1 << 32, 1 << 32), (-1, -1), (-1, 1), (1 << 50, 1), (1 << 60, 1)]
)
def test_memory_that_is_not_there_ends_the_process(sizes: tuple[int, int], tmp_path: Path) -> None:
    build(SIZES, tmp_path)
    script = (
        "import ctypes, sys\n"
        "r = ctypes.c_int64()\n"
        "f = ctypes.CDLL(sys.argv[1]).run_main\n"
        "f(ctypes.byref(r), *map(ctypes.c_int64, map(int, sys.argv[2:])))\n"
        "print(r.value)\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "program.so"), *map(str, sizes)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    size = 8 * sizes[0] * sizes[1] if sizes == (1 << 50, 1) else 2**63 - 1
    assert (done.returncode, done.stdout) == (1, "")
    why = "dimension 0 is given size -1" if sizes[0] < 0 else f"there is no memory for {size} bytes"
    assert done.stderr.startswith("error: ")
    assert done.stderr.endswith(f"{why}\n")
    assert (
        subprocess.run([*command[:-2], "2", "3"], capture_output=True, text=True, check=True).stdout == "7\n"
    )


def test_updates_by_a_region_and_by_an_op_exclude_each_other() -> None:
    """`omp atomic` and `omp critical` do not: where a region updates elements, all updates are critical sections."""
    update = "%a = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<4xi32>) -> i32"
    region = """%b = memref.generic_atomic_rmw %m[%i] : memref<4xi32> {
    ^bb0(%x: i32):
      %y = arith.muli %x, %v : i32
      memref.atomic_yield %y : i32
    }"""
    text = "func.func @main(%m: memref<4xi32>, %i: index, %v: i32) {{ {} return }}"
    alone, both = (to_openmp(text.format(body)) for body in (update, update + region))
    assert alone.count("#pragma omp atomic capture") == 2  # one is of the memory that is kept
    assert "#pragma omp critical" not in alone
    assert both.count("#pragma omp critical") == 2


NESTED = """
func.func @main(%c: i1, %x: i64, %n: index) -> (i64, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t0, %v = async.region -> i64 {
    %d = arith.addi %x, %x : i64
    async.yield %d : i64
  }
  %t1, %w = async.region [%t0] -> i64 {
    %r = scf.if %c -> i64 {
      %e = arith.muli %v, %x : i64
      scf.yield %e : i64
    } else {
      scf.yield %x : i64
    }
    async.yield %r : i64
  }
  %t2, %s = async.region [%t0, %t1] -> i64 {
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%a = %w) -> i64 {
      %b = arith.addi %a, %v : i64
      scf.yield %b : i64
    }
    async.yield %sum : i64
  }
  async.await %t1 : !async.token
  async.await %t2 : !async.token
  return %w, %s : i64, i64
}
"""


@needs_gcc
def test_values_of_dependencies_in_branches_and_loops(tmp_path: Path) -> None:
    """They are waited for at the start of the body, which begins when they are there."""
    library = build(NESTED, tmp_path)
    native = asyncir.compile(NESTED)["main"]
    for chosen, x, n in ((1, 3, 4), (0, 3, 4), (1, 5, 0)):
        wanted = x * 2 * x if chosen else x
        assert native(bool(chosen), x, n) == (wanted, wanted + n * 2 * x)
        assert numbers(library, 2, chosen, x, n) == [wanted, wanted + n * 2 * x]
