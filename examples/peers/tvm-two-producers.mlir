// A consumer of two asynchronous stages on two queues.
// peer: TVM 0.27, InjectSoftwarePipeline
// theirs: crash
// ours: 1, 2
// verdicts: exact
func.func @main(%A: memref<2xi64>, %out: memref<2xi64>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %S = memref.alloca() : memref<2xi64>
  %T = memref.alloca() : memref<2xi64>
  %U = memref.alloca() : memref<1xi64>
  %s = queue.commit(0) {
    queue.async {
      %a = memref.load %A[%i0] : memref<2xi64>
      memref.store %a, %S[%i0] : memref<2xi64>
    }
  } -> !async.token
  %t = queue.commit(1) {
    queue.async {
      %b = memref.load %A[%i0] : memref<2xi64>
      memref.store %b, %T[%i0] : memref<2xi64>
    }
  } -> !async.token
  queue.commit(0) {
    queue.async {
      %c = memref.load %A[%i1] : memref<2xi64>
      memref.store %c, %S[%i1] : memref<2xi64>
    }
  }
  queue.commit(1) {
    queue.async {
      %d = memref.load %A[%i1] : memref<2xi64>
      memref.store %d, %T[%i1] : memref<2xi64>
    }
  }
  queue.commit(1) {
    queue.async {
      %e = memref.load %A[%i1] : memref<2xi64>
      memref.store %e, %U[%i0] : memref<1xi64>
    }
  }
  queue.await %s, %t : !async.token, !async.token
  %x = memref.load %S[%i0] : memref<2xi64>
  %y = memref.load %T[%i0] : memref<2xi64>
  %z = arith.addi %x, %y : i64
  memref.store %z, %out[%i0] : memref<2xi64>
  return
}
