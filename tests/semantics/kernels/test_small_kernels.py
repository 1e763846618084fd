"""Small kernels, right and wrong: what the simulator finds, with a witness that runs again."""

import pytest

from asyncir.ptx.program import Kernel, PtxModule
from asyncir.semantics.kernels.block_programs import block_program
from asyncir.semantics.kernels.block_runs import run_block
from asyncir.semantics.kernels.launch import BlockLaunch
from asyncir.semantics.kernels.tried_schedules import SimulatorVerdict, tries
from asyncir.source.ptx import read_ptx
from tests.semantics.kernels.small_kernels import KERNELS, SmallKernel, programs

PROGRAMS = list(programs())


def launched(module: PtxModule, kernel: Kernel, small: SmallKernel, trips: int) -> BlockLaunch:
    values = {"k_in": 1 << 32, "k_out": 2 << 32, "k_n": trips}
    return BlockLaunch(module, kernel, (small.threads, 1, 1), values=values)


def judged(small: SmallKernel, edit: str) -> tuple[SimulatorVerdict, PtxModule]:
    module = read_ptx(small.text(edit))
    (kernel,) = module.kernels
    return tries(lambda trips: launched(module, kernel, small, trips), small.trips), module


@pytest.mark.parametrize(
    ("small", "edit", "wrong"),
    PROGRAMS,
    ids=[f"{small.name}, {edit or 'as it is'}" for small, edit, _ in PROGRAMS],
)
def test_what_goes_wrong(small: SmallKernel, edit: str, wrong: str) -> None:
    verdict, module = judged(small, edit)
    assert verdict.unknown == ""
    found = verdict.witness.kind if verdict.witness else ""
    told = verdict.witness.told(module.kernels[0].body) if verdict.witness else ""
    assert found == wrong, told


def test_there_are_enough_programs() -> None:
    assert len(PROGRAMS) >= 40
    assert {kernel.name for kernel in KERNELS} == {small.name for small, _, _ in PROGRAMS}


def test_a_witness_runs_again() -> None:
    small = KERNELS[0]
    verdict, module = judged(small, "no barrier behind the wait")
    witness = verdict.witness
    assert witness is not None
    assert witness.before is not None
    program = block_program(launched(module, module.kernels[0], small, witness.trips))
    runs = [run_block(program, order, logged=True) for order in (witness.before, witness.order)]
    assert (runs[0].sums != runs[1].sums).any()
    place = (witness.reader, witness.instruction)
    reads = [
        [names for (thread, _), (index, _, names) in run.log.reads.items() if (thread, index) == place]
        for run in runs
        if run.log is not None
    ]
    assert any((one != two).any() for one, two in zip(*reads, strict=True))
    assert "reads shared address" in witness.told(module.kernels[0].body)


ODD = """.version 8.6
.target sm_90
.address_size 64
.shared .align 4 .b8 s[512];
.func meets { BARRIER ret; }
.visible .entry k(.param .u64 k_in, .param .u64 k_out, .param .u32 k_n) .reqntid 33
{ .reg .b32 %r<9>;
  mov.u32 %r1, %tid.x; mov.u32 %r3, s; mul24.lo.u32 %r2, %r1, 4; add.u32 %r2, %r2, %r3; xor.b32 %r4, %r2, 128;
  st.shared.b32 [%r2], %r1; call.uni meets; ld.shared.b32 %r5, [%r4]; ret; }
"""


@pytest.mark.parametrize(
    ("barrier", "wrong"),
    [
        ("bar.sync 0;", ""),
        ("bar.sync 0, 64;", ""),
        ("bar.sync 0, 96;", "hang"),
        ("", "race"),
        ("bar.sync 0, 33;", "barrier"),
    ],
)
def test_a_block_with_a_warp_that_is_not_full(barrier: str, wrong: str) -> None:
    module = read_ptx(ODD.replace("BARRIER", barrier))
    (kernel,) = module.kernels
    values = {"k_in": 1 << 32, "k_out": 2 << 32, "k_n": 1}
    verdict = tries(lambda trips: BlockLaunch(module, kernel, (33, 1, 1), values=values), [1])
    assert verdict.unknown == ""
    assert (verdict.witness.kind if verdict.witness else "") == wrong
