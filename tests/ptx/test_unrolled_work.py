# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Code that is unrolled twice as often takes twice the work, though each second of its barriers and fences can go."""

from __future__ import annotations

import pytest

from asyncir.analyses.kernels.happens_before import TraceReplay
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.options import KernelOptions
from bench.ptx.growth import tma

pytestmark = pytest.mark.feature("N10")


def work_of(trips: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[str]]:
    """Items of traces that are replayed, and the verdicts on barriers."""
    items = 0
    run = TraceReplay.run

    def counted(self: TraceReplay, first: int, last: int) -> bool:
        nonlocal items
        items += last - first
        return run(self, first, last)

    with monkeypatch.context() as patch:
        patch.setattr(TraceReplay, "run", counted)
        (kernel,) = check_ptx(tma(21 * trips), options=KernelOptions(recheck=False)).kernels
    assert kernel.standing == "proved"
    return items, [site.verdict for site in kernel.sites if site.kind == "barrier"]


def test_each_second_barrier_can_go_and_takes_no_replay_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    few, _ = work_of(8, monkeypatch)
    many, verdicts = work_of(16, monkeypatch)
    assert many < 2.2 * few
    assert verdicts == ["needed", "redundant"] * 8 + ["needed"]
