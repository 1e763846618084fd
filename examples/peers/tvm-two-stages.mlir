// The RFC's first example.
// peer: TVM 0.27, InjectSoftwarePipeline
// theirs: 1, 0: exact
// verdicts: exact, exact
func.func @main(%A: memref<4xi64>, %out: memref<4xi64>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %B = memref.alloca() : memref<2xi64>
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%i0] : memref<4xi64>
      memref.store %x, %B[%i0] : memref<2xi64>
    }
  }
  scf.for %i = %i0 to %i3 step %i1 {
    %next = arith.addi %i, %i1 : index
    %to = arith.remui %next, %i2 : index
    %now = arith.remui %i, %i2 : index
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%next] : memref<4xi64>
        memref.store %x, %B[%to] : memref<2xi64>
      }
    }
    queue.wait(0, 1)
    %y = memref.load %B[%now] : memref<2xi64>
    memref.store %y, %out[%i] : memref<4xi64>
  }
  queue.wait(0, 0)
  %z = memref.load %B[%i1] : memref<2xi64>
  memref.store %z, %out[%i3] : memref<4xi64>
  return
}
