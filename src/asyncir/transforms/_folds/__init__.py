"""Folds: what an op's results are, where its operands and attributes tell. One table per family of ops.

They share no code with the interpreter, which judges them.
"""

from asyncir.transforms._folds import casts, floats, integers, tensors, vectors
from asyncir.transforms._folds.constants import Fold, Key

FOLDS: dict[Key, Fold] = {**integers.FOLDS, **floats.FOLDS, **casts.FOLDS, **tensors.FOLDS, **vectors.FOLDS}
"""The fold of each kind of ops, by the kind, or by the class where it has none."""

__all__ = ["FOLDS", "Fold", "Key"]
