// A stage of a radix-2 Fourier transform: butterflies of two points, with a twiddle factor each, in place.
func.func @main(%re: memref<64xf32>, %im: memref<64xf32>, %wr: memref<32xf32>, %wi: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %pr = memref.alloca() : memref<1xf32>
  %pi = memref.alloca() : memref<1xf32>
  %ar = memref.alloca() : memref<1xf32>
  %ai = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %c32 step %c1 {
    %o = arith.addi %i, %c32 : index
    %w0 = memref.load %wr[%i] : memref<32xf32>
    %w1 = memref.load %wi[%i] : memref<32xf32>
    %b0 = memref.load %re[%o] : memref<64xf32>
    %b1 = memref.load %im[%o] : memref<64xf32>
    %m0 = arith.mulf %w0, %b0 : f32
    %m1 = arith.mulf %w1, %b1 : f32
    %q0 = arith.subf %m0, %m1 : f32
    memref.store %q0, %pr[%c0] : memref<1xf32>
    %n0 = arith.mulf %w0, %b1 : f32
    %n1 = arith.mulf %w1, %b0 : f32
    %q1 = arith.addf %n0, %n1 : f32
    memref.store %q1, %pi[%c0] : memref<1xf32>
    %a0 = memref.load %re[%i] : memref<64xf32>
    memref.store %a0, %ar[%c0] : memref<1xf32>
    %a1 = memref.load %im[%i] : memref<64xf32>
    memref.store %a1, %ai[%c0] : memref<1xf32>
    %x0 = memref.load %ar[%c0] : memref<1xf32>
    %y0 = memref.load %pr[%c0] : memref<1xf32>
    %s0 = arith.addf %x0, %y0 : f32
    memref.store %s0, %re[%i] : memref<64xf32>
    %x1 = memref.load %ai[%c0] : memref<1xf32>
    %y1 = memref.load %pi[%c0] : memref<1xf32>
    %s1 = arith.addf %x1, %y1 : f32
    memref.store %s1, %im[%i] : memref<64xf32>
    %x2 = memref.load %ar[%c0] : memref<1xf32>
    %y2 = memref.load %pr[%c0] : memref<1xf32>
    %d0 = arith.subf %x2, %y2 : f32
    memref.store %d0, %re[%o] : memref<64xf32>
    %x3 = memref.load %ai[%c0] : memref<1xf32>
    %y3 = memref.load %pi[%c0] : memref<1xf32>
    %d1 = arith.subf %x3, %y3 : f32
    memref.store %d1, %im[%o] : memref<64xf32>
  } {software_pipeline_schedule}
  return
}
