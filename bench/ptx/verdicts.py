"""Verdicts on the kernels of `bench/ptx/build.py`: sites by kernel and answer, and the share that is proved by architecture.

    python -m bench.ptx.verdicts [--folder build/ptx-corpus] [--json OUT] [NAME ...]

Each kernel is run for all trip counts of the parameter that its manifest entry names. A line a kernel: seconds to run and to
judge, sites in loops as needed or exact / redundant, and what is wrong. The table at the end counts waits, barriers and
fences: proved for all trip counts, not judged, unknown; of kernels that are wrong those of the text that a repair made right
(inserted ones are not counted), and without a repair all as wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from asyncir.analyses.kernels.kernel_repairs import repair_kernel
from asyncir.analyses.kernels.kernel_reports import KernelReport, judge_kernel
from asyncir.analyses.kernels.launches import KernelLaunch
from asyncir.analyses.kernels.periods import Growing
from asyncir.analyses.kernels.runs import KernelRunsAsked, run_kernel
from asyncir.driver.kernels.checked import CheckedKernel
from asyncir.driver.kernels.edits import TextEdit, applied, edits_of
from asyncir.driver.kernels.runs import WAYS
from asyncir.ptx.effects_table import effects_of
from asyncir.ptx.program import Kernel
from asyncir.source.ptx import read_ptx

ROOT = Path(__file__).parents[2]
JUDGED = ("wait", "barrier", "fence")
REPAIRS = 3
"""Repairs one after the other: what was wrong first may hide more."""


def launch_of(entry: dict[str, Any], trips: int) -> KernelLaunch:
    """The launch of a manifest's entry with so many trips."""
    values: dict[str, int | bytes] = {}
    for parameter in entry["parameters"]:
        value = parameter.get("value")
        if value is not None and parameter["kind"] != "tensor map":
            values[parameter["name"]] = bytes.fromhex(value) if isinstance(value, str) else value
    trip = entry["trip"]
    if trip["parameter"]:
        many = trip.get("bytes")
        decided = struct_bytes(many, trips) if many else trips * trip["step"] + trip["add"]
        values[trip["parameter"]] = decided
    boxes: dict[str | int, int] = {
        n: prod(m["box"]) * m["element_bytes"] for n, m in entry["tensor_maps"].items()
    }
    x, y, z = entry["block"]
    return KernelLaunch(
        (x, y, z),
        tuple(entry["grid"]),
        tuple(entry.get("cluster") or (1, 1, 1)),
        parameters=values,
        boxes=boxes,
        dynamic_shared=entry["dynamic_shared"],
    )


def struct_bytes(many: list[str], trips: int) -> bytes:
    """The bytes of a struct with so many trips; beyond those that its host made, each word grows as it did last."""
    if trips < len(many):
        return bytes.fromhex(many[trips])
    words = [np.frombuffer(bytes.fromhex(text), np.uint32) for text in many[-2:]]
    return (words[1] + np.uint32(trips - len(many) + 1) * (words[1] - words[0])).astype(np.uint32).tobytes()


def first_launch(trip: dict[str, Any]) -> int:
    """The least trip count that the kernel's host would launch."""
    return next((n for n, data in enumerate(trip["bytes"]) if data), 0) if "bytes" in trip else 0


@dataclass
class Judged:
    """One kernel with its report."""

    name: str
    architecture: str
    kernel: Kernel
    report: KernelReport
    run_seconds: float
    judge_seconds: float
    covered: str
    specialised: bool = False
    mended: Judged | None = None
    edits: tuple[TextEdit, ...] = ()


def judge(folder: Path, name: str) -> Judged:
    """Runs and judges one kernel of the corpus, and if it is wrong what repairs make of it."""
    entry = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return judge_text((folder / entry["file"]).read_text(encoding="utf-8"), entry, name, REPAIRS)


def judge_text(text: str, entry: dict[str, Any], name: str, repairs: int) -> Judged:
    """Runs and judges a text with the launches of a manifest's entry."""
    started = time.process_time()
    module = read_ptx(text, entry["file"])
    kernel = next(k for k in module.kernels if k.name == entry["entry"])
    trip = entry["trip"]
    growing = None
    if trip["parameter"]:
        growing = Growing(lambda n: launch_of(entry, n), trip["parameter"], first_launch(trip))
    runs = run_kernel(module, kernel, KernelRunsAsked(launch_of(entry, 1), growing, ways=WAYS))
    ran = time.process_time()
    told = "" if runs.every else runs.why or "not all trip counts could be run"
    effects = [effects_of(i) for i in kernel.body]
    report = judge_kernel(kernel, effects, runs.all_traces(), told)
    done = time.process_time()
    specialised = bool(entry.get("warp specialised"))
    judged = Judged(name, entry["arch"], kernel, report, ran - started, done - ran, told, specialised)
    if not report.right and repairs:
        repair = repair_kernel(kernel, effects, runs.all_traces(), report)
        checked = CheckedKernel(name, "refuted", (), (), "", "", (), (), kernel, None, report, repair)
        edits, _ = edits_of(module, checked)
        if edits:
            mended = judge_text(applied(text, edits), entry, name, repairs - 1)
            judged.mended = mended.mended or mended
            judged.edits = (*edits, *mended.edits)
    return judged


@dataclass
class Tally:
    """Counts by architecture."""

    sites: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, judged: Judged) -> None:
        """One kernel's sites."""
        kind = "warp specialised" if judged.specialised else "not specialised"
        architecture = (
            f"{judged.architecture}, {kind}"
            if judged.architecture.startswith("sm_9")
            else judged.architecture
        )
        mended = judged.mended if judged.mended is not None and judged.mended.report.right else None
        group_of_wrong = "wrong" if any(f.certain for f in judged.report.findings) else "unknown"
        inserted = {(e.line, e.column) for e in judged.edits if e.start == e.end}
        for verdict in (mended or judged).report.sites:
            counts = self.sites[architecture]
            group = "site" if verdict.site.kind in JUDGED else "beside"
            answer = (
                "not judged" if verdict.answer == "not judged" else "proved" if verdict.proved else "unknown"
            )
            if mended is not None:
                spot = mended.kernel.body[verdict.site.instruction].spot
                if (spot.line, spot.column) not in inserted:
                    counts[f"{group} {answer} when mended"] += 1
            else:
                counts[f"{group} {answer if judged.report.right else group_of_wrong}"] += 1

    def table(self) -> str:
        """As Markdown."""
        names = ("sites", "proved", "proved when mended", "not judged", "unknown", "wrong, no repair")
        head = "| architecture | " + " | ".join((*names, "proved of those judged", "or when mended")) + " |"
        rows = [head, "| --- " * 9 + "|"]
        for architecture, counts in sorted(self.sites.items()):
            wrong, proved, mended = (counts[f"site {a}"] for a in ("wrong", "proved", "proved when mended"))
            unjudged, unknown = (
                counts[f"site {a}"] + counts[f"site {a} when mended"] for a in ("not judged", "unknown")
            )
            judged = wrong + proved + mended + unknown
            shares = " | ".join(f"{100 * n / max(1, judged):.1f} %" for n in (proved, proved + mended))
            numbers = (judged + unjudged, proved, mended, unjudged, unknown, wrong)
            rows.append(f"| {architecture} | {' | '.join(map(str, numbers))} | {shares} |")
        return "\n".join(rows)


def line(judged: Judged) -> str:
    """One kernel in one line."""
    looped = [v for v in judged.report.sites if v.site.in_loop]
    parts: list[str] = []
    for kind in JUDGED:
        mine = [v for v in looped if v.site.kind == kind]
        kept = sum(v.answer in ("needed", "exact", "too strong", "too weak") for v in mine)
        gone = sum(v.answer == "redundant" for v in mine)
        parts.append(f"{kind} {kept}/{gone}")
    wrong = Counter(f.kind for f in judged.report.findings)
    what = ", ".join(f"{n} {kind}" for kind, n in wrong.items())
    why = f" open: {judged.report.open}" if judged.report.open else ""
    spent = f"{judged.run_seconds:.1f} s + {judged.judge_seconds:.1f} s, {judged.report.replays} replays"
    if what:
        what = f"; WRONG: {what}"
        if judged.mended is not None:
            right = "right" if judged.mended.report.right else "still wrong"
            what += f"; {right} with " + ", ".join(f"{e.what} (line {e.line})" for e in judged.edits)
    return f"{judged.name}: {spent}; in loops {', '.join(parts)}{what}{why}"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "ptx-corpus")
    parser.add_argument("--json", type=Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    names = options.names or sorted(path.stem for path in options.folder.glob("*.json"))
    tally, told = Tally(), {}
    for name in names:
        if not (options.folder / f"{name}.ptx").exists():
            continue
        try:
            judged = judge(options.folder, name)
        except Exception as error:  # a benchmark tells of all kernels, whatever one of them meets
            print(f"{name}: FAILED {type(error).__name__}: {error}", flush=True)
            continue
        tally.add(judged)
        print(line(judged), flush=True)
        told[name] = judged.report.certificate["sites"]
    print(tally.table())
    if options.json is not None:
        options.json.write_text(json.dumps(told, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
