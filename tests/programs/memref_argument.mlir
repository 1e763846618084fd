// Arrays from outside: one is read, one is written, with strides as they come.
// run: @main([1.0, 2.0, 3.0] : memref<3xf64>, [0.5, 0.5, 0.5] : memref<3xf64> -> [2.5, 4.5, 6.5], 2.0 : f64)
func.func @main(%x: memref<?xf64, strided<[?], offset: ?>>, %y: memref<?xf64, strided<[?], offset: ?>>, %a: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64, strided<[?], offset: ?>>
  scf.for %i = %c0 to %n step %c1 {
    %p = memref.load %x[%i] : memref<?xf64, strided<[?], offset: ?>>
    %q = memref.load %y[%i] : memref<?xf64, strided<[?], offset: ?>>
    %t = arith.mulf %a, %p : f64
    %u = arith.addf %t, %q : f64
    memref.store %u, %y[%i] : memref<?xf64, strided<[?], offset: ?>>
  }
  return
}
