# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensor memory is freed as it was allocated, by each block, before the kernel ends."""

from __future__ import annotations

import pytest

from asyncir.analyses.kernels.tensor_memory import TensorColumns
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedPtx
from tests.ptx import kernels

pytestmark = pytest.mark.feature("N10")

START = """mov.u32 %r1, %tid.x; mov.u32 %r3, smem; setp.ge.u32 %p1, %r1, 32;
@%p1 bra JOINED;
tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r3], 64;
JOINED: bar.sync 0; ld.shared.b32 %r4, [%r3]; mov.u32 %r5, 0; bar.sync 0;
"""
FREE = "@%p1 bra DONE; tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r4, 64; DONE: ret;"
PERMIT = "@%p1 bra P; tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned; P:"
MORE = "@%p1 bra M; tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r3+64], 32; M:"
FREE_MORE = """bar.sync 0; ld.shared.b32 %r6, [%r3+64];
@%p1 bra N; tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r6, 32; N:"""


def check(*parts: str) -> CheckedPtx:
    text = kernels.module("\n".join((START, *parts))).replace("sm_90a", "sm_100a")
    return check_ptx(text, "k.ptx")


@pytest.mark.parametrize(
    "body",
    [
        FREE,
        PERMIT + FREE,
        MORE + FREE_MORE + FREE,
        MORE + PERMIT + FREE_MORE + FREE,
        "setp.ge.u32 %p2, %r1, 64; @%p2 ret;" + FREE,
        "ld.param.u64 %rd1, [a]; ld.global.b32 %r9, [%rd1]; setp.eq.u32 %p3, %r9, 0; @%p3 trap;" + FREE,
    ],
    ids=["freed", "permit", "two", "two and permit", "some end", "trap"],
)
def test_freed(body: str) -> None:
    assert check(body).proved


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("ret;", "is not freed when the kernel ends"),
        (MORE + FREE, "is not freed when the kernel ends"),
        (MORE + FREE_MORE, "is not freed when the kernel ends"),
        (FREE.replace("64", "32"), "frees 32 columns of tensor memory, of an allocation of 64"),
        (FREE.replace("64", "128"), "frees 128 columns of tensor memory, of an allocation of 64"),
        (FREE.replace("DONE", "D2").replace("ret;", "") + FREE, "frees tensor memory that was freed before"),
        (PERMIT + MORE + FREE_MORE + FREE, "behind tcgen05.relinquish_alloc_permit"),
        (
            "ld.param.u64 %rd1, [a]; ld.global.b32 %r9, [%rd1]; setp.eq.u32 %p3, %r9, 0; @%p3 ret;" + FREE,
            "is not freed when the kernel ends",
        ),
    ],
    ids=["never", "one of two", "the other", "less", "more", "twice", "no permit", "one way"],
)
def test_not_freed(body: str, why: str) -> None:
    checked = check(body)
    assert checked.standing == "refuted"
    assert why in str(checked)


USE = "tcgen05.st.sync.aligned.32x32b.x2.b32 [{}], {{%r5, %r5}}; tcgen05.wait::st.sync.aligned; bar.sync 0;"


@pytest.mark.parametrize(
    "body",
    [
        "ld.param.u64 %rd1, [a]; ld.global.b32 %r4, [%rd1];" + FREE,
        "add.u32 %r4, %r4, 32;" + FREE,
        "mov.u32 %r4, 0;" + FREE,
        MORE + FREE_MORE.replace("ld.shared.b32 %r6, [%r3+64];", "add.u32 %r6, %r4, 64;") + FREE,
    ],
    ids=["loaded", "another place", "the first column", "behind the other one"],
)
def test_which_is_freed_is_not_known(body: str) -> None:
    """A kernel may not know which columns it gets."""
    assert check(body).standing != "proved"


@pytest.mark.parametrize(
    ("address", "standing"),
    [
        ("%r4", "proved"),
        ("%r4+62", "proved"),
        ("%r4+63", "unknown"),
        ("%r4+64", "unknown"),
        ("%r5", "unknown"),
    ],
)
def test_what_is_used_was_allocated(address: str, standing: str) -> None:
    assert (
        check(
            "@%p1 bra U;" + USE.format(address).replace("bar.sync 0;", "") + "U: bar.sync 0;" + FREE
        ).standing
        == standing
    )


def test_lanes_of_a_warp_name_one_address() -> None:
    lanes = "add.u32 %r7, %r4, %r1;"
    checked = check(
        "@%p1 bra U;" + lanes + USE.format("%r7").replace("bar.sync 0;", "") + "U: bar.sync 0;" + FREE
    )
    assert checked.standing == "refuted"
    assert "several addresses by lanes of a warp" in str(checked)


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        ("mov.u32 %r8, 48;", "48 columns of tensor memory, which is no power of two"),
        ("mov.u32 %r8, 16;", "16 columns of tensor memory, which is no power of two"),
        ("mov.u32 %r8, 1024;", "1024 columns of tensor memory, which is no power of two"),
        ("mov.u32 %r8, 512;", "more than the 512 columns"),
    ],
)
def test_how_much_is_allocated(columns: str, why: str) -> None:
    more = MORE.replace("], 32;", "], %r8;")
    checked = check(columns, more, FREE_MORE.replace("%r6, 32", "%r6, %r8"), FREE)
    assert checked.standing == "refuted"
    assert why in str(checked)


def test_groups_of_blocks() -> None:
    mixed = check(FREE.replace("cta_group::1", "cta_group::2"))
    assert mixed.standing != "proved"
    both = START.replace("cta_group::1", "cta_group::2") + FREE.replace("cta_group::1", "cta_group::2")
    text = kernels.module(both).replace("sm_90a", "sm_100a")
    checked = check_ptx(text, "k.ptx")
    assert checked.standing == "unknown"
    assert "for a pair of blocks" in str(checked)


def test_a_warp_allocates() -> None:
    checked = check_ptx(
        kernels.module(START.replace("@%p1 bra JOINED;", "") + FREE.replace("@%p1 bra DONE;", "")).replace(
            "sm_90a", "sm_100a"
        ),
        "k.ptx",
    )
    assert checked.standing != "proved"


def test_the_verifier_looks_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TensorColumns, "end", lambda _: None)
    checked = check("ret;")
    assert checked.standing == "unknown"
    assert "tensor memory is not freed as it was allocated" in str(checked)
