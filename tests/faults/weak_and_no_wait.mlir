// The count of the wait is one too large, and no wait at all lies between the copy of an iteration and its load.
func.func private @fill(%A: memref<?xf32>, %R: memref<2x1xf32>, %i: index, %s: index) {
  %c1_0 = arith.constant 0 : index
  queue.commit(0) {
    queue.async {
      %v2 = memref.load %A[%i] : memref<?xf32>
      memref.store %v2, %R[%s, %c1_0] : memref<2x1xf32>
    }
  }
  return
}
func.func @main(%A: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  %c8_1 = arith.constant 1 : index
  %c6_2 = arith.constant 2 : index
  %c5_9 = arith.constant 9 : index
  %c3_0 = arith.constant 0 : index
  %R4 = memref.alloc() : memref<2x1xf32>
  %v7 = arith.remui %c3_0, %c6_2 : index
  func.call @fill(%A, %R4, %c3_0, %v7) : (memref<?xf32>, memref<2x1xf32>, index, index) -> ()
  %v9 = arith.addi %c3_0, %c8_1 : index
  %v10 = arith.addi %c3_0, %c8_1 : index
  %v11 = arith.remui %v10, %c6_2 : index
  func.call @fill(%A, %R4, %v9, %v11) : (memref<?xf32>, memref<2x1xf32>, index, index) -> ()
  scf.for %i12 = %c3_0 to %n step %c8_1 {
    queue.wait(0, 2)
    %v14 = arith.addi %i12, %c6_2 : index
    %v15 = arith.addi %i12, %c6_2 : index
    %v16 = arith.remui %v15, %c6_2 : index
    func.call @fill(%A, %R4, %v14, %v16) : (memref<?xf32>, memref<2x1xf32>, index, index) -> ()
    %v17 = arith.remui %i12, %c6_2 : index
    %y18 = memref.load %R4[%v17, %c3_0] : memref<2x1xf32>
    memref.store %y18, %out[%i12] : memref<?xf32>
  }
  return
}
