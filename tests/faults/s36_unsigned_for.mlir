// The bounds of the loop are unsigned: -126 is 130, and the loop runs.
func.func @main(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k1 = arith.constant 1 : i8
  %k0 = arith.constant 0 : i8
  %km = arith.constant -126 : i8
  %B = memref.alloca() : memref<4xf32>
  scf.for unsigned %i = %k0 to %km step %k1 : i8 {
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%c0] : memref<?xf32>
        memref.store %x, %B[%c1] : memref<4xf32>
      }
    }
  }
  %y = memref.load %B[%c1] : memref<4xf32>
  return
}
