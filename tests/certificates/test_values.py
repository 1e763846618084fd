"""The table of what ops compute, against the interpreter."""

from __future__ import annotations

import random
from typing import Any

import islpy as isl
import pytest

from asyncir.certificates.state import GIVEN
from asyncir.certificates.values import BoundedInteger, coalesced, compute, fixed, function, held, width
from asyncir.ir import ModuleOp, Operation
from asyncir.semantics import interpret
from asyncir.source.text import parse_module

BINARY = [
    "addi",
    "subi",
    "muli",
    "minsi",
    "maxsi",
    "minui",
    "maxui",
    "remui",
    "remsi",
    "divui",
    "divsi",
    "ceildivsi",
    "ceildivui",
    "floordivsi",
    "shli",
    "shrsi",
    "shrui",
    "andi",
]
BY_LITERAL = frozenset(BINARY) - {"addi", "subi", "minsi", "maxsi", "minui", "maxui"}
PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
CASTS = (
    "extsi i8 i32",
    "extui i8 i32",
    "trunci i32 i8",
    "extsi i1 i32",
    "extui i1 i32",
    "index_cast i8 index",
    "index_cast index i8",
    "index_castui i8 index",
)


def program(line: str, types: list[str], result: str) -> tuple[ModuleOp, Operation]:
    """A module that computes one op on its arguments, and the op."""
    arguments = ", ".join(f"%{name}: {type_}" for name, type_ in zip("abc", types, strict=False))
    module = parse_module(
        f"func.func @main({arguments}) -> {result} {{ %r = arith.{line} func.return %r : {result} }}"
    )
    return module, next(op for op in module.walk() if op.name.startswith("arith."))


def said(op: Operation, numbers: list[int]) -> int | None:
    """What the table says of coordinates that may be anything of their types, at one point; None if it says nothing."""
    whole: Any = isl.Set(f"{{ [{', '.join('abc'[: len(numbers)])}] }}")
    here: Any = isl.Set(f"{{ [{', '.join(map(str, numbers))}] }}")
    space = isl.LocalSpace.from_space(whole.get_space())
    operands: list[BoundedInteger] = []
    for index, (number, operand) in enumerate(zip(numbers, op.operands, strict=True)):
        low, high = held(width(operand))
        low, high = max(low, -GIVEN), min(high, GIVEN)
        by = op.name.removeprefix("arith.") in BY_LITERAL and index == 1
        of: Any = isl.PwAff.var_on_domain(space, isl.dim_type.set, index)
        operands.append(fixed(number, whole.get_space()) if by else BoundedInteger(of, low, high))
        whole = (
            whole & of.ge_set(function(low, whole.get_space())) & of.le_set(function(high, whole.get_space()))
        )
    found = compute(op, operands, lambda where: not where.intersect(whole).is_empty())
    if not isinstance(found, BoundedInteger):
        return None
    value: Any = found.of.intersect_domain(here).as_map().range()
    answer = value.plain_get_val_if_fixed(isl.dim_type.set, 0)
    assert found.low <= int(answer.to_python()) <= found.high
    return int(answer.to_python())


def is_right(module: ModuleOp, op: Operation, numbers: list[int]) -> bool | None:
    """Whether the table and the interpreter agree; None where the table says nothing, or the run is an error."""
    answer, outcome = said(op, numbers), interpret(module, "main", list(numbers))
    if answer is None or not outcome.ok:
        return None
    (value,) = outcome.results
    return isinstance(value, int) and answer == value


def numbers_of(bits: int, rng: random.Random, literals: bool) -> list[int]:
    half = 1 << (bits - 1)
    first = rng.choice((rng.randrange(-half, half), rng.randrange(-9, 9), half - 1, -half))
    return [
        first,
        rng.choice((1, 2, 3, 4, 7, 8, 15) if literals else (rng.randrange(-half, half), -1, 0, 1, first)),
    ]


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("bits", [8, 32])
def test_an_op_on_two_numbers(name: str, bits: int) -> None:
    module, op = program(f"{name} %a, %b : i{bits}", [f"i{bits}"] * 2, f"i{bits}")
    rng = random.Random(f"{name}{bits}")
    literals = name in BY_LITERAL
    answers: list[bool | None] = []
    for _ in range(200):
        numbers = numbers_of(bits, rng, literals)
        if name in ("shli", "shrsi", "shrui"):
            numbers[1] = abs(numbers[1]) % 4
        answers.append(is_right(module, op, numbers))
    assert False not in answers
    assert answers.count(True) > 50


@pytest.mark.parametrize("predicate", PREDICATES)
@pytest.mark.parametrize("bits", [1, 8])
def test_a_comparison(predicate: str, bits: int) -> None:
    module, op = program(f"cmpi {predicate}, %a, %b : i{bits}", [f"i{bits}"] * 2, "i1")
    rng = random.Random(predicate)
    pairs = (
        [[a, b] for a in (0, 1) for b in (0, 1)]
        if bits == 1
        else [numbers_of(bits, rng, False) for _ in range(100)]
    )
    answers = [is_right(module, op, pair) for pair in pairs]
    assert False not in answers
    assert True in answers or (bits == 1 and predicate not in ("eq", "ne"))


@pytest.mark.parametrize("name", ["andi", "ori", "xori", "select"])
def test_truths(name: str) -> None:
    types = ["i1"] * (3 if name == "select" else 2)
    operands = ", ".join(f"%{letter}" for letter, _ in zip("abc", types, strict=False))
    module, op = program(f"{name} {operands} : i1", types, "i1")
    for number in range(1 << len(types)):
        assert is_right(module, op, [number >> i & 1 for i in range(len(types))])


@pytest.mark.parametrize("cast", CASTS)
def test_a_cast(cast: str) -> None:
    name, source, target = cast.split()
    module, op = program(f"{name} %a : {source} to {target}", [source], target)
    bits = 64 if source == "index" else int(source[1:])
    values = (0, 1) if bits == 1 else (-128, -7, -1, 0, 1, 5, 127)
    answers = [is_right(module, op, [value]) for value in values]
    assert False not in answers
    assert True in answers


@pytest.mark.parametrize("name", ["andi", "ori", "xori"])
def test_bits(name: str) -> None:
    module, op = program(f"{name} %a, %b : i8", ["i8"] * 2, "i8")
    space = isl.Set("{ [a, b] }").get_space()
    local = isl.LocalSpace.from_space(space)
    a, b = (BoundedInteger(isl.PwAff.var_on_domain(local, isl.dim_type.set, n), 0, 15) for n in range(2))
    found: Any = compute(op, [a, b], lambda where: True)
    for x in range(16):
        for y in range(16):
            at: Any = isl.Set(f"{{ [{x}, {y}] }}")
            answer: Any = found.of.intersect_domain(at).as_map().range()
            (expected,) = interpret(module, "main", [x, y]).results
            assert int(answer.plain_get_val_if_fixed(isl.dim_type.set, 0).to_python()) == expected


def test_what_is_not_known() -> None:
    assert said(program("muli %a, %b : i1", ["i1"] * 2, "i1")[1], [1, 1]) is None
    assert said(program("remsi %a, %b : i32", ["i32"] * 2, "i32")[1], [7, -2]) is None
    assert said(program("andi %a, %b : i32", ["i32"] * 2, "i32")[1], [7, 5]) is None


def test_what_isl_cannot_put_together_stays_as_it_is() -> None:
    """With large numbers it stops at an error of its own."""

    class Stubborn:
        def coalesce(self) -> object:
            raise isl.Error("original tableau does not correspond to original basic map")

    stubborn = Stubborn()
    assert coalesced(stubborn) is stubborn
    assert str(coalesced(isl.Set("{ [0]; [1] }"))) == "{ [i0] : 0 <= i0 <= 1 }"
