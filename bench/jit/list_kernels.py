"""Kernels on lists, which are made by comprehensions or grow."""

# ruff: noqa: PERF401 -- to append is what is measured

from __future__ import annotations

import numpy as np


def squares(n):
    return np.array([i * i for i in range(n)])


def filtered_list(n):
    return sum([i for i in range(n) if i % 3 == 0])


def appended(n):
    found = []
    for i in range(n):
        if i % 3:
            found.append(i * i)
    return len(found), found[-1]


def depth_first(n):
    stack, visited = [n], 0
    while stack:
        x = stack.pop()
        visited += 1
        if x > 0:
            stack.append(x - 1)
            if x % 3 == 0:
                stack.append(x // 3)
    return visited


def primes(n):
    found, i = [2], 3
    while len(found) < n:
        prime = True
        for p in found:
            if p * p > i:
                break
            if i % p == 0:
                prime = False
                break
        if prime:
            found.append(i)
        i += 2
    return found[-1]
