"""Programs of tasks that call themselves, right for all sizes, and changes with which they are not."""

from __future__ import annotations

from .programs import CONSTANTS, Right

RECURSIVE: list[Right] = []


def right(name: str, text: str, *changes: tuple[str, str]) -> None:
    RECURSIVE.append(Right(name, text.replace("CONSTANTS", CONSTANTS), changes))


right(
    "halves between two numbers",
    """
func.func @sort(%a: memref<?xi64>, %lo: index, %hi: index) {CONSTANTS
  %n = arith.subi %hi, %lo : index
  %many = arith.cmpi sgt, %n, %c1 : index
  scf.if %many {
    %half = arith.divsi %n, %c2 : index
    %mid = arith.addi %lo, %half : index
    %t = async.execute {
      func.call @sort(%a, %lo, %mid) : (memref<?xi64>, index, index) -> ()
      async.yield
    }
    func.call @sort(%a, %mid, %hi) : (memref<?xi64>, index, index) -> ()
    async.await %t : !async.token
    scf.for %i = %lo to %hi step %c1 {
      %x = memref.load %a[%i] : memref<?xi64>
      memref.store %x, %a[%i] : memref<?xi64>
    }
  }
  return
}
func.func @main(%a: memref<?xi64>, %n: index) {CONSTANTS
  func.call @sort(%a, %c0, %n) : (memref<?xi64>, index, index) -> ()
  %x = memref.load %a[%c0] : memref<?xi64>
  return
}
""",
    ("    async.await %t : !async.token\n", ""),
    ("@sort(%a, %mid, %hi)", "@sort(%a, %lo, %hi)"),
    ("@sort(%a, %lo, %mid)", "@sort(%a, %lo, %hi)"),
    ("scf.for %i = %lo to %hi", "scf.for %i = %lo to %n"),
    ("arith.addi %lo, %half", "arith.addi %half, %half"),
)

right(
    "merge sort on views",
    """
func.func @sort(%a: memref<?xi64, strided<[1], offset: ?>>, %b: memref<?xi64, strided<[1], offset: ?>>) {CONSTANTS
  %n = memref.dim %a, %c0 : memref<?xi64, strided<[1], offset: ?>>
  %many = arith.cmpi sgt, %n, %c1 : index
  scf.if %many {
    %half = arith.divui %n, %c2 : index
    %rest = arith.subi %n, %half : index
    %a1 = memref.subview %a[0] [%half] [1]
        : memref<?xi64, strided<[1], offset: ?>> to memref<?xi64, strided<[1], offset: ?>>
    %a2 = memref.subview %a[%half] [%rest] [1]
        : memref<?xi64, strided<[1], offset: ?>> to memref<?xi64, strided<[1], offset: ?>>
    %b1 = memref.subview %b[0] [%half] [1]
        : memref<?xi64, strided<[1], offset: ?>> to memref<?xi64, strided<[1], offset: ?>>
    %b2 = memref.subview %b[%half] [%rest] [1]
        : memref<?xi64, strided<[1], offset: ?>> to memref<?xi64, strided<[1], offset: ?>>
    %t = async.execute {
      func.call @sort(%a1, %b1)
          : (memref<?xi64, strided<[1], offset: ?>>, memref<?xi64, strided<[1], offset: ?>>) -> ()
      async.yield
    }
    %u = async.execute {
      func.call @sort(%a2, %b2)
          : (memref<?xi64, strided<[1], offset: ?>>, memref<?xi64, strided<[1], offset: ?>>) -> ()
      async.yield
    }
    async.await %t : !async.token
    async.await %u : !async.token
    memref.copy %a, %b : memref<?xi64, strided<[1], offset: ?>> to memref<?xi64, strided<[1], offset: ?>>
    memref.copy %b, %a : memref<?xi64, strided<[1], offset: ?>> to memref<?xi64, strided<[1], offset: ?>>
  }
  return
}
func.func @main(%a: memref<?xi64>, %n: index) {CONSTANTS
  %b = memref.alloc(%n) : memref<?xi64>
  %x = memref.cast %a : memref<?xi64> to memref<?xi64, strided<[1], offset: ?>>
  %y = memref.cast %b : memref<?xi64> to memref<?xi64, strided<[1], offset: ?>>
  func.call @sort(%x, %y)
      : (memref<?xi64, strided<[1], offset: ?>>, memref<?xi64, strided<[1], offset: ?>>) -> ()
  memref.dealloc %b : memref<?xi64>
  return
}
""",
    ("    async.await %t : !async.token\n", ""),
    ("    async.await %u : !async.token\n", ""),
    ("func.call @sort(%x, %y)", "func.call @sort(%x, %x)"),
    ("func.call @sort(%a2, %b2)", "func.call @sort(%a2, %b1)"),
    ("memref.subview %a[%half] [%rest]", "memref.subview %a[0] [%rest]"),
)

right(
    "a tree of sums",
    """
async.func @sum(%a: memref<?xi64>, %lo: index, %hi: index, %to: memref<i64>) -> !async.token {CONSTANTS
  %n = arith.subi %hi, %lo : index
  %one = arith.cmpi sle, %n, %c1 : index
  scf.if %one {
    memref.store %z, %to[] : memref<i64>
    %some = arith.cmpi eq, %n, %c1 : index
    scf.if %some {
      %x = memref.load %a[%lo] : memref<?xi64>
      memref.store %x, %to[] : memref<i64>
    }
  } else {
    %half = arith.shrui %n, %c1 : index
    %mid = arith.addi %lo, %half : index
    %left = memref.alloc() : memref<i64>
    %right = memref.alloc() : memref<i64>
    %t = async.call @sum(%a, %lo, %mid, %left) : (memref<?xi64>, index, index, memref<i64>) -> !async.token
    %u = async.call @sum(%a, %mid, %hi, %right) : (memref<?xi64>, index, index, memref<i64>) -> !async.token
    async.await %t : !async.token
    async.await %u : !async.token
    %x = memref.load %left[] : memref<i64>
    %y = memref.load %right[] : memref<i64>
    %s = arith.addi %x, %y : i64
    memref.store %s, %to[] : memref<i64>
    memref.dealloc %left : memref<i64>
    memref.dealloc %right : memref<i64>
  }
  return
}
func.func @main(%a: memref<?xi64>, %n: index) -> i64 {CONSTANTS
  %to = memref.alloca() : memref<i64>
  %t = async.call @sum(%a, %c0, %n, %to) : (memref<?xi64>, index, index, memref<i64>) -> !async.token
  async.await %t : !async.token
  %x = memref.load %to[] : memref<i64>
  return %x : i64
}
""",
    ("    async.await %u : !async.token\n", ""),
    ("%mid, %hi, %right)", "%mid, %hi, %left)"),
    ("  async.await %t : !async.token\n  %x", "  %x"),
)

right(
    "numbers of Fibonacci",
    """
func.func @fib(%n: i64) -> i64 {
  %k1 = arith.constant 1 : i64
  %k2 = arith.constant 2 : i64
  %small = arith.cmpi slt, %n, %k2 : i64
  %r = scf.if %small -> (i64) {
    scf.yield %n : i64
  } else {
    %i = memref.alloca() : memref<i64>
    %n1 = arith.subi %n, %k1 : i64
    %n2 = arith.subi %n, %k2 : i64
    %first = async.execute {
      %x = func.call @fib(%n1) : (i64) -> i64
      memref.store %x, %i[] : memref<i64>
      async.yield
    }
    %y = func.call @fib(%n2) : (i64) -> i64
    async.await %first : !async.token
    %x = memref.load %i[] : memref<i64>
    %s = arith.addi %x, %y : i64
    scf.yield %s : i64
  }
  return %r : i64
}
func.func @main(%n: i64) -> i64 {
  %r = func.call @fib(%n) : (i64) -> i64
  return %r : i64
}
""",
    ("    async.await %first : !async.token\n", ""),
)

right(
    "queens",
    """
func.func @place(%board: memref<?xi64>, %row: index, %n: index, %count: memref<1xi64>) {CONSTANTS
  %end = arith.cmpi eq, %row, %n : index
  scf.if %end {
    %o = memref.atomic_rmw addi %z, %count[%c0] : (i64, memref<1xi64>) -> i64
  } else {
    %g = async.create_group %n : !async.group
    scf.for %q = %c0 to %n step %c1 {
      %t = async.execute {
        %own = memref.alloc(%n) : memref<?xi64>
        memref.copy %board, %own : memref<?xi64> to memref<?xi64>
        %x = arith.index_cast %q : index to i64
        memref.store %x, %own[%row] : memref<?xi64>
        %next = arith.addi %row, %c1 : index
        func.call @place(%own, %next, %n, %count) : (memref<?xi64>, index, index, memref<1xi64>) -> ()
        memref.dealloc %own : memref<?xi64>
        async.yield
      }
      %r = async.add_to_group %t, %g : !async.token
    }
    async.await_all %g
  }
  return
}
func.func @main(%n: index) -> i64 {CONSTANTS
  %board = memref.alloc(%n) : memref<?xi64>
  %count = memref.alloc() : memref<1xi64>
  memref.store %z, %count[%c0] : memref<1xi64>
  func.call @place(%board, %c0, %n, %count) : (memref<?xi64>, index, index, memref<1xi64>) -> ()
  %x = memref.load %count[%c0] : memref<1xi64>
  return %x : i64
}
""",
    ("    async.await_all %g\n", ""),
    ("%own[%row]", "%board[%row]"),
)
