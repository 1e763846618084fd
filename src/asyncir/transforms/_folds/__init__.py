"""Folds: what an op's results are, where its operands and attributes tell. One table per family of ops.

They share no code with the interpreter, which judges them.
"""

from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.transforms._folds import casts, floats, integers
from asyncir.transforms._folds.constants import Fold

FOLDS: dict[OpKind, Fold] = {**integers.FOLDS, **floats.FOLDS, **casts.FOLDS}
"""The fold of each kind of ops."""

__all__ = ["FOLDS", "Fold"]
