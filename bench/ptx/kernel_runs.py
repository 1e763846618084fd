"""How the producers' kernels run: how many, how long, and for which one run stands for all larger trip counts.

    python -m bench.ptx.kernel_runs                 all of the corpus that bench/ptx/build.py built
    python -m bench.ptx.kernel_runs --only gemm     those with this in their name
    python -m bench.ptx.kernel_runs --longer        compare each run that stands for longer ones with three of these

Each kernel's trips are those of its manifest entry. `seconds` are of processor time.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from math import prod
from pathlib import Path

from asyncir.analyses.kernels.launches import KernelLaunch
from asyncir.analyses.kernels.periods import Growing
from asyncir.analyses.kernels.runs import KernelRuns, KernelRunsAsked, run_kernel
from asyncir.analyses.kernels.trace import Unjudged
from bench.ptx.corpus import CORPUS, CorpusKernel, corpus_kernels
from tests.analyses.kernels.programs import longer_runs_agree


def launches(source: CorpusKernel) -> tuple[Callable[[int], KernelLaunch], int, int]:
    """The launch with n trips, and the smallest and the largest n."""
    entry = source.entry
    x, y, z = entry["block"]
    gx, gy, gz = entry["grid"]
    cx, cy, cz = entry.get("cluster") or (1, 1, 1)
    boxes: dict[str | int, int] = {
        name: prod(box["box"]) * box["element_bytes"] for name, box in entry["tensor_maps"].items()
    }
    trip = entry["trip"]
    counts = [n for n, data in enumerate(trip.get("bytes", ())) if data]

    def launch(trips: int) -> KernelLaunch:
        return KernelLaunch(
            (x, y, z),
            (gx, gy, gz),
            (cx, cy, cz),
            parameters=values(source, trips),
            boxes=boxes,
            dynamic_shared=entry["dynamic_shared"],
        )

    return launch, (min(counts) if counts else 0), 1 << 20


def values(source: CorpusKernel, trips: int) -> dict[str, int | bytes]:
    """Parameters with a trip count; beyond the structs of the manifest their words go on as they grew last."""
    trip = source.entry["trip"]
    known = trip.get("bytes")
    if not known or trips < len(known):
        return source.values(trips)
    before, last = (bytes.fromhex(text) for text in known[-2:])
    words = []
    for at in range(0, len(last), 4):
        first, second = (int.from_bytes(data[at : at + 4], "little") for data in (before, last))
        words.append((second + (second - first) * (trips - len(known) + 1)) % (1 << 32))
    whole = b"".join(word.to_bytes(4, "little") for word in words)
    return {**source.values(len(known) - 1), trip["parameter"]: whole}


def run(source: CorpusKernel, longer: bool) -> tuple[KernelRuns, str]:
    """All runs of a kernel, and a line about them."""
    module, kernel = source.module()
    launch, fewest, most = launches(source)
    grows = bool(source.entry["trip"]["parameter"])
    first = launch(6) if grows else launch(-1)
    asked = KernelRunsAsked(first, Growing(launch, fewest=fewest, most=most) if grows else None, ways=8)
    start = time.process_time()
    runs = run_kernel(module, kernel, asked)
    seconds = time.process_time() - start
    traces = runs.all_traces()
    unjudged = len({e.instruction for t in traces for e in t.events if isinstance(e, Unjudged)})
    period = f"{runs.loop.more}" if runs.loop else "-"
    how = "all" if runs.every else "some"
    line = f"{source.name:42} {how:4} period {period:>3}, {len(traces):3} runs, {seconds:6.2f} s, {unjudged} not judged"
    if longer and runs.loop is not None:
        line += f", {longer_runs_agree(module, replace(asked, launch=first), runs)} longer ones agree"
    return runs, line + (f": {runs.why}" if runs.why else "")


def main() -> None:
    """Run them, and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    parser.add_argument("--only", default="")
    parser.add_argument("--longer", action="store_true")
    options = parser.parse_args()
    found: list[KernelRuns] = []
    for source in corpus_kernels(options.corpus):
        if options.only in source.name:
            runs, line = run(source, options.longer)
            found.append(runs)
            print(line, flush=True)
    grow = [runs for runs in found if runs.loop is not None or not runs.every]
    covered = sum(runs.every for runs in found)
    print(f"{len(found)} kernels; all trip counts of {covered}")
    print(f"{len(grow)} have a loop that grows, {sum(runs.every for runs in grow)} of them have periods")


if __name__ == "__main__":
    main()
