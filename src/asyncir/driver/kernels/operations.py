# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which operation of TTGIR is behind a statement of PTX.

Triton writes no such thing into its PTX. What there is: the line of the program of both, and that both are in the same
order. So a statement is paired with an operation of a kind that becomes such statements:

    as many statements as operations of the kind at one place of the program     the k-th is the k-th
    as many in the whole kernel                                                  the same
    else                                                                         one of those at its place, all named

A barrier of the block is mostly no operation: Triton puts barriers between operations last. It is told by the operation
in front of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from asyncir.diagnostics import Diagnostic, Note, Severity, Span
from asyncir.driver.kernels.checked import CheckedKernel, CheckedPtx, CheckedSite
from asyncir.ptx.program import Kernel, PtxInstruction
from asyncir.source.ttgir import Place, TtgirOperation, TtgirText

BECOMES: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("cp.async.wait", ("ttg.async_wait",)),
    ("cp.async.commit_group", ("ttg.async_commit_group",)),
    ("cp.async.bulk.wait_group", ("ttng.async_tma_store_wait",)),
    ("cp.async.bulk.commit_group", ("ttng.async_tma_copy_local_to_global",)),
    ("cp.async.bulk.tensor", ("ttng.async_tma_copy_global_to_local", "ttng.async_tma_copy_local_to_global")),
    ("cp.async.mbarrier", ("ttng.async_copy_mbarrier_arrive",)),
    ("cp.async", ("ttg.async_copy_global_to_local",)),
    ("mbarrier.try_wait", ("ttng.wait_barrier",)),
    ("mbarrier.test_wait", ("ttng.wait_barrier",)),
    ("mbarrier.init", ("ttng.init_barrier",)),
    ("mbarrier.inval", ("ttng.inval_barrier",)),
    ("mbarrier.arrive.expect_tx", ("ttng.barrier_expect",)),
    ("mbarrier.arrive", ("ttng.arrive_barrier",)),
    ("wgmma.wait_group", ("ttng.warp_group_dot_wait",)),
    ("wgmma.", ("ttng.warp_group_dot",)),
    ("tcgen05.mma", ("ttng.tc_gen5_mma", "ttng.tc_gen5_mma_scaled")),
    ("tcgen05.commit", ("ttng.tc_gen5_commit", "ttng.tc_gen5_mma")),
    ("tcgen05.ld", ("ttng.tmem_load",)),
    ("tcgen05.wait::ld", ("ttng.tmem_load",)),
    ("tcgen05.st", ("ttng.tmem_store", "ttng.tmem_alloc")),
    ("tcgen05.wait::st", ("ttng.tmem_store", "ttng.tmem_alloc")),
    ("fence.proxy.async", ("ttng.fence_async_shared",)),
    ("fence.proxy.tensormap", ("ttng.tensormap_fenceproxy_acquire",)),
    ("ldmatrix", ("ttg.local_load",)),
    ("ld.shared", ("ttg.local_load",)),
    ("stmatrix", ("ttg.local_store", "ttg.local_alloc")),
    ("st.shared", ("ttg.local_store", "ttg.local_alloc")),
    ("bar", ("ttg.barrier", "gpu.barrier")),
)
"""What a statement comes from, by how its opcode begins; the first that fits counts."""

BARRIERS: Final = ("ttg.barrier", "gpu.barrier")
MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class OperationBehind:
    """The operations that may be behind a statement, one where it is known. `behind`: a compiler put the statement there,
    and they are what is in front of it.
    """

    operations: tuple[TtgirOperation, ...]
    behind: bool = False

    def text(self, path: str) -> str:
        """`ttg.async_wait (%total_81), gemm.ttgir:94`."""
        first = self.operations[0]
        lines = [str(operation.line) for operation in self.operations]
        more = ", ..." if len(lines) > MOST_NAMED else ""
        where = f"{path}:{', '.join(lines[:MOST_NAMED])}{more}"
        if len(lines) > 1:
            names = dict.fromkeys(operation.name for operation in self.operations)
            return f"one of {', '.join(names)}, {where}"
        results = f" ({first.results})" if first.results else ""
        return f"{'put in behind ' if self.behind else ''}{first.name}{results}, {where}"


def operations_behind(kernel: Kernel, text: TtgirText) -> dict[int, OperationBehind]:
    """The operations behind the statements of a kernel, by the index of each; those that are not known are left out."""
    of_kind: dict[tuple[str, ...], list[PtxInstruction]] = {}
    for instruction in kernel.body:
        names = kind_of(instruction.opcode)
        if names:
            of_kind.setdefault(names, []).append(instruction)
    found: dict[int, OperationBehind] = {}
    for names, statements in of_kind.items():
        operations = [operation for operation in text.operations if operation.name in names]
        found.update(_paired(statements, operations))
    _barriers(kernel, found)
    return found


def kind_of(opcode: str) -> tuple[str, ...]:
    """The operations that become statements with this opcode."""
    return next((names for start, names in BECOMES if opcode.startswith(start)), ())


def _paired(
    statements: Sequence[PtxInstruction], operations: Sequence[TtgirOperation]
) -> Mapping[int, OperationBehind]:
    """Statements and operations of one kind."""
    if len(statements) == len(operations):
        return {
            s.index: OperationBehind((operation,))
            for s, operation in zip(statements, operations, strict=True)
        }
    at_place: dict[Place, list[PtxInstruction]] = {}
    for statement in statements:
        source = statement.spot.source
        if source is not None:
            place = (source.file.rpartition("/")[2], source.line, source.column)
            at_place.setdefault(place, []).append(statement)
    found: dict[int, OperationBehind] = {}
    for place, here in at_place.items():
        candidates = tuple(operation for operation in operations if place in operation.places)
        if not candidates:
            continue
        exact = len(candidates) == len(here)
        for number, statement in enumerate(here):
            found[statement.index] = OperationBehind((candidates[number],) if exact else candidates)
    return found


def _barriers(kernel: Kernel, found: dict[int, OperationBehind]) -> None:
    """Barriers without an operation are behind the last statement whose operation is known."""
    last: TtgirOperation | None = None
    for instruction in kernel.body:
        known = found.get(instruction.index)
        if known is None and last is not None and kind_of(instruction.opcode) == BARRIERS:
            found[instruction.index] = OperationBehind((last,), True)
        elif known is not None and len(known.operations) == 1:
            last = known.operations[0]
        if instruction.name in ("bra", "ret", "exit", "brx"):
            last = None


def named(checked: CheckedPtx, text: TtgirText) -> CheckedPtx:
    """The same answer with the operations behind its sites and diagnostics; a warning (T203) where none is found."""
    module = checked.module
    if module is None:
        return checked
    kernels: list[CheckedKernel] = []
    notes: dict[tuple[int, int], Note] = {}
    for kernel in checked.kernels:
        behind = operations_behind(kernel.kernel, text)
        texts: dict[tuple[int, int], str] = {}
        for index, operation in behind.items():
            spot = kernel.kernel.body[index].spot
            texts[spot.line, spot.column] = operation.text(text.path)
            notes[spot.line, spot.column] = _note(operation, text.path)
        kernels.append(replace(kernel, sites=tuple(_sites(kernel.sites, texts))))
    diagnostics = [_noted(diagnostic, module.path, notes) for diagnostic in checked.diagnostics]
    if not notes:
        message = f"no operation of '{text.path}' is behind a statement of the PTX"
        diagnostics.append(Diagnostic("T203", message, severity=Severity.WARNING))
    return replace(checked, kernels=tuple(kernels), diagnostics=tuple(diagnostics))


def _sites(sites: Iterable[CheckedSite], texts: Mapping[tuple[int, int], str]) -> Iterable[CheckedSite]:
    for site in sites:
        line, column = map(int, site.location.split(":")[-2:])
        yield replace(site, operation=texts.get((line, column), ""))


def _note(behind: OperationBehind, path: str) -> Note:
    first = behind.operations[0]
    what = "the compiler put it in behind this operation" if behind.behind else "it comes from this operation"
    if len(behind.operations) > 1:
        what = f"it comes from {behind.text(path)}; this is the first of these"
    return Note(what, Span(path, first.line, first.column, first.column + len(first.name)))


def _noted(diagnostic: Diagnostic, path: str, notes: Mapping[tuple[int, int], Note]) -> Diagnostic:
    """With a note on the operation behind its statement."""
    span = diagnostic.span
    if span is None or span.file != path or (span.line, span.column) not in notes:
        return diagnostic
    return replace(diagnostic, notes=(*diagnostic.notes, notes[span.line, span.column]))
