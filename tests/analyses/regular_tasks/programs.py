"""Programs of tasks that are right for all sizes, and changes with each of which they are not, or not for all sizes."""

from __future__ import annotations

from dataclasses import dataclass

CONSTANTS = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0 : i64
"""


@dataclass(frozen=True)
class Right:
    """A program that is proved, and pairs of texts: with the second in place of the first it must not be."""

    name: str
    text: str
    changes: tuple[tuple[str, str], ...]


RIGHT: list[Right] = []


def right(name: str, text: str, *changes: tuple[str, str]) -> None:
    RIGHT.append(Right(name, text.replace("CONSTANTS", CONSTANTS), changes))


right(
    "fill",
    """
func.func @main(%a: memref<?xi64>, %n: index) {CONSTANTS
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      memref.store %z, %a[%i] : memref<?xi64>
      async.yield
    }
    %r = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xi64>
  }
  return
}
""",
    ("  async.await_all %g\n", ""),
    ("%a[%i] : memref<?xi64>\n      async.yield", "%a[%c0] : memref<?xi64>\n      async.yield"),
    ("%c0 to %n step %c1 {\n    %t", "%c1 to %n step %c1 {\n    %t"),
    ("create_group %n", "create_group %c4"),
    ("to %n step %c1 {\n    %t", "to %n step %c2 {\n    %t"),
)

right(
    "chain",
    """
func.func @main(%a: memref<?xi64>, %n: index) {CONSTANTS
  %f = async.ready : !async.token
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%p = %f) -> !async.token {
    %t = async.execute [%p] {
      memref.store %z, %a[%c0] : memref<?xi64>
      async.yield
    }
    scf.yield %t : !async.token
  }
  async.await %l : !async.token
  memref.store %z, %a[%c0] : memref<?xi64>
  return
}
""",
    ("  async.await %l : !async.token\n", ""),
    ("execute [%p]", "execute"),
    ("execute [%p]", "execute [%f]"),
    ("scf.yield %t", "scf.yield %p"),
)

right(
    "two chains",
    """
func.func @main(%a: memref<2xi64>, %n: index) {CONSTANTS
  %f = async.ready : !async.token
  %l, %m = scf.for %i = %c0 to %n step %c1 iter_args(%p = %f, %q = %f) -> (!async.token, !async.token) {
    %s = arith.remui %i, %c2 : index
    %t = async.execute [%p] {
      memref.store %z, %a[%s] : memref<2xi64>
      async.yield
    }
    scf.yield %q, %t : !async.token, !async.token
  }
  async.await %l : !async.token
  async.await %m : !async.token
  memref.store %z, %a[%c0] : memref<2xi64>
  memref.store %z, %a[%c1] : memref<2xi64>
  return
}
""",
    ("  async.await %l : !async.token\n", ""),
    ("  async.await %m : !async.token\n", ""),
    ("scf.yield %q, %t", "scf.yield %q, %q"),
    ("remui %i, %c2", "remui %i, %c1"),
    ("remui %i, %c2", "remui %i, %c3"),
)

right(
    "steps with two buffers",
    """
func.func @main(%a: memref<?xi64>, %b: memref<?xi64>, %n: index, %steps: index) {CONSTANTS
  %m = arith.subi %n, %c2 : index
  %end = arith.subi %n, %c1 : index
  %x, %y = scf.for %s = %c0 to %steps step %c1 iter_args(%from = %a, %to = %b) -> (memref<?xi64>, memref<?xi64>) {
    %g = async.create_group %m : !async.group
    scf.for %i = %c1 to %end step %c1 {
      %t = async.execute {
        %l = arith.subi %i, %c1 : index
        %r = arith.addi %i, %c1 : index
        %u = memref.load %from[%l] : memref<?xi64>
        %v = memref.load %from[%r] : memref<?xi64>
        %w = arith.addi %u, %v : i64
        memref.store %w, %to[%i] : memref<?xi64>
        async.yield
      }
      %rank = async.add_to_group %t, %g : !async.token
    }
    async.await_all %g
    scf.yield %to, %from : memref<?xi64>, memref<?xi64>
  }
  return
}
""",
    ("    async.await_all %g\n", ""),
    ("%to[%i]", "%from[%i]"),
    ("%to[%i]", "%a[%i]"),
    ("%c1 to %end", "%c0 to %end"),
)

right(
    "prefetch",
    """
func.func @main(%a: memref<?xi64>, %b: memref<?xi64>, %n: index) {CONSTANTS
  %ring = memref.alloc() : memref<2xi64>
  %first = async.execute {
    memref.store %z, %ring[%c0] : memref<2xi64>
    async.yield
  }
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%ready = %first) -> !async.token {
    %next = arith.addi %i, %c1 : index
    %slot = arith.remui %next, %c2 : index
    %now = arith.remui %i, %c2 : index
    %t = async.execute {
      %x = memref.load %a[%next] : memref<?xi64>
      memref.store %x, %ring[%slot] : memref<2xi64>
      async.yield
    }
    async.await %ready : !async.token
    %y = memref.load %ring[%now] : memref<2xi64>
    memref.store %y, %b[%i] : memref<?xi64>
    scf.yield %t : !async.token
  }
  async.await %last : !async.token
  memref.dealloc %ring : memref<2xi64>
  return
}
""",
    ("    async.await %ready : !async.token\n", ""),
    ("  async.await %last : !async.token\n", ""),
    ("arith.remui %next, %c2", "arith.remui %next, %c1"),
    ("arith.remui %i, %c2", "arith.remui %i, %c3"),
    ("%ring[%now]", "%ring[%slot]"),
)

right(
    "tiles of a matrix product",
    """
func.func @main(%a: memref<?x?xi64>, %b: memref<?x?xi64>, %c: memref<?x?xi64>) {CONSTANTS
  %n = memref.dim %c, %c0 : memref<?x?xi64>
  %m = memref.dim %c, %c1 : memref<?x?xi64>
  %k = memref.dim %a, %c1 : memref<?x?xi64>
  %tiles = arith.ceildivui %n, %c4 : index
  %columns = arith.ceildivui %m, %c4 : index
  %all = arith.muli %tiles, %columns : index
  %g = async.create_group %all : !async.group
  scf.for %i = %c0 to %tiles step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %row = arith.muli %i, %c4 : index
      %column = arith.muli %j, %c4 : index
      %left = arith.subi %n, %row : index
      %height = arith.minsi %left, %c4 : index
      %below = arith.subi %m, %column : index
      %width = arith.minsi %below, %c4 : index
      %tile = memref.subview %c[%row, %column] [%height, %width] [1, 1]
          : memref<?x?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      %t = async.execute {
        scf.for %r = %c0 to %height step %c1 {
          scf.for %s = %c0 to %width step %c1 {
            scf.for %q = %c0 to %k step %c1 {
              %ii = arith.addi %row, %r : index
              %jj = arith.addi %column, %s : index
              %x = memref.load %a[%ii, %q] : memref<?x?xi64>
              %y = memref.load %b[%q, %jj] : memref<?x?xi64>
              %old = memref.load %tile[%r, %s] : memref<?x?xi64, strided<[?, 1], offset: ?>>
              %p = arith.muli %x, %y : i64
              %new = arith.addi %old, %p : i64
              memref.store %new, %tile[%r, %s] : memref<?x?xi64, strided<[?, 1], offset: ?>>
            }
          }
        }
        async.yield
      }
      %rank = async.add_to_group %t, %g : !async.token
    }
  }
  async.await_all %g
  %x = memref.load %c[%c0, %c0] : memref<?x?xi64>
  return
}
""",
    ("  async.await_all %g\n", ""),
    ("arith.muli %i, %c4", "arith.muli %i, %c3"),
    ("arith.muli %j, %c4", "arith.muli %j, %c2"),
    ("%a[%ii, %q]", "%c[%ii, %q]"),
    ("arith.muli %tiles, %columns", "arith.muli %tiles, %tiles"),
)

right(
    "chunks of any size",
    """
func.func @main(%a: memref<?xi64>, %n: index, %chunk: index) {CONSTANTS
  %g = async.create_group %n : !async.group
  scf.for %t = %c0 to %n step %c1 {
    %lo = arith.muli %t, %chunk : index
    %next = arith.addi %t, %c1 : index
    %hi = arith.muli %next, %chunk : index
    %task = async.execute {
      scf.for %i = %lo to %hi step %c1 {
        memref.store %z, %a[%i] : memref<?xi64>
      }
      async.yield
    }
    %r = async.add_to_group %task, %g : !async.token
  }
  async.await_all %g
  return
}
""",
    ("%i = %lo to %hi", "%i = %c0 to %hi"),
    ("%a[%i]", "%a[%c0]"),
    ("arith.addi %t, %c1", "arith.addi %t, %c2"),
)

right(
    "private buffers",
    """
func.func @main(%a: memref<?xi64>, %n: index) {CONSTANTS
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      %own = memref.alloc() : memref<4xi64>
      %in = async.execute {
        memref.store %z, %own[%c1] : memref<4xi64>
        async.yield
      }
      memref.store %z, %own[%c0] : memref<4xi64>
      async.await %in : !async.token
      %x = memref.load %own[%c1] : memref<4xi64>
      memref.store %x, %a[%i] : memref<?xi64>
      memref.dealloc %own : memref<4xi64>
      async.yield
    }
  }
  return
}
""",
    ("      async.await %in : !async.token\n", ""),
    ("%own[%c0]", "%own[%c1]"),
    ("%a[%i]", "%a[%c0]"),
)

right(
    "a task in a task",
    """
func.func @main(%a: memref<?xi64>, %n: index) {CONSTANTS
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      %in = async.execute {
        memref.store %z, %a[%i] : memref<?xi64>
        async.yield
      }
      async.await %in : !async.token
      async.yield
    }
    %r = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  %x = memref.load %a[%c0] : memref<?xi64>
  return
}
""",
    ("      async.await %in : !async.token\n", ""),
    ("  async.await_all %g\n", ""),
)

right(
    "factors of a matrix, tile by tile",
    """
func.func @main(%a: memref<?x?xi64>, %n: index) {CONSTANTS
  scf.for %k = %c0 to %n step %c1 {
    %p = memref.load %a[%k, %k] : memref<?x?xi64>
    memref.store %p, %a[%k, %k] : memref<?x?xi64>
    %next = arith.addi %k, %c1 : index
    %left = arith.subi %n, %next : index
    %g = async.create_group %left : !async.group
    scf.for %i = %next to %n step %c1 {
      %t = async.execute {
        %d = memref.load %a[%k, %k] : memref<?x?xi64>
        memref.store %d, %a[%i, %k] : memref<?x?xi64>
        async.yield
      }
      %r = async.add_to_group %t, %g : !async.token
    }
    async.await_all %g
    %h = async.create_group %left : !async.group
    scf.for %i = %next to %n step %c1 {
      %t = async.execute {
        scf.for %j = %next to %n step %c1 {
          %no = arith.cmpi sgt, %j, %i : index
          scf.if %no {
          } else {
            %x = memref.load %a[%i, %k] : memref<?x?xi64>
            %y = memref.load %a[%j, %k] : memref<?x?xi64>
            %w = arith.muli %x, %y : i64
            memref.store %w, %a[%i, %j] : memref<?x?xi64>
          }
        }
        async.yield
      }
      %r = async.add_to_group %t, %h : !async.token
    }
    async.await_all %h
  }
  return
}
""",
    ("    async.await_all %g\n", ""),
    ("    async.await_all %h\n", ""),
    (
        "create_group %left : !async.group\n    scf.for %i = %next to %n step %c1 {\n      %t = async.execute {\n        %d",
        "create_group %n : !async.group\n    scf.for %i = %next to %n step %c1 {\n      %t = async.execute {\n        %d",
    ),
    ("%a[%i, %j]", "%a[%j, %k]"),
    ("%a[%i, %j]", "%a[%k, %j]"),
)
