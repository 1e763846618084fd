"""Kernels in the style of Numba's documentation, as plain functions, each with arguments for a test and for a benchmark."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bench.jit.list_kernels import appended, depth_first, filtered_list, primes, squares


def mandelbrot(height, width, limit):
    image = np.zeros((height, width), np.int64)
    for row in range(height):
        for column in range(width):
            cr, ci = -2.0 + 3.0 * column / width, -1.0 + 2.0 * row / height
            zr = zi = 0.0
            count = 0
            while count < limit and zr * zr + zi * zi <= 4.0:
                zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
                count += 1
            image[row, column] = count
    return image


def nbody(positions, velocities, masses, steps, dt):
    n = len(masses)
    for _ in range(steps):
        for i in range(n):
            ax = ay = az = 0.0
            for j in range(n):
                if i != j:
                    dx = positions[j, 0] - positions[i, 0]
                    dy = positions[j, 1] - positions[i, 1]
                    dz = positions[j, 2] - positions[i, 2]
                    square = dx * dx + dy * dy + dz * dz + 1e-9
                    scale = masses[j] / (square * math.sqrt(square))
                    ax += dx * scale
                    ay += dy * scale
                    az += dz * scale
            velocities[i, 0] += dt * ax
            velocities[i, 1] += dt * ay
            velocities[i, 2] += dt * az
        for i in range(n):
            for k in range(3):
                positions[i, k] += dt * velocities[i, k]
    return positions.sum()


def matmul(a, b):
    rows, inner = a.shape
    columns = b.shape[1]
    c = np.zeros((rows, columns))
    for i in range(rows):
        for k in range(inner):
            for j in range(columns):
                c[i, j] += a[i, k] * b[k, j]
    return c


def sum2d(a):
    total = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            total += a[i, j]
    return total


def array_sum(a):
    return a.sum()


def stencil(a, out):
    for i in range(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            out[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
    return out[1, 1]


def jacobi(n, steps):
    u = np.zeros((n, n))
    v = np.zeros((n, n))
    u[0] = 1.0
    v[0] = 1.0
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                v[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
        u, v = v, u
    return u


def sieve(n):
    prime = np.ones(n + 1, np.bool_)
    prime[0] = False
    prime[1] = False
    i = 2
    while i * i <= n:
        if prime[i]:
            for k in range(i * i, n + 1, i):
                prime[k] = False
        i += 1
    count = 0
    for i in range(n + 1):
        if prime[i]:
            count += 1
    return count


def pairwise(points):
    n, dimensions = points.shape
    distances = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            total = 0.0
            for k in range(dimensions):
                difference = points[i, k] - points[j, k]
                total += difference * difference
            distances[i, j] = math.sqrt(total)
    return distances


def monte_carlo(n, seed):
    inside = 0
    state = seed
    for _ in range(n):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        x = state / 2147483648.0
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        y = state / 2147483648.0
        if x * x + y * y < 1.0:
            inside += 1
    return 4.0 * inside / n


def histogram(a, bins, low, high):
    counts = np.zeros(bins, np.int64)
    scale = bins / (high - low)
    for x in a:
        k = int((x - low) * scale)
        if k >= 0 and k < bins:
            counts[k] += 1
    return counts


def prefix_sum(a):
    out = np.empty_like(a)
    total = 0.0
    for i in range(len(a)):
        total += a[i]
        out[i] = total
    return out


def black_scholes(price, strike, years, rate, volatility, out):
    for i in range(len(price)):
        root = math.sqrt(years[i])
        d1 = (math.log(price[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / (
            volatility * root
        )
        d2 = d1 - volatility * root
        n1 = 0.5 * (1.0 + math.erf(d1 / math.sqrt(2.0)))
        n2 = 0.5 * (1.0 + math.erf(d2 / math.sqrt(2.0)))
        out[i] = price[i] * n1 - strike[i] * math.exp(-rate * years[i]) * n2
    return out[0]


def collatz(limit):
    longest = 0
    best = 0
    for start in range(1, limit):
        n = start
        steps = 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        if steps > longest:
            longest = steps
            best = start
    return best, longest


def gcd_sum(n):
    total = 0
    for i in range(1, n):
        for j in range(1, n):
            a = i
            b = j
            while b:
                a, b = b, a % b
            total += a
    return total


def levenshtein(a, b):
    n = len(b)
    before = np.arange(n + 1)
    row = np.zeros(n + 1, np.int64)
    for i in range(len(a)):
        row[0] = i + 1
        for j in range(n):
            cost = 0 if a[i] == b[j] else 1
            row[j + 1] = min(row[j] + 1, before[j + 1] + 1, before[j] + cost)
        before, row = row, before
    return before[n]


def life(board, steps):
    n, m = board.shape
    a = board.copy()
    b = np.zeros_like(board)
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                count = (
                    a[i - 1, j - 1] + a[i - 1, j] + a[i - 1, j + 1] + a[i, j - 1]
                    + a[i, j + 1] + a[i + 1, j - 1] + a[i + 1, j] + a[i + 1, j + 1]
                )  # fmt: skip
                alive = count == 3 or (a[i, j] == 1 and count == 2)
                b[i, j] = 1 if alive else 0
        a, b = b, a
    return a


def kmeans_step(points, centers, labels):
    n, dimensions = points.shape
    k = centers.shape[0]
    sums = np.zeros((k, dimensions))
    counts = np.zeros(k, np.int64)
    for i in range(n):
        best = -1
        least = 1e300
        for c in range(k):
            distance = 0.0
            for d in range(dimensions):
                difference = points[i, d] - centers[c, d]
                distance += difference * difference
            if distance < least:
                least = distance
                best = c
        labels[i] = best
        counts[best] += 1
        for d in range(dimensions):
            sums[best, d] += points[i, d]
    for c in range(k):
        if counts[c] > 0:
            for d in range(dimensions):
                centers[c, d] = sums[c, d] / counts[c]
    return counts


def fft(real, imaginary):
    n = len(real)
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j ^= bit
        if i < j:
            real[i], real[j] = real[j], real[i]
            imaginary[i], imaginary[j] = imaginary[j], imaginary[i]
    length = 2
    while length <= n:
        angle = -2.0 * math.pi / length
        half = length // 2
        for k in range(half):
            wr = math.cos(angle * k)
            wi = math.sin(angle * k)
            for i in range(k, n, length):
                xr = real[i + half] * wr - imaginary[i + half] * wi
                xi = real[i + half] * wi + imaginary[i + half] * wr
                real[i + half] = real[i] - xr
                imaginary[i + half] = imaginary[i] - xi
                real[i] += xr
                imaginary[i] += xi
        length *= 2
    return real[0]


def heap_sort(a):
    n = len(a)
    for start in range(n // 2 - 1, -1, -1):
        root = start
        while 2 * root + 1 < n:
            child = 2 * root + 1
            if child + 1 < n and a[child] < a[child + 1]:
                child += 1
            if a[root] >= a[child]:
                break
            a[root], a[child] = a[child], a[root]
            root = child
    for end in range(n - 1, 0, -1):
        a[0], a[end] = a[end], a[0]
        root = 0
        while 2 * root + 1 < end:
            child = 2 * root + 1
            if child + 1 < end and a[child] < a[child + 1]:
                child += 1
            if a[root] >= a[child]:
                break
            a[root], a[child] = a[child], a[root]
            root = child
    return a[0]


def binary_search(a, wanted):
    found = 0
    for x in wanted:
        low = 0
        high = len(a)
        while low < high:
            middle = (low + high) // 2
            if a[middle] < x:
                low = middle + 1
            else:
                high = middle
        if low < len(a) and a[low] == x:
            found += 1
    return found


def bubble_sort(a):
    n = len(a)
    for i in range(n - 1, 0, -1):
        for j in range(i):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
    return a[0]


def polynomial(x, coefficients):
    out = np.empty_like(x)
    for i in range(len(x)):
        value = 0.0
        for c in coefficients:
            value = value * x[i] + c
        out[i] = value
    return out


def expression(a, b, c):
    return np.sqrt(a * a + b * b) * 0.5 + np.abs(c) - 1.0


def convolve(a, kernel):
    n = len(a)
    k = len(kernel)
    out = np.zeros(n - k + 1)
    for i in range(n - k + 1):
        total = 0.0
        for j in range(k):
            total += a[i + j] * kernel[j]
        out[i] = total
    return out


def trapezoid(n):
    total = 0.0
    step = 1.0 / n
    for i in range(n):
        x = (i + 0.5) * step
        total += math.exp(-x * x) * step
    return total


def random_walk(n, seed):
    path = np.zeros(n, np.int64)
    state = seed
    for i in range(1, n):
        state = (state * 636413622 + 1442695041) % 1000003
        path[i] = path[i - 1] + (1 if state % 2 == 0 else -1)
    return path


def saxpy(a, x, y):
    for i in range(len(x)):
        y[i] = a * x[i] + y[i]
    return y[0]


def nqueens(n):
    columns = np.zeros(n, np.int64)
    row = 0
    count = 0
    columns[0] = -1
    while row >= 0:
        columns[row] += 1
        while columns[row] < n:
            fits = True
            for k in range(row):
                distance = columns[row] - columns[k]
                if distance == 0 or abs(distance) == row - k:
                    fits = False
                    break
            if fits:
                break
            columns[row] += 1
        if columns[row] < n:
            if row == n - 1:
                count += 1
            else:
                row += 1
                columns[row] = -1
        else:
            row -= 1
    return count


def mandelbrot_complex(height, width, limit):
    image = np.zeros((height, width), np.int64)
    for row in range(height):
        for column in range(width):
            c = complex(-2.0 + 3.0 * column / width, -1.0 + 2.0 * row / height)
            z = 0j
            count = 0
            while count < limit and z.real * z.real + z.imag * z.imag <= 4.0:
                z = z * z + c
                count += 1
            image[row, column] = count
    return image


def dft(x):
    n = len(x)
    out = np.zeros(n, np.complex128)
    for k in range(n):
        total = 0j
        for t in range(n):
            angle = -2.0 * math.pi * ((k * t) % n) / n
            total += x[t] * complex(math.cos(angle), math.sin(angle))
        out[k] = total
    return out


def complex_roots(z):
    return np.abs(np.sqrt(z) * np.exp(z * 0.01))


def sorted_copy(a):
    return np.sort(a)


def argsorted(a):
    return np.argsort(a)


def cumulative(a):
    return np.cumsum(a)


def moving_average(a, n):
    sums = np.cumsum(a)
    return (sums[n:] - sums[:-n]) / n


def interpolated(x, xp, fp):
    return np.interp(x, xp, fp)


def standardised(a):
    return (a - a.mean()) / a.std()


def row_norms(a):
    out = np.empty(a.shape[0])
    for i in range(a.shape[0]):
        out[i] = np.linalg.norm(a[i])
    return out


def gathered(a, places):
    return a[places]


def positive_sum(a):
    return a[a > 0.5].sum()


def clipped_by_mask(a):
    a[a > 0.5] = 0.5
    return a.sum()


def differences(a):
    return np.diff(a)


def outer_sum(a, b):
    return np.outer(a, b).sum()


def reshaped_sums(a):
    return a.reshape(-1, 100).sum(axis=1)


def searched(a, v):
    return np.searchsorted(a, v)


def concatenated(a, b):
    return np.concatenate((a, b, a))


@dataclass(frozen=True)
class Kernel:
    """A function, and what makes its arguments of a size: 0 for tests, 1 for benchmarks."""

    function: Callable[..., Any]
    arguments: Callable[[int], tuple[Any, ...]]


def _floats(*shape: int) -> Any:
    return np.random.default_rng(1).random(shape)


def _integers(high: int, *shape: int) -> Any:
    return np.random.default_rng(2).integers(0, high, shape)


def _sizes(small: int, large: int) -> Callable[[int], int]:
    return lambda size: large if size else small


KERNELS = [
    Kernel(mandelbrot, lambda s: (8, 12, 20) if not s else (200, 300, 100)),
    Kernel(
        nbody,
        lambda s: (_floats(n := _sizes(4, 100)(s), 3), np.zeros((n, 3)), _floats(n), _sizes(2, 40)(s), 0.01),
    ),
    Kernel(matmul, lambda s: (_floats(n := _sizes(6, 250)(s), n), _floats(n, n))),
    Kernel(sum2d, lambda s: (_floats(n := _sizes(6, 1500)(s), n),)),
    Kernel(array_sum, lambda s: (_floats(_sizes(20, 2_000_000)(s)),)),
    Kernel(stencil, lambda s: (_floats(n := _sizes(6, 1000)(s), n), np.zeros((n, n)))),
    Kernel(jacobi, lambda s: (_sizes(6, 250)(s), _sizes(3, 50)(s))),
    Kernel(sieve, lambda s: (_sizes(60, 1_000_000)(s),)),
    Kernel(pairwise, lambda s: (_floats(_sizes(5, 500)(s), 3),)),
    Kernel(monte_carlo, lambda s: (_sizes(200, 2_000_000)(s), 42)),
    Kernel(histogram, lambda s: (_floats(_sizes(50, 1_000_000)(s)), 20, 0.0, 1.0)),
    Kernel(prefix_sum, lambda s: (_floats(_sizes(20, 1_000_000)(s)),)),
    Kernel(
        black_scholes,
        lambda s: (*(_floats(n := _sizes(10, 200_000)(s)) + 0.5 for _ in range(3)), 0.02, 0.3, np.zeros(n)),
    ),
    Kernel(collatz, lambda s: (_sizes(30, 60_000)(s),)),
    Kernel(gcd_sum, lambda s: (_sizes(12, 500)(s),)),
    Kernel(levenshtein, lambda s: (_integers(4, n := _sizes(7, 1500)(s)), _integers(5, n + 3))),
    Kernel(life, lambda s: (_integers(2, n := _sizes(8, 300)(s), n), _sizes(3, 30)(s))),
    Kernel(
        kmeans_step, lambda s: (_floats(n := _sizes(20, 50_000)(s), 4), _floats(5, 4), np.zeros(n, np.int64))
    ),
    Kernel(fft, lambda s: (_floats(n := _sizes(16, 1 << 16)(s)), np.zeros(n))),
    Kernel(heap_sort, lambda s: (_floats(_sizes(20, 200_000)(s)),)),
    Kernel(binary_search, lambda s: (np.arange(n := _sizes(20, 100_000)(s)), _integers(2 * n, n))),
    Kernel(bubble_sort, lambda s: (_floats(_sizes(20, 3_000)(s)),)),
    Kernel(polynomial, lambda s: (_floats(_sizes(20, 200_000)(s)), _floats(8))),
    Kernel(expression, lambda s: tuple(_floats(_sizes(20, 1_000_000)(s)) - 0.5 for _ in range(3))),
    Kernel(convolve, lambda s: (_floats(_sizes(20, 200_000)(s)), _floats(9))),
    Kernel(trapezoid, lambda s: (_sizes(50, 1_000_000)(s),)),
    Kernel(random_walk, lambda s: (_sizes(30, 500_000)(s), 7)),
    Kernel(saxpy, lambda s: (2.5, _floats(n := _sizes(20, 1_000_000)(s)), _floats(n))),
    Kernel(nqueens, lambda s: (_sizes(5, 8)(s),)),
    Kernel(mandelbrot_complex, lambda s: (8, 12, 20) if not s else (200, 300, 100)),
    Kernel(dft, lambda s: (_floats(_sizes(8, 512)(s)),)),
    Kernel(complex_roots, lambda s: (_floats(n := _sizes(20, 100_000)(s)) + 1j * _floats(n),)),
    Kernel(sorted_copy, lambda s: (_floats(_sizes(40, 200_000)(s)),)),
    Kernel(argsorted, lambda s: (_floats(_sizes(40, 100_000)(s)),)),
    Kernel(cumulative, lambda s: (_floats(_sizes(20, 1_000_000)(s)),)),
    Kernel(moving_average, lambda s: (_floats(_sizes(30, 500_000)(s)), 5)),
    Kernel(
        interpolated,
        lambda s: (
            _floats(_sizes(20, 100_000)(s)) * 9.5,
            *(np.arange(n := _sizes(10, 1000)(s)) * 1.0, _floats(n)),
        ),
    ),
    Kernel(standardised, lambda s: (_floats(_sizes(20, 1_000_000)(s)),)),
    Kernel(row_norms, lambda s: (_floats(_sizes(6, 20_000)(s), 16),)),
    Kernel(gathered, lambda s: (_floats(n := _sizes(20, 500_000)(s)), _integers(n, n))),
    Kernel(positive_sum, lambda s: (_floats(_sizes(20, 500_000)(s)),)),
    Kernel(clipped_by_mask, lambda s: (_floats(_sizes(20, 500_000)(s)),)),
    Kernel(differences, lambda s: (_floats(_sizes(20, 1_000_000)(s)),)),
    Kernel(outer_sum, lambda s: (_floats(n := _sizes(8, 1000)(s)), _floats(n))),
    Kernel(squares, lambda s: (_sizes(20, 1_000_000)(s),)),
    Kernel(filtered_list, lambda s: (_sizes(20, 1_000_000)(s),)),
    Kernel(appended, lambda s: (_sizes(20, 1_000_000)(s),)),
    Kernel(depth_first, lambda s: (_sizes(20, 400)(s),)),
    Kernel(primes, lambda s: (_sizes(20, 20_000)(s),)),
    Kernel(reshaped_sums, lambda s: (_floats(_sizes(200, 1_000_000)(s)),)),
    Kernel(searched, lambda s: (np.sort(_floats(n := _sizes(20, 100_000)(s))), _floats(n))),
    Kernel(concatenated, lambda s: (_floats(n := _sizes(20, 300_000)(s)), _floats(n))),
]
