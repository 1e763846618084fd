"""Factor the covariance of scikit-learn's digits with the task graph in cholesky.mlir, beside SciPy.

    make demo        # or: python examples/cholesky/demo.py [--threads 1,2] [--rounds N]

The matrix is the RBF (Gaussian) covariance of the 1797 samples plus a noise variance on the diagonal, as in
Gaussian process regression. Times are the least over the rounds; all contestants take turns in each round.
SciPy gets the layout that it likes best, factors in place too, and has its threads limited alike.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import scipy.linalg
from sklearn.datasets import load_digits
from threadpoolctl import threadpool_limits

import asyncir
from asyncir.launch import runtime

PROGRAM = Path(__file__).with_name("cholesky.mlir")
PAGE = Path("build", "cholesky-timeline.html")
LARGEST_RESIDUAL = 1e-14
NOISE_VARIANCE = 0.1


def covariance() -> np.ndarray:
    """The RBF covariance of the digits, with the median distance as its length scale, plus noise."""
    samples = load_digits().data
    squares = (samples * samples).sum(axis=1)
    distances = np.maximum(squares[:, None] + squares[None, :] - 2 * samples @ samples.T, 0)
    kernel = np.exp(-distances / (2 * np.median(distances)))
    return (kernel + kernel.T) / 2 + NOISE_VARIANCE * np.eye(len(samples))


def residual(matrix: np.ndarray, factor: np.ndarray) -> float:
    """How far the factor's lower triangle is from being one, relative to the matrix."""
    lower = np.tril(factor)
    return float(np.linalg.norm(matrix - lower @ lower.T) / np.linalg.norm(matrix))


@dataclass
class Contestant:
    """A way to factor a matrix in place, with the times that it took and the worst residual."""

    prepare: Callable[[], np.ndarray]
    factor: Callable[[np.ndarray], object]
    seconds: list[float] = field(default_factory=list[float])
    result: np.ndarray | None = None

    def turn(self) -> None:
        """Factor once, on a fresh copy."""
        work = self.prepare()
        start = time.perf_counter()
        self.factor(work)
        self.seconds.append(time.perf_counter() - start)
        self.result = work


def with_asyncir(program: asyncir.Compiled, threads: int, matrix: np.ndarray) -> Contestant:
    """The compiled task graph; the pool gets its number of threads before the clock starts."""

    def prepare() -> np.ndarray:
        runtime.start(threads)
        program.cholesky(np.eye(2))
        return matrix.copy()

    return Contestant(prepare, program.cholesky)


def with_scipy(threads: int, matrix: np.ndarray) -> Contestant:
    """SciPy, that is LAPACK, on that many threads."""

    def factor(work: np.ndarray) -> None:
        scipy.linalg.cholesky(work, lower=True, overwrite_a=True, check_finite=False)

    def limited(work: np.ndarray) -> None:
        with threadpool_limits(limits=threads, user_api="blas"):
            factor(work)

    return Contestant(lambda: matrix.copy(order="F"), limited)


def draw(program: asyncir.Compiled, text: str, threads: int, matrix: np.ndarray) -> None:
    """Write the page that shows what each worker did in one more turn."""
    contestant = with_asyncir(program, threads, matrix)
    work = contestant.prepare()
    PAGE.parent.mkdir(exist_ok=True)
    title = f"Cholesky factorisation on {threads} threads"
    with asyncir.watch(text, filename=PROGRAM.name, timeline=str(PAGE), title=title) as seen:
        contestant.factor(work)
    stats = seen.stats
    assert stats is not None
    print(
        f"\non {threads} threads: {stats.steals} steals, {stats.suspensions} suspensions, idle {stats.idle_share:.1%}"
    )
    print(f"what each worker did: {PAGE}")


def main() -> int:
    """Compile, take turns, check, print, draw."""
    parser = argparse.ArgumentParser(description="Tiled Cholesky factorisation of the digits' covariance.")
    parser.add_argument("--threads", default="1,2", help="numbers of threads to compare, the first being 1")
    parser.add_argument("--rounds", type=int, default=12)
    options = parser.parse_args()
    counts = [int(count) for count in options.threads.split(",")]

    text = PROGRAM.read_text(encoding="utf-8")
    matrix = covariance()
    start = time.perf_counter()
    program = asyncir.compile(text, filename=PROGRAM.name, opt_level=3, traced=True)
    compile_seconds = time.perf_counter() - start

    mine = {n: with_asyncir(program, n, matrix) for n in counts}
    theirs = {n: with_scipy(n, matrix) for n in counts}
    for _ in range(options.rounds):
        for n in counts:
            mine[n].turn()
            theirs[n].turn()

    rows = len(matrix)
    tasks = text.count("= async.execute")
    print(f"Cholesky factorisation of the {rows} x {rows} covariance of the digits, float64, {tasks} tasks")
    print(f"compiled in {compile_seconds:.2f} s\n")
    print("threads   asyncir  speed-up     SciPy  ratio   residual")
    base = min(mine[counts[0]].seconds) * 1e3
    worst = 0.0
    for n in counts:
        ours, scipys = min(mine[n].seconds) * 1e3, min(theirs[n].seconds) * 1e3
        result = mine[n].result
        assert result is not None
        error = residual(matrix, result)
        worst = max(worst, error)
        times = f"{ours:7.1f}ms {base / ours:8.2f}x {scipys:7.1f}ms {ours / scipys:6.2f}"
        print(f"{n:7} {times}   {error:.1e}")
    if not worst <= LARGEST_RESIDUAL:
        print(f"error: the residual {worst:.1e} is above {LARGEST_RESIDUAL:.0e}", file=sys.stderr)
        return 1
    draw(program, text, counts[-1], matrix)
    return 0


if __name__ == "__main__":
    sys.exit(main())
