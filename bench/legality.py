"""Random loops with schedules as tight as a trace of their accesses allows: are they accepted, and right?

    python bench/legality.py --programs 2000 [--seed 0] [--processes 2]

tests/pipelines/traced_loops.py draws loops of four to nine statements: views, guards, indirect and carried indices, atomics,
`scf.while`, inner loops, calls, two loops one after the other. tests/pipelines/traces.py runs each with several inputs, finds
from its accesses alone what has to stay in order, and draws a schedule that moves statements as far as that lets them, some
stages asynchronous. What the pipeliner accepts runs with several inputs and schedules, and one in five natively, beside the
loop as it was written; `check` must not refute it. What it refuses is counted by the kinds of indices, guards and calls that
the diagnostic is about; some of these programs are illegal with inputs that were not tried. Exit status 1 if anything is
wrong.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from bench.pipelines import judge_all  # noqa: E402
from tests.pipelines.traces import judge_traced  # noqa: E402


def main() -> int:
    """Parse the options, run, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--programs", type=int, default=2000, metavar="N", help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the first of them")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="default: %(default)s")
    options = parser.parse_args()
    judged = judge_all(judge_traced, range(options.seed, options.seed + options.programs), options.processes)
    counts = judged.counts
    for name, number in sorted(counts.items(), key=lambda pair: -pair[1]):
        print(f"{name:70}{number:7}")
    legal = counts["legal by the trace"]
    print(
        f"{'accepted at once, of those that are legal by the trace':70}{100 * counts['pipelines'] / max(1, legal):6.1f} %"
    )
    print(f"{'faults':70}{len(judged.faults):7}")
    return 1 if judged.faults else 0


if __name__ == "__main__":
    sys.exit(main())
