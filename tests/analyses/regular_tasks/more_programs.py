"""More programs of tasks that are right for all sizes, and changes with which they are not."""

from __future__ import annotations

from .programs import RIGHT as RIGHT, right

right(
    "called functions",
    """
func.func @write(%a: memref<?xi64>, %i: index) {CONSTANTS
  memref.store %z, %a[%i] : memref<?xi64>
  return
}
func.func @launch(%a: memref<?xi64>, %i: index) -> !async.token {
  %t = async.execute {
    func.call @write(%a, %i) : (memref<?xi64>, index) -> ()
    async.yield
  }
  return %t : !async.token
}
async.func @both(%a: memref<?xi64>, %i: index) -> !async.token {CONSTANTS
  %j = arith.addi %i, %c1 : index
  %t = func.call @launch(%a, %i) : (memref<?xi64>, index) -> !async.token
  %u = func.call @launch(%a, %j) : (memref<?xi64>, index) -> !async.token
  async.await %t : !async.token
  async.await %u : !async.token
  return
}
func.func @main(%a: memref<?xi64>, %n: index) {CONSTANTS
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.muli %i, %c2 : index
    %t = async.call @both(%a, %j) : (memref<?xi64>, index) -> !async.token
    %r = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  %x = memref.load %a[%c3] : memref<?xi64>
  return
}
""",
    ("  async.await %u : !async.token\n", ""),
    ("arith.muli %i, %c2", "arith.muli %i, %c1"),
    ("arith.addi %i, %c1", "arith.addi %i, %c2"),
)

right(
    "a parallel loop",
    """
func.func @main(%a: memref<?x?xi64>, %n: index, %m: index) {CONSTANTS
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    memref.store %z, %a[%i, %j] : memref<?x?xi64>
    scf.reduce
  }
  %x = memref.load %a[%c0, %c0] : memref<?x?xi64>
  return
}
""",
    ("%a[%i, %j]", "%a[%i, %i]"),
    ("%a[%i, %j]", "%a[%c0, %j]"),
)

right(
    "tasks under a condition that is read",
    """
func.func @main(%a: memref<?xi64>, %f: memref<?xi1>, %n: index) {CONSTANTS
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %c = memref.load %f[%i] : memref<?xi1>
    %t = scf.if %c -> !async.token {
      %in = async.execute {
        memref.store %z, %a[%i] : memref<?xi64>
        async.yield
      }
      scf.yield %in : !async.token
    } else {
      %done = async.ready : !async.token
      scf.yield %done : !async.token
    }
    %r = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  %x = memref.load %a[%c0] : memref<?xi64>
  return
}
""",
    ("scf.yield %in", "%o = async.ready : !async.token\n      scf.yield %o"),
    ("  async.await_all %g\n", ""),
)

right(
    "even and odd",
    """
func.func @main(%a: memref<?xi64>, %n: index) {CONSTANTS
  %t = async.execute {
    scf.for %i = %c0 to %n step %c2 {
      memref.store %z, %a[%i] : memref<?xi64>
    }
    async.yield
  }
  scf.for %i = %c1 to %n step %c2 {
    memref.store %z, %a[%i] : memref<?xi64>
  }
  return
}
""",
    ("%c1 to %n step %c2", "%c1 to %n step %c3"),
    ("%c1 to %n step %c2", "%c2 to %n step %c2"),
)

right(
    "a wait in the last iteration",
    """
func.func @main(%a: memref<?xi64>, %n: index) {CONSTANTS
  %last = arith.subi %n, %c1 : index
  %t = async.execute {
    memref.store %z, %a[%c0] : memref<?xi64>
    async.yield
  }
  scf.for %i = %c0 to %n step %c1 {
    %is = arith.cmpi eq, %i, %last : index
    scf.if %is {
      async.await %t : !async.token
      memref.store %z, %a[%c0] : memref<?xi64>
    }
  }
  %some = arith.cmpi sgt, %n, %c0 : index
  scf.if %some {
    memref.store %z, %a[%c0] : memref<?xi64>
  }
  return
}
""",
    ("cmpi eq, %i, %last", "cmpi eq, %i, %n"),
    ("cmpi sgt, %n, %c0", "cmpi sge, %n, %c0"),
    ("arith.subi %n, %c1", "arith.subi %n, %c2"),
)

right(
    "stack memory",
    """
func.func @part(%a: memref<?xi64>, %i: index) {CONSTANTS
  %own = memref.alloca() : memref<i64>
  %t = async.execute {
    memref.store %z, %own[] : memref<i64>
    async.yield
  }
  async.await %t : !async.token
  %x = memref.load %own[] : memref<i64>
  memref.store %x, %a[%i] : memref<?xi64>
  return
}
func.func @main(%a: memref<?xi64>, %n: index) {CONSTANTS
  scf.for %i = %c0 to %n step %c1 {
    func.call @part(%a, %i) : (memref<?xi64>, index) -> ()
  }
  return
}
""",
    ("  async.await %t : !async.token\n", ""),
)

right(
    "no iteration of an eight-bit counter wraps",
    """
func.func @main(%a: memref<?xi64>, %n: i8) {CONSTANTS
  %o = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  scf.for %i = %o to %n step %one : i8 {
    %j = arith.extsi %i : i8 to i32
    %k = arith.index_cast %j : i32 to index
    %t = async.execute {
      memref.store %z, %a[%k] : memref<?xi64>
      async.yield
    }
  }
  return
}
""",
    (
        "%j = arith.extsi %i : i8 to i32",
        "%f = arith.constant 4 : i8\n    %l = arith.muli %i, %f : i8\n    %j = arith.extsi %l : i8 to i32",
    ),
)

right(
    "all pairs in one group",
    """
func.func @main(%a: memref<?x?xi64>, %b: memref<?xi64>) {CONSTANTS
  %n = memref.dim %a, %c0 : memref<?x?xi64>
  %less = arith.subi %n, %c1 : index
  %square = arith.muli %n, %less : index
  %pairs = arith.divui %square, %c2 : index
  %g = async.create_group %pairs : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    scf.for %j = %next to %n step %c1 {
      %t = async.execute {
        %x = memref.load %b[%i] : memref<?xi64>
        %y = memref.load %b[%j] : memref<?xi64>
        %p = arith.muli %x, %y : i64
        memref.store %p, %a[%i, %j] : memref<?x?xi64>
        memref.store %p, %a[%j, %i] : memref<?x?xi64>
        async.yield
      }
      %r = async.add_to_group %t, %g : !async.token
    }
  }
  async.await_all %g
  memref.store %z, %b[%c0] : memref<?xi64>
  return
}
""",
    ("  async.await_all %g\n", ""),
    ("%less = arith.subi %n, %c1", "%less = arith.addi %n, %c1"),
    ("%next = arith.addi %i, %c1", "%next = arith.addi %i, %c0"),
    ("%a[%i, %j]", "%a[%i, %i]"),
    ("divui %square, %c2", "divui %square, %c3"),
    ("%n = memref.dim %a, %c0 : memref<?x?xi64>", "%n = arith.constant -4 : index"),
)

right(
    "tiles whose size is an argument",
    """
func.func @main(%a: memref<?xi64>, %size: index) {CONSTANTS
  %some = arith.cmpi sgt, %size, %c0 : index
  cf.assert %some, "a tile has elements"
  %n = memref.dim %a, %c0 : memref<?xi64>
  %tiles = arith.ceildivsi %n, %size : index
  %g = async.create_group %tiles : !async.group
  scf.for %i = %c0 to %n step %size {
    %left = arith.subi %n, %i : index
    %own = arith.minsi %left, %size : index
    %end = arith.addi %i, %own : index
    %t = async.execute {
      scf.for %j = %i to %end step %c1 {
        memref.store %z, %a[%j] : memref<?xi64>
      }
      async.yield
    }
    %r = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  %x = memref.load %a[%c0] : memref<?xi64>
  return
}
""",
    ("  async.await_all %g\n", ""),
    ("%end = arith.addi %i, %own", "%end = arith.addi %own, %own"),
    ("minsi %left, %size", "minsi %left, %n"),
    ("ceildivsi %n, %size", "divsi %n, %size"),
)
