"""The streaming job of `make demo`: how much faster the pipeline is than its stages one after the other.

    make bench-streaming    # or: python bench/streaming.py [--records N] [--rounds N] [--threads N]

Each round runs the sequential program, whose clock gives the time of each stage, and then the pipeline. Ratios are
of times of one round, so that what disturbs the machine for long disturbs both; the median over the rounds counts, and
the ratio of the least times is shown beside it. The goals are for two cores.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "examples" / "streaming"))
import demo  # noqa: E402

LEAST_RATIO = 1.4
LEAST_SHARE = 0.9


def rows(job: demo.Job) -> list[tuple[float, float]]:
    """Of each round: the ratio, and the one that the stage times of the round allow."""
    found: list[tuple[float, float]] = []
    for sequential, pipelined, stages in zip(
        job.sequential_seconds, job.pipelined_seconds, job.stage_seconds, strict=True
    ):
        bound = max(*stages, sum(stages) / job.threads)
        found.append((sequential / pipelined, sum(stages) / bound))
    return found


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description="The streaming job: sequential against pipelined.")
    parser.add_argument("--records", type=int, default=16_000_000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        job = demo.prepare(Path(folder), options.records, options.threads)
        job.turn()  # warms up
        for measured in (job.sequential_seconds, job.pipelined_seconds, job.stage_seconds):
            measured.clear()
        for _ in range(options.rounds):
            job.turn()
    demo.report(job)
    found = rows(job)
    ratio = median(r for r, _ in found)
    share = median(r / possible for r, possible in found)
    least, possible = demo.ratios(job)
    print(f"\n{options.rounds} rounds     median   of the least times   goal")
    print(f"speed-up     {ratio:7.2f} x {least:16.2f} x   {LEAST_RATIO:5.2f} x")
    print(f"of the bound {share:7.0%}   {least / possible:16.0%}     {LEAST_SHARE:5.0%}")
    if job.wrong:
        print(f"error: {job.wrong} results are not what NumPy computes", file=sys.stderr)
    return int(bool(job.wrong) or ratio < LEAST_RATIO or share < LEAST_SHARE)


if __name__ == "__main__":
    sys.exit(main())
