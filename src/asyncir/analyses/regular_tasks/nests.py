"""How often the innermost body of a nest of loops runs: a polynomial, summed up from the innermost loop outwards.

Sizes are compared modulo 2 to the power of 64, which is enough: no execution makes 2^50 additions to a group. A size that is
divided by a constant is compared times that constant. The sum over a loop is right if the loop's length is never below 0; or
never below -1, where the sum is 0 as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, prod

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.forms import Form
from asyncir.analyses.integers.widths import INDEX_WIDTH, fits
from asyncir.analyses.regular_tasks.frames import InstanceRun
from asyncir.analyses.regular_tasks.places import LoopPlace, PlaceKind, TreePlace
from asyncir.analyses.regular_tasks.polynomials import Polynomial, polynomial_of, trips_of
from asyncir.analyses.regular_tasks.reading import RegularProgram
from asyncir.analyses.regular_tasks.sets import Budget, relation, whole
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation, OpResult, SSAValue

_DIVISIONS = (
    *(OpKind.DIVIDE, OpKind.DIVIDE_UNSIGNED, OpKind.DIVIDE_FLOOR),
    *(OpKind.DIVIDE_CEILING, OpKind.DIVIDE_CEILING_UNSIGNED, OpKind.SHIFT_RIGHT, OpKind.SHIFT_RIGHT_UNSIGNED),
)
_LARGEST_DIVISOR = 1 << 10


def has_size(program: RegularProgram, budget: Budget, group: Operation, places: Sequence[TreePlace]) -> bool:
    """Whether ops at these places, all in loops where the group is made, are executed as often as its size says."""
    container, size, total = program.places[group], None, Polynomial()
    for place in places:
        shared = _shared(container, place)
        inside = place.path[shared:]
        if any(each.kind in (PlaceKind.BRANCH, PlaceKind.CHOICE) for each in inside):
            return False
        counter = _Counter(program, budget, group, place)
        loops = [each for each in inside if isinstance(each, LoopPlace)]
        number = counter.runs(loops, len(places) == 1)
        if number is None or (len(places) > 1 and not counter.is_plain(number)):
            return False
        total = total + number
        size = _scaled_size(counter, group.operands[0])
        if size is None or (len(places) > 1 and not counter.is_plain(size[0])):
            return False
    if size is None:
        return False
    return (size[0] + total * Polynomial.constant(-size[1])).is_zero()


def _scaled_size(counter: _Counter, size: SSAValue) -> tuple[Polynomial, int] | None:
    """The size times a constant, and that constant."""
    if isinstance(size, OpResult) and kind_of(size.op) in _DIVISIONS:
        by = constant_of(size.op.operands[1])
        if by is not None and kind_of(size.op) in (OpKind.SHIFT_RIGHT, OpKind.SHIFT_RIGHT_UNSIGNED):
            by = 1 << by if 0 <= by <= 10 else None
        divided = polynomial_of(counter.run.frame, size.op.operands[0])
        if by is not None and 0 < by <= _LARGEST_DIVISOR and divided is not None:
            return divided, by
    found = polynomial_of(counter.run.frame, size)
    return None if found is None else (found, 1)


def _shared(container: TreePlace, place: TreePlace) -> int:
    """How much of the paths of both is the same."""
    pairs = zip(container.path, place.path, strict=False)
    return next(
        (n for n, (a, b) in enumerate(pairs) if a is not b), min(len(container.path), len(place.path))
    )


class _Counter:
    """Counts how often one place is come to."""

    def __init__(self, program: RegularProgram, budget: Budget, group: Operation, place: TreePlace):
        self.program = program
        self.budget = budget
        self.group = group
        self.place = place
        self.run = InstanceRun(program.world, place, "a")

    def is_plain(self, polynomial: Polynomial) -> bool:
        """Whether it is of numbers that mean the same at other places."""
        others = set(self.run.others())
        return all(others.isdisjoint(names) for names in polynomial.terms)

    def runs(self, loops: Sequence[LoopPlace], alone: bool) -> Polynomial | None:
        """The number of iterations of the innermost of some loops; None where that is not known."""
        total = Polynomial.constant(1)
        lengths: list[Form] = []
        for loop in reversed(loops):
            length = trips_of(self.run, loop)
            turn = self.run.turns[loop]
            if length is None:
                return None
            lengths.append(length)
            if not self._is_sum_right(loop, length, total, turn):
                if not (alone and _fails_if_negative(self.run, lengths, loop, loops)):
                    return None
                self.program.fails = self.group
            total = _summed(total, turn, Polynomial.of(length))
        return total

    def _is_sum_right(self, loop: LoopPlace, length: Form, total: Polynomial, turn: str) -> bool:
        """Whether the sum over a loop of this length is what the loop makes, if that may be less than 0, too."""
        if self._is_never(loop, f"{length} < 0"):
            return True
        before = total.linear()
        if before is None or not self._is_never(loop, f"{length} < -1"):
            return False
        factor = before.terms.get(turn, 0)
        rest = Form(before.constant - factor, {n: f for n, f in before.terms.items() if n != turn})
        return self._is_never(loop, f"{length} = -1 and {rest} != 0")

    def _is_never(self, loop: LoopPlace, condition: str) -> bool:
        """Whether that is never so where the loop is come to."""
        frame = self.run.frame
        guards, _ = frame.guards(loop.path[:-1])
        facts = frame.facts(self.program.groups[self.group]) + frame.facts(loop)
        conditions = [
            *guards,
            *facts,
            *frame.conditions,
            *self.program.world.parameters.conditions,
            condition,
        ]
        ends = (self.place.name, whole(self.place, "a"))
        found = self.budget.ask(
            lambda: relation(self.program.world, ends, ("", []), conditions, self.run.variables)
        )
        return bool(self.budget.ask(found.is_empty))


def _fails_if_negative(
    run: InstanceRun, lengths: Sequence[Form], loop: LoopPlace, loops: Sequence[LoopPlace]
) -> bool:
    """Whether the size is below 0, too, where there is no iteration: that is an error, and nobody is added."""
    others = [length.constant for length in lengths[:-1]]
    if loop is not loops[0] or any(length.terms for length in lengths[:-1]) or min(others, default=1) <= 0:
        return False
    return fits(*(lengths[-1] * prod(others)).bounds(run.bounds), INDEX_WIDTH)


def _summed(polynomial: Polynomial, variable: str, length: Polynomial) -> Polynomial:
    """The sum for the variable from 0 to the length, exclusive."""
    total = Polynomial()
    for names, factor in polynomial.terms.items():
        degree = names.count(variable)
        rest = Polynomial({tuple(name for name in names if name != variable): factor})
        total = total + rest * _power_sum(degree, length)
    return total


def _power_sum(degree: int, length: Polynomial) -> Polynomial:
    """The sum of the powers of all numbers below the length: Bernoulli's formula."""
    numbers = [Fraction(1)]
    for m in range(1, degree + 1):
        numbers.append(-sum((comb(m + 1, k) * numbers[k] for k in range(m)), Fraction()) / (m + 1))
    total, power = Polynomial(), Polynomial.constant(1)
    for exponent in range(1, degree + 2):
        power = power * length
        k = degree + 1 - exponent
        total = total + power * Polynomial({(): comb(degree + 1, k) * numbers[k] / (degree + 1)})
    return total
