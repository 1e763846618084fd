"""A path that has decided a condition on loaded data knows it from there on, and its opposite."""

from __future__ import annotations

import pytest

from asyncir.analyses.kernels.conditions import derived, key_of, loaded
from asyncir.analyses.kernels.values import UNIFORM, VARYING, Opaque
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedPtx
from asyncir.source.ptx import read_ptx
from tests.ptx import kernels

pytestmark = pytest.mark.feature("N10")

START = """ld.param.u64 %rd1, [a]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x; mov.u32 %r3, smem;
shl.b32 %r4, %r2, 2; add.s32 %r5, %r3, %r4; xor.b32 %r6, %r4, 128; add.s32 %r6, %r6, %r3;
ld.global.b32 %r10, [%rd1]; setp.ne.s32 %p1, %r10, 0;
"""
COPY = "cp.async.ca.shared.global [%r5], [%rd1], 4; cp.async.commit_group;"
WAIT = "cp.async.wait_group 0;"
END = "bar.sync 0; ld.shared.b32 %r8, [%r6];"


def check(body: str) -> CheckedPtx:
    return check_ptx(kernels.module(START + body), "k.ptx")


RIGHT = {
    "the same predicate": f"@!%p1 bra A; {COPY} A: @!%p1 bra B; {WAIT} B: {END}",
    "its opposite": f"@!%p1 bra A; {COPY} A: @%p1 bra W; bra B; W: {WAIT} B: {END}",
    "predicates, no branches": f"@%p1 cp.async.ca.shared.global [%r5], [%rd1], 4; @%p1 cp.async.wait_all; {END}",
    "computed again": f"@!%p1 bra A; {COPY} A: setp.ne.s32 %p2, %r10, 0; @!%p2 bra B; {WAIT} B: {END}",
    "the other comparison": f"@!%p1 bra A; {COPY} A: setp.eq.s32 %p2, %r10, 0; @%p2 bra B; {WAIT} B: {END}",
    "computed before": f"setp.eq.s32 %p2, %r10, 0; not.pred %p3, %p2; @!%p1 bra A; {COPY} A: @!%p3 bra B; {WAIT} B: {END}",
    "sides exchanged": f"""setp.gt.s32 %p2, %r10, 5; setp.lt.s32 %p3, 5, %r10;
        @!%p2 bra A; {COPY} A: @!%p3 bra B; {WAIT} B: {END}""",
    "without a sign": f"""setp.ge.u32 %p2, %r10, 5; setp.lo.u32 %p3, %r10, 5;
        @!%p2 bra A; {COPY} A: @%p3 bra B; {WAIT} B: {END}""",
    "implied": f"""setp.gt.s32 %p2, %r10, 5; setp.gt.s32 %p3, %r10, 3;
        @!%p2 bra A; {COPY} A: @!%p3 bra B; {WAIT} B: {END}""",
    "implied by a case before": f"""setp.eq.s32 %p2, %r10, 1; @%p2 bra A; setp.eq.s32 %p3, %r10, 2; @%p3 bra A; bra X;
        A: {COPY} X: setp.ge.u32 %p4, %r10, 3; @%p4 bra B; {WAIT} B: {END}""",
    "implied across signs": f"""setp.lt.s32 %p2, %r10, 0; setp.gt.u32 %p3, %r10, 100;
        @!%p2 bra A; {COPY} A: @!%p3 bra B; {WAIT} B: {END}""",
    "a bit of it": f"""and.b32 %r11, %r10, 4; setp.ne.b32 %p2, %r11, 0; @!%p2 bra A; {COPY}
        A: and.b32 %r12, %r10, 4; setp.ne.b32 %p3, %r12, 0; @!%p3 bra B; {WAIT} B: {END}""",
    "a copy of it": f"@!%p1 bra A; {COPY} A: mov.u32 %r12, %r10; setp.ne.s32 %p2, %r12, 0; @!%p2 bra B; {WAIT} B: {END}",
    "through shared memory": f"""setp.eq.s32 %p5, %r2, 0; @%p5 st.shared.b32 [%r3+1024], %r10;
        bar.sync 0; ld.shared.b32 %r11, [%r3+1024];
        @!%p1 bra A; {COPY} A: setp.ne.s32 %p2, %r11, 0; @!%p2 bra B; {WAIT} B: {END}""",
    "in a loop": f"""mov.u32 %r9, 0; L: @!%p1 bra A; {COPY} A: @!%p1 bra B; {WAIT} B: {END} bar.sync 0;
        add.s32 %r9, %r9, 1; setp.lt.s32 %p3, %r9, %r1; @%p3 bra L;""",
}


@pytest.mark.parametrize("name", RIGHT)
def test_impossible_paths_are_not_taken(name: str) -> None:
    assert check(RIGHT[name]).proved


@pytest.mark.parametrize("name", [name for name in RIGHT if name != "predicates, no branches"])
def test_without_the_wait_it_is_wrong_on_a_path_that_is_possible(name: str) -> None:
    assert check(RIGHT[name].replace(WAIT, "")).standing == "refuted"


OTHER = {
    "set again": (
        f"@!%p1 bra A; {COPY} A: ld.global.b32 %r10, [%rd1+4]; setp.ne.s32 %p1, %r10, 0; @!%p1 bra B; {WAIT} B: {END}",
        "refuted",
    ),
    "two words": (
        f"ld.global.b32 %r11, [%rd1+4]; setp.ne.s32 %p2, %r11, 0; @!%p1 bra A; {COPY} A: @!%p2 bra B; {WAIT} B: {END}",
        "refuted",
    ),
    "turned round": (f"@!%p1 bra A; {COPY} A: @%p1 bra B; {WAIT} B: {END}", "refuted"),
    # What is right here may depend on what loaded data cannot be: nothing is said.
    "a sum": (
        f"add.s32 %r11, %r10, 1; setp.gt.s32 %p2, %r10, 5; setp.gt.s32 %p3, %r11, 5;"
        f"@!%p2 bra A; {COPY} A: @!%p3 bra B; {WAIT} B: {END}",
        "unknown",
    ),
    "floats that are no numbers": (
        f"ld.global.f32 %f1, [%rd1+8]; setp.eq.f32 %p2, %f1, 0f00000000; setp.ne.f32 %p3, %f1, 0f00000000;"
        f"@%p2 bra A; {COPY} A: @!%p3 bra B; {WAIT} B: {END}",
        "unknown",
    ),
    "loaded again": (
        f"@!%p1 bra A; {COPY} A: ld.global.b32 %r11, [%rd1]; setp.ne.s32 %p2, %r11, 0; @!%p2 bra B; {WAIT} B: {END}",
        "unknown",
    ),
    "what other lanes say": (
        f"setp.lt.u32 %p4, %r2, 16; @!%p4 bra V; vote.sync.ballot.b32 %r11, %p1, -1; V: vote.sync.ballot.b32 %r12, %p1, -1;"
        f"setp.eq.s32 %p2, %r11, -1; setp.eq.s32 %p3, %r12, -1; @!%p2 bra A; {COPY} A: @!%p3 bra B; {WAIT} B: {END}",
        "unknown",
    ),
    "two threads of one register": (
        f"mul.wide.u32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2; ld.global.b32 %r10, [%rd3]; setp.eq.s32 %p4, %r2, 0;"
        f"setp.eq.s32 %p5, %r2, 40; @%p4 st.shared.b32 [%r3+1024], %r10; @%p5 st.shared.b32 [%r3+1028], %r10; bar.sync 0;"
        f"ld.shared.b32 %r11, [%r3+1024]; ld.shared.b32 %r12, [%r3+1028]; setp.eq.s32 %p2, %r11, 0; setp.eq.s32 %p3, %r12, 0;"
        f"@!%p2 bra A; {COPY} A: @!%p3 bra B; {WAIT} B: {END}",
        "unknown",
    ),
    "other halves": (
        f"mov.b32 {{%rs1, %rs2}}, %r10; setp.ne.s16 %p2, %rs1, 0; setp.ne.s16 %p3, %rs2, 0;"
        f"@!%p2 bra A; {COPY} A: @!%p3 bra B; {WAIT} B: {END}",
        "unknown",
    ),
}


@pytest.mark.parametrize("name", OTHER)
def test_other_conditions_are_not_taken_for_the_same(name: str) -> None:
    body, standing = OTHER[name]
    if "%rs1" in body:
        body = f".reg .b16 %rs<4>; {body}"
    assert check(body).standing == standing


def test_a_condition_of_each_thread_is_remembered() -> None:
    own = "mul.wide.u32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2; ld.global.b32 %r10, [%rd3]; setp.ne.s32 %p1, %r10, 0;"
    for body in (
        f"{own} @%p1 cp.async.ca.shared.global [%r5], [%rd1], 4; @%p1 cp.async.wait_all; {END}",
        f"{own} @!%p1 bra A; {COPY} A: @!%p1 bra B; {WAIT} B: {END}",
    ):
        checked = check(body)
        assert checked.standing == "unknown"
        assert checked.faults == ()


def test_equal_operations_on_equal_values_are_one_value() -> None:
    text = kernels.module(
        "setp.ne.s32 %p1, %r1, 5; setp.eq.u32 %p2, 5, %r1; setp.gt.s32 %p3, %r1, 5; setp.le.s32 %p4, %r1, 5;"
    )
    keys = [key_of(i) for i in read_ptx(text).kernels[0].body[:4]]
    value, other = loaded("here", True), loaded("here", True)
    assert value is not other
    assert value.roots == other.roots
    different = derived(UNIFORM, keys[0], (value, 5))
    assert isinstance(different, Opaque)
    assert derived(UNIFORM, keys[0], (value, 5)) is different
    assert derived(UNIFORM, keys[0], (value, 6)) is not different
    assert derived(UNIFORM, keys[0], (other, 5)) is not different
    assert different.opposite().opposite() is different
    assert derived(UNIFORM, keys[2], (value, 5)).opposite() is derived(UNIFORM, keys[3], (value, 5))
    assert derived(UNIFORM, keys[0], (UNIFORM, 5)) is UNIFORM  # where it comes from is not known
    assert derived(VARYING, keys[0], (value, VARYING)) is VARYING


@pytest.mark.parametrize(
    ("first", "second", "standing"),
    [
        pytest.param(
            "setp.ne.s32 %p1|%p3, %r10, 0;", "setp.eq.s32 %p2|%p4, %r10, 0;", "refuted", id="opposite"
        ),
        pytest.param(
            "setp.gt.s32 %p1|%p3, %r10, %r11;", "setp.lt.s32 %p2|%p4, %r10, %r11;", "unknown", id="other way"
        ),
        pytest.param(
            "setp.ne.s32 %p1|%p3, %r10, 0;", "setp.ne.s32 %p4|%p2, %r10, 0;", "refuted", id="the second"
        ),
        pytest.param(
            "setp.ne.s32 %p1|%p3, %r10, 0;", "setp.eq.s32 %p4|%p2, %r10, 0;", "proved", id="the same"
        ),
        pytest.param(
            "setp.gt.s32 %p1|%p3, %r10, 5;", "setp.gt.s32 %p2|%p4, %r10, 6;", "proved", id="constants"
        ),
    ],
)
def test_both_results_of_a_comparison(first: str, second: str, standing: str) -> None:
    load = "ld.global.b32 %r10, [%rd1]; ld.global.b32 %r11, [%rd1+4];"
    exchange = "st.shared.b32 [%r5], %r2; @!%p1 bra A; bar.sync 0; A: xor.b32 %r7, %r5, 128;"
    assert (
        check(f"{load} {first} {exchange} {second} @!%p2 bra B; ld.shared.b32 %r8, [%r7]; B:").standing
        == standing
    )


def test_what_other_lanes_or_memory_give_is_never_the_same() -> None:
    text = kernels.module(
        "vote.sync.any.pred %p1, %p2, -1; shfl.sync.idx.b32 %r1, %r2, 0, 31, -1; ld.shared.b32 %r3, [%r4];"
    )
    assert [key_of(i) for i in read_ptx(text).kernels[0].body[:3]] == [None] * 3
