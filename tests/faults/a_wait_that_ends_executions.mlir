func.func @main(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %B = memref.alloc() : memref<1xf32>
  %rest = arith.remsi %n, %c4 : index
  queue.wait_finished(0, %rest)
  %low = arith.cmpi slt, %n, %c0 : index
  %multiple = arith.cmpi ne, %rest, %c0 : index
  %both = arith.andi %low, %multiple : i1
  scf.if %both {
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%c0] : memref<?xf32>
        memref.store %x, %B[%c0] : memref<1xf32>
      }
    }
    memref.store %z, %B[%c0] : memref<1xf32>
  }
  return
}
