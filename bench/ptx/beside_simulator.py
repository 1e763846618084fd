"""What the check says of mutants that the simulator has judged: none that goes wrong there may be called proved.

    python -m bench.ptx.mutants --out build/ptx-mutants.jsonl
    python -m bench.ptx.beside_simulator --log build/ptx-mutants.jsonl --seconds 600

A line for each wrong mutant that is called proved; then how many of each verdict there were.
"""

from __future__ import annotations

import argparse
import json
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

from asyncir.diagnostics import DiagnosticError
from asyncir.driver.kernels.check import check_ptx
from bench.ptx.corpus import CORPUS, corpus_kernels
from bench.ptx.mutants import Mutants

MOST_SECONDS = 20


class TooLong(Exception):
    """A check took longer than it may."""


def too_long(*_: object) -> None:
    """The alarm."""
    raise TooLong


def verdict_on(text: str, name: str) -> str:
    """`proved`, `refuted`, `unknown`, or why there is none."""
    signal.alarm(MOST_SECONDS)
    try:
        return check_ptx(text, name).standing
    except TooLong:
        return "too long"
    except DiagnosticError:
        return "refused"
    except Exception as error:  # a fault of the check, which is what this looks for
        print(name, type(error).__name__, error, flush=True)
        return "crashed"
    finally:
        signal.alarm(0)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--only", nargs="*", default=[], help="kernels whose names have one of these words")
    parser.add_argument("--seconds", type=float, default=600)
    options = parser.parse_args()
    rows: dict[tuple[str, str, str, int], dict[str, Any]] = {}
    for line in options.log.read_text().splitlines():
        row = json.loads(line)
        rows[row["kernel"], row["kind"], row["what"], row["index"]] = row
    signal.signal(signal.SIGALRM, too_long)
    end, counts = time.time() + options.seconds, Counter[tuple[str, str]]()
    for source in corpus_kernels(options.corpus):
        if options.only and not any(word in source.name for word in options.only):
            continue
        for mutant in Mutants(source, source.module()[1]).all():
            row = rows.get((mutant.kernel, mutant.kind, mutant.what, mutant.index))
            if row is None or row["verdict"] == "unknown" or time.time() > end:
                continue
            found = verdict_on(mutant.text, f"{source.name}.ptx")
            counts[row["verdict"], found] += 1
            if (row["verdict"], found) == ("wrong", "proved"):
                print(
                    source.name,
                    mutant.line,
                    mutant.kind,
                    mutant.what,
                    row.get("witness", "")[:200],
                    flush=True,
                )
    for (simulated, said), count in sorted(counts.items()):
        print(f"{simulated}, {said}: {count}")
    return 1 if counts["wrong", "proved"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
