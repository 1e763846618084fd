// No group is waited for; three of them have to be finished.
func.func @main(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %B = memref.alloca() : memref<4xf32>
  scf.for %i = %c0 to %c3 step %c1 {
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%i] : memref<?xf32>
      memref.store %x, %B[%i] : memref<4xf32>
    }
  }
  }
  scf.for %i = %c0 to %c3 step %c1 {
    %k = arith.subi %c2, %i : index
    %m = arith.addi %i, %c2 : index
    queue.wait_finished(0, %c0)
    %y = memref.load %B[%i] : memref<4xf32>
  }
  return
}
