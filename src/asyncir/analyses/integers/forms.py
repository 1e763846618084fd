"""Sums with constant factors, of isl variables among others, and integers of a program that are written as such sums."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, Self, TypeVar

from asyncir.analyses.integers.widths import fits, limits

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Sum(Generic[T]):
    """`constant` plus each term times its factor, which is not 0."""

    constant: int = 0
    terms: Mapping[T, int] = field(default_factory=lambda: MappingProxyType({}))

    def __add__(self, other: Self | int) -> Self:
        if isinstance(other, int):
            return type(self)(self.constant + other, self.terms)
        if not self.terms or not other.terms:
            return type(self)(self.constant + other.constant, self.terms or other.terms)
        terms = dict(self.terms)
        for name, factor in other.terms.items():
            terms[name] = terms.get(name, 0) + factor
        return type(self)(self.constant + other.constant, {n: f for n, f in terms.items() if f})

    def __sub__(self, other: Self | int) -> Self:
        return self + other * -1

    def __mul__(self, factor: int) -> Self:
        return type(self)(self.constant * factor, {n: f * factor for n, f in self.terms.items() if factor})


class Form(Sum[str]):
    """A sum of isl variables."""

    __slots__ = ()

    @staticmethod
    def of(variable: str) -> Form:
        """The variable alone."""
        return Form(0, {variable: 1})

    def __str__(self) -> str:
        parts = [name if factor == 1 else f"{factor}*{name}" for name, factor in self.terms.items()]
        if self.constant or not parts:
            parts.append(str(self.constant))
        return f"({' + '.join(parts)})"

    def bounds(self, of: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
        """The least and the greatest that it may be, the variables being between these bounds."""
        low = high = self.constant
        for name, factor in self.terms.items():
            ends = [factor * end for end in of[name]]
            low, high = low + min(ends), high + max(ends)
        return low, high


@dataclass(frozen=True, slots=True)
class Number:
    """An integer of so many bits, between two bounds.

    It is what `form` says if `exact`; else as many as that, but for a multiple of 2 to the power of its width.
    """

    form: Form
    width: int
    low: int
    high: int
    exact: bool = True

    @property
    def constant(self) -> int | None:
        """The number, where it is one and the same."""
        return self.form.constant if self.exact and not self.form.terms else None


def constant_number(value: int, width: int) -> Number:
    """A known number."""
    return Number(Form(value), width, value, value)


def number_of(form: Form, width: int, bounds: tuple[int, int], hint: tuple[int, int] | None = None) -> Number:
    """What is as many as the form, but for a multiple of 2 to the power of the width.

    `bounds` are those of the form; a `hint` is of the number itself.
    """
    exact = fits(*bounds, width)
    low, high = bounds if exact else limits(width)
    if hint is not None:
        low, high = max(low, hint[0]), min(high, hint[1])
    return Number(form, width, low, high, exact)
