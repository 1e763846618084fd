// Three copies are started together; each iteration reads what one of them brought and waits for the next.
func.func @main(%A: memref<3xi64>, %out: memref<3xi64>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i3 = arith.constant 3 : index
  %S = memref.alloca() : memref<3xi64>
  scf.for %i = %i0 to %i3 step %i1 {
    queue.commit(0) {
      queue.async {
        %a = memref.load %A[%i] : memref<3xi64>
        memref.store %a, %S[%i] : memref<3xi64>
      }
    }
  }
  queue.wait(0, 2)
  scf.for %i = %i0 to %i3 step %i1 {
    %s = memref.load %S[%i] : memref<3xi64>
    memref.store %s, %out[%i] : memref<3xi64>
    // One copy less may be in flight each time, and fewer than none at the end.
    %left = arith.subi %i1, %i : index
    queue.wait(0, %left)
  }
  return
}
