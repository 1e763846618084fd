// The nested GEMM: slots i and i + 1 are used in one iteration; TVM merges both waits into one.
// peer: TVM 0.27, InjectSoftwarePipeline, stages [0, 0, 2, 3, 3]
// theirs: 2 before both uses; -1 in the last epilogue iteration
// ours: 2, 3, 2
// verdicts: exact, redundant, exact
func.func @main(%A: memref<16xi64>, %out: memref<16xi64>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %i4 = arith.constant 4 : index
  %i8 = arith.constant 8 : index
  %S = memref.alloca() : memref<4xi64>
  %t0 = queue.commit(0) {
    queue.async {
      %a = memref.load %A[%i0] : memref<16xi64>
      memref.store %a, %S[%i0] : memref<4xi64>
    }
  } -> !async.token
  %t1 = queue.commit(0) {
    queue.async {
      %b = memref.load %A[%i1] : memref<16xi64>
      memref.store %b, %S[%i1] : memref<4xi64>
    }
  } -> !async.token
  %t2 = queue.commit(0) {
    queue.async {
      %c = memref.load %A[%i2] : memref<16xi64>
      memref.store %c, %S[%i2] : memref<4xi64>
    }
  } -> !async.token
  queue.await %t0 : !async.token
  %p = memref.load %S[%i0] : memref<4xi64>
  memref.store %p, %out[%i0] : memref<16xi64>
  %ends:3 = scf.for %i = %i0 to %i8 step %i1 iter_args(%u0 = %t0, %u1 = %t1, %u2 = %t2) -> (!async.token, !async.token, !async.token) {
    %ahead = arith.addi %i, %i3 : index
    %next = arith.addi %i, %i1 : index
    %to = arith.remui %ahead, %i4 : index
    %now = arith.remui %i, %i4 : index
    %then = arith.remui %next, %i4 : index
    %t3 = queue.commit(0) {
      queue.async {
        %d = memref.load %A[%ahead] : memref<16xi64>
        memref.store %d, %S[%to] : memref<4xi64>
      }
    } -> !async.token
    queue.await %u0 : !async.token
    %x = memref.load %S[%now] : memref<4xi64>
    memref.store %x, %out[%i] : memref<16xi64>
    queue.await %u1 : !async.token
    %y = memref.load %S[%then] : memref<4xi64>
    memref.store %y, %out[%next] : memref<16xi64>
    scf.yield %u1, %u2, %t3 : !async.token, !async.token, !async.token
  }
  return
}
