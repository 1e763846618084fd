// A recursive function that is public may be called by anybody.
func.func @f(%A: memref<?xf32>, %B: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %B[%c1] : memref<4xf32>
    }
  }
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %m = arith.subi %n, %c1 : index
    func.call @f(%A, %B, %m) : (memref<?xf32>, memref<4xf32>, index) -> ()
  }
  return
}
func.func @g() {
  return
}
