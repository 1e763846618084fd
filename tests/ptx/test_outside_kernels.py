"""Kernels as people write them by hand: right ones are not called wrong, and what is not known is named."""

from __future__ import annotations

import pytest

from asyncir.diagnostics import Severity
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedPtx
from asyncir.driver.kernels.edits import fixed
from asyncir.driver.kernels.options import KernelOptions

pytestmark = pytest.mark.feature("N10")

HEAD = """.version 8.6
.target sm_90a
.address_size 64
.shared .align 128 .b8 s[2048];
.shared .align 128 .b8 mb[64];
.shared .align 4 .b32 flag;
"""
KERNEL = """.visible .entry k(.param .u64 a, .param .u32 n) .reqntid THREADS
{
  .reg .pred %p<20>; .reg .b32 %r<60>; .reg .b64 %rd<20>; .local .align 4 .b8 own[64];
  ld.param.u64 %rd1, [a];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, s;
  shl.b32 %r4, %r2, 2;
  add.s32 %r5, %r3, %r4;
  mov.u32 %r40, mb;
  mov.u32 %r41, flag;
  setp.eq.u32 %p10, %r2, 0;
BODY
  ret;
}
"""
WRITE = "st.shared.b32 [%r5], %r2;"
READ = "xor.b32 %r7, %r4, 128; add.s32 %r7, %r7, %r3; ld.shared.b32 %r8, [%r7];"


def check(body: str, more: str = "", threads: int = 64) -> CheckedPtx:
    """The kernel with this body, and `more` in front of it."""
    text = HEAD + more + KERNEL.replace("BODY", body).replace("THREADS", str(threads))
    return check_ptx(text, "k.ptx")


def reason(checked: CheckedPtx) -> str:
    """Why a kernel is neither proved nor refuted."""
    (kernel,) = checked.kernels
    assert checked.standing == "unknown"
    return kernel.open


# Barriers that count warps


@pytest.mark.parametrize("barrier", ["bar.sync 0", "bar.sync 0, 64", "barrier.cta.sync 3, 64"])
def test_a_warp_that_is_not_full_counts_as_a_whole_one(barrier: str) -> None:
    assert check(f"{WRITE} {barrier}; {READ}", threads=33).proved
    early = f"setp.eq.u32 %p1, %r2, 32; {WRITE} @%p1 bra X; {barrier}; X: {READ}"
    assert not check(early, threads=33).proved


def told(checked: CheckedPtx) -> str:
    """What is not defined (X108), of a kernel that is refuted for it."""
    assert checked.standing == "refuted"
    return "; ".join(d.message for d in checked.diagnostics if d.code == "X108")


def test_a_count_is_a_multiple_of_a_warp() -> None:
    checked = check(f"{WRITE} bar.sync 0, 33; {READ}", threads=33)
    assert "counts 33 threads, and that is no multiple of 32" in told(checked)


# What nobody knows


@pytest.mark.parametrize(
    ("unknown", "name"),
    [
        ("call.uni far;", "it calls 'far'"),
        ("frobnicate.sync.u32 %r9, %r2;", "'frobnicate.sync.u32' is not in the table"),
    ],
)
def test_what_is_not_known_may_be_the_barrier_that_is_missing(unknown: str, name: str) -> None:
    checked = check(f"{WRITE}\n{unknown}\n{READ}", ".extern .func far;\n")
    assert reason(checked).startswith(f"line 21: {name}")
    assert all(d.severity is not Severity.ERROR for d in checked.diagnostics)


def test_what_goes_wrong_before_it_is_wrong_all_the_same() -> None:
    checked = check(f"{WRITE} {READ}\ncall.uni far;\nbar.sync 0;", ".extern .func far;\n")
    assert checked.standing == "refuted"


# Functions

MEETS = ".func meets { bar.sync 0; ret; }\n"
ADDS = """.func (.param .b32 q) adds (.param .b32 p, .reg .b32 %more)
{ .reg .b32 %r<3>; .reg .pred %p1;
  ld.param.b32 %r1, [p]; setp.eq.u32 %p1, %r1, 7; @%p1 bra OUT; add.s32 %r1, %r1, %more;
  OUT: st.param.b32 [q], %r1; ret; }
"""
CALL = "{ .param .b32 g; .param .b32 h; st.param.b32 [g], %r9; call.uni (h), adds, (g, 4); ld.param.b32 %r9, [h]; }"


def test_a_barrier_in_a_function_is_one_of_the_kernel() -> None:
    checked = check(f"{WRITE} call.uni meets; {READ}", MEETS)
    assert checked.proved
    assert [(site.kind, site.verdict, site.location.split(":")[1]) for site in checked.sites] == [
        ("barrier", "needed", "7")
    ]
    assert check(f"{WRITE} call.uni nothing; {READ}", ".func nothing { ret; }\n").standing == "refuted"
    assert not check(f"{WRITE} @%p10 call meets; {READ}", MEETS).proved


def test_parameters_and_results_of_functions_are_followed() -> None:
    body = f"mov.u32 %r9, %r5; {CALL} st.shared.b32 [%r9], %r2; bar.sync 0; {CALL} {CALL} ld.shared.b32 %r8, [%r9];"
    assert check(body, ADDS).proved
    assert check(body.replace("bar.sync 0;", ""), ADDS).standing == "refuted"


def test_calls_of_calls_and_what_calls_itself() -> None:
    outer = MEETS + ".func outer { call.uni meets; call.uni meets; ret; }\n"
    checked = check(f"{WRITE} call.uni outer; {READ}", outer)
    assert checked.proved
    assert {site.verdict for site in checked.sites} == {
        "needed"
    }  # one place of the text, that is there twice
    again = ".func again;\n.func again { call.uni again; ret; }\n"
    assert "it calls 'again'" in reason(check(f"{WRITE} call.uni again; {READ}", again))


def test_a_barrier_that_goes_from_all_copies() -> None:
    text = (
        HEAD + MEETS + KERNEL.replace("BODY", f"{WRITE} bar.sync 0; {READ} call.uni meets; call.uni meets;")
    )
    text = text.replace("THREADS", "64")
    mended = fixed(check_ptx(text, "k.ptx"), KernelOptions())
    assert [edit.line for edit in mended.edits] == [7]
    assert mended.checked.proved


def test_results_of_what_is_not_followed_are_not_known() -> None:
    call = "{ .param .b32 h; call.uni (h), far, (); ld.param.b32 %r9, [h]; } and.b32 %r9, %r9, 31;"
    checked = check(
        f"{call} shl.b32 %r9, %r9, 2; add.s32 %r9, %r9, %r3; st.shared.b32 [%r9], 1;",
        ".extern .func (.param .b32 h) far;\n",
    )
    assert not checked.proved


# mbarriers


@pytest.mark.parametrize(("count", "right"), [(0, False), (1, True), (2**20 - 1, True), (2**20, False)])
def test_counts_of_mbarriers(count: int, right: bool) -> None:
    checked = check(f"@%p10 mbarrier.init.shared::cta.b64 [%r40], {count}; {WRITE} bar.sync 0; {READ}")
    if right:
        assert checked.proved
    else:
        assert f"makes an mbarrier for {count} arrivals, and it may be for 1 to 1048575" in told(checked)


# Loops


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (f"{WRITE} L: bar.sync 0; {READ} bra L;", "the loop never ends"),
        (f"{WRITE} L: add.s32 %r9, %r9, 1; bra L;", "the loop never ends"),
        (
            f"L: ld.volatile.shared.b32 %r9, [%r41]; setp.eq.s32 %p2, %r9, 0; @%p2 bra L; {WRITE} bar.sync 0; {READ}",
            "may have another value in another order",
        ),
    ],
)
def test_loops_that_do_not_end_are_told_soon(body: str, why: str) -> None:
    assert why in reason(check(body))


def test_threads_that_fail_to_get_a_lock_do_not_hold_up_who_has_it() -> None:
    body = """@%p10 st.shared.b32 [%r41], 0; bar.sync 0;
L: atom.shared.cas.b32 %r9, [%r41], 0, 1; setp.ne.s32 %p2, %r9, 0; @%p2 bra L;
ld.shared.b32 %r10, [%r3]; add.s32 %r10, %r10, 1; st.shared.b32 [%r3], %r10; atom.shared.exch.b32 %r11, [%r41], 0;"""
    assert "hangs on the order of its operations" in reason(check(body, threads=32))


# Arithmetic that decides addresses


def test_products_of_24_bits_are_addresses() -> None:
    body = f"mad24.lo.u32 %r9, %r2, 4, %r3; st.shared.b32 [%r9], %r2; bar.sync 0; {READ}"
    assert check(body).proved
    assert check(body.replace("bar.sync 0;", "")).standing == "refuted"


# Memory of one thread

SPILLS = {
    "by name": "st.local.b32 [own+4], %r5; ld.local.b32 %r9, [own+4];",
    "by address": "mov.u64 %rd5, own; add.s64 %rd6, %rd5, 8; st.local.b32 [%rd6], %r5; ld.local.b32 %r9, [%rd5+8];",
    "by generic address": "mov.u64 %rd5, own; cvta.local.u64 %rd6, %rd5; st.b32 [%rd6+4], %r5; ld.local.b32 %r9, [own+4];",
    "two words": "st.local.b32 [own], %r2; st.local.b32 [own+4], %r5; ld.local.b32 %r9, [own+4];",
    "a wide word": "cvt.u64.u32 %rd5, %r5; st.local.b64 [own], %rd5; ld.local.b64 %rd6, [own]; cvt.u32.u64 %r9, %rd6;",
    "half words": "st.local.b16 [own], %r5; ld.local.u16 %r9, [own]; and.b32 %r10, %r5, -65536; or.b32 %r9, %r9, %r10;",
}


@pytest.mark.parametrize("name", SPILLS)
def test_addresses_that_are_kept_in_local_memory(name: str) -> None:
    body = f"{SPILLS[name]} st.shared.b32 [%r9], %r2; bar.sync 0; {READ}"
    assert check(body).proved
    assert check(body.replace("bar.sync 0;", "")).standing == "refuted"


@pytest.mark.parametrize(
    "spill",
    [
        "st.local.b32 [own], %r5; st.local.b8 [own+1], %r2; ld.local.b32 %r9, [own];",
        "mov.u64 %rd5, own; mul.wide.u32 %rd6, %r1, 4; add.s64 %rd6, %rd5, %rd6; st.local.b32 [own], %r5;"
        " st.local.b32 [%rd6], %r2; ld.local.b32 %r9, [own];",
        "mov.u64 %rd5, own; st.global.u64 [%rd1], %rd5; st.local.b32 [own], %r5; ld.local.b32 %r9, [own];",
        "ld.local.b32 %r9, [own+4];",
        "st.local.b32 [own], %r5; mov.u64 %rd5, own; st.local.v2.b32 [%rd5], {%r2, %r2}; ld.local.b32 %r9, [own];",
    ],
)
def test_local_memory_that_may_be_changed_otherwise_is_not_known(spill: str) -> None:
    assert check(f"{spill} st.shared.b32 [%r9], %r2; bar.sync 0; {READ}").standing == "unknown"
