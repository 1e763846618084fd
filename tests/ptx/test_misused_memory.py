"""Accesses of shared memory that the manual leaves undefined: nothing is proved of a kernel that has one."""

from __future__ import annotations

import pytest

import asyncir
from tests.ptx.test_misused_barriers import KERNEL

ROUND = """@%p10 mbarrier.init.shared::cta.b64 [%r40], 64;
  bar.sync 0;
  setp.eq.u32 %p2, %r2, 5;
  ACCESS
  bar.sync 0;
  mbarrier.arrive.shared::cta.b64 _, [%r40];
  W: mbarrier.try_wait.parity.shared::cta.b64 %p11, [%r40], 0;
  @!%p11 bra W;"""
TWO = "setp.eq.u32 %p2, %r2, 5; setp.eq.u32 %p3, %r2, 40;"


def _said(body: str) -> str:
    report = asyncir.check(KERNEL.replace("BODY", body))
    return "" if report.proved else str(report)


@pytest.mark.parametrize(
    "access",
    [
        "@%p2 st.shared.b32 [%r40], %r2;",
        "@%p2 st.shared.b32 [%r40+4], %r2;",
        "@%p2 st.shared.b8 [%r40+7], %r2;",
        "ld.shared.b32 %r9, [%r40];",
        "@%p2 red.shared.add.u32 [%r40], %r2;",
    ],
)
def test_an_mbarrier_is_no_data(access: str) -> None:
    assert "for the instructions of mbarriers alone" in _said(ROUND.replace("ACCESS", access))


@pytest.mark.parametrize("access", ["@%p2 st.shared.b32 [%r40+8], %r2;", "@%p2 st.shared.b8 [%r40+-1], %r2;"])
def test_what_lies_beside_an_mbarrier_is(access: str) -> None:
    assert _said(ROUND.replace("ACCESS", access)) == ""


def test_an_mbarrier_that_is_invalid_is_memory_again() -> None:
    over = ROUND.replace("ACCESS", "") + "bar.sync 0; @%p10 mbarrier.inval.shared::cta.b64 [%r40];"
    assert _said(over + "@%p10 st.shared.b32 [%r40], %r2;") == ""


@pytest.mark.parametrize("place", ["[%r3]", "[%r3+4]"])
def test_atomic_operations_of_two_sizes(place: str) -> None:
    body = f".reg .b64 %rd<9>; mov.u64 %rd1, 1; {TWO}"
    body += f" @%p2 red.shared.add.u32 {place}, %r2; @%p3 red.shared.add.u64 [%r3], %rd1;"
    assert "not atomic for each other" in _said(body)


def test_atomic_operations_of_one_size() -> None:
    assert (
        _said(f"{TWO} @%p2 red.shared.add.u32 [%r3], %r2; @%p3 atom.shared.exch.b32 %r9, [%r3], %r2;") == ""
    )


def test_an_address_that_is_no_multiple_of_the_size() -> None:
    body = "setp.lt.u32 %p1, %r2, 1; @%p1 st.shared.b32 [%r3+2], %r2;"
    assert "no multiple" in _said(body)
    assert _said(body.replace("+2", "+4")) == ""


@pytest.mark.parametrize(
    ("values", "right"),
    [
        ("mov.u32 %r9, 7;", True),
        ("mov.u32 %r9, %r2;", False),
        ("shr.u32 %r9, %r2, 6;", True),
        ("shr.u32 %r9, %r2, 5;", False),
    ],
)
def test_one_place_for_all_threads(values: str, right: bool) -> None:
    """What is written there is looked at."""
    said = _said(f"{values} st.shared.b32 [%r3], %r9;")
    assert ("different values" in said) != right
    assert (said == "") == right


def test_values_that_were_loaded_are_assumed_to_be_alike() -> None:
    body = ".reg .b64 %rd<9>; ld.param.u64 %rd1, [a]; mul.wide.u32 %rd2, %r2, 4; add.s64 %rd1, %rd1, %rd2;"
    report = asyncir.check(
        KERNEL.replace("BODY", body + "ld.global.b32 %r9, [%rd1]; st.shared.b32 [%r3], %r9;")
    )
    assert report.proved
    assert "write the same value there" in str(report)


@pytest.mark.parametrize("stride", ["16", "%r9"])
def test_rows_of_a_matrix_are_a_stride_apart(stride: str) -> None:
    """The last row begins at byte 480, whether the stride is written out or in a register."""
    load = f"wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {{%r20,%r21,%r22,%r23,%r24,%r25,%r26,%r27}}, [%r3], {stride};"
    body = "mov.u32 %r9, 16; setp.eq.u32 %p2, %r2, 63; setp.lt.u32 %p3, %r2, 32; @%p2 st.shared.b32 [%r3+480], %r2;"
    report = asyncir.check(KERNEL.replace("BODY", f"{body} @!%p3 bra D; {load} D:"))
    assert report.kernels[0].standing == "refuted"
