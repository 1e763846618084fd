func.func private @h0(%A: memref<?xf32>, %B: memref<4xf32>, %n: index) {
  %c8_m1 = arith.constant -1 : index
  %c6_3 = arith.constant 3 : index
  %c5_17 = arith.constant 17 : index
  %c3_22 = arith.constant 22 : index
  %c1_0 = arith.constant 0 : index
  %b2 = arith.cmpi sgt, %n, %c1_0 : index
  scf.if %b2 {
    %x4 = memref.load %A[%c3_22] : memref<?xf32>
    queue.commit(1) {
      queue.wait(1, 1)
      queue.wait(1, 0)
      queue.async {
        %x7 = memref.load %A[%c5_17] : memref<?xf32>
        memref.store %x7, %B[%c6_3] : memref<4xf32>
      }
    }
    %v9 = arith.addi %n, %c8_m1 : index
    func.call @h0(%A, %B, %v9) : (memref<?xf32>, memref<4xf32>, index) -> ()
  }
  return
}
func.func private @h1(%A: memref<?xf32>, %B: memref<4xf32>, %n: index) {
  %z = arith.constant 0.0 : f32
  %c14_23 = arith.constant 23 : index
  %c11_1 = arith.constant 1 : index
  %c10_m1 = arith.constant -1 : index
  scf.for %i12 = %c10_m1 to %n step %c11_1 {
    %x15 = memref.load %A[%c14_23] : memref<?xf32>
  }
  queue.wait(1, 3)
  memref.store %z, %B[%c11_1] : memref<4xf32>
  return
}
func.func @main(%A: memref<?xf32>, %n: index) {
  %z = arith.constant 0.0 : f32
  %c26_1 = arith.constant 1 : index
  %c25_0 = arith.constant 0 : index
  %c22_43 = arith.constant 43 : index
  %c21_7 = arith.constant 7 : index
  %c18_3 = arith.constant 3 : index
  %c17_4 = arith.constant 4 : index
  %B16 = memref.alloc() : memref<4xf32>
  %v19 = arith.andi %n, %c18_3 : index
  %x20 = memref.load %B16[%v19] : memref<4xf32>
  func.call @h0(%A, %B16, %n) : (memref<?xf32>, memref<4xf32>, index) -> ()
  func.call @h0(%A, %B16, %n) : (memref<?xf32>, memref<4xf32>, index) -> ()
  func.call @h1(%A, %B16, %c21_7) : (memref<?xf32>, memref<4xf32>, index) -> ()
  queue.wait(2, 0)
  queue.commit(1) {
    %v23 = arith.remui %n, %c17_4 : index
    queue.wait(1, 1)
    queue.async {
      scf.for %j24 = %c25_0 to %n step %c26_1 {
        %x27 = memref.load %A[%c22_43] : memref<?xf32>
        memref.store %x27, %B16[%v23] : memref<4xf32>
      }
    }
  }
  queue.commit(1) {
    queue.wait(1, 0)
    queue.async {
      scf.for %j28 = %c25_0 to %n step %c26_1 {
        %x29 = memref.load %B16[%n] : memref<4xf32>
        memref.store %x29, %B16[%c25_0] : memref<4xf32>
      }
      memref.store %z, %B16[%c18_3] : memref<4xf32>
    }
  }
  %v30 = arith.index_castui %n : index to i8
  %v31 = arith.index_cast %n : index to i8
  %v32 = arith.maxui %v31, %v30 : i8
  %v33 = arith.divsi %n, %c17_4 : index
  %v34 = arith.muli %v33, %c17_4 : index
  %v35 = arith.subi %n, %v34 : index
  %x36 = memref.load %B16[%v35] : memref<4xf32>
  return
}
