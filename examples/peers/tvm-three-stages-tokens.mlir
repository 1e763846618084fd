// The same with three slots, as tokens.
// peer: TVM 0.27, InjectSoftwarePipeline, the RFC's three-stage example
// theirs: a write-after-read race on B
// ours: 1, 1, 1, 0, 1, 0
// verdicts: exact, exact, exact, exact, exact, exact
func.func @main(%A: memref<6xi64>, %out: memref<6xi64>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %i4 = arith.constant 4 : index
  %i5 = arith.constant 5 : index
  %B = memref.alloca() : memref<3xi64>
  %C = memref.alloca() : memref<2xi64>
  %b0 = queue.commit(0) {
    queue.async {
      %p = memref.load %A[%i0] : memref<6xi64>
      memref.store %p, %B[%i0] : memref<3xi64>
    }
  } -> !async.token
  %b1 = queue.commit(0) {
    queue.async {
      %q = memref.load %A[%i1] : memref<6xi64>
      memref.store %q, %B[%i1] : memref<3xi64>
    }
  } -> !async.token
  %c0 = queue.commit(1) {
    queue.await %b0 : !async.token
    queue.async {
      %r = memref.load %B[%i0] : memref<3xi64>
      memref.store %r, %C[%i0] : memref<2xi64>
    }
  } -> !async.token
  %ends:2 = scf.for %i = %i0 to %i4 step %i1 iter_args(%b = %b1, %c = %c0) -> (!async.token, !async.token) {
    %next = arith.addi %i, %i1 : index
    %ahead = arith.addi %i, %i2 : index
    %to = arith.remui %ahead, %i3 : index
    %from = arith.remui %next, %i3 : index
    %there = arith.remui %next, %i2 : index
    %here = arith.remui %i, %i2 : index
    %bn = queue.commit(0) {
      queue.async {
        %s = memref.load %A[%ahead] : memref<6xi64>
        memref.store %s, %B[%to] : memref<3xi64>
      }
    } -> !async.token
    %cn = queue.commit(1) {
      queue.await %b : !async.token
      queue.async {
        %t = memref.load %B[%from] : memref<3xi64>
        memref.store %t, %C[%there] : memref<2xi64>
      }
    } -> !async.token
    queue.await %c : !async.token
    %u = memref.load %C[%here] : memref<2xi64>
    memref.store %u, %out[%i] : memref<6xi64>
    scf.yield %bn, %cn : !async.token, !async.token
  }
  %last = queue.commit(1) {
    queue.await %ends#0 : !async.token
    queue.async {
      %v = memref.load %B[%i2] : memref<3xi64>
      memref.store %v, %C[%i1] : memref<2xi64>
    }
  } -> !async.token
  queue.await %ends#1 : !async.token
  %w = memref.load %C[%i0] : memref<2xi64>
  memref.store %w, %out[%i4] : memref<6xi64>
  queue.await %last : !async.token
  %x = memref.load %C[%i1] : memref<2xi64>
  memref.store %x, %out[%i5] : memref<6xi64>
  return
}
