"""Phases of mbarriers in one run: waits in all shapes, arrivals, copies, roles."""

from typing import TypeVar

import pytest

from asyncir.analyses.kernels.trace import (
    Arrived,
    Expected,
    Initialised,
    Issued,
    KernelTrace,
    PhaseCompleted,
    PhaseSeen,
    TraceEvent,
)
from tests.analyses.kernels.programs import trace_of

TILE = ".shared .align 128 .b8 tile[4096];"
BARS = ".shared .align 8 .b8 bars[64];\n" + TILE


Event = TypeVar("Event", bound=TraceEvent)


def of(trace: KernelTrace, kind: type[Event]) -> list[Event]:
    return [e for e in trace.events if isinstance(e, kind)]


def names(trace: KernelTrace) -> list[str]:
    return [type(e).__name__ for e in trace.events]


RING = """
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, bars;
    mov.u32 %r3, tile;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared.b64 [%r2], 1;
    bar.sync 0;
    @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 512;
    @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%rd1], 512, [%r2];
"""
WAITS = {
    "a branch back on the negated predicate": """
        W: mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;
        @!%p2 bra W;""",
    "a branch out and a jump back": """
        W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], 0;
        @%p2 bra DONE;
        bra W;
        DONE:""",
    "a hint of time": """
        W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], 0, 10000000;
        @%p2 bra.uni DONE;
        bra.uni W;
        DONE:""",
    "a select and a comparison": """
        W: mbarrier.test_wait.parity.shared.b64 %p2, [%r2], 0;
        selp.b32 %r9, 1, 0, %p2;
        setp.eq.s32 %p3, %r9, 0;
        @%p3 bra W;""",
    "a pause": """
        W: mbarrier.test_wait.parity.shared.b64 %p2, [%r2], 0;
        @%p2 bra DONE;
        nanosleep.u32 32;
        bra W;
        DONE:""",
}


@pytest.mark.parametrize("wait", WAITS.values(), ids=WAITS)
def test_a_loop_that_waits_is_one_event(wait: str) -> None:
    trace = trace_of(f"{RING}{wait} ld.shared.b32 %r5, [%r3]; ret;", threads=64, shared=BARS)
    assert names(trace)[:6] == [
        "Initialised",
        "BarrierMet",
        "Expected",
        "Arrived",
        "Issued",
        "PhaseCompleted",
    ]
    (seen,) = of(trace, PhaseSeen)
    assert seen.threads.tolist() == list(range(64))
    assert (seen.phase, seen.by_parity) == (0, True)
    assert of(trace, Initialised)[0].count == 1
    assert of(trace, Expected)[0].bytes == 512
    copy = of(trace, Issued)[0]
    assert (copy.queue, copy.phase, copy.touched[0].size, copy.touched[0].proxy) == ("", 0, 512, "async")
    assert copy.touched[0].addresses.tolist() == [128]
    assert names(trace).index("PhaseSeen") < names(trace).index("Accessed")


def test_a_test_whose_result_is_kept_fails_first() -> None:
    """Then the wait behind it sees the phase, and no access in between is ordered by luck."""
    trace = trace_of(
        f"""{RING}
        mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;
        ld.shared.b32 %r5, [%r3];
        @%p2 bra DONE;
        W: mbarrier.try_wait.parity.shared.b64 %p3, [%r2], 0;
        @!%p3 bra W;
        DONE: ret;
        """,
        shared=BARS,
    )
    assert names(trace)[-3:] == ["Accessed", "PhaseSeen", "ThreadsEnded"]
    assert len(of(trace, PhaseSeen)) == 1


def test_the_wrong_parity_waits_for_ever() -> None:
    trace = trace_of(
        f"""{RING}
        W: mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;
        @!%p2 bra W;
        ld.shared.b32 %r7, [%r3];
        X: mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 1;
        @!%p2 bra X;
        ret;
        """,
        shared=BARS,
    )
    (blocked,) = trace.blocked
    assert blocked.threads == tuple(range(32))
    assert blocked.why == "phase 1 of the mbarrier at 0x0: 1 of 1 arrivals and 0 bytes are missing"


def test_arrivals_of_many_threads_and_the_next_phase() -> None:
    trace = trace_of(
        """
        mov.u32 %r1, %tid.x;
        mov.u32 %r2, bars;
        setp.eq.u32 %p1, %r1, 0;
        @%p1 mbarrier.init.shared.b64 [%r2], 48;
        bar.sync 0;
        mbarrier.arrive.shared.b64 %rd1, [%r2];
        ret;
        """,
        threads=128,
        shared=BARS,
    )
    assert [(len(e.threads), e.phase) for e in of(trace, Arrived)] == [(48, 0), (48, 1), (32, 2)]
    assert [e.phase for e in of(trace, PhaseCompleted)] == [0, 1]


def test_copies_that_arrive_when_they_are_done() -> None:
    trace = trace_of(
        """
        mov.u32 %r2, bars;
        mov.u32 %r3, tile;
        mov.u32 %r1, %tid.x;
        setp.eq.u32 %p1, %r1, 0;
        @%p1 mbarrier.init.shared.b64 [%r2], 32;
        bar.sync 0;
        cp.async.ca.shared.global [%r3], [%rd1], 4;
        cp.async.mbarrier.arrive.noinc.shared.b64 [%r2];
        ret;
        """,
        shared=BARS,
    )
    (arrived,) = of(trace, Arrived)
    assert (arrived.deferred, arrived.queue, len(arrived.threads)) == (True, "cp.async", 32)
    assert len(of(trace, PhaseCompleted)) == 1


def test_warp_specialisation() -> None:
    """A producer warp fills four slots of two; the consumers free them. Nobody waits at the end."""
    trace = trace_of(
        """
        mov.u32 %r1, %tid.x;
        mov.u32 %r2, bars;
        setp.ne.u32 %p1, %r1, 0;
        @%p1 bra READY;
        mbarrier.init.shared.b64 [%r2], 1;
        mbarrier.init.shared.b64 [%r2+8], 1;
        mbarrier.init.shared.b64 [%r2+16], 64;
        mbarrier.init.shared.b64 [%r2+24], 64;
    READY:
        bar.sync 0;
        mov.u32 %r10, 0;
        setp.ge.u32 %p2, %r1, 64;
        @%p2 bra PRODUCE;
    CONSUME:
        and.b32 %r11, %r10, 1;
        shr.u32 %r12, %r10, 1;
        and.b32 %r13, %r12, 1;
        shl.b32 %r14, %r11, 3;
        add.s32 %r15, %r2, %r14;
    W1: mbarrier.try_wait.parity.shared.b64 %p3, [%r15], %r13;
        @!%p3 bra W1;
        mbarrier.arrive.shared.b64 _, [%r15+16];
        add.s32 %r10, %r10, 1;
        setp.lt.u32 %p4, %r10, 4;
        @%p4 bra CONSUME;
        bra END;
    PRODUCE:
        setp.ne.u32 %p5, %r1, 64;
        @%p5 bra END;
    FILL:
        and.b32 %r11, %r10, 1;
        shr.u32 %r12, %r10, 1;
        and.b32 %r13, %r12, 1;
        xor.b32 %r13, %r13, 1;
        shl.b32 %r14, %r11, 3;
        add.s32 %r15, %r2, %r14;
    W2: mbarrier.try_wait.parity.shared.b64 %p3, [%r15+16], %r13;
        @!%p3 bra W2;
        mbarrier.arrive.shared.b64 _, [%r15];
        add.s32 %r10, %r10, 1;
        setp.lt.u32 %p4, %r10, 4;
        @%p4 bra FILL;
    END:
        ret;
        """,
        threads=96,
        shared=BARS,
    )
    assert trace.blocked == ()
    assert sorted(trace.trips.values()) == [4, 4]
    assert len(of(trace, PhaseCompleted)) == 8
    assert [(e.phase, len(e.threads)) for e in of(trace, PhaseSeen) if len(e.threads) == 1] == [
        (-1, 1),
        (-1, 1),
        (0, 1),
        (0, 1),
    ]
