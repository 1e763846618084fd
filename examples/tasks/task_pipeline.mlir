// A signal goes block by block through three stages: its differences, a filter with a memory, a running maximum.
// asyncir run examples/tasks/task_pipeline.mlir '[1, 4, 2, 8, 5, 7, 1]' i64[7] 2 -o maxima.npz
//
// Each stage is a task for each block. It needs the stage before for the same block, and itself for the block before: one
// token is made in the iteration, the other is carried by the loop.

func.func private @difference(%from: memref<?xi64>, %to: memref<?xi64>, %first: index, %end: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  scf.for %i = %first to %end step %c1 {
    %x = memref.load %from[%i] : memref<?xi64>
    %inside = arith.cmpi sgt, %i, %c0 : index
    %y = scf.if %inside -> (i64) {
      %j = arith.subi %i, %c1 : index
      %before = memref.load %from[%j] : memref<?xi64>
      scf.yield %before : i64
    } else {
      scf.yield %zero : i64
    }
    %d = arith.subi %x, %y : i64
    memref.store %d, %to[%i] : memref<?xi64>
  }
  return
}

// Half of what it was, and the input.
func.func private @filter(%x: memref<?xi64>, %state: memref<i64>, %first: index, %end: index) {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  scf.for %i = %first to %end step %c1 {
    %in = memref.load %x[%i] : memref<?xi64>
    %old = memref.load %state[] : memref<i64>
    %half = arith.shrsi %old, %one : i64
    %new = arith.addi %half, %in : i64
    memref.store %new, %state[] : memref<i64>
    memref.store %new, %x[%i] : memref<?xi64>
  }
  return
}

func.func private @maximum(%from: memref<?xi64>, %state: memref<i64>, %to: memref<?xi64>, %first: index, %end: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %first to %end step %c1 {
    %in = memref.load %from[%i] : memref<?xi64>
    %old = memref.load %state[] : memref<i64>
    %new = arith.maxsi %old, %in : i64
    memref.store %new, %state[] : memref<i64>
    memref.store %new, %to[%i] : memref<?xi64>
  }
  return
}

func.func @main(%x: memref<?xi64>, %maxima: memref<?xi64>, %size: index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %some = arith.cmpi sgt, %size, %c0 : index
  cf.assert %some, "a block has at least one element"
  %n = memref.dim %x, %c0 : memref<?xi64>
  %between = memref.alloc(%n) : memref<?xi64>
  %echo = memref.alloc() : memref<i64>
  %highest = memref.alloc() : memref<i64>
  memref.store %zero, %echo[] : memref<i64>
  memref.store %zero, %highest[] : memref<i64>
  %ready = async.ready : !async.token
  %last:2 = scf.for %first = %c0 to %n step %size
      iter_args(%filtered_before = %ready, %stored_before = %ready) -> (!async.token, !async.token) {
    %up = arith.addi %first, %size : index
    %end = arith.minsi %up, %n : index
    %differs = async.execute {
      func.call @difference(%x, %between, %first, %end) : (memref<?xi64>, memref<?xi64>, index, index) -> ()
      async.yield
    }
    %filtered = async.execute [%differs, %filtered_before] {
      func.call @filter(%between, %echo, %first, %end) : (memref<?xi64>, memref<i64>, index, index) -> ()
      async.yield
    }
    %stored = async.execute [%filtered, %stored_before] {
      func.call @maximum(%between, %highest, %maxima, %first, %end)
        : (memref<?xi64>, memref<i64>, memref<?xi64>, index, index) -> ()
      async.yield
    }
    scf.yield %filtered, %stored : !async.token, !async.token
  }
  async.await %last#1 : !async.token
  memref.dealloc %between : memref<?xi64>
  memref.dealloc %echo : memref<i64>
  memref.dealloc %highest : memref<i64>
  return
}
