# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Strong accesses that nothing orders are no data race: the check says that which comes first is open, and no more."""

from __future__ import annotations

import pytest

from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedPtx
from tests.ptx import kernels

pytestmark = pytest.mark.feature("N10")

START = """mov.u32 %r1, %tid.x; mov.u32 %r3, smem; setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r1, 32;
@%p1 st.shared.b32 [%r3], 0; bar.sync 0;"""
OPEN = "both are strong, so it is no data race"


def check(body: str, block: str = ".reqntid 64") -> CheckedPtx:
    return check_ptx(kernels.module(START + body, block=block), "k.ptx")


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("st.relaxed.cta.shared.b32 [%r3], 1;", "ld.relaxed.cta.shared.b32 %r4, [%r3];", "RAW"),
        ("st.relaxed.cta.shared.b32 [%r3], 1;", "ld.acquire.cta.shared.b32 %r4, [%r3];", "RAW"),
        ("st.relaxed.cta.shared.b32 [%r3], 1;", "st.relaxed.cta.shared.b32 [%r3], 2;", "WAW"),
        ("ld.relaxed.cta.shared.b32 %r4, [%r3];", "st.relaxed.cta.shared.b32 [%r3], 1;", "WAR"),
        ("st.volatile.shared.b32 [%r3], 1;", "ld.volatile.shared.b32 %r4, [%r3];", "RAW"),
        ("st.release.cta.shared.b32 [%r3], 1;", "ld.acquire.cta.shared.b32 %r4, [%r3];", "RAW"),
        ("red.shared.add.u32 [%r3], 1;", "ld.relaxed.cta.shared.b32 %r4, [%r3];", "RAW"),
    ],
)
def test_which_comes_first_is_open(first: str, second: str, kind: str) -> None:
    checked = check(f"@%p1 {first} @%p2 {second}")
    assert checked.standing == "unknown"
    assert OPEN in str(checked)
    assert f"({kind});" in str(checked)
    assert check(f"@%p1 {first} bar.sync 0; @%p2 {second}").proved


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("st.shared.b32 [%r3], 1;", "ld.relaxed.cta.shared.b32 %r4, [%r3];"),
        ("st.relaxed.cta.shared.b32 [%r3], 1;", "ld.shared.b32 %r4, [%r3];"),
        ("st.relaxed.cta.shared.b32 [%r3], 1;", "ld.relaxed.cta.shared.b16 %h1, [%r3];"),
        ("atom.shared.add.u32 %r5, [%r3], 1;", "ld.shared.b32 %r4, [%r3];"),
    ],
    ids=["weak store", "weak load", "two sizes", "atomic and weak"],
)
def test_a_race(first: str, second: str) -> None:
    body = f".reg .b16 %h<2>; @%p1 {first} @%p2 {second}"
    checked = check(body)
    assert checked.standing == "refuted"
    assert OPEN not in str(checked)


@pytest.mark.parametrize(("scope", "standing"), [("cta", "refuted"), ("cluster", "unknown")])
def test_the_scope_has_both_threads(scope: str, standing: str) -> None:
    body = f"""mapa.shared::cluster.u32 %r6, %r3, 0; mov.u32 %r7, %cluster_ctarank; setp.eq.u32 %p3, %r7, 1;
barrier.cluster.arrive; barrier.cluster.wait; @%p3 bra B; @%p1 st.relaxed.{scope}.shared.b32 [%r3], 1; bra E;
B: @%p1 ld.relaxed.{scope}.shared::cluster.b32 %r4, [%r6]; E: barrier.cluster.arrive; barrier.cluster.wait;"""
    assert check(body, ".reqntid 64 .reqnctapercluster 2").standing == standing


@pytest.mark.parametrize(("scope", "standing"), [("cta", "unknown"), ("cluster", "proved")])
def test_atomics_of_two_blocks(scope: str, standing: str) -> None:
    body = f"""mapa.shared::cluster.u32 %r6, %r3, 0; barrier.cluster.arrive; barrier.cluster.wait;
atom.relaxed.{scope}.shared::cluster.add.u32 %r4, [%r6], 1; barrier.cluster.arrive; barrier.cluster.wait;"""
    assert check(body, ".reqntid 64 .reqnctapercluster 2").standing == standing


@pytest.mark.parametrize(
    ("load", "standing"),
    [
        ("ld.global.b32", "proved"),
        ("ld.relaxed.gpu.global.b32", "unknown"),
        ("ld.acquire.gpu.global.b32", "unknown"),
        ("ld.volatile.global.b32", "unknown"),
    ],
)
def test_a_strong_load_may_differ_between_threads(load: str, standing: str) -> None:
    """What others store meanwhile one thread sees and another does not, though they load one word."""
    body = f"""ld.param.u64 %rd1, [a]; {load} %r9, [%rd1]; setp.eq.u32 %p3, %r9, 0; @%p3 bra E; bar.sync 0; E: bar.sync 0;"""
    assert check(body).standing == standing
