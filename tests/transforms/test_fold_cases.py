"""`canonicalize` on several hundred small functions: as mlir-opt 22 has it, as it is pinned, and with the same results.

`folds/DIALECT.mlir` has the functions, `folded/DIALECT.mlir` what becomes of them; `python -m tests.transforms.fold_cases`
writes the second.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.oracle import mlir_opt, needs_mlir
from tests.transforms.fold_cases import (
    DIALECTS,
    canonicalized,
    cases,
    digests,
    op_counts,
    pinned,
    split,
    whole,
)
from tests.transforms.fold_runs import differing_runs

DOCUMENT = Path(__file__).parents[2] / "docs" / "canonicalize.md"
FOLDED_BY_MLIR = {
    "arith": 219,
    "cf": 24,
    "linalg": 31,
    "memref": 98,
    "scf": 100,
    "tensor": 101,
    "vector": 85,
}
"""By dialect: how many of the functions mlir-opt changes. None of them comes out worse here, but for `LEFT`."""

LEFT = {"extract_of_generate_with_load", "realloc_freed"}
"""What mlir-opt 22 simplifies and should not: it moves a load over a store, and does not free what a realloc frees."""

NOT_RUN = {"arith": 3, "cf": 0, "linalg": 1, "memref": 19, "scf": 0, "tensor": 16, "vector": 0}
"""By dialect: how many functions fail with all arguments that are tried, or take or give what the interpreter does not."""


@pytest.mark.parametrize("dialect", DIALECTS)
def test_cases_become_what_is_pinned(dialect: str) -> None:
    once = canonicalized(whole(dialect))
    assert once == pinned(dialect).read_text()
    assert canonicalized(once) == once


@needs_mlir
@pytest.mark.parametrize("dialect", DIALECTS)
def test_as_simple_as_mlir_opt_makes_them(dialect: str) -> None:
    before, ours = whole(dialect), pinned(dialect).read_text()
    theirs = mlir_opt(before, "-canonicalize")
    as_before, as_theirs, as_ours = digests(before), digests(theirs), digests(ours)
    assert sum(as_theirs[name] != as_before[name] for name in as_before) == FOLDED_BY_MLIR[dialect]
    different = {name for name in as_before if as_ours[name] != as_theirs[name]}
    # Of what is not the same, mlir-opt has nothing to simplify either, and there are no more ops.
    again = digests(mlir_opt(ours, "-canonicalize"))
    most, count = op_counts(theirs), op_counts(ours)
    worse = {name for name in different if again[name] != as_ours[name] or count[name] > most[name]}
    assert worse <= LEFT


@pytest.mark.slow
@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_same_is_computed(dialect: str) -> None:
    after, not_run = split(pinned(dialect).read_text()), set[str]()
    for name, before in cases(dialect).items():
        runs, differing = differing_runs(before, after[name], name)
        assert differing == [], name
        if not runs:
            not_run.add(name)
    assert len(not_run) == NOT_RUN[dialect], not_run


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_document_counts_them(dialect: str) -> None:
    rows = re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \| (\d+) \|$", DOCUMENT.read_text(), re.MULTILINE)
    folded = FOLDED_BY_MLIR[dialect]
    counts = (len(cases(dialect)), folded, folded - len(LEFT & set(cases(dialect))))
    assert [tuple(map(int, row[1:])) for row in rows if row[0] == dialect] == [counts]
