# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Edits of PTX: the smallest that make a kernel right, then those that take away what is not needed.

Edits are made in rounds; after each the text is checked again from the start, and the next round begins with that. What is
dropped becomes a comment, and what is inserted stands in front of a statement on its line, so that all lines stay where they
are. Sites with a mark, sites of which nothing is proved, and instructions with results (`bar.red`, tests of mbarriers) stay.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from asyncir.analyses.kernels.kernel_repairs import KernelEdit, weakening_edits
from asyncir.diagnostics import Diagnostic, Severity, Span
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedKernel, CheckedPtx
from asyncir.driver.kernels.messages import short
from asyncir.driver.kernels.options import KernelOptions
from asyncir.ptx.effects import Barrier, ClusterBarrier, Fence, WaitGroup, WarpBarrier
from asyncir.ptx.effects_table import effects_of
from asyncir.ptx.program import PtxInstruction, PtxModule

ROUNDS = 4
_RANK = {"proved": 0, "unknown": 1, "refuted": 2}


@dataclass(frozen=True, slots=True)
class TextEdit:
    """`text[start:end]` becomes `new`; `what` says it in words, at `line` and `column`."""

    start: int
    end: int
    new: str
    line: int
    column: int
    what: str


@dataclass(frozen=True)
class FixedPtx:
    """The edited text, what was edited, and the check of it.

    `assembled`: ptxas took it; None: there is no ptxas. `reasons` say of kernels why they are as they were.
    """

    text: str
    edits: tuple[TextEdit, ...]
    checked: CheckedPtx
    assembled: bool | None
    reasons: tuple[str, ...] = ()


def edits_of(module: PtxModule, checked: CheckedKernel) -> tuple[tuple[TextEdit, ...], str]:
    """What can be done to one kernel at once, or why nothing can."""
    report, kernel = checked.report, checked.kernel
    if report is None:
        return (), checked.open
    if report.right:
        if not report.proved:
            return (), report.open
        wanted = [
            edit
            for edit in weakening_edits(kernel, report)
            if edit.kind != "remove" or _can_go(kernel.body[edit.instruction])
        ]
    else:
        repair = checked.repair
        if repair is None or repair.edits is None:
            return (), "" if repair is None else repair.reason
        wanted = list(repair.edits)
    # Copies of a function have one place in the text.
    found = dict.fromkeys(_edit(module, kernel.body[edit.instruction], edit) for edit in wanted)
    return tuple(found), ""


def _can_go(instruction: PtxInstruction) -> bool:
    """Whether nothing but synchronisation is lost."""
    effects = effects_of(instruction)
    return bool(effects) and all(
        isinstance(effect, WaitGroup | Fence | WarpBarrier | ClusterBarrier)
        or (isinstance(effect, Barrier) and effect.mode != "reduce")
        for effect in effects
    )


def _edit(module: PtxModule, at: PtxInstruction, edit: KernelEdit) -> TextEdit:
    lines = "\n" * module.text[at.start : at.end].count("\n")
    spot = (at.spot.line, at.spot.column)
    match edit.kind:
        case "insert":
            return TextEdit(at.start, at.start, f"{edit.text}; ", *spot, f"`{edit.text}` in front of this")
        case "replace":
            what = f"`{at.text}` becomes `{edit.text}`"
            return TextEdit(at.start, at.end, f"{edit.text};{lines}", *spot, what)
        case "remove":
            return TextEdit(
                at.start, at.end, f"/* redundant: {at.text}; */{lines}", *spot, f"`{at.text}` goes"
            )


def applied(text: str, edits: Iterable[TextEdit]) -> str:
    """The text with edits that do not overlap; of several insertions at one place the first comes first."""
    pieces: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda e: (e.start, e.end)):
        pieces += [text[at : edit.start], edit.new]
        at = edit.end
    return "".join((*pieces, text[at:]))


def fixed(checked: CheckedPtx, options: KernelOptions) -> FixedPtx:
    """All edits that leave every kernel at least as well proved as it was."""
    module = checked.module
    text = module.text if module is not None else ""
    done: list[TextEdit] = []
    reasons: dict[str, str] = {}
    for _ in range(ROUNDS):
        if module is None:
            break
        found = [edits_of(module, kernel) for kernel in checked.kernels]
        for kernel, (_, why) in zip(checked.kernels, found, strict=True):
            if why:
                reasons[kernel.name] = f"{short(kernel.name)} stays as it is: {why}"
        edits = list(dict.fromkeys(edit for some, _ in found for edit in some))
        if not edits:
            break
        more = applied(text, edits)
        again = check_ptx(more, module.path, options)
        worse = _worse(checked, again)
        if worse:
            for name in worse:
                reasons[name] = f"{short(name)} stays as it is: with its edits it is not proved"
            break
        text, checked, module = more, again, again.module
        done += edits
    taken = assembled(text, module.target) if done and module is not None else None
    return FixedPtx(text, tuple(done), checked, taken, tuple(reasons.values()))


def _worse(before: CheckedPtx, now: CheckedPtx) -> list[str]:
    """Kernels that the edits did not help: a wrong one is still refuted, a proved one not proved any more."""
    return [
        new.name
        for old, new in zip(before.kernels, now.kernels, strict=True)
        if _RANK[new.standing] > _RANK[old.standing] or (old.standing == new.standing == "refuted")
    ]


def assembled(text: str, target: str) -> bool | None:
    """Whether ptxas takes the text; None where there is none."""
    ptxas = shutil.which("ptxas")
    if ptxas is None:
        return None
    with tempfile.TemporaryDirectory(prefix="asyncir-") as folder:
        file = Path(folder, "fixed.ptx")
        file.write_text(text, encoding="utf-8")
        command = [ptxas, f"-arch={target}", "-o", str(Path(folder, "out.cubin")), str(file)]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def edit_diagnostics(path: str, mended: FixedPtx) -> list[Diagnostic]:
    """A remark for each edit."""
    return [
        Diagnostic("X131", e.what, Span(path, e.line, e.column, e.column + 1), severity=Severity.REMARK)
        for e in mended.edits
    ]
