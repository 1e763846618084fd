# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scopes of the stack natively: branches and loops in them, scopes in loops, in tasks, in each other."""

from __future__ import annotations

from pathlib import Path

import pytest

import asyncir
from asyncir.ir.walk import walk
from asyncir.semantics import interpret
from tests.openmp.building import build, needs_gcc, numbers

BRANCHES = """func.func @main(%c: i1, %n: index) -> i64 {
  %one = arith.constant 1 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = memref.alloca_scope -> (i64) {
    %a = memref.alloca(%n) {alignment = 64 : i64} : memref<?xi64>
    %s = memref.alloca() : memref<2xi64>
    scf.for %i = %c0 to %n step %c1 {
      %v = arith.index_cast %i : index to i64
      memref.store %v, %a[%i] : memref<?xi64>
    }
    %last = arith.subi %n, %c1 : index
    %x = memref.load %a[%last] : memref<?xi64>
    %chosen = scf.if %c -> i64 {
      %y = arith.addi %x, %one : i64
      memref.store %y, %s[%c1] : memref<2xi64>
      %z = memref.load %s[%c1] : memref<2xi64>
      scf.yield %z : i64
    } else {
      scf.yield %x : i64
    }
    memref.alloca_scope.return %chosen : i64
  }
  return %r : i64
}"""
MANY = """func.func @main(%n: index, %room: index) -> i64 {
  %zero = arith.constant 0 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i64 {
    %r = memref.alloca_scope -> (i64) {
      %a = memref.alloca(%room) : memref<?xi64>
      %v = arith.index_cast %i : index to i64
      memref.store %v, %a[%i] : memref<?xi64>
      %t = memref.alloca_scope -> (i64) {
        %b = memref.alloca(%room) : memref<?xi64>
        memref.store %v, %b[%c0] : memref<?xi64>
        %w = memref.load %b[%c0] : memref<?xi64>
        memref.alloca_scope.return %w : i64
      }
      %x = memref.load %a[%i] : memref<?xi64>
      %y = arith.addi %x, %t : i64
      memref.alloca_scope.return %y : i64
    }
    %next = arith.addi %s, %r : i64
    scf.yield %next : i64
  }
  return %sum : i64
}"""
TASK = """func.func @main(%n: index, %v: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %t, %f = async.execute -> !async.value<i64> {
    %r = memref.alloca_scope -> (i64) {
      %a = memref.alloca(%n) : memref<?xi64>
      memref.store %v, %a[%c0] : memref<?xi64>
      %x = memref.load %a[%c0] : memref<?xi64>
      memref.alloca_scope.return %x : i64
    }
    async.yield %r : i64
  }
  %x = async.await %f : !async.value<i64>
  return %x : i64
}"""
CASES = [
    (BRANCHES, (True, 5), 5),
    (BRANCHES, (False, 5), 4),
    (MANY, (8, 8), 2 * 28),
    (TASK, (3, 7), 7),
]


@pytest.mark.parametrize("opt_level", [0, 2])
@pytest.mark.parametrize(("text", "arguments", "wanted"), CASES)
def test_scopes_run(text: str, arguments: tuple[int, ...], wanted: int, opt_level: int) -> None:
    assert asyncir.compile(text, opt_level=opt_level)["main"](*arguments) == wanted
    for pipeline in ("", "inline-alloca-scopes"):
        module = asyncir.parse(text)
        asyncir.run_pipeline(module, pipeline)
        outcome = interpret(module, "main", list(arguments))
        assert (outcome.diagnostics, outcome.results) == ((), (wanted,))


@needs_gcc
def test_scopes_in_c(tmp_path: Path) -> None:
    assert numbers(build(BRANCHES, tmp_path), 1, 1, 5) == [5]


def test_memory_is_given_back_at_each_end() -> None:
    """Eight times 64 MB would be more than the stack has, and 4 GB more than what is left."""
    main = asyncir.compile(MANY)["main"]
    assert main(512, 1 << 20) == 2 * sum(range(512))


def test_what_has_a_fixed_size_stays_on_the_stack() -> None:
    module = asyncir.parse(BRANCHES)
    asyncir.run_pipeline(module, "inline-alloca-scopes")
    names = [op.name for op in walk(module)]
    assert names.count("memref.alloca") == names.count("memref.alloc") == names.count("memref.dealloc") == 1
    assert "memref.alloca_scope" not in names
    assert "alignment = 64" in asyncir.print_module(module)


def test_a_module_without_scopes_stays_as_it_is() -> None:
    module = asyncir.parse("func.func @main() { return }")
    before = asyncir.print_module(module)
    asyncir.run_pipeline(module, "inline-alloca-scopes")
    assert asyncir.print_module(module) == before
