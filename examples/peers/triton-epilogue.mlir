// Three iterations of two groups each are in flight when the loop ends.
// peer: Triton 3.9 for gfx950, 4 stages
// theirs: epilogue 0, 0, 0
// ours: 4, 2, 0
// verdicts: exact, exact, exact
func.func @main(%A: memref<3xi64>, %out: memref<3xi64>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %S = memref.alloca() : memref<3xi64>
  %T = memref.alloca() : memref<3xi64>
  queue.commit(0) {
    queue.async {
      %a0 = memref.load %A[%i0] : memref<3xi64>
      memref.store %a0, %S[%i0] : memref<3xi64>
    }
  }
  %t0 = queue.commit(0) {
    queue.async {
      %b0 = memref.load %A[%i0] : memref<3xi64>
      memref.store %b0, %T[%i0] : memref<3xi64>
    }
  } -> !async.token
  queue.commit(0) {
    queue.async {
      %a1 = memref.load %A[%i1] : memref<3xi64>
      memref.store %a1, %S[%i1] : memref<3xi64>
    }
  }
  %t1 = queue.commit(0) {
    queue.async {
      %b1 = memref.load %A[%i1] : memref<3xi64>
      memref.store %b1, %T[%i1] : memref<3xi64>
    }
  } -> !async.token
  queue.commit(0) {
    queue.async {
      %a2 = memref.load %A[%i2] : memref<3xi64>
      memref.store %a2, %S[%i2] : memref<3xi64>
    }
  }
  %t2 = queue.commit(0) {
    queue.async {
      %b2 = memref.load %A[%i2] : memref<3xi64>
      memref.store %b2, %T[%i2] : memref<3xi64>
    }
  } -> !async.token
  queue.await %t0 : !async.token
  %x0 = memref.load %S[%i0] : memref<3xi64>
  %y0 = memref.load %T[%i0] : memref<3xi64>
  %z0 = arith.addi %x0, %y0 : i64
  memref.store %z0, %out[%i0] : memref<3xi64>
  queue.await %t1 : !async.token
  %x1 = memref.load %S[%i1] : memref<3xi64>
  %y1 = memref.load %T[%i1] : memref<3xi64>
  %z1 = arith.addi %x1, %y1 : i64
  memref.store %z1, %out[%i1] : memref<3xi64>
  queue.await %t2 : !async.token
  %x2 = memref.load %S[%i2] : memref<3xi64>
  %y2 = memref.load %T[%i2] : memref<3xi64>
  %z2 = arith.addi %x2, %y2 : i64
  memref.store %z2, %out[%i2] : memref<3xi64>
  return
}
