"""Plans of random programs of tasks on memory: is anything different, and is there a race?

    python -m bench.memory_programs.run --programs 300 --seed 1 [--natively 5] [--keep FOLDER]

Each program is planned without a limit, and with two limits between what any order needs and what no added dependency needs.
Each plan is interpreted in three orders, which finds every race that any order has on that path, and, of one program in five,
run natively by one thread and by two. Exits with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from bench.memory_programs.draw import drawn
from bench.memory_programs.judge import judged


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--natively", type=int, default=5, help="of how many programs one is compiled; 0: none"
    )
    parser.add_argument("--keep", type=Path, help="where programs with a fault are written")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    found = 0
    for seed in range(options.seed, options.seed + options.programs):
        program = drawn(seed)
        native = bool(options.natively) and seed % options.natively == 0
        try:
            judged(program, natively=native, counts=counts)
        except Exception as error:  # A crash is a finding, too.
            found += 1
            print(f"seed {seed}: {type(error).__name__}: {error}"[:400], flush=True)
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                (options.keep / f"{seed}.mlir").write_text(program.text)
    for what, count in sorted(counts.items()):
        print(f"{count:7} {what}")
    print(f"{found:7} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
