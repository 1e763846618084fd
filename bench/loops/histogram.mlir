// How often each value occurs: blocks of keys are copied in, then counted through an index that they give.
func.func @main(%keys: memref<512xi32>, %counts: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c512 = arith.constant 512 : index
  %one = arith.constant 1 : i32
  %mask = arith.constant 15 : i32
  %b = memref.alloca() : memref<64xi32>
  %m = memref.alloca() : memref<64xi32>
  scf.for %i = %c0 to %c512 step %c64 {
    scf.for %j = %c0 to %c64 step %c1 {
      %at = arith.addi %i, %j : index
      %v = memref.load %keys[%at] : memref<512xi32>
      memref.store %v, %b[%j] : memref<64xi32>
    }
    scf.for %j = %c0 to %c64 step %c1 {
      %v = memref.load %b[%j] : memref<64xi32>
      %k = arith.andi %v, %mask : i32
      memref.store %k, %m[%j] : memref<64xi32>
    }
    scf.for %j = %c0 to %c64 step %c1 {
      %k = memref.load %m[%j] : memref<64xi32>
      %at = arith.index_cast %k : i32 to index
      %o = memref.load %counts[%at] : memref<16xi32>
      %n = arith.addi %o, %one : i32
      memref.store %n, %counts[%at] : memref<16xi32>
    }
  } {software_pipeline_schedule}
  return
}
