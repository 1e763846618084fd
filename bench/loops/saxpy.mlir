// z = a * x + y, a block at a time: two copies in, one out.
func.func @main(%a: f32, %x: memref<2048xf32>, %y: memref<2048xf32>, %z: memref<2048xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c2048 = arith.constant 2048 : index
  %bx = memref.alloca() : memref<256xf32>
  %by = memref.alloca() : memref<256xf32>
  %bz = memref.alloca() : memref<256xf32>
  scf.for %i = %c0 to %c2048 step %c256 {
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
    scf.for %j = %c0 to %c256 step %c1 {
      %u = memref.load %bx[%j] : memref<256xf32>
      %v = memref.load %by[%j] : memref<256xf32>
      %p = arith.mulf %a, %u : f32
      %s = arith.addf %p, %v : f32
      memref.store %s, %bz[%j] : memref<256xf32>
    }
    scf.for %j = %c0 to %c256 step %c1 {
      %at = arith.addi %i, %j : index
      %v = memref.load %bz[%j] : memref<256xf32>
      memref.store %v, %z[%at] : memref<2048xf32>
    }
  } {software_pipeline_schedule}
  return
}
