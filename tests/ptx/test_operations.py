"""The operations of TTGIR behind statements of PTX."""

from __future__ import annotations

import json

from asyncir import check
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.operations import named, operations_behind
from asyncir.source.ptx import read_ptx
from asyncir.source.ttgir import is_ttgir, read_ttgir
from tests.cli.command import Shell
from tests.cli.conftest import asyncir as asyncir

PTX = """\
.version 8.4
.target sm_80
.address_size 64
.file 1 "/work/gemm.py"
.extern .shared .align 16 .b8 smem[];
.visible .entry copy(.param .u64 a) .reqntid 64
{
  .reg .b32 %r<8>; .reg .b64 %rd<2>; .reg .f32 %f<2>;
  ld.param.u64 %rd1, [a];
  mov.u32 %r2, %tid.x;
  shl.b32 %r3, %r2, 4;
  xor.b32 %r4, %r3, 512;
  mov.u32 %r5, smem;
  add.s32 %r6, %r5, %r3;
  add.s32 %r7, %r5, %r4;
  .loc 1 19 24
  cp.async.cg.shared.global [%r6], [%rd1], 16;
  cp.async.cg.shared.global [%r6+1024], [%rd1], 16;
  cp.async.commit_group;
  .loc 1 20 9
  cp.async.commit_group;
  .loc 1 19 24
  cp.async.wait_group 0;
  bar.sync 0;
  ld.shared.f32 %f1, [%r7];
  ret;
}
"""

TTGIR = """\
#loc = loc("/elsewhere/gemm.py":8:1)
#loc5 = loc("a"(#loc2))
module {
  tt.func public @copy(%a: !tt.ptr<f16> loc("a"(#loc))) {
    %t = ttg.async_copy_global_to_local %a, %b : tensor<64xi8> -> <64xi8> loc(#loc5)
    %u = ttg.async_commit_group tokens %t loc(#loc5)
    %v = ttg.async_commit_group tokens %t loc(fused[#loc3, #loc4])
    %w = ttg.async_wait %u, %v {num = 0 : i32} loc(callsite(#loc2 at #loc3))
    %x = ttg.local_load %c token %w : A -> B loc("/elsewhere/gemm.py":19:24)
    tt.return loc(#loc1)
  } loc(#loc)
} loc(#loc)
#loc1 = loc(unknown)
#loc2 = loc("/elsewhere/gemm.py":19:24)
#loc3 = loc("/elsewhere/gemm.py":20:9)
#loc4 = loc("/elsewhere/gemm.py":21:9)
"""


def behind(ptx: str = PTX, ttgir: str = TTGIR) -> dict[str, str]:
    """By line and opcode, what is said of a statement."""
    kernel = read_ptx(ptx, "k.ptx").kernels[0]
    found = operations_behind(kernel, read_ttgir(ttgir, "k.ttgir"))
    return {
        f"{kernel.body[k].spot.line} {kernel.body[k].opcode}": op.text("k.ttgir") for k, op in found.items()
    }


def test_locations_are_followed_through_names_calls_and_fusions() -> None:
    places = {op.name: op.places for op in read_ttgir(TTGIR).operations}
    here = ("gemm.py", 19, 24)
    assert places["ttg.async_copy_global_to_local"] == (here,)
    assert places["ttg.async_wait"] == (here,)  # of the call, the line that was inlined
    assert places["ttg.local_load"] == (here,)
    assert places["ttg.async_commit_group"] == (("gemm.py", 20, 9), ("gemm.py", 21, 9))  # the last of the two
    assert places["tt.return"] == ()


def test_locations_that_go_round_end() -> None:
    round_text = 'tt.func\n ttg.barrier loc(#loc1)\n#loc1 = loc("a"(#loc2))\n#loc2 = loc("b"(#loc1))\n'
    assert read_ttgir(round_text).operations[-1].places == ()


def test_as_many_of_a_kind_are_paired_in_order() -> None:
    found = behind()
    assert found["19 cp.async.commit_group"] == "ttg.async_commit_group (%u), k.ttgir:6"
    assert found["21 cp.async.commit_group"] == "ttg.async_commit_group (%v), k.ttgir:7"
    assert found["23 cp.async.wait_group"] == "ttg.async_wait (%w), k.ttgir:8"


def test_several_statements_of_one_operation_have_it() -> None:
    found = behind()
    copy = "ttg.async_copy_global_to_local (%t), k.ttgir:5"
    assert found["17 cp.async.cg.shared.global"] == found["18 cp.async.cg.shared.global"] == copy


def test_where_several_fit_all_are_named() -> None:
    twice = TTGIR.replace(
        "    %u = ttg.async_commit",
        "    %t2 = ttg.async_copy_global_to_local %a, %b loc(#loc2)\n    %u = ttg.async_commit",
    )
    three = PTX.replace(
        "  cp.async.commit_group;\n  .loc 1 20",
        "  cp.async.cg.shared.global [%r6+2048], [%rd1], 16;\n  cp.async.commit_group;\n  .loc 1 20",
    )
    found = behind(three, twice)
    assert found["17 cp.async.cg.shared.global"] == "one of ttg.async_copy_global_to_local, k.ttgir:5, 6"


def test_a_barrier_that_no_operation_is_stands_behind_one() -> None:
    assert behind()["24 bar.sync"] == "put in behind ttg.async_wait (%w), k.ttgir:8"
    with_barrier = TTGIR.replace("    %x =", "    ttg.barrier local loc(#loc2)\n    %x =")
    assert behind(ttgir=with_barrier)["24 bar.sync"] == "ttg.barrier, k.ttgir:9"


def test_other_files_and_lines_do_not_fit() -> None:
    other = TTGIR.replace("gemm.py", "softmax.py").replace(
        "%v = ttg.async_commit_group tokens %t", "%v = ttg.local_x"
    )
    found = behind(ttgir=other)
    assert not any("commit" in key for key in found)


def test_sites_and_diagnostics_name_the_operation(asyncir: Shell) -> None:
    strong = PTX.replace("  bar.sync 0;\n", "  bar.sync 0;\n  bar.sync 0;\n")
    asyncir.write("k.ptx", strong)
    asyncir.write("k.ttgir", TTGIR)
    done = asyncir("check", "k.ptx")
    assert "the compiler put it in behind this operation" in done.err
    assert "%w = ttg.async_wait %u, %v" in done.err
    sites = json.loads(asyncir("check", "k.ptx", "--json").out)["sites"]
    assert sites[0]["operation"] == "ttg.async_wait (%w), k.ttgir:8"


def test_files_that_do_not_fit_are_told(asyncir: Shell) -> None:
    asyncir.write("k.ptx", PTX)
    asyncir.write("other.mlir", "module {}\n")
    assert asyncir("check", "k.ptx", "--ttgir", "other.mlir").codes == ["T202"]
    assert asyncir("check", "k.ptx", "--ttgir", "none.ttgir").codes == ["C001"]
    asyncir.write("empty.ttgir", "tt.func @f() {\n  %0 = ttg.thing loc(#loc)\n}\n")
    assert asyncir("check", "k.ptx", "--ttgir", "empty.ttgir").codes[-1] == "T203"


def test_a_compiled_kernel_brings_its_own() -> None:
    class Metadata:
        name = "copy"
        num_warps = 2

    class Compiled:
        asm = {"ptx": PTX, "ttgir": TTGIR}  # noqa: RUF012
        metadata = Metadata()

    wait = check(Compiled()).sites[0]
    assert wait.operation == "ttg.async_wait (%w), ttgir:8"


def test_without_a_module_nothing_is_named() -> None:
    checked = check_ptx(PTX, "k.ptx")
    assert named(checked, read_ttgir("", "x")).diagnostics[-1].code == "T203"
    assert not is_ttgir("tt.func @f() {}")
