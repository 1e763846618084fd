// A halo copy without a wait: where i is 0 a zero is stored, else A[i - 1] is read.
func.func @main(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %S = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %n step %c1 {
    %p = arith.subi %i, %c1 : index
    %inner = arith.cmpi ne, %i, %c0 : index
    queue.commit(0) {
      queue.async {
        scf.if %inner {
          %x = memref.load %A[%p] : memref<?xf32>
          memref.store %x, %S[%c0] : memref<1xf32>
        } else {
          memref.store %z, %S[%c0] : memref<1xf32>
        }
      }
    }
    %y = memref.load %S[%c0] : memref<1xf32>
  }
  return
}
