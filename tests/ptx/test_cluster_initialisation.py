# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mbarriers that blocks of a cluster initialise for each other: `fence.mbarrier_init` and a relaxed arrival, as CUTLASS
does it.
"""

from __future__ import annotations

import pytest

from asyncir.analyses.kernels.replay_state import ReplayState
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedPtx
from tests.ptx import kernels

pytestmark = pytest.mark.feature("N10")

INIT = "mbarrier.init.shared::cta.b64 [%r3], 1;"
FENCE = "fence.mbarrier_init.release.cluster;"
ARRIVE = "barrier.cluster.arrive.relaxed.aligned;"
WAIT = "barrier.cluster.wait.acquire.aligned;"
BODY = f"""mov.u32 %r1, %tid.x; mov.u32 %r3, smem; setp.eq.u32 %p1, %r1, 0; ld.param.u64 %rd1, [a];
mov.u32 %r10, %cluster_ctarank; setp.eq.u32 %p4, %r10, 0;
@!%p1 bra A; {INIT}
{FENCE}
A: {ARRIVE} {WAIT}
@!%p1 bra B;
mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 1024;
@!%p4 bra B;
mov.u16 %h1, 3;
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r3+1024], [%rd1], 1024, [%r3], %h1;
B: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0; @!%p2 bra B;
ld.shared.b32 %r4, [%r3+1024];
barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
"""


def check(body: str, block: int = 64) -> CheckedPtx:
    text = kernels.module(body, block=f".reqntid {block} .reqnctapercluster 2")
    return check_ptx(text.replace(".reg .pred", ".reg .b16 %h<3>; .reg .pred"), "k.ptx")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        (ARRIVE, ARRIVE.replace(".relaxed", "")),
        (FENCE, ""),
        (WAIT, WAIT.replace(".acquire", "")),
        (INIT, f"mbarrier.init.shared::cta.b64 [%r3+8], 1; {INIT}"),
    ],
    ids=["as CUTLASS has it", "release", "release, no fence", "acquire by default", "two"],
)
def test_right(old: str, new: str) -> None:
    body = BODY.replace(old, new) if old else BODY
    if old == FENCE:
        body = body.replace(".relaxed", "")
    assert check(body).proved


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (FENCE, ""),
        (f"{INIT}\n{FENCE}", f"{FENCE}\n{INIT}"),
        (f"{INIT}\n{FENCE}", f"{INIT} A2: setp.eq.u32 %p3, %r1, 32; @!%p3 bra A;\n{FENCE}"),
        (FENCE, "fence.proxy.async;"),
    ],
    ids=["no fence", "the fence comes first", "another thread fences", "another fence"],
)
def test_wrong(old: str, new: str) -> None:
    body = BODY.replace(old, new)
    if "A2" in new:
        body = body.replace("@!%p1 bra A;", "@!%p1 bra A2;", 1)
    checked = check(body)
    assert checked.standing == "refuted"
    assert "X104" in str(checked)
    assert "put `bar.sync 0;`" not in str(checked)  # it holds no other block


OTHER = """mapa.shared::cluster.u32 %r12, %r3, 0; ld.shared::cluster.b32 %r11, [%r12+2048];
barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"""


def test_nothing_else_is_released() -> None:
    """A store before the fence is not seen by the other block behind a relaxed arrival."""
    body = BODY.replace(INIT, f"st.shared.b32 [%r3+2048], %r1; {INIT}").replace(
        "@!%p1 bra B;", f"{OTHER} @!%p1 bra B;", 1
    )
    assert check(body.replace(".relaxed", "")).proved
    assert check(body).standing == "refuted"


def test_the_verifier_looks_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the replay takes for released is not taken from it."""
    leave_at = ReplayState.leave_at
    monkeypatch.setattr(
        ReplayState, "leave_at", lambda self, barrier, group, *_: leave_at(self, barrier, group, True)
    )
    checked = check(BODY.replace(FENCE, ""))
    assert checked.standing == "unknown"
    assert "the verifier does not accept the proof" in str(checked)


def test_a_barrier_that_mends_is_one_of_each_block() -> None:
    """Half of each block stores and the other half reads, and the barrier of the cluster is no part of it."""
    body = """mov.u32 %r1, %tid.x; mov.u32 %r3, smem; shl.b32 %r4, %r1, 2; add.u32 %r5, %r3, %r4; xor.b32 %r6, %r4, 128;
add.u32 %r6, %r6, %r3; barrier.cluster.arrive; barrier.cluster.wait; setp.ge.u32 %p1, %r1, 64; @%p1 bra E;
st.shared.b32 [%r5], %r1; ld.shared.b32 %r7, [%r6]; E: barrier.cluster.arrive; barrier.cluster.wait;"""
    checked = check(body, block=128)
    assert checked.standing == "refuted"
    assert "put `bar.sync 1, 64;`" in str(checked)
