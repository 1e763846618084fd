"""Verdicts on sites: what is needed, exact, too strong, redundant, not judged, unknown; and what can go together."""

from __future__ import annotations

import json

import numpy as np
import pytest

from asyncir.analyses.kernels.conflicts import Relaxation
from asyncir.analyses.kernels.coverage import loop_not_covered, why_not_all
from asyncir.analyses.kernels.kernel_reports import KernelReport, judge_kernel
from asyncir.analyses.kernels.launches import KernelLaunch
from asyncir.analyses.kernels.periods import Growing
from asyncir.analyses.kernels.runs import KernelRunsAsked, run_kernel
from asyncir.analyses.kernels.sites import sites_of_kernel
from asyncir.analyses.kernels.trace import Blocked, KernelTrace, Period, Unjudged
from asyncir.ptx.effects_table import effects_of
from asyncir.ptx.program import Kernel
from asyncir.source.ptx import read_ptx
from tests.analyses.kernels.traces import TraceBuilder

HEAD = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u32 n, .param .u64 out) .reqntid 64
{
  .reg .b32 %r<40>;
  .reg .b64 %rd<8>;
  .reg .pred %p<8>;
  .shared .align 16 .b8 tile[65536];
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  shl.b32 %r3, %r2, 4;
  mov.u32 %r4, tile;
  add.s32 %r5, %r4, %r3;
  xor.b32 %r6, %r3, 512;
  add.s32 %r7, %r4, %r6;
BODY
  ret;
}
"""

# A ring of four slots, two groups ahead; %r10 is the trip. The reader reads what the other warp copied.
RING = """
  cp.async.cg.shared.global [%r5], [%rd1], 16;
  cp.async.commit_group;
  cp.async.cg.shared.global [%r5+4096], [%rd1], 16;
  cp.async.commit_group;
  mov.u32 %r10, 0;
  setp.ge.s32 %p1, %r10, %r1;
  @%p1 bra DONE;
LOOP:
  and.b32 %r11, %r10, 3;
  shl.b32 %r12, %r11, 12;
  add.s32 %r13, %r7, %r12;
  add.s32 %r14, %r10, 2;
  and.b32 %r15, %r14, 3;
  shl.b32 %r16, %r15, 12;
  add.s32 %r17, %r5, %r16;
  cp.async.wait_group WAIT;  MARK
  bar.sync 0;
  ld.shared.v4.b32 {%r20, %r21, %r22, %r23}, [%r13];
  SECOND
  cp.async.cg.shared.global [%r17], [%rd1], 16;
  cp.async.commit_group;
  add.s32 %r10, %r10, 1;
  setp.lt.s32 %p2, %r10, %r1;
  @%p2 bra LOOP;
DONE:
"""


def ring(wait: int = 1, second: str = "", mark: str = "", before: str = "", after: str = "") -> str:
    body = RING.replace("WAIT", str(wait)).replace("SECOND", second).replace("MARK", mark)
    return HEAD.replace("BODY", before + body + after)


def kernel_of(text: str) -> Kernel:
    return read_ptx(text).kernels[0]


def judged(text: str, loops: bool = True) -> tuple[Kernel, KernelReport]:
    module = read_ptx(text)
    kernel = module.kernels[0]
    launch = KernelLaunch((64, 1, 1))
    growing = Growing(lambda n: launch.with_word("n", 0, n)) if loops else None
    runs = run_kernel(module, kernel, KernelRunsAsked(launch, growing))
    told = "" if runs.every else runs.why
    return kernel, judge_kernel(
        kernel, [effects_of(i) for i in kernel.body], list(runs.traces.values()), told
    )


def answers(text: str, loops: bool = True) -> list[tuple[str, str]]:
    kernel, report = judged(text, loops)
    return [(kernel.body[v.site.instruction].text, v.answer) for v in report.sites]


def test_an_exact_wait_and_a_needed_barrier() -> None:
    kernel, report = judged(ring())
    assert answers(ring()) == [("cp.async.wait_group 1", "exact"), ("bar.sync 0", "needed")]
    assert report.proved
    assert all(v.proved and v.site.in_loop for v in report.sites)
    witness = report.sites[0].witness
    assert witness is not None
    assert kernel.body[witness.conflict.second].name == "ld"
    assert witness.conflict.in_flight


def test_a_wait_that_is_too_strong() -> None:
    _, report = judged(ring(wait=0))
    assert [(v.answer, v.exact) for v in report.sites if v.site.kind == "wait"] == [("too strong", 1)]
    assert dict(report.weakest.counts) == {report.sites[0].site.instruction: 1}


def test_a_redundant_barrier() -> None:
    found = answers(ring(second="bar.sync 0;"))
    assert found == [
        ("cp.async.wait_group 1", "exact"),
        ("bar.sync 0", "needed"),
        ("bar.sync 0", "redundant"),
    ]
    _, report = judged(ring(second="bar.sync 0;"))
    assert [s.instruction for s in report.together] == [report.sites[2].site.instruction]
    assert report.weakest.dropped == {report.sites[2].site.instruction}


def test_a_second_wait_is_redundant_and_one_of_two_stays() -> None:
    """Each of two equal waits can go alone; one of them can go, and the other one is exact then."""
    _, report = judged(
        ring(second="cp.async.wait_group 0;").replace("bar.sync 0;", "cp.async.wait_group 1;\n  bar.sync 0;")
    )
    waits = [v for v in report.sites if v.site.kind == "wait"]
    assert [v.alone for v in waits][:2] == [True, True]
    assert sorted(v.answer for v in waits[:2]) == ["exact", "redundant"] or [v.answer for v in waits] == [
        "redundant",
        "redundant",
        "too strong",
    ]


def test_what_is_kept_is_not_in_the_set() -> None:
    kept = ring(second="bar.sync 0; // asyncir: keep")
    _, report = judged(kept)
    assert report.sites[2].site.kept
    assert report.sites[2].answer == "redundant"
    assert report.together == ()


def test_a_wait_that_is_too_weak_is_a_conflict() -> None:
    _, report = judged(ring(wait=2))
    assert not report.right
    (finding,) = [f for f in report.findings if f.kind == "conflict"][:1]
    assert finding.witness is not None
    assert finding.witness.conflict.in_flight
    assert finding.certain


def test_a_barrier_of_a_warp_is_not_judged() -> None:
    found = answers(ring(second="bar.warp.sync 0xffffffff;"))
    assert found[2] == ("bar.warp.sync 0xffffffff", "not judged")


def test_a_barrier_next_to_atomic_operations_is_not_judged() -> None:
    after = "bar.sync 1;\n  atom.global.release.gpu.add.u32 %r30, [%rd1], 1;\n"
    assert ("bar.sync 1", "not judged") in answers(ring(after=after))
    assert ("bar.sync 1", "redundant") in answers(ring(after="bar.sync 1;\n"))


def test_a_barrier_between_a_write_and_a_read_of_global_memory_is_not_judged() -> None:
    after = "st.global.b32 [%rd1], %r2;\n  bar.sync 1;\n  ld.global.b32 %r30, [%rd1];\n"
    assert ("bar.sync 1", "not judged") in answers(ring(after=after))


def test_a_memory_fence_is_not_judged() -> None:
    assert ("membar.gl", "not judged") in answers(ring(after="membar.gl;\n"))


def test_a_site_where_no_run_came() -> None:
    after = "setp.eq.s32 %p3, %r2, 99;\n  @%p3 bra NEVER;\n  ret;\nNEVER:\n  bar.sync 3;\n"
    _, report = judged(ring(after=after))
    (verdict,) = [v for v in report.sites if not v.executed]
    assert (verdict.answer, verdict.why) == ("unknown", "no run came here")


def test_named_barriers_at_two_places_are_one() -> None:
    body = """
  st.shared.v4.b32 [%r5], {%r2, %r2, %r2, %r2};
  setp.lt.s32 %p1, %r2, 32;
  @%p1 bra A;
  bar.sync 1, 64;
  ld.shared.b32 %r20, [%r7];
  bra B;
A:
  bar.sync 1, 64;
  ld.shared.b32 %r21, [%r7];
B:
"""
    _, report = judged(HEAD.replace("BODY", body), loops=False)
    (one, other) = report.sites
    assert one.site.together == other.site.together == (one.site.instruction, other.site.instruction)
    assert one.answer == other.answer == "needed"


def test_what_the_runs_do_not_know_leaves_statements_open() -> None:
    """A branch on loaded data: nothing is redundant for certain, what is needed stays so."""
    after = """
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.b32 %r30, [%rd3];
  setp.eq.s32 %p4, %r30, 0;
  @%p4 bra SKIP;
  bar.sync 1;
SKIP:
  bar.sync 2;
"""
    kernel, report = judged(ring(after=after))
    assert report.open != ""
    last = report.sites[-1]
    assert (last.answer, last.tried) == ("unknown", "redundant")
    assert last.why == report.open
    assert report.sites[1].answer == "needed"
    assert not report.sites[1].proved
    assert kernel.body[report.sites[1].site.instruction].text == "bar.sync 0"


def test_deadlocks_are_findings() -> None:
    build = TraceBuilder()
    stuck = Blocked(3, "barrier 1: 32 of 64 threads are there", (0, 1))
    trace = build.trace(blocked=(stuck,))
    kernel = kernel_of(ring())
    report = judge_kernel(kernel, [effects_of(i) for i in kernel.body], [trace])
    assert [(f.kind, f.alone) for f in report.findings] == [("deadlock", stuck)]


def test_lanes_of_one_warp_do_not_run_in_step() -> None:
    body = "st.shared.b32 [%r5], %r2;\n  xor.b32 %r8, %r3, 16;\n  add.s32 %r9, %r4, %r8;\n  ld.shared.b32 %r20, [%r9];\n"
    _, report = judged(HEAD.replace("BODY", body), loops=False)
    (found,) = report.findings
    assert found.witness is not None
    first, second = found.witness.conflict.threads
    assert first // 32 == second // 32
    assert first != second
    body = body.replace("  ld.shared", "  bar.warp.sync 0xffffffff;\n  ld.shared")
    assert judged(HEAD.replace("BODY", body), loops=False)[1].right


def test_registers_of_loads_from_tensor_memory_are_a_note() -> None:
    """ptxas orders uses of a load's registers; the wait is not judged then."""
    body = """
  mov.u32 %r10, 0;
  tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r20}, [%r10];
  add.s32 %r21, %r20, 1;
  tcgen05.wait::ld.sync.aligned;
"""
    text = HEAD.replace("BODY", body).replace("sm_80", "sm_100a")
    _, report = judged(text, loops=False)
    assert report.right
    assert [n.kind for n in report.notes] == ["register"]
    assert [(v.site.detail, v.answer) for v in report.sites] == [("tcgen05.ld", "not judged")]


def test_the_certificate_is_plain_data() -> None:
    _, report = judged(ring(second="bar.sync 0;"))
    again = json.loads(json.dumps(report.certificate))
    assert again == report.certificate
    runs = again["runs"]
    assert all(len(run["claims"]) == 2 for run in runs)
    proved = [run for run in runs if run["periods"]]
    assert proved
    for run in proved:
        for claim in run["claims"]:
            assert claim["closed"][0]["every"] >= 1
            assert claim["open"] == []


# Coverage


def covering(*rows: tuple[int, int]) -> list[KernelTrace]:
    """Traces with so many trips of loop 5 and a period of so many (0: none)."""
    return [
        TraceBuilder().trace(trips={5: n} if n else {}, open_loops={} if p else {5: "too few trips"})
        if not p
        else KernelTrace(64, 64, (), trips={5: n}, periods=(Period(0, 1, 5, p),))
        for n, p in rows
    ]


def test_all_trip_counts_are_covered() -> None:
    assert loop_not_covered(5, covering((0, 0), (1, 0), (2, 2), (3, 2))) == ""
    assert loop_not_covered(5, covering((0, 0), (1, 0), (2, 2))) == "the loop was not run with 3 trips"
    assert loop_not_covered(5, covering((0, 0), (2, 2), (3, 2))) == "the loop was not run with 1 trips"
    assert loop_not_covered(5, covering((4, 1))) == "the loop was run with 4 trips and more, not with fewer"
    assert loop_not_covered(5, covering((0, 0), (1, 0))) == "too few trips"


def test_what_is_not_known_is_not_covered() -> None:
    trace = TraceBuilder().trace(unknown=("line 4: something",))
    assert why_not_all([trace], "") == "line 4: something"
    build = TraceBuilder()
    build.events.append(Unjudged(3, build.who(None), "where it writes is not known"))
    assert why_not_all([build.trace()]) == "where it writes is not known"
    assert why_not_all([TraceBuilder().trace()], "no") == "no"


def test_sites_of_the_text() -> None:
    kernel = kernel_of(ring(wait=1, after="fence.proxy.async;\n  cp.async.wait_all;\n  bar.sync 0;\n"))
    sites = sites_of_kernel(kernel, [effects_of(i) for i in kernel.body], [])
    told = [(s.kind, s.detail, s.count, s.in_loop) for s in sites]
    assert told == [
        ("wait", "cp.async", 1, True),
        ("barrier", "block", None, True),
        ("fence", "proxy.async", None, False),
        ("wait", "cp.async", None, False),
        ("barrier", "block", None, False),
    ]


@pytest.mark.parametrize("extra", [0, 1, 2])
def test_relaxations_are_sets_of_changes(extra: int) -> None:
    one = Relaxation().with_count(3, 1).with_count(5, 2)
    assert one.counts == ((3, 1), (5, 2))
    assert one.without([3]).counts == ((5, 2),)
    assert one.with_count(3, extra).counts[0] == (3, extra)
    assert np.all(sorted(one.touched()) == [3, 5])
