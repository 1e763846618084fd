// Three waits an iteration, two of which wait for what the first has already waited for.
// peer: Triton 3.9 for sm_80, 4 stages
// theirs: three waits, three barriers
// verdicts: redundant, redundant, exact
func.func @main(%A: memref<16xi64>, %out: memref<16xi64>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %i4 = arith.constant 4 : index
  %i8 = arith.constant 8 : index
  %S = memref.alloca() : memref<4xi64>
  scf.for %i = %i0 to %i3 step %i1 {
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%i] : memref<16xi64>
        memref.store %x, %S[%i] : memref<4xi64>
      }
    }
  }
  scf.for %i = %i0 to %i8 step %i1 {
    queue.wait(0, 2)
    queue.wait(0, 2)
    queue.wait(0, 2)
    %now = arith.remui %i, %i4 : index
    %y = memref.load %S[%now] : memref<4xi64>
    memref.store %y, %out[%i] : memref<16xi64>
    %ahead = arith.addi %i, %i3 : index
    %to = arith.remui %ahead, %i4 : index
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%ahead] : memref<16xi64>
        memref.store %x, %S[%to] : memref<4xi64>
      }
    }
  }
  return
}
