"""What tasks and parallel loops cost here and elsewhere: plain C, asyncir, oneTBB, libgomp, numba, asyncio, MLIR's runtime.

    python bench/runtime/table.py [--only ROW,...] [--threads 1,2] [--repeat N] [--quick] [--json]

All contestants of a row are processes that take turns, a slice of 20 ms or one run each, so that what else the machine does
meets all alike. Each result is checked; a wrong one fails the row. Times of one thread are compared by processor time, of
two by the clock on the wall; the medians and the minima of the turns are both shown, and a figure is met where both meet it.
Turns in which threads had to wait for a processor ("waited", of the time on the wall) are left out if enough others are left;
`chrt -r 5 python bench/runtime/table.py` has calm ones on a busy machine too. Memory is by how much one run, the first, lets
the process grow.
"""

from __future__ import annotations

import argparse
import json
import sys

from export import as_data, as_markdown
from measure import Outcome, measure
from report import print_header, print_row, print_summary
from rows import ROWS, Row


def chosen_rows(parser: argparse.ArgumentParser, names: str) -> list[Row]:
    """The rows of these names; all, if there is none."""
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    known = {row.name: row for row in ROWS}
    if unknown := [name for name in wanted if name not in known]:
        parser.error(f"no row is called {', '.join(unknown)}; there are {', '.join(known)}")
    return [known[name] for name in wanted] or list(ROWS)


def main() -> int:
    """Measure and print; 1 if a contestant's result was wrong, or if asyncir failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", metavar="ROW,...", help=", ".join(row.name for row in ROWS))
    parser.add_argument("--threads", default="1,2", metavar="N,...", help="default: 1,2")
    parser.add_argument("--repeat", type=int, metavar="N", help="calm turns of each (default: 9, quick: 5)")
    parser.add_argument("--quick", action="store_true", help="smaller sizes")
    parser.add_argument("--tiny", action="store_true", help="sizes that show only whether it works")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    parser.add_argument("--markdown", action="store_true", help="print the tables of docs/benchmarks.md")
    options = parser.parse_args()
    scale = "tiny" if options.tiny else "quick" if options.quick else "size"
    repeat = options.repeat or (9 if scale == "size" else 5)
    threads = [int(count) for count in options.threads.split(",")]
    outcomes: list[tuple[Row, Outcome]] = []
    text = not (options.json or options.markdown)
    if text:
        print_header(scale)
    for row in chosen_rows(parser, options.only):
        outcomes.append((row, measure(row, threads, repeat, scale)))
        if text:
            print_row(*outcomes[-1])
    if options.json:
        print(json.dumps(as_data(outcomes, scale)))
    elif options.markdown:
        print(as_markdown(outcomes))
    else:
        print_summary(outcomes)
    wrong = [reason for _, outcome in outcomes for reason in outcome.failed.values() if "wrong" in reason]
    ours = [name for _, outcome in outcomes for name, _ in outcome.failed if name.startswith("asyncir")]
    return 1 if wrong or ours else 0


if __name__ == "__main__":
    sys.exit(main())
