// The dot product of two long vectors: blocks are copied in and added up; the sum is carried.
func.func @main(%x: memref<2048xf32>, %y: memref<2048xf32>, %r: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c2048 = arith.constant 2048 : index
  %zero = arith.constant 0.0 : f32
  %bx = memref.alloca() : memref<256xf32>
  %by = memref.alloca() : memref<256xf32>
  %p = memref.alloca() : memref<1xf32>
  %sum = scf.for %i = %c0 to %c2048 step %c256 iter_args(%s = %zero) -> (f32) {
    scf.for %j = %c0 to %c256 step %c1 {
      %at = arith.addi %i, %j : index
      %v = memref.load %x[%at] : memref<2048xf32>
      memref.store %v, %bx[%j] : memref<256xf32>
    }
    scf.for %j = %c0 to %c256 step %c1 {
      %at = arith.addi %i, %j : index
      %v = memref.load %y[%at] : memref<2048xf32>
      memref.store %v, %by[%j] : memref<256xf32>
    }
    memref.store %zero, %p[%c0] : memref<1xf32>
    scf.for %j = %c0 to %c256 step %c1 {
      %u = memref.load %bx[%j] : memref<256xf32>
      %v = memref.load %by[%j] : memref<256xf32>
      %o = memref.load %p[%c0] : memref<1xf32>
      %m = arith.mulf %u, %v : f32
      %n = arith.addf %o, %m : f32
      memref.store %n, %p[%c0] : memref<1xf32>
    }
    %part = memref.load %p[%c0] : memref<1xf32>
    %t = arith.addf %s, %part : f32
    scf.yield %t : f32
  } {software_pipeline_schedule}
  memref.store %sum, %r[%c0] : memref<1xf32>
  return
}
