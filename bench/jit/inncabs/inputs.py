"""Sizes and inputs of the programs, and how each answer is checked by something that is neither of the two."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bench.jit.inncabs import programs, simulations


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


_LEVELS = (3, 5)
_PEOPLE = 20
_MOST = 400
"""So many people a village has room for."""


def _villages(size):
    villages = sum(simulations.BRANCHES**level for level in range(_LEVELS[size]))
    people = villages * _PEOPLE
    lists = np.zeros((villages, 5, min(people, _MOST)), np.int64)
    counts = np.zeros((villages, 5), np.int64)
    hospitals = np.stack([np.arange(villages) * 7919 + 1, np.ones(villages, np.int64)], axis=1)
    for level in range(_LEVELS[size]):
        # The higher a village, the larger is its hospital.
        first = sum(simulations.BRANCHES**above for above in range(level))
        hospitals[first : first + simulations.BRANCHES**level, 1] = 2 ** (_LEVELS[size] - 1 - level)
    for village in range(villages):
        lists[village, 0, :_PEOPLE] = np.arange(village * _PEOPLE, (village + 1) * _PEOPLE)
        counts[village, 0] = _PEOPLE
    return lists, counts, np.zeros((3, people), np.int64), hospitals, (50, 1000)[size]


class _Village:
    """With lists of objects, one village after the other."""

    def __init__(self, seed, free, below):
        self.seed, self.free, self.below = seed, free, below
        self.home = [{"visits": 0, "time": 0, "left": 0} for _ in range(_PEOPLE)]
        self.waiting, self.seen, self.inside, self.sent = [], [], [], []

    def draws(self):
        self.seed = (self.seed * 1103515245 + 12345) % 2**31
        return self.seed // 256 % 1000

    def passes(self, is_top=False):
        for village in self.below:
            village.passes()
        for village in self.below:
            self.waiting += village.sent
            village.sent = []
        for one in self.inside + self.seen:
            one["time"] += 1
            one["left"] -= 1
        for one in [one for one in self.inside if one["left"] == 0]:
            self.free += 1
            self.home.append(one)
        self.inside = [one for one in self.inside if one["left"]]
        done, self.seen = [[one for one in self.seen if (one["left"] == 0) == over] for over in (True, False)]
        for one in done:
            stays = self.draws() < 300
            goes_up = stays and not is_top and self.draws() < 200
            if stays and not goes_up:
                one["left"] = simulations.STAY
                self.inside.append(one)
            else:
                self.free += 1
                (self.sent if goes_up else self.home).append(one)
        now, self.waiting = self.waiting[: self.free], self.waiting[self.free :]
        self.free -= len(now)
        for one in now:
            one["left"] = simulations.LOOK
        self.seen += now
        for one in self.waiting:
            one["time"] += 1
        falls_ill = [self.draws() < 20 for _ in self.home]
        for one in itertools.compress(self.home, falls_ill):
            one["visits"] += 1
            self.waiting.append(one)
        self.home = [one for one, ill in zip(self.home, falls_ill, strict=True) if not ill]


def _healed(_, counts, patients, hospitals, steps):
    def village(number):
        first = number * simulations.BRANCHES + 1
        below = range(first, first + simulations.BRANCHES) if first < len(counts) else ()
        seed, free = hospitals[number].tolist()
        return _Village(seed, free, [village(each) for each in below])

    top = village(0)
    people = [one for each in _all_villages(top) for one in each.home]
    for _ in range(steps):
        top.passes(is_top=True)
    assert len(people) == patients.shape[1]
    return sum(1000 * one["visits"] + one["time"] for one in people)


def _all_villages(top):
    yield top
    for village in top.below:
        yield from _all_villages(village)


def _shapes(size):
    count = (4, 6)[size]
    generator = np.random.default_rng(9)
    sides = generator.integers(2, 12, (count, 2))
    return np.stack([sides, sides[:, ::-1]], axis=1).copy(), 10**6


def _planned(shapes, bound):
    """With the set of what is covered in place of rows of bits."""

    def covered_by(row, column, height, width):
        return {(row + i, column + j) for i in range(height) for j in range(width)}

    def first_free(covered, rows, columns, height, width):
        for row, column in itertools.product(range(rows), range(columns)):
            corners = ((row, column), (row + height - 1, column), (row, column + width - 1))
            is_inside = row + height <= simulations.ROWS and column + width <= simulations.ROWS
            # Corners first: most places are seen to be taken by one of them.
            if (
                is_inside
                and covered.isdisjoint(corners)
                and covered.isdisjoint(covered_by(row, column, height, width))
            ):
                return [(row, column)]
        return []

    def least(cell, covered, rows, columns):
        if cell == len(shapes):
            return rows * columns
        found = [bound]
        for height, width in shapes[cell].tolist():
            free = first_free(covered, rows, columns, height, width)
            for row, column in ((0, columns), (rows, 0), *free):
                down, right = max(rows, row + height), max(columns, column + width)
                is_inside = row + height <= simulations.ROWS and column + width <= simulations.ROWS
                if is_inside and down * right < bound:
                    more = covered | covered_by(row, column, height, width)
                    found.append(least(cell + 1, more, down, right))
        return min(found)

    return least(0, frozenset(), 0, 0)


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
    Case(simulations.health, _villages, _healed),
    Case(simulations.floorplan, _shapes, _planned),
)
