// Groups are committed by an inner loop between the awaited one and its wait.
// peer: Triton 3.9
// theirs: 0 (commits inside scf.for are skipped)
// ours: 3
// verdicts: exact
func.func @main(%A: memref<4xi64>, %out: memref<4xi64>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i3 = arith.constant 3 : index
  %S = memref.alloca() : memref<1xi64>
  %T = memref.alloca() : memref<4xi64>
  %t = queue.commit(0) {
    queue.async {
      %a = memref.load %A[%i0] : memref<4xi64>
      memref.store %a, %S[%i0] : memref<1xi64>
    }
  } -> !async.token
  scf.for %i = %i0 to %i3 step %i1 {
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%i] : memref<4xi64>
        memref.store %x, %T[%i] : memref<4xi64>
      }
    }
  }
  queue.await %t : !async.token
  %y = memref.load %S[%i0] : memref<1xi64>
  memref.store %y, %out[%i0] : memref<4xi64>
  return
}
