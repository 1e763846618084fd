// Prefix sums, a block at a time: copied in, added up, what was before is added, copied out. The total is carried.
func.func @main(%x: memref<1024xf32>, %y: memref<1024xf32>, %total: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %c127 = arith.constant 127 : index
  %c1024 = arith.constant 1024 : index
  %zero = arith.constant 0.0 : f32
  %b = memref.alloca() : memref<128xf32>
  %s = memref.alloca() : memref<128xf32>
  %o = memref.alloca() : memref<128xf32>
  scf.for %i = %c0 to %c1024 step %c128 {
    scf.for %j = %c0 to %c128 step %c1 {
      %at = arith.addi %i, %j : index
      %v = memref.load %x[%at] : memref<1024xf32>
      memref.store %v, %b[%j] : memref<128xf32>
    }
    %first = memref.load %b[%c0] : memref<128xf32>
    memref.store %first, %s[%c0] : memref<128xf32>
    scf.for %j = %c1 to %c128 step %c1 {
      %before = arith.subi %j, %c1 : index
      %v = memref.load %b[%j] : memref<128xf32>
      %p = memref.load %s[%before] : memref<128xf32>
      %n = arith.addf %p, %v : f32
      memref.store %n, %s[%j] : memref<128xf32>
    }
    scf.for %j = %c0 to %c128 step %c1 {
      %v = memref.load %s[%j] : memref<128xf32>
      %t = memref.load %total[%c0] : memref<1xf32>
      %n = arith.addf %v, %t : f32
      memref.store %n, %o[%j] : memref<128xf32>
    }
    %last = memref.load %o[%c127] : memref<128xf32>
    memref.store %last, %total[%c0] : memref<1xf32>
    scf.for %j = %c0 to %c128 step %c1 {
      %at = arith.addi %i, %j : index
      %v = memref.load %o[%j] : memref<128xf32>
      memref.store %v, %y[%at] : memref<1024xf32>
    }
  } {software_pipeline_schedule}
  return
}
