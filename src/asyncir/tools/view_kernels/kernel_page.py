# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the page about a file of PTX says, as plain data: the template only lays it out."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from asyncir.analyses.kernels.kernel_reports import KernelFinding
from asyncir.driver.kernels.checked import CheckedKernel, CheckedPtx, CheckedSite, FoundFault
from asyncir.driver.kernels.messages import fault_message, short
from asyncir.driver.kernels.summaries import summary
from asyncir.tools.view_kernels.loop_rows import LoopRows, loop_rows

MOST_LINES = 20_000
"""Lines of a kernel's text that the page has; of longer kernels only those with sites."""
COLUMN, ROW, HEAD = 22, 24, 30

HOW = {
    "too strong": "spare",
    "redundant": "spare",
    "too weak": "wrong",
    "missing": "wrong",
    "unknown": "open",
}


@dataclass(frozen=True, slots=True)
class SiteLine:
    """One site as a row of the table."""

    line: int
    site: CheckedSite
    css: str
    why: str


@dataclass(frozen=True, slots=True)
class KernelView:
    """One kernel of the page."""

    name: str
    checked: CheckedKernel
    summary: str
    sites: tuple[SiteLine, ...]
    faults: tuple[tuple[FoundFault, str], ...]
    picture: LoopRows | None
    lines: tuple[tuple[int, str, str], ...]
    """Line number, text, and the class of what is there."""

    @property
    def tally(self) -> list[tuple[str, int, str]]:
        """How many sites have each verdict, with its class."""
        counts = Counter(line.site.verdict for line in self.sites)
        return [(verdict, n, css_of(verdict)) for verdict, n in sorted(counts.items(), key=lambda e: -e[1])]


def css_of(verdict: str) -> str:
    """The class of a verdict: `sound` is needed, `spare` could go or be weaker, `wrong` is missing or too weak."""
    return HOW.get(verdict, "idle" if verdict == "not judged" else "sound")


def line_of(location: str) -> int:
    """The line of a `file:line:column`."""
    found = re.search(r":(\d+):\d+$", location)
    return int(found[1]) if found else 0


def views_of(checked: CheckedPtx) -> list[KernelView]:
    """The kernels of a file."""
    text = checked.module.text.split("\n") if checked.module is not None else []
    return [_view(kernel, text) for kernel in checked.kernels]


def _view(kernel: CheckedKernel, text: list[str]) -> KernelView:
    sites = tuple(
        SiteLine(line_of(site.location), site, css_of(site.verdict), why_of(kernel, site))
        for site in kernel.sites
    )
    titles: dict[int, list[tuple[CheckedSite, str]]] = {}
    at = {(i.spot.line, i.spot.column): i.index for i in kernel.kernel.body}
    for line in sites:
        column = int(line.site.location.rpartition(":")[2])
        index = at.get((line.line, column))
        if index is not None:
            titles.setdefault(index, []).append((line.site, title_of(line)))
    ran = kernel.runs is not None and bool(kernel.runs.runs.traces)
    picture = loop_rows(kernel, titles) if ran else None
    return KernelView(
        short(kernel.name),
        kernel,
        summary(kernel),
        sites,
        tuple((fault, "wrong" if fault.certain else "open") for fault in kernel.faults),
        picture,
        tuple(_lines(kernel, sites, text)),
    )


def title_of(line: SiteLine) -> str:
    """What pointing at a site says."""
    site = line.site
    source = f", from {site.source}" if site.source else ""
    exact = f" (exact is {site.exact})" if site.exact is not None and site.exact != site.count else ""
    why = f"\n{line.why}" if line.why else ""
    why += f"\n{site.operation}" if site.operation else ""
    return f"{site.statement}\nline {line.line}{source}\n{site.kind}: {site.verdict}{exact}{why}"


def why_of(kernel: CheckedKernel, site: CheckedSite) -> str:
    """The reason of a verdict: that of the check, else what goes wrong without the site."""
    if site.reason or kernel.report is None:
        return site.reason
    for verdict in kernel.report.sites:
        at = kernel.kernel.body[verdict.site.instruction].spot
        if verdict.witness is not None and site.location.endswith(f":{at.line}:{at.column}"):
            kind = verdict.witness.conflict.kind
            found = KernelFinding(
                "register" if kind.startswith("register") else "conflict",
                verdict.witness,
                verdict.witness.trace,
                True,
            )
            more = "without it"
            if site.kind == "wait" and site.exact is not None:
                more = f"with the count {site.exact + 1}"
            return f"{more}: {fault_message(kernel.kernel, found)}"
    return {"redundant": "no access needs it", "missing": "with it the kernel is right"}.get(site.verdict, "")


def _lines(kernel: CheckedKernel, sites: tuple[SiteLine, ...], text: list[str]) -> list[tuple[int, str, str]]:
    found = {line.line: line.css for line in sites}
    first, last = kernel.kernel.spot.line, kernel.kernel.end.line
    chosen = range(first, min(last, len(text)) + 1)
    if len(chosen) > MOST_LINES:
        return [(n, harmless(text[n - 1]), found[n]) for n in sorted(found) if n <= len(text)]
    return [(n, harmless(text[n - 1]), found.get(n, "")) for n in chosen]


def harmless(line: str) -> str:
    """Without control characters, some of which HTML forbids and some of which reorder what is read."""
    line = line.rstrip("\r").expandtabs(4)
    return (
        line
        if line.isprintable()
        else "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)
    )
