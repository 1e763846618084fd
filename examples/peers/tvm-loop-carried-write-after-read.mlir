// The consumer writes what the producer of the next iteration, already in flight, reads.
// peer: TVM 0.27, InjectSoftwarePipeline (it tracks read-after-write edges only)
// theirs: accepted, all results wrong
// verdicts: too weak 0
// races: WAR
func.func @main(%A: memref<1xi64>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i4 = arith.constant 4 : index
  %c1 = arith.constant 1 : i64
  %S = memref.alloca() : memref<2xi64>
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%i0] : memref<1xi64>
      memref.store %x, %S[%i0] : memref<2xi64>
    }
  }
  scf.for %i = %i0 to %i4 step %i1 {
    %next = arith.addi %i, %i1 : index
    %to = arith.remui %next, %i2 : index
    %now = arith.remui %i, %i2 : index
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%i0] : memref<1xi64>
        memref.store %x, %S[%to] : memref<2xi64>
      }
    }
    queue.wait(0, 1)
    %y = memref.load %S[%now] : memref<2xi64>
    %z = arith.addi %y, %c1 : i64
    memref.store %z, %A[%i0] : memref<1xi64>
  }
  return
}
