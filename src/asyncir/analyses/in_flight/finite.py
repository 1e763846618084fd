"""Questions about numbers of few possible values, like those of threads: all of these are tried.

Bits that are mixed, as in a swizzled index, are easy to compute and hard to reason about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asyncir.analyses.in_flight.exprs import Atom, Lin, atoms_in

_MOST_POINTS = 1 << 20
_LARGEST = 1 << 62


def has_no_small_solution(lins: Sequence[Lin]) -> bool:
    """Whether those that speak of numbers with few possible values alone have no solution; then all have none."""
    extents = _extents(lins)
    chosen: dict[Atom, range] = {}
    points = 1
    for atom, extent in sorted(extents.items(), key=lambda item: item[1].stop - item[1].start):
        points *= max(extent.stop - extent.start, 0)
        if points > _MOST_POINTS:
            break
        chosen[atom] = extent
    about = [e for e in lins if not _is_bound(e) and atoms_in(e) <= chosen.keys()]
    most = {atom: max(map(abs, (extent.start, extent.stop)), default=0) for atom, extent in chosen.items()}
    if not about or any(_magnitude(e, most) > _LARGEST for e in about):
        return False
    # late: slow to load, and few programs need it
    import numpy

    spoken = [atom for atom in chosen if any(atom in atoms_in(e) for e in about)]
    axes: Any = numpy.ix_(*(numpy.arange(chosen[atom].start, chosen[atom].stop) for atom in spoken))
    values: dict[Atom, Any] = dict(zip(spoken, axes, strict=True))
    left: Any = True
    for e in about:
        left = left & (_evaluated(e, values) >= 0)
    return not numpy.any(left)


def _is_bound(e: Lin) -> bool:
    return len(e.terms) == 1 and isinstance(e.terms[0][0], str)


def _extents(lins: Sequence[Lin]) -> dict[Atom, range]:
    """The values that each number may have, where there are bounds on both sides."""
    low: dict[Atom, int] = {}
    high: dict[Atom, int] = {}
    for e in lins:
        if _is_bound(e):
            ((atom, c),) = e.terms
            if c > 0:
                low[atom] = max(low.get(atom, -(e.const // c)), -(e.const // c))
            else:
                high[atom] = min(high.get(atom, e.const // -c), e.const // -c)
    return {atom: range(low[atom], high[atom] + 1) for atom in low if atom in high}


def _magnitude(e: Lin, most: dict[Atom, int]) -> int:
    """No value on the way to that of the expression is larger."""
    return abs(e.const) + sum(abs(c) * _magnitude_of(atom, most) for atom, c in e.terms)


def _magnitude_of(atom: Atom, most: dict[Atom, int]) -> int:
    if atom in most:
        return most[atom]
    return max(_magnitude(atom[1], most), atom[2])


def _evaluated(e: Lin, values: dict[Atom, Any]) -> Any:
    total: Any = e.const
    for atom, c in e.terms:
        total = total + c * _atom_evaluated(atom, values)
    return total


def _atom_evaluated(atom: Atom, values: dict[Atom, Any]) -> Any:
    if atom in values:
        return values[atom]
    inner = _evaluated(atom[1], values)
    return inner % atom[2] if atom[0] == "mod" else inner // atom[2]
