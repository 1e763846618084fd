# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the check of PTX has to say, as diagnostics with their places in the text and in the program behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from asyncir.analyses.kernels.conflicts import KernelConflict
from asyncir.analyses.kernels.kernel_repairs import KernelRepair
from asyncir.analyses.kernels.kernel_reports import KernelFinding, KernelReport
from asyncir.analyses.kernels.trace import WARP, UndefinedUse
from asyncir.analyses.kernels.verdicts import SiteVerdict
from asyncir.diagnostics import Diagnostic, Note, Severity, Span
from asyncir.diagnostics.words import counted, listing
from asyncir.driver.kernels.checked import CheckedKernel, CheckedSite
from asyncir.ptx.effects import Synchronous, UnknownEffect
from asyncir.ptx.effects_table import effects_of
from asyncir.ptx.program import Kernel, PtxInstruction, PtxModule, SourceLine

_PROXY_HELP = "put `fence.proxy.async` behind the first, before the synchronisation with the second"
_WAIT_HELP = "put a wait for it in front of the second, and a barrier if other threads are meant"
_WRONG = "the kernel is wrong"
"""Why nothing is said of most sites then: the faults are, which is enough."""
_BARRIER_HELP = "put `bar.sync 0;` between the two, where all threads come by"
_LANES_HELP = "put `bar.warp.sync` between the two: the lanes of a warp do not run in step"


def span_of(module: PtxModule, instruction: PtxInstruction) -> Span:
    """The first line of a statement."""
    spot = instruction.spot
    text = module.text[instruction.start : instruction.end].split("\n", 1)[0].rstrip("\r; \t")
    return Span(module.path, spot.line, spot.column, spot.column + max(len(text), 1))


def location(module: PtxModule, instruction: PtxInstruction) -> str:
    """`file:line:column`."""
    return f"{module.path}:{instruction.spot.line}:{instruction.spot.column}"


def source_of(instruction: PtxInstruction) -> str:
    """`file:line` of the program that the statement came from; empty where the PTX does not say."""
    source = instruction.spot.source
    return "" if source is None else f"{source.file}:{source.line}"


def _behind(instruction: PtxInstruction) -> Iterator[Note]:
    """The lines of the program behind a statement, innermost first."""
    source: SourceLine | None = instruction.spot.source
    if source is not None:
        function = f", in {source.function}" if source.function else ""
        yield Note(
            f"it comes from this line{function}",
            Span(source.file, source.line, max(source.column, 1), max(source.column, 1) + 1),
        )


# What is wrong


def fault_message(kernel: Kernel, finding: KernelFinding) -> str:
    """One sentence of what is wrong."""
    if finding.witness is None:
        alone = finding.alone
        if isinstance(alone, UndefinedUse):
            return f"{_word(kernel, alone.instruction)} {alone.why}: that is not defined"
        who = "" if alone is None else f"{_threads(alone.threads)} wait for ever: {alone.why}"
        return f"deadlock: {who}"
    conflict = finding.witness.conflict
    first, second = _word(kernel, conflict.first), _word(kernel, conflict.second)
    match conflict.kind:
        case "register":
            return f"{second} touches registers of {first}, which is still in flight"
        case "register fence":
            return f"{second} uses registers that were changed without a wgmma.fence behind it"
        case "mbarrier" | "mbarrier proxy":
            return f"nothing orders what {first} and {second} do to an mbarrier"
        case "mbarrier over another":
            return f"{second} makes an mbarrier where {first} made one, which is still valid"
        case "missed phase":
            return f"a slow thread can miss a phase that {second} waits for: the next one may end first"
        case "barrier again":
            return (
                f"{second} can arrive again while {first} waits for others, and end its round in their place"
            )
        case "exit":
            return f"the block may end while {first} still reads its shared memory"
        case _:
            pass
    short = {"read after write": "RAW", "write after read": "WAR", "write after write": "WAW"}
    kind = short[conflict.kind.removeprefix("proxy ")]
    if kind == "WAW":  # strong loads are updates to the analysis
        if _only_reads(kernel, conflict.second):
            kind = "RAW"
        elif _only_reads(kernel, conflict.first):
            kind = "WAR"
    if conflict.kind.startswith("proxy"):
        return f"{first} and {second} are of different proxies, and no proxy fence is between them ({kind})"
    flight = f"{first} may be in flight" if conflict.in_flight else f"nothing orders {first} before"
    return (
        f"{flight} when {second} touches the same bytes ({kind})"
        if conflict.in_flight
        else (f"{flight} {second}, which touches the same bytes ({kind})")
    )


def _only_reads(kernel: Kernel, index: int) -> bool:
    effects = effects_of(kernel.body[index]) if 0 <= index < len(kernel.body) else ()
    return all(isinstance(e, Synchronous) and all(a.mode == "read" for a in e.accesses) for e in effects)


def _word(kernel: Kernel, index: int) -> str:
    if not 0 <= index < len(kernel.body):
        return "something"
    instruction = kernel.body[index]
    return f"`{instruction.opcode}` (line {instruction.spot.line})"


def _threads(threads: Sequence[int]) -> str:
    if len(threads) == 1:
        return f"thread {threads[0]}"
    return f"{counted(len(threads), 'thread')} ({threads[0]} to {threads[-1]})"


CODES: Mapping[str, str] = {
    "conflict": "X101",
    "proxy": "X102",
    "deadlock": "X103",
    "barrier": "X103",
    "mbarrier": "X104",
    "missed phase": "X104",
    "register": "X105",
    "exit": "X106",
    "misuse": "X108",
}


def of_faults(
    module: PtxModule, kernel: Kernel, report: KernelReport, repair: KernelRepair | None
) -> Iterator[Diagnostic]:
    """Errors; warnings where a run guessed how a branch on loaded data goes. The first one says what mends the kernel."""
    mend = _mending(kernel, repair)
    groups: dict[tuple[object, ...], list[KernelFinding]] = {}
    for finding in report.findings:
        groups.setdefault(_cause(kernel, finding), []).append(finding)
    for alike in groups.values():
        finding = next((f for f in alike if f.certain), alike[0])
        code = CODES[finding.kind]
        severity = Severity.ERROR if finding.certain else Severity.WARNING
        message = fault_message(kernel, finding)
        if len(alike) > 1:
            message += f", and {counted(len(alike) - 1, 'pair')} more of these"
        if finding.strong:
            message += "; both are strong, so it is no data race, and which comes first is open"
        elif not finding.certain:
            message += "; the run did not know all that decides it"
        if finding.witness is None:
            at = kernel.body[finding.alone.instruction if finding.alone is not None else 0]
            label = (
                f"thread {finding.alone.threads[0]}"
                if isinstance(finding.alone, UndefinedUse)
                else "waits here"
            )
            yield Diagnostic(
                code, message, span_of(module, at), label, notes=tuple(_behind(at)), severity=severity
            )
            continue
        conflict = finding.witness.conflict
        second = kernel.body[max(conflict.second, 0)]
        yield Diagnostic(
            code,
            message,
            span_of(module, second),
            _who(conflict, 1),
            (mend if finding.certain else "") or _help(conflict),
            tuple(_witness(module, kernel, conflict)),
            severity,
        )
        mend = ""


def _mending(kernel: Kernel, repair: KernelRepair | None) -> str:
    """The fewest edits in words; empty where none are known."""
    steps: list[str] = []
    for edit in repair.edits or () if repair is not None else ():
        line = kernel.body[edit.instruction].spot.line
        if edit.kind == "insert":
            steps.append(f"put `{edit.text};` in front of line {line}")
        elif edit.kind == "replace":
            steps.append(f"write `{edit.text};` in line {line}")
    return f"this makes it right: {listing(steps)}" if 0 < len(steps) <= 6 else ""


def _cause(kernel: Kernel, finding: KernelFinding) -> tuple[object, ...]:
    """Pairs of unrolled accesses are told once: those of one kind whose instructions have the same opcodes."""
    if finding.witness is None:
        return (finding.kind, finding.alone)
    conflict = finding.witness.conflict
    names = tuple(
        kernel.body[index].opcode if 0 <= index < len(kernel.body) else ""
        for index in (conflict.first, conflict.second)
    )
    return (conflict.kind, conflict.in_flight, *names)


def _who(conflict: KernelConflict, which: int) -> str:
    thread, trip = conflict.threads[which], conflict.trips[which]
    who = f"thread {thread}" if thread >= 0 else ""
    when = f"trip {trip + 1} here" if trip >= 0 else ""
    byte = (
        f"byte {conflict.byte & 0xFFFFF} of shared memory"
        if 0 <= conflict.byte < 1 << 32 and not which
        else ""
    )
    return ", ".join(part for part in (who, when, byte) if part)


def _help(conflict: KernelConflict) -> str:
    if conflict.kind.startswith("proxy"):
        return _PROXY_HELP
    if conflict.kind in ("read after write", "write after read", "write after write"):
        if conflict.in_flight:
            return _WAIT_HELP
        lanes = conflict.threads[0] // WARP == conflict.threads[1] // WARP
        return _LANES_HELP if lanes and min(conflict.threads) >= 0 else _BARRIER_HELP
    return ""


def _witness(module: PtxModule, kernel: Kernel, conflict: KernelConflict) -> Iterator[Note]:
    if 0 <= conflict.first < len(kernel.body) and conflict.first != conflict.second:
        first = kernel.body[conflict.first]
        yield Note(f"the first access: {_who(conflict, 0)}", span_of(module, first))
        yield from _behind(first)
    yield from _behind(kernel.body[max(conflict.second, 0)])


# What is stronger than it has to be, and what is not known


def of_sites(
    module: PtxModule, kernel: Kernel, report: KernelReport, sites: Sequence[CheckedSite]
) -> Iterator[Diagnostic]:
    """Warnings about sites; one reason that several share is told once."""
    told: Counter[str] = Counter()
    for verdict, site in zip(report.sites, sites, strict=False):
        instruction = kernel.body[verdict.site.instruction]
        span = span_of(module, instruction)
        notes = tuple(_behind(instruction))
        match site.verdict:
            case "redundant" if not verdict.site.kept:
                yield Diagnostic(
                    "X111",
                    f"no access needs this {_kind(verdict)}",
                    span,
                    _scope(verdict),
                    notes=notes,
                    severity=Severity.WARNING,
                )
            case "too strong" if not verdict.site.kept:
                message = f"this wait lets {counted(verdict.site.count or 0, 'group')} stay in flight; {verdict.exact} may"
                help = f"write `{with_count(instruction, verdict.exact or 0)}`"
                yield Diagnostic("X110", message, span, _scope(verdict), help, notes, Severity.WARNING)
            case "too weak":
                message = (
                    f"this wait lets {counted(site.count or 0, 'group')} stay in flight; {site.exact} may"
                )
                help = f"write `{with_count(instruction, site.exact or 0)}`"
                yield Diagnostic("X107", message, span, help=help, notes=notes)
            case "unknown" if verdict.why not in (report.open, _WRONG) and not told[verdict.why]:
                told[verdict.why] += 1
                message = f"nothing is known of this {_kind(verdict)}: {verdict.why}"
                yield Diagnostic("X120", message, span, notes=notes, severity=Severity.WARNING)
            case _:
                pass


def _kind(verdict: SiteVerdict) -> str:
    kind = verdict.site.kind
    return (
        f"{verdict.site.detail} fence"
        if kind == "fence"
        else "wait for a phase"
        if kind == "phase wait"
        else kind
    )


def _scope(verdict: SiteVerdict) -> str:
    return "in a loop" if verdict.site.in_loop else ""


def with_count(instruction: PtxInstruction, count: int) -> str:
    """A wait with another count."""
    return f"{instruction.opcode} {count};"


def of_kernel(module: PtxModule, checked: CheckedKernel) -> Iterator[Diagnostic]:
    """What concerns a kernel as a whole."""
    kernel = checked.kernel
    column = kernel.spot.column
    span = Span(module.path, kernel.spot.line, column, column + len(kernel.name))
    if checked.standing == "unknown" and checked.open:
        message = f"the synchronisation of {short(kernel.name)} is neither proved nor refuted: {checked.open}"
        yield Diagnostic("X120", message, span, severity=Severity.WARNING)
    for text in checked.runs.assumed if checked.runs is not None else ():
        yield Diagnostic("X124", f"it was assumed: {text}", span, severity=Severity.REMARK)
    yield from _of_unknown_instructions(module, kernel.body)


def _of_unknown_instructions(module: PtxModule, body: Iterable[PtxInstruction]) -> Iterator[Diagnostic]:
    """One for each form."""
    seen: set[str] = set()
    for instruction in body:
        for effect in effects_of(instruction):
            if isinstance(effect, UnknownEffect) and effect.why not in seen:
                seen.add(effect.why)
                yield Diagnostic(
                    "X122",
                    f"what this instruction does is not known: {effect.why}",
                    span_of(module, instruction),
                    severity=Severity.WARNING,
                )


def short(name: str) -> str:
    """A name that may be a mangled one of a thousand letters."""
    return name if len(name) <= 60 else f"{name[:40]}...{name[-12:]}"
