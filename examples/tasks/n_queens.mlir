// In how many ways n queens stand on a board without attacking each other: a task for each placement that is allowed so far,
// with a board of its own.
// asyncir run examples/tasks/n_queens.mlir 8
//
// A loop cannot keep the values of tasks whose number is not known, so each task leaves its count in an element of its own.

// Whether the queens of the rows before leave this column of this row free.
func.func private @free(%board: memref<?xindex>, %row: index, %column: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %ok = scf.for %r = %c0 to %row step %c1 iter_args(%so_far = %true) -> (i1) {
    %c = memref.load %board[%r] : memref<?xindex>
    %down = arith.subi %row, %r : index
    %across = arith.subi %column, %c : index
    %back = arith.subi %c, %column : index
    %other = arith.cmpi ne, %c, %column : index
    %right = arith.cmpi ne, %across, %down : index
    %left = arith.cmpi ne, %back, %down : index
    %a = arith.andi %so_far, %other : i1
    %b = arith.andi %a, %right : i1
    %all = arith.andi %b, %left : i1
    scf.yield %all : i1
  }
  return %ok : i1
}

// How many ways there are to go on from this row.
async.func private @place(%board: memref<?xindex>, %row: index, %n: index) -> !async.value<i64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %full = arith.cmpi eq, %row, %n : index
  %ways = scf.if %full -> (i64) {
    scf.yield %one : i64
  } else {
    %next = arith.addi %row, %c1 : index
    %counts = memref.alloc(%n) : memref<?xi64>
    %all = async.create_group %n : !async.group
    scf.for %column = %c0 to %n step %c1 {
      memref.store %zero, %counts[%column] : memref<?xi64>
      %free = func.call @free(%board, %row, %column) : (memref<?xindex>, index, index) -> i1
      %done = scf.if %free -> (!async.token) {
        %t = async.execute {
          %own = memref.alloc(%n) : memref<?xindex>
          memref.copy %board, %own : memref<?xindex> to memref<?xindex>
          memref.store %column, %own[%row] : memref<?xindex>
          %v = async.call @place(%own, %next, %n) : (memref<?xindex>, index, index) -> !async.value<i64>
          %below = async.await %v : !async.value<i64>
          memref.store %below, %counts[%column] : memref<?xi64>
          memref.dealloc %own : memref<?xindex>
          async.yield
        }
        scf.yield %t : !async.token
      } else {
        %t = async.ready : !async.token
        scf.yield %t : !async.token
      }
      %rank = async.add_to_group %done, %all : !async.token
    }
    async.await_all %all
    %sum = scf.for %column = %c0 to %n step %c1 iter_args(%acc = %zero) -> (i64) {
      %count = memref.load %counts[%column] : memref<?xi64>
      %more = arith.addi %acc, %count : i64
      scf.yield %more : i64
    }
    memref.dealloc %counts : memref<?xi64>
    scf.yield %sum : i64
  }
  return %ways : i64
}

func.func @main(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %board = memref.alloc(%n) : memref<?xindex>
  %v = async.call @place(%board, %c0, %n) : (memref<?xindex>, index, index) -> !async.value<i64>
  %ways = async.await %v : !async.value<i64>
  memref.dealloc %board : memref<?xindex>
  return %ways : i64
}
