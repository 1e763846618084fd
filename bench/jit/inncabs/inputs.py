"""Sizes and inputs of the programs, and how each answer is checked by something that is neither of the two."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bench.jit.inncabs import programs


@dataclass(frozen=True)
class Case:
    """A program, its arguments for a size (0: a test's, 1: a benchmark's), and what its answer has to be for these."""

    function: Any
    arguments: Callable[[int], tuple[Any, ...]]
    answer: Callable[..., float]

    @property
    def name(self) -> str:
        """Its name, in both languages."""
        return self.function.__name__


def _fib(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


_QUEENS = {6: 4, 8: 92, 10: 724, 11: 2680, 12: 14200}


def _uts(roots, children, chance):
    """With a list of what is still to be looked at, and NumPy's numbers in place of ones that wrap around."""
    todo = [(42, child) for child in range(roots)]
    count = 0
    while todo:
        state, child = todo.pop()
        z = (state * 6364136223846793005 + child * 1442695040888963407 + 12345) % 2**64
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        z ^= z >> 31
        count += 1
        if (z >> 16) & 0xFFFF < chance:
            todo += [(z, each) for each in range(children)]
    return count


def _random(seed: int, *shape: int) -> Any:
    return np.random.default_rng(seed).random(shape)


def _matrices(size):
    n = (128, 512)[size]
    return _random(1, n, n), _random(2, n, n), np.zeros((n, n))


def _signal(size):
    n = (1024, 1 << 18)[size]
    return _random(3, 2 * n), np.zeros(2 * n)


def _spectrum(x, _):
    result = np.fft.fft(x[::2] + 1j * x[1::2])
    return float(np.abs(result.real).sum() + np.abs(result.imag).sum())


def _sequences(size):
    m = (4, 24)[size]
    letters = np.random.default_rng(4).integers(0, 20, (m, 200))
    return letters, np.zeros((m, m), np.int64)


def _aligned(sequences, _):
    """The same recurrence, by anti-diagonals of a whole table."""
    total = 0
    for one, other in itertools.product(sequences, sequences):
        n = len(one)
        best = np.zeros((n + 1, n + 1), np.int64)
        down, right = np.full((n + 1, n + 1), -1000), np.full((n + 1, n + 1), -1000)
        for d in range(2, 2 * n + 1):
            i = np.arange(max(1, d - n), min(n, d - 1) + 1)
            j = d - i
            down[i, j] = np.maximum(down[i - 1, j] - 1, best[i - 1, j] - 5)
            right[i, j] = np.maximum(right[i, j - 1] - 1, best[i, j - 1] - 5)
            same = np.where(one[i - 1] == other[j - 1], 4, -2)
            best[i, j] = np.maximum.reduce([best[i - 1, j - 1] + same, 0 * i, down[i, j], right[i, j]])
        total += int(best[n].max())
    return total


def _blocks(size):
    m, n = (4, 14)[size], 32
    there = (np.random.default_rng(5).random((m, m)) < 0.4).astype(np.int64)
    np.fill_diagonal(there, 1)
    blocks = _random(6, m, m, n, n) * there[:, :, None, None]
    for k in range(m):
        blocks[k, k] += 100 * np.eye(n)
    return blocks, there


def _decomposed(blocks, _):
    """Of the whole matrix, row by row."""
    m, n = blocks.shape[0], blocks.shape[2]
    a = blocks.transpose(0, 2, 1, 3).reshape(m * n, m * n).copy()
    for k in range(m * n):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return float(a.sum())


def _line(size):
    u = np.zeros((2, 1 << 16))
    u[0] = u[1] = _random(7, 1 << 16)
    return u, (40, 400)[size], 512


def _heated(u, steps, _):
    line = u[0].copy()
    for _ in range(steps):
        line[1:-1] = 0.25 * line[:-2] + 0.5 * line[1:-1] + 0.25 * line[2:]
    return float(line.sum())


def _places(size):
    n = (6, 9)[size]
    generator = np.random.default_rng(8)
    return generator.integers(0, 20, (n, n)), generator.integers(0, 20, (n, n)), 10**6


def _cheapest(flow, distance, _):
    orders = np.array(list(itertools.permutations(range(len(flow)))))
    costs = np.zeros(len(orders), np.int64)
    for i, j in itertools.product(range(len(flow)), repeat=2):
        costs += flow[i, j] * distance[orders[:, i], orders[:, j]]
    return int(costs.min())


CASES = (
    Case(programs.fib, lambda size: ((15, 30)[size],), _fib),
    Case(programs.nqueens, lambda size: ((6, 11)[size],), _QUEENS.__getitem__),
    Case(programs.sort, lambda size: (_random(0, n := (5000, 1 << 20)[size]), np.zeros(n)), lambda *_: 0),
    Case(programs.strassen, _matrices, lambda a, b, _: float((a @ b).sum())),
    Case(programs.fft, _signal, _spectrum),
    Case(programs.uts, lambda size: ((200, 2000)[size], 4, 15500), _uts),
    Case(programs.alignment, _sequences, _aligned),
    Case(programs.sparselu, _blocks, _decomposed),
    Case(programs.pyramids, _line, _heated),
    Case(programs.qap, _places, _cheapest),
)
