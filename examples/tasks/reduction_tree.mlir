// A sum by a tree in memory: each call adds up one half beside the other, and then the sum of the right half to that of the
// left, in place. Only the order of the additions is new, so a sum of floats is the same in every run.
// asyncir run examples/tasks/reduction_tree.mlir '[0.5, 1, 2, 4, 8]'

// Afterwards x[low] is the sum of x[low] to x[high - 1].
async.func private @reduce(%x: memref<?xf64>, %low: index, %high: index) -> !async.token {
  %c1 = arith.constant 1 : index
  %length = arith.subi %high, %low : index
  %several = arith.cmpi sgt, %length, %c1 : index
  scf.if %several {
    %half = arith.shrui %length, %c1 : index
    %middle = arith.addi %low, %half : index
    %left = async.call @reduce(%x, %low, %middle) : (memref<?xf64>, index, index) -> !async.token
    %right = async.call @reduce(%x, %middle, %high) : (memref<?xf64>, index, index) -> !async.token
    async.await %left : !async.token
    async.await %right : !async.token
    %a = memref.load %x[%low] : memref<?xf64>
    %b = memref.load %x[%middle] : memref<?xf64>
    %sum = arith.addf %a, %b : f64
    memref.store %sum, %x[%low] : memref<?xf64>
  }
  return
}

func.func @main(%x: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  %tree = memref.alloc(%n) : memref<?xf64>
  memref.copy %x, %tree : memref<?xf64> to memref<?xf64>
  %done = async.call @reduce(%tree, %c0, %n) : (memref<?xf64>, index, index) -> !async.token
  async.await %done : !async.token
  %some = arith.cmpi sgt, %n, %c0 : index
  %sum = scf.if %some -> (f64) {
    %first = memref.load %tree[%c0] : memref<?xf64>
    scf.yield %first : f64
  } else {
    scf.yield %zero : f64
  }
  memref.dealloc %tree : memref<?xf64>
  return %sum : f64
}
