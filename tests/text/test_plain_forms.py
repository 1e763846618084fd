"""Ops that the parser reads with one match: they are what they are when it reads them token by token, and errors stay."""

from __future__ import annotations

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.source.text import parse_module, print_module

pytestmark = pytest.mark.feature("S4-1")

COMMENT = " // a comment, behind which the text has not the plain form any more"
LINES = {
    "scf.yield of a value": (
        "%r = scf.if %c -> (f32) {{\n scf.yield %x : f32{}\n}} else {{\n scf.yield %y : f32{}\n}}"
    ),
    "scf.yield of nothing": "scf.if %c {{\n scf.yield{}\n}}",
    "async.yield": "%t = async.execute {{\n async.yield{}\n}}",
    "async.yield of a value": "%t, %v = async.execute -> !async.value<f32> {{\n async.yield %x : f32{}\n}}",
    "memref.dim": "%d = memref.dim %m, %i : memref<?xf32>{}",
    "memref.load": "%l = memref.load %m[%i] : memref<?xf32>{}",
    "memref.store": "memref.store %x, %m[%i] : memref<?xf32>{}",
    "arith.cmpi": "%b = arith.cmpi slt, %i, %i : index{}",
    "arith.select": "%s = arith.select %c, %x, %y : f32{}",
}


def text_of(line: str, end: str = "") -> str:
    return f"func.func @f(%c: i1, %x: f32, %y: f32, %i: index, %m: memref<?xf32>) {{\n{line}\nfunc.return{end}\n}}\n"


@pytest.mark.parametrize("name", LINES)
def test_both_ways_of_reading_give_one_op(name: str) -> None:
    plain = text_of(LINES[name].format(*[""] * 2))
    other = text_of(LINES[name].format(*[COMMENT] * 2), COMMENT)
    # Types that are not known yet are read token by token: the second copy is read in one.
    both = plain + plain.replace("@f", "@g")
    assert print_module(parse_module(both)) == print_module(parse_module(other + other.replace("@f", "@g")))


WRONG = {
    "a yield of another type": "%r = scf.if %c -> (f32) {\n scf.yield %i : index\n} else {\n scf.yield %y : f32\n}",
    "a yield whose value has another type": "scf.if %c {\n scf.yield %x : index\n}",
    "a yield with a type that is not that of the value": (
        "%r = scf.if %c -> (index) {\n scf.yield %i : f32\n} else {\n scf.yield %i : index\n}"
    ),
    "a yield of what is not there": "scf.if %c {\n scf.yield %none : f32\n}",
    "a dimension of a scalar": "%z = memref.alloc() : memref<f32>\n%d = memref.dim %z, %i : memref<f32>",
    "a dimension of a memref of another type": "%d = memref.dim %m, %i : memref<4xf32>",
    "a dimension that is a float": "%d = memref.dim %m, %x : memref<?xf32>",
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told(name: str) -> None:
    right = text_of(LINES["scf.yield of a value"].format("", ""))  # all types are known behind it
    with pytest.raises(DiagnosticError):
        parse_module(right + text_of(WRONG[name]).replace("@f", "@g"))


def test_each_op_that_is_wrong_in_the_same_way_is_told() -> None:
    line = "%{0} = memref.load %m[%i, %i] : memref<?xf32>"
    with pytest.raises(DiagnosticError) as caught:
        parse_module(text_of("\n".join(line.format(name) for name in "pqs")))
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == ["V001"] * 3


def test_an_op_that_is_like_a_right_one_may_still_come_too_early() -> None:
    with pytest.raises(DiagnosticError) as caught:
        parse_module(
            text_of(
                "%a = arith.addf %x, %y : f32\n%b = arith.addf %d, %y : f32\n%d = arith.addf %x, %y : f32"
            )
        )
    assert caught.value.diagnostics[0].code == "V002"
