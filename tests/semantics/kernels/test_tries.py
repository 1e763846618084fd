"""What a verdict rests on: readings that can be chosen, what is not modelled, runs that do not end, parameters."""

import numpy as np
import pytest

from asyncir.ptx.program import Kernel, PtxModule
from asyncir.semantics.kernels import (
    EXTREMES,
    BlockLaunch,
    CopyBox,
    NotModelledError,
    RunOrder,
    SimulatorRules,
    block_program,
    faults_of,
    random_orders,
    run_block,
    tries,
)
from asyncir.semantics.kernels.launch import PARAMETER_WINDOW
from asyncir.semantics.kernels.needed import needed_registers
from asyncir.source.ptx import read_ptx
from tests.semantics.kernels.small_kernels import BULK, DOUBLE_BUFFER, PLAIN_TILE, TCGEN05, SmallKernel


def launch(module: PtxModule, kernel: Kernel, small: SmallKernel, trips: int, world: int = 0) -> BlockLaunch:
    values = {"k_in": 1 << 32, "k_out": 2 << 32, "k_n": trips}
    return BlockLaunch(module, kernel, (small.threads, 1, 1), values=values, world=world)


def read(small: SmallKernel, edit: str = "", more: tuple[str, str] = ("", "")) -> tuple[PtxModule, Kernel]:
    text = small.text(edit)
    assert more[0] in text
    module = read_ptx(text.replace(*more, 1) if more[0] else text)
    return module, module.kernels[0]


def test_reads_need_no_fence_by_another_reading() -> None:
    module, kernel = read(BULK, "no proxy fence behind the reads")
    launched = lambda trips: launch(module, kernel, BULK, trips)  # noqa: E731
    assert tries(launched, (5,)).wrong
    assert not tries(launched, (5,), rules=SimulatorRules(reads_need_fence=False)).wrong


def test_registers_of_tensor_loads_by_another_reading() -> None:
    module, kernel = read(TCGEN05, "registers are taken before the wait")
    launched = lambda trips: launch(module, kernel, TCGEN05, trips)  # noqa: E731
    assert faults_of(launched, (2,)) == frozenset()
    assert faults_of(launched, (2,), rules=SimulatorRules(tensor_loads_need_wait=True)) == {"register"}
    module, kernel = read(TCGEN05)
    assert faults_of(launched, (2,), rules=SimulatorRules(tensor_loads_need_wait=True)) == frozenset()


def test_kinds_that_are_ignored() -> None:
    module, kernel = read(BULK, "no proxy fence behind the reads")
    launched = lambda trips: launch(module, kernel, BULK, trips)  # noqa: E731
    assert faults_of(launched, (5,)) == {"late read"}
    assert not tries(launched, (5,), ignored=frozenset({"late read"})).wrong


def test_few_trips_do_not_show_it() -> None:
    module, kernel = read(DOUBLE_BUFFER, "no barrier before the slot is filled again")
    found = [tries(lambda trips: launch(module, kernel, DOUBLE_BUFFER, trips), (n,)).wrong for n in (0, 1, 3)]
    assert found == [False, False, True]


def test_what_is_not_modelled_is_unknown() -> None:
    module, kernel = read(
        PLAIN_TILE,
        more=("bar.sync 1;", "st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r2], %r1, [%r5];"),
    )
    verdict = tries(lambda trips: launch(module, kernel, PLAIN_TILE, trips), (2,))
    assert not verdict.wrong
    assert "st.async" in verdict.unknown


def test_a_run_that_does_not_end() -> None:
    module, kernel = read(PLAIN_TILE, more=("add.u32 %r10, %r10, 1;", "add.u32 %r10, %r10, 0;"))
    program = block_program(launch(module, kernel, PLAIN_TILE, 1))
    with pytest.raises(NotModelledError, match="more than 5000 steps"):
        run_block(program, EXTREMES[0], limit=5000)


def test_a_program_takes_other_parameters() -> None:
    module, kernel = read(DOUBLE_BUFFER)
    first = launch(module, kernel, DOUBLE_BUFFER, 2)
    program = block_program(first)
    again = run_block(program.launched(launch(module, kernel, DOUBLE_BUFFER, 5)), EXTREMES[0])
    fresh = run_block(block_program(launch(module, kernel, DOUBLE_BUFFER, 5)), EXTREMES[0])
    assert again.steps == fresh.steps > run_block(program, EXTREMES[0]).steps
    assert np.array_equal(again.sums, fresh.sums)


def test_runs_of_one_order_are_one_run() -> None:
    module, kernel = read(BULK)
    program = block_program(launch(module, kernel, BULK, 4))
    for order in (*EXTREMES, *random_orders(3)):
        one, two = (run_block(program, order) for _ in range(2))
        assert np.array_equal(one.sums, two.sums)
        assert one.steps == two.steps


def test_the_slice_leaves_data_out() -> None:
    _, kernel = read(DOUBLE_BUFFER)
    needed = needed_registers(kernel)
    assert {"%r0", "%r10", "%r13", "%p14"} <= needed
    assert not {"%f1", "%f4"} & needed


def test_structs_and_tensor_maps_have_places() -> None:
    module = read_ptx(
        ".version 8.8\n.target sm_90a\n.address_size 64\n"
        ".visible .entry k(.param .u32 n, .param .align 64 .b8 both[256])\n{\nret;\n}\n"
    )
    (kernel,) = module.kernels
    boxes = {"both+128": CopyBox((64, 8), 2)}
    launched = BlockLaunch(module, kernel, (32, 1, 1), values={"n": -1, "both": b"\1\2"}, boxes=boxes)
    memory = launched.parameter_bytes()
    offset = kernel.parameters[1].offset
    assert memory[:4] == b"\xff\xff\xff\xff"
    assert memory[offset : offset + 3] == b"\1\2\0"
    assert launched.box_at(PARAMETER_WINDOW + offset + 128) == CopyBox((64, 8), 2)
    assert launched.box_at(PARAMETER_WINDOW + offset) is None
    assert CopyBox((64, 8), 2).bytes == 1024


def test_an_order_says_what_it_is() -> None:
    assert str(RunOrder("first", "late")) == "first warp, copies late"
    assert (
        str(RunOrder("last", "early", turns="each", lanes=2))
        == "last warp, copies early, in turns, lanes in 2 parts"
    )
    assert str(random_orders(1, seed=3)[0]) == "random warp, copies random, seed 3000"
