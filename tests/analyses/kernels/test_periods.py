"""Runs that stand for all larger trip counts: each is made longer and compared with a run of that many trips."""

from dataclasses import replace

import pytest

from asyncir.analyses.kernels.launches import GridLaunch
from asyncir.analyses.kernels.periods import Growing
from asyncir.analyses.kernels.runs import KernelRunsAsked, growth, run_all, run_kernel
from asyncir.analyses.kernels.trace import Blocked
from tests.analyses.kernels.programs import all_runs, launch_of, longer_runs_agree, module_of

TILE = ".shared .align 128 .b8 tile[8192];"
BARS = ".shared .align 8 .b8 bars[64];\n" + TILE

START = """
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %tid.x;
    shl.b32 %r3, %r2, 4;
    mov.u32 %r4, tile;
    add.s32 %r5, %r4, %r3;
    mov.u32 %r10, 0;
    setp.eq.s32 %p1, %r1, 0;
    @%p1 bra END;
"""
STOP = """
    add.s32 %r10, %r10, 1;
    setp.lt.s32 %p2, %r10, %r1;
    @%p2 bra LOOP;
END:
    ret;
"""


def loop(body: str, before: str = "") -> str:
    """A loop of n trips; `%r10` counts, `%r5` is the thread's address, `%r4` the tile's."""
    return f"{START}{before}LOOP:\n{body}{STOP}"


COPY = (
    "cp.async.cg.shared.global [%r20], [%rd1], 16; cp.async.commit_group; cp.async.wait_group 1; bar.sync 0;"
)

SLOT = "shl.b32 %r12, %r11, 9; add.s32 %r20, %r5, %r12;"

# name: the program and how many trips more give the same events once more
RINGS = {
    "one slot": (loop(f"mov.u32 %r20, %r5; {COPY}"), 1),
    "a counter that starts anew": (
        loop(
            f"""
            mad.lo.s32 %r20, %r11, 1024, %r5; {COPY}
            add.s32 %r11, %r11, 1;
            setp.eq.s32 %p3, %r11, 3;
            selp.b32 %r11, 0, %r11, %p3;""",
            "mov.u32 %r11, 0;\n",
        ),
        3,
    ),
    "the induction variable's low bits": (
        loop(f"and.b32 %r11, %r10, 3; {SLOT} {COPY}"),
        4,
    ),
    "a remainder": (
        loop(f"rem.u32 %r11, %r10, 5; {SLOT} {COPY}"),
        5,
    ),
    "a division as a product": (
        loop(
            f"""
            mul.hi.u32 %r11, %r10, 0xAAAAAAAB; shr.u32 %r11, %r11, 1; mul.lo.s32 %r12, %r11, 3; sub.s32 %r13, %r10, %r12;
            shl.b32 %r14, %r13, 10; add.s32 %r20, %r5, %r14; {COPY}"""
        ),
        3,
    ),
    "a wide product and a shift": (
        loop(
            f"""
            mul.wide.u32 %rd5, %r10, -1431655765; shr.u64 %rd6, %rd5, 33; cvt.u32.u64 %r11, %rd6;
            mul.lo.s32 %r12, %r11, 3; sub.s32 %r13, %r10, %r12; shl.b32 %r14, %r13, 10; add.s32 %r20, %r5, %r14; {COPY}"""
        ),
        3,
    ),
    "rotating registers": (
        loop(
            f"mov.u32 %r20, %r21; {COPY} mov.u32 %r24, %r21; mov.u32 %r21, %r22; mov.u32 %r22, %r23; mov.u32 %r23, %r24;",
            "mov.u32 %r21, %r5; add.s32 %r22, %r5, 1024; add.s32 %r23, %r5, 2048;\n",
        ),
        3,
    ),
    "an exclusive or": (
        loop(
            f"and.b32 %r11, %r10, 1; shl.b32 %r12, %r11, 6; xor.b32 %r13, %r3, %r12; add.s32 %r20, %r4, %r13; {COPY}"
        ),
        2,
    ),
    "a count that goes down": (
        loop(
            f"""
            and.b32 %r11, %r30, 1; shl.b32 %r12, %r11, 10; add.s32 %r20, %r5, %r12; {COPY}
            sub.s32 %r30, %r30, 1;""",
            "mov.u32 %r30, %r1;\n",
        ),
        2,
    ),
    "a predicate near the end": (
        loop(
            f"""
            sub.s32 %r11, %r1, 2; setp.lt.s32 %p4, %r10, %r11; mov.u32 %r20, %r5;
            @%p4 cp.async.cg.shared.global [%r20], [%rd1], 16; {COPY}"""
        ),
        1,
    ),
}


@pytest.mark.parametrize(("text", "period"), RINGS.values(), ids=RINGS)
def test_a_ring_repeats(text: str, period: int) -> None:
    module, asked, runs = all_runs(text, shared=TILE)
    assert runs.every, runs.why
    assert runs.loop is not None
    assert runs.loop.more == period
    assert list(runs.traces) == list(range(len(runs.traces)))
    assert longer_runs_agree(module, asked, runs) >= 3 * period


def test_a_prologue_and_an_epilogue_without_loops() -> None:
    """Two copies ahead, two multiplications behind; the loop runs n - 2 trips."""
    text = """
    ld.param.u32 %r1, [n];
    mov.u32 %r4, tile;
    setp.lt.s32 %p1, %r1, 1;
    setp.lt.s32 %p2, %r1, 2;
    @!%p1 cp.async.cg.shared.global [%r4], [%rd1], 16;
    cp.async.commit_group;
    @!%p2 cp.async.cg.shared.global [%r4+16], [%rd1], 16;
    cp.async.commit_group;
    sub.s32 %r2, %r1, 2;
    mov.u32 %r10, 0;
    mov.u32 %r11, 0;
    setp.le.s32 %p3, %r2, 0;
    @%p3 bra OUT;
LOOP:
    cp.async.wait_group 1;
    bar.sync 0;
    shl.b32 %r12, %r11, 4;
    add.s32 %r20, %r4, %r12;
    ld.shared.b32 %r21, [%r20];
    bar.sync 0;
    cp.async.cg.shared.global [%r20], [%rd1], 16;
    cp.async.commit_group;
    xor.b32 %r11, %r11, 1;
    add.s32 %r10, %r10, 1;
    setp.lt.s32 %p4, %r10, %r2;
    @%p4 bra LOOP;
OUT:
    cp.async.wait_group 0;
    ld.shared.b32 %r21, [%r4];
    @!%p2 ld.shared.b32 %r22, [%r4+16];
    ret;
    """
    module, asked, runs = all_runs(text, shared=TILE)
    assert runs.every, runs.why
    assert runs.loop is not None
    assert runs.loop.more == 2
    assert longer_runs_agree(module, asked, runs) >= 6
    assert {n: t.trips for n, t in runs.traces.items() if n < 4} == {0: {}, 1: {}, 2: {}, 3: {13: 1}}


def test_trips_by_a_size_that_is_rounded_up() -> None:
    """n trips are K = 32 n - 31 … 32 n; the parameter grows by 32."""
    text = f"""
    ld.param.u32 %r9, [k];
    add.s32 %r8, %r9, 31;
    shr.s32 %r7, %r8, 31;
    shr.u32 %r6, %r7, 27;
    add.s32 %r5, %r8, %r6;
    shr.s32 %r1, %r5, 5;
    mov.u32 %r20, tile;
    mov.u32 %r10, 0;
    setp.eq.s32 %p1, %r1, 0;
    @%p1 bra END;
LOOP:
    {COPY}{STOP}
    """
    for add in (0, -31, -1):
        module, asked, runs = all_runs(text, shared=TILE, parameter="k", step=32, add=add)
        assert runs.every, runs.why
        assert longer_runs_agree(module, asked, runs) >= 3


def test_a_loop_of_four_at_once_and_the_rest() -> None:
    text = f"""
    ld.param.u32 %r1, [n];
    mov.u32 %r4, tile;
    and.b32 %r6, %r1, -4;
    mov.u32 %r10, 0;
    setp.eq.s32 %p1, %r6, 0;
    @%p1 bra REST;
LOOP:
    {"".join(f"add.s32 %r20, %r4, {16 * k}; {COPY}" for k in range(4))}
    add.s32 %r10, %r10, 4;
    setp.ne.s32 %p2, %r10, %r6;
    @%p2 bra LOOP;
REST:
    and.b32 %r7, %r1, 3;
    setp.eq.s32 %p3, %r7, 0;
    @%p3 bra END;
ONE:
    mov.u32 %r20, %r4; {COPY}
    add.s32 %r7, %r7, -1;
    setp.ne.s32 %p4, %r7, 0;
    @%p4 bra ONE;
END:
    ret;
    """
    module, asked, runs = all_runs(text, shared=TILE)
    assert runs.every, runs.why
    assert runs.loop is not None
    assert (runs.loop.steps, runs.loop.more) == (1, 4)
    assert longer_runs_agree(module, asked, runs) >= 12


def tiles(count: int) -> str:
    """`count` times a loop of n trips, with one ring through all of them."""
    return f"""
    ld.param.u32 %r1, [n];
    mov.u32 %r4, tile;
    mov.u32 %r11, 0;
    mov.u32 %r30, 0;
TILE:
    mov.u32 %r10, 0;
    setp.eq.s32 %p1, %r1, 0;
    @%p1 bra NEXT;
LOOP:
    shl.b32 %r12, %r11, 4; add.s32 %r20, %r4, %r12; {COPY}
    xor.b32 %r11, %r11, 1;
    add.s32 %r10, %r10, 1;
    setp.lt.s32 %p2, %r10, %r1;
    @%p2 bra LOOP;
NEXT:
    bar.sync 1;
    add.s32 %r30, %r30, 1;
    setp.lt.s32 %p3, %r30, {count};
    @%p3 bra TILE;
    ret;
    """


def test_a_loop_that_begins_three_times() -> None:
    """Each of its beginnings gets a period; they belong together."""
    module, asked, runs = all_runs(tiles(3), shared=TILE)
    assert runs.every, runs.why
    last = runs.traces[max(runs.traces)]
    assert [p.family for p in last.periods] == [0, 0, 0]
    assert longer_runs_agree(module, asked, runs) >= 6


def test_two_loops_that_grow() -> None:
    """One behind the other, the second with two slots: each gets a period, and they belong together."""
    text = loop(f"mov.u32 %r20, %r5; {COPY}").replace(
        "END:",
        f"""
        mov.u32 %r10, 0;
    SECOND:
        and.b32 %r11, %r10, 1; {SLOT} {COPY}
        add.s32 %r10, %r10, 1;
        setp.lt.s32 %p2, %r10, %r1;
        @%p2 bra SECOND;
    END:""",
    )
    module, asked, runs = all_runs(text, shared=TILE)
    assert runs.every, runs.why
    last = runs.traces[max(runs.traces)]
    assert len({p.loop for p in last.periods}) == 2
    assert longer_runs_agree(module, asked, runs) >= 6


def test_a_loop_that_only_computes() -> None:
    text = loop("add.s32 %r11, %r11, %r10;")
    module, asked, runs = all_runs(text, shared=TILE)
    assert runs.every, runs.why
    assert longer_runs_agree(module, asked, runs) >= 3


def test_one_loop_for_all_tiles() -> None:
    """The tile ends inside of the loop, when a second counter is through."""
    text = f"""
    ld.param.u32 %r1, [n];
    mov.u32 %r4, tile;
    shl.b32 %r6, %r1, 1;
    setp.eq.s32 %p1, %r6, 0;
    mov.u32 %r10, 0;
    mov.u32 %r13, 0;
    @%p1 bra END;
LOOP:
    mov.u32 %r20, %r4; {COPY}
    add.s32 %r13, %r13, 1;
    setp.ne.s32 %p3, %r13, %r1;
    @%p3 bra SKIP;
    bar.sync 1;
    mov.u32 %r13, 0;
SKIP:
    add.s32 %r10, %r10, 1;
    setp.lt.s32 %p2, %r10, %r6;
    @%p2 bra LOOP;
END:
    ret;
    """
    module, asked, runs = all_runs(text, shared=TILE)
    assert runs.every, runs.why
    assert len(runs.traces[max(runs.traces)].periods) == 2
    assert longer_runs_agree(module, asked, runs) >= 3


ROLES = """
    ld.param.u32 %r1, [n];
    mov.u32 %r3, %tid.x;
    mov.u32 %r2, bars;
    mov.u32 %r4, tile;
    setp.ne.u32 %p1, %r3, 0;
    @%p1 bra READY;
    mbarrier.init.shared.b64 [%r2], 1;
    mbarrier.init.shared.b64 [%r2+8], 1;
    mbarrier.init.shared.b64 [%r2+16], 32;
    mbarrier.init.shared.b64 [%r2+24], 32;
READY:
    bar.sync 0;
    mov.u32 %r10, 0;
    setp.eq.s32 %p7, %r1, 0;
    @%p7 bra END;
    setp.ge.u32 %p2, %r3, 32;
    @%p2 bra PRODUCE;
CONSUME:
    and.b32 %r11, %r10, 1; shr.u32 %r12, %r10, 1; and.b32 %r13, %r12, 1; shl.b32 %r14, %r11, 3; add.s32 %r15, %r2, %r14;
W1: mbarrier.try_wait.parity.shared.b64 %p3, [%r15], %r13;
    @!%p3 bra W1;
    mad.lo.s32 %r20, %r11, 512, %r4;
    ld.shared.b32 %r21, [%r20];
    mbarrier.arrive.shared.b64 _, [%r15+16];
    add.s32 %r10, %r10, 1;
    setp.lt.u32 %p4, %r10, %r1;
    @%p4 bra CONSUME;
    bra END;
PRODUCE:
    setp.ne.u32 %p5, %r3, 32;
    @%p5 bra END;
FILL:
    and.b32 %r11, %r10, 1; shr.u32 %r12, %r10, 1; and.b32 %r13, %r12, 1; xor.b32 %r13, %r13, 1; shl.b32 %r14, %r11, 3;
    add.s32 %r15, %r2, %r14;
W2: mbarrier.try_wait.parity.shared.b64 %p3, [%r15+16], %r13;
    @!%p3 bra W2;
    mad.lo.s32 %r20, %r11, 512, %r4;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r15], 512;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r20], [%rd1], 512, [%r15];
    add.s32 %r10, %r10, 1;
    setp.lt.u32 %p4, %r10, %r1;
    @%p4 bra FILL;
END:
    ret;
"""


def test_producer_and_consumer() -> None:
    """Two slots and the parities of their phases: four trips until all is as it was."""
    module, asked, runs = all_runs(ROLES, threads=64, shared=BARS)
    assert runs.every, runs.why
    assert runs.loop is not None
    assert runs.loop.more == 4
    assert longer_runs_agree(module, asked, runs) >= 12


def test_a_number_that_only_one_thread_counts() -> None:
    """Threads differ by different numbers then; what decides is the one thread's."""
    text = loop(
        f"""
        mov.u32 %r20, %r5; {COPY}
        setp.gt.s32 %p5, %r30, 0;
        setp.eq.and.s32 %p6, %r2, 0, %p5;
        @%p6 st.shared.b32 [%r4], %r2;
        @%p6 add.s32 %r30, %r30, -1;""",
        "mov.u32 %r30, %r1;\n",
    )
    module, asked, runs = all_runs(text, shared=TILE)
    assert runs.every, runs.why
    assert longer_runs_agree(module, asked, runs) >= 3


def test_a_special_case_of_one_trip_count() -> None:
    """n = 7 does something else. It runs, and only larger ones stand for all."""
    text = loop(f"mov.u32 %r20, %r5; {COPY}").replace(
        "END:", "setp.ne.s32 %p9, %r1, 7; @%p9 bra END; bar.sync 2; END:"
    )
    module, asked, runs = all_runs(text, shared=TILE)
    assert runs.every, runs.why
    assert [n for n, t in runs.traces.items() if t.periods] == [8]
    assert longer_runs_agree(module, asked, runs) == 3


def test_several_families_are_offered() -> None:
    text = RINGS["a counter that starts anew"][0]
    module, asked, runs = all_runs(text, shared=TILE, periods=3)
    assert runs.every
    last = runs.traces[max(runs.traces)]
    assert sorted(p.family for p in last.periods) == [0, 1, 2]
    assert len({p.first for p in last.periods}) == 3
    assert longer_runs_agree(module, asked, runs, (1,)) >= 9


AT_12 = "add.s32 %r13, %r4, %r12; st.shared.b8 [%r13], %r1;"
OPEN = {
    "an address grows with the trips": (
        loop(f"shl.b32 %r12, %r10, 4; add.s32 %r20, %r4, %r12; {COPY}"),
        "differs by 16",
    ),
    "an address depends on the number of trips": (
        loop(f"mov.u32 %r20, %r5; {COPY}").replace("END:", f"END: shl.b32 %r12, %r1, 2; {AT_12}"),
        "differs by 4",
    ),
    "bits of the number of trips": (
        loop(f"mov.u32 %r20, %r5; {COPY}").replace("END:", f"END: popc.b32 %r12, %r1; {AT_12}"),
        "'popc.b32' has no rule for it",
    ),
}


@pytest.mark.parametrize(("text", "why"), OPEN.values(), ids=OPEN)
def test_what_does_not_repeat_says_why(text: str, why: str) -> None:
    _, _, runs = all_runs(text, shared=TILE)
    assert not runs.every
    assert why in runs.why
    assert list(runs.traces) == list(range(10))
    assert all(why in " ".join(t.open_loops.values()) for n, t in runs.traces.items() if n)


def test_a_kernel_without_a_parameter_is_one_run() -> None:
    module = module_of("bar.sync 0; ret;")
    asked = KernelRunsAsked(launch_of(32))
    runs = run_kernel(module, module.kernels[0], asked)
    assert runs.every
    assert len(run_all(module, module.kernels[0], asked)) == 1


def test_a_run_that_hangs_is_no_proof() -> None:
    """A third trip waits for a phase that nobody completes."""
    text = loop("mov.u32 %r20, %r5; setp.eq.s32 %p4, %r10, 2; @%p4 bar.sync 3, 64;")
    _, _, runs = all_runs(text, shared=TILE)
    blocked = runs.traces[3].blocked
    assert [b.why for b in blocked] == ["barrier 3: 32 of 64 threads are there"]
    assert isinstance(blocked[0], Blocked)


def test_phases_that_nobody_waits_for_in_the_loop() -> None:
    """Each trip ends a phase; the wait behind the loop finds it over for odd trip counts only."""
    text = loop(
        "mbarrier.arrive.shared.b64 _, [%r6];", "mov.u32 %r6, bars; mbarrier.init.shared.b64 [%r6], 1;"
    ).replace("END:", "W: mbarrier.try_wait.parity.shared.b64 %p9, [%r6], 0; @!%p9 bra W; END:")
    module, asked, runs = all_runs(text, threads=1, shared=BARS)
    assert runs.loop is not None
    assert runs.loop.more == 2
    assert [bool(t.blocked) for n, t in runs.traces.items() if n] == [n % 2 == 0 for n in runs.traces if n]
    assert longer_runs_agree(module, asked, runs) >= 6


def test_the_smallest_number_of_trips() -> None:
    module = module_of(loop(f"mov.u32 %r20, %r5; {COPY}"), ".param .u32 n", TILE)
    launch = launch_of(32)
    growing = Growing(lambda n: launch.with_word("n", 0, n), fewest=2)
    runs = run_kernel(module, module.kernels[0], KernelRunsAsked(launch, growing))
    assert runs.every
    assert min(runs.traces) == 2


def test_growth() -> None:
    """A loop of one visit a trip, one of two, one every other trip, one that does not grow."""
    visits = {n: {5: n, 7: 2 * n + 1, 9: n // 2, 11: 3} for n in range(2, 11)}
    assert growth(visits, 10) == [(5, 1, 1), (9, 1, 2), (7, 2, 1)]


def test_parameters_that_do_not_grow_evenly() -> None:
    module = module_of(loop(f"mov.u32 %r20, %r5; {COPY}"), ".param .u32 n", TILE)
    launch = GridLaunch((32, 1, 1))
    growing = Growing(lambda n: replace(launch, words={("n", 0): n + (n > 12)}))
    runs = run_kernel(module, module.kernels[0], KernelRunsAsked(launch, growing))
    assert not any(t.periods for n, t in runs.traces.items() if n in {11, 12})


def test_a_parameter_that_decides_nothing() -> None:
    """No loop grows; the comparison with a longer run shows that none ever does."""
    module = module_of("ld.param.u32 %r1, [n]; st.global.b32 [%rd1], %r1; bar.sync 0; ret;", ".param .u32 n")
    launch = launch_of(32)
    growing = Growing(lambda n: launch.with_word("n", 0, n))
    runs = run_kernel(module, module.kernels[0], KernelRunsAsked(launch, growing))
    assert runs.every


def test_only_the_lowest_bits_decide() -> None:
    text = "ld.param.u32 %r1, [n]; and.b32 %r2, %r1, 3; setp.eq.s32 %p1, %r2, 0; @%p1 bra E; bar.sync 1; E: bar.sync 0; ret;"
    _, _, runs = all_runs(text)
    assert runs.every
    assert [len(t.events) for t in runs.traces.values()] == [2, 3, 3, 3, 2, 3, 3, 3, 2, 3]


def test_a_parameter_that_decides_something_later() -> None:
    """From 100 on there is one barrier more: the few runs that look the same are no proof."""
    text = "ld.param.u32 %r1, [n]; setp.lt.u32 %p1, %r1, 100; @%p1 bra E; bar.sync 1; E: bar.sync 0; ret;"
    _, _, runs = all_runs(text)
    assert not runs.every
    assert "its outcome changes" in runs.why


DATA = """
    mov.u32 %r4, tile;
    ld.global.b32 %r2, [%rd1];
    setp.eq.s32 %p1, %r2, 0;
    @%p1 bra A;
    st.shared.b32 [%r4], %r3;
A:
    ld.global.b32 %r5, [%rd2];
    setp.eq.s32 %p2, %r5, 0;
    @%p2 bra B;
    st.shared.b32 [%r4+4], %r3;
B:
    ret;
"""


def test_branches_on_data_go_all_ways() -> None:
    module = module_of(DATA, shared=TILE)
    kernel = module.kernels[0]
    counts = [len(t.events) for t in run_all(module, kernel, KernelRunsAsked(launch_of(32), ways=8))]
    assert sorted(counts) == [1, 2, 2, 3]
    assert run_kernel(module, kernel, KernelRunsAsked(launch_of(32), ways=4)).every
    few = run_kernel(module, kernel, KernelRunsAsked(launch_of(32), ways=3))
    assert not few.every
    assert "not all ways were run" in few.why


def test_a_run_beyond_its_bound_covers_nothing() -> None:
    module = module_of(
        "mov.u32 %r1, 0; L: bar.sync 0; add.s32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 9999; @%p1 bra L;"
    )
    runs = run_kernel(module, module.kernels[0], KernelRunsAsked(GridLaunch((32, 1, 1), steps=100)))
    assert not runs.every
    assert "does not end within its bound" in runs.why
