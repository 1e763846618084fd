// Indices that wrap in eight bits: what an iteration stores, the next one loads.
func.func @main(%a: memref<300xi64>) {
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %one = arith.constant 1 : i64
  %c127 = arith.constant 127 : i8
  %c130 = arith.constant 130 : index
  scf.for %i = %c1 to %c20 step %c1 {
    %x = memref.load %a[%i] : memref<300xi64>
    %b = memref.alloca() : memref<1xi64>
    %c0 = arith.constant 0 : index
    memref.store %x, %b[%c0] : memref<1xi64>
    %y = memref.load %b[%c0] : memref<1xi64>
    %z = arith.addi %y, %one : i64
    %n = arith.index_cast %i : index to i8
    %w = arith.addi %n, %c127 : i8
    %v = arith.index_cast %w : i8 to index
    %m = arith.addi %v, %c130 : index
    memref.store %z, %a[%m] : memref<300xi64>
  } {software_pipeline_stage = [0, 1]}
  return
}
