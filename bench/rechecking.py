"""What it costs to check proofs again, and how many the verifier accepts: the pipelines of bench/loops, and random ones.

    python bench/rechecking.py [--samples 2000] [--seed 0]

Each loop of bench/loops is pipelined with a list schedule and an optimal one; samples are those of tests/pipelines,
with the schedules that they are written with. Prints for each loop, and for all samples, what the check takes without the
verifier and with it, and of what is proved how much was accepted, not followed and rejected. Exit status 1 where less
than 99 % is accepted, or a proof is rejected.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from asyncir.driver.check import check  # noqa: E402
from asyncir.ir import ModuleOp  # noqa: E402
from asyncir.source.text import parse_module  # noqa: E402
from asyncir.transforms import run_pipeline  # noqa: E402
from tests.pipelines.loop_text import annotated  # noqa: E402
from tests.pipelines.samples import sample  # noqa: E402

LOOPS = ROOT / "bench" / "loops"
SHARE = 0.99


class Tally:
    """What was found of some programs."""

    def __init__(self) -> None:
        self.counts = Counter[str]()
        self.alone = 0.0
        self.together = 0.0

    def look(self, module: ModuleOp, name: str) -> None:
        """Check a program without the verifier, and with it."""
        began = time.perf_counter()
        alone = check(module, recheck=False)
        between = time.perf_counter()
        both = check(module)
        self.alone += between - began
        self.together += time.perf_counter() - between
        answer = alone.standing
        if alone.proved:
            answer = "accepted" if both.rechecked else "not followed" if both.proved else "rejected"
        if answer not in ("accepted", "refuted"):
            why = next(iter(both.doubts.values()), "") or both.diagnostics[0].message
            print(f"{name}: {answer}: {why[:160]}", flush=True)
        self.counts[answer] += 1

    def show(self, what: str) -> None:
        """A line."""
        counts = ", ".join(f"{number} {answer}" for answer, number in self.counts.most_common())
        times = f"check {self.alone:.2f} s, with the verifier {self.together:.2f} s"
        print(f"{what:20} {counts}; {times} ({self.together / self.alone:.2f} x)", flush=True)

    def holds(self) -> bool:
        """Whether enough of what is proved is accepted, and nothing is rejected."""
        proved = sum(self.counts[answer] for answer in ("accepted", "not followed", "rejected"))
        return self.counts["accepted"] >= SHARE * proved and not self.counts["rejected"]


def pipelined(text: str, name: str, options: str) -> ModuleOp:
    """The program behind the pipeliner, read again from its text."""
    module = parse_module(text, name)
    run_pipeline(module, f"software-pipeline{options}")
    return parse_module(str(module), name)


def of_loops() -> Iterator[tuple[str, ModuleOp]]:
    """The loops of real kernels."""
    for file in sorted(LOOPS.glob("*.mlir")):
        for method in ("list", "optimal"):
            options = f"{{machine=dma-vector-tensor schedule={method}}}"
            yield f"{file.stem} {method}", pipelined(file.read_text(), file.name, options)


def main() -> int:
    """Print the table; 1 where a claim fails."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--samples", type=int, default=0, metavar="N", help="so many random pipelines")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the first of them")
    options = parser.parse_args()
    loops, samples = Tally(), Tally()
    for name, module in of_loops():
        loops.look(module, name)
    loops.show("bench/loops")
    for seed in range(options.seed, options.seed + options.samples):
        it = sample(seed)
        module = pipelined(it.text(annotated(it.times, it.asynchronous)), "loop.mlir", it.options)
        samples.look(module, f"seed {seed}")
        gc.collect()
    if options.samples:
        samples.show("random pipelines")
    return 0 if loops.holds() and samples.holds() else 1


if __name__ == "__main__":
    sys.exit(main())
