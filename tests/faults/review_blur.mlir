// A row is copied, blurred into another buffer, and written back with a gain.
func.func @main(%img: memref<12x64xf32>, %out: memref<12x62xf32>, %gain: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c12 = arith.constant 12 : index
  %c62 = arith.constant 62 : index
  %c64 = arith.constant 64 : index
  %line = memref.alloca() : memref<64xf32>
  %tmp = memref.alloca() : memref<62xf32>
  scf.for %r = %c0 to %c12 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      %x = memref.load %img[%r, %j] : memref<12x64xf32>
      memref.store %x, %line[%j] : memref<64xf32>
    }
    scf.for %j = %c0 to %c62 step %c1 {
      %j1 = arith.addi %j, %c1 : index
      %j2 = arith.addi %j, %c2 : index
      %a = memref.load %line[%j] : memref<64xf32>
      %b = memref.load %line[%j1] : memref<64xf32>
      %c = memref.load %line[%j2] : memref<64xf32>
      %ab = arith.addf %a, %b : f32
      %abc = arith.addf %ab, %c : f32
      memref.store %abc, %tmp[%j] : memref<62xf32>
    }
    scf.for %j = %c0 to %c62 step %c1 {
      %x = memref.load %tmp[%j] : memref<62xf32>
      %y = arith.mulf %x, %gain : f32
      memref.store %y, %out[%r, %j] : memref<12x62xf32>
    }
  } {software_pipeline_stage = [0, 1, 2], software_pipeline_async_stages = [0, 2]}
  return
}
