"""One run of small kernels: exact events, addresses, threads."""

from typing import TypeVar

import numpy as np

from asyncir.analyses.kernels.launches import GridLaunch
from asyncir.analyses.kernels.tensor_memory import APART
from asyncir.analyses.kernels.trace import (
    SHARED_STRIDE,
    TENSOR_BASE,
    Accessed,
    BarrierArrived,
    BarrierMet,
    ClusterArrived,
    ClusterMet,
    Committed,
    Fenced,
    Issued,
    KernelTrace,
    RegistersUsed,
    ThreadsEnded,
    TraceEvent,
    Unjudged,
    Waited,
    WarpMet,
)
from tests.analyses.kernels.programs import machine_of, module_of, trace_of

TILE = ".shared .align 128 .b8 tile[4096];"
BARS = ".shared .align 8 .b8 bars[64];\n" + TILE


Event = TypeVar("Event", bound=TraceEvent)


def of(trace: KernelTrace, kind: type[Event]) -> list[Event]:
    return [e for e in trace.events if isinstance(e, kind)]


def names(trace: KernelTrace) -> list[str]:
    return [type(e).__name__ for e in trace.events]


def test_straight_code() -> None:
    trace = trace_of(
        """
        mov.u32 %r1, %tid.x;
        shl.b32 %r2, %r1, 4;
        mov.u32 %r3, tile;
        add.s32 %r4, %r3, %r2;
        cp.async.cg.shared.global [%r4+256], [%rd1], 16;
        cp.async.commit_group;
        cp.async.wait_group 0;
        bar.sync 0;
        xor.b32 %r5, %r2, 48;
        add.s32 %r6, %r3, %r5;
        ld.shared.v2.b32 {%r7, %r8}, [%r6+256];
        ret;
        """,
        threads=64,
        shared=TILE,
    )
    assert names(trace) == ["Issued", "Committed", "Waited", "BarrierMet", "Accessed", "ThreadsEnded"]
    issued, met, read = of(trace, Issued)[0], of(trace, BarrierMet)[0], of(trace, Accessed)[0]
    thread = np.arange(64)
    assert issued.queue == "cp.async"
    assert issued.touched[0].mode == "write"
    assert issued.touched[0].size == 16
    assert issued.touched[0].addresses.tolist() == (256 + 16 * thread).tolist()
    assert of(trace, Waited)[0].count == 0
    assert met.synchronised.tolist() == thread.tolist()
    assert met.sites == (7,)
    assert read.touched[0].addresses.tolist() == (256 + (16 * thread ^ 48)).tolist()
    assert read.touched[0].size == 8
    assert (trace.threads, trace.block, trace.unknown, trace.blocked) == (64, 64, (), ())


def test_addresses_of_32_bits_wrap() -> None:
    trace = trace_of(
        "mov.u32 %r1, tile; add.s32 %r2, %r1, -64; st.shared.b32 [%r2+80], %r3; ret;", shared=TILE
    )
    assert set(of(trace, Accessed)[0].touched[0].addresses.tolist()) == {16}


def test_divergence_meets_behind() -> None:
    """Both sides run, each with its threads; behind them all go on as one, with what either side wrote."""
    trace = trace_of(
        """
        mov.u32 %r1, %tid.x;
        mov.u32 %r4, tile;
        setp.lt.u32 %p1, %r1, 10;
        @%p1 bra LOW;
        mov.u32 %r2, 64;
        bra MEET;
    LOW:
        mov.u32 %r2, 128;
        st.shared.b32 [%r4], %r1;
    MEET:
        add.s32 %r3, %r4, %r2;
        st.shared.b8 [%r3], %r1;
        ret;
        """,
        shared=TILE,
    )
    first, second = of(trace, Accessed)
    assert first.threads.tolist() == list(range(10))
    assert second.threads.tolist() == list(range(32))
    assert second.touched[0].addresses.tolist() == [128] * 10 + [64] * 22
    assert len(of(trace, ThreadsEnded)) == 1


def test_a_loop_that_threads_leave_one_by_one() -> None:
    trace = trace_of(
        """
        mov.u32 %r1, %tid.x;
        mov.u32 %r4, tile;
        mov.u32 %r2, 0;
    LOOP:
        add.s32 %r2, %r2, 1;
        st.shared.b32 [%r4], %r2;
        setp.le.u32 %p1, %r2, %r1;
        @%p1 bra LOOP;
        shl.b32 %r3, %r2, 2;
        add.s32 %r3, %r3, %r4;
        st.shared.b32 [%r3], %r2;
        ret;
        """,
        threads=5,
        shared=TILE,
    )
    found = of(trace, Accessed)
    assert [len(e.threads) for e in found] == [5, 4, 3, 2, 1, 5]
    assert found[-1].touched[0].addresses.tolist() == [4, 8, 12, 16, 20]


def test_named_barriers_with_counts() -> None:
    """Two warps wait, two only arrive; what these do behind their arrival comes before the barrier is complete."""
    trace = trace_of(
        """
        mov.u32 %r1, %tid.x;
        mov.u32 %r4, tile;
        setp.ge.u32 %p1, %r1, 64;
        @%p1 bra LATE;
        bar.arrive 3, 128;
        st.shared.b32 [%r4], %r1;
        bra DONE;
    LATE:
        bar.sync 3, 128;
        ld.shared.b32 %r2, [%r4];
    DONE:
        ret;
        """,
        threads=128,
        shared=TILE,
    )
    assert names(trace)[:4] == ["BarrierArrived", "Accessed", "BarrierMet", "Accessed"]
    assert of(trace, BarrierArrived)[0].threads.tolist() == list(range(64))
    met = of(trace, BarrierMet)[0]
    assert (met.identity, met.sites) == (3, (4, 7))
    assert met.synchronised.tolist() == list(range(64, 128))
    assert met.threads.tolist() == list(range(128))


def test_a_barrier_takes_as_many_as_it_counts() -> None:
    trace = trace_of("bar.sync 1, 64; bar.sync 1, 64; ret;", threads=128)
    assert [e.threads.tolist()[::64] for e in of(trace, BarrierMet)] == [[0], [64], [0], [64]]


def test_barriers_by_register() -> None:
    trace = trace_of(
        "mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 6; add.s32 %r2, %r2, 1; barrier.sync %r2, 64; ret;",
        threads=128,
    )
    assert [(e.identity, e.threads.tolist()[0]) for e in of(trace, BarrierMet)] == [(1, 0), (2, 64)]


def test_threads_that_ended_do_not_hold_a_barrier_up() -> None:
    trace = trace_of("mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32; @%p1 ret; bar.sync 0; ret;", threads=96)
    assert of(trace, BarrierMet)[0].threads.tolist() == list(range(32, 96))
    assert trace.blocked == ()


def test_a_barrier_with_too_few() -> None:
    trace = trace_of("mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32; @%p1 bar.sync 0, 64; ret;", threads=64)
    (blocked,) = trace.blocked
    assert blocked.threads == tuple(range(32))
    assert blocked.why == "barrier 0: 32 of 64 threads are there"


def test_warp_barrier_and_elected_thread() -> None:
    trace = trace_of(
        """
        mov.u32 %r4, tile;
        elect.sync _|%p1, -1;
        bar.warp.sync -1;
        @%p1 st.shared.b32 [%r4], %r1;
        ret;
        """,
        threads=64,
        shared=TILE,
    )
    assert [e.threads.tolist()[0] for e in of(trace, WarpMet)] == [0, 32]
    assert of(trace, Accessed)[0].threads.tolist() == [0, 32]


def test_values_go_through_shared_memory() -> None:
    """An offset that one thread stores and all load back decides an address."""
    trace = trace_of(
        """
        mov.u32 %r1, %tid.x;
        mov.u32 %r2, tile;
        setp.eq.u32 %p1, %r1, 0;
        mov.u32 %r3, 96;
        @%p1 st.shared.b32 [%r2+4], %r3;
        bar.sync 0;
        ld.shared.b32 %r4, [%r2+4];
        add.s32 %r5, %r2, %r4;
        st.shared.b32 [%r5], %r1;
        ret;
        """,
        shared=TILE,
    )
    assert set(of(trace, Accessed)[-1].touched[0].addresses.tolist()) == {96}
    assert of(trace, Unjudged) == []


def test_an_address_from_global_memory_is_not_judged() -> None:
    text = (
        "mov.u32 %r1, tile; ld.global.b32 %r2, [%rd1]; add.s32 %r3, %r1, %r2; st.shared.b32 [%r3], %r4; ret;"
    )
    trace = trace_of(text, shared=TILE)
    (event,) = of(trace, Unjudged)
    assert event.instruction == 3
    assert event.why == "its address depends on data that is not known"


def test_an_unknown_instruction_is_not_judged() -> None:
    trace = trace_of("frobnicate.shared.b32 [%r1], %r2; ret;")
    (event,) = of(trace, Unjudged)
    assert "frobnicate" in event.why


DATA = """
    mov.u32 %r1, tile;
    ld.global.b32 %r2, [%rd1];
    setp.eq.s32 %p1, %r2, 0;
    @%p1 bra SKIP;
    st.shared.b32 [%r1], %r3;
SKIP:
    bar.sync 0;
    ret;
"""


def test_a_branch_on_data_goes_as_the_launch_says() -> None:
    module = module_of(DATA, shared=TILE)
    for taken in (False, True):
        launch = GridLaunch((32, 1, 1), decisions={3: taken})
        machine = machine_of(module, launch)
        assert len(of(machine.trace(), Accessed)) == (0 if taken else 1)
        assert list(machine.decided) == [3]


def test_a_branch_on_data_that_differs_between_threads_is_told() -> None:
    text = DATA.replace("[%rd1]", "[%rd2]")
    trace = trace_of(f"mov.u32 %r5, %tid.x; cvt.u64.u32 %rd2, %r5; {text}", shared=TILE)
    assert any("may differ between threads" in text for text in trace.unknown)


def test_data_that_decides_nothing_is_passed_over() -> None:
    trace = trace_of(
        """
        mov.u32 %r1, tile;
        ld.global.b32 %r2, [%rd1];
        setp.eq.s32 %p1, %r2, 0;
        @%p1 bra SKIP;
        add.s32 %r5, %r5, 1;
    SKIP:
        st.shared.b32 [%r1], %r5;
        ret;
        """,
        shared=TILE,
    )
    assert trace.unknown == ()
    assert len(of(trace, Accessed)) == 1


def test_a_loop_that_does_not_end() -> None:
    module = module_of("L: bar.sync 0; bra L;")
    trace = machine_of(module, GridLaunch((32, 1, 1), steps=500)).trace()
    assert trace.unknown == ("line 14: the loop never ends: all is as it was some trips before",)
    assert trace.blocked == ()


LONG = "mov.u32 %r1, 0; L: bar.sync 0; add.s32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 100000; @%p1 bra L;"


def test_a_loop_that_takes_too_long() -> None:
    trace = machine_of(module_of(LONG), GridLaunch((32, 1, 1), steps=500)).trace()
    assert trace.unknown == ("the run does not end within its bound of 500 steps: line 14",)
    assert trace.blocked == ()


def test_clusters() -> None:
    """A block writes into the other's shared memory, and the cluster's barrier is an arrival and a wait."""
    module = module_of(
        """
        mov.u32 %r1, tile;
        mov.u32 %r2, %cluster_ctarank;
        xor.b32 %r3, %r2, 1;
        mapa.shared::cluster.u32 %r4, %r1, %r3;
        st.shared::cluster.b32 [%r4+8], %r5;
        barrier.cluster.arrive.release.aligned;
        barrier.cluster.wait.acquire.aligned;
        ld.shared.b32 %r6, [%r1+8];
        ret;
        """,
        shared=TILE,
    )
    trace = machine_of(module, GridLaunch((32, 1, 1), cluster=(2, 1, 1))).trace()
    assert (trace.threads, trace.block) == (64, 32)
    write, read = of(trace, Accessed)
    assert write.touched[0].addresses.tolist() == [SHARED_STRIDE + 8] * 32 + [8] * 32
    assert read.touched[0].addresses.tolist() == [8] * 32 + [SHARED_STRIDE + 8] * 32
    assert [e.round for e in of(trace, ClusterArrived)] == [0]
    assert [(e.round, len(e.threads)) for e in of(trace, ClusterMet)] == [(0, 64)]


def test_wgmma_reads_what_its_descriptors_name() -> None:
    """Swizzled by 128 bytes: eight rows 128 bytes apart, the next eight a stride on; 32 bytes of each."""
    stride, start = 1024, 512
    descriptor = (1 << 62) | ((stride >> 4) << 32) | (1 << 16) | (start >> 4)
    trace = trace_of(
        f"""
        mov.b64 %rd1, {descriptor};
        add.s64 %rd2, %rd1, 2;
        wgmma.fence.sync.aligned;
        wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {{%f1, %f2, %f3, %f4}}, %rd1, %rd2, 1, 1, 1, 0, 0;
        wgmma.commit_group.sync.aligned;
        mov.f32 %f9, %f1;
        wgmma.wait_group.sync.aligned 0;
        ret;
        """,
        threads=128,
    )
    assert names(trace)[:5] == ["Fenced", "Issued", "Committed", "RegistersUsed", "Waited"]
    issued = of(trace, Issued)[0]
    assert issued.registers == {"%f1", "%f2", "%f3", "%f4"}
    a, b = issued.touched
    covered = {int(x) + k for x in a.addresses for k in range(a.size)}
    rows = [start + row // 8 * stride + row % 8 * 128 for row in range(64)]
    wanted = {
        (r + 16 * c) ^ ((r + 16 * c >> 7 & 7) << 4) | k for r in rows for c in range(2) for k in range(16)
    }
    assert covered == wanted
    assert len(covered) == 64 * 32
    assert len(b.addresses) * b.size == 8 * 32
    assert of(trace, RegistersUsed)[0].names == {"%f1"}
    assert of(trace, Fenced)[0].kind == "wgmma"


def test_tensor_memory() -> None:
    """The address comes through shared memory; a warp loads its own lanes."""
    trace = trace_of(
        """
        mov.u32 %r1, tile;
        mov.u32 %r2, %tid.x;
        tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], 64;
        bar.sync 0;
        ld.shared.b32 %r3, [%r1];
        and.b32 %r4, %r2, 96;
        shl.b32 %r4, %r4, 16;
        add.s32 %r5, %r3, %r4;
        add.s32 %r5, %r5, 8;
        tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r6, %r7}, [%r5];
        tcgen05.wait::ld.sync.aligned;
        ret;
        """,
        threads=64,
        shared=TILE,
    )
    load = of(trace, Issued)[0]
    assert load.touched[0].size == 128
    assert load.touched[0].addresses.tolist() == [
        TENSOR_BASE + (APART + c) * 512 + w * 128 for w in (0, 1) for c in (8, 9)
    ]
    assert load.touched[0].threads.tolist() == [0, 0, 32, 32]
    assert of(trace, Unjudged) == []


def test_bulk_groups_and_fences() -> None:
    trace = trace_of(
        """
        mov.u32 %r1, tile;
        fence.proxy.async.shared::cta;
        elect.sync _|%p1, -1;
        @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 256;
        @%p1 cp.async.bulk.commit_group;
        @%p1 cp.async.bulk.wait_group.read 0;
        ret;
        """,
        shared=TILE,
    )
    assert names(trace) == ["Fenced", "Issued", "Committed", "Waited", "ThreadsEnded"]
    assert of(trace, Fenced)[0].kind == "proxy.async"
    assert of(trace, Issued)[0].touched[0].mode == "read"
    assert of(trace, Waited)[0].milestone == "read"
    assert of(trace, Committed)[0].threads.tolist() == [0]
