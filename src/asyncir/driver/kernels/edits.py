# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Edits of PTX: the smallest that make a kernel right and no stronger than it has to be, checked again before they count.

A redundant wait, barrier or fence becomes a comment, so that all lines stay where they are; a wait that is too strong gets
its count. Sites with a mark, sites of which nothing is proved, and instructions with results (`bar.red`, tests of
mbarriers) stay.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from asyncir.diagnostics import Diagnostic, Severity, failure
from asyncir.driver.kernels.check import check_ptx
from asyncir.driver.kernels.checked import CheckedKernel, CheckedPtx
from asyncir.driver.kernels.messages import span_of, with_count
from asyncir.driver.kernels.options import KernelOptions
from asyncir.ptx.effects import Barrier, ClusterBarrier, Fence, WaitGroup, WarpBarrier
from asyncir.ptx.effects_table import effects_of
from asyncir.ptx.program import Immediate, PtxInstruction, PtxModule


@dataclass(frozen=True, slots=True)
class TextEdit:
    """`text[start:end]` becomes `new`; `what` says it in words, at `line`."""

    start: int
    end: int
    new: str
    line: int
    what: str


@dataclass(frozen=True)
class FixedPtx:
    """The edited text, what was edited, and the check of it. `assembled`: ptxas took it; None: there is no ptxas."""

    text: str
    edits: tuple[TextEdit, ...]
    checked: CheckedPtx
    assembled: bool | None


def edits_of(module: PtxModule, checked: CheckedKernel) -> tuple[TextEdit, ...]:
    """What can be done to one kernel at once. Nothing where it is wrong, or not proved."""
    report = checked.report
    if report is None or not report.proved:
        return ()
    body = checked.kernel.body
    kept = {i for v in report.sites if v.site.kept for i in v.site.together}
    gone = [i for i in sorted(report.weakest.dropped - kept) if _can_go(body[i])]
    found = [_dropped(module, body[index]) for index in gone]
    for index, count in report.weakest.counts:
        if index not in kept and _has_count(body[index]):
            found.append(_weakened(module, body[index], count))
    return tuple(sorted(found, key=lambda edit: edit.start))


def _can_go(instruction: PtxInstruction) -> bool:
    """Whether nothing but synchronisation is lost."""
    effects = effects_of(instruction)
    return bool(effects) and all(
        isinstance(effect, WaitGroup | Fence | WarpBarrier | ClusterBarrier)
        or (isinstance(effect, Barrier) and effect.mode != "reduce")
        for effect in effects
    )


def _has_count(instruction: PtxInstruction) -> bool:
    """Whether the wait ends with its count."""
    return bool(instruction.operands) and isinstance(instruction.operands[-1], Immediate)


def _dropped(module: PtxModule, instruction: PtxInstruction) -> TextEdit:
    lines = module.text[instruction.start : instruction.end].count("\n")
    new = f"/* redundant: {instruction.text}; */" + "\n" * lines
    what = f"`{instruction.text}` goes"
    return TextEdit(instruction.start, instruction.end, new, instruction.spot.line, what)


def _weakened(module: PtxModule, instruction: PtxInstruction, count: int) -> TextEdit:
    lines = module.text[instruction.start : instruction.end].count("\n")
    guard = instruction.text.split()[0] + " " if instruction.guard is not None else ""
    new = guard + with_count(instruction, count) + "\n" * lines
    what = f"`{instruction.text}` becomes `{with_count(instruction, count)}`"
    return TextEdit(instruction.start, instruction.end, new, instruction.spot.line, what)


def applied(text: str, edits: Iterable[TextEdit]) -> str:
    """The text with edits that do not overlap."""
    for edit in sorted(edits, key=lambda e: e.start, reverse=True):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text


def fixed(checked: CheckedPtx, options: KernelOptions) -> FixedPtx:
    """All edits, with the result checked again. Raises `DiagnosticError`, X130, where the result is not as good."""
    module = checked.module
    if module is None:
        return FixedPtx("", (), checked, None)
    edits = tuple(edit for kernel in checked.kernels for edit in edits_of(module, kernel))
    if not edits:
        return FixedPtx(module.text, (), checked, None)
    text = applied(module.text, edits)
    again = check_ptx(text, module.path, options)
    worse = [
        now.name
        for before, now in zip(checked.kernels, again.kernels, strict=True)
        if before.standing != now.standing
    ]
    if worse:
        message = f"with these edits {', '.join(worse)} is not proved any more: nothing is written"
        raise failure("X130", message, "please report this with the program")
    return FixedPtx(text, edits, again, assembled(text, module.target))


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


def edit_diagnostics(module: PtxModule, edits: Sequence[TextEdit], checked: CheckedPtx) -> list[Diagnostic]:
    """A remark for each edit."""
    at = {i.start: i for kernel in checked.kernels for i in kernel.kernel.body}
    return [
        Diagnostic("X131", edit.what, span_of(module, at[edit.start]), severity=Severity.REMARK)
        for edit in edits
    ]
