"""Functions that call themselves: as a loop, with work behind the call, from loops, twice, and by way of each other."""

from __future__ import annotations

import pytest

import asyncir
from asyncir.diagnostics import DiagnosticError

UNWIND = """
func.func private @down(%a: memref<8xf32>, %v: f32, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %i, %c0 : index
  scf.if %more {
    %next = arith.subi %i, %c1 : index
    func.call @down(%a, %v, %next) : (memref<8xf32>, f32, index) -> ()
    queue.wait(0, 0)
    queue.commit(0) {
      queue.async {
        memref.store %v, %a[%c0] : memref<8xf32>
      }
    }
  }
  return
}
func.func @main(%a: memref<8xf32>, %v: f32, %n: index) {
  func.call @down(%a, %v, %n) : (memref<8xf32>, f32, index) -> ()
  return
}
"""

TREE = """
func.func private @tree(%a: memref<8xf32>, %v: f32, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %i, %c0 : index
  scf.if %more {
    %next = arith.subi %i, %c1 : index
    func.call @tree(%a, %v, %next) : (memref<8xf32>, f32, index) -> ()
    queue.wait(0, 0)
    queue.commit(0) {
      queue.async {
        memref.store %v, %a[%c0] : memref<8xf32>
      }
    }
    func.call @tree(%a, %v, %next) : (memref<8xf32>, f32, index) -> ()
    queue.wait(0, 0)
    %x = memref.load %a[%c0] : memref<8xf32>
  }
  return
}
func.func @main(%a: memref<8xf32>, %v: f32, %n: index) {
  func.call @tree(%a, %v, %n) : (memref<8xf32>, f32, index) -> ()
  return
}
"""

MUTUAL = """
func.func private @ping(%a: memref<8xf32>, %v: f32, %i: index, %n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %more = arith.cmpi slt, %i, %n : index
  scf.if %more {
    %s = arith.remui %i, %c2 : index
    queue.commit(0) {
      queue.async {
        memref.store %v, %a[%s] : memref<8xf32>
      }
    }
    func.call @pong(%a, %v, %i, %n) : (memref<8xf32>, f32, index, index) -> ()
  }
  return
}
func.func private @pong(%a: memref<8xf32>, %v: f32, %i: index, %n: index) {
  %c1 = arith.constant 1 : index
  queue.wait(0, 1)
  %next = arith.addi %i, %c1 : index
  func.call @ping(%a, %v, %next, %n) : (memref<8xf32>, f32, index, index) -> ()
  return
}
func.func @main(%a: memref<8xf32>, %v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  func.call @ping(%a, %v, %c0, %n) : (memref<8xf32>, f32, index, index) -> ()
  return
}
"""

LOCAL = """
func.func private @f(%b: memref<4xf32>, %v: f32, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<4xf32>
  %more = arith.cmpi sgt, %i, %c0 : index
  scf.if %more {
    queue.commit(0) {
      queue.async {
        memref.store %v, %t[%c0] : memref<4xf32>
      }
    }
    %next = arith.subi %i, %c1 : index
    func.call @f(%t, %v, %next) : (memref<4xf32>, f32, index) -> ()
    %x = memref.load %t[%c0] : memref<4xf32>
  }
  return
}
func.func @main(%b: memref<4xf32>, %v: f32, %n: index) {
  func.call @f(%b, %v, %n) : (memref<4xf32>, f32, index) -> ()
  return
}
"""

IN_LOOP = """
func.func @walk(%a: memref<8xf32>, %v: f32, %i: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %more = arith.cmpi slt, %i, %n : index
  %r = scf.if %more -> index {
    %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%acc = %c0) -> index {
      queue.wait(0, 0)
      queue.commit(0) {
        queue.async {
          memref.store %v, %a[%j] : memref<8xf32>
        }
      }
      %next = arith.addi %i, %c1 : index
      %got = func.call @walk(%a, %v, %next, %n) : (memref<8xf32>, f32, index, index) -> index
      %new = arith.addi %acc, %got : index
      scf.yield %new : index
    }
    queue.wait(0, 0)
    %x = memref.load %a[%c0] : memref<8xf32>
    scf.yield %sum : index
  } else {
    scf.yield %c1 : index
  }
  return %r : index
}
"""

COUNTED = """
func.func private @step(%a: memref<?xf32>, %r: memref<5xf32>, %i: index, %n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %more = arith.cmpi slt, %i, %n : index
  scf.if %more {
    %ahead = arith.addi %i, %c2 : index
    %to = arith.remui %ahead, %c5 : index
    queue.commit(0) {
      queue.async {
        %x = memref.load %a[%ahead] : memref<?xf32>
        memref.store %x, %r[%to] : memref<5xf32>
      }
    }
    queue.wait(0, COUNT)
    %from = arith.remui %i, %c5 : index
    %y = memref.load %r[%from] : memref<5xf32>
    %next = arith.addi %i, %c1 : index
    func.call @step(%a, %r, %next, %n) : (memref<?xf32>, memref<5xf32>, index, index) -> ()
  }
  return
}
func.func @main(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %r = memref.alloc() : memref<5xf32>
  func.call @step(%a, %r, %c0, %n) : (memref<?xf32>, memref<5xf32>, index, index) -> ()
  return
}
"""


def standing(program: str) -> str:
    return asyncir.check(program).standing


@pytest.mark.parametrize(("count", "verdict"), [(1, "too strong"), (2, "exact"), (3, "too weak")])
def test_what_calls_itself_last_is_a_loop(count: int, verdict: str) -> None:
    found = asyncir.check(COUNTED.replace("COUNT", str(count)))
    assert found.standing == ("refuted" if count > 2 else "proved")
    assert [(w.verdict, w.exact) for w in found.waits] == [(verdict, 2)]


@pytest.mark.parametrize("program", [UNWIND, TREE, MUTUAL, IN_LOOP])
def test_with_its_waits_it_is_proved(program: str) -> None:
    assert standing(program) == "proved"


def test_memory_of_one_activation_is_not_that_of_another() -> None:
    wait = "    queue.wait(0, 0)\n    %x"
    assert standing(LOCAL.replace("    %x", wait)) == "proved"
    assert standing(LOCAL) == "refuted"
    of_the_caller = "    %y = memref.load %b[%c0] : memref<4xf32>\n    queue.commit"
    assert standing(LOCAL.replace("    queue.commit", of_the_caller).replace("    %x", wait)) == "refuted"


@pytest.mark.parametrize("program", [UNWIND, MUTUAL])
def test_a_wait_that_is_missing_is_a_race(program: str) -> None:
    assert standing(program.replace("queue.wait(0, 0)", "").replace("queue.wait(0, 1)", "")) == "refuted"


def test_work_behind_the_second_of_two_calls() -> None:
    before, wait, after = TREE.rpartition("queue.wait(0, 0)")
    assert wait
    assert standing(before + after) == "refuted"


def test_a_loop_around_the_call_goes_on_in_any_iteration() -> None:
    assert standing(IN_LOOP.replace("queue.wait(0, 0)", "", 1)) == "refuted"


def test_the_first_arguments_of_an_entry_are_anything() -> None:
    """With %k handed on as 5 it is 5 from the second call on; the first call has any number."""
    program = """
      func.func @f(%a: memref<?xf32>, %v: f32, %k: index) {
        %c5 = arith.constant 5 : index
        queue.commit(0) {
          queue.async {
            memref.store %v, %a[%k] : memref<?xf32>
          }
        }
        %same = arith.cmpi eq, %k, %c5 : index
        scf.if %same {
        } else {
          queue.wait(0, 0)
          func.call @f(%a, %v, %c5) : (memref<?xf32>, f32, index) -> ()
        }
        return
      }
    """
    assert standing(program) == "proved"
    assert standing(program.replace("          queue.wait(0, 0)\n", "")) == "proved"
    assert (
        standing(program.replace("          queue.wait(0, 0)\n", "").replace("%a[%k]", "%a[%c5]"))
        == "refuted"
    )


def test_recursion_while_a_group_is_open_is_refused() -> None:
    program = """
      func.func @f(%a: memref<4xf32>, %v: f32, %i: index) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %more = arith.cmpi sgt, %i, %c0 : index
        scf.if %more {
          queue.commit(0) {
            %next = arith.subi %i, %c1 : index
            func.call @f(%a, %v, %next) : (memref<4xf32>, f32, index) -> ()
          }
        }
        queue.async {
          memref.store %v, %a[%c0] : memref<4xf32>
        }
        return
      }
    """
    with pytest.raises(DiagnosticError) as raised:
        standing(program)
    assert [d.code for d in raised.value.diagnostics] == ["V024"]


def test_several_threads_are_not_followed() -> None:
    program = MUTUAL.replace(
        "%n: index) {\n  %c0", "%n: index) attributes {gpu.known_block_size = array<i32: 2, 1, 1>} {\n  %c0"
    )
    assert "array<i32" in program
    assert standing(program) != "proved"


TWICE = """
func.func private @f(%a: memref<64xf32>, %v: f32, %i: index, %n: index) {
  %c1 = arith.constant 1 : index
  %more = arith.cmpi slt, %i, %n : index
  scf.if %more {
    queue.commit(0) {
      queue.async {
        memref.store %v, %a[%i] : memref<64xf32>
      }
    }
    %next = arith.addi %i, %c1 : index
    func.call @f(%a, %v, %next, %n) : (memref<64xf32>, f32, index, index) -> ()
    func.call @f(%a, %v, %next, %n) : (memref<64xf32>, f32, index, index) -> ()
  }
  return
}
func.func @main(%a: memref<64xf32>, %v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  func.call @f(%a, %v, %c0, %n) : (memref<64xf32>, f32, index, index) -> ()
  return
}
"""


def test_the_second_of_two_calls_gets_what_the_first_one_got() -> None:
    """How often the function was called does not say what it was called with."""
    assert standing(TWICE) == "refuted"
    call, _, once = TWICE.partition("    func.call")
    assert standing(call + once.partition("\n")[2]) != "refuted"


STALE = """
func.func private @f(%a: memref<8xf32>, %v: f32, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %i, %c0 : index
  scf.if %more {
    %next = arith.subi %i, %c1 : index
    func.call @f(%a, %v, %next) : (memref<8xf32>, f32, index) -> ()
    %x = memref.load %a[%i] : memref<8xf32>
  } else {
    queue.commit(0) {
      queue.async {
        memref.store %v, %a[%c1] : memref<8xf32>
      }
    }
  }
  return
}
func.func @main(%a: memref<8xf32>, %v: f32) {
  %c2 = arith.constant 2 : index
  func.call @f(%a, %v, %c2) : (memref<8xf32>, f32, index) -> ()
  return
}
"""


def test_a_caller_has_its_own_numbers_again() -> None:
    assert standing(STALE) == "refuted"
