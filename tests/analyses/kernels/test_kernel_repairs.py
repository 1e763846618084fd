"""Repairs of kernels: each edit makes the text right, as the edited text itself shows when it is judged."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.analyses.kernels.insertions import Insertion, threads_at, with_insertions
from asyncir.analyses.kernels.kernel_repairs import KernelEdit, repair_kernel, weakening_edits
from asyncir.analyses.kernels.kernel_reports import judge_kernel
from asyncir.analyses.kernels.launches import KernelLaunch
from asyncir.analyses.kernels.periods import Growing
from asyncir.analyses.kernels.runs import KernelRunsAsked, run_kernel
from asyncir.analyses.kernels.trace import Accessed, BarrierMet
from asyncir.ptx.effects_table import effects_of
from asyncir.ptx.program import Kernel
from asyncir.source.ptx import read_ptx
from tests.analyses.kernels.test_happens_before import told
from tests.analyses.kernels.test_verdicts import HEAD, judged, ring
from tests.analyses.kernels.traces import TraceBuilder, gemm


def edited(text: str, kernel: Kernel, edits: tuple[KernelEdit, ...]) -> str:
    """The text with the edits, by the statements' own words."""
    lines = text.splitlines()
    for edit in reversed(edits):
        statement = kernel.body[edit.instruction]
        row = statement.spot.line - 1
        match edit.kind:
            case "insert":
                lines.insert(row, f"  {edit.text};")
            case "replace":
                lines[row] = f"  {edit.text};"
            case _:
                lines[row] = ""
    return "\n".join(lines) + "\n"


def repaired(text: str, loops: bool = True) -> tuple[list[tuple[str, str, str]], str]:
    """The edits as (kind, text, statement at that place), and the edited text."""
    module = read_ptx(text)
    kernel = module.kernels[0]
    launch = KernelLaunch((64, 1, 1))
    growing = Growing(lambda n: launch.with_word("n", 0, n)) if loops else None
    traces = list(run_kernel(module, kernel, KernelRunsAsked(launch, growing)).traces.values())
    effects = [effects_of(i) for i in kernel.body]
    repair = repair_kernel(kernel, effects, traces, judge_kernel(kernel, effects, traces))
    assert repair.edits is not None, repair.reason
    found = [(e.kind, e.text, kernel.body[e.instruction].name) for e in repair.edits]
    return found, edited(text, kernel, repair.edits)


def test_a_wait_that_is_too_weak_gets_the_right_count() -> None:
    edits, text = repaired(ring(wait=3))
    assert edits == [("replace", "cp.async.wait_group 1", "cp")]
    assert judged(text)[1].proved


def test_a_missing_barrier_is_inserted() -> None:
    edits, text = repaired(ring().replace("bar.sync 0;", ""))
    assert edits == [("insert", "bar.sync 0", "ld")]
    assert judged(text)[1].proved


def test_a_missing_wait_is_inserted_with_the_largest_count() -> None:
    edits, text = repaired(ring().replace("cp.async.wait_group 1;", ""))
    assert edits == [("insert", "cp.async.wait_group 1", "bar")]
    assert judged(text)[1].proved


def test_a_wait_and_a_barrier_are_inserted_together() -> None:
    edits, text = repaired(ring().replace("cp.async.wait_group 1;", "").replace("bar.sync 0;", ""))
    assert edits == [("insert", "cp.async.wait_group 1", "ld"), ("insert", "bar.sync 0", "ld")]
    assert judged(text)[1].proved


def test_a_missing_proxy_fence_is_inserted() -> None:
    body = """
  st.shared.v4.b32 [%r5], {%r2, %r2, %r2, %r2};
  bar.sync 0;
  setp.ne.s32 %p1, %r2, 0;
  @%p1 bra END;
  cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r4], 1024;
  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group.read 0;
END:
"""
    text = HEAD.replace("BODY", body).replace("sm_80", "sm_90")
    assert [f.kind for f in judged(text, loops=False)[1].findings] == ["proxy"]
    edits, better = repaired(text, loops=False)
    assert [edit[:2] for edit in edits] == [("insert", "fence.proxy.async")]
    assert judged(better, loops=False)[1].right


def test_nothing_is_done_to_what_is_right() -> None:
    assert repaired(ring())[0] == []


def test_what_is_not_needed_is_taken_away() -> None:
    text = ring(wait=0, second="bar.sync 0;")
    kernel, report = judged(text)
    edits = weakening_edits(kernel, report)
    assert [(e.kind, e.text) for e in edits] == [("replace", "cp.async.wait_group 1"), ("remove", "")]
    better = edited(text, kernel, edits)
    _, after = judged(better)
    assert after.proved
    assert [v.answer for v in after.sites] == ["exact", "needed"]


def test_deadlocks_are_not_repaired() -> None:
    text = HEAD.replace("BODY", "setp.lt.s32 %p1, %r2, 32;\n  @%p1 bra END;\n  bar.sync 1, 64;\nEND:\n")
    module = read_ptx(text)
    kernel = module.kernels[0]
    traces = list(run_kernel(module, kernel, KernelRunsAsked(KernelLaunch((64, 1, 1)))).traces.values())
    effects = [effects_of(i) for i in kernel.body]
    report = judge_kernel(kernel, effects, traces)
    assert [f.kind for f in report.findings] == ["deadlock"]
    repair = repair_kernel(kernel, effects, traces, report)
    assert repair.edits is None
    assert repair.reason == "no wait, barrier or fence mends threads that wait for ever"


# Insertions


def test_early_threads_are_held_at_an_inserted_barrier() -> None:
    """Warp 1 ran first in the trace; with a barrier before the reads it has to wait for warp 0's writes."""
    build = TraceBuilder()
    for who in (range(32, 64), range(32)):
        build.write(1, 4 * np.array(who), who)
        build.read(2, 4 * ((np.array(who) + 32) % 64), who)
    assert told(build.trace()) != []
    better = with_insertions(build.trace(), [Insertion("barrier", 2)])
    assert better is not None
    assert told(better) == []
    kinds = [type(event) for event in better.events]
    assert kinds == [Accessed, Accessed, BarrierMet, Accessed, Accessed]
    assert threads_at([build.trace()], 2) == frozenset(range(64))


def test_a_barrier_that_would_wait_for_ever_is_none() -> None:
    """Warp 1 comes there twice, warp 0 once."""
    build = TraceBuilder()
    build.read(2, 0, range(32, 64))
    build.read(2, 0, range(32, 64))
    build.read(2, 0, range(32))
    assert with_insertions(build.trace(), [Insertion("barrier", 2)]) is None


def test_what_hangs_on_held_threads_is_held_too() -> None:
    """Warp 1 sees a phase that a held thread completes."""
    build = TraceBuilder()
    build.init(1, 0)
    build.barrier(3)
    build.read(2, 0, [0])
    build.arrive(4, 0, 0, [0])
    build.complete(4, 0, 0)
    build.see(5, 0, 0, range(32, 64))
    build.read(2, 0, range(32, 64))
    assert with_insertions(build.trace(), [Insertion("barrier", 2)]) is None


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_wait_is_put_before_each_execution(count: int) -> None:
    trace = gemm(6, 3, count=9)
    better = with_insertions(trace, [Insertion("wait", 11, "cp.async", count)])
    assert better is not None
    assert (told(better) == []) == (count <= 1)
