// The same as tokens, each copy of the prologue in a group of its own.
// peer: TVM 0.27, InjectSoftwarePipeline, order [0, 2, 1]
// theirs: waits 5, races in the first two iterations
// ours: 5
// verdicts: exact
func.func @main(%A: memref<8xi64>, %out: memref<5xi64>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %i4 = arith.constant 4 : index
  %i5 = arith.constant 5 : index
  %S = memref.alloca() : memref<4xi64>
  %T = memref.alloca() : memref<4xi64>
  queue.commit(0) {
    queue.async {
      %a0 = memref.load %A[%i0] : memref<8xi64>
      memref.store %a0, %S[%i0] : memref<4xi64>
    }
  }
  %t0 = queue.commit(0) {
    queue.async {
      %b0 = memref.load %A[%i0] : memref<8xi64>
      memref.store %b0, %T[%i0] : memref<4xi64>
    }
  } -> !async.token
  queue.commit(0) {
    queue.async {
      %a1 = memref.load %A[%i1] : memref<8xi64>
      memref.store %a1, %S[%i1] : memref<4xi64>
    }
  }
  %t1 = queue.commit(0) {
    queue.async {
      %b1 = memref.load %A[%i1] : memref<8xi64>
      memref.store %b1, %T[%i1] : memref<4xi64>
    }
  } -> !async.token
  queue.commit(0) {
    queue.async {
      %a2 = memref.load %A[%i2] : memref<8xi64>
      memref.store %a2, %S[%i2] : memref<4xi64>
    }
  }
  %t2 = queue.commit(0) {
    queue.async {
      %b2 = memref.load %A[%i2] : memref<8xi64>
      memref.store %b2, %T[%i2] : memref<4xi64>
    }
  } -> !async.token
  %ends:3 = scf.for %i = %i0 to %i5 step %i1 iter_args(%u0 = %t0, %u1 = %t1, %u2 = %t2) -> (!async.token, !async.token, !async.token) {
    %ahead = arith.addi %i, %i3 : index
    %to = arith.remui %ahead, %i4 : index
    %now = arith.remui %i, %i4 : index
    queue.commit(0) {
      queue.async {
        %a3 = memref.load %A[%ahead] : memref<8xi64>
        memref.store %a3, %S[%to] : memref<4xi64>
      }
    }
    queue.await %u0 : !async.token
    %x = memref.load %S[%now] : memref<4xi64>
    %y = memref.load %T[%now] : memref<4xi64>
    %z = arith.addi %x, %y : i64
    memref.store %z, %out[%i] : memref<5xi64>
    %t3 = queue.commit(0) {
      queue.async {
        %b3 = memref.load %A[%ahead] : memref<8xi64>
        memref.store %b3, %T[%to] : memref<4xi64>
      }
    } -> !async.token
    scf.yield %u1, %u2, %t3 : !async.token, !async.token, !async.token
  }
  return
}
