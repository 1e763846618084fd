// A recursive filter of second order, sample by sample: each output needs the two before it.
func.func @main(%x: memref<64xf32>, %y: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %b0 = arith.constant 0.2 : f32
  %a1 = arith.constant 0.5 : f32
  %a2 = arith.constant -0.25 : f32
  %t = memref.alloca() : memref<1xf32>
  %u = memref.alloca() : memref<1xf32>
  scf.for %i = %c2 to %c64 step %c1 {
    %v = memref.load %x[%i] : memref<64xf32>
    %bv = arith.mulf %b0, %v : f32
    memref.store %bv, %t[%c0] : memref<1xf32>
    %two = arith.subi %i, %c2 : index
    %y2 = memref.load %y[%two] : memref<64xf32>
    %ay2 = arith.mulf %a2, %y2 : f32
    %b = memref.load %t[%c0] : memref<1xf32>
    %s = arith.addf %b, %ay2 : f32
    memref.store %s, %u[%c0] : memref<1xf32>
    %one = arith.subi %i, %c1 : index
    %y1 = memref.load %y[%one] : memref<64xf32>
    %ay1 = arith.mulf %a1, %y1 : f32
    %r = memref.load %u[%c0] : memref<1xf32>
    %new = arith.addf %r, %ay1 : f32
    memref.store %new, %y[%i] : memref<64xf32>
  } {software_pipeline_schedule}
  return
}
