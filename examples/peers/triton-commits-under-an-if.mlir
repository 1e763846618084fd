// Both branches commit a group between the awaited one and its wait.
// peer: Triton 3.9
// theirs: 0 (commits inside scf.if are skipped)
// ours: 1
// verdicts: exact
func.func @main(%A: memref<4xi64>, %out: memref<4xi64>, %c: i1) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %S = memref.alloca() : memref<1xi64>
  %T = memref.alloca() : memref<2xi64>
  %t = queue.commit(0) {
    queue.async {
      %a = memref.load %A[%i0] : memref<4xi64>
      memref.store %a, %S[%i0] : memref<1xi64>
    }
  } -> !async.token
  scf.if %c {
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%i0] : memref<4xi64>
        memref.store %x, %T[%i0] : memref<2xi64>
      }
    }
  } else {
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%i1] : memref<4xi64>
        memref.store %x, %T[%i1] : memref<2xi64>
      }
    }
  }
  queue.await %t : !async.token
  %y = memref.load %S[%i0] : memref<1xi64>
  memref.store %y, %out[%i0] : memref<4xi64>
  return
}
