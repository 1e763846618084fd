"""Programs of a few shapes that random ones seldom have: deep forks, wide groups, chains, tasks that wait in calls, failures.

Each is a template with holes; a seed decides the sizes and where something fails. The interpreter says what must come out.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

TREE = """
// Two calls in each call, one of them in a task; leaves may fail.
func.func private @tree(%n: i64) -> i64 {
  %two = arith.constant 2 : i64
  %small = arith.cmpi slt, %n, %two : i64
  %r = scf.if %small -> (i64) {
    %bad = arith.constant BAD : i64
    %good = arith.cmpi ne, %n, %bad : i64
    cf.assert %good, "a leaf"
    scf.yield %n : i64
  } else {
    %one = arith.constant 1 : i64
    %n1 = arith.subi %n, %one : i64
    %n2 = arith.subi %n, %two : i64
    %t, %v = async.execute -> !async.value<i64> {
      %x = func.call @tree(%n1) : (i64) -> i64
      async.yield %x : i64
    }
    %y = func.call @tree(%n2) : (i64) -> i64
    %x = async.await %v : !async.value<i64>
    %s = arith.addi %x, %y : i64
    scf.yield %s : i64
  }
  return %r : i64
}
func.func @main(%a: i64, %b: f64, %c: i32) -> i64 {
  %n = arith.constant SMALL : i64
  %r = func.call @tree(%n) : (i64) -> i64
  return %r : i64
}
"""

WIDE = """
// A loop of tasks that write an element each, some of them after a nested task, all in one group.
func.func @main(%a: i64, %b: f64, %c: i32) -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %count = arith.constant COUNT : index
  %three = arith.constant 3 : index
  %bad = arith.constant BADINDEX : index
  %memory = memref.alloc(%count) : memref<?xi64>
  %group = async.create_group %count : !async.group
  scf.for %i = %zero to %count step %one {
    %token = async.execute {
      %rest = arith.remui %i, %three : index
      %nested = arith.cmpi eq, %rest, %zero : index
      scf.if %nested {
        %inner = async.execute {
          %number = arith.index_cast %i : index to i64
          memref.store %number, %memory[%i] : memref<?xi64>
          async.yield
        }
        async.await %inner : !async.token
        %before = memref.load %memory[%i] : memref<?xi64>
        %after = arith.muli %before, %a : i64
        memref.store %after, %memory[%i] : memref<?xi64>
      } else {
        memref.store %a, %memory[%i] : memref<?xi64>
      }
      %good = arith.cmpi ne, %i, %bad : index
      cf.assert %good, "a member"
      async.yield
    }
    %rank = async.add_to_group %token, %group : !async.token
  }
  async.await_all %group
  %start = arith.constant 0 : i64
  %sum = scf.for %i = %zero to %count step %one iter_args(%s = %start) -> (i64) {
    %x = memref.load %memory[%i] : memref<?xi64>
    %doubled = arith.addi %s, %s : i64
    %next = arith.addi %doubled, %x : i64
    scf.yield %next : i64
  }
  memref.dealloc %memory : memref<?xi64>
  return %sum : i64
}
"""

CHAIN = """
// Each task depends on the one before and takes its value; every other one waits in a function that it calls.
func.func private @through(%x: i64) -> i64 {
  %t, %v = async.execute -> !async.value<i64> {
    %one = arith.constant 1 : i64
    %y = arith.addi %x, %one : i64
    async.yield %y : i64
  }
  %y = async.await %v : !async.value<i64>
  return %y : i64
}
func.func @main(%a: i64, %b: f64, %c: i32) -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %count = arith.constant COUNT : index
  %bad = arith.constant BADINDEX : index
  %first = async.execute {
    async.yield
  }
  %start = async.ready %a : !async.value<i64>
  %token, %last = scf.for %i = %zero to %count step %one
      iter_args(%before = %first, %value = %start) -> (!async.token, !async.value<i64>) {
    %t, %v = async.execute [%before] (%value as %x: !async.value<i64>) -> !async.value<i64> {
      %rest = arith.remui %i, %two : index
      %odd = arith.cmpi eq, %rest, %one : index
      %good = arith.cmpi ne, %i, %bad : index
      cf.assert %good, "a link"
      %y = scf.if %odd -> (i64) {
        %z = func.call @through(%x) : (i64) -> i64
        scf.yield %z : i64
      } else {
        %three = arith.constant 3 : i64
        %z = arith.muli %x, %three : i64
        scf.yield %z : i64
      }
      async.yield %y : i64
    }
    scf.yield %t, %v : !async.token, !async.value<i64>
  }
  %r = async.await %last : !async.value<i64>
  async.await %token : !async.token
  return %r : i64
}
"""

WAVES = """
// Rows of tasks; each waits for its neighbours in the row above.
func.func @main(%a: i64, %b: f64, %c: i32) -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = arith.constant SMALL : index
  %start = async.ready %a : !async.value<i64>
  %l, %m, %r = scf.for %i = %zero to %rows step %one iter_args(%x = %start, %y = %start, %z = %start)
      -> (!async.value<i64>, !async.value<i64>, !async.value<i64>) {
    %t0, %left = async.execute (%x as %p: !async.value<i64>, %y as %q: !async.value<i64>) -> !async.value<i64> {
      %s = arith.addi %p, %q : i64
      async.yield %s : i64
    }
    %t1, %middle = async.execute (%x as %p: !async.value<i64>, %z as %q: !async.value<i64>) -> !async.value<i64> {
      %s = arith.xori %p, %q : i64
      async.yield %s : i64
    }
    %t2, %right = async.execute (%y as %p: !async.value<i64>, %z as %q: !async.value<i64>) -> !async.value<i64> {
      %number = arith.index_cast %i : index to i64
      %s = arith.addi %p, %number : i64
      async.yield %s : i64
    }
    %group = async.create_group %one : !async.group
    %rank = async.add_to_group %t1, %group : !async.token
    %detached = async.execute {
      async.await_all %group
      async.yield
    }
    scf.yield %left, %middle, %right : !async.value<i64>, !async.value<i64>, !async.value<i64>
  }
  %u = async.await %l : !async.value<i64>
  %v = async.await %m : !async.value<i64>
  %w = async.await %r : !async.value<i64>
  %uv = arith.addi %u, %v : i64
  %uvw = arith.xori %uv, %w : i64
  return %uvw : i64
}
"""

SHARED = """
// Many tasks wait for one, which waits for a deep call; each of them hands on what it read.
func.func private @deep(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %end = arith.cmpi sle, %n, %zero : i64
  %r = scf.if %end -> (i64) {
    %t, %v = async.execute -> !async.value<i64> {
      %x = arith.constant 7 : i64
      async.yield %x : i64
    }
    %x = async.await %v : !async.value<i64>
    scf.yield %x : i64
  } else {
    %one = arith.constant 1 : i64
    %less = arith.subi %n, %one : i64
    %x = func.call @deep(%less) : (i64) -> i64
    %y = arith.addi %x, %one : i64
    scf.yield %y : i64
  }
  return %r : i64
}
func.func @main(%a: i64, %b: f64, %c: i32) -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %count = arith.constant COUNT : index
  %bad = arith.constant BAD : i64
  %memory = memref.alloc(%count) : memref<?xi64>
  %t, %shared = async.execute -> !async.value<i64> {
    %n = arith.constant SMALL : i64
    %x = func.call @deep(%n) : (i64) -> i64
    %good = arith.cmpi ne, %bad, %n : i64
    cf.assert %good, "the shared one"
    async.yield %x : i64
  }
  %group = async.create_group %count : !async.group
  scf.for %i = %zero to %count step %one {
    %token = async.execute (%shared as %x: !async.value<i64>) {
      %number = arith.index_cast %i : index to i64
      %y = arith.addi %x, %number : i64
      memref.store %y, %memory[%i] : memref<?xi64>
      async.yield
    }
    %rank = async.add_to_group %token, %group : !async.token
  }
  async.await_all %group
  %start = async.await %shared : !async.value<i64>
  %sum = scf.for %i = %zero to %count step %one iter_args(%s = %start) -> (i64) {
    %x = memref.load %memory[%i] : memref<?xi64>
    %next = arith.addi %s, %x : i64
    scf.yield %next : i64
  }
  memref.dealloc %memory : memref<?xi64>
  return %sum : i64
}
"""

LOOP = """
// A parallel loop with a sum and a product, heavy enough to be halved, in a task beside another task.
func.func @main(%a: i64, %b: f64, %c: i32) -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %count = arith.constant COUNT : index
  %many = arith.constant 2000 : index
  %bad = arith.constant BADINDEX : index
  %none = arith.constant 0 : i64
  %unit = arith.constant 1 : i64
  %memory = memref.alloc(%count) : memref<?xi64>
  %t, %v = async.execute -> !async.value<i64> {
    %sum, %product = scf.parallel (%i) = (%zero) to (%count) step (%one) init (%none, %unit) -> (i64, i64) {
      %good = arith.cmpi ne, %i, %bad : index
      cf.assert %good, "an iteration"
      %number = arith.index_cast %i : index to i64
      %x = scf.for %j = %zero to %many step %one iter_args(%y = %number) -> (i64) {
        %twice = arith.muli %y, %a : i64
        %z = arith.addi %twice, %number : i64
        scf.yield %z : i64
      }
      memref.store %x, %memory[%i] : memref<?xi64>
      %odd = arith.ori %x, %unit : i64
      scf.reduce(%x, %odd : i64, i64) {
      ^bb0(%p: i64, %q: i64):
        %s = arith.addi %p, %q : i64
        scf.reduce.return %s : i64
      }, {
      ^bb0(%p: i64, %q: i64):
        %s = arith.muli %p, %q : i64
        scf.reduce.return %s : i64
      }
    }
    %both = arith.xori %sum, %product : i64
    async.yield %both : i64
  }
  %u, %w = async.execute -> !async.value<i64> {
    async.yield %a : i64
  }
  %x = async.await %v : !async.value<i64>
  %y = async.await %w : !async.value<i64>
  %last = arith.subi %count, %one : index
  %z = memref.load %memory[%last] : memref<?xi64>
  memref.dealloc %memory : memref<?xi64>
  %xy = arith.addi %x, %y : i64
  %r = arith.xori %xy, %z : i64
  return %r : i64
}
"""

SHAPES = {"tree": TREE, "wide": WIDE, "chain": CHAIN, "waves": WAVES, "shared": SHARED, "loop": LOOP}


@dataclass(frozen=True)
class Shape:
    """A template, filled in."""

    name: str
    text: str
    fails: bool


def shape(seed: int) -> Shape:
    """The program of that seed."""
    choose = random.Random(seed)
    name = choose.choice(sorted(SHAPES))
    fails = choose.random() < 0.3
    small, count = choose.randint(3, 9), choose.randint(1, 60)
    bad = {"tree": choose.randint(0, 1), "shared": small}.get(name, 0) if fails else -1
    index = choose.randrange(count) if fails else count
    holes = {"BADINDEX": index, "BAD": bad, "SMALL": small, "COUNT": count}
    text = SHAPES[name]
    for hole, value in holes.items():
        text = text.replace(hole, str(value))
    return Shape(name, text, fails)
