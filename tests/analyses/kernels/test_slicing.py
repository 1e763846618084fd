"""Control flow of kernels, and the slice that decides."""

from asyncir.analyses.kernels.computations import targets_of
from asyncir.analyses.kernels.control_flow import ControlFlow
from asyncir.analyses.kernels.slicing import Slice
from asyncir.analyses.kernels.spinning import spins
from asyncir.ptx.effects_table import effects_of
from asyncir.ptx.program import Kernel
from tests.analyses.kernels.programs import module_of

TILE = ".shared .align 128 .b8 tile[4096];"


def kernel_of(body: str) -> Kernel:
    return module_of(body, ".param .u32 n", TILE).kernels[0]


def slice_of(body: str, *stores: int) -> Slice:
    kernel = kernel_of(body)
    return Slice(kernel, ControlFlow(kernel), [effects_of(i) for i in kernel.body], frozenset(stores))


def test_blocks_and_where_ways_meet() -> None:
    flow = ControlFlow(
        kernel_of(
            "@%p1 bra A; mov.u32 %r1, 1; bra B; A: mov.u32 %r1, 2; B: mov.u32 %r2, %r1; @%p2 ret; bar.sync 0; ret;"
        )
    )
    assert [(b.start, b.end, b.successors) for b in flow.blocks] == [
        (0, 1, (2, 1)),
        (1, 3, (3,)),
        (3, 4, (3,)),
        (4, 6, (5, 4)),
        (6, 8, (5,)),
    ]
    assert flow.meets == [4, 4, 4, 8, 8]
    assert flow.loops == []


def test_loops_and_their_heads() -> None:
    flow = ControlFlow(kernel_of("A: mov.u32 %r1, 1; B: add.s32 %r1, %r1, 1; @%p1 bra B; @%p2 bra A; ret;"))
    outer, inner = flow.loops
    assert (outer.head, sorted(outer.blocks)) == (0, [0, 1, 2])
    assert (inner.head, sorted(inner.blocks), inner.latches) == (1, [1], (1,))


def test_a_loop_without_an_end_meets_nowhere() -> None:
    flow = ControlFlow(kernel_of("A: bar.sync 0; bra A;"))
    assert flow.meets == [2]
    assert [loop.head for loop in flow.loops] == [0]


def test_an_indexed_branch_goes_to_all_its_targets() -> None:
    flow = ControlFlow(kernel_of("ts: .branchtargets A, B; brx.idx %r1, ts; A: mov.u32 %r2, 1; B: ret;"))
    assert flow.blocks[0].successors == (1, 2)


def test_what_only_computes_data_is_left_out() -> None:
    part = slice_of(
        """
        mov.u32 %r1, %tid.x;
        shl.b32 %r2, %r1, 2;
        mov.u32 %r3, tile;
        add.s32 %r4, %r3, %r2;
        mul.lo.s32 %r5, %r1, 7;
        st.shared.b32 [%r4], %r5;
        ret;
        """
    )
    assert sorted(part.computations) == [0, 1, 2, 3]
    assert part.roots[5] == {"%r4"}
    assert part.live_at(5) == {"%r4"}


def test_a_store_whose_value_comes_back() -> None:
    body = """
        mov.u32 %r1, tile;
        mov.u32 %r2, 64;
        st.shared.b32 [%r1], %r2;
        ld.shared.b32 %r3, [%r1];
        st.shared.b32 [%r3], %r4;
        ret;
    """
    assert 1 not in slice_of(body).computations
    assert 1 in slice_of(body, 2).computations
    assert slice_of(body, 2).roots_of_stores(2) == {"%r2"}


def test_another_use_of_a_name_is_no_part() -> None:
    """%r5 decides an address first, and counts something else later."""
    part = slice_of(
        """
        mov.u32 %r5, tile;
        st.shared.b32 [%r5], %r1;
        mov.u32 %r5, 0;
    L:  add.s32 %r5, %r5, 1;
        st.global.b32 [%rd1], %r5;
        @%p1 bra L;
        ret;
        """
    )
    assert sorted(part.computations) == [0]
    assert part.live_at(3) == {"%p1"}


def test_what_decides_by_its_guard() -> None:
    part = slice_of("setp.eq.s32 %p1, %r1, 0; @%p1 bar.sync 0; mov.u32 %r2, 1; @%p2 bra E; E: ret;")
    assert part.roots[1] == {"%p1"}
    assert part.roots[3] == {"%p2"}
    assert sorted(part.computations) == [0]


def test_coordinates_of_a_tensor_copy_decide_nothing() -> None:
    part = slice_of(
        "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2, %r3}], [%r4]; ret;"
    )
    assert part.roots[0] == {"%r1", "%rd1", "%r4"}


def test_which_operands_are_set() -> None:
    body = kernel_of(
        """
        st.shared.b32 [%r1], %r2;
        nanosleep.u32 %r3;
        mov.b64 {%r4, %r5}, %rd1;
        setp.eq.s32 %p1|%p2, %r1, %r2;
        shfl.sync.idx.b32 %r6, %r7, 0, 31, -1;
        bar.sync %r8;
        mbarrier.arrive.shared.b64 _, [%r1];
        ret;
        """
    ).body
    assert [targets_of(i) for i in body] == [(), (), ("%r4", "%r5"), ("%p1", "%p2"), ("%r6",), (), (), ()]


def test_a_wait_that_does_something_else_does_not_spin() -> None:
    part = slice_of(
        """
    W:  mbarrier.try_wait.parity.shared.b64 %p1, [%r1], 0;
        @%p1 bra D;
        bar.sync 0;
        bra W;
    D:  mbarrier.try_wait.parity.shared.b64 %p1, [%r1], 0;
        @!%p1 bra D;
        ret;
        """
    )
    assert not spins(part, 0)
    assert spins(part, 4)
