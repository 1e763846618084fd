// What the cell holds comes from another cell: it is not followed, and the wait in the loop is not exact (7 is).
func.func @main(%A: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  %c19_4 = arith.constant 4 : index
  %c12_7 = arith.constant 7 : index
  %c9_8 = arith.constant 8 : index
  %c4_6 = arith.constant 6 : index
  %c2_0 = arith.constant 0 : index
  %c1_1 = arith.constant 1 : index
  %R3 = memref.alloc() : memref<8x1xf32>
  %cell5 = memref.alloca() : memref<index>
  memref.store %c2_0, %cell5[] : memref<index>
  scf.for %i6 = %c2_0 to %n step %c1_1 {
    %v8 = memref.load %cell5[] : memref<index>
    queue.wait(0, 0)
    %v10 = arith.remui %v8, %c9_8 : index
    %y11 = memref.load %R3[%v10, %c2_0] : memref<8x1xf32>
    memref.store %y11, %out[%i6] : memref<?xf32>
    %v13 = arith.andi %v8, %c12_7 : index
    queue.commit(0) {
      queue.async {
        %v15 = memref.load %A[%v8] : memref<?xf32>
        memref.store %v15, %R3[%v13, %c2_0] : memref<8x1xf32>
      }
    }
    %v16 = arith.addi %v8, %c1_1 : index
    %v17 = arith.remui %v16, %c9_8 : index
    %other18 = memref.alloca() : memref<index>
    memref.store %v17, %other18[] : memref<index>
    memref.copy %other18, %cell5 : memref<index> to memref<index>
  }
  queue.wait(0, 0)
  %y20 = memref.load %R3[%c19_4, %c2_0] : memref<8x1xf32>
  return
}
