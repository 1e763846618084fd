"""Passes over IR: one per file, file name = pass name = test name.

Files that start with `_` hold what passes share. `run_pipeline` runs passes by name; see `docs/passes.md`.
"""

from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._pipeline import (
    ALIASES,
    PassStep,
    Verifier,
    find_pass,
    machines_named,
    parse_pipeline,
    pass_names,
    run_pipeline,
)
from asyncir.transforms._remarks import collect_remarks

__all__ = [
    "ALIASES",
    "PassStep",
    "ScopedPass",
    "Verifier",
    "collect_remarks",
    "find_pass",
    "machines_named",
    "parse_pipeline",
    "pass_names",
    "run_pipeline",
]
