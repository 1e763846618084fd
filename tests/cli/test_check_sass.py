"""`asyncir check --sass`: what ptxas kept, read from a listing of nvdisasm."""

from __future__ import annotations

import json

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.driver.kernels import sass
from asyncir.driver.kernels.sass import SassKernel, kernels_of, kind_of, sass_of, tool
from tests.cli.command import Shell
from tests.cli.test_view_kernels import RING
from tests.oracle import needs

needs_tools = needs(
    tool("ptxas") is not None and tool("nvdisasm") is not None,
    "ptxas and nvdisasm are not installed (the packages nvidia-cuda-nvcc and nvidia-cuda-nvdisasm)",
)

LISTING = """\
//--------------------- .text.ring                --------------------------
	.section	.text.ring,"ax",@progbits
.text.ring:
	//## File ".nv_debug_ptx_txt", line 20
        /*0000*/                   IMAD.MOV.U32 R1, RZ, RZ, c[0x0][0x28] ;
        /*0010*/                   LDGDEPBAR ;
.L_x_1:
	//## File ".nv_debug_ptx_txt", line 28
        /*0020*/                   DEPBAR.LE SB0, 0x0 ;
	//## File ".nv_debug_ptx_txt", line 29
        /*0030*/               @P1 BAR.SYNC.DEFER_BLOCKING 0x0 ;
	//## File ".nv_debug_ptx_txt", line 28
        /*0040*/                   DEPBAR.LE SB0, 0x0 ;
	//## File ".nv_debug_ptx_txt", line 29
        /*0050*/                   BAR.SYNC.DEFER_BLOCKING 0x0 ;
        /*0060*/              @!P0 BRA `(.L_x_1) ;
        /*0070*/              @!P2 BRA `(.L_x_2) ;
        /*0080*/                   SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R2 ;
.L_x_2:
        /*0090*/                   EXIT ;
.L_x_3:
        /*00a0*/                   BRA `(.L_x_3);
        /*00b0*/                   NOP;
//--------------------- .nv.shared.ring           --------------------------
	.section	.nv.shared.ring,"aw",@nobits
"""


def kernel() -> SassKernel:
    """That of the listing."""
    (found,) = kernels_of(LISTING)
    return found


def test_opcodes_that_synchronise_are_found_with_lines_and_loops() -> None:
    found = [(i.address, i.name, i.kind, i.line, i.loop) for i in kernel().instructions]
    assert found == [
        (0x10, "LDGDEPBAR", "commit", 20, ""),
        (0x20, "DEPBAR", "wait", 28, ".L_x_1"),
        (0x30, "BAR", "barrier", 29, ".L_x_1"),
        (0x40, "DEPBAR", "wait", 28, ".L_x_1"),
        (0x50, "BAR", "barrier", 29, ".L_x_1"),
        (0x80, "SYNCS.PHASECHK", "phase wait", 29, ""),
    ]
    assert kernel().total == 11


def test_counts_are_for_one_trip_of_the_loop_as_written() -> None:
    assert kernel().copies(".L_x_1") == 2
    assert kernel().steps() == {".L_x_1": {"BAR": 1, "DEPBAR": 1}}
    assert kernel().counts(in_loop=True) == {"BAR": 2, "DEPBAR": 2}
    assert kernel().counts(in_loop=False) == {"LDGDEPBAR": 1, "SYNCS.PHASECHK": 1}


@pytest.mark.parametrize(
    ("opcode", "kind"),
    [
        ("BAR.ARV", "barrier"),
        ("MEMBAR.SC.GPU", "fence"),
        ("FENCE.VIEW.ASYNC.S", "fence"),
        ("WARPSYNC", "barrier"),
        ("WARPSYNCX", ""),
        ("BARRIER", ""),
        ("LDGSTS.E.128", ""),
        ("WARPGROUP.DEPBAR.LE", "wait"),
        ("SYNCS.ARRIVE.TRANS64.A1T0", "arrive"),
    ],
)
def test_kinds_of_opcodes(opcode: str, kind: str) -> None:
    assert kind_of(opcode) == kind


def test_a_tool_that_is_not_there_is_named(asyncir: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sass, "tool", lambda name: None)
    asyncir.write("k.ptx", RING)
    done = asyncir("check", "k.ptx", "--sass")
    assert done.codes == ["T200"]
    assert "pip install nvidia-cuda-nvcc" in done.err
    assert asyncir("check", "k.ptx").status == 0


def test_it_is_for_ptx(asyncir: Shell) -> None:
    asyncir.write("p.mlir", "func.func @main() {\n  return\n}\n")
    assert "--sass is for PTX" in asyncir("check", "p.mlir", "--sass").err


def test_what_a_tool_says_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sass, "tool", lambda name: "/bin/false")
    with pytest.raises(DiagnosticError, match=r"T201.*ptxas refuses the text: it ended with 1"):
        sass_of(RING, "sm_80")


@needs_tools
def test_redundant_barriers_are_gone_after_the_fix(asyncir: Shell) -> None:
    asyncir.write("k.ptx", RING)
    done = asyncir("check", "k.ptx", "--sass", "--fix", "better.ptx", "--json")
    answer = json.loads(done.out)
    (before,), (after,) = answer["sass"], answer["sass of fix"]
    assert [loop["one trip"]["BAR"] for loop in before["loops"]] == [3]
    assert [loop["one trip"]["BAR"] for loop in after["loops"]] == [2]
    line = {site["location"].split(":")[-2]: site["left"] for site in before["sites"]}
    assert all(line[number] for number in ("28", "29", "34", "35"))


@needs_tools
def test_the_text_has_what_is_left_of_each_site(asyncir: Shell) -> None:
    asyncir.write("k.ptx", RING)
    done = asyncir("check", "k.ptx", "--sass")
    assert "k.ptx: ring: machine code for sm_80: one trip of the loop" in done.out
    assert "line 34: `bar.sync 0`, redundant: " in done.out
