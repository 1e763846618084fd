"""The programs in Python. Each task is one of `asyncir.spawn` or of a task group; `onetbb.cpp` has the same, task by task.

A program takes numbers and arrays, as the function in C++ of the same name does, and returns a number by which its
answer is checked.
"""

from __future__ import annotations

import math

import numpy as np

import asyncir

LEAF = 32
"""Elements that are sorted by insertion."""
MERGE = 2048
"""Elements that one task merges."""
BLOCK = 64
"""Rows of a matrix that is multiplied without another split."""
POINTS = 256
"""Points of a transform that one task does."""


@asyncir.jit
async def fib(n):
    if n < 2:
        return n
    one = asyncir.spawn(fib, n - 1)
    other = await fib(n - 2)
    return await one + other


# ---- nqueens: the ways to put queens into the rows that are left, each free column of a row in a task of its own


@asyncir.jit
async def queens(full, columns, left, right):
    if columns == full:
        return 1
    return await queens_at(full, columns, left, right, full & ~(columns | left | right))


@asyncir.jit
async def queens_at(full, columns, left, right, free):
    if free == 0:
        return 0
    bit = free & -free
    one = asyncir.spawn(queens, full, columns | bit, (left | bit) << 1, (right | bit) >> 1)
    rest = await queens_at(full, columns, left, right, free & (free - 1))
    return await one + rest


@asyncir.jit
async def nqueens(n):
    return await queens((1 << n) - 1, 0, 0, 0)


# ---- sort: by merging, where merging is divided, too


@asyncir.jit
def insert(a, low, high):
    for i in range(low + 1, high):
        x = a[i]
        j = i
        while j > low and a[j - 1] > x:
            a[j] = a[j - 1]
            j -= 1
        a[j] = x


@asyncir.jit
def merged(a, low, middle, second, high, out, at):
    i, j = low, second
    while i < middle and j < high:
        if a[i] <= a[j]:
            out[at] = a[i]
            i += 1
        else:
            out[at] = a[j]
            j += 1
        at += 1
    while i < middle:
        out[at] = a[i]
        i += 1
        at += 1
    while j < high:
        out[at] = a[j]
        j += 1
        at += 1


@asyncir.jit
async def merge(a, low, middle, second, high, out, at):
    if middle - low < high - second:
        low, middle, second, high = second, high, low, middle
    if middle - low + high - second <= MERGE:
        merged(a, low, middle, second, high, out, at)
        return
    half = (low + middle) // 2
    x = a[half]
    first, last = second, high
    while first < last:
        look = (first + last) // 2
        if a[look] < x:
            first = look + 1
        else:
            last = look
    one = asyncir.spawn(merge, a, low, half, second, first, out, at)
    await merge(a, half, middle, first, high, out, at + half - low + first - second)
    await one


@asyncir.jit
async def sort_range(a, other, low, high, into_other):
    if high - low <= LEAF:
        insert(a, low, high)
        if into_other:
            for i in range(low, high):
                other[i] = a[i]
        return
    middle = (low + high) // 2
    one = asyncir.spawn(sort_range, a, other, low, middle, not into_other)
    await sort_range(a, other, middle, high, not into_other)
    await one
    if into_other:
        await merge(a, low, middle, middle, high, other, low)
    else:
        await merge(other, low, middle, middle, high, a, low)


@asyncir.jit
async def sort(a, other):
    await sort_range(a, other, 0, len(a), False)
    wrong = 0
    for i in range(1, len(a)):
        if a[i - 1] > a[i]:
            wrong += 1
    return wrong


# ---- strassen: seven products of halves


@asyncir.jit
def product(a, b, c):
    n = a.shape[0]
    for i in range(n):
        for j in range(n):
            c[i, j] = 0.0
        for k in range(n):
            x = a[i, k]
            for j in range(n):
                c[i, j] += x * b[k, j]


@asyncir.jit
def add(a, b, c):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            c[i, j] = a[i, j] + b[i, j]


@asyncir.jit
def subtract(a, b, c):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            c[i, j] = a[i, j] - b[i, j]


@asyncir.jit
async def multiply(a, b, c):
    n = a.shape[0]
    if n <= BLOCK:
        product(a, b, c)
        return
    h = n // 2
    a11, a12, a21, a22 = a[:h, :h], a[:h, h:], a[h:, :h], a[h:, h:]
    b11, b12, b21, b22 = b[:h, :h], b[:h, h:], b[h:, :h], b[h:, h:]
    s = np.empty((10, h, h))
    m = np.empty((7, h, h))
    add(a11, a22, s[0])
    add(b11, b22, s[1])
    add(a21, a22, s[2])
    subtract(b12, b22, s[3])
    subtract(b21, b11, s[4])
    add(a11, a12, s[5])
    subtract(a21, a11, s[6])
    add(b11, b12, s[7])
    subtract(a12, a22, s[8])
    add(b21, b22, s[9])
    async with asyncir.task_group() as group:
        group.spawn(multiply, s[0], s[1], m[0])
        group.spawn(multiply, s[2], b11, m[1])
        group.spawn(multiply, a11, s[3], m[2])
        group.spawn(multiply, a22, s[4], m[3])
        group.spawn(multiply, s[5], b22, m[4])
        group.spawn(multiply, s[6], s[7], m[5])
        group.spawn(multiply, s[8], s[9], m[6])
    for i in range(h):
        for j in range(h):
            c[i, j] = m[0, i, j] + m[3, i, j] - m[4, i, j] + m[6, i, j]
            c[i, h + j] = m[2, i, j] + m[4, i, j]
            c[h + i, j] = m[1, i, j] + m[3, i, j]
            c[h + i, h + j] = m[0, i, j] - m[1, i, j] + m[2, i, j] + m[5, i, j]


@asyncir.jit
async def strassen(a, b, c):
    await multiply(a, b, c)
    return c.sum()


# ---- fft: even and odd points; a number is two elements side by side


@asyncir.jit
async def transform(x, at, step, y, to, n):
    if n <= POINTS:
        points(x, at, step, y, to, n)
        return
    h = n // 2
    one = asyncir.spawn(transform, x, at, 2 * step, y, to, h)
    await transform(x, at + step, 2 * step, y, to + h, h)
    await one
    butterfly(y, to, h)


@asyncir.jit
def points(x, at, step, y, to, n):
    if n == 1:
        y[2 * to] = x[2 * at]
        y[2 * to + 1] = x[2 * at + 1]
        return
    h = n // 2
    points(x, at, 2 * step, y, to, h)
    points(x, at + step, 2 * step, y, to + h, h)
    butterfly(y, to, h)


@asyncir.jit
def butterfly(y, to, h):
    angle = -math.pi / h
    turn_re, turn_im = math.cos(angle), math.sin(angle)
    w_re, w_im = 1.0, 0.0
    even = y[2 * to : 2 * (to + h)]
    odd = y[2 * (to + h) : 2 * (to + 2 * h)]
    for k in range(h):
        e_re, e_im = even[2 * k], even[2 * k + 1]
        o_re = odd[2 * k] * w_re - odd[2 * k + 1] * w_im
        o_im = odd[2 * k] * w_im + odd[2 * k + 1] * w_re
        even[2 * k] = e_re + o_re
        even[2 * k + 1] = e_im + o_im
        odd[2 * k] = e_re - o_re
        odd[2 * k + 1] = e_im - o_im
        w_re, w_im = w_re * turn_re - w_im * turn_im, w_re * turn_im + w_im * turn_re


@asyncir.jit
async def fft(x, y):
    await transform(x, 0, 1, y, 0, len(x) // 2)
    total = 0.0
    for k in range(len(y)):
        total += abs(y[k])
    return total


# ---- uts: how many nodes an unbalanced tree has, whose nodes know their children by a hash


@asyncir.jit
def mixed(state, child):
    # Signed numbers that wrap around; the shifts are made logical by a mask.
    z = state * 6364136223846793005 + child * 1442695040888963407 + 12345
    z = (z ^ ((z >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    z = (z ^ ((z >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return z ^ ((z >> 31) & 0x1FFFFFFFF)


@asyncir.jit
async def node(state, children, chance):
    if ((state >> 16) & 0xFFFF) >= chance:
        return 1
    return 1 + await nodes(state, 0, children, children, chance)


@asyncir.jit
async def nodes(state, first, last, children, chance):
    if last - first == 1:
        return await node(mixed(state, first), children, chance)
    middle = (first + last) // 2
    one = asyncir.spawn(nodes, state, first, middle, children, chance)
    other = await nodes(state, middle, last, children, chance)
    return await one + other


@asyncir.jit
async def uts(roots, children, chance):
    return await nodes(42, 0, roots, children, chance)


# ---- alignment: the best score of each pair of sequences, with gaps that cost more to open than to extend


@asyncir.jit
async def align(sequences, one, other, scores):
    n = sequences.shape[1]
    best = np.zeros(n + 1, np.int64)
    gap = np.full(n + 1, -1000)
    for i in range(n):
        diagonal, left, above = 0, 0, -1000
        for j in range(1, n + 1):
            gap[j] = max(gap[j] - 1, best[j] - 5)
            above = max(above - 1, left - 5)
            same = 4 if sequences[one, i] == sequences[other, j - 1] else -2
            here = max(max(diagonal + same, 0), max(gap[j], above))
            diagonal, left = best[j], here
            best[j] = here
    top = 0
    for j in range(n + 1):
        top = max(top, best[j])
    scores[one, other] = top


@asyncir.jit
async def alignment(sequences, scores):
    m = sequences.shape[0]
    async with asyncir.task_group() as group:
        for pair in range(m * m):
            group.spawn(align, sequences, pair // m, pair % m, scores)
    return scores.sum()


# ---- sparselu: a matrix of blocks, of which many are missing


@asyncir.jit
def decompose(d):
    n = d.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            d[i, k] = d[i, k] / d[k, k]
            for j in range(k + 1, n):
                d[i, j] -= d[i, k] * d[k, j]


@asyncir.jit
async def forward(d, a):
    n = d.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            for j in range(n):
                a[i, j] -= d[i, k] * a[k, j]


@asyncir.jit
async def divide(d, a):
    n = d.shape[0]
    for i in range(n):
        for k in range(n):
            a[i, k] = a[i, k] / d[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * d[k, j]


@asyncir.jit
async def modify(row, column, a):
    n = a.shape[0]
    for i in range(n):
        for k in range(n):
            for j in range(n):
                a[i, j] -= row[i, k] * column[k, j]


@asyncir.jit
async def sparselu(blocks, there):
    m = there.shape[0]
    for k in range(m):
        decompose(blocks[k, k])
        async with asyncir.task_group() as group:
            for j in range(k + 1, m):
                if there[k, j] > 0:
                    group.spawn(forward, blocks[k, k], blocks[k, j])
                if there[j, k] > 0:
                    group.spawn(divide, blocks[k, k], blocks[j, k])
        async with asyncir.task_group() as updates:
            for i in range(k + 1, m):
                if there[i, k] > 0:
                    for j in range(k + 1, m):
                        if there[k, j] > 0:
                            there[i, j] = 1
                            updates.spawn(modify, blocks[i, k], blocks[k, j], blocks[i, j])
    return blocks.sum()


# ---- pyramids: heat on a line, in pyramids of space and time that need nothing from outside, then what is between them


@asyncir.jit
async def pyramid(u, low, high, step, steps, grows):
    n = u.shape[1]
    for t in range(step, step + steps):
        by = t - step + 1
        first = max(1, low - by if grows else low + by)
        last = min(n - 1, high + by if grows else high - by)
        for i in range(first, last):
            u[(t + 1) % 2, i] = 0.25 * u[t % 2, i - 1] + 0.5 * u[t % 2, i] + 0.25 * u[t % 2, i + 1]


@asyncir.jit
async def pyramids(u, steps, width):
    n = u.shape[1]
    height = width // 2 - 1
    step = 0
    while step < steps:
        now = min(height, steps - step)
        count = n // width
        async with asyncir.task_group() as group:
            for k in range(count):
                first = -height if k == 0 else k * width
                last = n + height if k == count - 1 else (k + 1) * width
                group.spawn(pyramid, u, first, last, step, now, False)
        async with asyncir.task_group() as between:
            for k in range(1, count):
                between.spawn(pyramid, u, k * width, k * width, step, now, True)
        step += now
    return u[steps % 2].sum()


# ---- qap: the cheapest assignment of facilities to places, by trying, without what cannot become cheaper than a bound


@asyncir.jit
async def assign(flow, distance, places, used, depth, cost, bound):
    n = flow.shape[0]
    if depth == n:
        return cost
    return await assign_from(flow, distance, places, used, depth, cost, bound, 0)


@asyncir.jit
async def assign_from(flow, distance, places, used, depth, cost, bound, place):
    n = flow.shape[0]
    while place < n and (used >> place) & 1 == 1:
        place += 1
    if place == n:
        return bound
    more = flow[depth, depth] * distance[place, place]
    for k in range(depth):
        at = (places >> (4 * k)) & 15
        more += flow[depth, k] * distance[place, at] + flow[k, depth] * distance[at, place]
    if cost + more >= bound:
        return await assign_from(flow, distance, places, used, depth, cost, bound, place + 1)
    taken = places | (place << (4 * depth))
    one = asyncir.spawn(assign, flow, distance, taken, used | (1 << place), depth + 1, cost + more, bound)
    other = await assign_from(flow, distance, places, used, depth, cost, bound, place + 1)
    return min(await one, other)


@asyncir.jit
async def qap(flow, distance, bound):
    return await assign(flow, distance, 0, 0, 0, 0, bound)
