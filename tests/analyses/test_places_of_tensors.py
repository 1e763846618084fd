"""Which op may write into the memory of its destination: not where the old elements, or other new ones, are wanted later."""

from __future__ import annotations

import pytest

from asyncir.analyses.places_of_tensors import PlacesOfTensors, destinations
from asyncir.source.text import parse_module

T = "tensor<4xi32>"
ADD = "= linalg.add ins({}, {} : tensor<4xi32>, tensor<4xi32>) outs({} : tensor<4xi32>) -> tensor<4xi32>"


def add(name: str, first: str, second: str, into: str) -> str:
    """A line that adds two tensors into a third."""
    return f"{name} {ADD.format(first, second, into)}"


EMPTY = "%e = tensor.empty() : tensor<4xi32>"
LOOP = "%l = scf.for %i = %n to %m step %n iter_args(%x = {}) -> (tensor<4xi32>) {{"

CASES: list[tuple[str, list[str], str, list[bool]]] = [
    ("nobody-looks", [EMPTY, add("%0", "%a", "%a", "%e")], "%0", [True]),
    ("an-argument", [add("%0", "%a", "%a", "%a")], "%0", [False]),
    (
        "a-constant",
        ["%c = arith.constant dense<1> : tensor<4xi32>", add("%0", "%a", "%a", "%c")],
        "%0",
        [False],
    ),
    (
        "read-later",
        [EMPTY, add("%0", "%a", "%a", "%e"), add("%1", "%a", "%a", "%0"), add("%2", "%0", "%1", "%1")],
        "%2",
        [True, False, True],
    ),
    (
        "read-by-itself-at-the-place",
        [EMPTY, add("%0", "%a", "%a", "%e"), add("%1", "%0", "%a", "%0")],
        "%1",
        [True, True],
    ),
    # Both write into `%e`: the second would overwrite what the first made.
    (
        "written-later",
        [EMPTY, add("%0", "%a", "%a", "%e"), add("%1", "%a", "%a", "%e"), add("%2", "%0", "%1", "%1")],
        "%2",
        [False, True, True],
    ),
    # Nobody reads the second, and yet it would be where the first is.
    (
        "written-later-for-nobody",
        [EMPTY, add("%0", "%a", "%a", "%e"), add("%1", "%a", "%a", "%e")],
        "%0",
        [False, True],
    ),
    (
        "read-through-a-view",
        [
            EMPTY,
            add("%0", "%a", "%a", "%e"),
            "%v = tensor.extract_slice %0[0] [4] [1] : tensor<4xi32> to tensor<4xi32>",
            add("%1", "%a", "%a", "%0"),
            add("%2", "%v", "%1", "%1"),
        ],
        "%2",
        [True, False, True],
    ),
    # In the next iteration `%0` is read again.
    (
        "read-in-the-next-iteration",
        [
            EMPTY,
            add("%0", "%a", "%a", "%e"),
            LOOP.format("%a"),
            add("%1", "%x", "%0", "%x"),
            add("%2", "%1", "%1", "%0"),
            "scf.yield %1 : tensor<4xi32>",
            "}",
        ],
        "%l",
        [True, False, True, False],
    ),
    (
        "carried",
        [
            EMPTY,
            add("%0", "%a", "%a", "%e"),
            LOOP.format("%0"),
            add("%1", "%x", "%a", "%x"),
            "scf.yield %1 : tensor<4xi32>",
            "}",
        ],
        "%l",
        [True, True, True],
    ),
]


@pytest.mark.parametrize(("lines", "given", "expected"), [pytest.param(*c[1:], id=c[0]) for c in CASES])
def test_results_are_where_their_destinations_were(
    lines: list[str], given: str, expected: list[bool]
) -> None:
    body = "\n".join(lines)
    text = f"func.func @f(%a: {T}, %n: index, %m: index) -> {T} {{\n{body}\nreturn {given} : {T}\n}}"
    (function,) = parse_module(text.encode(), "places.mlir").body.block.ops
    places = PlacesOfTensors(function)
    found = [places.writes_into(result) for op in function.walk() for _, result in destinations(op)]
    assert found == expected


def test_apart_nobody_writes_where_others_read() -> None:
    """Each for itself: what one op alone uses may be written into, what another one reads may not."""
    lines = [
        EMPTY,
        add("%0", "%a", "%a", "%e"),
        add("%1", "%0", "%a", "%0"),
        add("%2", "%1", "%a", "%e"),
        add("%3", "%1", "%2", "%1"),
    ]
    body = "\n".join(lines)
    text = f"func.func @f(%a: {T}, %n: index, %m: index) -> {T} {{\n{body}\nreturn %3 : {T}\n}}"

    def found(apart: bool) -> list[bool]:
        (function,) = parse_module(text.encode(), "places.mlir").body.block.ops
        places = PlacesOfTensors(function, apart=apart)
        return [places.writes_into(result) for op in function.walk() for _, result in destinations(op)]

    assert found(False) == [False, True, True, True]
    assert found(True) == [False, False, True, False]
