"""Errors inside of regions: all parts of a body that fails fail, who depends on one does not run, and the cause is said."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir
from asyncir.launch.failures import ProgramError
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module

BODY_FAILS = """
func.func @main(%c: i1, %m: memref<2xi64>) -> i64 {
  %i = arith.constant 0 : index
  %k = arith.constant 7 : i64
  %t, %x, %u, %y = async.region -> (i64, !async.token, i64) {
    %n, %z = async.region -> i64 {
      async.yield %k : i64
    }
    cf.assert %c, "the body"
    async.yield %k, %z, %n : i64, i64, !async.token {token_counts = array<i64: 0, 1>}
  }
  %v = async.region [WHICH] {
    memref.store %k, %m[%i] : memref<2xi64>
  }
  async.await %v : !async.token
  return %k : i64
}
"""
PART_FAILS = """
func.func @main(%c: i1, %m: memref<2xi64>) -> i64 {
  %i = arith.constant 0 : index
  %k = arith.constant 7 : i64
  %t, %x, %u, %y = async.region -> (i64, !async.token, i64) {
    %n, %z = async.region -> i64 {
      cf.assert %c, "a part"
      async.yield %k : i64
    }
    async.yield %k, %z, %n : i64, i64, !async.token {token_counts = array<i64: 0, 1>}
  }
  async.await %t : !async.token
  memref.store %x, %m[%i] : memref<2xi64>
  async.await %u : !async.token
  return %y : i64
}
"""
OF_ITS_OWN = """
func.func @main(%c: i1, %m: memref<2xi64>) -> i64 {
  %i = arith.constant 0 : index
  %k = arith.constant 7 : i64
  %t = async.region {
    cf.assert %c, "before"
  }
  %u = async.region [%t] token(%own) {
    memref.store %k, %m[%i] : memref<2xi64>
    %n = async.region [%own] {
      %one = arith.constant 1 : index
      memref.store %k, %m[%one] : memref<2xi64>
    }
    async.yield %n : !async.token
  }
  async.await %u : !async.token
  return %k : i64
}
"""
CASES = {
    "the first part of a body that fails": (BODY_FAILS.replace("WHICH", "%t"), "the body", [0, 0]),
    "the second part of a body that fails": (BODY_FAILS.replace("WHICH", "%u"), "the body", [0, 0]),
    "a part whose token fails, and not the other": (PART_FAILS, "a part", [7, 0]),
    "a region that starts at once, and what it launches": (OF_ITS_OWN, "before", [7, 0]),
}


@pytest.mark.feature("S1-37")
@pytest.mark.parametrize("what", CASES)
def test_what_fails_with_what(what: str) -> None:
    text, cause, memory = CASES[what]
    module = parse_module(text)
    for order in ("earliest", "latest", "seed:1"):
        found = np.zeros(2, np.int64)
        outcome = interpret(module, "main", [0, found], parse_schedule(order))
        assert cause in outcome.diagnostics[0].message or any(
            cause in note.message for note in outcome.diagnostics[0].notes
        )
        assert found.tolist() == memory
        assert interpret(module, "main", [1, found], parse_schedule(order)).results == (7,)


@pytest.mark.parametrize("what", CASES)
@pytest.mark.parametrize("opt_level", [0, 2])
def test_natively(what: str, opt_level: int) -> None:
    text, cause, memory = CASES[what]
    main = asyncir.compile(text, opt_level=opt_level, threads=2).main
    for _ in range(20):
        found = np.zeros(2, np.int64)
        with pytest.raises(ProgramError, match=cause):
            main(0, found)
        assert found.tolist() == memory
        assert main(1, found) == 7
