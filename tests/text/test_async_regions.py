"""What is wrong with an `async.region` is said where it is wrong."""

from __future__ import annotations

import pytest

import asyncir

BEGIN = "func.func @f(%a: f32, %d: !async.token, %c: i1) {\n"
REGION = "%t, %x = async.region [%d] -> f32 {\n  async.yield %a : f32\n}\n"
USE = "%y = arith.addf %x, %x : f32\n"

WRONG = {
    "at once": (REGION + USE, "V008", "%y = "),
    "behind the wait for another token": (REGION + "async.await %d : !async.token\n" + USE, "V008", "%y = "),
    "behind a wait on one way only": (
        REGION + "scf.if %c {\n  async.await %t : !async.token\n}\n" + USE,
        "V008",
        "%y = ",
    ),
    "in front of the wait": (REGION + USE + "async.await %t : !async.token\n", "V008", "%y = "),
    "in a region that starts at once": (
        REGION + "%k = async.region [%t] token(%b) {\n  " + USE + "}\n",
        "V008",
        "%y = ",
    ),
    "in a region that depends on what it comes after": (
        REGION + "%k = async.region [%d] {\n  " + USE + "}\n",
        "V008",
        "%y = ",
    ),
    "handed out without its token": (
        REGION + "%k, %z = async.region -> f32 {\n  async.yield %x : f32\n}\n",
        "V008",
        "async.yield %x",
    ),
    "handed out with the token of another part": (
        REGION
        + "%k, %z, %l = async.region -> (f32, !async.token) {\n"
        + "  async.yield %x, %t : f32, !async.token {token_counts = array<i64: 0, 1>}\n}\n",
        "V008",
        "async.yield %x",
    ),
    "out of a branch without its token": (
        "%z = scf.if %c -> f32 {\n" + REGION + "scf.yield %x : f32\n} else {\n  scf.yield %a : f32\n}\n",
        "V008",
        "scf.yield %x",
    ),
    "behind the branch that gave both": (
        "%r = async.ready : !async.token\n%k, %z = scf.if %c -> (!async.token, f32) {\n"
        + REGION
        + "scf.yield %t, %x : !async.token, f32\n} else {\n  scf.yield %r, %a : !async.token, f32\n}\n"
        + "%y = arith.addf %z, %z : f32\n",
        "V008",
        "%y = ",
    ),
    "carried without its token": (
        "%n = arith.constant 1 : index\n%z = scf.for %i = %n to %n step %n iter_args(%v = %a) -> f32 {\n"
        + REGION
        + "scf.yield %x : f32\n}\n",
        "V008",
        "scf.yield %x",
    ),
    "not captured": (
        "%k = async.region isolated {\n  %y = arith.addf %a, %a : f32\n}\n",
        "V002",
        "%y = ",
    ),
    "a yield of another type": (
        "%k, %z = async.region -> f32 {\n  async.yield %c : i1\n}\n",
        "V001",
        "async.yield",
    ),
    "a yield of too little": ("%k, %z = async.region -> f32 {\n  async.yield\n}\n", "V001", "async.yield"),
    "a yield of what is no token": (
        "%k = async.region {\n  async.yield %a : f32\n}\n",
        "V001",
        "async.yield",
    ),
    "parts and tokens without counts": (
        "%k, %l = async.region -> !async.token {\n  async.yield %d : !async.token\n}\n",
        "V001",
        "async.yield",
    ),
    "counts that do not go with the parts": (
        "%k, %l = async.region -> !async.token {\n  async.yield %d : !async.token {token_counts = array<i64: 1>}\n}\n",
        "V001",
        "async.yield",
    ),
    "counts of less than nothing": (
        "%k, %l = async.region -> !async.token {\n  async.yield %d : !async.token {token_counts = array<i64: 2, -1>}\n}\n",
        "V001",
        "async.yield",
    ),
    "counts in a task": (
        "%k = async.execute {\n  async.yield {token_counts = array<i64: 0>}\n}\n",
        "V001",
        "async.yield",
    ),
    "another end": ("%k = async.region {\n  func.return\n}\n", "V001", ""),
    "a dependency on a number": ("%k = async.region [%a: f32] {\n}\n", "V001", ""),
    "another type than is captured": (
        '%k = "async.region"(%a) <{operandSegmentSizes = array<i32: 0, 1>}> ({\n^bb0(%y: f64):\n  async.yield\n})'
        " : (f32) -> !async.token\n",
        "V001",
        "",
    ),
    "no token": (
        '%k = "async.region"() <{operandSegmentSizes = array<i32: 0, 0>}> ({\n  async.yield\n}) : () -> f32\n',
        "V001",
        "",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_said_there(what: str) -> None:
    body, code, place = WRONG[what]
    text = BEGIN + body + "return\n}\n"
    with pytest.raises(asyncir.DiagnosticError) as caught:
        asyncir.parse(text)
    found, *_ = caught.value.diagnostics
    assert found.code == code
    if place:
        assert found.span is not None
        assert place in text.split("\n")[found.span.line - 1]


RIGHT = {
    "behind a wait": REGION + "async.await %t : !async.token\n" + USE,
    "behind a wait around": REGION + "async.await %t : !async.token\nscf.if %c {\n  " + USE + "}\n",
    "in a region that depends": REGION + "%k = async.region [%t] {\n  scf.if %c {\n    " + USE + "  }\n}\n",
    "in a task that depends": REGION + "%k = async.execute [%t] {\n  " + USE + "}\n",
    "captured by a region that depends": REGION + "%k = async.region [%t] (%x as %y: f32) isolated {\n}\n",
    "behind a wait for what depends": REGION
    + "%k = async.region [%t] {\n}\nasync.await %k : !async.token\n"
    + USE,
    "in a region behind a chain": REGION
    + "%k = async.execute [%t] {\n}\n%l = async.region [%k] {\n  "
    + USE
    + "}\n",
    "in a region of the own token": REGION
    + "%k = async.region [%t] token(%b) {\n  %l = async.region [%b] {\n    "
    + USE
    + "  }\n}\n",
    "behind a wait for the own token": REGION
    + "%k = async.region [%t] token(%b) {\n  async.await %b : !async.token\n  "
    + USE
    + "}\n",
    "handed out with its token": REGION
    + "%k, %z = async.region -> f32 {\n  async.yield %x, %t : f32, !async.token\n}\nasync.await %k : !async.token\n"
    + USE.replace("%x", "%z"),
    "behind the token of a region that yields it": REGION
    + "%k = async.region {\n  async.yield %t : !async.token\n}\nasync.await %k : !async.token\n"
    + USE,
    "behind a wait in a block in front": REGION
    + "cf.br ^bb1\n^bb1:\nasync.await %t : !async.token\ncf.br ^bb2\n^bb2:\n"
    + USE,
}


@pytest.mark.parametrize("what", RIGHT)
def test_where_a_value_may_be_used(what: str) -> None:
    asyncir.compile(BEGIN + RIGHT[what] + "return\n}\n", opt_level=0)
