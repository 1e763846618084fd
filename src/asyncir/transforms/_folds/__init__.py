"""Folds: what an op's results are, where its operands and attributes tell. One table per family of ops.

They share no code with the interpreter, which judges them.
"""

from collections.abc import Mapping
from functools import cache

from asyncir.transforms._folds import casts, floats, integers
from asyncir.transforms._folds.constants import Fold, Key


def folds_for(dialects: frozenset[str]) -> Mapping[Key, Fold]:
    """The fold of each kind of ops, by the kind, or by the class where it has none, for ops of these dialects."""
    return _joined("tensor" in dialects, "vector" in dialects)


@cache
def _joined(with_tensors: bool, with_vectors: bool) -> Mapping[Key, Fold]:
    found: dict[Key, Fold] = {**integers.FOLDS, **floats.FOLDS, **casts.FOLDS}
    if with_tensors:
        from asyncir.transforms._folds import tensors  # late: the dialect is large, and few programs have it

        found |= tensors.FOLDS
    if with_vectors:
        from asyncir.transforms._folds import vectors  # late: the dialect is large, and few programs have it

        found |= vectors.FOLDS
    return found


__all__ = ["Fold", "Key", "folds_for"]
