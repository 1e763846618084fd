"""Relations between instances of places, as isl has them; each question has a bound in isl's own count of operations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from asyncir.analyses.affine_accesses import isl
from asyncir.analyses.regular_tasks.answer import NoProof
from asyncir.analyses.regular_tasks.places import TreePlace
from asyncir.analyses.regular_tasks.world import RegularWorld

T = TypeVar("T")

MOST_OPERATIONS = 2_000_000
"""Of isl's, for one question."""

_MOST_VARIABLES = 40
"""In one relation: isl takes seconds for a hundred."""

MOST_QUESTIONS = 30_000
"""To isl, about one program."""


class Budget:
    """How much may still be asked."""

    def __init__(self, questions: int = MOST_QUESTIONS):
        self.left = questions

    def ask(self, question: Callable[[], T], operations: int = MOST_OPERATIONS) -> T:
        """The answer; raises `NoProof` where it takes too long."""
        self.left -= 1
        if self.left < 0:
            raise NoProof("there is too much to compare")
        context = isl().DEFAULT_CONTEXT
        context.reset_operations()
        context.set_max_operations(operations)
        try:
            return question()
        except isl().Error:
            raise NoProof("the questions about sizes and indices are too hard") from None
        finally:
            context.set_max_operations(0)
            context.reset_operations()


Instances = tuple[str, Sequence[object]]
"""The name of a place, and expressions for the iterations of the loops around it."""


def relation(
    world: RegularWorld,
    source: Instances,
    target: Instances,
    conditions: Iterable[str],
    variables: Iterable[str],
) -> Any:
    """From instances of one place to instances of another, each given by expressions."""
    (a, domain), (b, image), variables = source, target, list(variables)
    if len(variables) > _MOST_VARIABLES:
        raise NoProof("the questions about sizes and indices are too hard")
    left, right = [f"i{n}" for n in range(len(domain))], [f"o{n}" for n in range(len(image))]
    same = [f"{name} = {form}" for name, form in zip((*left, *right), (*domain, *image), strict=True)]
    body = " and ".join(dict.fromkeys((*same, *conditions))) or "1 = 1"
    bound = ", ".join(variables)
    body = f"exists {bound} : {body}" if bound else body
    text = f"[{', '.join(world.names())}] -> {{ {a}[{', '.join(left)}] -> {b}[{', '.join(right)}] : {body} }}"
    return isl().Map(text)


def whole(place: TreePlace, prefix: str) -> list[str]:
    """Variables for the loops around a place."""
    return [f"{prefix}k{depth}" for depth in range(len(place.loops))]
