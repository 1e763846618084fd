"""Right proofs of programs that the verifier once rejected, or did not follow."""

from __future__ import annotations

import pytest

from asyncir.driver.check import check

pytestmark = pytest.mark.feature("N14")

RING = """
func.func @main(%A: memref<?xf32>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %B = memref.alloc() : memref<2xf32>
  %low = arith.index_cast %c0 : index to i8
  %high = arith.index_cast %n : index to i8
  %step = arith.index_cast %c1 : index to i8
  %r = scf.for unsigned %k = %low to %high step %step iter_args(%slot = %c1) -> (index) : i8 {{
    %i = arith.index_castui %k : i8 to index
    %next = arith.addi %slot, %c1 : index
    %other = arith.remui %next, %c2 : index
    queue.commit(0) {{
      queue.async {{
        %x = memref.load %A[%i] : memref<?xf32>
        memref.store %x, %B[%slot] : memref<2xf32>
      }}
    }}
    queue.wait(0, 1)
    scf.yield %other : index
  }}
  return
}}
"""
NEVER_WRITTEN = """
func.func @main(%A: memref<?xf32>, %n: index) {
  %c3 = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %B = memref.alloc() : memref<1xf32>
  %three = arith.cmpi eq, %n, %c3 : index
  scf.if %three {
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%c0] : memref<?xf32>
        memref.store %x, %B[%n] : memref<1xf32>
      }
    }
  }
  %y = memref.load %B[%c0] : memref<1xf32>
  return
}
"""
INDIRECT = """
func.func @main(%A: memref<4xf32>, %P: memref<4xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0.0 : f32
  %B = memref.alloc() : memref<2x4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %V = memref.subview %B[%slot, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    queue.commit(0) {
      queue.async {
        %at = memref.load %P[%c1] : memref<4xindex>
        memref.store %z, %V[%at] : memref<4xf32, strided<[1], offset: ?>>
      }
    }
    queue.wait(0, 1)
  }
  return
}
"""
UNKNOWN_STEP = """
func.func @main(%A: memref<?xf32>, %n: index, %from: index, %by: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %B = memref.alloc() : memref<2xf32>
  %length = arith.subi %n, %from : index
  %step = arith.maxsi %by, %c1 : index
  %trips = arith.ceildivui %length, %step : index
  %some = arith.cmpi slt, %from, %n : index
  %count = arith.select %some, %trips, %c0 : index
  scf.for %i = %c0 to %count step %c1 {
    %far = arith.muli %i, %step : index
    %at = arith.addi %from, %far : index
    %slot = arith.remui %i, %c2 : index
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%at] : memref<?xf32>
        memref.store %x, %B[%slot] : memref<2xf32>
      }
    }
    queue.wait(0, 1)
  }
  return
}
"""
TWO_LOOPS = """
func.func @main(%A: memref<?xf32>, %n: index, %tiles: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : i8
  %B = memref.alloc() : memref<4xf32>
  %r = scf.for %t = %c0 to %tiles step %c1 iter_args(%a = %c0) -> (index) {
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%b = %a) -> (index) {
      %narrow = arith.index_cast %b : index to i8
      %rest = arith.remui %narrow, %c4 : i8
      %slot = arith.index_castui %rest : i8 to index
      %next = arith.addi %b, %c1 : index
      queue.commit(0) {
        queue.async {
          %x = memref.load %A[%b] : memref<?xf32>
          memref.store %x, %B[%slot] : memref<4xf32>
        }
      }
      queue.wait(0, 3)
      scf.yield %next : index
    }
    scf.yield %s : index
  }
  return
}
"""
GRID = """
func.func @main(%A: memref<?xf32>, %tiles: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %B = memref.alloc() : memref<2xf32>
  %block = gpu.block_id x
  %blocks = gpu.grid_dim x
  %r = scf.for %tile = %block to %tiles step %blocks iter_args(%i = %c0) -> (index) {
    %slot = arith.remui %i, %c2 : index
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%tile] : memref<?xf32>
        memref.store %x, %B[%slot] : memref<2xf32>
      }
    }
    queue.wait(0, 1)
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return
}
"""
OUT_OF_BOUNDS = """
func.func @main(%A: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %S = memref.alloc() : memref<2xf32, #gpu.address_space<workgroup>>
  %p = nvgpu.device_async_copy %A[%c0], %S[%c1], 2 : memref<8xf32> to memref<2xf32, #gpu.address_space<workgroup>>
  %g = nvgpu.device_async_create_group %p
  %q = nvgpu.device_async_copy %A[%c1], %S[%c1], 1 : memref<8xf32> to memref<2xf32, #gpu.address_space<workgroup>>
  %h = nvgpu.device_async_create_group %q
  return
}
"""
A_LATER_ACCESS = """
func.func @main(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %B = memref.alloc() : memref<4xf32>
  %C = memref.alloc() : memref<3xf32>
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %B[%c3] : memref<4xf32>
    }
  }
  queue.commit(1) {
    queue.async {
      %x = memref.load %B[%n] : memref<4xf32>
      memref.store %x, %C[%n] : memref<3xf32>
    }
  }
  return
}
"""
NARROW = """
func.func @main(%s: i2) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  queue.async {
  }
  %first = arith.extui %s : i2 to i32
  cf.br ^head(%c0, %first : index, i32)
^head(%k: index, %at: i32):
  %more = arith.cmpi slt, %k, %c3 : index
  cf.cond_br %more, ^body, ^exit
^body:
  %far = arith.index_castui %at : i32 to index
  %low = arith.cmpi ult, %k, %far : index
  scf.if %low {
  }
  %next = arith.addi %at, %one : i32
  %following = arith.addi %k, %c1 : index
  cf.br ^head(%following, %next : index, i32)
^exit:
  return
}
"""
NEVER = """
func.func @main(%A: memref<?xf32>, %n: index) {
  %m1 = arith.constant -1 : index
  %c60 = arith.constant 60 : i16
  %c2 = arith.constant 2 : index
  queue.async {
  }
  %narrow = arith.index_cast %n : index to i16
  %rest = arith.remui %narrow, %c60 : i16
  %at = arith.index_castui %rest : i16 to index
  %x = memref.load %A[%at] : memref<?xf32>
  %low = arith.index_cast %m1 : index to i64
  %high = arith.index_cast %n : index to i64
  %step = arith.index_cast %c2 : index to i64
  %r = scf.for unsigned %i = %low to %high step %step iter_args(%k = %n) -> (index) : i64 {
    scf.yield %n : index
  }
  return
}
"""
NEGATIVE = """
func.func @main(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %B = memref.alloc() : memref<1xf32>
  %rest = arith.remsi %n, %c4 : index
  queue.wait_finished(0, %rest)
  %low = arith.cmpi slt, %n, %c0 : index
  %multiple = arith.cmpi ne, %rest, %c0 : index
  %both = arith.andi %low, %multiple : i1
  scf.if %both {
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%c0] : memref<?xf32>
        memref.store %x, %B[%c0] : memref<1xf32>
      }
    }
    memref.store %z, %B[%c0] : memref<1xf32>
  }
  return
}
"""
WITHOUT_WORK = """
func.func @main(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c12 = arith.constant 12 : index
  %B = memref.alloc() : memref<4x1xf32>
  %C = memref.alloc() : memref<4x1xf32>
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %B[%c0, %c0] : memref<4x1xf32>
    }
  }
  %t0 = queue.commit(0) {
    queue.async {
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %C[%c0, %c0] : memref<4x1xf32>
    }
  } -> !async.token
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%c1] : memref<?xf32>
      memref.store %x, %B[%c1, %c0] : memref<4x1xf32>
    }
  }
  %t1 = queue.commit(0) {
  } -> !async.token
  %t2 = queue.commit(0) {
  } -> !async.token
  %r:3 = scf.for %i = %c0 to %c12 step %c1 iter_args(%a0 = %t0, %a1 = %t1, %a2 = %t2)
      -> (!async.token, !async.token, !async.token) {
    %next = arith.addi %i, %c3 : index
    %more = arith.cmpi slt, %next, %c12 : index
    queue.commit(0) {
    }
    %t = queue.commit(0) {
      scf.if %more {
      }
    } -> !async.token
    scf.yield %a1, %a2, %t : !async.token, !async.token, !async.token
  }
  return
}
"""
A_SUM = """
func.func @main(%A: memref<?xf32>, %C: memref<?xf32>, %n: index, %from: index, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %far = arith.muli %k, %step : index
    %i = arith.addi %from, %far : index
    %next = arith.addi %i, %c1 : index
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%c0] : memref<?xf32>
        memref.store %x, %C[%next] : memref<?xf32>
      }
    }
    %y = memref.load %C[%i] : memref<?xf32>
    queue.wait(0, 0)
  }
  return
}
"""
PROGRAMS = {
    "a step of the grid's size": GRID,
    "an unsigned loop of eight bits": RING.format(),
    "a store out of bounds": NEVER_WRITTEN,
    "an index from memory in a view": INDIRECT,
    "a step that is not known": UNKNOWN_STEP,
    "a counter through two loops": TWO_LOOPS,
    "a sum of numbers of which nothing is known": A_SUM,
    "a copy that ends out of bounds": OUT_OF_BOUNDS,
    "a narrow argument": NARROW,
    "tokens of groups without work": WITHOUT_WORK,
    "a wait with a negative count": NEGATIVE,
    "an unsigned loop that never runs": NEVER,
    "an index that a later access bounds": A_LATER_ACCESS,
}


@pytest.mark.parametrize("what", PROGRAMS)
def test_it_is_proved_and_checked_again(what: str) -> None:
    answer = check(PROGRAMS[what])
    assert (answer.standing, answer.rechecked, answer.doubts) == ("proved", True, {"main": ""})
