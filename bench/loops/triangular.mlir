// Forward substitution: rows of L are copied in ahead; each unknown needs all that were found before.
func.func @main(%L: memref<32x32xf32>, %b: memref<32xf32>, %x: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %row = memref.alloca() : memref<32xf32>
  %s = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %c32 step %c1 {
    scf.for %j = %c0 to %c32 step %c1 {
      %v = memref.load %L[%i, %j] : memref<32x32xf32>
      memref.store %v, %row[%j] : memref<32xf32>
    }
    %r = memref.load %b[%i] : memref<32xf32>
    memref.store %r, %s[%c0] : memref<1xf32>
    scf.for %j = %c0 to %i step %c1 {
      %l = memref.load %row[%j] : memref<32xf32>
      %v = memref.load %x[%j] : memref<32xf32>
      %m = arith.mulf %l, %v : f32
      %o = memref.load %s[%c0] : memref<1xf32>
      %n = arith.subf %o, %m : f32
      memref.store %n, %s[%c0] : memref<1xf32>
    }
    %d = memref.load %row[%i] : memref<32xf32>
    %o = memref.load %s[%c0] : memref<1xf32>
    %q = arith.divf %o, %d : f32
    memref.store %q, %x[%i] : memref<32xf32>
  } {software_pipeline_schedule}
  return
}
