"""Small kernels, right and wrong: what the simulator finds, with a witness that runs again."""

import pytest

from asyncir.ptx.program import Kernel, PtxModule
from asyncir.semantics.kernels.block_program import block_program
from asyncir.semantics.kernels.block_runs import run_block
from asyncir.semantics.kernels.launch import BlockLaunch
from asyncir.semantics.kernels.tries import SimulatorVerdict, tries
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
