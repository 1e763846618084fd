"""Sizes of tensor maps' boxes, from what mbarriers expect and from where the copies lie."""

from dataclasses import replace

import pytest

from asyncir.analyses.kernels.launches import GridLaunch, block_shape, cluster_shape, parameter_at
from asyncir.analyses.kernels.prepare import prepare
from asyncir.analyses.kernels.trace import Issued, PhaseCompleted, Unjudged
from tests.analyses.kernels.programs import launch_of, machine_of, module_of

SHARED = ".shared .align 8 .b8 bars[64];\n.shared .align 128 .b8 tile[8192];"
MAPS = ".param .align 64 .b8 a[128], .param .align 64 .b8 b[128]"
COPY = "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"


def program(expected: int, places: tuple[int, int], order: str = "before") -> str:
    expect = f"mbarrier.arrive.expect_tx.shared.b64 _, [%r2], {expected};"
    copies = f"""
        {COPY} [%r3+{places[0]}], [%rd1, {{%r9, %r9}}], [%r2];
        {COPY} [%r3+{places[1]}], [%rd2, {{%r9, %r9}}], [%r2];"""
    return f"""
        mov.u32 %r2, bars;
        mov.u32 %r3, tile;
        mov.u64 %rd1, a;
        mov.u64 %rd2, b;
        mbarrier.init.shared.b64 [%r2], 1;
        {expect if order == "before" else copies}
        {copies if order == "before" else expect}
    W:  mbarrier.try_wait.parity.shared.b64 %p1, [%r2], 0;
        @!%p1 bra W;
        ret;
    """


@pytest.mark.parametrize(
    ("expected", "places", "sizes"),
    [
        (2048, (0, 1024), [1024, 1024]),  # both alike
        (1536, (0, 512), [512, 1024]),  # the first fills the way to the second, the rest is the second's
        (8192, (0, 4096), [4096, 4096]),
    ],
)
def test_boxes_from_the_bytes_that_are_expected(
    expected: int, places: tuple[int, int], sizes: list[int]
) -> None:
    machine = machine_of(module_of(program(expected, places), MAPS, SHARED), launch_of(1))
    copies = [e for e in machine.events if isinstance(e, Issued)]
    assert [c.touched[0].size for c in copies] == sizes
    assert [type(e) for e in machine.events].count(PhaseCompleted) == 1
    assert machine.blocked() == ()


def test_three_boxes_one_behind_the_other() -> None:
    """Each fills the way to the next; the last the way to the mbarrier."""
    shared = ".shared .align 128 .b8 tile[3584];\n.shared .align 8 .b8 bars[64];"
    text = program(3584, (0, 512)).replace("W:", f"{COPY} [%r3+1536], [%rd3, {{%r9, %r9}}], [%r2]; W:")
    machine = machine_of(
        module_of(
            text.replace("mov.u64 %rd1", "mov.u64 %rd3, c; mov.u64 %rd1"),
            f"{MAPS}, .param .b8 c[128]",
            shared,
        ),
        launch_of(1),
    )
    assert [e.touched[0].size for e in machine.events if isinstance(e, Issued)] == [512, 1024, 2048]


def test_boxes_that_are_given() -> None:
    module = module_of(program(1536, (0, 1024)), MAPS, SHARED)
    launch = replace(launch_of(1), boxes={"a": 1024, "b": 512})
    _, complete = prepare(module, module.kernels[0], launch)
    assert dict(complete.boxes) == {"a": 1024, "b": 512}
    machine = machine_of(module, launch)
    assert [e.touched[0].size for e in machine.events if isinstance(e, Issued)] == [1024, 512]


def test_a_box_that_does_not_follow_is_not_judged() -> None:
    """It expects fewer bytes than the first copy has to have."""
    machine = machine_of(module_of(program(0, (0, 512)), MAPS, SHARED), launch_of(1))
    assert any(isinstance(e, Unjudged) and "tensor map's box" in e.why for e in machine.events)


def test_launches() -> None:
    module = module_of("ret;", ".param .u64 p, .param .u32 n, .param .align 8 .b8 s[24]")
    kernel = module.kernels[0]
    launch = GridLaunch((64, 2, 1), cluster=(2, 1, 1), parameters={"n": -1, "s": bytes(range(24))})
    assert (launch.threads, launch.blocks) == (128, 2)
    assert launch.word(kernel, "n", 0, 32) == 0xFFFFFFFF
    assert launch.word(kernel, "s", 8, 16) == 0x0908
    assert launch.word(kernel, "p", 0, 64) == 1 << 36
    assert launch.with_word("n", 0, 7).word(kernel, "n", 0, 32) == 7
    found = parameter_at(kernel, 20)
    assert found is not None
    assert (found[0].name, found[1]) == ("s", 4)
    assert parameter_at(kernel, 100) is None
    assert block_shape(kernel) is None
    assert cluster_shape(kernel) == (1, 1, 1)


def test_a_copy_in_front_of_what_its_phase_expects() -> None:
    """The second use of the mbarrier has its copy first: it is no part of the phase that was over."""
    text = f"""
        mov.u32 %r2, bars;
        mov.u32 %r3, tile;
        mov.u64 %rd1, a;
        mbarrier.init.shared.b64 [%r2], 1;
        mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 1024;
        {COPY} [%r3], [%rd1, {{%r9, %r9}}], [%r2];
    W:  mbarrier.try_wait.parity.shared.b64 %p1, [%r2], 0;
        @!%p1 bra W;
        {COPY} [%r3+1024], [%rd1, {{%r9, %r9}}], [%r2];
        mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 1024;
    V:  mbarrier.try_wait.parity.shared.b64 %p1, [%r2], 1;
        @!%p1 bra V;
        ret;
    """
    machine = machine_of(module_of(text, MAPS, SHARED), launch_of(1))
    assert [e.touched[0].size for e in machine.events if isinstance(e, Issued)] == [1024, 1024]
    assert machine.blocked() == ()


def two_phases(first: int, second: int) -> str:
    """The same copies in two phases of one mbarrier."""
    copies = f"""{COPY} [%r3], [%rd1, {{%r9, %r9}}], [%r2]; {COPY} [%r3+1024], [%rd2, {{%r9, %r9}}], [%r2];"""
    phases = "".join(
        f"""mbarrier.arrive.expect_tx.shared.b64 _, [%r2], {expected}; {copies}
        W{phase}: mbarrier.try_wait.parity.shared.b64 %p1, [%r2], {phase};
        @!%p1 bra W{phase};
        """
        for phase, expected in enumerate((first, second))
    )
    return f"""
        mov.u32 %r2, bars;
        mov.u32 %r3, tile;
        mov.u64 %rd1, a;
        mov.u64 %rd2, b;
        mbarrier.init.shared.b64 [%r2], 1;
        {phases}
        ret;
    """


@pytest.mark.parametrize(("first", "second"), [(2048, 2032), (2032, 2048), (2048, 2064)])
def test_one_tensor_map_has_one_box(first: int, second: int) -> None:
    """Phases with the same copies that expect different bytes: one never ends, whatever the box."""
    machine = machine_of(module_of(two_phases(first, second), MAPS, SHARED), launch_of(1))
    sizes = [e.touched[0].size for e in machine.events if isinstance(e, Issued)]
    assert len(set(sizes)) == 1
    assert machine.blocked()
    assert not machine_of(module_of(two_phases(first, first), MAPS, SHARED), launch_of(1)).blocked()
