"""Programs that look right and are not, and what ends a proof, with its reason."""

from __future__ import annotations

import pytest

from .programs import CONSTANTS
from .test_right_programs import answer

RACES: dict[str, str] = {
    "a counter of eight bits that wraps": """
func.func @main(%a: memref<?xi64>, %n: i8) {CONSTANTS
  %o = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %two = arith.constant 2 : i8
  scf.for %i = %o to %n step %one : i8 {
    %d = arith.muli %i, %two : i8
    %e = arith.extui %d : i8 to i64
    %k = arith.index_cast %e : i64 to index
    %p = arith.cmpi eq, %i, %o : i8
    %t = async.execute {
      %half = arith.divui %k, %c4 : index
      memref.store %z, %a[%half] : memref<?xi64>
      async.yield
    }
  }
  return
}
""",
    "a guard that the last iteration does not meet": """
func.func @main(%a: memref<?xi64>, %n: index) {CONSTANTS
  %r = async.ready : !async.token
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %r) -> !async.token {
    %t = async.execute [%before] {
      memref.store %z, %a[%c0] : memref<?xi64>
      async.yield
    }
    %more = arith.cmpi ne, %i, %c3 : index
    %next = arith.select %more, %t, %r : !async.token
    scf.yield %next : !async.token
  }
  async.await %last : !async.token
  return
}
""",
    "a wait in a loop that may have no iteration": """
func.func @main(%a: memref<?xi64>, %n: index) {CONSTANTS
  %t = async.execute {
    memref.store %z, %a[%c0] : memref<?xi64>
    async.yield
  }
  scf.for %i = %c0 to %n step %c1 {
    async.await %t : !async.token
  }
  memref.store %z, %a[%c0] : memref<?xi64>
  return
}
""",
    "views that overlap": """
func.func @main(%a: memref<?xi64>, %n: index) {CONSTANTS
  %more = arith.addi %c4, %c1 : index
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.muli %i, %c4 : index
    %part = memref.subview %a[%at] [%more] [1] : memref<?xi64> to memref<?xi64, strided<[1], offset: ?>>
    %t = async.execute {
      memref.store %z, %part[%c0] : memref<?xi64, strided<[1], offset: ?>>
      memref.store %z, %part[%c4] : memref<?xi64, strided<[1], offset: ?>>
      async.yield
    }
  }
  return
}
""",
    "a nested task whose launcher alone is awaited": """
func.func @main(%a: memref<?xi64>, %n: index) {CONSTANTS
  %t = async.execute {
    scf.for %i = %c0 to %n step %c1 {
      %in = async.execute {
        memref.store %z, %a[%i] : memref<?xi64>
        async.yield
      }
    }
    async.yield
  }
  async.await %t : !async.token
  memref.store %z, %a[%c0] : memref<?xi64>
  return
}
""",
    "an access after the first wait of an async function": """
async.func @f(%a: memref<?xi64>, %t: !async.token) -> !async.token {CONSTANTS
  async.await %t : !async.token
  memref.store %z, %a[%c0] : memref<?xi64>
  return
}
func.func @main(%a: memref<?xi64>) {CONSTANTS
  %r = async.ready : !async.token
  %t = async.call @f(%a, %r) : (memref<?xi64>, !async.token) -> !async.token
  memref.store %z, %a[%c0] : memref<?xi64>
  return
}
""",
    "stack memory that ends where something fails": """
func.func @main(%ok: i1) {CONSTANTS
  %own = memref.alloca() : memref<1xi64>
  %t = async.execute {
    memref.store %z, %own[%c0] : memref<1xi64>
    async.yield
  }
  cf.assert %ok, "fails"
  async.await %t : !async.token
  return
}
""",
    "stack memory beside a group whose size may be negative": """
func.func @main(%n: index) {CONSTANTS
  %own = memref.alloca() : memref<1xi64>
  %t = async.execute {
    memref.store %z, %own[%c0] : memref<1xi64>
    async.yield
  }
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %r = async.ready : !async.token
    %k = async.add_to_group %r, %g : !async.token
  }
  async.await_all %g
  async.await %t : !async.token
  return
}
""",
    "a global under its name and in a function": """
memref.global "private" @g : memref<1xi64> = dense<0>
func.func @write() {CONSTANTS
  %m = memref.get_global @g : memref<1xi64>
  cf.br ^next
^next:
  memref.store %z, %m[%c0] : memref<1xi64>
  return
}
func.func @main() {CONSTANTS
  %m = memref.get_global @g : memref<1xi64>
  %t = async.execute {
    memref.store %z, %m[%c0] : memref<1xi64>
    async.yield
  }
  func.call @write() : () -> ()
  return
}
""",
    "a token that is chosen by what is read": """
func.func @main(%a: memref<?xi64>, %f: memref<?xi1>, %n: index) {CONSTANTS
  scf.for %i = %c0 to %n step %c1 {
    %c = memref.load %f[%i] : memref<?xi1>
    %t = async.execute {
      memref.store %z, %a[%i] : memref<?xi64>
      async.yield
    }
    %u = async.execute {
      async.yield
    }
    %one = arith.select %c, %t, %u : !async.token
    async.await %one : !async.token
    memref.store %z, %a[%i] : memref<?xi64>
  }
  return
}
""",
    "a task that may not have been launched covers nothing": """
func.func @main(%a: memref<?xi64>, %f: memref<?xi1>) {CONSTANTS
  %c = memref.load %f[%c0] : memref<?xi1>
  %t, %v = async.execute -> !async.value<!async.token> {
    memref.store %z, %a[%c0] : memref<?xi64>
    %in = scf.if %c -> !async.token {
      %n = async.execute {
        async.yield
      }
      scf.yield %n : !async.token
    } else {
      %r = async.ready : !async.token
      scf.yield %r : !async.token
    }
    async.yield %in : !async.token
  }
  memref.store %z, %a[%c0] : memref<?xi64>
  return
}
""",
}

DEADLOCKS: dict[str, str] = {
    "two numbers that are both negative": """
func.func @main(%n: index, %m: index) {CONSTANTS
  %size = arith.muli %n, %m : index
  %g = async.create_group %size : !async.group
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %r = async.ready : !async.token
      %k = async.add_to_group %r, %g : !async.token
    }
  }
  async.await_all %g
  return
}
""",
    "a member under a condition": """
func.func @main(%n: index, %f: memref<?xi1>) {CONSTANTS
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %c = memref.load %f[%i] : memref<?xi1>
    scf.if %c {
      %r = async.ready : !async.token
      %k = async.add_to_group %r, %g : !async.token
    }
  }
  async.await_all %g
  return
}
""",
    "a member that is added behind the wait": """
func.func @main(%n: index) {CONSTANTS
  %g = async.create_group %c1 : !async.group
  async.await_all %g
  %r = async.ready : !async.token
  %k = async.add_to_group %r, %g : !async.token
  return
}
""",
    "a task that fails before it adds": """
func.func @main(%ok: i1) {CONSTANTS
  %g = async.create_group %c1 : !async.group
  %t = async.execute {
    cf.assert %ok, "fails"
    %r = async.ready : !async.token
    %k = async.add_to_group %r, %g : !async.token
    async.yield
  }
  async.await_all %g
  return
}
""",
}

UNFOLLOWED: dict[str, tuple[str, str]] = {
    "a token of the caller's": (
        """
func.func @main(%t: !async.token) {
  async.await %t : !async.token
  return
}
""",
        "the entry's",
    ),
    "a promise": (
        """
func.func @main() {
  %t = async.runtime.create : !async.token
  async.runtime.set_available %t : !async.token
  async.await %t : !async.token
  return
}
""",
        "async.runtime.create",
    ),
    "a function of which nothing is known": (
        """
func.func private @other(%a: memref<?xi64>)
func.func @main(%a: memref<?xi64>) {
  %t = async.execute {
    func.call @other(%a) : (memref<?xi64>) -> ()
    async.yield
  }
  return
}
""",
        "func.call",
    ),
    "a call of a value": (
        """
func.func @main(%f: () -> ()) {
  func.call_indirect %f() : () -> ()
  return
}
""",
        "func.call_indirect",
    ),
    "branches of a function that calls itself": (
        """
func.func @main(%n: i64) -> i64 {
  %c1 = arith.constant 1 : i64
  %small = arith.cmpi sle, %n, %c1 : i64
  cf.cond_br %small, ^end, ^more
^end:
  return %n : i64
^more:
  %less = arith.subi %n, %c1 : i64
  %r = func.call @main(%less) : (i64) -> i64
  return %r : i64
}
""",
        "the branches of 'main'",
    ),
    "a queue": (
        """
func.func @main(%a: memref<4xi64>) {
  queue.wait(0, 0)
  return
}
""",
        "queue.wait",
    ),
}


def text_of(text: str) -> str:
    return text.replace("CONSTANTS", CONSTANTS)


@pytest.mark.parametrize("name", [*RACES, *DEADLOCKS])
def test_what_is_wrong_for_some_size_is_not_proved(name: str) -> None:
    found = answer(text_of({**RACES, **DEADLOCKS}[name]))
    assert not found.proved
    assert found.reason


@pytest.mark.parametrize("name", UNFOLLOWED)
def test_the_reason_names_what_is_not_followed(name: str) -> None:
    text, word = UNFOLLOWED[name]
    found = answer(text)
    assert not found.proved
    assert word in found.reason


def test_arrays_of_the_caller_may_be_one() -> None:
    text = text_of("""
func.func @main(%a: memref<?xi64>, %b: memref<?xi64>) {CONSTANTS
  %t = async.execute {
    memref.store %z, %a[%c0] : memref<?xi64>
    async.yield
  }
  memref.store %z, %b[%c0] : memref<?xi64>
  return
}
""")
    assert answer(text).proved
    assert not answer(text, args_alias=True).proved


def test_a_suspected_race_comes_with_arguments() -> None:
    found = answer(
        text_of("""
func.func @main(%a: memref<?xi64>, %n: index) {CONSTANTS
  %t = async.execute {
    memref.store %z, %a[%c3] : memref<?xi64>
    async.yield
  }
  memref.store %z, %a[%n] : memref<?xi64>
  return
}
""")
    )
    ((first, second, values),) = found.candidates
    assert (first.name, second.name, dict(values)) == ("memref.store", "memref.store", {"1": 3, "0.0": 4})
