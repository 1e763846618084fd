"""`asyncir check` of programs with large arrays and blocks: what it runs takes time and memory for what it touches only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy
import pytest

from asyncir.analyses.sync_report import SparseArray
from asyncir.driver.witness import argument_text, small_arguments, varied_arguments
from asyncir.launch.signatures import Complex, MemRef, Scalar, Signature
from asyncir.tools.literals import read_arguments
from tests.cli.command import Shell

RACING = """\
func.func @main(%a: memref<{shape}xf32>, %o: memref<{shape}xf32>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = memref.alloca() : memref<2xf32>
  scf.for %i = %c0 to %n step %c1 {{
    queue.commit(0) {{
      queue.async {{
        %x = memref.load %a[%i, %c0] : memref<{shape}xf32>
        memref.store %x, %r[%c0] : memref<2xf32>
      }}
    }}
    queue.wait(0, 1)
    %y = memref.load %r[%c0] : memref<2xf32>
    memref.store %y, %o[%i, %c0] : memref<{shape}xf32>
  }}
  return
}}
"""
LARGE = RACING.format(shape="32768x32768")
HUGE = RACING.format(shape="9000000000x1000000000")
ARRAYS = ("f32[32768,32768]", "f32[32768,32768]", "1")
THREADS = """\
func.func @f() attributes {gpu.known_block_size = array<i32: 100000, 100000, 100000>} {
  gpu.barrier
  return
}
"""
MOST_KIB = 1 << 20


def peak_of(*words: str) -> tuple[int, str]:
    """The memory that a command took at most, in KiB, and what it printed."""
    text = (
        "import resource, subprocess, sys\n"
        "done = subprocess.run([sys.executable, '-m', 'asyncir', *sys.argv[1:]], capture_output=True, text=True)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, done.stdout, done.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", text, *words], capture_output=True, text=True, check=True, timeout=60
    )
    peak, _, rest = done.stdout.partition(" ")
    return int(peak), rest


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("check", "p.mlir"), "refuted: 2 races"),
        (("check", "p.mlir", "--oracle", "latest"), "refuted: 2 races in 6 runs"),
        (("check", "p.mlir", "--oracle", "latest", *ARRAYS), "refuted: 1 race in 1 run"),
        (("run", "p.mlir", "--interpret", "latest", *ARRAYS), "S001"),
        (("view", "p.mlir", "-o", "out.html"), ""),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_large_arrays_take_memory_where_they_are_touched(
    asyncir: Shell, words: tuple[str, ...], said: str
) -> None:
    asyncir.write("p.mlir", LARGE)
    peak, text = peak_of(*words)
    assert said in text
    assert "S012" not in text
    assert peak < MOST_KIB


def test_the_command_names_the_arrays_by_their_sizes(asyncir: Shell) -> None:
    asyncir.write("p.mlir", LARGE)
    assert "latest 'f32[32768,32768]' 'f32[32768,32768]' 1" in asyncir("check", "p.mlir").err
    given = asyncir("check", "p.mlir", "--oracle", "latest", "f32[32768,32768]=0", *ARRAYS[1:])
    assert "latest 'f32[32768,32768]=0' 'f32[32768,32768]' 1" in given.err


def test_arrays_that_cannot_be_made_are_a_reason(asyncir: Shell) -> None:
    asyncir.write("p.mlir", HUGE)
    done = asyncir("check", "p.mlir")
    assert (done.status, done.codes) == (0, ["Q005"])
    assert "the arrays of @main are too large to run" in done.err
    assert "--oracle" not in done.err
    done = asyncir("check", "p.mlir", "--oracle", "latest")
    assert (done.status, done.codes) == (0, ["Q005"])
    assert "the arrays of @main are too large to run" in done.err
    assert asyncir("view", "p.mlir", "-o", "out.html").status == 0
    assert "the arrays of @main are too large to run" in Path("out.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [("run", "--interpret"), ("check", "--oracle")], ids=lambda words: words[0])
def test_several_orders_of_large_arrays_are_refused(asyncir: Shell, words: tuple[str, str]) -> None:
    asyncir.write("p.mlir", LARGE)
    done = asyncir(words[0], "p.mlir", words[1], "exhaustive", *ARRAYS)
    assert done.status == 1
    assert done.codes[-1] == "S012"
    assert "too large to try several orders" in done.err


def test_blocks_have_a_limit(asyncir: Shell) -> None:
    asyncir.write("p.mlir", THREADS)
    done = asyncir("run", "p.mlir", "--interpret", "latest")
    assert (done.status, done.codes) == (1, ["S012"])
    assert "at most 4096 threads" in done.err
    done = asyncir("check", "p.mlir", "--oracle", "latest")
    assert (done.status, done.codes) == (0, ["Q005", "S012"])
    assert asyncir("view", "p.mlir", "-o", "out.html").status == 0
    assert "at most 4096 threads" in Path("out.html").read_text(encoding="utf-8")


TASKS = """\
func.func @main(%a: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %r = memref.alloca() : memref<2xf32>
  %t = async.execute { async.yield }
  gpu.barrier
  queue.commit(0) {
    queue.async {
      %x = memref.load %a[%c0] : memref<64xf32>
      memref.store %x, %r[%c0] : memref<2xf32>
    }
  }
  queue.wait(0, 0)
  async.await %t : !async.token
  return
}
"""


def test_what_the_interpreter_does_not_run_is_not_sent_to_it(asyncir: Shell) -> None:
    asyncir.write("p.mlir", TASKS)
    done = asyncir("check", "p.mlir")
    assert set(done.codes) == {"Q005", "Q009"}
    assert (
        "it cannot be run either: the interpreter runs programs with tasks or for the threads of a device"
        in done.err
    )
    assert "--oracle" not in done.err


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (SparseArray((4096, 4096), (), 0.0), "f32[4096,4096]"),
        (SparseArray((4096, 4096), (((2, 7), 1.5),), 0.0), "f32[4096,4096]=0.0,8199:1.5"),
        (SparseArray((8,), (((7,), 2.0),), 0.0), "f32[8]=0.0,7:2.0"),
        (SparseArray((90, 90), tuple(((i, i), 1.0) for i in range(90)), 0.0), "f32[90,90]=0.0,diagonal:1.0"),
        (SparseArray((90, 90), (((0, 0), 1.0), ((1, 1), 1.0)), 0.0), "f32[90,90]=0.0,0:1.0,91:1.0"),
        (SparseArray((2,), (((1,), 2.0),), 0.0), "[0.0,2.0]"),
    ],
)
def test_a_sparse_array_is_said_as_it_is_read(given: SparseArray, text: str) -> None:
    type_ = MemRef(Scalar("f32"), (None,) * len(given.shape))
    assert argument_text(type_, given) == text
    (array,) = read_arguments(Signature("main", (type_,), ()), (text,))
    wanted = numpy.zeros(given.shape, numpy.float32)
    for index, value in given.elements:
        wanted[index] = value
    assert numpy.array_equal(array, wanted)


def test_only_zeros_are_made_up_for_large_arrays() -> None:
    types = tuple(
        MemRef(element, (1 << 40,)) for element in (Scalar("i1"), Scalar("i32"), Complex(Scalar("f32")))
    )
    signature = Signature("main", types, ())
    zeros = tuple(SparseArray((1 << 40,), (), zero) for zero in (False, 0, 0))
    assert [*small_arguments(signature)] == [zeros]
    assert [*varied_arguments(signature)] == [zeros]
    assert argument_text(types[2], zeros[2]) == "c64[1099511627776]"


def test_arrays_of_several_types_are_varied_together() -> None:
    signature = Signature("main", (MemRef(Scalar("f32"), (8,)), MemRef(Scalar("i32"), (8,))), ())
    assert len([*varied_arguments(signature)]) == 2
