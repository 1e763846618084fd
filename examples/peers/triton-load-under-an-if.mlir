// The copy itself is under a condition; the token of the other path is ready. Which count it is is found at run time.
// peer: Triton 3.9
// theirs: loses cp.async, or waits 0
// ours: 0, 1
// verdicts: exact
func.func @main(%A: memref<16xi64>, %out: memref<16xi64>, %c: i1) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i8 = arith.constant 8 : index
  %S = memref.alloca() : memref<16xi64>
  %ready = async.ready : !async.token
  %last = scf.for %i = %i0 to %i8 step %i1 iter_args(%t = %ready) -> (!async.token) {
    %u = scf.if %c -> (!async.token) {
      %v = queue.commit(0) {
        queue.async {
          %x = memref.load %A[%i] : memref<16xi64>
          memref.store %x, %S[%i] : memref<16xi64>
        }
      } -> !async.token
      scf.yield %v : !async.token
    } else {
      scf.yield %ready : !async.token
    }
    queue.await %t : !async.token
    scf.if %c {
      %some = arith.cmpi ugt, %i, %i0 : index
      scf.if %some {
        %before = arith.subi %i, %i1 : index
        %y = memref.load %S[%before] : memref<16xi64>
        memref.store %y, %out[%before] : memref<16xi64>
      }
    }
    scf.yield %u : !async.token
  }
  return
}
