// A sweep of Jacobi's method in one dimension, with the sum of squared changes, which is carried.
func.func @main(%u: memref<514xf32>, %f: memref<514xf32>, %v: memref<514xf32>, %r: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c66 = arith.constant 66 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %bu = memref.alloca() : memref<66xf32>
  %bf = memref.alloca() : memref<64xf32>
  %bv = memref.alloca() : memref<64xf32>
  %p = memref.alloca() : memref<1xf32>
  %sum = scf.for %i = %c0 to %c512 step %c64 iter_args(%s = %zero) -> (f32) {
    scf.for %j = %c0 to %c66 step %c1 {
      %at = arith.addi %i, %j : index
      %x = memref.load %u[%at] : memref<514xf32>
      memref.store %x, %bu[%j] : memref<66xf32>
    }
    scf.for %j = %c0 to %c64 step %c1 {
      %left = arith.addi %i, %j : index
      %at = arith.addi %left, %c1 : index
      %x = memref.load %f[%at] : memref<514xf32>
      memref.store %x, %bf[%j] : memref<64xf32>
    }
    scf.for %j = %c0 to %c64 step %c1 {
      %middle = arith.addi %j, %c1 : index
      %right = arith.addi %middle, %c1 : index
      %l = memref.load %bu[%j] : memref<66xf32>
      %h = memref.load %bu[%right] : memref<66xf32>
      %b = memref.load %bf[%j] : memref<64xf32>
      %lh = arith.addf %l, %h : f32
      %lhb = arith.addf %lh, %b : f32
      %next = arith.mulf %lhb, %half : f32
      memref.store %next, %bv[%j] : memref<64xf32>
    }
    memref.store %zero, %p[%c0] : memref<1xf32>
    scf.for %j = %c0 to %c64 step %c1 {
      %middle = arith.addi %j, %c1 : index
      %old = memref.load %bu[%middle] : memref<66xf32>
      %next = memref.load %bv[%j] : memref<64xf32>
      %d = arith.subf %next, %old : f32
      %dd = arith.mulf %d, %d : f32
      %o = memref.load %p[%c0] : memref<1xf32>
      %n = arith.addf %o, %dd : f32
      memref.store %n, %p[%c0] : memref<1xf32>
    }
    scf.for %j = %c0 to %c64 step %c1 {
      %left = arith.addi %i, %j : index
      %at = arith.addi %left, %c1 : index
      %x = memref.load %bv[%j] : memref<64xf32>
      memref.store %x, %v[%at] : memref<514xf32>
    }
    %part = memref.load %p[%c0] : memref<1xf32>
    %t = arith.addf %s, %part : f32
    scf.yield %t : f32
  } {software_pipeline_schedule}
  memref.store %sum, %r[%c0] : memref<1xf32>
  return
}
