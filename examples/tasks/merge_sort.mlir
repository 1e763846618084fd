// Merge sort: one half in a task, the other beside it in the caller, then both are merged.
// asyncir run examples/tasks/merge_sort.mlir '[5, 3, 8, 1, 9, 2]' -o sorted.npy

!part = memref<?xi64, strided<[1], offset: ?>>

func.func private @merge(%left: !part, %right: !part,
                         %to: !part) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %n = memref.dim %left, %c0 : !part
  %m = memref.dim %right, %c0 : !part
  %all = arith.addi %n, %m : index
  %end:2 = scf.for %k = %c0 to %all step %c1 iter_args(%i = %c0, %j = %c0) -> (index, index) {
    %left_over = arith.cmpi slt, %i, %n : index
    %right_over = arith.cmpi slt, %j, %m : index
    %both = arith.andi %left_over, %right_over : i1
    %from_left = scf.if %both -> (i1) {
      %x = memref.load %left[%i] : !part
      %y = memref.load %right[%j] : !part
      %first = arith.cmpi sle, %x, %y : i64
      scf.yield %first : i1
    } else {
      scf.yield %left_over : i1
    }
    %value, %i_next, %j_next = scf.if %from_left -> (i64, index, index) {
      %x = memref.load %left[%i] : !part
      %next = arith.addi %i, %c1 : index
      scf.yield %x, %next, %j : i64, index, index
    } else {
      %y = memref.load %right[%j] : !part
      %next = arith.addi %j, %c1 : index
      scf.yield %y, %i, %next : i64, index, index
    }
    memref.store %value, %to[%k] : !part
    scf.yield %i_next, %j_next : index, index
  }
  return
}

// Sorts x; scratch is memory of the same length that nobody else uses.
func.func private @sort(%x: !part, %scratch: !part) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : !part
  %several = arith.cmpi sgt, %n, %c1 : index
  scf.if %several {
    %half = arith.shrui %n, %c1 : index
    %rest = arith.subi %n, %half : index
    %left = memref.subview %x[0] [%half] [1] : !part to !part
    %right = memref.subview %x[%half] [%rest] [1] : !part to !part
    %scratch_left = memref.subview %scratch[0] [%half] [1] : !part to !part
    %scratch_right = memref.subview %scratch[%half] [%rest] [1] : !part to !part
    %done = async.execute {
      func.call @sort(%left, %scratch_left) : (!part, !part) -> ()
      async.yield
    }
    func.call @sort(%right, %scratch_right) : (!part, !part) -> ()
    async.await %done : !async.token
    func.call @merge(%left, %right, %scratch) : (!part, !part, !part) -> ()
    memref.copy %scratch, %x : !part to !part
  }
  return
}

func.func @main(%x: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xi64>
  %scratch = memref.alloc(%n) : memref<?xi64>
  %all = memref.cast %x : memref<?xi64> to !part
  %beside = memref.cast %scratch : memref<?xi64> to !part
  func.call @sort(%all, %beside) : (!part, !part) -> ()
  memref.dealloc %scratch : memref<?xi64>
  return
}
