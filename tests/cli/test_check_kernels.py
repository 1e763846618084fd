"""Kernels of a `gpu.module` are entries of `check`, with a machine too, of `simulate` and of what puts synchronisation in."""

from __future__ import annotations

import json

import pytest

from asyncir.certificates import VERSION, digest
from asyncir.source.text import parse_module
from asyncir.transforms._kernel_functions import without_modules
from tests.cli.command import Shell

pytestmark = pytest.mark.feature("S3-3", "S3-22", "N4")

SHARED = "memref<128xf32, #gpu.address_space<workgroup>>"


def reversing(barrier: str = "", size: int | None = 128, index: str = "%r") -> str:
    """Each thread writes one element of what the block shares, and reads one."""
    known = "" if size is None else f"attributes {{known_block_size = array<i32: {size}, 1, 1>}} "
    return f"""
gpu.module @m {{
  func.func @mirror(%t: index) -> index {{
    %c127 = arith.constant 127 : index
    %r = arith.subi %c127, %t : index
    return %r : index
  }}
  gpu.func @k(%in: memref<128xf32>, %out: memref<128xf32>) workgroup(%s : {SHARED}) kernel {known}{{
    %t = gpu.thread_id x
    %v = memref.load %in[%t] : memref<128xf32>
    memref.store %v, %s[%t] : {SHARED}
    {barrier}
    %r = func.call @mirror(%t) : (index) -> index
    %w = memref.load %s[{index}] : {SHARED}
    memref.store %w, %out[%t] : memref<128xf32>
    gpu.return
  }}
}}
"""


COPIES = """
gpu.module @m {
  gpu.func @k(%in: memref<8x128xf32>, %out: memref<8x128xf32>, %n: index)
      workgroup(%s : memref<2x128xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    scf.for %i = %c0 to %n step %c1 {
      %slot = arith.remui %i, %c2 : index
      %a = memref.subview %in[%i, 0] [1, 128] [1, 1] : memref<8x128xf32> to memref<128xf32, strided<[1], offset: ?>>
      %b = memref.subview %s[%slot, 0] [1, 128] [1, 1] : memref<2x128xf32, #gpu.address_space<workgroup>>
        to memref<128xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      memref.copy %a, %b : memref<128xf32, strided<[1], offset: ?>>
        to memref<128xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
      scf.for %j = %c0 to %c2 step %c1 {
        %x = memref.load %s[%slot, %j] : memref<2x128xf32, #gpu.address_space<workgroup>>
        memref.store %x, %out[%i, %j] : memref<8x128xf32>
      }
    }
    gpu.return
  }
}
"""

LAUNCHING = (
    "module attributes {gpu.container_module} {"
    + reversing(size=None)
    + """
  func.func @main(%a: memref<128xf32>, %b: memref<128xf32>) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
      args(%a : memref<128xf32>, %b : memref<128xf32>)
    return
  }
}
"""
)


def test_a_kernel_that_nobody_launches_is_an_entry(asyncir: Shell) -> None:
    asyncir.write("k.mlir", reversing())
    wrong = asyncir("check", "k.mlir")
    assert wrong.status == 1
    assert "Q002" in wrong.err
    assert "--entry m::k" in wrong.err
    asyncir.write("k.mlir", reversing("gpu.barrier"))
    right = asyncir("check", "k.mlir", "--strict", "--certificate", "k.json", "--entry", "m::k")
    assert (right.status, right.out) == (0, "k.mlir: proved: 0 waits\n")
    assert asyncir("verify-certificate", "k.mlir", "k.json").out == "k.mlir: verified: @m::k\n"


def test_what_a_message_says_shows_the_race(asyncir: Shell) -> None:
    asyncir.write("k.mlir", reversing())
    run = asyncir("run", "k.mlir", "--entry", "m::k", "--interpret", "latest", "f32[128]", "f32[128]")
    assert "S001" in run.err


def test_what_is_proved_for_some_threads_is_not_proved(asyncir: Shell) -> None:
    asyncir.write("k.mlir", reversing("gpu.barrier", size=None))
    answer = asyncir("check", "k.mlir", "--strict")
    assert (answer.status, answer.out) == (1, "k.mlir: unknown: 0 waits\n")
    assert "Q009" in answer.err


def test_memory_that_is_not_in_the_space_of_the_workgroup(asyncir: Shell) -> None:
    asyncir.write("k.mlir", reversing("gpu.barrier").replace(SHARED, "memref<128xf32>"))
    assert "unknown" in asyncir("check", "k.mlir").out
    assert "unknown" in asyncir("check", "k.mlir", "--machine", "cuda-sm90").out


def test_on_a_machine(asyncir: Shell) -> None:
    asyncir.write("k.mlir", reversing("gpu.barrier"))
    answer = asyncir("check", "k.mlir", "--machine", "cuda-sm90", "--certificate", "k.json")
    assert "`@m::k` is proved: no race" in answer.out
    assert asyncir("verify-certificate", "k.mlir", "k.json").status == 0
    asyncir.write("k.mlir", reversing())
    wrong = asyncir("check", "k.mlir", "--machine", "cuda-sm90")
    assert (wrong.status, wrong.out) == (1, "k.mlir: `@m::k` is wrong, among the threads of a block\n")
    assert "Q002" in wrong.err
    assert "asyncir run k.mlir --entry m::k" in wrong.err
    diff = asyncir("check", "k.mlir", "--machine", "cuda-sm90", "--diff")
    assert '+    sync.barrier on "block"' in diff.out
    assert asyncir("check", "k.mlir", "--machine", "cuda-sm90", "--entry", "no").status == 2


def test_what_threads_do_for_themselves_is_not_played_on_a_machine(asyncir: Shell) -> None:
    asyncir.write("k.mlir", reversing(index="%t"))
    answer = asyncir("check", "k.mlir", "--machine", "cuda-sm80")
    assert answer.status == 0
    assert "an access is not proved, and the interpreter does not know `gpu.thread_id`" in answer.out
    # Engines that are in step are no threads.
    in_step = asyncir("check", "k.mlir", "--machine", "bismo")
    assert "`@m::k` is proved" in in_step.out


@pytest.mark.parametrize("machine", ["cuda-sm80", "cuda-sm90", "cuda-sm100"])
def test_copies_of_a_kernel_are_synchronised(asyncir: Shell, machine: str) -> None:
    asyncir.write("k.mlir", COPIES)
    wrong = asyncir("check", "k.mlir", "--machine", machine, "--json")
    assert json.loads(wrong.out)["functions"][0]["standing"] == "refuted"
    passes = f"assign-engines{{machine={machine}}},insert-sync{{machine={machine}}}"
    asyncir.write("made.mlir", asyncir("opt", "k.mlir", "-p", passes).out)
    assert "workgroup(%s : memref<2x128xf32" in asyncir("opt", "made.mlir").out
    answer = json.loads(asyncir("check", "made.mlir", "--machine", machine, "--json").out)
    assert answer["functions"][0]["standing"] == "proved"
    assert {order["verdict"] for order in answer["functions"][0]["orders"]} == {"needed"}
    for order in ("earliest", "latest", "seed:3"):
        run = asyncir(
            *("simulate", "made.mlir", "--machine", machine, "--order", order),
            *("f32[8,128]", "f32[8,128]", "7"),
        )
        assert run.status == 0, run.err


def test_barriers_between_threads_that_share_nothing_go(asyncir: Shell) -> None:
    """On a machine a block is one engine; without one, its threads are told apart."""
    passes = "insert-sync{machine=cuda-sm90},lower-sync{machine=cuda-sm90}"
    asyncir.write("own.mlir", reversing(index="%t"))
    asyncir.write("mirror.mlir", reversing(index="%r"))
    for name, left in (("own.mlir", 0), ("mirror.mlir", 1)):
        before = asyncir("opt", name, "-p", passes).out
        after = asyncir("opt", name, "-p", f"{passes},eliminate-sync").out
        assert (before.count("gpu.barrier") > 0, after.count("gpu.barrier")) == (True, left)


def test_a_kernel_that_is_launched(asyncir: Shell) -> None:
    """The launch is no step of a machine: nothing is proved of the host, and each kernel is looked at for itself."""
    asyncir.write("k.mlir", LAUNCHING)
    assert asyncir("check", "k.mlir").status == 1
    answers = asyncir("check", "k.mlir", "--machine", "cuda-sm90")
    assert "`@main` is unknown" in answers.out
    assert "`@m::k` is unknown" in answers.out
    passes = "insert-sync{machine=cuda-sm90},lower-sync{machine=cuda-sm90}"
    made = asyncir("opt", "k.mlir", "-p", passes)
    assert made.out.count("gpu.barrier") == 2
    asyncir.write("made.mlir", made.out)
    answers = asyncir("check", "made.mlir", "--machine", "cuda-sm90")
    assert "`@main` is unknown" in answers.out
    assert "`@m::k` is proved" in answers.out


def test_nothing_to_check(asyncir: Shell) -> None:
    asyncir.write("k.mlir", "gpu.module @m {\n}\n")
    assert "Q008" in asyncir("check", "k.mlir", "--machine", "cuda-sm90").err


def test_a_forged_certificate_for_a_block_of_unknown_size(asyncir: Shell) -> None:
    text = """
gpu.module @m {
  gpu.func @k(%a: memref<64xi32>, %x: i32) kernel {
    %t = gpu.thread_id x
    %c64 = arith.constant 64 : index
    %u = arith.remui %t, %c64 : index
    memref.store %x, %a[%u] : memref<64xi32>
    gpu.return
  }
}
"""
    asyncir.write("k.mlir", text)
    content = {"text": digest(without_modules(parse_module(text))), "constant": [], "points": {}}
    asyncir.write(
        "k.json", json.dumps({"version": VERSION, "file": "k.mlir", "functions": {"m::k": content}})
    )
    refused = asyncir("verify-certificate", "k.mlir", "k.json")
    assert refused.status == 1
    assert "how many threads" in refused.err


def test_globals_of_a_machine_with_fences(asyncir: Shell) -> None:
    text = """
gpu.module @m {
  memref.global "private" @g : memref<1xi32, 3>
  gpu.func @k(%a: memref<1xi32>, %v: i32) kernel {
    %c0 = arith.constant 0 : index
    %g = memref.get_global @g : memref<1xi32, 3>
    memref.store %v, %g[%c0] : memref<1xi32, 3>
    FENCE
    sync.barrier
    memref.copy %g, %a : memref<1xi32, 3> to memref<1xi32>
    sync.barrier
    gpu.return
  }
}
"""
    asyncir.write("with.mlir", text.replace("FENCE", 'sync.fence "async-proxy"'))
    asyncir.write("without.mlir", text.replace("FENCE", ""))
    assert "is proved" in asyncir("check", "with.mlir", "--machine", "cuda-sm90").out
    assert asyncir("simulate", "with.mlir", "--machine", "cuda-sm90", "i32[1]", "3").status == 0
    assert "is wrong" in asyncir("check", "without.mlir", "--machine", "cuda-sm90").out


def test_kernels_are_repaired(asyncir: Shell) -> None:
    asyncir.write(
        "k.mlir",
        """
gpu.module @m {
  gpu.func @k(%a: memref<8xi32>) workgroup(%s : memref<8xi32, 3>) kernel {
    %c0 = arith.constant 0 : index
    memref.copy %a, %s : memref<8xi32> to memref<8xi32, 3>
    sync.commit "group"
    sync.wait "group", 0
    %x = memref.load %s[%c0] : memref<8xi32, 3>
    gpu.return
  }
}
""",
    )
    made = asyncir("opt", "k.mlir", "-p", "assign-engines{machine=cuda-sm80},repair-sync{machine=cuda-sm80}")
    assert made.out.count('sync.barrier on "block"') == 1
    assert "gpu.func @k(%a: memref<8xi32>) workgroup(%s : memref<8xi32, 3>) kernel" in made.out
    asyncir.write("made.mlir", made.out)
    assert "is proved" in asyncir("check", "made.mlir", "--machine", "cuda-sm80").out
