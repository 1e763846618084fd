# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The verdict on a kernel in one line."""

from __future__ import annotations

from collections import Counter

from asyncir.diagnostics.words import counted
from asyncir.driver.kernels.checked import CheckedKernel
from asyncir.driver.kernels.messages import short

_ORDER = ("needed", "exact", "too strong", "too weak", "missing", "redundant", "not judged", "unknown")
_KINDS = ("wait", "barrier", "fence", "arrive", "phase wait")


def _values(growing: str) -> str:
    """`K = 32*n, n ≥ 0`, or `K ≥ 0` where that is all of them."""
    name, is_each, rest = growing.partition(" = 1*n")
    return f"{name} ≥ 0" if is_each and not rest and "," not in name else f"{growing}, n ≥ 0"


def summary(kernel: CheckedKernel) -> str:
    """`gemm: proved for K = 32*n, n ≥ 0: 3 waits (1 exact, 2 redundant), 1 barrier (1 needed)`."""
    parts: list[str] = []
    for kind in _KINDS:
        verdicts = Counter(site.verdict for site in kernel.sites if site.kind == kind)
        if verdicts:
            shown = ", ".join(f"{verdicts[v]} {v}" for v in _ORDER if verdicts[v])
            parts.append(f"{counted(verdicts.total(), kind)} ({shown})")
    scope = f" for {_values(kernel.growing)}" if kernel.growing and kernel.standing == "proved" else ""
    if kernel.standing == "proved" and kernel.runs is not None and kernel.runs.fixed:
        fixed = ", ".join(kernel.runs.fixed)
        scope = f"{scope} ({fixed})" if scope else f" for {fixed}"
    if kernel.standing == "proved" and kernel.dynamic_shared:
        scope += f"{',' if scope else ''} with {kernel.dynamic_shared} bytes of dynamic shared memory"
    faults = [counted(len(kernel.faults), "fault")] if kernel.faults else []
    what = ", ".join((*faults, *parts)) or "it has no synchronisation"
    return f"{short(kernel.name)}: {kernel.standing}{scope}: {what}"
