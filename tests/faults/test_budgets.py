"""What a check may take: memory that is kept is bounded, whatever was checked before."""

from __future__ import annotations

from asyncir.analyses.in_flight import accesses, exprs, facts, integers
from bench.check_memory import kept

_MOST = 40_000
"""Answers of one kind that are remembered."""


def test_checks_leave_nothing_behind() -> None:
    kept(range(8))
    first = kept(range(8, 16))
    last = kept(range(16, 24))
    assert last - first < 4_000, "objects are kept for each program"


def test_what_is_remembered_is_bounded() -> None:
    kinds = (integers.decided, exprs.atom_text, facts._atoms_in, accesses._common)
    sizes = [kind.cache_info().maxsize for kind in kinds]
    assert all(size is not None and size <= _MOST for size in sizes), sizes
